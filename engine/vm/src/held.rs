//! Memory of a game in bytes, the same everywhere: an upper bound of its storage on any host.
//!
//! A state knows an upper bound of its memory: the last measurement, plus a maximum for each step taken since. It is
//! measured again only when that exceeds the limit. So a move costs next to nothing, and whether a game is stopped does
//! not depend on when it was measured.

use crate::chain::Chain;
use crate::state::{Body, Snapshot, Stack, State};
use crate::value::{Object, Value};
use ir::Program;
use std::collections::BTreeSet;
use std::rc::Rc;

/// Bytes of a value in place.
const VALUE: u64 = 16;
/// Overhead of an allocation, without its content.
const STORAGE: u64 = 56;
/// An entry of an object.
const ENTRY: u64 = 24;
/// An entry of the log, and one of the undo stack.
const LINK: u64 = 64;
const BODY: u64 = 256;
/// A frame, apart from its fields.
const FRAME: u64 = 128;
/// Maximum bytes added by a step, apart from names: copied entries of a list or of an object.
const STEP: u64 = 256;

/// Maximum bytes that a step of a program can add to its games.
pub fn step(program: &Program) -> u64 {
    let records = program.records.iter().flat_map(|it| it.fields.iter().map(|it| it.name.len()));
    let frames = program.frames.iter().flat_map(|it| it.fields.iter().map(|it| it.name.len()).chain([it.name.len()]));
    let globals = program.globals.iter().map(|it| it.name.len());
    let named = program.roles.iter().chain(program.enums.iter().flat_map(|it| &it.members)).map(String::len);
    let longest = records.chain(frames).chain(globals).chain(named).max().unwrap_or_default();
    let widest = program.frames.iter().map(|it| it.fields.len()).max().unwrap_or_default();
    STEP + longest as u64 + VALUE * widest as u64
}

/// Bytes of a state.
pub fn of_state(state: &State) -> u64 {
    let mut scale = Scale::default();
    scale.body(&state.body);
    state.log.backwards().for_each(|it| {
        scale.bytes += LINK;
        scale.value(it);
    });
    scale.snapshots(&state.undo);
    scale.bytes
}

/// Bytes of a value from outside.
pub fn of_value(value: &Value) -> u64 {
    if !matches!(value, Value::Str(_) | Value::List(_) | Value::Obj(_)) {
        return 0;
    }
    let mut scale = Scale::default();
    scale.value(value);
    scale.bytes
}

/// Adds up storage, each once however often it is kept.
#[derive(Default)]
struct Scale {
    bytes: u64,
    /// Addresses of shared storage already counted.
    seen: BTreeSet<usize>,
}

impl Scale {
    /// `true` if this storage is seen for the first time.
    fn is_new<T>(&mut self, it: &Rc<T>) -> bool {
        Rc::strong_count(it) == 1 || self.seen.insert(Rc::as_ptr(it).addr())
    }

    fn snapshots(&mut self, undo: &Chain<Snapshot>) {
        for it in undo.backwards() {
            self.bytes += LINK;
            self.body(&it.body);
        }
    }

    fn body(&mut self, body: &Body) {
        self.bytes += BODY;
        self.value(&body.active);
        self.value(&body.result);
        if self.is_new(&body.order) {
            self.bytes += STORAGE + 4 * body.order.len() as u64;
        }
        if self.is_new(&body.globals) {
            self.values(&body.globals);
        }
        if let Stack::Over(Some(text)) = &body.stack {
            self.text(text);
        }
        let mut frame = body.stack.top();
        while let Some(it) = frame.filter(|it| self.is_new(it)) {
            self.bytes += FRAME;
            self.values(&it.fields);
            self.value(&it.last);
            if self.is_new(&it.order) {
                self.bytes += STORAGE + 4 * it.order.len() as u64;
            }
            frame = it.below.as_ref();
        }
    }

    fn values(&mut self, items: &[Value]) {
        self.bytes += STORAGE;
        items.iter().for_each(|it| self.value(it));
    }

    fn value(&mut self, value: &Value) {
        self.bytes += VALUE;
        match value {
            Value::Str(text) => self.text(text),
            Value::List(items) if self.is_new(items) => self.values(items),
            Value::Obj(object) if self.is_new(object) => self.object(object),
            Value::List(_)
            | Value::Obj(_)
            | Value::Absent
            | Value::None
            | Value::Bool(_)
            | Value::Int(_)
            | Value::Num(_) => {}
        }
    }

    fn object(&mut self, object: &Object) {
        self.bytes += STORAGE;
        for (key, value) in object.iter() {
            self.bytes += ENTRY - VALUE;
            self.text(key);
            self.value(value);
        }
    }

    fn text(&mut self, text: &Rc<String>) {
        if self.is_new(text) {
            self.bytes += STORAGE + text.len() as u64;
        }
    }
}
