//! HR03: values of another type than is needed.

use super::Problems;
use crate::{Code, Span};

impl Problems {
    /// Number of problems so far.
    pub fn count(&self) -> usize {
        self.list.len()
    }

    pub fn type_mismatch(&mut self, span: Span, want: &str, got: &str) {
        let draft =
            self.error(Code::TypeMismatch, span, format!("{} is needed here, this is {}", article(want), article(got)));
        let draft = draft.label(got.to_string());
        // `int[]` for `int[Role]`: the values may be right, and their type was taken from them alone.
        let of = want
            .strip_suffix(']')
            .and_then(|it| it.rsplit_once('['))
            .filter(|it| it.1.starts_with(char::is_alphabetic));
        if let Some((of, _)) = of
            && got.strip_suffix("[]") == Some(of)
        {
            draft.help(format!("where the list is made, say what it is: `let name: {want} = …`, and so with `const`"));
        }
    }

    /// A text where a role or a member of that name is meant: `"White"`.
    pub fn quoted_name(&mut self, span: Span, want: &str, name: &str) {
        self.error(Code::TypeMismatch, span, format!("{} is needed here, this is a text", article(want)))
            .label("in quotes")
            .help(format!("its name alone stands for it: `{name}`"))
            .fix(format!("Change to `{name}`"), span, name);
    }

    pub fn maybe_none(&mut self, span: Span, want: &str) {
        self.error(Code::MaybeNone, span, format!("{} is needed here, this may be none", article(want)))
            .label("may be none")
            .help("test it first (`if x != none { … }`), give another value (`x ?? 0`), or insist (`x!`)")
            .fix("Insist with `!`", Span { start: span.end, end: span.end }, "!");
    }

    pub fn seat_maybe_none(&mut self, span: Span) {
        self.error(Code::MaybeNone, span, "`R` may be none here: an observer looks on".into())
            .label("may be none")
            .help("test it first: `if R != none { … }`");
    }

    pub fn maybe_none_field(&mut self, span: Span, field: &str, ty: &str) {
        self.error(Code::MaybeNone, span, format!("this is {}: it may be none and then has no `{field}`", article(ty)))
            .label("may be none")
            .help("test it first: `if x != none { … }`");
    }

    pub fn never_none(&mut self, span: Span, ty: &str) {
        self.error(Code::NeverNone, span, format!("this is {}: it is never none", article(ty))).label("never none");
    }

    /// `x!` of a value that is never none. `at`: the `!`.
    pub fn needless_insist(&mut self, at: Span, ty: &str) {
        self.warning(Code::NeverNone, at, format!("this is {}: it is never none", article(ty)))
            .label("not needed")
            .fix("Take out `!`", at, "");
    }

    pub fn no_value(&mut self, span: Span) {
        self.error(Code::NoResult, span, "this gives no value".into()).label("no value");
    }

    pub fn type_unknown(&mut self, span: Span, what: &str) {
        self.error(Code::TypeMissing, span, format!("{what} alone does not say what type it is"))
            .label("of which type")
            .help(if what == "none" {
                "write the type: `let x: int? = none`"
            } else {
                "write the type: `let xs: int[] = []`"
            });
    }

    /// `likely`: the likely type, if known.
    pub fn type_missing(&mut self, span: Span, name: &str, likely: &str) {
        self.error(Code::TypeMissing, span, format!("`{name}` needs a type"))
            .label("of which type")
            .help(format!("write it after a colon: `{name}: {likely}`"))
            .fix(format!("Change to `{name}: {likely}`"), span, format!("{name}: {likely}"));
    }

    pub fn type_arguments(&mut self, span: Span, name: &str) {
        self.error(Code::TypeForm, span, format!("`{name}` does not take this"))
            .label("not understood")
            .help("there are `set<T>` and `map<K, V>`");
    }

    pub fn optional_twice(&mut self, span: Span) {
        self.error(Code::TypeForm, span, "this is an optional of an optional".into()).label("one `?` is enough");
    }

