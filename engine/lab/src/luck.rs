//! How much the seed alone decides. Games with the same seed are played from every seat with different choices.
//! Shuffles and throws are the same in them as long as they are drawn in the same order. The seed decides as far as the
//! same role wins them more often than chance.
//!
//! This is a lower bound. Where a choice shifts later draws (holding in Pig leaves the next throws to another player;
//! drawing a card changes everybody's next cards), the same seed soon means different luck, and games agree no more
//! than by chance although luck decides them. So no text here claims that luck decides little.
//!
//! This is the spread of results by seed of Goodman, Perez-Liebana and Lucas (*Seeding for Success: Skill and
//! Stochasticity in Tabletop Games*, arXiv 2503.02686), as a chance-corrected agreement: 0 if the seed has no influence
//! on the winner, 1 if it decides. The chance agreement follows from each role's win rate, by the player in it, so a
//! better player, who changes seats, does not count as luck.
//!
//! Invariant: only seeds count whose games all ended well, so parts can be joined in any order.

use crate::interval::{Interval, Level};
use crate::words::percent;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Fewer pairs of games say nothing.
const FEW: u64 = 20;

/// Least expected number of chance agreements, and of chance disagreements.
const EXPECTED: f64 = 5.0;

/// From this value on, the seed decides everything, to the precision shown.
const ALL: f64 = 0.9995;

/// Pairs of games with the same seed, of a group.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Luck {
    pairs: u64,
    /// The same role has won both, or nobody has won either alone.
    same: u64,
    /// Wins by place in the round of seats, and by role, with nobody as the last.
    won: Vec<Vec<u64>>,
}

/// The finished games of a seed so far.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Came {
    pub group: u64,
    /// Games in the round.
    pub of: usize,
    /// By place: the sole winner, or the number of roles for nobody. `None` for a game that did not end well.
    pub winners: BTreeMap<usize, Option<usize>>,
}

impl Luck {
    pub fn is_empty(&self) -> bool {
        self.pairs == 0
    }

    pub fn join(&mut self, other: &Luck) {
        self.pairs += other.pairs;
        self.same += other.same;
        for (place, won) in other.won.iter().enumerate() {
            won.iter().enumerate().for_each(|(role, games)| self.won_at(place, role, *games));
        }
    }

    fn won_at(&mut self, place: usize, role: usize, games: u64) {
        if self.won.len() <= place {
            self.won.resize(place + 1, Vec::new());
        }
        let won = &mut self.won[place];
        if won.len() <= role {
            won.resize(role + 1, 0);
        }
        won[role] += games;
    }

    /// Adds the games of a seed: the winners by place.
    pub fn add(&mut self, winners: &[usize]) {
        for (place, winner) in winners.iter().enumerate() {
            self.won_at(place, *winner, 1);
            self.pairs += place as u64;
            self.same += winners[..place].iter().filter(|it| *it == winner).count() as u64;
        }
    }

    /// The share of the outcome that the seed decides, from 0 to 1, over groups of games; `None` if the games are too
    /// few.
    pub fn told(groups: &[&Luck], level: Level) -> Option<Interval> {
        let mut all = Luck::default();
        groups.iter().for_each(|it| all.join(it));
        let places = all.won.len();
        if all.pairs < FEW || places < 2 {
            return None;
        }
        let roles = all.won.iter().map(Vec::len).max().unwrap_or_default();
        let at = |luck: &Luck, place: usize, role: usize| {
            luck.won.get(place).and_then(|it| it.get(role)).copied().unwrap_or_default() as f64
        };
        let games = |luck: &Luck, place: usize| luck.won.get(place).map_or(0.0, |it| it.iter().sum::<u64>() as f64);
        let share = |place: usize, role: usize| at(&all, place, role) / games(&all, place);
        // Observed agreement of two games, and expected agreement if the seed had no influence.
        let agree = all.same as f64 / all.pairs as f64;
        let of_pairs = 2.0 / (places * (places - 1)) as f64;
        let together = |of: &dyn Fn(usize, usize, usize) -> f64| {
            let mut sum = 0.0;
            for a in 0..places {
                for b in 0..a {
                    sum += (0..roles).map(|role| of(a, b, role)).sum::<f64>();
                }
            }
            of_pairs * sum
        };
        let by_chance = together(&|a, b, role| share(a, role) * share(b, role));
        // If one role nearly always wins, few chance agreements are expected.
        if by_chance.min(1.0 - by_chance) * (all.pairs as f64) < EXPECTED {
            return None;
        }
        let value = (agree - by_chance) / (1.0 - by_chance);
        // By group: how much it makes the value differ.
        let apart = |it: &Luck| {
            let more = (it.same as f64 - agree * it.pairs as f64) / all.pairs as f64;
            let shift = |place: usize, role: usize| {
                (at(it, place, role) - share(place, role) * games(it, place)) / games(&all, place)
            };
            let chance = together(&|a, b, role| share(a, role) * shift(b, role) + share(b, role) * shift(a, role));
            more / (1.0 - by_chance) - (1.0 - agree) * chance / ((1.0 - by_chance) * (1.0 - by_chance))
        };
        let squares: f64 = groups.iter().map(|it| apart(it)).map(|it| it * it).sum();
        let groups = groups.iter().filter(|it| !it.is_empty()).count();
        let error = if groups > 1 { (squares * groups as f64 / (groups - 1) as f64).sqrt() } else { 1.0 };
        // No seed makes games agree less often than by chance: below that is chance.
        let it = level.around(value.max(0.0), error, groups, all.pairs);
        Some(Interval { low: it.low.max(0.0), high: it.high.min(1.0), ..it })
    }
}

/// How much shuffles and throws decide, as a sentence that follows another.
pub fn lucky(it: Interval) -> String {
    let Interval { value, low, high } = it;
    if low <= 0.0 {
        return " These games do not show how much luck decides: games with the same seed end no more alike than others. A choice may change what is rolled or drawn after it.".to_owned();
    }
    let more = if value < ALL { ", or more" } else { "" };
    format!(
        " Luck decides {} ({} to {}) of the outcome{more}: with the same seed, the same seat wins that much more often than by chance, whoever plays it.",
        percent(value),
        percent(low),
        percent(high)
    )
}
