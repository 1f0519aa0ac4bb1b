//! The entries into a program: setup, prompts, actions, queries, worth, checks.

use crate::arguments::Arguments;
use crate::fault::{Check, Fault, trap};
use crate::machine::Machine;
use crate::offers::Offers;
use crate::rng;
use crate::run::{Outcome, Run};
use crate::save;
use crate::state::{Stack, State};
use crate::value::Value;
use diag::Code;
use ir::{ActionId, FnId, FrameKind, Function, Handler, Program};
use std::mem;
use std::rc::Rc;

impl Machine {
    /// The framework's `setup`. The options must have been checked.
    pub fn setup(&self, seed: u64, scenario: &str, options: Value) -> Result<State, Fault> {
        if seed >= rng::SEED_END {
            let message = format!("a seed is a whole number from 0 to {}", rng::SEED_END - 1);
            return Err(Fault::new(Code::BadSeed, message));
        }
        let mut state = State::default();
        state.body.seed = seed;
        state.body.order = self.orders[0].clone();
        state.body.globals = Rc::new(vec![Value::Absent; self.program.globals.len()]);
        let mut run = Run::new(self, &mut state, -1);
        let start = || {
            if let Some(init) = self.program.init {
                run.exec(init, &mut [])?;
            }
            if let Some(setup) = self.program.setup {
                run.enter(setup, &mut [self.names.scenario(scenario), options])?;
            }
            run.proceed()?;
            self.settle(&mut run)?;
            self.bound(run.state, run.spent(), &Value::None)
        };
        let result = start();
        self.end(run, result).map(|()| state)
    }

    /// A state with the first values of the fields of `G` that are not late, and nothing else.
    pub(crate) fn begun(&self, init: FnId, seed: u64) -> Result<State, Fault> {
        let mut state = State::default();
        state.body.seed = seed;
        state.body.globals = Rc::new(vec![Value::Absent; self.program.globals.len()]);
        let mut run = Run::new(self, &mut state, -1);
        let result = run.exec(init, &mut []).map(drop);
        self.end(run, result).map(|()| state)
    }

    /// Runs the prompt of the state on top for a role.
    pub fn offers(&self, state: &State, role: usize) -> Result<Offers, Fault> {
        let mut offers = Offers::default();
        self.offers_into(&mut state.clone(), role, &mut offers)?;
        Ok(offers)
    }

    /// The same, with the memory of other offers. A prompt changes nothing, so that the state is not copied.
    pub(crate) fn offers_into(&self, state: &mut State, role: usize, offers: &mut Offers) -> Result<(), Fault> {
        offers.clear();
        let mut run = Run::new(self, state, role as i64);
        mem::swap(&mut run.memory.offers, offers);
        let result = self.prompt(&mut run);
        mem::swap(&mut run.memory.offers, offers);
        offers.settle();
        self.end(run, result)
    }

    pub(crate) fn prompt(&self, run: &mut Run<'_>) -> Check<()> {
        let stack = &run.state.body.stack;
        let Some(top) = stack.top() else {
            return match stack {
                Stack::Unset => trap(Code::NoState, "the game is in no state: nothing was called"),
                Stack::Frames(_) | Stack::Over(_) => Ok(()),
            };
        };
        let frame = self.program.frame(top.id);
        match &frame.kind {
            FrameKind::State(it) => match it.prompt {
                Some(prompt) => run.exec(prompt, &mut []).map(drop),
                None => Ok(()),
            },
            FrameKind::Procedure(_) | FrameKind::Plain(_) => {
                run.memory.offers.prompt = Value::string(format!("TODO: {}", frame.name));
                Ok(())
            }
        }
    }

    /// The handler that the state on top has for an action.
    pub fn handler(&self, state: &State, action: ActionId) -> Option<&Function> {
        let frame = self.program.frame(state.body.stack.top()?.id);
        self.find_handler(frame, action).map(|it| self.program.function(it.function))
    }

