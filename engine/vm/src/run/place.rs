//! Places: following a path to read, to write, and for the builtins that change a place.

use super::Run;
use super::change::{change, cost};
use super::list::{at, list_mut, map_set, out_of_range};
use crate::fault::{Check, trap};
use crate::fuel::Fuel;
use crate::op::{Hop, Path, PathRoot, Reg};
use crate::order;
use crate::state::Key;
use crate::value::{Object, Value};
use diag::Code;
use ir::Limits;
use ir::PlaceOp;
use std::mem;
use std::rc::Rc;

const NONE: &Value = &Value::None;

fn object_mut<'a>(value: &'a mut Value, fuel: &mut Fuel) -> Check<&'a mut Object> {
    match value {
        Value::Obj(object) => {
            fuel.gone_through(object.len())?;
            Ok(Rc::make_mut(object))
        }
        other => trap(Code::BadCast, format!("expected an object, found {}", crate::fit::kind(other))),
    }
}

fn any_index(list: &Value, index: &Value) -> Check<i64> {
    match (list, index) {
        (Value::List(_), Value::Int(n)) => Ok(*n),
        (Value::List(_), other) => trap(Code::BadCast, format!("expected an index, found {}", crate::fit::kind(other))),
        (other, _) => trap(Code::BadCast, format!("expected an array, found {}", crate::fit::kind(other))),
    }
}

fn missing_key<T>(key: &Value, hop: &Hop) -> Check<T> {
    let message = match (hop, key) {
        (Hop::Entry(_, entry), Value::Str(key)) => format!("there is no {entry} `{key}`"),
        _ => format!("the map has no key {}", crate::fit::kind(key)),
    };
    trap(Code::MissingKey, message)
}

/// The key of a step into an object.
fn key_of<'a>(hop: &'a Hop, regs: &'a [Value]) -> Check<&'a Rc<String>> {
    match hop {
        Hop::AnyKey(key) => Ok(key),
        Hop::AnyName(reg) => match &regs[*reg as usize] {
            Value::Str(key) => Ok(key),
            other => trap(Code::BadCast, format!("expected a string, found {}", crate::fit::kind(other))),
        },
        _ => trap(Code::BadCast, "expected a key"),
    }
}

/// Sets a slot of a list.
#[inline]
fn put(items: &mut Rc<Vec<Value>>, index: i64, value: Value) -> Check<()> {
    if usize::try_from(index).map_or(true, |i| i >= items.len()) {
        return out_of_range(&Value::List(items.clone()), index);
    }
    Rc::make_mut(items)[index as usize].assign(value);
    Ok(())
}

/// Follows a path to read a value.
fn find<'a>(mut value: &'a Value, hops: &[Hop], regs: &'a [Value], fuel: &mut Fuel) -> Check<&'a Value> {
    for hop in hops {
        value = match hop {
            Hop::Item(index) | Hop::Slot(index) => at(value, regs[*index as usize].int())?,
            Hop::Field(field) => at(value, i64::from(*field))?,
            Hop::Key(key) | Hop::Entry(key, _) => {
                let key = &regs[*key as usize];
                let Value::List(items) = value else { return out_of_range(value, 0) };
                fuel.search(key, items.len() / 2)?;
                match order::search(items, 2, key) {
                    Ok(i) => items.get(i + 1).unwrap_or(NONE),
                    Err(_) => return missing_key(key, hop),
                }
            }
            Hop::AnyItem(index) => at(value, any_index(value, &regs[*index as usize])?)?,
            Hop::AnyKey(_) | Hop::AnyName(_) => match value {
                Value::Obj(object) => {
                    fuel.gone_through(object.len())?;
                    object.get(key_of(hop, regs)?).unwrap_or(NONE)
                }
                other => {
                    return trap(Code::BadCast, format!("expected an object, found {}", crate::fit::kind(other)));
                }
            },
        };
    }
    Ok(value)
}

