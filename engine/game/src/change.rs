//! Differences between two positions of a game, in the names of its rules.

use crate::written;
use ir::{Program, Ty};
use serde::Serialize;
use vm::{State, Value, equal};

/// Maximum changes in a list.
pub const MOST: usize = 200;

/// A value that is another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Change {
    /// As the rules would call it: `G.board[4]`, `L.dice`, `G.active`.
    pub path: String,
    /// As the rules would write it; absent where there was none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
}

/// The differences, at most [`MOST`]: fields of `G`, the active roles, the result, the log, fields of the frame on top.
pub fn changes(program: &Program, before: &State, after: &State) -> Vec<Change> {
    let mut it = Differences { program, out: Vec::new() };
    let globals = before.globals().iter().zip(after.globals());
    for (global, (a, b)) in program.globals.iter().zip(globals) {
        it.value(&format!("G.{}", global.name), &global.ty, a, b);
    }
    let active = |it: &State| {
        let names: Vec<&str> = it.active().iter().filter_map(|it| Some(program.roles.get(*it)?.as_str())).collect();
        if names.is_empty() { "none".to_owned() } else { names.join(", ") }
    };
    it.texts("G.active", Some(active(before)), Some(active(after)));
    let result = |it: &State| it.result().map(|it| written::value(program, &Ty::Any, it));
    it.texts("G.result", result(before), result(after));
    let log = |it: &State| it.log().len();
    if log(after) != log(before) {
        let said = after.log().to_vec();
        let said = said.iter().skip(log(before)).map(|it| written::value(program, &Ty::Any, it));
        it.texts("G.log", None, Some(said.collect::<Vec<_>>().join(", ")));
    }
    if let (Some(a), Some(b)) = (before.frames().next(), after.frames().next())
        && (a.id, a.depth) == (b.id, b.depth)
    {
        for (field, (a, b)) in program.frame(a.id).fields.iter().zip(a.fields.iter().zip(&b.fields)) {
            it.value(&format!("L.{}", field.name), &field.ty, a, b);
        }
    }
    it.out
}

struct Differences<'p> {
    program: &'p Program,
    out: Vec<Change>,
}

impl Differences<'_> {
    fn texts(&mut self, path: &str, before: Option<String>, after: Option<String>) {
        if before != after && self.out.len() < MOST {
            self.out.push(Change { path: path.to_owned(), before, after });
        }
    }

    fn value(&mut self, path: &str, ty: &Ty, before: &Value, after: &Value) {
        if self.out.len() >= MOST || same(before, after) {
            return;
        }
        match (ty, before, after) {
            (Ty::Opt(of), a, b) if !a.is_none() && !b.is_none() => self.value(path, of, a, b),
            (Ty::Record(id), Value::List(a), Value::List(b)) => {
                let program = self.program;
                for (field, (a, b)) in program.records[id.index()].fields.iter().zip(a.iter().zip(b.iter())) {
                    self.value(&format!("{path}.{}", field.name), &field.ty, a, b);
                }
            }
            (Ty::Array(of, index), Value::List(a), Value::List(b)) => {
                for (i, (a, b)) in a.iter().zip(b.iter()).enumerate().filter(|(_, (a, b))| !same(a, b)) {
                    self.value(&format!("{path}[{}]", written::index(self.program, *index, i)), of, a, b);
                }
            }
            (Ty::List(of), Value::List(a), Value::List(b)) if a.len() == b.len() => {
                for (i, (a, b)) in a.iter().zip(b.iter()).enumerate().filter(|(_, (a, b))| !same(a, b)) {
                    self.value(&format!("{path}[{i}]"), of, a, b);
                }
            }
            (Ty::Any, Value::Obj(a), Value::Obj(b)) if a.iter().map(|it| it.0).eq(b.iter().map(|it| it.0)) => {
                for (key, value) in b.iter() {
                    self.value(&format!("{path}.{key}"), &Ty::Any, a.get(key).unwrap_or(&Value::Absent), value);
                }
            }
            _ => {
                let text = |it: &Value| (!it.is_absent()).then(|| written::value(self.program, ty, it));
                let (before, after) = (text(before), text(after));
                if self.out.len() < MOST {
                    self.out.push(Change { path: path.to_owned(), before, after });
                }
            }
        }
    }
}

/// `true` if two values are found to be equal within a limit of steps.
fn same(a: &Value, b: &Value) -> bool {
    a.is_absent() == b.is_absent() && equal(a, b, &mut 1_000_000)
}
