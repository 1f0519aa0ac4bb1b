//! A program ready to run, and its recordings.

use crate::board::Tables;
use crate::compile::{self, Context, Watched};
use crate::fault::{Check, Fault, trap};
use crate::fit;
use crate::held;
use crate::measure::{Oversize, measure};
use crate::memory::Memory;
use crate::names::Names;
use crate::offers::Offers;
use crate::op::{Code, Op};
use crate::state::{Body, Frame, FrameKey, Key, State};
use crate::trace::{self, Findings, Inquiry, Recorder, Trace, Way};
use crate::value::Value;
use diag::Span;
use ir::Limits;
use ir::{ActionId, FnId, FrameId, Program, Ty};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

/// Maximum failures of trials that are kept.
const TRIED_MAX: usize = 64;

/// A program, verified and compiled. Immutable; states are apart from it.
pub struct Machine {
    pub(crate) program: Arc<Program>,
    pub(crate) code: Vec<Code>,
    pub(crate) limits: Limits,
    pub(crate) frames_by_name: BTreeMap<String, FrameId>,
    /// The keys of each frame when it is new.
    pub(crate) frame_orders: Vec<Rc<Vec<FrameKey>>>,
    /// The keys of `G` initially, then with `L`, then with a result too: their usual order.
    pub(crate) orders: [Rc<Vec<Key>>; 3],
    pub(crate) names: Names,
    /// Tables of each board.
    pub(crate) boards: Vec<Tables>,
    /// Maximum bytes that a step may add to a game.
    pub(crate) step: u64,
    /// `true` if frames end with values, so that the result given to a frame counts toward its size.
    pub(crate) results: bool,
    /// Globals whose type nests: the sizes of their values are checked.
    nesting: Vec<usize>,
    /// Globals whose type nests without end. Storing into one takes a step for each part, so their growth is bounded by
    /// steps.
    endless: Vec<usize>,
    /// Memory reused from entry to entry, and for offers.
    pub(crate) memory: Cell<Option<Box<Memory>>>,
    pub(crate) offered: Cell<Vec<Offers>>,
    pub(crate) left: Cell<i64>,
    /// Total of all entries so far.
    pub(crate) spent: Cell<u64>,
    attempts: bool,
    /// Failures of trials since the last request: the first at each place.
    pub(crate) tried: RefCell<Vec<Fault>>,
    /// Times each frame was pushed; empty unless counted.
    pub(crate) entered: Vec<Cell<u64>>,
    /// Arrivals of tokens at each field, if counted.
    arrived: RefCell<BTreeMap<i64, u64>>,
    /// The recording of the current entry, if any.
    pub(crate) recorder: RefCell<Option<Recorder>>,
}

/// Why a program cannot be run.
#[derive(Clone, Debug)]
pub enum Unfit {
    Broken(ir::Broken),
    /// A function is larger than the interpreter's limits.
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

    /// An interpreter that counts coverage: [`Machine::reached`], [`Machine::entered`]. Otherwise the same.
    pub fn counting(program: Arc<Program>, limits: Limits) -> Result<Machine, Unfit> {
        Machine::make(program, limits, Watched::Counts)
    }

