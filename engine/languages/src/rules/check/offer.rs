//! What prompts offer: actions with their arguments, buttons, and why not.

use super::{Checker, ast};
use diag::Span;
use ir::{Effects, Expr, Stmt, StmtKind, Ty};

impl<'s> Checker<'_, '_, 's> {
    /// `action name(arguments) if condition else reason`
    pub fn offer(
        &mut self,
        name: ast::Name<'s>,
        args: &[ast::Expr<'s>],
        when: Option<&ast::When<'s>>,
        span: Span,
    ) -> StmtKind {
        self.effect(Effects::OFFER, span, format!("offers `{}`", name.text));
        let params = self.handler_params(name.text);
        let action = self.offer_action(name);
        let Some(ast::When { cond, reason }) = when else {
            let args = self.offered_args(args, &params);
            self.offered(action, name.span, Some(&args));
            return StmtKind::Offer(action, args);
        };
        let test = self.condition(cond);
        let depth = self.body.narrowed.len();
        if reason.is_none() {
            // With a reason they are computed even where the condition is false.
            self.learn(cond, true);
        }
        let args = self.offered_args(args, &params);
        self.offered(action, name.span, Some(&args));
        self.body.narrowed.truncate(depth);
        let stmt = |kind| vec![Stmt { kind, span }];
        let reason = self.reason(cond, reason.as_ref());
        let otherwise = reason.map(|why| stmt(StmtKind::Withhold(action, args.clone(), why)));
        StmtKind::If(test, stmt(StmtKind::Offer(action, args)), otherwise.unwrap_or_default())
    }

    /// `button name if condition else reason`
    pub fn button(&mut self, name: ast::Name<'s>, when: Option<&ast::When<'s>>, span: Span) -> StmtKind {
        self.effect(Effects::OFFER, span, format!("offers `{}`", name.text));
        let test = when.map(|it| self.condition(&it.cond));
        let action = self.offer_action(name);
        self.offered(action, name.span, None);
        let reason = when.and_then(|it| self.reason(&it.cond, it.reason.as_ref()));
        match (test, reason) {
            (Some(test), Some(why)) => {
                let stmt = |kind| vec![Stmt { kind, span }];
                StmtKind::If(test, stmt(StmtKind::Button(action, None)), stmt(StmtKind::Disable(action, why)))
            }
            (test, _) => StmtKind::Button(action, test),
        }
    }

    fn offered_args(&mut self, args: &[ast::Expr<'s>], params: &[Ty]) -> Vec<Expr> {
        let mut out = Vec::new();
        for (i, it) in args.iter().enumerate() {
            out.push(match params.get(i) {
                Some(ty) => self.expr_as(it, ty),
                None => {
                    let typed = self.expr(it, None);
                    self.settle(typed).0
                }
            });
        }
        out
    }

    /// A reason, which is needed where the condition is false.
    fn reason(&mut self, cond: &ast::Expr<'s>, reason: Option<&ast::Expr<'s>>) -> Option<Expr> {
        let depth = self.body.narrowed.len();
        self.learn(cond, false);
        let text = reason.map(|it| self.any_text(it));
        self.body.narrowed.truncate(depth);
        text
    }
}
