//! How to play a game, in the words of its rules.

use diag::{Problems, Span};

/// Most characters of the text.
pub const ABOUT_LIMIT: usize = 2_000;

/// The paragraphs of an `about`, with an empty line between two. Lines that follow one another are one paragraph, however
/// they are indented; an empty line ends it.
pub fn paragraphs<'t>(lines: impl IntoIterator<Item = &'t str>, span: Span, problems: &mut Problems) -> String {
    let mut out = String::new();
    let mut ended = false;
    for line in lines.into_iter().flat_map(|it| it.split('\n')) {
        ended |= line.trim().is_empty();
        for word in line.split_whitespace() {
            if !out.is_empty() {
                out.push_str(if ended { "\n\n" } else { " " });
            }
            out.push_str(word);
            ended = false;
        }
    }
    let length = out.chars().count();
    if length == 0 {
        problems.about_empty(span);
    } else if length > ABOUT_LIMIT {
        problems.about_too_long(span, length, ABOUT_LIMIT);
    }
    out
}
