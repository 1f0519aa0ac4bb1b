//! Description of the rules for a page: `RulesInfo` of the package's types.

use crate::shows;
use ir::{BoardId, BoardKind, ChoiceKind, ChosenBoard, FrameKind, Index, Named, Program, Ty};
use serde_json::{Value, json};

/// Maximum depth for the description of recursive types.
const DEEPEST: usize = 16;

pub fn rules(program: &Program) -> Value {
    let mut out = json!({
        "title": program.title,
        "roles": program.roles,
        "scenarios": program.scenarios,
        "options": program.options.iter().map(option).collect::<Vec<_>>(),
        "view": view(program),
        "boards": boards(program),
        "shows": program.shows.iter().map(|it| shows::show(program, it)).collect::<Vec<_>>(),
        "layout": shows::layout(program),
        "faces": shows::faces(program),
        "actions": actions(program),
        "packed": packed(program),
        "tests": program.tests.iter().map(|it| &it.name).collect::<Vec<_>>(),
    });
    if !program.about.is_empty() {
        out["about"] = program.about.as_str().into();
    }
    if program.draws_by_agreement {
        out["draws"] = true.into();
    }
    if let (Some(seats), Value::Object(out)) = (&program.seats, &mut out) {
        let range = |it: &ir::SeatRange| json!({ "min": it.least, "max": it.most, "default": it.usual });
        let min = seats.ranges.iter().map(|it| it.least).min();
        let max = seats.ranges.iter().map(|it| it.most).max();
        let scenarios: Vec<Value> = seats.ranges.iter().map(range).collect();
        out.insert("players".into(), json!({ "min": min, "max": max, "scenarios": scenarios }));
    }
    out
}

fn view(program: &Program) -> Vec<Value> {
    let mut fields = named(program, &program.view_fields, 0);
    for (id, part) in &program.view_told {
        if let Some(Value::Object(field)) = fields.get_mut(id.index()) {
            let told = field.entry("told").or_insert_with(|| json!([]));
            told.as_array_mut().into_iter().for_each(|it| it.push(part.as_str().into()));
        }
    }
    fields
}

fn option(it: &ir::Choice) -> Value {
    let mut out = option_kind(it);
    if let (false, Value::Object(out)) = (it.drawn, &mut out) {
        out.insert("drawn".into(), false.into());
    }
    out
}

fn option_kind(it: &ir::Choice) -> Value {
    match &it.kind {
        ChoiceKind::Bool { default } => json!({ "name": it.name, "kind": "bool", "default": default }),
        ChoiceKind::Int { min, max, default } => {
            json!({ "name": it.name, "kind": "int", "min": min, "max": max, "default": default })
        }
        ChoiceKind::One { of, default } => {
            json!({ "name": it.name, "kind": "one", "of": of, "default": of.get(*default) })
        }
    }
}

/// Of a board whose form is chosen the first form, with all of them, and the field of the view that says which it has.
fn boards(program: &Program) -> Vec<Value> {
    let ids = (0..program.boards.len()).map(|it| BoardId(it as u16));
    let one = |id: BoardId| {
        let mut out = board(&program.boards[id.index()]);
        if let Some(ChosenBoard { view: Some(view), forms, .. }) = program.chosen(id) {
            out["form"] = json!(program.view_fields.get(view.index()).map(|it| &it.name));
            out["forms"] = forms.iter().map(|it| board(&program.boards[it.index()])).collect();
        }
        out
    };
    ids.filter(|it| !program.is_other_form(*it)).map(one).collect()
}

fn board(it: &ir::Board) -> Value {
    let kind = match it.kind {
        BoardKind::Square { .. } => "square",
        BoardKind::Hex => "hex",
        BoardKind::Graph => "graph",
    };
    let cells = it
        .cells
        .iter()
        .map(|cell| json!({ "name": cell.name, "row": cell.row, "column": cell.column, "x": cell.x, "y": cell.y }));
    let links = it
        .links
        .iter()
        .map(|link| json!({ "from": link.from, "to": link.to, "weight": link.weight, "one_way": link.one_way }));
    json!({
        "name": it.name,
        "kind": kind,
        "rows": it.rows,
        "columns": it.columns,
        "cells": cells.collect::<Vec<_>>(),
        "links": links.collect::<Vec<_>>(),
    })
}

