//! The one style: lines are indented by the blocks around them, and have no blanks at their ends.
//!
//! Everything within a line is the author's, and so are the lines of JSON, which are indented by its brackets.

use super::lex::{self, Tok};
use super::{ast, parse, words};
use diag::{Problems, Span};
use front::common::{BLANKS, indented, settled};
use front::json;

/// The text in style; none, and problems, if it cannot be read.
pub fn text(source: &str, problems: &mut Problems) -> Option<String> {
    let (tokens, _) = lex::tokens(source, problems);
    let _: ast::File<ast::Run> = parse::file(source, &tokens, problems);
    for (tok, span) in &tokens {
        if let Tok::Json(_) = tok {
            json::read(&source[..span.end as usize], span.start as usize, problems);
        }
    }
    if !problems.is_empty() {
        return None;
    }
    Some(settled(source, lines, is_same))
}

/// `true` if two texts differ in their layout alone.
fn is_same(a: &str, b: &str) -> bool {
    parts(a) == parts(b)
}

/// The tokens of a text, JSON as its lines, and its comments, each with how many tokens come before it.
type Parts<'s> = (Vec<(Tok<'s>, Vec<&'s str>)>, Vec<(usize, &'s str)>);

fn parts(text: &str) -> Parts<'_> {
    let line = |it| str::trim_matches(it, BLANKS);
    let (tokens, comments) = lex::tokens(text, &mut Problems::new());
    let beside = |it: &Span| (tokens.partition_point(|token| token.1.start < it.start), line(&text[it.range()]));
    let comments = comments.iter().map(beside).collect();
    let parts = tokens.iter().map(|it| match it.0 {
        Tok::Json(json) => (Tok::Json(""), json.split('\n').map(line).filter(|it| !it.is_empty()).collect()),
        tok => (tok, Vec::new()),
    });
    (parts.collect(), comments)
}

fn lines(source: &str) -> String {
    let (tokens, _) = lex::tokens(source, &mut Problems::new());
    let (mut depth, mut next) = (0usize, 0);
    // Depth of the brackets of JSON.
    let mut json = 0usize;
    indented(source, |start, end| {
        let mut here = depth;
        let inside = next > 0
            && tokens.get(next - 1).is_some_and(|(tok, span)| matches!(tok, Tok::Json(_)) && span.end as usize >= end);
        let mut leading = true;
        while let Some((tok, _)) = tokens.get(next).filter(|it| (it.1.start as usize) < end) {
            let Tok::Key(word) = tok else {
                leading = false;
                next += 1;
                continue;
            };
            match words::named(word).map(|it| it.kind) {
                Some(words::Kind::Opens(_)) => depth += 1,
                Some(words::Kind::Closes(opener)) if words::named(opener).is_some_and(is_block) => {
                    depth = depth.saturating_sub(1);
                    here = if leading { here.saturating_sub(1) } else { here };
                }
                Some(words::Kind::Else) if leading => here = here.saturating_sub(1),
                _ => {}
            }
            leading = false;
            next += 1;
        }
        if inside {
            let text = source.get(start..end).unwrap_or("").trim();
            here = json.saturating_sub(text.chars().take_while(|c| matches!(c, '}' | ']')).count());
            json = brackets(text, json);
        } else {
            json = 0;
        }
        Some(here)
    })
}

fn is_block(it: &words::WordEntry) -> bool {
    matches!(it.kind, words::Kind::Opens(_))
}

/// Depth of brackets after a line of JSON.
fn brackets(line: &str, mut depth: usize) -> usize {
    let (mut quoted, mut escaped) = (false, false);
    for c in line.chars() {
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            '{' | '[' if !quoted => depth += 1,
            '}' | ']' if !quoted => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    depth
}
