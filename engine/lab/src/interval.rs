//! Intervals that hold the true value in 95 of 100 cases.
//!
//! What must stay true: of arithmetic only what gives the same bits on every machine (the root is exact).

use serde::Serialize;

/// Of the normal distribution: 95% lie closer to the middle.
const Z: f64 = 1.959_963_984_540_054;

/// A value and its interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    pub value: f64,
    pub low: f64,
    pub high: f64,
}

/// Wilson's interval: between which bounds a share lies, of which that many of so many were counted. Right for few and for
/// none, too; from 0 to 1 where nothing was counted.
pub fn wilson(part: u64, of: u64) -> (f64, f64) {
    if of == 0 {
        return (0.0, 1.0);
    }
    let (n, share) = (of as f64, part as f64 / of as f64);
    let spread = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
    let (middle, scale) = (share + Z * Z / (2.0 * n), 1.0 + Z * Z / n);
    (((middle - spread) / scale).max(0.0), ((middle + spread) / scale).min(1.0))
}

/// A share of so many with that interval.
pub fn share(part: u64, of: u64) -> Interval {
    let (low, high) = wilson(part, of);
    Interval { value: if of == 0 { 0.0 } else { part as f64 / of as f64 }, low, high }
}

/// The difference of two shares, the second less the first: Newcombe's, from the intervals of both.
pub fn difference_of_shares(a: Interval, b: Interval) -> Interval {
    let value = b.value - a.value;
    let root = |x: f64, y: f64| (x * x + y * y).sqrt();
    Interval {
        value,
        low: value - root(b.value - b.low, a.high - a.value),
        high: value + root(b.high - b.value, a.value - a.low),
    }
}

/// A mean from the count, the sum and the sum of squares.
pub fn mean(count: u64, sum: f64, squares: f64) -> Interval {
    if count == 0 {
        return Interval { value: 0.0, low: 0.0, high: 0.0 };
    }
    let n = count as f64;
    let value = sum / n;
    let variance = if count > 1 { ((squares - sum * value) / (n - 1.0)).max(0.0) } else { 0.0 };
    let half = Z * (variance / n).sqrt();
    Interval { value, low: value - half, high: value + half }
}

/// The difference of two means, the second less the first.
pub fn difference_of_means(a: Interval, b: Interval) -> Interval {
    let value = b.value - a.value;
    let (x, y) = (a.high - a.value, b.high - b.value);
    let half = (x * x + y * y).sqrt();
    Interval { value, low: value - half, high: value + half }
}
