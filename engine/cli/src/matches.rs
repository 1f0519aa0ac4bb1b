//! Players against each other: `match`, the lab where seats change, told in short.

use crate::args::Args;
use crate::lab::{played, players, setup, workers};
use crate::outcome::Outcome;
use lab::{Interval, Plan, Player, Report, Side};
use serde_json::{Value, json};

/// The options that take a value.
pub const VALUES: &[&str] = &["players", "games", "seed", "workers", "scenario", "with"];

/// Plays a match and says who won how often.
pub fn run(args: &Args) -> Outcome {
    let (path, _) = args.file(0)?;
    let named = args.value("players").unwrap_or("search,random");
    let plan = Plan { players: players(named)?, rotate: true, closely: 0, ..setup(args)? };
    let games = args.games(100)?;
    let (rules, tally) = played(path, &plan, 0..games, workers(args)?)?;
    let report = tally.report(&rules);
    match args.has("json") {
        true => println!("{:#}", as_json(&report)),
        false => print(&report, path, &plan.players),
    }
    Ok(report.ended == report.games)
}

fn print(it: &Report, path: &str, players: &[Player]) {
    println!("{path}: {} games, {} moves", it.games, it.moves);
    println!("{:<16} {:>7} {:>7} {:>7}   wins, with 95% between", "", "wins", "draws", "losses");
    let mut seen = Vec::new();
    for name in players.iter().map(Player::to_string) {
        if let Some(side) = it.players.iter().find(|it| it.name == name && !seen.contains(&name)) {
            let Side { name, wins, draws, losses, share, .. } = side;
            println!("{name:<16} {wins:>7} {draws:>7} {losses:>7}   {}", percent(share));
        }
        seen.push(name);
    }
    for seat in &it.roles {
        println!("{:<16} {:>7} {:>7} {:>7}   {}", seat.name, seat.games, "", "", percent(&seat.share));
    }
    for flaw in &it.flaws {
        println!("{:<16} {:>7}   {}", flaw.name, flaw.games, flaw.message);
    }
}

fn percent(it: &Interval) -> String {
    format!("{:.1}% ({:.1}% to {:.1}%)", 100.0 * it.value, 100.0 * it.low, 100.0 * it.high)
}

fn as_json(it: &Report) -> Value {
    let unfinished = it.games - it.ended;
    json!({ "games": it.games, "moves": it.moves, "unfinished": unfinished, "players": it.players, "seats": it.roles })
}
