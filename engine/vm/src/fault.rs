//! Why something was refused or failed: a value, with a stable code.

use diag::{Code, Span};
use std::fmt;

/// A refused move, a failure of running rules, or a state that cannot be resumed.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    pub code: Code,
    /// States the problem, in lower case, with names in backticks. For a fault of the rules it may contain values of
    /// the game: it is for their author.
    pub message: String,
    /// The place in the source, if there is one.
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

    /// The message for a seat: for faults of the rules (HR07) only their kind, since values may be secret.
    pub fn told(&self) -> &str {
        if self.code.text().starts_with("HR07") { self.code.title() } else { &self.message }
    }

    /// `true` if the action was refused before anything ran (HR06).
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

/// A failure inside the interpreter's loop, before its place is known.
#[derive(Debug)]
pub(crate) struct Trap {
    pub code: Code,
    pub message: String,
}

/// Result of an operation that can fail. The error is boxed to keep the success path small.
pub(crate) type Check<T> = Result<T, Box<Trap>>;

pub(crate) fn trap<T>(code: Code, message: impl Into<String>) -> Check<T> {
    Err(Box::new(Trap { code, message: message.into() }))
}
