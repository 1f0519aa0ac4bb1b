//! Results of the lab for a terminal.

use super::chosen;
use super::columns::{Columns, between, percent};
use crate::files::plural;
use crate::terminal::{BAD, TITLE};
use game::Rules;
use lab::{Comparison, Distribution, Found, Interval, Plan, Report, Share, Shrunk, Side};
use std::fmt::Write;

/// Maximum moves to a flaw that are listed.
const MOVES: usize = 60;

/// Longest bar of a histogram.
const BAR: u64 = 40;

/// The whole report; in brief, only answers and win rates.
pub fn report(path: &str, rules: &Rules, it: &Report, plan: &Plan, brief: bool) -> String {
    let mut out = String::new();
    let random = if plan.is_random() { "random " } else { "" };
    let _ = writeln!(out, "{path}: {} {random}games, {} moves", it.games, it.moves);
    seats(&mut out, it, plan, &plan.deal(rules, 0).seats);
    if it.ended < it.games {
        let _ = writeln!(out, "{} came to a good end; shares are of these", it.ended);
    }
    let width = it.answers.iter().map(|it| it.title.len()).max().unwrap_or_default();
    for answer in &it.answers {
        let _ = writeln!(out, "{TITLE}{:<width$}{TITLE:#}  {}", answer.title, answer.sentence);
    }
    shares(&mut out, "won by", it.roles.iter().chain([&it.draws]));
    for table in it.by_players.iter().filter(|_| it.by_players.len() > 1 && !brief) {
        let count = plural(table.players, "player");
        shares(&mut out, &format!("won by, {count}"), table.roles.iter().chain([&table.draws]));
        let _ = writeln!(out, "  {} games, {:.2} moves on average", table.games, table.moves);
    }
    players(&mut out, it);
    if it.order.len() > 1 && !brief {
        shares(&mut out, "won by who moved", &it.order);
    }
    let plain = |share: &&Share| !it.roles.iter().any(|role| role.name == share.name);
    let others: Vec<&Share> = it.results.iter().filter(plain).collect();
    if !others.is_empty() {
        shares(&mut out, "other results", others);
    }
    if !brief {
        details(&mut out, it);
    }
    out.push('\n');
    out
}

/// Lengths of games, choices, and actions that are never used.
fn details(out: &mut String, it: &Report) {
    distribution(out, "moves a game", &it.length);
    distribution(out, "turns a game", &it.turns);
    distribution(out, "moves to choose from", &it.choices);
    if !it.measures.is_empty() {
        let mut table = Columns::new(["at the end", "mean", "95%", "least", "most"]);
        for row in &it.measures {
            let Interval { value, low, high } = row.mean;
            let cells =
                [format!("{value:.2}"), format!("{low:.2} to {high:.2}"), row.least.to_string(), row.most.to_string()];
            table.row([row.name.clone()].into_iter().chain(cells));
        }
        let _ = write!(out, "{table}");
    }
    let mut actions = Columns::new(["actions", "offered", "taken"]);
    for row in &it.actions {
        actions.row([row.name.clone(), row.offered.to_string(), row.taken.to_string()]);
    }
    let _ = write!(out, "{actions}");
    chosen::chosen(out, it);
    let mut frames = Columns::new(["states and procedures", "entered"]);
    for row in &it.frames {
        frames.row([row.name.clone(), row.entered.to_string()]);
    }
    let _ = writeln!(out, "{frames}");
    let never: Vec<String> = it.lines.iter().filter(|line| line.most == 0).map(|line| line.name()).collect();
    let _ = match (never.len(), it.uncounted) {
        (0, 0) => writeln!(out, "Every line was reached."),
        (0, _) => writeln!(out, "Every line that is counted was reached."),
        (1, _) => writeln!(out, "Never reached: line {}", never[0]),
        _ => writeln!(out, "Never reached: lines {}", never.join(", ")),
    };
    if let Some(said) = it.uncounted_said() {
        let _ = writeln!(out, "{said}");
    }
}

/// Players by seat.
fn seats(out: &mut String, it: &Report, plan: &Plan, seats: &[usize]) {
    if plan.players.is_empty() {
        return;
    }
    let sits = |(role, player): (&Share, &usize)| format!("{} {}", role.name, plan.players[*player]);
    let seats: Vec<String> = it.roles.iter().zip(seats).map(sits).collect();
    let change = if plan.rotate { " in the first game; everybody moves on by one seat after each" } else { "" };
    let _ = writeln!(out, "{}{change}", seats.join(", "));
}