/// Follows a path to change a value. `free`: the value is at a root where changing it takes no steps for a copy.
fn find_mut<'a>(
    mut value: &'a mut Value,
    mut free: bool,
    hops: &[Hop],
    regs: &[Value],
    fuel: &mut Fuel,
) -> Check<&'a mut Value> {
    for hop in hops {
        let paid = mem::take(&mut free);
        value = match hop {
            Hop::Item(_) | Hop::Slot(_) | Hop::AnyItem(_) | Hop::Field(_) => {
                let index = match hop {
                    Hop::Field(field) => i64::from(*field),
                    Hop::AnyItem(index) => any_index(value, &regs[*index as usize])?,
                    Hop::Item(index) | Hop::Slot(index) | Hop::Key(index) | Hop::Entry(index, _) => {
                        regs[*index as usize].int()
                    }
                    Hop::AnyKey(_) | Hop::AnyName(_) => 0,
                };
                if usize::try_from(index).map_or(true, |i| i >= value.items().len()) {
                    return out_of_range(value, index);
                }
                if !paid && matches!(hop, Hop::Item(_)) || matches!(hop, Hop::AnyItem(_)) {
                    fuel.copied(value)?;
                }
                &mut list_mut(value)?[index as usize]
            }
            Hop::Key(key) | Hop::Entry(key, _) => {
                let key = &regs[*key as usize];
                if !matches!(value, Value::List(_)) {
                    return out_of_range(value, 0);
                }
                let count = value.items().len() / 2;
                fuel.search(key, count)?;
                let Ok(i) = order::search(value.items(), 2, key) else { return missing_key(key, hop) };
                if !paid {
                    fuel.copied(value)?;
                }
                match list_mut(value)?.get_mut(i + 1) {
                    Some(it) => it,
                    None => return missing_key(key, hop),
                }
            }
            Hop::AnyKey(_) | Hop::AnyName(_) => {
                let key = key_of(hop, regs)?;
                match object_mut(value, fuel)?.get_mut(key) {
                    Some(it) => it,
                    None => return trap(Code::MissingKey, format!("the object has no key `{key}`")),
                }
            }
        };
    }
    Ok(value)
}

/// Assigns: the last step may add a key.
fn store(
    root: &mut Value,
    free: bool,
    hops: &[Hop],
    regs: &[Value],
    value: Value,
    fuel: &mut Fuel,
    limits: &Limits,
) -> Check<()> {
    let Some((last, before)) = hops.split_last() else {
        *root = value;
        return Ok(());
    };
    let holder = find_mut(root, free, before, regs, fuel)?;
    let free = free && before.is_empty();
    match last {
        Hop::Key(key) | Hop::Entry(key, _) => {
            let key = &regs[*key as usize];
            let Value::List(items) = &*holder else { return out_of_range(holder, 0) };
            let count = items.len() / 2;
            fuel.search(key, count)?;
            fuel.written(count)?;
            if !free {
                fuel.copied(holder)?;
            }
            map_set(list_mut(holder)?, key.clone(), value, limits)
        }
        Hop::AnyKey(_) | Hop::AnyName(_) => {
            let key = key_of(last, regs)?;
            let object = object_mut(holder, fuel)?;
            if object.len() >= limits.list && object.get(key).is_none() {
                return trap(Code::ListLength, format!("an object of more than {} keys", limits.list));
            }
            object.set(key, value);
            Ok(())
        }
        _ => {
            *find_mut(holder, free, std::slice::from_ref(last), regs, fuel)? = value;
            Ok(())
        }
    }
}

