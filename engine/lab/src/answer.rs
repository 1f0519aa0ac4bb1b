//! A designer's questions, each answered in a sentence.
//!
//! Invariant: a sentence claims no more than its numbers support.

use crate::decided::{AHEAD, Decision, MOMENTS};
use crate::enough::{LARGE, SEEN, enough_after};
use crate::interval::{Interval, Level};
use crate::luck::lucky;
use crate::question::{Answer, Question};
use crate::report::Report;
use crate::statistic::Seat;
use crate::winning::Ingredient;
use crate::words::{figure, grouped, number, percent, points};

/// Maximum names listed in a sentence.
const NAMES: usize = 5;

impl Report {
    /// The answer to each question; empty if no game ended.
    pub(crate) fn answered(&self, level: Level) -> Vec<Answer> {
        if self.ended == 0 {
            return Vec::new();
        }
        let all = [
            (Question::Fair, fair(self)),
            (Question::Skill, Some(skill(self, level) + &self.luck.map_or_else(String::new, lucky))),
            (Question::Choice, Some(choice(self))),
            (Question::Decided, self.decided.as_ref().map(decided)),
            (Question::Made, made(self)),
            (Question::Used, Some(used(self))),
        ];
        let told = |(question, sentence): (Question, Option<String>)| {
            Some(Answer { question, title: question.title(), sentence: sentence? })
        };
        all.into_iter().filter_map(told).collect()
    }
}

/// Nothing where one plays alone.
fn fair(it: &Report) -> Option<String> {
    let told: Vec<String> = idle(&it.idle).into_iter().chain(seats(it)).collect();
    if told.is_empty() { None } else { Some(told.join(" ")) }
}

/// Names the roles that never took part. Whether that is intended is for the author to say.
fn idle(names: &[String]) -> Option<String> {
    let told = some(names);
    match names.len() {
        0 => None,
        1 => Some(format!("{told} was never active and won none of these games. Is it meant to play?")),
        _ => Some(format!("{told} were never active and won none of these games. Are they meant to play?")),
    }
}

fn seats(it: &Report) -> Option<String> {
    let most = it.seats.iter().map(|it| it.more.half()).reduce(f64::max)?;
    let mut clear: Vec<&Seat> = it.seats.iter().filter(|it| it.more.excludes(0.0)).collect();
    clear.sort_by(|a, b| b.more.value.abs().total_cmp(&a.more.value.abs()));
    if clear.is_empty() && SEEN * most > LARGE {
        let games = grouped(enough_after(it.ended, most));
        return Some(format!("Not enough games to tell. About {games} are needed."));
    }
    if clear.is_empty() {
        return Some(format!(
            "No seat clearly wins more than its fair share. A difference of {} would probably have shown.",
            points(SEEN * most)
        ));
    }
    let seat = |it: &&Seat| {
        let (more, less) = (it.more.value > 0.0, it.more.value.abs());
        let (low, high) = if more { (it.more.low, it.more.high) } else { (-it.more.high, -it.more.low) };
        let than = if more { "more" } else { "less" };
        format!("{} wins {} {than} than its fair share ({} to {})", it.name, points(less), number(low), number(high))
    };
    let told: Vec<String> = clear.iter().take(2).map(seat).collect();
    let others = match clear.len().saturating_sub(2) {
        0 => String::new(),
        n => format!(", and {n} more seats differ"),
    };
    Some(format!("Not quite: {}{others}.", told.join("; ")))
}

