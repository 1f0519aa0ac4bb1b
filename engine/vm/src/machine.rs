//! A program made ready to run, and the entries into it.

use crate::arguments::Arguments;
use crate::board::Tables;
use crate::compile::{self, Context, Watched};
use crate::fault::{Check, Fault, trap};
use crate::fit;
use crate::op::{Code, Op};
use crate::rng;
use crate::run::{Memory, Offers, Oversize, Run, measure};
use crate::save;
use crate::state::{Body, Frame, FrameKey, Key, Stack, State};
use crate::trace::{self, Findings, Inquiry, Recorder, Trace, Way};
use crate::value::Value;
use diag::Span;
use ir::Limits;
use ir::{ActionId, FnId, FrameId, FrameKind, Function, Handler, Program, Ty};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::mem;
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

/// A program, verified and compiled. Immutable; states are apart from it.
pub struct Machine {
    pub(crate) program: Arc<Program>,
    pub(crate) code: Vec<Code>,
    pub(crate) limits: Limits,
    pub(crate) frames_by_name: BTreeMap<String, FrameId>,
    /// The keys of each frame when it is new.
    pub(crate) frame_orders: Vec<Rc<Vec<FrameKey>>>,
    /// The keys of `G` when it is new, then with `L`, then with a result too: as most games come to have them.
    pub(crate) orders: [Rc<Vec<Key>>; 3],
    pub(crate) names: Names,
    /// What is known of each board.
    pub(crate) boards: Vec<Tables>,
    /// Globals whose type nests: what they hold is counted.
    nesting: Vec<usize>,
    /// Memory that is kept from one entry to the next, and for what is offered.
    pub(crate) memory: Cell<Option<Box<Memory>>>,
    pub(crate) offered: Cell<Vec<Offers>>,
    pub(crate) left: Cell<i64>,
    /// Of all entries so far.
    pub(crate) spent: Cell<u64>,
    attempts: bool,
    /// The first failure of something that was only tried, since somebody asked.
    pub(crate) tried: RefCell<Option<Fault>>,
    /// How often each frame was put on the stack; empty where that is not counted.
    pub(crate) entered: Vec<Cell<u64>>,
    /// How often tokens came to each field, where that is counted.
    arrived: RefCell<BTreeMap<i64, u64>>,
    /// What is written down of the entry that runs, if anything.
    pub(crate) recorder: RefCell<Option<Recorder>>,
}

/// The names of roles and scenarios, and the keys of what is made for every prompt and view, made once.
pub(crate) struct Names {
    pub roles: Vec<Rc<String>>,
    pub scenarios: Vec<Rc<String>>,
    pub actions: Vec<Rc<String>>,
    pub view_fields: Vec<Rc<String>>,
    pub log: Rc<String>,
    pub prompt: Rc<String>,
    /// `actions`
    pub offers: Rc<String>,
    pub undo: Rc<String>,
    pub why: Rc<String>,
    pub labels: Rc<String>,
}

/// Why a program cannot be run.
#[derive(Clone, Debug)]
pub enum Unfit {
    Broken(ir::Broken),
    /// A function is larger than the machine can take.
    TooLarge {
        function: String,
        span: Span,
    },
}

impl std::fmt::Display for Unfit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Unfit::Broken(it) => write!(f, "{it}"),
            Unfit::TooLarge { function, .. } => write!(f, "`{function}` is too large"),
        }
    }
}

impl std::error::Error for Unfit {}

impl Machine {
    pub fn new(program: Arc<Program>) -> Result<Machine, Unfit> {
        Machine::with_limits(program, Limits::default())
    }

    pub fn with_limits(program: Arc<Program>, limits: Limits) -> Result<Machine, Unfit> {
        Machine::make(program, limits, Watched::Nothing)
    }

    /// A machine that counts what is reached: [`Machine::reached`], [`Machine::entered`]. Everything else is the same.
    pub fn counting(program: Arc<Program>) -> Result<Machine, Unfit> {
        Machine::make(program, Limits::default(), Watched::Counts)
    }

