//! HR10 and others: rules made of functions and receivers.

use super::Problems;
use crate::{Code, Span};

/// The right form of a definition, for those that have a layout of their own.
fn form(word: &str) -> &'static str {
    match word {
        "DEF" | "END_DEF" => "DEF name $a:\n    RETURN $a;\nEND_DEF",
        "RECEIVE" | "END_RECEIVE" => "RECEIVE name $a:\n    ACCEPT;\nEND_RECEIVE",
        "FOR" | "END_FOR" => "FOR 'x' list:\n    …;\nEND_FOR",
        "WHILE" | "END_WHILE" => "WHILE condition:\n    …;\nEND_WHILE",
        "STATE" | "END_STATE" => "STATE:\n{ … }\nEND_STATE",
        "TOKENSETS" | "END_TOKENSETS" => "TOKENSETS:\n{ … }\nEND_TOKENSETS",
        "BOARD" | "END_BOARD" => "BOARD:\n[ … ]\nEND_BOARD",
        _ => "IF condition:\n    …;\nELSE:\n    …;\nEND_IF",
    }
}

fn written(word: &str) -> String {
    format!("the right form is\n{}", form(word))
}

impl Problems {
    pub fn unclosed_quote(&mut self, span: Span, quote: char) {
        self.error(Code::UnclosedString, span, format!("this text has no closing {quote}"))
            .label("begins here")
            .help("a text in quotes ends on its line");
    }

    pub fn missing_dollar(&mut self, span: Span, name: &str) {
        self.error(Code::Unexpected, span, format!("`{name}` does not fit here"))
            .label("expected an argument such as `$a`")
            .help("arguments are written with a `$`: `DEF name $a $b:`")
            .fix(format!("Change to `${name}`"), span, format!("${name}"));
    }

    /// A definition (`DEF` or another) inside of one.
    pub fn nested_definition(&mut self, span: Span, word: &str, outer: Span, outer_word: &str, closer: &str) {
        self.error(Code::NestedDefinition, span, format!("this `{word}` stands inside of another block"))
            .label("begins here")
            .also(outer, format!("this `{outer_word}` is not closed before"))
            .help(format!(
                "definitions do not stand inside of each other; `{closer}` is missing, or {}",
                written(word)
            ));
    }

    pub fn unclosed_block(&mut self, span: Span, word: &str, closer: &str, end: Span) {
        self.error(Code::Unclosed, span, format!("this `{word}` has no `{closer}`"))
            .label("begins here")
            .also(end, format!("`{closer}` is missing before here"))
            .help(written(word))
            .fix(format!("Add `{closer}`"), Span { start: end.start, end: end.start }, format!("\n{closer}\n"));
    }

    pub fn stray_closer(&mut self, span: Span, word: &str, opener: &str) {
        self.error(Code::Unopened, span, format!("this `{word}` closes nothing"))
            .label(format!("no `{opener}` is open"))
            .fix(format!("Remove `{word}`"), span, "");
    }

    /// Other text in the line of a closer.
    pub fn closer_not_alone(&mut self, span: Span, word: &str, before: bool, after: bool) {
        let start = Span { start: span.start, end: span.start };
        let end = Span { start: span.end, end: span.end };
        let mut edits = Vec::new();
        if before {
            edits.push((start, "\n".to_owned()));
        }
        if after && word != "ELSE" {
            edits.push((end, "\n".to_owned()));
        }
        let draft = self
            .error(Code::CloserAlone, span, format!("`{word}` stands alone on its line"))
            .label("something else stands there too")
            .help(written(word));
        if !edits.is_empty() {
            draft.fix_all(format!("Put `{word}` on a line of its own"), edits);
        }
    }

    pub fn missing_colon(&mut self, span: Span, word: &str, at: Span) {
        self.error(Code::Unexpected, at, format!("the line of `{word}` ends with `:`"))
            .label("expected `:`")
            .also(span, "begins here")
            .fix("Add `:`", at, ":");
    }

