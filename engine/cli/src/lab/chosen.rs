//! Chosen arguments and movements of tokens, for a terminal.

use super::columns::{Columns, percent};
use lab::{Choices, Race, Report};
use std::fmt::Write;

/// Maximum rows of a table; the rest are only counted. Files have all.
const ROWS: usize = 12;

/// Maximum names in a `never` line.
const NAMES: usize = 24;

pub fn chosen(out: &mut String, it: &Report) {
    for action in &it.actions {
        for argument in &action.arguments {
            choices(out, &action.name, argument);
        }
    }
    it.races.iter().for_each(|it| race(out, it));
}

fn choices(out: &mut String, action: &str, it: &Choices) {
    let title = format!("{action}: {}", it.name);
    let mut table = Columns::new([title.as_str(), "offered", "taken", "share"]);
    let all: u64 = it.values.iter().map(|it| it.taken).sum();
    let taken = it.values.iter().filter(|it| it.taken > 0);
    for row in taken.clone().take(ROWS) {
        let share = percent(row.taken as f64 / all as f64);
        table.row([row.name.clone(), row.offered.to_string(), row.taken.to_string(), share]);
    }
    let _ = write!(out, "{table}");
    more(out, taken.count(), it.values.iter().filter(|it| it.taken == 0).map(|it| it.name.as_str()).collect());
}

fn race(out: &mut String, it: &Race) {
    let came = it.fields.iter().any(|it| it.entered.is_some());
    let mut table = Columns::new([it.name.as_str(), if came { "came to" } else { "" }, "ended on"]);
    let count = |it: &lab::Field| it.entered.unwrap_or(it.ended).max(it.ended);
    let mut rows: Vec<&lab::Field> = it.fields.iter().filter(|it| count(it) > 0).collect();
    rows.sort_by_key(|it| std::cmp::Reverse((it.ended, count(it))));
    for row in rows.iter().take(ROWS) {
        let entered = row.entered.map(|it| it.to_string()).unwrap_or_default();
        table.row([row.name.clone(), entered, row.ended.to_string()]);
    }
    let _ = write!(out, "{table}");
    more(out, rows.len(), it.fields.iter().filter(|it| count(it) == 0).map(|it| it.name.as_str()).collect());
}

/// Writes the number of hidden rows, and what never was used.
fn more(out: &mut String, rows: usize, never: Vec<&str>) {
    if rows > ROWS {
        let _ = writeln!(out, "  and {} more", rows - ROWS);
    }
    if !never.is_empty() {
        let beyond = never.len().saturating_sub(NAMES);
        let beyond = if beyond > 0 { format!(" and {beyond} more") } else { String::new() };
        let _ = writeln!(out, "  never: {}{beyond}", never[..never.len().min(NAMES)].join(", "));
    }
}