    pub fn empty_range(&mut self, span: Span) {
        self.error(Code::TypeForm, span, "no number is in this range".into())
            .label("empty")
            .help("`0..9` goes from 0 to 8, `0 to 9` from 0 to 9");
    }

    pub fn key_type(&mut self, span: Span, ty: &str) {
        self.error(Code::TypeForm, span, format!("sets and keys of maps are kept in order, {} has none", article(ty)))
            .label("no order");
    }

    pub fn array_index(&mut self, span: Span, name: &str) {
        self.error(Code::TypeForm, span, format!("`{name}` does not say how many there are"))
            .label("not a size")
            .help("a size is a number, a constant, `Role` or an enum");
    }

    pub fn array_too_large(&mut self, span: Span) {
        self.error(Code::TypeForm, span, "this holds more than can be kept".into()).label("too large");
    }

    /// Types in types, or records in records.
    pub fn type_too_deep(&mut self, span: Span, limit: usize) {
        self.error(Code::TypeForm, span, format!("types nest more than {limit} deep here")).label("nests too deep");
    }

    pub fn value_too_deep(&mut self, span: Span, limit: usize) {
        self.error(Code::TypeForm, span, format!("lists and records nest more than {limit} deep in this value"))
            .label("nests too deep");
    }

    /// The total size of inlined constants and of first values of variables is too large.
    pub fn too_much_known(&mut self, span: Span, limit: usize) {
        let said = "all constants where they are used and all first values have more than";
        self.error(Code::TypeForm, span, format!("{said} {limit} parts together")).label("goes beyond that").help(
            "a part is a number, a truth value, or 16 letters; what a function makes when it is called is not counted",
        );
    }

    pub fn endless_record(&mut self, span: Span, name: &str) {
        self.error(Code::TypeForm, span, format!("a `{name}` would hold a `{name}` without end"))
            .label("holds itself")
            .help("make it optional, or a list");
    }

    pub fn array_length(&mut self, span: Span, ty: &str, want: usize, got: usize) {
        self.error(Code::TypeMismatch, span, format!("{} has {want} elements, this has {got}", article(ty)))
            .label(format!("{got} elements"));
    }

    pub fn constant_out_of_range(&mut self, span: Span, value: i64, from: i64, to: i64) {
        self.error(Code::OutsideRange, span, format!("{value} is not in {from} to {to}")).label("outside the range");
    }

    pub fn no_common_type(&mut self, span: Span, first: (Span, &str), second: (Span, &str)) {
        self.error(Code::TypeMismatch, span, format!("these have no type in common: {} and {}", first.1, second.1))
            .also(first.0, first.1)
            .also(second.0, second.1);
    }

    pub fn never_equal(&mut self, span: Span, first: (Span, &str), second: (Span, &str)) {
        self.error(Code::NeverEqual, span, format!("{} and {} are never equal", article(first.1), article(second.1)))
            .label("never equal")
            .also(first.0, first.1)
            .also(second.0, second.1);
    }

    pub fn no_arithmetic(&mut self, span: Span, sign: &str, first: (Span, &str), second: (Span, &str), lists: bool) {
        let draft = self
            .error(
                Code::Operands,
                span,
                format!("`{sign}` does not go with {} and {}", article(first.1), article(second.1)),
            )
            .label("does not fit")
            .also(first.0, first.1)
            .also(second.0, second.1);
        if lists {
            draft.help("`concat(xs, ys)` joins lists");
        } else if first.1 == "any" && second.1 == "any" {
            draft.help("say what it is: `int(x)`, `string(x)`");
        } else if first.1.ends_with('?') || second.1.ends_with('?') {
            draft.help("it may be none: `x ?? 0` gives another value");
        }
    }

