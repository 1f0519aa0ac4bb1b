//! Messages from a host to a room, from a room to its host, and from people to a room. All of it is JSON.

use crate::line::{Asked, Misfit, Text};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The version of the messages between people and rooms.
pub const PROTOCOL: u32 = 1;

/// From the host. `now`: milliseconds since 1970. `random`: a fresh random number below 2^53, for a seed.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(tag = "in", rename_all = "snake_case")]
pub enum In {
    /// The first, once. Tokens are random, with at least 128 bits in 22 to 64 characters: `owner` edits the rules, `join`
    /// takes a free seat, `watch` looks on. `steps`: limit for one action; the engine's if absent.
    Create {
        rules: Text,
        #[serde(default)]
        scenario: Option<String>,
        #[serde(default)]
        options: Value,
        owner: String,
        join: String,
        watch: String,
        #[serde(default)]
        steps: Option<i64>,
        /// For a playtest: the author's questions.
        #[serde(default)]
        playtest: Option<Vec<String>>,
        now: u64,
        random: u64,
    },
    /// A connection opens, under a number that no other open one has.
    Opened {
        conn: u64,
        token: String,
        protocol: u32,
        now: u64,
    },
    /// A connection says something: the JSON of a [`Wish`] with an `id`.
    Said {
        conn: u64,
        text: String,
        now: u64,
        random: u64,
    },
    Closed {
        conn: u64,
        now: u64,
    },
    /// The move that the computer found for a seat. `at`: the number of the position, from [`Out::Think`].
    Machine {
        seat: String,
        at: usize,
        action: String,
        argument: Value,
        now: u64,
    },
}

/// To the host, in this order.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(tag = "out", rename_all = "snake_case")]
pub enum Out {
    /// A line for the log. It must be on disk before what follows is sent. If it cannot be kept, the room knows more than
    /// its log: the host makes it anew from the lines that it has.
    Append {
        line: String,
    },
    Send {
        conn: u64,
        text: String,
    },
    /// The connection is to be closed.
    Close {
        conn: u64,
        why: String,
    },
    /// The computer is to find a move for a seat, and to answer with [`In::Machine`]. `at` counts changes of the position:
    /// what it thought of another position no longer counts.
    Think {
        seat: String,
        level: String,
        at: usize,
    },
    /// The room was deleted by its owner: its log is to be removed before what follows is sent.
    Delete,
    /// Why the host's own message could not be taken.
    Refused {
        why: String,
    },
}

/// Something that somebody at a connection says. The same `id` from the same person counts once.
#[derive(Clone, Debug, Deserialize)]
pub struct Message {
    #[serde(default)]
    pub id: String,
    #[serde(flatten)]
    pub wish: Wish,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum Wish {
    /// Sits down: at a free seat, or at this one. `token`: the person's own from now on, made at random.
    Sit {
        #[serde(default)]
        seat: Option<String>,
        #[serde(default)]
        name: String,
        #[serde(default)]
        token: Option<String>,
    },
    Leave,
    Machine {
        seat: String,
        #[serde(default)]
        level: Option<String>,
    },
    Move {
        action: String,
        #[serde(default)]
        argument: Value,
    },
    /// One's seat makes its only move by itself, or repeats an action that is offered now without an argument until it is
    /// asked something else. With neither, the person decides everything.
    Order {
        #[serde(default)]
        only: bool,
        #[serde(default)]
        repeat: Option<String>,
    },
    Resign,
    Ask {
        what: Asked,
    },
    Agree,
    Decline,
    Say {
        text: String,
    },
    Rules {
        rules: Text,
        #[serde(default)]
        misfit: Misfit,
        #[serde(default)]
        note: String,
    },
    Begin {
        #[serde(default)]
        scenario: Option<String>,
        #[serde(default)]
        options: Value,
        #[serde(default)]
        turned: bool,
    },
    /// In a playtest: what is unclear.
    Remark {
        text: String,
    },
    /// In a playtest: a click on something that belongs to these moves, none of which is offered.
    Tried {
        moves: Vec<(String, Value)>,
    },
    /// In a playtest: the text on how to play was opened.
    Looked,
    /// In a playtest, after the end: one text for each question.
    Answer {
        texts: Vec<String>,
    },
    /// All that a playtest brought back, for the room's owner.
    Report,
    /// Deletes the room, by its owner.
    Delete,
}
