//! The plan of games to play.

use crate::groups::GROUPS;
use crate::hash::text_hash;
use crate::player::Player;
use diag::Code;
use game::random::Draw;
use game::{ActionId, FORMAT, Fault, Game, Move, Record, Rules, listed};

/// As long as this a plan waits for the end of a game, unless it says otherwise.
const ENDS_WITHIN: u64 = 5_000;

/// Games of one setup, each with a seed of its own.
#[derive(Clone, Debug)]
pub struct Plan {
    /// All seeds of games are made from it.
    pub seed: u64,
    /// The first of the rules, if none is named.
    pub scenario: Option<String>,
    /// An object; missing options have their defaults, except for the number of players: see [`Plan::deal`]. Null for
    /// none.
    pub options: serde_json::Value,
    /// A game with more moves is stopped, and counts as one that does not end.
    pub limit: u64,
    /// One game of this many is checked closely: every view, and if every state survives JSON (of its first moves).
    /// From the thousandth game on, ten times as rarely; from the ten thousandth on, a hundred times. 0 for none.
    pub closely: u64,
    /// The players by role; the last one takes all remaining seats. If empty, all play at random.
    pub players: Vec<Player>,
    /// In each game everybody sits one seat further than in the game before; once round, the next seed is taken. So each seed is
    /// played from every seat.
    pub rotate: bool,
    /// Playouts at each of ten moments of a game, to see when it is decided; 0 for none.
    pub imagined: u64,
}

/// By first game number: the factor by which close checks get rarer.
const CLOSELY: [(u64, u64); 2] = [(10_000, 100), (1_000, 10)];

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
            imagined: 0,
        }
    }
}

/// A plan for rules: assigns players and setups to games.
pub(crate) struct Dealing<'a> {
    pub plan: &'a Plan,
    /// Minimum number of players.
    least: usize,
    most: usize,
    /// Games per seed.
    round: u64,
}

/// The setup of one game of a plan, and its players by seat.
#[derive(Clone, Debug, PartialEq)]
pub struct Deal {
    /// From 1 up to the framework server's maximum.
    pub seed: u64,
    /// Number of players.
    pub players: usize,
    /// Index of the plan's player for each role; empty if the plan names none.
    pub seats: Vec<usize>,
}

/// The games with a seed, one from every seat.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Round {
    /// The number of the first.
    pub first: u64,
    /// Index of the game in its round, from 0.
    pub place: usize,
    pub of: usize,
}

impl Plan {
    /// Identifies the games: the same for the same texts and plan, and different otherwise except with a chance of one
    /// in 2^64.
    pub fn mark(&self, rules: &Rules) -> u64 {
        text_hash(&format!("{self:?}\n{}", rules.source().text()))
    }

    /// The setup of a game by its number from 0. Where the rules allow several numbers of players and the options fix
    /// none, these come in turn; where seats rotate, each seed is played with every number, from every seat.
    pub fn deal(&self, rules: &Rules, number: u64) -> Deal {
        self.dealing(rules).deal(number)
    }

