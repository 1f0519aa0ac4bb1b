//! Builtins that change a list in place.

use super::list::{map_set, out_of_range, room};
use crate::fault::{Check, trap};
use crate::fuel::Fuel;
use crate::order;
use crate::rng;
use crate::value::Value;
use diag::Code;
use ir::steps::Takes;
use ir::{Limits, Param, PlaceOp, Shape};
use std::mem;

/// Takes the steps for changing a list.
pub fn cost(op: PlaceOp, place: &Value, given: &[Value; 3], fuel: &mut Fuel) -> Check<()> {
    let takes = op.row().takes;
    if takes == Takes::Nothing {
        return Ok(());
    }
    let is_map = matches!(op.signature().params(), [Param { shape: Shape::Map(..), .. }, ..]);
    fuel.takes(takes, place, &given[0], place.items().len() / if is_map { 2 } else { 1 })
}

/// Applies a builtin to the list at its place.
pub fn change(
    op: PlaceOp,
    items: &mut Vec<Value>,
    given: [Value; 3],
    fuel: &mut Fuel,
    seed: &mut u64,
    limits: &Limits,
) -> Check<Value> {
    let [first, second, third] = given;
    let empty = |what: &str| trap(Code::EmptyList, format!("`{what}` takes from a list, and this one is empty"));
    match op {
        PlaceOp::Push => {
            room(items.len() + 1, limits)?;
            items.push(first);
        }
        PlaceOp::Pop => return items.pop().map_or_else(|| empty("pop"), Ok),
        PlaceOp::Shift if items.is_empty() => return empty("shift"),
        PlaceOp::Shift => return Ok(items.remove(0)),
        PlaceOp::Append => {
            let more = first.items();
            room(items.len() + more.len(), limits)?;
            items.extend_from_slice(more);
        }
        PlaceOp::Insert => {
            room(items.len() + 1, limits)?;
            let i = index(items, first.int(), items.len() + 1)?;
            items.insert(i, second);
        }
        PlaceOp::InsertPair => {
            room(items.len() + 2, limits)?;
            let i = index(items, first.int(), items.len() + 1)?;
            items.splice(i..i, [second, third]);
        }
        PlaceOp::Delete => {
            let i = index(items, first.int(), items.len())?;
            items.remove(i);
        }
        PlaceOp::RemoveAt => {
            let i = index(items, first.int(), items.len())?;
            return Ok(items.remove(i));
        }
        PlaceOp::DeletePair => {
            let i = index(items, first.int(), items.len().saturating_sub(1))?;
            items.drain(i..i + 2);
        }
        PlaceOp::Swap => {
            let i = index(items, first.int(), items.len())?;
            let j = index(items, second.int(), items.len())?;
            items.swap(i, j);
        }
        PlaceOp::Sort => order::sort(items, order::total),
        PlaceOp::Fill => items.fill(first),
        PlaceOp::Draw => {
            if first.int() < 0 {
                return trap(Code::BadCount, format!("{} elements taken", first.int()));
            }
            let count = usize::try_from(first.int()).unwrap_or(usize::MAX);
            let rest = items.len().saturating_sub(count);
            let mut taken = items.split_off(rest);
            fuel.gone_through(taken.len())?;
            taken.reverse();
            return Ok(Value::list(taken));
        }
        PlaceOp::DeleteItem => {
            if let Some(i) = fuel.position(items, &first)? {
                items.remove(i);
            }
        }
        PlaceOp::Clear => items.clear(),
        PlaceOp::SetAdd | PlaceOp::SetDelete | PlaceOp::SetToggle => match order::search(items, 1, &first) {
            Ok(_) if op == PlaceOp::SetAdd => {}
            Ok(i) => drop(items.remove(i)),
            Err(_) if op == PlaceOp::SetDelete => {}
            Err(i) => {
                room(items.len() + 1, limits)?;
                items.insert(i, first);
            }
        },
        PlaceOp::MapSet => map_set(items, first, second, limits)?,
        PlaceOp::MapGetSet => match order::search(items, 2, &first) {
            Ok(i) => return Ok(items.get(i + 1).cloned().unwrap_or_default()),
            Err(_) => {
                map_set(items, first, second.clone(), limits)?;
                return Ok(second);
            }
        },
        PlaceOp::MapDelete => {
            if let Ok(i) = order::search(items, 2, &first) {
                items.drain(i..i + 2);
            }
        }
        PlaceOp::Shuffle | PlaceOp::ShuffleBigint => {
            let next = if op == PlaceOp::Shuffle { rng::next } else { rng::next_bigint };
            shuffle(items, seed, next);
        }
    }
    Ok(Value::None)
}

/// An index that must be below an end.
fn index(items: &mut Vec<Value>, i: i64, end: usize) -> Check<usize> {
    match usize::try_from(i).ok().filter(|i| *i < end) {
        Some(i) => Ok(i),
        None => out_of_range(&Value::list(mem::take(items)), i),
    }
}

/// The framework's shuffle.
pub fn shuffle(items: &mut [Value], seed: &mut u64, next: fn(u64) -> u64) {
    for i in (1..items.len()).rev() {
        *seed = next(*seed);
        items.swap(i, (*seed % (i as u64 + 1)) as usize);
    }
}
