//! Everything that changes while a game is played, and nothing that does not: plain data that shares
//! structure, so that a copy costs the same however large the game.

use crate::chain::Chain;
use crate::value::{Object, Value};
use ir::FrameId;
use std::rc::Rc;

/// A key of `G`, for the order of the JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    Active,
    Seed,
    Log,
    Undo,
    Global(u16),
    L,
    Result,
}

/// A key of `L`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameKey {
    Field(u16),
    P,
    I,
    L,
    /// `$`
    Last,
}

/// A game between two moves.
#[derive(Clone, Debug, Default)]
pub struct State {
    pub(crate) body: Body,
    pub(crate) log: Chain<Value>,
    pub(crate) undo: Chain<Snapshot>,
    /// Maximum bytes it holds: see [`crate::held`].
    pub(crate) held: u64,
    /// Maximum parts of any field of `G` whose type nests without end.
    pub(crate) parts: u64,
    /// `true` if nobody reads texts: no log is kept, and texts of prompts and reasons are not evaluated.
    pub quiet: bool,
}

/// A saved position of `push_undo`.
#[derive(Clone, Debug)]
pub struct Snapshot {
    pub(crate) body: Body,
    /// Length of the log.
    pub(crate) log: usize,
}

/// All of the state but the log and the undo stack.
#[derive(Clone, Debug)]
pub struct Body {
    /// The index of a role, a list of indices, or −1.
    pub active: Value,
    pub seed: u64,
    /// By [`ir::GlobalId`].
    pub globals: Rc<Vec<Value>>,
    pub stack: Stack,
    /// A string, or −1; absent while the game is on.
    pub result: Value,
    pub order: Rc<Vec<Key>>,
}

/// `G.L`.
#[derive(Clone, Debug, Default)]
pub enum Stack {
    /// Nothing was ever called.
    #[default]
    Unset,
    /// The frame on top.
    Frames(Rc<Frame>),
    /// The game is over, with a message if there was one.
    Over(Option<Rc<String>>),
}

/// A state or procedure on the stack.
#[derive(Clone, Debug)]
pub struct Frame {
    pub id: FrameId,
    /// `I`
    pub next: u32,
    /// By [`ir::FieldId`].
    pub fields: Vec<Value>,
    /// `$`; absent if nothing ever came back.
    pub last: Value,
    pub order: Rc<Vec<FrameKey>>,
    pub below: Option<Rc<Frame>>,
    /// Number of frames down to this one, itself included.
    pub depth: usize,
}

impl Default for Body {
    fn default() -> Body {
        Body {
            active: Value::Int(-1),
            seed: 0,
            globals: Rc::default(),
            stack: Stack::Unset,
            result: Value::Absent,
            order: Rc::default(),
        }
    }
}

impl Stack {
    pub fn top(&self) -> Option<&Rc<Frame>> {
        match self {
            Stack::Frames(top) => Some(top),
            Stack::Unset | Stack::Over(_) => None,
        }
    }

    /// From the top down.
    pub fn frames(&self) -> impl Iterator<Item = &Frame> {
        std::iter::successors(self.top().map(Rc::as_ref), |it| it.below.as_deref())
    }
}

impl State {
    pub fn seed(&self) -> u64 {
        self.body.seed
    }

    /// The indices of the active roles; none when the game is over.
    pub fn active(&self) -> Vec<usize> {
        let index = |it: &Value| match it {
            Value::Int(n) => usize::try_from(*n).ok(),
            _ => None,
        };
        match &self.body.active {
            Value::List(items) => items.iter().filter_map(index).collect(),
            one => index(one).into_iter().collect(),
        }
    }

    pub fn is_active(&self, role: usize) -> bool {
        match &self.body.active {
            Value::Int(n) => *n == role as i64,
            Value::List(items) => items.iter().any(|it| matches!(it, Value::Int(n) if *n == role as i64)),
            _ => false,
        }
    }

    /// The frame on top of the stack.
    pub fn top(&self) -> Option<FrameId> {
        self.body.stack.top().map(|it| it.id)
    }

    /// The frames on the stack, from the top down.
    pub fn frames(&self) -> impl Iterator<Item = &Frame> {
        self.body.stack.frames()
    }

    /// Nobody is to move: the framework's `"None"`.
    pub fn is_over(&self) -> bool {
        matches!(self.body.active, Value::Int(n) if n < 0)
    }

