//! `data`: constants with values in files of JSON or in tables, checked against their types.

use super::super::files::DataFile;
use super::super::lex::unescape;
use super::constant::order;
use super::sort::Typed;
use super::{Checker, Constant, ast};
use diag::Span;
use front::json::{Json, JsonKind};
use ir::{Const, Data, DataId, ExprKind, Index, Ty};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The way to a value in a file.
enum Step<'j> {
    Index(usize),
    Key(&'j str),
}

/// The place of a value: its path, and its declaration.
struct Place<'j, 'u> {
    path: Vec<Step<'j>>,
    at: Span,
    unnamed: &'u mut Unnamed,
}

impl Place<'_, '_> {
    /// As JSON paths are written: `$.cells[3].name`.
    fn shown(&self) -> String {
        let step = |it: &Step| match it {
            Step::Index(i) => format!("[{i}]"),
            Step::Key(key) => format!(".{key}"),
        };
        std::iter::once("$".to_owned()).chain(self.path.iter().map(step)).collect()
    }
}

/// Keys and columns that the record does not have, for a report.
pub(super) struct Unnamed {
    rest: ast::Rest,
    /// The first few, each once.
    names: Vec<String>,
    /// The first of their spans.
    first: Option<Span>,
    more: bool,
}

/// Maximum names listed.
const TOLD: usize = 5;

impl Unnamed {
    fn new(rest: ast::Rest) -> Unnamed {
        Unnamed { rest, names: Vec::new(), first: None, more: false }
    }

    pub(super) fn strict() -> Unnamed {
        Unnamed::new(ast::Rest::Strict)
    }

    fn add(&mut self, name: &str, span: Span) {
        self.first.get_or_insert(span);
        if self.names.iter().any(|it| it == name) {
            return;
        }
        if self.names.len() < TOLD {
            self.names.push(name.to_owned());
        } else {
            self.more = true;
        }
    }
}

