//! The same games with each of several values of a number or an option.

use super::asked::{FEW, Lab, version, write};
use super::columns::Columns;
use super::pool;
use crate::outcome::Outcome;
use crate::terminal::Progress;
use lab::{Interval, Plan, Score, Studied, Study, StudyRow};
use std::fmt::Write;

/// Default games per value.
const GAMES: u64 = 2_000;

/// Maximum columns shown; files have all of them.
const COLUMNS: usize = 7;

/// `--ladder random,search:8,search:32`: each player against the one before.
pub fn ladder(args: &Lab, path: &str, plan: Plan) -> Outcome {
    let games = args.games.unwrap_or(FEW);
    played(args, path, Study::ladder(version(path, plan)?, &args.ladder, games)?, games)
}

/// `--vary "HAND = 4 to 8"`
pub fn run(args: &Lab, path: &str, plan: Plan) -> Outcome {
    let games = args.games.unwrap_or(if plan.is_random() { GAMES } else { FEW });
    played(args, path, Study::new(version(path, plan)?, args.vary.clone(), args.wish.clone(), games)?, games)
}

fn played(args: &Lab, path: &str, mut study: Study, games: u64) -> Outcome {
    if let Some(stage) = study.next() {
        let (all, mut played) = (study.variants() as u64 * games, 0);
        // Invalid variants are never played.
        let progress = Progress::of("games");
        let versions: Vec<_> = (0..study.variants()).map(|it| study.version(it).ok().cloned()).collect();
        pool::play(&versions, args.told.workers(), stage, &mut |variant, part| {
            let before = study.next();
            played += part.games;
            study.join(variant, part);
            progress.at(played, all);
            study.next().filter(|it| Some(it) != before.as_ref())
        })?;
    }
    let studied = study.report();
    let saved = &args.told.saved;
    if !saved.is_printed() {
        print!("{}", told(path, &studied));
    }
    write(&saved.json, &|| serde_json::to_string_pretty(&studied).unwrap_or_default())?;
    write(&saved.csv, &|| studied.csv())?;
    Ok(studied.rows.iter().all(|it| it.flaws == 0 && it.problem.is_none()))
}

fn told(path: &str, it: &Studied) -> String {
    let mut out = format!("{path}: {} games\n\n{}\n", it.games, it.sentence);
    if it.rows.iter().any(|it| it.score.is_some()) {
        let mut table = Columns::new(["player", "against", "games", "wins", "95%", "even", "decided by the seed"]);
        for row in &it.rows {
            let Some(Score { share: Interval { value, low, high }, even }) = row.score else { continue };
            let of_seed = |it: Interval| match it.low > 0.0 {
                true => format!("{:.0}% to {:.0}%", 100.0 * it.low, 100.0 * it.high),
                false => "not known".to_owned(),
            };
            let percent = |it: f64| format!("{:.1}%", 100.0 * it);
            let between = format!("{} to {}", percent(low), percent(high));
            let luck = row.luck.map_or_else(String::new, of_seed);
            let sides = row.values.iter().map(lab::value).take(2);
            table.row(sides.chain([row.games.to_string(), percent(value), between, percent(even), luck]));
        }
        let _ = write!(out, "{table}");
        return out;
    }
    let shown: Vec<&str> = it.columns().into_iter().filter(|it| !it.ends_with(" to move wins")).take(COLUMNS).collect();
    let names = it.names.join(", ");
    let mut table = Columns::new([names.as_str(), "games"].into_iter().chain(shown.iter().copied()));
    for row in &it.rows {
        let values: Vec<String> = row.values.iter().map(lab::value).collect();
        let mark = if row.best { " <" } else { "" };
        let now = if row.now { " (now)" } else { "" };
        let wrong =
            (row.flaws > 0).then(|| format!("{} went wrong: {}", row.flaws, row.wrong.as_deref().unwrap_or_default()));
        let cells = shown.iter().map(|name| cell(row, name)).chain(row.problem.clone()).chain(wrong);
        table.row([format!("{}{now}{mark}", values.join(", ")), row.games.to_string()].into_iter().chain(cells));
    }
    let _ = write!(out, "{table}");
    if it.rows.iter().any(|it| it.best) {
        out.push_str("\n  < comes nearest, or may do so\n");
    }
    out
}

/// A number ± half its interval; a star if clearly different from now.
fn cell(row: &StudyRow, name: &str) -> String {
    let Some(it) = row.numbers.iter().find(|it| it.name == name).filter(|_| row.ended > 0) else {
        return "-".to_owned();
    };
    let Interval { value, .. } = it.interval;
    let half = it.interval.half();
    let star = if it.more.is_some_and(|it| it.excludes(0.0)) { "*" } else { "" };
    match it.share {
        true => format!("{star}{:.1}% ± {:.1}", 100.0 * value, 100.0 * half),
        false => format!("{star}{value:.2} ± {half:.2}"),
    }
}