    /// A machine that tells what it does while it does it: [`Machine::traced`], [`Machine::inquire`]. Everything else is the same.
    pub fn tracing(program: Arc<Program>) -> Result<Machine, Unfit> {
        Machine::make(program, Limits::default(), Watched::Steps)
    }

    fn make(program: Arc<Program>, limits: Limits, watched: Watched) -> Result<Machine, Unfit> {
        ir::verify(&program).map_err(Unfit::Broken)?;
        let context = Context::new(&program, watched);
        let compiled = program.functions.iter().enumerate().map(|(i, it)| {
            let too_large = |_| Unfit::TooLarge { function: it.name.clone(), span: it.span };
            compile::function(&context, i).map_err(too_large)
        });
        let code: Vec<Code> = compiled.collect::<Result<_, _>>()?;
        let frames = program.frames.iter().enumerate();
        let frames_by_name = frames.map(|(i, it)| (it.name.clone(), FrameId(i as u16))).collect();
        let first = [Key::Active, Key::Seed, Key::Log, Key::Undo].into_iter();
        let globals = program.globals.iter().enumerate().filter(|(_, it)| !it.late);
        let order: Vec<Key> = first.chain(globals.map(|(i, _)| Key::Global(i as u16))).collect();
        let orders =
            [vec![], vec![Key::L], vec![Key::L, Key::Result]].map(|it| Rc::new([order.as_slice(), &it].concat()));
        let frame_orders = program.frames.iter().map(|it| Rc::new(keys(it))).collect();
        let nesting = (0..program.globals.len()).filter(|i| nests(&program.globals[*i].ty)).collect();
        let names = Names::new(&program);
        let boards = program.boards.iter().map(Tables::new).collect();
        let attempts = code.iter().any(|it| it.ops.iter().any(|op| matches!(op, Op::Attempt { .. })));
        let (memory, offered, left) = (Cell::default(), Cell::default(), Cell::new(limits.fuel));
        let entered = vec![Cell::default(); if watched == Watched::Counts { program.frames.len() } else { 0 }];
        Ok(Machine {
            code,
            limits,
            frames_by_name,
            frame_orders,
            orders,
            names,
            boards,
            nesting,
            memory,
            offered,
            left,
            spent: Cell::new(0),
            attempts,
            tried: RefCell::default(),
            entered,
            arrived: RefCell::default(),
            recorder: RefCell::default(),
            program,
        })
    }

    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }

    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Runs entries, and tells the statements that they ran: those of a window with what was the case before them, and which
    /// came after which, at most so many. Only in a machine that tells.
    pub fn traced<T>(&self, window: Range<usize>, most: usize, run: impl FnOnce() -> T) -> (T, Trace) {
        *self.recorder.borrow_mut() = Some(Recorder::steps(window, most));
        let done = run();
        let trace = match self.recorder.take() {
            Some(Recorder::Steps { trace, .. }) => trace,
            _ => Trace::default(),
        };
        (done, trace)
    }

    /// Runs an entry, and tells the states that statements of it found, each with another `G` than the one before: the first so
    /// many, and none that was only tried. Only in a machine that tells.
    pub fn states<T>(&self, most: usize, run: impl FnOnce() -> T) -> (T, Vec<State>) {
        *self.recorder.borrow_mut() = Some(Recorder::states(most));
        let done = run();
        let found = match self.recorder.take() {
            Some(Recorder::States { found, .. }) => found,
            _ => Vec::new(),
        };
        (done, found)
    }

    /// Runs entries, and tells how their conditions come out; or runs them with conditions that come out otherwise. Only in a
    /// machine that tells.
    pub fn inquire<T>(&self, inquiry: Inquiry, run: impl FnOnce() -> T) -> (T, Findings) {
        *self.recorder.borrow_mut() = Some(Recorder::conditions(inquiry));
        let done = run();
        let findings = match self.recorder.take() {
            Some(Recorder::Conditions { findings, .. }) => findings,
            _ => Findings::default(),
        };
        (done, findings)
    }

    /// The statements that offer an action, and the conditions on the way to each within its function. Only in a machine that
    /// tells.
    pub fn ways(&self, action: ActionId) -> Vec<Way> {
        let functions = self.code.iter().enumerate();
        functions.flat_map(|(i, code)| trace::ways(FnId(i as u16), &code.told, action)).collect()
    }

    /// Every statement, by the functions of the program, and how often it was reached; empty unless that is counted.
    pub fn reached(&self) -> impl Iterator<Item = (FnId, Span, u64)> {
        let functions = self.code.iter().enumerate();
        functions.flat_map(|(i, code)| code.reached.iter().map(move |it| (FnId(i as u16), it.0, it.1.get())))
    }

    /// How often each frame was put on the stack, by [`FrameId`]; empty unless that is counted.
    pub fn entered(&self) -> impl Iterator<Item = u64> {
        self.entered.iter().map(Cell::get)
    }

    /// How often tokens came to each field of the track, in its order; 0 unless that is counted.
    pub fn arrived(&self) -> impl Iterator<Item = u64> {
        let fields = self.program.counted.arrivals.iter().flat_map(|it| &it.fields);
        fields.map(|it| self.arrived.borrow().get(it).copied().unwrap_or(0))
    }

    pub(crate) fn arrive(&self, field: i64) {
        *self.arrived.borrow_mut().entry(field).or_default() += 1;
    }

    /// How many steps were left when the last setup, action, prompt, view or query came to its end.
    pub fn steps_left(&self) -> i64 {
        self.left.get()
    }

    /// How many steps everything took that ran so far, and one more for each entry: how long something takes, where
    /// there is no clock.
    pub fn steps_spent(&self) -> u64 {
        self.spent.get()
    }

    /// Whether anything is tried that may fail.
    pub fn tries_what_may_fail(&self) -> bool {
        self.attempts
    }

    /// What failed first of all that was only tried since this was asked last: nothing came of it.
    pub fn take_tried(&self) -> Option<Fault> {
        self.tried.take()
    }

    /// The framework's `setup`. The options must have been checked.
    pub fn setup(&self, seed: u64, scenario: &str, options: Value) -> Result<State, Fault> {
        if seed >= rng::SEED_END {
            let message = format!("a seed is a whole number from 0 to {}", rng::SEED_END - 1);
            return Err(Fault::new(diag::Code::BadSeed, message));
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
            self.settle(&mut run)
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
                Stack::Unset => trap(diag::Code::NoState, "the game is in no state: nothing was called"),
                _ => Ok(()),
            };
        };
        let frame = self.program.frame(top.id);
        match &frame.kind {
            FrameKind::State(it) => match it.prompt {
                Some(prompt) => run.exec(prompt, &mut []).map(drop),
                None => Ok(()),
            },
            _ => {
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
            _ => None,
        }
    }

    /// Whether a handler of the state on top takes what was not offered.
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
            crate::run::Outcome::Done(Value::Str(why)) => Some(why.to_string()),
            _ => None,
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
            Ok(())
        });
        self.end(run, result)
    }

    /// The handler that takes an action now, and what it takes.
    fn handling(&self, state: &State, action: ActionId, argument: &Value) -> Result<(FnId, Arguments), Fault> {
        let top = state.body.stack.top().map(|it| self.program.frame(it.id));
        let Some(handler) = top.and_then(|it| self.find_handler(it, action)) else {
            let name = self.program.actions.get(action.index()).map_or("", String::as_str);
            return Err(Fault::new(diag::Code::UnknownAction, format!("there is no action `{name}` here")));
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
            return Err(Fault::new(diag::Code::NoQuery, "these rules answer no queries"));
        };
        let mut state = state.clone();
        let mut run = Run::new(self, &mut state, seat);
        let result = run.exec(query, &mut [question]).and_then(|outcome| match outcome {
            crate::run::Outcome::Done(value) => self.fits(&value).map(|()| value),
            _ => Ok(Value::None),
        });
        let result = result.map(|value| fit::to_any(&self.program, &value, &self.program.function(query).result));
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

    /// What holds for every state at rest: `active` names roles, nothing is too large. Looks only at
    /// globals that were written and at the frames.
    pub(crate) fn settle(&self, run: &mut Run<'_>) -> Check<()> {
        run.failed = None;
        let body = &mut run.state.body;
        normalise(&self.program, &mut body.active);
        self.all_fit(body, run.touched)
    }

    /// Whether nothing in a body is too large; `written`: which globals are looked at, as [`Run::touched`] has them.
    pub(crate) fn all_fit(&self, body: &Body, written: u64) -> Check<()> {
        let written = self.nesting.iter().filter(|i| written & (1 << (*i % 64)) != 0);
        written.filter_map(|i| body.globals.get(*i)).try_for_each(|it| self.fits(it))?;
        let fields = body.stack.frames().flat_map(|it: &Frame| it.fields.iter().chain([&it.last]));
        fields.filter(|it| matches!(it, Value::List(_) | Value::Obj(_))).try_for_each(|it| self.fits(it))
    }

    pub(crate) fn fits(&self, value: &Value) -> Check<()> {
        let mut left = self.limits.size;
        // Static steps of paths come on top of what is checked when a value is put into another.
        match measure(value, self.limits.depth * 2, &mut left) {
            Ok(()) => Ok(()),
            Err(Oversize::Deep) => {
                trap(diag::Code::StateSize, format!("a value nested more than {} deep", self.limits.depth * 2))
            }
            Err(_) => trap(diag::Code::StateSize, format!("a value of more than {} parts", self.limits.size)),
        }
    }

    /// Clears undo if other roles are active now, and always if there are several: as the framework.
    fn forget(&self, state: &mut State, before: &Value) {
        let same = matches!((before, &state.body.active), (Value::Int(a), Value::Int(b)) if a == b);
        if !same {
            state.undo.truncate(0);
        }
    }
}

