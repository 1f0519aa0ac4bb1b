//! Handlers that differ from their offers, as far as found.

use super::super::ast;
use ir::Ty;
use std::collections::BTreeMap;

/// Intended names and parameters of handlers, by the offset of their names.
#[derive(Default)]
pub struct Meant<'s> {
    pub names: BTreeMap<u32, &'s str>,
    pub params: BTreeMap<u32, Vec<(ast::Name<'s>, Ty)>>,
}

impl<'s> Meant<'s> {
    /// The name of a handler.
    pub fn name(&self, name: ast::Name<'s>) -> ast::Name<'s> {
        ast::Name { text: self.names.get(&name.span.start).copied().unwrap_or(name.text), ..name }
    }

    /// The parameters that a handler lacks.
    pub fn params(&self, name: ast::Name<'s>) -> Vec<(ast::Name<'s>, Ty)> {
        self.params.get(&name.span.start).cloned().unwrap_or_default()
    }
}
