//! Counting: how many sequences of moves of a length there are, and how many games.

use game::{Fault, Game};
use std::collections::BTreeMap;

/// What counts as one move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Step {
    /// An action.
    #[default]
    Action,
    /// All actions until other roles are active, or the game is over.
    Turn,
}

/// How many sequences of that many moves there are from a position, counted through what is offered and
/// played. Undo is left out. A game that ends before has none.
pub fn perft(game: &Game, depth: u32, step: Step) -> Result<u64, Fault> {
    if depth == 0 {
        return Ok(1);
    }
    let mut count = 0;
    for (role, offers) in game.offers()? {
        if depth == 1 && step == Step::Action {
            count += offers.moves().count() as u64;
            continue;
        }
        for (action, argument) in offers.moves() {
            let mut next = game.clone();
            next.play(role, action, argument.clone())?;
            let goes_on =
                step == Step::Turn && !next.state().is_over() && next.state().active() == game.state().active();
            count += perft(&next, if goes_on { depth } else { depth - 1 }, step)?;
        }
    }
    Ok(count)
}

/// How many games there are from a position to the end, by result; "" for those that stop without one.
pub fn all_games(game: &Game) -> Result<BTreeMap<String, u64>, Fault> {
    let mut counts = BTreeMap::new();
    count_games(game, &mut counts)?;
    Ok(counts)
}

fn count_games(game: &Game, counts: &mut BTreeMap<String, u64>) -> Result<(), Fault> {
    let mut ended = true;
    for (role, offers) in game.offers()? {
        for (action, argument) in offers.moves() {
            ended = false;
            let mut next = game.clone();
            next.play(role, action, argument.clone())?;
            count_games(&next, counts)?;
        }
    }
    if ended {
        *counts.entry(game.result().unwrap_or_default()).or_default() += 1;
    }
    Ok(())
}
