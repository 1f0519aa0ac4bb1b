//! Convertible types, and valid constants and types.

use crate::{Const, INT_MAX, Index, Program, RecordId, Ty};
use std::collections::BTreeSet;

/// `true` if everything a type refers to exists.
pub(super) fn exists(program: &Program, ty: &Ty) -> bool {
    match ty {
        Ty::Enum(id) => id.index() < program.enums.len(),
        Ty::Record(id) => id.index() < program.records.len(),
        Ty::Packed(_) => false,
        Ty::Opt(of) | Ty::List(of) | Ty::Set(of) => exists(program, of),
        Ty::Array(of, Index::Enum(id)) => id.index() < program.enums.len() && exists(program, of),
        Ty::Array(of, _) => exists(program, of),
        Ty::Map(key, of) => exists(program, key) && exists(program, of),
        Ty::Range(low, high) => -INT_MAX <= *low && low <= high && *high <= INT_MAX,
        Ty::Int | Ty::Num | Ty::Bool | Ty::Str | Ty::Role | Ty::Any | Ty::Unit => true,
    }
}

/// `true` if a value of one type can be used as another without a cast, or with a conversion that every executor does
/// implicitly: an integer within the target's range, a value for an optional, a list for a list of a type that its
/// elements flow to. Narrowing needs a cast ([`crate::Cast::Check`]); otherwise an executor with small integers would
/// lose bits.
pub fn flows(program: &Program, from: &Ty, to: &Ty) -> bool {
    match (from, to) {
        (_, Ty::Unit) => true,
        (Ty::Unit, _) => false,
        (Ty::Opt(from), Ty::Opt(to)) => flows(program, from, to),
        (_, Ty::Any) => plain(from),
        (_, Ty::Opt(to)) => flows(program, from, to),
        (Ty::List(a), Ty::List(b)) | (Ty::Set(a), Ty::Set(b) | Ty::List(b)) => flows(program, a, b),
        (Ty::Array(a, _), Ty::List(b)) => flows(program, a, b),
        _ if from == to => true,
        _ => match (range(program, from), range(program, to)) {
            (Some(a), Some(b)) => b.0 <= a.0 && a.1 <= b.1,
            _ => false,
        },
    }
}

/// `true` if values of two types can be compared.
pub(super) fn compares(program: &Program, a: &Ty, b: &Ty) -> bool {
    let whole = a.inner().is_integral() && b.inner().is_integral();
    whole || flows(program, a, b) || flows(program, b, a)
}

/// The lowest and the highest of a type that is held as an integer.
fn range(program: &Program, ty: &Ty) -> Option<(i64, i64)> {
    match ty {
        Ty::Int => Some((-INT_MAX, INT_MAX)),
        Ty::Range(low, high) => Some((*low, *high)),
        Ty::Role => Some((0, program.roles.len() as i64 - 1)),
        Ty::Enum(id) => Some((0, program.enums.get(id.index())?.members.len() as i64 - 1)),
        _ => None,
    }
}

/// `true` if values of a type have the same representation in `Any`.
fn plain(ty: &Ty) -> bool {
    match ty {
        Ty::Record(_) => false,
        Ty::Opt(of) | Ty::List(of) | Ty::Set(of) | Ty::Array(of, _) => plain(of),
        Ty::Map(key, of) => plain(key) && plain(of),
        _ => true,
    }
}

/// `true` if a constant is a value of a type.
pub(super) fn holds(program: &Program, it: &Const, ty: &Ty) -> bool {
    let all = |items: &[Const], of: &Ty| items.iter().all(|it| holds(program, it, of));
    match (it, ty) {
        (_, Ty::Unit) | (Const::None, Ty::Opt(_) | Ty::Any) => true,
        (_, Ty::Opt(of)) => holds(program, it, of),
        (Const::Bool(_), Ty::Bool | Ty::Any) => true,
        (Const::Int(n), Ty::Any | Ty::Num) => n.abs() <= INT_MAX,
        (Const::Int(n), _) => range(program, ty).is_some_and(|(low, high)| low <= *n && *n <= high),
        (Const::Num(bits), Ty::Num | Ty::Any) => f64::from_bits(*bits).is_finite(),
        (Const::Str(_), Ty::Str | Ty::Any) => true,
        (Const::List(items), Ty::List(of) | Ty::Set(of)) => all(items, of),
        (Const::List(items), Ty::Any) => all(items, &Ty::Any),
        (Const::Object(entries), Ty::Any) => {
            in_key_order(entries) && entries.iter().all(|(_, it)| holds(program, it, &Ty::Any))
        }
        (Const::List(items), Ty::Array(of, index)) => items.len() == program.count(*index) && all(items, of),
        (Const::List(items), Ty::Map(key, of)) => {
            let entry = |it: &[Const]| matches!(it, [k, v] if holds(program, k, key) && holds(program, v, of));
            items.chunks(2).all(entry)
        }
        (Const::List(items), Ty::Record(id)) => program.records.get(id.index()).is_some_and(|record| {
            let fields = &record.fields;
            fields.len() == items.len() && items.iter().zip(fields).all(|(it, field)| holds(program, it, &field.ty))
        }),
        (Const::None | Const::Bool(_) | Const::Num(_) | Const::Str(_) | Const::List(_) | Const::Object(_), _) => false,
    }
}

/// `true` if keys are in the order of executors: none twice, and numeric keys first, ascending.
fn in_key_order(entries: &[(String, Const)]) -> bool {
    let place = |key: &str| crate::array_index(key).map_or(u64::MAX, u64::from);
    let names: BTreeSet<&str> = entries.iter().map(|it| it.0.as_str()).collect();
    names.len() == entries.len() && entries.is_sorted_by_key(|it| place(&it.0))
}

/// A record that contains itself in place, and so would be infinite.
pub(super) fn endless(program: &Program) -> Option<RecordId> {
    let all = (0..program.records.len()).map(|i| RecordId(i as u16));
    let inner = |id: RecordId| {
        let fields = program.records[id.index()].fields.iter();
        fields.filter_map(|it| in_place(&it.ty)).collect::<Vec<RecordId>>()
    };
    // The records contained in each one.
    for from in all {
        let mut todo = inner(from);
        let mut seen = vec![false; program.records.len()];
        while let Some(id) = todo.pop() {
            if id == from {
                return Some(from);
            }
            if !std::mem::replace(&mut seen[id.index()], true) {
                todo.extend(inner(id));
            }
        }
    }
    None
}

/// The record stored in place in a value of a type.
fn in_place(ty: &Ty) -> Option<RecordId> {
    match ty {
        Ty::Record(id) => Some(*id),
        Ty::Array(of, _) => in_place(of),
        _ => None,
    }
}
