//! HR01: text that cannot be read.

use super::{Problems, list};
use crate::{Code, Span};

impl Problems {
    pub fn strange(&mut self, span: Span, text: &str) {
        let shown: String = text.chars().take(12).collect();
        let shown = if shown.chars().any(char::is_control) { "this".to_string() } else { format!("`{shown}`") };
        self.error(Code::Strange, span, format!("{shown} is not part of the language")).label("unknown character");
    }

    /// A comment that begins with two backslashes.
    pub fn backslash_comment(&mut self, span: Span) {
        self.warning(Code::Strange, span, "a comment starts with `//`".into()).label("wrong slash").fix(
            "Change to `//`",
            span,
            "//",
        );
    }

    /// A text in single quotes.
    pub fn single_quotes(&mut self, span: Span) {
        let quote = |at: u32| Span { start: at, end: at + 1 };
        self.error(Code::Strange, span, "text needs double quotes".into())
            .label("single quotes")
            .fix_all("Use double quotes", vec![(quote(span.start), "\"".into()), (quote(span.end - 1), "\"".into())]);
    }

    /// `/*` where there are no comments over several lines.
    pub fn foreign_comment(&mut self, span: Span) {
        self.error(Code::Strange, span, "this language has no `/* … */` comments".into())
            .label("not part of the language")
            .help("write `//` in front of each line of the comment");
    }

    pub fn unclosed(&mut self, span: Span, open: char, close: char, end: Span) {
        self.error(Code::Unclosed, span, format!("this `{open}` is never closed"))
            .label("opened here")
            .also(end, format!("missing `{close}` before here"))
            .fix(format!("Add `{close}`"), Span { start: end.start, end: end.start }, close);
    }

    /// A block whose `}` is missing before `end`. `line`: where a line with it can be inserted.
    pub fn missing_brace(&mut self, span: Span, end: Span, line: usize, insert: String) {
        self.error(Code::Unclosed, span, "this `{` is never closed".into())
            .label("opened here")
            .also(end, "missing `}` before here")
            .fix("Add `}`", Span::new(line, line), insert);
    }

    /// A block that begins without its brace. `line`: its line; `at`: where the brace is missing.
    pub fn missing_opener(&mut self, line: Span, at: Span) {
        self.error(Code::Unclosed, line, "this line needs a `{` at its end".into())
            .label("opens the block below")
            .fix("Add `{`", at, " {");
    }

    pub fn unopened(&mut self, span: Span, close: char) {
        self.error(Code::Unopened, span, format!("this `{close}` has no opening bracket"))
            .label("nothing to close")
            .fix(format!("Remove `{close}`"), span, "");
    }

    pub fn about_empty(&mut self, span: Span) {
        self.error(Code::AboutText, span, "this `about` has no text".into())
            .label("empty")
            .help("describe in a few sentences how to play, or remove the `about`");
    }

    pub fn about_too_long(&mut self, span: Span, length: usize, most: usize) {
        let said = format!("this `about` has {length} characters, more than the limit of {most}");
        self.error(Code::AboutText, span, said)
            .label("too long")
            .help("describe the goal, a turn and the end of the game; leave the rest to the prompts");
    }

    pub fn about_hole(&mut self, span: Span) {
        self.error(Code::AboutText, span, "an `about` cannot contain `${…}`".into())
            .label("unknown before the game starts")
            .help("write plain words; for a literal `${`, write `\\${`");
    }

    pub fn unclosed_string(&mut self, span: Span, quote: &str) {
        self.error(Code::UnclosedString, span, format!("this text has no closing {quote}"))
            .label("starts here")
            .help("text in quotes must end on the same line; for several lines, use backticks");
    }

    /// `${…}` in a text in plain quotes, where it is literal.
    pub fn plain_template(&mut self, span: Span, fits: bool) {
        let quote = |at: u32| (Span { start: at, end: at + 1 }, "`".to_owned());
        let draft = self.warning(Code::PlainTemplate, span, "`${…}` has no effect in plain quotes".into());
        let draft =
            draft.label("not a template").help("use backticks for a template, or write `\\${` to keep it as text");
        if fits {
            draft.fix_all("Use backticks", vec![quote(span.start), quote(span.end - 1)]);
        }
    }

    pub fn unclosed_comment(&mut self, span: Span) {
        self.error(Code::UnclosedComment, span, "this comment is never closed".into())
            .label("starts here")
            .help("add `*/`, or use `//` for one line");
    }

    pub fn unknown_escape(&mut self, span: Span, c: char) {
        self.error(Code::UnknownEscape, span, format!("unknown escape `\\{c}`"))
            .label("unknown")
            .help("the escapes are `\\n` `\\t` `\\r` `\\\"` `\\'` `\\`` `\\\\` and `\\$`");
    }

