//! A player that reads lines of play in games for two in which nothing is hidden and nothing is drawn: alpha-beta, deeper and deeper.
//!
//! Invariant: the chosen move depends only on the seed and on the number of positions visited, however the work is
//! split up.
//!
//! Works for any game. The rules give a position its worth ([`Game::worth`]). How much a move changes the worth is
//! remembered for all positions that offer the move. Moves with large gains are tried first. Beyond the last move of a
//! line, only moves that clearly change the worth are tried, until none is left, so a line does not end in the middle
//! of an exchange.
//!
//! Moves tried late are read less deep at first, and as deep as the others if they turn out well.

use crate::line::{Here, Line, Offered, PARTS};
use crate::outcome::value;
use game::random::Draw;
use game::{Game, Played};
use ir::{Effects, Program};

/// Values of positions: a pawn of chess is about a thousand.
type Value = i32;

/// A game won at once; later by one less for each move.
const WON: Value = 100_000_000;
/// From here on a value is a win that was read to its end.
const SURELY: Value = WON - 10_000;
const ALL: Value = 2 * WON;
const SCALE: f64 = 10_000.0;

/// Two numbers are the same if they are nearer to each other.
const EXACTLY: f64 = 1e-9;

/// Maximum depth of a line.
const DEEPEST: i32 = 64;
/// Maximum moves beyond that, of those that clearly change the worth.
const BEYOND: i32 = 8;
/// A change is clear if it is this many times the usual one.
const CLEAR: i64 = 2;
/// Moves searched to full depth before the rest get a reduced one.
const IN_FULL: usize = 4;
/// Slots in the table of positions, and in the table of moves.
const POSITIONS: usize = 1 << 16;
const MOVES: usize = 1 << 14;

/// A search of lines that is under way.
pub(crate) struct AlphaBeta {
    root: Game,
    role: usize,
    /// The candidates, best first, with the numbers by which they are offered.
    moves: Vec<Played>,
    numbers: Vec<usize>,
    /// Depth of the current iteration.
    depth: i32,
    frames: Vec<Frame>,
    /// Index of the best root move so far, with its worth.
    best: usize,
    worth: Value,
    memory: Memory,
    is_done: bool,
}

/// Facts learnt about positions and moves.
struct Memory {
    positions: Vec<Known>,
    changes: Vec<Change>,
    /// By how many moves were made: the moves that last were too good for the opponent to allow.
    killers: Vec<[u64; 2]>,
    /// Sum and number of all changes of worth so far.
    changed: (i64, i64),
}

#[derive(Clone, Copy, Default)]
struct Known {
    key: u64,
    depth: i8,
    bound: Bound,
    best: u16,
    value: Value,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Bound {
    #[default]
    None,
    Exact,
    AtLeast,
    AtMost,
}

/// The last change in worth by a move, and how often the move caused a cutoff.
#[derive(Clone, Copy, Default)]
struct Change {
    key: u64,
    change: Value,
    good: u32,
}

/// A position of the line that is read.
struct Frame {
    /// Key of the position; `None` beyond the end of a line.
    key: Option<u64>,
    mover: usize,
    /// The move that led here.
    made: Option<Offered>,
    /// Worth by the rules for the side to move.
    worth: Value,
    moves: Vec<Offered>,
    next: usize,
    reading: Reading,
    depth: i32,
    alpha: Value,
    beta: Value,
    /// As it was before any move.
    floor: Value,
    best: Value,
    best_move: Option<usize>,
}

/// How to search the next move of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reading {
    First,
    /// Only decides if it beats the best so far: with reduced or full depth.
    Shallow,
    Narrow,
    Full,
}

/// Decides if this search fits a game: two roles that alternate, and a zero-sum worth.
pub(crate) fn suits(game: &Game) -> bool {
    let two = game.roles().len() == 2 && game.state().active().len() == 1;
    two && reads_lines(game.rules().program()) && (value(game, 0) + value(game, 1) - 1.0).abs() < EXACTLY
}

/// Decides if the rules have no secrets, draw nothing once a game has begun, and define a worth.
pub(crate) fn reads_lines(program: &Program) -> bool {
    let mut entered = program.frames.iter().flat_map(ir::Frame::functions);
    let draws = entered.any(|it| program.function(it).effects.has(Effects::RANDOM));
    program.worth.is_some() && !draws && program.globals.iter().all(|it| it.secret.is_none())
}

