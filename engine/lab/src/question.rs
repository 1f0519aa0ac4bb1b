//! The designer's questions.

use serde::Serialize;

/// A question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Question {
    /// Does a role, or the first mover, win more often?
    Fair,
    /// Do better players win?
    Skill,
    /// Is there something to decide?
    Choice,
    /// When is the winner decided?
    Decided,
    /// Which moves help to win?
    Made,
    /// What is never used?
    Used,
}

impl Question {
    /// As a heading.
    pub fn title(self) -> &'static str {
        match self {
            Question::Fair => "Is it fair?",
            Question::Skill => "Luck or skill?",
            Question::Choice => "Is there something to decide?",
            Question::Decided => "When is it decided?",
            Question::Made => "What helps to win?",
            Question::Used => "What is never used?",
        }
    }
}

/// An answer.
#[derive(Clone, Debug, Serialize)]
pub struct Answer {
    pub question: Question,
    pub title: &'static str,
    pub sentence: String,
}