    pub fn number_too_large(&mut self, span: Span) {
        self.error(Code::NumberTooLarge, span, "the largest whole number is 9007199254740991".into())
            .label("too large");
    }

    pub fn fraction_too_large(&mut self, span: Span) {
        self.error(Code::NumberTooLarge, span, "the largest number is 1.8 * 10^308".into()).label("too large");
    }

    /// `help`: how to fix it, which differs from language to language.
    pub fn too_deep(&mut self, span: Span, limit: usize, help: &str) {
        self.cut = true;
        self.error(Code::NestingTooDeep, span, format!("this is nested more than {limit} levels deep"))
            .label("read up to here")
            .help(help);
    }

    /// Operators, fields, indices, calls: more of them in one expression than a limit.
    pub fn too_long_chain(&mut self, span: Span, limit: usize, help: &str) {
        self.cut = true;
        self.error(Code::NestingTooDeep, span, format!("more than {limit} operators in a row"))
            .label("read up to here")
            .help(help);
    }

    pub fn text_too_long(&mut self, length: usize, limit: usize) {
        let tenths = |bytes: usize| format!("{}.{}", bytes >> 20, ((bytes & 0xf_ffff) * 10) >> 20);
        let said = format!("the rules and their files may have {} MiB, but they have {}", limit >> 20, tenths(length));
        self.error(Code::TextTooLong, Span::default(), said).label("not read");
    }

    /// `=` where two values are compared.
    pub fn assigned_for_compared(&mut self, span: Span) {
        self.error(Code::Unexpected, span, "`=` assigns; to compare, use `==`".into()).label("one `=` too few").fix(
            "Change to `==`",
            span,
            "==",
        );
    }

    /// A character that can be neither seen nor typed.
    pub fn control_character(&mut self, span: Span, c: char) {
        self.error(Code::ControlCharacter, span, format!("invisible control character U+{:04X}", c as u32))
            .label("invisible")
            .help("remove it; in quoted text, write `\\n` for a new line and `\\t` for a tab")
            .fix("Remove it", span, "");
    }

    /// Something other than one of `expected`.
    pub fn unexpected(&mut self, span: Span, found: &str, expected: &[&str]) {
        if self.cut || self.counts_only() {
            return;
        }
        let line = found.trim_matches(' ') == "\n" || found == "\r\n";
        let what = match found {
            "" => "unexpected end of the text".to_string(),
            _ if line => "unexpected end of the line".to_string(),
            _ => {
                let first = found.lines().next().unwrap_or("");
                let shown: String = first.chars().take(30).collect();
                format!("unexpected `{shown}`")
            }
        };
        let expected = if expected.contains(&"a statement") || expected.contains(&"an expression") && expected.len() > 4
        {
            let kept: Vec<&str> = expected.iter().copied().filter(|it| it.starts_with('a')).collect();
            list(&kept)
        } else {
            list(expected)
        };
        let draft = self.error(Code::Unexpected, span, what);
        if expected.is_empty() {
            draft.label("unexpected");
        } else {
            draft.label(format!("expected {expected}"));
        }
    }

    /// A word is missing before the next token.
    pub fn missing_word(&mut self, span: Span, found: &str, word: &str) {
        let at = Span { start: span.start, end: span.start };
        self.error(Code::Unexpected, span, format!("unexpected `{found}`")).label(format!("expected `{word}`")).fix(
            format!("Add `{word}`"),
            at,
            format!("{word} "),
        );
    }

    /// `true` if a block or a text is not closed, or closed twice.
    pub fn blocks_are_off(&self) -> bool {
        let off = |it: &crate::Diagnostic| match it.code {
            Code::Unclosed | Code::Unopened => it.message.contains(['{', '}']),
            Code::UnclosedString => true,
            _ => false,
        };
        self.list.iter().any(off)
    }

    /// A word that begins no part of a file or a state.
    pub fn unknown_command(&mut self, span: Span, name: &str, known: &[&str]) {
        self.error(Code::UnknownCommand, span, format!("scripts have no command `{name}`"))
            .label("unknown")
            .help("use `eval` to run a statement: `eval x = 1`, `eval { … }`")
            .nearest(name, known);
    }

    pub fn unknown_part(&mut self, span: Span, name: &str, known: &[&str], whole: &str) {
        if self.counts_only() {
            return;
        }
        self.error(Code::UnknownPart, span, format!("`{name}` cannot start a declaration in a {whole}"))
            .label("unknown")
            .help(format!(
                "a {whole} can contain {}",
                list(
                    &known
                        .iter()
                        .map(|it| format!("`{it}`"))
                        .collect::<Vec<_>>()
                        .iter()
                        .map(String::as_str)
                        .collect::<Vec<_>>()
                )
            ))
            .nearest(name, known);
    }