impl<'a, 's> Checker<'_, 'a, 's> {
    pub fn data_constant(
        &mut self,
        name: ast::Name<'s>,
        written: &ast::Type<'s>,
        file: ast::Text<'s>,
        rest: ast::Rest,
    ) -> Constant {
        let ty = self.resolve(written);
        let all: &'a super::Beside = self.beside;
        let found = all.data.get(&unescape(file.raw)).and_then(Option::as_ref);
        let mut unnamed = Unnamed::new(rest);
        let value = found.and_then(|it| match it {
            DataFile::Json(json) => self.json_value(json, &ty, written.span, &mut unnamed),
            DataFile::Table(table) => self.table_value(table, &ty, written, &mut unnamed),
        });
        if let (Some(first), ast::Rest::Told) = (unnamed.first, rest) {
            self.problems.unnamed_keys(file.span, &unescape(file.raw), &unnamed.names, unnamed.more, first);
        }
        let data = value.as_ref().map(|value| self.new_data(name, &ty, value));
        Constant { ty, value: value.map(Rc::new), data }
    }

    /// A constant that is kept apart from the code.
    pub fn new_data(&mut self, name: ast::Name<'s>, ty: &Ty, value: &Const) -> DataId {
        let data = Data { name: name.text.to_string(), ty: ty.clone(), value: value.clone(), entry: None };
        self.program.data.push(data);
        DataId((self.program.data.len() - 1).min(u16::MAX as usize) as u16)
    }

    pub fn is_data(&self, constant: usize) -> bool {
        self.consts.get(constant).is_some_and(|it| it.data.is_some())
    }

    /// A use of data where code runs: all share the one value.
    pub fn read_data(&mut self, constant: usize, span: Span) -> Typed {
        let known = self.consts.get(constant).and_then(|it| Some((it.data?, it.ty.clone())));
        known.map_or_else(|| Typed::poison(span), |(id, ty)| Typed::of(ExprKind::Data(id), ty, span))
    }

    /// Converts JSON to a value of a type; `at` is its declaration.
    pub(super) fn json_value(&mut self, it: &Json, ty: &Ty, at: Span, unnamed: &mut Unnamed) -> Option<Const> {
        self.data_value(it, ty, &mut Place { path: Vec::new(), at, unnamed })
    }

    /// Notes a key that a record does not have; reports it if it may not be ignored, and returns `true` if it may.
    pub(super) fn unnamed(&mut self, unnamed: &mut Unnamed, key: &str, span: Span, id: ir::RecordId) -> bool {
        if unnamed.rest != ast::Rest::Strict {
            unnamed.add(key, span);
            return true;
        }
        let record = self.program.records[id.index()].clone();
        let known: Vec<&str> = record.fields.iter().map(|it| it.name.as_str()).collect();
        self.problems.unknown_field(span, key, &record.name, &known);
        false
    }

    /// A value of a type; complaints and nothing if it does not fit.
    fn data_value<'j>(&mut self, it: &'j Json, ty: &Ty, place: &mut Place<'j, '_>) -> Option<Const> {
        let fits = match (&it.kind, ty) {
            (JsonKind::Null, Ty::Opt(_) | Ty::Any) => Some(Const::None),
            (_, Ty::Opt(of)) => return self.data_value(it, of, place),
            (JsonKind::Bool(it), Ty::Bool | Ty::Any) => Some(Const::Bool(*it)),
            (JsonKind::Int(n), Ty::Int | Ty::Any) => Some(Const::Int(*n)),
            (JsonKind::Int(n), Ty::Range(from, to)) => (from..=to).contains(&n).then_some(Const::Int(*n)),
            (JsonKind::Int(n), Ty::Num) => Some(Const::Num((*n as f64).to_bits())),
            (JsonKind::Num(n), Ty::Num | Ty::Any) => Some(Const::Num(n.to_bits())),
            (JsonKind::Str(text), Ty::Str | Ty::Any) => Some(Const::Str(text.clone())),
            (JsonKind::Str(_) | JsonKind::Int(_), Ty::Role | Ty::Enum(_)) => self.data_member(it, ty),
            (JsonKind::List(items), Ty::List(_) | Ty::Set(_) | Ty::Array(..) | Ty::Map(..) | Ty::Any) => {
                return self.data_list(it.span, items, ty, place);
            }
            (JsonKind::Object(entries), Ty::Record(id)) => return self.data_record(it.span, entries, *id, place),
            (JsonKind::Object(entries), Ty::Map(key, value)) => {
                return self.data_map(entries, key, value, place);
            }
            (JsonKind::Object(entries), Ty::Array(of, Index::Role | Index::Enum(_))) => {
                return self.data_array(it.span, entries, ty, of, place);
            }
            (JsonKind::Object(entries), Ty::Any) => {
                let values = entries.iter().map(|(key, _, it)| Some((key.clone(), self.data_value(it, ty, place)?)));
                return values.collect::<Option<Vec<_>>>().map(object);
            }
            _ => None,
        };
        if fits.is_none() {
            self.data_misfit(it, ty, place);
        }
        fits
    }

    fn data_misfit(&mut self, it: &Json, ty: &Ty, place: &Place) {
        let found = match &it.kind {
            JsonKind::Null => "null".to_owned(),
            JsonKind::Bool(it) => it.to_string(),
            JsonKind::Int(n) => n.to_string(),
            JsonKind::Num(n) => n.to_string(),
            JsonKind::Str(text) => format!("\"{}\"", text.chars().take(40).collect::<String>()),
            JsonKind::List(items) => format!("a list of {}", items.len()),
            JsonKind::Object(_) => "an object".to_owned(),
        };
        let wanted = self.wanted(ty);
        self.problems.data_mismatch(it.span, &place.shown(), &wanted, &found, place.at);
    }

    /// The values of a type, in words.
    pub(super) fn wanted(&self, ty: &Ty) -> String {
        match self.member_names(ty) {
            Some(names) if names.len() <= 12 => format!("one of {}", names.join(", ")),
            _ => format!("`{}`", self.show(ty)),
        }
    }

    pub(super) fn member_names(&self, ty: &Ty) -> Option<Vec<String>> {
        match ty {
            Ty::Role => Some(self.program.role_words().into_iter().map(str::to_owned).collect()),
            Ty::Enum(id) => Some(self.program.enums[id.index()].members.clone()),
            _ => None,
        }
    }

    /// A role or a member by its name or its index.
    fn data_member(&self, it: &Json, ty: &Ty) -> Option<Const> {
        let names = self.member_names(ty)?;
        let at = match &it.kind {
            JsonKind::Str(text) => names.iter().position(|name| name == text)?,
            JsonKind::Int(n) => usize::try_from(*n).ok().filter(|n| *n < names.len())?,
            _ => return None,
        };
        Some(Const::Int(at as i64))
    }

    fn data_list<'j>(&mut self, span: Span, items: &'j [Json], ty: &Ty, place: &mut Place<'j, '_>) -> Option<Const> {
        let pairs = if let Ty::Map(key, value) = ty { Some([&**key, &**value]) } else { None };
        let element = ty.element().cloned().unwrap_or(Ty::Any);
        let mut all = Some(Vec::new());
        for (i, it) in items.iter().enumerate() {
            let ty = pairs.map_or(&element, |pair| pair[i % 2]);
            place.path.push(Step::Index(i));
            let value = self.data_value(it, ty, place);
            place.path.pop();
            all = all.and_then(|mut all: Vec<Const>| {
                all.push(value?);
                Some(all)
            });
        }
        let fits = match ty {
            Ty::Array(_, index) => items.len() == self.program.count(*index),
            Ty::Map(..) => items.len().is_multiple_of(2),
            _ => true,
        };
        if !fits {
            let found = format!("a list of {}", items.len());
            let wanted = format!("`{}`", self.show(ty));
            self.problems.data_mismatch(span, &place.shown(), &wanted, &found, place.at);
            return None;
        }
        let mut all = all?;
        match ty {
            Ty::Set(_) => {
                all.sort_by(order);
                all.dedup();
            }
            Ty::Map(..) => {
                let mut rest = all.into_iter();
                let pairs = std::iter::from_fn(|| rest.next().zip(rest.next())).collect();
                return Some(map(pairs));
            }
            _ => {}
        }
        Some(Const::List(all))
    }

    fn data_record<'j>(
        &mut self,
        span: Span,
        entries: &'j [(String, Span, Json)],
        id: ir::RecordId,
        place: &mut Place<'j, '_>,
    ) -> Option<Const> {
        let fields = self.program.records[id.index()].fields.clone();
        let known: Vec<&str> = fields.iter().map(|it| it.name.as_str()).collect();
        let given: BTreeSet<&str> = entries.iter().map(|it| it.0.as_str()).collect();
        let defaults = self.record_defaults[id.index()].clone();
        let unset =
            defaults.iter().zip(&fields).map(|(it, field)| it.as_ref().filter(|_| !given.contains(&*field.name)));
        let mut values: Vec<Option<Const>> = unset.map(|it| it.map(|it| self.copy_of(it, span))).collect();
        let mut fine = true;
        for (key, at, it) in entries {
            let Some(field) = known.iter().position(|name| name == key) else {
                fine &= self.unnamed(place.unnamed, key, *at, id);
                continue;
            };
            place.path.push(Step::Key(key));
            let value = self.data_value(it, &fields[field].ty, place);
            place.path.pop();
            fine &= value.is_some();
            if value.is_some() {
                values[field] = value;
            }
        }
        for (field, value) in fields.iter().zip(&mut values) {
            if value.is_none() && !given.contains(&*field.name) {
                if let Ty::Opt(_) = field.ty {
                    *value = Some(Const::None);
                    continue;
                }
                fine = false;
                if self.default_comes_later(id, &field.name, span) {
                    return None;
                }
                let ty = self.show(&field.ty);
                let keys: Vec<&str> = entries.iter().map(|it| it.0.as_str()).filter(|it| !known.contains(it)).collect();
                self.problems.data_missing(span, &place.shown(), &field.name, &ty, &keys, place.at);
            }
        }
        if fine { values.into_iter().collect::<Option<Vec<_>>>().map(Const::List) } else { None }
    }

    /// An object as a map: its keys are texts, or names or numbers of keys.
    fn data_map<'j>(
        &mut self,
        entries: &'j [(String, Span, Json)],
        key: &Ty,
        value: &Ty,
        place: &mut Place<'j, '_>,
    ) -> Option<Const> {
        let mut pairs = Some(Vec::new());
        for (text, at, it) in entries {
            place.path.push(Step::Key(text));
            let number = text.parse().ok().filter(|_| !matches!(key, Ty::Str | Ty::Any));
            let kind = number.map_or_else(|| JsonKind::Str(text.clone()), JsonKind::Int);
            let key_json = Json { kind, span: *at };
            let mut own = Place { path: Vec::new(), at: place.at, unnamed: &mut *place.unnamed };
            let named = self.data_value(&key_json, key, &mut own);
            let pair = named.zip(self.data_value(it, value, place));
            place.path.pop();
            pairs = pairs.and_then(|mut all: Vec<(Const, Const)>| {
                all.push(pair?);
                Some(all)
            });
        }
        pairs.map(map)
    }

    /// An object as an array that names index: each name once.
    fn data_array<'j>(
        &mut self,
        span: Span,
        entries: &'j [(String, Span, Json)],
        ty: &Ty,
        of: &Ty,
        place: &mut Place<'j, '_>,
    ) -> Option<Const> {
        let index = match ty {
            Ty::Array(_, Index::Enum(id)) => Ty::Enum(*id),
            _ => Ty::Role,
        };
        let names = self.member_names(&index).unwrap_or_default();
        let mut values = vec![None; names.len()];
        let mut fine = true;
        for (key, at, it) in entries {
            let Some(slot) = names.iter().position(|name| name == key) else {
                let known: Vec<&str> = names.iter().map(String::as_str).collect();
                let shown = self.show(&index);
                self.problems.unknown_field(*at, key, &shown, &known);
                fine = false;
                continue;
            };
            place.path.push(Step::Key(key));
            values[slot] = self.data_value(it, of, place);
            place.path.pop();
            fine &= values[slot].is_some();
        }
        let missing = names.iter().find(|name| !entries.iter().any(|it| it.0 == **name));
        if let Some(name) = missing {
            let ty = self.show(of);
            self.problems.data_missing(span, &place.shown(), name, &ty, &[], place.at);
            fine = false;
        }
        if fine { values.into_iter().collect::<Option<Vec<_>>>().map(Const::List) } else { None }
    }
}

/// Entries as an object of type `any`: of equal keys the last, and numbers first.
pub(super) fn object(entries: Vec<(String, Const)>) -> Const {
    let mut places = BTreeMap::new();
    let mut all: Vec<(String, Const)> = Vec::new();
    for (key, value) in entries {
        let at = *places.entry(key.clone()).or_insert(all.len());
        if at < all.len() {
            all[at].1 = value;
        } else {
            all.push((key, value));
        }
    }
    all.sort_by_key(|(key, _)| ir::array_index(key).map_or(u64::MAX, u64::from));
    Const::Object(all)
}

/// Pairs as a map: ascending by key, the last of equal keys.
fn map(mut pairs: Vec<(Const, Const)>) -> Const {
    pairs.reverse();
    pairs.sort_by(|a, b| order(&a.0, &b.0));
    pairs.dedup_by(|later, first| order(&later.0, &first.0).is_eq());
    Const::List(pairs.into_iter().flat_map(|(key, value)| [key, value]).collect())
}
