//! Games by the thousand: `run` and `perft`.

use crate::args::{Args, number};
use crate::files::{Opened, begin, told};
use crate::outcome::{Outcome, Trouble};
use lab::Step;

/// Plays random games and says how they end.
pub fn run(args: &Args) -> Outcome {
    let (path, rest) = args.file(1)?;
    let games = rest.first().map_or(Ok(100), |it| number("how many games", it))?;
    let rules = Opened::rules(path)?;
    let hashed = if args.has("every") { lab::Hashed::Every } else { lab::Hashed::Final };
    let (scenario, options) = (args.value("scenario").map(str::to_owned), args.options()?);
    // What is no setup of these rules is told once, and no game is played.
    begin(&rules, args)?;
    let given = lab::Given { scenario, options: options.as_object().cloned().unwrap_or_default() };
    let report = lab::random_games_with(&rules, args.seed()?.unwrap_or(1), games, hashed, &given);
    println!("{path}: {games} games, {} moves, at most {} in one", report.moves, report.longest);
    for (result, count) in &report.results {
        println!("{count:>8}  {result}");
    }
    for it in &report.failures {
        let why = it.fault.as_ref().map_or_else(|| it.message.clone(), |fault| told(&rules, fault));
        println!("  BROKEN  seed {}, scenario {:?}, after {} moves: {why}", it.seed, it.scenario, it.moves);
    }
    if report.broken > 0 {
        println!("{:>8}  broken", report.broken);
    }
    println!("hash {:016x}", report.hash);
    Ok(report.broken == 0)
}

/// Counts the sequences of moves of each length up to one; or all games.
pub fn perft(args: &Args) -> Outcome {
    let (path, rest) = args.file(1)?;
    let rules = Opened::rules(path)?;
    let game = begin(&rules, args)?;
    let failed = |it| Trouble::Other(told(&rules, &it));
    if args.has("all") {
        let counts = lab::all_games(&game).map_err(failed)?;
        println!("{:>12}  games", counts.values().sum::<u64>());
        for (result, count) in counts {
            println!("{count:>12}  {result}");
        }
        return Ok(true);
    }
    let Some(depth) = rest.first() else { return Err(Trouble::Usage("how deep?".to_owned())) };
    let step = if args.has("turns") { Step::Turn } else { Step::Action };
    for depth in 1..=number("the depth", depth)? {
        let count = lab::perft(&game, depth as u32, step).map_err(failed)?;
        println!("{depth:>4} {count:>14}");
    }
    Ok(true)
}
