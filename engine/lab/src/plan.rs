//! What is to be played.

use crate::player::Player;
use game::random::Draw;
use game::{FORMAT, Fault, Game, Move, Record, Rules};

/// As long as this a plan waits for the end of a game, unless it says otherwise.
const ENDS_WITHIN: u64 = 5_000;

/// Games of one setup, each with a seed of its own.
#[derive(Clone, Debug)]
pub struct Plan {
    /// All seeds of games are made from it.
    pub seed: u64,
    /// The first of the rules, if none is named.
    pub scenario: Option<String>,
    /// An object; what is not there is as it is by itself. Null for none.
    pub options: serde_json::Value,
    /// A game with more moves is stopped, and counts as one that does not end.
    pub limit: u64,
    /// One game of so many is looked at closely: every view, and whether every state survives JSON (of its first moves). 0 for none.
    pub closely: u64,
    /// Who sits where, in the order of the roles; the last takes all seats that are left. Where nobody is named, all play at random.
    pub players: Vec<Player>,
    /// In each game everybody sits one seat further than in the game before; once round, the next seed is taken. So each seed is
    /// played from every seat.
    pub rotate: bool,
}

impl Default for Plan {
    fn default() -> Plan {
        Plan {
            seed: 1,
            scenario: None,
            options: serde_json::Value::Null,
            limit: ENDS_WITHIN,
            closely: 25,
            players: Vec::new(),
            rotate: false,
        }
    }
}

impl Plan {
    /// The seed of a game among so many roles, by its number from 0: from 1 up to what the framework's server draws.
    pub fn game_seed(&self, roles: usize, number: u64) -> u64 {
        self.seed_of(if self.rotate { number / roles.max(1) as u64 } else { number })
    }

    /// Where the choices in a game are drawn from. Where seats change they are other ones for a seed that is played again.
    pub fn draws(&self, number: u64) -> Draw {
        Draw::new(self.seed_of(if self.rotate { !number } else { number }))
    }

    /// Who of the players sits where in a game, by role.
    pub fn seats(&self, roles: usize, number: u64) -> Vec<usize> {
        let turned = if self.rotate { (number % roles.max(1) as u64) as usize } else { 0 };
        let last = self.players.len().saturating_sub(1);
        (0..roles).map(|role| ((role + turned) % roles).min(last)).collect()
    }

    /// Whether nobody looks ahead.
    pub fn is_random(&self) -> bool {
        self.players.iter().all(|it| *it == Player::Random)
    }

    /// Seeds of neighbours have nothing in common, as the first random numbers of 1 and 2 would have.
    fn seed_of(&self, number: u64) -> u64 {
        let mut x = self.seed.wrapping_add(number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        game::seed_from(x ^ (x >> 31))
    }

    /// Whether a game is looked at closely, by its number.
    pub fn looks_closely(&self, number: u64) -> bool {
        number.checked_rem(self.closely) == Some(0)
    }

    /// Moves in a game of a seed.
    pub fn record(&self, rules: &Rules, seed: u64, moves: Vec<Move>) -> Record {
        let first = || rules.scenarios().first().cloned().unwrap_or_default();
        let scenario = self.scenario.clone().unwrap_or_else(first);
        let options = match &self.options {
            serde_json::Value::Null => serde_json::Value::Object(serde_json::Map::new()),
            given => given.clone(),
        };
        Record { format: FORMAT, seed, scenario, options, moves }
    }

    /// The game of a seed before its first move.
    pub fn begin(&self, rules: &Rules, seed: u64) -> Result<Game, Fault> {
        rules.on_setup(Some(seed), self.scenario.as_deref(), &self.options)
    }
}