/// Wins, draws and losses of each player.
fn players(out: &mut String, it: &Report) {
    if it.players.is_empty() {
        return;
    }
    let mut table = Columns::new(["won by player", "games", "share", "95%", "draws", "losses"]);
    for Side { name, wins, draws, losses, share, .. } in &it.players {
        let counts = [draws.to_string(), losses.to_string()];
        table.row([name.clone(), wins.to_string(), percent(share.value), between(share)].into_iter().chain(counts));
    }
    let _ = write!(out, "{table}");
}

fn shares<'a>(out: &mut String, title: &str, rows: impl IntoIterator<Item = &'a Share>) {
    let mut table = Columns::new([title, "games", "share", "95%"]);
    for Share { name, games, share, .. } in rows {
        table.row([name.clone(), games.to_string(), percent(share.value), between(share)]);
    }
    let _ = write!(out, "{table}");
}

fn distribution(out: &mut String, title: &str, it: &Distribution) {
    if it.count == 0 {
        return;
    }
    let Interval { value, low, high } = it.mean;
    let _ =
        writeln!(out, "\n{title}: {value:.2} on average ({low:.2} to {high:.2}), half of them at most {}", it.median);
    let most = it.bars.iter().map(|bar| bar.count).max().unwrap_or(1).max(1);
    for bar in &it.bars {
        let name = if bar.from == bar.to { bar.from.to_string() } else { format!("{} to {}", bar.from, bar.to) };
        let filled = "#".repeat(((bar.count * BAR).div_ceil(most)) as usize);
        let _ = writeln!(out, "  {name:>16} {:>8} {filled}", bar.count);
    }
}

/// A flaw as found.
pub fn flaw(it: &Found) -> String {
    let place = match (it.line, it.column) {
        (Some(line), Some(column)) => {
            format!(" ({}{line}:{column})", it.file.as_ref().map(|it| format!("{it}:")).unwrap_or_default())
        }
        _ => String::new(),
    };
    let code = it.code.as_ref().map(|it| format!("{it}: ")).unwrap_or_default();
    let games = plural(it.games as usize, "game");
    let mut out = format!("{BAD}FLAW{BAD:#}  {}, in {games}: {code}{}{place}\n", it.name, it.message);
    let _ = writeln!(out, "  the shortest had {}, seed {}", plural(it.moves as usize, "move"), it.seed);
    out
}

/// The same with the fewest moves found, and a test that shows it.
pub fn shrunk(rules: &Rules, it: &Shrunk, test: Option<String>) -> String {
    let moves = &it.record.moves;
    let sure = match (it.least, it.stopped) {
        (true, _) => "no fewer do",
        (_, false) => "perhaps fewer do",
        (_, true) => "perhaps fewer do: time ran out",
    };
    let lead = if moves.len() == 1 { "leads" } else { "lead" };
    let (name, count) = (it.flaw.kind.name(), plural(moves.len(), "move"));
    let mut out = format!("{BAD}FLAW{BAD:#}  {name}, shrunk: {count} {lead} there ({sure}): {}\n", it.flaw.message);
    let told = lab::moves_text(rules, &it.record).into_iter().zip(lab::moves_called(rules, &it.record));
    for (it, called) in told.take(MOVES) {
        let called = called.map(|it| format!("  // {it}")).unwrap_or_default();
        let _ = writeln!(out, "    {it}{called}");
    }
    if moves.len() > MOVES {
        let _ = writeln!(out, "    and {} more", moves.len() - MOVES);
    }
    for line in test.iter().filter(|_| moves.len() <= MOVES).flat_map(|it| it.lines()) {
        let _ = writeln!(out, "  | {line}");
    }
    out
}

pub fn comparison(a: &str, b: &str, it: &Comparison) -> String {
    if it.rows.is_empty() {
        return format!("\n{a} and {b}, on the same seeds: {}\n", it.sentence);
    }
    let mut table = Columns::new(["", "first", "second", "change", "95% of all"]);
    for row in &it.rows {
        let (times, unit) = if row.share { (100.0, "%") } else { (1.0, "") };
        let number = |it: f64| format!("{:.2}{unit}", times * it);
        let change = |it: f64| format!("{:+.2}{unit}", times * it);
        let Interval { value, low, high } = row.difference;
        let chance = if row.is_clear() { "" } else { "may be chance" }.to_owned();
        let changes = [change(value), format!("{} to {}", change(low), change(high)), chance];
        table.row([row.name.clone(), number(row.first), number(row.second)].into_iter().chain(changes));
    }
    format!("\n{a} and {b}, on the same seeds: {}\n{table}", it.sentence)
}
