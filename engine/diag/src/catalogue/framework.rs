//! HR0118 and others: habits from the framework, recognized and reported.

use super::Problems;
use crate::{Code, Span};

/// A place without anything in it.
fn point(at: u32) -> Span {
    Span { start: at, end: at }
}

impl Problems {
    /// A spelling of the framework, and the edits that make ours of it.
    fn framework_form(&mut self, span: Span, message: String, title: String, edits: Vec<(Span, String)>) {
        self.error(Code::FrameworkForm, span, message).label("as in the framework").fix_all(title, edits);
    }

    /// `end()`, `log()`, `prompt()`: the brackets.
    pub fn word_called(&mut self, span: Span, word: &str) {
        let message = format!("`{word}` takes no brackets here");
        self.framework_form(span, message, "Take out `()`".into(), vec![(span, String::new())]);
    }

    /// `finish(a, b)`: the brackets.
    pub fn finish_called(&mut self, span: Span) {
        let edits = vec![
            (Span { end: span.start + 1, ..span }, " ".into()),
            (Span { start: span.end - 1, ..span }, String::new()),
        ];
        let message = "`finish` takes its result and its message without brackets".into();
        self.framework_form(span, message, "Take out the brackets".into(), edits);
    }

    /// `action("space", s)`, `button("pass", c)`: the name without its quotes, and the span of the arguments, empty if
    /// there are none.
    pub fn offer_called(&mut self, span: Span, word: &str, at: Span, name: &str, given: Span) {
        let is_name = name.starts_with(|c: char| c.is_alphabetic() || c == '_')
            && name.chars().all(|c| c.is_alphanumeric() || c == '_');
        let ours = match (given.is_empty(), word) {
            (true, _) => format!("{word} {name}"),
            (false, "button") => format!("{word} {name} if …"),
            (false, _) => format!("{word} {name}(…)"),
        };
        if !is_name {
            self.error(Code::FrameworkForm, span, format!("`{word}` takes a name without quotes and brackets"))
                .label("as in the framework")
                .help(format!("what it is called stands behind the name: `{word} name \"{name}\"`"));
            return;
        }
        let mut edits = vec![(Span { start: span.start + word.len() as u32, end: at.start }, " ".to_owned())];
        if given.is_empty() {
            edits.push((Span { start: at.end, ..span }, String::new()));
        } else {
            let (open, close) = if word == "button" { (" if ", "") } else { ("(", ")") };
            edits.push((Span { start: at.end, end: given.start }, open.into()));
            edits.push((Span { start: given.end, ..span }, close.into()));
        }
        self.framework_form(span, format!("this is written `{ours}` here"), format!("Change to `{ours}`"), edits);
    }

    /// The argument of a state called by name is no object.
    pub fn not_by_name(&mut self, span: Span) {
        self.error(Code::FrameworkForm, span, "what is called by a text takes its arguments by their names".into())
            .label("no object")
            .help("write them so: `call (\"f\") { x: 1 }`; or call it by its own name: `call f(1)`");
    }

    /// `set G.n 3`: the word, the place and the value.
    pub fn set_command(&mut self, [word, place, value]: [Span; 3]) {
        let edits = vec![
            (Span { end: place.start, ..word }, String::new()),
            (Span { start: place.end, end: value.start }, " = ".into()),
        ];
        let message = "`set` is a command of scripts: this is written with `=` here".into();
        self.framework_form(word.to(value), message, "Change to `… = …`".into(), edits);
    }

    /// `incr G.n`: the word and the place.
    pub fn by_one_command(&mut self, [word, place]: [Span; 2], ours: &str) {
        let edits = vec![(Span { end: place.start, ..word }, String::new()), (point(place.end), ours.into())];
        let message = format!("this is a command of scripts: it is written with `{}` here", ours.trim());
        self.framework_form(word.to(place), message, format!("Change to `…{ours}`"), edits);
    }

    /// `(var i = 0; i < n; ++i)`: the parts of the loop's head, and its unbraced bodies, empty if there are none.
    pub fn counted_loop(&mut self, span: Span, [var, first, bound]: [&str; 3], to: bool, bare: [Span; 2]) {
        let head = format!("{var} in {first}{}{bound}", if to { " to " } else { ".." });
        let mut edits = vec![(span, head.clone())];
        for it in bare.into_iter().filter(|it| !it.is_empty()) {
            edits.extend([(point(it.start), "{ ".to_owned()), (point(it.end), " }".to_owned())]);
        }
        self.error(Code::ForeignOperator, span, format!("this is written `for {head}` here"))
            .label("as in JavaScript")
            .fix_all(format!("Change to `{head}`"), edits);
    }

    /// A statement that a loop or a condition has in place of a block.
    pub fn bare_body(&mut self, span: Span) {
        self.error(Code::ForeignOperator, span, "what a loop or a condition is for stands in braces".into())
            .label("without them")
            .fix_all("Put it in braces", vec![(point(span.start), "{ ".into()), (point(span.end), " }".into())]);
    }

