//! Why something was refused or failed: a value, with a stable code.

use diag::{Code, Span};
use std::fmt;

/// A refused move, a failure of running rules, or a state that cannot be taken up.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    pub code: Code,
    /// What is the case, lower case, names in backticks. Of rules that fail it may hold values of the game: it is for
    /// their author.
    pub message: String,
    /// Where in the source, if it happened there.
    pub span: Option<Span>,
    /// The frames on the stack, the innermost first.
    pub frames: Vec<String>,
    /// For a state or a record: where in the JSON, such as `$.L.P`.
    pub path: Option<String>,
}

impl Fault {
    pub fn new(code: Code, message: impl Into<String>) -> Fault {
        Fault { code, message: message.into(), span: None, frames: Vec::new(), path: None }
    }

    /// What a seat may be told: of rules that fail only in which way (HR07), for the values may be secrets.
    pub fn told(&self) -> &str {
        if self.code.text().starts_with("HR07") { self.code.title() } else { &self.message }
    }

    /// Whether it was refused before anything ran (HR06).
    pub fn refused(&self) -> bool {
        self.code.text().starts_with("HR06")
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code.text(), self.message)?;
        match &self.path {
            Some(path) => write!(f, " (at {path})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Fault {}

/// A failure on its way out of the loop, before it is known where that was.
#[derive(Debug)]
pub(crate) struct Trap {
    pub code: Code,
    pub message: String,
}

/// What can fail while running. Boxed: the good way must be short.
pub(crate) type Check<T> = Result<T, Box<Trap>>;

pub(crate) fn trap<T>(code: Code, message: impl Into<String>) -> Check<T> {
    Err(Box::new(Trap { code, message: message.into() }))
}
