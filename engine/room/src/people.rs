//! Who sits where.

use crate::key::Key;
use crate::line::Order;
use serde_json::{Value, json};
use std::collections::VecDeque;

/// People without a seat who are remembered.
const GUESTS: usize = 256;

/// Most characters of a name.
const NAME: usize = 40;

/// The place of a player.
#[derive(Clone, Debug)]
pub struct Seat {
    pub role: String,
    /// Whose it is. A seat that the computer plays may still be somebody's.
    pub key: Option<Key>,
    /// "" for somebody who gave none.
    name: String,
    /// The computer's level while it plays here.
    pub machine: Option<String>,
    /// Moves that it makes by itself while a person plays here.
    pub order: Option<Order>,
}

impl Seat {
    /// The name of who sits here, or else that of the role.
    pub fn name(&self) -> &str {
        if self.name.is_empty() { &self.role } else { &self.name }
    }
}

#[derive(Clone, Debug, Default)]
pub struct People {
    pub seats: Vec<Seat>,
    /// Who once sat here may take a free seat again.
    guests: VecDeque<Key>,
}

impl People {
    /// The people of these, at the seats of a game with other roles: at the role of the same name. Where none is, they get up.
    pub fn at(&self, roles: &[String]) -> People {
        let same = |role: &String| self.seats.iter().find(|it| it.role == *role).cloned();
        let free =
            |role: &String| Seat { role: role.clone(), key: None, name: String::new(), machine: None, order: None };
        let seats = roles.iter().map(|role| same(role).unwrap_or_else(|| free(role))).collect();
        People { seats, guests: self.guests.clone() }
    }

    /// Each at the role of the one before, as for a second game.
    pub fn turned(&self) -> People {
        let mut seats = self.seats.clone();
        let count = seats.len();
        for (at, seat) in self.seats.iter().enumerate() {
            if let Some(next) = seats.get_mut((at + 1) % count) {
                *next = Seat { role: next.role.clone(), ..seat.clone() };
            }
        }
        People { seats, guests: self.guests.clone() }
    }

    pub fn seat(&mut self, role: &str) -> Result<&mut Seat, String> {
        self.seats.iter_mut().find(|it| it.role == role).ok_or_else(|| format!("there is no seat `{role}`"))
    }

    /// The seat of a person.
    pub fn of(&self, key: &Key) -> Option<&Seat> {
        self.seats.iter().find(|it| it.key.as_ref().is_some_and(|own| own.is(key)))
    }

    /// `true` for who sits here, or once did.
    pub fn knows(&self, key: &Key) -> bool {
        self.of(key).is_some() || self.guests.iter().any(|it| it.is(key))
    }

    /// A seat for somebody who does not say which: the first that is nobody's, one without a computer if there is one.
    pub fn free(&self) -> Option<&Seat> {
        let mut free = self.seats.iter().filter(|it| it.key.is_none());
        free.clone().find(|it| it.machine.is_none()).or_else(|| free.next())
    }

    pub fn sit(&mut self, role: &str, name: &str, key: &Key) -> Result<(), String> {
        let taken = |it: &Seat| it.key.as_ref().is_some_and(|own| !own.is(key));
        if taken(self.seat(role)?) {
            return Err(format!("{role} is taken"));
        }
        for seat in &mut self.seats {
            if seat.key.as_ref().is_some_and(|own| own.is(key)) {
                (seat.key, seat.name, seat.order) = (None, String::new(), None);
            }
        }
        if !self.knows(key) {
            self.guests.push_back(key.clone());
            if self.guests.len() > GUESTS {
                self.guests.pop_front();
            }
        }
        let seat = self.seat(role)?;
        seat.name = name.trim().chars().filter(|it| !it.is_control()).take(NAME).collect();
        (seat.key, seat.machine) = (Some(key.clone()), None);
        Ok(())
    }

    pub fn leave(&mut self, role: &str) -> Result<(), String> {
        let seat = self.seat(role)?;
        (seat.key, seat.name, seat.order) = (None, String::new(), None);
        Ok(())
    }

    /// The seats of people who play themselves.
    pub fn playing(&self) -> impl Iterator<Item = &Seat> {
        self.seats.iter().filter(|it| it.key.is_some() && it.machine.is_none())
    }

    /// For everybody at the table. `here`: whether a person's screen is connected.
    pub fn told(&self, here: impl Fn(&Key) -> bool) -> Value {
        let one = |it: &Seat| {
            let (taken, here) = (it.key.is_some(), it.key.as_ref().is_some_and(&here));
            let name = if taken { it.name() } else { "" };
            json!({ "role": it.role, "name": name, "taken": taken, "here": here, "machine": it.machine })
        };
        self.seats.iter().map(one).collect()
    }
}
