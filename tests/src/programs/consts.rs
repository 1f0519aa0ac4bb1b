//! Constants at random, the awkward ones often.

use super::maker::Maker;
use ir::{Const, INT_MAX, Ty};

const SMALL: &[i64] = &[0, 1, -1, 2, 3, 4, 5, 7, -2, 10];
const LARGE: &[i64] = &[
    100,
    126,
    127,
    128,
    -127,
    -128,
    -129,
    255,
    256,
    32_767,
    32_768,
    -32_769,
    65_536,
    2_147_483_647,
    2_147_483_648,
    -2_147_483_648,
    -2_147_483_649,
    4_294_967_296,
    94_906_267,
    INT_MAX,
    -INT_MAX,
    INT_MAX - 1,
];
const NUMBERS: &[f64] = &[
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    1.5,
    -2.5,
    0.1,
    3.0,
    10.0,
    1e21,
    1e-7,
    123_456_789.125,
    1e308,
    5e-324,
    -1e15,
    9e15,
    2.5,
];
const TEXTS: &[&str] = &[
    "", "a", "b", "ab", "aXbXa", "ä", "ß", "𝄞", "\"q\\\n", "\u{1}", "10", "-3", " x ", "İ", "zz", "one two",
    "e\u{301}", "\u{ffff}", "1e3", "0x10", "\t7 ", ",",
];

impl Maker {
    pub fn int(&mut self) -> i64 {
        if self.draw.below(8) == 0 { LARGE[self.draw.below(LARGE.len())] } else { SMALL[self.draw.below(SMALL.len())] }
    }

    pub fn text(&mut self) -> String {
        TEXTS[self.draw.below(TEXTS.len())].to_owned()
    }

    /// An integer within bounds, the ends often.
    fn within(&mut self, low: i64, high: i64) -> Const {
        let n = match self.draw.below(4) {
            0 => low,
            1 => high,
            _ => low + (self.draw.next() % (high.abs_diff(low) + 1).min(9)) as i64,
        };
        Const::Int(n)
    }

    /// A constant of a type.
    pub fn constant(&mut self, ty: &Ty) -> Const {
        self.deep += 1;
        let made = self.constant_of(ty);
        self.deep -= 1;
        made
    }

    fn constant_of(&mut self, ty: &Ty) -> Const {
        match ty {
            // Some types hold others of their kind.
            Ty::Opt(_) if self.deep > 6 => Const::None,
            Ty::List(_) if self.deep > 6 => Const::List(Vec::new()),
            Ty::Int => Const::Int(self.int()),
            Ty::Range(low, high) => self.within(*low, *high),
            Ty::Role => self.within(0, self.program.roles.len() as i64 - 1),
            Ty::Enum(id) => self.within(0, self.program.enums[id.index()].members.len() as i64 - 1),
            Ty::Num => Const::Num(NUMBERS[self.draw.below(NUMBERS.len())].to_bits()),
            Ty::Bool => Const::Bool(self.draw.below(2) == 0),
            Ty::Str => Const::Str(self.text()),
            Ty::Opt(_) if self.draw.below(3) == 0 => Const::None,
            Ty::Opt(of) => self.constant(of),
            Ty::List(of) => Const::List((0..self.draw.below(4)).map(|_| self.constant(of)).collect()),
            Ty::Array(of, index) => Const::List((0..self.program.count(*index)).map(|_| self.constant(of)).collect()),
            Ty::Set(of) => Const::List(self.keys(of)),
            Ty::Map(key, of) => {
                let keys = self.keys(key);
                Const::List(keys.into_iter().flat_map(|it| [it, self.constant(of)]).collect())
            }
            Ty::Record(id) | Ty::Packed(id) => {
                let fields = self.program.records[id.index()].fields.clone();
                Const::List(fields.iter().map(|it| self.constant(&it.ty)).collect())
            }
            Ty::Any => self.any_constant(1),
            Ty::Unit => Const::None,
        }
    }

    fn any_constant(&mut self, depth: usize) -> Const {
        match self.draw.below(if depth == 0 { 6 } else { 8 }) {
            0 => Const::None,
            1 => Const::Bool(self.draw.below(2) == 0),
            2..=3 => Const::Int(self.int()),
            4 => self.constant(&Ty::Num),
            5 => Const::Str(self.text()),
            6 => Const::List((0..self.draw.below(4)).map(|_| self.any_constant(depth - 1)).collect()),
            _ => {
                let keys = ["2", "10", "a", "name", "é"].into_iter().filter(|_| self.draw.below(2) == 0);
                let keys: Vec<&str> = keys.collect();
                Const::Object(keys.into_iter().map(|it| (it.to_owned(), self.any_constant(depth - 1))).collect())
            }
        }
    }

    /// Constants of a type, ascending, without doubles.
    fn keys(&mut self, of: &Ty) -> Vec<Const> {
        // For `Any`: of one kind, so that the order is defined.
        let of = if *of == Ty::Any { &Ty::Int } else { of };
        let mut keys: Vec<Const> = (0..self.draw.below(4)).map(|_| self.constant(of)).collect();
        let order = |a: &Const, b: &Const| match (a, b) {
            (Const::Int(a), Const::Int(b)) => a.cmp(b),
            (Const::Num(a), Const::Num(b)) => {
                f64::from_bits(*a).partial_cmp(&f64::from_bits(*b)).expect("constants are numbers")
            }
            (Const::Str(a), Const::Str(b)) => a.encode_utf16().cmp(b.encode_utf16()),
            _ => unreachable!("keys of one type"),
        };
        keys.sort_by(order);
        keys.dedup_by(|a, b| order(a, b).is_eq());
        keys
    }
}
