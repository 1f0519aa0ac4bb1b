//! States as JSON, keys in the framework's order.

use crate::fit::to_any;
use crate::state::{Body, Frame, FrameKey, Key, Stack, State};
use crate::value::{Object, Value};
use ir::Program;
use std::rc::Rc;

/// `G`. At rest `active` is a name, names, or "None"; while rules run, indices.
pub fn state(program: &Program, state: &State, at_rest: bool) -> Value {
    let body = &state.body;
    let active = if at_rest { active_names(program, &body.active) } else { body.active.clone() };
    let undo = |key: Key| match key {
        Key::Log => Some(Value::list(state.log.to_vec().into_iter().cloned().collect())),
        Key::Undo => {
            let snapshots = state.undo.to_vec().into_iter().map(|it| {
                object(program, &it.body, it.body.active.clone(), |key| match key {
                    Key::Log => Some(Value::Int(it.log as i64)),
                    _ => None,
                })
            });
            Some(Value::list(snapshots.collect()))
        }
        _ => None,
    };
    object(program, body, active, undo)
}

/// The names of the active roles, in the form of a state.
pub fn active_names(program: &Program, active: &Value) -> Value {
    let name = |it: &Value| match it {
        Value::Int(n) => usize::try_from(*n).ok().and_then(|n| program.roles.get(n)),
        _ => None,
    };
    match active {
        Value::List(items) => {
            Value::list(items.iter().map(|it| name(it).map_or(Value::None, |name| Value::str(name))).collect())
        }
        one => Value::str(name(one).map_or("None", String::as_str)),
    }
}

fn object(program: &Program, body: &Body, active: Value, long: impl Fn(Key) -> Option<Value>) -> Value {
    let entries = body.order.iter().filter_map(|key| {
        let (name, value) = match *key {
            Key::Active => ("active", active.clone()),
            Key::Seed => ("seed", Value::Int(body.seed as i64)),
            Key::Log => ("log", long(*key)?),
            Key::Undo => ("undo", long(*key)?),
            Key::L => ("L", stack(program, &body.stack)),
            Key::Result => ("result", body.result.clone()),
            Key::Global(i) => {
                let global = program.globals.get(usize::from(i))?;
                (global.name.as_str(), to_any(program, body.globals.get(usize::from(i))?, &global.ty))
            }
        };
        if value.is_absent() { None } else { Some((Rc::new(name.to_owned()), value)) }
    });
    Value::object(entries.collect::<Object>())
}

/// `L`.
pub fn stack(program: &Program, stack: &Stack) -> Value {
    match stack {
        Stack::Unset => Value::None,
        Stack::Over(message) => {
            let message = message.iter().map(|it| (Rc::new("message".to_owned()), Value::Str(it.clone())));
            Value::object(message.collect::<Object>())
        }
        Stack::Frames(_) => {
            let mut frames: Vec<&Frame> = stack.frames().collect();
            frames.reverse();
            frames.into_iter().fold(Value::None, |below, it| frame(program, it, below))
        }
    }
}

fn frame(program: &Program, it: &Frame, below: Value) -> Value {
    let layout = program.frame(it.id);
    let entries = it.order.iter().filter_map(|key| {
        let (name, value) = match *key {
            FrameKey::P => ("P", Value::str(&layout.name)),
            FrameKey::I => ("I", Value::Int(i64::from(it.next))),
            FrameKey::L => ("L", below.clone()),
            FrameKey::Last => ("$", it.last.clone()),
            FrameKey::Field(i) => {
                let field = layout.fields.get(usize::from(i))?;
                (field.name.as_str(), to_any(program, it.fields.get(usize::from(i))?, &field.ty))
            }
        };
        if value.is_absent() { None } else { Some((Rc::new(name.to_owned()), value)) }
    });
    Value::object(entries.collect::<Object>())
}
