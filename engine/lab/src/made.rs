//! Correlates with winning: for each action and argument, how many of the roles that used it won.
//!
//! Invariant: each role counts once a game, however often it made the move.

use crate::groups::add;
use serde::{Deserialize, Serialize};

/// An action, or one of its arguments with a value.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key {
    pub action: usize,
    /// The argument; `None` for the action itself.
    pub argument: Option<(usize, Item)>,
}

/// The counted value of an argument.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Item {
    Number(usize),
    Text(String),
}

/// By role: number of games in which it did so, and of these its wins, alone or shared.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Made {
    pub by: Vec<u64>,
    pub won: Vec<u64>,
}

impl Made {
    /// Adds games in which a role did so, with its wins.
    pub fn add(&mut self, role: usize, games: u64, won: u64) {
        if games > 0 {
            add(&mut self.by, role, games);
            add(&mut self.won, role, won);
        }
    }

    pub fn join(&mut self, other: &Made) {
        for (role, (games, won)) in other.by.iter().zip(&other.won).enumerate() {
            self.add(role, *games, *won);
        }
    }
}
