//! Renaming of an author's declarations: all places, or a reason why it is impossible.
//!
//! Invariant: after a change of a name, the program is the same apart from that name. Every result is checked: the same
//! problems at the same places, the same meaning of every name, and the same program. A name that may be looked up by
//! computed texts in a game is refused.

use crate::{Language, compile_known, known_at};
use diag::{Code, Source, Span};
use front::{Known, NameKind};
use ir::{Expr, ExprKind, Node, Program, StmtKind, Target};
use std::borrow::Cow;
use std::fmt;

/// Why something does not get another name.
#[derive(Clone, Debug, PartialEq)]
pub enum Refusal {
    /// Nothing there has a name of the author's.
    Nothing,
    /// Not every use of a name of this kind is known.
    Kind(NameKind),
    /// Not a name.
    NoName(String),
    /// A word or builtin of the language.
    Word(String),
    /// Other files may use it.
    Files,
    /// Something else has the name, or it would be taken for something else.
    Taken(String),
    /// The rules find it by a text that is made while the game runs.
    ByText,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Nothing => write!(f, "nothing here has a name that could be another"),
            Refusal::Kind(kind) => write!(f, "not every use of this {} is known", kind.text()),
            Refusal::NoName(name) => write!(f, "`{name}` is not a name"),
            Refusal::Word(name) => write!(f, "`{name}` is a word of the language"),
            Refusal::Files => write!(f, "other files may use this name"),
            Refusal::Taken(name) => write!(f, "with the name `{name}` the text would mean something else"),
            Refusal::ByText => write!(f, "the rules look names up while a game runs, perhaps this one"),
        }
    }
}

/// The spans to replace in order to rename the thing at an offset in bytes, in the order of the text.
pub fn rename(text: &str, language: Language, offset: usize, name: &str) -> Result<Vec<Span>, Refusal> {
    let front_end = language.front_end();
    let before = Reading::of(text, language);
    let (_, it) = known_at(&before.known, offset).ok_or(Refusal::Nothing)?;
    let declared = match (it.kind, it.declared) {
        (NameKind::Keyword | NameKind::Builtin, _) => return Err(Refusal::Nothing),
        (kind, Some(declared)) if front_end.renames(kind) => declared,
        (kind, _) => return Err(Refusal::Kind(kind)),
    };
    let first = name.chars().next().is_some_and(|it| it.is_alphabetic() || it == '_');
    if !first || !name.chars().all(|it| it.is_alphanumeric() || it == '_') {
        return Err(Refusal::NoName(name.to_owned()));
    }
    if front_end.takes_name(name) {
        return Err(Refusal::Word(name.to_owned()));
    }
    if it.kind != NameKind::Variable && front_end.uses_files(text) {
        return Err(Refusal::Files);
    }
    let mut spans: Vec<Span> =
        before.known.iter().filter(|it| it.declared == Some(declared)).map(|it| it.span).collect();
    spans.push(declared);
    spans.sort();
    spans.dedup();
    let old = text.get(declared.range()).unwrap_or("");
    if !front_end.knows_all(text, &before.known, old) {
        return Err(Refusal::Kind(it.kind));
    }
    let change = Change { old, new: name, spans: &spans };
    let after = Reading::of(&change.of(text), language);
    if !before.is_same(&after, &change) {
        return Err(Refusal::Taken(name.to_owned()));
    }
    let by_text = match (&before.program, &after.program) {
        (Some(before), Some(after)) => found_by_text(before, after, &change),
        // Without a program, because files are missing or the text is unfinished, only the text counts.
        _ => front_end.looks_names_up(text),
    };
    if by_text { Err(Refusal::ByText) } else { Ok(spans) }
}

/// One name for another.
struct Change<'c> {
    old: &'c str,
    new: &'c str,
    /// Ascending, apart from each other.
    spans: &'c [Span],
}

