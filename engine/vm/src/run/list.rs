//! Elements of lists, and entries of maps.

use crate::fault::{Check, trap};
use crate::order;
use crate::value::Value;
use diag::Code;
use ir::Limits;
use std::rc::Rc;

/// `list[index]`.
#[inline]
pub fn at(list: &Value, index: i64) -> Check<&Value> {
    let items = list.items();
    match usize::try_from(index).ok().and_then(|i| items.get(i)) {
        Some(it) => Ok(it),
        None => out_of_range(list, index),
    }
}

/// Why a list has nothing at an index.
#[cold]
pub fn out_of_range<T>(list: &Value, index: i64) -> Check<T> {
    match list {
        Value::List(items) => {
            let count = items.len();
            let elements = if count == 1 { "element" } else { "elements" };
            trap(Code::OutOfRange, format!("index {index} is out of range: the list has {count} {elements}"))
        }
        Value::Absent => trap(Code::NotSet, "this field is not set yet"),
        _ => trap(Code::NoValue, "this is none, but must have a value"),
    }
}

/// The elements of a list, its own from now on.
pub fn list_mut(value: &mut Value) -> Check<&mut Vec<Value>> {
    match value {
        Value::List(items) => Ok(Rc::make_mut(items)),
        other => out_of_range(other, 0),
    }
}

/// Puts an entry into a map, a list of keys and values in the order of the keys.
pub fn map_set(items: &mut Vec<Value>, key: Value, value: Value, limits: &Limits) -> Check<()> {
    match order::search(items, 2, &key) {
        Ok(i) => items[i + 1] = value,
        Err(i) => {
            room(items.len() + 2, limits)?;
            items.splice(i..i, [key, value]);
        }
    }
    Ok(())
}

/// Checks that a list may have this length.
pub fn room(len: usize, limits: &Limits) -> Check<()> {
    if len <= limits.list {
        return Ok(());
    }
    trap(Code::ListLength, format!("a list of more than {} elements", limits.list))
}

/// Adds to a list of a local.
#[inline]
pub fn push(list: &mut Value, value: Value, limits: &Limits) -> Check<()> {
    let items = list_mut(list)?;
    room(items.len() + 1, limits)?;
    items.push(value);
    Ok(())
}
