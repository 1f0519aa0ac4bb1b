//! The context in which a body is compiled.

use super::super::ast;
use super::facts::Mark;
use super::types::{ClassId, T};
use front::make::Body;
use ir::{FnId, LocalId, Stmt, Ty};

/// A variable.
#[derive(Clone, Debug)]
pub struct Var<'s> {
    pub name: &'s str,
    pub t: T,
    pub none: bool,
    pub local: LocalId,
    /// Offset of its declaration, for [`super::Facts::none`].
    pub at: u32,
}

/// The effect of `return`.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Gives {
    /// An effect ends.
    #[default]
    Nothing,
    /// A filter, requirement or trigger.
    Answer,
    /// A verb, with the offset of its declaration; its declared type, if it has one.
    Value(u32, Option<T>),
}

/// The context of a body, for the meaning of `cancel`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Within {
    #[default]
    Nothing,
    Verb,
    /// The effects of a name, by its number.
    Effect(i64),
}

/// The part of an action that runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Runs<'s> {
    /// All of it.
    Whole,
    /// For triggers of a name: the effects of that name; or, for those without one, all effects that have no triggers of
    /// their own.
    Named(Option<&'s str>),
    /// With triggers of several names: those requested at run time.
    Wanted,
}

/// An action or phase under way that can be cancelled.
#[derive(Clone)]
pub struct Cancelling {
    /// The noted cancellations of the action around it.
    pub outer: LocalId,
    pub kept: LocalId,
    /// The effects, and whether they have run.
    pub ran: Vec<(i64, LocalId)>,
    /// `true` for a phase of an action: a cancellation of the whole action leaves it too.
    pub inner: bool,
    /// Triggers came before it: they are taken back with the global effect.
    pub follows: bool,
}

/// The body that is being made.
#[derive(Default)]
pub struct Ctx<'a, 's> {
    pub b: Body,
    pub vars: Vec<Var<'s>>,
    pub this: Option<(ClassId, LocalId)>,
    pub gives: Gives,
    /// `true` for a setup.
    pub setup: bool,
    pub loops: usize,
    /// Result type of the function, for early exits.
    pub result: Option<Ty>,
    /// Offset of the body's declaration, the key of facts about it.
    pub key: u32,
    /// Statements that come before the one that is made.
    pub before: Vec<Stmt>,
    /// Its inputs are chosen by a player if nobody hands them over.
    pub chosen: bool,
    /// The named conditions and effects.
    pub conditions: Vec<(ast::Name<'s>, &'a ast::Body<'s>)>,
    pub effects: Vec<(ast::Name<'s>, &'a ast::Body<'s>)>,
    /// The names whose bodies are being made.
    pub naming: Vec<String>,
    /// The action or verb it belongs to.
    pub title: &'s str,
    /// The marks of the body.
    pub marks: Vec<Mark>,
    /// The questions that it asks, with where their answers are kept.
    pub asking: Vec<(i64, LocalId)>,
    /// The targets of `cancel`, and their owner.
    pub parts: Vec<&'s str>,
    pub within: Within,
    /// `true` if the effects of the action or phase may be cancelled; and the data for it, in its own body.
    pub cancels: bool,
    pub cancelling: Option<Cancelling>,
    /// The expected type of the value in brackets, for a computed name.
    pub want: Option<T>,
    /// The requirements of the action or phase.
    pub requires: Vec<&'a ast::Body<'s>>,
    /// The player who is asked, if it is not the acting one.
    pub asked: Option<LocalId>,
    /// Function for a requirement that does not hold.
    pub policy: Option<FnId>,
    /// Of an action that runs for triggers of several names: whether it does for each.
    pub wanted: Vec<(Option<&'s str>, LocalId)>,
    /// The inputs of an action or phase: where there is nothing for one, it does not run.
    pub inputs: bool,
}

/// Why something may fail.
#[derive(Clone, PartialEq)]
pub struct Reason {
    /// Offset of the declaration it mentions: another one of the same name is another reason.
    pub of: u32,
    /// With `…` for parts that are only known when it fails.
    pub why: String,
    /// The whole of it is among the texts then.
    pub said: bool,
    /// `true` for an endless chain, which is always a mistake.
    pub endless: bool,
}

/// A question that a player is asked.
#[derive(Clone, Debug)]
pub struct Question {
    /// The answer's name as an action.
    pub name: String,
    /// Name of the input.
    pub input: String,
    pub t: T,
    /// The answer is one of some texts.
    pub texts: bool,
    /// `true` if it may be asked more than once for one action.
    pub repeats: bool,
    /// `true` if there is always something to choose.
    pub sure: bool,
    /// `true` if it can be left open; a list can be finished.
    pub optional: bool,
    pub list: bool,
    /// `true` if any value is allowed: nothing is offered, and the value is checked.
    pub open: bool,
    /// Whole numbers are offered, and others may be given.
    pub fractions: bool,
    /// Offset of its declaration.
    pub at: u32,
}
