//! Carries states and moves over from earlier rules, mapped by the names behind their numbers.
//!
//! Invariant: a number never silently changes its meaning. Things that no longer have a name are left out, or become
//! values that the rules refuse, and are reported; new things get the values that the rules give them. The result is
//! checked like any state.

use crate::names::{By, Kind, Names, Old, taken_by};
use ir::{BoardId, ChosenBoard, Const, Expr, ExprKind, FrameKind, Index, Program, RecordId, Root, StmtKind, Ty};
use std::collections::BTreeSet;
use std::rc::Rc;
use vm::{Fault, Object, Value, from_any};

/// Maximum sentences in a report.
const TOLD: usize = 20;

/// The result for a state of earlier rules.
#[derive(Clone, Debug)]
pub struct Carried {
    /// Its JSON, for `resume`.
    pub state: String,
    /// Sentences on what was lost, reset, or may have changed its meaning.
    pub told: Vec<String>,
}

pub(crate) struct Carry<'p> {
    program: &'p Program,
    old: Old,
    /// `true` if things without a name are dropped; otherwise they stay, and are refused.
    drops: bool,
    told: Vec<String>,
    more: bool,
}

impl<'p> Carry<'p> {
    /// From the rules that gave these names.
    pub fn from(program: &'p Program, names: &Names) -> Result<Carry<'p>, Fault> {
        Ok(Carry { program, old: names.read()?, drops: true, told: Vec::new(), more: false })
    }

    /// For data without names: assumes these rules. `drops`: unknown things are left out.
    pub fn unknown(program: &'p Program, drops: bool) -> Result<Carry<'p>, Fault> {
        Ok(Carry { drops, ..Carry::from(program, &Names::of(program))? })
    }

    pub fn told(self) -> Vec<String> {
        let mut told = self.told;
        if self.more {
            told.push("there are more changes than these".to_owned());
        }
        told
    }

    fn tell(&mut self, what: String) {
        if self.told.contains(&what) {
            return;
        }
        if self.told.len() < TOLD {
            self.told.push(what);
        } else {
            self.more = true;
        }
    }

    /// A state, as its JSON has it.
    pub fn state(&mut self, state: &Value) -> Value {
        let Value::Obj(fields) = state else { return state.clone() };
        self.boards();
        self.body(fields, true).unwrap_or_else(|| state.clone())
    }

    /// Tells of cells that have other numbers.
    fn boards(&mut self) {
        // If all numbers of cells have names, they are mapped too.
        let named = self
            .program
            .numberings
            .iter()
            .any(|it| it.name == ir::CELLS_NUMBERED && self.old.enums.contains_key(&it.name));
        for (name, cells) in std::mem::take(&mut self.old.boards) {
            let id = (0..).map(BoardId).zip(&self.program.boards).find(|it| it.1.name == name);
            match id {
                Some((id, board))
                    if !named
                        && self.program.chosen(id).is_none()
                        && (cells.iter().zip(&board.cells).any(|(a, b)| *a != b.name)
                            || board.cells.len() < cells.len()) =>
                {
                    self.tell(format!("the cells of `{name}` have changed: values moved with their cells, but a stored cell number may now mean another cell"));
                }
                Some(_) => {}
                None => self.tell(format!("the board `{name}` was removed")),
            }
            self.old.boards.insert(name, cells);
        }
    }

    /// A state's fields, without its undo stack; for a snapshot, `None` if an active role is gone.
    fn body(&mut self, fields: &Object, rest: bool) -> Option<Value> {
        let mut out = Vec::new();
        for (key, value) in fields.iter() {
            let carried = match key.as_str() {
                "active" if rest => value.clone(),
                "active" => self.seats(value)?,
                "log" => self.log(value),
                "undo" => self.undo(value),
                "L" => self.stack(value),
                "seed" | "result" => value.clone(),
                name => match self.global(name, value) {
                    Some(carried) => carried,
                    None => continue,
                },
            };
            out.push((key.clone(), carried));
        }
        for chosen in &self.program.chosen {
            let name = &self.program.globals[chosen.global.index()].name;
            let board = &self.program.boards[chosen.forms[0].index()].name;
            if let Some(cells) = self.old.boards.get(board).filter(|_| fields.get(name).is_none()).cloned() {
                out.push((name.clone().into(), self.form(chosen, &cells)));
            }
        }
        Some(Value::object(out.into_iter().collect()))
    }

    fn global(&mut self, name: &str, value: &Value) -> Option<Value> {
        let program = self.program;
        let path = format!("G.{name}");
        let Some(global) = program.globals.iter().find(|it| it.name == name) else {
            if !self.drops {
                return Some(value.clone());
            }
            self.tell(format!("`{path}` was removed"));
            return None;
        };
        let chosen = program.chosen.iter().find(|it| program.globals[it.global.index()].name == name);
        let forms = self.old.forms.iter().find(|it| it.0 == name);
        if let (Some(chosen), Some((_, forms)), Value::Int(at)) = (chosen, forms, value) {
            let cells = usize::try_from(*at).ok().and_then(|at| forms.get(at)).cloned().unwrap_or_default();
            return Some(self.form(chosen, &cells));
        }
        let Some(kind) = self.old.globals.get(name).cloned() else { return Some(value.clone()) };
        let carried = self.value(value, &kind, &global.ty, &path);
        if carried.is_none() {
            self.tell(format!("`{path}` has another type, so it was reset"));
        }
        carried
    }

    /// The form of a board that has these cells; if none has, the first.
    fn form(&mut self, board: &ChosenBoard, cells: &[String]) -> Value {
        let program = self.program;
        let has = |id: &BoardId| {
            let own = &program.boards[id.index()].cells;
            own.len() == cells.len() && own.iter().zip(cells).all(|(own, old)| own.name == *old)
        };
        let found = board.forms.iter().position(has);
        if found.is_none() {
            let name = &program.boards[board.forms[0].index()].name;
            self.tell(format!(
                "no form of the board `{name}` has the cells of this game, so it has that of a game without options"
            ));
        }
        Value::Int(found.unwrap_or_default() as i64)
    }

    /// Indices of roles.
    fn seats(&self, value: &Value) -> Option<Value> {
        match value {
            Value::Int(n) if *n >= 0 => self.role(*n),
            Value::List(items) => items.iter().map(|it| self.seats(it)).collect::<Option<_>>().map(Value::list),
            other => Some(other.clone()),
        }
    }

    fn role(&self, n: i64) -> Option<Value> {
        let name = self.old.roles.get(usize::try_from(n).ok()?)?;
        self.program.roles.iter().position(|it| it == name).map(|it| Value::Int(it as i64))
    }

    /// Lines, those for some roles only with the numbers of these.
    fn log(&self, value: &Value) -> Value {
        let Value::List(lines) = value else { return value.clone() };
        let line = |it: &Value| match it {
            Value::Obj(fields) => {
                let entry = |(key, it): (&Rc<String>, &Value)| match it {
                    Value::List(roles) if key.as_str() == ir::PRIVATE_LINE.0 => {
                        (key.clone(), Value::list(roles.iter().filter_map(|it| self.seats(it)).collect()))
                    }
                    _ => (key.clone(), it.clone()),
                };
                Value::object(fields.iter().map(entry).collect())
            }
            other => other.clone(),
        };
        Value::list(lines.iter().map(line).collect())
    }

    fn undo(&mut self, value: &Value) -> Value {
        let Value::List(snapshots) = value else { return value.clone() };
        let mut out = Vec::new();
        for it in snapshots.iter() {
            let carried = if let Value::Obj(fields) = it { self.body(fields, false) } else { Some(it.clone()) };
            match carried {
                Some(it) => out.push(it),
                None => {
                    self.tell("earlier moves can no longer be undone".to_owned());
                    return Value::list(Vec::new());
                }
            }
        }
        Value::list(out)
    }

    fn stack(&mut self, value: &Value) -> Value {
        let mut frames = Vec::new();
        let mut below = value;
        while let Value::Obj(frame) = below
            && frame.get("P").is_some()
            && let Some(next) = frame.get("L")
        {
            frames.push(self.frame(frame));
            below = next;
        }
        frames.into_iter().rev().fold(below.clone(), |below, mut frame| {
            frame.set(&Rc::new("L".to_owned()), below);
            Value::object(frame)
        })
    }

    fn frame(&mut self, frame: &Object) -> Object {
        let program = self.program;
        let name = match frame.get("P") {
            Some(Value::Str(name)) => name.to_string(),
            _ => return frame.clone(),
        };
        let Some(known) = program.frame_named(&name).map(|id| program.frame(id)) else { return frame.clone() };
        let (kinds, steps) = self.old.states.get(&name).cloned().unwrap_or_default();
        if let FrameKind::Procedure(body) = &known.kind
            && body.len() as u64 != steps
            && !matches!(frame.get("I"), Some(Value::Int(0)))
        {
            self.tell(format!("`{name}` has other steps, so it continues at the step of the same number"));
        }
        let mut out = Vec::new();
        for (key, value) in frame.iter() {
            let path = format!("L.{key}");
            let field = known.fields.iter().find(|it| it.name == **key);
            let carried = match (key.as_str(), field) {
                ("P" | "I" | "L" | "$", _) => Some(value.clone()),
                (_, None) if !self.drops => Some(value.clone()),
                (_, None) => {
                    self.tell(format!("`{path}` of `{name}` was removed"));
                    None
                }
                (_, Some(field)) => match kinds.get(key.as_str()) {
                    Some(kind) => {
                        let carried = self.value(value, kind, &field.ty, &path);
                        if carried.is_none() {
                            self.tell(format!("`{path}` of `{name}` has another type, so it was reset"));
                        }
                        carried
                    }
                    None => Some(value.clone()),
                },
            };
            out.extend(carried.map(|it| (key.clone(), it)));
        }
        for (at, field) in known.fields.iter().enumerate() {
            if !field.late && !out.iter().any(|it| *it.0 == field.name) {
                let begins = self.first_of_frame(&known.kind, at);
                if begins.is_none() && (at < usize::from(known.params) || begins_by_itself(program, &known.kind, at)) {
                    self.tell(format!("`L.{}` of `{name}` starts with the default of its type", field.name));
                }
                let value = begins.map_or_else(|| first(program, &field.ty), |it| constant(program, &it, &field.ty));
                // The place of a newly made field: before the framework's own.
                let before =
                    out.iter().position(|it| matches!(it.0.as_str(), "P" | "I" | "L" | "$")).unwrap_or(out.len());
                out.insert(before, (Rc::new(field.name.clone()), value));
            }
        }
        out.into_iter().collect()
    }

    /// The initial value of a state's field, if it is constant.
    fn first_of_frame(&self, kind: &FrameKind, at: usize) -> Option<Const> {
        known(self.program, first_set(self.program, kind, at)?)
    }

    /// Converts a value of a type of other rules to a type of these; `None` if it does not have that type.
    fn value(&mut self, it: &Value, old: &Kind, new: &Ty, path: &str) -> Option<Value> {
        let program = self.program;
        match (old, new) {
            (_, Ty::Any | Ty::Unit) => Some(it.clone()),
            (Kind::Any, _) => from_any(program, it, new).ok().map(|_| it.clone()),
            (Kind::Opt(_), Ty::Opt(_)) if it.is_none() => Some(Value::None),
            (Kind::Opt(old), Ty::Opt(new)) => Some(self.value(it, old, new, path).unwrap_or_else(|| {
                self.tell(format!("`{path}` was {} and is now none", self.words(it, old)));
                Value::None
            })),
            (Kind::Opt(_), _) if it.is_none() => {
                self.tell(format!("`{path}` was none, so it was reset"));
                Some(first(program, new))
            }
            (Kind::Opt(old), _) => self.value(it, old, new, path),
            (_, Ty::Opt(new)) => self.value(it, old, new, path),
            (Kind::Whole | Kind::Num, Ty::Int | Ty::Range(..) | Ty::Num) => {
                let is_number = matches!(it, Value::Int(_) | Value::Num(_));
                (!is_number || from_any(program, it, new).is_ok()).then(|| it.clone())
            }
            (Kind::Bool, Ty::Bool) | (Kind::Text, Ty::Str) => Some(it.clone()),
            (Kind::Role, Ty::Role) => match it {
                Value::Int(n) => self.role(*n),
                other => Some(other.clone()),
            },
            (Kind::Enum(name), Ty::Enum(id)) => match it {
                Value::Int(n) => {
                    let member = self.old.enums.get(name)?.get(usize::try_from(*n).ok()?)?;
                    let members = &program.enums.get(id.index())?.members;
                    members.iter().position(|it| it == member).map(|it| Value::Int(it as i64))
                }
                other => Some(other.clone()),
            },
            (Kind::Enum(name), Ty::Int) => self.number(it, name),
            (Kind::Record(name), Ty::Record(id) | Ty::Packed(id)) => Some(self.record(it, name, *id, path)),
            (Kind::List(old) | Kind::Set(old), Ty::List(of) | Ty::Set(of)) => {
                let items = self.items(it, old, of, path);
                Some(if let Ty::Set(_) = new { in_order(items, 1) } else { items })
            }
            (Kind::Array(old, By::Enum(name)), Ty::List(new)) if self.numbering(name).is_some() => {
                Some(self.listed(it, (old, name), new, path))
            }
            (Kind::Array(old, _), Ty::List(new)) => Some(self.items(it, old, new, path)),
            (Kind::Array(old, by), Ty::Array(new, index)) => self.array(it, (old, by), (new, *index), path),
            (Kind::Map(key, of), Ty::Map(new_key, new_of)) => {
                let Value::List(items) = it else { return Some(it.clone()) };
                let mut out = Vec::new();
                for pair in items.chunks(2) {
                    let [k, v] = pair else { return Some(it.clone()) };
                    let named = self.value(k, key, new_key, path);
                    let Some((k, v)) = named.and_then(|k| Some((k, self.value(v, of, new_of, path)?))) else {
                        self.tell(format!("`{path}` of {} was removed", self.words(k, key)));
                        continue;
                    };
                    out.extend([k, v]);
                }
                Some(in_order(Value::list(out), 2))
            }
            _ => None,
        }
    }

    /// The names of the numbers of this kind.
    fn numbering(&self, name: &str) -> Option<&'p [String]> {
        self.program.numberings.iter().find(|it| it.name == name).map(|it| &it.members[..])
    }

    /// Maps a number by its name; `None` if the name is gone. Numbers above all names stay above all names.
    fn number(&self, it: &Value, name: &str) -> Option<Value> {
        let (Value::Int(n), Some(now)) = (it, self.numbering(name)) else { return Some(it.clone()) };
        let before = self.old.enums.get(name)?;
        let Ok(at) = usize::try_from(*n) else { return Some(it.clone()) };
        match before.get(at) {
            Some(member) => now.iter().position(|it| it == member).map(|it| Value::Int(it as i64)),
            None => Some(Value::Int(n - before.len() as i64 + now.len() as i64)),
        }
    }

    /// Maps a list indexed by names; it may be longer than they are.
    fn listed(&mut self, it: &Value, (old, name): (&Kind, &str), new: &Ty, path: &str) -> Value {
        let program = self.program;
        let (Value::List(items), Some(now)) = (it, self.numbering(name)) else { return it.clone() };
        let before = self.old.enums.get(name).cloned().unwrap_or_default();
        // A list that never had these names is left for the rules to refuse.
        if items.len() < before.len() {
            return it.clone();
        }
        let mut out = Vec::with_capacity(items.len());
        for member in now {
            let kept = before.iter().position(|it| it == member);
            let value = kept.and_then(|at| self.value(&items[at], old, new, path));
            out.push(value.unwrap_or_else(|| {
                self.tell(format!("`{path}` of {member} starts with the default of its type"));
                first(program, new)
            }));
        }
        for gone in before.iter().filter(|it| !now.contains(it)) {
            self.tell(format!("`{path}` of {gone} was removed"));
        }
        for it in items.iter().skip(before.len()) {
            out.push(self.value(it, old, new, path).unwrap_or_else(|| first(program, new)));
        }
        Value::list(out)
    }

    fn items(&mut self, it: &Value, old: &Kind, new: &Ty, path: &str) -> Value {
        let Value::List(items) = it else { return it.clone() };
        let mut out = Vec::with_capacity(items.len());
        for it in items.iter() {
            match self.value(it, old, new, path) {
                Some(it) => out.push(it),
                None => self.tell(format!("{} in `{path}` was removed", self.words(it, old))),
            }
        }
        Value::list(out)
    }

    fn record(&mut self, it: &Value, name: &str, id: RecordId, path: &str) -> Value {
        let program = self.program;
        let (Value::Obj(fields), Some(record)) = (it, program.records.get(id.index())) else { return it.clone() };
        let kinds = self.old.records.get(name).cloned().unwrap_or_default();
        let mut out = Vec::new();
        for (at, field) in record.fields.iter().enumerate() {
            let path = format!("{path}.{}", field.name);
            let kept = fields.get(&field.name).map(|it| match kinds.get(&field.name) {
                Some(kind) => self.value(it, kind, &field.ty, &path).ok_or_else(|| self.words(it, kind)),
                None => Ok(it.clone()),
            });
            let value = match kept {
                Some(Ok(value)) => value,
                Some(Err(was)) => {
                    self.tell(format!("`{path}` was {was}, so it was reset"));
                    first_of_record(program, id, at)
                }
                None => first_of_record(program, id, at),
            };
            out.push((Rc::new(field.name.clone()), value));
        }
        for (key, value) in fields.iter() {
            if record.fields.iter().any(|it| it.name == **key) {
                continue;
            }
            if self.drops {
                self.tell(format!("`{path}.{key}` was removed"));
            } else {
                out.push((key.clone(), value.clone()));
            }
        }
        Value::object(out.into_iter().collect())
    }

    fn array(&mut self, it: &Value, (old, by): (&Kind, &By), (new, index): (&Ty, Index), path: &str) -> Option<Value> {
        let program = self.program;
        let Value::List(items) = it else { return Some(it.clone()) };
        let (before, after) = self.places(by, index)?;
        // A value that was never an array of these rules is left for them to refuse.
        if before.len() != items.len() {
            return Some(it.clone());
        }
        let mut out = Vec::with_capacity(after.len());
        for name in &after {
            let place = before.iter().position(|it| it == name);
            out.push(match place {
                Some(at) => self.value(&items[at], old, new, path).unwrap_or_else(|| {
                    self.tell(format!("`{path}` was {}, so it was reset", self.words(&items[at], old)));
                    first(program, new)
                }),
                None => first(program, new),
            });
        }
        let known: BTreeSet<&String> = after.iter().collect();
        for gone in before.iter().filter(|it| !known.contains(it)) {
            self.tell(format!("`{path}` of {gone} was removed"));
        }
        Some(Value::list(out))
    }

    /// Old and new names of an array's indices; `None` if the elements cannot be matched.
    fn places(&self, by: &By, index: Index) -> Option<(Vec<String>, Vec<String>)> {
        let program = self.program;
        Some(match (by, index) {
            (By::Role, Index::Role) => (self.old.roles.clone(), program.roles.clone()),
            (By::Enum(name), Index::Enum(id)) => {
                (self.old.enums.get(name)?.clone(), program.enums.get(id.index())?.members.clone())
            }
            (By::Enum(name), Index::Count(_)) => (self.old.enums.get(name)?.clone(), self.numbering(name)?.to_vec()),
            (By::Count(before), Index::Count(after)) => {
                let mut boards = self.old.boards.iter().filter_map(|(name, cells)| {
                    let board = program.boards.iter().find(|it| it.name == *name)?;
                    let fits = cells.len() == *before && board.cells.len() == after as usize;
                    fits.then(|| (cells.clone(), board.cells.iter().map(|it| it.name.clone()).collect()))
                });
                let numbers = |n: usize| (0..n).map(|it| it.to_string()).collect();
                boards.next().unwrap_or_else(|| (numbers(*before), numbers(after as usize)))
            }
            _ => return None,
        })
    }

    /// A value of other rules, as they would call it.
    fn words(&self, it: &Value, kind: &Kind) -> String {
        let name = match (kind, it) {
            (Kind::Opt(of), _) => return self.words(it, of),
            (Kind::Role, Value::Int(n)) => usize::try_from(*n).ok().and_then(|n| self.old.roles.get(n)),
            (Kind::Enum(name), Value::Int(n)) => {
                usize::try_from(*n).ok().and_then(|n| self.old.enums.get(name)?.get(n))
            }
            _ => None,
        };
        name.map_or_else(|| vm::json::to_text(it), |it| format!("`{it}`"))
    }

    /// Maps the argument of a move: null for none, an array for several. A value that lost its meaning becomes a text,
    /// its name, which no prompt offers; rules that know the name turn it into a number again.
    pub fn argument(&mut self, action: &str, given: &serde_json::Value) -> serde_json::Value {
        let program = self.program;
        let kinds = self.old.actions.get(action).cloned().unwrap_or_default();
        let types = program.actions.iter().position(|it| it == action).and_then(|it| taken_by(program, it));
        let types = types.unwrap_or_default();
        let Ok(value) = vm::json::from_json(given) else { return given.clone() };
        if !kinds.is_empty() && !types.is_empty() && kinds.len() != types.len() {
            self.tell(format!("`{action}` now takes other arguments"));
        }
        let count = kinds.len().max(types.len());
        let carried = match &value {
            Value::List(items) if count > 1 => {
                let each = items.iter().enumerate();
                Value::list(each.map(|(at, it)| self.part(action, it, kinds.get(at), types.get(at))).collect())
            }
            one => self.part(action, one, kinds.first(), types.first()),
        };
        crate::record::to_json(&carried)
    }

    /// One of the arguments of a move.
    fn part(&mut self, action: &str, it: &Value, kind: Option<&Kind>, ty: Option<&Ty>) -> Value {
        let program = self.program;
        let names = match ty.map(Ty::inner) {
            Some(Ty::Role) => &program.roles[..],
            Some(Ty::Enum(id)) => &program.enums[id.index()].members[..],
            Some(Ty::Int) => match kind {
                Some(Kind::Enum(name)) => self.numbering(name).unwrap_or_default(),
                _ => &[],
            },
            _ => &[],
        };
        if let Value::Str(text) = it
            && let Some(at) = names.iter().position(|it| *it == **text)
        {
            return Value::Int(at as i64);
        }
        let carried = match (kind, ty) {
            (None, _) => return it.clone(),
            (Some(kind), Some(ty)) => self.value(it, kind, ty, &format!("the argument of {action}")),
            (Some(_), None) => None,
        };
        carried.unwrap_or_else(|| {
            let was = kind.map_or_else(String::new, |kind| self.words(it, kind));
            let name = was.strip_prefix('`').and_then(|it| it.strip_suffix('`'));
            if ty.is_some() {
                self.tell(format!("`{action}` was made with {was}, which it no longer takes"));
            }
            match (name, ty) {
                (Some(name), _) => Value::str(name),
                (None, None) => it.clone(),
                (None, Some(_)) => Value::str(&was),
            }
        })
    }

    /// Reports changed meanings of numbers in moves.
    pub fn moves(&mut self) {
        self.boards();
    }
}

/// The first assignment to a state's field, if there is one.
fn first_set<'p>(program: &'p Program, kind: &FrameKind, at: usize) -> Option<&'p Expr> {
    let FrameKind::State(state) = kind else { return None };
    program.function(state.begin?).body.iter().find_map(|it| match &it.kind {
        StmtKind::Assign(place, value) if place.path.is_empty() => match place.root {
            Root::Frame(field) if usize::from(field.0) == at => Some(value),
            _ => None,
        },
        _ => None,
    })
}

