//! The templates that a new game may begin as: each is a whole game, without a problem and in the one style.

use crate::plays::compiled_in;
use crate::support::{read, root};
use game::Language;
use lab::Hashed;
use serde_json::Value;
use std::path::PathBuf;

const GAMES: u64 = 2_000;
/// Fewest and most lines of a template: short enough to be read at once.
const LINES: std::ops::RangeInclusive<usize> = 25..=150;

fn folder() -> PathBuf {
    root().join("playground/templates")
}

/// The ids of all templates but the empty one, which is the language's own, in the order in which they are offered.
fn ids() -> Vec<String> {
    let listed: Vec<Value> = serde_json::from_str(&read(&folder().join("templates.json"))).expect("a list");
    let text = |it: &Value, name: &str| it[name].as_str().unwrap_or_else(|| panic!("{it} has no {name}")).to_owned();
    for it in &listed {
        assert!(!text(it, "title").is_empty() && text(it, "summary").ends_with('.'), "{it}");
    }
    let mut ids: Vec<String> = listed.iter().map(|it| text(it, "id")).collect();
    assert_eq!(ids.pop().as_deref(), Some("empty"));
    ids
}

fn source(id: &str) -> String {
    read(&folder().join(id).join("game.rules"))
}

#[test]
fn every_template_is_listed() {
    let mut ids = ids();
    ids.sort();
    let folders = std::fs::read_dir(folder()).expect("a folder").map(|it| it.expect("is readable"));
    let mut names: Vec<String> =
        folders.filter(|it| it.path().is_dir()).map(|it| it.file_name().into_string().expect("plain names")).collect();
    names.sort();
    assert_eq!(ids, names);
    assert_eq!(ids, ["all-at-once", "board", "cards", "cards-and-dice", "cooperative", "dice-race", "hidden-roles"]);
}

#[test]
fn templates_have_nothing_to_mend() {
    for id in ids() {
        let text = source(&id);
        assert_eq!(ide::format(&text, Language::Rules).expect("can be read"), text, "{id} is in style");
        assert!(LINES.contains(&text.lines().count()), "{id} has {} lines", text.lines().count());
        assert!(text.contains("// Start here"), "{id} says what to change first");
        let compiled = compiled_in(&folder().join(&id), &text, Language::Rules);
        assert!(compiled.diagnostics.is_empty(), "{}", diag::draw(&compiled.source, &compiled.diagnostics, false));
        let rules = compiled.rules.expect("a program");
        assert!(rules.tests().count() > 0, "{id} has tests");
        assert_eq!(rules.info()["about"].as_str().map(str::is_empty), Some(false), "{id} says how it is played");
        for (number, name) in rules.tests().enumerate() {
            assert!(rules.run_test(number).is_ok(), "{id}: {name}");
        }
    }
}

#[test]
fn templates_are_played_to_their_end() {
    for id in ids() {
        let rules = compiled_in(&folder().join(&id), &source(&id), Language::Rules).rules.expect("a program");
        let report = lab::random_games(&rules, 1, GAMES, Hashed::Final);
        let failures: Vec<&str> = report.failures.iter().map(|it| it.message.as_str()).collect();
        assert!(report.broken == 0, "{id}: {failures:?}");
        // Nobody can say who wins before it begins.
        let most = report.results.values().max().copied().unwrap_or_default();
        assert!(report.results.len() > 1 && most < GAMES * 9 / 10, "{id}: {:?}", report.results);
    }
}
