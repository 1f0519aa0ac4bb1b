//! Values as text: numbers as in JavaScript, and the output of templates.

use crate::value::Value;
use ir::{Program, Ty};

/// A double as JavaScript's `String` gives it.
pub fn number(n: f64, out: &mut String) {
    out.push_str(ryu_js::Buffer::new().format(n));
}

/// An integer.
pub fn integer(n: i64, out: &mut String) {
    let mut digits = [0_u8; 20];
    let mut at = digits.len();
    let mut rest = n.unsigned_abs();
    loop {
        at -= 1;
        digits[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    if n < 0 {
        out.push('-');
    }
    out.extend(digits[at..].iter().map(|it| char::from(*it)));
}

/// A value as templates print it. Stops once the text is longer than `max` bytes.
pub fn show(program: &Program, value: &Value, ty: &Ty, out: &mut String, max: usize) {
    match (ty, value) {
        (Ty::Any, _) => js_string(value, out, max),
        (_, Value::None) => out.push_str("none"),
        (Ty::Opt(of), _) => show(program, value, of, out, max),
        (Ty::Role, Value::Int(n)) => member(&program.roles, *n, out),
        (Ty::Enum(id), Value::Int(n)) => match program.enums.get(id.index()) {
            Some(it) => member(&it.members, *n, out),
            None => integer(*n, out),
        },
        (Ty::List(of) | Ty::Set(of) | Ty::Array(of, _), Value::List(items)) => {
            between(items, out, max, |item, _, out| show(program, item, of, out, max));
        }
        (Ty::Map(key, of), Value::List(items)) => {
            between(items, out, max, |item, i, out| {
                show(program, item, if i % 2 == 0 { key } else { of }, out, max);
            });
        }
        (Ty::Record(id), Value::List(items)) => {
            let fields = program.records.get(id.index()).map_or(&[][..], |it| &it.fields);
            between(items, out, max, |item, i, out| match fields.get(i) {
                Some(field) => show(program, item, &field.ty, out, max),
                None => js_string(item, out, max),
            });
        }
        _ => js_string(value, out, max),
    }
}

/// A JSON value as JavaScript's `String` gives it.
pub fn js_string(value: &Value, out: &mut String, max: usize) {
    match value {
        Value::Absent => out.push_str("undefined"),
        Value::None => out.push_str("null"),
        Value::Bool(it) => out.push_str(if *it { "true" } else { "false" }),
        Value::Int(n) => integer(*n, out),
        Value::Num(n) => number(*n, out),
        Value::Str(text) => out.push_str(text),
        Value::Obj(_) => out.push_str("[object Object]"),
        Value::List(items) => {
            for (i, item) in items.iter().enumerate() {
                if out.len() > max {
                    return;
                }
                if i > 0 {
                    out.push(',');
                }
                if !item.is_none() {
                    js_string(item, out, max);
                }
            }
        }
    }
}

fn between(items: &[Value], out: &mut String, max: usize, mut each: impl FnMut(&Value, usize, &mut String)) {
    for (i, item) in items.iter().enumerate() {
        if out.len() > max {
            return;
        }
        if i > 0 {
            out.push_str(", ");
        }
        each(item, i, out);
    }
}

fn member(names: &[String], n: i64, out: &mut String) {
    match usize::try_from(n).ok().and_then(|n| names.get(n)) {
        Some(name) => out.push_str(name),
        None => integer(n, out),
    }
}
