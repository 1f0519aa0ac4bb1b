//! HR011, HR035: files that are used, and the data in them.

use super::{Problems, list};
use crate::{Code, Span};

impl Problems {
    pub fn missing_file(&mut self, span: Span, name: &str, known: &[&str]) {
        let quoted: Vec<String> = known.iter().map(|it| format!("\"{it}\"")).collect();
        let quoted: Vec<&str> = quoted.iter().map(String::as_str).collect();
        let draft = self.error(Code::MissingFile, span, format!("there is no file \"{name}\"")).label("not there");
        if !known.is_empty() {
            draft.help(format!("there is {}", list(&quoted).replace(" or ", " and ")));
        }
    }

    pub fn file_outside(&mut self, span: Span, name: &str) {
        self.error(Code::FileOutside, span, format!("\"{name}\" is not in the folder of the game"))
            .label("leads elsewhere")
            .help("files are named from the folder of the rules, such as \"units.rules\" or \"maps/small.json\"");
    }

    pub fn use_cycle(&mut self, span: Span, name: &str) {
        self.error(Code::UseCycle, span, format!("\"{name}\" uses this file"))
            .label("leads back here")
            .help("put what both need into a third file");
    }

    pub fn not_json(&mut self, span: Span, expected: &str) {
        self.error(Code::DataSyntax, span, "this is not JSON".into()).label(format!("expected {expected}"));
    }

    /// `path` is the path within the data file, `at` the declaration.
    pub fn data_mismatch(&mut self, span: Span, path: &str, wanted: &str, found: &str, at: Span) {
        self.error(Code::DataMismatch, span, format!("`{path}` is {found}, and {wanted} is needed"))
            .label(format!("is {found}"))
            .also(at, "declared here");
    }

    /// `others`: entries in the data without a name in the rules.
    pub fn data_missing(&mut self, span: Span, path: &str, name: &str, ty: &str, others: &[&str], at: Span) {
        self.error(Code::DataMismatch, span, format!("`{path}` has no `{name}`, which is `{ty}`"))
            .label(format!("no `{name}`"))
            .also(at, "declared here")
            .near(name, others);
    }

    pub fn data_type(&mut self, span: Span) {
        self.error(Code::DataType, span, "a table has rows, and this type has none".into())
            .label("not a list of records")
            .help("declare a `record` with a field for each column, and a list of it: `Card[]`");
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
        self.warning(Code::UnnamedKeys, span, format!("\"{file}\" has what no record names: {names}"))
            .label("not all of it is read")
            .also(first, "the first of them")
            .help("`loose` behind the name reads past them without a word, and `strict` refuses them")
            .fix("Read past them", end, " loose");
    }

    pub fn table_empty(&mut self, span: Span) {
        self.error(Code::TableSyntax, span, "there is no table in this file".into())
            .label("empty")
            .help("its first line names the columns");
    }

    pub fn table_unclosed(&mut self, span: Span, row: usize) {
        self.error(Code::TableSyntax, span, format!("a cell of row {row} has no closing quote"))
            .label("opened here")
            .help("a quote within a cell in quotes is written twice: `\"say \"\"hello\"\"\"`");
    }

    pub fn table_column_twice(&mut self, span: Span, name: &str, first: Span) {
        self.error(Code::TableSyntax, span, format!("`{name}` is a second column of that name"))
            .label("here again")
            .also(first, "first here");
    }

    pub fn table_cell_beyond(&mut self, span: Span, row: usize, columns: usize) {
        self.error(
            Code::TableSyntax,
            span,
            format!("row {row} has more cells than there are columns, which are {columns}"),
        )
        .label("in no column")
        .help("a cell with a comma in it stands in quotes");
    }

    pub fn table_column_missing(&mut self, span: Span, name: &str, ty: &str, columns: &[&str], at: Span) {
        self.error(Code::DataMismatch, span, format!("there is no column `{name}`, which is `{ty}`"))
            .label(format!("no `{name}`"))
            .also(at, "declared here")
            .near(name, columns);
    }

    pub fn table_mismatch(&mut self, span: Span, column: &str, row: usize, wanted: &str, found: &str, at: Span) {
        self.error(Code::DataMismatch, span, format!("`{column}` in row {row} is {found}, and {wanted} is needed"))
            .label(format!("is {found}"))
            .also(at, "declared here");
    }

    pub fn table_too_large(&mut self, span: Span, row: usize, most: usize) {
        self.error(Code::TableTooLarge, span, format!("with row {row} the table has more than can be kept"))
            .label("too many")
            .help(format!("there are at most {most} rows, those that are repeated counted as often as they are"));
    }
}
