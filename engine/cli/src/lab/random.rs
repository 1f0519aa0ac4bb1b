//! Random games with random setups: `--draw-setup`.

use super::asked::Lab;
use crate::files::{Opened, told};
use crate::outcome::Outcome;
use crate::terminal::{BAD, Progress};
use lab::{Given, Hashed};

const GAMES: u64 = 100;

/// Plays games, drawing the scenario and options not given, and prints their results.
pub fn run(args: &Lab, path: &str) -> Outcome {
    let games = args.games.unwrap_or(GAMES);
    let rules = Opened::rules(path)?;
    let hashed = if args.every { Hashed::Every } else { Hashed::Final };
    // An invalid setup is reported once, before any game.
    args.setup.begin(&rules)?;
    let given = Given { scenario: args.setup.scenario.clone(), options: args.setup.options() };
    let progress = Progress::of("games");
    let mut watch = |it: &lab::RandomReport| progress.at(it.games, games);
    let report = lab::random_games_with(&rules, args.setup.seed.unwrap_or(1), games, hashed, &given, &mut watch);
    drop(progress);
    println!("{path}: {games} games, {} moves, at most {} in one", report.moves, report.longest);
    for (result, count) in &report.results {
        println!("{count:>8}  {result}");
    }
    for it in &report.failures {
        let why = it.fault.as_ref().map_or_else(|| it.message.clone(), |fault| told(&rules, fault));
        println!("  {BAD}BROKEN{BAD:#}  seed {}, scenario {:?}, after {} moves: {why}", it.seed, it.scenario, it.moves);
    }
    if report.broken > 0 {
        println!("{:>8}  broken", report.broken);
    }
    println!("hash {:016x}", report.hash);
    Ok(report.broken == 0)
}
