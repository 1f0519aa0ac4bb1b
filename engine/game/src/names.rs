//! The names behind the numbers of a state or a record: roles, members, fields, states, actions and cells, with the
//! types of fields. With them a game can continue under changed rules.
//!
//! Invariant: names are data that anybody may have edited; for any content, reading them refuses or ends.

use diag::Code;
use ir::{ActionId, Board, BoardId, EnumId, FrameKind, GlobalId, Index, NumberedPlace, Program, RecordId, Ty};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;
use vm::Fault;

/// The version of the format of names.
pub const NAMES_FORMAT: u32 = 1;

/// Maximum nesting of a type when reading.
const DEEPEST: usize = 100;

/// Names as JSON; copies share it.
#[derive(Clone, Debug, PartialEq)]
pub struct Names(Arc<Value>);

impl Serialize for Names {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(to)
    }
}

impl<'de> Deserialize<'de> for Names {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Names, D::Error> {
        Ok(Names(Arc::new(Value::deserialize(from)?)))
    }
}

impl Names {
    /// Names from outside; they are checked when used.
    pub fn given(value: Value) -> Names {
        Names(Arc::new(value))
    }

    /// The names of a program for its stored data.
    pub fn of(program: &Program) -> Names {
        let named = |fields: &mut dyn Iterator<Item = (&String, &Ty)>| {
            Value::Object(fields.map(|(name, ty)| (name.clone(), type_json(program, ty))).collect())
        };
        let enums = program.enums.iter().enumerate();
        let enums = enums.map(|(i, it)| (enum_name(program, EnumId(i as u16)), json!(it.members)));
        let numberings = program.numberings.iter().map(|it| (it.name.clone(), json!(it.members)));
        let records = program.records.iter().enumerate().map(|(i, it)| {
            let id = RecordId(i as u16);
            let fields = it.fields.iter().enumerate().map(|(at, it)| {
                let place = NumberedPlace::Field(id, at as u16);
                (it.name.clone(), kept_json(program, &it.ty, &place))
            });
            (record_name(program, id), Value::Object(fields.collect()))
        });
        let globals = program.globals.iter().enumerate().map(|(i, it)| {
            let place = NumberedPlace::Global(GlobalId(i as u16));
            (it.name.clone(), kept_json(program, &it.ty, &place))
        });
        let states = program.frames.iter().map(|it| {
            let fields = named(&mut it.fields.iter().map(|it| (&it.name, &it.ty)));
            let steps = if let FrameKind::Procedure(body) = &it.kind { body.len() } else { 0 };
            (it.name.clone(), json!({ "fields": fields, "steps": steps }))
        });
        let actions = program.actions.iter().enumerate().map(|(i, name)| {
            let takes = taken_by(program, i).unwrap_or_default();
            let takes = takes.iter().enumerate().map(|(at, it)| {
                let place = NumberedPlace::Argument(ActionId(i as u16), at as u16);
                kept_json(program, it, &place)
            });
            (name.clone(), takes.collect())
        });
        // Values by cell of a board whose form is chosen are lists, which keep their order.
        let cells = |it: &Board| it.cells.iter().map(|it| it.name.as_str()).collect::<Vec<_>>().join(" ");
        let all = program.boards.iter().enumerate();
        let boards = all
            .filter(|it| program.chosen(BoardId(it.0 as u16)).is_none())
            .map(|(_, it)| (it.name.clone(), json!(cells(it))));
        let forms = program.chosen.iter().map(|it| {
            let all: Vec<String> = it.forms.iter().map(|it| cells(&program.boards[it.index()])).collect();
            (program.globals[it.global.index()].name.clone(), json!(all))
        });
        let mut all = json!({
            "format": NAMES_FORMAT,
            "roles": program.roles,
            "enums": enums.chain(numberings).collect::<Map<_, _>>(),
            "records": records.collect::<Map<_, _>>(),
            "globals": globals.collect::<Map<_, _>>(),
            "states": states.collect::<Map<_, _>>(),
            "actions": actions.collect::<Map<String, Value>>(),
            "boards": boards.collect::<Map<_, _>>(),
        });
        if !program.chosen.is_empty() {
            all["forms"] = Value::Object(forms.collect());
        }
        Names(Arc::new(all))
    }

