//! The result of a prompt: a text, and the offers to the role.

use crate::fault::{Check, trap};
use crate::fuel::Fuel;
use crate::names::Names;
use crate::order;
use crate::value::{Object, Value, equal};
use diag::Code;
use ir::steps::MOVED_SHIFT;
use ir::{ActionId, Program};
use std::rc::Rc;

/// Enough for comparing one argument with as many as a prompt can offer.
const COMPARED: i64 = 100_000_000;

/// The offers of a prompt to a role.
#[derive(Clone, Debug, Default)]
pub struct Offers {
    /// A string; none if the prompt set none.
    pub prompt: Value,
    /// In the order they were first named.
    pub actions: Vec<(ActionId, Offer)>,
    /// Why something is not offered: the reasons of each action, in the order they were first named.
    pub why: Vec<(ActionId, Texts)>,
    /// Labels of moves, likewise.
    pub labels: Vec<(ActionId, Texts)>,
    /// Memory for arguments.
    spare: Vec<Rc<Vec<Value>>>,
}

/// Texts about the moves of an action: strings.
#[derive(Clone, Debug)]
pub enum Texts {
    /// Of a button, or of an action without arguments.
    Plain(Value),
    /// By argument, ascending as offers are.
    Arguments(Vec<(Value, Value)>),
}

/// The form of an offer.
#[derive(Clone, Debug)]
pub enum Offer {
    /// A button, enabled or not.
    Button(bool),
    /// With these arguments, ascending; [`Value::Absent`] is none.
    Arguments(Rc<Vec<Value>>),
}

impl Offer {
    /// Number of moves in it.
    pub fn moves(&self) -> usize {
        match self {
            Offer::Button(enabled) => usize::from(*enabled),
            Offer::Arguments(items) => items.len(),
        }
    }
}

impl Offers {
    pub fn get(&self, action: ActionId) -> Option<&Offer> {
        self.actions.iter().find(|(id, _)| *id == action).map(|(_, offer)| offer)
    }

    /// Clears the offers, and keeps their memory.
    pub(crate) fn clear(&mut self) {
        let Offers { prompt, actions, why, labels, spare } = self;
        *prompt = Value::None;
        why.clear();
        labels.clear();
        for (_, offer) in actions.drain(..) {
            if let Offer::Arguments(mut items) = offer
                && let Some(own) = Rc::get_mut(&mut items)
            {
                own.clear();
                spare.push(items);
            }
        }
    }

    /// Number of possible moves.
    pub(crate) fn len(&self) -> usize {
        let count = |(_, offer): &(ActionId, Offer)| match offer {
            Offer::Button(enabled) => usize::from(*enabled),
            Offer::Arguments(items) => items.len(),
        };
        self.actions.iter().map(count).sum()
    }

    /// One of [`Offers::moves`] by its number; if there is none, the number less how many there are.
    pub(crate) fn nth(&self, mut number: usize) -> Result<(ActionId, Value), usize> {
        for (id, offer) in &self.actions {
            let count = match offer {
                Offer::Button(enabled) => usize::from(*enabled),
                Offer::Arguments(items) => items.len(),
            };
            if number < count {
                let argument = match offer {
                    Offer::Arguments(items) => items.get(number).cloned().unwrap_or_default(),
                    Offer::Button(_) => Value::Absent,
                };
                return Ok((*id, argument));
            }
            number -= count;
        }
        Err(number)
    }

