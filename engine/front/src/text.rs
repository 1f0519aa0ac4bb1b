//! The text itself, before a language reads it: how long it may be, how its lines end, what may stand in it.
//!
//! What must stay true: nothing here moves an offset.

use diag::{BYTE_ORDER_MARK, Problems, Span, with_line_ends};
use std::borrow::Cow;

/// How many bytes a text and the files it uses may have together.
pub const TEXT_LIMIT: usize = 16 << 20;

/// Whether a text is short enough to be read; a complaint if not.
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

/// Whether a character stands for nothing and parts nothing from anything: it is passed over. One that is no byte
/// order mark is told by [`control_characters`].
pub fn is_passed(c: char) -> bool {
    c == BYTE_ORDER_MARK || is_control(c)
}

fn is_control(c: char) -> bool {
    c.is_control() && !matches!(c, '\t' | '\n' | '\r')
}

/// Complains of each run of control characters from a place on, wherever they stand.
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
