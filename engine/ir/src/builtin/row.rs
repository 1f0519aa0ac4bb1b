//! The fields of a row in the table of builtins.

use super::group::Group;
use super::shape::Shape;
use crate::effects::Effects;
use crate::steps::Takes;
use std::fmt;

/// A parameter, optional if it has a default. `default` is the value shown to readers; where arguments are typed from
/// the row, the effective value is the zero value of its type.
#[derive(Clone, Copy, Debug)]
pub struct Param {
    pub name: &'static str,
    pub shape: Shape,
    pub default: Option<&'static str>,
}

/// How the rules language and the verifier type a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Typing {
    /// As parameters and result say.
    Plain,
    /// Two numbers become one type, which is the result's.
    Unified,
    /// Searches like `in`.
    Member,
    /// Lists become one type, which is the result's.
    Joined,
    /// An index or a key, and the result for a missing one.
    Lookup,
    /// The key is a function, the name of a field, or a list of keys.
    ByKey,
    /// Roles in turn order, or members of an enum.
    Turn,
}

/// How the number of elements of a result, or of a changed place, depends on the arguments, for the flow of secrets. A
/// changed place also depends on its earlier content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// All of it.
    Everything,
    /// On the number of elements of all arguments.
    Lengths,
    /// On the number of elements of the first argument, and on the values of the others.
    Cut,
    /// On the number of elements of the first argument; on all of it if its elements have lengths themselves.
    Same,
    /// As `Same`, for a result a fixed number longer or shorter.
    Step,
    /// On the number of elements of the first argument: the result is exactly that.
    Only,
}

/// A row of the table: a builtin's types, and its other public properties.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    pub name: &'static str,
    pub group: Group,
    pub signature: Signature,
    /// One sentence or two.
    pub doc: &'static str,
    pub typing: Typing,
    pub effects: Effects,
    /// Its cost in steps.
    pub takes: Takes,
    /// The same where its first operand is a text.
    pub takes_of_text: Option<Takes>,
    /// The result is part of an argument. So it may be needed as a wider type, and a change of it changes a copy.
    pub shares: bool,
    pub length: Length,
}

/// The defaults of a row.
pub const PLAIN: Row = Row {
    name: "",
    group: Group::Game,
    signature: Signature::Text(""),
    doc: "",
    typing: Typing::Plain,
    effects: Effects::NONE,
    takes: Takes::Nothing,
    takes_of_text: None,
    shares: false,
    length: Length::Everything,
};

/// The notation of a call.
#[derive(Clone, Copy, Debug)]
pub enum Signature {
    /// In the notation for readers; `= x` marks optional parts.
    Text(&'static str),
    Typed {
        name: &'static str,
        /// The first parameter is a place that is changed.
        changes: bool,
        params: &'static [Param],
        result: Option<Shape>,
    },
}

impl Signature {
    /// The parameters; empty for a signature that is only text.
    pub fn params(self) -> &'static [Param] {
        match self {
            Signature::Text(_) => &[],
            Signature::Typed { params, .. } => params,
        }
    }

    pub fn result(self) -> Option<Shape> {
        match self {
            Signature::Text(_) => None,
            Signature::Typed { result, .. } => result,
        }
    }

    /// The fewest and the most arguments.
    pub fn arity(self) -> (usize, usize) {
        let (all, optional) = match self {
            Signature::Typed { params, .. } => (params.len(), params.iter().filter(|it| it.default.is_some()).count()),
            Signature::Text(text) => {
                let inner = text.split_once('(').and_then(|it| it.1.split_once(')')).map_or("", |it| it.0);
                let parts = || inner.split(',').filter(|it| !it.is_empty());
                (parts().count(), parts().filter(|it| it.contains('=')).count())
            }
        };
        (all - optional, all)
    }
}

/// The notation for readers. Types with a variable are shown for the result, and for parameters with the same variable.
impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, changes, params, result) = match *self {
            Signature::Text(text) => return f.write_str(text),
            Signature::Typed { name, changes, params, result } => (name, changes, params, result),
        };
        write!(f, "{name}(")?;
        for (i, it) in params.iter().enumerate() {
            f.write_str(if i > 0 { ", " } else { "" })?;
            f.write_str(if i == 0 && changes { "inout " } else { "" })?;
            f.write_str(it.name)?;
            match (it.default, it.shape) {
                (Some(default), _) => write!(f, " = {default}")?,
                (None, Shape::Any) => {}
                (None, shape) if shape.is_known() || shape.is_variable() && result == Some(shape) => {
                    write!(f, ": {shape}")?
                }
                _ => {}
            }
        }
        f.write_str(")")?;
        result.map_or(Ok(()), |it| write!(f, ": {it}"))
    }
}

/// A row as an author, an editor and the reference need it.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    pub name: &'static str,
    pub group: Group,
    pub signature: Signature,
    /// One sentence or two.
    pub doc: &'static str,
}

impl Row {
    pub fn entry(&self) -> Entry {
        Entry { name: self.name, group: self.group, signature: self.signature, doc: self.doc }
    }
}
