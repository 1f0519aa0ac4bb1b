//! A place in a source, for output.

use diag::{Source, Span};
use serde::Serialize;

/// Offsets in UTF-16 code units, `to` exclusive; line and column from 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Place {
    pub from: u32,
    pub to: u32,
    /// Only if it is not the main text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    pub line: u32,
    pub column: u32,
}

impl Place {
    pub fn new(source: &Source, span: Span) -> Place {
        let part = source.part_of(span.start);
        // Within one file.
        let end = source.parts().get(part).map_or(span.end, |it| span.end.min(it.span.end));
        let file = (part > 0).then(|| source.file(span.start).to_owned());
        let position = source.position(span.start);
        let (from, to) = (source.utf16(span.start), source.utf16(end));
        Place { from, to, file, line: position.line, column: position.column }
    }
}