    pub(crate) fn dealing(&self, rules: &Rules) -> Dealing<'_> {
        let (least, most) = self.numbers(rules);
        let round = if self.rotate { (least..=most).map(|it| it as u64).sum() } else { 1 };
        Dealing { plan: self, least, most, round }
    }

    /// Minimum and maximum number of players.
    pub fn numbers(&self, rules: &Rules) -> (usize, usize) {
        let program = rules.program();
        let scenario = self.scenario.as_deref().or(program.scenarios.first().map(String::as_str));
        let range = program.seat_range(scenario.unwrap_or_default());
        let chosen = players_option(rules).and_then(|name| self.options.get(name)?.as_u64());
        match chosen.and_then(|it| usize::try_from(it).ok()) {
            Some(n) => (n.max(1), n.max(1)),
            None => (usize::from(range.least).max(1), usize::from(range.most).max(1)),
        }
    }

    /// The generator for the choices in a game. Where seats rotate, games with one seed get different choices.
    pub fn draws(&self, number: u64) -> Draw {
        Draw::new(self.draw_seed(number))
    }

    /// The seed of that row of numbers.
    pub(crate) fn draw_seed(&self, number: u64) -> u64 {
        self.seed_of(if self.rotate { !number } else { number })
    }

    /// `true` if there are only random games.
    pub fn is_plain(&self) -> bool {
        self.is_random() && self.imagined == 0
    }

    /// `true` if no player looks ahead.
    pub fn is_random(&self) -> bool {
        self.players.iter().all(|it| matches!(it, Player::Random | Player::Without(_)))
    }

    /// By role in a game with a number: the action that it does without.
    pub(crate) fn without(&self, rules: &Rules, number: u64) -> Vec<Option<ActionId>> {
        self.deal(rules, number).seats.into_iter().map(|it| self.players[it].without(rules)).collect()
    }

    /// Seeds of neighbours have nothing in common, as the first random numbers of 1 and 2 would have.
    fn seed_of(&self, number: u64) -> u64 {
        let mut x = self.seed.wrapping_add(number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        game::seed_from(x ^ (x >> 31))
    }

    /// Decides if a game is checked closely, by its number.
    pub fn looks_closely(&self, number: u64) -> bool {
        let less = CLOSELY.iter().find(|it| number >= it.0).map_or(1, |it| it.1);
        number.checked_rem(self.closely.saturating_mul(less)) == Some(0)
    }

    /// Moves in a game, by its number.
    pub fn record(&self, rules: &Rules, number: u64, moves: Vec<Move>) -> Record {
        let first = || rules.scenarios().first().cloned().unwrap_or_default();
        let scenario = self.scenario.clone().unwrap_or_else(first);
        let deal = self.deal(rules, number);
        let options = match self.options_of(rules, deal.players) {
            serde_json::Value::Null => serde_json::Value::Object(serde_json::Map::new()),
            given => given,
        };
        Record { format: FORMAT, seed: deal.seed, scenario, options, moves, names: Some(rules.names()) }
    }

    /// A game before its first move, by its number.
    pub fn begin(&self, rules: &Rules, number: u64) -> Result<Game, Fault> {
        self.check(rules)?;
        let deal = self.deal(rules, number);
        rules.on_setup(Some(deal.seed), self.scenario.as_deref(), &self.options_of(rules, deal.players))
    }

    /// Checks that the rules have the actions its players name.
    fn check(&self, rules: &Rules) -> Result<(), Fault> {
        let actions = &rules.program().actions;
        let unknown = self.players.iter().find_map(|it| match it {
            Player::Without(action) if !actions.contains(action) => Some(action),
            _ => None,
        });
        let Some(unknown) = unknown else { return Ok(()) };
        Err(Fault::new(Code::UnknownAction, format!("there is no action `{unknown}`; there is {}", listed(actions))))
    }

    /// The options of a game with this many players.
    pub(crate) fn options_of(&self, rules: &Rules, players: usize) -> serde_json::Value {
        let mut options = self.options.clone();
        if let Some(name) = players_option(rules) {
            if options.is_null() {
                options = serde_json::Value::Object(serde_json::Map::new());
            }
            if let Some(given) = options.as_object_mut() {
                given.entry(name).or_insert(players.into());
            }
        }
        options
    }
}

impl Dealing<'_> {
    /// See [`Plan::deal`].
    pub fn deal(&self, number: u64) -> Deal {
        let &Dealing { plan, least, most, round } = self;
        let (seed, players, turned) = if plan.rotate {
            let (mut players, mut turned) = (least, number % round);
            while turned >= players as u64 && players < most {
                turned -= players as u64;
                players += 1;
            }
            (number / round, players, turned as usize)
        } else {
            (number, least + (number % (most - least + 1) as u64) as usize, 0)
        };
        let last = plan.players.len().saturating_sub(1);
        let sits = |role| (role + turned) % players;
        let seats = if plan.players.is_empty() { 0..0 } else { 0..players };
        Deal { seed: plan.seed_of(seed), players, seats: seats.map(|role| sits(role).min(last)).collect() }
    }

    /// The place of a game in the round of its seed, by its number; only where seats rotate and all games have the same
    /// number of players.
    pub fn round(&self, number: u64) -> Option<Round> {
        let place = (number % self.least as u64) as usize;
        let changes = self.plan.rotate && self.least == self.most && self.least > 1;
        changes.then_some(Round { first: number - place as u64, place, of: self.least })
    }

    /// The group in which a game is counted, by its number: all games of a seed share one.
    pub fn group(&self, number: u64) -> u64 {
        number / self.round % GROUPS
    }
}

/// The option that says how many play.
fn players_option(rules: &Rules) -> Option<&str> {
    let program = rules.program();
    program.options.get(usize::from(program.seats.as_ref()?.option)).map(|it| it.name.as_str())
}
