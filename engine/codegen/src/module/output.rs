//! What comes out: a module, and what has to be known beside it.

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
    /// What the number of a site stands for.
    pub sites: Vec<Site>,
    /// What it imports, by the names that its host gives it under.
    pub imports: Vec<&'static str>,
    /// A section with the names of functions, for profilers: put behind `wasm`, where they are wanted.
    pub names: Vec<u8>,
}

/// What the lab looks at that the program does not say.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// The arguments that stand for cards.
    pub cards: Vec<CardClick>,
    /// The fields of an observer's view that are told in every position.
    pub seen: Vec<bool>,
    /// Whether it is counted where tokens come to a stand.
    pub stands: bool,
    /// Where numbers stand that are told at the end of a game.
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

/// An argument of an action that stands for a card in a field of the view of who makes the move.
#[derive(Clone, Debug, PartialEq)]
pub struct CardClick {
    pub action: usize,
    pub argument: usize,
    pub field: usize,
    /// The field of the card that has the argument as its number; else it is the place in the row.
    pub number: Option<String>,
    /// There is a row for each role; it is the own one, or that of the role that another argument says.
    pub seats: bool,
    pub seat: Option<usize>,
}

/// Where the lab finds what a module has counted; addresses are in bytes, counters are named by their place among all.
#[derive(Clone, Debug, Default)]
pub struct LabMap {
    /// The block that [`crate::memory::lab`] describes, the deals, the room for their options, and what is told.
    pub block: u32,
    pub deals: u32,
    pub options: u32,
    pub told: u32,
    /// The first counter, of eight bytes each, and how many there are.
    pub counters: u32,
    pub count: usize,
    /// By statement, in the order of [`ir::walk`] through the functions; none for one that no game comes to.
    pub statements: Vec<Option<usize>>,
    /// The first of those of frames.
    pub frames: usize,
    /// By field where tokens can arrive: how often one came there, and how often to a stand.
    pub arrivals: Vec<usize>,
    pub stands: Vec<usize>,
    /// The first of those of choices, which count positions with so many moves; and how many there are.
    pub choices: (usize, usize),
    pub rows: Vec<RowMap>,
}

/// Where a module that follows lines of play has what is offered.
#[derive(Clone, Debug)]
pub struct LineMap {
    /// The block that [`crate::memory::line`] describes.
    pub block: u32,
    /// How many rows are offered, then those, each a word.
    pub named: u32,
    /// The rows: the address of the entries, how many there are, two words more. An entry is a number of eight bytes for each argument.
    pub offered: u32,
    /// For each row a word, 2 where it is offered without an argument.
    pub buttons: u32,
    /// How many arguments each row has.
    pub arguments: Vec<usize>,
}

/// What is counted of a row of offers.
#[derive(Clone, Debug)]
pub struct RowMap {
    pub action: usize,
    /// The counter of positions in which it was offered; then come how often it was taken and how many moves it was.
    pub offered: usize,
    pub arguments: Vec<ArgumentMap>,
}

/// What is counted of an argument: counters come in twos, offered and taken.
#[derive(Clone, Debug)]
pub struct ArgumentMap {
    /// How many numbers, from 0 on, and the first counter.
    pub numbers: (usize, usize),
    pub cards: Option<CardMap>,
}

/// What is counted of cards.
#[derive(Clone, Copy, Debug)]
pub struct CardMap {
    /// How many numbers, from 0 on, and the first counter.
    pub numbers: (usize, usize),
    /// The table in which cards have their numbers.
    pub table: usize,
}
