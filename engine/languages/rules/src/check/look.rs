//! `symbols`, `colors`, `pieces`, `pattern`, `labels`: what pieces, cards and cells look like.

use super::{Checker, Def, ast};
use ast::{ExprKind as Ast, Name};
use ir::{Color, Look, Pieces, Sign, Ty};
use std::collections::BTreeSet;

/// Names that, besides roles and members of enums, can have a symbol.
pub type Flags = BTreeSet<String>;

impl<'s> Checker<'_, '_, 's> {
    pub fn look(&mut self, look: &mut Look, key: &str, value: &ast::Expr<'s>, flags: &Flags) {
        match (key, &value.kind) {
            ("symbols", Ast::Object(entries)) => self.symbols(look, None, entries, flags),
            ("symbols", _) => {
                self.problems.show_value(value.span, "symbols", "a text for each name: `{ king: \"♔\" }`");
            }
            ("colors", Ast::Object(entries)) => self.colors(look, entries, flags),
            ("colors", _) => {
                self.problems.show_value(value.span, "colors", "a colour for each name: `{ White: white }`");
            }
            ("pattern", Ast::Name("checkered")) => look.checkered = true,
            ("pattern", _) => self.problems.show_value(value.span, "pattern", "`checkered`"),
            ("labels", Ast::Name("coordinates")) => look.labels = true,
            ("labels", _) => self.problems.show_value(value.span, "labels", "`coordinates`"),
            (_, Ast::Name(text)) if Pieces::named(text).is_some() => look.pieces = Pieces::named(text),
            _ => self.problems.show_value(value.span, "pieces", "`discs`, `figures` or `counters`"),
        }
    }

    /// `{ king: "♚", White: { king: "♔" } }`
    fn symbols(&mut self, look: &mut Look, role: Option<&str>, entries: &[(Name<'s>, ast::Expr<'s>)], flags: &Flags) {
        for (name, value) in entries {
            if !self.is_shown(name.text, flags) {
                self.unknown_sign(*name, flags);
                continue;
            }
            match &value.kind {
                Ast::Str(raw) => look.symbols.push(Sign {
                    role: role.map(str::to_owned),
                    of: name.text.to_owned(),
                    text: super::super::lex::unescape(raw),
                }),
                Ast::Object(inner) if role.is_none() && self.program.roles.iter().any(|it| it == name.text) => {
                    self.symbols(look, Some(name.text), inner, flags);
                }
                _ => self.problems.show_value(value.span, "a symbol", "a text in quotes"),
            }
        }
    }

    fn colors(&mut self, look: &mut Look, entries: &[(Name<'s>, ast::Expr<'s>)], flags: &Flags) {
        for (name, value) in entries {
            if !self.is_shown(name.text, flags) {
                self.unknown_sign(*name, flags);
                continue;
            }
            match value.kind {
                Ast::Name(text) if Color::named(text).is_some() => {
                    look.colors.extend(Color::named(text).map(|it| (name.text.to_owned(), it)));
                }
                _ => {
                    let all: Vec<String> = Color::ALL.iter().map(|it| format!("`{}`", it.name())).collect();
                    self.problems.show_value(value.span, "a colour", &format!("one of {}", all.join(", ")));
                }
            }
        }
    }

    fn is_shown(&self, name: &str, flags: &Flags) -> bool {
        let named = self.names.get(name).is_some_and(|it| matches!(it.def, Def::Role(_) | Def::Member(..)));
        named || self.ambiguous.contains_key(name) || flags.contains(name)
    }

    fn unknown_sign(&mut self, name: Name<'s>, flags: &Flags) {
        let roles = self.program.roles.iter();
        let members = self.program.enums.iter().flat_map(|it| &it.members);
        let all = roles.chain(members).chain(flags).map(String::as_str);
        let known: Vec<&str> = if self.problems.are_many() { Vec::new() } else { all.collect() };
        self.problems.unknown_sign(name.span, name.text, &known);
    }

    /// The fields of records that are true or false.
    pub fn flags(&self) -> Flags {
        let fields = self.program.records.iter().flat_map(|it| &it.fields);
        fields.filter(|it| it.ty == Ty::Bool).map(|it| it.name.clone()).collect()
    }
}
