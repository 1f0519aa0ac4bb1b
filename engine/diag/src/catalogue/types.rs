//! HR03: values of another type than is needed.

use super::Problems;
use crate::{Code, Span};

/// Longest part of a constant that a message repeats, in bytes.
const LONGEST_PART: usize = 40;

impl Problems {
    /// Number of problems so far.
    pub fn count(&self) -> usize {
        self.list.len()
    }

    /// The number of errors so far.
    pub fn errors(&self) -> usize {
        self.kept[0]
    }

    pub fn type_mismatch(&mut self, span: Span, want: &str, got: &str) {
        let draft =
            self.error(Code::TypeMismatch, span, format!("expected {}, but this is {}", article(want), article(got)));
        let draft = draft.label(got.to_string());
        // `int[]` for `int[Role]`: the values may be right, and their type was taken from them alone.
        let of = want
            .strip_suffix(']')
            .and_then(|it| it.rsplit_once('['))
            .filter(|it| it.1.starts_with(char::is_alphabetic));
        if let Some((of, _)) = of
            && got.strip_suffix("[]") == Some(of)
        {
            draft.help(format!(
                "give the list its type where it is made: `let name: {want} = …` or `const name: {want} = …`"
            ));
        }
    }

    /// A text where a role or a member of that name is meant: `"White"`.
    pub fn quoted_name(&mut self, span: Span, want: &str, name: &str) {
        self.error(Code::TypeMismatch, span, format!("expected {}, but this is text", article(want)))
            .label("in quotes")
            .help(format!("write the name without quotes: `{name}`"))
            .fix(format!("Change to `{name}`"), span, name);
    }

    pub fn maybe_none(&mut self, span: Span, want: &str) {
        self.error(Code::MaybeNone, span, format!("expected {}, but this may be none", article(want)))
            .label("may be none")
            .help("test it first (`if x != none { … }`), give a default (`x ?? 0`), or insist that there is a value (`x!`)")
            .fix("Insist with `!`", Span { start: span.end, end: span.end }, "!");
    }

    pub fn seat_maybe_none(&mut self, span: Span) {
        self.error(Code::MaybeNone, span, "`R` may be none here, when an observer looks on".into())
            .label("may be none")
            .help("test it first: `if R != none { … }`");
    }

    pub fn maybe_none_field(&mut self, span: Span, field: &str, ty: &str) {
        self.error(
            Code::MaybeNone,
            span,
            format!("this is {}, which may be none and then has no `{field}`", article(ty)),
        )
        .label("may be none")
        .help("test it first: `if x != none { … }`");
    }

    pub fn never_none(&mut self, span: Span, ty: &str) {
        self.error(Code::NeverNone, span, format!("this is {}, which is never none", article(ty))).label("never none");
    }

    /// `x!` of a value that is never none. `at`: the `!`.
    pub fn needless_insist(&mut self, at: Span, ty: &str) {
        self.warning(Code::NeverNone, at, format!("this is {}, which is never none", article(ty)))
            .label("not needed")
            .fix("Remove `!`", at, "");
    }

    pub fn no_value(&mut self, span: Span) {
        self.error(Code::NoResult, span, "this has no value".into()).label("no value");
    }

    pub fn type_unknown(&mut self, span: Span, what: &str) {
        self.error(Code::TypeMissing, span, format!("the type of {what} is unknown here")).label("which type?").help(
            if what == "none" {
                "write the type: `let x: int? = none`"
            } else {
                "write the type: `let xs: int[] = []`"
            },
        );
    }

    /// `likely`: the likely type, if known.
    pub fn type_missing(&mut self, span: Span, name: &str, likely: &str) {
        self.error(Code::TypeMissing, span, format!("`{name}` needs a type"))
            .label("which type?")
            .help(format!("add it after a colon: `{name}: {likely}`"))
            .fix(format!("Change to `{name}: {likely}`"), span, format!("{name}: {likely}"));
    }

    pub fn type_arguments(&mut self, span: Span, name: &str) {
        self.error(Code::TypeForm, span, format!("`{name}` does not take this type"))
            .label("not allowed")
            .help("write `set<T>` or `map<K, V>`");
    }

    pub fn optional_twice(&mut self, span: Span) {
        self.error(Code::TypeForm, span, "this type has two `?`".into()).label("one `?` is enough");
    }

    pub fn empty_range(&mut self, span: Span) {
        self.error(Code::TypeForm, span, "this range is empty".into())
            .label("empty")
            .help("`0..9` means 0 to 8; `0 to 9` means 0 to 9");
    }

    pub fn key_type(&mut self, span: Span, ty: &str) {
        self.error(Code::TypeForm, span, format!("sets and map keys need an order, but {} has none", article(ty)))
            .label("no order");
    }