    /// Parses them.
    ///
    /// # Errors
    ///
    /// HR0808 for another format, HR0801 if it is no table of names.
    pub(crate) fn read(&self) -> Result<Old, Fault> {
        let bad = |what: &str| unfit(&format!("$.names.{what}"), "names, as `record.names` has them");
        let all = self.0.as_object().ok_or_else(|| unfit("$.names", "an object"))?;
        if all.get("format").and_then(Value::as_u64) != Some(u64::from(NAMES_FORMAT)) {
            let message = format!("these names have an unknown format; the format must be {NAMES_FORMAT}");
            let mut fault = Fault::new(Code::BadFormat, message);
            fault.path = Some("$.names.format".to_owned());
            return Err(fault);
        }
        let part = |what: &'static str| all.get(what).and_then(Value::as_object).ok_or_else(|| bad(what));
        let roles = all.get("roles").and_then(texts).ok_or_else(|| bad("roles"))?;
        let enums = part("enums")?.iter().map(|(name, it)| Some((name.clone(), texts(it)?)));
        let records = part("records")?.iter().map(|(name, it)| Some((name.clone(), fields(it)?)));
        let states = part("states")?.iter().map(|(name, it)| {
            let steps = it.get("steps")?.as_u64()?;
            Some((name.clone(), (fields(it.get("fields")?)?, steps)))
        });
        let actions = part("actions")?.iter().map(|(name, it)| {
            Some((name.clone(), it.as_array()?.iter().map(|it| kind(it, 0)).collect::<Option<_>>()?))
        });
        let cells = |it: &Value| Some(it.as_str()?.split_whitespace().map(str::to_owned).collect());
        let boards = part("boards")?.iter().map(|(name, it)| Some((name.clone(), cells(it)?)));
        // Only where there are some.
        let forms = all.get("forms").and_then(Value::as_object).into_iter().flatten();
        let forms =
            forms.map(|(name, it)| Some((name.clone(), it.as_array()?.iter().map(cells).collect::<Option<_>>()?)));
        Ok(Old {
            roles,
            enums: enums.collect::<Option<_>>().ok_or_else(|| bad("enums"))?,
            records: records.collect::<Option<_>>().ok_or_else(|| bad("records"))?,
            globals: all.get("globals").and_then(fields).ok_or_else(|| bad("globals"))?,
            states: states.collect::<Option<_>>().ok_or_else(|| bad("states"))?,
            actions: actions.collect::<Option<_>>().ok_or_else(|| bad("actions"))?,
            boards: boards.collect::<Option<_>>().ok_or_else(|| bad("boards"))?,
            forms: forms.collect::<Option<_>>().ok_or_else(|| bad("forms"))?,
        })
    }
}

/// Fields by their names.
pub(crate) type Fields = BTreeMap<String, Kind>;

/// Parsed names: those under which data was stored.
pub(crate) struct Old {
    pub roles: Vec<String>,
    pub enums: BTreeMap<String, Vec<String>>,
    pub records: BTreeMap<String, Fields>,
    pub globals: Fields,
    /// With how many steps each has, if it is a procedure.
    pub states: BTreeMap<String, (Fields, u64)>,
    pub actions: BTreeMap<String, Vec<Kind>>,
    /// The cells of each board whose form is not chosen.
    pub boards: BTreeMap<String, Vec<String>>,
    /// By the field that says which form a board has, the cells of each form.
    pub forms: Vec<(String, Vec<Vec<String>>)>,
}

/// A type of other rules.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Kind {
    Whole,
    Num,
    Bool,
    Text,
    Role,
    Any,
    Enum(String),
    Record(String),
    Opt(Box<Kind>),
    List(Box<Kind>),
    Set(Box<Kind>),
    Array(Box<Kind>, By),
    Map(Box<Kind>, Box<Kind>),
}

/// The index of an array of other rules.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum By {
    Count(usize),
    Role,
    Enum(String),
}

/// The argument types of an action, by its number, from the first state that handles it.
pub(crate) fn taken_by(program: &Program, action: usize) -> Option<Vec<Ty>> {
    let states = program.frames.iter().filter_map(|it| match &it.kind {
        FrameKind::State(it) => Some(it),
        _ => None,
    });
    let handler = states.flat_map(|it| &it.handlers).find(|it| it.action.index() == action)?;
    Some(program.function(handler.function).takes().iter().map(|it| it.ty.clone()).collect())
}

/// The name of an enum, made unique.
pub(crate) fn enum_name(program: &Program, id: EnumId) -> String {
    unlike(program.enums.iter().map(|it| it.name.as_str()), id.index())
}

/// The name of a record, made unique.
pub(crate) fn record_name(program: &Program, id: RecordId) -> String {
    unlike(program.records.iter().map(|it| it.name.as_str()), id.index())
}

