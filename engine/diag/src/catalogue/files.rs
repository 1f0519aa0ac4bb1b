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

    /// `path` leads there in the file of data, `at` is what declares it.
    pub fn data_mismatch(&mut self, span: Span, path: &str, wanted: &str, found: &str, at: Span) {
        self.error(Code::DataMismatch, span, format!("`{path}` is {found}, and {wanted} is needed"))
            .label(format!("is {found}"))
            .also(at, "declared here");
    }

    pub fn data_missing(&mut self, span: Span, path: &str, name: &str, ty: &str, at: Span) {
        self.error(Code::DataMismatch, span, format!("`{path}` has no `{name}`, which is `{ty}`"))
            .label(format!("no `{name}`"))
            .also(at, "declared here");
    }

    pub fn data_type(&mut self, span: Span) {
        self.error(Code::DataType, span, "data is checked against its type, and `any` says nothing of objects".into())
            .label("any")
            .help("declare a `record` with the fields they have");
    }
}
