//! Counting: how many sequences of moves of a length there are, and how many games.

use diag::Code;
use game::{Fault, Game};
use std::collections::BTreeMap;

/// The unit of a count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Step {
    /// An action.
    #[default]
    Action,
    /// All actions until other roles are active, or the game is over.
    Turn,
}

/// Maximum actions in a row, in one turn or one game; beyond it a count would never end.
const LIMIT: u32 = 1000;

/// The number of sequences of `depth` moves from a position, counted by playing the offers. Undo is left out. A game
/// that ends earlier has none. A turn of more than 1,000 actions is a fault (HR0720).
pub fn perft(game: &Game, depth: u32, step: Step) -> Result<u64, Fault> {
    count(game, depth, step, 0)
}

fn count(game: &Game, depth: u32, step: Step, acted: u32) -> Result<u64, Fault> {
    if depth == 0 {
        return Ok(1);
    }
    too_many(acted, "a turn")?;
    let mut sum = 0;
    for (role, offers) in game.offers()? {
        if depth == 1 && step == Step::Action {
            sum += offers.moves().count() as u64;
            continue;
        }
        for (action, argument) in offers.moves() {
            let mut next = game.clone();
            next.play(role, action, argument.clone())?;
            let goes_on =
                step == Step::Turn && !next.state().is_over() && next.state().active() == game.state().active();
            sum += if goes_on { count(&next, depth, step, acted + 1)? } else { count(&next, depth - 1, step, 0)? };
        }
    }
    Ok(sum)
}

fn too_many(acted: u32, what: &str) -> Result<(), Fault> {
    if acted < LIMIT {
        return Ok(());
    }
    Err(Fault::new(Code::OutOfFuel, format!("{what} goes on after {LIMIT} actions, so it is not counted")))
}

/// The number of games from a position to the end, by result; "" for games that stop without one. A game of more than
/// 1,000 actions is a fault (HR0720).
pub fn all_games(game: &Game) -> Result<BTreeMap<String, u64>, Fault> {
    let mut counts = BTreeMap::new();
    count_games(game, &mut counts, 0)?;
    Ok(counts)
}

fn count_games(game: &Game, counts: &mut BTreeMap<String, u64>, acted: u32) -> Result<(), Fault> {
    too_many(acted, "a game")?;
    let mut ended = true;
    for (role, offers) in game.offers()? {
        for (action, argument) in offers.moves() {
            ended = false;
            let mut next = game.clone();
            next.play(role, action, argument.clone())?;
            count_games(&next, counts, acted + 1)?;
        }
    }
    if ended {
        *counts.entry(game.result().unwrap_or_default()).or_default() += 1;
    }
    Ok(())
}
