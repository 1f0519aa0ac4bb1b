//! What if? The same games with each of several values of a number or an option.

use super::asked::{FEW, Lab, version, write};
use super::chosen::NAME;
use super::pool;
use crate::outcome::Outcome;
use crate::terminal::Progress;
use lab::{Interval, Plan, Score, Studied, Study, StudyRow};
use std::fmt::Write;

/// Each value gets so many games, unless it is said.
const GAMES: u64 = 2_000;

/// So many columns are shown: files have all of them.
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
        // What makes no game is never played.
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
        let _ = writeln!(
            out,
            "\n{:<NAME$} {:>14} {:>7} {:>8} {:>20} {:>8} {:>22}",
            "player", "against", "games", "wins", "95%", "even", "decided by the seed"
        );
        for row in &it.rows {
            let Some(Score { share: Interval { value, low, high }, even }) = row.score else { continue };
            let between = format!("{:.1}% to {:.1}%", 100.0 * low, 100.0 * high);
            let of_seed = |it: Interval| match it.low > 0.0 {
                true => format!("{:.0}% to {:.0}%", 100.0 * it.low, 100.0 * it.high),
                false => "not known".to_owned(),
            };
            let luck = row.luck.map_or_else(String::new, of_seed);
            let [player, other] = [&row.values[0], &row.values[1]].map(lab::value);
            let _ = writeln!(
                out,
                "  {player:<22} {other:>14} {:>7} {:>7.1}% {between:>20} {:>7.1}% {luck:>22}",
                row.games,
                100.0 * value,
                100.0 * even
            );
        }
        return out;
    }
    let shown: Vec<&str> = it.columns().into_iter().filter(|it| !it.starts_with("who moves ")).take(COLUMNS).collect();
    let _ = write!(out, "\n{:<NAME$} {:>9}", it.names.join(", "), "games");
    out.extend(shown.iter().map(|name| format!(" {name:>22}")));
    out.push('\n');
    for row in &it.rows {
        let values: Vec<String> = row.values.iter().map(lab::value).collect();
        let mark = if row.best { " <" } else { "" };
        let now = if row.now { " (now)" } else { "" };
        let _ = write!(out, "  {:<22} {:>9}", format!("{}{now}{mark}", values.join(", ")), row.games);
        out.extend(shown.iter().map(|name| format!(" {:>22}", cell(row, name))));
        if let Some(problem) = &row.problem {
            let _ = write!(out, "  {problem}");
        }
        if row.flaws > 0 {
            let _ = write!(out, "  {} went wrong: {}", row.flaws, row.wrong.as_deref().unwrap_or_default());
        }
        out.push('\n');
    }
    if it.rows.iter().any(|it| it.best) {
        out.push_str("\n  < comes nearest, or may do so\n");
    }
    out
}

/// A number with half of its interval; with a star where it is clearly another than now.
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
