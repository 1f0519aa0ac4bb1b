//! The functions of a program: statements, one by one.

use super::{Exit, FunctionCompiler, Loop, Ways, is_fresh};
use crate::layout::state::Said;
use crate::layout::{self, Rep, rep};
use crate::wasm::{CodeBuilder, Emit, I32, Mem};
use diag::Code;
use ir::{Const, Expr, ExprKind, LocalId, Root, Stmt, StmtKind, walk};

impl<'p> FunctionCompiler<'_, 'p> {
    pub fn stmts(&mut self, body: &'p [Stmt]) {
        let (mut counter, rays) = (None, self.rays.len());
        let around = self.statement;
        let mut i = 0;
        while let Some(it) = body.get(i) {
            let outer = std::mem::replace(&mut self.span, it.span);
            self.statement = (body, i);
            counter = self.counted(it, counter);
            i += match self.ways_out(&body[i..]) {
                0 => {
                    self.stmt(it);
                    1
                }
                count => count,
            };
            self.span = outer;
        }
        self.statement = around;
        self.rays.truncate(rays);
    }

    /// Counts a statement that is reached, unless those before it in its body have done so. Gives the counter, if it is also that
    /// of the next.
    pub fn counted(&mut self, it: &Stmt, before: Option<u32>) -> Option<u32> {
        let counter = self.module.counter_of(it, before);
        if let (Some(counter), None) = (counter, before) {
            self.module.tick(&mut self.code, counter);
        }
        counter.or(before).filter(|_| !self.module.may_leave(it))
    }

    /// Counts a statement that is alone or first in its body; `times` pushes the number to add. Returns the counter.
    pub fn counted_times(&mut self, it: &Stmt, times: &dyn Fn(&mut CodeBuilder)) -> Option<u32> {
        let counter = self.module.counter_of(it, None)?;
        self.module.tick_by(&mut self.code, counter, times);
        Some(counter)
    }

    pub fn stmt(&mut self, it: &'p Stmt) {
        match &it.kind {
            StmtKind::Expr(e) => {
                self.value(e);
                if rep(&e.ty) != Rep::Unit {
                    self.code.sink().drop();
                }
            }
            StmtKind::Set(local, e) => self.set(*local, e),
            StmtKind::Assign(place, e) => match (place.root, place.path.as_slice()) {
                (Root::Local(local), []) => self.set(local, e),
                _ => self.assign(place, e),
            },
            StmtKind::PlaceOp(op, place, args) => self.place_op(*op, place, args, false),
            StmtKind::If(condition, yes, no) => self.if_stmt(condition, yes, no),
            StmtKind::While(condition, body) => self.while_stmt(condition, body, self.round(it)),
            StmtKind::ForRange(local, from, last, body) => {
                self.for_range(*local, [from, last], body, self.round(it));
            }
            StmtKind::ForEach(local, list, body) => self.for_each(*local, list, body, self.round(it)),
            StmtKind::Break => {
                if let Some(end) = self.loops.last().map(|it| it.end) {
                    self.code.br(end);
                }
            }
            StmtKind::Continue => {
                if let Some(next) = self.loops.last().map(|it| it.next) {
                    self.code.br(next);
                }
            }
            StmtKind::Return(e) => self.return_stmt(e.as_ref()),
            StmtKind::Call(target, args) => self.transition(false, target, args),
            StmtKind::Goto(target, args) => self.transition(true, target, args),
            StmtKind::End(value) => self.end(value.as_ref()),
            StmtKind::Finish(result, message) => self.finish(result, message.as_ref()),
            StmtKind::Jump(next) => self.jump(*next),
            StmtKind::Unset(field) => self.unset(*field),
            StmtKind::SetActive(e) => self.set_active(e),
            StmtKind::Log(None) => {
                let (blank, site) = (self.module.state.log_blank, self.site(Code::LogLength));
                self.for_readers(|this| {
                    this.code.i32(site).call(blank);
                });
            }
            StmtKind::Log(Some(e)) => self.log(e),
            StmtKind::Prompt(e) => self.prompt(e),
            StmtKind::Offer(action, args) => self.offer(*action, args),
            StmtKind::Button(action, enabled) => self.button(*action, enabled.as_ref()),
            StmtKind::Withhold(action, args, text) => self.say(Said::Why, *action, args, text),
            StmtKind::Label(action, args, text) => self.say(Said::Label, *action, args, text),
            StmtKind::Disable(action, why) => self.disable(*action, why),
            StmtKind::PushUndo => {
                let (push, site) = (self.module.state.push_undo, self.site(Code::UndoLength));
                let spent = self.site(Code::OutOfFuel);
                self.code.i32(site).i32(spent).call(push);
            }
            StmtKind::PopUndo => {
                let pop = self.module.state.pop_undo;
                self.code.call(pop);
                self.quit();
            }
            StmtKind::ClearUndo => {
                let at = self.module.state.undo;
                self.code.i32(at).i32(0).store(Mem::Ptr, 0);
            }
            StmtKind::Stop(_) => {
                let (site, trap) = (self.site(Code::Impossible), self.module.rt.trap);
                self.code.i32(site).call(trap);
                self.code.sink().unreachable();
            }
            StmtKind::Assert(condition, _) => {
                self.value(condition);
                self.code.sink().i32_eqz();
                self.trap_if(Code::AssertFailed);
            }
        }
    }

    fn if_stmt(&mut self, condition: &'p Expr, yes: &'p [Stmt], no: &'p [Stmt]) {
        if let ExprKind::Const(Const::Bool(holds)) = condition.kind {
            return self.stmts(if holds { yes } else { no });
        }
        if no.is_empty() && self.set_or_not(condition, yes) {
            return;
        }
        if self.leads(condition) {
            return self.block(|this, end| {
                this.block(|this, no| {
                    this.block(|this, yes| this.lead(condition, Ways { yes, no }));
                    this.if_it_holds(condition, yes);
                    this.code.br(end);
                });
                this.stmts(no);
            });
        }
        self.value(condition);
        let then = self.if_(|this| this.if_it_holds(condition, yes));
        if !no.is_empty() {
            then.else_(|this| this.stmts(no));
        }
    }

    /// Compiles code under a condition known to hold.
    fn if_it_holds(&mut self, condition: &'p Expr, body: &'p [Stmt]) {
        let known = self.refine(condition, |mut visit| walk(body, &mut visit));
        self.stmts(body);
        self.restore(known);
    }

    fn while_stmt(&mut self, condition: &'p Expr, body: &'p [Stmt], round: u32) {
        self.block_loop(|this, end, again| {
            this.value(condition);
            this.code.sink().i32_eqz();
            this.code.br_if(end);
            this.block(|this, next| {
                this.inside(Loop { end, next }, body);
            });
            this.spend(round);
            this.code.br(again);
        });
    }

    fn return_stmt(&mut self, e: Option<&'p Expr>) {
        let Some(e) = e else { return self.leave(true) };
        if let Some(Exit::Ways(to)) = self.exit {
            return self.lead(e, to);
        }
        self.result(e);
        self.leave(rep(&self.function.result) == Rep::Unit);
    }

    /// Cost of another iteration of a loop.
    pub(super) fn round(&self, it: &Stmt) -> u32 {
        self.module.steps.round(self.id, it)
    }

    pub fn inside(&mut self, it: Loop, body: &'p [Stmt]) {
        self.loops.push(it);
        self.stmts(body);
        self.loops.pop();
    }

    /// Sets a local.
    pub(super) fn set(&mut self, local: LocalId, e: &'p Expr) {
        let ty = &self.function.locals[local.0 as usize].ty;
        let at = self.locals[local.0 as usize];
        match rep(ty) {
            Rep::Inline => {
                let size = layout::size(self.module.program, ty);
                let from = self.code.local(I32);
                self.value_as(e, ty);
                self.code.set(from);
                self.code.get(at).get(from).copy(size);
                if !is_fresh(e) {
                    self.code.get(at);
                    self.module.share_at(&mut self.code, ty);
                }
            }
            Rep::Unit => self.value(e),
            _ if self.holds_ray(local, e) => {
                let ray = self.ray_along(e);
                match ray {
                    Some(_) if self.is_gone_along(local) => {}
                    Some(ray) => {
                        self.list_of_ray(ray);
                        self.code.set(at);
                    }
                    None => {
                        self.value(e);
                        self.code.set(at);
                    }
                }
                self.rays.extend(ray.map(|it| (at, it)));
            }
            _ => {
                self.owned_as(e, ty);
                self.kept(e, ty);
                self.code.set(at);
            }
        }
    }
}
