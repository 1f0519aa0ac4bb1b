//! Between values of a type and values of `Any`: records are objects there, the rest is itself.

use crate::value::{Object, Value};
use diag::Code;
pub use ir::expected;
use ir::{INT_MAX, Program, Ty};
use std::rc::Rc;

/// Why a value of `Any` is none of a type.
#[derive(Clone, Debug, PartialEq)]
pub struct Misfit {
    /// One of HR0803 to HR0806.
    pub code: Code,
    pub message: String,
    /// From the value on, such as `.hand[3]`.
    pub path: String,
}

impl Misfit {
    pub(crate) fn new(code: Code, message: impl Into<String>) -> Misfit {
        Misfit { code, message: message.into(), path: String::new() }
    }

    pub(crate) fn under(mut self, step: impl AsRef<str>) -> Misfit {
        self.path.insert_str(0, step.as_ref());
        self
    }
}

/// `true` if values of a type are represented differently in `Any`: they contain a record.
pub fn has_record(ty: &Ty) -> bool {
    match ty {
        Ty::Record(_) => true,
        Ty::Opt(of) | Ty::List(of) | Ty::Set(of) | Ty::Array(of, _) => has_record(of),
        Ty::Map(key, of) => has_record(key) || has_record(of),
        _ => false,
    }
}

/// The names of the fields of each record, as keys of objects share them.
pub(crate) type Keys = Vec<Vec<Rc<String>>>;

pub(crate) fn keys(program: &Program) -> Keys {
    program.records.iter().map(|it| it.fields.iter().map(|it| Rc::new(it.name.clone())).collect()).collect()
}

/// The same in `Any`.
pub fn to_any(program: &Program, value: &Value, ty: &Ty) -> Value {
    if has_record(ty) { to_any_by(program, &keys(program), value, ty) } else { value.clone() }
}

/// The same with keys that are there already.
pub(crate) fn to_any_by(program: &Program, keys: &Keys, value: &Value, ty: &Ty) -> Value {
    if !has_record(ty) {
        return value.clone();
    }
    let inner = |value: &Value, ty: &Ty| to_any_by(program, keys, value, ty);
    match (ty, value) {
        (Ty::Opt(of), _) if !value.is_none() => inner(value, of),
        (Ty::List(of) | Ty::Set(of) | Ty::Array(of, _), Value::List(items)) => {
            Value::list(items.iter().map(|it| inner(it, of)).collect())
        }
        (Ty::Map(key, of), Value::List(items)) => {
            let types = [&**key, &**of];
            Value::list(items.iter().enumerate().map(|(i, it)| inner(it, types[i % 2])).collect())
        }
        (Ty::Record(id), Value::List(items)) => {
            let fields = program.records.get(id.index()).map_or(&[][..], |it| &it.fields);
            let names = keys.get(id.index()).map_or(&[][..], Vec::as_slice);
            let entries = names.iter().zip(fields).zip(items.iter());
            let entries = entries.map(|((name, field), it)| (name.clone(), inner(it, &field.ty)));
            Value::object(entries.collect::<Object>())
        }
        _ => value.clone(),
    }
}