    /// A string, or −1; none while the game is on.
    pub fn result(&self) -> Option<&Value> {
        Some(&self.body.result).filter(|it| !it.is_absent())
    }

    /// The fields of `G`, by [`ir::GlobalId`]; absent where one is not set yet.
    pub fn globals(&self) -> &[Value] {
        &self.body.globals
    }

    /// The same position with other values in the fields of `G`, of the types they have, and other random numbers to come.
    pub fn imagined(&self, globals: Vec<Value>, seed: u64) -> State {
        let mut state = self.drawing(seed);
        state.body.globals = Rc::new(globals);
        state.parts = u64::MAX;
        state
    }

    /// The same position with other random numbers to come.
    pub fn drawing(&self, seed: u64) -> State {
        let mut state = self.clone();
        state.body.seed = seed;
        state
    }

    /// The same position without a past: nothing to take back, and an empty log.
    pub fn without_past(mut self) -> State {
        self.undo.truncate(0);
        self.log.truncate(0);
        self
    }

    /// The same position without a log, as if nothing had been said.
    pub fn without_log(mut self) -> State {
        self.log = Chain::new();
        let unsaid = |it: &Snapshot| Snapshot { body: it.body.clone(), log: 0 };
        let undo: Vec<Snapshot> = self.undo.to_vec().into_iter().map(unsaid).collect();
        self.undo = Chain::new();
        undo.into_iter().for_each(|it| self.undo.push(it));
        self
    }

    pub fn log(&self) -> &Chain<Value> {
        &self.log
    }

    /// The log as a seat sees it; −1 for an observer. Of blank lines with only hidden lines between them, one is left.
    pub fn log_for(&self, seat: i64) -> Vec<Value> {
        let mut lines: Vec<Value> = Vec::new();
        let mut hidden = false;
        for line in self.log.to_vec() {
            let Some(line) = seen_by(seat, line) else {
                hidden = true;
                continue;
            };
            let blank = |it: &Value| matches!(it, Value::Str(text) if text.is_empty());
            if hidden && blank(line) && lines.last().is_none_or(blank) {
                continue;
            }
            hidden = false;
            lines.push(line.clone());
        }
        lines
    }

    /// All of the log, with the roles of private lines by their names.
    pub fn lines(&self, roles: &[String]) -> Vec<Value> {
        let name = |it: &Value| match it {
            Value::Int(role) => usize::try_from(*role).ok().and_then(|it| roles.get(it)).map(|it| Value::str(it)),
            _ => None,
        };
        let line = |entry: &Value| {
            let Some((to, Some(text))) = private(entry) else { return entry.clone() };
            let mut line = Object::default();
            line.set(&Rc::new(ir::PRIVATE_LINE.0.to_owned()), Value::list(to.iter().filter_map(name).collect()));
            line.set(&Rc::new(ir::PRIVATE_LINE.1.to_owned()), text.clone());
            Value::object(line)
        };
        self.log.to_vec().into_iter().map(line).collect()
    }

    /// Number of steps that can be taken back.
    pub fn undo_len(&self) -> usize {
        self.undo.len()
    }

    /// Takes the last step back, as the framework's `pop_undo`: false if there is none.
    pub(crate) fn pop_undo(&mut self) -> bool {
        let Some(snapshot) = self.undo.last().cloned() else { return false };
        self.undo.truncate(self.undo.len() - 1);
        self.log.truncate(snapshot.log);
        self.body = snapshot.body;
        self.parts = u64::MAX;
        if self.body.order.last() != Some(&Key::Undo) {
            let order = Rc::make_mut(&mut self.body.order);
            order.retain(|it| *it != Key::Undo);
            order.push(Key::Undo);
        }
        true
    }
}

/// A log entry as a seat sees it; see [`ir::PRIVATE_LINE`].
fn seen_by(seat: i64, entry: &Value) -> Option<&Value> {
    let Some((roles, text)) = private(entry) else { return Some(entry) };
    text.filter(|_| roles.iter().any(|it| matches!(it, Value::Int(role) if *role == seat)))
}

/// Recipients and text of a private line.
fn private(entry: &Value) -> Option<(&[Value], Option<&Value>)> {
    let Value::Obj(fields) = entry else { return None };
    let Some(Value::List(roles)) = fields.get(ir::PRIVATE_LINE.0) else { return None };
    Some((roles, fields.get(ir::PRIVATE_LINE.1)))
}
