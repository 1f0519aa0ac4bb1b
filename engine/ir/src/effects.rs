//! Possible effects of code.

use std::fmt;

/// Possible effects of code, as a set of bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effects(pub u16);

impl Effects {
    pub const NONE: Effects = Effects(0);
    /// Changes fields of `G` or `L`.
    pub const FIELDS: Effects = Effects(1);
    /// Adds to the log.
    pub const LOG: Effects = Effects(64);
    /// Changes the active roles.
    pub const ACTIVE: Effects = Effects(128);
    /// Keeps a state to be taken back to, or drops those that were kept.
    pub const UNDO: Effects = Effects(256);
    /// Changes anything of a state.
    pub const WRITE: Effects = Effects(1 | 64 | 128 | 256);
    /// Takes a random number (and so clears undo).
    pub const RANDOM: Effects = Effects(2);
    /// `call`, `goto`, `end`, `finish`.
    pub const FLOW: Effects = Effects(4);
    /// `prompt`, `action`, `button`.
    pub const OFFER: Effects = Effects(8);
    /// Writes `V`.
    pub const VIEW: Effects = Effects(16);
    /// Runs a trial ([`crate::ExprKind::Trial`]), whose changes are reverted. Allowed everywhere.
    pub const TRIAL: Effects = Effects(32);

    pub const fn has(self, other: Effects) -> bool {
        self.0 & other.0 != 0
    }

    #[must_use]
    pub const fn without(self, other: Effects) -> Effects {
        Effects(self.0 & !other.0)
    }

    #[must_use]
    pub const fn with(self, other: Effects) -> Effects {
        Effects(self.0 | other.0)
    }
}

/// By their names, as a dump has them.
impl fmt::Display for Effects {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const NAMES: [(Effects, &str); 10] = [
            (Effects::WRITE, "write"),
            (Effects::FIELDS, "fields"),
            (Effects::LOG, "log"),
            (Effects::ACTIVE, "active"),
            (Effects::UNDO, "undo"),
            (Effects::RANDOM, "random"),
            (Effects::FLOW, "flow"),
            (Effects::OFFER, "offer"),
            (Effects::VIEW, "view"),
            (Effects::TRIAL, "trial"),
        ];
        let mut rest = self.0;
        let mut found = Vec::new();
        for (it, name) in NAMES {
            if rest & it.0 == it.0 {
                found.push(name);
                rest &= !it.0;
            }
        }
        let all = found.join(" ");
        f.write_str(if found.is_empty() { "none" } else { &all })
    }
}
