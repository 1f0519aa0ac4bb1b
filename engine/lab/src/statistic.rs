//! Statistics with intervals, estimated from the differences between groups of games.

use crate::groups::{EVEN, GROUPS, Group};
use crate::interval::{Interval, Level};
use crate::luck::Luck;
use crate::tally::Tally;
use game::Rules;
use ir::Effects;
use serde::Serialize;

/// A number over games with an interval: a sum over a count, group by group.
pub struct Statistic {
    pub name: String,
    /// `true` for a share from 0 to 1, `false` for a mean.
    pub share: bool,
    sums: Vec<(f64, f64)>,
    games: u64,
}

/// Of fewer groups it is not known how much they differ.
const FEW: usize = 10;

/// Lower bound of a share's measured variance, relative to independent games.
const LEAST: f64 = 0.25;

/// An estimate from groups: its value, and each group's deviation.
struct Estimate {
    value: f64,
    sum: f64,
    count: f64,
    apart: Vec<f64>,
    /// Number of groups with any data.
    groups: usize,
}

impl Statistic {
    fn new(tally: &Tally, name: String, share: bool, of: impl Fn(&Group) -> (f64, f64)) -> Statistic {
        let sums = (0..GROUPS).map(|it| tally.groups.get(&it).map_or((0.0, 0.0), &of)).collect();
        Statistic { name, share, sums, games: tally.groups.values().map(|it| it.games).sum() }
    }

    fn estimate(&self) -> Estimate {
        let (sum, count) = self.sums.iter().fold((0.0, 0.0), |(sum, count), it| (sum + it.0, count + it.1));
        let value = if count > 0.0 { sum / count } else { 0.0 };
        let apart = self.sums.iter().map(|it| if count > 0.0 { (it.0 - value * it.1) / count } else { 0.0 }).collect();
        Estimate { value, sum, count, apart, groups: self.sums.iter().filter(|it| it.1 > 0.0).count() }
    }

    pub fn value(&self) -> f64 {
        self.estimate().value
    }

    /// The interval from the groups, which is also right where counts within one game are correlated. For a share, that
    /// of an equivalent number of independent games, so it stays between 0 and 1 and suits small numbers.
    pub fn interval(&self, level: Level) -> Interval {
        let it = self.estimate();
        let variance = covariance(&it, &it);
        if !self.share {
            return level.around(it.value, variance.sqrt(), it.groups, self.games);
        }
        let alone = it.value * (1.0 - it.value) / it.count.max(1.0);
        let apart = if alone > 0.0 && it.groups > FEW { (variance / alone).max(LEAST) } else { 1.0 };
        Interval { value: it.value, ..level.share_of(it.sum / apart, it.count / apart) }
    }

    /// `true` if both are equal in each group, and so unchanged.
    pub fn is_as(&self, other: &Statistic) -> bool {
        self.sums.iter().zip(&other.sums).all(|((a, m), (b, n))| a * n == b * m)
    }

    /// This less another, of the same seeds.
    pub fn less(&self, other: &Statistic, level: Level) -> Interval {
        let (a, b) = (other.estimate(), self.estimate());
        let (mine, others, both) = (covariance(&b, &b), covariance(&a, &a), covariance(&a, &b));
        if self.share {
            let scale = (mine * others).sqrt();
            let correlation = if scale > 0.0 { (both / scale).clamp(-1.0, 1.0) } else { 0.0 };
            return level.difference_of_shares((a.sum, a.count), (b.sum, b.count), correlation);
        }
        let error = (mine + others - 2.0 * both).max(0.0).sqrt();
        level.around(b.value - a.value, error, a.groups.max(b.groups), self.games)
    }
}

/// Of two estimates from the same groups.
fn covariance(a: &Estimate, b: &Estimate) -> f64 {
    let groups = a.groups.max(b.groups) as f64;
    let sum: f64 = a.apart.iter().zip(&b.apart).map(|(a, b)| a * b).sum();
    if groups > 1.0 { sum * groups / (groups - 1.0) } else { 0.0 }
}

