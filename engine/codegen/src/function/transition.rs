//! The functions of a program: leaving a frame for another, and where a frame goes on.

use super::FunctionCompiler;
use crate::layout::memory::{FRAME_LAST, FRAME_NEXT, SLOT_SET, flow, global};
use crate::layout::{Rep, rep, state};
use crate::wasm::{I32, Local, Mem};
use diag::Code;
use ir::{Expr, ExprKind, FieldId, Target};

impl<'p> FunctionCompiler<'_, 'p> {
    /// Leaves the function and its callers: records the transition, and where it leads.
    pub(super) fn flow(&mut self, what: u32) {
        if what != flow::FINISHED {
            let sites = self.module.transition_sites(self.span);
            self.code.i32(sites).sink().global_set(global::SITE);
        }
        self.code.i32(what).sink().global_set(global::FLOW);
        self.leave(true);
    }

    /// Ends the frame, with a value.
    pub(super) fn end(&mut self, value: Option<&'p Expr>) {
        match value {
            // In the form of the frame: absent if there is none.
            Some(Expr { kind: ExprKind::Last, .. }) => {
                let top = self.module.state.top;
                self.code.i32(top).load(Mem::Ptr, 0).load(Mem::Ptr, FRAME_LAST);
            }
            Some(e) => self.as_any(e),
            None => {
                self.code.i32(0);
            }
        }
        self.code.sink().global_set(global::NEXT);
        self.flow(flow::END);
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
        self.flow(flow::FINISHED);
    }

    /// Says which step the frame goes on with.
    pub(super) fn jump(&mut self, next: u32) {
        let top = self.module.state.top;
        self.code.i32(top).load(Mem::Ptr, 0);
        self.code.i32(next).store(Mem::Ptr, FRAME_NEXT);
    }

    /// Takes a field out of the frame.
    pub(super) fn unset(&mut self, field: FieldId) {
        let top = self.module.state.top;
        let (unset, number) = (self.module.state.unset, u32::from(field.0));
        self.code.i32(top).load(Mem::Ptr, 0);
        self.code.i32(number).call(unset);
    }

    /// Puts another frame on top of this one, or in its place.
    pub(super) fn transition(&mut self, what: u32, target: &'p Target, args: &'p [Expr]) {
        let id = match target {
            Target::Frame(id) => id,
            Target::Named(name) => {
                let (named, site) = (self.module.state.frame_named, self.site(Code::UnknownFrame));
                self.value(name);
                self.code.i32(site).call(named).sink().global_set(global::NEXT);
                return self.flow(what);
            }
        };
        let program = self.module.program;
        let frame = program.frame(*id);
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
        let (make, at) = (self.module.state.make_frame, self.code.local(I32));
        self.code.i32(u32::from(id.0)).call(make).set(at);
        for (i, (value, field)) in values.into_iter().zip(&frame.fields).enumerate() {
            let slot = state::slot(i);
            self.code.get(at).get(value);
            if let Some(mem) = state::slot_mem(&field.ty) {
                self.code.store(mem, slot);
            }
            self.code.get(at).i32(1).store(Mem::Ptr, slot + SLOT_SET);
        }
        self.code.get(at).sink().global_set(global::NEXT);
        self.flow(what);
    }
}
