//! Runs the tests in the rules, step by step, as if somebody played.

use crate::game::Game;
use crate::random;
use crate::record::to_json;
use crate::rules::Rules;
use crate::words;
use crate::written;
use diag::{Code, Diagnostic, Severity, Span};
use ir::{Const, ExprKind, Stmt, StmtKind, TestMove, TestStep, TestStepKind, Ty};
use vm::{Fault, Offer, Value, json};

/// Why a step fails: the problem, and its place in the rules.
struct Failure {
    message: String,
    cause: Option<Fault>,
}

/// A test takes no more steps than that, all rounds of its loops counted.
const MOST_STEPS: usize = 100_000;

type Step = Result<(), Failure>;

/// A failed test, and its last position.
pub struct Failed {
    /// At the step that fails.
    pub problem: Diagnostic,
    /// Its place among the steps.
    pub step: usize,
    /// Before a move that cannot be made, after one that an invariant breaks on. None where no game began.
    pub game: Option<Game>,
}

fn fail<T>(message: impl Into<String>) -> Result<T, Failure> {
    Err(Failure { message: message.into(), cause: None })
}

impl Failure {
    /// Says in which round of a loop.
    fn among(self, element: &str) -> Failure {
        Failure { message: format!("{}, for {element}", self.message), ..self }
    }
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Failure {
        Failure { message: fault.message.clone(), cause: Some(fault) }
    }
}

impl Rules {
    /// The names of the tests, in the order of the text.
    pub fn tests(&self) -> impl Iterator<Item = &str> {
        self.program().tests.iter().map(|it| it.name.as_str())
    }

    /// Runs a test, by its place in [`Rules::tests`]; the invariants are checked after every step.
    pub fn run_test(&self, index: usize) -> Result<(), Box<Failed>> {
        let Some(test) = self.program().tests.get(index) else { return Ok(()) };
        let mut run = Run { rules: self, game: None, vars: Vec::new(), left: MOST_STEPS };
        for (at, step) in test.steps.iter().enumerate() {
            if let Err((span, failure)) = run.step(step) {
                let mut problem = told(&test.name, span, failure);
                if let TestStepKind::Fails(code, _) = &step.kind {
                    // It is also reported as a problem of the text.
                    (problem.code, problem.alone) = (*code, true);
                }
                return Err(Box::new(Failed { problem, step: at, game: run.game }));
            }
        }
        Ok(())
    }

    fn step(&self, game: &mut Option<Game>, step: &TestStep, vars: &[Value]) -> Step {
        if let TestStepKind::Setup { seed, scenario, options } = &step.kind {
            let options = options.iter().map(|(name, value)| (name.clone(), plain(value)));
            let options = serde_json::Value::Object(options.collect());
            *game = None;
            let started = self.on_setup(Some(*seed), scenario.as_deref(), &options)?;
            return Ok(game.insert(started).check()?);
        }
        if let TestStepKind::Fails(_, why) = &step.kind {
            return fail(why.clone());
        }
        let Some(game) = game else { return fail("there is no game yet") };
        match &step.kind {
            TestStepKind::Fails(_, why) => fail(why.clone()),
            TestStepKind::Setup { .. } | TestStepKind::Let(_) | TestStepKind::For(..) | TestStepKind::If(..) => Ok(()),
            TestStepKind::Move(it) => {
                let asked = self.asked(game, it, vars)?;
                asked.make(game, &it.action)?;
                Ok(game.check()?)
            }
            TestStepKind::Refuse(it, reason) => {
                refuse(game, &self.asked(game, it, vars)?, &it.action, reason.as_deref())
            }
            TestStepKind::Offer(it) => Ok(self.asked(game, it, vars)?.make(&mut game.clone(), &it.action)?),
            TestStepKind::OfferAll { action, function } => self.offers(game, action, *function, vars),
            TestStepKind::Given(function) => {
                game.given(*function, vars)?;
                Ok(game.check()?)
            }
            TestStepKind::Assert(function) => {
                let found = list(self.machine().ask(game.state(), *function, vars)?);
                let message = match &found[..] {
                    [Value::Bool(true), ..] => return Ok(()),
                    [_, _, left, right] => {
                        format!("this does not hold: left is {}, right is {}", left.text(), right.text())
                    }
                    _ => "this does not hold".to_owned(),
                };
                // The part of it that does not.
                let which = match found.get(1) {
                    Some(Value::Int(at)) => usize::try_from(*at).ok(),
                    _ => None,
                };
                let span = which.and_then(|it| part(&self.written().function(*function).body, it));
                let cause = span.map(|it| Fault { span: Some(it), ..Fault::new(Code::AssertFailed, message.clone()) });
                Err(Failure { message, cause })
            }
            TestStepKind::Sees(role, function) => {
                let seat = match self.machine().ask(game.state(), *role, vars)? {
                    Value::Int(seat) => seat,
                    _ => -1,
                };
                usize::try_from(seat).map_or(Ok(()), |seat| seated(game, seat))?;
                Ok(self.machine().look(game.state(), seat, *function, vars)?)
            }
            TestStepKind::Play(moves) => {
                let mut draw = random::Draw::new(game.state().seed());
                for _ in 0..*moves {
                    if game.active().is_empty() {
                        break;
                    }
                    let Some(chosen) = random::choose(game, &mut draw)? else {
                        return fail(format!("{} can do nothing", game.active().join(" and ")));
                    };
                    game.make(&chosen)?;
                    game.check()?;
                }
                Ok(())
            }
        }
    }

