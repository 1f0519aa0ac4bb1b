//! HR04: transitions, effects, offers; and warnings about code without effect.

use super::Problems;
use super::types::article;
use crate::{Code, Span};

impl Problems {
    /// A transition that something follows.
    pub fn not_last(&mut self, span: Span, word: &str, next: Span) {
        self.error(Code::NotLast, span, format!("nothing may run after `{word}`"))
            .label("not last")
            .also(next, "runs after it")
            .help("move the rest before it or into an `else`, `return` after it, or make this a procedure");
    }

    /// A call of a function that may transition, with something after it.
    pub fn call_not_last(&mut self, span: Span, name: &str, next: Span, transition: (Span, &str)) {
        let draft = self
            .error(Code::NotLast, span, format!("`{name}` can leave this state, so nothing may run after it"))
            .label("not last")
            .also(transition.0, format!("{} here", transition.1));
        let draft = if next == span { draft } else { draft.also(next, "runs after it") };
        draft.help("move the rest before it or into an `else`, or `return` after it");
    }

    /// The offers of a prompt depend on `V`, which it may only set.
    pub fn offered_by_view(&mut self, span: Span) {
        self.error(Code::OfferedByView, span, "what a prompt offers cannot depend on `V`".into())
            .label("exists only when somebody looks")
            .help(
                "use what `V` is made from: `G`, `L` and functions; a prompt may set `V`, and read it only to set more of `V`",
            );
    }

