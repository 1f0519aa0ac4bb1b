//! Random games: does each end without a fault, a dead end or a broken invariant?

use crate::hash::{START, hash};
use game::random::{Draw, begin, play, play_on};
use game::{Fault, Game, Rules};
use std::collections::BTreeMap;

/// More moves than any game at a table has.
pub const ENDS_WITHIN: u64 = 20_000;

/// Maximum broken games kept.
const KEPT: usize = 20;

/// Summary of many random games.
#[derive(Clone, Debug, Default)]
pub struct RandomReport {
    pub games: u64,
    /// Number of games by result.
    pub results: BTreeMap<String, u64>,
    /// Of all games together.
    pub moves: u64,
    /// Length of the longest game.
    pub longest: u64,
    /// Of states, and of the codes of faults: the same on every machine and in every executor.
    pub hash: u64,
    /// Number of games that did not end well.
    pub broken: u64,
    /// The first of them.
    pub failures: Vec<Broken>,
}

/// A game that failed.
#[derive(Clone, Debug)]
pub struct Broken {
    /// [`random_game`] plays it again.
    pub seed: u64,
    pub scenario: String,
    /// Number of moves.
    pub moves: u64,
    /// The error: a fault of the rules, or the roles that cannot act.
    pub fault: Option<Fault>,
    pub message: String,
}

impl Broken {
    /// The part of an error that is the same in every executor: the fault's code, or the message.
    fn kind(&self) -> &str {
        self.fault.as_ref().map_or(&self.message, |it| it.code.text())
    }
}

/// The states in a [`RandomReport::hash`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Hashed {
    #[default]
    Final,
    /// After setup and after each move: slower.
    Every,
}

/// Settings that are fixed instead of drawn.
#[derive(Clone, Debug, Default)]
pub struct Given {
    pub scenario: Option<String>,
    /// By name.
    pub options: serde_json::Map<String, serde_json::Value>,
}

/// Plays games at random with seeds from the first on. Scenarios and options are drawn too.
pub fn random_games(rules: &Rules, first: u64, games: u64, hashed: Hashed) -> RandomReport {
    random_games_with(rules, first, games, hashed, &Given::default(), &mut |_| ())
}

/// As above, with a fixed scenario or fixed options; all others are drawn. `watch` gets the report after each game.
pub fn random_games_with(
    rules: &Rules,
    first: u64,
    games: u64,
    hashed: Hashed,
    given: &Given,
    watch: &mut dyn FnMut(&RandomReport),
) -> RandomReport {
    let mut report = RandomReport { hash: START, ..RandomReport::default() };
    for seed in (first..).take(usize::try_from(games).unwrap_or(usize::MAX)) {
        report.games += 1;
        let mut so_far = report.hash;
        let came = played(rules, seed, given, &mut |game| {
            if hashed == Hashed::Every {
                so_far = hash(so_far, game.state_json().as_bytes());
            }
        });
        report.hash = so_far;
        match came {
            Ok((game, moves)) => {
                report.moves += moves;
                report.longest = report.longest.max(moves);
                *report.results.entry(game.result().unwrap_or_default()).or_default() += 1;
                if hashed == Hashed::Final {
                    report.hash = hash(report.hash, game.state_json().as_bytes());
                }
            }
            Err(broken) => {
                report.moves += broken.moves;
                report.broken += 1;
                report.hash = hash(report.hash, broken.kind().as_bytes());
                if report.failures.len() < KEPT {
                    report.failures.push(*broken);
                }
            }
        }
        watch(&report);
    }
    report
}

/// One random game to its end, and how many moves it had. The invariants are checked after each.
pub fn random_game(rules: &Rules, seed: u64) -> Result<(Game, u64), Box<Broken>> {
    played(rules, seed, &Given::default(), &mut |_| ())
}

/// As above, with an observer after setup and after each move.
fn played(rules: &Rules, seed: u64, given: &Given, look: &mut dyn FnMut(&Game)) -> Result<(Game, u64), Box<Broken>> {
    let (mut draw, mut scenario, mut options) = begin(rules, seed);
    if let Some(it) = given.scenario.as_ref().filter(|it| **it != scenario) {
        scenario.clone_from(it);
        options = game::random::options(rules, it, &mut draw);
    }
    if let serde_json::Value::Object(options) = &mut options {
        options.extend(given.options.clone());
    }
    let mut moves = 0;
    let broken = |moves, fault: Option<Fault>, message: String| {
        Box::new(Broken { seed, scenario: scenario.clone(), moves, fault, message })
    };
    let failed = |moves, fault: Fault| broken(moves, Some(fault.clone()), fault.message);
    let mut game = rules.on_setup(Some(seed), Some(&scenario), &options).map_err(|it| failed(0, it))?;
    game.check().map_err(|it| failed(0, it))?;
    look(&game);
    while !game.state().active().is_empty() {
        if moves >= ENDS_WITHIN {
            return Err(broken(moves, None, format!("no end after {moves} moves")));
        }
        let played = play(&mut game, &mut draw).map_err(|it| failed(moves, it))?;
        if played.is_none() {
            let active = game.active().join(" and ");
            return Err(broken(moves, None, format!("a dead end: {active} can do nothing")));
        }
        moves += 1;
        game.check().map_err(|it| failed(moves, it))?;
        look(&game);
    }
    if game.result().is_none() {
        return Err(broken(moves, None, "nobody is active, and there is no result".into()));
    }
    Ok((game, moves))
}

/// Totals over the games, if nothing else is needed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Playouts {
    pub games: u64,
    /// Of all games together.
    pub moves: u64,
}

/// Plays games at random and looks at nothing but their end: with the first scenario and the options as they
/// are by themselves, and one row of numbers for all of them, as `draws` and `playout` of machine code have it.
pub fn playouts(rules: &Rules, first: u64, games: u64) -> Result<Playouts, Fault> {
    let mut draw = Draw::new(first);
    let mut played = Playouts::default();
    for seed in (first..).take(usize::try_from(games).unwrap_or(usize::MAX)) {
        let mut game = rules.on_setup(Some(seed), None, &Default::default())?;
        game.hush();
        let mut moves = 0;
        while moves < ENDS_WITHIN && play_on(&mut game, &mut draw)? {
            moves += 1;
        }
        played.games += 1;
        played.moves += moves;
    }
    Ok(played)
}