    /// `simple`: the code is a name, a field, an element or a call.
    pub fn not_a_condition(&mut self, span: Span, ty: &str, optional: bool, simple: bool) {
        let draft = self
            .error(Code::TypeMismatch, span, format!("a condition is true or false, this is {}", article(ty)))
            .label(ty.to_string());
        let (help, first, last) = if optional {
            ("compare it: `x != none`", "", " != none")
        } else if ty.ends_with("[]") {
            ("ask for its length: `not empty(xs)`", "not empty(", ")")
        } else if ty == "int" {
            ("compare it: `n > 0`", "", " > 0")
        } else {
            return;
        };
        let draft = draft.help(help);
        if simple {
            let edits = vec![(before(span), first.into()), (after(span), last.into())];
            draft.fix_all(format!("Change to `{first}…{last}`"), edits);
        }
    }

    pub fn not_a_collection(&mut self, span: Span, ty: &str) {
        self.error(
            Code::TypeMismatch,
            span,
            format!("a list, set, map or range is needed here, this is {}", article(ty)),
        )
        .label(ty.to_string());
    }

    pub fn not_a_number(&mut self, span: Span, ty: &str) {
        self.error(Code::TypeMismatch, span, format!("a number is needed here, this is {}", article(ty)))
            .label(ty.to_string());
    }

    pub fn not_indexed(&mut self, span: Span, ty: &str) {
        self.error(Code::TypeMismatch, span, format!("{} has no elements to index", article(ty))).label(ty.to_string());
    }

    pub fn no_fields(&mut self, span: Span, name: &str, ty: &str) {
        self.error(Code::NoSuchField, span, format!("{} has no field `{name}`", article(ty))).label("unknown");
    }

    /// `base`: whose length it is.
    pub fn length_field(&mut self, base: Span, span: Span) {
        let draft = self
            .error(Code::NoSuchField, span, "lists have no fields".into())
            .label("as in JavaScript")
            .help("their length is `len(xs)`");
        if base.end < span.start {
            draft.fix_all(
                "Change to `len(…)`",
                vec![(before(base), "len(".into()), (Span { start: base.end, ..span }, ")".into())],
            );
        }
    }

    pub fn not_printable(&mut self, span: Span, ty: &str) {
        self.error(Code::TypeMismatch, span, format!("{} cannot be printed as it is", article(ty)))
            .label(ty.to_string())
            .help("print its fields, or `json(x)`");
    }

    pub fn not_constant(&mut self, span: Span) {
        self.error(Code::NotConstant, span, "this is not known before the game runs".into())
            .label("not constant")
            .help("constants and defaults are made of literals, lists, records, arithmetic, comprehensions and other constants");
    }

    /// Constants that take too long to work out, all together.
    pub fn constant_too_long(&mut self, span: Span, most: usize) {
        self.error(Code::NotConstant, span, format!("the constants take more than {most} steps to work out"))
            .label("up to here")
            .help("make it where it is needed, in a function");
    }

    /// `optional`: one of the fields that may be none.
    pub fn missing_fields(&mut self, span: Span, record: &str, fields: &[&str], optional: Option<(&str, &str)>) {
        let all: Vec<String> = fields.iter().map(|it| format!("`{it}`")).collect();
        let draft = self.error(Code::MissingArgument, span, format!("`{record}` needs {}", all.join(" and ")));
        let draft = draft.label("missing here");
        if let Some((name, ty)) = optional {
            draft.help(format!("what has a default may be left out: `{name}: {ty} = none` in the record"));
        }
    }

    pub fn missing_argument(&mut self, span: Span, name: &str, param: &str, declared: Span) {
        self.error(Code::MissingArgument, span, format!("`{name}` needs an argument for `{param}`"))
            .label("missing here")
            .also(declared, "declared here");
    }

    pub fn argument_too_many(&mut self, span: Span, name: &str, most: usize) {
        let most = if most == 0 { "no arguments".into() } else { format!("at most {most}") };
        self.error(Code::MissingArgument, span, format!("`{name}` takes {most}")).label("one too many");
    }

    pub fn argument_count(&mut self, span: Span, name: &str, want: usize, got: usize) {
        self.error(Code::MissingArgument, span, format!("`{name}` takes {want}, this gives {got}"))
            .label("another number");
    }

