//! Sources and everything that can be observed of them: `cases/rules/*.txt`, and the same for the other languages.
//!
//! A case is a source, then optional lines `----- file name` with the files it uses below them, a line `----- moves`
//! with moves, then a line `-----` and below it the drawn diagnostics, the results of its tests, and the answers to the
//! moves. `UPDATE=1` writes the part below.

use crate::moves::Table;
use crate::programs::share;
use crate::support::{expect_file, files, here, no_failures, read};
use game::{Compiled, Language, Rules};
use std::path::PathBuf;

/// Minimum cases per language.
const LEAST: usize = 10;

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

/// A text with the files it uses below it, in the language whose files end so.
pub fn compiled(source: &str, ending: &str) -> Compiled {
    let mut parts = source.split(FILE);
    let source = format!("{}\n", parts.next().unwrap_or_default());
    let files = parts.filter_map(|it| it.split_once('\n')).map(|(name, text)| (name.to_owned(), text.to_owned()));
    let name = format!("game.{ending}");
    game::compile_with(&source, Language::of_file(&name), &name, &files.collect::<Vec<_>>())
}

/// The cases that are rules without errors, in every language: every day a third of them.
pub fn playable(which: usize) -> impl Iterator<Item = (PathBuf, Rules)> {
    let of = |it: &Language| {
        let ending = it.about().ending;
        files(&here().join("cases").join(it.about().name), "txt").into_iter().map(move |path| (path, ending))
    };
    share(which, Language::ALL.iter().flat_map(of)).filter_map(|(path, ending)| {
        let rules = compiled(input(&read(&path)).0, ending).rules;
        rules.map(|it| (path, it))
    })
}

fn observed(compiled: Compiled, moves: Option<&str>) -> String {
    let mut out = diag::draw(&compiled.source, &compiled.diagnostics, false);
    let Some(rules) = compiled.rules else { return out };
    if let Some(about) = rules.info()["about"].as_str() {
        out.push_str(&format!("how to play: {about}\n"));
    }
    for (i, name) in rules.tests().enumerate() {
        match rules.run_test(i) {
            Ok(()) => out.push_str(&format!("test {name:?} passes\n")),
            Err(failed) => out.push_str(&diag::draw(&compiled.source, &[failed.problem], false)),
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
fn every_language_says_what_it_said() {
    let mut failures = Vec::new();
    for language in Language::ALL {
        let all = files(&here().join("cases").join(language.about().name), "txt");
        assert!(all.len() >= LEAST, "only {} cases of {language:?}", all.len());
        for path in all {
            let text = read(&path);
            let (source, moves) = input(&text);
            let whole = text.split_once(END).map_or(text.trim_end(), |it| it.0);
            let observed = observed(compiled(source, language.about().ending), moves);
            expect_file(&path, &format!("{whole}{END}{observed}"), &mut failures);
        }
    }
    no_failures(&failures);
}
