//! Facts that a check collects for an editor.

use diag::Span;
use front::NameKind;

/// Notes on names, from a run whose program is not used.
#[derive(Debug, Default)]
pub struct Notes<'s> {
    /// Spans of names, with the spans of their declarations.
    pub uses: Vec<(Span, Span)>,
    /// Built-in names, with descriptions.
    pub kept: Vec<(Span, String)>,
    /// The offset for completions, and the completions.
    pub probe: Option<u32>,
    pub candidates: Option<Vec<Candidate<'s>>>,
}

/// A completion.
#[derive(Clone, Debug)]
pub struct Candidate<'s> {
    pub name: &'s str,
    pub kind: NameKind,
    /// Span of its declaration, if it has one in the text.
    pub declared: Option<Span>,
    pub t: String,
}
