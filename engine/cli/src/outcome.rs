//! What a command comes to.

/// What a command comes to: whether all was well, or why it could not be done.
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
