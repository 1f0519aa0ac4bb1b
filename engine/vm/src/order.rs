//! The order of values: JavaScript's `<` and `>`, which the framework's sets and offers go by, and the
//! order of sets and maps, which is the same wherever JavaScript has an answer.

use crate::text;
use crate::value::Value;
use std::cmp::Ordering;

/// The result of `a < b` and `a > b` in JavaScript; `None` if neither holds.
pub fn js(a: &Value, b: &Value) -> Option<Ordering> {
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => strict(a.cmp(b)),
        (Value::Str(a), Value::Str(b)) => strict(units(a, b)),
        _ => match (primitive(a), primitive(b)) {
            (Primitive::Text(a), Primitive::Text(b)) => strict(units(&a, &b)),
            (a, b) => a.number().partial_cmp(&b.number()).and_then(strict),
        },
    }
}

/// The order of the elements of sets, of the keys of maps and of `sorted`: JavaScript's, and where that
/// takes different values for equal, none first, then booleans, numbers, strings, lists, objects.
pub fn total(a: &Value, b: &Value) -> Ordering {
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => a.cmp(b),
        (Value::Str(a), Value::Str(b)) => units(a, b),
        _ => js(a, b).unwrap_or_else(|| match (a, b) {
            (Value::List(a), Value::List(b)) => lists(a, b),
            (Value::Obj(a), Value::Obj(b)) => {
                let mut entries = a.iter().zip(b.iter());
                entries
                    .find_map(|((j, a), (k, b))| Some(units(j, k).then_with(|| total(a, b))).filter(|it| it.is_ne()))
                    .unwrap_or_else(|| a.len().cmp(&b.len()))
            }
            _ => rank(a).cmp(&rank(b)),
        }),
    }
}

/// Sorts stably. Merges runs of 1, 2, 4, … elements, as every executor does: the result is the same even where
/// JavaScript defines no order (texts and numbers mixed).
pub fn sort<T>(items: &mut Vec<T>, compare: impl Fn(&T, &T) -> Ordering) {
    let count = items.len();
    let mut from: Vec<usize> = (0..count).collect();
    let mut to = Vec::with_capacity(count);
    let mut width = 1;
    while width < count {
        for low in (0..count).step_by(2 * width) {
            let (middle, high) = ((low + width).min(count), (low + 2 * width).min(count));
            let (mut a, mut b) = (low, middle);
            while a < middle || b < high {
                // The first of the left run, unless the first of the right one is smaller.
                let left = b == high || (a < middle && compare(&items[from[a]], &items[from[b]]).is_le());
                let next = if left { &mut a } else { &mut b };
                to.push(from[*next]);
                *next += 1;
            }
        }
        std::mem::swap(&mut from, &mut to);
        to.clear();
        width *= 2;
    }
    let mut slots: Vec<Option<T>> = items.drain(..).map(Some).collect();
    items.extend(from.iter().filter_map(|i| slots.get_mut(*i)?.take()));
}

/// By UTF-16 code units.
pub fn units(a: &str, b: &str) -> Ordering {
    if a.is_ascii() && b.is_ascii() { a.cmp(b) } else { a.encode_utf16().cmp(b.encode_utf16()) }
}

/// Index of a value in a sorted sequence of every `step`-th element, or its insertion point.
pub fn search(items: &[Value], step: usize, value: &Value) -> Result<usize, usize> {
    let (mut low, mut high) = (0, items.len() / step);
    while low < high {
        let middle = low + (high - low) / 2;
        match items.get(middle * step).map_or(Ordering::Greater, |it| total(it, value)) {
            Ordering::Less => low = middle + 1,
            Ordering::Greater => high = middle,
            Ordering::Equal => return Ok(middle * step),
        }
    }
    Err(low * step)
}

