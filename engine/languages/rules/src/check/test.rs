//! Tests: their steps, checked like all other code.

use super::super::lex::unescape;
use super::body::{BodyKind, Tail};
use super::sort::{Typed, cast, printable};
use super::{Checker, ast};
use ast::TestStepKind as Source;
use diag::Span;
use ir::{Binary, Cast, ChoiceKind, Const, Expr, ExprKind, FnId, Root, Stmt, StmtKind, Test, TestMove, TestStep};
use ir::{TestStepKind, Ty};
use std::collections::BTreeMap;

impl<'a, 's> Checker<'_, 'a, 's> {
    pub fn test_bodies(&mut self) {
        // A state that only tests go to is not reached in a game.
        let called: Vec<bool> = self.frames.iter().map(|it| it.called).collect();
        let any_called = self.any_frame_called;
        let mut names: BTreeMap<String, Span> = BTreeMap::new();
        for (name, steps) in std::mem::take(&mut self.tests) {
            let text = unescape(name.raw);
            if names.insert(text.clone(), name.span).is_some() {
                self.problems.twice_text(name.span, &text);
            }
            if let Some(first) = steps.first()
                && !matches!(first.kind, Source::Setup { .. } | Source::Missing)
                && !begins_inside(first)
            {
                self.problems.test_without_setup(first.span);
            }
            let first = self.program.functions.len() as u16;
            // Each test fails separately, so one-time messages are repeated in each.
            let told = self.undeclared.clone();
            let steps = self.test_steps(steps);
            self.undeclared = told;
            let code = first..self.program.functions.len() as u16;
            self.program.tests.push(Test { name: text, steps, span: name.span, code });
        }
        for (frame, called) in self.frames.iter_mut().zip(called) {
            frame.called = called;
        }
        self.any_frame_called = any_called;
    }

    /// Steps with variables of their own.
    fn test_steps(&mut self, steps: &'a [ast::TestStep<'s>]) -> Vec<TestStep> {
        let outer = self.test_variables.len();
        let steps = steps.iter().filter_map(|it| self.test_step(it)).collect();
        self.test_variables.truncate(outer);
        steps
    }

    fn test_step(&mut self, it: &'a ast::TestStep<'s>) -> Option<TestStep> {
        let kind = match &it.kind {
            Source::Setup { seed, scenario, options } => self.test_setup(seed.as_ref(), *scenario, options)?,
            Source::Move(it) => TestStepKind::Move(self.test_move(it)?),
            Source::Refuse(it, reason) => TestStepKind::Refuse(self.test_move(it)?, reason.map(|it| unescape(it.raw))),
            Source::Offer(it) => TestStepKind::Offer(self.test_move(it)?),
            Source::OfferAll { role, action, list } => self.test_offers(role, *action, list)?,
            Source::Given(body) => TestStepKind::Given(self.test_code(BodyKind::Given, body, "given")),
            Source::Assert(cond) => self.test_assert(cond, it.span),
            Source::Sees(role, body) => {
                let seat = self.test_value(it.span, |this| {
                    let role = this.expr_as(role, &Ty::Role.opt());
                    cast(Cast::ToAny, role, Ty::Any)
                });
                TestStepKind::Sees(seat, self.test_code(BodyKind::Sees, body, "sees"))
            }
            Source::Play(count) => match self.constant(count, &Ty::Range(0, 1_000_000))? {
                Const::Int(count) => TestStepKind::Play(u32::try_from(count).unwrap_or_default()),
                _ => return None,
            },
            Source::Let(name, value) => {
                let (function, ty) = self.test_typed(value.span, |this| {
                    let value = this.expr(value, None);
                    this.settle(value)
                });
                if let Some((first, _)) = self.test_variables.iter().find(|it| it.0.text == name.text) {
                    self.problems.twice(name.span, name.text, first.span);
                }
                self.note_local(*name, &ty);
                self.test_variables.push((*name, ty));
                TestStepKind::Let(function)
            }
            Source::For { var, list, steps } => {
                let (function, ty) = self.test_typed(list.span, |this| {
                    let list = this.expr(list, None);
                    this.settle(list)
                });
                let element = if let Ty::List(it) = &ty { (**it).clone() } else { Ty::Unit };
                self.test_variables.push((*var, element));
                let steps = self.test_steps(steps);
                self.test_variables.pop();
                TestStepKind::For(function, steps)
            }
            Source::If { cond, then, other } => {
                let (function, _) = self.test_typed(cond.span, |this| (this.condition(cond), Ty::Bool));
                TestStepKind::If(function, self.test_steps(then), self.test_steps(other))
            }
            Source::Missing => return None,
        };
        Some(TestStep { kind, span: it.span })
    }

    fn test_setup(
        &mut self,
        seed: Option<&ast::Expr<'s>>,
        scenario: Option<ast::Text<'s>>,
        options: &[(ast::Name<'s>, ast::Expr<'s>)],
    ) -> Option<TestStepKind> {
        let seed = match seed.map(|it| self.constant(it, &Ty::Range(0, ir::INT_MAX))) {
            None => 1,
            Some(Some(Const::Int(seed))) => u64::try_from(seed).unwrap_or_default(),
            Some(_) => return None,
        };
        let scenario = scenario.map(|it| {
            let text = unescape(it.raw);
            if !self.program.scenarios.contains(&text) {
                let known: Vec<&str> = self.program.scenarios.iter().map(String::as_str).collect();
                self.problems.unknown_scenario(it.span, &text, &known);
            }
            text
        });
        let mut chosen = Vec::new();
        for (name, value) in options {
            let Some(it) = self.program.options.iter().find(|it| it.name == name.text).cloned() else {
                let known: Vec<&str> = self.program.options.iter().map(|it| it.name.as_str()).collect();
                self.problems.unknown_option(name.span, name.text, &known);
                continue;
            };
            let ty = match &it.kind {
                ChoiceKind::Bool { .. } => Ty::Bool,
                ChoiceKind::Int { min, max, .. } => Ty::Range(*min, *max),
                ChoiceKind::One { .. } => Ty::Str,
            };
            if let Some((variable, _)) = self.test_variables.iter().find(|it| mentions(value, it.0.text)) {
                self.problems.setup_varies(value.span, variable.text, variable.span);
                return None;
            }
            let made = self.constant(value, &ty)?;
            if let (ChoiceKind::One { of, .. }, Const::Str(text)) = (&it.kind, &made)
                && !of.contains(text)
            {
                self.problems.option_default(value.span);
            }
            chosen.push((it.name, made));
        }
        Some(TestStepKind::Setup { seed, scenario, options: chosen })
    }

    /// Argument types of an action's handlers; reports an action that no state handles.
    fn test_action(&mut self, action: ast::Name<'s>) -> Option<Vec<Ty>> {
        let handled = self.actions.get(action.text).and_then(|id| self.arguments.get(id)).cloned();
        if handled.is_none() && action.text == "undo" {
            return Some(Vec::new());
        }
        if handled.is_none() {
            let known: Vec<&str> = self.arguments.keys().map(|id| self.program.actions[id.index()].as_str()).collect();
            self.problems.unknown_action(action.span, action.text, &known);
        }
        handled
    }

    fn test_move(&mut self, it: &'a ast::TestMove<'s>) -> Option<TestMove> {
        let params = self.test_action(it.action)?;
        // One name may have handlers that differ.
        let id = self.actions.get(it.action.text);
        let mut handlers = self.frames.iter().filter_map(|frame| frame.handlers.get(id?));
        let fits = handlers.any(|handler| handler.params.len() == it.args.len());
        let undo = it.action.text == "undo" && it.args.is_empty();
        if !fits && !undo {
            self.problems.argument_count(it.span, it.action.text, params.len(), it.args.len());
            return None;
        }
        let function = self.test_value(it.span, |this| {
            let role = this.expr_as(&it.role, &Ty::Role);
            let mut items = vec![cast(Cast::ToAny, role, Ty::Any)];
            for (i, arg) in it.args.iter().enumerate() {
                let arg = this.expr_as(arg, params.get(i).unwrap_or(&Ty::Any));
                items.push(to_any(arg));
            }
            any_list(items, it.span)
        });
        Some(TestMove { action: it.action.text.to_string(), function })
    }

    fn test_offers(
        &mut self,
        role: &'a ast::Expr<'s>,
        action: ast::Name<'s>,
        list: &'a ast::Expr<'s>,
    ) -> Option<TestStepKind> {
        let element = match &self.test_action(action)?[..] {
            [one] => one.clone(),
            _ => Ty::Any,
        };
        let function = self.test_value(list.span, |this| {
            let role = this.expr_as(role, &Ty::Role);
            let list = this.expr_as(list, &element.list());
            any_list(vec![cast(Cast::ToAny, role, Ty::Any), to_any(list)], action.span)
        });
        Some(TestStepKind::OfferAll { action: action.text.to_string(), function })
    }

    /// Checks an assertion. On failure, reports which part joined by `and` failed (−1 for the whole), and the sides of
    /// a comparison.
    fn test_assert(&mut self, cond: &ast::Expr<'s>, span: Span) -> TestStepKind {
        TestStepKind::Assert(self.test_value(span, |this| {
            let parts = conjuncts(this.condition(cond));
            let several = parts.len() > 1;
            let truth = |it: bool| to_any(Expr { kind: ExprKind::Const(Const::Bool(it)), ty: Ty::Bool, span });
            parts.into_iter().enumerate().rev().fold(any_list(vec![truth(true)], span), |rest, (i, part)| {
                let which = Typed::int(if several { i as i64 } else { -1 }, span);
                let mut failed = vec![truth(false), to_any(which.expr)];
                if let ExprKind::Binary(op, a, b) = &part.kind
                    && !matches!(op, Binary::Concat | Binary::In)
                    && printable(&a.ty)
                    && printable(&b.ty)
                {
                    failed.extend([a, b].map(|it| to_any(cast(Cast::ToStr, (**it).clone(), Ty::Str))));
                }
                let failed = any_list(failed, span);
                Expr { kind: ExprKind::If(Box::new(part), Box::new(rest), Box::new(failed)), ty: Ty::Any, span }
            })
        }))
    }

    /// A function that gives a value, an `any`.
    fn test_value(&mut self, span: Span, make: impl FnOnce(&mut Self) -> Expr) -> FnId {
        self.test_typed(span, |this| (make(this), Ty::Any)).0
    }

    /// A function that gives a value, and the type of that.
    fn test_typed(&mut self, span: Span, make: impl FnOnce(&mut Self) -> (Expr, Ty)) -> (FnId, Ty) {
        let id = self.new_function("test", span);
        let mut result = Ty::Unit;
        self.in_body(BodyKind::Test, id, None, |this| {
            this.test_params();
            this.body.tail = Tail::Inside(span);
            let (value, ty) = make(this);
            this.body.result = Some(ty.clone());
            result = ty;
            vec![Stmt { kind: StmtKind::Return(Some(value)), span }]
        });
        (id, result)
    }

    /// The variables of a test, as parameters of each function of its steps.
    fn test_params(&mut self) {
        for (name, ty) in self.test_variables.clone() {
            self.body.param(name, ty, false);
        }
    }

    fn test_code(&mut self, kind: BodyKind, body: &'a ast::Block<'s>, word: &str) -> FnId {
        let id = self.new_function(word, body.span);
        self.in_body(kind, id, None, |this| {
            this.test_params();
            let stmts = this.block(body, Tail::Last);
            this.body.result = None;
            stmts
        });
        id
    }

    /// `G.result` in a test: none while the game is on.
    pub fn game_result(&mut self, span: Span) -> Typed {
        let ty = Ty::Str.opt();
        let it = |kind, ty| Expr { kind, ty, span };
        let whole = Box::new(it(ExprKind::WholeState, Ty::Any));
        let held = self.body.temporary(Ty::Any);
        let read = || Box::new(it(ExprKind::Local(held), Ty::Any));
        let set = StmtKind::Set(held, it(ExprKind::AnyField(whole, "result".into()), Ty::Any));
        // Nobody won: −1.
        let nobody = to_any(it(ExprKind::Const(Const::Int(-1)), Ty::Int));
        let is_nobody = it(ExprKind::Binary(Binary::Eq, read(), Box::new(nobody)), Ty::Bool);
        let nobody = cast(Cast::Some, it(ExprKind::Const(Const::Str("None".into())), Ty::Str), ty.clone());
        let named = cast(Cast::FromAny, *read(), ty.clone());
        let value = it(ExprKind::If(Box::new(is_nobody), Box::new(nobody), Box::new(named)), ty.clone());
        Typed::of(ExprKind::Block(vec![Stmt { kind: set, span }], Box::new(value)), ty, span)
    }

    /// `true` if a field of the view is absent for the viewer, or none; `None` for anything else.
    pub fn is_hidden(&self, it: &Typed, hidden: bool, span: Span) -> Option<Typed> {
        let ExprKind::Load(place) = &it.expr.kind else { return None };
        let (Root::View(id), []) = (place.root, &place.path[..]) else { return None };
        let make = |kind| Expr { kind, ty: Ty::Bool, span };
        let mut shown = make(ExprKind::Shown(id));
        if matches!(it.ty(), Some(Ty::Opt(_) | Ty::Any)) {
            let none = Expr { kind: ExprKind::Const(Const::None), ty: it.expr.ty.clone(), span };
            let some = make(ExprKind::Binary(Binary::Ne, Box::new(it.expr.clone()), Box::new(none)));
            shown = make(ExprKind::And(Box::new(shown), Box::new(some)));
        }
        let kind = if hidden { ExprKind::Unary(ir::Unary::Not, Box::new(shown)) } else { shown.kind };
        Some(Typed::of(kind, Ty::Bool, span))
    }
}

