//! TGDL: states with attributes and actions, boards of groups of cells, triggers, turns and goals.
//!
//! The phases: `lex`, `ast`, `parse`, then `check`, which makes the program directly and again, until all is known that it
//! depends on. There is no `lower`: it would only repeat the program.

mod ast;
mod check;
mod format;
#[cfg(test)]
mod kinds;
mod lex;
mod names;
mod parse;
mod study;
mod tells;
#[cfg(test)]
mod tests;
mod tree;
mod words;

use diag::{Problems, Source, Span};
use front::common::coloured;
use front::{About, Blocks, Candidate, Files, FrontEnd, Known, NameKind, Section, TokenKind};
use ir::Program;
use lex::{BLOCK, Tok};
use tree::tree;
use words::Kind;
pub use words::{MEMBERS, WORDS};

/// The front-end of TGDL.
pub const FRONT_END: &dyn FrontEnd = &Tgdl;

struct Tgdl;

impl FrontEnd for Tgdl {
    fn about(&self) -> &'static About {
        &About {
            name: "tgdl",
            title: "TGDL",
            summary: "States with attributes and actions, boards of squares or hexes, triggers, turns and goals",
            ending: "tgdl",
            uses: &[],
            imports: &[],
            comment: "//",
            block_comment: None,
            blocks: Blocks::Braces,
            tests: false,
            template: include_str!("../template.tgdl"),
        }
    }

    fn compile(&self, source: &Source, problems: &mut Problems) -> Option<Program> {
        program(&tree(text_of(source), problems), problems)
    }

    fn compile_known(&self, source: &Source, problems: &mut Problems) -> (Option<Program>, Vec<Known>) {
        let text = text_of(source);
        let file = tree(text, problems);
        (program(&file, problems), study::known_in(text, &file, None))
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
        words::named(name).is_some()
    }

    fn renames(&self, kind: NameKind) -> bool {
        !matches!(kind, NameKind::Keyword | NameKind::Builtin)
    }

    fn knows_all(&self, text: &str, known: &[Known], name: &str) -> bool {
        study::knows_all(text, known, name)
    }
}

fn text_of(source: &Source) -> &str {
    source.parts().first().map_or("", |it| source.up_to(it))
}

fn program(file: &ast::File, problems: &mut Problems) -> Option<Program> {
    if problems.has_errors() {
        return None;
    }
    let program = check::program(file, problems);
    if !problems.has_errors() {
        tells::check(file, problems);
    }
    Some(program)
}

fn highlight(text: &str) -> Vec<(Span, TokenKind)> {
    let (tokens, comments) = lex::tokens(text, &mut Problems::new());
    let each = tokens.iter().enumerate().filter(|it| !it.1.1.is_empty()).map(|(i, (tok, span))| {
        let before = i.checked_sub(1).and_then(|it| tokens.get(it)).map(|it| it.0);
        let after = tokens.get(i + 1).map(|it| it.0);
        let kind = match tok {
            Tok::Num(_) => TokenKind::Number,
            Tok::Name(name) => name_kind(name, before, after),
            Tok::Word(_) => TokenKind::Keyword,
            Tok::Str(_) | Tok::Text(_) | Tok::TemplateStart | Tok::TemplateEnd => TokenKind::String,
            Tok::Sign("," | "." | ":") => TokenKind::Punctuation,
            Tok::Sign(_) => TokenKind::Operator,
            Tok::Open(_) | Tok::Close(_) | Tok::Semi => TokenKind::Punctuation,
            Tok::HoleStart | Tok::HoleEnd | Tok::Format(_) => TokenKind::Punctuation,
        };
        (*span, kind)
    });
    coloured(each.collect(), comments)
}

/// Words that precede the name they declare.
const DECLARES: [&str; 15] = [
    "state",
    "boardcell",
    "boardCell",
    "tile",
    "interactable",
    "stack",
    "board",
    "group",
    "turn",
    "action",
    "goal",
    "movement",
    "verb",
    "function",
    "phase",
];

/// Kind of a name, by the tokens beside it.
fn name_kind(name: &str, before: Option<Tok>, after: Option<Tok>) -> TokenKind {
    let opens = after == Some(Tok::Open(BLOCK));
    let kind = words::named(name).map(|it| it.kind);
    match before {
        Some(Tok::Sign(".")) => return TokenKind::Property,
        Some(Tok::Name(word)) if DECLARES.contains(&word) && (opens || kind.is_none()) => return TokenKind::Definition,
        _ => {}
    }
    // A word precedes its subject.
    let is_word = match after {
        Some(Tok::Sign("-" | "!")) => true,
        Some(Tok::Sign(_) | Tok::Close(b')' | b']')) => false,
        Some(Tok::Semi | Tok::Close(_)) | None => matches!(
            name,
            "callable"
                | "action"
                | "all"
                | "auto"
                | "before"
                | "after"
                | "fast"
                | "pass"
                | "cancel"
                | "fail"
                | "sides"
                | "around"
        ),
        _ => true,
    };
    match kind {
        Some(Kind::Type) => TokenKind::Type,
        Some(_) if is_word => TokenKind::Keyword,
        _ => TokenKind::Name,
    }
}
