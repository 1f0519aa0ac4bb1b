//! Scopes of a procedure's variables, which are fields of `L`.

use diag::Span;
use ir::FieldId;
use std::collections::{BTreeMap, BTreeSet};

/// The field of `L` behind a name.
#[derive(Clone, Copy)]
pub struct FrameField {
    pub id: FieldId,
    /// Span of its declaration.
    pub span: Span,
    /// Loop variables are not assigned.
    pub fixed: Option<&'static str>,
    pub read: bool,
    pub assigned: bool,
}

impl FrameField {
    /// A parameter, or a local of a state.
    pub fn declared(id: FieldId, span: Span) -> FrameField {
        FrameField { id, span, fixed: None, read: true, assigned: false }
    }
}

/// The variables of the procedure that is checked.
#[derive(Default)]
pub struct Variables<'s> {
    /// The blocks that are open, outermost first.
    pub blocks: Vec<Block<'s>>,
    /// Fields that hold a parameter, a variable in scope, or the count of a loop.
    pub taken: BTreeSet<FieldId>,
    /// All fields of the frame by their names.
    pub fields: BTreeMap<String, FieldId>,
}

/// A block with its variables.
#[derive(Default)]
pub struct Block<'s> {
    /// The names declared in it, with their meanings outside.
    pub declared: BTreeMap<&'s str, Option<FrameField>>,
    /// The fields that are free again at its end.
    pub taken: Vec<FieldId>,
}
