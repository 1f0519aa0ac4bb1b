//! Texts that nest: at the limit everything is answered, beyond it there is an error with its place.
//!
//! `nesting.json` has a row for each construct that nests. The tests of its front-end name a row for each kind of
//! syntax tree, so that a new kind does not compile there without one. Texts at the limit run on a thread with the
//! stack of tests, in a barely optimised build; `tests/npm/nesting.test.js` runs them in the package.

use crate::executors::compare;
use crate::programs::share;
use crate::support::{codes, drawn_errors, here, no_failures, read, updating};
use game::{Compiled, Language};
use languages::{CHAIN_LIMIT, NESTING_LIMIT};
use serde_json::Value;

/// `before`, `n` times `open`, `inner`, `n` times `close`, `after`, in the frame of its language.
struct Row {
    language: Language,
    name: String,
    frame: [String; 2],
    pieces: [String; 5],
    /// Minimum number allowed.
    least: usize,
    /// `true` if there are no other errors.
    fine: bool,
}

fn rows() -> Vec<Row> {
    let table: Value = serde_json::from_str(&read(&here().join("nesting.json"))).expect("the table is JSON");
    let text = |it: &Value, key: &str| it[key].as_str().unwrap_or_else(|| panic!("{it} has no `{key}`")).to_owned();
    let row = |it: &Value| {
        let frame = &table["frames"][text(it, "frame")];
        Row {
            language: Language::named(&text(frame, "language")).expect("a language"),
            name: text(it, "name"),
            frame: ["before", "after"].map(|key| text(frame, key)),
            pieces: ["before", "open", "inner", "close", "after"].map(|key| text(it, key)),
            least: it["least"].as_u64().expect("a number") as usize,
            fine: it["fine"].as_bool().expect("true or false"),
        }
    };
    table["rows"].as_array().expect("rows").iter().map(row).collect()
}

impl Row {
    /// The text with this nesting.
    fn text(&self, n: usize) -> String {
        let [before, open, inner, close, after] = &self.pieces;
        let [first, last] = &self.frame;
        format!("{first}{before}{}{inner}{}{after}{last}", open.repeat(n), close.repeat(n))
    }
}

/// Codes for excessive nesting: of the text, or of its types.
const REFUSED: [&str; 2] = ["HR0109", "HR0306"];

fn compile(row: &Row, n: usize) -> Compiled {
    game::compile(&row.text(n), row.language, "game")
}

fn is_refused(compiled: &Compiled) -> bool {
    codes(compiled).iter().any(|it| REFUSED.contains(it))
}

/// Maximum number allowed.
fn most(row: &Row) -> usize {
    let (mut low, mut high) = (1, CHAIN_LIMIT + NESTING_LIMIT + 2);
    while high - low > 1 {
        let middle = (low + high) / 2;
        if is_refused(&compile(row, middle)) { high = middle } else { low = middle }
    }
    low
}

/// Asks an editor's questions at these places.
fn ask(row: &Row, text: &str, places: &[usize]) {
    ide::tokens(text, row.language);
    ide::outline(text, row.language);
    let _ = ide::format(text, row.language);
    for at in places.iter().copied() {
        ide::complete(text, row.language, at as u32);
        ide::hover(text, row.language, at as u32);
        let _ = ide::rename(text, row.language, at as u32, "renamed");
    }
}

#[test]
fn at_the_limit_and_beyond() {
    let mut failures = Vec::new();
    for row in &share(0, rows()).collect::<Vec<_>>() {
        let most = most(row);
        if updating() {
            println!("{most:>5}  {}", row.name);
        }
        if most < row.least {
            failures.push(format!("{}: only {most} are allowed", row.name));
        }
        let compiled = compile(row, most);
        if row.fine {
            match &compiled.rules {
                None => failures.push(format!("{}: {most} do not compile\n{}", row.name, drawn_errors(&compiled))),
                Some(rules) => match compare(&row.name, rules.machine(), 1, 3, true) {
                    Err(it) => failures.push(format!("{}: {it}", row.name)),
                    Ok(_) => drop(rules.machine_code().unwrap()),
                },
            }
        }
        let text = row.text(most);
        ask(row, &text, &[0, text.len() / 2, text.len()]);
        for n in [most + 1, 10_000] {
            let text = row.text(n);
            let compiled = game::compile(&text, row.language, "game");
            let told = compiled.diagnostics.iter().find(|it| REFUSED.contains(&it.code.text()));
            if told.is_none_or(|it| it.span.is_empty() || it.help.is_none() && it.code.text() == "HR0109") {
                failures.push(format!("{}: {n} are not refused: {:?}", row.name, codes(&compiled)));
            }
            ask(row, &text, &[text.len() / 2]);
        }
    }
    no_failures(&failures);
}