/// `true` if the first step in a loop or under a condition is a setup with options, which needs a further message.
fn begins_inside(it: &ast::TestStep<'_>) -> bool {
    let (Source::For { steps, .. } | Source::If { then: steps, .. }) = &it.kind else { return false };
    steps.first().is_some_and(|it| match &it.kind {
        Source::Setup { options, .. } => options
            .iter()
            .any(|it| !matches!(it.1.kind, ast::ExprKind::Str(_) | ast::ExprKind::Int(_) | ast::ExprKind::Bool(_))),
        _ => begins_inside(it),
    })
}

/// `true` if a value is a variable, or part of it.
fn mentions(it: &ast::Expr<'_>, variable: &str) -> bool {
    match &it.kind {
        ast::ExprKind::Name(name) => *name == variable,
        ast::ExprKind::Field(base, _) | ast::ExprKind::Index(base, _) => mentions(base, variable),
        _ => false,
    }
}

/// The operands of `and`, in order.
fn conjuncts(test: Expr) -> Vec<Expr> {
    let mut open = vec![test];
    let mut out = Vec::new();
    while let Some(it) = open.pop() {
        match it.kind {
            ExprKind::And(a, b) => open.extend([*b, *a]),
            _ => out.push(it),
        }
    }
    out
}

fn to_any(it: Expr) -> Expr {
    if it.ty == Ty::Any { it } else { cast(Cast::ToAny, it, Ty::Any) }
}

fn any_list(items: Vec<Expr>, span: Span) -> Expr {
    to_any(Expr { kind: ExprKind::Make(items), ty: Ty::Any.list(), span })
}
