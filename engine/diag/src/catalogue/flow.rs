//! HR04: transitions, effects, offers; and warnings about code without effect.

use super::Problems;
use super::types::article;
use crate::{Code, Span};

impl Problems {
    /// A transition that something follows.
    pub fn not_last(&mut self, span: Span, word: &str, next: Span) {
        self.error(Code::NotLast, span, format!("`{word}` must be the last thing that is done"))
            .label("not the last")
            .also(next, "this comes after it")
            .help("put what follows before it or in an `else`, `return` after it, or make this a procedure");
    }

    /// A call of a function that may transition, with something after it.
    pub fn call_not_last(&mut self, span: Span, name: &str, next: Span, transition: (Span, &str)) {
        let draft = self
            .error(Code::NotLast, span, format!("`{name}` may leave this state: it must be called last"))
            .label("not the last")
            .also(transition.0, format!("{} here", transition.1));
        let draft = if next == span { draft } else { draft.also(next, "this comes after it") };
        draft.help("put what follows before it or in an `else`, or `return` after it");
    }

    /// The offers of a prompt depend on `V`, which it may only set.
    pub fn offered_by_view(&mut self, span: Span) {
        self.error(Code::OfferedByView, span, "what a prompt offers cannot go by `V`".into())
            .label("is only there when somebody looks")
            .help(
                "ask what `V` was made of: `G`, `L` and functions; a prompt may set `V`, and read it to set more of it",
            );
    }

    /// A forbidden effect: the rule, the calls that lead to it, and the effect.
    pub fn forbidden_effect(&mut self, rule: &str, calls: &[(Span, String)], span: Span, text: &str, outside: bool) {
        let at = calls.first().map_or(span, |it| it.0);
        let message = if outside && text.starts_with("changes") {
            format!("`V` is only there in views and prompts: this {text}")
        } else if outside {
            format!("only prompts offer anything: this {text}")
        } else {
            format!("{rule}, this {text}")
        };
        let mut draft = self.error(Code::ForbiddenEffect, at, message);
        for (i, (call, name)) in calls.iter().enumerate() {
            draft = if i == 0 {
                draft.label(format!("calls `{name}`"))
            } else {
                draft.also(*call, format!("which calls `{name}`"))
            };
        }
        if calls.is_empty() {
            draft.label(text.to_string());
        } else {
            draft.also(span, format!("which {text}"));
        }
    }

    /// `call (name) { … }` `keys`: the names of the arguments; `found`: number of states and procedures that take them.
    pub fn named_target_arguments(&mut self, span: Span, keys: &str, most: usize, found: usize) {
        let message = match found {
            0 => format!("no state or procedure takes {keys}"),
            _ => format!("{found} states and procedures take {keys}, more than {most}"),
        };
        self.error(Code::MissingArgument, span, message)
            .label("goes to one that a text names")
            .help("what is called so has parameters of these names and types, and others only with defaults");
    }

    pub fn call_outside_procedure(&mut self, span: Span) {
        self.error(Code::CallForResult, span, "only procedures wait for the result of a `call`".into())
            .label("cannot wait here")
            .help("make this a procedure, or take the result in `resume` from `L.$`");
    }

    /// `call` inside an expression. `procedure`: where a statement may wait for it.
    pub fn call_inside(&mut self, span: Span, procedure: bool) {
        let draft = self
            .error(Code::CallForResult, span, "only a statement waits for a `call`, no expression does".into())
            .label("cannot wait here");
        if procedure {
            draft.help("take its result first: `let x = call f`, or `if … { x = call f } else { x = call g }`");
        } else {
            draft.help("make this a procedure, or take the result in `resume` from `L.$`");
        }
    }

    pub fn outside_loop(&mut self, span: Span, word: &str) {
        self.error(Code::OutsideLoop, span, format!("`{word}` belongs in a loop")).label("no loop here");
    }

    pub fn plain_transition(&mut self, span: Span, name: &str) {
        self.error(Code::NoTransitionHere, span, format!("the plain procedure `{name}` can come to its end and stay"))
            .label("must go somewhere")
            .help("end every way through it with `call`, `goto`, `end` or `finish`");
    }

    /// `arguments`: how many are offered. `end`: where the parts of the state end.
    pub fn no_handler(&mut self, span: Span, name: &str, state: &str, known: &[&str], arguments: usize, end: Span) {
        let params = match arguments {
            0 => String::new(),
            1 => "(x: int)".into(),
            n => format!("({})", (1..=n).map(|i| format!("x{i}: int")).collect::<Vec<_>>().join(", ")),
        };
        self.error(Code::NoHandler, span, format!("the state `{state}` has no `on {name}`"))
            .label("offered here")
            .help(format!("add `on {name} {{ … }}` to `{state}`"))
            .nearest(name, known)
            .fix(
                format!("Add `on {name}{params}`"),
                Span { start: end.end, ..end },
                format!("\n    on {name}{params} {{\n    }}"),
            );
    }

    /// A handler whose name nothing offers, where another is offered that has none.
    pub fn misnamed_handler(&mut self, span: Span, name: &str, meant: &str, state: &str, offer: Span) {
        self.error(
            Code::NoHandler,
            span,
            format!("nothing offers `{name}`, and `{meant}` has no handler in `{state}`"),
        )
        .label(format!("meant for `{meant}`?"))
        .also(offer, "offered here")
        .fix(format!("Change to `on {meant}`"), span, meant);
    }

