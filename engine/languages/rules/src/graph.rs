//! Graphs in a text, and changes of them: `Oslo at (3, 4)`, `London - Paris 3`.
//!
//! Invariant: a change touches only its own subject; cells keep their numbers, unless an earlier one is removed.

use super::ast::{BoardForm, Drawn, ExprKind, ItemKind, Link, Node};
use super::lex::{self, Sign, Tok, Token};
use super::parse;
use diag::{Problems, Span};
use front::graph::{Change, Graph, Place, Refusal};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::rc::Rc;

/// No line is made longer than this.
const WIDTH: usize = 100;

/// A replacement of part of the text.
type Edit = (Range<usize>, String);

/// The graphs of a text.
pub fn graphs(text: &str) -> Vec<Graph> {
    read(text).iter().map(Written::graph).collect()
}

/// The text with one of them changed.
pub fn with_change(text: &str, board: &str, change: &Change) -> Result<String, Refusal> {
    let step = |text: &str, edits: fn(&Written, &str) -> Option<Vec<Edit>>, name: &str| {
        let edits = edits(&find(text, board).ok()?, name)?;
        (!edits.is_empty()).then(|| applied(text, edits))
    };
    let graph = find(text, board)?;
    Ok(match change {
        Change::Place(name, x, y) => applied(text, graph.placed(name, *x, *y)),
        Change::Link(a, b) => applied(text, graph.linked(a, b)),
        Change::Rename(name, new) => {
            let spans = graph.mentions(name).map(|it| it.name.span).chain(graph.uses(name));
            applied(text, spans.map(|it| (it.range(), new.clone())).collect())
        }
        Change::Unlink(a, b) => {
            let mut text = text.to_owned();
            while let Some(edits) = find(&text, board)?.unlinked(|from, to| {
                let pair = (from.name.text, to.name.text);
                pair == (a, b) || pair == (b, a)
            }) {
                text = applied(&text, edits);
            }
            text
        }
        Change::Remove(name) => {
            if graph.uses(name).next().is_some() {
                return Err(Refusal::Used(name.clone()));
            }
            let unlinked =
                |graph: &Written, name: &str| graph.unlinked(|from, to| from.name.text == name || to.name.text == name);
            let removed = |graph: &Written, name: &str| {
                let alone = |it: &Line| it.links.is_empty() && it.first.name.text == name;
                graph.lines.iter().position(alone).map(|at| graph.without(at))
            };
            let mut text = text.to_owned();
            while let Some(next) = step(&text, unlinked, name).or_else(|| step(&text, removed, name)) {
                text = next;
            }
            text
        }
    })
}

/// A graph as written.
struct Written<'s> {
    text: &'s str,
    tokens: Rc<[Token<'s>]>,
    name: &'s str,
    span: Span,
    /// Between its braces.
    inner: Range<usize>,
    lines: Vec<Line<'s>>,
}

/// A cell, and the links that go on from it.
struct Line<'s> {
    first: Node<'s>,
    links: Vec<Link<'s>>,
}

impl<'s> Line<'s> {
    fn nodes(&self) -> impl Iterator<Item = &Node<'s>> {
        std::iter::once(&self.first).chain(self.links.iter().map(|it| &it.to))
    }

    fn start(&self) -> usize {
        self.first.name.span.range().start
    }

    fn end(&self) -> usize {
        self.end_of(self.links.len())
    }

    /// End of its first links.
    fn end_of(&self, links: usize) -> usize {
        let Some(link) = links.checked_sub(1).and_then(|at| self.links.get(at)) else { return end(&self.first) };
        link.weight.map_or(end(&link.to), |it| it.1.range().end)
    }
}

fn end(node: &Node) -> usize {
    node.at.map_or(node.name.span, |it| it.span).range().end
}

fn find<'s>(text: &'s str, board: &str) -> Result<Written<'s>, Refusal> {
    read(text).into_iter().find(|it| it.name == board).ok_or_else(|| Refusal::NoBoard(board.to_owned()))
}

