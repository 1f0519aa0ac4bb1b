//! Two versions of rules, on the same seeds.

use crate::interval::{Interval, Level};
use crate::statistic::{Statistic, is_of_winning};
use crate::tally::Tally;
use crate::words::{number, points};
use game::Rules;
use serde::Serialize;

/// Differences between the games of two versions.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// The result in a sentence.
    pub sentence: String,
    /// What changed, or may have: win rates first, then by size.
    pub rows: Vec<Row>,
}

#[derive(Clone, Debug, Serialize)]
pub struct Row {
    pub name: String,
    /// `true` for a share from 0 to 1, `false` for a mean.
    pub share: bool,
    pub first: f64,
    pub second: f64,
    /// The second less the first. In 95 of 100 comparisons the intervals of all rows hold the truth.
    pub difference: Interval,
}

impl Row {
    /// `true` if the interval of the difference excludes 0.
    pub fn is_clear(&self) -> bool {
        self.difference.excludes(0.0)
    }

    /// The relative change of a mean, or the absolute change of a share.
    fn size(&self) -> f64 {
        let whole = if self.share { 1.0 } else { self.first.abs().max(self.second.abs()).max(f64::MIN_POSITIVE) };
        self.difference.value.abs() / whole
    }
}

impl Comparison {
    /// Rows for statistics that both tallies have; each tally is of its rules, both of one plan. Games are compared in
    /// groups by seed, so the luck of a shared seed cancels out.
    pub fn new(first: (&Rules, &Tally), second: (&Rules, &Tally)) -> Comparison {
        let [firsts, seconds] = [first, second].map(|(rules, tally)| tally.statistics(rules));
        let pairs: Vec<_> =
            firsts.iter().filter_map(|a| Some((a, seconds.iter().find(|b| b.name == a.name)?))).collect();
        let level = Level::ONCE.among(pairs.len());
        let row = |(a, b): &(&Statistic, &Statistic)| Row {
            name: a.name.clone(),
            share: a.share,
            first: a.value(),
            second: b.value(),
            difference: b.less(a, level),
        };
        let mut rows: Vec<Row> = pairs.iter().filter(|(a, b)| !a.is_as(b)).map(row).collect();
        // Those that are as large stay in their order.
        rows.sort_by(|a, b| {
            let key = |it: &Row| (!is_of_winning(&it.name), !it.is_clear());
            key(a).cmp(&key(b)).then(b.size().total_cmp(&a.size()))
        });
        Comparison { sentence: sentence(&rows), rows }
    }
}

/// Maximum rows mentioned in the sentence.
const TOLD: usize = 3;

/// The changes that are clear, in the order of the rows.
fn sentence(rows: &[Row]) -> String {
    let clear: Vec<&Row> = rows.iter().filter(|it| it.is_clear()).collect();
    if clear.is_empty() {
        return "No result has clearly changed.".to_owned();
    }
    let one = |it: &&Row| {
        let Interval { value, low, high } = it.difference;
        let than = if value > 0.0 { "more" } else { "less" };
        let (low, high) = if value > 0.0 { (low, high) } else { (-high, -low) };
        match it.share {
            true => {
                let (low, high) = (number(low), number(high));
                format!("{} {} {than} often ({low} to {high})", it.name, points(value.abs()))
            }
            false => format!("{}: {:.2} {than} ({low:.2} to {high:.2})", it.name, value.abs()),
        }
    };
    let told: Vec<String> = clear.iter().take(TOLD).map(one).collect();
    let more = match clear.len().saturating_sub(TOLD) {
        0 => String::new(),
        n => format!("; and {n} more"),
    };
    format!("{}{more}.", told.join("; "))
}
