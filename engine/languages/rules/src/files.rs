//! The main text and the files it uses, read into one tree.
//!
//! Invariant: a file is read once, however often it is used; its parts are inserted at its first use, so its
//! declarations precede the code after it. All names are relative to the folder of the main text.

use super::ast::{Expr, ExprKind, File, Item, ItemKind, Removed, Show, ShowPart, Text};
use super::lex::{self, Token, unescape};
use super::parse;
use super::table::{self, Table};
use super::variant::merged;
use diag::{Problems, Source};
use front::json::{self, Json};
use std::collections::BTreeMap;
use std::ops::Range;

/// The entry of a show that names a picture.
pub const PICTURE: &str = "picture";

/// Endings of picture files.
const PICTURES: [&str; 5] = [".svg", ".png", ".jpg", ".jpeg", ".webp"];

/// `true` if a text in quotes is the name of a picture file.
pub fn is_picture(raw: &str) -> bool {
    PICTURES.iter().any(|it| raw.ends_with(it))
}

/// The files read.
pub struct Read<'s> {
    pub file: File<'s>,
    /// Of all texts, ascending.
    pub tokens: Vec<Token<'s>>,
    pub beside: Beside,
}

/// Content of a file of data.
pub enum DataFile {
    Json(Json),
    Table(Table),
}

/// The files that are no rules, by their names.
#[derive(Default)]
pub struct Beside {
    /// None for an unreadable file, which was reported.
    pub data: BTreeMap<String, Option<DataFile>>,
    /// Texts of pictures, unchecked.
    pub pictures: BTreeMap<String, String>,
}

/// A file that is being read: its items still to come, and its place in the source.
struct Open<'s> {
    part: usize,
    items: std::vec::IntoIter<Item<'s>>,
    /// Number of items read before it.
    first: usize,
    /// Of a variant: the part of its original, if there is one, and the items of that.
    original: Option<(Option<usize>, Range<usize>)>,
    without: Vec<Removed<'s>>,
}

/// Reads the main text and all files it uses.
pub fn read<'s>(source: &'s Source, problems: &mut Problems) -> Read<'s> {
    let mut tokens: BTreeMap<usize, Vec<Token<'s>>> = BTreeMap::new();
    let mut file = File::default();
    let mut beside = Beside::default();
    let mut stack = vec![open(source, 0, 0, &mut tokens, problems)];
    while let Some(top) = stack.last_mut() {
        let Some(item) = top.items.next() else {
            let Some(done) = stack.pop() else { break };
            let part = Some(done.part);
            close(done, &mut file.items, problems);
            if let Some((original, items)) = stack.last_mut().and_then(|it| it.original.as_mut())
                && *original == part
            {
                items.end = file.items.len();
            }
            continue;
        };
        match &item.kind {
            ItemKind::Use(name) | ItemKind::Variant(name) => {
                let variant = matches!(item.kind, ItemKind::Variant(_));
                if variant && top.original.is_some() {
                    problems.second_original(item.word);
                    continue;
                }
                let found = find(source, *name, problems);
                if variant {
                    top.original = Some((found, file.items.len()..file.items.len()));
                }
                let Some(part) = found else { continue };
                if stack.iter().any(|it| it.part == part) {
                    problems.use_cycle(name.span, &unescape(name.raw));
                } else if !tokens.contains_key(&part) {
                    stack.push(open(source, part, file.items.len(), &mut tokens, problems));
                } else if variant {
                    problems.original_used(name.span, &unescape(name.raw));
                }
            }
            ItemKind::Without(names) => top.without.extend(names),
            ItemKind::Data { file: name, .. } => {
                beside.data.entry(unescape(name.raw)).or_insert_with(|| {
                    let part = find(source, *name, problems).map(|at| &source.parts()[at]);
                    part.and_then(|it| {
                        let (text, start) = (source.up_to(it), it.span.start as usize);
                        match table::separator(&it.name, &text[start..]) {
                            Some(separator) => table::read(text, start, separator, problems).map(DataFile::Table),
                            None => json::read(text, start, problems).map(DataFile::Json),
                        }
                    })
                });
                file.items.push(item);
            }
            ItemKind::Show(show) => {
                for name in pictures(show) {
                    let text = unescape(name.raw);
                    if !beside.pictures.contains_key(&text)
                        && let Some(part) = find(source, name, problems)
                    {
                        let it = &source.parts()[part];
                        beside.pictures.insert(text, source.up_to(it)[it.span.start as usize..].to_owned());
                    }
                }
                file.items.push(item);
            }
            _ => file.items.push(item),
        }
    }
    Read { file, tokens: tokens.into_values().flatten().collect(), beside }
}

