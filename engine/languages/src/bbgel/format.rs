//! The one style: lines stand as deep as the brackets and `if`s around them, and have no blanks at their ends.
//!
//! Everything within a line is the author's, and so are comments over several lines.

use super::lex::{self, Tok};
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
    let mut out = String::with_capacity(source.len());
    let (mut depth, mut next, mut comment) = (0usize, 0, 0);
    let mut start = 0;
    for line in source.split_inclusive('\n') {
        let end = start + line.len();
        while comments.get(comment).is_some_and(|it| it.end as usize <= start) {
            comment += 1;
        }
        let inside = comments.get(comment).is_some_and(|it| (it.start as usize) < start);
        // What closes at the beginning of a line stands as deep as what it closes.
        let mut here = depth;
        let mut leading = true;
        while let Some((tok, _)) = tokens.get(next).filter(|it| (it.1.start as usize) < end) {
            match tok {
                Tok::Open(_) | Tok::Word("if") => depth += 1,
                Tok::Close(_) | Tok::Word("end") => depth = depth.saturating_sub(1),
                _ => {}
            }
            match tok {
                Tok::Close(_) | Tok::Word("end") if leading => here = here.saturating_sub(1),
                Tok::Word("else") if leading => here = here.saturating_sub(1),
                _ => {}
            }
            leading &= matches!(tok, Tok::Close(_) | Tok::Word("end"));
            next += 1;
        }
        let text = line.trim_end();
        let text = if inside { text } else { text.trim_start() };
        if text.is_empty() {
            // One blank line at most, and none at the beginning.
            if !out.is_empty() && !out.ends_with("\n\n") {
                out.push('\n');
            }
        } else {
            if !inside {
                out.push_str(&"    ".repeat(here));
            }
            out.push_str(text);
            out.push('\n');
        }
        start = end;
    }
    while out.ends_with("\n\n") {
        out.pop();
    }
    Ok(out)
}
