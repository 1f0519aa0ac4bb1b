//! Intervals that contain the true value in 95 of 100 cases, or as often as a [`Level`] says.
//!
//! Invariant: only arithmetic that gives the same bits on every machine (the square root is exact, `libm` is the same
//! everywhere).

use serde::Serialize;

/// Of the normal distribution: 95% lie closer to the middle.
const Z: f64 = 1.959_963_984_540_054;

/// Error rate of an interval.
const ERROR: f64 = 0.05;

/// Number of games at which a repeatedly checked interval is tightest for its level.
const BEST_AT: f64 = 1_000.0;

/// Bisection steps: more than the bits of a number.
const HALVINGS: usize = 60;

/// A value and its interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    pub value: f64,
    pub low: f64,
    pub high: f64,
}

impl Interval {
    /// Half of its width.
    pub fn half(&self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// As wide as it must be for a mean of values from 0 to 1: among `count` cases that were all alike, others may not
    /// have been seen yet.
    pub fn with_unseen(self, level: Level, count: f64) -> Interval {
        let half = self.half().max(level.share_of(0.0, count).high);
        Interval { low: self.value - half, high: self.value + half, ..self }
    }

    /// `true` if a value is outside of the interval.
    pub fn excludes(&self, value: f64) -> bool {
        self.low > value || self.high < value
    }
}

/// Confidence level of an interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// Probability that the interval misses the truth.
    error: f64,
    /// `true` if this holds at all times together, so one may watch and stop at will.
    often: bool,
}

impl Level {
    /// 95 of 100, read once, when all games are played.
    pub const ONCE: Level = Level { error: ERROR, often: false };

    /// 95 of 100 hold the truth all the time, so that one may look at each game and stop when one likes.
    pub const OFTEN: Level = Level { error: ERROR, often: true };

    /// All of `rows` intervals hold together in 95 of 100 cases: Bonferroni's correction.
    pub fn among(self, rows: usize) -> Level {
        Level { error: self.error / rows.max(1) as f64, ..self }
    }

    /// Width in standard errors of an interval that is read once.
    pub(crate) fn errors(self) -> f64 {
        if self.error == ERROR {
            return Z;
        }
        let misses = |z: f64| libm::erfc(z * std::f64::consts::FRAC_1_SQRT_2);
        halved(0.0, 40.0, &|z| misses(z) > self.error)
    }

    /// As above, for an estimate with a spread estimated from `groups` groups: Student's distribution, by its first
    /// terms.
    fn errors_of(self, groups: usize) -> f64 {
        let (z, n) = (self.errors(), groups.saturating_sub(1).max(1) as f64);
        let (three, five) = (z * z * z, z * z * z * z * z);
        z + (three + z) / (4.0 * n) + (5.0 * five + 16.0 * three + 3.0 * z) / (96.0 * n * n)
    }

    /// The interval of a share. Read once, it is Wilson's interval, which also suits few cases and none. Read
    /// repeatedly, it comes from a bet on all shares at once (Robbins 1970, *Statistical methods related to the law of
    /// the iterated logarithm*): it holds a share until such a bet against the share has multiplied its stake by
    /// twenty. From 0 to 1 if nothing was counted.
    pub fn share(self, part: u64, of: u64) -> Interval {
        self.share_of(part as f64, of as f64)
    }

    /// The same of parts.
    pub fn share_of(self, part: f64, of: f64) -> Interval {
        if of <= 0.0 {
            return Interval { value: 0.0, low: 0.0, high: 1.0 };
        }
        let value = part / of;
        let (low, high) = if self.often { bet(part, of, self.error) } else { wilson_at(value, of, self.errors()) };
        Interval { value, low, high }
    }

