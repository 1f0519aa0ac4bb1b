//! Services for an editor: tokens for highlighting, formatting, and the meanings of names.
//!
//! Invariant: every text gets an answer, in linear time; offsets are in UTF-16 code units, as in editors in a page.

mod names;
mod numbers;

use diag::Span;
pub use languages::{Graph, GraphChange, GraphRefusal, graphs, with_graph};
pub use languages::{Language, NameKind, Refusal, TokenKind};
pub use names::{
    Completions, Edit, Hover, Item, Range, Section, complete, complete_with, hover, hover_with, outline, rename,
};
pub use numbers::{Default, Literal, Number, defaults, numbers, with_defaults, with_numbers};

/// A piece of text with its kind. Offsets are in UTF-16 code units, `to` exclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    pub from: u32,
    pub to: u32,
    pub kind: TokenKind,
}

/// The tokens of a source, comments included, ascending and without overlaps; blanks are left out.
pub fn tokens(source: &str, language: Language) -> Vec<Token> {
    in_utf16(source, &languages::highlight(source, language))
}

/// The source in the one style of its language. A source that cannot be read is left alone: the problems say why.
pub fn format(source: &str, language: Language) -> Result<String, Vec<diag::Diagnostic>> {
    languages::format(source, language)
}

fn in_utf16(source: &str, tokens: &[(Span, TokenKind)]) -> Vec<Token> {
    let mut walk = Walk { source, byte: 0, units: 0 };
    tokens.iter().map(|(span, kind)| Token { from: walk.to(span.start), to: walk.to(span.end), kind: *kind }).collect()
}

/// Counts UTF-16 units along a text: once over all of it, however long its lines are.
struct Walk<'s> {
    source: &'s str,
    byte: usize,
    units: u32,
}

impl Walk<'_> {
    /// Number of units before a byte; bytes must not decrease from call to call.
    fn to(&mut self, byte: u32) -> u32 {
        if let Some(passed) = self.source.get(self.byte..byte as usize) {
            self.units += passed.chars().map(char::len_utf16).sum::<usize>() as u32;
            self.byte = byte as usize;
        }
        self.units
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text of each token, cut as a page does it, and its kind.
    fn cut(source: &str) -> Vec<(String, TokenKind)> {
        let units: Vec<u16> = source.encode_utf16().collect();
        let text = |it: Token| String::from_utf16(&units[it.from as usize..it.to as usize]).expect("whole characters");
        tokens(source, Language::Rules).into_iter().map(|it| (text(it), it.kind)).collect()
    }

    #[test]
    fn offsets_are_utf16() {
        let source = "log \"😀é\" // 🎲 dice\nlog x";
        let expected = [
            ("log", TokenKind::Keyword),
            ("\"😀é\"", TokenKind::String),
            ("// 🎲 dice", TokenKind::Comment),
            ("log", TokenKind::Keyword),
            ("x", TokenKind::Name),
        ];
        assert_eq!(cut(source), expected.map(|(text, kind)| (text.to_owned(), kind)));
    }

    #[test]
    fn ascending_without_overlaps() {
        let source = "game \"T\" /* ☂ */ roles X, Ö\nlog `${a /* 😀 */ + \"}\"} 🎲 ${b}` \"open 😀\n§ } ${ `";
        let mut last = 0;
        for it in tokens(source, Language::Rules) {
            assert!(last <= it.from && it.from < it.to, "{it:?} after {last}");
            last = it.to;
        }
        assert!(last as usize <= source.encode_utf16().count());
    }

    #[test]
    fn nothing_in_nothing() {
        assert_eq!(tokens("", Language::Rules), []);
        assert_eq!(tokens(" \r\n\t\n", Language::Rules), []);
    }

    /// Were each offset counted from the start of its line, this would take minutes.
    #[test]
    fn one_endless_line() {
        let source = "x, \"😀\", ".repeat(100_000);
        let found = tokens(&source, Language::Rules);
        assert_eq!(found.len(), 400_000);
        assert_eq!(found.last().map(|it| it.to as usize), Some(source.encode_utf16().count() - 1));
    }
}