    /// An interpreter with tracing: [`Machine::traced`], [`Machine::inquire`]. Otherwise the same.
    pub fn tracing(program: Arc<Program>, limits: Limits) -> Result<Machine, Unfit> {
        Machine::make(program, limits, Watched::Steps)
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
        let nesting = (0..program.globals.len()).filter(|i| nests(&program.globals[*i].ty));
        let (endless, nesting) = nesting.partition(|i| context.steps.nests(&program.globals[*i].ty));
        let names = Names::new(&program);
        let step = held::step(&program);
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
            step,
            results: program.ends_with_values(),
            nesting,
            endless,
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

    /// Runs entries, and returns the statements that ran: those in a window with the state before them, and the order
    /// of the first `most`. Only with tracing.
    pub fn traced<T>(&self, window: Range<usize>, most: usize, run: impl FnOnce() -> T) -> (T, Trace) {
        *self.recorder.borrow_mut() = Some(Recorder::steps(window, most));
        let done = run();
        let trace = match self.recorder.take() {
            Some(Recorder::Steps { trace, .. }) => trace,
            _ => Trace::default(),
        };
        (done, trace)
    }

    /// Runs an entry, and returns the states between its statements, each with a `G` that differs from the previous
    /// one: at most `most`, without trials. Only with tracing.
    pub fn states<T>(&self, most: usize, run: impl FnOnce() -> T) -> (T, Vec<State>) {
        *self.recorder.borrow_mut() = Some(Recorder::states(most));
        let done = run();
        let found = match self.recorder.take() {
            Some(Recorder::States { found, .. }) => found,
            _ => Vec::new(),
        };
        (done, found)
    }

    /// Runs entries, and returns the outcomes of their conditions; or runs them with forced outcomes. Only with
    /// tracing.
    pub fn inquire<T>(&self, inquiry: Inquiry, run: impl FnOnce() -> T) -> (T, Findings) {
        *self.recorder.borrow_mut() = Some(Recorder::conditions(inquiry));
        let done = run();
        let findings = match self.recorder.take() {
            Some(Recorder::Conditions { findings, .. }) => findings,
            _ => Findings::default(),
        };
        (done, findings)
    }

    /// The statements that offer an action, and the conditions on the path to each within its function. Only with
    /// tracing.
    pub fn ways(&self, action: ActionId) -> Vec<Way> {
        let functions = self.code.iter().enumerate();
        functions.flat_map(|(i, code)| trace::ways(FnId(i as u16), &code.told, action)).collect()
    }

    /// Every statement, by the functions of the program, and how often it was reached; empty unless that is counted.
    pub fn reached(&self) -> impl Iterator<Item = (FnId, Span, u64)> {
        let functions = self.code.iter().enumerate();
        functions.flat_map(|(i, code)| code.reached.iter().map(move |it| (FnId(i as u16), it.0, it.1.get())))
    }

    /// Times each frame was pushed, by [`FrameId`]; empty unless counted.
    pub fn entered(&self) -> impl Iterator<Item = u64> {
        self.entered.iter().map(Cell::get)
    }

    /// Arrivals of tokens at each field of the track, in order; 0 unless counted.
    pub fn arrived(&self) -> impl Iterator<Item = u64> {
        let fields = self.program.counted.arrivals.iter().flat_map(|it| &it.fields);
        fields.map(|it| self.arrived.borrow().get(it).copied().unwrap_or(0))
    }

    pub(crate) fn arrive(&self, field: i64) {
        *self.arrived.borrow_mut().entry(field).or_default() += 1;
    }

    /// Steps left after the last setup, action, prompt, view or query.
    pub fn steps_left(&self) -> i64 {
        self.left.get()
    }

    /// Total steps so far, plus one for each entry: a measure of time without a clock.
    pub fn steps_spent(&self) -> u64 {
        self.spent.get()
    }

    /// `true` if the program has trials that may fail.
    pub fn tries_what_may_fail(&self) -> bool {
        self.attempts
    }

    /// Takes the failures of trials since the last call, one per place, in order of first occurrence. They had no
    /// effect.
    pub fn take_tried(&self) -> Vec<Fault> {
        self.tried.take()
    }

    /// A value of a type in `Any`.
    pub(crate) fn to_any(&self, value: &Value, ty: &Ty) -> Value {
        fit::to_any_by(&self.program, &self.names.fields, value, ty)
    }

    /// Checks that nothing in a body is too large.
    pub(crate) fn all_fit(&self, body: &Body) -> Check<()> {
        self.written_fit(body, u64::MAX)?;
        self.endless(body).try_for_each(|it| self.fits(it))
    }

    /// Checks that nothing in a state is too large after an entry of `steps` steps. `written`: the globals to check, as
    /// in [`Run::touched`].
    pub(crate) fn still_fits(&self, state: &mut State, written: u64, steps: u64) -> Check<()> {
        self.written_fit(&state.body, written)?;
        let parts = state.parts.saturating_add(steps);
        state.parts = if parts > self.limits.size as u64 { self.most_parts(&state.body)? } else { parts };
        Ok(())
    }

    /// Number of parts of the largest field with an endless type.
    #[cold]
    fn most_parts(&self, body: &Body) -> Check<u64> {
        self.endless(body).try_fold(0, |most, it| Ok(self.parts(it)?.max(most)))
    }

    /// `true` if the type of a global nests without end.
    pub(crate) fn is_endless(&self, global: u16) -> bool {
        self.endless.contains(&usize::from(global))
    }

    fn endless<'b>(&self, body: &'b Body) -> impl Iterator<Item = &'b Value> {
        self.endless.iter().filter_map(|i| body.globals.get(*i))
    }

    /// Stores a failure of a trial, unless it is already stored.
    pub(crate) fn note_tried(&self, fault: Fault) {
        let mut all = self.tried.borrow_mut();
        let known = |it: &Fault| (it.code, it.span) == (fault.code, fault.span);
        if all.len() < TRIED_MAX && !all.iter().any(known) {
            all.push(fault);
        }
    }

    fn written_fit(&self, body: &Body, written: u64) -> Check<()> {
        let written = self.nesting.iter().filter(|i| written & (1 << (*i % 64)) != 0);
        written.filter_map(|i| body.globals.get(*i)).try_for_each(|it| self.fits(it))?;
        let fields = body.stack.frames().flat_map(|it: &Frame| {
            let last = self.results.then_some(&it.last);
            it.fields.iter().chain(last)
        });
        fields.filter(|it| matches!(it, Value::List(_) | Value::Obj(_))).try_for_each(|it| self.fits(it))
    }

    /// Stops a game that exceeds its memory limit, after an entry with this many steps and a value from outside.
    pub(crate) fn bound(&self, state: &mut State, steps: u64, given: &Value) -> Check<()> {
        let more = steps.saturating_mul(self.step).saturating_add(held::of_value(given));
        state.held = state.held.saturating_add(more);
        if state.held <= self.limits.memory { Ok(()) } else { self.measure_all(state) }
    }

    /// The same for a state of which nothing is known yet.
    #[cold]
    pub(crate) fn measure_all(&self, state: &mut State) -> Check<()> {
        state.held = held::of_state(state);
        if state.held <= self.limits.memory {
            return Ok(());
        }
        let most = self.limits.memory >> 20;
        trap(diag::Code::StateSize, format!("a game that takes more than {most} MiB of memory"))
    }

    pub(crate) fn fits(&self, value: &Value) -> Check<()> {
        self.parts(value).map(drop)
    }

    /// Number of parts of a value, within the limit.
    fn parts(&self, value: &Value) -> Check<u64> {
        let mut left = self.limits.size;
        // The static depth of paths is in addition to that checked when a value is stored in another.
        match measure(value, self.limits.depth * 2, &mut left) {
            Ok(()) => Ok((self.limits.size - left) as u64),
            Err(Oversize::Deep) => {
                trap(diag::Code::StateSize, format!("a value nested more than {} deep", self.limits.depth * 2))
            }
            Err(_) => trap(diag::Code::StateSize, format!("a value of more than {} parts", self.limits.size)),
        }
    }
}

/// `true` if values of a type may hold lists in lists.
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
