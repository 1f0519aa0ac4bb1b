//! Tables: files whose first line names the columns, with commas (CSV) or tabs (TSV) between the cells.
//!
//! Invariant: every cell knows its place; linear time, and memory bounded by the text.

use csv_core::{ReadFieldResult, Reader, ReaderBuilder};
use diag::{BYTE_ORDER_MARK, Problems, Span};
use std::collections::BTreeMap;

/// A table as read.
pub struct Table {
    pub columns: Vec<Cell>,
    pub rows: Vec<Row>,
    /// Between cells: a comma, a semicolon or a tab.
    pub separator: u8,
}

/// A line of a table.
pub struct Row {
    /// As a spreadsheet counts: the line with the names is 1.
    pub number: usize,
    pub cells: Vec<Cell>,
}

/// The text of a row in a column, without its quotes.
#[derive(Debug)]
pub struct Cell {
    pub text: String,
    /// In the file, quotes included.
    pub span: Span,
}

/// The separator of cells in a file, if its name has the ending of a table.
pub fn separator(name: &str, text: &str) -> Option<u8> {
    let ending = name.rsplit_once('.')?.1.to_ascii_lowercase();
    match ending.as_str() {
        "tsv" | "tab" => Some(b'\t'),
        // In locales with a decimal comma, spreadsheets write semicolons; some write tabs.
        "csv" => {
            let (mut counts, mut quoted) = ([(b',', 0), (b';', 0), (b'\t', 0)], false);
            let line = text.bytes().take_while(|byte| {
                quoted ^= *byte == b'"';
                quoted || !matches!(byte, b'\n' | b'\r')
            });
            let mut inside = false;
            for byte in line {
                inside ^= byte == b'"';
                counts.iter_mut().filter(|it| !inside && it.0 == byte).for_each(|it| it.1 += 1);
            }
            // Of as many, the first.
            counts.into_iter().rev().max_by_key(|it| it.1).map(|it| it.0)
        }
        _ => None,
    }
}

/// Reads a table from a place in a text to its end. Rows of empty cells are passed over.
pub fn read(text: &str, start: usize, separator: u8, problems: &mut Problems) -> Option<Table> {
    let mark = text[start..].chars().next().filter(|c| *c == BYTE_ORDER_MARK);
    let mut lines = Lines {
        text,
        at: start + mark.map_or(0, char::len_utf8),
        separator,
        reader: ReaderBuilder::new().delimiter(separator).build(),
        number: 0,
    };
    let Some(Row { cells: columns, .. }) = lines.row(problems)? else {
        problems.table_empty(Span::new(start, text.len()));
        return None;
    };
    let mut known = BTreeMap::new();
    for it in columns.iter().filter(|it| !it.text.is_empty()) {
        if let Some(first) = known.insert(it.text.as_str(), it.span) {
            problems.table_column_twice(it.span, &it.text, first);
            return None;
        }
    }
    let mut rows = Vec::new();
    while let Some(row) = lines.row(problems)? {
        if let Some(more) = row.cells.iter().skip(columns.len()).find(|it| !it.text.is_empty()) {
            problems.table_cell_beyond(more.span, row.number, columns.len());
            return None;
        }
        if row.cells.iter().any(|it| !it.text.is_empty()) {
            rows.push(row);
        }
    }
    Some(Table { columns, rows, separator })
}

/// A table being read.
struct Lines<'s> {
    text: &'s str,
    /// On a character boundary.
    at: usize,
    separator: u8,
    reader: Reader,
    /// Of the row that was read last.
    number: usize,
}

impl Lines<'_> {
    /// The next row; none at the end. Absent if it cannot be read, which is reported.
    fn row(&mut self, problems: &mut Problems) -> Option<Option<Row>> {
        self.number += self.blank_lines() + 1;
        let mut cells = Vec::new();
        while let Some((cell, last)) = self.cell(problems)? {
            cells.push(cell);
            if last {
                return Some(Some(Row { number: self.number, cells }));
            }
        }
        Some(None)
    }

    /// Skips the end of the row before, and empty lines; gives their number.
    fn blank_lines(&mut self) -> usize {
        let rest = &self.text.as_bytes()[self.at..];
        let long = rest.iter().take_while(|it| matches!(it, b'\r' | b'\n')).count();
        let blank = &rest[..long];
        // A row that ends with both was read to the first of them.
        let before = self.at > 0 && self.text.as_bytes()[self.at - 1] == b'\r' && blank.first() == Some(&b'\n');
        let pairs = blank.windows(2).filter(|it| *it == b"\r\n").count();
        self.at += long;
        long - pairs - usize::from(before)
    }

    /// The next cell, and whether it is the last of its row.
    fn cell(&mut self, problems: &mut Problems) -> Option<Option<(Cell, bool)>> {
        let bytes = self.text.as_bytes();
        let from = self.at;
        let (mut content, mut room) = (Vec::new(), [0; 256]);
        let last = loop {
            let (result, read, written) = self.reader.read_field(&bytes[self.at..], &mut room);
            self.at += read;
            content.extend_from_slice(&room[..written]);
            match result {
                ReadFieldResult::InputEmpty | ReadFieldResult::OutputFull => {}
                ReadFieldResult::Field { record_end } => break record_end,
                ReadFieldResult::End => return Some(None),
            }
        };
        let ends = |byte: &u8| matches!(byte, b'\r' | b'\n') || *byte == self.separator;
        let quoted = bytes.get(from) == Some(&b'"');
        let mut end = self.at;
        if end > from && ends(&bytes[end - 1]) && (!quoted || end > from + 1) {
            end -= 1;
        }
        if quoted && bytes[from..self.at].iter().filter(|it| **it == b'"').count() % 2 != 0 {
            problems.table_unclosed(Span::new(from, from + 1), self.number);
            return None;
        }
        let text = String::from_utf8_lossy(&content).replace("\r\n", "\n").replace('\r', "\n");
        let text = text.trim().to_owned();
        Some(Some((Cell { text, span: Span::new(from, end) }, last)))
    }
}
