//! Values in the author's notation, shortened.

use crate::record::to_json;
use ir::{Index, Program, Ty};
use vm::{Value, json, to_any};

/// Approximate maximum bytes of a written value.
const LONG: usize = 400;

/// A value with the names of the rules: `White`, `[none, 3]`, `Card { kind: foot, value: 3 }`.
pub fn value(program: &Program, ty: &Ty, value: &Value) -> String {
    let mut out = String::new();
    write(program, ty, value, &mut out);
    if out.len() > LONG {
        let end = (0..=LONG).rev().find(|it| out.is_char_boundary(*it)).unwrap_or(0);
        out.truncate(end);
        out.push('…');
    }
    out
}

fn write(program: &Program, ty: &Ty, value: &Value, out: &mut String) {
    if out.len() > LONG {
        return;
    }
    match (ty, value) {
        (_, Value::Absent) => out.push_str("not set"),
        (_, Value::None) => out.push_str("none"),
        (Ty::Opt(of), _) => write(program, of, value, out),
        (Ty::Role, Value::Int(n)) => out.push_str(&name(&program.roles, *n)),
        (Ty::Enum(id), Value::Int(n)) => out.push_str(&name(&program.enums[id.index()].members, *n)),
        (Ty::Record(id), Value::List(items)) => {
            let record = &program.records[id.index()];
            out.push_str(&record.name);
            let fields = record.fields.iter().zip(items.iter());
            between(out, ["{ ", " }"], fields, |(field, value), out| {
                out.push_str(&field.name);
                out.push_str(": ");
                write(program, &field.ty, value, out);
            });
        }
        (Ty::Map(key, of), Value::List(items)) => between(out, ["{", "}"], items.chunks(2), |pair, out| {
            if let [k, v] = pair {
                write(program, key, k, out);
                out.push_str(": ");
                write(program, of, v, out);
            }
        }),
        (Ty::List(of) | Ty::Set(of) | Ty::Array(of, _), Value::List(items)) => {
            between(out, ["[", "]"], items.iter(), |it, out| write(program, of, it, out));
        }
        _ => out.push_str(&json::to_text(value)),
    }
}

fn between<T>(out: &mut String, around: [&str; 2], items: impl Iterator<Item = T>, each: impl Fn(T, &mut String)) {
    if out.chars().next_back().is_some_and(char::is_alphanumeric) {
        out.push(' ');
    }
    out.push_str(around[0]);
    for (i, it) in items.enumerate() {
        if out.len() > LONG {
            break;
        }
        if i > 0 {
            out.push_str(", ");
        }
        each(it, out);
    }
    out.push_str(around[1]);
}

fn name(names: &[String], n: i64) -> String {
    usize::try_from(n).ok().and_then(|n| names.get(n)).map_or_else(|| n.to_string(), Clone::clone)
}

/// The index of an array's element in the source: `3`, `White`.
pub fn index(program: &Program, index: Index, n: usize) -> String {
    match index {
        Index::Count(_) => n.to_string(),
        Index::Role => name(&program.roles, n as i64),
        Index::Enum(id) => name(&program.enums[id.index()].members, n as i64),
    }
}

/// A value as a state has it.
pub fn as_json(program: &Program, ty: &Ty, value: &Value) -> serde_json::Value {
    to_json(&to_any(program, value, ty))
}