/// Every action with its arguments, from the first handler with the most; for an open action with their names too.
fn actions(program: &Program) -> Vec<Value> {
    let mut arguments: Vec<&[Named]> = vec![&[]; program.actions.len()];
    let mut open = vec![false; program.actions.len()];
    for frame in &program.frames {
        let FrameKind::State(state) = &frame.kind else { continue };
        for handler in &state.handlers {
            let function = program.function(handler.function);
            let takes = function.locals.get(..usize::from(function.params)).unwrap_or_default();
            if let Some(open) = open.get_mut(handler.action.index()) {
                *open |= handler.open.is_some();
            }
            if let Some(slot) = arguments.get_mut(handler.action.index()).filter(|it| it.len() < takes.len()) {
                *slot = takes;
            }
        }
    }
    let described = program.actions.iter().zip(arguments).zip(open).enumerate().map(|(at, ((name, takes), open))| {
        let mut action = match takes {
            [] => json!({ "name": name }),
            [one] => json!({ "name": name, "argument": type_info(program, &one.ty, 0) }),
            several => json!({ "name": name, "arguments": named(program, several, 0) }),
        };
        if let (Value::Object(action), true) = (&mut action, open) {
            action.insert("open".into(), named(program, takes, 0).into());
        }
        let title = program.action_titles.iter().find(|it| it.0.index() == at);
        if let (Value::Object(action), Some((_, title))) = (&mut action, title) {
            action.insert("title".into(), title.as_str().into());
        }
        action
    });
    described.collect()
}

/// The actions with an argument that is no number and no text, in some state: the framework's interface sends it as
/// JSON.
fn packed(program: &Program) -> Vec<&str> {
    let mut packed = vec![false; program.actions.len()];
    for frame in &program.frames {
        let FrameKind::State(state) = &frame.kind else { continue };
        for handler in &state.handlers {
            let is_packed = match program.function(handler.function).takes() {
                [] => false,
                [one] => !(one.ty.inner().is_integral() || matches!(one.ty.inner(), Ty::Num | Ty::Str)),
                _ => true,
            };
            packed[handler.action.index()] |= is_packed;
        }
    }
    program.actions.iter().zip(packed).filter(|it| it.1).map(|it| it.0.as_str()).collect()
}

fn named(program: &Program, fields: &[Named], depth: usize) -> Vec<Value> {
    fields.iter().map(|it| json!({ "name": it.name, "type": type_info(program, &it.ty, depth) })).collect()
}

/// `TypeInfo` of the package's types.
pub fn type_info(program: &Program, ty: &Ty, depth: usize) -> Value {
    if depth > DEEPEST {
        return json!({ "kind": "any" });
    }
    let of = |kind: &str, ty: &Ty| json!({ "kind": kind, "of": type_info(program, ty, depth + 1) });
    match ty {
        Ty::Int | Ty::Range(..) => json!({ "kind": "int" }),
        Ty::Num => json!({ "kind": "num" }),
        Ty::Bool => json!({ "kind": "bool" }),
        Ty::Str => json!({ "kind": "string" }),
        Ty::Role => json!({ "kind": "role" }),
        Ty::Enum(id) => {
            let it = program.enums.get(id.index());
            json!({ "kind": "enum", "name": it.map(|it| &it.name), "members": it.map(|it| &it.members) })
        }
        Ty::Record(id) | Ty::Packed(id) => {
            let it = program.records.get(id.index());
            let fields = it.map(|it| named(program, &it.fields, depth + 1));
            json!({ "kind": "record", "name": it.map(|it| &it.name), "fields": fields })
        }
        Ty::Opt(it) => of("optional", it),
        Ty::List(it) => of("list", it),
        Ty::Array(it, Index::Count(_)) => of("array", it),
        Ty::Array(it, index) => {
            let by = match index {
                Index::Enum(id) => Ty::Enum(*id),
                _ => Ty::Role,
            };
            json!({ "kind": "array", "of": type_info(program, it, depth + 1), "by": type_info(program, &by, depth + 1) })
        }
        Ty::Set(it) => of("set", it),
        Ty::Map(key, it) => {
            let key = type_info(program, key, depth + 1);
            json!({ "kind": "map", "key": key, "of": type_info(program, it, depth + 1) })
        }
        Ty::Any | Ty::Unit => json!({ "kind": "any" }),
    }
}
