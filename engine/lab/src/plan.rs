//! What is to be played.

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
    /// An object; what is not there is as it is by itself, but for how many play: see [`Plan::deal`]. Null for none.
    pub options: serde_json::Value,
    /// A game with more moves is stopped, and counts as one that does not end.
    pub limit: u64,
    /// One game of so many is looked at closely: every view, and whether every state survives JSON (of its first moves). Of those
    /// from the thousandth on, one of ten times as many, from the ten thousandth on of a hundred times. 0 for none.
    pub closely: u64,
    /// Who sits where, in the order of the roles; the last takes all seats that are left. Where nobody is named, all play at random.
    pub players: Vec<Player>,
    /// In each game everybody sits one seat further than in the game before; once round, the next seed is taken. So each seed is
    /// played from every seat.
    pub rotate: bool,
    /// At ten moments of each game so many are played on at random, to see when it is decided; 0 for none.
    pub imagined: u64,
}

/// Games from a number on are looked at closely so many times less often.
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

/// A plan for rules: who sits where in which game.
pub(crate) struct Dealing<'a> {
    pub plan: &'a Plan,
    /// How many play.
    least: usize,
    most: usize,
    /// So many games have the same seed.
    round: u64,
}

/// What a game of a plan begins with, and who sits where.
#[derive(Clone, Debug, PartialEq)]
pub struct Deal {
    /// From 1 up to what the framework's server draws.
    pub seed: u64,
    /// How many play.
    pub players: usize,
    /// Who of the plan's players sits where, by role; empty where nobody is named.
    pub seats: Vec<usize>,
}

/// The games with a seed, one from every seat.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Round {
    /// The number of the first.
    pub first: u64,
    /// Which of them a game is, from 0.
    pub place: usize,
    pub of: usize,
}

impl Plan {
    /// Whose games these are: the same for the same texts and the same plan only, but for a chance of one in 2^64.
    pub fn mark(&self, rules: &Rules) -> u64 {
        text_hash(&format!("{self:?}\n{}", rules.source().text()))
    }

    /// What a game begins with, by its number from 0. Where the rules say how many may play and the options do not, games
    /// of every number of players come in turn; where seats change, each seed is played by every number, from every seat.
    pub fn deal(&self, rules: &Rules, number: u64) -> Deal {
        self.dealing(rules).deal(number)
    }

    pub(crate) fn dealing(&self, rules: &Rules) -> Dealing<'_> {
        let (least, most) = self.numbers(rules);
        let round = if self.rotate { (least..=most).map(|it| it as u64).sum() } else { 1 };
        Dealing { plan: self, least, most, round }
    }

    /// How many play at least and at most.
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

    /// Where the choices in a game are drawn from. Where seats change they are other ones for a seed that is played again.
    pub fn draws(&self, number: u64) -> Draw {
        Draw::new(self.draw_seed(number))
    }

    /// The seed of that row of numbers.
    pub(crate) fn draw_seed(&self, number: u64) -> u64 {
        self.seed_of(if self.rotate { !number } else { number })
    }

    /// Whether there is nothing but random games.
    pub fn is_plain(&self) -> bool {
        self.is_random() && self.imagined == 0
    }

    /// Whether nobody looks ahead.
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

    /// Whether a game is looked at closely, by its number.
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

    /// Whether its players know the actions.
    fn check(&self, rules: &Rules) -> Result<(), Fault> {
        let actions = &rules.program().actions;
        let unknown = self.players.iter().find_map(|it| match it {
            Player::Without(action) if !actions.contains(action) => Some(action),
            _ => None,
        });
        let Some(unknown) = unknown else { return Ok(()) };
        Err(Fault::new(Code::UnknownAction, format!("there is no action `{unknown}`; there is {}", listed(actions))))
    }

    /// The options of a game of so many.
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
    /// What [`Plan::deal`] says.
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

    /// Where a game stands among those with its seed, by its number: where seats change, and as many play in all games.
    pub fn round(&self, number: u64) -> Option<Round> {
        let place = (number % self.least as u64) as usize;
        let changes = self.plan.rotate && self.least == self.most && self.least > 1;
        changes.then_some(Round { first: number - place as u64, place, of: self.least })
    }

    /// Which group of games a game is counted in, by its number: all games of a seed are in one.
    pub fn group(&self, number: u64) -> u64 {
        number / self.round % GROUPS
    }
}

/// The option that says how many play.
fn players_option(rules: &Rules) -> Option<&str> {
    let program = rules.program();
    program.options.get(usize::from(program.seats.as_ref()?.option)).map(|it| it.name.as_str())
}