impl AlphaBeta {
    /// `numbers`: the numbers by which the moves are offered.
    pub fn new(game: &Game, role: usize, moves: Vec<Played>, numbers: Vec<usize>, seed: u64) -> AlphaBeta {
        let mut order: Vec<usize> = (0..moves.len()).collect();
        Draw::new(seed).shuffle(&mut order);
        let numbers = order.iter().map(|it| numbers[*it]).collect();
        let moves = order.into_iter().map(|it| moves[it].clone()).collect();
        let memory = Memory::default();
        let (root, frames) = (game.clone(), Vec::new());
        AlphaBeta { root, role, moves, numbers, depth: 0, frames, best: 0, worth: -ALL, memory, is_done: false }
    }

    pub fn is_done(&self) -> bool {
        self.is_done
    }

    pub fn best(&self) -> Option<Played> {
        self.moves.get(self.best).cloned()
    }

    pub fn game(&self) -> &Game {
        &self.root
    }

    /// Visits `positions` more positions, along a line that begins at the root.
    pub fn run(&mut self, positions: u32, line: &mut dyn Line) {
        for frame in &self.frames {
            if let Some(made) = &frame.made {
                line.make(made.number);
            }
        }
        let mut left = positions;
        while left > 0 && !self.is_done {
            if self.frames.is_empty() {
                self.begin(line);
            }
            left -= u32::from(self.step(line));
        }
        for _ in 1..self.frames.len() {
            line.back();
        }
    }

    /// Begins the next iteration, one move deeper; the first one reads only the position after each move.
    fn begin(&mut self, line: &mut dyn Line) {
        self.depth = if self.depth == 0 { 1 - BEYOND } else { self.depth.max(0) + 1 };
        let worth = worth(line, self.role);
        let mut frame = Frame::new(self.role, None, worth, (-ALL, ALL), self.depth);
        let offered = line.offered();
        frame.moves = self.numbers.iter().filter_map(|it| offered.get(*it).cloned()).collect();
        let best = frame.moves.get(self.best).map(|it| it.number);
        self.memory.order(&mut frame.moves, best, 0, None);
        self.frames.push(frame);
    }

    /// Goes one move up or down; returns `true` if a position was visited.
    fn step(&mut self, line: &mut dyn Line) -> bool {
        let ply = self.frames.len() - 1;
        let frame = &mut self.frames[ply];
        if frame.next >= frame.moves.len() || frame.alpha >= frame.beta {
            let value = frame.best;
            self.memory.learn(&self.frames[ply], ply);
            return self.end(value, line);
        }
        let made = frame.moves[frame.next].clone();
        if !line.make(made.number) {
            // A fault counts as a draw.
            self.tell(0);
            return true;
        }
        let here = line.here();
        if let Some(value) = ended(&here, frame.mover, ply) {
            line.back();
            self.tell(value);
            return true;
        }
        let (mover, parent) = (here.mover.unwrap_or(frame.mover), frame.mover);
        if here.mover.is_none() {
            let value = worth(line, mover);
            line.back();
            self.tell(value);
            return true;
        }
        let worth = worth(line, mover);
        let same = mover == parent;
        self.memory.changed(&made, if same { worth } else { -worth } - frame.worth);
        let (alpha, beta, depth) = frame.window(made.key, &self.memory);
        let (alpha, beta) = if same { (alpha, beta) } else { (-beta, -alpha) };
        let mut child = Frame::new(mover, Some(made), worth, (alpha, beta), depth);
        self.frames.push(match self.memory.enter(&mut child, ply + 1, line) {
            Some(value) => {
                line.back();
                self.tell(if same { value } else { -value });
                return true;
            }
            None => child,
        });
        true
    }

    /// The position on top was read.
    fn end(&mut self, value: Value, line: &mut dyn Line) -> bool {
        let Some(frame) = self.frames.pop() else { return false };
        let Some(parent) = self.frames.last() else {
            self.end_depth(&frame);
            return false;
        };
        let value = if parent.mover == frame.mover { value } else { -value };
        line.back();
        self.tell(value);
        false
    }

