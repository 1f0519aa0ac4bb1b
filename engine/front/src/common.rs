//! What every front-end has: names with their places, and what it does with the text itself, character by character.

use crate::TokenKind;
use crate::nesting::NESTING_LIMIT;
use diag::{Problems, Span};

/// A name, and where it stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Name<'s> {
    pub text: &'s str,
    pub span: Span,
}

/// How long what a text begins with is, as long as its characters belong together.
pub fn leading(text: &str, belongs: impl Fn(char) -> bool) -> usize {
    text.find(|c| !belongs(c)).unwrap_or(text.len())
}

/// What stands between the quote that a text begins with and the next on its line, or the end of the line; and how
/// long all of it is. Not closed if that is no more than the first quote and what is between.
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
    /// What of the word stands before the offset.
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

    /// Whether it is in a comment, or at its end.
    pub fn in_one_of(&self, comments: &[Span]) -> bool {
        comments.iter().any(|it| (it.start as usize) < self.offset && self.offset <= it.end as usize)
    }
}

/// What separates tokens and means nothing else. Other blanks of Unicode are characters like any other.
pub const BLANKS: [char; 4] = [' ', '\t', '\r', '\n'];

/// How often a text is formatted until it stays as it is.
const ROUNDS: usize = 4;

/// A text formatted until it stays as it is: then formatting it once more changes nothing. Where that does not come
/// about, or what comes out is not the same text to its language, it is left alone.
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

/// The lines of a text, each as deep as `depth` says of where it begins and ends, and without blanks at its end; none
/// for a line that stays where it stands. Blank lines stand alone, and none at the beginning or the end.
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

/// How long a comment over lines is, from its `/*` on; a complaint if nothing closes it.
pub fn block_comment(rest: &str, at: usize, problems: &mut Problems) -> usize {
    let end = rest[2..].find("*/");
    if end.is_none() {
        problems.unclosed_comment(Span::new(at, at + 2));
    }
    end.map_or(rest.len(), |it| it + 4)
}
