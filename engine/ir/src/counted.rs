//! Extra data to count over many games, which the rest of the program does not show. Play itself ignores it.

use crate::{FnId, GlobalId};
use std::collections::BTreeSet;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Counted {
    /// The statistics of a finished game. If empty, all numbers among the globals.
    pub measures: Vec<Measure>,
    pub arrivals: Option<Arrivals>,
    /// The part of the view block that fills the fields with clickable cards and tokens. If `None`, the whole block.
    pub view: Option<FnId>,
    /// Functions of which a value was inlined somewhere: those calls are not counted.
    pub inlined: BTreeSet<FnId>,
    /// Functions of which the statements were inlined, except those that give a value.
    pub fused: BTreeSet<FnId>,
}

/// A number in the state, or one for each role.
#[derive(Clone, Debug, PartialEq)]
pub struct Measure {
    /// As the author calls it.
    pub name: String,
    pub global: GlobalId,
    /// The way from the global to it.
    pub path: Vec<Inside>,
}

/// A step of such a way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inside {
    /// A field of a record.
    Field(u16),
    /// The elements of an array by role, or the first of a list for each role; each is a number of its own.
    Roles,
}

/// A function that is called whenever a token enters a field of the shown track.
#[derive(Clone, Debug, PartialEq)]
pub struct Arrivals {
    /// Its first argument, an int, says which field.
    pub function: FnId,
    /// The argument for each field, in the order of the track.
    pub fields: Vec<i64>,
    /// The global, and the path from there, to each role's token position: the same numbers, or none.
    pub stands: (GlobalId, Vec<Inside>),
}
