//! After which questions something may still fail: only there what can be chosen has to be tried to its end.

use super::{Checker, Facts};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Where it is kept whether telling the triggers may ask somebody.
pub const SETTLE: u32 = u32::MAX;

/// What a body comes to, in its order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mark {
    /// A question, by where it is declared, and whether there may be nothing to choose.
    Ask(u32, bool),
    Fail,
    /// Another body.
    Body(u32),
}

impl Facts {
    /// The questions after which something may fail.
    pub fn find_later(&self) -> BTreeSet<u32> {
        let mut failing = BTreeMap::new();
        let mut later = BTreeSet::new();
        let mut seen = BTreeSet::new();
        for key in self.marks.keys() {
            self.look_after(*key, false, &mut failing, &mut seen, &mut later);
        }
        later
    }

    /// Actions whose triggers may come around to them again: the shortest way, beginning with what stands first.
    pub fn find_loops(&self) -> BTreeMap<u32, Vec<u32>> {
        let none = BTreeSet::new();
        let next = |key: u32| -> BTreeSet<u32> {
            let marks = self.marks.get(&key).map_or(&[][..], Vec::as_slice).iter();
            let bodies = marks.filter_map(|it| match it {
                Mark::Body(key) if *key != SETTLE => Some(*key),
                _ => None,
            });
            bodies.chain(self.sets_off.get(&key).unwrap_or(&none).iter().copied()).collect()
        };
        let mut out = BTreeMap::new();
        let waiting: BTreeSet<u32> = self.sets_off.values().flatten().copied().collect();
        for start in waiting {
            // Breadth first: where each was come from.
            let mut from = BTreeMap::new();
            let mut open = VecDeque::from([start]);
            while let Some(key) = open.pop_front() {
                for it in next(key) {
                    if let Entry::Vacant(new) = from.entry(it) {
                        new.insert(key);
                        open.push_back(it);
                    }
                }
            }
            let Some(mut at) = from.get(&start).copied() else { continue };
            let mut way = vec![start];
            while at != start {
                way.push(at);
                at = from.get(&at).copied().unwrap_or(start);
            }
            way.reverse();
            let first = way.iter().enumerate().min_by_key(|it| it.1).map_or(0, |it| it.0);
            way.rotate_left(first);
            out.insert(start, way);
        }
        out
    }

    /// Whether anything in a body may fail.
    fn may_fail(&self, key: u32, known: &mut BTreeMap<u32, bool>) -> bool {
        if let Some(it) = known.get(&key) {
            return *it;
        }
        known.insert(key, false);
        let marks = self.marks.get(&key).map_or(&[][..], Vec::as_slice);
        let fails = marks.iter().any(|it| match it {
            Mark::Ask(_, empty) => *empty,
            Mark::Fail => true,
            Mark::Body(key) => self.may_fail(*key, known),
        });
        known.insert(key, fails);
        fails
    }

    fn look_after(
        &self,
        key: u32,
        mut fails: bool,
        known: &mut BTreeMap<u32, bool>,
        seen: &mut BTreeSet<(u32, bool)>,
        later: &mut BTreeSet<u32>,
    ) {
        if !seen.insert((key, fails)) {
            return;
        }
        for mark in self.marks.get(&key).map_or(&[][..], Vec::as_slice).iter().rev() {
            match mark {
                Mark::Ask(at, empty) => {
                    if fails {
                        later.insert(*at);
                    }
                    fails |= empty;
                }
                Mark::Fail => fails = true,
                Mark::Body(inner) => {
                    self.look_after(*inner, fails, known, seen, later);
                    fails |= self.may_fail(*inner, known);
                }
            }
        }
    }
}

impl<'b, 'a, 's> Checker<'b, 'a, 's> {
    pub fn mark(&mut self, mark: Mark) {
        self.ctx.marks.push(mark);
    }

    /// Marks of what is done again and again: what comes before comes after, too.
    pub fn again(&mut self, from: usize) {
        let all = self.ctx.marks.get(from..).map_or(Vec::new(), <[Mark]>::to_vec);
        self.ctx.marks.extend(all);
    }
}
