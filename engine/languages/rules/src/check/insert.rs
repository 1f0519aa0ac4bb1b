//! Fixes that put something into another part of the text.

use super::{Checker, Def, ast};
use ast::{BinaryOp, ExprKind as Ast};
use diag::Span;

impl<'s> Checker<'_, '_, 's> {
    /// Position for a first line in a block that begins at or after a place, and the text to insert, in the block's
    /// layout.
    pub fn first_in_block(&self, from: usize, line: &str) -> Option<(Span, String)> {
        let open = from + self.text.get(from..)?.find('{')? + 1;
        let rest = &self.text[open..];
        let end = rest.find('\n').unwrap_or(rest.len());
        let head = rest[..end].trim();
        if end < rest.len() && (head.is_empty() || head.starts_with("//")) {
            let next = &rest[end + 1..];
            let blanks = next.len() - next.trim_start_matches([' ', '\t']).len();
            let indent = if next[blanks..].starts_with(['}', '\n', '\r']) { "    " } else { &next[..blanks] };
            return Some((Span::new(open + end + 1, open + end + 1), format!("{indent}{line}\n")));
        }
        let end = if head.starts_with('}') { "" } else { ";" };
        Some((Span::new(open, open), format!(" {line}{end}")))
    }

    /// The declaration of a field of `G`, and where to insert it.
    pub fn declaration(&self, field: &str, ty: &str) -> Option<(Span, String)> {
        if let Some(global) = self.global_at {
            return self.first_in_block(global.range().start, &format!("{field}: {ty}"));
        }
        // The word precedes its block.
        let (_, block) = self.setup?;
        let start = self.text[..block.range().start].rfind("setup")?;
        Some((Span::new(start, start), format!("global {{ {field}: {ty} }}\n\n")))
    }

    /// An assignment of a field of `G` to the view, if the field exists and is not secret.
    pub fn view_fix(&self, name: &str) -> Option<(Span, String)> {
        let (id, _) = self.globals.get(name)?;
        let open = self.program.globals[id.index()].secret.is_none();
        let (block, _) = self.view.filter(|_| open)?;
        self.first_in_block(block.span.range().start, &format!("V.{name} = G.{name}"))
    }

    /// The likely type of an undeclared field, derived from an assigned value.
    pub fn likely_type(&self, target: &ast::Expr<'s>, op: Option<BinaryOp>, value: &ast::Expr<'s>) -> String {
        let held = match &value.kind {
            _ if op.is_some() => "int",
            Ast::Bool(_) => "bool",
            Ast::Str(_) | Ast::Template(_) => "string",
            Ast::Num(_) => "num",
            Ast::Name("R") => "Role",
            Ast::Name(name) => match self.names.get(name).map(|it| it.def) {
                Some(Def::Role(_)) => "Role",
                Some(Def::Member(id, _)) => &self.program.enums[id.index()].name,
                _ => "int",
            },
            Ast::None => "Role?",
            Ast::List(_) | Ast::Comprehension(..) => "int[]",
            _ => "int",
        };
        let mut out = held.to_owned();
        let mut at = target;
        while let Ast::Index(base, index) = &at.kind {
            let by_role = match index.kind {
                Ast::Name("R") => true,
                Ast::Name(name) => matches!(self.names.get(name).map(|it| it.def), Some(Def::Role(_))),
                _ => false,
            };
            out.push_str(if by_role { "[Role]" } else { "[]" });
            at = base;
        }
        out
    }
}
