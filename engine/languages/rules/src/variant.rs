//! A variant: its parts in the place of those of the same name in the original.

use super::ast::{Field, Item, ItemKind, Part, PartKind, Removed};
use diag::Problems;
use std::collections::{BTreeMap, VecDeque};

/// Parts with the same key replace one another: the kind where kinds may share a name, and the name or text.
type Key<'s> = (&'static str, &'s str, &'s str);

/// An original with the parts of a variant, and without those it does not have. A part stands where the one stood that it
/// replaces; a new one stands before the next that does, or at the end.
pub fn merged<'s>(
    mut original: Vec<Item<'s>>,
    own: impl Iterator<Item = Item<'s>>,
    without: &[Removed<'s>],
    problems: &mut Problems,
) -> Vec<Item<'s>> {
    remove(&mut original, without, problems);
    let mut places: BTreeMap<Key, VecDeque<usize>> = BTreeMap::new();
    for (at, item) in original.iter().enumerate() {
        if let Some(key) = key(item) {
            places.entry(key).or_default().push_back(at);
        }
    }
    let mut own: Vec<Item> = own.collect();
    replace_fields(original.iter_mut().filter_map(fields_of).flatten(), own.iter_mut().filter_map(fields_of));
    let mut before: Vec<Vec<Item>> = original.iter().map(|_| Vec::new()).collect();
    let mut waiting = Vec::new();
    for item in own {
        match key(&item).and_then(|it| places.get_mut(&it)?.pop_front()) {
            Some(at) => {
                before[at].append(&mut waiting);
                replace(&mut original[at], item);
            }
            None => waiting.push(item),
        }
    }
    let whole = before.into_iter().zip(original).flat_map(|(before, it)| before.into_iter().chain([it]));
    whole.chain(waiting).collect()
}

fn key<'s>(item: &Item<'s>) -> Option<Key<'s>> {
    let only = |word| Some((word, word, ""));
    match &item.kind {
        ItemKind::Game(_) => only("game"),
        ItemKind::About(_) => only("about"),
        ItemKind::Draws => only("draws"),
        ItemKind::Roles(_) => only("roles"),
        ItemKind::Scenarios(_) => only("scenarios"),
        ItemKind::Players(_) => only("players"),
        ItemKind::Setup(_) => only("setup"),
        ItemKind::View(_) => only("view"),
        ItemKind::Query { .. } => only("query"),
        ItemKind::Worth(_) => only("worth"),
        ItemKind::Option { name, .. } => Some(("option", name.text, "")),
        ItemKind::Face { name, .. } => Some(("face", name.text, "")),
        ItemKind::Show(it) => Some(("show", it.name.text, it.title.map_or("", |it| it.raw))),
        ItemKind::Test { name, .. } => Some(("test", name.raw, "")),
        ItemKind::Invariant { text, .. } => Some(("invariant", text.as_ref()?.raw, "")),
        ItemKind::Const { name, .. }
        | ItemKind::Data { name, .. }
        | ItemKind::Enum { name, .. }
        | ItemKind::Record { name, .. }
        | ItemKind::Board { name, .. }
        | ItemKind::Function { name, .. }
        | ItemKind::State { name, .. }
        | ItemKind::Procedure { name, .. } => Some(("", name.text, "")),
        ItemKind::Global(_) | ItemKind::Use(_) | ItemKind::Variant(_) | ItemKind::Without(_) | ItemKind::Missing => {
            None
        }
    }
}

fn remove<'s>(original: &mut Vec<Item<'s>>, without: &[Removed<'s>], problems: &mut Problems) {
    let known: Vec<&str> = original.iter().filter_map(key).map(|it| it.1).collect();
    // Each with whether there was such a part.
    let mut removed: BTreeMap<(bool, &str), bool> = without.iter().map(|it| ((it.quoted, it.text), false)).collect();
    original.retain(|item| {
        let quoted = matches!(item.kind, ItemKind::Test { .. } | ItemKind::Invariant { .. });
        let found = key(item).and_then(|it| removed.get_mut(&(quoted, it.1)));
        found.map(|it| *it = true).is_none()
    });
    for it in without.iter().filter(|it| !removed[&(it.quoted, it.text)]) {
        problems.not_in_original(it.span, it.text, &known);
    }
}

/// A state keeps the parts that the variant does not write; anything else is replaced as a whole.
fn replace<'s>(theirs: &mut Item<'s>, mut own: Item<'s>) {
    if let (
        ItemKind::State { params, inactive, parts, .. },
        ItemKind::State { params: own_params, inactive: own_inactive, parts: own_parts, .. },
    ) = (&mut theirs.kind, &mut own.kind)
    {
        if own_params.is_empty() {
            std::mem::swap(own_params, params);
        }
        *own_inactive = own_inactive.or(*inactive);
        replace_parts(parts, std::mem::take(own_parts));
        std::mem::swap(own_parts, parts);
    }
    *theirs = own;
}

fn replace_parts<'s>(theirs: &mut Vec<Part<'s>>, own: Vec<Part<'s>>) {
    let places: BTreeMap<_, _> = theirs.iter().enumerate().rev().map(|(at, it)| (part_key(it), at)).collect();
    for mut it in own {
        let Some(place) = places.get(&part_key(&it)).map(|at| &mut theirs[*at]) else {
            theirs.push(it);
            continue;
        };
        if let (PartKind::Local(theirs), PartKind::Local(own)) = (&mut place.kind, &mut it.kind) {
            replace_fields(theirs.iter_mut(), [&mut *own]);
            theirs.append(own);
        } else {
            *place = it;
        }
    }
}

fn part_key<'s>(part: &Part<'s>) -> (&'static str, &'s str) {
    match &part.kind {
        PartKind::Local(_) => ("local", ""),
        PartKind::Begin(_) => ("begin", ""),
        PartKind::Resume(_) => ("resume", ""),
        PartKind::Leave(_) => ("leave", ""),
        PartKind::Prompt(_) => ("prompt", ""),
        PartKind::On { action, .. } => ("on", action.text),
        PartKind::Missing => ("", ""),
    }
}

fn fields_of<'i, 's>(item: &'i mut Item<'s>) -> Option<&'i mut Vec<Field<'s>>> {
    match &mut item.kind {
        ItemKind::Global(fields) => Some(fields),
        _ => None,
    }
}

/// Puts fields in the place of those of the same name; the others stay where they are.
fn replace_fields<'f, 's: 'f>(
    theirs: impl Iterator<Item = &'f mut Field<'s>>,
    own: impl IntoIterator<Item = &'f mut Vec<Field<'s>>>,
) {
    let mut places: BTreeMap<&str, &mut Field> = theirs.map(|it| (it.name.text, it)).collect();
    for fields in own {
        for it in std::mem::take(fields) {
            match places.remove(it.name.text) {
                Some(place) => *place = it,
                None => fields.push(it),
            }
        }
    }
}
