//! What is found out of the whole game, and taken for granted the next time that its program is made.

use super::super::ast::Shape;
use super::types::{ClassId, T};
use diag::Span;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// What is known of the whole game. Places stand for what is declared there.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Facts {
    /// Attributes, variables, and verbs whose value may be none.
    pub none: BTreeSet<u32>,
    /// Some number may have a fraction.
    pub fraction: bool,
    /// Some list may hold none.
    pub list_none: bool,
    /// What verbs give, where they do not say so.
    pub results: BTreeMap<u32, T>,
    /// Bodies in which a player is asked something.
    pub asks: BTreeSet<u32>,
    /// What bodies come to, and the questions after which something may fail.
    pub marks: BTreeMap<u32, Vec<Mark>>,
    pub later: BTreeSet<u32>,
    /// Which actions are set off from bodies by what happens there, and those that may come around to themselves.
    pub sets_off: BTreeMap<u32, BTreeSet<u32>>,
    pub loops: BTreeMap<u32, Vec<u32>>,
    /// Something is told to triggers that wait for the end of an effect.
    pub queues: bool,
    /// Something is told to triggers that wait for the end of an action.
    pub waits_after: bool,
    /// States of which the rules say who has them, by where they are declared.
    pub given: BTreeSet<u32>,
    /// Random numbers are drawn, or cards.
    pub chance: bool,
    /// Actions are barred or allowed.
    pub allows: bool,
    /// Phases of turns are called, or have triggers.
    pub calls_phases: bool,
    /// Others than who acts are asked something.
    pub others: bool,
    /// Those of one instance are, rather than of all.
    pub allows_one: bool,
    /// Bodies that cancel effects, their own or those of who calls them.
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

/// Where it is kept whether telling the triggers may ask somebody.
pub const SETTLE: u32 = u32::MAX;

/// What follows every choice: those who wait for any action, and the turns and phases that come next.
pub const AFTER: u32 = u32::MAX - 2;

/// What a body comes to, in its order.
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

    /// A question that a body comes to by itself, by where it is declared.
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

    /// Actions whose triggers may come around to them again: the shortest way, beginning with what stands first.
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

    /// Whether anything may fail that follows a choice.
    pub fn fails_after(&self) -> bool {
        self.may_fail(AFTER, &mut BTreeMap::new())
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