    fn asked(&self, game: &Game, it: &TestMove, vars: &[Value]) -> Result<Asked, Failure> {
        let found = list(self.machine().ask(game.state(), it.function, vars)?);
        let Some((role, args)) = found.split_first() else { return fail("nobody moves") };
        let mut args: Vec<serde_json::Value> = args.iter().map(to_json).collect();
        let argument = match args.len() {
            0 => None,
            1 => args.pop(),
            _ => Some(serde_json::Value::Array(args)),
        };
        Ok(Asked { role: self.role(role), argument })
    }

    fn role(&self, value: &Value) -> String {
        let index = match value {
            Value::Int(index) => usize::try_from(*index).ok(),
            _ => None,
        };
        index.and_then(|it| self.program().roles.get(it)).cloned().unwrap_or_default()
    }

    /// Checks that an action is offered with exactly these arguments.
    fn offers(&self, game: &Game, action: &str, function: ir::FnId, vars: &[Value]) -> Step {
        let found = list(self.machine().ask(game.state(), function, vars)?);
        let (Some(Value::Int(role)), Some(wanted)) = (found.first(), found.get(1)) else { return Ok(()) };
        let seat = usize::try_from(*role).unwrap_or_default();
        seated(game, seat)?;
        // They are compared in the form in which they are sent, and reported in the notation of the rules.
        let sent = |it: &Value| {
            let text = words::action_text(game, action, &to_json(it), &|_, _| None);
            let told = text.strip_prefix(action).unwrap_or(&text);
            let one =
                told.strip_prefix('(').and_then(|it| it.strip_suffix(')')).filter(|_| !matches!(it, Value::List(_)));
            (json::to_text(it), one.unwrap_or(told).to_owned())
        };
        let mut wanted: Vec<(String, String)> = list(wanted.clone()).iter().map(sent).collect();
        let mut offered = Vec::new();
        if game.state().is_active(seat) {
            let id = self.program().actions.iter().position(|it| it == action);
            let offers = game.legal(seat)?;
            if let Some(Offer::Arguments(items)) = id.and_then(|id| offers.get(ir::ActionId(id as u16))) {
                offered.extend(items.iter().filter(|it| !it.is_absent()).map(sent));
            }
        }
        let names = |all: &[&(String, String)]| all.iter().map(|it| it.1.as_str()).collect::<Vec<_>>().join(", ");
        let shown = names(&offered.iter().collect::<Vec<_>>());
        offered.sort();
        wanted.sort();
        wanted.dedup();
        if offered == wanted {
            return Ok(());
        }
        let missing: Vec<_> = wanted.iter().filter(|it| !offered.contains(it)).collect();
        let more: Vec<_> = offered.iter().filter(|it| !wanted.contains(it)).collect();
        let mut parts = vec![format!("`{action}` is offered with [{shown}]")];
        if !missing.is_empty() {
            parts.push(format!("without {}", names(&missing)));
        }
        if !more.is_empty() {
            parts.push(format!("beyond what is expected: {}", names(&more)));
        }
        fail(parts.join("; "))
    }
}

/// A test that is under way.
struct Run<'r> {
    rules: &'r Rules,
    game: Option<Game>,
    /// The variables that there are, the outermost first.
    vars: Vec<Value>,
    /// Steps that may still be taken.
    left: usize,
}

