//! Diagnostics as text for a terminal, by ariadne.
//!
//! Invariant: the drawing has bounded length, however many problems there are and however long the lines of the text;
//! and nothing in the text breaks it. So ariadne never gets the text itself, and counts characters, not bytes.

use crate::{BYTE_ORDER_MARK, Diagnostic, Severity, Source, Span};
use ariadne::{Cache, Color, Config, IndexType, Label, Report, ReportKind};
use std::collections::BTreeMap;

/// More than these are counted, not drawn.
const DRAWN_LIMIT: usize = 50;

/// Maximum letters shown of a line; places beyond them are reported without their line.
const LINE_LIMIT: usize = 400;

/// All of them, one under another, blank lines between; "" if there are none.
pub fn draw(source: &Source, problems: &[Diagnostic], colour: bool) -> String {
    let told = &problems[..problems.len().min(DRAWN_LIMIT)];
    let mut files = Files::of(source, told);
    let mut drawn: Vec<String> = told.iter().map(|it| draw_one(source, &mut files, it, colour)).collect();
    if problems.len() > told.len() {
        drawn.push(format!("and {} more\n", problems.len() - told.len()));
    }
    drawn.join("\n")
}

/// The files of a source as drawn, by their positions: lines without labels only have their ends, the others only their
/// visible part, without characters that control a terminal.
struct Files<'s> {
    files: Vec<ariadne::Source<String>>,
    names: Vec<&'s str>,
    /// By its number in the source: where a line that is shown begins in its file, and how long it is, in characters.
    lines: BTreeMap<usize, (usize, usize)>,
}

impl<'s> Files<'s> {
    fn of(source: &'s Source, problems: &[Diagnostic]) -> Files<'s> {
        let mut lines: BTreeMap<usize, (usize, usize)> = BTreeMap::new();
        for it in problems {
            for span in it.labels.iter().map(|it| it.0).chain([it.span]) {
                let (_, first, last) = ends(source, span);
                // Includes the line before, where problems at the end of a file are drawn.
                let around = |at: usize| source.line_of(at as u32).saturating_sub(1)..=source.line_of(at as u32);
                lines.extend([first, last].into_iter().flat_map(around).map(|line| (line, (0, 0))));
            }
        }
        let mut files = Vec::with_capacity(source.parts().len());
        for part in source.parts() {
            let text = source.up_to(part).get(part.span.start as usize..).unwrap_or("");
            let first = source.line_of(part.span.start);
            let mut out = String::new();
            let mut length = 0;
            for (i, line) in text.split_inclusive('\n').enumerate() {
                if let Some(place) = lines.get_mut(&(first + i)) {
                    let shown: String =
                        line.trim_end_matches(['\r', '\n']).chars().filter(is_shown).map(plain).collect();
                    let cut = shown.char_indices().nth(LINE_LIMIT).map(|it| it.0);
                    let shown = cut.map_or(shown.clone(), |at| format!("{}…", &shown[..at]));
                    *place = (length, shown.chars().count());
                    length += place.1;
                    out.push_str(&shown);
                }
                if line.ends_with('\n') {
                    out.push('\n');
                    length += 1;
                }
            }
            // For ariadne, an empty last line does not exist: places on it move to the end.
            let last = first + text.split('\n').count() - 1;
            if let Some(place) = lines.get_mut(&last).filter(|_| text.is_empty() || text.ends_with('\n')) {
                *place = (length, 0);
            }
            files.push(ariadne::Source::from(out));
        }
        Files { files, names: source.parts().iter().map(|it| it.name.as_str()).collect(), lines }
    }

    /// The position of a byte of a source in the drawing; `None` if it is beyond the shown part of its line.
    fn place(&self, source: &Source, offset: usize) -> Option<usize> {
        let line = source.line_of(offset as u32);
        let (start, length) = self.lines.get(&line).copied()?;
        let column = source.before(offset).chars().filter(is_shown).take(LINE_LIMIT + 1).count();
        (column <= LINE_LIMIT).then_some(start + column.min(length))
    }

    /// A file and a range of characters in it; an empty range covers the character at its place.
    fn range(&self, source: &Source, span: Span) -> Option<(usize, std::ops::Range<usize>)> {
        let (part, first, last) = ends(source, span);
        let start = self.place(source, first)?;
        let end = if first == last { start } else { self.place(source, last)? };
        let at_end = source.parts().get(part).is_none_or(|it| it.span.end as usize <= last);
        Some((part, start..if at_end { end } else { end + 1 }))
    }
}

/// The file of a span, and where its first and its last character begin, within that file.
fn ends(source: &Source, span: Span) -> (usize, usize, usize) {
    let at = source.part_of(span.start);
    let limit = source.parts().get(at).map_or(0, |it| it.span.end);
    let start = source.boundary(span.start);
    let last = source.boundary(span.end.min(limit).saturating_sub(1).max(start as u32));
    (at, start, last)
}

/// A byte order mark takes no room.
fn is_shown(c: &char) -> bool {
    *c != BYTE_ORDER_MARK
}

/// A character as drawn: control characters and the like become dots.
fn plain(c: char) -> char {
    let moves = c.is_control() && c != '\t'
        || matches!(c, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    if moves { '·' } else { c }
}

impl Cache<usize> for &mut Files<'_> {
    type Storage = String;

    fn fetch(&mut self, at: &usize) -> Result<&ariadne::Source<String>, impl std::fmt::Debug> {
        self.files.get(*at).ok_or("no such file")
    }

    fn display<'a>(&self, at: &'a usize) -> Option<impl std::fmt::Display + 'a> {
        self.names.get(*at).map(|it| (*it).to_owned())
    }
}

