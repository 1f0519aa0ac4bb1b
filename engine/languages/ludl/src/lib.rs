//! LudL: functions and receivers in prefix notation, messages that are accepted or rejected.
//!
//! The phases: `lex`, `ast`, `parse`, then `state`, which reads the blocks of JSON, `check` and `lower`. None is missing.

mod ast;
mod check;
mod format;
#[cfg(test)]
mod kinds;
mod lex;
mod lower;
mod parse;
mod props;
mod state;
mod study;
mod tree;
mod words;

use diag::{Problems, Source, Span};
use front::common::coloured;
use front::{About, Blocks, Candidate, Files, FrontEnd, Known, Section, TokenKind};
use ir::Program;
use lex::Tok;
pub use words::{Entry, Kinds, Param, Prim, WORDS, WordEntry};

/// The front-end of LudL.
pub const FRONT_END: &dyn FrontEnd = &Ludl;

struct Ludl;

impl FrontEnd for Ludl {
    fn about(&self) -> &'static About {
        &About {
            name: "ludl",
            title: "LudL",
            summary: "Functions and messages; cards and tokens in containers",
            ending: "ludl",
            uses: &[],
            imports: &[],
            comment: "#",
            block_comment: None,
            blocks: Blocks::Words,
            tests: false,
            template: include_str!("../template.ludl"),
        }
    }

    fn compile(&self, source: &Source, problems: &mut Problems) -> Option<Program> {
        compile(source, problems)
    }

    fn format(&self, text: &str, problems: &mut Problems) -> Option<String> {
        format::text(text, problems)
    }

    fn highlight(&self, text: &str) -> Vec<(Span, TokenKind)> {
        highlight(text)
    }

    fn known(&self, text: &str, told: Option<usize>, _files: &Files) -> Vec<Known> {
        study::known(text, told)
    }

    fn complete(&self, text: &str, offset: usize, _files: &Files) -> (Span, Vec<Candidate>) {
        study::complete(text, offset)
    }

    fn outline(&self, text: &str) -> Vec<Section> {
        study::outline(text)
    }

    fn takes_name(&self, name: &str) -> bool {
        words::named(name).is_some() || Prim::named(name).is_some() || words::SPECIALS.iter().any(|it| it.0 == name)
    }
}

fn compile(source: &Source, problems: &mut Problems) -> Option<Program> {
    let text = source.parts().first().map_or("", |it| source.up_to(it));
    let file = tree::tree(text, problems);
    let game = state::game(&file, text, problems);
    check::game(&game, problems);
    if problems.has_errors() {
        return None;
    }
    Some(lower::program(&game, problems))
}

fn highlight(text: &str) -> Vec<(Span, TokenKind)> {
    let (tokens, comments) = lex::tokens(text, &mut Problems::new());
    let mut all: Vec<(Span, TokenKind)> = Vec::with_capacity(tokens.len());
    let mut defines = false;
    for (tok, span) in tokens.iter().filter(|it| !it.1.is_empty()) {
        let kind = match tok {
            Tok::Num(_) => TokenKind::Number,
            Tok::Str(_) => TokenKind::String,
            Tok::Var(name) if words::SPECIALS.iter().any(|it| it.0 == *name) => TokenKind::Special,
            Tok::Var(_) => TokenKind::Property,
            Tok::Word(_) if defines => TokenKind::Definition,
            Tok::Word(name) if Prim::named(name).is_some() => TokenKind::Operator,
            Tok::Word(_) => TokenKind::Name,
            Tok::Key(_) => TokenKind::Keyword,
            Tok::Semi | Tok::Colon => TokenKind::Punctuation,
            Tok::Json(json) => {
                json_tokens(json, span.start as usize, &mut all);
                continue;
            }
        };
        defines = matches!(tok, Tok::Key("DEF" | "RECEIVE"));
        all.push((*span, kind));
    }
    coloured(all, comments)
}

/// The tokens of a block of JSON that begins at a place.
fn json_tokens(text: &str, start: usize, out: &mut Vec<(Span, TokenKind)>) {
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let (len, kind) = match c {
            '"' => {
                let mut escaped = false;
                let end = rest.char_indices().skip(1).find(|(_, c)| {
                    let ends = matches!(c, '"' | '\n') && !escaped;
                    escaped = *c == '\\' && !escaped;
                    ends
                });
                let len = end.map_or(rest.len(), |it| it.0 + usize::from(it.1 == '"'));
                let key = rest[len..].trim_start().starts_with(':');
                (len, Some(if key { TokenKind::Property } else { TokenKind::String }))
            }
            '{' | '}' | '[' | ']' | ',' | ':' => (1, Some(TokenKind::Punctuation)),
            '-' | '0'..='9' => {
                let len = rest.find(|c: char| !(c.is_ascii_alphanumeric() || "+-.".contains(c))).unwrap_or(rest.len());
                (len.max(1), Some(TokenKind::Number))
            }
            c if c.is_alphabetic() => {
                (rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len()), Some(TokenKind::Keyword))
            }
            c => (c.len_utf8(), None),
        };
        out.extend(kind.map(|kind| (Span::new(start + at, start + at + len), kind)));
        at += len;
    }
}
