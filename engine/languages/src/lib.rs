//! The table of languages, and the operations on a text in any of them.
//!
//! Invariant: only this file names all front-ends; every text gets an answer, in linear time and without a panic.

mod graph;
mod rename;
mod size;

use diag::{Problems, Source, Span};
pub use front::graph::{Change as GraphChange, Graph, Refusal as GraphRefusal};
pub use front::nesting::{CHAIN_LIMIT, NESTING_LIMIT, TYPE_NESTING_LIMIT};
pub use front::text::TEXT_LIMIT;
pub use front::{About, Blocks, Candidate, Import, Known, NameKind, Section, TokenKind};
use front::{Files, FrontEnd, text};
pub use graph::{graphs, with_graph};
pub use rename::{Refusal, rename};

macro_rules! table {
    ($($(#[$there:meta])? $variant:ident $front_end:path;)*) => {
        /// The languages rules can be written in.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Language { $($(#[$there])? $variant,)* }

        impl Language {
            /// All of them; the first is meant where none is named.
            pub const ALL: &'static [Language] = &[$($(#[$there])? Language::$variant,)*];

            fn front_end(self) -> &'static dyn FrontEnd {
                match self { $($(#[$there])? Language::$variant => $front_end,)* }
            }
        }
    };
}

table! {
    Rules language_rules::FRONT_END;
    #[cfg(feature = "all")]
    Bbgel language_bbgel::FRONT_END;
    #[cfg(feature = "all")]
    Ludl language_ludl::FRONT_END;
    #[cfg(feature = "all")]
    Tgdl language_tgdl::FRONT_END;
}

impl Default for Language {
    fn default() -> Language {
        Language::ALL[0]
    }
}

impl Language {
    pub fn about(self) -> &'static About {
        self.front_end().about()
    }

    /// By its name.
    pub fn named(name: &str) -> Option<Language> {
        Language::find(|it| it.name == name)
    }

    /// By the ending of a file's name; the first language unless another is meant.
    pub fn of_file(name: &str) -> Language {
        Language::maybe_of_file(name).unwrap_or_default()
    }

    /// By the ending of a file's name; none for other files.
    pub fn maybe_of_file(name: &str) -> Option<Language> {
        let ending = ending(name)?;
        Language::find(|it| it.ending == ending)
    }

    /// The language in which a file becomes a text, by the ending of its name.
    pub fn importing(name: &str) -> Option<Language> {
        let ending = ending(name)?;
        Language::find(|it| it.imports.iter().any(|it| it.ending == ending))
    }

    fn find(is: impl Fn(&About) -> bool) -> Option<Language> {
        Language::ALL.iter().copied().find(|it| is(it.about()))
    }
}

fn ending(name: &str) -> Option<&str> {
    Some(name.rsplit_once('.')?.1)
}

/// Result of compiling a text.
#[derive(Debug)]
pub struct Output {
    /// Absent if there are errors, other than in tests, which fail alone.
    pub program: Option<ir::Program>,
    /// In the order of the text.
    pub diagnostics: Vec<diag::Diagnostic>,
}

/// Compiles a text with the files it uses. Never panics, takes linear time, and gives all problems it finds.
pub fn compile(source: &Source, language: Language) -> Output {
    output(source, |problems| language.front_end().compile(source, problems))
}

/// As `compile`, with the meanings of names as in [`known`], without descriptions.
fn compile_known(source: &Source, language: Language) -> (Output, Vec<Known>) {
    let mut known = Vec::new();
    let output = output(source, |problems| {
        let (program, found) = language.front_end().compile_known(source, problems);
        known = found;
        program
    });
    (output, known)
}

/// Compiles a text, if it is short enough to be read.
fn output(source: &Source, make: impl FnOnce(&mut Problems) -> Option<ir::Program>) -> Output {
    let mut problems = Problems::new();
    let program = if text::fits(source.text(), &mut problems) { make(&mut problems) } else { None };
    if let Some(program) = program.as_ref().filter(|_| !problems.is_fatal()) {
        size::check(program, &mut problems);
    }
    let program = program.filter(|_| !problems.is_fatal());
    Output { program, diagnostics: problems.finish(source.text()) }
}

/// A file of another kind, as [`About::imports`] has them, as a text in a language; or the problems that prevent it.
pub fn import(text: &str, language: Language) -> Result<String, Vec<diag::Diagnostic>> {
    read_or_told(text, |text, problems| language.front_end().import(text, problems))
}

/// Transforms a readable text; returns the problems of an unreadable one.
fn read_or_told(
    text: &str,
    read: impl Fn(&str, &mut Problems) -> Option<String>,
) -> Result<String, Vec<diag::Diagnostic>> {
    let mut problems = Problems::new();
    let text = diag::with_line_ends(text);
    let out = if text::fits(&text, &mut problems) { read(&text, &mut problems) } else { None };
    out.ok_or_else(|| problems.finish(&text))
}

/// The names of the files that a text mentions, in its order, without duplicates.
pub fn mentioned(text: &str, language: Language) -> Vec<String> {
    text::readable(text).map_or_else(Vec::new, |text| language.front_end().mentioned(&text))
}

/// The tokens of a text for highlighting, ascending and without overlaps, comments included; none if the text is too
/// long.
pub fn highlight(text: &str, language: Language) -> Vec<(Span, TokenKind)> {
    text::readable(text).map_or_else(Vec::new, |text| language.front_end().highlight(&text))
}

/// The text in the language's one style, in linear time, every line ended by `\n`; or the problems that prevent reading
/// it.
pub fn format(text: &str, language: Language) -> Result<String, Vec<diag::Diagnostic>> {
    let formatted = |text: &str, problems: &mut Problems| language.front_end().format(text, problems);
    // If it cannot be read, places refer to the text as given.
    let plain = without_mark(text).replace("\r\n", "\n");
    read_or_told(&plain, formatted).or_else(|_| read_or_told(text, formatted))
}

/// A text without a leading byte order mark and without surrounding blanks.
fn without_mark(text: &str) -> &str {
    let start = text.trim_start_matches([diag::BYTE_ORDER_MARK, ' ', '\t', '\r', '\n']);
    if text[..text.len() - start.len()].contains(diag::BYTE_ORDER_MARK) { start } else { text }
}

/// The meanings of the names and words of a text, in order; also for a text with errors. Descriptions are made only for
/// those around an offset in bytes, since a text may repeat names with long ones.
pub fn known(text: &str, language: Language, told: Option<usize>) -> Vec<Known> {
    known_with(text, language, told, &[])
}

/// The same for a text with files beside it, each a name and a text.
pub fn known_with(text: &str, language: Language, told: Option<usize>, files: &Files) -> Vec<Known> {
    text::readable(text).map_or_else(Vec::new, |it| language.front_end().known(&it, told, fitting(text, files)))
}

/// The innermost name at an offset in bytes, with its span: a use, or else a declaration.
pub fn known_at(known: &[Known], offset: usize) -> Option<(Span, &Known)> {
    let here = known.iter().filter(|it| it.span.is_around(offset)).min_by_key(|it| it.span.end - it.span.start);
    let there = || known.iter().find_map(|it| Some((it.declared.filter(|it| it.is_around(offset))?, it)));
    here.map(|it| (it.span, it)).or_else(there)
}

/// The word around an offset in bytes, and its possible replacements, which begin with the part before the offset.
pub fn complete(text: &str, language: Language, offset: usize) -> (Span, Vec<Candidate>) {
    complete_with(text, language, offset, &[])
}

/// The same for a text with files beside it, each a name and a text.
pub fn complete_with(text: &str, language: Language, offset: usize, files: &Files) -> (Span, Vec<Candidate>) {
    let Some(read) = text::readable(text) else { return (Span::new(offset, offset), Vec::new()) };
    language.front_end().complete(&read, offset, fitting(text, files))
}

/// The files beside a text, unless all together are too long.
fn fitting<'f>(text: &str, files: &'f Files) -> &'f Files {
    let length = files.iter().map(|it| it.1.len() + 1).sum::<usize>() + text.len();
    if length <= TEXT_LIMIT { files } else { &[] }
}

/// The parts of a text that have names, or a place in the flow of the game.
pub fn outline(text: &str, language: Language) -> Vec<Section> {
    text::readable(text).map_or_else(Vec::new, |text| language.front_end().outline(&text))
}
