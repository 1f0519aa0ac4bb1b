//! Diagnostics as text for a terminal, by ariadne.

use crate::{Diagnostic, Part, Severity, Source, Span};
use ariadne::{Cache, Color, Config, IndexType, Label, Report, ReportKind};

/// All of them, one under another, blank lines between; "" if there are none.
pub fn draw(source: &Source, problems: &[Diagnostic], colour: bool) -> String {
    let text = |part: &Part| source.up_to(part).get(part.span.start as usize..).unwrap_or("");
    let mut files = Files {
        files: source.parts().iter().map(|it| ariadne::Source::from(text(it))).collect(),
        names: source.parts().iter().map(|it| it.name.as_str()).collect(),
    };
    let drawn: Vec<String> = problems.iter().map(|it| draw_one(source, &mut files, it, colour)).collect();
    drawn.join("\n")
}

/// The files of a source, by their places.
struct Files<'s> {
    files: Vec<ariadne::Source<&'s str>>,
    names: Vec<&'s str>,
}

impl<'s> Cache<usize> for &mut Files<'s> {
    type Storage = &'s str;

    fn fetch(&mut self, at: &usize) -> Result<&ariadne::Source<&'s str>, impl std::fmt::Debug> {
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
    let config = Config::default().with_color(colour).with_index_type(IndexType::Byte).with_compact(false);
    let mut report = Report::build(kind, range(source, it.span))
        .with_config(config)
        .with_code(it.code.text())
        .with_message(&it.message);
    let own = [(it.span, String::new())];
    let labels = if it.labels.is_empty() { &own[..] } else { &it.labels[..] };
    // Line by line, the file of the problem first: what is out of order is drawn apart.
    let file = |span: Span| source.part_of(span.start);
    let mut order: Vec<_> = labels.iter().enumerate().collect();
    order.sort_by_key(|(_, (span, _))| (file(*span) != file(it.span), file(*span), span.start));
    for (i, (span, text)) in order {
        let colour = if i == 0 { main } else { Color::Blue };
        let mut label = Label::new(range(source, *span)).with_color(colour);
        if !text.is_empty() {
            label = label.with_message(text);
        }
        report = report.with_label(label);
    }
    if let Some(help) = &it.help {
        report = report.with_help(help);
    }
    let mut out = Vec::new();
    let written = report.finish().write(files, &mut out);
    let text = String::from_utf8_lossy(&out);
    if written.is_err() || text.is_empty() {
        let at = source.position(it.span.start);
        return format!(
            "[{}] {}:{}:{}: {}\n",
            it.code.text(),
            source.file(it.span.start),
            at.line,
            at.column,
            it.message
        );
    }
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.join("\n") + "\n"
}

/// A file and a range in it, on character boundaries; an empty range takes the character it stands at.
fn range(source: &Source, span: Span) -> (usize, std::ops::Range<usize>) {
    let at = source.part_of(span.start);
    let Some(part) = source.parts().get(at) else { return (0, 0..0) };
    let base = part.span.start as usize;
    let start = source.boundary(span.start);
    let end = source.boundary(span.end.min(part.span.end)).max(start);
    if start == end
        && let Some(c) = source.up_to(part).get(start..).and_then(|it| it.chars().next())
    {
        return (at, start - base..start - base + c.len_utf8());
    }
    (at, start - base..end - base)
}
