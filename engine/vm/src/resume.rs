//! Resumes a state from its JSON. Everything is checked against the rules, and errors name the path. Fields that the
//! rules have and the state lacks get their initial values.
//!
//! Invariant: the checks, their order and the refusals are the same in compiled modules (`codegen/load.rs`): the log,
//! the snapshots, the active roles, the random numbers, `L`, the result, the fields of `G` in the order of the rules,
//! then other keys.

use crate::chain::Chain;
use crate::fault::Fault;
use crate::fit::{self, Misfit};
use crate::json;
use crate::machine::Machine;
use crate::rng::SEED_END;
use crate::state::{Body, Frame, FrameKey, Key, Snapshot, Stack, State};
use crate::value::{Object, Value};
use diag::Code;
use ir::FrameKind;
use std::rc::Rc;

/// The error for a state with an active role that does not play.
const ABSENT: &str = "somebody is active who does not play in this game";

type Read<T> = Result<T, Misfit>;

/// Why a state is not resumed.
enum Refused {
    Misfit(Misfit),
    /// The rules failed to make a missing field.
    Fault(Fault),
}

impl From<Misfit> for Refused {
    fn from(it: Misfit) -> Refused {
        Refused::Misfit(it)
    }
}

impl Refused {
    fn under(self, step: &str) -> Refused {
        match self {
            Refused::Misfit(it) => Refused::Misfit(it.under(step)),
            fault @ Refused::Fault(_) => fault,
        }
    }
}

impl Machine {
    /// Resumes the state from a JSON text.
    ///
    /// # Errors
    ///
    /// HR08, with the path of the misfit; or the fault in making initial values of new fields of `G`.
    pub fn resume(&self, text: &str) -> Result<State, Fault> {
        let value = json::read(text)?;
        self.resume_from(&value)
    }

    /// Resumes the state from a value, with the same errors.
    pub fn resume_from(&self, value: &Value) -> Result<State, Fault> {
        self.restore(value).map_err(|refused| match refused {
            Refused::Misfit(misfit) => {
                let mut fault = Fault::new(misfit.code, misfit.message);
                fault.path = Some(format!("${}", misfit.path));
                fault
            }
            Refused::Fault(fault) => fault,
        })
    }

    fn restore(&self, value: &Value) -> Result<State, Refused> {
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
        // The log never was longer than it was afterwards.
        let mut logged = 0;
        for (i, it) in snapshots.iter().enumerate() {
            let snapshot = self.snapshot(it, logged, log.len()).map_err(|e| e.under(&format!(".undo[{i}]")))?;
            logged = snapshot.log;
            undo.push(snapshot);
        }
        let mut state = State { body: self.body(object, true)?, log, undo, held: 0, parts: u64::MAX, quiet: false };
        self.measure_all(&mut state).map_err(|trap| Refused::Fault(Fault::new(trap.code, trap.message)))?;
        Ok(state)
    }

    fn snapshot(&self, value: &Value, least: usize, most: usize) -> Result<Snapshot, Refused> {
        let object = object(value)?;
        let body = self.body(object, false)?;
        let log = whole(need(object, "log")?, most as u64).map_err(|e| e.under(".log"))? as usize;
        if log < least {
            let message = format!("expected a whole number from {least} to {most}, found {log}");
            return Err(Misfit::new(Code::OutOfBounds, message).under(".log").into());
        }
        Ok(Snapshot { body, log })
    }

    /// `rest`: a state at rest, or else a snapshot.
    fn body(&self, object: &Object, rest: bool) -> Result<Body, Refused> {
        let program = &self.program;
        let active = need(object, "active")?;
        let active = if rest { self.active_names(active) } else { self.active_indices(active) };
        let mut body = Body { active: active.map_err(|e| e.under(".active"))?, ..Body::default() };
        body.seed = whole(need(object, "seed")?, SEED_END - 1).map_err(|e| e.under(".seed"))?;
        need(object, "log")?;
        if let Some(it) = object.get("L") {
            body.stack = self.stack(it).map_err(|e| e.under(".L"))?;
        }
        body.result = match object.get("result") {
            None => Value::Absent,
            Some(it @ (Value::Str(_) | Value::Int(-1))) => it.clone(),
            Some(other) => wrong("a result: a string or -1", other).map_err(|e| e.under(".result"))?,
        };
        let mut globals = vec![Value::Absent; program.globals.len()];
        for (value, global) in globals.iter_mut().zip(&program.globals) {
            match object.get(&global.name) {
                Some(it) => {
                    let fitted = fit::from_any(program, it, &global.ty);
                    *value = fitted.map_err(|e| e.under(format!(".{}", global.name)))?;
                }
                None if global.late || program.init.is_some() => {}
                None => drop(need(object, &global.name)?),
            }
        }
        let mut order = Vec::with_capacity(object.len());
        for (name, _) in object.iter() {
            let global = program.globals.iter().position(|it| it.name == **name);
            order.push(match (name.as_str(), global) {
                (_, Some(i)) => Key::Global(i as u16),
                ("active", _) => Key::Active,
                ("seed", _) => Key::Seed,
                ("log", _) => Key::Log,
                ("undo", _) if rest => Key::Undo,
                ("L", _) => Key::L,
                ("result", _) => Key::Result,
                _ => {
                    let message = format!("these rules have no `{name}` in `G`");
                    return Err(Misfit::new(Code::UnknownField, message).under(format!(".{name}")).into());
                }
            });
        }
        self.fill_in(&mut globals, &mut order, body.seed)?;
        self.only_who_sits(&body.active, &globals)?;
        body.globals = Rc::new(globals);
        body.order = Rc::new(order);
        // A state that no move could have made must not be accepted.
        self.all_fit(&body).map_err(|trap| Refused::Fault(Fault::new(trap.code, trap.message)))?;
        Ok(body)
    }