/// Converts a value of `Any` to a type.
pub fn from_any(program: &Program, value: &Value, ty: &Ty) -> Result<Value, Misfit> {
    let wrong = || {
        let message = format!("expected {}, found {}", expected(program, ty), kind(value));
        Err(Misfit::new(Code::WrongType, message))
    };
    match ty {
        Ty::Any => Ok(value.clone()),
        Ty::Unit => Ok(Value::None),
        Ty::Opt(_) if value.is_none() => Ok(Value::None),
        Ty::Opt(of) => from_any(program, value, of),
        Ty::Int => ranged(value, -INT_MAX, INT_MAX, || expected(program, ty)),
        Ty::Range(low, high) => ranged(value, *low, *high, || expected(program, ty)),
        Ty::Role => ranged(value, 0, program.roles.len() as i64 - 1, || expected(program, ty)),
        Ty::Enum(id) => {
            let members = program.enums.get(id.index()).map_or(0, |it| it.members.len());
            ranged(value, 0, members as i64 - 1, || expected(program, ty))
        }
        Ty::Num => match value {
            Value::Int(_) | Value::Num(_) => Ok(Value::Num(value.num())),
            _ => wrong(),
        },
        Ty::Bool => match value {
            Value::Bool(_) => Ok(value.clone()),
            _ => wrong(),
        },
        Ty::Str => match value {
            Value::Str(_) => Ok(value.clone()),
            _ => wrong(),
        },
        Ty::List(of) => match value {
            Value::List(_) if **of == Ty::Any => Ok(value.clone()),
            Value::List(items) => each(program, items, |_| of),
            _ => wrong(),
        },
        Ty::Array(of, _) => match value {
            Value::List(items) => fixed(program, value, ty).and_then(|()| each(program, items, |_| of)),
            _ => wrong(),
        },
        Ty::Set(of) => match value {
            Value::List(items) => each(program, items, |_| of).and_then(|set| ascending(set, ty)),
            _ => wrong(),
        },
        Ty::Map(key, of) => match value {
            Value::List(items) if items.len() % 2 == 0 => {
                each(program, items, |i| if i % 2 == 0 { key } else { of }).and_then(|map| ascending(map, ty))
            }
            _ => wrong(),
        },
        Ty::Record(id) | Ty::Packed(id) => match (value, program.records.get(id.index())) {
            (Value::Obj(object), Some(record)) => {
                let mut fields = Vec::with_capacity(record.fields.len());
                for field in &record.fields {
                    let step = format!(".{}", field.name);
                    let Some(value) = object.get(&field.name) else {
                        let message = format!("the field `{}` is missing", field.name);
                        return Err(Misfit::new(Code::MissingField, message).under(step));
                    };
                    fields.push(from_any(program, value, &field.ty).map_err(|it| it.under(step))?);
                }
                match object.iter().find(|(key, _)| record.fields.iter().all(|it| it.name != ***key)) {
                    None => Ok(Value::list(fields)),
                    Some((key, _)) => {
                        let message = format!("`{}` has no field `{key}`", record.name);
                        Err(Misfit::new(Code::UnknownField, message).under(format!(".{key}")))
                    }
                }
            }
            _ => wrong(),
        },
    }
}

/// A list must have as many elements as an array.
pub fn fixed(program: &Program, list: &Value, ty: &Ty) -> Result<(), Misfit> {
    let (have, need) = (list.items().len(), if let Ty::Array(_, index) = ty { program.count(*index) } else { 0 });
    if have == need {
        return Ok(());
    }
    Err(Misfit::new(Code::WrongType, format!("{need} elements are needed, there are {have}")))
}

fn each<'a>(program: &Program, items: &Rc<Vec<Value>>, ty: impl Fn(usize) -> &'a Ty) -> Result<Value, Misfit> {
    let items = items.iter().enumerate();
    let fitted = items.map(|(i, it)| from_any(program, it, ty(i)).map_err(|e| e.under(format!("[{i}]"))));
    Ok(Value::list(fitted.collect::<Result<_, _>>()?))
}

fn ascending(value: Value, ty: &Ty) -> Result<Value, Misfit> {
    let (items, step) = (value.items(), if matches!(ty, Ty::Map(..)) { 2 } else { 1 });
    let keys: Vec<&Value> = items.iter().step_by(step).collect();
    match keys.windows(2).position(|pair| crate::order::total(pair[0], pair[1]).is_ge()) {
        None => Ok(value),
        Some(i) => Err(Misfit::new(Code::OutOfBounds, ir::ascending(ty)).under(format!("[{}]", (i + 1) * step))),
    }
}

fn ranged(value: &Value, low: i64, high: i64, what: impl Fn() -> String) -> Result<Value, Misfit> {
    match value {
        Value::Int(n) if (low..=high).contains(n) => Ok(Value::Int(*n)),
        Value::Num(n) if n.fract() == 0.0 && *n >= low as f64 && *n <= high as f64 => Ok(Value::Int(*n as i64)),
        found => {
            let whole = matches!(found, Value::Int(_)) || matches!(found, Value::Num(n) if n.fract() == 0.0);
            let code = if whole { Code::OutOfBounds } else { Code::WrongType };
            Err(Misfit::new(code, format!("expected {}, found {}", what(), kind(value))))
        }
    }
}

/// Describes a value of `Any` in words.
pub fn kind(value: &Value) -> String {
    let mut out = String::new();
    match value {
        Value::Absent => out.push_str("nothing"),
        Value::None => out.push_str("none"),
        Value::Bool(it) => out.push_str(if *it { "true" } else { "false" }),
        Value::Int(_) | Value::Num(_) => crate::text::js_string(value, &mut out, 100),
        Value::Str(text) if text.chars().count() <= 40 => return format!("\"{text}\""),
        Value::Str(_) => out.push_str("a string"),
        Value::List(_) => out.push_str("an array"),
        Value::Obj(_) => out.push_str("an object"),
    }
    out
}
