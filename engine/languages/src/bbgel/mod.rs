//! bbgel: commands on the fields of a board that players race along with a die.

pub(crate) mod ast;
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

use crate::TokenKind;
use crate::common::coloured;
use diag::{Problems, Source, Span};
pub use files::mentioned;
pub use format::text as format;
use ir::Program;
use lex::Tok;
pub use study::{complete, known, outline};

pub fn compile(source: &Source, problems: &mut Problems) -> Option<Program> {
    let text = source.parts().first().map_or("", |it| source.up_to(it));
    let (tokens, _) = lex::tokens(text, problems);
    let file = parse::file(text, &tokens, problems);
    let used = files::used(source, &file, problems);
    let texts: Vec<Vec<lex::Token>> = used.iter().map(|it| files::tokens(it, problems)).collect();
    let worlds = texts.iter().map(|it| parse::file("", it, problems)).collect();
    let file = files::joined(file, worlds);
    let world = world::build(&file, problems);
    let program = lower::program(&world, problems);
    if !problems.has_errors() {
        review::look_over(&world, problems);
    }
    Some(program)
}

/// Whether a name is a word of the language.
pub fn takes_name(name: &str) -> bool {
    words::named(name).is_some()
}

/// A saved world of the original as a text.
pub fn import(text: &str, problems: &mut Problems) -> Option<String> {
    import::text(text, 0, problems)
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
