//! The outcome of a command.

/// Outcome of a command: success, flaws found, or the reason for a failure.
pub type Outcome = Result<bool, Trouble>;

/// Reason why a command failed.
pub enum Trouble {
    /// Invalid arguments.
    Usage(String),
    Other(String),
}

impl From<String> for Trouble {
    fn from(message: String) -> Trouble {
        Trouble::Other(message)
    }
}
