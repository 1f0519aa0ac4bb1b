//! Fixes: after applying one, its problem is gone, and nothing else is broken.

use crate::support::{compile, files, here, no_failures, read, stem};
use diag::{Code, Diagnostic, Fix, Severity};

/// A text with a fix applied.
fn mended(text: &str, fix: &Fix) -> String {
    let mut edits: Vec<_> = fix.edits.iter().collect();
    edits.sort_by_key(|it| std::cmp::Reverse(it.span));
    let mut out = text.to_owned();
    for it in edits {
        out.replace_range(it.span.range(), &it.insert);
    }
    out
}

/// The rules of a page, or of a case.
fn source(path: &std::path::Path) -> String {
    let text = read(path);
    match text.split_once("\n```rules\n") {
        Some((_, rest)) => rest.split("\n```").next().unwrap_or("").to_owned(),
        None => text.split("\n-----").next().unwrap_or("").to_owned(),
    }
}

#[test]
fn every_fix_mends() {
    let pages = files(&here().join("errors"), "md");
    let cases = files(&here().join("cases/rules"), "txt");
    let mut failures = Vec::new();
    let mut count = 0;
    for path in pages.iter().chain(&cases) {
        let text = source(path);
        // A page whose example is a block again and again.
        if read(path).contains(" times\n") {
            continue;
        }
        let before = compile(&text).diagnostics;
        let same = |all: &[Diagnostic], it: &Diagnostic| {
            all.iter().filter(|other| other.code == it.code && other.message == it.message).count()
        };
        let errors = |all: &[Diagnostic]| all.iter().filter(|it| it.severity == Severity::Error).count();
        // If not all are shown, others appear when one is gone.
        if before.iter().any(|it| it.code == Code::More) {
            continue;
        }
        for it in &before {
            for fix in &it.fixes {
                count += 1;
                let fixed = mended(&text, fix);
                let after = compile(&fixed).diagnostics;
                let what = format!("{}: {} at {}: {}", stem(path), it.code.text(), it.span.start, fix.title);
                if fixed == text {
                    failures.push(format!("{what}: it changes nothing"));
                }
                if same(&after, it) >= same(&before, it) {
                    failures.push(format!("{what}: it is still there\n{fixed}"));
                }
                // An error hidden by the removed one may appear.
                let hidden = it.severity == Severity::Error && errors(&before) == 1;
                if errors(&after) > errors(&before) && !hidden {
                    failures.push(format!("{what}: there are more errors\n{fixed}"));
                }
            }
        }
    }
    assert!(count > 60, "only {count} fixes");
    no_failures(&failures);
}

/// A line in a game, the title of a fix, and the resulting line.
const LINES: &[(&str, &str, &str)] = &[
    ("let unused = 1", "Change to `_unused`", "let _unused = 1"),
    ("for i in 0..3 { log \"x\" }", "Change to `_i`", "for _i in 0..3 { log \"x\" }"),
    ("if G.who { log \"x\" }", "Change to `… != none`", "if G.who != none { log \"x\" }"),
    ("if G.xs { log \"x\" }", "Change to `not empty(…)`", "if not empty(G.xs) { log \"x\" }"),
    ("if G.n { log \"x\" }", "Change to `… > 0`", "if G.n > 0 { log \"x\" }"),
    ("log G.xs.length", "Change to `len(…)`", "log len(G.xs)"),
    ("G.n = G.n", "Take it out", ""),
    ("G.n = G.n! + 1", "Take out `!`", "G.n = G.n + 1"),
    ("G.n = G.n > 1 ? 2 : 3", "Change to `if … then … else …`", "G.n = if G.n > 1 then 2 else 3"),
    ("for i, x in G.xs { G.n += i + x }", "Count with `i`", "for i in indices(G.xs) { let x = G.xs[i]; G.n += i + x }"),
    ("repeat 3 { G.n += 1 }", "Change to `for _ in 1 to …`", "for _ in 1 to 3 { G.n += 1 }"),
    ("if G.n > 5 { finish Draw }", "Change to `\"Draw\"`", "if G.n > 5 { finish \"Draw\" }"),
    ("let m: int\nG.n = m", "Add `= 0`", "let m: int = 0\nG.n = m"),
];

#[test]
fn fixes_make_what_they_say() {
    let mut failures = Vec::new();
    for (line, title, expected) in LINES {
        let game = |line: &str| {
            format!(
                "roles White, Black\nglobal {{ n: int = 1; xs: int[] = []; who: Role? = none }}\n\
                setup {{ G.active = White; call play }}\n\
                state play {{\n prompt {{ button go }}\n on go {{\n{line}\nlog `${{G.n}} ${{G.xs}} ${{G.who}}`\nfinish R\n }}\n}}\n"
            )
        };
        let text = game(line);
        let compiled = compile(&text);
        let fixes: Vec<&Fix> = compiled.diagnostics.iter().flat_map(|it| &it.fixes).collect();
        match fixes.iter().find(|it| it.title == *title) {
            Some(fix) if mended(&text, fix) == game(expected) => {
                let left = compile(&game(expected)).diagnostics;
                if !left.is_empty() {
                    failures.push(format!("{line}: {left:?}"));
                }
            }
            Some(fix) => failures.push(format!("{line}: {}", mended(&text, fix))),
            None => failures.push(format!("{line}: only {fixes:?}")),
        }
    }
    no_failures(&failures);
}

