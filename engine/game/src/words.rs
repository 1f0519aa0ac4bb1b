//! Values as texts: as the rules would write them, and as a reader would.

use crate::game::Game;
use ir::{ActionId, Face, FacePart, Index, Named, Program, Ty};
use serde_json::Value as Json;

/// An action with its argument, as the rules would write it in this position: `take(red)`. `other` may know a better text for an
/// argument by its place.
pub fn action_text(
    game: &Game,
    action: &str,
    argument: &Json,
    other: &dyn Fn(usize, &Json) -> Option<String>,
) -> String {
    let program = game.rules().program();
    let id = program.actions.iter().position(|it| it == action).map(|it| ActionId(it as u16));
    let handler = id.and_then(|id| game.rules().machine().handler(game.state(), id));
    let takes: &[Named] = handler.and_then(|it| it.locals.get(..usize::from(it.params))).unwrap_or_default();
    let one = |at: usize, of: &Ty, value: &Json| other(at, value).unwrap_or_else(|| literal(program, of, value));
    let arguments: Vec<String> = match (takes, argument) {
        ([], _) | (_, Json::Null) => Vec::new(),
        ([it], argument) => vec![one(0, &it.ty, argument)],
        (all, Json::Array(items)) => {
            all.iter().zip(items).enumerate().map(|(at, (it, value))| one(at, &it.ty, value)).collect()
        }
        (_, other) => vec![literal(program, &Ty::Any, other)],
    };
    if arguments.is_empty() { action.to_owned() } else { format!("{action}({})", arguments.join(", ")) }
}

/// A value as the rules would write it: members of enums by their names, plain where no other enum has one of that name.
pub fn literal(program: &Program, ty: &Ty, value: &Json) -> String {
    let named = |names: &[String]| value.as_u64().and_then(|n| names.get(usize::try_from(n).ok()?).cloned());
    let each = |of: &Ty| -> Option<Vec<String>> {
        Some(value.as_array()?.iter().map(|it| literal(program, of, it)).collect())
    };
    let typed = match ty {
        Ty::Opt(of) if !value.is_null() => return literal(program, of, value),
        Ty::Role => {
            let at = value.as_u64().and_then(|n| usize::try_from(n).ok()).filter(|it| *it < program.roles.len());
            at.map(|it| program.role_word(it).to_owned())
        }
        Ty::Enum(id) => {
            let it = &program.enums[id.index()];
            // Plain unless another enum has a member of that name.
            let plain =
                |member: &str| program.enums.iter().filter(|it| it.members.iter().any(|it| it == member)).count() == 1;
            named(&it.members).map(|member| if plain(&member) { member } else { format!("{}.{member}", it.name) })
        }
        Ty::Record(id) => {
            let it = &program.records[id.index()];
            let fields = it.fields.iter().filter_map(|field| {
                Some(format!("{}: {}", field.name, literal(program, &field.ty, value.get(&field.name)?)))
            });
            Some(format!("{} {{ {} }}", it.name, fields.collect::<Vec<_>>().join(", ")))
        }
        Ty::List(of) | Ty::Set(of) => each(of).map(|items| format!("[{}]", items.join(", "))),
        Ty::Array(of, Index::Count(_) | Index::Role | Index::Enum(_)) => {
            each(of).map(|items| format!("[{}]", items.join(", ")))
        }
        _ => None,
    };
    typed.unwrap_or_else(|| match value {
        Json::Null => "none".to_owned(),
        Json::String(it) => Json::String(it.clone()).to_string(),
        other => other.to_string(),
    })
}

