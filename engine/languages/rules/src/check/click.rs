//! `click`: the actions made from a show, and the arguments of its clicks.

use super::{Checker, ast};
use ast::{ExprKind as Ast, Name};
use ir::{ActionId, Click, Index, Sends, Ty};

/// The clickable thing: where it is drawn, and its type.
struct Clicked<'t> {
    board: bool,
    /// Once for each role.
    seats: bool,
    items: Option<&'t Ty>,
}

impl<'s> Checker<'_, '_, 's> {
    /// `click: space`, `click: drop(column)`, `click: [move(cell, cell), buy(card.id)]`
    pub fn clicks(&mut self, value: &ast::Expr<'s>, board: bool, seats: bool, items: Option<&Ty>) -> Vec<Click> {
        let on = Clicked { board, seats, items };
        let mut out: Vec<Click> = Vec::new();
        let all = match &value.kind {
            Ast::List(items) => items.iter().collect(),
            _ => vec![value],
        };
        for it in all {
            let Some((name, args)) = self.click_parts(it) else { continue };
            let Some(action) = self.actions.get(name.text).copied() else {
                let known: Vec<&str> = self.program.actions.iter().map(String::as_str).collect();
                self.problems.unknown_action(name.span, name.text, &known);
                continue;
            };
            let takes = self.arguments.get(&action).cloned().unwrap_or_default();
            let sends = match args {
                None => None,
                Some(args) => {
                    let each = |(at, arg)| self.sends(arg, takes.get(at), &on);
                    let Some(sends) = args.iter().enumerate().map(each).collect::<Option<Vec<_>>>() else { continue };
                    Some(sends)
                }
            };
            let sends = match sends {
                Some(sends) => sends,
                None => takes.iter().map(|it| on.sent(it)).collect(),
            };
            // All of it makes an action without arguments; a board has its cells.
            let constant = |it: &Sends| matches!(it, Sends::Value(_));
            let clicked =
                !on.board && sends.iter().all(constant) || sends.iter().any(|it| *it != Sends::Choice && !constant(it));
            let all_fit = sends.iter().zip(&takes).all(|(it, ty)| on.fits(it, ty, |record| self.field_types(record)));
            if sends.len() != takes.len() || !clicked || !all_fit {
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

    /// The action, and the arguments if given.
    fn click_parts<'e>(&mut self, it: &'e ast::Expr<'s>) -> Option<(Name<'s>, Option<&'e [ast::Expr<'s>]>)> {
        let (callee, args) = match &it.kind {
            Ast::Name(text) => return Some((Name { text, span: it.span }, None)),
            Ast::Call(callee, args) => (callee, args),
            _ => {
                self.problems.show_value(it.span, "click", "an action, such as `space` or `move(cell, cell)`");
                return None;
            }
        };
        let Ast::Name(text) = callee.kind else {
            self.problems.show_value(callee.span, "click", "an action, such as `space` or `move(cell, cell)`");
            return None;
        };
        Some((Name { text, span: callee.span }, Some(args)))
    }

    /// The value sent for an argument of a type.
    fn sends(&mut self, arg: &ast::Expr<'s>, ty: Option<&Ty>, on: &Clicked) -> Option<Sends> {
        let named = |text: &str| Sends::NAMES.iter().find(|it| it.0 == text).map(|it| it.1.clone());
        let known = match &arg.kind {
            Ast::Name(text) => named(text).filter(|it| match it {
                Sends::Row | Sends::Column => on.board,
                Sends::Seat => on.seats,
                _ => true,
            }),
            Ast::Field(base, field) if matches!(base.kind, Ast::Name("card" | "item")) => {
                if !self.is_field(on.items, *field) {
                    return None;
                }
                Some(Sends::Field(field.text.to_owned()))
            }
            _ => None,
        };
        if known.is_some() {
            return known;
        }
        // Anything else is always the same: a number, a text, the name of a role or a member.
        let plain = ty.is_some_and(|it| {
            it.inner().is_integral() || matches!(it.inner(), Ty::Num | Ty::Str | Ty::Bool | Ty::Role | Ty::Enum(_))
        });
        let is_name = matches!(arg.kind, Ast::Name(text) if self.names.contains_key(text));
        if let Some(ty) = ty
            && plain
            && (is_name || !matches!(arg.kind, Ast::Name(_)))
        {
            return self.constant(arg, &ty.inner().clone()).map(Sends::Value);
        }
        let seat = if on.seats { ", `seat`" } else { "" };
        let want = if on.board {
            format!("`cell`, `row`, `column`, `cells`, `item`{seat}, `choice` or what is always the same, such as `3`")
        } else {
            format!(
                "`card`, `die`, `token`, `item`, a field such as `card.name`{seat}, `choice` or what is always the same, such as `3`"
            )
        };
        self.problems.show_value(arg.span, "what a click sends", &want);
        None
    }

    /// `true` if the records drawn have a field, or are unknown; reports it if not.
    pub fn is_field(&mut self, items: Option<&Ty>, field: Name<'s>) -> bool {
        let Some(of) = items.and_then(|it| self.record_of(it)) else { return true };
        let names: Vec<String> = of.fields.iter().map(|it| it.name.clone()).collect();
        if names.iter().any(|it| it == field.text) {
            return true;
        }
        let of = of.name.clone();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        self.problems.unknown_field(field.span, field.text, &of, &names);
        false
    }

    /// The fields of a record with their types, as needed for clicks.
    fn field_types(&self, items: &Ty) -> &[ir::Named] {
        self.record_of(items).map_or(&[], |it| &it.fields)
    }

    fn handler_span(&self, action: ActionId) -> Option<diag::Span> {
        self.frames.iter().find_map(|it| it.handlers.get(&action)).map(|it| it.span)
    }
}

impl Clicked<'_> {
    /// Type of the content of one place.
    fn item(&self) -> Option<&Ty> {
        match self.items?.inner() {
            Ty::List(of) | Ty::Array(of, _) | Ty::Set(of) => Some(of.inner()),
            one => Some(one),
        }
    }

