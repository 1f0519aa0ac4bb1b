//! The view of a role: the framework's `view`, whole and in its two parts.

use crate::fault::{Check, Fault, trap};
use crate::machine::Machine;
use crate::offers::{Offers, texts_to_any};
use crate::run::Run;
use crate::save;
use crate::state::{Stack, State};
use crate::value::{Object, Value};
use diag::Code;
use ir::{FnId, FrameKind, Program};
use std::rc::Rc;

/// The prompt for a role.
#[derive(Clone, Debug)]
pub struct Prompt {
    /// A string; none if the rules set none; absent for a game that ended without a message.
    pub text: Value,
    /// Only for an active role.
    pub offers: Option<Rc<Offers>>,
}

impl Machine {
    /// Number of players in a game, the first of the roles; all if the rules have a fixed number.
    pub fn sitting(&self, state: &State) -> usize {
        let roles = self.program.roles.len();
        let said = self.program.seats.as_ref().and_then(|it| state.globals().get(it.global.index()));
        match said {
            Some(Value::Int(n)) => usize::try_from(*n).map_or(roles, |n| n.min(roles)),
            _ => roles,
        }
    }

    /// The seat for a name: the index of the role, or −1 for a name that does not play.
    pub fn seat(&self, state: &State, role: &str) -> i64 {
        let roles = self.program.roles.iter().take(self.sitting(state));
        roles.into_iter().position(|it| it == role).map_or(-1, |i| i as i64)
    }

    /// The fields of `V` for a seat, in the order the rules set them.
    pub fn on_view(&self, state: &State, seat: i64) -> Result<Object, Fault> {
        self.shown(self.program.view, state, seat)
    }

    /// At least the view fields with clickable cards and tokens: [`ir::Counted::view`].
    pub fn on_view_counted(&self, state: &State, seat: i64) -> Result<Object, Fault> {
        self.shown(self.program.counted.view.or(self.program.view), state, seat)
    }

    fn shown(&self, view: Option<FnId>, state: &State, seat: i64) -> Result<Object, Fault> {
        let mut state = state.clone();
        let mut run = Run::new(self, &mut state, seat).for_view();
        let result = self.show(&mut run, view).and_then(|()| {
            let mut object = Object::default();
            for i in &run.memory.view_order {
                let i = usize::from(*i);
                if let (Some(field), Some(value)) = (self.program.view_fields.get(i), run.memory.view.get(i)) {
                    self.fits(value)?;
                    object.set(&self.names.view_fields[i], self.to_any(value, &field.ty));
                }
            }
            Ok(object)
        });
        self.end(run, result)
    }

    /// Runs the view block, or its slice; then, for an active role, the view part of the prompt on top.
    pub(crate) fn show(&self, run: &mut Run<'_>, view: Option<FnId>) -> Check<()> {
        if let Some(view) = view {
            run.exec(view, &mut [])?;
        }
        let active = usize::try_from(run.seat).is_ok_and(|role| run.state.is_active(role));
        let top = run.state.body.stack.top().filter(|_| active);
        match top.and_then(|it| self.program.frame(it.id).view()) {
            Some(view) => run.exec(view, &mut []).map(drop),
            None => Ok(()),
        }
    }

    /// The offers to a role, or the text while it waits.
    pub fn prompt_for(&self, state: &State, seat: i64) -> Result<Prompt, Fault> {
        match usize::try_from(seat) {
            Ok(role) if state.is_active(role) => {
                let offers = Rc::new(self.offers(state, role)?);
                Ok(Prompt { text: offers.prompt.clone(), offers: Some(offers) })
            }
            _ => {
                let mut kept = state.clone();
                let run = Run::new(self, &mut kept, seat);
                let text = self.end(run, waiting(&self.program, state))?;
                Ok(Prompt { text, offers: None })
            }
        }
    }

    /// `{ prompt, actions, why, labels }`.
    pub fn prompt_object(&self, state: &State, prompt: &Prompt) -> Object {
        let mut object = Object::default();
        object.set(&self.names.prompt, if prompt.text.is_absent() { Value::None } else { prompt.text.clone() });
        self.add_actions(&mut object, state, prompt);
        object
    }

    /// All of it, as the framework's `view` gives it, with `why` and `labels` if there are any.
    pub fn view_object(&self, state: &State, seat: i64, fields: &Object, prompt: &Prompt) -> Object {
        let mut object = Object::default();
        object.set(&self.names.log, Value::list(state.log_for(seat)));
        if !prompt.text.is_absent() {
            object.set(&self.names.prompt, prompt.text.clone());
        }
        for (name, value) in fields.iter() {
            object.set(name, value.clone());
        }
        self.add_actions(&mut object, state, prompt);
        object
    }

    fn add_actions(&self, object: &mut Object, state: &State, prompt: &Prompt) {
        if let Some(offers) = &prompt.offers {
            object.set(&self.names.offers, offers.to_any(&self.names, state.undo_len() > 0));
            for (name, texts) in [(&self.names.why, &offers.why), (&self.names.labels, &offers.labels)] {
                if let Some(texts) = texts_to_any(texts, &self.names) {
                    object.set(name, texts);
                }
            }
        }
    }
}

/// The text for a role that is not active.
fn waiting(program: &Program, state: &State) -> Check<Value> {
    let stack = &state.body.stack;
    let top = match stack {
        Stack::Unset => return trap(Code::NoState, "the game is in no state: nothing was called"),
        Stack::Over(message) => return Ok(message.clone().map_or(Value::Absent, Value::Str)),
        Stack::Frames(top) => program.frame(top.id),
    };
    if state.is_over() {
        // The framework looks for a message in the frame on top.
        return Ok(match save::stack(program, stack) {
            Value::Obj(frame) => frame.get("message").cloned().unwrap_or(Value::Absent),
            _ => Value::Absent,
        });
    }
    let active = save::active_names(program, &state.body.active);
    let names: Vec<&str> = match &active {
        Value::List(items) => items.iter().map(Value::text).collect(),
        one => vec![one.text()],
    };
    let names = names.join(" and ");
    let inactive = match &top.kind {
        FrameKind::State(it) => it.inactive.as_ref(),
        FrameKind::Procedure(_) | FrameKind::Plain(_) => None,
    };
    Ok(Value::string(match inactive {
        Some(text) => format!("Waiting for {names} to {text}."),
        None => format!("Waiting for {names}."),
    }))
}
