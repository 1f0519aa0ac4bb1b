//! A flaw with as few moves as show it.
//!
//! The running time cannot be known in advance. So the work is done in rounds of about equal size, and after each the
//! caller decides whether to go on: the engine has no clock, its hosts do. Each improvement is reported as soon as it
//! is found. Without a stop, the result is the same everywhere.

use crate::flaw::{self, Flaw, Kind, Offered, Past};
use crate::plan::Plan;
use crate::tally::Met;
use crate::trial::{self, Watch};
use game::Played;
use game::random::Draw;
use game::{Game, Move, Record, Rules};
use serde::Serialize;
use std::collections::BTreeSet;
use std::rc::Rc;

/// Maximum positions visited while moves are left out, and again during the search for shorter ways.
const POSITIONS: usize = 20_000;

/// Moves of random games that count as one visited position.
const MOVES_A_POSITION: usize = 20;

/// Maximum games kept at once during the search for shorter ways.
const KEPT: usize = 5_000;

/// A position has no end if none of this many random games from there ends.
const TRIES: u64 = 10;

/// A round is this many moves, or this many steps of the rules: some hundredths of a second.
const ROUND_MOVES: u32 = 100;
const ROUND_STEPS: u64 = 2_000_000;

/// A flaw and a way to it.
#[derive(Clone, Debug, Serialize)]
pub struct Shrunk {
    pub flaw: Flaw,
    /// With the moves that lead to it, the one that fails included.
    pub record: Record,
    /// `true` if a complete search from this setup and seed found no shorter way.
    pub least: bool,
    /// `true` if it was stopped early.
    pub stopped: bool,
}

/// Removes unneeded moves from the shortest game with a flaw. `longest` is the number of moves of the longest finished
/// game, 0 if there is none. `go_on` is called after each round; if it returns `false`, the best result so far is
/// returned, or nothing if not even the original game was replayed. `better` receives that game, and each shorter one
/// found by leaving out moves.
pub fn shrink(
    rules: &Rules,
    plan: &Plan,
    met: &Met,
    longest: u64,
    go_on: &mut dyn FnMut() -> bool,
    better: &mut dyn FnMut(&Shrunk),
) -> Option<Shrunk> {
    let closely = plan.looks_closely(met.number);
    let mut rounds = Rounds { rules, go_on, each_move: !plan.is_random(), moves: 0, steps: 0, stopped: false };
    rounds.steps = rules.machine().steps_spent();
    let found = trial::record(rules, plan, met.number, closely, &mut rounds);
    if rounds.stopped {
        return None;
    }
    rounds.each_move = false;
    let patience = if longest == 0 { plan.limit.min(1000) } else { (longest * 4).clamp(200, plan.limit.max(200)) };
    let mut shrinker = Shrinker { rules, plan, met, closely, patience, left: POSITIONS, rounds, better };
    let mut best = shrinker.made(&found.moves).unwrap_or((found.moves, met.flaw.clone()));
    shrinker.tell(&best);
    shrinker.leave_out(&mut best);
    shrinker.left = POSITIONS;
    let (shorter, least) = shrinker.search(best.0.len());
    best = shorter.unwrap_or(best);
    let stopped = shrinker.rounds.stopped;
    let (moves, flaw) = best;
    Some(Shrunk { flaw, record: plan.record(rules, met.number, moves), least, stopped })
}

/// The work since the last round.
struct Rounds<'a> {
    rules: &'a Rules,
    go_on: &'a mut dyn FnMut() -> bool,
    /// Players think about each move: it is asked after each.
    each_move: bool,
    moves: u32,
    /// Steps of the rules at the start of the round.
    steps: u64,
    stopped: bool,
}

impl Rounds<'_> {
    /// After a move: false once it was stopped.
    fn go_on(&mut self) -> bool {
        self.moves += 1;
        let steps = self.rules.machine().steps_spent();
        if !self.stopped && (self.each_move || self.moves >= ROUND_MOVES || steps - self.steps >= ROUND_STEPS) {
            (self.moves, self.steps) = (0, steps);
            self.stopped = !(self.go_on)();
        }
        !self.stopped
    }
}

impl Watch for Rounds<'_> {
    fn goes_on(&mut self) -> bool {
        self.go_on()
    }
}

struct Shrinker<'a> {
    rules: &'a Rules,
    plan: &'a Plan,
    met: &'a Met,
    closely: bool,
    /// Longer games have no end.
    patience: u64,
    /// Positions that may still be visited.
    left: usize,
    rounds: Rounds<'a>,
    better: &'a mut dyn FnMut(&Shrunk),
}

/// Moves that lead to a flaw.
type Way = (Vec<Move>, Flaw);

