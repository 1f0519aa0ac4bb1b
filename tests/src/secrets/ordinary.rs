//! Games that authors write where something is hidden: none is refused, and none is warned of.

use crate::support::{codes, compile, drawn_errors, here, no_failures, read};
use game::random::{Draw, play_on};
use serde_json::Value;

/// The programs of `tests/secrets/ordinary.txt`, each with its name.
pub fn ordinary() -> Vec<(String, String)> {
    let text = read(&here().join("secrets/ordinary.txt"));
    let mut blocks = text.split("\n----- ").skip(1).filter_map(|it| it.split_once('\n'));
    let head = blocks.next().expect("what they share").1;
    blocks
        .map(|(name, text)| (name.to_owned(), format!("{}\n", text.replace("HEAD\n", &format!("{head}\n")))))
        .collect()
}

#[test]
fn no_ordinary_game_is_refused() {
    let mut failures = Vec::new();
    let all = ordinary();
    assert!(all.len() >= 40, "only {}", all.len());
    for (name, text) in &all {
        let compiled = compile(text);
        let told: Vec<_> =
            codes(&compiled).into_iter().filter(|it| it.starts_with("HR036") || *it == "HR0520").collect();
        let Some(rules) = compiled.rules.clone().filter(|_| told.is_empty()) else {
            let drawn = drawn_errors(&compiled);
            failures.push(format!("{name}: {told:?}\n{drawn}"));
            continue;
        };
        // They are games: they can be played.
        for seed in 1..=3 {
            let mut game = match rules.on_setup(Some(seed), None, &Value::Null) {
                Ok(game) => game,
                Err(fault) => {
                    failures.push(format!("{name}: {fault}"));
                    continue;
                }
            };
            let mut draw = Draw::new(seed);
            for _ in 0..60 {
                match play_on(&mut game, &mut draw) {
                    Ok(true) => {}
                    Ok(false) => break,
                    Err(fault) => {
                        failures.push(format!("{name}: {fault}"));
                        break;
                    }
                }
            }
        }
    }
    no_failures(&failures);
}
