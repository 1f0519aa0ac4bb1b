//! Conditions: jumps where the value itself is not needed.

use super::each::Quantifier;
use super::{Compiler, Watched, is_heap};
use crate::op::{Label, Op};
use ir::{Binary, Const, Expr, ExprKind, LocalId, Ty, Unary};
use std::slice;

impl Compiler<'_, '_> {
    /// Jumps to a label if the condition evaluates to `when`, and falls through otherwise.
    pub(super) fn branch(&mut self, e: &Expr, when: bool, to: Label) {
        let outer = std::mem::replace(&mut self.span, e.span);
        let mark = self.top;
        let told = self.context.watched == Watched::Steps;
        match &e.kind {
            ExprKind::Const(Const::Bool(it)) => {
                if *it == when {
                    self.emit(Op::Jump { to });
                }
            }
            ExprKind::Unary(Unary::Not, a) => self.branch(a, !when, to),
            ExprKind::And(a, b)
                if !when
                    && !told
                    && let Some((local, end)) = within(a, b) =>
            {
                let a = self.local(local);
                self.emit(Op::IfOutside { a, end, to });
            }
            ExprKind::And(a, b) | ExprKind::Or(a, b) => {
                // The value that short-circuits: false for `and`, true for `or`.
                let decides = matches!(e.kind, ExprKind::Or(..));
                if when == decides {
                    self.branch(a, when, to);
                    self.branch(b, when, to);
                } else {
                    let end = self.label();
                    self.branch(a, decides, end);
                    self.branch(b, when, to);
                    self.place_label(end);
                }
            }
            _ if told && !e.span.is_empty() => self.branch_told(e, when, to),
            ExprKind::Binary(op @ (Binary::IntLt | Binary::IntLe), a, b) => self.branch_less(*op, a, b, when, to),
            ExprKind::Binary(op @ (Binary::Eq | Binary::Ne), a, b) => {
                let equal = (*op == Binary::Eq) == when;
                self.branch_equal(a, b, equal, to);
            }
            ExprKind::Block(body, value) => match self.quantifier(body, value) {
                Some(it) => self.branch_quantifier(&it, when, to),
                None => self.branch_value(e, when, to),
            },
            _ => self.branch_value(e, when, to),
        }
        self.top = mark;
        self.span = outer;
    }

    fn branch_value(&mut self, e: &Expr, when: bool, to: Label) {
        let a = self.expr(e);
        self.emit(if when { Op::If { a, to } } else { Op::IfNot { a, to } });
    }

    /// No flag: turning it is the jump.
    fn branch_quantifier(&mut self, it: &Quantifier<'_>, when: bool, to: Label) {
        let round = slice::from_ref(it.round);
        if when == it.start {
            let turned = self.label();
            self.early.push((it.flag, turned));
            self.stmts(round);
            self.emit(Op::Jump { to });
            self.place_label(turned);
        } else {
            self.early.push((it.flag, to));
            self.stmts(round);
        }
        self.early.pop();
    }

    fn branch_less(&mut self, op: Binary, a: &Expr, b: &Expr, when: bool, to: Label) {
        let strict = op == Binary::IntLt;
        if let Some(by) = small(b) {
            let a = self.operand(a, true);
            self.emit(match (strict, when) {
                (true, true) => Op::IfLtInt { a, by, to },
                (true, false) => Op::IfGeInt { a, by, to },
                (false, true) => Op::IfLeInt { a, by, to },
                (false, false) => Op::IfGtInt { a, by, to },
            });
        } else if let Some(by) = small(a) {
            let a = self.operand(b, true);
            self.emit(match (strict, when) {
                (true, true) => Op::IfGtInt { a, by, to },
                (true, false) => Op::IfLeInt { a, by, to },
                (false, true) => Op::IfGeInt { a, by, to },
                (false, false) => Op::IfLtInt { a, by, to },
            });
        } else {
            let a = self.operand(a, self.is_quiet(b));
            let b = self.operand(b, true);
            self.emit(match (strict, when) {
                (true, true) => Op::IfLt { a, b, to },
                (true, false) => Op::IfLe { a: b, b: a, to },
                (false, true) => Op::IfLe { a, b, to },
                (false, false) => Op::IfLt { a: b, b: a, to },
            });
        }
    }