/// The value of a constant expression.
fn known(program: &Program, it: &Expr) -> Option<Const> {
    match &it.kind {
        ExprKind::Const(it) => Some(it.clone()),
        ExprKind::Data(id) => Some(program.data.get(id.index())?.value.clone()),
        ExprKind::Cast(_, it) => known(program, it),
        ExprKind::Make(items) if !matches!(it.ty, Ty::Set(_)) => {
            items.iter().map(|it| known(program, it)).collect::<Option<_>>().map(Const::List)
        }
        _ => None,
    }
}

fn begins_by_itself(program: &Program, kind: &FrameKind, at: usize) -> bool {
    first_set(program, kind, at).is_some() || !matches!(kind, FrameKind::State(_))
}

fn first_of_record(program: &Program, id: RecordId, field: usize) -> Value {
    let ty = &program.records[id.index()].fields[field].ty;
    let begins = program.record_firsts.get(id.index()).and_then(|it| it.get(field)?.as_ref());
    begins.map_or_else(|| first(program, ty), |it| constant(program, it, ty))
}

/// The zero value of a type, as in JSON.
fn first(program: &Program, ty: &Ty) -> Value {
    match ty {
        Ty::Int | Ty::Role | Ty::Enum(_) | Ty::Num => Value::Int(0),
        Ty::Range(low, high) => Value::Int(0.clamp(*low, *high)),
        Ty::Bool => Value::Bool(false),
        Ty::Str => Value::str(""),
        Ty::Opt(_) | Ty::Any | Ty::Unit => Value::None,
        Ty::List(_) | Ty::Set(_) | Ty::Map(..) => Value::list(Vec::new()),
        Ty::Array(of, index) => Value::list(vec![first(program, of); program.count(*index)]),
        Ty::Record(id) | Ty::Packed(id) => {
            let fields = program.records[id.index()].fields.iter().enumerate();
            let fields = fields.map(|(at, it)| (Rc::new(it.name.clone()), first_of_record(program, *id, at)));
            Value::object(fields.collect())
        }
    }
}

