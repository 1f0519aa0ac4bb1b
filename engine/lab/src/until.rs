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
    /// Up to which number games are to be played on, until the share of wins of every seat is known to so much more or less (from 0 to
    /// 1), or there are that many; none when it is reached. The intervals hold all the time that one looks ([`Level::OFTEN`]).
    pub fn until(&self, rules: &Rules, sure: f64, most: u64) -> Option<u64> {
        let reached = self.games > 0 && self.report_at(rules, Level::OFTEN).sure() <= sure;
        if reached || self.games >= most { None } else { Some((self.games + self.games / 2).max(FIRST).min(most)) }
    }
}
