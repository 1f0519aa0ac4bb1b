//! What a row of the table says of a builtin.

use super::group::Group;
use super::shape::Shape;
use crate::effects::Effects;
use crate::steps::Takes;
use std::fmt;

/// A parameter. It may be left out if it has a default: what a reader is told that is; where arguments are typed as
/// the row says, it is what values of its type start with.
#[derive(Clone, Copy, Debug)]
pub struct Param {
    pub name: &'static str,
    pub shape: Shape,
    pub default: Option<&'static str>,
}

/// How calls are typed by the rules language, and by the verifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Typing {
    /// As parameters and result say.
    Plain,
    /// Two numbers become one type, which is the result's.
    Unified,
    /// Looks for what `in` looks for too.
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

/// What the number of elements of a result, or of a place that is changed, tells those who see it of what was given.
/// Places tell what they told before too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// All of it.
    Everything,
    /// How many elements that has.
    Lengths,
    /// How many elements the first has, and what the others are.
    Cut,
    /// How many elements the first has; all of it where elements have a number of elements themselves.
    Same,
    /// The same, for what is a fixed number longer or shorter.
    Step,
    /// How many elements the first has: the result is nothing else.
    Only,
}

/// A row of the table: what a builtin takes and gives, and what it does as far as others have to know.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    pub name: &'static str,
    pub group: Group,
    pub signature: Signature,
    /// One sentence or two.
    pub doc: &'static str,
    pub typing: Typing,
    pub effects: Effects,
    /// What it takes steps for.
    pub takes: Takes,
    /// The same where its first operand is a text.
    pub takes_of_text: Option<Takes>,
    /// Its result stands in an argument, so that it may be wanted as a wider type, and a change of it is one of a copy.
    pub shares: bool,
    pub length: Length,
}

/// What most are like.
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

/// How something is called.
#[derive(Clone, Copy, Debug)]
pub enum Signature {
    /// As a reader would write it; `= x` marks what may be left out.
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
    /// The parameters; none of what is only a text.
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

/// As a reader would write it. A type with a variable is told of the result, and of a parameter that has that very
/// variable.
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
