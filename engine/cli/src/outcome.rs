//! The outcome of a command.

/// The outcome of a command: success, flaws found, or the reason why it failed.
pub type Outcome = Result<bool, Trouble>;

/// Why a command could not be done.
pub enum Trouble {
    /// It was not understood.
    Usage(String),
    Other(String),
}

impl From<String> for Trouble {
    fn from(message: String) -> Trouble {
        Trouble::Other(message)
    }
}
