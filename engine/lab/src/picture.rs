//! A report as a picture: who wins, how long games are, how many moves there are to choose from.
//!
//! Invariant: readable without colours (lengths, whiskers, words); uses the colour of the surrounding text.

use crate::report::{Distribution, Report, Share};
use crate::words::{grouped, rounded};
use std::fmt::Write;

const WIDTH: f64 = 640.0;
const LEFT: f64 = 150.0;
const RIGHT: f64 = 110.0;
const ROW: f64 = 26.0;
const CHART: f64 = 150.0;

/// SVG. Bars of shares have whiskers for the interval that holds the true share in 95 of 100 cases.
pub fn picture(report: &Report) -> String {
    let mut out = Picture { body: String::new(), y: 10.0 };
    let shares: Vec<&Share> = report.roles.iter().chain([&report.draws]).collect();
    out.shares(&format!("Wins by seat, {} games", grouped(report.ended)), &shares);
    if report.order.len() > 1 {
        out.shares("Wins by turn order", &report.order.iter().collect::<Vec<_>>());
    }
    out.histogram("Moves per game", "games", &report.length);
    out.histogram("Legal moves", "positions", &report.choices);
    let Picture { body, y } = out;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {y}\" width=\"{WIDTH}\" height=\"{y}\" role=\"img\" \
         font-family=\"system-ui, sans-serif\" font-size=\"13\" fill=\"currentColor\" stroke=\"none\">\n<title>{} games</title>\n{body}</svg>\n",
        grouped(report.games)
    )
}

struct Picture {
    body: String,
    /// Top of the next part.
    y: f64,
}

impl Picture {
    fn title(&mut self, text: &str) {
        self.y += 18.0;
        let _ = writeln!(self.body, "<text x=\"0\" y=\"{}\" font-weight=\"600\">{}</text>", self.y, escaped(text));
        self.y += 8.0;
    }

    fn shares(&mut self, title: &str, rows: &[&Share]) {
        self.title(title);
        let wide = WIDTH - LEFT - RIGHT;
        for row in rows {
            let (y, middle) = (self.y, self.y + ROW / 2.0);
            let at = |share: f64| tenths(LEFT + wide * share);
            let name: String = row.name.chars().take(20).collect();
            let _ = writeln!(
                self.body,
                "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>\
                 <rect x=\"{LEFT}\" y=\"{}\" width=\"{}\" height=\"{}\" fill-opacity=\"0.35\" stroke=\"currentColor\" stroke-width=\"1\"/>\
                 <path d=\"M{low} {middle}H{high}M{low} {top}V{bottom}M{high} {top}V{bottom}\" stroke=\"currentColor\" stroke-width=\"1.5\" fill=\"none\"/>\
                 <text x=\"{}\" y=\"{}\">{:.1}% ± {:.1}</text>",
                LEFT - 8.0,
                middle + 4.5,
                escaped(&name),
                y + 4.0,
                tenths(wide * row.share.value),
                ROW - 8.0,
                WIDTH - RIGHT + 10.0,
                middle + 4.5,
                100.0 * row.share.value,
                50.0 * (row.share.high - row.share.low),
                low = at(row.share.low),
                high = at(row.share.high),
                top = middle - 5.0,
                bottom = middle + 5.0,
            );
            self.y += ROW;
        }
        self.y += 10.0;
    }

    fn histogram(&mut self, title: &str, unit: &str, it: &Distribution) {
        let most = it.bars.iter().map(|bar| bar.count).max().unwrap_or(0);
        if most == 0 {
            return;
        }
        if it.least == it.most {
            self.title(&format!("{title}: always {}", grouped(it.least)));
            self.y += 10.0;
            return;
        }
        self.title(title);
        let bottom = self.y + CHART;
        let wide = (WIDTH - LEFT - 10.0) / it.bars.len() as f64;
        for (i, bar) in it.bars.iter().enumerate() {
            let high = CHART * bar.count as f64 / most as f64;
            let numbers = if bar.from == bar.to {
                grouped(bar.from)
            } else {
                format!("{}–{}", grouped(bar.from), grouped(bar.to))
            };
            let _ = writeln!(
                self.body,
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill-opacity=\"0.35\" stroke=\"currentColor\" stroke-width=\"1\"><title>{numbers}: {}</title></rect>",
                tenths(LEFT + wide * i as f64),
                tenths(bottom - high),
                tenths((wide - 1.0).max(0.5)),
                tenths(high),
                grouped(bar.count),
            );
        }
        let (first, last) = (it.bars.first().map_or(0, |it| it.from), it.bars.last().map_or(0, |it| it.to));
        let (first, last, most, median) = (grouped(first), grouped(last), grouped(most), grouped(it.median));
        let _ = writeln!(
            self.body,
            "<path d=\"M{LEFT} {bottom}H{}\" stroke=\"currentColor\"/>\
             <text x=\"{LEFT}\" y=\"{below}\">{first}</text><text x=\"{}\" y=\"{below}\" text-anchor=\"end\">{last}</text>\
             <text x=\"{}\" y=\"{}\" text-anchor=\"end\">{most} {unit}</text>\
             <text x=\"{}\" y=\"{below}\" text-anchor=\"middle\">mean {mean}, median {median}</text>",
            WIDTH - 10.0,
            WIDTH - 10.0,
            LEFT - 8.0,
            self.y + 12.0,
            LEFT + (WIDTH - LEFT - 10.0) / 2.0,
            mean = rounded(it.mean.value, 1),
            below = bottom + 16.0,
        );
        self.y = bottom + 28.0;
    }
}

/// Rounded, so that the picture is short.
fn tenths(x: f64) -> f64 {
    (x * 10.0).round() / 10.0
}

/// Escapes a text for an element or an attribute. Characters XML cannot hold become the replacement character.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\t' | '\n' | '\r' => out.push(' '),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn texts_are_texts() {
        let hostile = "</text><script>&amp;\"'\0\u{1}\u{b}\r\n\u{7f}\u{ffff}]]>é🎲";
        assert_eq!(
            escaped(hostile),
            "&lt;/text&gt;&lt;script&gt;&amp;amp;&quot;&#39;\u{fffd}\u{fffd}\u{fffd}  \u{fffd}\u{fffd}]]&gt;é🎲"
        );
    }
}
