//! Types at random.

use super::maker::Maker;
use ir::{EnumId, Index, RecordId, Ty};

/// The ranges of whole numbers, from narrow ones to those that need all bytes.
const RANGES: &[(i64, i64)] = &[
    (0, 1),
    (0, 7),
    (-3, 3),
    (1, 12),
    (0, 126),
    (0, 127),
    (0, 255),
    (-128, 127),
    (-127, 127),
    (-5, -2),
    (0, 40_000),
    (-32_768, 32_767),
    (0, 3_000_000_000),
    (-1_099_511_627_776, 1_099_511_627_776),
];

impl Maker {
    pub fn range(&mut self) -> Ty {
        let (low, high) = RANGES[self.draw.below(RANGES.len())];
        Ty::Range(low, high)
    }

    fn enum_id(&mut self) -> EnumId {
        EnumId(self.draw.below(self.program.enums.len()) as u16)
    }

    /// A type for keys of sets and maps.
    pub fn key_type(&mut self) -> Ty {
        match self.draw.below(9) {
            0..=1 => Ty::Int,
            2 => self.range(),
            3..=4 => Ty::Str,
            5 => Ty::Role,
            6 => Ty::Num,
            7 => Ty::Any,
            _ => Ty::Enum(self.enum_id()),
        }
    }

    /// A type without parts.
    pub fn plain_type(&mut self) -> Ty {
        match self.draw.below(11) {
            0..=2 => Ty::Int,
            3 => self.range(),
            4 => Ty::Num,
            5 => Ty::Bool,
            6..=7 => Ty::Str,
            8 => Ty::Role,
            9 => Ty::Any,
            _ => Ty::Enum(self.enum_id()),
        }
    }

    pub fn index(&mut self) -> Index {
        match self.draw.below(4) {
            0 => Index::Role,
            1 => Index::Enum(self.enum_id()),
            _ => Index::Count(1 + self.draw.below(4) as u32),
        }
    }

    /// Any type, with at most this many levels.
    pub fn ty(&mut self, depth: usize) -> Ty {
        if depth == 0 {
            return self.plain_type();
        }
        match self.draw.below(14) {
            0..=3 => self.plain_type(),
            4..=5 => self.ty(depth - 1).opt(),
            6..=8 => self.ty(depth - 1).list(),
            9 => Ty::Array(Box::new(self.ty(depth - 1)), self.index()),
            10 => Ty::Set(Box::new(self.key_type())),
            11 => Ty::Map(Box::new(self.key_type()), Box::new(self.ty(depth - 1))),
            _ if self.program.records.is_empty() => self.plain_type(),
            _ => Ty::Record(RecordId(self.draw.below(self.program.records.len()) as u16)),
        }
    }

    /// Often one that the program has already: so that values of it meet.
    pub fn usual(&mut self) -> Ty {
        if self.types.is_empty() || self.draw.below(4) == 0 {
            return self.ty(2);
        }
        self.types[self.draw.below(self.types.len())].clone()
    }
}

/// `true` if a template can print values of a type.
pub fn printable(ty: &Ty) -> bool {
    match ty {
        Ty::Record(_) | Ty::Map(..) | Ty::Unit => false,
        Ty::Opt(of) | Ty::List(of) | Ty::Set(of) | Ty::Array(of, _) => printable(of),
        _ => true,
    }
}