/// A constant as JSON has it.
fn constant(program: &Program, it: &Const, ty: &Ty) -> Value {
    let each = |items: &[Const], of: &Ty| Value::list(items.iter().map(|it| constant(program, it, of)).collect());
    match (it, ty) {
        (Const::None, _) => Value::None,
        (_, Ty::Opt(of)) => constant(program, it, of),
        (Const::Bool(it), _) => Value::Bool(*it),
        (Const::Int(n), _) => Value::Int(*n),
        (Const::Num(bits), _) => Value::Num(f64::from_bits(*bits)),
        (Const::Str(text), _) => Value::str(text),
        (Const::List(items), Ty::Record(id)) => {
            let fields = program.records[id.index()].fields.iter().zip(items);
            Value::object(
                fields.map(|(field, it)| (Rc::new(field.name.clone()), constant(program, it, &field.ty))).collect(),
            )
        }
        (Const::List(items), Ty::Map(key, of)) => {
            let types = [&**key, &**of];
            Value::list(items.iter().enumerate().map(|(i, it)| constant(program, it, types[i % 2])).collect())
        }
        (Const::List(items), _) => each(items, ty.element().unwrap_or(&Ty::Any)),
        (Const::Object(entries), _) => Value::object(
            entries.iter().map(|(key, it)| (Rc::new(key.clone()), constant(program, it, &Ty::Any))).collect(),
        ),
    }
}

/// A set, or a map of keys and values, in order, without doubles: of equal ones the first.
fn in_order(value: Value, width: usize) -> Value {
    let Value::List(items) = &value else { return value };
    let mut entries: Vec<&[Value]> = items.chunks(width).collect();
    entries.sort_by(|a, b| vm::total(&a[0], &b[0]));
    entries.dedup_by(|later, first| vm::total(&first[0], &later[0]).is_eq());
    Value::list(entries.into_iter().flatten().cloned().collect())
}
