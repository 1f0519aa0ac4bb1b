//! Checks of the raw text, before a language reads it: its length, its line ends, its characters.
//!
//! Invariant: nothing here moves an offset.

use diag::{BYTE_ORDER_MARK, Problems, Span, with_line_ends};
use std::borrow::Cow;

/// Maximum bytes of a text together with the files it uses.
pub const TEXT_LIMIT: usize = 16 << 20;

/// `true` if a text is short enough to be read; reports it otherwise.
pub fn fits(text: &str, problems: &mut Problems) -> bool {
    let fits = text.len() <= TEXT_LIMIT;
    if !fits {
        problems.text_too_long(text.len(), TEXT_LIMIT);
    }
    fits
}

/// A text as a language reads it, for an editor's questions; none if it is too long for an answer.
pub fn readable(text: &str) -> Option<Cow<'_, str>> {
    (text.len() <= TEXT_LIMIT).then(|| with_line_ends(text))
}

/// `true` if a character has no meaning and separates nothing, so that lexers skip it. One that is no byte order mark
/// is reported by [`control_characters`].
pub fn is_passed(c: char) -> bool {
    c == BYTE_ORDER_MARK || is_control(c)
}

fn is_control(c: char) -> bool {
    c.is_control() && !matches!(c, '\t' | '\n' | '\r')
}

/// Reports each run of control characters from a place on, anywhere.
pub fn control_characters(text: &str, start: usize, problems: &mut Problems) {
    let mut rest = text[start..].char_indices().map(|(i, c)| (start + i, c)).peekable();
    while let Some((from, c)) = rest.next() {
        if !is_control(c) {
            continue;
        }
        let mut end = from + c.len_utf8();
        while let Some((at, c)) = rest.next_if(|it| is_control(it.1)) {
            end = at + c.len_utf8();
        }
        problems.control_character(Span::new(from, end), c);
    }
}
