//! What is found: a secret, where it comes out, and the way there.

use crate::{GlobalId, Span};

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
    /// A private line of the log, by the role that it is for.
    Line,
    /// The result of the game and its message, by everyone.
    Finish,
    /// The text of a prompt, by the role that acts.
    Prompt,
    /// What is offered, by the role that acts.
    Offer,
    /// Why a move that was not offered is refused, or that it is not, by the role that made it.
    Refusal,
    /// How often one may take back, by everyone.
    Undo,
    /// Accepted: who is made active, by everyone.
    Turn,
    /// Accepted: which state or procedure comes next, and whether somebody is made active, by everyone.
    Called,
    /// Accepted: how many elements a secret field has, by everyone.
    Length,
    /// Accepted: whether an `assert` holds, by the role that acts or looks on.
    Assert,
    /// Accepted: what is put into a secret field, by whom that field is open to.
    Given,
}

impl Out {
    /// Whether a secret may come out there.
    pub fn accepted(self) -> bool {
        matches!(self, Out::Turn | Out::Called | Out::Length | Out::Assert | Out::Given)
    }

    /// Whether all roles see it.
    pub fn for_everyone(self) -> bool {
        matches!(self, Out::Log | Out::Finish | Out::Undo | Out::Turn | Out::Called | Out::Length | Out::Given)
    }
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
    /// What comes out in a way that is no mistake by itself, in the order of the text.
    pub accepted: Vec<Leak>,
    /// Each `reveal` of what is no secret.
    pub needless: Vec<Span>,
}