impl Shrinker<'_> {
    fn tell(&mut self, (moves, flaw): &Way) {
        let record = self.plan.record(self.rules, self.met.number, moves.clone());
        (self.better)(&Shrunk { flaw: flaw.clone(), record, least: false, stopped: true });
    }

    /// `true` if there is nothing left to do.
    fn is_over(&self) -> bool {
        self.left == 0 || self.rounds.stopped
    }

    /// The flaw of a position, if it is the one in question.
    fn shows(&mut self, game: &Game, past: &mut Past) -> (Option<Flaw>, Offered) {
        match flaw::look(game, self.closely, past) {
            Ok(offered) if self.met.flaw.kind == Kind::Endless && !offered.is_empty() => {
                let without_end = (1..=TRIES).all(|seed| self.has_no_end(game.clone(), seed));
                let message = format!("none of {TRIES} random games from here ends within {} moves", self.patience);
                let flaw = Flaw { message, ..self.met.flaw.clone() };
                (without_end.then_some(flaw), offered)
            }
            Ok(offered) => (None, offered),
            Err(flaw) => (Some(flaw).filter(|it| self.is_it(it)), Vec::new()),
        }
    }

    /// `true` if a random game from here never ends. A stopped one does not count.
    fn has_no_end(&mut self, mut game: Game, seed: u64) -> bool {
        let (moves, flaw) = trial::play_on(&mut game, &mut Draw::new(seed), self.patience, false, &mut self.rounds);
        self.left = self.left.saturating_sub(moves as usize / MOVES_A_POSITION);
        flaw.is_some_and(|it| it.kind == Kind::Endless)
    }

    fn is_it(&self, flaw: &Flaw) -> bool {
        flaw.sort() == self.met.flaw.sort()
    }

    /// Makes those of the moves that can be made, up to the flaw: the moves made, and the flaw, if they lead to it.
    fn made(&mut self, moves: &[Move]) -> Option<Way> {
        flaw::try_anew(self.rules);
        let mut game = match self.plan.begin(self.rules, self.met.number) {
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
            if !self.rounds.go_on() {
                return None;
            }
            flaw::try_anew(self.rules);
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
    fn leave_out(&mut self, best: &mut Way) {
        if self.met.flaw.kind == Kind::Endless {
            self.begin_earlier(best);
        }
        let mut part = best.0.len().div_ceil(2);
        while part > 0 && !self.is_over() {
            let mut at = 0;
            while at < best.0.len() && !self.is_over() {
                let mut fewer = best.0.clone();
                fewer.drain(at..fewer.len().min(at + part));
                match self.made(&fewer).filter(|it| it.0.len() < best.0.len()) {
                    Some(made) => {
                        *best = made;
                        self.tell(best);
                    }
                    None => at += part,
                }
            }
            part = if part == 1 { 0 } else { part.div_ceil(2) };
        }
    }

    /// Leaves out the moves after which a game has no end already, by halving.
    fn begin_earlier(&mut self, best: &mut Way) {
        let (mut from, mut to) = (0, best.0.len());
        while from < to && !self.is_over() {
            let middle = (from + to) / 2;
            let moves = best.0[..middle].to_vec();
            match self.made(&moves) {
                Some(made) => {
                    (*best, to) = (made, middle);
                    self.tell(best);
                }
                None => from = middle + 1,
            }
        }
    }

    /// Searches all ways with fewer moves, the shortest first: a way, and whether there is none shorter than it.
    fn search(&mut self, fewer_than: usize) -> (Option<Way>, bool) {
        let Ok(begun) = self.plan.begin(self.rules, self.met.number) else { return (None, true) };
        let mut seen = BTreeSet::new();
        let mut level: Vec<(Game, Option<Rc<Path>>)> = vec![(begun, None)];
        for _ in 0..fewer_than {
            let mut next = Vec::new();
            for (game, path) in level {
                if self.is_over() {
                    return (None, false);
                }
                self.left -= 1;
                let (mut flaw, offered) = self.shows(&game, &mut Past::new(self.rules));
                if self.met.flaw.kind == Kind::UndoRandom {
                    // The flaw shows only with its earlier moves.
                    flaw = self.made(&Path::moves(path.as_ref())).map(|it| it.1);
                }
                if let Some(flaw) = flaw {
                    return (Some((Path::moves(path.as_ref()), flaw)), true);
                }
                for (role, offers) in offered {
                    for (action, argument) in offers.moves() {
                        if next.len() >= KEPT || !self.rounds.go_on() {
                            return (None, false);
                        }
                        let played = Played { role, action, argument: argument.clone() };
                        let path = Rc::new(Path { made: game.named(&played), before: path.clone() });
                        let mut game = game.clone();
                        match game.play(role, action, played.argument) {
                            Ok(()) if seen.insert(flaw::position(&game, &["log"])) => next.push((game, Some(path))),
                            Ok(()) => {}
                            // As long as the one that is known.
                            Err(_) if path.len() >= fewer_than => {}
                            Err(fault) => {
                                let flaw = Flaw::failed(Kind::Fault, fault);
                                if self.is_it(&flaw) {
                                    return (Some((Path::moves(Some(&path)), flaw)), true);
                                }
                            }
                        }
                    }
                }
            }
            level = next;
        }
        (None, !self.rounds.stopped)
    }
}

/// The moves to a position, the last first.
struct Path {
    made: Move,
    before: Option<Rc<Path>>,
}

impl Path {
    fn len(&self) -> usize {
        std::iter::successors(Some(self), |it| it.before.as_deref()).count()
    }

    fn moves(path: Option<&Rc<Path>>) -> Vec<Move> {
        let mut moves: Vec<Move> =
            std::iter::successors(path.map(Rc::as_ref), |it| it.before.as_deref()).map(|it| it.made.clone()).collect();
        moves.reverse();
        moves
    }
}
