//! One entry into the rules: a setup, an action, a prompt, a view, a query, a check.
//!
//! Invariant: nothing here recurses with the depth of the rules' calls or of the stack of frames; every failure is a
//! [`Trap`], and the caller then drops the state.

mod board;
mod builtin;
mod change;
mod each;
mod exec;
mod flow;
mod library;
mod list;
mod place;
mod slow;
mod told;

use crate::chain::Chain;
use crate::fault::{Check, Fault, Trap, trap};
use crate::fit;
use crate::fuel::{Fuel, Shared};
use crate::machine::Machine;
use crate::memory::{Caller, Memory};
use crate::state::{Frame, FrameKey, Key, Snapshot, Stack, State};
use crate::value::Value;
use diag::{Code, Span};
use ir::{ActionId, FrameId, Ty};
use std::rc::Rc;

/// How a function ended.
#[derive(Debug)]
pub enum Outcome {
    Done(Value),
    Flow(Flow),
    /// The game is over, or was taken back: no further code runs.
    Finished,
}

/// A transition that was asked for.
#[derive(Debug)]
pub enum Flow {
    Call(FrameId, Vec<Value>),
    Goto(FrameId, Vec<Value>),
    End(Option<Value>),
}

/// A position in the code: the window of a function, and the next instruction.
struct Place {
    function: usize,
    base: usize,
    pc: usize,
}

/// Something that is being tried and may fail.
struct Attempt {
    /// Continuation after a failure, and the first register to clear.
    failed: Place,
    registers: usize,
    /// Numbers of callers and trials at the start; its own trial is the last.
    callers: usize,
    trials: usize,
    /// The steps that were left, and of these the share it was given.
    left: Shared,
}

/// Working data of an entry.
pub struct Run<'m> {
    machine: &'m Machine,
    pub state: &'m mut State,
    /// `R`: the index of a role, or −1.
    pub(crate) seat: i64,
    fuel: Fuel,
    /// Globals that were written: bit `i % 64` for global `i`.
    pub touched: u64,
    pub memory: Box<Memory>,
    /// Span of the failure; `None` for one without a place.
    pub(crate) failed: Option<Span>,
    /// Span of the last transition.
    from: Option<Span>,
    /// The saved states of the trials in progress, the innermost last.
    trials: Vec<State>,
    /// The running trials that may fail, the innermost last; and the number of failures in this entry.
    attempts: Vec<Attempt>,
    failures: u32,
    /// The number of the last failure's code.
    failure: i64,
}

