//! A source text and positions in it.

use std::borrow::Cow;

/// A mark that some editors write before a text; it is no part of the text.
pub const BYTE_ORDER_MARK: char = '\u{feff}';

/// A text in which every line ends with `\n`: a `\r` alone becomes `\n`, and one before a `\n` stays, so all offsets
/// stay the same.
pub fn with_line_ends(text: &str) -> Cow<'_, str> {
    let alone = |(i, byte): (usize, u8)| byte == b'\r' && text.as_bytes().get(i + 1) != Some(&b'\n');
    if !text.bytes().enumerate().any(alone) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        out.push(if c == '\r' && rest.peek() != Some(&'\n') { '\n' } else { c });
    }
    Cow::Owned(out)
}

/// A range of bytes, the end exclusive, both on character boundaries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    pub start: u32,
    pub end: u32,
}

impl Span {
    /// Never ends before it starts.
    pub fn new(start: usize, end: usize) -> Span {
        Span { start: start as u32, end: end.max(start) as u32 }
    }

    /// The same within a text, grown to whole characters.
    #[must_use]
    pub fn within(self, text: &str) -> Span {
        let mut start = self.range().start.min(text.len());
        while !text.is_char_boundary(start) {
            start -= 1;
        }
        let mut end = self.range().end.clamp(start, text.len());
        while !text.is_char_boundary(end) {
            end += 1;
        }
        Span::new(start, end)
    }

    /// From the start of this to the end of that.
    #[must_use]
    pub fn to(self, end: Span) -> Span {
        Span { start: self.start, end: end.end.max(self.start) }
    }

    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }

    pub fn is_empty(self) -> bool {
        self.end <= self.start
    }

    /// `true` if an offset is in it, or at its end.
    pub fn is_around(self, offset: usize) -> bool {
        self.start as usize <= offset && offset <= self.end as usize
    }

    pub fn contains(self, other: Span) -> bool {
        self.start <= other.start && other.end <= self.end
    }
}

/// A place as an editor counts it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// From 1.
    pub line: u32,
    /// From 1, in characters.
    pub column: u32,
}

/// A text with a name, and the files it uses. All are concatenated, so that a span identifies its file; lines and
/// UTF-16 units are relative to the file.
#[derive(Clone, Debug)]
pub struct Source {
    pub name: String,
    /// All texts, the main one first.
    text: String,
    /// The main text and the files, ascending.
    parts: Vec<Part>,
    /// The byte where each line starts.
    lines: Vec<u32>,
    /// For each [`BLOCK`] of bytes, how many UTF-16 units come before the first character that begins in it; empty if
    /// the text is ASCII.
    units: Vec<u32>,
}

/// Bytes counted again for each place reported in UTF-16 units, however long its line is.
const BLOCK: usize = 256;

/// One file of a source.
#[derive(Clone, Debug)]
pub struct Part {
    pub name: String,
    /// Its span.
    pub span: Span,
}

impl Source {
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Source {
        Source::with_files(name, text, &[])
    }

    /// With files, each a name and a text.
    pub fn with_files(name: impl Into<String>, text: impl Into<String>, files: &[(String, String)]) -> Source {
        let (name, text) = (name.into(), text.into());
        let mut text = match with_line_ends(&text) {
            Cow::Borrowed(_) => text,
            Cow::Owned(text) => text,
        };
        let mut parts = vec![Part { name: name.clone(), span: Span::new(0, text.len()) }];
        for (name, file) in files {
            // A file begins a line.
            text.push('\n');
            let start = text.len();
            text.push_str(&with_line_ends(file));
            parts.push(Part { name: name.clone(), span: Span::new(start, text.len()) });
        }
        let mut lines = vec![0];
        lines.extend(text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(i, _)| i as u32 + 1));
        let mut units = Vec::new();
        if !text.is_ascii() {
            let mut before = 0;
            for (at, c) in text.char_indices().chain([(text.len(), '\0')]) {
                while units.len() * BLOCK <= at {
                    units.push(before);
                }
                before += c.len_utf16() as u32;
            }
        }
        Source { name, text, parts, lines, units }
    }

    /// All texts, one after another. Spans are offsets into it.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The main text and the files.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The text up to the end of a part, with the offsets of the source.
    pub fn up_to(&self, part: &Part) -> &str {
        self.text.get(..part.span.end as usize).unwrap_or("")
    }

    /// The part an offset is in, by its place in [`Source::parts`].
    pub fn part_of(&self, offset: u32) -> usize {
        self.parts.partition_point(|it| it.span.start <= offset).saturating_sub(1)
    }

    /// The name of the file an offset is in.
    pub fn file(&self, offset: u32) -> &str {
        self.parts.get(self.part_of(offset)).map_or("", |it| it.name.as_str())
    }

    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or("")
    }

    /// The line an offset is in, from 0, of all lines of all texts.
    pub(crate) fn line_of(&self, offset: u32) -> usize {
        self.lines.partition_point(|start| *start <= offset).saturating_sub(1)
    }

    /// The nearest character boundary at or before an offset, within the part it is in.
    pub(crate) fn boundary(&self, offset: u32) -> usize {
        let end = self.parts.get(self.part_of(offset)).map_or(0, |it| it.span.end);
        let mut offset = offset.min(end) as usize;
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        offset
    }

    /// The part of its line before an offset on a character boundary.
    pub(crate) fn before(&self, offset: usize) -> &str {
        let line = self.line_of(offset as u32);
        self.text.get(self.lines[line] as usize..offset).unwrap_or("")
    }

    /// In its file.
    pub fn position(&self, offset: u32) -> Position {
        let first = self.line_of(self.start_of(offset));
        let offset = self.boundary(offset);
        let line = self.line_of(offset as u32);
        let column = self.before(offset).chars().filter(|c| *c != BYTE_ORDER_MARK).count() as u32;
        Position { line: (line - first) as u32 + 1, column: column + 1 }
    }

    /// Number of UTF-16 units before a byte offset, in its file.
    pub fn utf16(&self, offset: u32) -> u32 {
        let start = self.start_of(offset);
        let offset = self.boundary(offset);
        self.units_before(offset) - self.units_before(start as usize)
    }

    fn start_of(&self, offset: u32) -> u32 {
        self.parts.get(self.part_of(offset)).map_or(0, |it| it.span.start)
    }

    fn units_before(&self, offset: usize) -> u32 {
        if self.units.is_empty() {
            return offset as u32;
        }
        let block = offset / BLOCK;
        // Characters that begin in the block, before the offset.
        let start = (block * BLOCK..offset).find(|it| self.text.is_char_boundary(*it)).unwrap_or(offset);
        self.units[block] + self.text[start..offset].encode_utf16().count() as u32
    }
}
