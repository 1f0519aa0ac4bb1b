//! The types of parameters and results, as data.

use crate::Ty;
use std::fmt;

/// The type of a parameter or a result. A variable denotes one type throughout a signature: that of the first argument
/// with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    Int,
    /// An `int`. Beyond these bounds the builtin may stop the game.
    Within(i64, i64),
    /// An `int`: an index of the first argument. Beyond its elements the builtin may stop the game.
    Index,
    Num,
    Bool,
    Str,
    Role,
    Any,
    /// A variable: any type.
    T,
    /// A variable: the keys of a map.
    K,
    /// A variable: the values of a map.
    V,
    /// A variable: a type whose values have an order.
    Ordered,
    /// A variable: `int` or `num`.
    Number,
    /// Only compared with values of a type.
    Like(&'static Shape),
    Opt(&'static Shape),
    List(&'static Shape),
    Set(&'static Shape),
    Map(&'static Shape, &'static Shape),
    /// A map, or an object of `any` where all values are `any`.
    Pairs(&'static Shape, &'static Shape),
    /// A list, set or array.
    Many(&'static Shape),
    /// A text, made of texts, or a [`Shape::Many`].
    TextOrMany(&'static Shape),
    /// A list or an array: its elements can be reordered in place.
    Sequence(&'static Shape),
    /// A list, set or map: it can be emptied.
    Growing,
    /// A sequence with at least one element; an empty one may stop the game.
    NonEmpty(&'static Shape),
    /// Any type with a length.
    Sized,
    /// A result that may be wanted as a wider type.
    As(&'static Shape),
}

impl Shape {
    /// `true` if it has no variable.
    pub fn is_known(&self) -> bool {
        self.ty(&Bound::default()).is_some()
    }

    pub fn is_variable(&self) -> bool {
        matches!(self, Shape::T | Shape::K | Shape::V | Shape::Ordered | Shape::Number)
    }

    /// `true` if it is, or is made from, the element type of the first argument.
    pub fn has_elements(&self) -> bool {
        match self {
            Shape::T | Shape::Ordered => true,
            Shape::Opt(of)
            | Shape::List(of)
            | Shape::Set(of)
            | Shape::Many(of)
            | Shape::TextOrMany(of)
            | Shape::Sequence(of)
            | Shape::NonEmpty(of)
            | Shape::As(of) => of.has_elements(),
            Shape::Int
            | Shape::Within(..)
            | Shape::Index
            | Shape::Num
            | Shape::Bool
            | Shape::Str
            | Shape::Role
            | Shape::Any
            | Shape::K
            | Shape::V
            | Shape::Number
            | Shape::Like(_)
            | Shape::Map(..)
            | Shape::Pairs(..)
            | Shape::Growing
            | Shape::Sized => false,
        }
    }

    /// The one type that it is, if that is known.
    pub fn ty(&self, bound: &Bound) -> Option<Ty> {
        Some(match self {
            Shape::Int | Shape::Within(..) | Shape::Index => Ty::Int,
            Shape::Num => Ty::Num,
            Shape::Bool => Ty::Bool,
            Shape::Str => Ty::Str,
            Shape::Role => Ty::Role,
            Shape::Any => Ty::Any,
            Shape::T | Shape::V | Shape::Ordered | Shape::Number => bound.element.clone()?,
            Shape::K => bound.key.clone()?,
            Shape::Like(of) | Shape::As(of) | Shape::NonEmpty(of) => of.ty(bound)?,
            Shape::Opt(of) => of.ty(bound)?.opt(),
            Shape::List(of) => of.ty(bound)?.list(),
            Shape::Set(of) => Ty::Set(Box::new(of.ty(bound)?)),
            Shape::Map(key, of) => Ty::Map(Box::new(key.ty(bound)?), Box::new(of.ty(bound)?)),
            Shape::Pairs(..)
            | Shape::Many(_)
            | Shape::TextOrMany(_)
            | Shape::Sequence(_)
            | Shape::Growing
            | Shape::Sized => return None,
        })
    }
}

/// The types of a signature's variables in a call.
#[derive(Clone, Debug, Default)]
pub struct Bound {
    /// [`Shape::T`] and its like, of which a signature has one.
    element: Option<Ty>,
    /// [`Shape::K`].
    key: Option<Ty>,
}

impl Bound {
    /// Sets the type of a variable, whatever it was.
    pub fn bind(&mut self, variable: &Shape, ty: &Ty) {
        let slot = if *variable == Shape::K { &mut self.key } else { &mut self.element };
        *slot = Some(ty.clone());
    }

    /// Matches a type against a shape, and binds the variables of the shape.
    pub fn fits(&mut self, shape: &Shape, ty: &Ty) -> bool {
        match (shape, ty) {
            (Shape::T | Shape::V, _) => is(&mut self.element, ty),
            (Shape::K, _) => is(&mut self.key, ty),
            (Shape::Ordered, _) => ty.has_order() && is(&mut self.element, ty),
            (Shape::Number, Ty::Int | Ty::Range(..)) => is(&mut self.element, &Ty::Int),
            (Shape::Number, Ty::Num) => is(&mut self.element, ty),
            (Shape::Like(of) | Shape::As(of) | Shape::NonEmpty(of), _) => self.fits(of, ty),
            (Shape::Opt(of), Ty::Opt(ty))
            | (Shape::List(of), Ty::List(ty))
            | (Shape::Set(of), Ty::Set(ty))
            | (Shape::Sequence(of), Ty::List(ty) | Ty::Array(ty, _))
            | (Shape::Many(of) | Shape::TextOrMany(of), Ty::List(ty) | Ty::Set(ty) | Ty::Array(ty, _)) => {
                self.fits(of, ty)
            }
            (Shape::TextOrMany(of), Ty::Str) => self.fits(of, ty),
            (Shape::Map(key, of) | Shape::Pairs(key, of), Ty::Map(k, v)) => self.fits(key, k) && self.fits(of, v),
            (Shape::Growing, Ty::List(_) | Ty::Set(_) | Ty::Map(..)) => true,
            (Shape::Sized, _) => ty.element().is_some() || matches!(ty, Ty::Str | Ty::Any),
            _ => shape.ty(self).is_some_and(|it| it == *ty),
        }
    }
}

/// Matches a type against a variable; binds the variable if it is free.
fn is(variable: &mut Option<Ty>, ty: &Ty) -> bool {
    variable.get_or_insert_with(|| ty.clone()) == ty
}

/// As a reader would write it.
impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Shape::Int | Shape::Within(..) | Shape::Index | Shape::Number => f.write_str("int"),
            Shape::Num => f.write_str("num"),
            Shape::Bool => f.write_str("bool"),
            Shape::Str => f.write_str("string"),
            Shape::Role => f.write_str("Role"),
            Shape::Any | Shape::Sized => f.write_str("any"),
            Shape::T | Shape::Ordered => f.write_str("T"),
            Shape::K => f.write_str("K"),
            Shape::V => f.write_str("V"),
            Shape::Like(of) | Shape::As(of) | Shape::NonEmpty(of) => of.fmt(f),
            Shape::Opt(of) => write!(f, "{of}?"),
            Shape::List(of) | Shape::Many(of) | Shape::TextOrMany(of) | Shape::Sequence(of) => {
                write!(f, "{of}[]")
            }
            Shape::Growing => f.write_str("T[]"),
            Shape::Set(of) => write!(f, "set<{of}>"),
            Shape::Map(key, of) | Shape::Pairs(key, of) => write!(f, "map<{key}, {of}>"),
        }
    }
}
