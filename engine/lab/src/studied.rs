//! What is known of games with each of several values, in numbers and in a sentence.

use crate::csv::quoted;
use crate::interval::Interval;
use crate::statistic::Score;
use crate::wish::Wish;
use crate::words::{figure, grouped, percent, points};
use serde::Serialize;
use serde_json::Value as Json;
use std::fmt::Write;

/// What came of it.
#[derive(Clone, Debug, Serialize)]
pub struct Studied {
    /// What was varied.
    pub names: Vec<String>,
    pub sentence: String,
    /// Of all values together.
    pub games: u64,
    pub rows: Vec<Row>,
}

/// One value, or one of each number.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    pub values: Vec<Json>,
    /// Whether the rules have it so now.
    pub now: bool,
    pub games: u64,
    pub ended: u64,
    /// Whether it was left out, since others come nearer to what is wished.
    pub out: bool,
    /// Whether it comes nearest, or may do so.
    pub best: bool,
    /// How far it is from what is wished.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distance: Option<Interval>,
    /// Of players against others: what the first of them wins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<Score>,
    /// What is told of games with intervals.
    pub numbers: Vec<Told>,
    /// How many games went wrong.
    pub flaws: u64,
    /// Why there are no games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

/// A number that games have.
#[derive(Clone, Debug, Serialize)]
pub struct Told {
    pub name: String,
    pub share: bool,
    #[serde(flatten)]
    pub interval: Interval,
    /// How much more it is than with the values as they are now: that is no chance where 0 lies outside. None where no row is that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub more: Option<Interval>,
}

impl Studied {
    /// The numbers that rows have, in their order.
    pub fn columns(&self) -> Vec<&str> {
        let mut all: Vec<&str> = Vec::new();
        for it in self.rows.iter().flat_map(|it| &it.numbers) {
            if !all.contains(&it.name.as_str()) {
                all.push(&it.name);
            }
        }
        all
    }

    /// CSV: a column for each number that is varied, then `games,name,value,low,high`. Lines end with CR LF.
    pub fn csv(&self) -> String {
        let mut out =
            self.names.iter().map(|it| quoted(it) + ",").collect::<String>() + "games,name,value,low,high\r\n";
        for row in &self.rows {
            let values: String = row.values.iter().map(|it| quoted(&value(it)) + ",").collect();
            for it in &row.numbers {
                let Interval { value, low, high } = it.interval;
                let _ = write!(out, "{values}{},{},{value},{low},{high}\r\n", row.games, quoted(&it.name));
            }
        }
        out
    }
}

/// What the rows say, in a sentence.
pub fn sentence(names: &[String], rows: &[Row], wish: Option<&Wish>) -> String {
    if rows.iter().all(|it| it.ended == 0) {
        return "No game came to its end.".to_owned();
    }
    match wish {
        Some(wish) => nearest(names, rows, wish),
        None => changes(names, rows),
    }
}

/// What a ladder of players says of luck and skill.
pub fn climbed(rows: &[Row]) -> String {
    let scores: Vec<(&Row, &Score)> = rows.iter().filter_map(|it| Some((it, it.score.as_ref()?))).collect();
    let [(first, score), above @ ..] = scores.as_slice() else { return "No game came to its end.".to_owned() };
    let Interval { value: share, low, high } = score.share;
    let [player, other] = [&first.values[0], &first.values[1]].map(called);
    let told = format!(
        "{player} wins {} ({} to {}) against {other}, where {} would be even",
        percent(share),
        percent(low),
        percent(high),
        percent(score.even)
    );
    if low <= score.even {
        return format!("That skill counts is not to be seen in so many games: {told}.");
    }
    let word = match (share - score.even) / (1.0 - score.even) {
        more if more > 0.8 => "Skill decides",
        more if more > 0.4 => "Skill counts for much",
        more if more > 0.15 => "Skill counts, and so does luck",
        _ => "Luck decides most, skill a little",
    };
    let helps = above.iter().take_while(|it| it.1.share.low > it.1.even).count();
    let further = match (above.get(helps), helps) {
        (None, 0) => String::new(),
        (None, _) => " Every rung of the ladder beats the one before, and there may be more.".to_owned(),
        (Some((row, _)), _) => {
            format!(" {} does not clearly beat {}.", called(&row.values[0]), called(&row.values[1]))
        }
    };
    format!("{word}: {told}.{further}")
}

