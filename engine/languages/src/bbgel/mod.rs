//! bbgel: commands on the fields of a board that players race along with a die.

mod ast;
mod files;
mod format;
mod import;
mod lex;
mod lower;
mod parse;
mod review;
mod seconds;
mod study;
mod words;
mod world;

use crate::common::coloured;
use crate::{Output, TokenKind};
use diag::{Problems, Source, Span};
pub use files::mentioned;
pub use format::text as format;
use lex::Tok;
pub use study::{complete, known, outline};

pub fn compile(source: &Source) -> Output {
    let text = source.parts().first().map_or("", |it| source.up_to(it));
    let mut problems = Problems::new();
    let (tokens, _) = lex::tokens(text, &mut problems);
    let file = parse::file(text, &tokens, &mut problems);
    let used = files::used(source, &file, &mut problems);
    let texts: Vec<Vec<lex::Token>> = used.iter().map(|it| files::tokens(it, &mut problems)).collect();
    let worlds = texts.iter().map(|it| parse::file("", it, &mut problems)).collect();
    let file = files::joined(file, worlds);
    let world = world::build(&file, &mut problems);
    let program = lower::program(&world, &mut problems);
    let fine = !problems.has_errors();
    if fine {
        review::look_over(&world, &mut problems);
    }
    Output { program: fine.then_some(program), diagnostics: problems.finish() }
}

/// Whether a name is a word of the language.
pub fn takes_name(name: &str) -> bool {
    words::named(name).is_some()
}

/// A saved world of the original as a text.
pub fn import(text: &str) -> Result<String, Vec<diag::Diagnostic>> {
    let mut problems = Problems::new();
    match import::text(text, 0, &mut problems) {
        Some(text) => Ok(text),
        None => Err(problems.finish()),
    }
}

pub fn highlight(text: &str) -> Vec<(Span, TokenKind)> {
    let (tokens, comments) = lex::tokens(text, &mut Problems::new());
    let kind = |tok: &Tok| match tok {
        Tok::Int(_) => Some(TokenKind::Number),
        Tok::Name(word) if words::named(word).is_some() => Some(TokenKind::Keyword),
        Tok::Name(_) => Some(TokenKind::Name),
        Tok::Word("int" | "bool") => Some(TokenKind::Type),
        Tok::Word(word) if word.starts_with('$') => Some(TokenKind::Special),
        Tok::Word(_) => Some(TokenKind::Keyword),
        Tok::Str(_) => Some(TokenKind::String),
        Tok::Sign(_) => Some(TokenKind::Operator),
        Tok::Open(_) | Tok::Close(_) | Tok::Semi => Some(TokenKind::Punctuation),
        Tok::Newline => None,
    };
    let all = tokens.iter().filter(|it| !it.1.is_empty()).filter_map(|(tok, span)| Some((*span, kind(tok)?)));
    coloured(all.collect(), comments)
}
