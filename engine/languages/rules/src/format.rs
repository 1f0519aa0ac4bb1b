//! One style for a text: spaces, indentation, where lines break.
//!
//! What must stay true: the tokens of the result are those of the text, comments included, and
//! statements stay apart as they were; what is formatted once stays as it is; linear time. This is looked at
//! of every result ([`is_same`]). The author's line ends are kept, with exceptions: a block is on one line or
//! has its braces at ends of lines, and one that is too long for its line is broken.

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

/// Whether two texts differ in their layout alone: the same tokens, the same comments beside them, the same tree.
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
