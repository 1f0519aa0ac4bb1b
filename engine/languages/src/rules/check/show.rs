//! `show`: how something in the view is drawn, and what a click on it does.

use super::{Checker, Def, ast};
use ast::{ExprKind as Ast, Name};
use ir::{Click, Sends, Show, ShowKind, Ty, ViewId};

/// What a show may say.
const ENTRIES: &[&str] = &["mark", "items", "click", "title"];

impl<'s> Checker<'_, '_, 's> {
    pub fn show_all(&mut self) {
        for (name, entries) in std::mem::take(&mut self.shows) {
            let board = match self.names.get(name.text).map(|it| it.def) {
                Some(Def::Board(id)) => Some(id),
                Some(Def::Broken) => continue,
                _ if name.text == "cards" => None,
                _ => {
                    let mut known: Vec<&str> = self.program.boards.iter().map(|it| it.name.as_str()).collect();
                    known.push("cards");
                    self.problems.unknown_show(name.span, name.text, &known);
                    continue;
                }
            };
            let what = board.map_or(ShowKind::Cards, ShowKind::Board);
            let mut show = Show { what, items: None, click: None, title: None };
            for (key, value) in entries {
                match key.text {
                    "mark" if board.is_some() => show.items = self.shown_field(value),
                    "items" if board.is_none() => show.items = self.shown_field(value),
                    "click" => show.click = self.click(value, board.is_some()),
                    "title" => match value.kind {
                        Ast::Str(raw) => show.title = Some(super::super::lex::unescape(raw)),
                        _ => self.problems.show_value(value.span, "title", "a text in quotes"),
                    },
                    _ => self.problems.unknown_field(key.span, key.text, "show", ENTRIES),
                }
            }
            self.program.shows.push(show);
        }
    }

    /// A field of `V` that holds one value for each cell or card.
    fn shown_field(&mut self, value: &ast::Expr<'s>) -> Option<ViewId> {
        if let Ast::Field(base, field) = &value.kind
            && matches!(base.kind, Ast::Name("V"))
        {
            let Some((id, ty)) = self.view_field(field.text) else {
                let known: Vec<&str> = self.program.view_fields.iter().map(|it| it.name.as_str()).collect();
                self.problems.unknown_view_field(field.span, field.text, &known, true);
                return None;
            };
            if !matches!(ty, Ty::List(_) | Ty::Array(..) | Ty::Any) {
                let shown = self.show(&ty);
                self.problems.show_type(value.span, &shown);
            }
            return Some(id);
        }
        self.problems.show_value(value.span, "what is drawn", "a field of the view, such as `V.board`");
        None
    }

    /// `click: space`, `click: drop(column)`
    fn click(&mut self, value: &ast::Expr<'s>, board: bool) -> Option<Click> {
        let (name, sends) = match &value.kind {
            Ast::Name(text) => (Name { text, span: value.span }, Sends::Cell),
            Ast::Call(callee, args) => match (&callee.kind, &args[..]) {
                (Ast::Name(text), [arg]) => {
                    let sends = match arg.kind {
                        Ast::Name("cell" | "card") => Sends::Cell,
                        Ast::Name("row") if board => Sends::Row,
                        Ast::Name("column") if board => Sends::Column,
                        _ => {
                            self.problems.show_value(arg.span, "what a click sends", "`cell`, `row` or `column`");
                            return None;
                        }
                    };
                    (Name { text, span: callee.span }, sends)
                }
                _ => {
                    self.problems.show_value(value.span, "click", "an action, such as `space` or `drop(column)`");
                    return None;
                }
            },
            _ => {
                self.problems.show_value(value.span, "click", "an action, such as `space` or `drop(column)`");
                return None;
            }
        };
        let known: Vec<&str> = self.program.actions.iter().map(String::as_str).collect();
        let Some(at) = known.iter().position(|it| *it == name.text) else {
            self.problems.unknown_action(name.span, name.text, &known);
            return None;
        };
        Some(Click { action: ir::ActionId(at as u16), sends })
    }
}