    /// The jump that compares an element of a global list with none or a local, if no storage is involved.
    fn item_jump(&mut self, a: &Expr, b: &Expr, equal: bool, to: Label) -> Option<Op> {
        let other = match &self.plain(b).kind {
            ExprKind::Const(Const::None) => None,
            ExprKind::Local(id) if !is_heap(&b.ty) => Some(self.local(*id)),
            _ => return None,
        };
        let (global, index) = if is_heap(&a.ty) { None } else { self.global_item(a) }?;
        Some(match (other, equal) {
            (None, true) => Op::IfItemNone { global, index, to },
            (None, false) => Op::IfItemSome { global, index, to },
            (Some(b), true) => Op::IfItemEq { global, index, b, to },
            (Some(b), false) => Op::IfItemNe { global, index, b, to },
        })
    }

    fn branch_equal(&mut self, a: &Expr, b: &Expr, equal: bool, to: Label) {
        let (a, b) = if matches!(self.plain(a).kind, ExprKind::Const(_)) { (b, a) } else { (a, b) };
        let exact = !matches!(a.ty.inner(), Ty::Any | Ty::Num);
        if let Some(op) = self.item_jump(a, b, equal, to) {
            // Only reading the element can fail.
            let outer = std::mem::replace(&mut self.span, a.span);
            self.emit(op);
            self.span = outer;
        } else if matches!(self.plain(b).kind, ExprKind::Const(Const::None)) {
            let reg = self.operand(a, true);
            if self.holds(reg, &a.ty) {
                // The jump must not leave storage behind.
                let flag = self.temp();
                let none = self.expr(b);
                self.emit(Op::Eq { to: flag, a: reg, b: none });
                self.done(reg, &a.ty);
                self.emit(if equal { Op::If { a: flag, to } } else { Op::IfNot { a: flag, to } });
            } else {
                self.emit(if equal { Op::IfNone { a: reg, to } } else { Op::IfSome { a: reg, to } });
            }
        } else if let Some(by) = small(self.plain(b)).filter(|_| exact) {
            let a = self.operand(a, true);
            self.emit(if equal { Op::IfEqInt { a, by, to } } else { Op::IfNeInt { a, by, to } });
        } else {
            let left = self.operand(a, self.is_quiet(b));
            let right = self.operand(b, true);
            if self.holds(left, &a.ty) || self.holds(right, &b.ty) {
                let flag = self.temp();
                self.emit(Op::Eq { to: flag, a: left, b: right });
                self.done(left, &a.ty);
                self.done(right, &b.ty);
                self.emit(if equal { Op::If { a: flag, to } } else { Op::IfNot { a: flag, to } });
            } else {
                let (a, b) = (left, right);
                self.emit(if equal { Op::IfEq { a, b, to } } else { Op::IfNe { a, b, to } });
            }
        }
    }
}

/// `0 <= x and x < end` of a local.
fn within(low: &Expr, high: &Expr) -> Option<(LocalId, i16)> {
    let local = |e: &Expr| e.local();
    let from = match &low.kind {
        ExprKind::Binary(Binary::IntLe, zero, x) if small(zero) == Some(0) => local(x),
        ExprKind::Unary(Unary::Not, below) => match &below.kind {
            ExprKind::Binary(Binary::IntLt, x, zero) if small(zero) == Some(0) => local(x),
            _ => None,
        },
        _ => None,
    }?;
    match &high.kind {
        ExprKind::Binary(Binary::IntLt, x, end) if local(x) == Some(from) => Some((from, small(end)?)),
        _ => None,
    }
}

/// A constant that fits into a jump.
fn small(e: &Expr) -> Option<i16> {
    match &e.kind {
        ExprKind::Const(Const::Int(n)) => i16::try_from(*n).ok(),
        _ => None,
    }
}
