//! Size of the values known at compile time: constants where they are used, and initial values of variables.
//!
//! Invariant: the memory for a text grows with its length, up to [`PARTS_LIMIT`]; so a value is counted before it is
//! copied.

use super::extent::{Extent, extent, nesting};
use super::{Checker, ast};
use ast::{File, ItemKind};
use diag::Span;
use front::nesting::{NESTING_LIMIT, TYPE_NESTING_LIMIT};
use ir::{Const, RecordId, Ty};
use std::rc::Rc;

/// Maximum total parts of all known values of a game: as many as a state may have.
const PARTS_LIMIT: usize = 1_000_000;

impl<'a, 's> Checker<'_, 'a, 's> {
    /// `true` if the limit is exceeded: then no further copies are needed.
    pub fn is_full(&self) -> bool {
        self.parts > PARTS_LIMIT
    }

    /// A known value where it is used.
    pub fn copy_of(&mut self, value: &Rc<Const>, span: Span) -> Const {
        if self.is_full() || !self.has_room(extent(value, 0).parts, span) {
            return Const::None;
        }
        value.as_ref().clone()
    }

    /// A value that is known from now on; absent, and a complaint, if it nests too deep.
    pub fn known_value(&mut self, value: Const, span: Span) -> Option<Rc<Const>> {
        let value = Rc::new(value);
        if extent(&value, 0).depth > NESTING_LIMIT {
            self.problems.value_too_deep(span, NESTING_LIMIT);
            // A deep value is dropped here, while it is still shallow enough.
            return None;
        }
        Some(value)
    }

    /// The initial value of a variable of a type.
    pub fn first_value(&mut self, ty: &Ty, span: Span) -> Const {
        if self.is_full() || !self.has_room(self.first_parts(ty), span) {
            return Const::None;
        }
        self.default_of(ty)
    }

    /// Number of its parts, initial values of record fields included.
    fn first_parts(&self, ty: &Ty) -> usize {
        match ty {
            Ty::Array(of, index) => self.first_parts(of).saturating_mul(self.program.count(*index)).saturating_add(1),
            Ty::Record(id) => {
                let fields = self.program.records[id.index()].fields.iter().zip(&self.record_defaults[id.index()]);
                let parts = fields.map(|(field, init)| match init {
                    Some(value) => extent(value, 0).parts,
                    None => self.first_parts(&field.ty),
                });
                parts.fold(1, usize::saturating_add)
            }
            _ => 1,
        }
    }

    /// Checks if more parts fit; reports the first time they do not.
    pub fn has_room(&mut self, parts: usize, span: Span) -> bool {
        self.parts = self.parts.saturating_add(parts);
        if self.is_full() {
            self.problems.too_much_known(span, PARTS_LIMIT);
        }
        !self.is_full()
    }

    /// The extent of the first value of a variable of a type; only measured records count.
    pub fn extent_of(&self, ty: &Ty) -> Extent {
        match ty {
            Ty::Array(of, index) => {
                let of = self.extent_of(of);
                let parts = of.parts.saturating_mul(self.program.count(*index)).saturating_add(1);
                Extent { parts, depth: of.depth + 1 }
            }
            Ty::Record(id) => self.record_extents.get(id.index()).copied().unwrap_or_default(),
            Ty::List(of) | Ty::Set(of) | Ty::Opt(of) => Extent { parts: 1, depth: nesting(of) + 1 },
            Ty::Map(key, of) => Extent { parts: 1, depth: nesting(key).max(nesting(of)) + 1 },
            _ => Extent { parts: 1, depth: 0 },
        }
    }

    /// Removes fields from records that would contain themselves, get too large, or nest too deep; reports each.
    ///
    /// `spans`: where each field of each record is written.
    pub fn measure_records(&mut self, file: &'a File<'s>, spans: &[Vec<Span>]) {
        let count = self.program.records.len();
        self.record_extents = vec![Extent::default(); count];
        let mut states = vec![State::Untouched; count];
        let mut broken: Vec<Vec<usize>> = vec![Vec::new(); count];
        let named =
            |it: &ast::Item<'s>| if let ItemKind::Record { name, .. } = &it.kind { Some(name.text) } else { None };
        let names: Vec<&str> = file.items.iter().filter_map(named).collect();
        for first in 0..count {
            // Records being measured, each with its next field; without recursion, for there may be many in a row.
            let mut open = vec![(first, 0)];
            while let Some((at, field)) = open.last().copied() {
                if states[at] == State::Measured {
                    open.pop();
                    continue;
                }
                states[at] = State::Open;
                let Some(ty) = self.program.records[at].fields.get(field).map(|it| it.ty.clone()) else {
                    states[at] = State::Measured;
                    self.record_extents[at].parts += 1;
                    self.record_extents[at].depth += 1;
                    open.pop();
                    continue;
                };
                let span = spans[at].get(field).copied().unwrap_or_default();
                let held = held(&ty).map(RecordId::index);
                match held.map(|it| (it, states[it])) {
                    Some((inner, State::Untouched)) => {
                        open.push((inner, 0));
                        continue;
                    }
                    Some((_, State::Open)) => {
                        self.problems.endless_record(span, names.get(at).copied().unwrap_or_default());
                        broken[at].push(field);
                    }
                    _ => {
                        let it = self.extent_of(&ty);
                        let whole = self.record_extents[at];
                        let parts = whole.parts.saturating_add(it.parts);
                        if parts > PARTS_LIMIT {
                            self.problems.array_too_large(span);
                            broken[at].push(field);
                        } else if it.depth >= TYPE_NESTING_LIMIT {
                            self.problems.type_too_deep(span, TYPE_NESTING_LIMIT);
                            broken[at].push(field);
                        } else {
                            self.record_extents[at] = Extent { parts, depth: whole.depth.max(it.depth) };
                        }
                    }
                }
                if let Some(top) = open.last_mut() {
                    top.1 += 1;
                }
            }
        }
        for (at, fields) in broken.iter().enumerate() {
            for field in fields.iter().rev() {
                self.program.records[at].fields.remove(*field);
                self.record_defaults[at].remove(*field);
            }
        }
    }
}

#[derive(Clone, Copy, PartialEq)]
enum State {
    Untouched,
    Open,
    Measured,
}

/// The record that a type holds directly.
fn held(ty: &Ty) -> Option<RecordId> {
    match ty {
        Ty::Record(id) => Some(*id),
        Ty::Array(of, _) => held(of),
        _ => None,
    }
}
