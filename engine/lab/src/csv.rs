//! A report as a table for other programs: one row for each number, in columns that never change.

use crate::interval::Interval;
use crate::report::{Distribution, Report};
use std::fmt::Write;

impl Report {
    /// CSV with the columns `table,name,count,value,low,high`; missing values are empty. Lines end with CR LF.
    pub fn csv(&self) -> String {
        let mut out = Rows("table,name,count,value,low,high\r\n".to_owned());
        out.count("games", "played", self.games);
        out.count("games", "ended", self.ended);
        for (table, rows) in [("results", &self.results), ("won by", &self.roles), ("won by order", &self.order)] {
            rows.iter().for_each(|it| out.row(table, &it.name, it.games, Some(it.share)));
        }
        out.row("won by", &self.draws.name, self.draws.games, Some(self.draws.share));
        for it in &self.by_players {
            let table = format!("won by, {} players", it.players);
            it.roles
                .iter()
                .chain([&it.draws])
                .for_each(|seat| out.row(&table, &seat.name, seat.games, Some(seat.share)));
        }
        for it in &self.players {
            out.row("won by player", &it.name, it.wins, Some(it.share));
            out.count("drawn by player", &it.name, it.draws);
            out.count("lost by player", &it.name, it.losses);
        }
        out.distribution("moves per game", &self.length);
        out.distribution("turns per game", &self.turns);
        out.distribution("legal moves", &self.choices);
        for it in &self.measures {
            out.row("at the end", &it.name, it.games, Some(it.mean));
        }
        for it in &self.actions {
            out.count("offered", &it.name, it.offered);
            out.count("taken", &it.name, it.taken);
        }
        if let Some(it) = self.luck {
            out.row("who wins", "decided by the seed", 0, Some(it));
        }
        for (at, it) in self.decided.iter().flat_map(|it| &it.led).enumerate() {
            out.row("the winner is ahead", &format!("after {at}0%"), 0, Some(*it));
        }
        for it in &self.ingredients {
            out.row("wins more often", &it.called(), 0, Some(it.more));
        }
        for it in &self.frames {
            out.count("entered", &it.name, it.entered);
        }
        for it in &self.actions {
            for argument in &it.arguments {
                let tables = ["offered", "taken"].map(|table| format!("{table}: {} {}", it.name, argument.name));
                for value in &argument.values {
                    out.count(&tables[0], &value.name, value.offered);
                    out.count(&tables[1], &value.name, value.taken);
                }
            }
        }
        for race in &self.races {
            for field in &race.fields {
                if let Some(entered) = field.entered {
                    out.count(&format!("came to: {}", race.name), &field.name, entered);
                }
                out.count(&format!("ended on: {}", race.name), &field.name, field.ended);
            }
        }
        for it in &self.lines {
            out.count("lines", &it.name(), it.most);
        }
        for it in &self.flaws {
            out.count("flaws", &format!("{}: {}", it.name, it.message), it.games);
        }
        out.0
    }
}

struct Rows(String);

impl Rows {
    fn count(&mut self, table: &str, name: &str, count: u64) {
        self.row(table, name, count, None);
    }

    fn row(&mut self, table: &str, name: &str, count: u64, numbers: Option<Interval>) {
        let _ = write!(self.0, "{},{},{count}", quoted(table), quoted(name));
        let _ = match numbers {
            Some(it) => write!(self.0, ",{},{},{}\r\n", it.value, it.low, it.high),
            None => write!(self.0, ",,,\r\n"),
        };
    }

    fn distribution(&mut self, table: &str, it: &Distribution) {
        self.row(table, "mean", it.count, Some(it.mean));
        for bar in &it.bars {
            let name = if bar.from == bar.to { bar.from.to_string() } else { format!("{}-{}", bar.from, bar.to) };
            self.count(table, &name, bar.count);
        }
    }
}

/// A field; in quotes where it must be, and where a spreadsheet would take it for a formula.
pub fn quoted(text: &str) -> String {
    let text = if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("'{text}") } else { text.to_owned() };
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn fields_are_fields() {
        let all = ["", "a,b", "a\"b", "a\nb", "=1+1", "-1", "@x", "\t=1", "\r=1", "plain"].map(quoted);
        let expected = ["", "\"a,b\"", "\"a\"\"b\"", "\"a\nb\"", "'=1+1", "'-1", "'@x", "'\t=1", "\"'\r=1\"", "plain"];
        assert_eq!(all, expected);
    }
}
