//! Source text, spans, diagnostics: an error, its place, and a solution.
//!
//! Invariant: a diagnostic is plain data with byte spans on character boundaries, the end not before the start, and of
//! bounded length: [`Problems::finish`] ensures that. Only [`draw`] turns it into text for a terminal, and only
//! [`Source::utf16`] into an editor's offsets.

mod catalogue;
mod code;
mod draw;
mod source;

pub use catalogue::{Problems, is_near};
pub use code::Code;
pub use draw::draw;
pub use source::{BYTE_ORDER_MARK, Part, Position, Source, Span, with_line_ends};

/// Severity: errors keep a program from running, warnings do not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    Error,
    Warning,
}

/// One problem in a source.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnostic {
    pub code: Code,
    pub severity: Severity,
    /// The place of the mistake.
    pub span: Span,
    /// States the problem in one sentence: lower case, names in backticks.
    pub message: String,
    /// Places with a few words each; the first is at `span`.
    pub labels: Vec<(Span, String)>,
    /// A solution.
    pub help: Option<String>,
    pub fixes: Vec<Fix>,
    /// `true` if it is in a part that fails alone, a test: an error there keeps nothing else from running.
    pub alone: bool,
}

/// A change of the text that mends a problem.
#[derive(Clone, Debug, PartialEq)]
pub struct Fix {
    /// The effect, as the text of a button.
    pub title: String,
    pub edits: Vec<Edit>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Edit {
    pub span: Span,
    pub insert: String,
}
