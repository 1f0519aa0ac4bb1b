//! The arguments of actions: how often each could be chosen, and was.

use crate::cards::Faces;
use crate::made::{Item, Made};
use codegen::memory::lab::ITEMS;
use game::Value;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Numbers from 0 to below this are counted one by one.
const NUMBERS: i64 = 4096;

/// Maximum values counted separately that are not small numbers. The first by their JSON are kept, so the choice does
/// not depend on the division of work.
const TEXTS: usize = 500;

/// In how many moves that were offered it was, and how often it was taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Chosen(pub u64, pub u64);

/// One of the arguments of an action.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Argument {
    /// By number (of a cell, a role, a member; 0 and 1 for false and true).
    pub numbers: Vec<Chosen>,
    /// By the card's name as JSON for an argument that denotes a card; also all other values that are no number.
    pub texts: BTreeMap<String, Chosen>,
    /// The same by who took it.
    pub made_numbers: Vec<Made>,
    pub made_texts: BTreeMap<String, Made>,
}

impl Argument {
    fn add(&mut self, item: Item, count: Chosen) {
        match item {
            Item::Number(n) => self.number(n).join(count),
            Item::Text(text) => self.text(text, count),
        }
    }

    /// Counts that a role took it in a game, and if that role won.
    pub fn made(&mut self, item: &Item, role: usize, won: bool) {
        match item {
            Item::Number(n) => self.made_number(*n).add(role, 1, u64::from(won)),
            Item::Text(text) => self.made_text(text.clone(), |it| it.add(role, 1, u64::from(won))),
        }
    }

    /// The same of many games.
    pub fn join_made(&mut self, item: &Item, made: &Made) {
        match item {
            Item::Number(n) => self.made_number(*n).join(made),
            Item::Text(text) => self.made_text(text.clone(), |it| it.join(made)),
        }
    }

    fn made_number(&mut self, n: usize) -> &mut Made {
        if self.made_numbers.len() <= n {
            self.made_numbers.resize(n + 1, Made::default());
        }
        &mut self.made_numbers[n]
    }

    fn made_text(&mut self, text: String, change: impl FnOnce(&mut Made)) {
        change(self.made_texts.entry(text).or_default());
        if self.made_texts.len() > TEXTS {
            self.made_texts.pop_last();
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
        for (n, made) in other.made_numbers.iter().enumerate() {
            self.made_number(n).join(made);
        }
        for (text, made) in other.made_texts {
            self.made_text(text, |it| it.join(&made));
        }
    }
}

impl Chosen {
    pub fn join(&mut self, other: Chosen) {
        self.0 += other.0;
        self.1 += other.1;
    }
}

/// Counts the arguments with which an action was offered or taken.
pub fn add(all: &mut Vec<Argument>, argument: &Value, faces: &Faces, action: usize, count: Chosen) {
    for (i, item) in items(argument, faces, action) {
        of(all, i).add(item, count);
    }
}

/// The counted values of an argument, each with its place, as far as places are counted.
pub fn items(argument: &Value, faces: &Faces, action: usize) -> Vec<(usize, Item)> {
    let items = match argument {
        Value::Absent => return Vec::new(),
        Value::List(items) => items.as_slice(),
        one => std::slice::from_ref(one),
    };
    let counted = items.iter().enumerate().take(ITEMS as usize);
    counted.map(|(i, it)| (i, item(it, faces.card(action, items, i)))).collect()
}

fn item(item: &Value, card: Option<String>) -> Item {
    let number = match item {
        Value::Int(n) if (0..NUMBERS).contains(n) => Some(*n as usize),
        Value::Bool(it) => Some(usize::from(*it)),
        // As JSON says it: 3 and 3.0 are one number.
        Value::Num(n) if n.fract() == 0.0 && (0.0..NUMBERS as f64).contains(n) => Some(*n as usize),
        _ => None,
    };
    match (number, card) {
        (Some(n), None) => Item::Number(n),
        (_, card) => Item::Text(card.unwrap_or_else(|| game::text(item))),
    }
}

/// The one with a number, which there is from then on.
pub fn of(all: &mut Vec<Argument>, at: usize) -> &mut Argument {
    if all.len() <= at {
        all.resize(at + 1, Argument::default());
    }
    &mut all[at]
}
