//! One style for a text: spaces, indentation, where lines break.
//!
//! Invariant: the result has the tokens and comments of the text, and its statements stay separate; formatting the
//! result again changes nothing; linear time. Every result is checked ([`is_same`]). The author's line ends are kept,
//! with exceptions: a block is on one line or has its braces at ends of lines, and one that is too long for its line is
//! broken.

mod layout;
mod space;
mod write;

use super::{lex, parse};
use diag::Problems;
use front::common::settled;
use layout::{Layout, pieces};

/// Formats a text that can be read without errors.
pub fn text(text: &str) -> String {
    settled(text, |it| write::lines(it, Layout::of(pieces(it, &lex::whole(it)))), is_same)
}

/// `true` if two texts differ in their layout alone: the same tokens, the same comments beside them, the same tree.
fn is_same(a: &str, b: &str) -> bool {
    let tree = |text| {
        let (tokens, comments) = lex::numbered(text);
        let mut problems = Problems::new();
        let tree = parse::file(text, &tokens, &mut problems);
        let all = tokens.into_iter().filter(|it| !it.1.is_empty()).collect::<Vec<_>>();
        (problems.count(), all, comments, tree)
    };
    tree(a) == tree(b)
}
