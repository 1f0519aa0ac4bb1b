//! The builtins that compute a value from values; construction, comparison and conversion of values.

use super::Run;
use super::list::{out_of_range, room};
use crate::fault::{Check, trap};
use crate::fit;
use crate::json;
use crate::measure::{Oversize, weigh};
use crate::op::{NumOp, Reg};
use crate::order;
use crate::rng;
use crate::text;
use crate::value::Value;
use diag::Code;
use ir::steps::{BYTES_SHIFT, takes};
use ir::{Builtin, INT_MAX, Ty};
use std::mem;
use std::rc::Rc;

/// An integer within bounds.
#[inline]
pub fn whole(n: Option<i64>) -> Check<Value> {
    match n {
        Some(n) if n.unsigned_abs() <= INT_MAX as u64 => Ok(Value::Int(n)),
        _ => overflow(),
    }
}

#[cold]
pub fn overflow<T>() -> Check<T> {
    trap(Code::Overflow, "this number is beyond 2^53 - 1")
}

/// `a / b` or `a % b`, towards minus infinity.
pub fn divide(a: i64, b: i64, remainder: bool) -> Check<Value> {
    if b == 0 {
        return trap(Code::DivisionByZero, format!("{a} divided by zero"));
    }
    let rest = a.wrapping_rem(b);
    let below = rest != 0 && (rest < 0) != (b < 0);
    if remainder {
        Ok(Value::Int(if below { rest + b } else { rest }))
    } else {
        whole(Some(a.wrapping_div(b) - i64::from(below)))
    }
}

pub fn double(op: NumOp, a: f64, b: f64) -> Check<Value> {
    finite(match op {
        NumOp::Add => a + b,
        NumOp::Sub => a - b,
        NumOp::Mul => a * b,
        NumOp::Div | NumOp::Rem if b == 0.0 => {
            return trap(Code::DivisionByZero, format!("{} divided by zero", shown(a)));
        }
        NumOp::Div => a / b,
        NumOp::Rem => a % b,
    })
}

/// Refuses a number that JSON cannot express: it would not survive saving.
pub fn finite(n: f64) -> Check<Value> {
    if n.is_finite() {
        return Ok(Value::Num(n));
    }
    trap(Code::Overflow, if n.is_nan() { "this is no number" } else { "this number is beyond 1.8 * 10^308" })
}

fn shown(n: f64) -> String {
    let mut shown = String::new();
    text::number(n, &mut shown);
    shown
}

pub fn floor(n: f64) -> Check<Value> {
    let low = n.floor();
    if low.abs() <= INT_MAX as f64 {
        return Ok(Value::Int(low as i64));
    }
    trap(Code::Overflow, format!("{} is no whole number within 2^53 - 1", shown(n)))
}