/// Puts the parts of a variant in the place of those of its original.
fn close<'s>(done: Open<'s>, items: &mut Vec<Item<'s>>, problems: &mut Problems) {
    let Some((_, original)) = done.original else {
        for it in done.without {
            problems.without_original(it.span);
        }
        return;
    };
    // One that could not be read was reported.
    if original.is_empty() {
        return;
    }
    let after = items.split_off(original.end);
    let theirs = items.split_off(original.start);
    let own = items.split_off(done.first).into_iter().chain(after);
    items.extend(merged(theirs, own, &done.without, problems));
}

fn open<'s>(
    source: &'s Source,
    part: usize,
    first: usize,
    all: &mut BTreeMap<usize, Vec<Token<'s>>>,
    problems: &mut Problems,
) -> Open<'s> {
    let it = &source.parts()[part];
    let text = source.up_to(it);
    let tokens = lex::tokens(text, it.span.start as usize, problems);
    let items = parse::file(text, &tokens, problems).items.into_iter();
    all.insert(part, tokens);
    Open { part, items, first, original: None, without: Vec::new() }
}

/// The part of a name, complained of if there is none.
fn find(source: &Source, name: Text, problems: &mut Problems) -> Option<usize> {
    let text = unescape(name.raw);
    if !is_inside(&text) {
        problems.file_outside(name.span, &text);
        return None;
    }
    let found = source.parts().iter().skip(1).position(|it| it.name == text);
    if found.is_none() {
        let known: Vec<&str> = source.parts().iter().skip(1).map(|it| it.name.as_str()).collect();
        problems.missing_file(name.span, &text, &known);
    }
    found.map(|at| at + 1)
}

/// The names of the pictures in a show and in those within.
fn pictures<'s>(show: &Show<'s>) -> Vec<Text<'s>> {
    let mut out = Vec::new();
    let mut stack = vec![show];
    while let Some(show) = stack.pop() {
        for part in &show.parts {
            match part {
                ShowPart::Show(inner) => stack.push(inner),
                ShowPart::Entry(key, value) => match (key.text, &value.kind) {
                    (PICTURE, _) => named(value, &mut out),
                    ("symbols" | "back" | "marks", _) => signs(value, &mut out),
                    _ => {}
                },
            }
        }
    }
    out
}

/// The picture, or those of several forms.
fn named<'s>(value: &Expr<'s>, out: &mut Vec<Text<'s>>) {
    match &value.kind {
        ExprKind::Str(raw) => out.push(Text { raw, span: value.span }),
        ExprKind::If(_, a, b) => [a, b].into_iter().for_each(|it| named(it, out)),
        _ => {}
    }
}

/// The pictures among symbols: of a role, under it.
fn signs<'s>(value: &Expr<'s>, out: &mut Vec<Text<'s>>) {
    match &value.kind {
        ExprKind::Str(raw) if is_picture(raw) => out.push(Text { raw, span: value.span }),
        ExprKind::Object(entries) => entries.iter().for_each(|(_, value)| signs(value, out)),
        _ => {}
    }
}

/// `true` if a name stays in the folder: parts separated by `/`, none of them up or empty.
fn is_inside(name: &str) -> bool {
    name.split('/').all(|it| !it.is_empty() && it != "." && it != "..") && !name.contains(['\\', ':', '\0'])
}

/// `true` if a text uses other files of rules.
pub fn uses(text: &str) -> bool {
    let mut problems = Problems::new();
    let tokens = lex::tokens(text, 0, &mut problems);
    parse::file(text, &tokens, &mut problems)
        .items
        .iter()
        .any(|it| matches!(it.kind, ItemKind::Use(_) | ItemKind::Variant(_)))
}

/// The names of the files that a text mentions.
pub fn mentioned(text: &str) -> Vec<String> {
    let mut problems = Problems::new();
    let tokens = lex::tokens(text, 0, &mut problems);
    let mut names = Vec::new();
    for it in parse::file(text, &tokens, &mut problems).items {
        let all = match it.kind {
            ItemKind::Use(name) | ItemKind::Variant(name) | ItemKind::Data { file: name, .. } => vec![name],
            ItemKind::Show(show) => pictures(&show),
            _ => Vec::new(),
        };
        for name in all {
            let name = unescape(name.raw);
            if is_inside(&name) && !names.contains(&name) {
                names.push(name);
            }
        }
    }
    names
}