/// Parts of a game with something missing, and the addition of the fix.
#[test]
fn fixes_add_what_is_missing() {
    let text = "roles White, Black\nconst UNUSED = 3\nglobal { n: number }\nsetup { G.n = 1 }\n\
        state play {\n    prompt { action take(G.n); action move(1, 2); button stop }\n    on take { finish R }\n}\n";
    let mut text = text.to_owned();
    // One after the other, as an author would.
    for _ in 0..20 {
        let compiled = compile(&text);
        let Some(fix) = compiled.diagnostics.iter().find_map(|it| it.fixes.first()) else { break };
        text = mended(&text, fix);
    }
    let expected = "roles White, Black\n\nglobal { n: int }\nsetup { G.active = White\n    G.n = 1\n    call play }\n\
        state play {\n    prompt { action take(G.n); action move(1, 2); button stop }\n    on take(x: int) { finish R }\n    \
        on move(x1: int, x2: int) {\n    }\n    on stop {\n    }\n}\n";
    assert_eq!(text, expected);
    assert!(compile(&text).diagnostics.is_empty());
}

/// Parts of offers, and clicks, in the syntax of other languages.
#[test]
fn fixes_know_what_is_meant() {
    let text = "roles White, Black\nboard grid = square(2, 2)\nenum Suit { clubs, hearts }\n\
        global { suit: Suit; b: int[4] }\nview { V.b = G.b; V.suit = G.suit }\nshow grid { mark: V.b, click: a, b }\n\
        setup { G.active = White; call play }\nstate play {\n    \
        prompt { for s in Suit { action pick(s) }; for c in grid.cells { action a(c); action b(c) } }\n    \
        on pick(s) { G.suit = s }\n    on a(c: int) { G.b[c] = 1 }\n    on b(c: int) { G.b[c] = 2; finish R }\n}\n";
    let mut mending = text.to_owned();
    for _ in 0..20 {
        let compiled = compile(&mending);
        let Some(fix) = compiled.diagnostics.iter().find_map(|it| it.fixes.first()) else { break };
        mending = mended(&mending, fix);
    }
    assert_eq!(mending, text.replace("click: a, b", "click: [a, b]").replace("pick(s) {", "pick(s: Suit) {"));
    assert!(compile(&mending).diagnostics.is_empty());
}

