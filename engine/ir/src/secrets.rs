//! Where secrets come out: a flow analysis of the whole program.
//!
//! What must stay true: a secret that can reach a place where somebody sees it, who is not meant to, is
//! found, whether by value or by a condition on it, through variables, fields, arguments, results and
//! loops; linear time. What a secret is open to is followed along with it: the element of a role is
//! open to `R` where its index is `R`.
//!
//! Not secret are how many elements a secret list has, whose turn it is, and which state or procedure
//! comes next.

mod build;
mod graph;
mod search;

use crate::{GlobalId, Program, Span};

/// A secret that comes out.
#[derive(Clone, Debug, PartialEq)]
pub struct Leak {
    pub secret: GlobalId,
    /// The steps it takes, from where it is read on; the last is where it is seen.
    pub way: Vec<(Span, Step)>,
    pub out: Out,
}

/// Where something is seen, and by whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Out {
    /// A field of the view, by the role that looks on.
    View,
    /// The answer to a query, by the role that asks.
    Answer,
    /// The log, by everyone.
    Log,
    /// The result of the game and its message, by everyone.
    Finish,
    /// The text of a prompt, by the role that acts.
    Prompt,
    /// What is offered, by the role that acts.
    Offer,
    /// Why a move that was not offered is refused, or that it is not, by the role that made it.
    Refusal,
}

/// A step on the way of a secret.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// Read, where nothing else is to be said of that.
    Read,
    /// Kept in a variable or field, as the author would write it.
    Kept(String),
    /// Handed to a function or a frame, as a parameter of it.
    Handed(String, String),
    /// Comes back from a function.
    Returned(String),
    /// Comes back as the result of a `call`.
    Ended(String),
    /// Decides what is done.
    Decides,
    /// Decides whether a function is called.
    Governs(String),
    /// Chosen by a player from what is offered, for a parameter of the handler.
    Chosen(String),
    /// It comes out.
    Seen,
}

/// What an analysis found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Found {
    /// In the order of the text.
    pub leaks: Vec<Leak>,
    /// Each `reveal` of what is no secret.
    pub needless: Vec<Span>,
}

/// Follows the secrets of a program.
pub fn secrets(program: &Program) -> Found {
    let graph = build::graph(program);
    if program.globals.iter().all(|it| it.secret.is_none()) {
        let needless = graph.reveals.iter().map(|it| it.1).collect();
        return Found { leaks: Vec::new(), needless };
    }
    search::run(program, &graph)
}