    /// Reports the value of the current move to the side that makes it.
    fn tell(&mut self, value: Value) {
        let at_root = self.frames.len() == 1;
        let Some(frame) = self.frames.last_mut() else { return };
        let better = value > frame.alpha;
        match frame.reading {
            Reading::Shallow if better => {
                frame.reading = Reading::Narrow;
                return;
            }
            Reading::Narrow if better && value < frame.beta => {
                frame.reading = Reading::Full;
                return;
            }
            _ => {}
        }
        let number = frame.moves[frame.next].number;
        if value > frame.best {
            frame.best = value;
            frame.best_move = Some(number);
            if at_root && better {
                self.best = self.numbers.iter().position(|it| *it == number).unwrap_or(self.best);
                self.worth = value;
            }
        }
        frame.alpha = frame.alpha.max(value);
        frame.next += 1;
        frame.reading = Reading::First;
    }

    /// Ends an iteration: all root moves were read to its depth.
    fn end_depth(&mut self, root: &Frame) {
        self.is_done = self.depth >= DEEPEST || root.best.abs() >= SURELY || root.moves.len() < 2;
    }
}

impl Frame {
    fn new(mover: usize, made: Option<Offered>, worth: Value, (alpha, beta): (Value, Value), depth: i32) -> Frame {
        let (moves, best_move, reading) = (Vec::new(), None, Reading::First);
        let (best, floor) = (-ALL, alpha);
        Frame { key: None, mover, made, worth, moves, next: 0, reading, depth, alpha, beta, floor, best, best_move }
    }

    /// Between which values the next move is read, and how deep from there.
    fn window(&mut self, key: u64, memory: &Memory) -> (Value, Value, i32) {
        if self.reading == Reading::First {
            let late = self.next >= IN_FULL && self.depth >= 3 && !memory.is_clear(memory.change(key));
            self.reading = match self.next {
                _ if self.depth < 1 || self.best == -ALL => Reading::Full,
                _ if late => Reading::Shallow,
                _ => Reading::Narrow,
            };
        }
        match self.reading {
            Reading::Shallow => (self.alpha, self.alpha + 1, self.depth - 2),
            Reading::Narrow => (self.alpha, self.alpha + 1, self.depth - 1),
            Reading::First | Reading::Full => (self.alpha, self.beta, self.depth - 1),
        }
    }
}

/// Worth of a position to a role by the rules, unbounded, so that changes still count far from the middle.
fn worth(line: &mut dyn Line, role: usize) -> Value {
    let lead = 2.0 * line.worth(role) - 1.0;
    (SCALE * lead / (1.001 - lead.abs())) as Value
}

/// Value for a role of a finished game, after `ply` moves.
fn ended(here: &Here, role: usize, ply: usize) -> Option<Value> {
    let shares = here.over?;
    let later = 1 + ply as Value;
    let of = |role: usize| shares.get(role).copied().unwrap_or_default();
    Some(match of(role) - of(1 - role.min(1)) {
        it if it > 0.0 => WON - later,
        it if it < 0.0 => later - WON,
        _ => 0,
    })
}

impl Default for Memory {
    fn default() -> Memory {
        Memory {
            positions: vec![Known::default(); POSITIONS],
            changes: vec![Change::default(); MOVES],
            killers: vec![[0; 2]; (DEEPEST + BEYOND) as usize + 2],
            changed: (0, 0),
        }
    }
}

impl Memory {
    /// Looks at a position before any of its moves: returns its value, or puts its moves in order.
    fn enter(&mut self, frame: &mut Frame, ply: usize, line: &mut dyn Line) -> Option<Value> {
        let beyond = frame.depth < 1;
        frame.key = (!beyond).then(|| line.key());
        let known = frame.key.map(|key| self.positions[key as usize % POSITIONS]);
        let known = known.filter(|it| Some(it.key) == frame.key && it.bound != Bound::None);
        if let Some(known) = known.filter(|it| i32::from(it.depth) >= frame.depth) {
            let value = from_here(known.value, ply);
            let settled = match known.bound {
                Bound::Exact => true,
                Bound::AtLeast => value >= frame.beta,
                Bound::AtMost => value <= frame.alpha,
                Bound::None => false,
            };
            if settled {
                return Some(value);
            }
        }
        if beyond {
            // Nobody has to go on with an exchange.
            if frame.worth >= frame.beta || frame.depth <= -BEYOND {
                return Some(frame.worth);
            }
            frame.best = frame.worth;
            frame.alpha = frame.alpha.max(frame.worth);
        }
        frame.moves = line.offered();
        if frame.moves.is_empty() {
            return Some(frame.worth);
        }
        if beyond {
            let before = frame.made.as_ref().map_or([0; PARTS], |it| it.parts);
            let least = frame.alpha - frame.worth;
            frame.moves.retain(|it| self.is_worth_trying(it, &before, least));
            if frame.moves.is_empty() {
                return Some(frame.worth);
            }
        }
        let best = known.filter(|it| it.best != u16::MAX).map(|it| usize::from(it.best));
        self.order(&mut frame.moves, best, ply, frame.made.as_ref());
        None
    }