/// Habits of the framework's authors, in a game with a state `m`, and the result of its fixes, applied in order.
const FORMS: &[(&str, &str)] = &[
    (
        r#"state m { prompt { prompt("Do it"); button("go"); action("space", 3) } on go { } on space(s: int) { } }"#,
        r#"state m { prompt { prompt("Do it"); button go; action space(3) } on go { } on space(s: int) { } }"#,
    ),
    (
        r#"state m { prompt { button("go", G.n > 0); action("put", 3, G.n) } on go { } on put(a: int, b: int) { } }"#,
        r#"state m { prompt { button go if G.n > 0; action put(3, G.n) } on go { } on put(a: int, b: int) { } }"#,
    ),
    (r#"state m { prompt { button go } on go { call("m") } }"#, ""),
    (
        "state m { prompt { button go } on go { call(\"m2\", { q: 1 }) } }\nstate m2(q: int) { prompt { button ok } on ok { end } }",
        "",
    ),
    (r#"state m { prompt { button go } on go { goto("m") } }"#, ""),
    ("state m { prompt { button go } on go { end() } }", "state m { prompt { button go } on go { end } }"),
    ("state m { prompt { button go } on go { end(3) } }", ""),
    (
        r#"state m { prompt { button go } on go { finish(White, "x") } }"#,
        r#"state m { prompt { button go } on go { finish White, "x" } }"#,
    ),
    (
        r#"state m { prompt { button go } on go { log("hi"); log() } }"#,
        r#"state m { prompt { button go } on go { log("hi"); log } }"#,
    ),
    (r#"S.m = { prompt() { prompt("x") } }"#, r#"state m { prompt { prompt("x") } }"#),
    (
        "S.m = {\n    _begin() { L.count = 3 },\n    prompt() {\n        button(\"go\")\n    },\n    space(s) { end() },\n    go() { end() },\n}",
        "",
    ),
    (
        "state m { _begin { G.n = 1 } prompt { button go } on go {} }",
        "state m { begin { G.n = 1 } prompt { button go } on go {} }",
    ),
    (
        "state m { _resume() { G.n = 1 } prompt { button go } on go {} }",
        "state m { resume { G.n = 1 } prompt { button go } on go {} }",
    ),
    (
        "state m { _end { G.n = 1 } prompt { button go } on go {} }",
        "state m { leave { G.n = 1 } prompt { button go } on go {} }",
    ),
    (
        r#"state m { inactive: "think" prompt { button go } on go {} }"#,
        r#"state m "think" {  prompt { button go } on go {} }"#,
    ),
    ("state m { prompt { button go } go { end } }", "state m { prompt { button go } on go { end } }"),
    (
        "procedure p = script (`\n call m\n`)\nstate m { prompt { button go } on go {} }",
        "procedure p = script {\n call m\n}\nstate m { prompt { button go } on go {} }",
    ),
    (
        "P.p = script (`\n    set G.n 3\n    call m\n`)\nP.q = function () { G.n = 3; end() }\nstate m { prompt { button go } on go {} }",
        "procedure p = script {\n    set G.n 3\n    call m\n}\nplain procedure q { G.n = 3; end }\nstate m { prompt { button go } on go {} }",
    ),
    (
        "const R_WHITE = 0\nstate m { prompt { button go } on go { G.active = R_WHITE } }",
        "const R_WHITE = 0\nstate m { prompt { button go } on go { G.active = White } }",
    ),
    (
        r#"state m { prompt { button go } on go { log(ROLES[R] + " went"); log ROLES[G.n] } }"#,
        r#"state m { prompt { button go } on go { log(R + " went"); log Role(G.n) } }"#,
    ),
    (
        "state m { prompt { button go } on go { G.active = 1 - R } }",
        "state m { prompt { button go } on go { G.active = other(R) } }",
    ),
    (
        "state m { prompt { button go } on go { G.n = G.xs.length } }",
        "state m { prompt { button go } on go { G.n = len(G.xs) } }",
    ),
    (
        "state m { prompt { button go } on go { G.xs.push(3); G.n = G.xs.pop() } }",
        "state m { prompt { button go } on go { push(G.xs, 3); G.n = pop(G.xs) } }",
    ),
    (
        r#"state m { prompt { for (var s = 0; s < 3; ++s) action("space", s) } on space(s: int) {} }"#,
        "state m { prompt { for s in 0..3 { action space(s) } } on space(s: int) {} }",
    ),
    (
        "state m { prompt { button go } on go { for (let i = G.n; i <= len(G.xs); i++) { log i } } }",
        "state m { prompt { button go } on go { for i in G.n to len(G.xs) { log i } } }",
    ),
    (
        "state m { prompt {\n  for (var s = 0; s < 3; ++s)\n    if (G.n === s)\n      action(\"space\", s)\n  button(\"go\")\n } on space(s: int) {} on go { if (G.n > 3) end() } }",
        "state m { prompt {\n  for s in 0..3\n    { if (G.n == s)\n      { action space(s) } }\n  button go\n } on space(s: int) {} on go { if (G.n > 3) { end } } }",
    ),
    (
        "function on_view() { V.n = G.n }\nstate m { prompt { button go } on go {} }",
        "view { V.n = G.n }\nstate m { prompt { button go } on go {} }",
    ),
    (
        "function on_query(q) { return q }\nstate m { prompt { button go } on go {} }",
        "query(q) { return q }\nstate m { prompt { button go } on go {} }",
    ),
    (
        "state m { prompt { button go } on go { set G.n 3; incr G.n; decr G.n } }",
        "state m { prompt { button go } on go { G.n = 3; G.n += 1; G.n -= 1 } }",
    ),
];

/// Applies the fixes of errors, one after the other, as an author would.
fn mended_all(text: &str) -> String {
    let mut text = text.to_owned();
    for _ in 0..40 {
        let compiled = compile(&text);
        let errors = compiled.diagnostics.iter().filter(|it| it.severity == Severity::Error);
        let Some(fix) = errors.flat_map(|it| it.fixes.first()).next() else { break };
        text = mended(&text, fix);
    }
    text
}

#[test]
fn fixes_make_rules_of_what_the_framework_has() {
    let mut failures = Vec::new();
    for (form, expected) in FORMS {
        let game = |part: &str| {
            format!(
                "roles White, Black\nglobal {{ n: int; t: any[]; xs: int[] }}\nsetup {{ G.active = White; call m }}\n{part}\n"
            )
        };
        let text = mended_all(&game(form));
        let errors: Vec<_> =
            compile(&text).diagnostics.into_iter().filter(|it| it.severity == Severity::Error).collect();
        // A whole state of the framework leaves open questions that only its author can answer: types, and the fields
        // of `L`.
        let whole = form.contains("space(s) {");
        if whole && text.contains("state m {\n    begin { L.count = 3 }") && text.contains("on space(s: int) { end }") {
            continue;
        }
        if !errors.is_empty() {
            failures.push(format!("{form}: {errors:?}\n{text}"));
        }
        let expected = if expected.is_empty() { form } else { expected };
        if text != game(expected) {
            failures.push(format!("{form}: {text}"));
        }
    }
    no_failures(&failures);
}