    pub fn array_index(&mut self, span: Span, name: &str) {
        self.error(Code::TypeForm, span, format!("`{name}` is not a size"))
            .label("not a number of values")
            .help("use a number, a constant, `Role` or an enum");
    }

    pub fn array_too_large(&mut self, span: Span) {
        self.error(Code::TypeForm, span, "this type is too large".into()).label("too large");
    }

    /// Types in types, or records in records.
    pub fn type_too_deep(&mut self, span: Span, limit: usize) {
        self.error(Code::TypeForm, span, format!("types are nested more than {limit} levels deep here"))
            .label("too deep");
    }

    pub fn value_too_deep(&mut self, span: Span, limit: usize) {
        self.error(
            Code::TypeForm,
            span,
            format!("lists and records are nested more than {limit} levels deep in this value"),
        )
        .label("too deep");
    }

    /// The total size of inlined constants and of first values of variables is too large.
    pub fn too_much_known(&mut self, span: Span, limit: usize) {
        let said = "the constants and initial values together have more than";
        self.error(Code::TypeForm, span, format!("{said} {limit} parts")).label("one too many").help(
            "a part is a number, a true-or-false value, or 16 letters; values that functions make are not counted",
        );
    }

    pub fn endless_record(&mut self, span: Span, name: &str) {
        self.error(Code::TypeForm, span, format!("a `{name}` would contain a `{name}` without end"))
            .label("contains itself")
            .help("make it optional, or a list");
    }

    pub fn array_length(&mut self, span: Span, ty: &str, want: usize, got: usize) {
        self.error(Code::TypeMismatch, span, format!("{} has {want} elements, but this has {got}", article(ty)))
            .label(format!("{got} elements"));
    }

    pub fn constant_out_of_range(&mut self, span: Span, value: i64, from: i64, to: i64) {
        self.error(Code::OutsideRange, span, format!("{value} is outside the range {from} to {to}"))
            .label("out of range");
    }