impl Run<'_> {
    pub(super) fn concat(&mut self, a: Value, b: &Value) -> Check<Value> {
        let (Value::Str(mut a), Value::Str(b)) = (a, b) else { return Ok(Value::str("")) };
        let len = a.len() + b.len();
        if len > self.machine.limits.string {
            return self.too_long();
        }
        self.fuel.pay((len >> BYTES_SHIFT) as i64)?;
        Rc::make_mut(&mut a).push_str(b);
        Ok(Value::Str(a))
    }

    pub(super) fn too_long<T>(&self) -> Check<T> {
        trap(Code::StringLength, format!("a string of more than {} bytes", self.machine.limits.string))
    }

    pub(super) fn text(&mut self, text: String) -> Check<Value> {
        if text.len() > self.machine.limits.string {
            return self.too_long();
        }
        self.fuel.text(&text)?;
        Ok(Value::string(text))
    }

    pub(super) fn show(&mut self, value: &Value, ty: &Ty) -> Check<Value> {
        if let Some(name) = self.machine.names.long(value, ty) {
            return Ok(name);
        }
        // Most are names and numbers, with more text after them in a template.
        let mut out = String::with_capacity(32);
        text::show(&self.machine.program, value, ty, &mut out, self.machine.limits.string);
        if ty.is_scalar() { Ok(Value::string(out)) } else { self.text(out) }
    }

    pub(super) fn contains(&mut self, list: &Value, value: &Value) -> Check<bool> {
        let Value::List(items) = list else {
            return trap(Code::BadCast, format!("expected an array, found {}", fit::kind(list)));
        };
        self.fuel.gone_through(items.len())?;
        Ok(self.fuel.position(items, value)?.is_some())
    }

    pub(super) fn set(&mut self, items: Vec<Value>) -> Check<Value> {
        let (count, list) = (items.len(), Value::list(items));
        self.fuel.order(&list, count)?;
        self.own(list, |items| {
            order::sort(items, order::total);
            items.dedup_by(|a, b| order::total(a, b).is_eq());
        })
    }

    /// From keys and values by turns; the last of equal keys wins.
    pub(super) fn map(&mut self, pairs: Vec<Value>) -> Check<Value> {
        let pairs = Value::list(pairs);
        self.fuel.order(&pairs, pairs.items().len() / 2)?;
        let Value::List(pairs) = pairs else { return Ok(pairs) };
        let pairs = Rc::unwrap_or_clone(pairs);
        let mut sorted: Vec<[Value; 2]> = Vec::with_capacity(pairs.len() / 2);
        let mut pairs = pairs.into_iter();
        while let (Some(key), Some(value)) = (pairs.next(), pairs.next()) {
            sorted.push([key, value]);
        }
        order::sort(&mut sorted, |[a, _], [b, _]| order::total(a, b));
        // The sort keeps the order of equal keys: swapping before dropping keeps the later value.
        sorted.dedup_by(|later, earlier| {
            let same = order::total(&later[0], &earlier[0]).is_eq();
            if same {
                mem::swap(later, earlier);
            }
            same
        });
        Ok(Value::list(sorted.into_iter().flatten().collect()))
    }

    pub(super) fn fill(&mut self, value: Value, count: i64) -> Check<Value> {
        if count < 0 {
            return trap(Code::BadCount, format!("{count} copies of a value"));
        }
        // Too many where words are short are too many everywhere.
        let count = usize::try_from(count).unwrap_or(usize::MAX);
        room(count, &self.machine.limits)?;
        self.fuel.gone_through(count)?;
        Ok(Value::list(vec![value; count]))
    }

    /// Checks how deep a value nests, looking at all of it.
    pub(super) fn guard(&mut self, value: &Value) -> Check<()> {
        if !matches!(value, Value::List(_) | Value::Obj(_)) {
            return Ok(());
        }
        let (mut size, mut left) = (self.machine.limits.size, self.fuel.left());
        match weigh(value, self.machine.limits.depth, &mut size, &mut left) {
            Ok(()) => self.fuel.pay(self.fuel.left() - left),
            Err(Oversize::Spent) => self.fuel.out(),
            Err(Oversize::Deep) => {
                trap(Code::StateSize, format!("values nested more than {} deep", self.machine.limits.depth))
            }
            Err(Oversize::Large) => {
                trap(Code::StateSize, format!("a value of more than {} parts", self.machine.limits.size))
            }
        }
    }

    /// A list must have as many elements as an array.
    pub(super) fn as_many(&self, list: &Value, ty: &Ty) -> Check<()> {
        fit::fixed(&self.machine.program, list, ty).or_else(|e| trap(Code::BadCast, e.message))
    }

    pub(super) fn cast(&mut self, value: &Value, ty: &Ty) -> Check<Value> {
        // The elements of a list of `Any` need no check.
        if let (Value::List(items), Ty::List(of)) = (value, ty)
            && **of == Ty::Any
        {
            self.fuel.gone_through(items.len())?;
            return Ok(value.clone());
        }
        self.guard(value)?;
        fit::from_any(&self.machine.program, value, ty).or_else(|e| {
            let place = if e.path.is_empty() { String::new() } else { format!(" at `{}`", e.path) };
            trap(Code::BadCast, format!("{}{place}", e.message))
        })
    }

    pub(super) fn check(&self, value: &Value, (low, high, ty): &(i64, i64, Ty)) -> Check<Value> {
        if value.is_none() {
            return Ok(Value::None);
        }
        let n = value.int();
        if (*low..=*high).contains(&n) {
            return Ok(Value::Int(n));
        }
        let expected = fit::expected(&self.machine.program, ty);
        trap(Code::NotInRange, format!("{n} is not {expected}"))
    }

    pub(super) fn one_active(&self, value: &Value) -> Check<Value> {
        let roles = self.active_roles(value);
        match roles.as_slice() {
            [one] => Ok(one.clone()),
            [] => trap(Code::NotOneActive, "no role is active, and one is needed"),
            more => trap(Code::NotOneActive, format!("{} roles are active, and one is needed", more.len())),
        }
    }

    /// The roles in the value of `G.active`.
    pub(super) fn active_roles(&self, value: &Value) -> Vec<Value> {
        let roles = self.machine.program.roles.len() as i64;
        let is_role = |it: &&Value| matches!(it, Value::Int(n) if (0..roles).contains(n));
        match value {
            Value::List(items) => items.iter().filter(is_role).cloned().collect(),
            one => Some(one).filter(is_role).cloned().into_iter().collect(),
        }
    }

    pub(super) fn draw(&mut self, range: &Value, next: fn(u64) -> u64) -> Check<Value> {
        let Some(range) = u64::try_from(range.int()).ok().filter(|it| *it > 0) else {
            return trap(Code::BadCount, format!("a random number below {}", range.int()));
        };
        let seed = next(self.state.body.seed);
        self.state.body.seed = seed;
        self.state.undo.truncate(0);
        Ok(Value::Int((seed % range) as i64))
    }

    pub(super) fn builtin(&mut self, op: Builtin, regs: &mut [Value], args: Reg, ty: &Ty) -> Check<Value> {
        self.pay_for(op, regs.get(usize::from(args)..).unwrap_or_default(), ty)?;
        let mut take = |i: usize| regs.get_mut(usize::from(args) + i).map(mem::take).unwrap_or_default();
        let first = take(0);
        let items = first.items();
        let step = if matches!(ty, Ty::Map(..)) { 2 } else { 1 };
        match op {
            Builtin::Len => Ok(Value::Int(self.len(&first, step)?)),
            Builtin::Empty => Ok(Value::Bool(self.len(&first, step)? == 0)),
            Builtin::Abs => Ok(match first {
                Value::Num(n) => Value::Num(n.abs()),
                other => Value::Int(other.int().abs()),
            }),
            Builtin::Min | Builtin::Max => {
                let second = take(1);
                Ok(match (&first, &second) {
                    (Value::Int(a), Value::Int(b)) => {
                        Value::Int(if op == Builtin::Min { *a.min(b) } else { *a.max(b) })
                    }
                    _ => Value::Num(extreme(first.num(), second.num(), op == Builtin::Max)),
                })
            }
            Builtin::Sum => {
                if items.iter().any(|it| matches!(it, Value::Num(_))) {
                    return finite(items.iter().map(Value::num).fold(0.0, |a, b| a + b));
                }
                items.iter().try_fold(Value::Int(0), |sum, it| whole(sum.int().checked_add(it.int())))
            }
            Builtin::Indices => Ok(Value::list((0..items.len() as i64).map(Value::Int).collect())),
            Builtin::Without => {
                let x = take(1);
                self.fuel.without(items, &x).map(Value::list)
            }
            Builtin::Concat => {
                let second = take(1);
                room(items.len() + second.items().len(), &self.machine.limits)?;
                self.own(first, |list| list.extend_from_slice(second.items()))
            }
            Builtin::Reverse => self.own(first, |list| list.reverse()),
            Builtin::Sorted => self.own(first, |list| order::sort(list, order::total)),
            Builtin::Slice => {
                let cut = |n: i64| n.clamp(0, items.len() as i64) as usize;
                let (from, end) = (cut(take(1).int()), cut(take(2).int()));
                Ok(Value::list(items.get(from..end.max(from)).unwrap_or(&[]).to_vec()))
            }
            Builtin::IndexOf => {
                let x = take(1);
                if let Value::Str(text) = &first {
                    let before = text.find(x.text()).map(|at| text[..at].encode_utf16().count());
                    return Ok(before.map_or(Value::None, |at| Value::Int(at as i64)));
                }
                let found = self.fuel.position(items, &x)?;
                Ok(found.map_or(Value::None, |i| Value::Int(i as i64)))
            }
            Builtin::Join => {
                let between = take(1);
                let mut out = String::new();
                for (i, item) in items.iter().enumerate() {
                    if out.len() > self.machine.limits.string {
                        break;
                    }
                    if i > 0 {
                        out.push_str(between.text());
                    }
                    out.push_str(item.text());
                }
                self.text(out)
            }
            Builtin::Other => match self.machine.program.roles.len() {
                2 => Ok(Value::Int(1 - first.int())),
                n => trap(Code::BadCount, format!("`other` is for two roles; there are {n}")),
            },
            Builtin::Keys | Builtin::Values if *ty == Ty::Any => {
                let Value::Obj(object) = &first else {
                    return trap(Code::BadCast, format!("expected an object, found {}", fit::kind(&first)));
                };
                let key = |(key, value): (&Rc<String>, &Value)| match op {
                    Builtin::Keys => Value::Str(key.clone()),
                    _ => value.clone(),
                };
                Ok(Value::list(object.iter().map(key).collect()))
            }
            Builtin::Keys | Builtin::Values => {
                let skip = usize::from(op == Builtin::Values);
                Ok(Value::list(items.iter().skip(skip).step_by(2).cloned().collect()))
            }
            Builtin::MapGet => {
                let (key, missing) = (take(1), take(2));
                Ok(order::search(items, 2, &key).ok().and_then(|i| items.get(i + 1)).cloned().unwrap_or(missing))
            }
            Builtin::MapHas => Ok(Value::Bool(order::search(items, 2, &take(1)).is_ok())),
            Builtin::SetHas => Ok(Value::Bool(order::search(items, 1, &take(1)).is_ok())),
            Builtin::Json => {
                let any = self.machine.to_any(&first, ty);
                let mut out = String::new();
                json::write(&any, &mut out, self.machine.limits.string);
                self.text(out)
            }
            Builtin::Random => self.draw(&first, rng::next),
            Builtin::RandomBigint => self.draw(&first, rng::next_bigint),
            other => {
                let rest = [take(1), take(2)];
                self.library(other, &first, rest)
            }
        }
    }

    /// Takes the steps for a builtin.
    fn pay_for(&mut self, op: Builtin, given: &[Value], ty: &Ty) -> Check<()> {
        let [first, rest @ ..] = given else { return Ok(()) };
        let second = rest.first().unwrap_or(&Value::None);
        let entries = match (ty, first) {
            (Ty::Map(..), _) => first.items().len() / 2,
            (Ty::Any, Value::Obj(object)) => object.len(),
            (Ty::Any, _) if matches!(op, Builtin::Keys | Builtin::Values) => 0,
            _ => first.items().len(),
        };
        self.fuel.takes(takes(op, matches!(first, Value::Str(_))), first, second, entries)
    }

    /// Changes a list of its own.
    fn own(&mut self, list: Value, change: impl FnOnce(&mut Vec<Value>)) -> Check<Value> {
        match list {
            Value::List(mut items) => {
                change(Rc::make_mut(&mut items));
                Ok(Value::List(items))
            }
            other => out_of_range(&other, 0),
        }
    }

    fn len(&self, value: &Value, step: usize) -> Check<i64> {
        match value {
            Value::List(items) => Ok((items.len() / step) as i64),
            Value::Str(text) if text.is_ascii() => Ok(text.len() as i64),
            Value::Str(text) => Ok(text.encode_utf16().count() as i64),
            Value::Obj(object) => Ok(object.len() as i64),
            none @ (Value::None | Value::Absent) => out_of_range(none, 0),
            other => trap(Code::BadCast, format!("{} has no length", fit::kind(other))),
        }
    }
}

/// JavaScript's `Math.min` and `Math.max`: −0 is below 0.
fn extreme(a: f64, b: f64, largest: bool) -> f64 {
    if (a.total_cmp(&b).is_lt()) == largest { b } else { a }
}
