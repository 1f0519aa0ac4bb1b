//! Source text, spans, diagnostics: what went wrong, where, and the way out.
//!
//! What must stay true: a diagnostic is plain data with byte spans on character boundaries, the end not before the start,
//! and of bounded length: [`Problems::finish`] sees to that. [`draw`] alone turns it into text for a terminal, and
//! [`Source::utf16`] alone into an editor's offsets.

mod catalogue;
mod code;
mod draw;
mod source;

pub use catalogue::{Problems, is_near};
pub use code::Code;
pub use draw::draw;
pub use source::{BYTE_ORDER_MARK, Part, Position, Source, Span, with_line_ends};

/// How grave it is: errors keep a program from running, warnings do not.
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
    /// Where the mistake is.
    pub span: Span,
    /// What is the case, in one sentence: lower case, names in backticks.
    pub message: String,
    /// Places with a few words each; the first stands at `span`.
    pub labels: Vec<(Span, String)>,
    /// A way out.
    pub help: Option<String>,
    pub fixes: Vec<Fix>,
    /// Whether it stands in a part that fails alone, a test: an error there keeps nothing else from running.
    pub alone: bool,
}

/// A change of the text that mends a problem.
#[derive(Clone, Debug, PartialEq)]
pub struct Fix {
    /// What it does, as a button would say it.
    pub title: String,
    pub edits: Vec<Edit>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Edit {
    pub span: Span,
    pub insert: String,
}
