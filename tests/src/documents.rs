//! The engine accepts the examples in the documents.

use crate::library;
use crate::support::{compile, compile_with, expect_file, no_failures, read, root};
use language_rules::{WORDS, WordPlace};
use std::collections::BTreeSet;

const REFERENCE: &str = "engine/languages/REFERENCE.md";

/// The blocks of a document that are rules.
pub fn blocks(text: &str) -> Vec<&str> {
    text.split("```rules\n").skip(1).filter_map(|it| it.split("```").next()).collect()
}

#[test]
fn the_game_in_the_readme_compiles() {
    let text = read(&root().join("README.md"));
    let blocks = blocks(&text);
    assert_eq!(blocks.len(), 1);
    for source in blocks {
        let compiled = compile(source);
        assert!(compiled.diagnostics.is_empty(), "{}", diag::draw(&compiled.source, &compiled.diagnostics, false));
    }
}

/// The files in a document, with their names.
fn files(text: &str) -> Vec<(String, String)> {
    let inner = text.split("```file ").skip(1).filter_map(|it| it.split("```").next()?.split_once('\n'));
    inner.map(|(name, text)| (name.to_owned(), text.to_owned())).collect()
}

/// `true` if an example already has this part of the first one.
fn has(example: &str, part: &str) -> bool {
    let beginnings: Vec<&str> = match part.split(' ').next() {
        Some("state") => vec!["state main", "procedure main", "script main"],
        word => word.into_iter().collect(),
    };
    example.lines().any(|line| beginnings.iter().any(|it| line.starts_with(it)))
}

#[test]
fn the_examples_of_the_reference_run() {
    let text = read(&root().join(REFERENCE));
    let examples = blocks(&text);
    let usual: Vec<&str> = examples[0].split("\n\n").filter(|it| !it.starts_with("test")).collect();
    assert_eq!(usual.len(), 3, "roles, setup, a state");
    let files = files(&text);
    let mut failures = Vec::new();
    for example in &examples {
        let mut source = (*example).to_owned();
        assert_eq!(ide::format(&source, ide::Language::Rules).as_ref(), Ok(&source), "an example in style");
        for part in usual.iter().filter(|it| !has(example, it)) {
            source.push_str(&format!("\n{part}\n"));
        }
        let compiled = compile_with(&source, &files);
        let (Some(rules), true) = (&compiled.rules, compiled.diagnostics.is_empty()) else {
            failures.push(diag::draw(&compiled.source, &compiled.diagnostics, false));
            continue;
        };
        let tests = rules.program().tests.len();
        assert!(tests > 0, "an example without a test:\n{example}");
        for test in 0..tests {
            if let Err(failed) = rules.run_test(test) {
                failures.push(diag::draw(&compiled.source, &[failed.problem], false));
            }
        }
    }
    no_failures(&failures);
}

/// Every word of the language, and every query of a board, is in an example.
#[test]
fn the_reference_shows_everything() {
    let text = read(&root().join(REFERENCE));
    let examples = blocks(&text).concat();
    let shown: BTreeSet<&str> = examples.split(|c: char| !(c.is_alphanumeric() || c == '_')).collect();
    let words = WORDS.iter().map(|it| it.name).filter(|it| !shown.contains(it));
    let asked = ir::BoardOp::ALL.iter().map(|it| it.name()).filter(|it| !examples.contains(&format!(".{it}")));
    let missing: Vec<&str> = words.chain(asked).collect();
    assert!(missing.is_empty(), "no example shows {missing:?}");
}

fn words() -> String {
    let mut out = String::from("## The words\n");
    for place in WordPlace::ALL {
        out.push_str(&format!("\n### {}\n\n| | |\n|---|---|\n", place.title()));
        let rows = WORDS.iter().filter(|it| it.place == *place);
        let mut rows: Vec<String> = rows.map(|it| format!("| `{}` | {} |\n", it.form, it.doc)).collect();
        // `then` and `else` share a form.
        rows.dedup();
        out.push_str(&rows.concat());
    }
    out
}

fn builtins() -> String {
    let mut out = String::from("## The library\n\nExamples give their value as JSON.\n");
    let board = ir::BoardOp::ALL.iter().map(|it| it.entry());
    let all: Vec<ir::Entry> = ir::Entry::all().chain(board).collect();
    for group in ir::Group::ALL {
        out.push_str(&format!("\n### {}\n\n| | | |\n|---|---|---|\n", group.title()));
        for it in all.iter().filter(|it| it.group == *group) {
            let of = if *group == ir::Group::Boards { "grid." } else { "" };
            let example = library::example(it.name).map(|(code, value)| format!("`{code}` → `{value}`"));
            out.push_str(&format!("| `{of}{}` | {} | {} |\n", it.signature, it.doc, example.unwrap_or_default()));
        }
    }
    out
}

/// The document with `made` as its generated part, which follows a comment that begins with `name`.
pub fn with_part(text: &str, name: &str, made: &str) -> String {
    let (before, rest) = text.split_once(&format!("<!-- {name}:")).expect("a place for it");
    let (head, rest) = rest.split_once('\n').expect("a line");
    let (_, after) = rest.split_once("<!-- end -->").expect("an end");
    format!("{before}<!-- {name}:{head}\n{made}<!-- end -->{after}")
}

#[test]
fn the_tables_of_the_reference_are_up_to_date() {
    let path = root().join(REFERENCE);
    let text = with_part(&read(&path), "words", &words());
    let text = with_part(&text, "library", &builtins());
    let mut failures = Vec::new();
    expect_file(&path, &text, &mut failures);
    no_failures(&failures);
}
