//! The languages: one folder each, text in, the typed program and a list of problems out.
//!
//! What must stay true: a front-end knows neither the machine nor another front-end; it answers every
//! text, with as much program as it could and a list of problems, in linear time and without a panic.

mod bbgel;
mod common;
mod json;
mod ludl;
mod make;
mod nesting;
mod parsing;
mod rename;
mod review;
mod rules;
mod secrets;
mod size;
mod text;

use diag::{Problems, Source, Span};
pub use ludl::{
    Entry as LudlEntry, Kinds as LudlKinds, Param as LudlParam, Prim as LudlPrim, WORDS as LUDL_WORDS,
    WordEntry as LudlWord,
};
pub use nesting::{CHAIN_LIMIT, NESTING_LIMIT, TYPE_NESTING_LIMIT};
pub use rename::{Refusal, rename};
pub use rules::{WORDS, WordEntry, WordPlace};
pub use text::TEXT_LIMIT;

/// The languages rules can be written in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    #[default]
    Rules,
    Bbgel,
    Ludl,
}

impl Language {
    /// By the ending of a file's name; the rules language unless another is meant.
    pub fn of_file(name: &str) -> Language {
        match name.rsplit_once('.') {
            Some((_, "bbgel")) => Language::Bbgel,
            Some((_, "ludl")) => Language::Ludl,
            _ => Language::Rules,
        }
    }
}

/// Compiles a text with the files it uses. Never panics, takes linear time, and gives all problems it finds.
pub fn compile(source: &Source, language: Language) -> Output {
    let make = match language {
        Language::Rules => rules::compile,
        Language::Bbgel => bbgel::compile,
        Language::Ludl => ludl::compile,
    };
    output(source, |problems| make(source, problems))
}

/// The same with what names stand for, as [`known`] has it, told nowhere.
fn compile_known(source: &Source, language: Language) -> (Output, Vec<Known>) {
    let mut known = Vec::new();
    let output = match language {
        Language::Rules => output(source, |problems| {
            let (program, noted) = rules::compile_known(source, problems);
            known = noted;
            program
        }),
        Language::Bbgel | Language::Ludl => {
            known = self::known(source.text(), language, None);
            compile(source, language)
        }
    };
    (output, known)
}

/// What comes of a text, if it is short enough to be read.
fn output(source: &Source, make: impl FnOnce(&mut Problems) -> Option<ir::Program>) -> Output {
    let mut problems = Problems::new();
    let program = if text::fits(source.text(), &mut problems) { make(&mut problems) } else { None };
    if let Some(program) = program.as_ref().filter(|_| !problems.has_errors()) {
        size::check(program, &mut problems);
    }
    let program = program.filter(|_| !problems.has_errors());
    Output { program, diagnostics: problems.finish(source.text()) }
}

/// A world as the editor of the original saves it (`.world`, which is JSON) as a text in bbgel; what keeps it from
/// being read, if it is none.
pub fn import(text: &str) -> Result<String, Vec<diag::Diagnostic>> {
    read_or_told(text, bbgel::import)
}

/// What is made of a text that can be read; what keeps it from being read, if it cannot.
fn read_or_told(text: &str, read: fn(&str, &mut Problems) -> Option<String>) -> Result<String, Vec<diag::Diagnostic>> {
    let mut problems = Problems::new();
    let text = diag::with_line_ends(text);
    let out = if text::fits(&text, &mut problems) { read(&text, &mut problems) } else { None };
    out.ok_or_else(|| problems.finish(&text))
}

/// The names of the files that a text mentions, in its order, doubles left out.
pub fn mentioned(text: &str, language: Language) -> Vec<String> {
    let Some(text) = text::readable(text) else { return Vec::new() };
    match language {
        Language::Rules => rules::mentioned(&text),
        Language::Bbgel => bbgel::mentioned(&text),
        // A text in LudL is the whole game.
        Language::Ludl => Vec::new(),
    }
}

/// The tokens of a text for highlighting, ascending and without overlaps, comments included; none of one that is too
/// long.
pub fn highlight(text: &str, language: Language) -> Vec<(Span, TokenKind)> {
    let Some(text) = text::readable(text) else { return Vec::new() };
    match language {
        Language::Rules => rules::highlight(&text),
        Language::Bbgel => bbgel::highlight(&text),
        Language::Ludl => ludl::highlight(&text),
    }
}

/// The text in the language's one style, in linear time, every line ended by `\n`; what keeps it from being read, if it
/// cannot be read.
pub fn format(text: &str, language: Language) -> Result<String, Vec<diag::Diagnostic>> {
    let formatted = match language {
        Language::Rules => rules::format,
        Language::Bbgel => bbgel::format,
        Language::Ludl => ludl::format,
    };
    // Where it cannot be read, places are those of the text as it was given.
    let plain = without_mark(text).replace("\r\n", "\n");
    read_or_told(&plain, formatted).or_else(|_| read_or_told(text, formatted))
}