fn read(text: &str) -> Vec<Written<'_>> {
    let mut problems = Problems::new();
    let tokens = lex::tokens(text, 0, &mut problems);
    let file = parse::file(text, &tokens, &mut problems);
    let tokens: Rc<[Token]> = tokens.into();
    let mut out = Vec::new();
    for item in file.items {
        let ItemKind::Board { name, form: BoardForm::One(value, Some(drawn)) } = item.kind else { continue };
        if !matches!(value.kind, ExprKind::Name("graph")) {
            continue;
        }
        let before = |place: u32| tokens.partition_point(|it| it.1.start < place);
        let [(Tok::Open(b'{'), open), .., (Tok::Close(b'}'), close)] =
            tokens[before(value.span.end)..before(item.span.end)]
        else {
            continue;
        };
        let lines = drawn.into_iter().filter_map(|it| match it {
            Drawn::Cell(first, links) => Some(Line { first, links }),
            Drawn::Row(_) => None,
        });
        out.push(Written {
            text,
            tokens: Rc::clone(&tokens),
            name: name.text,
            span: value.span.to(item.span),
            inner: open.range().end..close.range().start,
            lines: lines.collect(),
        });
    }
    out
}

impl<'s> Written<'s> {
    fn graph(&self) -> Graph {
        let mut cells: Vec<Place> = Vec::new();
        let mut numbers = BTreeMap::new();
        let mut links = Vec::new();
        for line in &self.lines {
            let mut last = None;
            for node in line.nodes() {
                let at = node.at.map(|it| (it.x, it.y));
                let number = *numbers.entry(node.name.text).or_insert(cells.len());
                if number == cells.len() {
                    cells.push(Place { name: node.name.text.to_owned(), at: None });
                }
                cells[number].at = at.or(cells[number].at);
                links.extend(last.map(|last| (last, number)));
                last = Some(number);
            }
        }
        Graph { name: self.name.to_owned(), cells, links, span: self.span }
    }

