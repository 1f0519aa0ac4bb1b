//! The one style: lines are indented by the brackets and `if`s around them, and have no blanks at their ends.
//!
//! Everything within a line is the author's, and so are comments over several lines. The result has the tokens and
//! comments of the text ([`is_same`]).

use super::lex::{self, Tok};
use diag::{Problems, Span};
use front::common::{indented, settled, without_ends};
use front::parsing::Nest;

/// The text in style; none, and problems, if it cannot be read.
pub fn text(source: &str, problems: &mut Problems) -> Option<String> {
    let (tokens, _) = lex::tokens(source, problems);
    super::parse::file(source, &tokens, problems);
    if !problems.is_empty() {
        return None;
    }
    Some(settled(source, lines, is_same))
}

/// `true` if two texts differ in their layout alone.
fn is_same(a: &str, b: &str) -> bool {
    parts(a) == parts(b)
}

/// The tokens of a text, without ends of empty lines, and its comments, each with the number of tokens before it.
fn parts(text: &str) -> (Vec<Tok<'_>>, Vec<(usize, String)>) {
    let (mut all, comments) = lex::tokens(text, &mut Problems::new());
    let leading = all.iter().take_while(|it| it.0 == Tok::Newline).count();
    all.drain(..leading);
    all.dedup_by(|a, b| a.0 == Tok::Newline && b.0 == Tok::Newline);
    all.pop_if(|it| it.0 == Tok::Newline);
    let beside = |it: &Span| (all.partition_point(|token| token.1.start < it.start), without_ends(&text[it.range()]));
    (all.iter().map(|it| it.0).collect(), comments.iter().map(beside).collect())
}

fn lines(source: &str) -> String {
    let (tokens, comments) = lex::tokens(source, &mut Problems::new());
    let (mut depth, mut next, mut comment) = (0usize, 0, 0);
    indented(source, |start, end| {
        while comments.get(comment).is_some_and(|it| it.end as usize <= start) {
            comment += 1;
        }
        let inside = comments.get(comment).is_some_and(|it| (it.start as usize) < start);
        // A closer at the start of a line is indented like its opener.
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
    })
}
