//! What helps to win: compares those who made a move with those who did not.
//!
//! Invariant: each role is compared with itself, so a move that only one role can make says nothing about that role.

use crate::chosen;
use crate::interval::{Interval, Level};
use crate::made::{Item, Made};
use crate::tally::Tally;
use game::Rules;
use serde::Serialize;

/// Minimum size of both sides of a comparison, over all roles and games.
const LEAST: u64 = 20;

/// More would be a list nobody reads.
const MOST: usize = 30;

/// A move, and its correlation with winning.
#[derive(Clone, Debug, Serialize)]
pub struct Ingredient {
    /// The action, the name of its argument, and the argument's value; empty for the action with any arguments.
    pub action: String,
    pub argument: String,
    pub what: String,
    /// Share of seats that made it at least once in a game.
    pub share: f64,
    /// Win rate of those who made it minus that of those in the same seats who did not; from -1 to 1. All intervals
    /// hold together in 95 of 100 cases.
    #[serde(flatten)]
    pub more: Interval,
}

impl Ingredient {
    /// The deed in a few words.
    pub fn called(&self) -> String {
        match self.argument.as_str() {
            "" => format!("makes `{}`", self.action),
            argument => format!("makes `{}` with {argument} {}", self.action, self.what),
        }
    }
}

impl Tally {
    /// Moves that go with winning or losing, the clearest first. It is no more than a correlation. Nothing where one plays alone.
    pub fn ingredients(&self, rules: &Rules, level: Level) -> Vec<Ingredient> {
        let program = rules.program();
        let seats = (0..program.roles.len()).filter(|it| self.plays(*it)).count();
        if seats < 2 {
            return Vec::new();
        }
        let mut all = Vec::new();
        for (action, taken) in self.actions.iter().enumerate() {
            let name = &program.actions[action];
            all.extend(self.told(&taken.made, seats).map(|it| (it, (name, None))));
            for (i, argument) in taken.arguments.iter().enumerate() {
                let numbers = argument.made_numbers.iter().enumerate().map(|(n, made)| (Item::Number(n), made));
                let texts = argument.made_texts.iter().map(|(text, made)| (Item::Text(text.clone()), made));
                let told =
                    |(item, made): (Item, &Made)| Some((self.told(made, seats)?, (name, Some((action, i, item)))));
                all.extend(numbers.chain(texts).filter_map(told));
            }
        }
        let rows = all.len();
        let mut out: Vec<Ingredient> = all
            .into_iter()
            .map(|(it, (name, argument))| {
                let (argument, what) =
                    argument.map(|(action, i, item)| chosen::called(program, action, i, &item)).unwrap_or_default();
                let more = level.among(rows).around(it.more, it.error, self.groups.len(), self.games);
                Ingredient { action: name.clone(), argument, what, share: it.share, more }
            })
            .filter(|it| it.more.excludes(0.0))
            .collect();
        out.sort_by(|a, b| clear(b).total_cmp(&clear(a)));
        out.truncate(MOST);
        out
    }

    /// The difference between those who did and those who did not, role by role, with Mantel-Haenszel weights. One
    /// seat's win is the others' loss, so the interval is widened by the most this can add.
    fn told(&self, made: &Made, seats: usize) -> Option<Difference> {
        let (mut weights, mut sum, mut variance, mut did, mut all) = (0.0, 0.0, 0.0, 0, 0);
        for role in 0..self.sat.len() {
            let count = |it: &[u64]| it.get(role).copied().unwrap_or_default();
            let (games, won) = (count(&self.sat), count(&self.won) + count(&self.shared));
            let (by, by_won) = (count(&made.by), count(&made.won));
            did += by;
            all += games;
            if by == 0 || by >= games {
                continue;
            }
            let (a, b) = (by as f64, (games - by) as f64);
            let (p, q) = (by_won as f64 / a, (won - by_won) as f64 / b);
            let weight = a * b / (a + b);
            weights += weight;
            sum += weight * (p - q);
            variance += weight * weight * (p * (1.0 - p) / a + q * (1.0 - q) / b);
        }
        if did < LEAST || all - did < LEAST || weights == 0.0 {
            return None;
        }
        let together = seats as f64 / (seats as f64 - 1.0);
        Some(Difference {
            more: sum / weights,
            error: (variance * together).sqrt() / weights,
            share: did as f64 / all as f64,
        })
    }
}

struct Difference {
    more: f64,
    error: f64,
    share: f64,
}

/// Significance of a difference.
fn clear(it: &Ingredient) -> f64 {
    it.more.value.abs() / it.more.half().max(f64::MIN_POSITIVE)
}