    fn find_handler<'a>(&self, frame: &'a ir::Frame, action: ActionId) -> Option<&'a Handler> {
        match &frame.kind {
            FrameKind::State(it) => it.handlers.iter().find(|it| it.action == action),
            FrameKind::Procedure(_) | FrameKind::Plain(_) => None,
        }
    }

    /// `true` if a handler of the state on top accepts moves without an offer.
    pub fn is_open(&self, state: &State, action: ActionId) -> bool {
        let frame = state.body.stack.top().map(|it| self.program.frame(it.id));
        frame.and_then(|it| self.find_handler(it, action)).is_some_and(|it| it.open.is_some())
    }

    /// Why the rules refuse an open action that was not offered, if they do. The argument is as it travels.
    pub fn refusal(
        &self,
        state: &State,
        role: usize,
        action: ActionId,
        argument: &Value,
    ) -> Result<Option<String>, Fault> {
        let frame = state.body.stack.top().map(|it| self.program.frame(it.id));
        let Some(open) = frame.and_then(|it| self.find_handler(it, action)).and_then(|it| it.open) else {
            return Ok(None);
        };
        let mut args = self.arguments(argument, self.program.function(open))?;
        let mut state = state.clone();
        let mut run = Run::new(self, &mut state, role as i64);
        let result = run.exec(open, args.as_mut());
        let outcome = self.end(run, result)?;
        Ok(match outcome {
            Outcome::Done(Value::Str(why)) => Some(why.to_string()),
            Outcome::Done(_) | Outcome::Flow(_) | Outcome::Finished => None,
        })
    }

    /// Makes a move that was offered: it is not asked whether it was. The argument is as it travels (see
    /// [`Machine::arguments`]).
    pub fn act(&self, mut state: State, role: usize, action: ActionId, argument: Value) -> Result<State, Fault> {
        self.act_on(&mut state, role, action, &argument)?;
        Ok(state)
    }

    /// The same, on a state that nobody goes on with if it fails.
    pub fn act_on(&self, state: &mut State, role: usize, action: ActionId, argument: &Value) -> Result<(), Fault> {
        self.act_in(Run::new(self, state, role as i64), action, argument)
    }

    /// The same for the role that something was run for already.
    pub(crate) fn act_in(&self, mut run: Run<'_>, action: ActionId, argument: &Value) -> Result<(), Fault> {
        let (function, mut args) = match self.handling(run.state, action, argument) {
            Ok(found) => found,
            Err(fault) => {
                run.finish();
                return Err(fault);
            }
        };
        run.begin_anew();
        let before = run.state.body.active.clone();
        let result = run.enter(function, args.as_mut()).and_then(|()| run.proceed()).and_then(|()| {
            self.settle(&mut run)?;
            self.forget(run.state, &before);
            self.bound(run.state, run.spent(), argument)
        });
        self.end(run, result)
    }

    /// The handler for an action now, and its arguments.
    fn handling(&self, state: &State, action: ActionId, argument: &Value) -> Result<(FnId, Arguments), Fault> {
        let top = state.body.stack.top().map(|it| self.program.frame(it.id));
        let Some(handler) = top.and_then(|it| self.find_handler(it, action)) else {
            let name = self.program.actions.get(action.index()).map_or("", String::as_str);
            return Err(Fault::new(Code::UnknownAction, format!("there is no action `{name}` here")));
        };
        let args = self.arguments(argument, self.program.function(handler.function))?;
        Ok((handler.function, args))
    }

    /// Takes the last step back; false if there is none.
    pub fn undo(&self, state: &mut State) -> bool {
        let before = state.body.active.clone();
        let undone = state.pop_undo();
        if undone {
            normalise(&self.program, &mut state.body.active);
            self.forget(state, &before);
        }
        undone
    }

    /// Ends the game from outside.
    pub fn finish(&self, mut state: State, result: &str, message: &str) -> Result<State, Fault> {
        let mut run = Run::new(self, &mut state, -1);
        let done = run.finish_game(Value::str(result), Value::str(message));
        self.end(run, done).map(|()| state)
    }

    /// Asks the rules.
    pub fn query(&self, state: &State, seat: i64, question: Value) -> Result<Value, Fault> {
        let Some(query) = self.program.query else {
            return Err(Fault::new(Code::NoQuery, "these rules answer no queries"));
        };
        let mut state = state.clone();
        let mut run = Run::new(self, &mut state, seat);
        let result = run.exec(query, &mut [question]).and_then(|outcome| match outcome {
            Outcome::Done(value) => self.fits(&value).map(|()| value),
            Outcome::Flow(_) | Outcome::Finished => Ok(Value::None),
        });
        let result = result.map(|value| self.to_any(&value, &self.program.function(query).result));
        self.end(run, result)
    }

    /// The worth of the position to a role by the rules: 0 for lost, 100 for won, other numbers as the rules return
    /// them. `None` if the rules define none.
    pub fn worth(&self, state: &State, role: usize) -> Result<Option<f64>, Fault> {
        let Some(worth) = self.program.worth else { return Ok(None) };
        let mut state = state.clone();
        let mut run = Run::new(self, &mut state, role as i64);
        let result = run.exec(worth, &mut []).map(|outcome| match outcome {
            Outcome::Done(value) => Some(value.num()),
            Outcome::Flow(_) | Outcome::Finished => None,
        });
        self.end(run, result)
    }

    /// A position as a role may imagine it: see [`ir::Program::imagine`].
    pub fn imagine(&self, mut state: State, seat: i64) -> Result<State, Fault> {
        let Some(imagine) = self.program.imagine else { return Ok(state) };
        let mut run = Run::new(self, &mut state, seat);
        let result = run.exec(imagine, &mut []).map(drop);
        self.end(run, result).map(|()| state)
    }

    /// Checks the invariants.
    pub fn check(&self, state: &State) -> Result<(), Fault> {
        let mut state = state.clone();
        let mut run = Run::new(self, &mut state, -1);
        let result = self.program.invariants.iter().try_for_each(|it| run.exec(*it, &mut []).map(drop));
        self.end(run, result)
    }

    /// `G` at rest.
    pub fn save(&self, state: &State) -> Value {
        save::state(&self.program, state, true)
    }

    pub(crate) fn end<T>(&self, mut run: Run<'_>, result: Check<T>) -> Result<T, Fault> {
        let result = result.map_err(|trap| run.fault(*trap));
        run.give_up();
        run.finish();
        result
    }

    /// Establishes the invariants of a state that waits for a choice: `active` holds roles, nothing is too large. Looks
    /// only at changed globals and at the frames.
    pub(crate) fn settle(&self, run: &mut Run<'_>) -> Check<()> {
        run.failed = None;
        let steps = run.spent();
        normalise(&self.program, &mut run.state.body.active);
        self.still_fits(run.state, run.touched, steps)
    }

    /// Clears undo if other roles are active now, and always if there are several: as the framework.
    fn forget(&self, state: &mut State, before: &Value) {
        let same = matches!((before, &state.body.active), (Value::Int(a), Value::Int(b)) if a == b);
        if !same {
            state.undo.truncate(0);
        }
    }
}

/// A value that is no role becomes nobody.
fn normalise(program: &Program, active: &mut Value) {
    let index = |it: &Value| match it {
        Value::Int(n) if (0..program.roles.len() as i64).contains(n) => *n,
        _ => -1,
    };
    match active {
        Value::List(items) if items.iter().any(|it| !matches!(it, Value::Int(n) if *n == index(it))) => {
            *active = Value::list(items.iter().map(|it| Value::Int(index(it))).collect());
        }
        Value::List(_) => {}
        one => *one = Value::Int(index(one)),
    }
}
