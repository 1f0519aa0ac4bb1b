//! The kinds of flaws in a game, and their detection in a position.

use crate::hash::{START, hash};
use diag::Code;
use game::{Fault, Game, Offers, Rules, Stuck};
use ir::ActionId;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::rc::Rc;

/// A kind of flaw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// The rules failed.
    Fault,
    /// A trial failed: the action is not offered, and the game goes on.
    Tried,
    /// An invariant does not hold.
    Invariant,
    /// Somebody is active, and nothing is offered to anybody.
    DeadEnd,
    /// More moves than the limit.
    Endless,
    /// Nobody is active, and there is no result.
    NoResult,
    /// A random draw can be taken back: by an `undo` action of the rules, since the interpreter's own undo forgets it.
    UndoRandom,
    /// A move of another role can be taken back.
    UndoSeat,
    /// A state that is another once it was written as JSON and read. No rules are known that make one: it would be a fault of
    /// the engine.
    Json,
}

impl Kind {
    /// In a few words.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Fault => "run-time error",
            Kind::Tried => "error in a trial",
            Kind::Invariant => "broken invariant",
            Kind::DeadEnd => "dead end",
            Kind::Endless => "game without an end",
            Kind::NoResult => "game without a result",
            Kind::UndoRandom => "undo of a random draw",
            Kind::UndoSeat => "undo of another role's move",
            Kind::Json => "state that JSON does not preserve",
        }
    }
}

/// A flaw and its place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Flaw {
    pub kind: Kind,
    /// A sentence, with the details of the game in which it was first found.
    pub message: String,
    /// Of a fault: its code.
    pub code: Option<String>,
    /// Byte range in the source.
    pub span: Option<(u32, u32)>,
    /// The state or procedure it happened in.
    pub frame: Option<String>,
}

impl Flaw {
    fn new(kind: Kind, game: Option<&Game>, message: impl Into<String>) -> Flaw {
        let frame = game.and_then(|it| it.frame());
        Flaw { kind, message: message.into(), code: None, span: None, frame }
    }

    pub(crate) fn failed(kind: Kind, fault: Fault) -> Flaw {
        Flaw {
            kind,
            message: fault.message,
            code: Some(fault.code.text().to_owned()),
            span: fault.span.map(|it| (it.start, it.end)),
            frame: fault.frames.first().cloned(),
        }
    }

    pub(crate) fn endless(game: &Game, moves: u64) -> Flaw {
        Flaw::new(Kind::Endless, Some(game), format!("no end after {moves} moves"))
    }

    /// Key by which two occurrences count as the same flaw.
    pub fn sort(&self) -> Sort {
        // A game without an end is stopped anywhere, and so are rules that go on without one.
        let fuel = self.code.as_deref() == Some(Code::OutOfFuel.text());
        let frame = self.frame.clone().filter(|_| self.kind != Kind::Endless && self.code.is_none());
        Sort { kind: self.kind, code: self.code.clone(), span: self.span.filter(|_| !fuel), frame }
    }
}

/// See [`Flaw::sort`].
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Sort {
    pub kind: Kind,
    code: Option<String>,
    span: Option<(u32, u32)>,
    frame: Option<String>,
}

/// The offers to each active role.
pub type Offered = Vec<(usize, Rc<Offers>)>;

/// The positions of a game so far, for rules with their own `undo`: a number for each, and its random state when last
/// met.
pub struct Past {
    undo: Option<ActionId>,
    met: BTreeMap<u64, u64>,
}

impl Past {
    pub fn new(rules: &Rules) -> Past {
        let undo = rules.program().actions.iter().position(|it| it == "undo");
        Past { undo: undo.map(|at| ActionId(at as u16)), met: BTreeMap::new() }
    }

