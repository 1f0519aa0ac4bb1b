//! Trials: the state is saved before, and restored afterwards or when the trial is aborted.
//!
//! Invariant: after a trial the state has its old addresses, to the byte, so that addresses into it remain valid.

use crate::function::{FunctionCompiler, is_fresh};
use crate::layout::access::held;
use crate::layout::memory::global;
use crate::layout::{Rep, rep};
use crate::module::attempts::mem_of;
use crate::module::symbols::Attempted;
use crate::wasm::{Emit, I32, Local};
use diag::Code;
use ir::{Arg, Expr, ExprKind, Ty};
impl<'p> FunctionCompiler<'_, 'p> {
    pub fn trial(&mut self, of: &'p Expr, ty: &'p Ty) {
        let (begin, end, site) =
            (self.module.state.begin_trial, self.module.state.end_trial, self.site(Code::OutOfFuel));
        self.code.i32(site).call(begin);
        self.value_as(of, ty);
        if rep(ty) == Rep::Inline && !is_fresh(of) {
            self.keep_inline(ty);
        }
        let before = self.code.local(I32);
        self.code.call(end).set(before);
        if !sets_locals(of) {
            self.forget_since(before, ty);
        }
    }

    /// A trial that may fail: a call with known arguments, and the value in case of failure.
    pub fn attempt(&mut self, of: &'p Expr, otherwise: &'p Expr, ty: &'p Ty) {
        let ExprKind::Call(id, args) = &of.kind else { return self.module.broken("a trial of no call") };
        let callee = self.module.program.function(*id);
        let Attempted { number, room } = self.module.attempted(*id);
        for (i, arg) in args.iter().enumerate() {
            let Arg::Value(e) = arg else { return self.module.broken("a trial that changes its arguments") };
            let param = &callee.locals[i].ty;
            self.code.i32(room);
            self.value_as(e, param);
            self.kept(e, param);
            if !is_fresh(e) {
                self.share_value(param);
            }
            self.code.store(mem_of(held(param)), 8 * (i as u32 + 1));
        }
        let (attempt, site, before) = (self.module.state.attempt, self.site(Code::OutOfFuel), self.code.local(I32));
        self.code.i32(number).i32(site).call(attempt).tee(before);
        self.if_value(rep(ty).val(), |this| {
            if let Some(result) = rep(&callee.result).val() {
                this.code.i32(room).load(mem_of(result), 0);
            }
            this.convert(&callee.result, ty);
            this.forget_since(before, ty);
        })
        .else_(|this| {
            this.value_as(otherwise, ty);
            if rep(ty) == Rep::Inline && !is_fresh(otherwise) {
                this.keep_inline(ty);
            }
        });
    }

    /// Releases memory allocated since, except for the value on the stack.
    fn forget_since(&mut self, before: Local, ty: &Ty) {
        match rep(ty) {
            Rep::Int | Rep::Bool | Rep::Num | Rep::Unit => {
                self.code.get(before).sink().global_set(global::TOP);
            }
            Rep::Ptr if *ty.inner() == Ty::Str => {
                let at = self.code.local(I32);
                self.code.tee(at).get(at).get(before).sink().i32_lt_u();
                self.code.if_(|it| {
                    it.get(before).sink().global_set(global::TOP);
                });
            }
            Rep::Ptr | Rep::Inline => {}
        }
    }
}

/// `true` if evaluating an expression may assign a local.
fn sets_locals(e: &Expr) -> bool {
    let mut sets = false;
    ir::walk_expr(e, &mut |node| sets |= !ir::written(node).is_empty());
    sets
}
