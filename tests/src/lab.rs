//! Counting moves, and random games of every shipped game.

use crate::plays::{shipped, shipped_games};
use crate::support::rules;
use game::random::{self, Draw};
use lab::{Hashed, Step};
use serde_json::Value;

#[test]
fn sequences_of_moves_are_counted() {
    for (id, counts) in [("tic-tac-toe", &[9, 72, 504, 3024][..]), ("connect-four", &[7, 49, 343, 2401])] {
        let game = shipped(id).on_setup(Some(1), None, &Value::Null).expect("sets up");
        for (depth, count) in counts.iter().enumerate() {
            assert_eq!(lab::perft(&game, depth as u32 + 1, Step::Action).expect("plays"), *count, "{id} {depth}");
        }
    }
}

/// A turn is one step and then another, or a long one.
const STEPS: &str = "roles X, O
global { n: int; left: int }
setup { G.active = X; G.left = 2; call walk }
state walk {
    prompt { button step; if G.left == 2 { button leap } }
    on step { take(1) }
    on leap { take(2) }
}
function take(n: int) {
    G.left -= n
    G.n += 1
    if G.n == 6 { finish R }
    if G.left == 0 { G.left = 2; G.active = other(R) }
}
";

#[test]
fn turns_and_games_are_counted() {
    let game = rules(STEPS).on_setup(Some(1), None, &Value::Null).expect("sets up");
    let count = |depth, step| lab::perft(&game, depth, step).expect("plays");
    assert_eq!([0, 1, 2, 3, 4].map(|depth| count(depth, Step::Action)), [1, 2, 3, 5, 8]);
    assert_eq!([0, 1, 2, 3].map(|depth| count(depth, Step::Turn)), [1, 2, 4, 8]);
    let games = lab::all_games(&game).expect("plays");
    assert_eq!(games.values().sum::<u64>(), count(6, Step::Action), "all games are six actions long");
}

#[test]
fn what_never_ends_is_not_counted() {
    let endless = STEPS
        .replace("if G.left == 0 { G.left = 2; G.active = other(R) }", "G.left = 2")
        .replace("G.n == 6", "G.n == -1");
    let game = rules(&endless).on_setup(Some(1), None, &Value::Null).expect("sets up");
    for fault in [lab::perft(&game, 1, Step::Turn).expect_err("no end"), lab::all_games(&game).expect_err("no end")] {
        assert_eq!(fault.code.text(), "HR0720", "{}", fault.message);
    }
    assert_eq!(lab::perft(&game, 3, Step::Action).expect("counts"), 8);
}

#[test]
fn random_games_come_to_a_good_end() {
    for id in shipped_games() {
        let report = lab::random_games(&shipped(&id), 1, 3, Hashed::Final);
        let failures: Vec<String> =
            report.failures.iter().map(|it| format!("seed {}: {}", it.seed, it.message)).collect();
        assert!(report.broken == 0, "{id}: {failures:?}");
        assert_eq!(report.results.values().sum::<u64>(), 3);
    }
}

#[test]
fn what_is_broken_is_reported() {
    let report = |from: &str, to: &str| {
        let text = STEPS.replace(from, to);
        assert_ne!(text, STEPS);
        let report = lab::random_games(&rules(&text), 1, 3, Hashed::Final);
        assert_eq!(report.broken, 3);
        report.failures[0].message.clone()
    };
    assert_eq!(report("if G.n == 6 { finish R }", "if G.n == 6 { assert 1 > 2 }"), "this does not hold");
    assert_eq!(report("button step; if G.left == 2 {", "if G.n == 9 {"), "a dead end: X can do nothing");
    assert_eq!(report("finish R", "G.active = none; return"), "nobody is active, and there is no result");
    assert_eq!(report("if G.n == 6 { finish R }", "G.n = 0"), "no end after 20000 moves");
    let broken = report("function take", "invariant \"few\" { assert G.n < 3 }\nfunction take");
    assert_eq!(broken, "this does not hold: `few`");
}

/// Playouts, which omit everything that nobody reads, are the same games.
#[test]
fn playouts_are_games_as_others() {
    for name in ["tic-tac-toe", "breakthrough", "hearts"] {
        let rules = shipped(name);
        let mut draw = Draw::new(1);
        let mut moves = 0;
        for seed in 1..=5 {
            let mut game = rules.on_setup(Some(seed), None, &Value::Null).expect("a setup");
            while random::play(&mut game, &mut draw).expect("no fault").is_some() {
                moves += 1;
            }
        }
        let played = lab::playouts(&rules, 1, 5).expect("no fault");
        assert_eq!((played.games, played.moves), (5, moves), "{name}");
    }
}
