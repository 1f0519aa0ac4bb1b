//! One game, played at random and looked at.

use crate::flaw::{self, Flaw, Kind, Offered, Past};
use crate::plan::Plan;
use game::random::{self, Draw};
use game::{Game, Played, Record, Rules};

/// Positions after more moves are not looked at closely: their logs are long.
const LOOKED_AT: u64 = 500;

/// Who looks on while a game is played.
pub trait Watch {
    /// In every position where somebody can move.
    fn position(&mut self, game: &Game, offered: &Offered);
    /// Before a move is made.
    fn chosen(&mut self, game: &Game, played: &Played);
}

/// How a game went.
pub struct Came {
    /// As far as it went; none if it did not begin.
    pub game: Option<Game>,
    /// How many were made, one that failed included.
    pub moves: u64,
    /// Why it was stopped, if it did not come to a good end.
    pub flaw: Option<Flaw>,
}

/// Plays the game of a seed.
pub fn play(rules: &Rules, plan: &Plan, seed: u64, closely: bool, watch: &mut dyn Watch) -> Came {
    match plan.begin(rules, seed) {
        Err(fault) => Came { game: None, moves: 0, flaw: Some(Flaw::failed(Kind::Fault, fault)) },
        Ok(mut game) => {
            let (moves, flaw) = play_on(&mut game, &mut Draw::new(seed), plan.limit, closely, watch);
            Came { game: Some(game), moves, flaw }
        }
    }
}

/// Plays on to the end, at most so many moves; how many there were, and what went wrong.
pub fn play_on(
    game: &mut Game,
    draw: &mut Draw,
    limit: u64,
    closely: bool,
    watch: &mut dyn Watch,
) -> (u64, Option<Flaw>) {
    let (mut moves, mut past) = (0, Past::new(game.rules()));
    loop {
        let offered = match flaw::look(game, closely && moves < LOOKED_AT, &mut past) {
            Ok(offered) if offered.is_empty() => return (moves, None),
            Ok(offered) => offered,
            Err(flaw) => return (moves, Some(flaw)),
        };
        if moves >= limit {
            return (moves, Some(Flaw::endless(game, moves)));
        }
        watch.position(game, &offered);
        // Offers of a position are worked out once, so this does not fail where they were looked at.
        let Ok(Some(played)) = random::choose(game, draw) else { return (moves, None) };
        watch.chosen(game, &played);
        moves += 1;
        if let Err(fault) = game.play(played.role, played.action, played.argument) {
            return (moves, Some(Flaw::failed(Kind::Fault, fault)));
        }
    }
}

/// Nobody looks on.
pub struct Nobody;

impl Watch for Nobody {
    fn position(&mut self, _: &Game, _: &Offered) {}
    fn chosen(&mut self, _: &Game, _: &Played) {}
}

/// The game of a seed as a record, the move that fails included.
pub fn record(rules: &Rules, plan: &Plan, seed: u64, closely: bool) -> Record {
    struct Moves(Vec<game::Move>);
    impl Watch for Moves {
        fn position(&mut self, _: &Game, _: &Offered) {}
        fn chosen(&mut self, game: &Game, played: &Played) {
            self.0.push(game.named(played));
        }
    }
    let mut moves = Moves(Vec::new());
    play(rules, plan, seed, closely, &mut moves);
    plan.record(rules, seed, moves.0)
}