impl Change<'_> {
    fn of(&self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        let mut at = 0;
        for it in self.spans {
            out.push_str(text.get(at..it.start as usize).unwrap_or(""));
            out.push_str(self.new);
            at = it.end as usize;
        }
        out + text.get(at..).unwrap_or("")
    }

    /// The place in the changed text.
    fn moved(&self, it: Span) -> Span {
        let place = |at: u32| {
            let before = self.spans.partition_point(|it| it.start < at);
            at + (before * self.new.len()) as u32 - (before * self.old.len()) as u32
        };
        Span { start: place(it.start), end: place(it.end) }
    }

    /// The program as text, with the old and the new name made equal, also in derived names: `G_x_`, `take_x`,
    /// `card.x`. The meanings of names distinguish two things with the same name.
    fn dump(&self, program: &Program) -> String {
        let mut text = ir::dump(program);
        // Texts for players have blanks for underscores.
        for name in [self.old, self.new].iter().filter(|it| it.trim_matches('_').contains('_')) {
            text = text.replace(&name.replace('_', " "), name);
        }
        // Texts begin with a capital letter.
        for name in [self.old, self.new] {
            let words = name.replace('_', " ");
            let mut letters = words.chars();
            let capital: String = letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
            text = text.replace(&format!("\"{capital}"), &format!("\"{name}"));
        }
        let mut out = String::with_capacity(text.len());
        let belongs = |c: char| c.is_alphanumeric() || c == '_';
        let (long, short) = if self.old.len() < self.new.len() { (self.new, self.old) } else { (self.old, self.new) };
        let mut rest = text.as_str();
        while let Some(start) = rest.find(belongs) {
            let word = &rest[start..];
            let word = &word[..word.find(|c| !belongs(c)).unwrap_or(word.len())];
            out.push_str(&rest[..start]);
            let word_made = without(&without(word, long), short).into_owned();
            rest = &rest[start + word.len()..];
            if word_made.trim_end_matches('_') != "\0" {
                out.push_str(&word_made);
                continue;
            }
            // A name that would clash has an underscore after it, or its owner before it.
            if out.ends_with('.') {
                let owner = out[..out.len() - 1].trim_end_matches(|c| belongs(c) || c == '\0').len();
                out.truncate(owner);
            }
            out.push('\0');
        }
        out + rest
    }
}

/// A word with `\0` in the place of a name: all of it, or parts of it between underscores.
fn without<'w>(word: &'w str, name: &str) -> Cow<'w, str> {
    if name.is_empty() || !word.contains(name) {
        return Cow::Borrowed(word);
    }
    let mut out = String::with_capacity(word.len());
    let mut at = 0;
    while let Some(found) = word[at..].find(name) {
        let (start, end) = (at + found, at + found + name.len());
        let apart = (start == 0 || word[..start].ends_with('_')) && (end == word.len() || word[end..].starts_with('_'));
        out.push_str(&word[at..start]);
        if apart {
            out.push('\0');
            at = end;
        } else {
            let first = word[start..].chars().next().map_or(1, char::len_utf8);
            out.push_str(&word[start..start + first]);
            at = start + first;
        }
    }
    Cow::Owned(out + &word[at..])
}

/// All that is understood of a text.
struct Reading {
    known: Vec<Known>,
    said: Vec<(Code, Span)>,
    program: Option<Program>,
}

impl Reading {
    fn of(text: &str, language: Language) -> Reading {
        let (output, known) = compile_known(&Source::new("", text), language);
        let said = output.diagnostics.iter().map(|it| (it.code, it.span)).collect();
        Reading { known, said, program: output.program }
    }

    /// `true` if the changed text means the same.
    fn is_same(&self, after: &Reading, change: &Change) -> bool {
        let said = self.said.iter().map(|(code, span)| (*code, change.moved(*span)));
        let known =
            self.known.iter().map(|it| (it.kind, change.moved(it.span), it.declared.map(|it| change.moved(it))));
        let dump = |it: &Option<Program>| it.as_ref().map(|it| change.dump(it));
        said.eq(after.said.iter().copied())
            && known.eq(after.known.iter().map(|it| (it.kind, it.span, it.declared)))
            && dump(&self.program) == dump(&after.program)
    }
}

/// `true` if a renamed thing may be looked up by a text computed in a game.
fn found_by_text(before: &Program, after: &Program, change: &Change) -> bool {
    let frames = before.frames.iter().zip(&after.frames);
    let frame = frames.clone().any(|(a, b)| a.name != b.name);
    let local = frames.clone().any(|(a, b)| a.fields.iter().zip(&b.fields).any(|(a, b)| a.name != b.name));
    let global = before.globals.iter().zip(&after.globals).any(|(a, b)| a.name != b.name);
    let (mut whole_state, mut whole_frame, mut named) = (false, false, false);
    for it in &before.functions {
        ir::walk_some(&it.body, &mut |node| {
            match node {
                Node::Stmt(it) => {
                    let target = match &it.kind {
                        StmtKind::Call(target, _) | StmtKind::Goto(target, _) => target,
                        _ => return true,
                    };
                    named |= matches!(target, Target::Named(_));
                }
                // One entry of the state, of a name of its own.
                Node::Expr(Expr { kind: ExprKind::AnyField(base, key), .. })
                    if base.kind == ExprKind::WholeState && key != change.old && key != change.new =>
                {
                    return false;
                }
                Node::Expr(it) => {
                    whole_state |= it.kind == ExprKind::WholeState;
                    whole_frame |= it.kind == ExprKind::WholeFrame;
                }
                Node::Place(_) => {}
            }
            true
        });
    }
    frame && (named || whole_state || whole_frame) || local && (whole_state || whole_frame) || global && whole_state
}
