//! Shared by every front-end: names with their places, and work on the characters of the text.

use crate::TokenKind;
use crate::nesting::NESTING_LIMIT;
use diag::{Problems, Span};

/// A name and its place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Name<'s> {
    pub text: &'s str,
    pub span: Span,
}

/// Length of the prefix whose characters satisfy a predicate.
pub fn leading(text: &str, belongs: impl Fn(char) -> bool) -> usize {
    text.find(|c| !belongs(c)).unwrap_or(text.len())
}

/// The text between the quote at the start and the next quote or the end of the line; and its length with quotes.
/// Unclosed if the length is that of the first quote and the text.
pub fn quoted(text: &str, quote: u8) -> (&str, usize) {
    let end = text[1..].find([quote as char, '\n']).map_or(text.len(), |it| it + 1);
    let closed = text.as_bytes().get(end) == Some(&quote);
    (&text[1..end], end + usize::from(closed))
}

/// The tokens that are coloured, and the comments among them.
pub fn coloured(mut tokens: Vec<(Span, TokenKind)>, comments: Vec<Span>) -> Vec<(Span, TokenKind)> {
    tokens.extend(comments.into_iter().map(|it| (it, TokenKind::Comment)));
    tokens.sort_by_key(|it| it.0);
    tokens
}

/// The word that somebody writes: an offset in a text, and the word around it.
pub struct Written<'s> {
    pub offset: usize,
    pub span: Span,
    /// The part of the word before the offset.
    pub begun: &'s str,
}

impl<'s> Written<'s> {
    /// The word around an offset, of characters that belong to it.
    pub fn at(text: &'s str, offset: usize, belongs: impl Fn(char) -> bool) -> Self {
        let mut offset = offset.min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        let start = text[..offset].trim_end_matches(&belongs).len();
        let end = offset + leading(&text[offset..], belongs);
        Written { offset, span: Span::new(start, end), begun: &text[start..offset] }
    }

    /// `true` if it is in a comment, or at its end.
    pub fn in_one_of(&self, comments: &[Span]) -> bool {
        comments.iter().any(|it| (it.start as usize) < self.offset && self.offset <= it.end as usize)
    }
}

/// Characters that only separate tokens. Other blanks of Unicode are ordinary characters.
pub const BLANKS: [char; 4] = [' ', '\t', '\r', '\n'];

/// Maximum rounds of formatting until the text is stable.
const ROUNDS: usize = 4;

/// Formats a text until it is stable, so that formatting again changes nothing. If it does not become stable, or the
/// result differs for its language, the text is left alone.
pub fn settled(text: &str, format: impl Fn(&str) -> String, same: impl Fn(&str, &str) -> bool) -> String {
    let mut last = text.to_owned();
    for _ in 0..ROUNDS {
        let next = format(&last);
        if next == last {
            return if last == text || same(text, &last) { last } else { text.to_owned() };
        }
        last = next;
    }
    text.to_owned()
}

/// A text with no blanks at the ends of its lines.
pub fn without_ends(text: &str) -> String {
    text.split('\n').map(|it| it.trim_end_matches(BLANKS)).collect::<Vec<_>>().join("\n")
}

/// Indents the lines of a text by `depth` of their start and end, and removes blanks at their ends; `None` keeps a
/// line's indentation. Blank lines do not repeat, and none is at the start or the end.
pub fn indented(text: &str, mut depth: impl FnMut(usize, usize) -> Option<usize>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let end = start + line.len();
        let depth = depth(start, end);
        start = end;
        let line = line.trim_end_matches(BLANKS);
        let line = if depth.is_some() { line.trim_start_matches(BLANKS) } else { line };
        if !line.is_empty() {
            out.push_str(&"    ".repeat(depth.unwrap_or(0).min(NESTING_LIMIT)));
            out.push_str(line);
            out.push('\n');
        } else if !out.is_empty() && !out.ends_with("\n\n") {
            out.push('\n');
        }
    }
    while out.ends_with("\n\n") {
        out.pop();
    }
    out
}

/// Length of a block comment from its `/*`; reports one that is not closed.
pub fn block_comment(rest: &str, at: usize, problems: &mut Problems) -> usize {
    let end = rest[2..].find("*/");
    if end.is_none() {
        problems.unclosed_comment(Span::new(at, at + 2));
    }
    end.map_or(rest.len(), |it| it + 4)
}