    /// Number of arguments of an action offered so far.
    pub(super) fn count(&self, action: ActionId) -> usize {
        match self.get(action) {
            Some(Offer::Arguments(items)) => items.len(),
            _ => 0,
        }
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

    /// The reason why a move is not offered, if the rules give one.
    pub fn why(&self, action: ActionId, argument: &Value) -> Option<&str> {
        let text = self.why.iter().find(|(id, _)| *id == action).and_then(|(_, why)| match why {
            Texts::Plain(text) => argument.is_absent().then_some(text),
            Texts::Arguments(items) => {
                let at = order::offer(items, |it| &it.0, argument).ok()?;
                let mut fuel = COMPARED;
                items.get(at).filter(|it| equal(&it.0, argument, &mut fuel)).map(|it| &it.1)
            }
        });
        text.map(Value::text)
    }

    pub(super) fn withhold(&mut self, action: ActionId, argument: Value, why: Value, most: usize) -> Check<()> {
        say(&mut self.why, action, argument, why, most)
    }

    pub(super) fn label(&mut self, action: ActionId, argument: Value, text: Value, most: usize) -> Check<()> {
        say(&mut self.labels, action, argument, text, most)
    }

    pub(super) fn disable(&mut self, action: ActionId, why: Value) {
        self.why.push((action, Texts::Plain(why)));
    }

    /// Drops the reasons of moves that are offered after all. Call once the prompt has run.
    pub(crate) fn settle(&mut self) {
        let Offers { actions, why, .. } = self;
        if why.is_empty() {
            return;
        }
        why.retain_mut(|(action, why)| {
            let offer = actions.iter().find(|(id, _)| id == action).map(|(_, offer)| offer);
            match (why, offer) {
                (_, Some(Offer::Button(true))) => false,
                (Texts::Plain(_), Some(Offer::Arguments(offered))) => offered.is_empty(),
                (Texts::Arguments(withheld), Some(Offer::Arguments(offered))) => {
                    withheld.retain(|(it, _)| order::offer(offered, |it| it, it).is_err());
                    !withheld.is_empty()
                }
                _ => true,
            }
        });
    }

    pub(super) fn button(&mut self, action: ActionId, enabled: bool) {
        self.why.retain(|(id, _)| *id != action);
        match self.actions.iter_mut().find(|(id, _)| *id == action) {
            Some((_, offer)) => *offer = Offer::Button(enabled),
            None => self.actions.push((action, Offer::Button(enabled))),
        }
    }

    /// Offers an action with a number above all its offered numbers, charges the steps and returns `true`. `false`,
    /// with no effect, if the number is not above them or the action is not the last one offered.
    #[inline]
    pub(super) fn follow(&mut self, action: ActionId, number: i64, most: usize, fuel: &mut Fuel) -> bool {
        if self.actions.last().is_none_or(|(id, _)| *id != action) && !self.first(action) {
            return false;
        }
        let Some((_, Offer::Arguments(items))) = self.actions.last_mut() else { return false };
        let above = items.last().is_none_or(|it| matches!(it, Value::Int(last) if *last < number));
        if !above || items.len() >= most {
            return false;
        }
        let Some(items) = Rc::get_mut(items).filter(|it| fuel.afford((it.len() >> MOVED_SHIFT) as i64)) else {
            return false;
        };
        items.push(Value::Int(number));
        true
    }

    /// Makes room for the arguments of an action that was not offered yet; false if it was.
    #[inline(never)]
    fn first(&mut self, action: ActionId) -> bool {
        let first = self.get(action).is_none();
        if first {
            self.actions.push((action, Offer::Arguments(self.spare.pop().unwrap_or_default())));
        }
        first
    }

    pub(super) fn offer(&mut self, action: ActionId, argument: Value, program: &Program, most: usize) -> Check<()> {
        let at = match self.actions.last() {
            Some((id, _)) if *id == action => Some(self.actions.len() - 1),
            _ => self.actions.iter().position(|(id, _)| *id == action),
        };
        let at = at.unwrap_or_else(|| {
            self.actions.push((action, Offer::Arguments(self.spare.pop().unwrap_or_default())));
            self.actions.len() - 1
        });
        match self.actions.get_mut(at) {
            Some((_, Offer::Arguments(items))) if items.len() < most => {
                match (items.last(), &argument) {
                    // As most do: in order.
                    (Some(Value::Int(last)), Value::Int(n)) if last < n => Rc::make_mut(items).push(argument),
                    _ => {
                        if let Err(at) = order::offer(items, |it| it, &argument) {
                            Rc::make_mut(items).insert(at, argument);
                        }
                    }
                }
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

/// Sets a text for a move; the first text wins.
fn say(all: &mut Vec<(ActionId, Texts)>, action: ActionId, argument: Value, text: Value, most: usize) -> Check<()> {
    let Some((_, known)) = all.iter_mut().find(|(id, _)| *id == action) else {
        let texts = match argument {
            Value::Absent => Texts::Plain(text),
            _ => Texts::Arguments(vec![(argument, text)]),
        };
        all.push((action, texts));
        return Ok(());
    };
    match known {
        Texts::Arguments(items) if items.len() >= most => {
            trap(Code::ListLength, format!("something is said of more than {most} arguments"))
        }
        Texts::Arguments(items) => {
            if let Err(at) = order::offer(items, |it| &it.0, &argument) {
                items.insert(at, (argument, text));
            }
            Ok(())
        }
        Texts::Plain(_) => Ok(()),
    }
}

/// The `why` or `labels` object: a text, or pairs of an argument and a text; absent if empty.
pub(crate) fn texts_to_any(all: &[(ActionId, Texts)], names: &Names) -> Option<Value> {
    let mut object = Object::default();
    for (id, texts) in all {
        let Some(name) = names.actions.get(id.index()) else { continue };
        let value = match texts {
            Texts::Plain(text) => text.clone(),
            Texts::Arguments(items) => {
                Value::list(items.iter().map(|(it, text)| Value::list(vec![it.clone(), text.clone()])).collect())
            }
        };
        object.set(name, value);
    }
    if all.is_empty() { None } else { Some(Value::object(object)) }
}
