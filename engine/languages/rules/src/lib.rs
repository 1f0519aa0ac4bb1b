//! The rules language: after the rules framework of Rally the Troops, typed.
//!
//! The phases: `lex`, `ast`, `parse`, `check`. There is no `lower`: checking an expression already knows everything that
//! lowering needs, so `check` makes the program.

mod ast;
mod check;
mod compile;
mod examples;
mod files;
mod format;
mod graph;
#[cfg(test)]
mod kinds;
mod lex;
mod parse;
mod study;
mod table;
mod unused;
mod variant;
mod words;

pub use check::{board_fields, board_forms, show_keys, show_kinds};
use diag::{Problems, Source, Span};
pub use examples::{EXAMPLES, example};
use front::graph::{Change, Graph, Refusal};
use front::{About, Blocks, Candidate, Files, FrontEnd, Known, Section, TokenKind};
use ir::Program;
pub use words::{Place as WordPlace, WORDS, WordEntry};

/// The front-end of the rules language.
pub const FRONT_END: &dyn FrontEnd = &Rules;

struct Rules;

impl FrontEnd for Rules {
    fn about(&self) -> &'static About {
        &About {
            name: "rules",
            title: "the rules language",
            summary: "Any turn-based game: boards, cards, hidden hands, phases",
            ending: "rules",
            uses: &["rules", "json", "csv", "tsv", "svg", "png", "jpg", "jpeg", "webp"],
            imports: &[],
            comment: "//",
            block_comment: Some(("/*", "*/")),
            blocks: Blocks::Braces,
            tests: true,
            template: include_str!("../template.rules"),
        }
    }

    fn compile(&self, source: &Source, problems: &mut Problems) -> Option<Program> {
        compile::compiled(source, problems, &mut check::Study::default())
    }

    fn compile_known(&self, source: &Source, problems: &mut Problems) -> (Option<Program>, Vec<Known>) {
        study::compile_known(source, problems)
    }

    fn format(&self, text: &str, problems: &mut Problems) -> Option<String> {
        let tokens = lex::tokens(text, 0, problems);
        parse::file(text, &tokens, problems);
        problems.is_empty().then(|| format::text(text))
    }

    fn highlight(&self, text: &str) -> Vec<(Span, TokenKind)> {
        lex::highlight(text)
    }

    fn known(&self, text: &str, told: Option<usize>, files: &Files) -> Vec<Known> {
        study::known(text, told, files)
    }

    fn complete(&self, text: &str, offset: usize, files: &Files) -> (Span, Vec<Candidate>) {
        study::complete(text, offset, files)
    }

    fn outline(&self, text: &str) -> Vec<Section> {
        study::outline(text)
    }

    fn graphs(&self, text: &str) -> Vec<Graph> {
        graph::graphs(text)
    }

    fn with_graph(&self, text: &str, board: &str, change: &Change) -> Result<String, Refusal> {
        graph::with_change(text, board, change)
    }

    fn mentioned(&self, text: &str) -> Vec<String> {
        files::mentioned(text)
    }

    /// Data does not use names of the text.
    fn uses_files(&self, text: &str) -> bool {
        files::uses(text)
    }

    fn takes_name(&self, name: &str) -> bool {
        lex::Word::named(name).is_some() || check::RESERVED.contains(&name) || ir::Entry::named(name).is_some()
    }

    fn looks_names_up(&self, text: &str) -> bool {
        looks_names_up(text)
    }
}

/// `true` if a text may look up its declarations by texts computed in a game: `call (…)`, `G` and `L` as a whole.
fn looks_names_up(text: &str) -> bool {
    let tokens = lex::tokens(text, 0, &mut Problems::new());
    let next = tokens.iter().skip(1).map(|it| Some(it.0)).chain([None]);
    tokens.iter().zip(next).any(|(it, next)| match it.0 {
        lex::Tok::Word(lex::Word::Call | lex::Word::Goto) => next == Some(lex::Tok::Open(b'(')),
        lex::Tok::Name("G" | "L") => next != Some(lex::Tok::Sign(lex::Sign::Dot)),
        _ => false,
    })
}