    /// A mean from the count, the sum and the sum of squares. Looked at often it is the interval of Waudby-Smith, Arbour, Sinha,
    /// Kennedy and Ramdas (*Time-uniform central limit theory and asymptotic confidence sequences*, arXiv 2103.06476, theorem 2.2).
    pub fn mean(self, count: u64, sum: f64, squares: f64) -> Interval {
        if count == 0 {
            return Interval { value: 0.0, low: 0.0, high: 0.0 };
        }
        let n = count as f64;
        let value = sum / n;
        let variance = if count > 1 { ((squares - sum * value) / (n - 1.0)).max(0.0) } else { 0.0 };
        let half = (variance / n).sqrt() * if self.often { self.errors_ever(n) } else { self.errors() };
        Interval { value, low: value - half, high: value + half }
    }

    /// Width in standard errors of an interval that holds at any time, after `n` observations.
    fn errors_ever(self, n: f64) -> f64 {
        let log = -2.0 * libm::log(self.error);
        let mixed = n * (log + libm::log(log + 1.0)) / BEST_AT + 1.0;
        (2.0 * mixed / (mixed - 1.0) * libm::log(mixed.sqrt() / self.error)).sqrt()
    }

    /// The interval of an estimate with a standard error from `groups` groups of games.
    pub fn around(self, value: f64, error: f64, groups: usize, games: u64) -> Interval {
        if games == 0 {
            return Interval { value, low: value, high: value };
        }
        let half = error * if self.often { self.errors_ever(games as f64) } else { self.errors_of(groups) };
        Interval { value, low: value - half, high: value + half }
    }

    /// The difference of two shares, the second less the first, where games come in pairs with that correlation: Newcombe's (1998,
    /// *Improved confidence intervals for the difference between binomial proportions based on paired data*, method 10, without its
    /// correction of the correlation), from the intervals of both.
    pub fn difference_of_shares(self, a: (f64, f64), b: (f64, f64), correlation: f64) -> Interval {
        let [a, b] = [a, b].map(|(part, of)| self.share_of(part, of));
        let value = b.value - a.value;
        let root = |x: f64, y: f64| (x * x + y * y - 2.0 * correlation * x * y).max(0.0).sqrt();
        Interval {
            value,
            low: value - root(b.value - b.low, a.high - a.value),
            high: value + root(b.high - b.value, a.value - a.low),
        }
    }
}

/// Wilson's interval for `part` of `of` cases; from 0 to 1 without any.
pub fn wilson(part: u64, of: u64) -> (f64, f64) {
    let it = Level::ONCE.share(part, of);
    (it.low, it.high)
}

fn wilson_at(share: f64, n: f64, z: f64) -> (f64, f64) {
    let spread = z * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
    let (middle, scale) = (share + z * z / (2.0 * n), 1.0 + z * z / n);
    (((middle - spread) / scale).max(0.0), ((middle + spread) / scale).min(1.0))
}

/// The range of shares against which a uniform bet has not won that much. Its gain against one share is the beta
/// function of both counts over the likelihood of the share.
fn bet(part: f64, of: f64, error: f64) -> (f64, f64) {
    let rest = of - part;
    let made = libm::lgamma(part + 1.0) + libm::lgamma(rest + 1.0) - libm::lgamma(of + 2.0) + libm::log(error);
    let times = |count: f64, share: f64| if count == 0.0 { 0.0 } else { count * libm::log(share) };
    let out = |share: f64| times(part, share) + times(rest, 1.0 - share) < made;
    let value = part / of;
    let low = if part == 0.0 { 0.0 } else { halved(0.0, value, &out) };
    let high = if rest == 0.0 { 1.0 } else { 1.0 - halved(0.0, 1.0 - value, &|it| out(1.0 - it)) };
    (low, high)
}

/// Bisects for the point where a condition that holds at the low end stops holding.
fn halved(mut low: f64, mut high: f64, so: &dyn Fn(f64) -> bool) -> f64 {
    for _ in 0..HALVINGS {
        let middle = (low + high) / 2.0;
        if so(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    (low + high) / 2.0
}
