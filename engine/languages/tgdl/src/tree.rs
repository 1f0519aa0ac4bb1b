//! A text to its tree: `lex` and `parse`, one after the other.

use super::{ast, lex, parse};
use diag::Problems;

/// The tree of a text, as whole as it could be made.
pub fn tree<'s>(text: &'s str, problems: &mut Problems) -> ast::File<'s> {
    let (tokens, _) = lex::tokens(text, problems);
    // Where blocks are unbalanced, other errors follow from that.
    match problems.blocks_are_off() {
        true => parse::file(text, &tokens, &mut Problems::new()),
        false => parse::file(text, &tokens, problems),
    }
}