    pub fn missing_semicolon(&mut self, at: Span) {
        if self.cut {
            return;
        }
        self.error(Code::Unexpected, at, "a statement ends with `;`".into())
            .label("expected `;`")
            .fix("Add `;`", at, ";");
    }

    pub fn colon_for_semicolon(&mut self, at: Span) {
        let colon = Span { start: at.start, end: at.start + 1 };
        self.error(Code::Unexpected, colon, "a statement ends with `;`".into())
            .label("expected `;`")
            .help("`:` ends the lines of `IF`, `ELSE`, `FOR`, `WHILE`, `DEF` and `RECEIVE`");
    }

    pub fn missing_value(&mut self, span: Span, word: &str, at: Span) {
        self.error(Code::ShortOf, at, format!("`{word}` lacks its value")).label("expected a value").also(span, "here");
    }

    /// A call at the end of a statement that lacks arguments. `taken`: the spans of its arguments.
    pub fn short_of(
        &mut self,
        span: Span,
        name: &str,
        params: &[String],
        taken: &[Span],
        outer: Option<Span>,
        end: Span,
    ) {
        let missing = params.get(taken.len()).map_or("", String::as_str);
        let count = match params.len() {
            1 => "one argument".to_owned(),
            n => format!("{n} arguments"),
        };
        // Maximum names in a sentence.
        let names: Vec<String> = params.iter().take(200).map(|it| format!("`{it}`")).collect();
        let mut draft = self
            .error(
                Code::ShortOf,
                span,
                format!("`{name}` lacks `{missing}`: it takes {count}, and has {}", taken.len()),
            )
            .label(format!("takes {}", names.join(" ")));
        for (param, at) in params.iter().zip(taken) {
            draft = draft.also(*at, format!("taken as `{param}`"));
        }
        draft = draft.also(end, format!("`{missing}` should stand before here"));
        if let Some(outer) = outer {
            draft = draft.also(outer, format!("`{name}` is an argument of this"));
        }
        draft.help("each word takes what follows it: one word too many or too few before moves all that come after");
    }

    /// Words that no call takes.
    pub fn left_over(&mut self, span: Span, head: Span, name: &str, takes: Option<&str>) {
        let draft = self.error(Code::LeftOver, span, "nothing takes these words".into()).label("left over");
        let draft = match takes {
            Some(takes) => draft.also(head, format!("`{name}` {takes}, and has them")),
            None => draft.also(head, "this stands for itself and takes nothing"),
        };
        draft.help("a statement ends with `;`; each word takes as many arguments as it has, no more");
    }

    pub fn unknown_word(&mut self, span: Span, name: &str, known: &[&str]) {
        self.error(Code::UnknownFunction, span, format!("there is no function or primitive `{name}`"))
            .label("unknown, so what it takes is unknown too")
            .help(format!("a variable is written `${name}`, a text `'{name}'`"))
            .nearest(name, known);
    }

    pub fn receiver_called(&mut self, span: Span, name: &str) {
        self.error(Code::UnknownFunction, span, format!("`{name}` is a receiver, and only a message runs it"))
            .label("no function")
            .help("put what both need into a function");
    }

    pub fn unknown_receiver(&mut self, span: Span, name: &str, known: &[&str]) {
        self.error(Code::UnknownFunction, span, format!("there is no receiver `{name}`"))
            .label("unknown")
            .nearest(name, known);
    }

    pub fn unknown_variable(&mut self, span: Span, name: &str, known: &[&str]) {
        self.error(Code::UnknownName, span, format!("there is no variable `${name}` here"))
            .label("never assigned")
            .help(format!("`ASSIGN '{name}' value;` makes it; it lives until the call ends"))
            .nearest(&format!("${name}"), known);
    }

