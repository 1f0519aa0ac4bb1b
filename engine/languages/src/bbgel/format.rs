//! The one style: lines stand as deep as the brackets and `if`s around them, and have no blanks at their ends.
//!
//! Everything within a line is the author's, and so are comments over several lines.

use super::lex::{self, Tok};
use crate::common::indented;
use crate::parsing::Nest;
use diag::Problems;

/// The text in style, and what keeps it from being read.
pub fn text(source: &str) -> Result<String, Vec<diag::Diagnostic>> {
    let mut problems = Problems::new();
    let (tokens, comments) = lex::tokens(source, &mut problems);
    super::parse::file(source, &tokens, &mut problems);
    let problems = problems.finish();
    if !problems.is_empty() {
        return Err(problems);
    }
    let (mut depth, mut next, mut comment) = (0usize, 0, 0);
    Ok(indented(source, |start, end| {
        while comments.get(comment).is_some_and(|it| it.end as usize <= start) {
            comment += 1;
        }
        let inside = comments.get(comment).is_some_and(|it| (it.start as usize) < start);
        // What closes at the beginning of a line stands as deep as what it closes.
        let mut here = depth;
        let mut leading = true;
        while let Some((tok, _)) = tokens.get(next).filter(|it| (it.1.start as usize) < end) {
            next += 1;
            match lex::nest(*tok) {
                Nest::Opens => depth += 1,
                Nest::Closes => depth = depth.saturating_sub(1),
                Nest::Inside => {}
            }
            let closes = lex::nest(*tok) == Nest::Closes;
            if leading && (closes || *tok == Tok::Word("else")) {
                here = here.saturating_sub(1);
            }
            leading &= closes;
        }
        (!inside).then_some(here)
    }))
}
