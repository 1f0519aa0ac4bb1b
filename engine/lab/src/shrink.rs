//! A flaw with as few moves as show it.

use crate::flaw::{self, Flaw, Kind, Offered, Past};
use crate::plan::Plan;
use crate::tally::Met;
use crate::trial::{self, Nobody};
use game::Played;
use game::random::Draw;
use game::{Game, Move, Record, Rules};
use serde::Serialize;
use std::collections::BTreeSet;
use std::rc::Rc;

/// So many positions are looked at while moves are left out, and again while shorter ways are searched for.
const POSITIONS: usize = 20_000;

/// A position is without an end if none of so many random games from there comes to one.
const TRIES: u64 = 10;

/// A flaw and a way to it.
#[derive(Clone, Debug, Serialize)]
pub struct Shrunk {
    pub flaw: Flaw,
    /// With the moves that lead to it, the one that fails included.
    pub record: Record,
    /// Whether it was searched through that from this setup and seed fewer moves do not lead there.
    pub least: bool,
}

/// Leaves out what is not needed of the shortest game in which a flaw was met. `longest` is how many moves the longest game
/// had that came to an end; 0 if none did.
pub fn shrink(rules: &Rules, plan: &Plan, met: &Met, longest: u64) -> Shrunk {
    let closely = plan.looks_closely(met.number);
    let found = trial::record(rules, plan, met.number, closely);
    let patience = if longest == 0 { plan.limit.min(1000) } else { (longest * 4).clamp(200, plan.limit.max(200)) };
    let mut shrinker = Shrinker { rules, plan, met, closely, patience, left: POSITIONS };
    let mut moves = shrinker.made(&found.moves).map_or(found.moves, |it| it.0);
    moves = shrinker.left_out(moves);
    shrinker.left = POSITIONS;
    let (shorter, least) = shrinker.search(moves.len());
    moves = shorter.unwrap_or(moves);
    let flaw = shrinker.made(&moves).map_or_else(|| met.flaw.clone(), |it| it.1);
    Shrunk { flaw, record: plan.record(rules, met.seed, moves), least }
}

struct Shrinker<'a> {
    rules: &'a Rules,
    plan: &'a Plan,
    met: &'a Met,
    closely: bool,
    /// Longer games have no end.
    patience: u64,
    /// How many positions may still be looked at.
    left: usize,
}

