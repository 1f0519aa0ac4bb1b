//! `lab`: many games, and what can be told of them.

use crate::args::{Args, number};
use crate::files::{Opened, told};
use crate::{Outcome, Trouble};
use game::{Language, Rules};
use lab::{Comparison, Plan, Report, Shrunk, Tally};
use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;

mod chosen;
mod told;

/// The options that take a value.
pub const VALUES: &[&str] =
    &["games", "seed", "workers", "limit", "closely", "scenario", "with", "compare", "json", "csv", "svg"];

/// A worker takes so many games at once.
const PART: u64 = 20;

/// So many of the flaws are made small.
const SHRUNK: usize = 5;

pub fn lab(args: &Args) -> Outcome {
    let (path, _) = args.file(0)?;
    let games = args.value("games").map_or(Ok(10_000), |it| number("how many games", it))?;
    let plan = plan(args)?;
    let (rules, tally) = played(path, &plan, games, workers(args)?)?;
    let report = tally.report(&rules);
    print!("{}", told::report(path, &report));
    for (i, it) in report.flaws.iter().enumerate() {
        let shrunk =
            tally.flaw(it.number).filter(|_| i < SHRUNK).map(|met| lab::shrink(&rules, &plan, met, tally.longest()));
        print!("{}", told::flaw(it, shrunk.as_ref(), shrunk.as_ref().and_then(|it| test(path, &rules, it))));
    }
    println!("hash {}", report.hash);
    save(args, &report)?;
    let Some(other) = args.value("compare") else { return Ok(report.flaws.is_empty()) };
    let (others, tally) = played(other, &plan, games, workers(args)?)?;
    let other_report = tally.report(&others);
    print!("{}", told::comparison(path, other, &Comparison::new(&report, &other_report)));
    Ok(report.flaws.is_empty() && other_report.flaws.is_empty())
}

fn plan(args: &Args) -> Result<Plan, Trouble> {
    let plan =
        Plan { scenario: args.value("scenario").map(str::to_owned), options: args.options()?, ..Plan::default() };
    let limit = args.value("limit").map_or(Ok(plan.limit), |it| number("how many moves", it))?;
    let closely = args.value("closely").map_or(Ok(plan.closely), |it| number("one of how many games", it))?;
    Ok(Plan { seed: args.seed()?.unwrap_or(plan.seed), limit, closely, ..plan })
}

fn workers(args: &Args) -> Result<usize, Trouble> {
    let wanted = args.value("workers").map(|it| number("how many workers", it)).transpose()?;
    let all = || std::thread::available_parallelism().map_or(1, usize::from);
    Ok(wanted.map_or_else(all, |it| it as usize).clamp(1, 64))
}

/// Plays them, each worker with rules of its own. What comes out does not depend on how many there are.
fn played(path: &str, plan: &Plan, games: u64, workers: usize) -> Result<(Rules, Tally), Trouble> {
    let rules = Opened::rules(path)?.counting();
    if let Err(fault) = plan.begin(&rules, plan.game_seed(0))
        && fault.refused()
    {
        return Err(Trouble::Other(told(&rules, &fault)));
    }
    let mut all = Tally::new(&rules);
    let next = AtomicU64::new(0);
    let (done, parts) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..workers {
            let (next, done) = (&next, done.clone());
            scope.spawn(move || {
                let Ok(rules) = Opened::rules(path).map(|it| it.counting()) else { return };
                loop {
                    let from = next.fetch_add(PART, Ordering::Relaxed);
                    if from >= games || done.send(Tally::play(&rules, plan, from..games.min(from + PART))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(done);
        for part in parts {
            all.join(part);
            progress(all.games, games);
        }
    });
    progress(0, games);
    if all.games < games {
        return Err(Trouble::Other(format!("only {} of {games} games were played", all.games)));
    }
    Ok((rules, all))
}

/// How far it is, on one line of a terminal; 0 clears it.
fn progress(done: u64, of: u64) {
    let mut terminal = std::io::stderr();
    if terminal.is_terminal() {
        let line = if done == 0 { String::new() } else { format!("{done} of {of} games") };
        let _ = write!(terminal, "\r{line:<40}\r");
    }
}

fn save(args: &Args, report: &Report) -> Result<(), Trouble> {
    let json = || serde_json::to_string_pretty(report).unwrap_or_default();
    let files: [(&str, &dyn Fn() -> String); 3] =
        [("json", &json), ("csv", &|| report.csv()), ("svg", &|| lab::picture(report))];
    for (name, text) in files {
        if let Some(path) = args.value(name) {
            std::fs::write(path, text()).map_err(|it| format!("{path} cannot be written: {it}"))?;
        }
    }
    Ok(())
}

/// What shows a flaw as a test, in languages that have tests.
fn test(path: &str, rules: &Rules, shrunk: &Shrunk) -> Option<String> {
    (Language::of_file(path) == Language::Rules).then(|| lab::test_block(rules, shrunk)).flatten()
}