    /// Index type of the places, if not a number.
    fn place(&self) -> Option<Ty> {
        match self.items?.inner() {
            Ty::Array(_, Index::Role) => Some(Ty::Role),
            Ty::Array(_, Index::Enum(id)) => Some(Ty::Enum(*id)),
            _ => None,
        }
    }

    /// The default value sent for an argument.
    fn sent(&self, ty: &Ty) -> Sends {
        match ty.inner() {
            Ty::Int | Ty::Range(..) | Ty::Any => Sends::Cell,
            Ty::List(_) | Ty::Array(..) => Sends::Cells,
            other if self.place().as_ref() == Some(other) => Sends::Cell,
            other if !self.board && self.item() == Some(other) => Sends::Item,
            Ty::Role if self.seats => Sends::Seat,
            _ => Sends::Choice,
        }
    }

    fn fits<'r>(&self, sends: &Sends, ty: &Ty, fields: impl Fn(&Ty) -> &'r [ir::Named]) -> bool {
        let number = |ty: &Ty| matches!(ty.inner(), Ty::Int | Ty::Range(..) | Ty::Num | Ty::Any);
        let same = |of: &Ty| of.inner() == ty.inner() || *of.inner() == Ty::Any || (number(of) && number(ty));
        match (sends, ty.inner()) {
            (Sends::Choice | Sends::Value(_), _) | (_, Ty::Any) => true,
            (Sends::Cells, Ty::List(of) | Ty::Array(of, _)) => number(of),
            (Sends::Cells, _) => false,
            (Sends::Item, _) => self.item().is_some_and(same),
            (Sends::Seat, ty) => *ty == Ty::Role || number(ty),
            (Sends::Field(name), _) => {
                // Its cards are known only at run time.
                self.item() == Some(&Ty::Any)
                    || self.items.is_some_and(|it| fields(it).iter().any(|it| it.name == *name && same(&it.ty)))
            }
            (Sends::Cell, ty) if self.place().as_ref() == Some(ty) => true,
            (_, ty) => number(ty),
        }
    }
}
