//! The options of a game: checked against what the rules declare.

use diag::Code;
use ir::{ChoiceKind, Program};
use std::rc::Rc;
use vm::{Fault, Object, Value};

/// The options given, in their order, then the defaults of the others.
pub fn checked(program: &Program, given: &serde_json::Value) -> Result<Value, Fault> {
    let mut object = Object::default();
    match given {
        serde_json::Value::Null => {}
        serde_json::Value::Object(entries) => {
            for (name, value) in entries {
                let Some(choice) = program.options.iter().find(|it| it.name == *name) else {
                    return Err(refused(name, format!("there is no option `{name}`")));
                };
                object.set(&Rc::new(name.clone()), fitting(name, &choice.kind, value)?);
            }
        }
        _ => return Err(Fault::new(Code::BadOption, "the options are an object")),
    }
    for choice in program.options.iter().filter(|it| object.get(&it.name).is_none()).collect::<Vec<_>>() {
        let value = match &choice.kind {
            ChoiceKind::Bool { default } => Value::Bool(*default),
            ChoiceKind::Int { default, .. } => Value::Int(*default),
            ChoiceKind::One { of, default } => Value::str(of.get(*default).map_or("", String::as_str)),
        };
        object.set(&Rc::new(choice.name.clone()), value);
    }
    Ok(Value::object(object))
}

fn fitting(name: &str, kind: &ChoiceKind, value: &serde_json::Value) -> Result<Value, Fault> {
    let whole = value.as_i64().or_else(|| value.as_f64().filter(|n| n.fract() == 0.0).map(|n| n as i64));
    match kind {
        ChoiceKind::Bool { .. } => {
            value.as_bool().map(Value::Bool).ok_or_else(|| refused(name, format!("`{name}` is true or false")))
        }
        ChoiceKind::Int { min, max, .. } => match whole.filter(|n| (min..=max).contains(&n)) {
            Some(n) => Ok(Value::Int(n)),
            None => Err(refused(name, format!("`{name}` is a whole number from {min} to {max}"))),
        },
        ChoiceKind::One { of, .. } => match value.as_str().filter(|it| of.iter().any(|one| one == it)) {
            Some(it) => Ok(Value::str(it)),
            None => Err(refused(name, format!("`{name}` is one of {}", crate::legal::listed(of)))),
        },
    }
}

fn refused(name: &str, message: String) -> Fault {
    let mut fault = Fault::new(Code::BadOption, message);
    fault.path = Some(format!("$.{name}"));
    fault
}