    /// Fills fields that the state lacks because earlier rules made it: with their values at setup.
    fn fill_in(&self, globals: &mut [Value], order: &mut Vec<Key>, seed: u64) -> Result<(), Refused> {
        let lacks = |i: usize, globals: &[Value]| {
            let late = self.program.globals.get(i).is_none_or(|it| it.late);
            !late && globals.get(i).is_some_and(Value::is_absent)
        };
        let missing: Vec<usize> = (0..globals.len()).filter(|i| lacks(*i, globals)).collect();
        let Some(init) = self.program.init.filter(|_| !missing.is_empty()) else { return Ok(()) };
        let start = self.begun(init, seed).map_err(Refused::Fault)?;
        for i in missing {
            globals[i] = start.globals().get(i).cloned().unwrap_or_default();
            // After the fields that the rules have before it, or before the first that they have after it.
            let before = order.iter().rposition(|it| matches!(it, Key::Global(n) if usize::from(*n) < i));
            let after = order.iter().position(|it| matches!(it, Key::Global(n) if usize::from(*n) > i));
            let first = order.iter().position(|it| matches!(it, Key::L | Key::Result));
            let at = before.map(|it| it + 1).or(after).or(first).unwrap_or(order.len());
            order.insert(at, Key::Global(i as u16));
        }
        Ok(())
    }

    /// Refuses active roles that do not play.
    fn only_who_sits(&self, active: &Value, globals: &[Value]) -> Read<()> {
        let Some(seats) = &self.program.seats else { return Ok(()) };
        let Some(Value::Int(sitting)) = globals.get(seats.global.index()) else { return Ok(()) };
        let stands = |it: &Value| matches!(it, Value::Int(n) if n >= sitting && *n < self.program.roles.len() as i64);
        let found = match active {
            Value::List(items) => items.iter().any(stands),
            one => stands(one),
        };
        if !found {
            return Ok(());
        }
        Err(Misfit::new(Code::OutOfBounds, ABSENT).under(".active"))
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
            Value::List(items) => {
                let each = items.iter().enumerate().map(|(i, it)| match it {
                    Value::Int(_) => Ok(it.clone()),
                    Value::None => Ok(Value::Int(-1)),
                    other => wrong("the index of a role", other).map_err(|e| e.under(format!("[{i}]"))),
                });
                Ok(Value::list(each.collect::<Read<_>>()?))
            }
            other => wrong("the index of a role or an array of indices", other),
        }
    }

    fn stack(&self, value: &Value) -> Read<Stack> {
        if value.is_none() {
            return Ok(Stack::Unset);
        }
        if let Value::Obj(it) = value
            && it.get("P").is_none()
        {
            let message = it.get("message");
            if it.len() > usize::from(message.is_some()) {
                need(it, "P")?;
            }
            return match message {
                None => Ok(Stack::Over(None)),
                Some(Value::Str(text)) => Ok(Stack::Over(Some(text.clone()))),
                Some(other) => wrong("a string", other).map_err(|e| e.under(".message")),
            };
        }
        // The depth of the stack, then each frame.
        let mut all = Vec::new();
        let mut next = value;
        while !next.is_none() {
            let path = ".L".repeat(all.len());
            if all.len() >= self.limits.frames {
                let message = format!("more than {} frames", self.limits.frames);
                return Err(Misfit::new(Code::TooDeep, message).under(path));
            }
            let it = object(next).map_err(|e| e.under(&path))?;
            next = need(it, "L").map_err(|e| e.under(&path))?;
            all.push(it);
        }
        let each = all.into_iter().enumerate();
        let frames = each.map(|(i, it)| self.frame(it).map_err(|e| e.under(".L".repeat(i))));
        let frames = frames.collect::<Read<Vec<Frame>>>()?;
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
            FrameKind::State(_) | FrameKind::Plain(_) => 0,
        };
        let next = whole(need(object, "I")?, last as u64).map_err(|e| e.under(".I"))? as u32;
        let last = object.get("$").cloned().unwrap_or(Value::Absent);
        // Its type is unknown to the rules.
        if self.results {
            self.fits(&last).map_err(|trap| Misfit::new(trap.code, trap.message).under(".$"))?;
        }
        let mut fields = vec![Value::Absent; layout.fields.len()];
        for (value, field) in fields.iter_mut().zip(&layout.fields) {
            match object.get(&field.name) {
                Some(it) => {
                    *value = fit::from_any(program, it, &field.ty).map_err(|e| e.under(format!(".{}", field.name)))?;
                }
                None if field.late => {}
                None => drop(need(object, &field.name)?),
            }
        }
        let mut order = Vec::with_capacity(object.len());
        for (name, _) in object.iter() {
            let field = layout.fields.iter().position(|it| it.name == **name);
            order.push(match (name.as_str(), field) {
                ("P", _) => FrameKey::P,
                ("I", _) => FrameKey::I,
                ("L", _) => FrameKey::L,
                ("$", _) => FrameKey::Last,
                (_, Some(i)) => FrameKey::Field(i as u16),
                _ => {
                    let message = format!("`{}` has no `{name}`", layout.name);
                    return Err(Misfit::new(Code::UnknownField, message).under(format!(".{name}")));
                }
            });
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
