//! The offers of prompts: actions with their arguments, buttons, and reasons against.

use super::sort::{Sort, none};
use super::{Checker, Def, FrameSource, ast};
use ast::{BinaryOp, ExprKind as Ast, PartKind, StmtKind as Source};
use diag::Span;
use ir::{ActionId, Binary, Const, Effects, Expr, ExprKind, FrameId, Stmt, StmtKind, Ty};

/// `unless why`, taken apart.
struct Objection {
    /// Keeps its value.
    set: StmtKind,
    /// Holds if there is none.
    test: Expr,
    /// The text, where there is one.
    reason: Expr,
}

impl<'s> Checker<'_, '_, 's> {
    /// `action name(arguments) "label" if condition else reason`
    pub fn offer(
        &mut self,
        name: ast::Name<'s>,
        args: &[ast::Expr<'s>],
        label: Option<&ast::Expr<'s>>,
        when: Option<&ast::When<'s>>,
        span: Span,
    ) -> Vec<StmtKind> {
        self.effect(Effects::OFFER, span, format!("offers `{}`", name.text));
        let params = self.handler_params(name.text);
        let action = self.offer_action(name);
        let stmt = |kind| Stmt { kind, span };
        let (cond, reason) = match when {
            Some(ast::When::If(word, cond, reason)) => {
                self.shorter_unless(*word, cond, reason.as_ref());
                (cond, reason)
            }
            Some(ast::When::Unless(word, why)) => {
                let objection = self.objection(*word, why);
                let args = self.offered_args(args, &params);
                self.offered(action, name.span, span, Some(&args));
                let label = self.label(action, &args, label);
                let withhold = stmt(StmtKind::Withhold(action, args.clone(), objection.reason));
                let offers = std::iter::once(StmtKind::Offer(action, args)).chain(label);
                let offers = offers.map(stmt).collect();
                return vec![objection.set, StmtKind::If(objection.test, offers, vec![withhold])];
            }
            None => {
                let args = self.offered_args(args, &params);
                self.offered(action, name.span, span, Some(&args));
                let label = self.label(action, &args, label);
                return std::iter::once(StmtKind::Offer(action, args)).chain(label).collect();
            }
        };
        let test = self.condition(cond);
        let depth = self.body.narrowed.len();
        if reason.is_none() {
            // With a reason they are computed even where the condition is false.
            self.learn(cond, true);
        }
        let args = self.offered_args(args, &params);
        self.offered(action, name.span, span, Some(&args));
        self.body.narrowed.truncate(depth);
        // It is evaluated only if the condition holds.
        self.learn(cond, true);
        let label = self.label(action, &args, label);
        self.body.narrowed.truncate(depth);
        let reason = self.reason(cond, reason.as_ref());
        let otherwise = reason.map(|why| stmt(StmtKind::Withhold(action, args.clone(), why)));
        let offers = std::iter::once(StmtKind::Offer(action, args)).chain(label);
        vec![StmtKind::If(test, offers.map(stmt).collect(), otherwise.into_iter().collect())]
    }

    /// The label of a move.
    fn label(&mut self, action: ActionId, args: &[Expr], label: Option<&ast::Expr<'s>>) -> Option<StmtKind> {
        self.labelled |= label.is_some();
        label.map(|it| StmtKind::Label(action, args.to_vec(), self.any_text(it)))
    }

    /// `button name "label" if condition else reason`
    pub fn button(
        &mut self,
        name: ast::Name<'s>,
        label: Option<&ast::Expr<'s>>,
        when: Option<&ast::When<'s>>,
        span: Span,
    ) -> Vec<StmtKind> {
        self.effect(Effects::OFFER, span, format!("offers `{}`", name.text));
        let (set, test, reason) = match when {
            Some(ast::When::If(word, cond, reason)) => {
                self.shorter_unless(*word, cond, reason.as_ref());
                let test = self.condition(cond);
                (None, Some(test), self.reason(cond, reason.as_ref()))
            }
            Some(ast::When::Unless(word, why)) => {
                let objection = self.objection(*word, why);
                (Some(objection.set), Some(objection.test), Some(objection.reason))
            }
            None => (None, None, None),
        };
        let action = self.offer_action(name);
        self.offered(action, name.span, span, None);
        // A button is called so enabled or not.
        let label = self.label(action, &[], label);
        let button = match (test, reason) {
            (Some(test), Some(why)) => {
                let stmt = |kind| vec![Stmt { kind, span }];
                StmtKind::If(test, stmt(StmtKind::Button(action, None)), stmt(StmtKind::Disable(action, why)))
            }
            (test, _) => StmtKind::Button(action, test),
        };
        set.into_iter().chain([button]).chain(label).collect()
    }

    /// `unless why`: `why` is evaluated once, and nothing is offered if it is a text.
    fn objection(&mut self, word: Span, why: &ast::Expr<'s>) -> Objection {
        let span = why.span;
        let text = Ty::Str.opt();
        let typed = self.expr(why, Some(&text));
        let fits = match &typed.sort {
            Sort::Of(Ty::Opt(it)) => **it == Ty::Str,
            Sort::Of(Ty::Any) | Sort::Poison => true,
            _ => false,
        };
        let value = if fits {
            self.coerce(typed, &text)
        } else {
            let shown = self.show_sort(&typed.sort);
            self.problems.no_objection(word, span, &shown, typed.ty() == Some(&Ty::Bool));
            none(span)
        };
        let kept = self.body.temporary(text.clone());
        let make = |kind, ty| Expr { kind, ty, span };
        let read = || Box::new(make(ExprKind::Local(kept), text.clone()));
        let none = Box::new(make(ExprKind::Const(Const::None), text.clone()));
        Objection {
            set: StmtKind::Set(kept, Expr { ty: text.clone(), ..value }),
            test: make(ExprKind::Binary(Binary::Eq, read(), none), Ty::Bool),
            reason: make(ExprKind::Unwrap(read()), Ty::Str),
        }
    }

    /// Warns of `if x == none else x`, which is `unless x`.
    fn shorter_unless(&mut self, word: Span, cond: &ast::Expr<'s>, reason: Option<&ast::Expr<'s>>) {
        let (Some(reason), Ast::Binary(BinaryOp::Eq, _, tested, none)) = (reason, &cond.kind) else { return };
        let written = |it: Span| self.text.get(it.range()).unwrap_or_default();
        let (tested, same) = (written(tested.span), written(reason.span));
        if matches!(none.kind, Ast::None) && same.strip_suffix('!').unwrap_or(same) == tested {
            self.problems.shorter_unless(word.to(reason.span), tested);
        }
    }

    /// The written type of an argument in an offer of a state's prompt, if it is evident: for the message that it is
    /// missing.
    pub fn offered_type(&self, frame: FrameId, action: &str, argument: usize) -> Option<String> {
        let FrameSource::State { parts, .. } = self.frames[frame.index()].source else { return None };
        parts.iter().find_map(|it| match &it.kind {
            PartKind::Prompt(body) => self.offered_in(body, action, argument, &mut Vec::new()),
            _ => None,
        })
    }

    /// `known`: the loop variables around a block with their types.
    fn offered_in<'b>(
        &self,
        block: &'b ast::Block<'s>,
        action: &str,
        argument: usize,
        known: &mut Vec<(&'b str, Option<String>)>,
    ) -> Option<String> {
        block.stmts.iter().find_map(|it| match &it.kind {
            Source::Action { name, args: Some(args), .. } if name.text == action => match &args.get(argument)?.kind {
                Ast::Name(text) => match known.iter().rev().find(|it| it.0 == *text) {
                    Some((_, ty)) => ty.clone(),
                    None => match self.names.get(text)?.def {
                        Def::Role(_) => Some("Role".into()),
                        Def::Member(id, _) => Some(self.program.enums[id.index()].name.clone()),
                        _ => None,
                    },
                },
                Ast::Str(_) | Ast::Template(_) => Some("string".into()),
                _ => None,
            },
            Source::For { var, iter, body, .. } => {
                let Ast::Name(var) = var.kind else { return self.offered_in(body, action, argument, known) };
                known.push((var, self.element_type(iter)));
                let found = self.offered_in(body, action, argument, known);
                known.pop();
                found
            }
            Source::If { then, other, .. } => self
                .offered_in(then, action, argument, known)
                .or_else(|| self.offered_in(other.as_ref()?, action, argument, known)),
            Source::While { body, .. } => self.offered_in(body, action, argument, known),
            _ => None,
        })
    }

    /// The type of the elements of an iterated value, if it is evident.
    fn element_type(&self, iter: &ast::Expr<'s>) -> Option<String> {
        match &iter.kind {
            Ast::Name("Role") => Some("Role".into()),
            Ast::Name(name) => match self.names.get(name)?.def {
                Def::Enum(id) => Some(self.program.enums[id.index()].name.clone()),
                _ => None,
            },
            Ast::Binary(BinaryOp::To | BinaryOp::Until, ..) => Some("int".into()),
            Ast::Field(base, field) => match base.kind {
                Ast::Name("G") => {
                    let (id, _) = self.globals.get(field.text)?;
                    self.program.globals[id.index()].ty.element().map(|it| self.show(it))
                }
                Ast::Name(board) if field.text == "cells" => Some(format!("{board}.cell")),
                _ => None,
            },
            Ast::Index(base, _) => match &base.kind {
                Ast::Field(whole, field) if matches!(whole.kind, Ast::Name("G")) => {
                    let (id, _) = self.globals.get(field.text)?;
                    self.program.globals[id.index()].ty.element()?.element().map(|it| self.show(it))
                }
                _ => None,
            },
            _ => None,
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
