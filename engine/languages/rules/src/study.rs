//! For an editor: the meanings of names, completions, the parts of a file.
//!
//! Invariant: a text with errors is analysed as far as possible, in linear time.

use super::ast::{Block, File, Item, ItemKind, Name, PartKind};
use super::check::{self, Study, words};
use super::compile::compiled;
use super::files;
use super::lex::{self, Tok, Token};
use super::parse;
use super::words::{Place, WORDS};
use diag::{Problems, Source, Span};
use front::common::Written;
use front::{Candidate, Files, Known, NameKind, Section};
use ir::Program;

/// Insertions at the place of completion, tried in order until one is looked up: the block of an `if` or `for` may
/// still be missing, or the value of a field.
const PROBES: [&str; 3] = ["probe_", "probe_ {}", "probe_: none"];

fn studied(text: &str, files: &Files, mut study: Study) -> Study {
    let mut problems = Problems::new();
    let source = Source::with_files("", text, files);
    let files::Read { file, tokens, beside } = files::read(&source, &mut problems);
    check::file(&file, &tokens, &beside, source.text(), &mut problems, &mut study);
    study
}

/// Every name with its meaning, in the order of the text, without those of the files beside it.
pub fn known(text: &str, told: Option<usize>, files: &Files) -> Vec<Known> {
    let study = studied(text, files, Study { known: Some(Vec::new()), told, ..Study::default() });
    let here = |it: &Span| it.range().end <= text.len();
    let mut all = study.known.unwrap_or_default();
    all.retain(|it| here(&it.span));
    for it in &mut all {
        it.declared = it.declared.filter(here);
    }
    sorted(text, all)
}

/// The program of a text, and the meanings of its names.
pub fn compile_known(source: &Source, problems: &mut Problems) -> (Option<Program>, Vec<Known>) {
    let mut study = Study { known: Some(Vec::new()), ..Study::default() };
    let program = compiled(source, problems, &mut study);
    (program, sorted(source.text(), study.known.unwrap_or_default()))
}

/// The notes, and the words of the language, in the order of the text.
fn sorted(text: &str, mut all: Vec<Known>) -> Vec<Known> {
    // Implicit names, such as `options` in `setup`, have no declaration.
    let same = |a: Span, b: Span| text.get(a.range()) == text.get(b.range());
    for it in &mut all {
        it.declared = it.declared.filter(|declared| same(*declared, it.span));
    }
    for (span, it) in keywords(text) {
        all.push(Known {
            span,
            kind: NameKind::Keyword,
            text: it.form.to_owned(),
            doc: it.doc,
            example: "",
            declared: None,
        });
    }
    all.sort_by_key(|it| (it.span, it.kind == NameKind::Keyword));
    all.dedup_by_key(|it| it.span);
    all
}

fn keywords(text: &str) -> Vec<(Span, &'static super::words::WordEntry)> {
    use front::TokenKind::{Keyword, Name, Number, Punctuation, Special, Type};
    let mut out = Vec::new();
    // The part of the file, and the braces that are open in it.
    let (mut part, mut depth) = ("", 0);
    for (span, kind) in lex::highlight(text) {
        let word = text.get(span.range()).unwrap_or("");
        match (kind, word) {
            (Punctuation, "{") => depth += 1,
            (Punctuation, "}") => depth -= 1,
            (Keyword, _) if depth == 0 => part = word,
            _ => {}
        }
        // Steps of tests are words nowhere else.
        let step = part == "test" && depth > 0;
        let found = || {
            let here = WORDS.iter().find(|it| it.name == word && step && it.place == Place::Step);
            here.or_else(|| WORDS.iter().find(|it| it.name == word && (kind != Name)))
        };
        if (matches!(kind, Keyword | Special | Type | Number) || kind == Name && step)
            && let Some(it) = found()
        {
            out.push((span, it));
        }
    }
    out
}

/// The parts of a file.
pub fn outline(text: &str) -> Vec<Section> {
    let mut problems = Problems::new();
    let tokens = lex::tokens(text, 0, &mut problems);
    sections(&parse::file(text, &tokens, &mut problems))
}

fn sections(file: &File) -> Vec<Section> {
    file.items.iter().filter_map(section).collect()
}

