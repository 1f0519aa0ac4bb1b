//! What a prompt gives: a text, and what the role may do.

use crate::fault::{Check, trap};
use crate::machine::Names;
use crate::order;
use crate::value::{Object, Value};
use diag::Code;
use ir::{ActionId, Program};
use std::rc::Rc;

/// What a prompt offers to a role.
#[derive(Clone, Debug, Default)]
pub struct Offers {
    /// A string; none if the prompt set none.
    pub prompt: Value,
    /// In the order they were first named.
    pub actions: Vec<(ActionId, Offer)>,
}

/// How an action is offered.
#[derive(Clone, Debug)]
pub enum Offer {
    /// A button, enabled or not.
    Button(bool),
    /// With these arguments, ascending; [`Value::Absent`] is none.
    Arguments(Rc<Vec<Value>>),
}

impl Offers {
    pub fn get(&self, action: ActionId) -> Option<&Offer> {
        self.actions.iter().find(|(id, _)| *id == action).map(|(_, offer)| offer)
    }

    /// Every move that may be made: the action with its argument ([`Value::Absent`] for none).
    pub fn moves(&self) -> impl Iterator<Item = (ActionId, &Value)> {
        const ABSENT: &Value = &Value::Absent;
        self.actions.iter().flat_map(|(id, offer)| {
            let arguments = match offer {
                Offer::Button(true) => std::slice::from_ref(ABSENT),
                Offer::Button(false) => &[],
                Offer::Arguments(items) => items.as_slice(),
            };
            arguments.iter().map(|argument| (*id, argument))
        })
    }

    pub(super) fn button(&mut self, action: ActionId, enabled: bool) {
        match self.actions.iter_mut().find(|(id, _)| *id == action) {
            Some((_, offer)) => *offer = Offer::Button(enabled),
            None => self.actions.push((action, Offer::Button(enabled))),
        }
    }

    pub(super) fn offer(&mut self, action: ActionId, argument: Value, program: &Program, most: usize) -> Check<()> {
        let at = match self.actions.last() {
            Some((id, _)) if *id == action => Some(self.actions.len() - 1),
            _ => self.actions.iter().position(|(id, _)| *id == action),
        };
        let at = at.unwrap_or_else(|| {
            self.actions.push((action, Offer::Arguments(Rc::default())));
            self.actions.len() - 1
        });
        match self.actions.get_mut(at) {
            Some((_, Offer::Arguments(items))) if items.len() < most => {
                order::add(Rc::make_mut(items), argument);
                Ok(())
            }
            Some((_, Offer::Arguments(_))) => trap(Code::ListLength, format!("more than {most} arguments offered")),
            _ => {
                let name = program.actions.get(action.index()).map_or("", String::as_str);
                trap(Code::BadOffer, format!("`{name}` is offered as a button already, and here with an argument"))
            }
        }
    }

    /// The `actions` object, with the `undo` that the framework adds.
    pub(crate) fn to_any(&self, names: &Names, can_undo: bool) -> Value {
        let mut object = Object::default();
        for (id, offer) in &self.actions {
            let Some(name) = names.actions.get(id.index()) else { continue };
            let value = match offer {
                Offer::Button(enabled) => Value::Int(i64::from(*enabled)),
                Offer::Arguments(items) => Value::List(items.clone()),
            };
            object.set(name, value);
        }
        if object.get(&names.undo).is_none() {
            object.set(&names.undo, Value::Int(i64::from(can_undo)));
        }
        Value::object(object)
    }
}
