//! The rules language: after the rules framework of Rally the Troops, typed, in one file.

mod ast;
mod check;
mod files;
mod format;
mod lex;
mod parse;
mod study;
mod unused;
mod words;

use crate::{Output, TokenKind};
use diag::{Problems, Source, Span};
pub use study::{complete, known, outline};
pub use words::{Place as WordPlace, WORDS, WordEntry};

/// How deep brackets, templates and chains of prefixes may nest.
pub const NESTING_LIMIT: usize = 128;

pub fn compile(source: &Source) -> Output {
    let mut problems = Problems::new();
    let files::Read { file, tokens, data } = files::read(source, &mut problems);
    let program = check::file(&file, &tokens, &data, &mut problems);
    if !problems.has_errors() {
        crate::secrets::check(&program, &mut problems);
        crate::review::check(&program, &mut problems);
        unused::check(&file, &tokens, source.parts()[0].span, &mut problems);
    }
    let diagnostics = problems.finish();
    let fine = diagnostics.iter().all(|it| it.severity != diag::Severity::Error);
    Output { program: if fine { Some(program) } else { None }, diagnostics }
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

pub fn format(text: &str) -> Result<String, Vec<diag::Diagnostic>> {
    let mut problems = Problems::new();
    let tokens = lex::tokens(text, 0, &mut problems);
    parse::file(text, &tokens, &mut problems);
    let diagnostics = problems.finish();
    if diagnostics.is_empty() { Ok(format::text(text)) } else { Err(diagnostics) }
}
