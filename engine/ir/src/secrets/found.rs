//! Findings: a secret, the place where it leaks, and the path there.

use crate::{GlobalId, Span};

/// A leak of a secret.
#[derive(Clone, Debug, PartialEq)]
pub struct Leak {
    pub secret: GlobalId,
    /// The steps it takes, from where it is read on; the last is where it is seen.
    pub way: Vec<(Span, Step)>,
    pub out: Out,
    /// The statement at which it leaks.
    pub at: Span,
}

/// A secret that somebody sees in a move that can be taken back afterwards.
#[derive(Clone, Debug, PartialEq)]
pub struct TakenBack {
    /// The way to where it is seen; the last step is there.
    pub leak: Leak,
    /// The statement that reveals it: directly, or by setting a field that controls the view.
    pub at: Span,
    /// The place of the text where undo can be cleared: before a statement.
    pub clear: Span,
}

/// A choice that several make at once, kept in a secret field, that others see before all have made theirs.
#[derive(Clone, Debug, PartialEq)]
pub struct ToldEarly {
    /// `secret`: the field that it is kept in. The way begins with the choice.
    pub leak: Leak,
    /// The parameter of the handler, none where it is which button was chosen; and where the action is handled.
    pub choice: Option<String>,
    pub handler: Span,
}

/// A place where something is seen, and by whom.
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
    /// Accepted: a private line that shows something on purpose, by the role that it is for.
    Shown,
    /// The result of the game and its message, by everyone.
    Finish,
    /// The text of a prompt, by the role that acts.
    Prompt,
    /// The offers, seen by the acting role.
    Offer,
    /// Why a move that was not offered is refused, or that it is not, by the role that made it.
    Refusal,
    /// The depth of the undo stack, seen by everyone.
    Undo,
    /// Accepted: the active roles, seen by everyone.
    Turn,
    /// Accepted: which state or procedure comes next, and whether somebody is made active, by everyone.
    Called,
    /// Accepted: how many elements a secret field has, by everyone.
    Length,
    /// Accepted: whether an `assert` holds, by the role that acts or looks on.
    Assert,
    /// Accepted: values stored in a secret field, seen by the roles it is open to.
    Given,
    /// Accepted: revealed values, seen by everyone.
    Revealed,
}

impl Out {
    /// `true` if a secret may be seen there.
    pub fn accepted(self) -> bool {
        matches!(self, Out::Turn | Out::Called | Out::Length | Out::Assert | Out::Given | Out::Shown | Out::Revealed)
    }

    /// `true` if all roles see it.
    pub fn for_everyone(self) -> bool {
        matches!(
            self,
            Out::Log
                | Out::Finish
                | Out::Undo
                | Out::Turn
                | Out::Called
                | Out::Length
                | Out::Given
                | Out::Shown
                | Out::Revealed
        )
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
    /// Decides if code runs.
    Decides,
    /// Decides whether a function is called.
    Governs(String),
    /// Chosen by a player from the offers, for a parameter of the handler.
    Chosen(String),
    /// The secret is seen.
    Seen,
}

/// Findings of an analysis.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Found {
    /// In the order of the text.
    pub leaks: Vec<Leak>,
    /// Leaks that are no mistake by themselves, in the order of the text.
    pub accepted: Vec<Leak>,
    /// Each `reveal` of a value that is no secret.
    pub needless: Vec<Span>,
    /// Each line that shows something on purpose, and shows no secret.
    pub needless_lines: Vec<Span>,
    /// In the order of the text.
    pub taken_back: Vec<TakenBack>,
    /// In the order of the text.
    pub told_early: Vec<ToldEarly>,
}
