//! What is kept of a check for an editor.

use diag::Span;
use front::NameKind;

/// What is noted of names while a program is made of which nothing else is wanted.
#[derive(Debug, Default)]
pub struct Notes<'s> {
    /// Where names stand, and where what they stand for is declared.
    pub uses: Vec<(Span, Span)>,
    /// What is there by itself, and what it is.
    pub kept: Vec<(Span, String)>,
    /// Where it is asked what may stand, and that.
    pub probe: Option<u32>,
    pub candidates: Option<Vec<Candidate<'s>>>,
}

/// What may stand at a place.
#[derive(Clone, Debug)]
pub struct Candidate<'s> {
    pub name: &'s str,
    pub kind: NameKind,
    /// Where it is declared, if the author did that.
    pub declared: Option<Span>,
    pub t: String,
}
