//! Messages, and recovery after errors.

use super::{print, read, told};

fn check(text: &str, expected: &[&str]) {
    let found = told(text);
    assert_eq!(found, expected, "{text}");
}

/// Checks the messages, and the remaining tree.
fn check_tree(text: &str, expected: &[&str], tree: &str) {
    check(text, expected);
    assert_eq!(print::file(&read(text).0), tree, "{text}");
}

#[test]
fn missing_semicolons() {
    let message = |at: &str| format!("{at} a statement ends with `;` (expected `;`)");
    let text = "players 2\nstate s {\n  decimal a = 1\n  action b {\n    input cell c\n    trigger on pawn move\n    effect {\n      x = 1\n      if (x) return }\n  }\n}";
    let places = ["1:10", "3:16", "5:17", "6:25", "8:12", "9:20"].map(message);
    let expected: Vec<&str> = places.iter().map(String::as_str).collect();
    check_tree(
        text,
        &expected,
        "players 2\nLocal s {(decimal a = 1) action b {input cell c trigger [<pawn move>] effect {x = 1; if x {return} {}}}}",
    );
    // Its fix mends it.
    let mut mended = text.to_owned();
    let mut edits: Vec<_> = read(text).1.iter().flat_map(|it| &it.fixes[0].edits).cloned().collect();
    edits.sort_by_key(|it| std::cmp::Reverse(it.span));
    for it in edits {
        mended.replace_range(it.span.range(), &it.insert);
    }
    check(&mended, &[]);
}

#[test]
fn comments() {
    check_tree(
        "players 2; \\\\ two\n/* a\nb */ game \"g\";",
        &[
            "1:12 a comment begins with `//` (leans the other way)",
            "2:1 there are no comments in `/* … */` here (not part of the language)",
        ],
        "players 2\ngame \"g\"",
    );
}

#[test]
fn three_mistakes() {
    check_tree(
        "state a {\n  decimal = 1;\n  action b {\n    effect {\n      x = ;\n      y = 2;\n      if (y > ) { z = 3; }\n    }\n  }\n}\nboard { group g square {\n a, b\n a a a\n b } }",
        &[
            "2:11 `=` does not fit here (expected a name)",
            "5:11 `;` does not fit here (expected an expression)",
            "7:15 `)` does not fit here (expected an expression)",
            "13:6 `a` does not fit here (expected `,` or `;`)",
        ],
        "Local a {? action b {effect {?; y = 2; if ? {z = 3} {}}}}\nboard {group g Square { around: false } {[a _] ? [_]}}",
    );
}

#[test]
fn strange_words() {
    check_tree(
        "state s { action a { effect {\níf (x > 2) { y(); }\nwhiel (x) y();\nz = 1; } } }",
        &["2:13 `{` does not fit here (expected `;`)", "3:11 `y` does not fit here (expected `;`)"],
        "Local s {action a {effect {?; {y()}; ?; z = 1}}}",
    );
    check_tree(
        "stat s { a b; }\nstate t { action a { efect { x(); } effect { y(); } } }\nplayers x;",
        &[
            "1:1 `stat` begins no part of a game (unknown)",
            "2:22 `efect` begins no part of a turn or action (unknown)",
            "3:9 `x` does not fit here (expected a whole number)",
        ],
        "?\nLocal t {action a {? effect {y()}}}\n?",
    );
    check("players 2; § state a { }", &["1:12 `§` means nothing here (not part of the language)"]);
}

#[test]
fn brackets_and_quotes() {
    check_tree(
        "state s { action a { effect { f(1; g(2); h({1, 2; i(); } } }",
        &["1:32 this `(` is never closed (opened here)", "1:44 this `{` is never closed (opened here)"],
        "Local s {action a {effect {f(1); g(2); h([1 2]); i()}}}",
    );
    check("state s { } }", &["1:13 this `}` closes nothing (nothing is open)"]);
    check("state s { decimal a; ", &["1:9 this `{` is never closed (opened here)"]);
    check_tree(
        "game \"tris;\nplayers 2; verb f { effect { g($\"a {b\n); h(); } }",
        &["1:6 this text has no closing \" (begins here)", "2:32 this text has no closing \" (begins here)"],
        "game \"tris;\"\nplayers 2\nverb f {effect {g(($ \"a \" b)); h()}}",
    );
}

#[test]
fn statements_that_stop() {
    let rows = [
        ("else { x(); }", "`else` does not fit here (expected a statement)", "{?; {x()}}"),
        ("if a { x(); } else }", "`}` does not fit here (expected a statement)", "{if a {x()} {}}"),
        ("if { x(); }", "`{` does not fit here (expected an expression)", "{if ? {x()} {}}"),
        ("for (i) { x(); }", "`)` does not fit here", "{for (; ; ) {x()}}"),
        ("use x;", "`x` does not fit here (expected `turn`)", "{?}"),
        ("transfer s p;", "`p` does not fit here (expected `to`)", "{?}"),
        ("call a.b with { 1; x = 2; } y();", "`1` does not fit here (expected a name)", "{call a.b(x: 2); y()}"),
    ];
    for (text, message, tree) in rows {
        let whole = format!("verb f {{ effect {{ {text} }} }}");
        let text = if text.ends_with('}') && text.contains("else }") {
            "verb f { effect { if a { x(); } else } }"
        } else {
            &whole
        };
        let found = told(text);
        assert!(found.first().is_some_and(|it| it.contains(message)), "{text}: {found:?}");
        if !tree.is_empty() {
            assert_eq!(print::file(&read(text).0), format!("verb f {{effect {tree}}}"), "{text}");
        }
    }
}

#[test]
fn one_mistake_one_error() {
    for (text, expected) in [
        // Indentation finds the place of the missing brace.
        (
            "state p {\n  decimal n = 0;\n  action go {\n    effect { n = 1; }\n\n}\nsetup { effect { 0 has p; } }\n",
            "3:13 this `{` is never closed (opened here)",
        ),
        ("state p { string s = \"a; action b { } }\nsetup { }", "1:22 this text has no closing \" (begins here)"),
        ("state p { action a { effect { n = n + 1 pass 1; } } }", "1:40 a statement ends with `;` (expected `;`)"),
        ("verb f { effect { transfer s p; } }", "1:30 `p` does not fit here (expected `to`)"),
        ("verb f { effect { place s c; } }", "1:27 `c` does not fit here (expected `on`)"),
        ("board { group g hex { c, c; } }", "1:21 `{` does not fit here (expected `row` or `col`)"),
        (
            "state p { decimal n; n = 3; if n > 2 { n = 1; } action a { } }",
            "1:22 a statement stands in an effect (in no effect)",
        ),
        (
            "state p { action a { n = 3; n += 1; pass 1; effect { } } }",
            "1:22 a statement stands in an effect (in no effect)",
        ),
        ("state p { string s = 'a'; }", "1:22 a text stands in double quotes (in single ones)"),
        ("state p\nstate q { }", "2:1 `state` does not fit here (expected `{`)"),
    ] {
        check(text, &[expected]);
    }
}