    /// A handler without the parameters that it is offered with. `params`: as they would be written.
    pub fn missing_params(&mut self, span: Span, name: &str, params: &str, count: usize, offer: Span) {
        let what = if count == 1 { "a parameter".to_owned() } else { format!("{count} parameters") };
        self.error(Code::OfferArgument, span, format!("`on {name}` lacks {what}"))
            .label("takes nothing")
            .also(offer, if count == 1 { "offered with an argument" } else { "offered with arguments" })
            .fix(format!("Change to `on {name}({params})`"), Span { start: span.end, ..span }, format!("({params})"));
    }

    /// `statement`: the whole offering statement.
    pub fn own_undo(&mut self, span: Span, state: &str, statement: Span) {
        self.error(Code::NoHandler, span, format!("`undo` is offered by itself, and `{state}` has no `on undo`"))
            .label("offered here")
            .help(
                "leave it out: `push_undo()` before a change is all that undo needs; or say in `on undo` what it does",
            )
            .fix("Take it out", statement, "");
    }

    pub fn offer_argument(&mut self, span: Span, name: &str, takes: usize, given: usize, handler: Span) {
        let what = match takes {
            0 => "takes no argument".to_owned(),
            1 => "takes an argument".to_owned(),
            n => format!("takes {n} arguments"),
        };
        self.error(Code::OfferArgument, span, format!("`on {name}` {what}"))
            .label(match given {
                0 => "none is offered".to_owned(),
                1 => "one is offered".to_owned(),
                n => format!("{n} are offered"),
            })
            .also(handler, what);
    }

    /// One argument is offered, and the handler takes none.
    pub fn unhandled_argument(&mut self, span: Span, name: &str, handler: Span) {
        self.error(Code::OfferArgument, span, format!("`on {name}` takes no argument"))
            .label("one is offered")
            .also(handler, "takes no argument")
            .fix(format!("Change to `on {name}(x: int)`"), handler, format!("{name}(x: int)"));
    }

    pub fn button_argument(&mut self, span: Span, name: &str, handler: Span) {
        self.error(Code::OfferArgument, span, format!("`on {name}` takes arguments, a button has none"))
            .label("a button")
            .also(handler, "takes arguments")
            .help(format!("offer it with them: `action {name}(x)`"));
    }

    /// An argument of another type than the handler takes, offered where that was not known.
    pub fn offer_type(&mut self, span: Span, name: &str, found: &str, wanted: &str, handler: Span) {
        let (found, wanted) = (article(found), article(wanted));
        self.error(Code::OfferArgument, span, format!("`on {name}` takes {wanted}, and {found} is offered"))
            .label(format!("this is {found}"))
            .also(handler, format!("takes {wanted}"));
    }

    /// A function offers one action in two states, whose handlers take different things.
    pub fn offer_differs(&mut self, span: Span, name: &str, states: [&str; 2], handlers: [Span; 2]) {
        let [a, b] = states;
        self.error(Code::OfferArgument, span, format!("`on {name}` is not the same in `{a}` and `{b}`"))
            .label("offered in both")
            .also(handlers[0], format!("in `{a}`"))
            .also(handlers[1], format!("in `{b}`"))
            .help("offer it in each prompt by itself, or let both handlers take the same");
    }

    pub fn statement_only(&mut self, span: Span, name: &str) {
        self.error(Code::NoResult, span, format!("`{name}()` gives no value")).label("no value");
    }

    // Warnings.

    pub fn never_offered(&mut self, span: Span, name: &str, state: &str) {
        self.warning(Code::NeverOffered, span, format!("the prompt of `{state}` never offers `{name}`"))
            .label("never offered")
            .help(format!("offer it: `button {name}` or `action {name}(x)`"));
    }

    pub fn no_prompt(&mut self, span: Span, name: &str) {
        self.warning(Code::NoPrompt, span, format!("nothing can be done in `{name}`: it has no `prompt`"))
            .label("no prompt");
    }

    /// `last`: the span after which a call can be inserted, and the first declared state or procedure.
    pub fn setup_without_call(&mut self, span: Span, last: Option<(Span, &str)>) {
        let draft = self
            .warning(
                Code::NoFirstCall,
                span,
                "`setup` can end without a `call`: nobody would have anything to do".into(),
            )
            .label("leads nowhere")
            .help("end it with a `call` of the first state or procedure");
        if let Some((last, first)) = last {
            draft.fix(format!("Add `call {first}`"), Span { start: last.end, ..last }, format!("\n    call {first}"));
        }
    }

    pub fn unreachable(&mut self, span: Span, before: Span, word: &str) {
        self.warning(Code::Unreachable, span, format!("this never runs: it stands after `{word}`"))
            .label("never runs")
            .also(before, format!("`{word}` here"));
    }

    pub fn unused_value(&mut self, span: Span, name: &str) {
        self.warning(Code::NothingDone, span, format!("the value of `{name}` is not used")).label("goes nowhere");
    }

    /// An expression as a statement. `comparison`: the span of its `==`, if an assignment may be meant.
    pub fn does_nothing(&mut self, span: Span, comparison: Option<Span>) {
        let draft = self.error(Code::NothingDone, span, "this does nothing".into()).label("a value, not a statement");
        if let Some(at) = comparison {
            draft.help("`=` assigns, `==` compares").fix("Change to `=`", at, "=");
        }
    }
}
