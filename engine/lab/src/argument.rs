//! What actions were taken with: how often each argument could be chosen, and was.

use crate::cards::Faces;
use codegen::memory::lab::ITEMS;
use game::Value;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Numbers from 0 to below this are counted one by one.
const NUMBERS: i64 = 4096;

/// Of all else so many are told apart: the first by their JSON. Those are the same whoever counts which part.
const TEXTS: usize = 500;

/// In how many moves that were offered it was, and how often it was taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Chosen(pub u64, pub u64);

/// One of the arguments of an action.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Argument {
    /// By number (of a cell, a role, a member; 0 and 1 for false and true).
    pub numbers: Vec<Chosen>,
    /// By what the card is called, as JSON, where the argument stands for one; and all that is no number.
    pub texts: BTreeMap<String, Chosen>,
}

impl Argument {
    fn add(&mut self, item: &Value, card: Option<String>, count: Chosen) {
        let number = match item {
            Value::Int(n) if (0..NUMBERS).contains(n) => Some(*n as usize),
            Value::Bool(it) => Some(usize::from(*it)),
            // As JSON says it: 3 and 3.0 are one number.
            Value::Num(n) if n.fract() == 0.0 && (0.0..NUMBERS as f64).contains(n) => Some(*n as usize),
            _ => None,
        };
        match (number, card) {
            (Some(n), None) => self.number(n).join(count),
            (_, card) => self.text(card.unwrap_or_else(|| game::text(item)), count),
        }
    }

    pub fn number(&mut self, n: usize) -> &mut Chosen {
        if self.numbers.len() <= n {
            self.numbers.resize(n + 1, Chosen::default());
        }
        &mut self.numbers[n]
    }

    pub fn text(&mut self, text: String, count: Chosen) {
        self.texts.entry(text).or_default().join(count);
        if self.texts.len() > TEXTS {
            self.texts.pop_last();
        }
    }

    pub fn join(&mut self, other: Argument) {
        for (n, count) in other.numbers.into_iter().enumerate() {
            self.number(n).join(count);
        }
        for (text, count) in other.texts {
            self.text(text, count);
        }
    }
}

impl Chosen {
    pub fn join(&mut self, other: Chosen) {
        self.0 += other.0;
        self.1 += other.1;
    }
}

/// Counts what an action was offered or taken with.
pub fn add(all: &mut Vec<Argument>, argument: &Value, faces: &Faces, action: usize, count: Chosen) {
    let items = match argument {
        Value::Absent => return,
        Value::List(items) => items.as_slice(),
        one => std::slice::from_ref(one),
    };
    for (i, item) in items.iter().enumerate().take(ITEMS as usize) {
        of(all, i).add(item, faces.card(action, items, i), count);
    }
}

/// The one with a number, which there is from then on.
pub fn of(all: &mut Vec<Argument>, at: usize) -> &mut Argument {
    if all.len() <= at {
        all.resize(at + 1, Argument::default());
    }
    &mut all[at]
}
