//! The one style: lines are indented by the brackets around them, and have no blanks at their ends.
//!
//! Everything within a line is the author's, and so are the line ends, since rows and edges end with them. The result
//! has the tokens and comments of the text ([`is_same`]).

use super::lex::{self, Tok};
use super::tree::tree;
use diag::{Problems, Span};
use front::common::{indented, settled, without_ends};
use front::parsing::Nest;

/// The text in style; none, and problems, if it cannot be read.
pub fn text(source: &str, problems: &mut Problems) -> Option<String> {
    tree(source, problems);
    if problems.has_errors() {
        return None;
    }
    Some(settled(source, lines, is_same))
}

/// `true` if two texts differ in their layout alone.
fn is_same(a: &str, b: &str) -> bool {
    parts(a) == parts(b)
}

/// Tokens with whether each begins a line, and comments, each with how many tokens come before it.
type Parts<'s> = (Vec<(Tok<'s>, bool)>, Vec<(usize, String)>);

fn parts(text: &str) -> Parts<'_> {
    let (all, comments) = lex::tokens(text, &mut Problems::new());
    let beside = |it: &Span| (all.partition_point(|token| token.1.start < it.start), without_ends(&text[it.range()]));
    let begun = all.iter().map(|(tok, span)| (*tok, lex::begins_line(text, span.start as usize)));
    (begun.collect(), comments.iter().map(beside).collect())
}

/// Words of statements whose body may be on the next line.
const HEADS: [&str; 4] = ["if", "while", "for", "else"];

/// Extra indentation for unbraced statements on the line below their head.
#[derive(Default)]
struct Below {
    /// Of the next line.
    extra: usize,
    /// Of each `if` of the statement that is under way, and of the one before.
    ifs: Vec<usize>,
    before: Vec<usize>,
}

impl Below {
    /// Extra indentation of a line, by its tokens.
    fn line(&mut self, tokens: &[(Tok, Span)]) -> usize {
        let (Some((first, _)), Some((last, _))) = (tokens.first(), tokens.last()) else { return self.extra };
        let (Tok::Name(word) | Tok::Word(word)) = first else {
            let here = if lex::nest(*first) == Nest::Inside { self.extra } else { 0 };
            self.after(last);
            return here;
        };
        if *word == "else" {
            self.ifs = std::mem::take(&mut self.before);
            self.extra = self.ifs.pop().unwrap_or(0);
        }
        let here = self.extra;
        let ended = *last == Tok::Semi || lex::nest(*last) != Nest::Inside && *last != Tok::Close(b')');
        if HEADS.contains(word) && !ended {
            let is_if = tokens.iter().any(|it| matches!(it.0, Tok::Name("if") | Tok::Word("if")));
            if is_if {
                self.ifs.push(here);
            }
            self.extra += 1;
        } else {
            self.after(last);
        }
        here
    }

    /// A statement ends with its line.
    fn after(&mut self, last: &Tok) {
        if *last == Tok::Semi || lex::nest(*last) != Nest::Inside {
            self.before = std::mem::take(&mut self.ifs);
            self.extra = 0;
        }
    }
}

fn lines(source: &str) -> String {
    let (tokens, _) = lex::tokens(source, &mut Problems::new());
    let (mut depth, mut next) = (0usize, 0);
    let mut below = Below::default();
    indented(source, |_, end| {
        let from = next;
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
            leading &= lex::nest(*tok) == Nest::Closes;
            if leading {
                here = here.saturating_sub(1);
            }
        }
        Some(here + below.line(tokens.get(from..next).unwrap_or(&[])))
    })
}
