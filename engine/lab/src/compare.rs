//! Two versions of rules, on the same seeds.

use crate::interval::{Interval, difference_of_means, difference_of_shares};
use crate::report::{Report, Share, Side};
use serde::Serialize;

/// What differs between two reports.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    pub rows: Vec<Row>,
}

#[derive(Clone, Debug, Serialize)]
pub struct Row {
    pub name: String,
    /// Whether it is a share, from 0 to 1, or a mean.
    pub share: bool,
    pub first: f64,
    pub second: f64,
    /// The second less the first.
    pub difference: Interval,
}

impl Row {
    /// Whether 0 lies outside of the interval of the difference.
    pub fn is_clear(&self) -> bool {
        self.difference.low > 0.0 || self.difference.high < 0.0
    }
}

impl Comparison {
    /// Rows for what both have.
    pub fn new(first: &Report, second: &Report) -> Comparison {
        let mut rows = Vec::new();
        let shares = |it: &Report| -> Vec<(String, Share)> {
            let roles = it.roles.iter().map(|it| (format!("{} wins", it.name), it.clone()));
            let order = it.order.iter().map(|it| (format!("who moves {} wins", it.name), it.clone()));
            let share = |it: &Side| Share { name: it.name.clone(), games: it.games, share: it.share };
            let players = it.players.iter().map(|it| (format!("{} wins", it.name), share(it)));
            roles.chain(players).chain([("nobody wins".to_owned(), it.draws.clone())]).chain(order).collect()
        };
        let others = shares(second);
        for (name, a) in shares(first) {
            let Some((_, b)) = others.iter().find(|it| it.0 == name) else { continue };
            let difference = difference_of_shares(a.share, b.share);
            rows.push(Row { name, share: true, first: a.share.value, second: b.share.value, difference });
        }
        let means = |it: &Report| -> Vec<(String, Interval)> {
            let fixed = [
                ("moves a game", it.length.mean),
                ("turns a game", it.turns.mean),
                ("moves to choose from", it.choices.mean),
            ];
            let fixed = fixed.into_iter().map(|(name, mean)| (name.to_owned(), mean));
            fixed.chain(it.measures.iter().map(|it| (it.name.clone(), it.mean))).collect()
        };
        let others = means(second);
        for (name, a) in means(first) {
            let Some((_, b)) = others.iter().find(|it| it.0 == name) else { continue };
            let difference = difference_of_means(a, *b);
            rows.push(Row { name, share: false, first: a.value, second: b.value, difference });
        }
        Comparison { rows }
    }
}
