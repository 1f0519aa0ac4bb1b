//! Values: the content of registers, globals and frames.
//!
//! Invariant: 16 bytes; assignment copies (shared storage is copied before it is changed); `Absent` never occurs inside
//! another value.

use ir::steps::{BYTES_SHIFT, COMPARED_FREE, compared, compared_keys};
use std::mem::{self, ManuallyDrop};
use std::rc::Rc;

/// A value. The types of the program say how it is meant: roles and enum members are `Int`, records,
/// fixed arrays, sets and (flat) maps are `List`; only a value of type `Any` speaks for itself.
#[derive(Clone, Debug, Default)]
pub enum Value {
    /// A field that is not set.
    Absent,
    /// `none`; JSON's null.
    #[default]
    None,
    Bool(bool),
    /// Within ±(2^53 − 1).
    Int(i64),
    Num(f64),
    Str(Rc<String>),
    List(Rc<Vec<Value>>),
    Obj(Rc<Object>),
}

/// A JSON object: keys in JavaScript's order: array indices first, ascending, then insertion order.
#[derive(Clone, Debug, Default)]
pub struct Object(Vec<(Rc<String>, Value)>);

impl Value {
    /// `true` if they are identical without a look inside. If `false`, they may still be equal.
    pub fn is_same(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::Absent, Value::Absent) | (Value::None, Value::None) => true,
            (Value::Bool(a), Value::Bool(b)) => a == b,
            (Value::Int(a), Value::Int(b)) => a == b,
            (Value::Num(a), Value::Num(b)) => a.to_bits() == b.to_bits(),
            (Value::Str(a), Value::Str(b)) => Rc::ptr_eq(a, b),
            (Value::List(a), Value::List(b)) => Rc::ptr_eq(a, b),
            (Value::Obj(a), Value::Obj(b)) => Rc::ptr_eq(a, b),
            _ => false,
        }
    }

    pub fn str(text: &str) -> Value {
        Value::Str(Rc::new(text.to_owned()))
    }

    pub fn string(text: String) -> Value {
        Value::Str(Rc::new(text))
    }

    pub fn list(items: Vec<Value>) -> Value {
        Value::List(Rc::new(items))
    }

    pub fn object(object: Object) -> Value {
        Value::Obj(Rc::new(object))
    }

    // The four below treat integers separately: a value written in halves (tag, number) and read whole stalls the
    // processor, and most copied values are integers.

    #[inline(always)]
    pub(crate) fn copy(&self) -> Value {
        match self {
            Value::Int(n) => Value::Int(*n),
            Value::None => Value::None,
            Value::Bool(it) => Value::Bool(*it),
            other => other.clone(),
        }
    }

    /// Takes the value out; an integer may stay.
    #[inline(always)]
    pub(crate) fn take(&mut self) -> Value {
        match self {
            Value::Int(n) => Value::Int(*n),
            other => mem::take(other),
        }
    }

    #[inline(always)]
    pub(crate) fn assign(&mut self, value: Value) {
        match value {
            Value::Int(n) => self.assign_int(n),
            other => *self = other,
        }
    }

    #[inline(always)]
    pub(crate) fn assign_int(&mut self, n: i64) {
        match self {
            Value::Int(old) => *old = n,
            other => *other = Value::Int(n),
        }
    }

    /// Lets go of storage.
    #[inline(always)]
    pub(crate) fn release(&mut self) {
        if matches!(self, Value::Str(_) | Value::List(_) | Value::Obj(_)) {
            *self = Value::None;
        }
    }

    /// Leaves none. Most often there is no storage to let go of.
    #[inline(always)]
    pub(crate) fn clear(&mut self) {
        self.release();
        let _ = ManuallyDrop::new(mem::take(self));
    }

    pub fn is_absent(&self) -> bool {
        matches!(self, Value::Absent)
    }

    pub fn is_none(&self) -> bool {
        matches!(self, Value::None)
    }

    /// The integer; 0 for another value (which verified programs never read).
    #[inline(always)]
    pub fn int(&self) -> i64 {
        match self {
            Value::Int(n) => *n,
            _ => 0,
        }
    }

    /// The number as a double.
    pub fn num(&self) -> f64 {
        match self {
            Value::Num(n) => *n,
            Value::Int(n) => *n as f64,
            _ => f64::NAN,
        }
    }

    pub fn bool(&self) -> bool {
        matches!(self, Value::Bool(true))
    }

    pub fn text(&self) -> &str {
        match self {
            Value::Str(text) => text,
            _ => "",
        }
    }

    /// The elements of a list, or none at all.
    pub fn items(&self) -> &[Value] {
        match self {
            Value::List(items) => items,
            _ => &[],
        }
    }
}