    pub fn no_common_type(&mut self, span: Span, first: (Span, &str), second: (Span, &str)) {
        self.error(Code::TypeMismatch, span, format!("these have different types: {} and {}", first.1, second.1))
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
                format!("`{sign}` does not work with {} and {}", article(first.1), article(second.1)),
            )
            .label("wrong types")
            .also(first.0, first.1)
            .also(second.0, second.1);
        if lists {
            draft.help("to join lists, write `concat(xs, ys)`");
        } else if first.1 == "any" && second.1 == "any" {
            draft.help("convert it first: `int(x)`, `string(x)`");
        } else if first.1.ends_with('?') || second.1.ends_with('?') {
            draft.help("it may be none; give a default: `x ?? 0`");
        }
    }

    /// `simple`: the code is a name, a field, an element or a call.
    pub fn not_a_condition(&mut self, span: Span, ty: &str, optional: bool, simple: bool) {
        let draft = self
            .error(Code::TypeMismatch, span, format!("a condition must be true or false, but this is {}", article(ty)))
            .label(ty.to_string());
        let (help, first, last) = if optional {
            ("compare it: `x != none`", "", " != none")
        } else if ty.ends_with("[]") {
            ("test its length: `not empty(xs)`", "not empty(", ")")
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
            format!("expected a list, set, map or range, but this is {}", article(ty)),
        )
        .label(ty.to_string());
    }

    pub fn not_a_number(&mut self, span: Span, ty: &str) {
        self.error(Code::TypeMismatch, span, format!("expected a number, but this is {}", article(ty)))
            .label(ty.to_string());
    }

    pub fn not_indexed(&mut self, span: Span, ty: &str) {
        self.error(Code::TypeMismatch, span, format!("{} cannot be indexed", article(ty))).label(ty.to_string());
    }

    pub fn no_fields(&mut self, span: Span, name: &str, ty: &str) {
        self.error(Code::NoSuchField, span, format!("{} has no field `{name}`", article(ty))).label("unknown");
    }

    /// `base`: whose length it is.
    pub fn length_field(&mut self, base: Span, span: Span) {
        let draft = self
            .error(Code::NoSuchField, span, "lists have no fields".into())
            .label("as in JavaScript")
            .help("for the length, write `len(xs)`");
        if base.end < span.start {
            draft.fix_all(
                "Change to `len(…)`",
                vec![(before(base), "len(".into()), (Span { start: base.end, ..span }, ")".into())],
            );
        }
    }

    pub fn not_printable(&mut self, span: Span, ty: &str) {
        self.error(Code::TypeMismatch, span, format!("{} cannot be printed", article(ty)))
            .label(ty.to_string())
            .help("print its fields, or `json(x)`");
    }

    /// `part`: the part that is to blame, with its text.
    pub fn not_constant(&mut self, span: Span, part: Option<(Span, &str)>) {
        let help = "a constant can use anything that does not depend on a game; defaults and sizes can use literals, arithmetic and constants made of these";
        match part {
            Some((part, text)) if text.len() <= LONGEST_PART && !text.contains('\n') => {
                self.error(Code::NotConstant, part, format!("`{text}` is unknown before the game runs"))
                    .label("not constant")
                    .also(span, "needed for this")
                    .help(help);
            }
            Some((part, _)) => {
                self.error(Code::NotConstant, part, "this part is unknown before the game runs".into())
                    .label("not constant")
                    .also(span, "needed for this")
                    .help(help);
            }
            None => {
                self.error(Code::NotConstant, span, "this is unknown before the game runs".into())
                    .label("not constant")
                    .help(help);
            }
        }
    }

    /// Constants that take too long to work out, all together.
    pub fn constant_too_long(&mut self, span: Span, most: usize) {
        self.error(Code::NotConstant, span, format!("the constants take more than {most} steps of fuel to compute"))
            .label("fuel ends here")
            .help("compute it where it is needed, in a function");
    }

    /// `optional`: one of the fields that may be none.
    pub fn missing_fields(&mut self, span: Span, record: &str, fields: &[&str], optional: Option<(&str, &str)>) {
        let all: Vec<String> = fields.iter().map(|it| format!("`{it}`")).collect();
        let draft = self.error(Code::MissingArgument, span, format!("`{record}` needs {}", all.join(" and ")));
        let draft = draft.label("missing here");
        if let Some((name, ty)) = optional {
            draft.help(format!("to make it optional, give it a default in the record: `{name}: {ty} = none`"));
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
        self.error(Code::MissingArgument, span, format!("`{name}` takes {want}, but gets {got}")).label("wrong number");
    }

    pub fn builtin_arguments(&mut self, span: Span, signature: &str, got: usize) {
        let got = if got == 1 { "1 argument".to_owned() } else { format!("{got} arguments") };
        self.error(Code::MissingArgument, span, format!("`{signature}` does not take {got}")).label("wrong number");
    }

    pub fn builtin_type(&mut self, span: Span, signature: &str, ty: &str) {
        self.error(Code::TypeMismatch, span, format!("`{signature}` does not take {}", article(ty)))
            .label(ty.to_string());
    }

    /// A key that has no order. `lists`: several keys, of a sort.
    pub fn key_order(&mut self, span: Span, signature: &str, ty: &str, lists: bool) {
        let message =
            format!("a key of `{signature}` must be a number, text, a role or a member, but this is {}", article(ty));
        let draft = self.error(Code::TypeMismatch, span, message).label(ty.to_string());
        if lists {
            draft.help("write several keys in place: `sorted(x in xs: [first, descending(second)])`");
        }
    }

    /// `descending(e)` that is no key.
    pub fn descending_alone(&mut self, span: Span) {
        self.error(Code::NotAValue, span, "`descending` works only for a key of `sorted`".into())
            .label("not a key")
            .help("write `sorted(x in xs: descending(key))`; in `best`, write `-key` for the least");
    }

    pub fn not_a_function(&mut self, span: Span, signature: &str) {
        self.error(Code::UnknownFunction, span, format!("`{signature}` needs the name of a function here"))
            .label("not a function");
    }

    pub fn function_shape(&mut self, span: Span, name: &str, count: usize) {
        let what = if count == 1 { "one parameter".to_owned() } else { format!("{count} parameters") };
        self.error(
            Code::MissingArgument,
            span,
            format!("this must be a function of {what} without `inout`, and `{name}` is not"),
        )
        .label("different parameters");
    }

    pub fn inout_type(&mut self, span: Span, want: &str, got: &str) {
        self.error(
            Code::TypeMismatch,
            span,
            format!("the function changes this, so it must be exactly {}, but it is {}", article(want), article(got)),
        )
        .label(got.to_string());
    }

    /// `optional`: what it is a part of, if that may be none.
    pub fn not_a_place(&mut self, span: Span, optional: Option<&str>) {
        let it = self.error(Code::NotAPlace, span, "this cannot be changed".into());
        match optional {
            None => it
                .label("not a variable or field")
                .help("only variables, fields of `G` and `L`, and their parts can be changed"),
            Some(whole) => it.label(format!("a part of `{whole}`, which may be none")).help(format!(
                "change a copy, and put it back: `let x = {whole}!`, then change `x`, then `{whole} = x`"
            )),
        };
    }

    pub fn fixed_variable(&mut self, span: Span, name: &str, what: &str, declared: Span) {
        self.error(Code::NotAPlace, span, format!("`{name}` is a {what} and cannot be changed"))
            .label("read-only")
            .also(declared, "declared here")
            .help(format!("change a copy: `let x = {name}`"));
    }

    pub fn active_part(&mut self, span: Span) {
        self.error(Code::NotAPlace, span, "parts of `G.active` cannot be assigned".into())
            .label("a part")
            .help("use `push(G.active, R)` or `set_delete(G.active, R)`, or assign all of it: `G.active = [R]`");
    }

    pub fn active_type(&mut self, span: Span, ty: &str) {
        self.error(
            Code::TypeMismatch,
            span,
            format!("`G.active` must be a role, a list of roles or none, but this is {}", article(ty)),
        )
        .label(ty.to_string());
    }

    pub fn result_unknown(&mut self, span: Span, name: &str, declared: Span) {
        self.error(Code::TypeMissing, span, format!("the result of `{name}` depends on itself"))
            .label("which type?")
            .also(declared, "add its type after a colon")
            .help(format!("for example `function {name}(): int`"));
    }

    pub fn missing_return(&mut self, span: Span, name: &str, ty: &str) {
        let end = Span { start: span.end.saturating_sub(1), end: span.end };
        self.error(Code::NoResult, end, format!("`{name}` can end without returning {}", article(ty)))
            .label("no `return`");
    }

    pub fn return_without(&mut self, span: Span, ty: &str) {
        self.error(Code::NoResult, span, format!("this must return {}", article(ty))).label("no value");
    }

    pub fn return_value(&mut self, span: Span) {
        self.error(Code::NoResult, span, "this cannot return a value".into())
            .label("unused")
            .help("states and procedures give their result with `end`");
    }

    pub fn no_result(&mut self, span: Span, name: &str) {
        self.error(Code::NoResult, span, format!("`{name}` can end without a result"))
            .label("result used here")
            .help("let every path through it `end` with a value");
    }

    pub fn end_types(&mut self, span: Span, first: &str, second: &str) {
        self.error(
            Code::TypeMismatch,
            span,
            format!("one path ends with {}, another with {}", article(first), article(second)),
        )
        .label(second.to_string());
    }

    pub fn finish_result(&mut self, span: Span, ty: &str) {
        self.error(
            Code::TypeMismatch,
            span,
            format!("the result of a game must be a role or text, but this is {}", article(ty)),
        )
        .label(ty.to_string());
    }

    /// `finish Draw, "…"`: a result that is no role, without quotes.
    pub fn finish_name(&mut self, span: Span, name: &str) {
        self.error(Code::UnknownName, span, format!("there is no `{name}`"))
            .label("unknown")
            .help("write a role, or text in quotes")
            .fix(format!("Change to `\"{name}\"`"), span, format!("\"{name}\""));
    }

    pub fn finish_arguments(&mut self, span: Span) {
        self.error(Code::MissingArgument, span, "`finish` takes only a result and a message".into()).label("too many");
    }

    pub fn other_of_two(&mut self, span: Span, roles: usize) {
        self.error(Code::TypeMismatch, span, format!("`other` works only with two roles, and this game has {roles}"))
            .label("which role?");
    }

    /// `count(xs where c)`: the span of `xs`.
    pub fn quantifier_variable(&mut self, span: Span, kind: &str) {
        self.error(Code::MissingArgument, span, format!("`{kind}` needs a name for the elements"))
            .label("of these")
            .help(format!("`{kind}(x in xs where …)`"))
            .fix("Add `x in`", before(span), "x in ");
    }

    pub fn quantifier_body(&mut self, span: Span, kind: &str) {
        self.error(Code::MissingArgument, span, format!("`{kind}` needs an expression for each element"))
            .label("missing `:` and expression")
            .help(format!("`{kind}(x in xs: x)`"));
    }

    pub fn option_default(&mut self, span: Span) {
        self.error(Code::TypeMismatch, span, "this is not one of the choices".into()).label("not a choice");
    }

    pub fn option_type(&mut self, span: Span, ty: &str) {
        self.error(
            Code::TypeForm,
            span,
            format!("an option must be a bool, a whole number or one of several texts, not {}", article(ty)),
        )
        .label(ty.to_string());
    }

    pub fn default_order(&mut self, span: Span, name: &str) {
        self.error(Code::MissingArgument, span, format!("`{name}` needs a default, because the one before it has one"))
            .label("no default");
    }

    pub fn inout_here(&mut self, span: Span, name: &str) {
        self.error(
            Code::NotAPlace,
            span,
            format!("`{name}` cannot be `inout`, because states and procedures keep copies"),
        )
        .label("not allowed");
    }

    pub fn late_here(&mut self, span: Span) {
        self.error(Code::NotAPlace, span, "a field of a record cannot be `late`".into()).label("always has a value");
    }

    pub fn late_value(&mut self, span: Span, name: &str) {
        self.error(Code::NotAPlace, span, format!("`{name}` is `late`, so it cannot have an initial value"))
            .label("remove one");
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
