//! What an editor asks: words and names, and the parts of a text.

use super::ast::{
    Action, BoardPartKind, ConstructKind, File, GroupPartKind, ItemKind, MemberKind, Name, Part, PartKind, Verb,
};
use super::words::{self, WORDS};
use super::{lex, tree};
use diag::{Problems, Span};
use front::common::Written;
use front::{Candidate, Known, NameKind, Section};
use lex::Tok;
use std::collections::BTreeSet;

/// What begins as a word does: words of the language, names of the text; of a name after a point, names only.
pub fn complete(text: &str, offset: usize) -> (Span, Vec<Candidate>) {
    let written = Written::at(text, offset, |c| c.is_alphanumeric() || c == '_');
    let Written { offset, span, begun } = written;
    let (tokens, comments) = lex::tokens(text, &mut Problems::new());
    if written.in_one_of(&comments) {
        return (Span::new(offset, offset), Vec::new());
    }
    let mut names = BTreeSet::new();
    for (tok, at) in &tokens {
        if let Tok::Name(name) = tok
            && *at != span
            && name.starts_with(begun)
            && words::named(name).is_none()
        {
            names.insert(*name);
        }
    }
    let name = |it: &str| Candidate { name: it.to_owned(), kind: NameKind::Variable, text: String::new(), doc: "" };
    let mut out: Vec<Candidate> = names.into_iter().map(name).collect();
    if !text[..span.start as usize].ends_with('.') {
        let words = WORDS.iter().filter(|it| it.word.starts_with(begun));
        out.extend(words.map(|it| Candidate {
            name: it.word.to_owned(),
            kind: NameKind::Keyword,
            text: it.form.to_owned(),
            doc: it.doc,
        }));
    }
    (span, out)
}

/// The words of the language in a text.
pub fn known(text: &str) -> Vec<Known> {
    let (tokens, _) = lex::tokens(text, &mut Problems::new());
    let word = |(tok, span): &(Tok, Span)| {
        let (Tok::Name(name) | Tok::Word(name)) = tok else { return None };
        let it = words::named(name)?;
        Some(Known { span: *span, kind: NameKind::Keyword, text: it.form.to_owned(), doc: it.doc, declared: None })
    };
    tokens.iter().filter_map(word).collect()
}

fn section(word: &'static str, name: Option<&Name>, span: Span, inner: Vec<Section>) -> Section {
    let at = name.map_or(span, |it| it.span);
    Section { word, name: name.map_or("", |it| it.text).to_owned(), at, span, inner }
}

/// An action, goal or movement with its phases.
fn action(word: &'static str, it: &Action, span: Span) -> Section {
    section(word, it.name.as_ref(), span, phases(&it.parts))
}

fn phases(parts: &[Part]) -> Vec<Section> {
    let phase = |it: &Part| match &it.kind {
        PartKind::Phase(phase) => Some(action("phase", phase, it.span)),
        _ => None,
    };
    parts.iter().filter_map(phase).collect()
}

fn verb(it: &Verb, span: Span) -> Section {
    section("verb", Some(&it.name), span, Vec::new())
}

pub fn outline(text: &str) -> Vec<Section> {
    let file: File = tree(text, &mut Problems::new());
    let each = file.items.iter().filter_map(|item| {
        let span = item.span;
        Some(match &item.kind {
            ItemKind::Game(name) => section("game", Some(name), span, Vec::new()),
            ItemKind::Players(counts) => {
                let counts: Vec<String> = counts.iter().map(|it| it.value.to_string()).collect();
                Section { word: "players", name: counts.join(", "), at: span, span, inner: Vec::new() }
            }
            ItemKind::Construct(it) => {
                let word = match it.kind {
                    ConstructKind::Local | ConstructKind::Group | ConstructKind::Global => "state",
                    ConstructKind::Cell => "boardcell",
                    ConstructKind::Interactable => "interactable",
                    ConstructKind::Stack => "stack",
                };
                let inner = it.members.iter().filter_map(|member| match &member.kind {
                    MemberKind::Action(it) => Some(action("action", it, member.span)),
                    MemberKind::Verb(it) => Some(verb(it, member.span)),
                    _ => None,
                });
                section(word, Some(&it.name), span, inner.collect())
            }
            ItemKind::Board(it) => {
                let inner = it.parts.iter().filter_map(|part| match &part.kind {
                    BoardPartKind::Action(it) => Some(action("action", it, part.span)),
                    BoardPartKind::Verb(it) => Some(verb(it, part.span)),
                    BoardPartKind::Group(it) => {
                        let inner = it.parts.iter().filter_map(|part| match &part.kind {
                            GroupPartKind::Action(it) => Some(action("action", it, part.span)),
                            GroupPartKind::Verb(it) => Some(verb(it, part.span)),
                            _ => None,
                        });
                        Some(section("group", Some(&it.name), part.span, inner.collect()))
                    }
                    _ => None,
                });
                section("board", it.name.as_ref(), span, inner.collect())
            }
            ItemKind::Turn(it) => section("turn", Some(&it.name), span, phases(&it.parts)),
            ItemKind::Action(it) => action("action", it, span),
            ItemKind::Goal(it) => action("goal", it, span),
            ItemKind::Movement(it) => action("movement", it, span),
            ItemKind::Verb(it) => verb(it, span),
            ItemKind::Setup(..) => section("setup", None, span, Vec::new()),
            ItemKind::Has(..) | ItemKind::Import(..) | ItemKind::Missing => return None,
        })
    });
    each.collect()
}
