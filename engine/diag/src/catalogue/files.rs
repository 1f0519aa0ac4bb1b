//! HR011, HR035: files that are used, and the data in them.

use super::{Problems, list};
use crate::{Code, Span};

impl Problems {
    pub fn missing_file(&mut self, span: Span, name: &str, known: &[&str]) {
        let quoted: Vec<String> = known.iter().map(|it| format!("\"{it}\"")).collect();
        let quoted: Vec<&str> = quoted.iter().map(String::as_str).collect();
        let draft = self.error(Code::MissingFile, span, format!("there is no file \"{name}\"")).label("not found");
        if !known.is_empty() {
            draft.help(format!("the files are {}", list(&quoted).replace(" or ", " and ")));
        }
    }

    pub fn file_outside(&mut self, span: Span, name: &str) {
        self.error(Code::FileOutside, span, format!("\"{name}\" is outside the game's folder"))
            .label("outside")
            .help("name files relative to the rules, such as \"units.rules\" or \"maps/small.json\"");
    }

    pub fn use_cycle(&mut self, span: Span, name: &str) {
        self.error(Code::UseCycle, span, format!("\"{name}\" uses this file"))
            .label("a circle")
            .help("move what both need into a third file");
    }

    pub fn second_original(&mut self, span: Span) {
        self.error(Code::Variant, span, "a file can be a variant of one other only".into()).label("a second one");
    }

    pub fn original_used(&mut self, span: Span, name: &str) {
        self.error(Code::Variant, span, format!("\"{name}\" is already part of this game"))
            .label("used before")
            .help("write `variant of` first");
    }

    pub fn without_original(&mut self, span: Span) {
        self.error(Code::Variant, span, "this file is not a variant".into())
            .label("nothing to leave out")
            .help("`without` leaves parts of another file out: write `variant of \"chess.rules\"` first");
    }

    /// `known`: what the original has.
    pub fn not_in_original(&mut self, span: Span, name: &str, known: &[&str]) {
        self.error(Code::Variant, span, format!("the original has no `{name}`"))
            .label("not in the original")
            .near(name, known);
    }

    pub fn not_json(&mut self, span: Span, expected: &str) {
        self.error(Code::DataSyntax, span, "this is not valid JSON".into()).label(format!("expected {expected}"));
    }

    /// `path` is the path within the data file, `at` the declaration.
    pub fn data_mismatch(&mut self, span: Span, path: &str, wanted: &str, found: &str, at: Span) {
        self.error(Code::DataMismatch, span, format!("`{path}` is {found}, but must be {wanted}"))
            .label(format!("is {found}"))
            .also(at, "declared here");
    }

    /// `others`: entries in the data without a name in the rules.
    pub fn data_missing(&mut self, span: Span, path: &str, name: &str, ty: &str, others: &[&str], at: Span) {
        self.error(Code::DataMismatch, span, format!("`{path}` lacks the field `{name}: {ty}`"))
            .label(format!("no `{name}`"))
            .also(at, "declared here")
            .near(name, others);
    }

    pub fn data_type(&mut self, span: Span) {
        self.error(Code::DataType, span, "a table cannot be read as this type".into())
            .label("not a list of records")
            .help("declare a `record` with a field for each column, and use a list of it: `Card[]`");
    }

    /// Keys, or columns, that no record names: some of them, whether there are more, and the span of the first.
    pub fn unnamed_keys(&mut self, span: Span, file: &str, names: &[String], more: bool, first: Span) {
        let quoted: Vec<String> = names.iter().map(|it| format!("`{it}`")).collect();
        let mut quoted: Vec<&str> = quoted.iter().map(String::as_str).collect();
        if more {
            quoted.push("others");
        }
        let names = list(&quoted).replace(" or ", " and ");
        let end = Span { start: span.end, ..span };
        self.warning(Code::UnnamedKeys, span, format!("the record has no fields for some of \"{file}\": {names}"))
            .label("partly ignored")
            .also(first, "first one here")
            .help("add `loose` after the file name to ignore them, or `strict` to make them errors")
            .fix("Ignore them", end, " loose");
    }

    pub fn table_empty(&mut self, span: Span) {
        self.error(Code::TableSyntax, span, "this file has no table".into())
            .label("empty")
            .help("its first line must name the columns");
    }

    pub fn table_unclosed(&mut self, span: Span, row: usize) {
        self.error(Code::TableSyntax, span, format!("a cell of row {row} has no closing quote"))
            .label("opened here")
            .help("inside a quoted cell, write a quote twice: `\"say \"\"hello\"\"\"`");
    }

    pub fn table_column_twice(&mut self, span: Span, name: &str, first: Span) {
        self.error(Code::TableSyntax, span, format!("there are two columns called `{name}`"))
            .label("here again")
            .also(first, "first here");
    }

    pub fn table_cell_beyond(&mut self, span: Span, row: usize, columns: usize) {
        self.error(Code::TableSyntax, span, format!("row {row} has more cells than the {columns} columns"))
            .label("no column")
            .help("put a cell that contains a comma in quotes");
    }

    pub fn table_column_missing(&mut self, span: Span, name: &str, ty: &str, columns: &[&str], at: Span) {
        self.error(Code::DataMismatch, span, format!("there is no column for the field `{name}: {ty}`"))
            .label(format!("no `{name}`"))
            .also(at, "declared here")
            .near(name, columns);
    }

    pub fn table_mismatch(&mut self, span: Span, column: &str, row: usize, wanted: &str, found: &str, at: Span) {
        self.error(Code::DataMismatch, span, format!("`{column}` in row {row} is {found}, but must be {wanted}"))
            .label(format!("is {found}"))
            .also(at, "declared here");
    }

    pub fn table_too_large(&mut self, span: Span, row: usize, most: usize) {
        self.error(Code::TableTooLarge, span, format!("the table is too large, from row {row} on"))
            .label("too many")
            .help(format!("a table can have at most {most} rows, counting every copy of a repeated row"));
    }
}