    /// An operator of JavaScript.
    pub fn foreign_operator(&mut self, span: Span, theirs: &str, ours: &str) {
        let ours = ours.trim();
        let insert = if theirs == "!" { format!("{ours} ") } else { ours.to_string() };
        self.error(Code::ForeignOperator, span, format!("use `{ours}` instead of `{theirs}`"))
            .label("as in JavaScript")
            .fix(format!("Change to `{ours}`"), span, insert);
    }

    pub fn increment(&mut self, span: Span, ours: &str) {
        self.error(Code::ForeignOperator, span, format!("use `{ours}` here")).label("as in JavaScript").fix(
            format!("Change to `{ours}`"),
            span,
            format!(" {ours}"),
        );
    }

    pub fn foreign_declaration(&mut self, span: Span, word: &str) {
        self.error(Code::ForeignOperator, span, format!("use `let` instead of `{word}`"))
            .label("as in JavaScript")
            .fix("Change to `let`", span, "let");
    }

    /// `c ? a : b`: the spans of the condition and of the two signs.
    pub fn ternary(&mut self, cond: Span, question: Span, colon: Span) {
        let first = Span { end: cond.start, ..cond };
        self.error(Code::ForeignOperator, question, "write `if c then a else b` instead of `c ? a : b`".into())
            .label("as in JavaScript")
            .also(colon, "`else` here")
            .fix_all(
                "Change to `if … then … else …`",
                vec![(first, "if ".into()), (question, "then".into()), (colon, "else".into())],
            );
    }

    /// `for i, x in xs`: the spans of the two names, of the iterated value and of the block.
    pub fn two_loop_variables(&mut self, spans: [Span; 4], index: &str, var: &str, iter: &str) {
        let [at, name, over, block] = spans;
        let head = Span { start: at.start, end: over.start };
        let first = Span { start: block.start + 1, end: block.start + 1 };
        self.error(Code::ForeignOperator, Span { start: at.start, end: name.end }, "a loop has one variable".into())
            .label("two variables")
            .help(format!(
                "loop over the index and look up the element: `for {index} in indices({iter})`, `{iter}[{index}]`"
            ))
            .fix_all(
                format!("Loop over `{index}`"),
                vec![
                    (head, format!("{index} in indices(")),
                    (Span { start: over.end, end: over.end }, ")".into()),
                    (first, format!(" let {var} = {iter}[{index}];")),
                ],
            );
    }

    pub fn repeat(&mut self, span: Span) {
        self.error(Code::ForeignOperator, span, "write `for _ in 1 to n` to repeat something".into())
            .label("not a statement")
            .fix("Change to `for _ in 1 to …`", span, "for _ in 1 to");
    }

    /// `switch` or `match`, with its value and its cases.
    pub fn switch(&mut self, span: Span, word: &str) {
        self.error(Code::ForeignOperator, span, format!("use `if` and `else if` instead of `{word}`"))
            .label("not a statement")
            .help("for example `if x == 1 { … } else if x in [2, 3] { … } else { … }`");
    }

    pub fn foreach(&mut self, span: Span) {
        self.error(Code::ForeignOperator, span, "use `for` instead of `foreach`".into()).label("not a statement").fix(
            "Change to `for`",
            span,
            "for",
        );
    }

    /// `let x: int`: `first` is a possible first value, if known, `each` the type of the keys if there is a value for
    /// each.
    pub fn no_first_value(&mut self, span: Span, first: &str, each: Option<&str>) {
        let draft = self.error(Code::Unexpected, span, "a new variable needs a value".into()).label("no value");
        if let Some(each) = each {
            draft.help(format!("add a value for each: `= [… for x in {each}]`"));
        } else if first.is_empty() {
            draft.help("add a value: `let x = …`");
        } else {
            draft.fix(format!("Add `= {first}`"), Span { start: span.end, end: span.end }, format!(" = {first}"));
        }
    }

    pub fn bare_list(&mut self, span: Span) {
        let (first, last) = (Span { end: span.start, ..span }, Span { start: span.end, ..span });
        self.error(Code::Unexpected, span, "several values need the brackets of a list".into())
            .label("no brackets")
            .fix_all("Add brackets", vec![(first, "[".into()), (last, "]".into())]);
    }

    /// `A (3, 4)` in a graph.
    pub fn missing_at(&mut self, span: Span) {
        self.error(Code::Unexpected, span, "the position of a place needs `at`".into()).label("a position").fix(
            "Add `at`",
            Span { end: span.start, ..span },
            "at ",
        );
    }

    pub fn elseif(&mut self, span: Span) {
        self.error(Code::ForeignOperator, span, "use `else if`, in two words".into()).label("one word").fix(
            "Change to `else if`",
            span,
            "else if",
        );
    }
}