/// Index of an argument among sorted offers, or its insertion point: the framework's `set_add`. An argument that
/// compares neither less nor greater is already there. Objects, which JavaScript cannot distinguish, are distinguished
/// here; lists are compared by elements, not by their texts.
pub fn offer<T>(items: &[T], argument: impl Fn(&T) -> &Value, value: &Value) -> Result<usize, usize> {
    let compare = |a: &Value, b: &Value| match (a, b) {
        (Value::Obj(_), Value::Obj(_)) | (Value::List(_), Value::List(_)) => strict(offered(a, b)),
        _ => js(a, b),
    };
    let (mut low, mut high) = (0, items.len());
    if items.last().is_some_and(|last| compare(value, argument(last)) == Some(Ordering::Greater)) {
        low = high;
    }
    while low < high {
        // As (a + b) >> 1 with an inclusive upper end.
        let middle = (low + high - 1) / 2;
        match compare(value, argument(&items[middle])) {
            Some(Ordering::Less) => high = middle,
            Some(Ordering::Greater) => low = middle + 1,
            _ => return Ok(middle),
        }
    }
    Err(low)
}

/// The order of offers: as that of sets, but lists by their elements at any depth.
fn offered(a: &Value, b: &Value) -> Ordering {
    match (a, b) {
        (Value::List(a), Value::List(b)) => {
            let differing = a.iter().zip(b.iter()).map(|(a, b)| offered(a, b)).find(|it| it.is_ne());
            differing.unwrap_or_else(|| a.len().cmp(&b.len()))
        }
        _ => total(a, b),
    }
}

fn strict(order: Ordering) -> Option<Ordering> {
    Some(order).filter(|it| it.is_ne())
}

fn lists(a: &[Value], b: &[Value]) -> Ordering {
    let differing = a.iter().zip(b).map(|(a, b)| total(a, b)).find(|it| it.is_ne());
    differing.unwrap_or_else(|| a.len().cmp(&b.len()))
}

fn rank(value: &Value) -> u8 {
    match value {
        Value::Absent | Value::None => 0,
        Value::Bool(_) => 1,
        Value::Int(_) | Value::Num(_) => 2,
        Value::Str(_) => 3,
        Value::List(_) => 4,
        Value::Obj(_) => 5,
    }
}

enum Primitive {
    Number(f64),
    Text(String),
}

impl Primitive {
    fn number(&self) -> f64 {
        match self {
            Primitive::Number(n) => *n,
            Primitive::Text(text) => parse(text),
        }
    }
}

fn primitive(value: &Value) -> Primitive {
    match value {
        Value::Absent => Primitive::Number(f64::NAN),
        Value::None => Primitive::Number(0.0),
        Value::Bool(it) => Primitive::Number(f64::from(u8::from(*it))),
        Value::Int(_) | Value::Num(_) => Primitive::Number(value.num()),
        Value::Str(text) => Primitive::Text(text.to_string()),
        Value::List(_) | Value::Obj(_) => {
            let mut out = String::new();
            text::js_string(value, &mut out, LONGEST);
            Primitive::Text(out)
        }
    }
}

/// Maximum length of a list's text in a comparison.
const LONGEST: usize = 100_000;

/// JavaScript's `Number` of a string.
pub fn parse(text: &str) -> f64 {
    let text = text.trim();
    let (digits, radix) = match text.get(..2) {
        Some("0x" | "0X") => (&text[2..], 16),
        Some("0o" | "0O") => (&text[2..], 8),
        Some("0b" | "0B") => (&text[2..], 2),
        _ => (text, 10),
    };
    if radix != 10 {
        return u64::from_str_radix(digits, radix).map_or(f64::NAN, |n| n as f64);
    }
    match text {
        "" => 0.0,
        "Infinity" | "+Infinity" => f64::INFINITY,
        "-Infinity" => f64::NEG_INFINITY,
        _ if text.bytes().any(|b| b.is_ascii_alphabetic() && !matches!(b, b'e' | b'E')) => f64::NAN,
        _ => text.parse().unwrap_or(f64::NAN),
    }
}
