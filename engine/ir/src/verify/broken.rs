//! Errors of verification.

use crate::Span;

/// An error of verification.
#[derive(Clone, Debug, PartialEq)]
pub struct Broken {
    pub what: String,
    /// The name of the function with the error.
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

/// The result of a check.
pub type Verified = Result<(), Broken>;
