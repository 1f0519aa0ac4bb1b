//! Lines of a room's log: everything that was decided.

use crate::key::Key;
use game::Move;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The version of the format of lines.
pub const FORMAT: u32 = 1;

/// A decision, with when and by whom. A room is the fold of these.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Line {
    /// 1
    pub v: u32,
    /// Its number, from 1.
    pub n: u64,
    /// In milliseconds since 1970.
    pub now: u64,
    /// The message that it answers: whose, and its id. The same message counts once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    #[serde(flatten)]
    pub what: What,
}

/// The text of a game's rules, with its files.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Text {
    /// Name of the language, as in a table of languages.
    pub language: String,
    pub source: String,
    /// Name and content.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<(String, String)>,
}

/// A game's setup.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub struct Setup {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scenario: Option<String>,
    #[serde(default)]
    pub options: Value,
    pub seed: u64,
}

#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum What {
    Create {
        rules: Text,
        setup: Setup,
        owner: Key,
        join: Key,
        watch: Key,
        steps: Option<i64>,
        /// The author's questions, if it is a playtest.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        playtest: Option<Vec<String>>,
    },
    /// Somebody sits down, or takes another name. `key`: whose the seat is.
    Sit {
        seat: String,
        name: String,
        key: Key,
    },
    /// The seat is free again.
    Leave {
        seat: String,
    },
    /// The computer plays a seat, or no longer does.
    Machine {
        seat: String,
        level: Option<String>,
    },
    /// From now on, a seat moves by itself, or no longer does.
    Order {
        seat: String,
        order: Option<Order>,
    },
    Move(Made),
    /// An end that the rules do not know.
    Finish {
        result: String,
        message: String,
    },
    /// Something that the others must agree to.
    Ask {
        seat: String,
        what: Asked,
    },
    Agree {
        seat: String,
    },
    Decline {
        seat: String,
    },
    Say {
        name: String,
        text: String,
    },
    /// Other rules for the same game. `misfit`: what happens where the game does not fit them.
    Rules {
        rules: Text,
        misfit: Misfit,
        seed: u64,
        note: String,
    },
    /// A new game with the same people.
    Begin {
        setup: Setup,
        turned: bool,
    },
    /// In a playtest: something for the author.
    Note {
        seat: String,
        note: Note,
    },
    /// In a playtest: a seat's answers to the author's questions.
    Answer {
        seat: String,
        texts: Vec<String>,
    },
}

/// Something of interest to the author of a game.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Note {
    /// Something unclear, in a player's words.
    Remark { text: String },
    /// A click on something that is not offered, and why it is not.
    Tried { action: String, argument: Value, why: String },
    /// The text on how to play was opened.
    Looked,
}

impl Note {
    pub fn kind(&self) -> std::mem::Discriminant<Note> {
        std::mem::discriminant(self)
    }
}

/// Moves that a seat makes by itself, so that the others need not wait.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// Its only move, wherever it has just one.
    Only,
    /// This action without an argument, as long as the seat is asked in this state.
    Repeat { action: String, state: String },
}

#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Made {
    #[serde(rename = "move")]
    pub made: Move,
}

/// A question to the others at the table.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Asked {
    /// To end the game as a draw.
    Draw,
    /// To take back the last move of who asks, with all that followed.
    Back,
}

/// The fate of a game that does not fit new rules.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Misfit {
    /// The old rules stay.
    #[default]
    Keep,
    /// The game goes on from the last position that fits.
    Back,
    /// A new game begins.
    Anew,
}
