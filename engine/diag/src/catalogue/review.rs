//! HR043, HR052: well-formed code that is hardly intended.

use super::Problems;
use crate::{Code, Span};

impl Problems {
    pub fn index_beyond(&mut self, span: Span, index: i64, count: u64) {
        self.error(
            Code::AlwaysFails,
            span,
            format!("there is no element {index}: the list has {count}, counted from 0"),
        )
        .label("always out of range");
    }

    pub fn index_negative(&mut self, span: Span, index: i64) {
        self.error(Code::AlwaysFails, span, format!("there is no element {index}: elements are counted from 0"))
            .label("always out of range")
            .help("for the last one, write `last(xs)` or `xs[len(xs) - 1]`");
    }

    pub fn divided_by_zero(&mut self, span: Span) {
        self.error(Code::AlwaysFails, span, "this divides by zero".into()).label("always 0");
    }

    pub fn no_chance(&mut self, span: Span, count: i64) {
        self.error(Code::AlwaysFails, span, format!("a choice among {count} is not possible"))
            .label("must be at least 1");
    }

    pub fn endless_loop(&mut self, span: Span) {
        self.error(Code::Endless, span, "this loop never ends".into())
            .label("always true")
            .help("leave it with `break`, `return` or `finish`, or use a condition that changes");
    }

    pub fn endless_calls(&mut self, span: Span, name: &str) {
        self.error(Code::Endless, span, format!("`{name}` always calls itself"))
            .label("without end")
            .help("add a `return` before this call for the last case");
    }

    // Warnings.

    pub fn nothing_offered(&mut self, span: Span, name: &str) {
        self.warning(
            Code::NothingOffered,
            span,
            format!("the prompt of `{name}` offers nothing, so the game gets stuck"),
        )
        .label("dead end")
        .help("offer something: `button name` or `action name(x)`");
    }

    pub fn cut_off(&mut self, span: Span, name: &str, calls: Span, from: &str) {
        self.warning(Code::CutOff, span, format!("the game never reaches `{name}`"))
            .label("never reached")
            .also(calls, format!("only `{from}` goes there, and it is never reached"));
    }

    pub fn only_itself(&mut self, span: Span, name: &str, calls: Span) {
        self.warning(Code::CutOff, span, format!("the game never reaches `{name}`"))
            .label("never reached")
            .also(calls, "only it calls itself");
    }

    /// A `call` followed by more code, of something that never ends. `declared`: its name.
    pub fn never_comes_back(&mut self, span: Span, name: &str, declared: Span) {
        self.warning(Code::NeverBack, span, format!("`{name}` never ends, so nothing after this runs"))
            .label("never returns")
            .also(declared, "has no `end`")
            .help(format!("add an `end` to `{name}`"));
    }

    /// `R` may be none. `inner`: its span, if it is in a function that is called here.
    pub fn nobody_acts(&mut self, span: Span, inner: Option<Span>) {
        let draft = self
            .warning(
                Code::NobodyActs,
                span,
                "`R` may be none here, because `setup` leads here before anybody acts".into(),
            )
            .help("test it (`if R != none { … }`), or name the role, for example by `G.active`");
        match inner {
            Some(inner) => draft.label("needs `R`").also(inner, "here"),
            None => draft.label("may be none"),
        };
    }

    /// `push_undo` outside of states. `place`: the procedure, or `setup`. `inner`: its span, if it is in a function that is
    /// called here.
    pub fn undone_into(&mut self, span: Span, place: &str, inner: Option<Span>) {
        let draft = self
            .warning(Code::UndoneInto, span, format!("`undo` would lead back into `{place}`, where nobody can act"))
            .label("saves a position between two states")
            .help("save it in a state, at the start of `on …`");
        if let Some(inner) = inner {
            draft.also(inner, "saved here");
        }
    }

    /// `first`: the first thing that `setup` does.
    pub fn nobody_active(&mut self, span: Span, role: &str, first: Span) {
        self.warning(Code::NobodyActive, span, "nobody can ever act, because nothing assigns `G.active`".into())
            .label("nobody is active here")
            .help(format!("say who starts: `G.active = {role}`"))
            .fix(
                format!("Add `G.active = {role}`"),
                Span { end: first.start, ..first },
                format!("G.active = {role}\n    "),
            );
    }

    pub fn always_so(&mut self, span: Span, what: (i64, i64), number: i64, holds: bool) {
        let (low, high) = what;
        self.warning(
            Code::AlwaysSo,
            span,
            format!("this is always {holds}, because {low} to {high} is compared with {number}"),
        )
        .label(format!("always {holds}"));
    }

    pub fn counts_up(&mut self, span: Span, from: i64, last: i64) {
        self.warning(Code::AlwaysSo, span, format!("no number is from {from} to {last}: `to` counts up"))
            .label("always empty")
            .fix("Count down", span, format!("reverse({last} to {from})"));
    }

    pub fn self_assigned(&mut self, span: Span) {
        self.warning(Code::SelfAssigned, span, "this assigns a value to itself".into()).label("changes nothing").fix(
            "Remove it",
            span,
            "",
        );
    }

    pub fn never_set(&mut self, span: Span, name: &str) {
        self.warning(Code::NeverSet, span, format!("`G.{name}` is read, but never set"))
            .label("never changes")
            .help("set it somewhere, or make it a constant");
    }

    pub fn unused_global(&mut self, span: Span, name: &str) {
        self.warning(Code::Unused, span, format!("`G.{name}` is never used")).label("unused");
    }

    /// A constant, type, board or option. `fix`: the whole part, if removing it is enough.
    pub fn unused_part(&mut self, span: Span, what: &str, name: &str, part: Span) {
        self.warning(Code::Unused, span, format!("the {what} `{name}` is never used")).label("unused").fix(
            "Remove it",
            part,
            "",
        );
    }
}
