//! Constants, types, boards and options that nothing mentions.
//!
//! Names are compared as words: something with the same name as a used thing counts as used.

use super::ast::{File, ItemKind, Name};
use super::lex::{Tok, Token};
use diag::{Problems, Span};
use std::collections::BTreeMap;

/// Looks at the parts of the main text: a file that several games use has more than each of them needs.
pub fn check(file: &File, tokens: &[Token], main: Span, problems: &mut Problems) {
    let mut words: BTreeMap<&str, usize> = BTreeMap::new();
    for it in tokens {
        if let Tok::Name(name) = it.0 {
            *words.entry(name).or_default() += 1;
        }
    }
    let mentioned = |it: &Name| it.text.starts_with('_') || words.get(it.text).is_some_and(|it| *it > 1);
    for item in file.items.iter().filter(|it| main.start <= it.span.start && it.span.end <= main.end) {
        let (what, name) = match &item.kind {
            ItemKind::Const { name, .. } => ("constant", name),
            ItemKind::Record { name, .. } => ("record", name),
            ItemKind::Board { name, .. } => ("board", name),
            ItemKind::Option { name, .. } => ("option", name),
            ItemKind::Enum { name, members } if !members.iter().any(mentioned) => ("enum", name),
            _ => continue,
        };
        if !mentioned(name) {
            problems.unused_part(name.span, what, name.text, item.span);
        }
    }
}
