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
    /// What the module cannot do, and in which function: such a function stops when it comes there.
    pub missing: Vec<Missing>,
    /// A section with the names of functions, for profilers: put behind `wasm`, where they are wanted.
    pub names: Vec<u8>,
}

/// Something that is left to the machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    /// Its name, or nothing for what belongs to no function.
    pub function: String,
    pub what: String,
}
