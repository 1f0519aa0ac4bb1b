//! When is a game decided? At ten moments of a game, games are played on at random from there, and their winners are
//! compared with the eventual winner.

use crate::groups::{Counts, add};
use crate::interval::{Interval, Level};
use crate::outcome::worth;
use game::Game;
use serde::{Deserialize, Serialize};

/// Moments of a game that are sampled: before its first move, after a tenth of its moves, and so on.
pub const MOMENTS: usize = 10;

/// From how much of all games on somebody's chance is as good as won.
const SURE: f64 = 0.8;

/// Margin in chances that counts as a lead; a smaller one may be luck of few games.
pub const AHEAD: f64 = 0.4;

/// Counts of games that one has won alone.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Decided {
    pub games: u64,
    /// By moment, the end as the last: from when on the winner was as good as sure of it.
    pub from: Vec<u64>,
    /// By moment: number of games in which the eventual winner was ahead of all others.
    pub led: Vec<u64>,
    /// Number of changes of the lead.
    pub changes: Counts,
}

/// The moments at which games are decided.
#[derive(Clone, Debug, Serialize)]
pub struct Decision {
    pub games: u64,
    /// Half of the games were decided by then, as a part of their moves: from there on who won had four of five chances or more.
    pub half: f64,
    /// Changes of the lead in a game, from one moment to the next.
    pub changes: Interval,
    /// By moment, each a tenth of the moves later: share of games in which the eventual winner was ahead already. All
    /// intervals hold together.
    pub led: Vec<Interval>,
}

impl Decided {
    /// A game that a role has won; `chances` are those of all roles, by moment.
    fn add(&mut self, winner: usize, chances: &[Vec<f64>]) {
        self.games += 1;
        let sure = |it: &&Vec<f64>| it.get(winner).is_some_and(|it| *it >= SURE);
        let late = chances.iter().rev().take_while(sure).count();
        add(&mut self.from, chances.len() - late, 1);
        let (mut leader, mut changes) = (None, 0);
        for (moment, chances) in chances.iter().enumerate() {
            let others = |it: usize| {
                chances.iter().enumerate().filter(|other| other.0 != it).map(|it| *it.1).fold(0.0, f64::max)
            };
            add(&mut self.led, moment, u64::from(chances[winner] > others(winner)));
            let ahead = (0..chances.len()).find(|it| chances[*it] > others(*it) + AHEAD);
            if ahead.is_some() && ahead != leader {
                changes += u64::from(leader.is_some());
                leader = ahead;
            }
        }
        *self.changes.entry(changes).or_default() += 1;
    }

    pub fn join(&mut self, other: &Decided) {
        self.games += other.games;
        other.from.iter().enumerate().for_each(|(at, count)| add(&mut self.from, at, *count));
        other.led.iter().enumerate().for_each(|(at, count)| add(&mut self.led, at, *count));
        other.changes.iter().for_each(|(changes, games)| *self.changes.entry(*changes).or_default() += games);
    }

    /// The statistics; `None` if no game was sampled.
    pub fn report(&self, level: Level) -> Option<Decision> {
        if self.games == 0 {
            return None;
        }
        let mut decided = 0;
        let half = self.from.iter().position(|it| {
            decided += it;
            decided * 2 >= self.games
        });
        let sum = |of: &dyn Fn(f64) -> f64| self.changes.iter().map(|(n, games)| of(*n as f64) * *games as f64).sum();
        Some(Decision {
            games: self.games,
            half: half.unwrap_or(MOMENTS) as f64 / MOMENTS as f64,
            changes: level.mean(self.games, sum(&|it| it), sum(&|it| it * it)),
            led: self.led.iter().map(|it| level.among(MOMENTS).share(*it, self.games)).collect(),
        })
    }

    /// Looks at a game that a role has won, by all its positions. `ends`: how a game from a position may end, that many of them.
    pub fn look(&mut self, positions: &[Game], winner: usize, ends: &mut dyn FnMut(&Game) -> Vec<Option<String>>) {
        let Some(roles) = positions.first().map(|it| it.roles().to_vec()) else { return };
        if winner >= roles.len() {
            return;
        }
        let chances = |at: usize| {
            let ends = ends(&positions[positions.len() * at / MOMENTS]);
            let mut all = vec![0.0; roles.len()];
            for end in &ends {
                all.iter_mut().zip(worth(end.as_deref(), &roles)).for_each(|(sum, worth)| *sum += worth);
            }
            all.iter().map(|sum| sum / ends.len().max(1) as f64).collect()
        };
        let all: Vec<Vec<f64>> = (0..MOMENTS).map(chances).collect();
        self.add(winner, &all);
    }
}
