//! bbgel: commands on the fields of a board that players race along with a die.
//!
//! The phases: `lex`, `ast`, `parse`, then `world`, which puts the tiles together, and `lower`. There is no `check`: types
//! are found where texts are lowered, for most of a world is numbers of fields.

mod ast;
mod files;
mod format;
mod import;
#[cfg(test)]
mod kinds;
mod lex;
mod lower;
mod parse;
mod review;
mod seconds;
mod study;
mod words;
mod world;

use diag::{Problems, Source, Span};
use front::common::coloured;
use front::{About, Blocks, Candidate, Files, FrontEnd, Import, Known, Section, TokenKind};
use ir::Program;
use lex::Tok;
pub use words::WORDS;

/// The front-end of bbgel.
pub const FRONT_END: &dyn FrontEnd = &Bbgel;

struct Bbgel;

impl FrontEnd for Bbgel {
    fn about(&self) -> &'static About {
        &About {
            name: "bbgel",
            title: "bbgel",
            summary: "Races with dice, on fields with commands",
            ending: "bbgel",
            uses: &["world"],
            imports: &[Import { ending: "world", what: "saved world", of: "the original bbgel" }],
            comment: "//",
            block_comment: Some(("/*", "*/")),
            blocks: Blocks::Braces,
            tests: false,
            template: include_str!("../template.bbgel"),
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

    fn known(&self, text: &str, _told: Option<usize>, _files: &Files) -> Vec<Known> {
        study::known(text)
    }

    fn complete(&self, text: &str, offset: usize, _files: &Files) -> (Span, Vec<Candidate>) {
        study::complete(text, offset)
    }

    fn outline(&self, text: &str) -> Vec<Section> {
        study::outline(text)
    }

    fn mentioned(&self, text: &str) -> Vec<String> {
        files::mentioned(text)
    }

    fn import(&self, text: &str, problems: &mut Problems) -> Option<String> {
        import::text(text, 0, problems)
    }

    fn takes_name(&self, name: &str) -> bool {
        words::named(name).is_some()
    }
}

fn compile(source: &Source, problems: &mut Problems) -> Option<Program> {
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

fn highlight(text: &str) -> Vec<(Span, TokenKind)> {
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
