//! What actions were taken with: how often each argument could be chosen, and was.

use game::{Game, Offers, Value};
use ir::{Program, Sends, ShowKind, ViewId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Numbers from 0 to below this are counted one by one.
const NUMBERS: i64 = 4096;

/// Of a list so many items are counted, each by its place in it.
const ITEMS: usize = 8;

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
    /// By what lies there, as JSON, where the argument is the place of a card among others; and all that is no number.
    pub texts: BTreeMap<String, Chosen>,
}

impl Argument {
    fn add(&mut self, item: &Value, face: Option<&Value>, count: Chosen) {
        let number = match item {
            Value::Int(n) if (0..NUMBERS).contains(n) => Some(*n as usize),
            Value::Bool(it) => Some(usize::from(*it)),
            _ => None,
        };
        match (number, face) {
            (Some(n), None) => self.number(n).join(count),
            _ => self.text(game::text(face.unwrap_or(item)), count),
        }
    }

    fn number(&mut self, n: usize) -> &mut Chosen {
        if self.numbers.len() <= n {
            self.numbers.resize(n + 1, Chosen::default());
        }
        &mut self.numbers[n]
    }

    fn text(&mut self, text: String, count: Chosen) {
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
    fn join(&mut self, other: Chosen) {
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
    for (i, item) in items.iter().enumerate().take(ITEMS) {
        of(all, i).add(item, faces.of(action, i, item), count);
    }
}

/// The one with a number, which there is from then on.
pub fn of(all: &mut Vec<Argument>, at: usize) -> &mut Argument {
    if all.len() <= at {
        all.resize(at + 1, Argument::default());
    }
    &mut all[at]
}

/// Where cards are clicked: the action, which of its arguments is their place, and what the view shows.
pub struct Cards(Vec<(usize, usize, ViewId)>);

impl Cards {
    pub fn of(program: &Program) -> Cards {
        let mut out = Vec::new();
        for show in program.shows.iter().filter(|it| it.what == ShowKind::Cards) {
            let Some(items) = show.items else { continue };
            for click in &show.clicks {
                let places = click.sends.iter().enumerate().filter(|it| *it.1 == Sends::Cell);
                out.extend(places.map(|(i, _)| (click.action.index(), i, items)));
            }
        }
        Cards(out)
    }

    /// The field of the view in which the cards lie that an argument of an action is the place of.
    pub fn shown(&self, action: usize, argument: usize) -> Option<ViewId> {
        self.0.iter().find(|it| (it.0, it.1) == (action, argument)).map(|it| it.2)
    }

    /// What lies where, as a role sees it, if any of it is offered.
    pub fn faces(&self, game: &Game, role: usize, offers: &Offers) -> Faces {
        let offered = |it: &&(usize, usize, ViewId)| offers.actions.iter().any(|(id, _)| id.index() == it.0);
        if !self.0.iter().any(|it| offered(&it)) {
            return Faces::default();
        }
        // What fails is found where views are looked at closely.
        let Ok(view) = game.rules().machine().on_view(game.state(), role as i64) else { return Faces::default() };
        let names = &game.rules().program().view_fields;
        let lies = |(action, argument, field): &(usize, usize, ViewId)| match view.get(&names[field.index()].name) {
            Some(Value::List(items)) => Some((*action, *argument, items.to_vec())),
            _ => None,
        };
        Faces(self.0.iter().filter(offered).filter_map(lies).collect())
    }
}

/// What lies where cards are clicked.
#[derive(Default)]
pub struct Faces(Vec<(usize, usize, Vec<Value>)>);

impl Faces {
    fn of(&self, action: usize, argument: usize, at: &Value) -> Option<&Value> {
        let Value::Int(at) = at else { return None };
        let items = self.0.iter().find(|it| (it.0, it.1) == (action, argument)).map(|it| &it.2)?;
        usize::try_from(*at).ok().and_then(|at| items.get(at))
    }
}