    /// A player who can go back and draw anew can repeat that until the draw is good.
    fn undo(&mut self, game: &Game, offered: &Offered) -> Result<(), Flaw> {
        let Some(undo) = self.undo else { return Ok(()) };
        for (role, offers) in offered {
            for (_, argument) in offers.moves().filter(|it| it.0 == undo) {
                let mut undone = game.clone();
                // A fault here is found when the move is played.
                if undone.play(*role, undo, argument.clone()).is_err() {
                    continue;
                }
                let drawn = |seed: &u64| *seed != undone.state().seed();
                if self.met.get(&position(&undone, &["log", "seed", "undo"])).is_some_and(drawn) {
                    let role = &game.rules().program().roles[*role];
                    let message = format!("{role} can undo a random draw and draw again");
                    return Err(Flaw::new(Kind::UndoRandom, Some(game), message));
                }
            }
        }
        self.met.insert(position(game, &["log", "seed", "undo"]), game.state().seed());
        Ok(())
    }
}

/// A number for a position: the same for two that differ only in these fields.
pub fn position(game: &Game, without: &[&str]) -> u64 {
    let text = game.state_json();
    let Ok(serde_json::Value::Object(mut state)) = serde_json::from_str(&text) else {
        return hash(START, text.as_bytes());
    };
    state.retain(|key, _| !without.contains(&key.as_str()));
    hash(START, serde_json::Value::Object(state).to_string().as_bytes())
}

/// Inspects a position: returns its offers, or a flaw.
pub fn look(game: &Game, closely: bool, past: &mut Past) -> Result<Offered, Flaw> {
    game.check().map_err(|it| Flaw::failed(Kind::Invariant, it))?;
    let offered = game.offers().map_err(|it| Flaw::failed(Kind::Fault, it))?;
    tried(game)?;
    if let Some(stuck) = Stuck::of(game, &offered) {
        let kind = match stuck {
            Stuck::DeadEnd => Kind::DeadEnd,
            Stuck::NoResult => Kind::NoResult,
        };
        return Err(Flaw::new(kind, Some(game), stuck.message(game)));
    }
    undo(game)?;
    past.undo(game, &offered)?;
    if closely {
        views(game)?;
        survives(game)?;
    }
    Ok(offered)
}

/// Call before a game begins or a move is made: later failures of trials belong to that.
pub fn try_anew(rules: &Rules) {
    rules.machine().take_tried();
}

/// A prompt's trials for a role must not fail, even for a role that is not active; nor may they fail after the move
/// that ended the game, where they check who can act.
fn tried(game: &Game) -> Result<(), Flaw> {
    let machine = game.rules().machine();
    if !machine.tries_what_may_fail() {
        return Ok(());
    }
    // Discards failures of other positions.
    let before = machine.take_tried();
    if game.state().is_over() {
        return nothing_failed(before);
    }
    for role in 0..game.roles().len() {
        machine.offers(game.state(), role).map_err(|it| Flaw::failed(Kind::Fault, it))?;
        nothing_failed(machine.take_tried())?;
    }
    Ok(())
}

fn nothing_failed(tried: Vec<Fault>) -> Result<(), Flaw> {
    tried.into_iter().next().map_or(Ok(()), |it| Err(Flaw::failed(Kind::Tried, it)))
}

/// Only the roles that made a move may take it back.
fn undo(game: &Game) -> Result<(), Flaw> {
    let Some(before) = game.before_undo() else { return Ok(()) };
    if !game.state().is_over() && before.active() != game.state().active() {
        let message = format!("{} can undo a move of another role", game.active().join(" and "));
        return Err(Flaw::new(Kind::UndoSeat, Some(game), message));
    }
    Ok(())
}

fn views(game: &Game) -> Result<(), Flaw> {
    let roles = game.roles().iter().map(String::as_str);
    for role in roles.chain(["none"]) {
        game.view(role).map_err(|it| Flaw::failed(Kind::Fault, it))?;
    }
    Ok(())
}

fn survives(game: &Game) -> Result<(), Flaw> {
    let state = game.state_json();
    let changed = |message: String| Flaw::new(Kind::Json, Some(game), message);
    let read = game.rules().resume(&state).map_err(|it| changed(format!("the saved state cannot be loaded: {it}")))?;
    if read.state_json() != state {
        return Err(changed("the state differs after saving and loading".to_owned()));
    }
    Ok(())
}
