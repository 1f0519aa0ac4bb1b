//! Finds the moves with which a role takes back its own moves of this turn.
//!
//! A move takes back if it leads to a position that the role has had in its turn, or to one that it could have reached
//! with as few moves: after choosing three cards, returning one gives the same position as choosing the other two.
//!
//! Invariant: the answer comes from positions that the role may be in ([`Unseen`]), never from hidden information; a
//! move that draws random numbers takes nothing back.

use crate::game::Game;
use crate::random::Draw;
use crate::unseen::Unseen;
use ir::{Global, Index, Program, Secret, Ty};
use std::rc::Rc;
use vm::{Played, State, Value, equal};

/// Moves that are tried for a sample, at most.
const TRIED: usize = 1_000;

/// With hidden information, the number of samples in which a move must take back.
const SAMPLES: usize = 3;

/// Fuel of a comparison of values.
const COMPARED: i64 = 10_000_000;

/// Maximum pairs for comparing lists of different lengths item by item.
const PAIRS: usize = 10_000;

impl Game {
    /// For each move of a role, `true` if it takes back that role's moves of this turn, or changes nothing.
    pub fn taken_back(&self, role: usize, moves: &[Played], unseen: &mut Unseen, draw: &mut Draw) -> Vec<bool> {
        let positions = self.turn().positions(self.rules().machine(), self.state(), role);
        let count = if unseen.is_certain() { 1 } else { SAMPLES };
        let mut samples: Vec<Sample> = Vec::new();
        let takes_back = |made: &Played| {
            (0..count).all(|at| {
                if samples.len() == at {
                    samples.push(Sample::new(self, role, &positions, unseen.aside(draw)));
                }
                samples[at].takes_back(made)
            })
        };
        moves.iter().map(takes_back).collect()
    }
}

/// A position that a role may be in, and how it came there.
struct Sample {
    role: usize,
    now: Game,
    /// The earlier positions of its turn, the latest first.
    earlier: Vec<Game>,
    /// Number of them since the role last drew random numbers.
    certain: usize,
    /// Moves that may still be tried.
    left: usize,
}

impl Sample {
    fn new(game: &Game, role: usize, positions: &[(State, bool)], now: Game) -> Sample {
        let program = game.rules().program();
        let known = |it: &(State, bool)| {
            let globals = with_hidden(program, role, it.0.globals(), game.state().globals(), now.state().globals())?;
            Some((now.imagined(it.0.imagined(globals, now.state().seed())), it.1))
        };
        let earlier: Vec<(Game, bool)> = positions.iter().map_while(known).collect();
        let certain = earlier.iter().take_while(|it| !it.1).count();
        Sample { role, earlier: earlier.into_iter().map(|it| it.0).collect(), certain, left: TRIED, now }
    }

    fn takes_back(&mut self, made: &Played) -> bool {
        let Some(after) = self.after(&self.now, made) else { return false };
        if [&self.now].into_iter().chain(&self.earlier).any(|it| apart(it.state(), after.state()) == 0) {
            return true;
        }
        let Some(start) = self.certain.checked_sub(1).map(|at| self.earlier[at].clone()) else { return false };
        let nearer = apart(start.state(), after.state()) <= apart(start.state(), self.now.state());
        nearer && self.leads(&start, after.state(), self.certain)
    }

    /// The position after a move of the role. None if it fails, draws random numbers, or ends the turn.
    fn after(&self, game: &Game, made: &Played) -> Option<Game> {
        let mut after = game.clone();
        after.play_on(made.role, made.action, made.argument.clone()).ok()?;
        let same = after.state().seed() == game.state().seed();
        Some(after).filter(|it| same && it.state().is_active(self.role))
    }

    /// `true` if a path of at most `moves` moves from one position to another is found, on which each move gets nearer.
    fn leads(&mut self, from: &Game, to: &State, moves: usize) -> bool {
        let Ok(offers) = from.legal(self.role) else { return false };
        let (far, mut nearer) = (apart(from.state(), to), Vec::new());
        for (action, argument) in offers.moves() {
            let Some(left) = self.left.checked_sub(1) else { return false };
            self.left = left;
            let made = Played { role: self.role, action, argument: argument.clone() };
            let Some(next) = self.after(from, &made) else { continue };
            match apart(next.state(), to) {
                0 => return true,
                away if away < far && moves > 1 => nearer.push((away, next)),
                _ => {}
            }
        }
        nearer.sort_by_key(|it| it.0);
        nearer.into_iter().any(|(_, next)| self.leads(&next, to, moves - 1))
    }
}

