//! `show`: how something in the view is drawn, and what a click on it does.

use super::look::Flags;
use super::{Checker, Def, ast};
use ast::ExprKind as Ast;
use ir::{Const, Index, Look, Show, ShowKind, Ty, ViewId};

/// What can be shown besides boards, and what each may say.
const KINDS: &[(&str, &[&str])] = &[
    ("cards", &["items", "click", "title", "symbols", "colors"]),
    ("track", &["items", "from", "to", "click", "title", "symbols", "colors"]),
    ("table", &["items", "click", "title", "symbols", "colors"]),
    ("counter", &["items", "title", "symbols", "colors"]),
];
const BOARD: &[&str] = &["mark", "ground", "click", "title", "symbols", "colors", "pieces", "pattern", "labels"];

/// Enough for any track.
const FIELDS: i64 = 1000;

impl<'s> Checker<'_, '_, 's> {
    pub fn show_all(&mut self) {
        let flags = self.flags();
        for (name, entries) in std::mem::take(&mut self.shows) {
            let board = match self.names.get(name.text).map(|it| it.def) {
                Some(Def::Board(id)) => Some(id),
                Some(Def::Broken) => continue,
                _ => None,
            };
            let kind = KINDS.iter().find(|it| it.0 == name.text);
            let Some(may) = board.map(|_| BOARD).or(kind.map(|it| it.1)) else {
                let boards = self.program.boards.iter().map(|it| it.name.as_str());
                let known: Vec<&str> = boards.chain(KINDS.iter().map(|it| it.0)).collect();
                self.problems.unknown_show(name.span, name.text, &known);
                continue;
            };
            let what = match (board, name.text) {
                (Some(id), _) => ShowKind::Board(id),
                (_, "track") => ShowKind::Track { first: 0, last: 10, board: None },
                (_, "table") => ShowKind::Table,
                (_, "counter") => ShowKind::Counter,
                _ => ShowKind::Cards,
            };
            let mut show =
                Show { what, items: None, ground: None, clicks: Vec::new(), title: None, look: Look::default() };
            for (key, value) in entries {
                if may.contains(&key.text) {
                    self.show_entry(&mut show, key.text, value, &flags);
                } else {
                    self.problems.unknown_field(key.span, key.text, &format!("show {}", name.text), may);
                }
            }
            if let ShowKind::Track { first, last, .. } = show.what
                && !(0..FIELDS).contains(&last.saturating_sub(first))
            {
                self.problems.show_value(name.span, "a track", "a `from` below its `to`, at most 1000 fields");
            }
            self.program.shows.push(show);
        }
    }

    fn show_entry(&mut self, show: &mut Show, key: &str, value: &ast::Expr<'s>, flags: &Flags) {
        match key {
            "mark" => show.items = self.shown_field(value, &show.what),
            "items" => show.items = self.shown_field(value, &show.what),
            "ground" => show.ground = self.shown_field(value, &show.what),
            "click" => show.clicks = self.clicks(value, matches!(show.what, ShowKind::Board(_))),
            "from" | "to" => {
                if let (Some(Const::Int(n)), ShowKind::Track { first, last, .. }) =
                    (self.constant(value, &Ty::Int), &mut show.what)
                {
                    *(if key == "from" { first } else { last }) = n;
                }
            }
            "title" => match value.kind {
                Ast::Str(raw) => show.title = Some(super::super::lex::unescape(raw)),
                _ => self.problems.show_value(value.span, "title", "a text in quotes"),
            },
            _ => self.look(&mut show.look, key, value, flags),
        }
    }

    /// A field of `V` that holds one value for each place.
    fn shown_field(&mut self, value: &ast::Expr<'s>, what: &ShowKind) -> Option<ViewId> {
        if let Ast::Field(base, field) = &value.kind
            && matches!(base.kind, Ast::Name("V"))
        {
            let Some((id, ty)) = self.view_field(field.text) else {
                let known: Vec<&str> = self.program.view_fields.iter().map(|it| it.name.as_str()).collect();
                self.problems.unknown_view_field(field.span, field.text, &known, true);
                return None;
            };
            let fits = match what {
                // What was put there was not understood, which is told there.
                _ if ty == Ty::Unit => true,
                ShowKind::Counter => true,
                ShowKind::Track { .. } => match &ty {
                    Ty::Array(of, Index::Role) | Ty::List(of) => of.inner().is_integral() || **of == Ty::Any,
                    other => other.inner().is_integral() || *other == Ty::Any,
                },
                _ => matches!(ty, Ty::List(_) | Ty::Array(..) | Ty::Any),
            };
            if !fits && matches!(what, ShowKind::Track { .. }) {
                self.problems.show_value(value.span, "a track", "a whole number, or one for each role");
            } else if !fits {
                let shown = self.show(&ty);
                self.problems.show_type(value.span, &shown);
            }
            return Some(id);
        }
        self.problems.show_value(value.span, "what is drawn", "a field of the view, such as `V.board`");
        None
    }
}