impl Run<'_> {
    #[inline]
    pub(super) fn global_at(&self, global: u16, index: i64) -> Check<&Value> {
        match self.state.body.globals.get(usize::from(global)) {
            Some(Value::Absent) | None => self.not_set(PathRoot::Global(global)),
            Some(list) => at(list, index),
        }
    }

    #[inline]
    pub(super) fn set_global_at(&mut self, global: u16, index: i64, value: Value) -> Check<()> {
        self.touch(global);
        match Rc::make_mut(&mut self.state.body.globals).get_mut(usize::from(global)) {
            Some(Value::List(items)) => put(items, index, value),
            Some(Value::Absent) | None => self.not_set(PathRoot::Global(global)),
            Some(other) => out_of_range(other, index),
        }
    }

    pub(super) fn set_global(&mut self, global: u16, value: Value) {
        self.touch(global);
        if matches!(value, Value::List(_) | Value::Obj(_)) && self.machine.is_endless(global) {
            // Its content was stored without steps.
            self.state.parts = u64::MAX;
        }
        if let Some(slot) = Rc::make_mut(&mut self.state.body.globals).get_mut(usize::from(global)) {
            let first = slot.is_absent();
            *slot = value;
            if first {
                self.show_key(Key::Global(global));
            }
        }
    }

    #[inline]
    fn touch(&mut self, global: u16) {
        self.touched |= 1 << (global % 64);
    }

    pub(super) fn set_view(&mut self, field: u16, value: Value) {
        if let Some(slot) = self.memory.view.get_mut(usize::from(field)) {
            if slot.is_absent() {
                self.memory.view_order.push(field);
            }
            *slot = value;
        }
    }

    /// The value at a root, if set.
    pub(super) fn root<'a>(&'a self, root: PathRoot, regs: &'a [Value]) -> Check<&'a Value> {
        let value = match root {
            PathRoot::Local(reg) => regs.get(usize::from(reg)),
            PathRoot::Global(global) => self.state.body.globals.get(usize::from(global)),
            PathRoot::Frame(field) => self.state.body.stack.top().and_then(|it| it.fields.get(usize::from(field))),
            PathRoot::View(field) => self.memory.view.get(usize::from(field)),
        };
        match value {
            Some(Value::Absent) | None => self.not_set(root),
            Some(value) => Ok(value),
        }
    }

    #[cold]
    pub(super) fn not_set<T>(&self, root: PathRoot) -> Check<T> {
        let program = &self.machine.program;
        let name = match root {
            PathRoot::Global(i) => program.globals.get(usize::from(i)).map(|it| format!("G.{}", it.name)),
            PathRoot::View(i) => program.view_fields.get(usize::from(i)).map(|it| format!("V.{}", it.name)),
            PathRoot::Frame(i) => {
                let fields = self.state.body.stack.top().map(|it| &program.frame(it.id).fields);
                fields.and_then(|it| it.get(usize::from(i))).map(|it| format!("L.{}", it.name))
            }
            PathRoot::Local(_) => None,
        };
        trap(Code::NotSet, format!("`{}` is not set yet", name.unwrap_or_default()))
    }

    pub(super) fn load(&mut self, path: &Path, regs: &[Value]) -> Check<Value> {
        let mut fuel = self.fuel;
        let found = find(self.root(path.root, regs)?, &path.hops, regs, &mut fuel)?.clone();
        self.fuel = fuel;
        Ok(found)
    }

    /// The element of a list in place, none if out of range.
    pub(super) fn element(&mut self, path: &Path, regs: &[Value], index: i64) -> Check<Value> {
        let mut fuel = self.fuel;
        let list = find(self.root(path.root, regs)?, &path.hops, regs, &mut fuel)?;
        let item = usize::try_from(index).ok().and_then(|at| list.items().get(at)).map_or(Value::None, Value::copy);
        self.fuel = fuel;
        Ok(item)
    }

    /// Length of a list in place.
    pub(super) fn length(&mut self, path: &Path, regs: &[Value]) -> Check<i64> {
        let mut fuel = self.fuel;
        let len = find(self.root(path.root, regs)?, &path.hops, regs, &mut fuel)?.items().len();
        self.fuel = fuel;
        Ok(len as i64)
    }

    pub(super) fn store(&mut self, path: &Path, regs: &mut [Value], from: Reg) -> Check<()> {
        let value = mem::take(&mut regs[from as usize]);
        let limits = &self.machine.limits;
        let (mut fuel, free) = (self.fuel, path.free);
        let result =
            self.with_root(path.root, regs, |root, regs| store(root, free, &path.hops, regs, value, &mut fuel, limits));
        self.fuel = fuel;
        result
    }

    /// Changes the value at a root.
    fn with_root<T>(
        &mut self,
        root: PathRoot,
        regs: &mut [Value],
        change: impl FnOnce(&mut Value, &[Value]) -> Check<T>,
    ) -> Check<T> {
        self.root(root, regs)?;
        let slot = match root {
            PathRoot::Local(reg) => {
                // Out of its register while its indices are read from others.
                let mut value = mem::take(&mut regs[reg as usize]);
                let result = change(&mut value, regs);
                regs[reg as usize] = value;
                return result;
            }
            PathRoot::Global(global) => {
                self.touch(global);
                Rc::make_mut(&mut self.state.body.globals).get_mut(usize::from(global))
            }
            PathRoot::Frame(field) => self.frame_mut().and_then(|it| it.fields.get_mut(usize::from(field))),
            PathRoot::View(field) => self.memory.view.get_mut(usize::from(field)),
        };
        match slot {
            Some(slot) => change(slot, regs),
            None => self.not_set(root),
        }
    }

    /// The arguments are in consecutive registers.
    pub(super) fn place_op(
        &mut self,
        op: PlaceOp,
        path: &Path,
        regs: &mut [Value],
        (args, count): (Reg, u8),
    ) -> Check<Value> {
        let mut given = [Value::None, Value::None, Value::None];
        for (slot, reg) in given.iter_mut().take(usize::from(count)).zip(&mut regs[args as usize..]) {
            *slot = mem::take(reg);
        }
        let limits = &self.machine.limits;
        let (mut fuel, mut seed) = (self.fuel, self.state.body.seed);
        let result = self.with_root(path.root, regs, |root, regs| {
            let free = path.free;
            let place = find_mut(root, free, &path.hops, regs, &mut fuel)?;
            match place {
                Value::List(_) => {}
                Value::None | Value::Absent => drop(list_mut(place)?),
                other => return trap(Code::BadCast, format!("expected an array, found {}", crate::fit::kind(other))),
            }
            cost(op, place, &given, &mut fuel)?;
            let paid = path.free && path.hops.is_empty();
            if !paid && !matches!(op, PlaceOp::Clear | PlaceOp::Fill) {
                fuel.copied(place)?;
            }
            change(op, list_mut(place)?, given, &mut fuel, &mut seed, limits)
        });
        self.fuel = fuel;
        if op == PlaceOp::Fill {
            // Its value is stored many times, whatever its size.
            self.state.parts = u64::MAX;
        }
        if op.effects().has(ir::Effects::RANDOM) {
            self.state.body.seed = seed;
            self.state.undo.truncate(0);
        }
        result
    }
}
