//! Boards that are graphs, in their textual form, and single changes of them.

use diag::Span;
use std::fmt;

/// A board of places and links that a text declares.
#[derive(Clone, Debug, PartialEq)]
pub struct Graph {
    pub name: String,
    /// In the order of their numbers.
    pub cells: Vec<Place>,
    /// Between which cells, by their numbers.
    pub links: Vec<(usize, usize)>,
    /// The text after its name: from `graph` to the closing brace.
    pub span: Span,
}

/// A cell of a graph.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    pub name: String,
    /// Its position, if the text gives one.
    pub at: Option<(f64, f64)>,
}

/// A change of a graph.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// Moves a cell, or adds one.
    Place(String, f64, f64),
    /// Links two cells, both ways.
    Link(String, String),
    /// Removes every link between two cells.
    Unlink(String, String),
    /// Removes a cell with its links.
    Remove(String),
    /// Gives a cell another name.
    Rename(String, String),
}

/// Why a graph is not changed.
#[derive(Clone, Debug, PartialEq)]
pub enum Refusal {
    /// The text has no graph of that name.
    NoBoard(String),
    NoCell(String),
    /// Not a name.
    NoName(String),
    /// A word or builtin of the language.
    Word(String),
    /// Another cell has the name.
    Taken(String),
    /// The text names the cell outside of its board.
    Used(String),
    /// The board has an error, or would have one.
    Error(String),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::NoBoard(name) => write!(f, "there is no graph `{name}`"),
            Refusal::NoCell(name) => write!(f, "there is no cell `{name}`"),
            Refusal::NoName(name) => write!(f, "`{name}` is not a name"),
            Refusal::Word(name) => write!(f, "`{name}` is a word of the language"),
            Refusal::Taken(name) => write!(f, "there is already a cell `{name}`"),
            Refusal::Used(name) => write!(f, "`{name}` is used in the rules"),
            Refusal::Error(message) => write!(f, "the board has an error: {message}"),
        }
    }
}
