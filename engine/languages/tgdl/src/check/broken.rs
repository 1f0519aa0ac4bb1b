//! Actions that cannot be tried to the end because the rules themselves fail: by an error (none where a value is
//! needed, a division by 0), or by triggers without end.
//!
//! Such an action is withheld like one with a `fail`, with a reason; the range of the reason's number tells them apart.
//! A game that ends because every action is withheld reports it, as a flaw of the game.

use super::Checker;
use super::context::Reason;
use super::now::FAILED;
use diag::Code;
use ir::{Binary, Expr, ExprKind, LocalId, Stmt, StmtKind, Ty};

/// Numbers of reasons from here on are of rules that fail: by an error, whose code is added; …
pub const BROKEN: i64 = 1 << 30;

/// … or, from here on, by endless triggers: the number of the reason is added.
pub const ENDLESS: i64 = BROKEN + 10_000;

/// Errors of running rules have these codes.
const ERRORS: std::ops::Range<u16> = 700..800;

impl<'b, 'a, 's> Checker<'b, 'a, 's> {
    /// Number of a reason, by its index among the reasons.
    pub fn reason_number(&self, at: usize) -> i64 {
        let endless = self.reasons.get(at).is_some_and(|it| it.endless);
        at as i64 + if endless { ENDLESS } else { FAILED }
    }

    /// The error of a failed trial, as a negative reason.
    pub fn error(&self) -> Expr {
        let b = self.b();
        b.binary(Binary::IntSub, b.int(-BROKEN), b.expr(ExprKind::Failure, Ty::Int))
    }

    /// `true` if a verdict means that the rules fail.
    pub fn is_broken(&self, verdict: Expr) -> Expr {
        let b = self.b();
        b.less(verdict, b.int(1 - BROKEN))
    }

    /// `true` if a verdict means that the rules fail by an error.
    pub fn is_error(&self, verdict: Expr) -> Expr {
        let b = self.b();
        b.and(b.less(b.int(-ENDLESS), verdict.clone()), self.is_broken(verdict))
    }

    /// The text for an error.
    pub fn error_text(&self, verdict: Expr) -> Expr {
        let title = |n: u16| Code::ALL.iter().find(|it| it.number() == n).map_or("an error", |it| it.title());
        let titles = ERRORS.map(|n| ir::Const::Str(title(n).to_owned())).collect();
        let b = self.b();
        let titles = b.expr(ExprKind::Const(ir::Const::List(titles)), Ty::Str.list());
        let first = i64::from(ERRORS.start);
        let at = b.binary(Binary::IntSub, b.negative(verdict), b.int(BROKEN + first));
        let known = self.is_between(at.clone(), b.int(0), b.int(i64::from(ERRORS.end) - 1 - first));
        let title = b.expr(ExprKind::Index(Box::new(titles), Box::new(at)), Ty::Str);
        b.binary(Binary::Concat, b.text("the rules fail: "), b.either(known, title, b.text("an error")))
    }

    /// An endless chain fails; in a trial it fails like an error, so that it is reported as a flaw.
    pub fn fail_endless(&mut self, why: String) -> Vec<Stmt> {
        self.mark(super::facts::Mark::Fail);
        let (body, b) = self.apart(|this| {
            this.ctx.result = Some(Ty::Int);
            vec![this.b().stmt(StmtKind::Stop(why.clone()))]
        });
        let id = self.function("what has no end", b, 0, Ty::Int, body);
        let b = self.b();
        let told = b.expr(ExprKind::Call(id, Vec::new()), Ty::Int);
        let told = b.expr(ExprKind::Trial(Box::new(told), Some(Box::new(b.int(0)))), Ty::Int);
        let mut out = vec![b.stmt(StmtKind::Expr(told))];
        out.extend(self.failing(Reason { of: 0, why, said: false, endless: true }));
        out
    }

    /// The text about an action for which the rules fail, from its verdict; empty if they do not. One text for each
    /// endless chain, one for all errors.
    pub fn broken_text(&self, verdict: LocalId) -> Expr {
        let b = self.b();
        let mut text = self.error_text(b.get(verdict));
        for (i, it) in self.reasons.iter().enumerate().filter(|it| it.1.endless) {
            let here = b.equal(b.get(verdict), b.int(-self.reason_number(i)));
            text = b.either(here, b.text(&it.why), text);
        }
        text
    }
}
