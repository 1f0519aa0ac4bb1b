//! Matches: players against each other, each in every seat as often as in any other.

use crate::outcome::winners;
use crate::player::Player;
use crate::random::ENDS_WITHIN;
use game::random::Draw;
use game::{Fault, Game, Rules};

/// How the games of one side ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    pub wins: u64,
    /// Draws, and games that several won, this one among them.
    pub draws: u64,
    pub losses: u64,
}

impl Score {
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }
}

/// What came of a match.
#[derive(Clone, Debug, Default)]
pub struct Match {
    pub games: u64,
    /// By player. One that sits in several seats is counted once for each.
    pub players: Vec<Score>,
    /// By role, whoever played it.
    pub seats: Vec<Score>,
    /// Games that were too long; nobody's.
    pub unfinished: u64,
    /// Of all games together.
    pub moves: u64,
}

/// Plays games with seeds from the first on. In the first game the players sit in the order of the roles, and the last takes
/// the seats that are left; after it everybody moves on by one seat, and once round, the next seed is taken. A seed
/// is thus played from every seat.
pub fn play_match(
    rules: &Rules,
    players: &[Player],
    games: u64,
    first: u64,
    mut setup: impl FnMut(u64) -> Result<Game, Fault>,
) -> Result<Match, Fault> {
    let roles = &rules.program().roles;
    let mut out = Match {
        players: vec![Score::default(); players.len()],
        seats: vec![Score::default(); roles.len()],
        ..Match::default()
    };
    let Some(last) = players.len().checked_sub(1) else { return Ok(out) };
    let round = roles.len() as u64;
    for number in 0..games {
        let mut game = setup(first + number / round)?;
        game.hush();
        let turned = (number % round) as usize;
        let at = |role: usize| ((role + turned) % roles.len()).min(last);
        // The choices of each game are its own, whatever its cards are.
        let mut draw = Draw::new(Draw::new(first ^ number.rotate_left(32)).seed());
        let moves = played(&mut game, &mut draw, |role| players[at(role)])?;
        out.games += 1;
        out.moves += moves;
        if !game.state().active().is_empty() {
            out.unfinished += 1;
            continue;
        }
        let won = winners(&game.result().unwrap_or_default(), roles);
        for role in 0..roles.len() {
            for tally in [&mut out.players[at(role)], &mut out.seats[role]] {
                match (won.contains(&role), won.len()) {
                    (true, 1) => tally.wins += 1,
                    (true, _) | (_, 0) => tally.draws += 1,
                    (false, _) => tally.losses += 1,
                }
            }
        }
    }
    Ok(out)
}

/// Plays a game to its end, or as long as any; gives how many moves were made.
fn played(game: &mut Game, draw: &mut Draw, player: impl Fn(usize) -> Player) -> Result<u64, Fault> {
    let mut moves = 0;
    while moves < ENDS_WITHIN {
        let mut active = game.state().active();
        draw.shuffle(&mut active);
        let mut chosen = None;
        for role in active {
            chosen = player(role).choose(game, role, draw)?;
            if chosen.is_some() {
                break;
            }
        }
        let Some(it) = chosen else { break };
        game.play_on(it.role, it.action, it.argument)?;
        moves += 1;
    }
    Ok(moves)
}