    pub fn builtin_arguments(&mut self, span: Span, signature: &str, got: usize) {
        let got = if got == 1 { "1 argument".to_owned() } else { format!("{got} arguments") };
        self.error(Code::MissingArgument, span, format!("`{signature}` does not go with {got}"))
            .label("another number");
    }

    pub fn builtin_type(&mut self, span: Span, signature: &str, ty: &str) {
        self.error(Code::TypeMismatch, span, format!("`{signature}` does not go with {}", article(ty)))
            .label(ty.to_string());
    }

    /// A key that has no order. `lists`: several keys, of a sort.
    pub fn key_order(&mut self, span: Span, signature: &str, ty: &str, lists: bool) {
        let message =
            format!("a key of `{signature}` is a number, a text, a role or a member, this is {}", article(ty));
        let draft = self.error(Code::TypeMismatch, span, message).label(ty.to_string());
        if lists {
            draft.help("several keys are written where they are used: `sorted(x in xs: [first, descending(second)])`");
        }
    }

    /// `descending(e)` that is no key.
    pub fn descending_alone(&mut self, span: Span) {
        self.error(Code::NotAValue, span, "`descending` says in which order a key of `sorted` goes".into())
            .label("not a key")
            .help("`sorted(x in xs: descending(key))`; with several keys `[first, descending(second)]`");
    }

    pub fn not_a_function(&mut self, span: Span, signature: &str) {
        self.error(Code::UnknownFunction, span, format!("`{signature}` needs the name of a function here"))
            .label("no function");
    }

    pub fn function_shape(&mut self, span: Span, name: &str, count: usize) {
        let what = if count == 1 { "one parameter".to_owned() } else { format!("{count} parameters") };
        self.error(Code::MissingArgument, span, format!("`{name}` is called with {what} here, none of them `inout`"))
            .label("takes something else");
    }

    pub fn inout_type(&mut self, span: Span, want: &str, got: &str) {
        self.error(
            Code::TypeMismatch,
            span,
            format!("this is changed by the function: it must be {} itself, and is {}", article(want), article(got)),
        )
        .label(got.to_string());
    }

    pub fn not_a_place(&mut self, span: Span) {
        self.error(Code::NotAPlace, span, "this cannot be changed".into())
            .label("a value, not a place")
            .help("variables, fields of `G` and `L`, and what is in them can be changed");
    }

    pub fn fixed_variable(&mut self, span: Span, name: &str, what: &str, declared: Span) {
        self.error(Code::NotAPlace, span, format!("`{name}` is a {what} and is not changed"))
            .label("cannot be changed")
            .also(declared, "declared here")
            .help(format!("take a copy: `let x = {name}`"));
    }

    pub fn active_part(&mut self, span: Span) {
        self.error(Code::NotAPlace, span, "`G.active` is only assigned as a whole".into()).label("a part of it").help(
            "`push(G.active, R)` and `set_delete(G.active, R)` change who is in it; or assign it: `G.active = [R]`",
        );
    }

    pub fn active_type(&mut self, span: Span, ty: &str) {
        self.error(
            Code::TypeMismatch,
            span,
            format!("a role, a list of roles or none can be active, this is {}", article(ty)),
        )
        .label(ty.to_string());
    }

    pub fn result_unknown(&mut self, span: Span, name: &str, declared: Span) {
        self.error(Code::TypeMissing, span, format!("the result of `{name}` depends on itself"))
            .label("of which type")
            .also(declared, "write its result after a colon")
            .help(format!("for example `function {name}(): int`"));
    }

    pub fn missing_return(&mut self, span: Span, name: &str, ty: &str) {
        let end = Span { start: span.end.saturating_sub(1), end: span.end };
        self.error(Code::NoResult, end, format!("`{name}` can end without {}", article(ty)))
            .label("ends here without `return`");
    }

    pub fn return_without(&mut self, span: Span, ty: &str) {
        self.error(Code::NoResult, span, format!("{} is returned here", article(ty))).label("no value");
    }

