//! Taking up a state from its JSON: everything is checked against the rules, and what does not fit is
//! named by its path.

use crate::chain::Chain;
use crate::fault::Fault;
use crate::fit::{self, Misfit};
use crate::json::{self, Unreadable};
use crate::machine::Machine;
use crate::rng::SEED_END;
use crate::state::{Body, Frame, FrameKey, Key, Snapshot, Stack, State};
use crate::value::{Object, Value};
use diag::Code;
use ir::FrameKind;
use std::rc::Rc;

type Read<T> = Result<T, Misfit>;

impl Machine {
    /// The state that a JSON text stands for.
    pub fn resume(&self, text: &str) -> Result<State, Fault> {
        let value = json::from_text(text).map_err(|e| match e {
            Unreadable::TooDeep => {
                Fault::new(Code::TooDeep, format!("this is nested more than {} deep", json::NESTING))
            }
            Unreadable::NotJson(why) => Fault::new(Code::NotJson, format!("this is not JSON: {why}")),
        })?;
        self.restore(&value).map_err(|misfit| {
            let mut fault = Fault::new(misfit.code, misfit.message);
            fault.path = Some(format!("${}", misfit.path));
            fault
        })
    }

    fn restore(&self, value: &Value) -> Read<State> {
        let object = object(value)?;
        let log: Chain<Value> = {
            let items = list(need(object, "log")?).map_err(|e| e.under(".log"))?;
            at_most(items.len(), self.limits.log).map_err(|e| e.under(".log"))?;
            let mut log = Chain::new();
            items.iter().for_each(|it| log.push(it.clone()));
            log
        };
        let mut undo = Chain::new();
        let snapshots = list(need(object, "undo")?).map_err(|e| e.under(".undo"))?;
        at_most(snapshots.len(), self.limits.undo).map_err(|e| e.under(".undo"))?;
        for (i, it) in snapshots.iter().enumerate() {
            let snapshot = self.snapshot(it, log.len()).map_err(|e| e.under(format!(".undo[{i}]")))?;
            undo.push(snapshot);
        }
        let active = need(object, "active").and_then(|it| self.active_names(it).map_err(|e| e.under(".active")))?;
        Ok(State { body: self.body(object, active)?, log, undo, quiet: false })
    }

    fn snapshot(&self, value: &Value, most: usize) -> Read<Snapshot> {
        let object = object(value)?;
        let active = need(object, "active").and_then(|it| self.active_indices(it).map_err(|e| e.under(".active")))?;
        let log = whole(need(object, "log")?, most as u64).map_err(|e| e.under(".log"))?;
        Ok(Snapshot { body: self.body(object, active)?, log: log as usize })
    }

    fn body(&self, object: &Object, active: Value) -> Read<Body> {
        let program = &self.program;
        let mut globals = vec![Value::Absent; program.globals.len()];
        let mut body = Body { active, ..Body::default() };
        let mut order = Vec::with_capacity(object.len());
        body.seed = whole(need(object, "seed")?, SEED_END - 1).map_err(|e| e.under(".seed"))?;
        for (name, value) in object.iter() {
            let under = |e: Misfit| e.under(format!(".{name}"));
            let global = program.globals.iter().position(|it| it.name == **name);
            order.push(match (name.as_str(), global) {
                (_, Some(i)) => {
                    globals[i] = fit::from_any(program, value, &program.globals[i].ty).map_err(under)?;
                    Key::Global(i as u16)
                }
                ("active", _) => Key::Active,
                ("seed", _) => Key::Seed,
                ("log", _) => Key::Log,
                ("undo", _) => Key::Undo,
                ("L", _) => {
                    body.stack = self.stack(value).map_err(under)?;
                    Key::L
                }
                ("result", _) => {
                    body.result = match value {
                        Value::Str(_) | Value::Int(-1) => value.clone(),
                        other => return wrong("a result: a string or -1", other).map_err(under),
                    };
                    Key::Result
                }
                _ => {
                    let message = format!("these rules have no `{name}` in `G`");
                    return Err(under(Misfit::new(Code::UnknownField, message)));
                }
            });
        }
        if let Some(missing) = program.globals.iter().zip(&globals).find(|(it, value)| !it.late && value.is_absent()) {
            need(object, &missing.0.name)?;
        }
        body.globals = Rc::new(globals);
        body.order = Rc::new(order);
        Ok(body)
    }

    fn active_names(&self, value: &Value) -> Read<Value> {
        let roles = &self.program.roles;
        let index = |it: &Value| match it {
            Value::Str(name) => roles.iter().position(|it| it == &**name),
            _ => None,
        };
        match value {
            Value::Str(name) if name.as_str() == "None" => Ok(Value::Int(-1)),
            Value::List(items) => {
                let each = items.iter().enumerate().map(|(i, it)| match index(it) {
                    Some(role) => Ok(Value::Int(role as i64)),
                    None if it.is_none() => Ok(Value::Int(-1)),
                    None => wrong("the name of a role", it).map_err(|e| e.under(format!("[{i}]"))),
                });
                Ok(Value::list(each.collect::<Read<_>>()?))
            }
            one => match index(one) {
                Some(role) => Ok(Value::Int(role as i64)),
                None => wrong("the name of a role, an array of names, or \"None\"", one),
            },
        }
    }

