//! The layout as text: indentation, blanks, and comments at the ends of lines, one under the other.

use super::super::lex::{Sign, Tok};
use super::layout::{Gap, Layout, Piece, What};
use super::space;

const INDENT: usize = 4;

/// Lines longer than this are broken where they have a block.
const WIDTH: usize = 120;

/// Blanks before a comment at the end of a line, at least.
const BEFORE_COMMENT: usize = 2;

/// A line to be written.
struct Line<'t> {
    blank_before: bool,
    indent: usize,
    code: String,
    /// The comment, with its column in the source.
    comment: Option<(usize, &'t str)>,
}

impl Line<'_> {
    /// Characters of its last line, without the comment.
    fn width(&self) -> usize {
        match self.code.rsplit_once('\n') {
            Some((_, last)) => last.chars().count(),
            None => self.indent * INDENT + self.code.chars().count(),
        }
    }
}

/// An open bracket: the indentation of lines in it, and of the line that closes it.
struct Level {
    inner: usize,
    outer: usize,
}

/// The text of a layout.
pub fn lines(text: &str, mut layout: Layout) -> String {
    let parts = space::parts(&layout.pieces);
    let mut levels: Vec<Level> = Vec::new();
    let mut lines: Vec<Line> = Vec::new();
    let mut at = 0;
    while at < layout.pieces.len() {
        let indent = indent_of(&layout, at, &levels);
        let end = loop {
            let end = (at + 1..layout.pieces.len()).find(|it| layout.gaps[*it] > Gap::Same);
            let end = end.unwrap_or(layout.pieces.len());
            let width = width(text, &layout, &parts, at..end) + indent * INDENT;
            if width <= WIDTH || !layout.break_blocks(at, end) {
                break end;
            }
        };
        let mut line = Line { blank_before: layout.gaps[at] == Gap::Blank, indent, code: String::new(), comment: None };
        for i in at..end {
            let it = layout.pieces[i];
            if it.what == What::Line && i > at {
                line.comment = Some((column(text, &it), slice(text, &it)));
                continue;
            }
            // The end of a line separates as well.
            if it.is(Tok::Sign(Sign::Semi)) && !it.needed && i + 1 == end {
                continue;
            }
            if i > at && space::between((&layout.pieces[i - 1], parts[i - 1]), (&it, parts[i])) {
                line.code.push(' ');
            }
            line.code.push_str(slice(text, &it));
            follow(&layout, i, indent, &mut levels);
        }
        if layout.pieces[at].what == What::Line {
            go_on_comment(text, &layout.pieces[at], &mut line, lines.last());
        }
        lines.push(line);
        at = end;
    }
    join(lines)
}

/// Indentation of the line that begins with a piece.
fn indent_of(layout: &Layout, at: usize, levels: &[Level]) -> usize {
    if matches!(layout.pieces[at].tok(), Some(Tok::Close(_))) {
        return levels.last().map_or(0, |it| it.outer);
    }
    let inner = levels.last().map_or(0, |it| it.inner);
    inner + usize::from(layout.in_block(at) && layout.goes_on(at))
}

/// Keeps account of the brackets.
fn follow(layout: &Layout, at: usize, indent: usize, levels: &mut Vec<Level>) {
    match layout.pieces[at].tok() {
        Some(Tok::Open(open)) => {
            // A block belongs to its statement, however many lines that has before it.
            let statement = open == b'{' && layout.in_block(at) && !layout.has_entries(at);
            let outer = if statement { levels.last().map_or(0, |it| it.inner).min(indent) } else { indent };
            levels.push(Level { inner: outer + 1, outer });
        }
        Some(Tok::HoleStart | Tok::TemplateStart) => levels.push(Level { inner: indent + 1, outer: indent }),
        Some(Tok::Close(_) | Tok::HoleEnd | Tok::TemplateEnd) => {
            levels.pop();
        }
        _ => {}
    }
}

/// Characters of some pieces on one line, without a comment at its end.
fn width(text: &str, layout: &Layout, parts: &[space::Part], range: std::ops::Range<usize>) -> usize {
    let mut width = 0;
    for i in range.clone() {
        let it = &layout.pieces[i];
        if it.what == What::Line {
            break;
        }
        let blank = i > range.start && space::between((&layout.pieces[i - 1], parts[i - 1]), (it, parts[i]));
        let shown = slice(text, it);
        width += usize::from(blank) + shown.lines().next().unwrap_or("").chars().count();
        if shown.contains('\n') {
            break;
        }
    }
    width
}

fn slice<'t>(text: &'t str, it: &Piece) -> &'t str {
    let shown = text.get(it.span.range()).unwrap_or("");
    if it.what == What::Line { shown.trim_end_matches([' ', '\t', '\r']) } else { shown }
}

/// Column of a piece in the source.
fn column(text: &str, it: &Piece) -> usize {
    let before = text.get(..it.span.start as usize).unwrap_or("");
    before.rsplit('\n').next().unwrap_or("").chars().count()
}

/// A comment on its own line, right under one at the end of a line, goes on with that one.
fn go_on_comment<'t>(text: &'t str, it: &Piece, line: &mut Line<'t>, above: Option<&Line>) {
    let at = column(text, it);
    if !line.blank_before && above.and_then(|it| it.comment).is_some_and(|it| it.0 == at) {
        line.code.clear();
        line.indent = 0;
        line.comment = Some((at, slice(text, it)));
    }
}

/// Joins all lines. Comments of consecutive lines stay in the author's column, if it is the same for all and far enough
/// from the code; otherwise they are aligned as near as the longest line allows.
fn join(lines: Vec<Line>) -> String {
    let mut out = String::new();
    let mut rest = &lines[..];
    while let Some(first) = rest.first() {
        let more = rest[1..].iter().take_while(|it| it.comment.is_some() && !it.blank_before).count();
        let run = if first.comment.is_some() { 1 + more } else { 1 };
        let nearest = rest[..run].iter().map(Line::width).max().unwrap_or(0) + BEFORE_COMMENT;
        let wanted = first.comment.map_or(0, |it| it.0);
        let one = rest[..run].iter().all(|it| it.comment.is_none_or(|it| it.0 == wanted));
        let column = if one && wanted >= nearest { wanted } else { nearest };
        for line in &rest[..run] {
            if line.blank_before && !out.is_empty() {
                out.push('\n');
            }
            if !line.code.is_empty() {
                out.push_str(&" ".repeat(line.indent * INDENT));
            }
            out.push_str(&line.code);
            if let Some((_, comment)) = line.comment {
                let width = if line.code.is_empty() { 0 } else { line.width() };
                out.push_str(&" ".repeat(column.saturating_sub(width)));
                out.push_str(comment);
            }
            out.push('\n');
        }
        rest = &rest[run..];
    }
    out
}
