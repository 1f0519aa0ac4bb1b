//! What is known where a body is made.

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
    /// Where it is declared, for [`super::Facts::none`].
    pub at: u32,
}

/// What `return` means.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Gives {
    /// An effect ends.
    #[default]
    Nothing,
    /// A filter, requirement or trigger.
    Answer,
    /// A verb, with where it is declared; its type if it says so.
    Value(u32, Option<T>),
}

/// Where a body stands, for what a `cancel` in it means.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Within {
    #[default]
    Nothing,
    Verb,
    /// The effects of a name, by its number.
    Effect(i64),
}

/// What of an action is run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Runs<'s> {
    /// All of it.
    Whole,
    /// For triggers of a name: the effects of that name; or, for those without one, all effects that have no triggers of
    /// their own.
    Named(Option<&'s str>),
    /// For triggers of several names: those that are said when it is run.
    Wanted,
}

/// An action or phase under way that can be cancelled.
#[derive(Clone)]
pub struct Cancelling {
    /// What was noted as cancelled of the action around it.
    pub outer: LocalId,
    pub kept: LocalId,
    /// The effects, and whether they have run.
    pub ran: Vec<(i64, LocalId)>,
    /// It is a phase of an action: what cancels all of that leaves it, too.
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
    /// It is a setup.
    pub setup: bool,
    pub loops: usize,
    /// What the function gives, for where it ends early.
    pub result: Option<Ty>,
    /// Where the body is declared: what is found out about it is kept by that.
    pub key: u32,
    /// Statements that come before the one that is made.
    pub before: Vec<Stmt>,
    /// Its inputs are chosen by a player if nobody hands them over.
    pub chosen: bool,
    /// What names of conditions and effects stand for.
    pub conditions: Vec<(ast::Name<'s>, &'a ast::Body<'s>)>,
    pub effects: Vec<(ast::Name<'s>, &'a ast::Body<'s>)>,
    /// The names whose bodies are being made.
    pub naming: Vec<String>,
    /// The action or verb it belongs to.
    pub title: &'s str,
    /// What the body comes to.
    pub marks: Vec<Mark>,
    /// The questions that it asks, with where their answers are kept.
    pub asking: Vec<(i64, LocalId)>,
    /// What `cancel` can name, and what it is about.
    pub parts: Vec<&'s str>,
    pub within: Within,
    /// The effects of the action or phase may be cancelled; and that is what it is, if this is its body.
    pub cancels: bool,
    pub cancelling: Option<Cancelling>,
    /// The type that is wanted of what stands between brackets, for a name that is worked out.
    pub want: Option<T>,
    /// What the action or phase requires.
    pub requires: Vec<&'a ast::Body<'s>>,
    /// The player who is asked, if it is not who acts.
    pub asked: Option<LocalId>,
    /// What happens where what an action or phase requires does not hold.
    pub policy: Option<FnId>,
    /// Of an action that runs for triggers of several names: whether it does for each.
    pub wanted: Vec<(Option<&'s str>, LocalId)>,
    /// The inputs of an action or phase: where there is nothing for one, it does not run.
    pub inputs: bool,
}

/// Why something may fail.
#[derive(Clone, PartialEq)]
pub struct Reason {
    /// What is declared there that it names: another of the same name is another reason.
    pub of: u32,
    /// With `…` for what is known only when it fails.
    pub why: String,
    /// The whole of it is among the texts then.
    pub said: bool,
    /// It comes to no end, which no rules are meant to.
    pub endless: bool,
}

/// A question that a player is asked.
#[derive(Clone, Debug)]
pub struct Question {
    /// What an answer is called as an action.
    pub name: String,
    /// What the input is called.
    pub input: String,
    pub t: T,
    /// The answer is one of some texts.
    pub texts: bool,
    /// It may be asked more than once for one action.
    pub repeats: bool,
    /// There is always something to choose.
    pub sure: bool,
    /// It can be left open; a list can be done.
    pub optional: bool,
    pub list: bool,
    /// Any value may be given: nothing is offered, and what is given is looked at.
    pub open: bool,
    /// Whole numbers are offered, and others may be given.
    pub fractions: bool,
    /// Where it is declared.
    pub at: u32,
}
