//! Names: completion, hover, declaration, and all uses.
//!
//! Invariant: a text with errors gets an answer too; offsets are in UTF-16 code units.

use diag::{Source, Span};
use languages::{Language, NameKind, Refusal};

/// Offsets in UTF-16 code units, `to` exclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Range {
    pub from: u32,
    pub to: u32,
}

/// Completions for a range.
#[derive(Clone, Debug, PartialEq)]
pub struct Completions {
    pub range: Range,
    pub items: Vec<Item>,
}

/// One of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    pub name: String,
    pub kind: NameKind,
    /// A signature, or the name with its type.
    pub text: String,
    /// A sentence; empty where there is none.
    pub doc: &'static str,
    /// A line of use; empty where `text` is one, or there is none.
    pub example: &'static str,
}

/// The thing at a place.
#[derive(Clone, Debug, PartialEq)]
pub struct Hover {
    pub range: Range,
    pub kind: NameKind,
    pub text: String,
    pub doc: &'static str,
    /// As [`Item::example`].
    pub example: &'static str,
    /// Its declaration, if it is in this text.
    pub declared: Option<Range>,
}

/// A change of the text.
#[derive(Clone, Debug, PartialEq)]
pub struct Edit {
    pub range: Range,
    pub insert: String,
}

/// A part of a text.
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    pub word: &'static str,
    pub name: String,
    /// The range of its name.
    pub at: Range,
    /// The whole of it.
    pub range: Range,
    pub inner: Vec<Section>,
}

/// Completions at an offset, with the prefix of the word there.
pub fn complete(source: &str, language: Language, offset: u32) -> Completions {
    complete_with(source, language, offset, &[])
}

/// The same with files beside the source, each a name and a text.
pub fn complete_with(source: &str, language: Language, offset: u32, files: &[(String, String)]) -> Completions {
    let (span, all) = languages::complete_with(source, language, byte(source, offset), files);
    let items = all.into_iter().map(|it| Item {
        name: it.name,
        kind: it.kind,
        text: it.text,
        doc: it.doc,
        example: it.example,
    });
    Completions { range: range(&Source::new("", source), span), items: items.collect() }
}

/// The meaning of the name or word at an offset.
pub fn hover(source: &str, language: Language, offset: u32) -> Option<Hover> {
    hover_with(source, language, offset, &[])
}

/// The same with files beside the source, each a name and a text.
pub fn hover_with(source: &str, language: Language, offset: u32, files: &[(String, String)]) -> Option<Hover> {
    let at = byte(source, offset);
    let known = languages::known_with(source, language, Some(at), files);
    let (span, it) = languages::known_at(&known, at)?;
    let lines = Source::new("", source);
    let declared = it.declared.map(|it| range(&lines, it));
    let (kind, text, doc, example) = (it.kind, it.text.clone(), it.doc, it.example);
    Some(Hover { range: range(&lines, span), kind, text, doc, example, declared })
}

/// The edits that rename the thing at an offset, or the reason why it cannot be renamed. Apart from the name, the text
/// keeps its meaning.
pub fn rename(source: &str, language: Language, offset: u32, name: &str) -> Result<Vec<Edit>, Refusal> {
    let spans = languages::rename(source, language, byte(source, offset), name)?;
    let lines = Source::new("", source);
    Ok(spans.into_iter().map(|it| Edit { range: range(&lines, it), insert: name.to_owned() }).collect())
}

/// The parts of a text.
pub fn outline(source: &str, language: Language) -> Vec<Section> {
    let lines = Source::new("", source);
    sections(&lines, languages::outline(source, language))
}

fn sections(lines: &Source, all: Vec<languages::Section>) -> Vec<Section> {
    let one = |it: languages::Section| Section {
        word: it.word,
        name: it.name,
        at: range(lines, it.at),
        range: range(lines, it.span),
        inner: sections(lines, it.inner),
    };
    all.into_iter().map(one).collect()
}

/// The byte where a UTF-16 unit begins; the end of the text for larger offsets.
fn byte(source: &str, offset: u32) -> usize {
    let mut units = 0;
    for (at, c) in source.char_indices() {
        if units >= offset {
            return at;
        }
        units += c.len_utf16() as u32;
    }
    source.len()
}

fn range(lines: &Source, span: Span) -> Range {
    Range { from: lines.utf16(span.start), to: lines.utf16(span.end) }
}
