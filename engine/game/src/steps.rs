//! A move or a setup, statement by statement.
//!
//! Invariant: results are the same as without tracing, to the last byte.

use crate::change::{Change, changes};
use crate::game::Game;
use crate::legal::Accepted;
use crate::place::Place;
use crate::rules::Rules;
use crate::written;
use ir::{FrameKind, Named, Ty};
use serde::Serialize;
use std::ops::Range;
use vm::{Called, Fault, State, Trace, Value};

/// Maximum statements listed in the order in which they ran.
pub const PATH: usize = 50_000;

/// Maximum steps described at once.
pub const STEPS: usize = 200;

/// Maximum moments of a move.
pub const MOMENTS: usize = 64;

/// The steps of an action, or of a setup.
pub struct Steps {
    /// The game after it; none if it failed.
    pub game: Option<Game>,
    pub fault: Option<Fault>,
    pub told: Told,
}

/// The statements of it.
#[derive(Debug, Serialize)]
pub struct Told {
    /// Number of statements that ran.
    pub total: usize,
    /// The statements that ran, each once, in the order in which they were first reached.
    pub reached: Vec<Place>,
    /// Their order: the first [`PATH`].
    pub path: Vec<u32>,
    /// The steps that were asked for: the first is `from`.
    pub from: usize,
    pub steps: Vec<Step>,
}

/// The state before a statement, and the changes before the next.
#[derive(Debug, Serialize)]
pub struct Step {
    /// The functions that are under way, the innermost first.
    pub calls: Vec<Call>,
    /// The states and procedures on the stack, the one on top first.
    pub frames: Vec<FrameAt>,
    pub changes: Vec<Change>,
}

/// A function that is under way.
#[derive(Debug, Serialize)]
pub struct Call {
    pub name: String,
    /// The statement it is at.
    pub place: Place,
    pub locals: Vec<Variable>,
}

/// Something with a name, a type and a value, as the rules would write them.
#[derive(Debug, Serialize)]
pub struct Variable {
    pub name: String,
    #[serde(rename = "type")]
    pub ty: String,
    pub text: String,
}

/// A state or procedure on the stack.
#[derive(Debug, Serialize)]
pub struct FrameAt {
    pub name: String,
    pub kind: &'static str,
    pub place: Place,
}

impl Game {
    /// Makes a move on a copy, and describes it: at most [`STEPS`] steps of a window.
    ///
    /// # Errors
    ///
    /// An error if the move is refused. Rules that fail are no error here: their steps up to the failure are described.
    pub fn steps(
        &self,
        role: &str,
        action: &str,
        argument: Option<&serde_json::Value>,
        window: Range<usize>,
    ) -> Result<Steps, Fault> {
        let (seat, accepted) = self.accepted(role, action, argument)?;
        let machine = self.rules().tracing().machine();
        let mut state = self.state().clone();
        watched(self.rules(), window, || match accepted {
            Accepted::Undo => {
                machine.undo(&mut state);
                Ok(self.at(state))
            }
            Accepted::Act(id, value) => Ok(self.at(machine.act(state, seat, id, value)?)),
        })
    }

    /// The moments within a move, without making it: the game between its statements, wherever `G` changes, the first
    /// [`MOMENTS`]. They show things that rules clear within the same move. They are for display, and not for playing
    /// on.
    ///
    /// # Errors
    ///
    /// An error if the move is refused, or fails.
    pub fn moments(&self, role: &str, action: &str, argument: Option<&serde_json::Value>) -> Result<Vec<Game>, Fault> {
        let (seat, accepted) = self.accepted(role, action, argument)?;
        let Accepted::Act(id, value) = accepted else { return Ok(Vec::new()) };
        let machine = self.rules().tracing().machine();
        let (done, found) = machine.states(MOMENTS, || machine.act(self.state().clone(), seat, id, value));
        done?;
        Ok(found.into_iter().map(|it| self.at(it)).collect())
    }
}

impl Rules {
    /// Sets a game up, and describes the steps.
    ///
    /// # Errors
    ///
    /// For a scenario or options that there are not.
    pub fn setup_steps(
        &self,
        seed: u64,
        scenario: Option<&str>,
        options: &serde_json::Value,
        window: Range<usize>,
    ) -> Result<Steps, Fault> {
        watched(self, window, || self.tracing().on_setup(Some(seed), scenario, options).map(|it| it.under(self)))
    }
}

fn watched(rules: &Rules, window: Range<usize>, run: impl FnOnce() -> Result<Game, Fault>) -> Result<Steps, Fault> {
    let from = window.start;
    // One more, for the changes of the last one.
    let window = from..window.end.min(from.saturating_add(STEPS)).saturating_add(1);
    let wanted = window.len().saturating_sub(1);
    let (done, trace) = rules.tracing().machine().traced(window, PATH, run);
    let (game, fault) = match done {
        Ok(game) => (Some(game), None),
        Err(fault) if fault.refused() => return Err(fault),
        Err(fault) => (None, Some(fault)),
    };
    let told = told(rules, &trace, from, wanted, game.as_ref().map(Game::state));
    Ok(Steps { game, fault, told })
}

fn told(rules: &Rules, trace: &Trace, from: usize, wanted: usize, after: Option<&State>) -> Told {
    let steps = trace.steps.iter().take(wanted).enumerate().map(|(i, it)| {
        let next = trace.steps.get(i + 1).map(|it| &it.state).or(after);
        Step {
            calls: it.calls.iter().rev().map(|it| call(rules, it)).collect(),
            frames: frames(rules, &it.state),
            changes: next.map(|next| changes(rules.program(), &it.state, next)).unwrap_or_default(),
        }
    });
    Told {
        total: trace.total,
        reached: trace.reached.iter().map(|it| Place::new(rules.source(), *it)).collect(),
        path: trace.path.clone(),
        from,
        steps: steps.collect(),
    }
}

/// A call in progress, with its known variables under the author's names.
pub fn call(rules: &Rules, it: &Called) -> Call {
    let function = rules.program().function(it.function);
    let named = |(id, value): &(ir::LocalId, Value)| {
        let Named { name, ty } = function.locals.get(id.0 as usize)?;
        (!name.is_empty()).then(|| variable(rules, name, ty, value))
    };
    Call {
        name: function.name.clone(),
        place: Place::new(rules.source(), it.span),
        locals: it.locals.iter().filter_map(named).collect(),
    }
}

pub fn variable(rules: &Rules, name: &str, ty: &Ty, value: &Value) -> Variable {
    let program = rules.program();
    Variable { name: name.to_owned(), ty: ir::type_name(program, ty), text: written::value(program, ty, value) }
}

/// The states and procedures on the stack of a position, the one on top first.
pub fn frames(rules: &Rules, state: &State) -> Vec<FrameAt> {
    let frames = state.frames().map(|it| {
        let frame = rules.program().frame(it.id);
        FrameAt { name: frame.name.clone(), kind: kind(&frame.kind), place: Place::new(rules.source(), frame.span) }
    });
    frames.collect()
}

pub fn kind(it: &FrameKind) -> &'static str {
    match it {
        FrameKind::State(_) => "state",
        FrameKind::Procedure(_) | FrameKind::Plain(_) => "procedure",
    }
}
