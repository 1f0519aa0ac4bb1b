//! The functions of a program: leaving a frame for another, and where a frame goes on.

use super::{Exit, FunctionCompiler};
use crate::layout::memory::{FRAME_BELOW, FRAME_LAST, FRAME_NEXT, LEFT, SLOT_SET, global};
use crate::layout::{Rep, rep, state};
use crate::module::transitions::Ending;
use crate::wasm::{I32, Local, Mem};
use diag::Code;
use ir::steps::TRANSITION;
use ir::{Expr, ExprKind, FieldId, Target};

impl<'p> FunctionCompiler<'_, 'p> {
    /// Leaves the function and its callers; `FLOW` says what then.
    pub(super) fn flow(&mut self) {
        self.code.sink().global_set(global::FLOW);
        self.leave_all();
    }

    /// Leaves the function and its callers for good.
    pub(super) fn quit(&mut self) {
        self.code.i32(LEFT);
        self.flow();
    }

    fn begin_transition(&mut self) {
        let sites = self.module.transition_sites(self.span);
        self.code.i32(sites).sink().global_set(global::SITE);
    }

    /// `true` if a frame that the function runs with has a hook that runs before it is left.
    fn has_leaving_hook(&self) -> bool {
        self.module.owners_of(self.function).iter().any(|it| self.module.stack.leaves[it.index()])
    }

    /// `true` if nobody but a move or a procedure runs the function: no caller has to be left first.
    fn is_first(&self) -> bool {
        let alone = matches!(self.exit, None | Some(Exit::Step(_)));
        alone && self.module.fast && self.module.stack.first[self.id.index()]
    }

    /// Ends the frame, with a value.
    pub(super) fn end(&mut self, value: Option<&'p Expr>) {
        match value {
            // In the form of the frame: absent if there is none.
            Some(Expr { kind: ExprKind::Last, .. }) => {
                self.frame_on_top().load(Mem::Ptr, FRAME_LAST);
            }
            Some(e) => self.as_any(e),
            None => {}
        }
        if value.is_some() {
            self.code.sink().global_set(global::NEXT);
        }
        self.begin_transition();
        let how = Ending { first: self.is_first(), leaves: self.has_leaving_hook(), value: value.is_some() };
        let frame = self.code.local(I32);
        self.frame_on_top().set(frame);
        let number = self.module.end_frame(&mut self.code, how, |it| {
            it.get(frame);
        });
        self.code.i32(number);
        self.flow();
    }

    /// Ends the game.
    pub(super) fn finish(&mut self, result: &'p Expr, message: Option<&'p Expr>) {
        self.as_any(result);
        match message {
            Some(e) => self.last_words(e),
            None => {
                self.code.i32(0);
            }
        }
        let (finish, site) = (self.module.state.finish, self.site(Code::LogLength));
        self.code.i32(site).call(finish);
        self.quit();
    }

    /// Says which step the frame goes on with.
    pub(super) fn jump(&mut self, next: u32) {
        if let Some(Exit::Step(it)) = self.exit {
            self.code.i32(next).set(it.next);
            if !it.kept {
                return;
            }
        }
        self.frame_on_top().i32(next).store(Mem::Ptr, FRAME_NEXT);
    }

    /// Takes a field out of the frame.
    pub(super) fn unset(&mut self, field: FieldId) {
        let (unset, number) = (self.module.state.unset, u32::from(field.0));
        self.frame_on_top().i32(number).call(unset);
    }

    /// Puts another frame on top of this one or, if it `goes`, in its place.
    pub(super) fn transition(&mut self, goes: bool, target: &'p Target, args: &'p [Expr]) {
        match target {
            Target::Frame(id) => self.transition_to(goes, id.index(), args),
            Target::Named(name) => {
                let (named, site) = (self.module.state.frame_named, self.site(Code::UnknownFrame));
                self.value(name);
                self.code.i32(site).i32(u32::from(goes)).call(named);
                self.begin_transition();
                self.flow();
            }
        }
    }

    fn transition_to(&mut self, goes: bool, id: usize, args: &'p [Expr]) {
        let program = self.module.program;
        let frame = &program.frames[id];
        let values: Vec<Local> = args
            .iter()
            .zip(&frame.fields)
            .map(|(e, field)| {
                let to = self.temp(&field.ty);
                self.owned_as(e, &field.ty);
                self.kept(e, &field.ty);
                if rep(&field.ty) == Rep::Inline {
                    // Before the next argument changes where it came from.
                    self.keep_inline(&field.ty);
                }
                self.code.set(to);
                to
            })
            .collect();
        let at = self.code.local(I32);
        let home = self.module.state.homes[id];
        match home {
            Some(_) if values.is_empty() => {}
            Some(home) => {
                self.code.i32(home).set(at);
            }
            None => {
                let make = self.module.state.make_frame;
                self.code.i32(id as u32).call(make).tee(at).sink().global_set(global::NEXT);
            }
        }
        for (i, (value, field)) in values.into_iter().zip(&frame.fields).enumerate() {
            let slot = state::slot(i);
            if let Some(mem) = state::slot_mem(&field.ty) {
                self.code.get(at).get(value).store(mem, slot);
            }
            if home.is_none() {
                self.code.get(at).i32(1).store(Mem::Ptr, slot + SLOT_SET);
            }
        }
        self.begin_transition();
        let Some(home) = home.filter(|_| self.is_first() && !self.module.stack.begin_flows[id]) else {
            let number = self.module.transition_to(id, goes);
            self.code.i32(number);
            return self.flow();
        };
        self.spend(TRANSITION);
        let below = self.code.local(I32);
        self.frame_on_top();
        if goes {
            if self.has_leaving_hook() {
                let leave = self.module.state.leave;
                self.code.call(leave);
            }
            self.code.load(Mem::Ptr, FRAME_BELOW);
        }
        self.code.set(below);
        self.module.push(&mut self.code, (id, home), below);
        self.quit();
    }
}
