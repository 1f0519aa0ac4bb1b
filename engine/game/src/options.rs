//! The options of a game: checked against the rules' declarations.

use diag::Code;
use ir::{ChoiceKind, Program};
use std::rc::Rc;
use vm::{Fault, Object, Value};

/// The given options, in their order, then the defaults of the others. The number of players is checked against the
/// scenario.
pub fn checked(program: &Program, scenario: &str, given: &serde_json::Value) -> Result<Value, Fault> {
    let mut object = Object::default();
    match given {
        serde_json::Value::Null => {}
        serde_json::Value::Object(entries) => {
            for (name, value) in entries {
                let Some(at) = program.options.iter().position(|it| it.name == *name) else {
                    return Err(refused(name, format!("there is no option `{name}`")));
                };
                let value = match players(program, at, scenario) {
                    Some((kind, varies)) => fitting(name, &kind, value).map_err(|fault| match varies {
                        true => Fault { message: format!("{} in \"{scenario}\"", fault.message), ..fault },
                        false => fault,
                    })?,
                    None => fitting(name, &program.options[at].kind, value)?,
                };
                object.set(&Rc::new(name.clone()), value);
            }
        }
        _ => return Err(Fault::new(Code::BadOption, "the options are an object")),
    }
    for (at, choice) in program.options.iter().enumerate() {
        if object.get(&choice.name).is_some() {
            continue;
        }
        let players = players(program, at, scenario).map(|it| it.0);
        let value = match players.as_ref().unwrap_or(&choice.kind) {
            ChoiceKind::Bool { default } => Value::Bool(*default),
            ChoiceKind::Int { default, .. } => Value::Int(*default),
            ChoiceKind::One { of, default } => Value::str(of.get(*default).map_or("", String::as_str)),
        };
        object.set(&Rc::new(choice.name.clone()), value);
    }
    Ok(Value::object(object))
}

/// For the option with the number of players: the range in a scenario, and `true` if other scenarios have another
/// range.
fn players(program: &Program, option: usize, scenario: &str) -> Option<(ChoiceKind, bool)> {
    let seats = program.seats.as_ref().filter(|it| usize::from(it.option) == option)?;
    let range = program.seat_range(scenario);
    let (min, max, default) = (range.least.into(), range.most.into(), range.usual.into());
    let varies = seats.ranges.iter().any(|it| (it.least, it.most) != (range.least, range.most));
    Some((ChoiceKind::Int { min, max, default }, varies))
}

fn fitting(name: &str, kind: &ChoiceKind, value: &serde_json::Value) -> Result<Value, Fault> {
    let whole = value.as_i64().or_else(|| value.as_f64().filter(|n| n.fract() == 0.0).map(|n| n as i64));
    match kind {
        ChoiceKind::Bool { .. } => {
            value.as_bool().map(Value::Bool).ok_or_else(|| refused(name, format!("`{name}` is true or false")))
        }
        ChoiceKind::Int { min, max, .. } => match whole.filter(|n| (min..=max).contains(&n)) {
            Some(n) => Ok(Value::Int(n)),
            None if min == max => Err(refused(name, format!("`{name}` is {min}"))),
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
