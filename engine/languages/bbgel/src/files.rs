//! Saved worlds that a text uses: each is converted to text, and its tiles are inserted where it is used.
//!
//! Invariant: problems and faults of a used world are reported at its name in the text that uses it, since its file has
//! no lines that an author wrote.

use super::ast::{File, ItemKind, Name};
use super::lex::{self, Token};
use super::{import, parse};
use diag::{Problems, Source, Span};

/// A world that is used, as a text.
pub struct Used {
    text: String,
    /// The name of its file where it is used.
    at: Span,
}

/// The names of the worlds that a text uses.
pub fn mentioned(text: &str) -> Vec<String> {
    let mut problems = Problems::new();
    let (tokens, _) = lex::tokens(text, &mut problems);
    let file = parse::file(text, &tokens, &mut problems);
    let mut out: Vec<String> = Vec::new();
    for it in uses(&file) {
        if out.iter().all(|other| other != it.text) {
            out.push(it.text.to_owned());
        }
    }
    out
}

fn uses<'a, 's>(file: &'a File<'s>) -> impl Iterator<Item = Name<'s>> + use<'a, 's> {
    file.items.iter().filter_map(|it| if let ItemKind::Use(name) = it.kind { Some(name) } else { None })
}

/// The worlds that a text uses, as texts; unreadable ones are reported.
pub fn used(source: &Source, file: &File, problems: &mut Problems) -> Vec<Used> {
    let mut out: Vec<Used> = Vec::new();
    let mut seen: Vec<&str> = Vec::new();
    for name in uses(file) {
        let beside = || source.parts().iter().skip(1);
        let Some(part) = beside().find(|it| it.name == name.text) else {
            let known: Vec<&str> = beside().map(|it| it.name.as_str()).collect();
            problems.missing_file(name.span, name.text, &known);
            continue;
        };
        if seen.contains(&name.text) {
            continue;
        }
        seen.push(name.text);
        let Some(text) = import::text(source.up_to(part), part.span.start as usize, problems) else { continue };
        out.push(Used { text, at: name.span });
    }
    out
}

/// The tokens of a used world, all with the span of its name; its first problem is reported there.
pub fn tokens<'s>(used: &'s Used, problems: &mut Problems) -> Vec<Token<'s>> {
    let mut own = Problems::new();
    let (tokens, _) = lex::tokens(&used.text, &mut own);
    parse::file(&used.text, &tokens, &mut own);
    if let Some(first) = own.finish(&used.text).into_iter().next() {
        let line = used.text.lines().nth(line_of(&used.text, first.span)).unwrap_or("").trim();
        problems.world_text(used.at, line, &first.message);
        return Vec::new();
    }
    tokens.into_iter().map(|(tok, _)| (tok, used.at)).collect()
}

fn line_of(text: &str, at: Span) -> usize {
    text.bytes().take(at.start as usize).filter(|it| *it == b'\n').count()
}

/// Merges the used worlds into the text. The text's own game, players and grid take precedence over theirs.
pub fn joined<'s>(mut file: File<'s>, worlds: Vec<File<'s>>) -> File<'s> {
    let says = |file: &File, kind: fn(&ItemKind) -> bool| file.items.iter().any(|it| kind(&it.kind));
    let kinds: [fn(&ItemKind) -> bool; 4] = [
        |it| matches!(it, ItemKind::Game(..)),
        |it| matches!(it, ItemKind::Players(..)),
        |it| matches!(it, ItemKind::World(..)),
        |it| matches!(it, ItemKind::Seconds(..)),
    ];
    for mut world in worlds {
        let gone: Vec<bool> = kinds.iter().map(|kind| says(&file, *kind)).collect();
        world.items.retain(|it| !kinds.iter().zip(&gone).any(|(kind, gone)| *gone && kind(&it.kind)));
        file.items.extend(world.items);
    }
    file
}
