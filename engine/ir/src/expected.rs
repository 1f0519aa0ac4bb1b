//! Describes the values of a type, for messages about data from outside.

use crate::{Program, Ty};

/// The values of a type, in words.
pub fn expected(program: &Program, ty: &Ty) -> String {
    match ty {
        Ty::Int => "a whole number".into(),
        Ty::Range(low, high) => format!("a whole number from {low} to {high}"),
        Ty::Num => "a number".into(),
        Ty::Bool => "true or false".into(),
        Ty::Str => "a string".into(),
        Ty::Role => format!("a role: a number from 0 to {}", program.roles.len().saturating_sub(1)),
        Ty::Enum(id) => match program.enums.get(id.index()) {
            Some(it) => format!("a member of `{}`: a number from 0 to {}", it.name, it.members.len().saturating_sub(1)),
            None => "a number".into(),
        },
        Ty::Record(id) | Ty::Packed(id) => match program.records.get(id.index()) {
            Some(it) => format!("an object, a `{}`", it.name),
            None => "an object".into(),
        },
        Ty::Opt(of) => format!("{}, or null", expected(program, of)),
        Ty::List(_) => "an array".into(),
        Ty::Array(_, index) => format!("an array of {}", program.count(*index)),
        Ty::Set(_) => "an array, a set".into(),
        Ty::Map(..) => "an array of keys and values, a map".into(),
        Ty::Any => "anything".into(),
        Ty::Unit => "nothing".into(),
    }
}

/// The message for a set or a map that is out of order.
pub fn ascending(ty: &Ty) -> &'static str {
    match ty {
        Ty::Map(..) => "a map's keys are ascending, without doubles",
        _ => "a set's elements are ascending, without doubles",
    }
}
