//! Remaining steps, and charges by the length of values: see [`ir::steps`].

use crate::fault::{Check, trap};
use crate::measure::weigh;
use crate::value::{Value, equal};
use diag::Code;
use ir::steps::{Takes, sought, squared};
use std::cmp::Ordering;

#[derive(Clone, Copy, Debug)]
pub struct Fuel {
    /// Below 0 only while a failure is on its way.
    left: i64,
    all: i64,
}

/// The steps that were left when a share of them was given away.
#[derive(Clone, Copy, Debug)]
pub struct Shared {
    left: i64,
    share: i64,
}

impl Fuel {
    pub fn new(all: i64) -> Fuel {
        Fuel { left: all, all }
    }

    pub fn left(&self) -> i64 {
        self.left
    }

    pub fn spent(&self) -> u64 {
        self.all.abs_diff(self.left)
    }

    #[inline(always)]
    pub fn pay(&mut self, steps: i64) -> Check<()> {
        self.left -= steps;
        if self.left < 0 { self.out() } else { Ok(()) }
    }

    /// Limits the steps to the share of a trial that may fail, after `failed` failures; returns the previous limits.
    pub fn share(&mut self, failed: u32) -> Shared {
        let before = Shared { left: self.left, share: ir::steps::share(self.all, failed, self.left) };
        self.left = before.share;
        before
    }

    /// A trial succeeded: its steps are spent.
    pub fn end_share(&mut self, before: Shared) {
        self.left += before.left - before.share;
    }

    /// A trial failed: its steps are returned.
    pub fn give_back(&mut self, before: Shared) {
        self.left = before.left;
    }

    /// Takes steps only if enough are left; returns `true` then.
    #[inline(always)]
    pub fn afford(&mut self, steps: i64) -> bool {
        let enough = self.left >= steps;
        if enough {
            self.left -= steps;
        }
        enough
    }

    #[cold]
    #[inline(never)]
    pub fn out<T>(&self) -> Check<T> {
        let (count, unit) = if self.all % 1_000_000 == 0 { (self.all / 1_000_000, " million") } else { (self.all, "") };
        trap(Code::OutOfFuel, format!("the rules did not come to an end within {count}{unit} steps"))
    }

    /// For reading or writing a text.
    pub fn text(&mut self, text: &str) -> Check<()> {
        self.pay((text.len() >> ir::steps::BYTES_SHIFT) as i64)
    }

    /// For changing a list of this length.
    #[inline(always)]
    pub fn written(&mut self, len: usize) -> Check<()> {
        self.pay((len >> ir::steps::MOVED_SHIFT) as i64)
    }

    /// For iterating or creating a list of this length.
    #[inline(always)]
    pub fn gone_through(&mut self, len: usize) -> Check<()> {
        self.pay(ir::steps::gone_through(len))
    }

    /// For a list that is kept twice from now on, or may be.
    pub fn copied(&mut self, list: &Value) -> Check<()> {
        self.pay((list.items().len() >> ir::steps::COPIED_SHIFT) as i64)
    }

    /// `true` if two values are equal.
    #[inline(always)]
    pub fn equal(&mut self, a: &Value, b: &Value) -> Check<bool> {
        match (a, b) {
            (Value::Int(a), Value::Int(b)) => Ok(a == b),
            _ => self.same(a, b),
        }
    }

    #[inline(never)]
    fn same(&mut self, a: &Value, b: &Value) -> Check<bool> {
        let same = equal(a, b, &mut self.left);
        if self.left < 0 { self.out() } else { Ok(same) }
    }

    /// Number of parts in a value; counting stops when the remaining steps are exceeded.
    pub fn size(&self, value: &Value) -> Check<i64> {
        let mut left = self.left;
        match weigh(value, usize::MAX, &mut { usize::MAX }, &mut left) {
            Ok(()) => Ok(self.left - left),
            Err(_) => self.out(),
        }
    }

    /// Charges a builtin for its first operands; the first has `entries` entries.
    pub fn takes(&mut self, takes: Takes, first: &Value, second: &Value, entries: usize) -> Check<()> {
        match takes {
            Takes::Nothing => Ok(()),
            Takes::Entries => self.gone_through(entries),
            Takes::Each => self.pay(entries as i64),
            Takes::Both => {
                self.gone_through(entries)?;
                self.gone_through(second.items().len())
            }
            Takes::Second => self.gone_through(second.items().len()),
            Takes::Parts => self.pay(self.size(first)?),
            Takes::Order => self.order(first, entries),
            Takes::OrderBy => self.order(second, second.items().len()),
            Takes::Square => self.pay(squared(entries)),
            Takes::SquareBy => {
                self.pay(squared(entries))?;
                self.pay(self.size(second)?)
            }
            Takes::Search => self.search(second, entries),
            Takes::Moves => self.written(entries),
            Takes::SearchMoves => {
                self.search(second, entries)?;
                self.written(entries)
            }
            Takes::Bytes => self.text(first.text()),
            Takes::Sought => self.pay(sought(first.text().len(), second.text().len())),
        }
    }

    /// For finding a value in a sorted list of this length.
    pub fn search(&mut self, value: &Value, count: usize) -> Check<()> {
        match value {
            Value::Str(_) | Value::List(_) | Value::Obj(_) => {
                let parts = self.size(value)? - 1;
                self.pay(parts * ir::steps::levels(count))
            }
            _ => Ok(()),
        }
    }

    /// For sorting this many entries of a list.
    pub fn order(&mut self, list: &Value, count: usize) -> Check<()> {
        let parts = self.size(list)?;
        self.pay(parts * (1 + ir::steps::levels(count)))
    }

    /// Index of the first element equal to a value.
    pub fn position(&mut self, items: &[Value], value: &Value) -> Check<Option<usize>> {
        let at = items.iter().position(|it| equal(it, value, &mut self.left));
        if self.left < 0 { self.out() } else { Ok(at) }
    }

    /// The elements of a list that are not equal to a value.
    pub fn without(&mut self, items: &[Value], value: &Value) -> Check<Vec<Value>> {
        let rest = items.iter().filter(|it| !equal(it, value, &mut self.left)).cloned().collect();
        if self.left < 0 { self.out() } else { Ok(rest) }
    }

    /// For comparing two texts by their order.
    pub fn compare(&mut self, a: &str, b: &str) -> Check<Ordering> {
        self.pay((a.len().min(b.len()) >> ir::steps::BYTES_SHIFT) as i64)?;
        Ok(crate::order::units(a, b))
    }
}
