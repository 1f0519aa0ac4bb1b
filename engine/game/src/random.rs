//! Random play: each of the legal moves of the active roles is as likely as any other.

use crate::game::Game;
use crate::record::{FORMAT, Record};
use crate::rules::Rules;
use ir::{ActionId, ChoiceKind};
use std::rc::Rc;
use vm::{Fault, Offers, Played};

/// A row of numbers from a seed: the same everywhere.
#[derive(Clone, Debug)]
pub struct Draw(u64);

impl Draw {
    pub fn new(seed: u64) -> Draw {
        // Spread out, and never 0, from where there would be no way on.
        Draw(seed.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// The same row from where it is, for somebody who goes on with it: [`Draw::at`].
    pub fn place(&self) -> u64 {
        self.0
    }

    /// A row that somebody else has gone on with.
    pub fn at(place: u64) -> Draw {
        Draw(place)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// A seed: of a game, or of another row.
    pub fn seed(&mut self) -> u64 {
        1 + self.next() % (vm::rng::FRESH_SEED_END - 1)
    }

    /// Puts things in an order, each as likely as any other.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }

    /// A number below another; 0 for 0.
    pub fn below(&mut self, end: usize) -> usize {
        // Thirty-two bits, for the same result where words are short.
        ((self.next() >> 32) as u32).checked_rem(end as u32).unwrap_or(0) as usize
    }
}

/// One of the moves that are offered to the active roles. None, and no number drawn, if nothing is.
pub fn choose(game: &Game, draw: &mut Draw) -> Result<Option<Played>, Fault> {
    let offered = game.offers()?;
    let count = offered.iter().map(|(_, offers)| offers.moves().count()).sum();
    if count == 0 {
        return Ok(None);
    }
    let chosen = draw.below(count);
    let mut all = offered.iter().flat_map(|(role, offers)| offers.moves().map(move |(id, it)| (*role, id, it)));
    Ok(all.nth(chosen).map(|(role, action, argument)| Played { role, action, argument: argument.clone() }))
}

/// As above, without these actions of roles, as long as the role has others.
pub fn choose_without(
    game: &Game,
    draw: &mut Draw,
    left_out: &dyn Fn(usize, ActionId) -> bool,
) -> Result<Option<Played>, Fault> {
    let offered = game.offers()?;
    let of = |(role, offers): &(usize, Rc<Offers>)| {
        let others = offers.moves().any(|it| !left_out(*role, it.0));
        let moves = offers.moves().filter(|it| !others || !left_out(*role, it.0));
        moves.map(|(action, it)| Played { role: *role, action, argument: it.clone() }).collect::<Vec<_>>()
    };
    let mut all: Vec<Played> = offered.iter().flat_map(of).collect();
    if all.is_empty() {
        return Ok(None);
    }
    let chosen = draw.below(all.len());
    Ok(Some(all.swap_remove(chosen)))
}

/// Makes one of the moves that are offered to the active roles. None, and no number drawn, if nothing is.
pub fn play(game: &mut Game, draw: &mut Draw) -> Result<Option<Played>, Fault> {
    let chosen = choose(game, draw)?;
    if let Some(it) = &chosen {
        game.play(it.role, it.action, it.argument.clone())?;
    }
    Ok(chosen)
}

/// The same where nobody goes on with the game if the move fails. Tells whether there was one.
pub fn play_on(game: &mut Game, draw: &mut Draw) -> Result<bool, Fault> {
    game.play_one(|count| draw.below(count))
}

/// Plays on from a position, at most that many moves, each as [`Game::action`] makes it. Gives how many were made.
pub fn play_moves(game: &mut Game, seed: u64, most: usize) -> Result<usize, Fault> {
    let mut draw = Draw::new(seed);
    let mut made = 0;
    while made < most
        && let Some(chosen) = choose(game, &mut draw)?
    {
        game.make(&chosen)?;
        made += 1;
    }
    Ok(made)
}

/// The start of a seed's random game: the generator of its moves, its scenario and options.
pub fn begin(rules: &Rules, seed: u64) -> (Draw, String, serde_json::Value) {
    let mut draw = Draw::new(seed);
    let scenarios = rules.scenarios();
    let scenario = scenarios.get(draw.below(scenarios.len())).cloned().unwrap_or_default();
    let options = options(rules, &scenario, &mut draw);
    (draw, scenario, options)
}

/// The random game of a seed, up to this many moves. A failing move is the last.
pub fn record(rules: &Rules, seed: u64, most: usize) -> Result<Record, Fault> {
    let (mut draw, scenario, options) = begin(rules, seed);
    let mut game = rules.on_setup(Some(seed), Some(&scenario), &options)?;
    let mut moves = Vec::new();
    while moves.len() < most
        && let Ok(Some(chosen)) = choose(&game, &mut draw)
    {
        moves.push(game.named(&chosen));
        if game.play(chosen.role, chosen.action, chosen.argument).is_err() {
            break;
        }
    }
    Ok(Record { format: FORMAT, seed, scenario, options, moves, names: Some(rules.names()) })
}

/// Options for a game of a scenario: about half of the drawn ones, and all others, have their defaults.
pub fn options(rules: &Rules, scenario: &str, draw: &mut Draw) -> serde_json::Value {
    let mut out = serde_json::Map::new();
    let program = rules.program();
    for (at, it) in program.options.iter().enumerate().filter(|(_, it)| it.drawn) {
        let players = program.seats.as_ref().filter(|it| usize::from(it.option) == at);
        let value = match &it.kind {
            ChoiceKind::Int { .. } if players.is_some() => {
                let range = program.seat_range(scenario);
                (usize::from(range.least) + draw.below(usize::from(range.most - range.least) + 1)).into()
            }
            ChoiceKind::Bool { .. } => (draw.below(2) == 0).into(),
            ChoiceKind::Int { min, max, .. } => {
                // Within a 32-bit number: the same everywhere.
                let count = max.saturating_sub(*min).clamp(0, i64::from(i32::MAX) - 1) + 1;
                min.saturating_add(draw.below(count as usize) as i64).into()
            }
            ChoiceKind::One { of, .. } => of.get(draw.below(of.len())).cloned().into(),
        };
        if draw.below(2) == 0 {
            out.insert(it.name.clone(), value);
        }
    }
    serde_json::Value::Object(out)
}