impl Names {
    fn new(program: &Program) -> Names {
        let name = |it: &str| Rc::new(it.to_owned());
        Names {
            roles: program.roles.iter().map(|it| name(it)).collect(),
            scenarios: program.scenarios.iter().map(|it| name(it)).collect(),
            actions: program.actions.iter().map(|it| name(it)).collect(),
            view_fields: program.view_fields.iter().map(|it| name(&it.name)).collect(),
            log: name("log"),
            prompt: name("prompt"),
            offers: name("actions"),
            undo: name("undo"),
            why: name("why"),
            labels: name("labels"),
        }
    }

    fn scenario(&self, name: &str) -> Value {
        let known = self.scenarios.iter().find(|it| it.as_str() == name);
        known.map_or_else(|| Value::str(name), |it| Value::Str(it.clone()))
    }
}

/// What is no role is nobody.
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

/// Whether values of a type may hold lists in lists.
fn nests(ty: &Ty) -> bool {
    match ty {
        Ty::Opt(of) => nests(of),
        Ty::List(of) | Ty::Set(of) | Ty::Array(of, _) => compile::is_heap(of) && **of != Ty::Str,
        Ty::Map(..) | Ty::Record(_) | Ty::Any => true,
        _ => false,
    }
}

/// Arguments, then `P`, `I`, `L`, then the locals that are there from the start.
fn keys(frame: &ir::Frame) -> Vec<FrameKey> {
    let fields = |range: Range<usize>| range.map(|i| FrameKey::Field(i as u16));
    let params = usize::from(frame.params);
    let locals = fields(params..frame.fields.len());
    let early = locals.filter(|it| !matches!(it, FrameKey::Field(i) if frame.fields[usize::from(*i)].late));
    fields(0..params).chain([FrameKey::P, FrameKey::I, FrameKey::L]).chain(early).collect()
}
