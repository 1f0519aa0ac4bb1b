//! Ranges of integers.

use ir::{Binary, INT_MAX};

/// The known range of an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    pub low: i64,
    pub high: i64,
}

impl Bounds {
    pub const ALL: Bounds = Bounds { low: -INT_MAX, high: INT_MAX };
    /// The empty range.
    pub const NONE: Bounds = Bounds { low: i64::MAX, high: i64::MIN };

    pub fn new(low: i64, high: i64) -> Bounds {
        Bounds { low, high }
    }

    pub fn is_safe(self) -> bool {
        self.low >= -INT_MAX && self.high <= INT_MAX
    }

    /// `true` if every value is an index below `count`.
    pub fn is_index(self, count: i64) -> bool {
        self.low >= 0 && self.high < count
    }

    /// Smallest range that contains both.
    pub fn or(self, other: Bounds) -> Bounds {
        Bounds::new(self.low.min(other.low), self.high.max(other.high))
    }

    /// Intersection of both.
    pub fn and(self, other: Bounds) -> Bounds {
        Bounds::new(self.low.max(other.low), self.high.min(other.high))
    }

    pub fn plus(self, other: Bounds) -> Bounds {
        Bounds::new(self.low.saturating_add(other.low), self.high.saturating_add(other.high))
    }

    pub fn minus(self, other: Bounds) -> Bounds {
        Bounds::new(self.low.saturating_sub(other.high), self.high.saturating_sub(other.low))
    }

    pub fn times(self, other: Bounds) -> Bounds {
        let corners = [(self.low, other.low), (self.low, other.high), (self.high, other.low), (self.high, other.high)];
        let products = corners.map(|(a, b)| a.saturating_mul(b));
        Bounds::new(*products.iter().min().unwrap_or(&i64::MIN), *products.iter().max().unwrap_or(&i64::MAX))
    }

    /// Bounds on the total change from adding or subtracting this in every iteration of one run: there are no more
    /// iterations than steps.
    pub fn in_all_rounds(self, op: Binary) -> Bounds {
        const ROUNDS: i64 = 1 << 31;
        let it = if op == Binary::IntSub { Bounds::new(0, 0).minus(self) } else { self };
        Bounds::new(it.low.min(0).saturating_mul(ROUNDS), it.high.max(0).saturating_mul(ROUNDS))
    }

    /// The integer, if it can be but one.
    pub fn one(self) -> Option<i64> {
        (self.low == self.high).then_some(self.low)
    }
}
