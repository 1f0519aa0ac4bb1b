//! Tables as data: a row becomes a record, a cell the value of a field.
//!
//! Invariant: all repeated rows together have at most [`PARTS_MAX`] parts.

use super::super::table::{Cell, Row, Table};
use super::constant::order;
use super::data::{self, Unnamed};
use super::extent::extent;
use super::{Checker, ast};
use diag::{Problems, Span};
use front::json::{self, Json, JsonKind};
use ir::{Const, RecordId, Ty};

/// The column with the number of copies of its row, unless the record has a field of that name.
const COPIES: &str = "copies";

/// The most rows of a table, those that are repeated counted as often as they are.
const ROWS_MAX: usize = 100_000;

/// Maximum total parts of all rows.
const PARTS_MAX: usize = 1_000_000;

/// The place of a cell, for messages.
struct At<'t> {
    row: usize,
    column: &'t str,
    /// Of the declaration.
    declared: Span,
    separator: u8,
}

impl<'s> Checker<'_, '_, 's> {
    /// A table as a list of records, or of objects; complaints and nothing if it does not fit.
    pub(super) fn table_value(
        &mut self,
        table: &Table,
        ty: &Ty,
        at: &ast::Type<'s>,
        unnamed: &mut Unnamed,
    ) -> Option<Const> {
        let id = match ty {
            Ty::List(of) => match **of {
                Ty::Record(id) => Some(id),
                Ty::Any => None,
                _ => return self.no_table(at.span),
            },
            Ty::Any => None,
            _ => return self.no_table(at.span),
        };
        let names: Vec<String> = match id {
            Some(id) => self.program.records[id.index()].fields.iter().map(|it| it.name.clone()).collect(),
            None => Vec::new(),
        };
        let copies = table.columns.iter().position(|it| tidy(&it.text) == COPIES && column_of(&names, it).is_none());
        let fields: Vec<Option<usize>> = table.columns.iter().map(|it| column_of(&names, it)).collect();
        if let Some(id) = id
            && !self.columns_fit(table, id, &fields, copies, at.span, unnamed)
        {
            return None;
        }
        let (mut all, mut fine, mut parts) = (Vec::new(), true, 0);
        for row in &table.rows {
            let value = match id {
                Some(id) => self.table_row(table, row, id, &fields, at.span),
                None => Some(dynamic_row(table, row, copies)),
            };
            let count = match copies {
                Some(column) => self.copies(table, row, column, at.span),
                None => Some(1),
            };
            let Some((value, count)) = value.zip(count) else {
                fine = false;
                if self.problems.are_many_errors() {
                    break;
                }
                continue;
            };
            parts = extent(&value, 0).parts.saturating_mul(count).saturating_add(parts);
            if all.len().saturating_add(count) > ROWS_MAX || parts > PARTS_MAX {
                let span = row.cells.first().map_or(at.span, |it| it.span);
                self.problems.table_too_large(span, row.number, ROWS_MAX);
                return None;
            }
            all.extend(std::iter::repeat_n(value, count));
        }
        fine.then_some(Const::List(all))
    }

    fn no_table(&mut self, span: Span) -> Option<Const> {
        self.problems.data_type(span);
        None
    }

    /// Checks that every field has a column or an initial value; notes columns without a field.
    fn columns_fit(
        &mut self,
        table: &Table,
        id: RecordId,
        fields: &[Option<usize>],
        copies: Option<usize>,
        declared: Span,
        unnamed: &mut Unnamed,
    ) -> bool {
        let record = self.program.records[id.index()].clone();
        let head = table.columns.first().zip(table.columns.last());
        let head = head.map_or(declared, |(a, b)| a.span.to(b.span));
        let mut fine = true;
        for (at, cell) in table.columns.iter().enumerate() {
            if let Some(field) = fields[at]
                && let Some(first) = fields[..at].iter().position(|it| *it == Some(field))
            {
                self.problems.table_column_twice(cell.span, &cell.text, table.columns[first].span);
                fine = false;
            }
            if fields[at].is_none() && copies != Some(at) && !cell.text.is_empty() {
                fine &= self.unnamed(unnamed, &cell.text, cell.span, id);
            }
        }
        for (at, field) in record.fields.iter().enumerate() {
            let begins = self.record_defaults[id.index()][at].is_some() || matches!(field.ty, Ty::Opt(_) | Ty::Any);
            if !fields.contains(&Some(at)) && !begins {
                let ty = self.show(&field.ty);
                let columns: Vec<&str> = table.columns.iter().map(|it| it.text.as_str()).collect();
                self.problems.table_column_missing(head, &field.name, &ty, &columns, declared);
                fine = false;
            }
        }
        fine
    }

