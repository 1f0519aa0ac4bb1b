//! Diagnostics as text for a terminal, by ariadne.

use crate::{Diagnostic, Severity, Source, Span};
use ariadne::{Color, Config, IndexType, Label, Report, ReportKind};

/// All of them, one under another, blank lines between; "" if there are none.
pub fn draw(source: &Source, problems: &[Diagnostic], colour: bool) -> String {
    let mut text = (source.name.as_str(), ariadne::Source::from(source.text.as_str()));
    let drawn: Vec<String> = problems.iter().map(|it| draw_one(source, &mut text, it, colour)).collect();
    drawn.join("\n")
}

fn draw_one<'s>(
    source: &'s Source,
    text: &mut (&'s str, ariadne::Source<&'s str>),
    it: &Diagnostic,
    colour: bool,
) -> String {
    let name = source.name.as_str();
    let (kind, main) = match it.severity {
        Severity::Error => (ReportKind::Error, Color::Red),
        Severity::Warning => (ReportKind::Warning, Color::Yellow),
    };
    let config = Config::default().with_color(colour).with_index_type(IndexType::Byte).with_compact(false);
    let mut report = Report::build(kind, (name, range(source, it.span)))
        .with_config(config)
        .with_code(it.code.text())
        .with_message(&it.message);
    let own = [(it.span, String::new())];
    let labels = if it.labels.is_empty() { &own[..] } else { &it.labels[..] };
    for (i, (span, text)) in labels.iter().enumerate() {
        let colour = if i == 0 { main } else { Color::Blue };
        let mut label = Label::new((name, range(source, *span))).with_color(colour);
        if !text.is_empty() {
            label = label.with_message(text);
        }
        report = report.with_label(label);
    }
    if let Some(help) = &it.help {
        report = report.with_help(help);
    }
    let mut out = Vec::new();
    let written = report.finish().write(text, &mut out);
    let text = String::from_utf8_lossy(&out);
    if written.is_err() || text.is_empty() {
        let at = source.position(it.span.start);
        return format!("[{}] {}:{}:{}: {}\n", it.code.text(), name, at.line, at.column, it.message);
    }
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.join("\n") + "\n"
}

/// A range on character boundaries within the text; an empty one takes the character it stands at.
fn range(source: &Source, span: Span) -> std::ops::Range<usize> {
    let text = &source.text;
    let floor = |at: usize| (0..=at.min(text.len())).rev().find(|it| text.is_char_boundary(*it)).unwrap_or(0);
    let start = floor(span.start as usize);
    let end = floor(span.end as usize).max(start);
    if start == end
        && let Some(c) = text[start..].chars().next()
    {
        return start..start + c.len_utf8();
    }
    start..end
}