fn skill(it: &Report, level: Level) -> String {
    let mut sides: Vec<_> = it.players.iter().filter(|it| it.games > 0).collect();
    sides.sort_by(|a, b| b.share.value.total_cmp(&a.share.value));
    let [best, .., worst] = sides.as_slice() else {
        return "All seats were played alike. A ladder of players, each looking further ahead than the last, shows whether skill counts."
            .to_owned();
    };
    let (level, draws) = (level.among(2), best.draws as f64 / best.games as f64);
    let [a, b] = [best, worst].map(|it| level.share(it.wins, it.games));
    let told = format!("{} wins {}, {} wins {}", best.name, percent(a.value), worst.name, percent(b.value));
    let drawn = if draws > 0.0 { format!("; {} of games are drawn", percent(draws)) } else { String::new() };
    match a.low > b.high {
        true => format!("Skill counts: {told}{drawn}."),
        false => format!("No clear effect of skill: {told}{drawn}. The difference may be chance."),
    }
}

fn choice(it: &Report) -> String {
    let (moves, turns) = (it.length.mean, it.turns.mean);
    let turns = match (turns.value - moves.value).abs() < 0.005 {
        true => String::new(),
        false => format!(" in {}", counted(turns, "turn")),
    };
    let there = match it.real.value {
        0.0 => "No position offers a choice".to_owned(),
        1.0 => "Every position offers a choice".to_owned(),
        share => format!("{} of positions offer a choice", percent(share)),
    };
    let choices = counted(it.choices.mean, "legal move");
    format!("A game lasts {}{turns}. {there}, with {choices} on average.", counted(moves, "move"))
}

/// A count with its noun.
fn counted(it: Interval, what: &str) -> String {
    let many = figure(it);
    let s = if many == "1" { "" } else { "s" };
    format!("{many} {what}{s}")
}

fn decided(it: &Decision) -> String {
    let when = match it.half {
        0.0 => "Half of the games are decided before the first move".to_owned(),
        1.0 => "Half of the games are decided only in their last tenth".to_owned(),
        half => format!("Half of the games are decided after {:.0}% of their moves", 100.0 * half),
    };
    let middle = it.led.get(it.led.len() / 2).map_or(0.0, |it| it.value);
    format!(
        "{when}: from then on the winner's chance stays at 80% or more, with random play. The winner is already ahead halfway through {} of games. Checked {MOMENTS} times per game, the lead changes {:.1} times; a lead is {:.0} points more winning chance than any other seat.",
        percent(middle),
        it.changes.value,
        100.0 * AHEAD
    )
}

/// Nothing where one plays alone.
fn made(it: &Report) -> Option<String> {
    if it.seats.is_empty() {
        return None;
    }
    if it.ingredients.is_empty() {
        return Some("No move is clearly linked to winning or losing.".to_owned());
    }
    let one = |it: &Ingredient| {
        let than = if it.more.value > 0.0 { "more" } else { "less" };
        format!("a player who {} wins {} {than} often", it.called(), points(it.more.value.abs()))
    };
    let told: Vec<String> = it.ingredients.iter().take(2).map(one).collect();
    Some(format!("In the same seat, {}. This shows correlation, not cause.", told.join(", and ")))
}

fn used(it: &Report) -> String {
    let actions: Vec<String> =
        it.actions.iter().filter(|it| it.taken == 0).map(|it| format!("`{}`", it.name)).collect();
    let lines: Vec<String> = it.lines.iter().filter(|it| it.most == 0).map(|it| it.name()).collect();
    if actions.is_empty() && lines.is_empty() {
        return match it.uncounted_said() {
            None => "Every line was run, and every action was taken.".to_owned(),
            Some(said) => format!("Every counted line was run, and every action was taken. {said}"),
        };
    }
    let mut told = Vec::new();
    if !actions.is_empty() {
        told.push(format!("Never taken: {}.", some(&actions)));
    }
    if !lines.is_empty() {
        let what = if lines.len() == 1 { "line" } else { "lines" };
        told.push(format!("Never run: {what} {}.", some(&lines)));
    }
    told.join(" ")
}

/// The first of them, and how many more there are.
fn some(names: &[String]) -> String {
    let more = names.len().saturating_sub(NAMES);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{}{more}", names[..names.len().min(NAMES)].join(", "))
}
