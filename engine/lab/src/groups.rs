//! Games in groups by their seeds: from how much the groups differ it is known how sure a number is, and whether a difference of two
//! versions that were played on the same seeds is one.
//!
//! Invariant: games with the same seed are in the same group, in every run of the same plan.

use crate::luck::Luck;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Number of groups: enough for sound estimates, few enough to keep for a million games. A prime, so that each group
/// has all numbers of players.
pub const GROUPS: u64 = 251;

/// Frequency of each number.
pub type Counts = BTreeMap<u64, u64>;

/// Parts of a win, so that a whole number of them falls to each of up to ten who sit.
pub const EVEN: u64 = 2520;

/// Sums over the games of a group that ended well.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Group {
    pub games: u64,
    pub moves: u64,
    pub turns: u64,
    /// Moves there were to choose from, in all positions, and positions in which there was more than one.
    pub choices: u64,
    pub real: u64,
    pub draws: u64,
    /// By role: games with a seat, and wins, alone or shared; and wins by order of first moves.
    pub sat: Vec<u64>,
    pub won: Vec<u64>,
    pub won_by_order: Vec<u64>,
    /// By role: wins if all seated roles had won equally often, in parts of [`EVEN`].
    pub even: Vec<u64>,
    /// By measure: how many games had it, and the sum.
    pub measures: Vec<(u64, i64)>,
    /// By player: games, wins alone, and its share of all wins in parts of [`EVEN`], where winners share a win and all
    /// seats share a draw; once for each of its seats.
    pub players: BTreeMap<String, (u64, u64, u64)>,
    /// Only where seats rotate.
    #[serde(default, skip_serializing_if = "Luck::is_empty")]
    pub luck: Luck,
}

impl Group {
    pub fn join(&mut self, other: &Group) {
        self.games += other.games;
        self.moves += other.moves;
        self.turns += other.turns;
        self.choices += other.choices;
        self.real += other.real;
        self.draws += other.draws;
        for (mine, others) in [
            (&mut self.sat, &other.sat),
            (&mut self.won, &other.won),
            (&mut self.won_by_order, &other.won_by_order),
            (&mut self.even, &other.even),
        ] {
            others.iter().enumerate().for_each(|(at, count)| add(mine, at, *count));
        }
        for (at, (games, sum)) in other.measures.iter().enumerate() {
            self.measure(at, *games, *sum);
        }
        for (name, more) in &other.players {
            self.player(name, *more);
        }
        self.luck.join(&other.luck);
    }

    pub fn measure(&mut self, at: usize, games: u64, sum: i64) {
        if self.measures.len() <= at {
            self.measures.resize(at + 1, (0, 0));
        }
        self.measures[at].0 += games;
        self.measures[at].1 = self.measures[at].1.saturating_add(sum);
    }

    pub fn player(&mut self, name: &str, (games, won, parts): (u64, u64, u64)) {
        let it = self.players.entry(name.to_owned()).or_default();
        *it = (it.0 + games, it.1 + won, it.2 + parts);
    }
}

/// Adds to a count in a list, which grows as needed.
#[inline]
pub fn add(counts: &mut Vec<u64>, at: usize, count: u64) {
    if counts.len() <= at {
        counts.resize(at + 1, 0);
    }
    counts[at] += count;
}