/// A text without a byte order mark before all else, nor what is empty around it.
fn without_mark(text: &str) -> &str {
    let start = text.trim_start_matches([diag::BYTE_ORDER_MARK, ' ', '\t', '\r', '\n']);
    if text[..text.len() - start.len()].contains(diag::BYTE_ORDER_MARK) { start } else { text }
}

/// What the names and words of a text stand for, in its order; also of a text with errors. What they are told as is
/// made for those around an offset in bytes: a text may mention what is long again and again.
pub fn known(text: &str, language: Language, told: Option<usize>) -> Vec<Known> {
    let Some(text) = text::readable(text) else { return Vec::new() };
    match language {
        Language::Rules => rules::known(&text, told),
        Language::Bbgel => bbgel::known(&text),
        Language::Ludl => ludl::known(&text, told),
    }
}

/// The innermost that is known of an offset in bytes, and where it stands: a use, or else a declaration.
pub fn known_at(known: &[Known], offset: usize) -> Option<(Span, &Known)> {
    let here = known.iter().filter(|it| it.span.is_around(offset)).min_by_key(|it| it.span.end - it.span.start);
    let there = || known.iter().find_map(|it| Some((it.declared.filter(|it| it.is_around(offset))?, it)));
    here.map(|it| (it.span, it)).or_else(there)
}

/// Whether a name is a word or builtin of a language, which nothing else should be called.
fn takes_name(name: &str, language: Language) -> bool {
    match language {
        Language::Rules => rules::takes_name(name),
        Language::Bbgel => bbgel::takes_name(name),
        Language::Ludl => ludl::takes_name(name),
    }
}

/// Whether names of a text may stand in other files that it uses.
fn uses_files(text: &str, language: Language) -> bool {
    match language {
        Language::Rules => rules::uses_files(text),
        Language::Bbgel => !bbgel::mentioned(text).is_empty(),
        Language::Ludl => false,
    }
}

/// The word around an offset in bytes, and what may stand in its place: what begins as the word does up to there.
pub fn complete(text: &str, language: Language, offset: usize) -> (Span, Vec<Candidate>) {
    let Some(text) = text::readable(text) else { return (Span::new(offset, offset), Vec::new()) };
    match language {
        Language::Rules => rules::complete(&text, offset),
        Language::Bbgel => bbgel::complete(&text, offset),
        Language::Ludl => ludl::complete(&text, offset),
    }
}

/// The parts of a text that have names, or a place in the flow of the game.
pub fn outline(text: &str, language: Language) -> Vec<Section> {
    let Some(text) = text::readable(text) else { return Vec::new() };
    match language {
        Language::Rules => rules::outline(&text),
        Language::Bbgel => bbgel::outline(&text),
        Language::Ludl => ludl::outline(&text),
    }
}

/// What a name or word in a text stands for.
#[derive(Clone, Debug, PartialEq)]
pub struct Known {
    pub span: Span,
    pub kind: NameKind,
    /// As a declaration would have it: a name with its type, a signature. Empty where it was not asked for.
    pub text: String,
    /// A sentence, for builtins and words of the language; else empty.
    pub doc: &'static str,
    /// Where it is declared, if it is in this text.
    pub declared: Option<Span>,
}

/// A name or word that may stand somewhere.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    pub name: String,
    pub kind: NameKind,
    /// As [`Known::text`].
    pub text: String,
    pub doc: &'static str,
}

/// A part of a text, for an outline.
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    /// What it is: `state`, `function`, `on`, ….
    pub word: &'static str,
    /// Empty for a part without one.
    pub name: String,
    /// Where the name stands, or the word.
    pub at: Span,
    /// The whole of it.
    pub span: Span,
    pub inner: Vec<Section>,
}

macro_rules! kinds {
    ($($variant:ident $text:literal)*) => {
        /// What kind of thing a name stands for.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum NameKind { $($variant,)* }

        impl NameKind {
            pub const ALL: &'static [NameKind] = &[$(NameKind::$variant,)*];
            pub fn text(self) -> &'static str { match self { $(NameKind::$variant => $text,)* } }
        }
    };
}

kinds! {
    Variable "variable" Field "field" Function "function" Builtin "builtin" State "state" Procedure "procedure"
    Type "type" Role "role" Member "member" Constant "constant" Board "board" Action "action" Keyword "keyword"
}

/// What a front-end makes of a text.
#[derive(Debug)]
pub struct Output {
    /// Absent if there are errors.
    pub program: Option<ir::Program>,
    /// In the order of the text.
    pub diagnostics: Vec<diag::Diagnostic>,
}

/// What a token is, for highlighting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    Keyword,
    Type,
    Name,
    /// A name where it is declared.
    Definition,
    Number,
    String,
    Comment,
    Operator,
    Punctuation,
    /// A field of something.
    Property,
    /// `G`, `L`, `R`, `V`.
    Special,
    Error,
}
