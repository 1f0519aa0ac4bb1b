//! For an editor: the meaning of a name, completions, the parts of a text.
//!
//! Invariant: a text with errors is analysed as far as possible, in linear time.

use super::ast::{
    Action, BoardPartKind, ConstructKind, File, GroupPartKind, ItemKind, MemberKind, Name, Part, PartKind, Verb,
};
use super::names::{self, Told};
use super::tree::tree;
use super::words::{self, WORDS};
use super::{check, lex};
use diag::{Problems, Span};
use front::common::Written;
use front::{Candidate, Known, NameKind, Section};
use lex::Tok;
use std::collections::{BTreeMap, BTreeSet};

/// Insertions at the place of completion, tried in order until one is looked up: a value, a statement, a type.
const PROBES: [&str; 3] = ["probe_", "probe_;", "probe_ it_;"];

/// Replacements for a word with the same prefix: names known there, and words of the language; after a dot, names only.
pub fn complete(text: &str, offset: usize) -> (Span, Vec<Candidate>) {
    let written = Written::at(text, offset, |c| c.is_alphanumeric() || c == '_');
    let Written { offset, span, begun } = written;
    let (tokens, comments) = lex::tokens(text, &mut Problems::new());
    let in_text = |(tok, at): &(Tok, Span)| {
        matches!(tok, Tok::Str(_) | Tok::Text(_)) && (at.start as usize) < offset && offset < at.end as usize
    };
    if written.in_one_of(&comments) || tokens.iter().any(in_text) {
        return (Span::new(offset, offset), Vec::new());
    }
    let mut out = match PROBES.iter().find_map(|it| probed(text, span, it)) {
        Some(all) => all.into_iter().filter(|it| it.name.starts_with(begun)).collect(),
        None => mentioned(&tokens, span, begun),
    };
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

/// The completions at a place, if something can be looked up there.
fn probed(text: &str, span: Span, probe: &str) -> Option<Vec<Candidate>> {
    let (before, after) = (&text[..span.start as usize], &text[span.end as usize..]);
    let text = format!("{before}{probe}{after}");
    let file = tree(&text, &mut Problems::new());
    let found = check::notes(&file, Some(span.start)).candidates?;
    let mut declared = names::declared(&file, Told::All).all;
    let mut seen = BTreeSet::new();
    let mut out = Vec::new();
    for it in found {
        // A nearer name hides others of the same name.
        if it.name.starts_with("probe_") || !seen.insert(it.name) {
            continue;
        }
        let known = it.declared.and_then(|at| declared.remove(&at.start));
        let kept = words::member(it.name).filter(|_| it.declared.is_none());
        let (text, doc) = match (known, kept) {
            (Some(known), _) => (known.text, known.doc),
            (None, Some(kept)) => (kept.form.to_owned(), kept.doc),
            _ => (format!("{} {}", it.t, it.name), ""),
        };
        out.push(Candidate { name: it.name.to_owned(), kind: it.kind, text, doc });
    }
    out.sort_by(|a, b| (a.kind == NameKind::Builtin, &a.name).cmp(&(b.kind == NameKind::Builtin, &b.name)));
    Some(out)
}

/// Names of a text that begin as a word does.
fn mentioned(tokens: &[(Tok, Span)], span: Span, begun: &str) -> Vec<Candidate> {
    let names: BTreeSet<&str> = tokens
        .iter()
        .filter_map(|(tok, at)| match tok {
            Tok::Name(name) if *at != span && name.starts_with(begun) && words::named(name).is_none() => Some(*name),
            _ => None,
        })
        .collect();
    let name = |it: &str| Candidate { name: it.to_owned(), kind: NameKind::Variable, text: String::new(), doc: "" };
    names.into_iter().map(name).collect()
}

/// Links between declarations of the same thing, by offset.
#[derive(Default)]
struct Same(BTreeMap<u32, Span>);

impl Same {
    /// The representative declaration.
    fn first(&mut self, of: Span) -> Span {
        let mut first = of;
        while let Some(next) = self.0.get(&first.start) {
            first = *next;
        }
        // The way is shorter the next time.
        let mut at = of;
        while let Some(next) = self.0.get_mut(&at.start) {
            at = std::mem::replace(next, first);
        }
        first
    }

    fn join(&mut self, one: Span, other: Span) {
        let (one, other) = (self.first(one), self.first(other));
        if one.start != other.start {
            self.0.insert(one.start, other);
        }
    }
}

/// The names of the author with where they are declared, and the words of the language, in the order of the text.
pub fn known(text: &str, told: Option<usize>) -> Vec<Known> {
    known_in(text, &tree(text, &mut Problems::new()), told)
}

/// The same of a text with its tree.
pub fn known_in(text: &str, file: &File, told: Option<usize>) -> Vec<Known> {
    let declared = names::declared(file, Told::None);
    let written = |it: Span| text.get(it.range()).unwrap_or("");
    let mut same = Same::default();
    for (name, first) in &declared.again {
        same.join(*name, *first);
    }
    // A use with several declarations makes them one.
    let mut uses: BTreeMap<u32, (Span, Span)> = BTreeMap::new();
    let notes = check::notes(file, None);
    for (used, of) in notes.uses {
        if written(used) != written(of) {
            continue;
        }
        if declared.all.contains_key(&used.start) {
            same.join(used, of);
        } else if let Some((_, first)) = uses.get(&used.start) {
            same.join(*first, of);
        } else {
            uses.insert(used.start, (used, of));
        }
    }
    let own = declared.all.values().map(|it| (it.span, it.span));
    let named: Vec<(Span, Span)> = uses.into_values().chain(own).map(|(used, of)| (used, same.first(of))).collect();
    let here = told.and_then(|at| named.iter().find(|it| it.0.is_around(at))).map(|it| it.1);
    let shown = here.map(|it| names::declared(file, Told::At(it.start)));
    let mut out = Vec::new();
    for (span, of) in named {
        let kind = declared.all.get(&of.start).map_or(NameKind::Variable, |it| it.kind);
        let told = shown.as_ref().filter(|_| here == Some(of)).and_then(|it| it.all.get(&of.start));
        let (text, doc) = told.map_or((String::new(), ""), |it| (it.text.clone(), it.doc));
        out.push(Known { span, kind, text, doc, declared: Some(of) });
    }
    for (span, text) in notes.kept {
        out.push(Known { span, kind: NameKind::Builtin, text, doc: "What the game knows here.", declared: None });
    }
    out.extend(known_words(text));
    // Declarations of the author first, then built-in names, then words.
    out.sort_by_key(|it| (it.span, it.declared.is_none(), it.kind == NameKind::Keyword));
    out.dedup_by_key(|it| it.span);
    out
}

/// Words of the language in a text, and built-in members of things.
fn known_words(text: &str) -> Vec<Known> {
    let (tokens, _) = lex::tokens(text, &mut Problems::new());
    let mut out = Vec::new();
    for (i, (tok, span)) in tokens.iter().enumerate() {
        let (Tok::Name(name) | Tok::Word(name)) = tok else { continue };
        let before = i.checked_sub(1).and_then(|it| tokens.get(it)).map(|it| it.0);
        let after = tokens.get(i + 1).map(|it| it.0);
        let kept = match before {
            Some(Tok::Sign(".")) => words::member(name),
            Some(Tok::Sign(",") | Tok::Semi | Tok::Open(_))
                if matches!(after, Some(Tok::Sign(",") | Tok::Semi | Tok::Close(_))) =>
            {
                words::gap(name)
            }
            _ => None,
        };
        let kept = kept.map(|it| (NameKind::Builtin, it));
        if let Some((kind, it)) = kept.or_else(|| words::named(name).map(|it| (NameKind::Keyword, it))) {
            out.push(Known { span: *span, kind, text: it.form.to_owned(), doc: it.doc, declared: None });
        }
    }
    out
}

/// `true` if the meaning of every occurrence of a name in a text is known.
pub fn knows_all(text: &str, known: &[Known], name: &str) -> bool {
    let (tokens, _) = lex::tokens(text, &mut Problems::new());
    let is_known = |at: &Span| known.binary_search_by_key(&at.start, |it| it.span.start).is_ok();
    tokens.iter().all(|(tok, at)| *tok != Tok::Name(name) || is_known(at))
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
            ItemKind::PlayerRange(least, most) => {
                let name = format!("{} to {}", least.value, most.value);
                Section { word: "players", name, at: span, span, inner: Vec::new() }
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
            ItemKind::About(_) | ItemKind::Has(..) | ItemKind::Import(..) | ItemKind::Missing => return None,
        })
    });
    each.collect()
}
