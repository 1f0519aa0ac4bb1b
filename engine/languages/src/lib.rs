//! The languages: one folder each, text in, the typed program and a list of problems out.
//!
//! What must stay true: a front-end knows neither the machine nor another front-end; it answers every
//! text, with as much program as it could and a list of problems, in linear time and without a panic.

mod rules;

use diag::Span;
pub use rules::NESTING_LIMIT;

/// The languages rules can be written in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    #[default]
    Rules,
}

/// Compiles a text. Never panics, takes linear time, and gives all problems it finds.
pub fn compile(text: &str, language: Language) -> Output {
    match language {
        Language::Rules => rules::compile(text),
    }
}

/// The tokens of a text for highlighting, ascending and without overlaps, comments included.
pub fn highlight(text: &str, language: Language) -> Vec<(Span, TokenKind)> {
    match language {
        Language::Rules => rules::highlight(text),
    }
}

/// The text in the language's one style, in linear time; what keeps it from being read, if it cannot be read.
pub fn format(text: &str, language: Language) -> Result<String, Vec<diag::Diagnostic>> {
    match language {
        Language::Rules => rules::format(text),
    }
}

/// What a front-end makes of a text.
#[derive(Debug)]
pub struct Output {
    /// Absent if there are errors.
    pub program: Option<ir::Program>,
    /// In the order of the text.
    pub diagnostics: Vec<diag::Diagnostic>,
}

/// What a token is, for highlighting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    Keyword,
    Type,
    Name,
    /// A name where it is declared.
    Definition,
    Number,
    String,
    Comment,
    Operator,
    Punctuation,
    /// A field of something.
    Property,
    /// `G`, `L`, `R`, `V`.
    Special,
    Error,
}