    fn active_indices(&self, value: &Value) -> Read<Value> {
        match value {
            Value::Int(_) => Ok(value.clone()),
            Value::None => Ok(Value::Int(-1)),
            Value::List(items) if items.iter().all(|it| matches!(it, Value::Int(_))) => Ok(value.clone()),
            other => wrong("the index of a role or an array of indices", other),
        }
    }

    fn stack(&self, value: &Value) -> Read<Stack> {
        if value.is_none() {
            return Ok(Stack::Unset);
        }
        let over = |it: &Object| it.get("P").is_none() && it.iter().all(|(key, _)| key.as_str() == "message");
        if let Value::Obj(it) = value
            && over(it)
        {
            return match it.get("message") {
                None => Ok(Stack::Over(None)),
                Some(Value::Str(text)) => Ok(Stack::Over(Some(text.clone()))),
                Some(other) => wrong("a string", other).map_err(|e| e.under(".message")),
            };
        }
        let mut frames = Vec::new();
        let mut next = value;
        while !next.is_none() {
            let path = ".L".repeat(frames.len());
            if frames.len() >= self.limits.frames {
                let message = format!("more than {} frames", self.limits.frames);
                return Err(Misfit::new(Code::TooDeep, message).under(path));
            }
            let read = object(next).and_then(|it| Ok((self.frame(it)?, need(it, "L")?)));
            let (frame, below) = read.map_err(|e| e.under(path))?;
            frames.push(frame);
            next = below;
        }
        let mut top: Option<Rc<Frame>> = None;
        for (i, mut frame) in frames.into_iter().rev().enumerate() {
            frame.depth = i + 1;
            frame.below = top.take();
            top = Some(Rc::new(frame));
        }
        Ok(top.map_or(Stack::Unset, Stack::Frames))
    }

    fn frame(&self, object: &Object) -> Read<Frame> {
        let program = &self.program;
        let id = match need(object, "P")? {
            Value::Str(name) => self.frames_by_name.get(&**name).copied().ok_or_else(|| {
                Misfit::new(Code::StateFrame, format!("there is no state or procedure `{name}`")).under(".P")
            })?,
            other => return wrong("the name of a state or procedure", other).map_err(|e| e.under(".P")),
        };
        let layout = program.frame(id);
        let last = match &layout.kind {
            FrameKind::Procedure(body) => body.len(),
            _ => 0,
        };
        let next = whole(need(object, "I")?, last as u64).map_err(|e| e.under(".I"))? as u32;
        let mut fields = vec![Value::Absent; layout.fields.len()];
        let mut order = Vec::with_capacity(object.len());
        let mut last = Value::Absent;
        for (name, value) in object.iter() {
            let under = |e: Misfit| e.under(format!(".{name}"));
            let field = layout.fields.iter().position(|it| it.name == **name);
            order.push(match (name.as_str(), field) {
                ("P", _) => FrameKey::P,
                ("I", _) => FrameKey::I,
                ("L", _) => FrameKey::L,
                ("$", _) => {
                    last = value.clone();
                    FrameKey::Last
                }
                (_, Some(i)) => {
                    fields[i] = fit::from_any(program, value, &layout.fields[i].ty).map_err(under)?;
                    FrameKey::Field(i as u16)
                }
                _ => {
                    let message = format!("`{}` has no `{name}`", layout.name);
                    return Err(under(Misfit::new(Code::UnknownField, message)));
                }
            });
        }
        let mut missing = layout.fields.iter().zip(&fields).filter(|(it, value)| !it.late && value.is_absent());
        if let Some((field, _)) = missing.next() {
            need(object, &field.name)?;
        }
        Ok(Frame { id, next, fields, last, order: Rc::new(order), below: None, depth: 1 })
    }
}

fn object(value: &Value) -> Read<&Object> {
    match value {
        Value::Obj(it) => Ok(it),
        other => wrong("an object", other),
    }
}

fn list(value: &Value) -> Read<&[Value]> {
    match value {
        Value::List(items) => Ok(items),
        other => wrong("an array", other),
    }
}

fn need<'a>(object: &'a Object, key: &str) -> Read<&'a Value> {
    let missing = || Misfit::new(Code::MissingField, format!("the key `{key}` is missing")).under(format!(".{key}"));
    object.get(key).ok_or_else(missing)
}

fn whole(value: &Value, most: u64) -> Read<u64> {
    match value {
        Value::Int(n) if u64::try_from(*n).is_ok_and(|n| n <= most) => Ok(*n as u64),
        Value::Int(n) => {
            let message = format!("expected a whole number from 0 to {most}, found {n}");
            Err(Misfit::new(Code::OutOfBounds, message))
        }
        other => wrong(&format!("a whole number from 0 to {most}"), other),
    }
}

fn at_most(len: usize, most: usize) -> Read<()> {
    if len <= most { Ok(()) } else { Err(Misfit::new(Code::OutOfBounds, format!("more than {most} entries"))) }
}

fn wrong<T>(expected: &str, found: &Value) -> Read<T> {
    Err(Misfit::new(Code::WrongType, format!("expected {expected}, found {}", fit::kind(found))))
}