/// The fields of `G` of an earlier position, with the role's hidden parts from a sample of the current one. `None` if
/// they were different at the time.
fn with_hidden(
    program: &Program,
    role: usize,
    earlier: &[Value],
    now: &[Value],
    sample: &[Value],
) -> Option<Vec<Value>> {
    let field = |(((global, earlier), now), sample): (((&Global, &Value), &Value), &Value)| {
        let hidden = |earlier: &Value, now: &Value, sample: &Value| is_same(earlier, now).then(|| sample.clone());
        match (global.secret, &global.ty, earlier, now, sample) {
            (Some(Secret::But(it)), ..) if usize::from(it) == role => Some(earlier.clone()),
            (
                Some(Secret::Each),
                Ty::Array(_, Index::Role),
                Value::List(earlier),
                Value::List(now),
                Value::List(sample),
            ) => {
                let item = |at: usize| match at == role {
                    true => earlier.get(at).cloned(),
                    false => hidden(&earlier[at], now.get(at)?, sample.get(at)?),
                };
                (0..earlier.len()).map(item).collect::<Option<Vec<Value>>>().map(Value::list)
            }
            (Some(_), ..) => hidden(earlier, now, sample),
            // Values that rules imagine may be anything.
            (None, ..) if !is_same(now, sample) => hidden(earlier, now, sample),
            (None, ..) => Some(earlier.clone()),
        }
    };
    program.globals.iter().zip(earlier).zip(now).zip(sample).map(field).collect()
}

fn is_same(a: &Value, b: &Value) -> bool {
    equal(a, b, &mut { COMPARED })
}

/// Distance of two positions, without future random numbers: 0 if they are equal.
fn apart(a: &State, b: &State) -> usize {
    let roles = |it: &State| {
        let mut roles = it.active();
        roles.sort_unstable();
        roles
    };
    let result = |it: &State| it.result().cloned().unwrap_or(Value::Absent);
    let mut sum = usize::from(roles(a) != roles(b)) + usize::from(!is_same(&result(a), &result(b)));
    sum += a.globals().iter().zip(b.globals()).map(|(a, b)| between(a, b)).sum::<usize>();
    let (mut others, mut frames) = (b.frames(), 0);
    for frame in a.frames() {
        frames += 1;
        sum += match others.next() {
            Some(other) if (frame.id, frame.next) == (other.id, other.next) => {
                let fields = frame.fields.iter().zip(&other.fields).map(|(a, b)| between(a, b)).sum::<usize>();
                fields + between(&frame.last, &other.last)
            }
            _ => 1,
        };
    }
    sum + b.frames().skip(frames).count()
}

/// Distance of two values. For lists of different lengths, the items in only one of them; more if neither is a prefix
/// of the other, since items are mostly appended.
fn between(a: &Value, b: &Value) -> usize {
    match (a, b) {
        (Value::List(a), Value::List(b)) if Rc::ptr_eq(a, b) => 0,
        (Value::List(a), Value::List(b)) if a.len() == b.len() => {
            a.iter().zip(b.iter()).map(|(a, b)| between(a, b)).sum()
        }
        (Value::List(a), Value::List(b)) if a.len().saturating_mul(b.len()) <= PAIRS => {
            let mut rest: Vec<&Value> = b.iter().collect();
            let mut alone = 0;
            for item in a.iter() {
                match rest.iter().position(|it| is_same(it, item)) {
                    Some(at) => drop(rest.swap_remove(at)),
                    None => alone += size(item),
                }
            }
            let begins = a.iter().zip(b.iter()).all(|(a, b)| is_same(a, b));
            alone + rest.into_iter().map(size).sum::<usize>() + usize::from(!begins)
        }
        (Value::Obj(a), Value::Obj(b)) => {
            let of =
                |(key, value): (&Rc<String>, &Value)| b.get(key).map_or_else(|| size(value), |it| between(value, it));
            let others = b.iter().filter(|(key, _)| a.get(key).is_none()).map(|it| size(it.1));
            a.iter().map(of).chain(others).sum()
        }
        (Value::List(a), Value::List(b)) => a.len().abs_diff(b.len()),
        (a, b) if is_same(a, b) => 0,
        (a, b) => size(a).max(size(b)),
    }
}

/// Number of values in a value.
fn size(it: &Value) -> usize {
    match it {
        Value::List(items) => items.iter().map(size).sum::<usize>().max(1),
        Value::Obj(fields) => fields.iter().map(|it| size(it.1)).sum::<usize>().max(1),
        _ => 1,
    }
}