impl Object {
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.0.iter().find(|(name, _)| name.as_str() == key).map(|(_, value)| value)
    }

    pub fn get_mut(&mut self, key: &str) -> Option<&mut Value> {
        self.0.iter_mut().find(|(name, _)| name.as_str() == key).map(|(_, value)| value)
    }

    pub fn set(&mut self, key: &Rc<String>, value: Value) {
        match self.get_mut(key) {
            Some(slot) => *slot = value,
            None => self.add(key.clone(), value),
        }
    }

    /// Adds a key that is not there yet.
    pub(crate) fn add(&mut self, key: Rc<String>, value: Value) {
        match ir::array_index(&key) {
            None => self.0.push((key, value)),
            Some(n) => {
                let at = self.0.partition_point(|(name, _)| ir::array_index(name).is_some_and(|it| it < n));
                self.0.insert(at, (key, value));
            }
        }
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn iter(&self) -> impl Iterator<Item = (&Rc<String>, &Value)> {
        self.0.iter().map(|(name, value)| (name, value))
    }
}

impl FromIterator<(Rc<String>, Value)> for Object {
    /// The keys must differ.
    fn from_iter<I: IntoIterator<Item = (Rc<String>, Value)>>(entries: I) -> Object {
        Object(in_order(entries.into_iter().collect()))
    }
}

/// Entries in the order of an object. Not generic, so that sorting is compiled only once.
fn in_order(mut entries: Vec<(Rc<String>, Value)>) -> Vec<(Rc<String>, Value)> {
    if entries.iter().any(|(name, _)| ir::array_index(name).is_some()) {
        entries.sort_by_key(|(name, _)| ir::array_index(name).map_or(u64::MAX, u64::from));
    }
    entries
}

/// `true` if two values of one type are equal; in `Any`, 1 equals 1.0. Charges the cost of the comparison to `fuel`
/// (see [`ir::steps::compared`]), and gives up (`false`) when none is left.
pub fn equal(a: &Value, b: &Value, fuel: &mut i64) -> bool {
    match (a, b) {
        (Value::List(a), Value::List(b)) if a.len() == b.len() && a.len() <= COMPARED_FREE => {
            a.iter().zip(b.iter()).all(|(a, b)| equal_within(a, b, fuel))
        }
        _ => equal_within(a, b, fuel),
    }
}

/// As [`equal`], for values inside of compared values.
fn equal_within(a: &Value, b: &Value, fuel: &mut i64) -> bool {
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => a == b,
        (Value::None, Value::None) | (Value::Absent, Value::Absent) => true,
        (Value::Bool(a), Value::Bool(b)) => a == b,
        (Value::Num(a), Value::Num(b)) => a == b,
        (Value::Int(_), Value::Num(_)) | (Value::Num(_), Value::Int(_)) => a.num() == b.num(),
        (Value::Str(a), Value::Str(b)) => {
            if a.len() != b.len() {
                return false;
            }
            *fuel -= (a.len() >> BYTES_SHIFT) as i64;
            *fuel >= 0 && a == b
        }
        (Value::List(a), Value::List(b)) => {
            if a.len() != b.len() {
                return false;
            }
            *fuel -= compared(a.len());
            *fuel >= 0 && a.iter().zip(b.iter()).all(|(a, b)| equal_within(a, b, fuel))
        }
        (Value::Obj(a), Value::Obj(b)) => {
            if a.len() != b.len() {
                return false;
            }
            *fuel -= compared_keys(a.len());
            *fuel >= 0 && a.iter().all(|(key, value)| b.get(key).is_some_and(|it| equal_within(value, it, fuel)))
        }
        _ => false,
    }
}
