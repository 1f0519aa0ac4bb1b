//! The rules language: after the rules framework of Rally the Troops, typed, in one file.

pub(crate) mod ast;
mod check;
mod files;
mod format;
mod lex;
mod parse;
mod study;
mod unused;
mod words;

use crate::TokenKind;
use diag::{Problems, Source, Span};
use ir::Program;
pub use study::{compile_known, complete, known, outline};
pub use words::{Place as WordPlace, WORDS, WordEntry};

pub fn compile(source: &Source, problems: &mut Problems) -> Option<Program> {
    compiled(source, problems, &mut check::Study::default())
}

fn compiled(source: &Source, problems: &mut Problems, study: &mut check::Study) -> Option<Program> {
    let files::Read { file, tokens, data } = files::read(source, problems);
    let program = check::file(&file, &tokens, &data, problems, study);
    if !problems.has_errors() {
        crate::secrets::check(&program, problems);
        crate::review::check(&program, problems);
        unused::check(&file, &tokens, source.parts()[0].span, problems);
    }
    Some(program)
}

/// Whether a name is reserved: a word, a type, a builtin.
pub fn takes_name(name: &str) -> bool {
    lex::Word::named(name).is_some() || check::RESERVED.contains(&name) || ir::Entry::named(name).is_some()
}

/// Whether a text may find what it declares by texts that are made while a game runs: `call (…)`, `G` and `L` as a whole.
pub fn looks_names_up(text: &str) -> bool {
    let tokens = lex::tokens(text, 0, &mut Problems::new());
    let next = tokens.iter().skip(1).map(|it| Some(it.0)).chain([None]);
    tokens.iter().zip(next).any(|(it, next)| match it.0 {
        lex::Tok::Word(lex::Word::Call | lex::Word::Goto) => next == Some(lex::Tok::Open(b'(')),
        lex::Tok::Name("G" | "L") => next != Some(lex::Tok::Sign(lex::Sign::Dot)),
        _ => false,
    })
}

/// Whether other files belong to the same rules.
pub fn uses_files(text: &str) -> bool {
    files::uses(text)
}

pub fn mentioned(text: &str) -> Vec<String> {
    files::mentioned(text)
}

pub fn highlight(text: &str) -> Vec<(Span, TokenKind)> {
    lex::highlight(text)
}

pub fn format(text: &str, problems: &mut Problems) -> Option<String> {
    let tokens = lex::tokens(text, 0, problems);
    parse::file(text, &tokens, problems);
    problems.is_empty().then(|| format::text(text))
}
