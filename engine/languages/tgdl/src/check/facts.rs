//! Facts found about the whole game, and assumed in the next round.

use super::super::ast::Shape;
use super::types::{ClassId, T};
use diag::Span;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Facts about the whole game. Declarations are identified by their offsets.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Facts {
    /// Attributes, variables, and verbs whose value may be none.
    pub none: BTreeSet<u32>,
    /// Some number may have a fraction.
    pub fraction: bool,
    /// Some list may hold none.
    pub list_none: bool,
    /// Result types of verbs without declared ones.
    pub results: BTreeMap<u32, T>,
    /// Bodies in which a player is asked something.
    pub asks: BTreeSet<u32>,
    /// The marks of bodies, and the questions after which something may fail.
    pub marks: BTreeMap<u32, Vec<Mark>>,
    pub later: BTreeSet<u32>,
    /// Actions triggered from bodies, and those that may trigger themselves.
    pub sets_off: BTreeMap<u32, BTreeSet<u32>>,
    pub loops: BTreeMap<u32, Vec<u32>>,
    /// `true` if triggers wait for the end of an effect.
    pub queues: bool,
    /// `true` if triggers wait for the end of an action.
    pub waits_after: bool,
    /// States whose owners are set by the rules, by the offset of the declaration.
    pub given: BTreeSet<u32>,
    /// Random numbers are drawn, or cards.
    pub chance: bool,
    /// Actions are barred or allowed.
    pub allows: bool,
    /// Phases of turns are called, or have triggers.
    pub calls_phases: bool,
    /// Players other than the acting one are asked something.
    pub others: bool,
    /// Actions of single instances are barred or allowed.
    pub allows_one: bool,
    /// Bodies that cancel effects, their own or those of their callers.
    pub cancels: BTreeSet<u32>,
    /// Groups that are made while the game runs, by where that is.
    pub new_groups: BTreeMap<u32, NewGroup>,
}

/// `new group() { … }`: its cells, none where it is blank.
#[derive(Clone, Debug, PartialEq)]
pub struct NewGroup {
    pub shape: Shape,
    pub rows: Vec<Vec<Option<ClassId>>>,
    pub span: Span,
}

/// Key for whether running the triggers may ask somebody.
pub const SETTLE: u32 = u32::MAX;

/// Key for everything after a choice: the triggers for any action, then turns and phases.
pub const AFTER: u32 = u32::MAX - 2;

/// A step of a body, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
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
        let after = self.may_fail(AFTER, &mut failing);
        for key in self.marks.keys() {
            self.look_after(*key, after, &mut failing, &mut seen, &mut later);
        }
        later
    }

    /// The bodies that one runs.
    fn runs(&self, key: u32) -> impl Iterator<Item = u32> {
        let marks = self.marks.get(&key).into_iter().flatten();
        marks.filter_map(|it| match it {
            Mark::Body(key) if *key != SETTLE => Some(*key),
            _ => None,
        })
    }

    /// The bodies that one leads to: those it runs, and those it sets off.
    fn led_to(&self, key: u32) -> BTreeSet<u32> {
        self.runs(key).chain(self.sets_off.get(&key).into_iter().flatten().copied()).collect()
    }

    /// A question that a body itself asks, by the offset of its declaration.
    pub fn question_in(&self, key: u32) -> Option<u32> {
        let mut seen = BTreeSet::from([key]);
        let mut open = VecDeque::from([key]);
        while let Some(key) = open.pop_front() {
            for it in self.marks.get(&key).into_iter().flatten() {
                if let Mark::Ask(at, _) = it {
                    return Some(*at);
                }
            }
            open.extend(self.runs(key).filter(|it| seen.insert(*it)));
        }
        None
    }

    /// Actions whose triggers may lead back to them, with the shortest path, from the first declaration.
    pub fn find_loops(&self) -> BTreeMap<u32, Vec<u32>> {
        let mut out = BTreeMap::new();
        let waiting: BTreeSet<u32> = self.sets_off.values().flatten().copied().collect();
        for start in waiting {
            // Breadth first: where each was come from.
            let mut from = BTreeMap::new();
            let mut open = VecDeque::from([start]);
            while let Some(key) = open.pop_front() {
                for it in self.led_to(key) {
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

    /// `true` if anything after a choice may fail.
    pub fn fails_after(&self) -> bool {
        self.may_fail(AFTER, &mut BTreeMap::new())
    }

    /// `true` if anything in a body may fail.
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
