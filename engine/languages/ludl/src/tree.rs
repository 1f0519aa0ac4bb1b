//! A text to its tree: `lex` and `parse`, one after the other.

use super::{ast, lex, parse};
use diag::Problems;

/// The whole tree of a text.
pub fn tree<'s>(text: &'s str, problems: &mut Problems) -> ast::File<'s, ast::Expr<'s>> {
    let (tokens, _) = lex::tokens(text, problems);
    parse::read(text, parse::file(text, &tokens, problems), problems)
}
