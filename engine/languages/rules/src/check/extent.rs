//! Sizes of values, and nesting of types.

use front::nesting::NESTING_LIMIT;
use ir::{Const, Ty};

/// Bytes of a text that count as a part.
const PART_BYTES: usize = 16;

/// Size of a value.
#[derive(Clone, Copy, Debug, Default)]
pub struct Extent {
    pub parts: usize,
    /// Lists and records in one another.
    pub depth: usize,
}

/// The extent of a value; measuring stops at the maximum depth.
pub fn extent(value: &Const, above: usize) -> Extent {
    let inner = match value {
        Const::List(_) | Const::Object(_) if above <= NESTING_LIMIT => value
            .within()
            .map(|it| extent(it, above + 1))
            .fold(Extent::default(), |all, it| Extent { parts: all.parts + it.parts, depth: all.depth.max(it.depth) }),
        Const::Str(text) => Extent { parts: text.len() / PART_BYTES, depth: 0 },
        _ => Extent::default(),
    };
    let nests = matches!(value, Const::List(_) | Const::Object(_));
    Extent { parts: inner.parts + 1, depth: inner.depth + usize::from(nests) }
}

/// Nesting of a type; a record counts as one.
pub fn nesting(ty: &Ty) -> usize {
    match ty {
        Ty::Opt(of) | Ty::List(of) | Ty::Set(of) | Ty::Array(of, _) => nesting(of) + 1,
        Ty::Map(key, of) => nesting(key).max(nesting(of)) + 1,
        _ => 0,
    }
}