fn unlike<'n>(names: impl Iterator<Item = &'n str>, at: usize) -> String {
    let names: Vec<&str> = names.take(at + 1).collect();
    let name = names.last().copied().unwrap_or_default();
    match names.iter().filter(|it| **it == name).count() {
        0 | 1 => name.to_owned(),
        n => format!("{name} {n}"),
    }
}

/// The type of a stored value. Numbers with a meaning become members of an enum, lists indexed by them become arrays.
fn kept_json(program: &Program, ty: &Ty, place: &NumberedPlace) -> Value {
    let Some(it) = program.numbered.iter().find(|it| it.place == *place) else { return type_json(program, ty) };
    let name = |at: usize| json!(["enum", program.numberings.get(at).map(|it| &it.name)]);
    let (inner, by) = match (ty, it.by) {
        (Ty::List(of) | Ty::Array(of, _), Some(by)) => (&**of, Some(name(by))),
        _ => (ty, None),
    };
    let mut out = type_json(program, inner);
    if let Some(holds) = it.holds {
        numbers_are(&mut out, &name(holds));
    }
    by.map_or(out.clone(), |by| json!(["array", out, by]))
}

/// Replaces whole numbers in a type by something else.
fn numbers_are(ty: &mut Value, what: &Value) {
    match ty {
        Value::String(word) if word == "int" => *ty = what.clone(),
        Value::Array(parts) => parts.iter_mut().for_each(|it| numbers_are(it, what)),
        _ => {}
    }
}

fn type_json(program: &Program, ty: &Ty) -> Value {
    let inner = |it: &Ty| type_json(program, it);
    match ty {
        Ty::Int | Ty::Range(..) => json!("int"),
        Ty::Num => json!("num"),
        Ty::Bool => json!("bool"),
        Ty::Str => json!("string"),
        Ty::Role => json!("role"),
        Ty::Any | Ty::Unit => json!("any"),
        Ty::Enum(id) => json!(["enum", enum_name(program, *id)]),
        Ty::Record(id) | Ty::Packed(id) => json!(["record", record_name(program, *id)]),
        Ty::Opt(of) => json!(["optional", inner(of)]),
        Ty::List(of) => json!(["list", inner(of)]),
        Ty::Set(of) => json!(["set", inner(of)]),
        Ty::Map(key, of) => json!(["map", inner(key), inner(of)]),
        Ty::Array(of, index) => {
            let by = match index {
                Index::Count(n) => json!(n),
                Index::Role => json!("role"),
                Index::Enum(id) => json!(["enum", enum_name(program, *id)]),
            };
            json!(["array", inner(of), by])
        }
    }
}

/// The error for a record, or for the names in it, if something else was expected.
pub(crate) fn unfit(path: &str, expected: &str) -> Fault {
    let mut fault = Fault::new(Code::NotJson, format!("this is not a record: expected {expected} at `{path}`"));
    fault.path = Some(path.to_owned());
    fault
}

fn texts(it: &Value) -> Option<Vec<String>> {
    it.as_array()?.iter().map(|it| it.as_str().map(str::to_owned)).collect()
}

fn fields(it: &Value) -> Option<Fields> {
    it.as_object()?.iter().map(|(name, it)| Some((name.clone(), kind(it, 0)?))).collect()
}

fn kind(it: &Value, depth: usize) -> Option<Kind> {
    if depth > DEEPEST {
        return None;
    }
    if let Some(word) = it.as_str() {
        return Some(match word {
            "int" => Kind::Whole,
            "num" => Kind::Num,
            "bool" => Kind::Bool,
            "string" => Kind::Text,
            "role" => Kind::Role,
            "any" => Kind::Any,
            _ => return None,
        });
    }
    let (word, rest) = it.as_array()?.split_first()?;
    let of = |at: usize| kind(rest.get(at)?, depth + 1).map(Box::new);
    let name = || rest.first()?.as_str().map(str::to_owned);
    Some(match word.as_str()? {
        "enum" => Kind::Enum(name()?),
        "record" => Kind::Record(name()?),
        "optional" => Kind::Opt(of(0)?),
        "list" => Kind::List(of(0)?),
        "set" => Kind::Set(of(0)?),
        "map" => Kind::Map(of(0)?, of(1)?),
        "array" => Kind::Array(of(0)?, by(rest.get(1)?)?),
        _ => return None,
    })
}

fn by(it: &Value) -> Option<By> {
    if let Some(n) = it.as_u64() {
        return usize::try_from(n).ok().map(By::Count);
    }
    match kind(it, 0)? {
        Kind::Role => Some(By::Role),
        Kind::Enum(name) => Some(By::Enum(name)),
        _ => None,
    }
}