impl Shrinker<'_> {
    /// The flaw of a position, if it is the one in question.
    fn shows(&self, game: &Game, past: &mut Past) -> (Option<Flaw>, Offered) {
        match flaw::look(game, self.closely, past) {
            Ok(offered) if self.met.flaw.kind == Kind::Endless && !offered.is_empty() => {
                let without_end = (1..=TRIES).all(|seed| {
                    let mut game = game.clone();
                    let (_, flaw) = trial::play_on(&mut game, &mut Draw::new(seed), self.patience, false, &mut Nobody);
                    flaw.is_some_and(|it| it.kind == Kind::Endless)
                });
                let message = format!("none of {TRIES} random games from here ends within {} moves", self.patience);
                let flaw = Flaw { message, ..self.met.flaw.clone() };
                (without_end.then_some(flaw), offered)
            }
            Ok(offered) => (None, offered),
            Err(flaw) => (Some(flaw).filter(|it| self.is_it(it)), Vec::new()),
        }
    }

    fn is_it(&self, flaw: &Flaw) -> bool {
        flaw.sort() == self.met.flaw.sort()
    }

    /// Makes those of the moves that can be made, up to the flaw: the moves made, and the flaw, if they lead to it.
    fn made(&mut self, moves: &[Move]) -> Option<(Vec<Move>, Flaw)> {
        let mut game = match self.plan.begin(self.rules, self.met.seed) {
            Ok(game) => game,
            Err(fault) => {
                let flaw = Flaw::failed(Kind::Fault, fault);
                return self.is_it(&flaw).then(|| (Vec::new(), flaw));
            }
        };
        let endless = self.met.flaw.kind == Kind::Endless;
        let (mut made, mut past) = (Vec::new(), Past::new(self.rules));
        for it in moves {
            if !endless && let (Some(flaw), _) = self.shows(&game, &mut past) {
                return Some((made, flaw));
            }
            self.left = self.left.saturating_sub(1);
            match game.action(&it.0, &it.1, Some(&it.2).filter(|it| !it.is_null())) {
                Ok(()) => made.push(it.clone()),
                Err(fault) if fault.refused() => {}
                Err(fault) => {
                    let flaw = Flaw::failed(Kind::Fault, fault);
                    made.push(it.clone());
                    return self.is_it(&flaw).then_some((made, flaw));
                }
            }
        }
        self.shows(&game, &mut past).0.map(|flaw| (made, flaw))
    }

    /// Leaves out moves, half of them at a time, then fewer, as long as it still shows.
    fn left_out(&mut self, mut moves: Vec<Move>) -> Vec<Move> {
        if self.met.flaw.kind == Kind::Endless {
            moves.truncate(self.begins(&moves));
        }
        let mut part = moves.len().div_ceil(2);
        while part > 0 && self.left > 0 {
            let mut at = 0;
            while at < moves.len() && self.left > 0 {
                let mut fewer = moves.clone();
                fewer.drain(at..moves.len().min(at + part));
                match self.made(&fewer).filter(|it| it.0.len() < moves.len()) {
                    Some((made, _)) => moves = made,
                    None => at += part,
                }
            }
            part = if part == 1 { 0 } else { part.div_ceil(2) };
        }
        moves
    }

    /// After how many of the moves a game has no end any more, by halving.
    fn begins(&mut self, moves: &[Move]) -> usize {
        let (mut from, mut to) = (0, moves.len());
        while from < to {
            let middle = (from + to) / 2;
            match self.made(&moves[..middle]) {
                Some(_) => to = middle,
                None => from = middle + 1,
            }
        }
        to
    }

    /// Searches all ways with fewer moves, the shortest first: a way, and whether there is none shorter than it.
    fn search(&mut self, fewer_than: usize) -> (Option<Vec<Move>>, bool) {
        let Ok(begun) = self.plan.begin(self.rules, self.met.seed) else { return (None, true) };
        let mut seen = BTreeSet::new();
        let mut level = vec![(begun, None)];
        for _ in 0..fewer_than {
            let mut next = Vec::new();
            for (game, way) in level {
                if self.left == 0 {
                    return (None, false);
                }
                self.left -= 1;
                let (mut flaw, offered) = self.shows(&game, &mut Past::new(self.rules));
                if self.met.flaw.kind == Kind::UndoRandom {
                    // It takes what was before to see it.
                    flaw = self.made(&Way::moves(way.as_ref())).map(|it| it.1);
                }
                if flaw.is_some() {
                    return (Some(Way::moves(way.as_ref())), true);
                }
                for (role, offers) in offered {
                    for (action, argument) in offers.moves() {
                        let played = Played { role, action, argument: argument.clone() };
                        let way = Rc::new(Way { made: game.named(&played), before: way.clone() });
                        let mut game = game.clone();
                        match game.play(role, action, played.argument) {
                            Ok(()) if seen.insert(flaw::position(&game, &["log"])) => next.push((game, Some(way))),
                            Ok(()) => {}
                            // As long as the one that is known.
                            Err(_) if way.len() >= fewer_than => {}
                            Err(fault) => {
                                if self.is_it(&Flaw::failed(Kind::Fault, fault)) {
                                    return (Some(Way::moves(Some(&way))), true);
                                }
                            }
                        }
                    }
                }
            }
            level = next;
        }
        (None, true)
    }
}

/// The moves to a position, the last first.
struct Way {
    made: Move,
    before: Option<Rc<Way>>,
}

impl Way {
    fn len(&self) -> usize {
        std::iter::successors(Some(self), |it| it.before.as_deref()).count()
    }

    fn moves(way: Option<&Rc<Way>>) -> Vec<Move> {
        let mut moves: Vec<Move> =
            std::iter::successors(way.map(Rc::as_ref), |it| it.before.as_deref()).map(|it| it.made.clone()).collect();
        moves.reverse();
        moves
    }
}