    /// A name must be in quotes where it is assigned.
    pub fn name_in_quotes(&mut self, span: Span, found: &str, word: &str) {
        let name = found.trim_start_matches('$');
        let draft = self
            .error(Code::VariableName, span, format!("`{word}` takes the name of a variable in quotes"))
            .label("no name in quotes");
        if !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_') {
            draft.help(format!("write `{word} '{name}'`; `${name}` reads it")).fix(
                format!("Change to `'{name}'`"),
                span,
                format!("'{name}'"),
            );
        } else {
            draft.help(format!("write `{word} 'x'`; `$x` reads it"));
        }
    }

    pub fn variable_name(&mut self, span: Span, name: &str) {
        self.error(Code::VariableName, span, format!("no variable can be called `{name}`"))
            .label("no name")
            .help("names are letters, digits and `_`, and are read with a `$`: `ASSIGN 'x' 1` makes `$x`");
    }

    pub fn special_assigned(&mut self, span: Span, name: &str) {
        self.error(Code::VariableName, span, format!("`${name}` is only read")).label("cannot be set");
    }

    pub fn defined_twice(&mut self, span: Span, name: &str, first: Span) {
        self.error(Code::Twice, span, format!("`{name}` is defined twice"))
            .label("again here")
            .also(first, "first here")
            .help("no two functions or receivers have the same name");
    }

    pub fn name_taken(&mut self, span: Span, name: &str) {
        self.error(Code::Reserved, span, format!("`{name}` is a word of the language")).label("taken");
    }

    /// `of`: the owner of the prop, and `own`: the meaningful props. Reports only names close to one of them.
    pub fn prop_like(&mut self, span: Span, name: &str, of: &str, own: &[&str]) {
        if let Some(near) = super::nearest(name, own) {
            self.warning(Code::PropLike, span, format!("`{name}` means nothing to the game, and nothing reads it"))
                .label(format!("a prop of {of}"))
                .help(format!("if `{near}` is meant: that is the prop that the game goes by"));
        }
    }

    pub fn prop_never_set(&mut self, span: Span, name: &str, of: &str, known: &[&str]) {
        self.warning(Code::NeverSet, span, format!("the prop `{name}` of {of} is read, but nothing sets it"))
            .label("always `NULL`")
            .nearest_text(name, known);
    }

    pub fn no_receiver(&mut self, span: Span) {
        self.error(Code::MissingPart, span, "there is no receiver: no message could ever be sent".into())
            .help(format!("at least one is needed; {}", written("RECEIVE")));
    }

    pub fn return_in_receiver(&mut self, span: Span) {
        self.error(Code::WrongExit, span, "a receiver ends with `ACCEPT` or `REJECT`".into())
            .label("`RETURN` is for functions")
            .help("`ACCEPT;` takes the message, `REJECT 'why';` refuses it");
    }

    pub fn verdict_in_function(&mut self, span: Span, word: &str) {
        self.error(Code::WrongExit, span, format!("`{word}` stands in receivers only"))
            .label("this is a function")
            .help("return a value, and let the receiver decide: `IF NOT allowed $x: REJECT 'why'; END_IF`");
    }

    pub fn set_up_takes_nothing(&mut self, span: Span) {
        self.error(Code::SetUp, span, "`set_up` is a function without arguments".into())
            .label("runs when the game starts")
            .help("DEF set_up:\n    …;\nEND_DEF");
    }

    pub fn no_verdict(&mut self, span: Span, name: &str) {
        self.warning(Code::NoVerdict, span, format!("`{name}` may come to its end without `ACCEPT` or `REJECT`"))
            .label("the message is refused then")
            .help("end it with `ACCEPT;`, or with `REJECT 'why';`");
    }

    pub fn after_exit(&mut self, span: Span, exit: Span) {
        self.warning(Code::Unreachable, span, "this never runs".into())
            .label("comes after the end")
            .also(exit, "this leaves always");
    }

    /// An argument of a type that a primitive does not take, as far as known.
    pub fn argument_kind(&mut self, span: Span, name: &str, param: &str, wanted: &str, found: &str) {
        self.error(Code::TypeMismatch, span, format!("`{name}` takes {wanted} here, and this is {found}"))
            .label(format!("`{param}` is {wanted}"));
    }

    pub fn condition_kind(&mut self, span: Span, word: &str, found: &str) {
        self.error(Code::TypeMismatch, span, format!("`{word}` takes TRUE or FALSE, and this is {found}"))
            .label(format!("is {found}"));
    }

    pub fn value_dropped(&mut self, span: Span) {
        self.warning(Code::ValueDropped, span, "this only computes a value, which nobody takes".into())
            .label("does nothing")
            .help("`ASSIGN 'x' …;` keeps it, `RETURN …;` gives it back");
    }

    pub fn unknown_container(&mut self, span: Span, name: &str, known: &[&str]) {
        let draft = self.error(Code::UnknownContainer, span, format!("there is no container `{name}`"));
        let draft = draft.label("not in the initial state");
        match known.is_empty() {
            true => {
                draft.help("containers stand in the initial state: `STATE: { \"props\": {…}, \"containers\": {…} }`")
            }
            false => draft.nearest_text(name, known),
        };
    }

    pub fn unknown_token(&mut self, span: Span, name: &str, known: &[&str]) {
        self.error(Code::UnknownToken, span, format!("the tokensets have no `{name}`"))
            .label("unknown")
            .nearest_text(name, known);
    }

    pub fn own_prop(&mut self, span: Span, name: &str) {
        self.error(Code::OwnProp, span, format!("the prop `{name}` follows `play_order`"))
            .label("cannot be set")
            .help("`NEXT_PLAYER;` goes on to the next; `SET_PROP 'play_order' …;` sets the whole order");
    }

    pub fn part_twice(&mut self, span: Span, word: &str, first: Span) {
        self.error(Code::Twice, span, format!("there is a `{word}` already"))
            .label("the second")
            .also(first, "the first");
    }

    /// A block of JSON with the wrong content.
    pub fn json_shape(&mut self, span: Span, what: &str, help: &str) {
        self.error(Code::BlockShape, span, what.to_owned()).label("not what is needed").help(help);
    }

    /// A click's message, of which only the first word is the name.
    pub fn unknown_click(&mut self, span: Span, name: &str, known: &[&str]) {
        self.error(Code::UnknownFunction, span, format!("there is no receiver `{name}`"))
            .label("sends a message that nothing receives")
            .near(name, known);
    }

    pub fn unknown_player(&mut self, span: Span, name: &str, known: &[&str]) {
        self.error(Code::BlockShape, span, format!("`{name}` is no player of `play_order`"))
            .label("unknown")
            .nearest_text(name, known);
    }

    pub fn unknown_tokenset(&mut self, span: Span, id: &str, known: &[&str]) {
        self.error(Code::UnknownToken, span, format!("there is no tokenset `{id}`")).label("unknown").near(id, known);
    }

    pub fn unknown_key(&mut self, span: Span, key: &str, known: &[&str]) {
        self.error(Code::BlockShape, span, format!("nothing is known of `{key}`")).label("unknown").nearest(key, known);
    }

    pub fn click_words(&mut self, span: Span, receiver: &str, takes: usize, has: usize) {
        let words = if takes == 1 { "word" } else { "words" };
        self.error(Code::BlockShape, span, format!("the receiver `{receiver}` takes {takes} {words}, and this has {has}"))
            .label("words too few or too many")
            .help("`$INDEX` is the position of the token that is clicked, `$TOKEN.name` a prop of it, `$PLAYER_NAME` who clicks");
    }

    pub fn nothing_tried(&mut self, span: Span, receiver: &str, param: &str, form: &str) {
        self.warning(Code::NeverOffered, span, format!("nothing is known to try for `${param}` of `{receiver}`"))
            .label("players must type the message; random play and the search never send it")
            .help(format!("say what may be tried: `{form}`"));
    }

    pub fn too_many_functions(&mut self, span: Span, most: usize) {
        self.error(Code::TooMany, span, format!("a game has at most {most} functions and receivers"))
            .label("goes beyond that");
    }

    pub fn never_called(&mut self, span: Span, name: &str) {
        self.warning(Code::Unused, span, format!("`{name}` is never called")).label("unused");
    }
}
