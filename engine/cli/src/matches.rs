//! Players against each other: `match`.

use crate::args::{Args, number};
use crate::files::{Opened, told};
use crate::{Outcome, Trouble};
use lab::{Match, Player, Score};
use serde_json::{Value, json};

/// Plays a match and says who won how often.
pub fn run(args: &Args) -> Outcome {
    let (path, _) = args.file(0)?;
    let games = args.value("games").map_or(Ok(100), |it| number("how many games", it))?;
    let named = args.value("players").unwrap_or("search,random");
    let players = named.split(',').map(player).collect::<Result<Vec<Player>, Trouble>>()?;
    let rules = Opened::rules(path)?;
    let roles = &rules.program().roles;
    if players.len() > roles.len() {
        return Err(Trouble::Usage(format!("{} players for {} seats", players.len(), roles.len())));
    }
    let options = args.options()?;
    let scenario = args.value("scenario");
    let setup = |seed| rules.on_setup(Some(seed), scenario, &options);
    let came = lab::play_match(&rules, &players, games, args.seed()?.unwrap_or(1), setup);
    let came = came.map_err(|it| Trouble::Other(told(&rules, &it)))?;
    match args.has("json") {
        true => println!("{:#}", as_json(&came, &players, roles)),
        false => print(&came, path, &players, roles),
    }
    Ok(came.unfinished == 0)
}

fn player(text: &str) -> Result<Player, Trouble> {
    let unknown = || Trouble::Usage(format!("a player is `random`, `search` or `search:500`, not `{text}`"));
    Player::named(text.trim()).ok_or_else(unknown)
}

fn print(came: &Match, path: &str, players: &[Player], roles: &[String]) {
    println!("{path}: {} games, {} moves", came.games, came.moves);
    println!("{:<16} {:>7} {:>7} {:>7}   wins, with 95% between", "", "wins", "draws", "losses");
    for (player, tally) in players.iter().zip(&came.players) {
        row(&player.to_string(), tally);
    }
    for (role, tally) in roles.iter().zip(&came.seats) {
        row(role, tally);
    }
    if came.unfinished > 0 {
        println!("{:<16} {:>7}", "without an end", came.unfinished);
    }
}

fn row(name: &str, tally: &Score) {
    let Score { wins, draws, losses } = tally;
    let (low, high) = lab::wilson(*wins, tally.games());
    let share = percent(*wins as f64 / tally.games().max(1) as f64);
    println!("{name:<16} {wins:>7} {draws:>7} {losses:>7}   {share} ({} to {})", percent(low), percent(high));
}

fn percent(share: f64) -> String {
    format!("{:.1}%", 100.0 * share)
}

fn as_json(came: &Match, players: &[Player], roles: &[String]) -> Value {
    let tally = |name: &str, it: &Score| {
        let (low, high) = lab::wilson(it.wins, it.games());
        json!({ "name": name, "wins": it.wins, "draws": it.draws, "losses": it.losses, "wins_between": [low, high] })
    };
    let players: Vec<Value> = players.iter().zip(&came.players).map(|(it, of)| tally(&it.to_string(), of)).collect();
    let seats: Vec<Value> = roles.iter().zip(&came.seats).map(|(it, of)| tally(it, of)).collect();
    json!({ "games": came.games, "moves": came.moves, "unfinished": came.unfinished, "players": players, "seats": seats })
}