impl<'m> Run<'m> {
    pub fn new(machine: &'m Machine, state: &'m mut State, seat: i64) -> Run<'m> {
        Run {
            machine,
            state,
            seat,
            fuel: Fuel::new(machine.limits.fuel),
            touched: 0,
            memory: machine.memory.take().unwrap_or_default(),
            failed: None,
            from: None,
            trials: Vec::new(),
            attempts: Vec::new(),
            failures: 0,
            failure: 0,
        }
    }

    /// The steps and the rest are those of a new entry, of the same role into the same state.
    pub fn begin_anew(&mut self) {
        self.machine.spent.set(self.machine.spent.get() + self.fuel.spent() + 1);
        self.fuel = Fuel::new(self.machine.limits.fuel);
        (self.touched, self.failed, self.from, self.failures) = (0, None, None, 0);
    }

    /// The steps that this entry has taken.
    pub(crate) fn spent(&self) -> u64 {
        self.fuel.spent()
    }

    /// With room for `V`.
    pub fn for_view(mut self) -> Run<'m> {
        self.memory.view.resize(self.machine.program.view_fields.len(), Value::Absent);
        self
    }

    /// The memory goes back for the next entry.
    pub fn finish(mut self) {
        self.memory.view.clear();
        self.memory.view_order.clear();
        self.machine.left.set(self.fuel.left());
        self.machine.spent.set(self.machine.spent.get() + self.fuel.spent() + 1);
        self.machine.memory.set(Some(self.memory));
    }

    /// A failure with the place where it was.
    pub fn fault(&self, trap: Trap) -> Fault {
        let Trap { code, message } = trap;
        let program = &self.machine.program;
        let span = self.failed;
        let frames = self.state.body.stack.frames().map(|it| program.frame(it.id).name.clone()).collect();
        Fault { code, message, span, frames, path: None }
    }

    fn offer(&mut self, action: ActionId, argument: Value) -> Check<()> {
        let (program, most) = (&self.machine.program, self.machine.limits.list);
        self.fuel.written(self.memory.offers.count(action))?;
        self.memory.offers.offer(action, argument, program, most)
    }

    /// `R`, where it must be a role.
    #[inline]
    fn role(&self) -> Check<i64> {
        let roles = self.machine.program.roles.len();
        if usize::try_from(self.seat).is_ok_and(|it| it < roles) { Ok(self.seat) } else { self.no_role() }
    }

    #[cold]
    fn no_role(&self) -> Check<i64> {
        let expected = fit::expected(&self.machine.program, &Ty::Role);
        trap(Code::NotInRange, format!("{} is not {expected}", self.seat))
    }

    /// The frame on top, its own from now on.
    fn frame_mut(&mut self) -> Option<&mut Frame> {
        match &mut self.state.body.stack {
            Stack::Frames(top) => Some(Rc::make_mut(top)),
            Stack::Unset | Stack::Over(_) => None,
        }
    }

    fn set_frame(&mut self, field: u16, value: Value) {
        let Some(top) = self.frame_mut() else { return };
        let Some(slot) = top.fields.get_mut(usize::from(field)) else { return };
        let first = slot.is_absent();
        *slot = value;
        if first && !top.order.contains(&FrameKey::Field(field)) {
            Rc::make_mut(&mut top.order).push(FrameKey::Field(field));
        }
    }

    fn unset(&mut self, field: u16) {
        let Some(top) = self.frame_mut() else { return };
        let Some(slot) = top.fields.get_mut(usize::from(field)) else { return };
        *slot = Value::Absent;
        if top.order.contains(&FrameKey::Field(field)) {
            Rc::make_mut(&mut top.order).retain(|it| *it != FrameKey::Field(field));
        }
    }

    /// Puts a key of `G` at the end unless it is there already.
    fn show_key(&mut self, key: Key) {
        let order = &mut self.state.body.order;
        if order.contains(&key) {
            return;
        }
        let mut known = self.machine.orders.windows(2).filter(|it| Rc::ptr_eq(&it[0], order));
        match known.next() {
            Some([_, next]) if next.last() == Some(&key) => *order = next.clone(),
            _ => Rc::make_mut(order).push(key),
        }
    }

    fn log(&mut self, entry: Value) -> Check<()> {
        if self.state.quiet {
            return Ok(());
        }
        let most = self.machine.limits.log;
        if self.state.log.len() >= most {
            return trap(Code::LogLength, format!("a log of more than {most} entries"));
        }
        self.state.log.push(entry);
        Ok(())
    }

    /// A blank line, unless there is one already or nothing before it.
    fn log_blank(&mut self) -> Check<()> {
        match self.state.log.last() {
            None => Ok(()),
            Some(Value::Str(text)) if text.is_empty() => Ok(()),
            Some(_) => self.log(Value::str("")),
        }
    }

    /// For all lists in `G`, which are kept twice.
    fn lists_copied(&mut self) -> Check<()> {
        let globals = self.machine.program.globals.iter().zip(self.state.body.globals.iter());
        let mut lists = globals.filter(|(it, _)| ir::steps::is_list(&it.ty));
        lists.try_for_each(|(_, value)| self.fuel.copied(value))
    }

    fn begin_trial(&mut self) -> Check<()> {
        self.lists_copied()?;
        self.trials.push(self.state.clone());
        Ok(())
    }

    fn end_trial(&mut self) {
        if let Some(before) = self.trials.pop() {
            *self.state = before;
        }
    }

    /// Gives up unfinished trials, and restores the state from before all of them.
    pub fn give_up(&mut self) {
        self.trials.truncate(1);
        self.end_trial();
    }

    fn push_undo(&mut self) -> Check<()> {
        self.lists_copied()?;
        let most = self.machine.limits.undo;
        if self.state.undo.len() >= most {
            return trap(Code::UndoLength, format!("an undo stack of more than {most} steps"));
        }
        let snapshot = Snapshot { body: self.state.body.clone(), log: self.state.log.len() };
        self.state.undo.push(snapshot);
        Ok(())
    }

    /// The function `finish` of the framework.
    pub fn finish_game(&mut self, result: Value, message: Value) -> Check<()> {
        let body = &mut self.state.body;
        body.active = Value::Int(-1);
        let role = match &result {
            Value::Int(n) => usize::try_from(*n).ok().and_then(|n| self.machine.names.roles.get(n)),
            _ => None,
        };
        body.result = match (role, result) {
            (Some(role), _) => Value::Str(role.clone()),
            (None, Value::Str(text)) => Value::Str(text),
            (None, _) => Value::Int(-1),
        };
        self.show_key(Key::Result);
        let text = match &message {
            Value::Str(text) => Some(text.clone()),
            _ => None,
        };
        self.state.body.stack = Stack::Over(text);
        self.show_key(Key::L);
        self.log_blank()?;
        // Without a message the framework's second `log` is one more blank line, and so is none.
        if message.is_absent() { Ok(()) } else { self.log(message) }
    }

    pub fn clear_undo(&mut self) {
        self.state.undo = Chain::new();
    }
}