/// A player as a reader names it.
fn called(player: &Json) -> String {
    match player.as_str().and_then(|it| it.split_once(':')) {
        Some((_, games)) => format!("looking {games} games ahead"),
        None => "random play".to_owned(),
    }
}

fn nearest(names: &[String], rows: &[Row], wish: &Wish) -> String {
    let games: u64 = rows.iter().map(|it| it.games).sum();
    let mut best: Vec<&Row> = rows.iter().filter(|it| it.best).collect();
    best.sort_by(|a, b| of(a).total_cmp(&of(b)));
    let Some(first) = best.first() else { return "No value can be told from another yet.".to_owned() };
    let far = match wish {
        Wish::Equal => format!(
            "the seat that is farthest from its part is {} away",
            points(first.distance.map_or(0.0, |it| it.value))
        ),
        Wish::Value(name, value) => {
            let it = first.numbers.iter().find(|it| it.name == *name);
            let share = it.is_some_and(|it| it.share);
            let wished = if share { percent(*value) } else { value.to_string() };
            format!("{name}: {}, wished {wished}", it.map_or_else(String::new, between))
        }
    };
    let others = match best.len() {
        1 => String::new(),
        n @ 2..=4 => {
            let them: Vec<String> = best[1..n].iter().map(|it| values(names, it)).collect();
            format!(" It cannot be told apart from {}.", them.join(" and "))
        }
        n => format!(" It cannot be told apart from {} others.", n - 1),
    };
    format!("{} comes nearest ({far}).{others} This took {} games.", values(names, first), grouped(games))
}

fn of(row: &Row) -> f64 {
    row.distance.map_or(f64::MAX, |it| it.value)
}

/// Between which rows something changes most, by how sure that is.
fn changes(names: &[String], rows: &[Row]) -> String {
    let played: Vec<&Row> = rows.iter().filter(|it| it.ended > 0).collect();
    let [first, .., last] = played.as_slice() else { return "There is one value only.".to_owned() };
    let mut all: Vec<(f64, &Told, &Told)> =
        first.numbers.iter().filter(|it| !always(it)).filter_map(|it| apart(it, &last.numbers)).collect();
    all.sort_by(|a, b| b.0.total_cmp(&a.0));
    let told: Vec<String> =
        all.iter().take(3).map(|(_, a, b)| format!("{} from {} to {}", a.name, shortly(a), shortly(b))).collect();
    let [a, b] = [first, last].map(|it| values(names, it));
    if told.is_empty() {
        return format!("From {a} to {b} nothing that is told of games clearly changes.");
    }
    format!("From {a} to {b} these change: {}.", told.join("; "))
}

/// Whether it was the same in all games: what follows from the rules is no news.
fn always(it: &Told) -> bool {
    !it.share && it.interval.low == it.interval.high
}

/// The same number in other games, if it is clearly another there; and how clearly.
fn apart<'a>(a: &'a Told, others: &'a [Told]) -> Option<(f64, &'a Told, &'a Told)> {
    let b = others.iter().find(|it| it.name == a.name)?;
    let apart = a.interval.high < b.interval.low || b.interval.high < a.interval.low;
    let half = (a.interval.half() + b.interval.half()).max(f64::MIN_POSITIVE);
    apart.then(|| ((b.interval.value - a.interval.value).abs() / half, a, b))
}

/// A number alone.
fn shortly(it: &Told) -> String {
    if it.share { percent(it.interval.value) } else { figure(it.interval) }
}

/// A number with its interval.
fn between(it: &Told) -> String {
    let Interval { value, low, high } = it.interval;
    if it.share {
        return format!("{} ({} to {})", percent(value), percent(low), percent(high));
    }
    let half = it.interval.half();
    let [value, low, high] =
        [value, low, high].map(|value| figure(Interval { value, low: value - half, high: value + half }));
    format!("{value} ({low} to {high})")
}

/// `HAND = 6, PASSED = 3`
pub fn values(names: &[String], row: &Row) -> String {
    let one = |(name, it): (&String, &Json)| format!("{name} = {}", value(it));
    names.iter().zip(&row.values).map(one).collect::<Vec<_>>().join(", ")
}

/// As it is written in what is varied.
pub fn value(it: &Json) -> String {
    it.as_str().map_or_else(|| it.to_string(), str::to_owned)
}
