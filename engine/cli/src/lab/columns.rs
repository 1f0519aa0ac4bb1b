//! Tables for a terminal: names to the left, numbers to the right.

use crate::terminal::TITLE;
use comfy_table::{CellAlignment, ColumnConstraint, Table, Width, presets};
use lab::Interval;
use std::fmt;

/// Wide enough for most names, so that most tables have the same columns; longer names make theirs wider.
const NAME: u16 = 26;
const NUMBER: u16 = 12;

pub struct Columns(Table);

impl Columns {
    pub fn new<'a>(titles: impl IntoIterator<Item = &'a str>) -> Columns {
        let mut table = Table::new();
        table.load_style(presets::NOTHING).set_header(titles);
        for (i, column) in table.column_iter_mut().enumerate() {
            let (least, side) = if i == 0 { (NAME, CellAlignment::Left) } else { (NUMBER, CellAlignment::Right) };
            column
                .set_padding((0, 2))
                .set_constraint(ColumnConstraint::LowerBoundary(Width::Fixed(least)))
                .set_cell_alignment(side);
        }
        Columns(table)
    }

    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.0.add_row(cells);
    }
}

/// An empty line, and the table.
impl fmt::Display for Columns {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let lines = self.0.trim_fmt();
        let (titles, rows) = lines.split_once('\n').unwrap_or((&lines, ""));
        writeln!(f, "\n{TITLE}{titles}{TITLE:#}")?;
        rows.lines().try_for_each(|it| writeln!(f, "{it}"))
    }
}

/// A share from 0 to 1.
pub fn percent(share: f64) -> String {
    format!("{:.2}%", 100.0 * share)
}

pub fn between(it: &Interval) -> String {
    format!("{} to {}", percent(it.low), percent(it.high))
}