    pub fn return_value(&mut self, span: Span) {
        self.error(Code::NoResult, span, "no value is returned here".into())
            .label("leads nowhere")
            .help("states and procedures give their result by `end`");
    }

    pub fn no_result(&mut self, span: Span, name: &str) {
        self.error(Code::NoResult, span, format!("`{name}` can end without a result"))
            .label("a result is taken here")
            .help("let every way through it come to an `end` with a value");
    }

    pub fn end_types(&mut self, span: Span, first: &str, second: &str) {
        self.error(
            Code::TypeMismatch,
            span,
            format!("one way ends with {}, another with {}", article(first), article(second)),
        )
        .label(second.to_string());
    }

    pub fn finish_result(&mut self, span: Span, ty: &str) {
        self.error(
            Code::TypeMismatch,
            span,
            format!("the result of a game is a role or a text, this is {}", article(ty)),
        )
        .label(ty.to_string());
    }

    /// `finish Draw, "…"`: a result that is no role, without quotes.
    pub fn finish_name(&mut self, span: Span, name: &str) {
        self.error(Code::UnknownName, span, format!("there is no `{name}`"))
            .label("unknown")
            .help("the result of a game is a role, or a text in quotes")
            .fix(format!("Change to `\"{name}\"`"), span, format!("\"{name}\""));
    }

    pub fn finish_arguments(&mut self, span: Span) {
        self.error(Code::MissingArgument, span, "`finish` takes a result and a message".into()).label("more than that");
    }

    pub fn other_of_two(&mut self, span: Span, roles: usize) {
        self.error(Code::TypeMismatch, span, format!("`other` is for games of two roles, this one has {roles}"))
            .label("which other");
    }

    /// `count(xs where c)`: the span of `xs`.
    pub fn quantifier_variable(&mut self, span: Span, kind: &str) {
        self.error(Code::MissingArgument, span, format!("`{kind}` needs a name for each"))
            .label("each of these")
            .help(format!("`{kind}(x in xs where …)`"))
            .fix("Add `x in`", before(span), "x in ");
    }

    pub fn quantifier_body(&mut self, span: Span, kind: &str) {
        self.error(Code::MissingArgument, span, format!("`{kind}` needs to know what of each"))
            .label("a `:` with an expression is missing")
            .help(format!("`{kind}(x in xs: x)`"));
    }

    pub fn option_default(&mut self, span: Span) {
        self.error(Code::TypeMismatch, span, "this is none of the choices".into()).label("not a choice");
    }

    pub fn option_type(&mut self, span: Span, ty: &str) {
        self.error(
            Code::TypeForm,
            span,
            format!("an option is a bool, a whole number or one of several texts, not {}", article(ty)),
        )
        .label(ty.to_string());
    }

    pub fn default_order(&mut self, span: Span, name: &str) {
        self.error(Code::MissingArgument, span, format!("`{name}` needs a default, as the one before it has one"))
            .label("no default");
    }

    pub fn inout_here(&mut self, span: Span, name: &str) {
        self.error(Code::NotAPlace, span, format!("`{name}` cannot be `inout`: states and procedures keep copies"))
            .label("not here");
    }

    pub fn late_here(&mut self, span: Span) {
        self.error(Code::NotAPlace, span, "fields of records are always there".into()).label("cannot be `late`");
    }

    pub fn late_value(&mut self, span: Span, name: &str) {
        self.error(Code::NotAPlace, span, format!("`{name}` is `late`: it has no first value")).label("take one away");
    }
}

/// The place before something, and the one after it.
fn before(span: Span) -> Span {
    Span { end: span.start, ..span }
}

fn after(span: Span) -> Span {
    Span { start: span.end, ..span }
}

/// With its article where it is a word of the language that takes one.
pub(super) fn article(ty: &str) -> String {
    match ty {
        "int" | "any" => format!("an {ty}"),
        "none" | "no value" | "an empty list" | "?" => ty.to_string(),
        _ if ty.starts_with(|c: char| "AEIOUaeiou".contains(c)) => format!("an {ty}"),
        _ => format!("a {ty}"),
    }
}