impl Tally {
    /// All statistics with intervals, in the order of reports. `rules` must be those that were counted.
    pub fn statistics(&self, rules: &Rules) -> Vec<Statistic> {
        let roles = &rules.program().roles;
        let at = |all: &[u64], i: usize| all.get(i).copied().unwrap_or_default() as f64;
        let mut out = Vec::new();
        let share = |name: String, of: &dyn Fn(&Group) -> (f64, f64)| Statistic::new(self, name, true, of);
        let mean = |name: &str, of: &dyn Fn(&Group) -> (f64, f64)| Statistic::new(self, name.to_owned(), false, of);
        let playing: Vec<usize> = (0..roles.len()).filter(|it| self.plays(*it)).collect();
        for role in &playing {
            out.push(share(won_by(&roles[*role]), &|it| (at(&it.won, *role), at(&it.sat, *role))));
        }
        for name in self.players.keys() {
            let of = |it: &Group| it.players.get(name).map_or((0.0, 0.0), |it| (it.1 as f64, it.0 as f64));
            out.push(share(won_by(name), &of));
        }
        out.push(share(won_by("nobody"), &|it| (it.draws as f64, it.games as f64)));
        // Where roles always move in a fixed order, this would repeat the shares by role; a role that never moves has
        // no place in the order.
        let ordered = |it: &Group| {
            let same = |(i, role): (usize, &usize)| [0.0, at(&it.won, *role)].contains(&at(&it.won_by_order, i));
            playing.iter().enumerate().all(same)
        };
        for place in (0..playing.len()).filter(|_| !self.groups.values().all(ordered)) {
            let name = format!("the {} to move wins", ordinal(place + 1));
            out.push(share(name, &|it| (at(&it.won_by_order, place), at(&it.sat, place))));
        }
        out.push(mean("moves per game", &|it| (it.moves as f64, it.games as f64)));
        out.push(mean("turns per game", &|it| (it.turns as f64, it.games as f64)));
        out.push(mean("legal moves", &|it| (it.choices as f64, it.moves as f64)));
        out.push(share("positions with a choice".to_owned(), &|it| (it.real as f64, it.moves as f64)));
        for (i, measure) in self.measures.iter().enumerate().filter(|it| it.1.games > 0) {
            let parts = f64::from(measure.parts);
            let of = |it: &Group| it.measures.get(i).map_or((0.0, 0.0), |it| (it.1 as f64 / parts, it.0 as f64));
            out.push(mean(&measure.name, &of));
        }
        out
    }
}

impl Tally {
    /// By role that plays: win rate against an equal share.
    pub fn seats(&self, rules: &Rules, level: Level) -> Vec<Seat> {
        let at = |all: &[u64], i: usize| all.get(i).copied().unwrap_or_default() as f64;
        let roles = &rules.program().roles;
        let playing: Vec<usize> = (0..roles.len()).filter(|it| self.plays(*it)).collect();
        let level = level.among(playing.len());
        let of_all = rules.program().seats.is_some();
        let even = |it: &Group, role: usize| match of_all {
            true => at(&it.even, role) / EVEN as f64,
            // Roles that nobody plays do not sit.
            false => playing.iter().map(|role| at(&it.won, *role)).sum::<f64>() / playing.len() as f64,
        };
        let more = |role: usize| {
            let of = |it: &Group| (at(&it.won, role) - even(it, role), at(&it.sat, role));
            let it = Statistic::new(self, roles[role].clone(), false, of);
            Seat { more: it.interval(level).with_unseen(level, it.estimate().count), name: it.name }
        };
        if playing.len() < 2 { Vec::new() } else { playing.iter().map(|it| more(*it)).collect() }
    }

    /// Score of a player with one seat, where winners share a win and all seats share a draw.
    pub fn score(&self, player: &str, level: Level) -> Option<Score> {
        let sat = |it: &Group| it.sat.iter().sum::<u64>() as f64;
        let (games, seats) = self.groups.values().fold((0.0, 0.0), |(a, b), it| (a + it.games as f64, b + sat(it)));
        if games == 0.0 {
            return None;
        }
        let even = games / seats;
        let of = |it: &Group| it.players.get(player).map_or((0.0, 0.0), |it| (it.2 as f64 / EVEN as f64, it.0 as f64));
        Some(Score { share: Statistic::new(self, String::new(), true, of).interval(level), even })
    }

    /// How much of the outcome the seed alone decides, from 0 to 1; `None` if the rules draw nothing, seats do not
    /// rotate, or there are too few games.
    pub fn luck(&self, rules: &Rules, level: Level) -> Option<Interval> {
        let draws = rules.program().functions.iter().any(|it| it.effects.has(Effects::RANDOM));
        let groups: Vec<&Luck> = self.groups.values().map(|it| &it.luck).collect();
        if draws { Luck::told(&groups, level) } else { None }
    }

    /// In how many of the positions there is more than one move.
    pub fn real(&self, level: Level) -> Interval {
        Statistic::new(self, String::new(), true, |it| (it.real as f64, it.moves as f64)).interval(level)
    }

    /// Moves to choose from, in a position. Positions of one game are correlated, so games are counted.
    pub fn choice(&self, level: Level) -> Interval {
        Statistic::new(self, String::new(), false, |it| (it.choices as f64, it.moves as f64)).interval(level)
    }
}

/// Name of a role's win rate.
pub fn won_by(name: &str) -> String {
    format!("{name} wins")
}

/// `true` if a statistic of that name is a win rate.
pub fn is_of_winning(name: &str) -> bool {
    name.ends_with(&won_by(""))
}

/// Score of a player.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Score {
    /// From 0 to 1.
    #[serde(flatten)]
    pub share: Interval,
    /// The score if all players were equal.
    pub even: f64,
}

/// A seat's win rate against an equal share.
#[derive(Clone, Debug, Serialize)]
pub struct Seat {
    pub name: String,
    /// From -1 to 1. In 95 of 100 cases the intervals of all seats hold the truth.
    #[serde(flatten)]
    pub more: Interval,
}

pub fn ordinal(n: usize) -> String {
    let suffix = match (n % 10, n % 100) {
        (1, it) if it != 11 => "st",
        (2, it) if it != 12 => "nd",
        (3, it) if it != 13 => "rd",
        _ => "th",
    };
    format!("{n}{suffix}")
}