/// Nesting through names, not in the text: each declaration contains the previous one.
#[test]
fn declarations_in_a_row() {
    let many = |count: usize, each: &dyn Fn(usize) -> String| (0..count).map(each).collect::<String>();
    let around = |head: &str, body: &str| format!("roles A, B\n{head}\nsetup {{\n{body}\nfinish A, \"x\"\n}}\n");
    let before = |i: usize, first: &str, name: &str| if i == 0 { first.to_owned() } else { format!("{name}{}", i - 1) };
    let records = |n| around(&many(n, &|i| format!("record R{i} {{ a: {} }}\n", before(i, "int", "R"))), "");
    let lists = |n| around(&many(n, &|i| format!("record R{i} {{ a: {}[] }}\n", before(i, "int", "R"))), "");
    let constants = |n| around(&many(n, &|i| format!("const C{i} = [{}]\n", before(i, "1", "C"))), "log 1");
    let anys = |n| around(&many(n, &|i| format!("const C{i}: any = [{}]\n", before(i, "1", "C"))), "log 1");
    let lets = |n| around("", &many(n, &|i| format!("let x{i} = [{}]\n", before(i, "1", "x"))));
    let results = |n| {
        around(
            &many(n, &|i| {
                format!(
                    "function f{i}() {{ return [{}] }}\n",
                    if i == 0 { "1".into() } else { format!("f{}()", i - 1) }
                )
            }),
            "",
        )
    };
    let rows: &[(&str, &dyn Fn(usize) -> String)] = &[
        ("records", &records),
        ("constants", &constants),
        ("constants of any type", &anys),
        ("variables", &lets),
        ("results", &results),
    ];
    let compiled = |text: &str| game::compile(text, Language::Rules, "game.rules");
    let errors = |text: &str| drawn_errors(&compiled(text));
    for (name, text) in rows {
        assert_eq!(errors(&text(50)), "", "{name}");
        for n in [500, 5_000] {
            let said = codes(&compiled(&text(n)));
            assert!(said.contains(&"HR0306") || said.contains(&"HR0209"), "{name}: {n}: {said:?}");
        }
    }
    // A list needs no first values of its records: only their number is limited.
    assert_eq!(errors(&lists(1_000)), "");
    assert!(codes(&compiled(&lists(1_001))).contains(&"HR0209"));
}

/// JSON nests as deep as brackets do, in files, in blocks of LudL and in saved worlds.
#[test]
fn json() {
    let json = |n: usize| format!("{}1{}", "[".repeat(n), "]".repeat(n));
    let data = |n: usize| {
        let text = "roles A, B\ndata D: any from \"d.json\"\nsetup { log json(D); finish A, \"x\" }\n";
        game::compile_with(text, Language::Rules, "game.rules", &[("d.json".to_owned(), json(n))])
    };
    let state = |n: usize| {
        let text = format!(
            "STATE:\n{{ \"props\": {{ \"play_order\": [\"a\"], \"x\": {} }} }}\nEND_STATE\nRECEIVE go:\nACCEPT;\nEND_RECEIVE\n",
            json(n)
        );
        game::compile(&text, Language::Ludl, "game.ludl")
    };
    for (name, compiled) in [("data", &data as &dyn Fn(usize) -> Compiled), ("state", &state)] {
        assert_eq!(drawn_errors(&compiled(NESTING_LIMIT - 5)), "", "{name}");
        for n in [NESTING_LIMIT + 2, 100_000] {
            assert_eq!(codes(&compiled(n)).first(), Some(&"HR0109"), "{name}");
        }
    }
    assert!(game::import(&json(100_000), Language::Bbgel).is_err());
}

/// However often a text nests too deep, no more errors are shown than of any other kind.
#[test]
fn too_deep_again_and_again() {
    let deep = format!("SET_PROP 'a' {}TRUE;\n", "NOT ".repeat(250)).repeat(30);
    let compiled = game::compile(&format!("RECEIVE r:\n{deep}END_RECEIVE\n"), Language::Ludl, "game.ludl");
    let told = codes(&compiled);
    assert_eq!(told.iter().filter(|it| **it == "HR0109").count(), 20, "{told:?}");
    assert_eq!(told.last(), Some(&"HR0199"), "{told:?}");
}
