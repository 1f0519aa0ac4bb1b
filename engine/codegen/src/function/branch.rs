//! Conditions that branch: the code that evaluates one jumps itself and leaves no truth value to be tested again.
//!
//! Invariant: evaluation, its order and the steps are those of the value.

use crate::function::{FunctionCompiler, Use, Ways};
use crate::wasm::Emit;
use ir::{Const, Expr, ExprKind, Ty, Unary};

impl<'p> FunctionCompiler<'_, 'p> {
    /// `true` if a condition has inlined functions, or parts that may be skipped.
    pub fn leads(&mut self, e: &'p Expr) -> bool {
        self.module.fast
            && match &e.kind {
                ExprKind::Unary(Unary::Not, a) | ExprKind::Block(_, a) => self.leads(a),
                ExprKind::And(a, b) => self.leads(a) || self.leads(b) || self.may_be_left_out(a, b),
                ExprKind::Or(a, b) => self.leads(a) || self.leads(b) || !self.can_speculate(b),
                ExprKind::Call(id, _) => self.module.program.function(*id).result == Ty::Bool && self.is_inlined(*id),
                _ => false,
            }
    }

    /// `true` if the second of two conditions is only evaluated if the first holds.
    fn may_be_left_out(&mut self, a: &'p Expr, b: &'p Expr) -> bool {
        let known = self.refine(a, |mut visit| ir::walk_expr(b, &mut visit));
        let left_out = !self.can_speculate(b);
        self.restore(known);
        left_out
    }

    /// Works out a condition and goes where it leads: nothing goes on behind it.
    pub fn lead(&mut self, e: &'p Expr, to: Ways) {
        let outer = std::mem::replace(&mut self.span, e.span);
        match &e.kind {
            ExprKind::Const(Const::Bool(holds)) => drop(self.code.br(if *holds { to.yes } else { to.no })),
            _ if !self.leads(e) => {
                self.value(e);
                self.code.br_if(to.yes).br(to.no);
            }
            ExprKind::Unary(Unary::Not, a) => self.lead(a, Ways { yes: to.no, no: to.yes }),
            ExprKind::Block(body, a) => {
                self.stmts(body);
                self.lead(a, to);
            }
            ExprKind::And(a, b) => {
                self.block(|this, yes| this.lead(a, Ways { yes, no: to.no }));
                let known = self.refine(a, |mut visit| ir::walk_expr(b, &mut visit));
                self.lead(b, to);
                self.restore(known);
            }
            ExprKind::Or(a, b) => {
                self.block(|this, no| this.lead(a, Ways { yes: to.yes, no }));
                self.lead(b, to);
            }
            ExprKind::Call(id, args) => self.call(*id, args, Use::Lead(to)),
            _ => unreachable!("what leads is one of these"),
        }
        self.span = outer;
    }
}
