//! HR035: tests.

use super::Problems;
use crate::{Code, Span};

impl Problems {
    /// An option of a setup that is a variable of the test.
    pub fn setup_varies(&mut self, span: Span, name: &str, declared: Span) {
        self.error(Code::SetupVaries, span, format!("an option of `setup` cannot be a variable, and `{name}` is one"))
            .label("unknown before the test runs")
            .also(declared, "the variable")
            .help("write one test, or one `setup`, for each value");
    }

    pub fn test_without_setup(&mut self, span: Span) {
        self.error(Code::TestStart, span, "a test must start with `setup`".into())
            .label("no game yet")
            .help("`setup seed 1` starts a game")
            .fix("Add `setup seed 1`", Span { end: span.start, ..span }, "setup seed 1\n    ");
    }

    pub fn view_here(&mut self, span: Span) {
        self.error(Code::ViewHere, span, "`V` needs a seat to look from".into())
            .label("whose view?")
            .help("write `Name sees { assert … }`, or `none sees { … }` for an observer");
    }
}
