//! Who plays: at random, or looking ahead.

use crate::host::Host;
use crate::playout::Leaves;
use crate::search::{search, search_with};
use game::Played;
use game::random::Draw;
use game::{Fault, Game, Rules};
use serde::{Deserialize, Serialize};
use std::fmt;

/// How the moves of a role are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// Each of its moves is as likely as any other.
    Random,
    /// By [`search`], with so many iterations for each move.
    Search(u32),
}

impl Player {
    /// The player that a text names: `random`, `search` (with 500 iterations) or `search:N`.
    pub fn named(text: &str) -> Option<Player> {
        match text.split_once(':') {
            None if text == "random" => Some(Player::Random),
            None if text == "search" => Some(Player::Search(500)),
            Some(("search", count)) => count.parse().ok().filter(|it| *it > 0).map(Player::Search),
            _ => None,
        }
    }

    /// A move for a role, by its index; none if nothing is offered to it. It goes by what that role may know.
    pub fn choose(&self, game: &Game, role: usize, draw: &mut Draw) -> Result<Option<Played>, Fault> {
        match self {
            Player::Search(iterations) => search(game, role, *iterations, draw.seed()),
            Player::Random if !game.state().is_active(role) => Ok(None),
            Player::Random => {
                let offers = game.legal(role)?;
                let chosen = draw.below(offers.moves().count());
                let made = offers.moves().nth(chosen);
                Ok(made.map(|(action, argument)| Played { role, action, argument: argument.clone() }))
            }
        }
    }
}

/// What the players of a plan look ahead with.
#[derive(Default)]
pub(crate) struct Thinking {
    /// The rules of the games, which count nothing meanwhile; once somebody looks ahead.
    rules: Option<Rules>,
    leaves: Leaves,
}

impl Thinking {
    /// Where a host runs compiled rules. None where that cannot be.
    pub fn compiled(rules: &Rules, host: &dyn Host) -> Option<Thinking> {
        Some(Thinking { rules: None, leaves: Leaves::compiled(rules, host)? })
    }

    /// How many games from the leaves of searches were left to the interpreter so far.
    pub fn left(&self) -> u64 {
        self.leaves.left()
    }

    /// How so many random games end that are played on from a position, each with other random numbers to come; what is hidden stays
    /// as it is.
    pub fn ends(&mut self, game: &Game, games: u64, draw: &mut Draw) -> Vec<Option<String>> {
        let rules = self.rules.get_or_insert_with(|| game.rules().uncounted());
        (0..games).map(|_| self.leaves.play_out(&mut game.under(rules).drawing(draw.seed()), draw)).collect()
    }

    /// The move of a player, as [`Player::choose`] has it. What is thought ahead is not counted.
    pub fn choose(
        &mut self,
        player: Player,
        game: &Game,
        role: usize,
        draw: &mut Draw,
    ) -> Result<Option<Played>, Fault> {
        let Player::Search(iterations) = player else { return player.choose(game, role, draw) };
        let rules = self.rules.get_or_insert_with(|| game.rules().uncounted());
        search_with(&game.under(rules), role, iterations, draw.seed(), &mut self.leaves)
    }
}

/// How the games of a player ended. One that sits in several seats is counted once for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Score {
    pub wins: u64,
    /// Draws, and games that several won, this one among them.
    pub draws: u64,
    pub losses: u64,
}

impl Score {
    /// A game that these roles have won, with a seat of this one.
    pub fn add(&mut self, won: &[usize], seat: usize) {
        match (won.contains(&seat), won.len()) {
            (true, 1) => self.wins += 1,
            (true, _) | (_, 0) => self.draws += 1,
            (false, _) => self.losses += 1,
        }
    }

    pub fn join(&mut self, other: Score) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }

    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Player::Random => f.write_str("random"),
            Player::Search(iterations) => write!(f, "search:{iterations}"),
        }
    }
}
