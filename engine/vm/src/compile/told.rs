//! Tracing: the statements, conditions with their parts, and offers of a function.
//!
//! Invariant: tracing takes no steps except for parts that somebody asks for, and changes nothing it reads.

use super::{Compiler, Watched};
use crate::op::{Label, Op, Scope, ToldCondition, ToldOffer};
use ir::{ActionId, Builtin, Effects, Expr, ExprKind, LocalId, Stmt, StmtKind, Unary};

/// Maximum traced parts of a condition.
const PARTS: usize = 8;

impl Compiler<'_, '_> {
    fn tells(&self) -> bool {
        self.context.watched == Watched::Steps
    }

    /// A local has a value from here on. Returns the previous scope.
    pub(super) fn known(&mut self, local: LocalId) -> Scope {
        let before = self.scope;
        if self.tells() {
            self.code.told.scopes.push((local, before));
            self.scope = self.code.told.scopes.len() as Scope;
        }
        before
    }

    pub(super) fn parameters_known(&mut self) {
        for i in 0..u32::from(self.function.params) {
            self.known(LocalId(i));
        }
    }

    pub(super) fn tell_statement(&mut self, it: &Stmt) {
        // Code added by a front-end has no span.
        if !it.span.is_empty() {
            let at = self.code.told.statements.len() as u32;
            self.code.told.statements.push((it.span, self.scope));
            self.emit(Op::Step { at });
        }
        let (action, args): (ActionId, &[Expr]) = match &it.kind {
            StmtKind::Offer(action, args) => (*action, args),
            StmtKind::Button(action, _) | StmtKind::Disable(action, _) => (*action, &[]),
            _ => return,
        };
        let arguments = args.iter().map(|it| match self.plain(it).kind {
            ExprKind::Local(id) => Some(id),
            _ => None,
        });
        let arguments = arguments.collect();
        self.code.told.offers.push(ToldOffer { action, span: it.span, arguments, guards: self.guards.clone() });
    }

    /// A traced condition as a jump: [`Compiler::branch`].
    pub(super) fn branch_told(&mut self, e: &Expr, when: bool, to: Label) {
        let a = self.temp();
        let asked = self.temp();
        self.expr_to(e, a);
        let mut parts = Vec::new();
        self.parts(e, &mut parts);
        parts.retain(|it| !std::ptr::eq(*it, e) && !it.span.is_empty());
        parts.truncate(PARTS);
        let at = self.code.told.conditions.len() as u32;
        let told = parts.iter().map(|it| (it.span, it.ty.clone())).collect();
        self.code.told.conditions.push(ToldCondition { span: e.span, scope: self.scope, parts: told });
        self.emit(Op::Decide { at, a });
        if !parts.is_empty() {
            let end = self.label();
            self.emit(Op::IfNot { a: asked, to: end });
            for (part, e) in parts.into_iter().enumerate() {
                let mark = self.top;
                let a = self.expr(e);
                self.emit(Op::Part { part: part as u8, a, at });
                self.done(a, &e.ty);
                self.top = mark;
            }
            self.place_label(end);
        }
        self.emit(if when { Op::If { a, to } } else { Op::IfNot { a, to } });
    }

    /// A button under a traced condition.
    pub(super) fn button_told(&mut self, action: ActionId, e: &Expr) {
        let (other, end) = (self.label(), self.label());
        let from = self.code.told.conditions.len();
        self.branch(e, false, other);
        let guards = self.guards_of(e, from);
        if let Some(offer) = self.code.told.offers.last_mut() {
            offer.guards.extend(guards);
        }
        self.emit(Op::ButtonOn { action: action.0 });
        self.emit(Op::Jump { to: end });
        self.place_label(other);
        self.button_off(action);
        self.place_label(end);
    }

    /// The parts of a condition that are always evaluated and can be evaluated again.
    fn parts<'e>(&self, e: &'e Expr, out: &mut Vec<&'e Expr>) {
        match &e.kind {
            ExprKind::Local(_)
            | ExprKind::Load(_)
            | ExprKind::Index(..)
            | ExprKind::Field(..)
            | ExprKind::AnyField(..)
            | ExprKind::Board(..)
            | ExprKind::Seat
            | ExprKind::Failure
            | ExprKind::Active
                if self.is_pure(e) =>
            {
                out.push(e);
            }
            ExprKind::Call(..) | ExprKind::Builtin(..) if self.is_pure(e) => out.push(e),
            // `R` itself.
            ExprKind::Cast(_, a) if matches!(a.kind, ExprKind::Seat | ExprKind::Active) => out.push(e),
            ExprKind::Binary(_, a, b) => {
                self.parts(a, out);
                self.parts(b, out);
            }
            ExprKind::Unary(_, a) | ExprKind::Unwrap(a) | ExprKind::Cast(_, a) | ExprKind::Else(a, _) => {
                self.parts(a, out);
            }
            _ => {}
        }
    }

    /// `true` if evaluating it again changes nothing.
    fn is_pure(&self, e: &Expr) -> bool {
        let mut pure = true;
        ir::walk_expr(e, &mut |node| {
            let ir::Node::Expr(it) = node else { return };
            pure &= match &it.kind {
                ExprKind::Call(id, _) => self.context.program.function(*id).effects == Effects::NONE,
                ExprKind::Builtin(it, _) => is_pure(*it),
                ExprKind::PlaceOp(..) | ExprKind::Block(..) | ExprKind::Trial(..) => false,
                _ => true,
            };
        });
        pure
    }

    /// The traced conditions of a condition, from an index on, with the outcome of each if it holds.
    pub(super) fn guards_of(&self, condition: &Expr, from: usize) -> Vec<(u32, bool)> {
        let mut signs = Vec::new();
        signs_of(condition, true, &mut signs);
        let made = self.code.told.conditions.iter().enumerate().skip(from);
        let sign = |(at, it): (usize, &ToldCondition)| {
            signs.iter().find(|sign| sign.0 == it.span).map(|sign| (at as u32, sign.1))
        };
        made.filter_map(sign).collect()
    }

    /// Code that runs only for one outcome of a condition.
    pub(super) fn guarded(&mut self, guards: &[(u32, bool)], holds: bool, body: &[Stmt]) {
        let before = self.guards.len();
        self.guards.extend(guards.iter().map(|(at, sign)| (*at, *sign == holds)));
        self.stmts(body);
        self.guards.truncate(before);
    }

    /// Code after a condition with an early exit.
    pub(super) fn guarded_after(&mut self, guards: &[(u32, bool)], yes: &[Stmt], no: &[Stmt]) {
        let leaves = |body: &[Stmt]| {
            matches!(body.last().map(|it| &it.kind), Some(StmtKind::Return(_) | StmtKind::Break | StmtKind::Continue))
        };
        match (leaves(yes), leaves(no)) {
            (true, false) => self.guards.extend(guards.iter().map(|(at, sign)| (*at, !*sign))),
            (false, true) => self.guards.extend_from_slice(guards),
            _ => {}
        }
    }
}

/// The parts of a condition, each with its outcome if the whole holds, as far as that is determined.
fn signs_of(e: &Expr, sign: bool, out: &mut Vec<(diag::Span, bool)>) {
    match &e.kind {
        ExprKind::Unary(Unary::Not, a) => signs_of(a, !sign, out),
        ExprKind::And(a, b) | ExprKind::Or(a, b) => {
            signs_of(a, sign, out);
            signs_of(b, sign, out);
        }
        _ => out.push((e.span, sign)),
    }
}

fn is_pure(it: Builtin) -> bool {
    it.effects() == Effects::NONE
}
