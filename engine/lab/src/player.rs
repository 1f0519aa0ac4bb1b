//! The kinds of players: random, greedy, or looking ahead.

use crate::greedy::greedy;
use crate::host::Host;
use crate::playout::Leaves;
use crate::search::{Leaf, search_with};
use game::Played;
use game::random::Draw;
use game::{ActionId, Fault, Game, Rules, Value};
use serde::{Deserialize, Serialize};
use std::fmt;

/// How a role's moves are chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Player {
    /// Each of its moves is as likely as any other.
    Random,
    /// By [`greedy`]: for the best position after the move.
    Greedy,
    /// By [`crate::search`], with this many iterations for each move.
    Search(u32),
    /// As `Search`, but by random games to the end, ignoring the worth in the rules.
    Playout(u32),
    /// At random among all other moves than those of an action, by its name, as long as there are any.
    Without(String),
}

/// Of a player that looks ahead, where nobody says how far.
const ITERATIONS: u32 = 500;

impl Player {
    /// The player that a text names: `random`, `greedy`, `search` (with 500 iterations), `search:N`, `playout`, `playout:N` or
    /// `without:ACTION`.
    pub fn named(text: &str) -> Option<Player> {
        if let Some(action) = text.strip_prefix("without:") {
            return Some(Player::Without(action.to_owned())).filter(|_| !action.is_empty());
        }
        let (name, count) = text.split_once(':').map_or((text, None), |(name, count)| (name, Some(count)));
        let iterations = count.map_or(Some(ITERATIONS), |it| it.parse().ok().filter(|it| *it > 0));
        match name {
            "random" if count.is_none() => Some(Player::Random),
            "greedy" if count.is_none() => Some(Player::Greedy),
            "search" => iterations.map(Player::Search),
            "playout" => iterations.map(Player::Playout),
            _ => None,
        }
    }

    /// The action of the rules that it does without.
    pub(crate) fn without(&self, rules: &Rules) -> Option<ActionId> {
        let Player::Without(name) = self else { return None };
        let at = rules.program().actions.iter().position(|it| it == name)?;
        Some(ActionId(at as u16))
    }

    /// Iterations for each move; 0 for players that do not look ahead.
    pub fn iterations(&self) -> u32 {
        match self {
            Player::Random | Player::Greedy | Player::Without(_) => 0,
            Player::Search(iterations) | Player::Playout(iterations) => *iterations,
        }
    }

    /// The index of a move for a role; `None` if it has no offers. Uses only what the role may know.
    pub fn choose(&self, game: &Game, role: usize, draw: &mut Draw) -> Result<Option<Played>, Fault> {
        self.choose_with(game, role, draw, &mut Leaves::default())
    }

    fn choose_with(
        &self,
        game: &Game,
        role: usize,
        draw: &mut Draw,
        leaves: &mut Leaves,
    ) -> Result<Option<Played>, Fault> {
        match self {
            Player::Search(iterations) => search_with(game, role, *iterations, draw.seed(), Leaf::Worth, leaves),
            Player::Playout(iterations) => search_with(game, role, *iterations, draw.seed(), Leaf::Result, leaves),
            Player::Greedy => greedy(game, role, draw.seed()),
            Player::Random => at_random(game, role, draw, None),
            Player::Without(action) => at_random(game, role, draw, Some(action)),
        }
    }
}

/// A random move of a role, avoiding the action it must do without as long as there is another.
fn at_random(game: &Game, role: usize, draw: &mut Draw, without: Option<&str>) -> Result<Option<Played>, Fault> {
    if !game.state().is_active(role) {
        return Ok(None);
    }
    let offers = game.legal(role)?;
    let actions = &game.rules().program().actions;
    let left = |it: &(ActionId, &Value)| without != Some(actions[it.0.index()].as_str());
    let others = offers.moves().filter(left).count();
    let made = match others {
        0 => offers.moves().nth(draw.below(offers.moves().count())),
        n => offers.moves().filter(left).nth(draw.below(n)),
    };
    Ok(made.map(|(action, argument)| Played { role, action, argument: argument.clone() }))
}

/// The engines for the plan's players that look ahead.
#[derive(Default)]
pub(crate) struct Thinking {
    /// The rules of the games, which count nothing meanwhile; once somebody looks ahead.
    rules: Option<Rules>,
    leaves: Leaves,
}

impl Thinking {
    /// Uses compiled rules on a host. `None` if they cannot be compiled or started.
    pub fn compiled(rules: &Rules, host: &dyn Host) -> Option<Thinking> {
        Some(Thinking { rules: None, leaves: Leaves::compiled(rules, host)? })
    }

    /// Number of playouts from leaves left to the interpreter so far.
    pub fn left(&self) -> u64 {
        self.leaves.left()
    }

    /// The results of random games played on from a position, each with different future random numbers; hidden
    /// information stays as it is.
    pub fn ends(&mut self, game: &Game, games: u64, draw: &mut Draw) -> Vec<Option<String>> {
        let rules = self.rules.get_or_insert_with(|| game.rules().uncounted());
        (0..games).map(|_| self.leaves.play_out(&mut game.under(rules).drawing(draw.seed()), draw)).collect()
    }

    /// The move of a player, as in [`Player::choose`]. Moves made in thought are not counted.
    pub fn choose(
        &mut self,
        player: &Player,
        game: &Game,
        role: usize,
        draw: &mut Draw,
    ) -> Result<Option<Played>, Fault> {
        if matches!(player, Player::Random | Player::Without(_)) {
            return player.choose(game, role, draw);
        }
        let rules = self.rules.get_or_insert_with(|| game.rules().uncounted());
        player.choose_with(&game.under(rules), role, draw, &mut self.leaves)
    }
}

/// The results of a player's games. A player in several seats counts once for each.
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
            Player::Greedy => f.write_str("greedy"),
            Player::Playout(iterations) => write!(f, "playout:{iterations}"),
            Player::Search(iterations) => write!(f, "search:{iterations}"),
            Player::Without(action) => write!(f, "without:{action}"),
        }
    }
}