/// A value as a reader would write it.
pub fn words(program: &Program, value: &Json, ty: &Ty) -> String {
    let name = |all: &[String]| {
        let at = value.as_u64().and_then(|it| usize::try_from(it).ok());
        at.and_then(|it| all.get(it)).map(|it| it.replace('_', " "))
    };
    let name = match ty.inner() {
        _ if value.is_null() => Some("none".to_owned()),
        Ty::Bool => Some(if value == true || value == 1 { "yes" } else { "no" }.to_owned()),
        Ty::Role => name(&program.roles),
        Ty::Enum(id) => name(&program.enums[id.index()].members),
        Ty::Record(id) => match (value, program.faces.iter().find(|it| it.record == *id)) {
            // It is part of the text already.
            (Json::String(_), _) => None,
            (_, Some(face)) => Some(card(program, face, value)),
            _ => {
                let all = 0..program.records[id.index()].fields.len();
                Some(all.map(|it| field(program, *id, it, value)).collect::<Vec<_>>().join(" "))
            }
        },
        Ty::Array(of, index @ (Index::Role | Index::Enum(_))) if matches!(of.inner(), Ty::Int | Ty::Range(..)) => {
            let amounts = value.as_array().map(|it| amounts(program, *index, it));
            amounts.map(|it| if it.is_empty() { "none".to_owned() } else { it.join(", ") })
        }
        Ty::Array(of, index @ (Index::Role | Index::Enum(_))) => value.as_array().map(|it| {
            let whose = if let Index::Enum(id) = index { Ty::Enum(*id) } else { Ty::Role };
            let lists = of.inner().element().is_some();
            let one = |(at, it)| {
                let name = words(program, &Json::from(at), &whose);
                format!("{name}{} {}", if lists { ":" } else { "" }, words(program, it, of))
            };
            it.iter().enumerate().map(one).collect::<Vec<_>>().join(if lists { "; " } else { ", " })
        }),
        Ty::Map(key, of) => value.as_array().map(|it| {
            let pair = |it: &[Json]| match it {
                [at, held] => format!("{}: {}", words(program, at, key), words(program, held, of)),
                _ => String::new(),
            };
            it.chunks(2).map(pair).collect::<Vec<_>>().join(", ")
        }),
        other => other.element().zip(value.as_array()).map(|(of, items)| {
            if items.is_empty() {
                return "none".to_owned();
            }
            let words = items.iter().map(|it| words(program, it, of));
            words.collect::<Vec<_>>().join(", ")
        }),
    };
    name.unwrap_or_else(|| anything(value))
}

/// A value of no known type.
fn anything(value: &Json) -> String {
    match value {
        Json::Null => "none".to_owned(),
        Json::Bool(it) => if *it { "yes" } else { "no" }.to_owned(),
        Json::String(it) => it.clone(),
        Json::Number(it) => it.to_string(),
        Json::Array(items) if items.is_empty() => "none".to_owned(),
        Json::Array(items) => items.iter().map(anything).collect::<Vec<_>>().join(", "),
        Json::Object(fields) => {
            let told = fields.iter().map(|(name, it)| format!("{} {}", name.replace('_', " "), anything(it)));
            told.collect::<Vec<_>>().join("; ")
        }
    }
}

/// Distinguishing name of a card: its title if that is a text of its own, else all naming fields of its face.
fn card(program: &Program, face: &Face, value: &Json) -> String {
    let named = [FacePart::Title, FacePart::Corner, FacePart::Picture, FacePart::Color];
    let fields = named.iter().flat_map(|part| face.parts.iter().filter(move |it| it.0 == *part).flat_map(|it| &it.1));
    let mut told: Vec<usize> = Vec::new();
    for it in fields {
        let own = told.is_empty() && matches!(program.records[face.record.index()].fields[*it].ty.inner(), Ty::Str);
        if !told.contains(it) {
            told.push(*it);
        }
        if own {
            break;
        }
    }
    if told.is_empty() {
        told = (0..program.records[face.record.index()].fields.len()).collect();
    }
    told.iter().map(|it| field(program, face.record, *it, value)).collect::<Vec<_>>().join(" ")
}

fn field(program: &Program, record: ir::RecordId, at: usize, value: &Json) -> String {
    let it = &program.records[record.index()].fields[at];
    words(program, value.get(&it.name).unwrap_or(&Json::Null), &it.ty)
}

/// `3 red` of each kind that there is any of; by role, `Red 3` of each.
fn amounts(program: &Program, index: Index, items: &[Json]) -> Vec<String> {
    let amount = |(at, it): (usize, &Json)| match index {
        Index::Enum(_) if it.as_f64() == Some(0.0) => None,
        Index::Enum(id) => Some(format!("{it} {}", words(program, &at.into(), &Ty::Enum(id)))),
        _ => Some(format!("{} {it}", words(program, &at.into(), &Ty::Role))),
    };
    items.iter().enumerate().filter_map(amount).collect()
}
