//! A line of play: the moves from a position on that a search looks at, down one move and up again.
//!
//! Invariant: in both executors, a move has the same number and key, and a position the same key and worth.

use crate::hash::text_hash;
use crate::outcome::{drawn, value, worth};
use game::{Game, Played, Value};

/// The position at the end of a line, as a search needs it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Here {
    /// The role to move; `None` if the game is over or several are active at once.
    pub mover: Option<usize>,
    /// Once the game is over: the result for both roles, 0 for lost and 1 for won.
    pub over: Option<[f64; 2]>,
}

/// A move by its number among those offered, and a key that is the same wherever it is offered.
#[derive(Clone, Debug)]
pub(crate) struct Offered {
    pub number: usize,
    pub key: u64,
    /// Keys of the parts of its argument.
    pub parts: [u64; PARTS],
}

/// Parts of an argument that are reported.
pub(crate) const PARTS: usize = 3;

/// Follows a line.
pub(crate) trait Line {
    /// The position at the end of the line.
    fn here(&mut self) -> Here;
    /// The same number for positions that are the same.
    fn key(&mut self) -> u64;
    /// The moves offered at the end to the role to move; empty if the rules fail.
    fn offered(&mut self) -> Vec<Offered>;
    /// Makes one of them, by its number. False where it fails: then nothing was made.
    fn make(&mut self, number: usize) -> bool;
    /// Takes the last move of the line back.
    fn back(&mut self);
    /// The worth of the position to a role, from 0 to 1, while the game goes on.
    fn worth(&mut self, role: usize) -> f64;
}

/// A line that the interpreter follows.
pub(crate) struct Interpreted {
    positions: Vec<Position>,
}

struct Position {
    game: Game,
    moves: Option<Vec<Played>>,
}

impl Interpreted {
    pub fn new(game: &Game) -> Interpreted {
        let mut game = game.clone();
        game.hush();
        Interpreted { positions: vec![Position { game, moves: None }] }
    }

    fn last(&mut self) -> &mut Position {
        self.positions.last_mut().expect("the first position stays")
    }
}

impl Position {
    fn moves(&mut self) -> &[Played] {
        let game = &self.game;
        self.moves.get_or_insert_with(|| {
            let Some(role) = mover(game) else { return Vec::new() };
            let Ok(offers) = game.legal(role) else { return Vec::new() };
            offers.moves().map(|(action, it)| Played { role, action, argument: it.clone() }).collect()
        })
    }
}

impl Line for Interpreted {
    fn here(&mut self) -> Here {
        let game = &self.last().game;
        let over = game.state().is_over().then(|| {
            let shares = worth(game.result().as_deref(), game.roles());
            [shares[0], shares[1]]
        });
        Here { mover: mover(game), over }
    }

    fn key(&mut self) -> u64 {
        text_hash(&self.last().game.position_text())
    }

    fn offered(&mut self) -> Vec<Offered> {
        self.last().moves().iter().enumerate().map(|(number, it)| offered(number, it)).collect()
    }

    fn make(&mut self, number: usize) -> bool {
        let last = self.last();
        let Some(made) = last.moves().get(number).cloned() else { return false };
        let mut game = last.game.clone();
        let done = game.play_on(made.role, made.action, made.argument).is_ok();
        if done {
            self.positions.push(Position { game, moves: None });
        }
        done
    }

    fn back(&mut self) {
        if self.positions.len() > 1 {
            self.positions.pop();
        }
    }

    fn worth(&mut self, role: usize) -> f64 {
        let game = &self.last().game;
        if game.state().is_over() { drawn(game, role) } else { value(game, role) }
    }
}

/// The only role that is active.
fn mover(game: &Game) -> Option<usize> {
    let active = game.state().active();
    <[usize; 1]>::try_from(active).ok().map(|it| it[0])
}

fn offered(number: usize, made: &Played) -> Offered {
    let arguments = match &made.argument {
        Value::None => &[],
        Value::List(items) => &items[..],
        one => std::slice::from_ref(one),
    };
    let number_of = |it: &Value| if let Value::Int(n) = it { Some(*n) } else { None };
    let numbers: Vec<i64> = arguments.iter().filter_map(number_of).collect();
    let action = action_key(made.role, made.action.index());
    let key = if numbers.len() == arguments.len() {
        move_key(action, numbers.iter().copied())
    } else {
        value_key(action, &made.argument)
    };
    Offered { number, key, parts: parts(numbers.into_iter()) }
}

/// The key of an action of a role.
pub(crate) fn action_key(role: usize, action: usize) -> u64 {
    mixed(role as u64, action as u64)
}

/// The key of a move whose arguments are numbers.
pub(crate) fn move_key(action: u64, numbers: impl Iterator<Item = i64>) -> u64 {
    numbers.fold(action, |key, n| mixed(key, n as u64))
}

/// Keys of numbers.
pub(crate) fn parts(numbers: impl Iterator<Item = i64>) -> [u64; PARTS] {
    let mut parts = [0; PARTS];
    parts.iter_mut().zip(numbers).for_each(|(part, n)| *part = mixed(1, n as u64));
    parts
}

fn value_key(key: u64, value: &Value) -> u64 {
    match value {
        Value::Absent => mixed(key, 1),
        Value::None => mixed(key, 2),
        Value::Bool(it) => mixed(key, 3 + u64::from(*it)),
        Value::Int(it) => mixed(key ^ 5, *it as u64),
        Value::Num(it) => mixed(key ^ 6, it.to_bits()),
        Value::Str(it) => it.as_bytes().chunks(8).fold(mixed(key, 7), |key, bytes| {
            mixed(key, bytes.iter().fold(0, |word, byte| word << 8 | u64::from(*byte)))
        }),
        Value::List(it) => it.iter().fold(mixed(key ^ 8, it.len() as u64), value_key),
        Value::Obj(it) => it
            .iter()
            .fold(mixed(key, 9), |key, (name, value)| value_key(value_key(key, &Value::Str(name.clone())), value)),
    }
}

/// Goes on from a key with a number.
fn mixed(key: u64, number: u64) -> u64 {
    let mut key = (key ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    key ^= key >> 29;
    key.wrapping_mul(0xbf58_476d_1ce4_e5b9)
}