    /// Every mention of a cell in the board.
    fn mentions(&self, name: &str) -> impl Iterator<Item = &Node<'s>> {
        self.lines.iter().flat_map(Line::nodes).filter(move |it| it.name.text == name)
    }

    /// Uses of a cell in the text, as the board, a dot and its name.
    fn uses(&self, name: &str) -> impl Iterator<Item = Span> {
        self.tokens.windows(3).filter_map(move |it| match it {
            [(Tok::Name(board), _), (Tok::Sign(Sign::Dot), _), (Tok::Name(cell), span)] => {
                (*board == self.name && *cell == name).then_some(*span)
            }
            _ => None,
        })
    }

    /// `true` if one of the first lines names a cell.
    fn names(&self, lines: usize, name: &str) -> bool {
        self.lines.iter().take(lines).flat_map(Line::nodes).any(|it| it.name.text == name)
    }

    fn placed(&self, name: &str, x: f64, y: f64) -> Vec<Edit> {
        let at = format!("({}, {})", number(x), number(y));
        if let Some(place) = self.mentions(name).find_map(|it| it.at) {
            return vec![(place.span.range(), at)];
        }
        let alone = |it: &&Line| it.links.is_empty() && it.first.name.text == name;
        if let Some(line) = self.lines.iter().find(alone) {
            return vec![(line.end()..line.end(), format!(" at {at}"))];
        }
        // Below the other places, where that leaves every cell its number.
        let last = self.lines.iter().rposition(|it| it.links.is_empty());
        let free = last.map(|it| it + 1).filter(|lines| {
            let names = |lines: &[Line<'s>]| -> BTreeSet<&'s str> {
                lines.iter().flat_map(Line::nodes).map(|it| it.name.text).collect()
            };
            let (before, later) = self.lines.split_at(*lines);
            names(later).is_subset(&names(before))
        });
        self.with_line(free.unwrap_or(self.lines.len()), &format!("{name} at {at}"))
    }

    fn linked(&self, a: &str, b: &str) -> Vec<Edit> {
        let is = |from: &Node, to: &Node| [(a, b), (b, a)].contains(&(from.name.text, to.name.text));
        if self.lines.iter().any(|it| it.nodes().zip(it.nodes().skip(1)).any(|(from, to)| is(from, to))) {
            return Vec::new();
        }
        // The last way goes on where it ends in one of them.
        if let Some(line) = self.lines.last().filter(|it| !it.links.is_empty())
            && let Some(last) = line.links.last().map(|it| it.to.name.text)
            && let Some(next) = if last == a { Some(b) } else { (last == b).then_some(a) }
            && self.width(line.end()) + next.len() + 3 <= WIDTH
        {
            return vec![(line.end()..line.end(), format!(" - {next}"))];
        }
        self.with_line(self.lines.len(), &format!("{a} - {b}"))
    }

    /// Takes the first link away that is meant.
    fn unlinked(&self, is: impl Fn(&Node, &Node) -> bool) -> Option<Vec<Edit>> {
        let (at, line, link) = self.lines.iter().enumerate().find_map(|(at, line)| {
            let mut pairs = line.nodes().zip(line.nodes().skip(1));
            pairs.position(|(from, to)| is(from, to)).map(|link| (at, line, link))
        })?;
        let (to, rest) = (&line.links.get(link)?.to, line.links.len() - link - 1);
        // A redundant rest of a line is dropped: cells are numbered in the order of their first mention.
        let before: Vec<&Node> = line.nodes().take(link + 1).collect();
        let named = |node: &Node| node.at.is_none() && self.names(at, node.name.text);
        let drops_left = link == 0 && named(&line.first);
        let is_here = to.at.is_none() && before.iter().any(|it| it.name.text == to.name.text);
        let drops_right = rest == 0 && (named(to) || is_here);
        let right = to.name.span.range().start;
        let weight = (end(to)..line.end_of(link + 1), String::new());
        Some(match (drops_left, drops_right) {
            (true, true) => self.without(at),
            (true, false) => vec![(line.start()..right, String::new()), weight],
            (false, true) => vec![(line.end_of(link)..line.end(), String::new())],
            (false, false) => {
                let row = self.row_start(line.start());
                let leads = row > self.inner.start && self.text[row..line.start()].trim().is_empty();
                let apart = match leads {
                    true => format!("{}{}", self.line_end(), self.indent(line.start())),
                    false => self.separator().to_owned(),
                };
                vec![(line.end_of(link)..right, apart), weight]
            }
        })
    }

    /// Takes a line away, and its row of the text with it if nothing else is there.
    fn without(&self, at: usize) -> Vec<Edit> {
        let Some(line) = self.lines.get(at) else { return Vec::new() };
        let blank = |range: Range<usize>| self.text[range].chars().all(|it| " \t,;".contains(it));
        let nothing = String::new();
        let (row, end) = (self.row_start(line.start()), self.row_end(line.end()));
        if row > self.inner.start && end < self.inner.end && blank(row..line.start()) && blank(line.end()..end) {
            return vec![(row..(end + self.line_end().len()).min(self.inner.end), nothing)];
        }
        let next = self.lines.get(at + 1).map(Line::start);
        if let Some(next) = next.filter(|next| blank(line.end()..*next)) {
            return vec![(line.start()..next, nothing)];
        }
        let before = at.checked_sub(1).and_then(|it| self.lines.get(it)).map(Line::end);
        match before.filter(|before| *before > row && blank(*before..line.start())) {
            Some(before) => vec![(before..line.end(), nothing)],
            // A comment stays where it is.
            None => vec![(line.start()..line.end() + blanks(self.row_after(line.end())).len(), nothing)],
        }
    }

    /// Inserts a line after this many lines.
    fn with_line(&self, after: usize, new: &str) -> Vec<Edit> {
        let Some(last) = after.checked_sub(1).and_then(|it| self.lines.get(it)) else {
            return vec![(self.inner.start..self.inner.start, format!(" {new} "))];
        };
        let (end, row_end) = (last.end(), self.row_end(last.end()));
        let next = self.lines.get(after).map_or(self.inner.end, Line::start);
        if self.is_spread() && row_end <= next {
            let new = format!("{}{}{new}", self.line_end(), self.indent(last.start()));
            return vec![(row_end..row_end, new)];
        }
        let same = format!("{}{new}", self.separator());
        if self.width(row_end) + same.len() <= WIDTH {
            return vec![(end..end, same)];
        }
        if self.is_spread() {
            return vec![(end..end, format!("{}{}{new}", self.line_end(), self.indent(last.start())))];
        }
        // All on one row: from now on each on its own.
        let row = format!("{}{}", self.line_end(), self.indent(last.start()));
        let starts = self.lines.iter().map(Line::start);
        let ends = std::iter::once(self.inner.start).chain(self.lines.iter().map(Line::end));
        let mut edits: Vec<Edit> = Vec::new();
        for (number, (from, to)) in ends.zip(starts.chain([self.inner.end])).enumerate() {
            if number == after {
                edits.push((from..from, format!("{row}{new}")));
            }
            let is_last = number == self.lines.len();
            if self.text[from..to].chars().all(|it| " \t,;".contains(it)) {
                let base = format!("{}{}", self.line_end(), self.base());
                edits.push((from..to, if is_last { base } else { row.clone() }));
            }
        }
        edits
    }

    /// `true` if it spans several rows of the text.
    fn is_spread(&self) -> bool {
        self.text[self.inner.clone()].contains('\n')
    }

    /// Separator of two lines on one row.
    fn separator(&self) -> &'static str {
        let between = self.lines.windows(2).filter_map(|it| match it {
            [a, b] => Some(&self.text[a.end()..b.start()]),
            _ => None,
        });
        if between.into_iter().any(|it| it.trim() == ",") { ", " } else { "; " }
    }

    fn line_end(&self) -> &'static str {
        if self.text.contains("\r\n") { "\r\n" } else { "\n" }
    }

    fn row_start(&self, at: usize) -> usize {
        self.text[..at].rfind('\n').map_or(0, |it| it + 1)
    }

    fn row_end(&self, at: usize) -> usize {
        at + self.row_after(at).len()
    }

    /// The row of the text around a place.
    fn row(&self, at: usize) -> &'s str {
        &self.text[self.row_start(at)..self.row_end(at)]
    }

    /// The rest of the row.
    fn row_after(&self, at: usize) -> &'s str {
        self.text[at..].split('\n').next().unwrap_or("").trim_end_matches('\r')
    }

    /// Characters of a row up to a place.
    fn width(&self, at: usize) -> usize {
        self.text[self.row_start(at)..at].chars().count()
    }

    /// The blanks at the start of the declaration.
    fn base(&self) -> &'s str {
        blanks(self.row(self.span.range().start))
    }

    /// Indentation of a line on a row of its own.
    fn indent(&self, at: usize) -> String {
        match self.row_start(at) > self.inner.start {
            true => blanks(self.row(at)).to_owned(),
            false => format!("{}    ", self.base()),
        }
    }
}

fn blanks(row: &str) -> &str {
    &row[..row.len() - row.trim_start().len()]
}

/// A coordinate, to a thousandth.
fn number(it: f64) -> String {
    format!("{}", (it * 1000.0).round() / 1000.0 + 0.0)
}

/// The text with its edits, which are in its order and apart from each other.
fn applied(text: &str, mut edits: Vec<Edit>) -> String {
    edits.sort_by_key(|it| it.0.start);
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for (range, insert) in edits {
        out.push_str(&text[at..range.start]);
        out.push_str(&insert);
        at = range.end;
    }
    out + &text[at..]
}
