//! Sources and everything that can be observed of them: `cases/rules/*.txt`.
//!
//! A case is a source, then perhaps lines `----- file name` with files it uses below them, a line
//! `----- moves` and moves, then a line `-----` and below it the
//! diagnostics as drawn, what becomes of its tests, and the answers to the moves. `UPDATE=1` writes what
//! stands below.

use crate::moves::Table;
use crate::support::{compile_with, expect_file, files, here, no_failures, read, stem};
use game::{Compiled, Language, Rules};
use std::path::PathBuf;

const END: &str = "\n-----\n";
const MOVES: &str = "\n----- moves\n";
const FILE: &str = "\n----- file ";

/// The source of a case, with its files, and its moves.
pub fn input(text: &str) -> (&str, Option<&str>) {
    let input = text.split_once(END).map_or(text.trim_end(), |it| it.0);
    match input.split_once(MOVES) {
        Some((source, moves)) => (source, Some(moves)),
        None => (input, None),
    }
}

pub fn compiled(source: &str) -> Compiled {
    let mut parts = source.split(FILE);
    let source = format!("{}\n", parts.next().unwrap_or_default());
    let files = parts.filter_map(|it| it.split_once('\n')).map(|(name, text)| (name.to_owned(), text.to_owned()));
    compile_with(&source, &files.collect::<Vec<_>>())
}

/// The cases that are rules without errors, in every language that has cases with one text.
pub fn playable() -> Vec<(PathBuf, Rules)> {
    let mut out = Vec::new();
    for (folder, language) in [("rules", Language::Rules), ("ludl", Language::Ludl)] {
        for path in files(&here().join("cases").join(folder), "txt") {
            let text = read(&path);
            let source = input(&text).0;
            let compiled = match language {
                Language::Rules => compiled(source),
                _ => game::compile(&format!("{source}\n"), language, "game"),
            };
            out.extend(compiled.rules.map(|it| (path, it)));
        }
    }
    out
}

fn observed(source: &str, moves: Option<&str>) -> String {
    let compiled = compiled(source);
    let mut out = diag::draw(&compiled.source, &compiled.diagnostics, false);
    let Some(rules) = compiled.rules else { return out };
    for (i, name) in rules.tests().enumerate() {
        match rules.run_test(i) {
            Ok(()) => out.push_str(&format!("test {name:?} passes\n")),
            Err(problem) => out.push_str(&diag::draw(&compiled.source, &[problem], false)),
        }
    }
    if let Some(moves) = moves {
        if !out.is_empty() {
            out.push('\n');
        }
        out.push_str(&Table::new(rules).transcript(moves));
    }
    out
}

#[test]
fn cases() {
    let mut failures = Vec::new();
    let all = files(&here().join("cases/rules"), "txt");
    assert!(all.len() >= 30, "only {} cases", all.len());
    for path in all {
        let text = read(&path);
        let (source, moves) = input(&text);
        let before = failures.len();
        let whole = text.split_once(END).map_or(text.trim_end(), |it| it.0);
        expect_file(&path, &format!("{whole}{END}{}", observed(source, moves)), &mut failures);
        if failures.len() > before {
            eprintln!("{}", stem(&path));
        }
    }
    no_failures(&failures);
}
