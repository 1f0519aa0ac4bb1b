//! The output: a module, and its description.

use diag::{Code, Span};

/// A place where something can go wrong.
#[derive(Clone, Debug, PartialEq)]
pub struct Site {
    pub code: Code,
    pub span: Option<Span>,
}

/// A finished module.
#[derive(Clone, Debug)]
pub struct Module {
    pub wasm: Vec<u8>,
    /// Sites by number.
    pub sites: Vec<Site>,
    /// Its imports, by the host's names.
    pub imports: Vec<&'static str>,
    /// A section with the names of functions, for profilers: put behind `wasm`, where they are wanted.
    pub names: Vec<u8>,
}

/// Data that the lab wants besides the program.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// The arguments that denote cards.
    pub cards: Vec<CardClick>,
    /// The fields of an observer's view that are reported in every position.
    pub seen: Vec<bool>,
    /// `true` to count arrivals of tokens.
    pub stands: bool,
    /// Places of the numbers reported at the end of a game.
    pub measures: Vec<(ir::GlobalId, Vec<Step>)>,
    /// Roles that do not make an action as long as they can make another one.
    pub without: Vec<(usize, ir::ActionId)>,
}

/// A step into a value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    Field(u16),
    /// Of an array by role or a list.
    Item(u32),
}

/// An argument of an action that denotes a card in a field of the player's view.
#[derive(Clone, Debug, PartialEq)]
pub struct CardClick {
    pub action: usize,
    pub argument: usize,
    pub field: usize,
    /// The field of the card that has the argument as its number; else it is the place in the row.
    pub number: Option<String>,
    /// There is a row for each role; the player's own, or that of the role in another argument.
    pub seats: bool,
    pub seat: Option<usize>,
}

/// Addresses of a module's counts for the lab, in bytes; counters are given by index.
#[derive(Clone, Debug, Default)]
pub struct LabMap {
    /// The block of [`crate::memory::lab`], the deals, the room for their options, and the events.
    pub block: u32,
    pub deals: u32,
    pub options: u32,
    pub told: u32,
    /// The first counter, of eight bytes each, and how many there are.
    pub counters: u32,
    pub count: usize,
    /// By statement, in the order of [`ir::walk`] through the functions; none for a statement that no game reaches.
    pub statements: Vec<Option<usize>>,
    /// The first counter of frames.
    pub frames: usize,
    /// By field of tokens: number of arrivals, and number of stops.
    pub arrivals: Vec<usize>,
    pub stands: Vec<usize>,
    /// The first counter of choices, which count positions by their number of moves; and their number.
    pub choices: (usize, usize),
    pub rows: Vec<RowMap>,
}

/// Addresses of the offers in a module that follows lines of play.
#[derive(Clone, Debug)]
pub struct LineMap {
    /// The block that [`crate::memory::line`] describes.
    pub block: u32,
    /// Number of offered rows, then these, each a word.
    pub named: u32,
    /// The rows: the address of the entries, how many there are, two words more. An entry is a number of eight bytes for each argument.
    pub offered: u32,
    /// For each row a word, 2 where it is offered without an argument.
    pub buttons: u32,
    /// Number of arguments of each row.
    pub arguments: Vec<usize>,
}

/// Counters of a row of offers.
#[derive(Clone, Debug)]
pub struct RowMap {
    pub action: usize,
    /// The counter of positions in which it was offered; then come how often it was taken and how many moves it was.
    pub offered: usize,
    pub arguments: Vec<ArgumentMap>,
}

/// Counters of an argument, in pairs: offered and taken.
#[derive(Clone, Debug)]
pub struct ArgumentMap {
    /// Number of counted numbers, from 0 on, and the first counter.
    pub numbers: (usize, usize),
    pub cards: Option<CardMap>,
}

/// Counters of cards.
#[derive(Clone, Copy, Debug)]
pub struct CardMap {
    /// Number of counted cards, from 0 on, and the first counter.
    pub numbers: (usize, usize),
    /// The table in which cards have their numbers.
    pub table: usize,
}
