//! `click`: which actions a show makes, and what its clicks send.

use super::{Checker, ast};
use ast::{ExprKind as Ast, Name};
use ir::{ActionId, Click, Sends, Ty};

impl<'s> Checker<'_, '_, 's> {
    /// `click: space`, `click: drop(column)`, `click: [move(cell, cell), jump(cells)]`
    pub fn clicks(&mut self, value: &ast::Expr<'s>, board: bool) -> Vec<Click> {
        let mut out: Vec<Click> = Vec::new();
        let all = match &value.kind {
            Ast::List(items) => items.iter().collect(),
            _ => vec![value],
        };
        for it in all {
            let Some((name, sends)) = self.click_parts(it, board) else { continue };
            let Some(action) = self.actions.get(name.text).copied() else {
                let known: Vec<&str> = self.program.actions.iter().map(String::as_str).collect();
                self.problems.unknown_action(name.span, name.text, &known);
                continue;
            };
            let takes = self.arguments.get(&action).cloned().unwrap_or_default();
            let sends = match sends {
                Some(sends) => sends,
                None => takes.iter().map(sent).collect(),
            };
            let cells = sends.iter().filter(|it| **it != Sends::Choice).count();
            let fits =
                sends.len() == takes.len() && cells > 0 && sends.iter().zip(&takes).all(|(it, ty)| fits(*it, ty));
            if !fits {
                let takes: Vec<String> = takes.iter().map(|it| self.show(it)).collect();
                let handler = if self.problems.are_many() { None } else { self.handler_span(action) };
                self.problems.click_arguments(it.span, name.text, &takes, handler);
                continue;
            }
            if out.iter().any(|it| it.action == action) {
                self.problems.show_value(it.span, "click", "each action once");
                continue;
            }
            out.push(Click { action, sends });
        }
        out
    }

    /// The action and what it sends, if that is said.
    fn click_parts(&mut self, it: &ast::Expr<'s>, board: bool) -> Option<(Name<'s>, Option<Vec<Sends>>)> {
        let (callee, args) = match &it.kind {
            Ast::Name(text) => return Some((Name { text, span: it.span }, None)),
            Ast::Call(callee, args) if !args.is_empty() => (callee, args),
            _ => {
                self.problems.show_value(it.span, "click", "an action, such as `space` or `move(cell, cell)`");
                return None;
            }
        };
        let Ast::Name(text) = callee.kind else {
            self.problems.show_value(callee.span, "click", "an action, such as `space` or `move(cell, cell)`");
            return None;
        };
        let mut sends = Vec::new();
        for arg in args {
            let named = |text| Sends::NAMES.iter().find(|it| it.0 == text).map(|it| it.1);
            let known = match arg.kind {
                Ast::Name(text) => named(text).filter(|it| board || !matches!(it, Sends::Row | Sends::Column)),
                _ => None,
            };
            let Some(known) = known else {
                let want = if board { "`cell`, `row`, `column`, `cells` or `choice`" } else { "`card` or `choice`" };
                self.problems.show_value(arg.span, "what a click sends", want);
                return None;
            };
            sends.push(known);
        }
        Some((Name { text, span: callee.span }, Some(sends)))
    }

    fn handler_span(&self, action: ActionId) -> Option<diag::Span> {
        self.frames.iter().find_map(|it| it.handlers.get(&action)).map(|it| it.span)
    }
}

/// What is sent for an argument if nothing else is said.
fn sent(ty: &Ty) -> Sends {
    match ty.inner() {
        Ty::Int | Ty::Range(..) | Ty::Any => Sends::Cell,
        Ty::List(_) | Ty::Array(..) => Sends::Cells,
        _ => Sends::Choice,
    }
}

fn fits(sends: Sends, ty: &Ty) -> bool {
    let number = |ty: &Ty| matches!(ty.inner(), Ty::Int | Ty::Range(..) | Ty::Num | Ty::Any);
    match (sends, ty.inner()) {
        (Sends::Choice, _) | (_, Ty::Any) => true,
        (Sends::Cells, Ty::List(of) | Ty::Array(of, _)) => number(of),
        (Sends::Cells, _) => false,
        (_, ty) => number(ty),
    }
}