fn section(item: &Item) -> Option<Section> {
    let named = |word: &'static str, name: &Name| (word, name.text.to_owned(), name.span);
    let alone = |word: &'static str| (word, String::new(), item.word);
    let mut inner = Vec::new();
    let (word, name, at) = match &item.kind {
        ItemKind::Const { name, .. } => named("const", name),
        ItemKind::Data { name, .. } => named("data", name),
        ItemKind::Enum { name, .. } => named("enum", name),
        ItemKind::Record { name, .. } => named("record", name),
        ItemKind::Board { name, .. } => named("board", name),
        ItemKind::Global(_) => alone("global"),
        ItemKind::Function { name, .. } => named("function", name),
        ItemKind::Setup(_) => alone("setup"),
        ItemKind::View(_) => alone("view"),
        ItemKind::Query { .. } => alone("query"),
        ItemKind::Worth(_) => alone("worth"),
        ItemKind::Procedure { name, .. } => named("procedure", name),
        ItemKind::State { name, parts, .. } => {
            for it in parts {
                let (word, name, at, body): (_, String, _, Option<&Block>) = match &it.kind {
                    PartKind::Local(_) | PartKind::Missing => continue,
                    PartKind::Begin(body) => ("begin", String::new(), it.word, Some(body)),
                    PartKind::Resume(body) => ("resume", String::new(), it.word, Some(body)),
                    PartKind::Leave(body) => ("leave", String::new(), it.word, Some(body)),
                    PartKind::Prompt(body) => ("prompt", String::new(), it.word, Some(body)),
                    PartKind::On { action, body, .. } => ("on", action.text.to_owned(), action.span, Some(body)),
                };
                let span = it.word.to(body.map_or(it.word, |it| it.span));
                inner.push(Section { word, name, at, span, inner: Vec::new() });
            }
            named("state", name)
        }
        _ => return None,
    };
    Some(Section { word, name, at, span: item.span, inner })
}

/// The word around an offset, and its possible replacements with the same prefix.
pub fn complete(text: &str, offset: usize, files: &Files) -> (Span, Vec<Candidate>) {
    let written = Written::at(text, offset, |c| c.is_alphanumeric() || c == '_');
    let (span, begun) = (written.span, written.begun.to_lowercase());
    let (before, after) = (span.start as usize, span.end as usize);
    if begun.starts_with(|c: char| c.is_ascii_digit()) || in_text(text, before) {
        return (span, Vec::new());
    }
    let probed = |probe: &str| {
        let probed = format!("{}{probe}{}", &text[..before], &text[after..]);
        studied(&probed, files, Study { probe: Some(before as u32), ..Study::default() }).candidates
    };
    let mut all = PROBES.iter().find_map(|it| probed(it)).unwrap_or_default();
    let around = Around::of(&text[..before]);
    if around.starts {
        for place in around.places {
            all.extend(words(*place));
        }
    }
    all.retain(|it| it.name.to_lowercase().starts_with(&begun));
    all.sort_by(|a, b| (a.kind == NameKind::Builtin, &a.name).cmp(&(b.kind == NameKind::Builtin, &b.name)));
    all.dedup_by(|a, b| a.name == b.name);
    (span, all)
}

/// `true` if a place is inside a comment, or in a text outside of a template's holes.
fn in_text(text: &str, at: usize) -> bool {
    let kinds = [front::TokenKind::Comment, front::TokenKind::String];
    lex::highlight(text).iter().any(|(span, kind)| {
        // A comment goes on where its line ends.
        let end = span.end + u32::from(text[span.range()].starts_with("//"));
        kinds.contains(kind) && (span.start as usize) < at && (at as u32) < end
    })
}

/// The context of a place, from brackets and the words before them.
struct Around {
    /// `true` if a part, a statement or a command begins there.
    starts: bool,
    places: &'static [Place],
}

impl Around {
    fn of(before: &str) -> Around {
        let tokens = lex::whole(before).tokens;
        // Brackets that the end of the text closes are open here.
        let tokens: Vec<&Token> = tokens.iter().filter(|it| !it.1.is_empty()).collect();
        let mut open: Vec<(u8, usize)> = Vec::new();
        let mut line = 0;
        for (i, (tok, _)) in tokens.iter().enumerate() {
            match tok {
                Tok::Open(bracket) => {
                    open.push((*bracket, line));
                    if *bracket == b'{' {
                        line = i + 1;
                    }
                }
                Tok::HoleStart | Tok::TemplateStart => open.push((0, line)),
                Tok::Close(bracket) => {
                    open.pop();
                    if *bracket == b'}' {
                        line = i + 1;
                    }
                }
                Tok::HoleEnd | Tok::TemplateEnd => {
                    open.pop();
                }
                Tok::Newline | Tok::Sign(lex::Sign::Semi) => line = i + 1,
                _ => {}
            }
        }
        let starts = line >= tokens.len() && open.last().is_none_or(|it| it.0 == b'{');
        let head = |at: usize| open.get(at).and_then(|it| tokens.get(it.1)).map(|it| word_of(it.0));
        let second = open.first().and_then(|it| tokens.get(it.1 + 1)).map(|it| word_of(it.0));
        let places: &[Place] = match (open.len(), head(0), head(1)) {
            (0, ..) => &[Place::Part],
            (1, Some("state"), _) => &[Place::StatePart],
            (_, Some("state"), Some("prompt")) | (_, Some("function"), _) => &[Place::Prompt, Place::Statement],
            (_, Some("script"), _) => &[Place::Script, Place::Statement],
            (1, Some("test"), _) => &[Place::Step],
            (1, Some("global"), _) => &[Place::Field],
            (_, Some("global" | "record" | "enum" | "show" | "roles"), _) | (_, Some("state"), Some("local")) => &[],
            _ if second == Some("script") => &[Place::Script, Place::Statement],
            _ => &[Place::Statement],
        };
        Around { starts, places }
    }
}

fn word_of<'s>(tok: Tok<'s>) -> &'s str {
    match tok {
        Tok::Name(name) => name,
        Tok::Word(word) => word.text(),
        _ => "",
    }
}
