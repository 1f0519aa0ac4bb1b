//! A report to send to somebody: one HTML file with nothing beside it, or Markdown.

use crate::compare::{Comparison, Row};
use crate::interval::Interval;
use crate::picture::{escaped, picture};
use crate::report::{Action, Distribution, Found, Report, Share, Side, Table};
use crate::winning::Ingredient;
use crate::words::{figure, grouped, percent};

/// Rows of a table; more are counted.
const ROWS: usize = 40;

/// Style of the page: on paper and on screen, light and dark, wide and narrow.
const STYLE: &str = "
:root { color-scheme: light dark; --ink: light-dark(#1c231f, #e6ebe7); --quiet: light-dark(#56615a, #9caaa2); --line: light-dark(#d3dad4, #2c3833); }
body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; color: var(--ink); background: light-dark(#fdfcfa, #141917); font: 16px/1.5 system-ui, sans-serif; }
h1, h2, h3 { font-family: ui-serif, Georgia, serif; line-height: 1.25; }
h2 { margin-top: 2.2rem; } h3 { margin-bottom: 0; } h3 + p { margin-top: .2rem; }
svg { max-width: 100%; height: auto; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .2rem 1rem .2rem 0; border-bottom: 1px solid var(--line); text-align: start; font-weight: 400; }
td { text-align: end; white-space: nowrap; } thead th { color: var(--quiet); font-size: .9rem; } thead th + th { text-align: end; }
.quiet { color: var(--quiet); }
";

/// A part of a document.
enum Part {
    Section(String),
    /// A question and its answer.
    Answer(String, String),
    Text(String),
    /// A table with its column headings.
    Table(Vec<String>, Vec<Vec<String>>),
    /// SVG, which Markdown leaves out.
    Picture(String),
}

impl Report {
    /// A self-contained HTML page: the title, the plan, and the results; with the comparison, if given.
    pub fn html(&self, title: &str, changed: Option<&Comparison>) -> String {
        let mut body = String::new();
        for part in self.parts(changed) {
            body += &match part {
                Part::Section(text) => format!("<h2>{}</h2>\n", escaped(&text)),
                Part::Answer(question, answer) => {
                    format!("<h3>{}</h3>\n<p>{}</p>\n", escaped(&question), escaped(&answer))
                }
                Part::Text(text) => format!("<p class=\"quiet\">{}</p>\n", escaped(&text)),
                Part::Picture(svg) => format!("<div class=\"wide\">{svg}</div>\n"),
                Part::Table(head, rows) => html_table(&head, &rows),
            };
        }
        let title = escaped(title);
        format!(
            "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n<style>{STYLE}</style>\n<h1>{title}</h1>\n{body}</html>\n"
        )
    }

    /// The same as Markdown, without its pictures.
    pub fn markdown(&self, title: &str, changed: Option<&Comparison>) -> String {
        let mut out = format!("# {}\n", plain(title));
        for part in self.parts(changed) {
            out += &match part {
                Part::Section(text) => format!("\n## {}\n", plain(&text)),
                Part::Answer(question, answer) => format!("\n**{}** {}\n", plain(&question), plain(&answer)),
                Part::Text(text) => format!("\n{}\n", plain(&text)),
                Part::Picture(_) => String::new(),
                Part::Table(head, rows) => markdown_table(&head, &rows),
            };
        }
        out
    }

    fn parts(&self, changed: Option<&Comparison>) -> Vec<Part> {
        let mut out = vec![Part::Text(format!(
            "{} games, {} of them completed, {} moves. Hash {}: identical for the same rules, seed and games.",
            grouped(self.games),
            grouped(self.ended),
            grouped(self.moves),
            self.hash
        ))];
        if let Some(it) = changed {
            out.push(Part::Answer("Did the change help?".to_owned(), it.sentence.clone()));
        }
        out.extend(self.answers.iter().map(|it| Part::Answer(it.title.to_owned(), it.sentence.clone())));
        if !self.flaws.is_empty() {
            out.push(Part::Section("What is wrong".to_owned()));
            let row = |it: &Found| vec![it.name.to_owned(), it.message.clone(), grouped(it.games), it.seed.to_string()];
            out.push(table(&["", "", "games", "seed of shortest"], self.flaws.iter().map(row).collect()));
        }
        out.push(Part::Picture(picture(self)));
        self.changed(changed, &mut out);
        out.push(Part::Section("Who wins".to_owned()));
        let seats: Vec<Vec<String>> = self.roles.iter().chain([&self.draws]).map(share).collect();
        out.push(table(&["", "share", "95%", "games"], seats));
        if !self.players.is_empty() {
            let row = |it: &Side| {
                [vec![it.name.clone()], shared(it.share), vec![grouped(it.wins), grouped(it.draws), grouped(it.losses)]]
                    .concat()
            };
            out.push(table(
                &["by player", "share", "95%", "wins", "draws", "losses"],
                self.players.iter().map(row).collect(),
            ));
        }
        if self.by_players.len() > 1 {
            let row = |it: &Table| {
                let wins = it.roles.iter().map(|seat| format!("{} {}", seat.name, percent(seat.share.value)));
                vec![it.players.to_string(), grouped(it.ended), wins.collect::<Vec<_>>().join(", ")]
            };
            out.push(table(&["players", "games", "won by"], self.by_players.iter().map(row).collect()));
        }
        if let Some(it) = &self.decided {
            out.push(Part::Section("When it is decided".to_owned()));
            let row =
                |(at, it): (usize, &Interval)| [vec![format!("after {}0% of the moves", at)], shared(*it)].concat();
            let head = ["winner is ahead", "of the games", "joint 95%"];
            out.push(table(&head, it.led.iter().enumerate().map(row).collect()));
        }
        if !self.ingredients.is_empty() {
            out.push(Part::Section("What helps to win".to_owned()));
            let row = |it: &Ingredient| {
                let between = format!("{} to {}", percent(it.more.low), percent(it.more.high));
                vec![it.called(), percent(it.share), percent(it.more.value), between]
            };
            out.push(table(
                &["a player who", "made by", "wins more often", "joint 95%"],
                self.ingredients.iter().map(row).collect(),
            ));
        }
        out.push(Part::Section("Length and choices".to_owned()));
        out.push(table(&["", "mean", "95%", "min", "median", "max"], self.numbers()));
        out.push(Part::Section("Actions".to_owned()));
        let row = |it: &Action| vec![it.name.clone(), grouped(it.offered), grouped(it.taken)];
        out.push(table(&["", "offered", "taken"], self.actions.iter().map(row).collect()));
        out
    }

    fn changed(&self, changed: Option<&Comparison>, out: &mut Vec<Part>) {
        let Some(it) = changed else { return };
        out.push(Part::Section("What changed".to_owned()));
        let row = |it: &Row| {
            let shown = |value: f64| {
                if it.share { percent(value) } else { figure(Interval { value, ..it.difference }) }
            };
            let between = format!("{} to {}", shown(it.difference.low), shown(it.difference.high));
            let sure = if it.is_clear() { "clear" } else { "may be chance" };
            vec![it.name.clone(), shown(it.first), shown(it.second), between, sure.to_owned()]
        };
        out.push(table(&["", "before", "now", "change, joint 95%", ""], it.rows.iter().map(row).collect()));
    }

    /// Lengths, choices and numbers at the end.
    fn numbers(&self) -> Vec<Vec<String>> {
        let one = |name: &str, it: &Distribution| {
            let spread = [it.least, it.median, it.most].map(grouped);
            [vec![name.to_owned()], mean(it.mean), spread.to_vec()].concat()
        };
        let mut rows = vec![
            one("moves per game", &self.length),
            one("turns per game", &self.turns),
            one("legal moves", &self.choices),
        ];
        for it in &self.measures {
            let spread = vec![it.least.to_string(), String::new(), it.most.to_string()];
            rows.push([vec![format!("{} at the end", it.name)], mean(it.mean), spread].concat());
        }
        rows
    }
}

fn table(head: &[&str], rows: Vec<Vec<String>>) -> Part {
    Part::Table(head.iter().map(|it| (*it).to_owned()).collect(), rows)
}

fn share(it: &Share) -> Vec<String> {
    [vec![it.name.clone()], shared(it.share), vec![grouped(it.games)]].concat()
}

fn shared(it: Interval) -> Vec<String> {
    vec![percent(it.value), format!("{} to {}", percent(it.low), percent(it.high))]
}

fn mean(it: Interval) -> Vec<String> {
    let at = |value: f64| figure(Interval { value, ..it });
    vec![figure(it), format!("{} to {}", at(it.low), at(it.high))]
}

fn html_table(head: &[String], rows: &[Vec<String>]) -> String {
    let cells = |name: &str, row: &[String]| -> String {
        row.iter().map(|it| format!("<{name}>{}</{name}>", escaped(it))).collect()
    };
    let row = |it: &Vec<String>| format!("<tr>{}{}</tr>\n", cells("th", &it[..1]), cells("td", &it[1..]));
    let more = rows.len().saturating_sub(ROWS);
    let more = if more > 0 { format!("<p class=\"quiet\">And {more} more.</p>\n") } else { String::new() };
    let body: String = rows.iter().take(ROWS).map(row).collect();
    format!(
        "<div class=\"wide\"><table>\n<thead><tr>{}</tr></thead>\n<tbody>\n{body}</tbody>\n</table></div>\n{more}",
        cells("th", head)
    )
}

fn markdown_table(head: &[String], rows: &[Vec<String>]) -> String {
    let line = |row: &[String]| format!("| {} |\n", row.iter().map(|it| plain(it)).collect::<Vec<_>>().join(" | "));
    let rule = format!("|---|{}\n", "---:|".repeat(head.len() - 1));
    let more = rows.len().saturating_sub(ROWS);
    let more = if more > 0 { format!("\nAnd {more} more.\n") } else { String::new() };
    let body: String = rows.iter().take(ROWS).map(|it| line(it)).collect();
    format!("\n{}{rule}{body}{more}", line(head))
}

/// Escapes a text for Markdown. Text in backticks stays as it is.
fn plain(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '\n' | '\r' | '\t' => out.push(' '),
            '\\' | '|' | '*' | '_' | '<' | '#' | '[' | ']' => out.extend(['\\', c]),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn texts_stay_texts() {
        assert_eq!(plain("a|b*c_d<e>\n#[x]\\`f`"), "a\\|b\\*c\\_d\\<e> \\#\\[x\\]\\\\`f`");
    }
}
