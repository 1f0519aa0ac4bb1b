//! Sizes of values.

use crate::value::Value;
use ir::steps::BYTES_SHIFT;

/// Why a value is more than a state may hold.
pub enum Oversize {
    Deep,
    Large,
    /// Measured as far as the steps allow.
    Spent,
}

/// Counts the values in a value down from `left`, to `depth` levels.
pub fn measure(value: &Value, depth: usize, left: &mut usize) -> Result<(), Oversize> {
    weigh(value, depth, left, &mut { i64::MAX })
}

/// The same, and takes a step for each, and for the bytes of texts.
pub fn weigh(value: &Value, depth: usize, left: &mut usize, fuel: &mut i64) -> Result<(), Oversize> {
    *left = left.checked_sub(1).ok_or(Oversize::Large)?;
    let bytes = if let Value::Str(text) = value { text.len() } else { 0 };
    *fuel -= 1 + (bytes >> BYTES_SHIFT) as i64;
    if *fuel < 0 {
        return Err(Oversize::Spent);
    }
    let below = || depth.checked_sub(1).ok_or(Oversize::Deep);
    match value {
        Value::List(items) => {
            let depth = below()?;
            items.iter().try_for_each(|it| weigh(it, depth, left, fuel))
        }
        Value::Obj(object) => {
            let depth = below()?;
            object.iter().try_for_each(|(_, it)| weigh(it, depth, left, fuel))
        }
        _ => Ok(()),
    }
}
