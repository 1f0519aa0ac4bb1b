//! What is wrong with a program, if something is.

use crate::Span;

/// What is wrong with a program.
#[derive(Clone, Debug, PartialEq)]
pub struct Broken {
    pub what: String,
    /// In which function.
    pub function: Option<String>,
    pub span: Span,
}

impl std::fmt::Display for Broken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.function {
            Some(name) => write!(f, "`{name}`: {}", self.what),
            None => write!(f, "{}", self.what),
        }
    }
}

impl std::error::Error for Broken {}

/// Whether something is as it should be.
pub type Verified = Result<(), Broken>;