    /// A forbidden effect: the rule, the calls that lead to it, and the effect.
    pub fn forbidden_effect(&mut self, rule: &str, calls: &[(Span, String)], span: Span, text: &str, outside: bool) {
        let at = calls.first().map_or(span, |it| it.0);
        let message = if outside && text.starts_with("changes") {
            format!("`V` exists only in views and prompts, but this {text}")
        } else if outside {
            format!("only prompts can offer anything, but this {text}")
        } else {
            format!("{rule}, but this {text}")
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
            .label("the name is only known in the game")
            .help("the state or procedure must have parameters of these names and types; any others need defaults");
    }

    pub fn call_outside_procedure(&mut self, span: Span) {
        self.error(Code::CallForResult, span, "only a procedure can wait for the result of a `call`".into())
            .label("cannot wait here")
            .help("make this a procedure, or read the result from `L.$` in `resume`");
    }

    /// `call` inside an expression. `procedure`: where a statement may wait for it.
    pub fn call_inside(&mut self, span: Span, procedure: bool) {
        let draft = self
            .error(Code::CallForResult, span, "a `call` cannot be part of an expression".into())
            .label("cannot wait here");
        if procedure {
            draft.help("store its result first: `let x = call f`, or `if … { x = call f } else { x = call g }`");
        } else {
            draft.help("make this a procedure, or read the result from `L.$` in `resume`");
        }
    }

    /// `unless` with something else than a text that may be none. `word`: the word; `at`: what follows it.
    pub fn no_objection(&mut self, word: Span, at: Span, found: &str, condition: bool) {
        let message = format!("`unless` takes a text that says why not, or none, but this is {}", article(found));
        let draft = self.error(Code::TypeMismatch, at, message).label(found.to_string());
        if condition {
            let edits = vec![
                (word, "if not".into()),
                (Span { end: at.start, ..at }, "(".into()),
                (Span { start: at.end, ..at }, ")".into()),
            ];
            draft.help("for a condition, use `if` and perhaps `else` with the reason").fix_all("Use `if not`", edits);
        } else {
            draft.help("call a function with the result `string?`: the reason, or `none` if nothing is against it");
        }
    }

    /// `if x == none else x`.
    pub fn shorter_unless(&mut self, span: Span, name: &str) {
        self.warning(Code::Longwinded, span, format!("this is `unless {name}`")).label("can be shorter").fix(
            format!("Change to `unless {name}`"),
            span,
            format!("unless {name}"),
        );
    }

    /// A state that `call all` calls is called or entered otherwise. `role`: one of the game. `gap`: where `all` would be.
    pub fn asked_by_one(&mut self, span: Span, (name, role): (&str, &str), gap: Span, call: bool) {
        let draft = self
            .error(Code::AllAtOnce, span, format!("`{name}` is called with `all` elsewhere, and here without"))
            .label("asks nobody");
        if call {
            draft.help(format!("`call all {name} for …` asks some roles, or only one: `for [{role}]`")).fix(
                "Add `all`",
                gap,
                "all ",
            );
        } else {
            draft.help("use `call all` in a procedure, or a state of its own");
        }
    }

    /// `goto all`. `all`: the word.
    pub fn asks_by_goto(&mut self, all: Span, name: &str) {
        self.error(
            Code::AllAtOnce,
            all,
            "only `call` can ask all at once: after `goto`, nobody waits for the answers".into(),
        )
        .label("asks nobody")
        .help(format!("use `call all {name}` in a procedure"));
    }

    /// `call all` of a procedure. `all`: the word.
    pub fn asks_procedure(&mut self, span: Span, name: &str, all: Span) {
        self.error(Code::AllAtOnce, span, format!("`{name}` is a procedure; only a state can ask all at once"))
            .label("a procedure")
            .help("call a state whose handlers `end` with the answer of `R`")
            .fix("Remove `all`", Span { start: all.start, end: span.start }, "");
    }

    /// A `call` or `goto` out of a state that asks all at once.
    pub fn leaves_asked(&mut self, span: Span, word: &str, name: &str) {
        self.error(Code::AllAtOnce, span, format!("`{name}` asks all at once, so no role can leave it by `{word}`"))
            .label("others are still choosing")
            .help("give the answer of `R` with `end`, and go on after `call all`");
    }

    /// A function that ends a state for all, called where each ends with an answer.
    pub fn ends_for_all(&mut self, span: Span, function: &str, name: &str) {
        self.error(Code::AllAtOnce, span, format!("`{function}` would end `{name}` while others are still choosing"))
            .label("leaves the state")
            .help("write `end` in the handler itself: there it ends the choice of `R` only");
    }

    /// `end` without a value, where other handlers give an answer.
    pub fn end_unanswered(&mut self, span: Span) {
        self.error(Code::AllAtOnce, span, "this `end` gives no answer, but others in this state do".into())
            .label("without an answer")
            .help("to answer nothing, use `end none`")
            .fix("Change to `end none`", Span { start: span.end, ..span }, " none");
    }

    /// `answer` where nobody waits for one.
    pub fn answer_outside(&mut self, span: Span, word: &str) {
        self.error(Code::AllAtOnce, span, format!("`{word}` works only in handlers of a state that `call all` calls"))
            .label("nobody waits for it")
            .help("call the state with `call all`, or use `end`");
    }

    /// `L.answer` or `L.answers` in a handler, which decides its type.
    pub fn answer_unknown(&mut self, span: Span, field: &str) {
        self.error(Code::AllAtOnce, span, format!("a handler cannot read `L.{field}`, whose type it decides"))
            .label("not known yet")
            .help("read it in the prompt, and offer what comes next as an argument");
    }

    /// `L.answers` outside of the states that ask.
    pub fn answers_of_several(&mut self, span: Span, states: [&str; 2]) {
        let [one, other] = states;
        self.error(Code::AllAtOnce, span, format!("`L.answers` may be those of `{one}` or of `{other}`"))
            .label("which answers?")
            .help("read `L.answer`, the answer of `R`, or keep the answers in a secret field of `G`");
    }

    pub fn turns_outside(&mut self, span: Span) {
        self.error(Code::CallForResult, span, "only a procedure can give turns".into())
            .label("cannot wait here")
            .help("make this a procedure, without `plain`");
    }

    pub fn outside_loop(&mut self, span: Span, word: &str) {
        self.error(Code::OutsideLoop, span, format!("`{word}` works only in a loop")).label("no loop here");
    }

    pub fn plain_transition(&mut self, span: Span, name: &str) {
        self.error(
            Code::NoTransitionHere,
            span,
            format!("the plain procedure `{name}` can end without going anywhere"),
        )
        .label("goes nowhere")
        .help("let every path through it end in `call`, `goto`, `end` or `finish`");
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
        self.error(Code::NoHandler, span, format!("`{state}` offers `{meant}`, but handles `{name}`"))
            .label(format!("meant for `{meant}`?"))
            .also(offer, "offered here")
            .fix(format!("Change to `on {meant}`"), span, meant);
    }

    /// A handler without the parameters that it is offered with. `params`: as they would be written.
    pub fn missing_params(&mut self, span: Span, name: &str, params: &str, count: usize, offer: Span) {
        let what = if count == 1 { "a parameter".to_owned() } else { format!("{count} parameters") };
        self.error(Code::OfferArgument, span, format!("`on {name}` is missing {what}"))
            .label("takes nothing")
            .also(offer, if count == 1 { "offered with an argument" } else { "offered with arguments" })
            .fix(format!("Change to `on {name}({params})`"), Span { start: span.end, ..span }, format!("({params})"));
    }

    /// `statement`: the whole offering statement.
    pub fn own_undo(&mut self, span: Span, state: &str, statement: Span) {
        self.error(Code::NoHandler, span, format!("`{state}` offers `undo`, but has no `on undo`"))
            .label("offered here")
            .help("remove it, because `push_undo()` before a change is enough; or add `on undo`")
            .fix("Remove it", statement, "");
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
        self.error(Code::OfferArgument, span, format!("`on {name}` takes arguments, but a button has none"))
            .label("a button")
            .also(handler, "takes arguments")
            .help(format!("offer it with them: `action {name}(x)`"));
    }

    /// An argument of another type than the handler takes, offered where that was not known.
    pub fn offer_type(&mut self, span: Span, name: &str, found: &str, wanted: &str, handler: Span) {
        let (found, wanted) = (article(found), article(wanted));
        self.error(Code::OfferArgument, span, format!("`on {name}` takes {wanted}, but {found} is offered"))
            .label(format!("this is {found}"))
            .also(handler, format!("takes {wanted}"));
    }

    /// A function offers one action in two states, whose handlers take different things.
    pub fn offer_differs(&mut self, span: Span, name: &str, states: [&str; 2], handlers: [Span; 2]) {
        let [a, b] = states;
        self.error(Code::OfferArgument, span, format!("`on {name}` takes different arguments in `{a}` and `{b}`"))
            .label("offered in both")
            .also(handlers[0], format!("in `{a}`"))
            .also(handlers[1], format!("in `{b}`"))
            .help("offer it separately in each prompt, or let both handlers take the same arguments");
    }

    pub fn statement_only(&mut self, span: Span, name: &str) {
        self.error(Code::NoResult, span, format!("`{name}()` returns no value")).label("no value");
    }

    // Warnings.

    pub fn never_offered(&mut self, span: Span, name: &str, state: &str) {
        self.warning(Code::NeverOffered, span, format!("the prompt of `{state}` never offers `{name}`"))
            .label("never offered")
            .help(format!("offer it: `button {name}` or `action {name}(x)`"));
    }

    pub fn no_prompt(&mut self, span: Span, name: &str) {
        self.warning(Code::NoPrompt, span, format!("`{name}` has no `prompt`, so nobody can do anything there"))
            .label("no prompt");
    }

    /// `last`: the span after which a call can be inserted, and the first declared state or procedure.
    pub fn setup_without_call(&mut self, span: Span, last: Option<(Span, &str)>) {
        let draft = self
            .warning(Code::NoFirstCall, span, "`setup` can end without a `call`, so the game would not start".into())
            .label("goes nowhere")
            .help("end it with a `call` to the first state or procedure");
        if let Some((last, first)) = last {
            draft.fix(format!("Add `call {first}`"), Span { start: last.end, ..last }, format!("\n    call {first}"));
        }
    }

    pub fn unreachable(&mut self, span: Span, before: Span, word: &str) {
        self.warning(Code::Unreachable, span, format!("this never runs, because it comes after `{word}`"))
            .label("never runs")
            .also(before, format!("`{word}` here"));
    }

    pub fn unused_value(&mut self, span: Span, name: &str) {
        self.warning(Code::NothingDone, span, format!("the value of `{name}` is not used")).label("unused");
    }

    /// An expression as a statement. `comparison`: the span of its `==`, if an assignment may be meant.
    pub fn does_nothing(&mut self, span: Span, comparison: Option<Span>) {
        let draft =
            self.error(Code::NothingDone, span, "this statement does nothing".into()).label("a value, not a statement");
        if let Some(at) = comparison {
            draft.help("to assign, use `=`; `==` compares").fix("Change to `=`", at, "=");
        }
    }
}
