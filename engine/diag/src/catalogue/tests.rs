//! HR035: tests.

use super::Problems;
use crate::{Code, Span};

impl Problems {
    /// An option of a setup that is a variable of the test.
    pub fn setup_varies(&mut self, span: Span, name: &str, declared: Span) {
        self.error(
            Code::SetupVaries,
            span,
            format!("the options of `setup` are written out, and `{name}` is a variable"),
        )
        .label("known only when the test runs")
        .also(declared, "the variable")
        .help("write a test for each value, or a `setup` with each");
    }

    pub fn test_without_setup(&mut self, span: Span) {
        self.error(Code::TestStart, span, "there is no game yet: a test begins with `setup`".into())
            .label("before a setup")
            .help("`setup seed 1` starts a game")
            .fix("Put `setup seed 1` before it", Span { end: span.start, ..span }, "setup seed 1\n    ");
    }

    pub fn view_here(&mut self, span: Span) {
        self.error(Code::ViewHere, span, "the view is somebody's: here nobody looks".into())
            .label("whose view?")
            .help("write `Name sees { assert … }`, or `none sees { … }` for those who watch");
    }
}
