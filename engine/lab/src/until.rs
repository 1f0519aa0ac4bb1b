//! Games until something is sure.
//!
//! Invariant: precision is checked after fixed numbers of games, so the result does not depend on who plays them.

use crate::interval::Level;
use crate::tally::Tally;
use game::Rules;

/// First check after this many games, then after every half as many more.
const FIRST: u64 = 500;

/// Default maximum of games.
pub const UNTIL_MOST: u64 = 1_000_000;

impl Tally {
    /// The number of games to play up to, until the win rate of every seat is known within `sure` (from 0 to 1), or
    /// `most` is reached; `None` when done. The intervals remain valid while watched ([`Level::OFTEN`]).
    pub fn until(&self, rules: &Rules, sure: f64, most: u64) -> Option<u64> {
        let reached = self.games > 0 && self.report_at(rules, Level::OFTEN).sure() <= sure;
        if reached || self.games >= most { None } else { Some((self.games + self.games / 2).max(FIRST).min(most)) }
    }
}
