//! What is worth counting over many games, where the rest of the program does not show it. The machine plays without it.

use crate::{FnId, GlobalId};
use std::collections::BTreeSet;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Counted {
    /// The numbers that tell at its end how a game went. If there are none here, all those among the globals do.
    pub measures: Vec<Measure>,
    pub arrivals: Option<Arrivals>,
    /// The view block with no more in it than what shows where cards are clicked and tokens stand. If there is none here, it is the
    /// whole one.
    pub view: Option<FnId>,
    /// Functions whose value stands where they are called, somewhere: what is reached of them is not counted there.
    pub inlined: BTreeSet<FnId>,
    /// Functions whose statements stand there, but for those that give a value.
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

/// A function that is called whenever a token comes to a field of the track that is shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Arrivals {
    /// Its first argument, an int, says which field.
    pub function: FnId,
    /// By field, in the order of the track: what that argument is.
    pub fields: Vec<i64>,
    /// The global, and the way from there, to the field that each role's token stands on: the same numbers, or none.
    pub stands: (GlobalId, Vec<Inside>),
}