    /// `S.name =`, `P.name = function ()`: their equivalent here.
    pub fn table_entry(&mut self, span: Span, ours: &str, name: &str) {
        let head = if ours == "procedure" { format!("{ours} {name} =") } else { format!("{ours} {name}") };
        let message = format!("this is written `{ours} {name}` here");
        self.framework_form(span, message, format!("Change to `{head}`"), vec![(span, head)]);
    }

    /// A script in a text, with the brackets around it.
    pub fn script_text(&mut self, span: Span, text: &str) {
        let draft = self
            .error(Code::FrameworkForm, span, "a script stands in braces, not in a text".into())
            .label("as in the framework");
        if let (Some(open), Some(close)) = (text.find('`'), text.rfind('`')) {
            let open = Span { end: span.start + open as u32 + 1, ..span };
            let close = Span { start: span.start + close as u32, ..span };
            draft.fix_all("Change to `{ … }`", vec![(open, "{".into()), (close, "}".into())]);
        }
    }

    /// `_begin` and its like.
    pub fn hook_name(&mut self, span: Span, theirs: &str, ours: &str) {
        let title = format!("Change to `{ours}`");
        self.framework_form(span, format!("`{theirs}` is called `{ours}` here"), title, vec![(span, ours.into())]);
    }

    /// A state's code for an action, without its `on`.
    pub fn handler_word(&mut self, span: Span, name: &str) {
        let message = format!("what is done when `{name}` is chosen begins with `on`");
        self.framework_form(span, message, "Add `on`".into(), vec![(point(span.start), "on ".into())]);
    }

    /// `inactive: "text"`; `head`: the text before the braces of the state.
    pub fn inactive_part(&mut self, span: Span, text: &str, head: Span) {
        let edits = vec![(point(head.end), format!(" {text}")), (span, String::new())];
        let message = "what the others wait for stands behind the name of the state".into();
        self.framework_form(span, message, "Move it there".into(), edits);
    }

    pub fn part_comma(&mut self, span: Span) {
        let message = "the parts of a state stand without commas".into();
        self.framework_form(span, message, "Take it out".into(), vec![(span, String::new())]);
    }

    /// `1 - R` for the other role.
    pub fn other_role(&mut self, span: Span, role: &str) {
        let ours = format!("other({role})");
        let message = format!("roles are no numbers: the other one is `{ours}`");
        self.framework_form(span, message, format!("Change to `{ours}`"), vec![(span, ours.clone())]);
    }

    /// A number where a role is needed: which role has it.
    pub fn role_number(&mut self, span: Span, role: &str) {
        let message = format!("roles are no numbers: this one is `{role}`");
        self.framework_form(span, message, format!("Change to `{role}`"), vec![(span, role.into())]);
    }

    /// `ROLES[x]`: the whole, and its index; `numbered`: that is a number.
    pub fn roles_index(&mut self, span: Span, index: Span, numbered: bool) {
        let (open, close) = if numbered { ("Role(", ")") } else { ("", "") };
        let edits =
            vec![(Span { end: index.start, ..span }, open.into()), (Span { start: index.end, ..span }, close.into())];
        let title = if numbered { "Change to `Role(…)`" } else { "Take out `ROLES[…]`" };
        self.framework_form(span, "a role prints as its name by itself".into(), title.into(), edits);
    }

    /// `ROLES` alone.
    pub fn roles_table(&mut self, span: Span) {
        let message = "the roles are called `Role` here".into();
        self.framework_form(span, message, "Change to `Role`".into(), vec![(span, "Role".into())]);
    }

    /// `function on_view()`, which is a part of its own here. `head`: the text before its block.
    pub fn hook_function(&mut self, span: Span, name: &str, head: Span, ours: &str) {
        let message = format!("nothing calls `{name}`: what the framework calls so is the part `{ours}`");
        self.framework_form(span, message, format!("Change to `{ours}`"), vec![(head, format!("{ours} "))]);
    }

    /// A method that is a function here: `xs.push(x)`. `base`: the value before the dot, `first`: start of its first
    /// argument.
    pub fn method_function(&mut self, span: Span, base: Span, name: &str, first: Option<u32>, whole: Span) {
        let rest = match first {
            Some(first) => (Span { start: base.end, end: first }, ", ".to_owned()),
            None => (Span { start: base.end, ..whole }, ")".to_owned()),
        };
        self.error(Code::UnknownFunction, span, format!("values have no methods: there is no `.{name}()`"))
            .label("unknown")
            .help(format!("functions take the value as their argument: `{name}(…)`"))
            .fix_all(format!("Change to `{name}(…)`"), vec![(point(base.start), format!("{name}(")), rest]);
    }
}