fn draw_one(source: &Source, files: &mut Files, it: &Diagnostic, colour: bool) -> String {
    let (kind, main) = match it.severity {
        Severity::Error => (ReportKind::Error, Color::Red),
        Severity::Warning => (ReportKind::Warning, Color::Yellow),
    };
    let own = [(it.span, String::new())];
    let labels = if it.labels.is_empty() { &own[..] } else { &it.labels[..] };
    // Line by line, the file of the problem first; labels that are not in order are drawn separately.
    let file = |span: Span| source.part_of(span.start);
    let mut order: Vec<_> = labels.iter().collect();
    order.sort_by_key(|(span, _)| (file(*span) != file(it.span), file(*span), span.start));
    let places: Option<Vec<_>> = order.iter().map(|(span, _)| files.range(source, *span)).collect();
    let (Some(at), Some(places)) = (files.range(source, it.span), places) else { return told(source, it) };
    let config = Config::default().with_color(colour).with_index_type(IndexType::Char).with_compact(false);
    let mut report = Report::build(kind, at).with_config(config).with_code(it.code.text()).with_message(&it.message);
    for (i, ((_, text), place)) in order.iter().zip(places).enumerate() {
        let colour = if i == 0 { main } else { Color::Blue };
        let mut label = Label::new(place).with_color(colour);
        if !text.is_empty() {
            label = label.with_message(text);
        }
        report = report.with_label(label);
    }
    if let Some(help) = way_out(it) {
        report = report.with_help(help);
    }
    let mut out = Vec::new();
    let written = report.finish().write(files, &mut out);
    let text = String::from_utf8_lossy(&out);
    if written.is_err() || text.is_empty() {
        return told(source, it);
    }
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.join("\n") + "\n"
}

/// The help, or else a description of the fixes.
fn way_out(it: &Diagnostic) -> Option<String> {
    let first_small = |title: &str| {
        let mut letters = title.chars();
        letters.next().map(|it| it.to_lowercase().chain(letters).collect::<String>())
    };
    let fixes = || it.fixes.iter().filter_map(|it| first_small(&it.title)).collect::<Vec<_>>().join(", or ");
    it.help.clone().or_else(|| Some(fixes()).filter(|it| !it.is_empty()))
}

/// A problem in words alone, without its line.
fn told(source: &Source, it: &Diagnostic) -> String {
    let kind = match it.severity {
        Severity::Error => "Error",
        Severity::Warning => "Warning",
    };
    let at = source.position(it.span.start);
    let (file, code) = (source.file(it.span.start), it.code.text());
    let mut out = format!("[{code}] {kind}: {}\n   at {file}:{}:{}\n", it.message, at.line, at.column);
    for (span, text) in it.labels.iter().filter(|it| !it.1.is_empty()) {
        let at = source.position(span.start);
        out += &format!("   {}:{}: {text}\n", at.line, at.column);
    }
    if let Some(help) = way_out(it) {
        out += &format!("   Help: {help}\n");
    }
    out
}
