//! What running something may do.

/// What running something may do. A set of bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effects(pub u8);

impl Effects {
    pub const NONE: Effects = Effects(0);
    /// Changes `G`, `L`, the log or the undo stack.
    pub const WRITE: Effects = Effects(1);
    /// Takes a random number (and so clears undo).
    pub const RANDOM: Effects = Effects(2);
    /// `call`, `goto`, `end`, `finish`.
    pub const FLOW: Effects = Effects(4);
    /// `prompt`, `action`, `button`.
    pub const OFFER: Effects = Effects(8);
    /// Writes `V`.
    pub const VIEW: Effects = Effects(16);
    /// Tries something ([`crate::ExprKind::Trial`]): what that changes is as before when it is over. Allowed everywhere.
    pub const TRIAL: Effects = Effects(32);

    pub fn has(self, other: Effects) -> bool {
        self.0 & other.0 != 0
    }

    #[must_use]
    pub fn with(self, other: Effects) -> Effects {
        Effects(self.0 | other.0)
    }
}