    fn table_row(
        &mut self,
        table: &Table,
        row: &Row,
        id: RecordId,
        fields: &[Option<usize>],
        declared: Span,
    ) -> Option<Const> {
        let record = self.program.records[id.index()].clone();
        let head = row.cells.first().map_or(declared, |it| it.span);
        let mut values = Vec::new();
        for (at, field) in record.fields.iter().enumerate() {
            let column = fields.iter().position(|it| *it == Some(at));
            let cell = column.and_then(|it| row.cells.get(it)).filter(|it| !it.text.is_empty());
            let value = match (cell, self.record_defaults[id.index()][at].clone(), &field.ty) {
                (Some(cell), ..) => {
                    let place = At { row: row.number, column: &field.name, declared, separator: table.separator };
                    self.cell_value(cell, &field.ty, &place)
                }
                (None, Some(first), _) => Some(self.copy_of(&first, head)),
                (None, None, Ty::Opt(_) | Ty::Any) => Some(Const::None),
                (None, None, Ty::Str) => Some(Const::Str(String::new())),
                (None, None, Ty::List(_) | Ty::Set(_) | Ty::Map(..)) => Some(Const::List(Vec::new())),
                (None, None, ty) => {
                    let span = column.and_then(|it| row.cells.get(it)).map_or(head, |it| it.span);
                    self.cell_misfit(
                        span,
                        "empty",
                        ty,
                        &At { row: row.number, column: &field.name, declared, separator: 0 },
                    );
                    None
                }
            };
            values.push(value);
        }
        values.into_iter().collect::<Option<_>>().map(Const::List)
    }

    /// Number of copies of a row: one if the cell is empty.
    fn copies(&mut self, table: &Table, row: &Row, column: usize, declared: Span) -> Option<usize> {
        let Some(cell) = row.cells.get(column).filter(|it| !it.text.is_empty()) else { return Some(1) };
        let count = cell.text.parse::<usize>().ok();
        if count.is_none() {
            let place = At { row: row.number, column: &table.columns[column].text, declared, separator: 0 };
            self.cell_misfit(cell.span, &quoted(&cell.text), &Ty::Int, &place);
        }
        count
    }

    fn cell_misfit(&mut self, span: Span, found: &str, ty: &Ty, at: &At) {
        let wanted = self.wanted(ty);
        self.problems.table_mismatch(span, at.column, at.row, &wanted, found, at.declared);
    }

