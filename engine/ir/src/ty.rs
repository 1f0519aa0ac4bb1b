//! Types of values. Monomorphic and known when compiling: every type has one layout.

use crate::{EnumId, RecordId};

/// The whole numbers a program may hold: ±(2^53 − 1), those a JSON number keeps exact.
pub const INT_MAX: i64 = 9_007_199_254_740_991;

/// The type of a value.
///
/// At run time every type but `Any` is known without a tag: numbers, roles and enum members are integers, records and
/// fixed arrays are sequences of fixed length, a set is an ascending list, a map an ascending flat list `k v k v`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Ty {
    /// A whole number within ±[`INT_MAX`].
    Int,
    /// A whole number from the first to the last, both included; checked when stored.
    Range(i64, i64),
    /// An IEEE double.
    Num,
    Bool,
    Str,
    /// The index of a role.
    Role,
    /// The index of a member.
    Enum(EnumId),
    Record(RecordId),
    /// A record of few values, which an executor holds as one integer. No front-end makes it, and no verified program has it.
    Packed(RecordId),
    /// A value or none. Never nested directly in itself.
    Opt(Box<Ty>),
    /// Of any length.
    List(Box<Ty>),
    /// Exactly as many as the index has members.
    Array(Box<Ty>, Index),
    /// Ascending, no doubles.
    Set(Box<Ty>),
    /// Ascending by key.
    Map(Box<Ty>, Box<Ty>),
    /// Any JSON value; the only dynamic type.
    Any,
    /// No value: the result of a function without one.
    Unit,
}

/// Index type of a fixed array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Index {
    /// `0..n`
    Count(u32),
    Role,
    Enum(EnumId),
}

impl Ty {
    /// `true` for types that are integers at run time.
    pub fn is_integral(&self) -> bool {
        matches!(self, Ty::Int | Ty::Range(..) | Ty::Role | Ty::Enum(_))
    }

    /// `true` if its values are ordered.
    pub fn has_order(&self) -> bool {
        self.is_integral() || matches!(self, Ty::Num | Ty::Str)
    }

    /// `true` if its values are numbers, booleans, roles or members, or none.
    pub fn is_scalar(&self) -> bool {
        self.inner().is_integral() || matches!(self.inner(), Ty::Num | Ty::Bool)
    }

    /// Without its being optional.
    pub fn inner(&self) -> &Ty {
        match self {
            Ty::Opt(of) => of,
            other => other,
        }
    }

    pub fn opt(self) -> Ty {
        match self {
            Ty::Opt(_) | Ty::Any => self,
            other => Ty::Opt(Box::new(other)),
        }
    }

    pub fn list(self) -> Ty {
        Ty::List(Box::new(self))
    }

    /// The element type in iteration or indexing (for a map: its keys).
    pub fn element(&self) -> Option<&Ty> {
        match self {
            Ty::List(it) | Ty::Set(it) | Ty::Array(it, _) | Ty::Map(it, _) => Some(it),
            _ => None,
        }
    }
}
