//! Results of games for each of several values, in numbers and in a sentence.

use crate::csv::quoted;
use crate::interval::Interval;
use crate::luck::lucky;
use crate::statistic::Score;
use crate::version::without;
use crate::wish::Wish;
use crate::words::{figure, grouped, number, percent};
use serde::Serialize;
use serde_json::Value as Json;
use std::fmt::Write;

/// Results of a study.
#[derive(Clone, Debug, Serialize)]
pub struct Studied {
    /// The names of what is varied.
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
    /// `true` for the current value of the rules.
    pub now: bool,
    pub games: u64,
    pub ended: u64,
    /// `true` if it was dropped because others come nearer to the wish.
    pub out: bool,
    /// `true` if it is the nearest, or may be.
    pub best: bool,
    /// Distance from the wish.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distance: Option<Interval>,
    /// For players against others: the score of the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<Score>,
    /// For players against others: how much of the outcome the seed alone decides, from 0 to 1. A lower bound for luck.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub luck: Option<Interval>,
    /// Statistics with intervals.
    pub numbers: Vec<Told>,
    /// Number of games with flaws, and the most common flaw.
    pub flaws: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wrong: Option<String>,
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
    /// Difference from the current values; significant if 0 is outside. `None` if no row has the current values.
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

/// A sentence about the rows.
pub fn sentence(names: &[String], rows: &[Row], wish: Option<&Wish>) -> String {
    if rows.iter().all(|it| it.ended == 0) {
        return "No game ended.".to_owned();
    }
    match wish {
        Some(wish) => nearest(names, rows, wish),
        None => changes(names, rows),
    }
}

/// A sentence about luck and skill from a ladder of players.
pub fn climbed(rows: &[Row]) -> String {
    let scores: Vec<(&Row, &Score)> = rows.iter().filter_map(|it| Some((it, it.score.as_ref()?))).collect();
    let clear = |it: &&(&Row, &Score)| it.1.share.low > it.1.even;
    let against = |it: &Row| [&it.values[0], &it.values[1]].map(called);
    let told = |(row, score): &(&Row, &Score)| {
        let (Interval { value, low, high }, [player, other]) = (score.share, against(row));
        let (value, low, high, even) = (percent(value), percent(low), percent(high), percent(score.even));
        format!("{player} wins {value} ({low} to {high}) against {other}, where {even} would be even")
    };
    let Some(first) = scores.first() else { return "No game ended.".to_owned() };
    // The best players say best how much is luck.
    let luck = rows.iter().rev().find_map(|it| it.luck).map_or_else(String::new, lucky);
    let Some(seen) = scores.iter().find(clear) else {
        return format!("No clear effect of skill in these games: {}.{luck}", told(first));
    };
    let word = match (seen.1.share.value - seen.1.even) / (1.0 - seen.1.even) {
        more if more > 0.8 => "Skill decides",
        more if more > 0.4 => "Skill counts a lot",
        more if more > 0.15 => "Skill counts",
        _ => "Skill counts a little",
    };
    let further = match scores.iter().find(|it| !clear(it)) {
        None if scores.len() == 1 => String::new(),
        None => " Every player beats the one below, so better players may exist.".to_owned(),
        Some((row, _)) => {
            let [player, other] = against(row);
            format!(" There is no clear difference between {player} and {other}.")
        }
    };
    format!("{word}: {}.{further}{luck}", told(seen))
}

/// A player as a reader names it.
fn called(player: &Json) -> String {
    let name = player.as_str().unwrap_or_default();
    match name.split_once(':') {
        Some(("search", "1")) => "looking one game ahead".to_owned(),
        Some(("search", games)) => format!("looking {games} games ahead"),
        Some(("without", action)) => format!("random play without {action}"),
        Some((_, games)) => format!("playing out {games} games ahead"),
        None if name == "random" => "random play".to_owned(),
        None => format!("the {name} player"),
    }
}

fn nearest(names: &[String], rows: &[Row], wish: &Wish) -> String {
    let games: u64 = rows.iter().map(|it| it.games).sum();
    let mut best: Vec<&Row> = rows.iter().filter(|it| it.best).collect();
    best.sort_by(|a, b| of(a).total_cmp(&of(b)));
    let Some(first) = best.first() else { return "No value is clearly better than another.".to_owned() };
    let far = match wish {
        Wish::Equal => {
            let it = first.distance.map_or([0.0; 3], |it| [it.value, it.low, it.high]).map(number);
            format!("the most uneven seat is {} points off its fair share ({} to {})", it[0], it[1], it[2])
        }
        Wish::Value(name, value) => {
            let it = first.numbers.iter().find(|it| it.name == *name);
            let share = it.is_some_and(|it| it.share);
            let wished = if share { percent(*value) } else { value.to_string() };
            format!("{name}: {}, wish: {wished}", it.map_or_else(String::new, between))
        }
    };
    let took = format!("This took {} games.", grouped(games));
    let meets = match first.distance.is_some_and(|it| it.low > 0.0) {
        true => " No value meets the wish.",
        false => "",
    };
    let name = values(names, first);
    let tried = rows.iter().filter(|it| it.ended > 0).count();
    match best.len() {
        1 if tried == 1 => format!("Only games with {name} end ({far}).{meets} {took}"),
        1 => format!("{name} comes closest ({far}).{meets} {took}"),
        n if n == tried => {
            format!("No value is clearly closest; {name} came closest in these games ({far}).{meets} {took}")
        }
        n => {
            let them: Vec<String> = best[1..n.min(4)].iter().map(|it| values(names, it)).collect();
            let more = if n > 4 { format!(" and {} more", n - 4) } else { String::new() };
            format!(
                "{name} comes closest ({far}), but not clearly closer than {}{more}.{meets} {took}",
                them.join(", ")
            )
        }
    }
}

fn of(row: &Row) -> f64 {
    row.distance.map_or(f64::MAX, |it| it.value)
}

/// Maximum changes mentioned in a sentence.
const TOLD: usize = 3;

/// The largest difference between any two rows, by significance.
fn changes(names: &[String], rows: &[Row]) -> String {
    let played: Vec<&Row> = rows.iter().filter(|it| it.ended > 0).collect();
    if let ([one], true) = (played.as_slice(), rows.len() > 1) {
        return format!("Only games with {} end.", values(names, one));
    }
    let mut all: Vec<(f64, String)> = Vec::new();
    for Told { name, .. } in played.iter().flat_map(|it| &it.numbers).filter(|it| !it.name.ends_with(" to move wins")) {
        let mut told: Vec<(&Row, &Told)> =
            played.iter().filter_map(|row| Some((*row, row.numbers.iter().find(|it| it.name == *name)?))).collect();
        told.sort_by(|a, b| a.1.interval.value.total_cmp(&b.1.interval.value));
        let [(low, a), .., (high, b)] = told.as_slice() else { continue };
        let known = all.iter().any(|it| it.1.starts_with(&format!("{name}, ")));
        // A varied value is constant within a row, and its difference no news.
        let always = told.iter().all(|it| it.1.interval.half() == 0.0) && names.contains(name);
        // Values that look the same are no news either.
        let same = shortly(a) == shortly(b);
        if known || always || same || a.interval.high >= b.interval.low {
            continue;
        }
        let half = (a.interval.half() + b.interval.half()).max(f64::MIN_POSITIVE);
        let [low, high] = [low, high].map(|it| values(names, it));
        let text = format!("{name}, from {} with {low} to {} with {high}", shortly(a), shortly(b));
        // Those that are as clear stay in their order.
        all.push(((10.0 * (b.interval.value - a.interval.value) / half).round(), text));
    }
    if all.is_empty() {
        return "No result clearly changes.".to_owned();
    }
    all.sort_by(|a, b| b.0.total_cmp(&a.0));
    let told: Vec<String> = all.into_iter().take(TOLD).map(|it| it.1).collect();
    format!("Biggest changes: {}.", told.join("; "))
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
    let one = |(name, it): (&String, &Json)| match without(name) {
        Some(_) => format!("{name} {}", value(it)),
        None => format!("{name} = {}", value(it)),
    };
    names.iter().zip(&row.values).map(one).collect::<Vec<_>>().join(", ")
}

/// A value in the notation of a study.
pub fn value(it: &Json) -> String {
    it.as_str().map_or_else(|| it.to_string(), str::to_owned)
}