impl Run<'_> {
    /// Steps with variables of their own; where one fails, the place of that.
    fn steps(&mut self, steps: &[TestStep]) -> Result<(), (Span, Failure)> {
        let outer = self.vars.len();
        steps.iter().try_for_each(|it| self.step(it))?;
        self.vars.truncate(outer);
        Ok(())
    }

    fn step(&mut self, step: &TestStep) -> Result<(), (Span, Failure)> {
        let here = |failure| (step.span, failure);
        match self.left.checked_sub(1) {
            Some(left) => self.left = left,
            None => return fail(format!("a test takes at most {MOST_STEPS} steps")).map_err(here),
        }
        match &step.kind {
            TestStepKind::Let(function) => {
                let value = self.ask(*function).map_err(here)?;
                self.vars.push(value);
                Ok(())
            }
            TestStepKind::If(function, then, other) => {
                let holds = matches!(self.ask(*function).map_err(here)?, Value::Bool(true));
                self.steps(if holds { then } else { other })
            }
            TestStepKind::For(function, steps) => {
                for element in list(self.ask(*function).map_err(here)?) {
                    let shown = written::value(self.rules.program(), self.element(*function), &element);
                    self.vars.push(element);
                    self.steps(steps).map_err(|(span, failure)| (span, failure.among(&shown)))?;
                    self.vars.pop();
                }
                Ok(())
            }
            _ => self.rules.step(&mut self.game, step, &self.vars).map_err(here),
        }
    }

    fn ask(&self, function: ir::FnId) -> Result<Value, Failure> {
        let Some(game) = &self.game else { return fail("there is no game yet") };
        Ok(self.rules.machine().ask(game.state(), function, &self.vars)?)
    }

    /// The element type of a loop.
    fn element(&self, function: ir::FnId) -> &Ty {
        match &self.rules.program().function(function).result {
            Ty::List(element) => element,
            other => other,
        }
    }
}

/// A move as the steps give it.
struct Asked {
    role: String,
    argument: Option<serde_json::Value>,
}

impl Asked {
    fn make(&self, game: &mut Game, action: &str) -> Result<(), Fault> {
        let done = game.action(&self.role, action, self.argument.as_ref());
        done.map_err(|fault| match &self.argument {
            Some(argument) if fault.code == Code::NotOffered => named(game, action, argument, fault),
            _ => fault,
        })
    }
}

/// Names the move that is not offered as in the rules.
fn named(game: &Game, action: &str, argument: &serde_json::Value, fault: Fault) -> Fault {
    let Some(end) = fault.message.find(" is not offered now") else { return fault };
    let text = words::action_text(game, action, argument, &|_, _| None);
    Fault { message: format!("`{text}`{}", &fault.message[end..]), ..fault }
}

/// A refusal: the move must not be offered. Rules that fail while it is made refuse nothing.
fn refuse(game: &Game, asked: &Asked, action: &str, reason: Option<&str>) -> Step {
    match asked.make(&mut game.clone(), action) {
        Ok(()) => fail("this was not refused"),
        Err(fault) if !fault.refused() => Err(fault.into()),
        Err(fault) => match reason {
            Some(text) if !fault.message.contains(text) => {
                fail(format!("this was refused for another reason: {}", fault.message))
            }
            _ => Ok(()),
        },
    }
}

/// A step of a role that does not play is a slip of the test.
fn seated(game: &Game, seat: usize) -> Step {
    match game.rules().program().roles.get(seat).filter(|_| seat >= game.roles().len()) {
        Some(role) => fail(format!("`{role}` does not play in this game: {} do", game.roles().len())),
        None => Ok(()),
    }
}

fn list(value: Value) -> Vec<Value> {
    match value {
        Value::List(items) => items.to_vec(),
        _ => Vec::new(),
    }
}

/// An option in the form for setup.
fn plain(value: &Const) -> serde_json::Value {
    match value {
        Const::Bool(it) => (*it).into(),
        Const::Int(it) => (*it).into(),
        Const::Str(it) => it.as_str().into(),
        _ => serde_json::Value::Null,
    }
}

/// Span of a part of an assertion: in a function that checks one after the other.
fn part(body: &[Stmt], at: usize) -> Option<Span> {
    let Some(Stmt { kind: StmtKind::Return(Some(asked)), .. }) = body.last() else { return None };
    let mut asked = asked;
    for _ in 0..at {
        let ExprKind::If(_, rest, _) = &asked.kind else { return None };
        asked = rest;
    }
    match &asked.kind {
        ExprKind::If(part, ..) => Some(part.span),
        _ => None,
    }
}

/// A failure as a problem at its step, with its place in the rules.
fn told(name: &str, span: Span, failure: Failure) -> Diagnostic {
    let Failure { message, cause } = failure;
    let mut labels = vec![(span, "fails here".to_owned())];
    if let Some(place) = cause.as_ref().and_then(|it| it.span)
        && place != span
    {
        let inside = span.contains(place);
        if inside {
            labels.clear();
        }
        labels.push((place, if inside { "fails here" } else { "came about here" }.to_owned()));
    }
    let span = labels.first().map_or(span, |it| it.0);
    Diagnostic {
        code: Code::TestFailed,
        severity: Severity::Error,
        span,
        message: format!("the test \"{name}\" fails: {message}"),
        labels,
        help: None,
        fixes: Vec::new(),
        alone: false,
    }
}