    /// Converts a cell to a value of a type.
    fn cell_value(&mut self, cell: &Cell, ty: &Ty, at: &At) -> Option<Const> {
        let text = cell.text.as_str();
        let value = match ty {
            Ty::Opt(of) => return self.cell_value(cell, of, at),
            Ty::Str => Some(Const::Str(text.to_owned())),
            Ty::Any => Some(dynamic(text)),
            Ty::Bool => match text.to_ascii_lowercase().as_str() {
                "true" | "yes" => Some(Const::Bool(true)),
                "false" | "no" => Some(Const::Bool(false)),
                _ => None,
            },
            Ty::Int | Ty::Range(..) => whole(text).map(Const::Int).filter(|it| match (it, ty) {
                (Const::Int(n), Ty::Range(from, to)) => (from..=to).contains(&n),
                _ => true,
            }),
            Ty::Num => {
                let fraction = if at.separator == b';' { text.replace(',', ".") } else { text.to_owned() };
                fraction.parse::<f64>().ok().filter(|it| it.is_finite()).map(|it| Const::Num(it.to_bits()))
            }
            Ty::Role | Ty::Enum(_) => {
                let names = self.member_names(ty).unwrap_or_default();
                let exact = names.iter().position(|it| it == text);
                let tidied = || names.iter().position(|it| tidy(it) == tidy(text));
                exact.or_else(tidied).map(|it| Const::Int(it as i64))
            }
            Ty::List(of) | Ty::Set(of) if !text.starts_with(['[', '{']) && is_single(of) => {
                let parts = text.split([';', '\n']).map(str::trim).filter(|it| !it.is_empty());
                let parts: Vec<Cell> = parts.map(|it| Cell { text: it.to_owned(), span: cell.span }).collect();
                let values: Vec<Option<Const>> = parts.iter().map(|it| self.cell_value(it, of, at)).collect();
                let mut values = values.into_iter().collect::<Option<Vec<Const>>>()?;
                if let Ty::Set(_) = ty {
                    values.sort_by(order);
                    values.dedup();
                }
                Some(Const::List(values))
            }
            // Values with parts are written as in a file of JSON.
            _ => {
                let json = json::read(text, 0, &mut Problems::new()).map(|it| all_at(it, cell.span));
                match json {
                    Some(json) => return self.json_value(&json, ty, at.declared, &mut Unnamed::strict()),
                    None => None,
                }
            }
        };
        if value.is_none() {
            self.cell_misfit(cell.span, &quoted(text), ty, at);
        }
        value
    }
}

/// The field for a column: with the same name, or one that differs in capitals and blanks only.
fn column_of(names: &[String], column: &Cell) -> Option<usize> {
    let exact = names.iter().position(|it| *it == column.text);
    exact.or_else(|| names.iter().position(|it| tidy(it) == tidy(&column.text)))
}

/// A name in the form in which spreadsheets and rules agree.
fn tidy(name: &str) -> String {
    name.trim().chars().filter(|it| !matches!(it, ' ' | '_' | '-')).flat_map(char::to_lowercase).collect()
}

/// `true` if part of a cell can express a value of a type.
fn is_single(ty: &Ty) -> bool {
    matches!(ty, Ty::Int | Ty::Range(..) | Ty::Num | Ty::Bool | Ty::Str | Ty::Role | Ty::Enum(_) | Ty::Any)
}

fn whole(text: &str) -> Option<i64> {
    text.parse::<i64>().ok().filter(|it| (-ir::INT_MAX..=ir::INT_MAX).contains(it))
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.chars().take(40).collect::<String>())
}

/// A cell of no known type: a number, true, false, none if it is empty, or else a text.
fn dynamic(text: &str) -> Const {
    let digits = text.trim_start_matches('-');
    let number = digits.starts_with(|it: char| it.is_ascii_digit())
        && (!digits.starts_with('0') || whole(&digits[1..]).is_none());
    match text {
        "" => Const::None,
        "true" | "TRUE" => Const::Bool(true),
        "false" | "FALSE" => Const::Bool(false),
        _ => match text.parse::<f64>() {
            Ok(it) if number && it.fract() == 0.0 && it.abs() <= ir::INT_MAX as f64 => Const::Int(it as i64),
            Ok(it) if number && it.is_finite() => Const::Num(it.to_bits()),
            _ => Const::Str(text.to_owned()),
        },
    }
}

/// A row of no known type: an object by the names of the columns.
fn dynamic_row(table: &Table, row: &Row, copies: Option<usize>) -> Const {
    let named = table.columns.iter().enumerate().filter(|(at, it)| !it.text.is_empty() && copies != Some(*at));
    let cell = |at: usize| row.cells.get(at).map_or(Const::None, |it| dynamic(&it.text));
    data::object(named.map(|(at, it)| (it.text.clone(), cell(at))).collect())
}

/// A value in a cell: every part gets the span of the cell.
fn all_at(json: Json, span: Span) -> Json {
    let kind = match json.kind {
        JsonKind::List(items) => JsonKind::List(items.into_iter().map(|it| all_at(it, span)).collect()),
        JsonKind::Object(entries) => {
            JsonKind::Object(entries.into_iter().map(|(key, _, it)| (key, span, all_at(it, span))).collect())
        }
        other => other,
    };
    Json { kind, span }
}