    /// Decides if a move beyond the end of a line may clearly change the worth and gain what is missing: by its last
    /// change, or because that is unknown or stale (the move shares a part with the one before it).
    fn is_worth_trying(&self, it: &Offered, before: &[u64; PARTS], missing: Value) -> bool {
        let Some(known) = self.known(it.key) else { return true };
        let touched = it.parts.iter().any(|part| *part != 0 && before.contains(part));
        touched || self.is_clear(known.change) && known.change.saturating_add(self.usual()) >= missing
    }

    fn known(&self, key: u64) -> Option<&Change> {
        Some(&self.changes[key as usize % MOVES]).filter(|it| it.key == key)
    }

    fn change(&self, key: u64) -> Value {
        self.known(key).map_or(0, |it| it.change)
    }

    /// By how much a move changes the worth as a rule.
    fn usual(&self) -> Value {
        (self.changed.0 / self.changed.1.max(1)) as Value
    }

    fn is_clear(&self, change: Value) -> bool {
        i64::from(change) > CLEAR * i64::from(self.usual())
    }

    fn changed(&mut self, made: &Offered, change: Value) {
        let it = &mut self.changes[made.key as usize % MOVES];
        if it.key != made.key {
            *it = Change { key: made.key, change, good: 0 };
        }
        it.change = change;
        self.changed.0 += i64::from(change.unsigned_abs().min(SURELY as u32));
        self.changed.1 += 1;
    }

    /// Puts moves in the order in which they are tried: the one that was best before; those that bring much; those that were too good
    /// after as many moves; then by how often they were that.
    fn order(&self, moves: &mut [Offered], best: Option<usize>, ply: usize, before: Option<&Offered>) {
        let killers = self.killers.get(ply).copied().unwrap_or_default();
        let answers = |it: &Offered| {
            before.is_some_and(|before| it.parts.iter().any(|part| *part != 0 && before.parts.contains(part)))
        };
        moves.sort_by_cached_key(|it| {
            let known = self.known(it.key).copied().unwrap_or_default();
            let rank = match it {
                _ if best == Some(it.number) => i64::MAX,
                _ if self.is_clear(known.change) => (1 << 40) + i64::from(known.change),
                _ if killers.contains(&it.key) => 1 << 39,
                _ => i64::from(known.good) * 4 + i64::from(answers(it)),
            };
            std::cmp::Reverse(rank)
        });
    }

    /// Stores the result for a position, after `ply` moves.
    fn learn(&mut self, frame: &Frame, ply: usize) {
        let bound = match frame.best {
            it if it >= frame.beta => Bound::AtLeast,
            it if it <= frame.floor => Bound::AtMost,
            _ => Bound::Exact,
        };
        let Some(key) = frame.key else { return };
        let kept = &mut self.positions[key as usize % POSITIONS];
        let depth = frame.depth as i8;
        if kept.key != key || kept.depth <= depth {
            let best = frame.best_move.and_then(|it| u16::try_from(it).ok()).unwrap_or(u16::MAX);
            *kept = Known { key, depth, bound, best, value: to_here(frame.best, ply) };
        }
        if bound != Bound::AtLeast {
            return;
        }
        let Some(made) = frame.moves.iter().find(|it| Some(it.number) == frame.best_move) else { return };
        let change = &mut self.changes[made.key as usize % MOVES];
        if change.key == made.key {
            change.good = change.good.saturating_add((frame.depth * frame.depth) as u32);
        }
        if let Some(killers) = self.killers.get_mut(ply).filter(|it| it[0] != made.key) {
            *killers = [made.key, killers[0]];
        }
    }
}

/// Wins are stored by their distance from the position, and reported by that from the root.
fn to_here(value: Value, ply: usize) -> Value {
    match value {
        it if it >= SURELY => it + ply as Value,
        it if it <= -SURELY => it - ply as Value,
        it => it,
    }
}

fn from_here(value: Value, ply: usize) -> Value {
    match value {
        it if it >= SURELY => it - ply as Value,
        it if it <= -SURELY => it + ply as Value,
        it => it,
    }
}
