//! Played games as tests in the rules; and places of failing tests.

use crate::plays::{language, shipped, shipped_as, shipped_games, source};
use crate::support::{no_failures, rules};
use game::random;
use serde_json::json;

const GAMES: u64 = 4;
const MOVES: usize = 60;

#[test]
fn every_game_that_was_played_passes_as_a_test_in_the_style() {
    let mut failures = Vec::new();
    let mut count = 0;
    for id in shipped_games() {
        let rules = shipped(&id);
        let language = language(&id).expect("a text");
        if !language.about().tests {
            continue;
        }
        for seed in 1..=GAMES {
            count += 1;
            let record = random::record(&rules, seed, MOVES).expect("begins");
            let test = lab::record_as_test(&rules, &record, "as it was played").expect("can be played");
            let test = test.expect("is played by moves");
            let formatted = ide::format(&test, language).unwrap_or_default();
            if formatted != test {
                failures.push(format!("{id}, seed {seed}: not in style\n{test}\n{formatted}"));
            }
            let with = shipped_as(&id, &format!("{}\n{test}", source(&id)));
            if let Err(failed) = with.run_test(with.tests().count() - 1) {
                failures.push(format!("{id}, seed {seed}: {}\n{test}", failed.problem.message));
            }
        }
    }
    assert!(count > 40, "only {count} games");
    no_failures(&failures);
}

const GAME: &str = "roles A, B\nscenarios \"Short\", \"Long\"\noption most: 1 to 9 = 3\noption open: bool = false\n\
    board grid = square(3, 3)\n\
    global { n: int; at: int? }\n\
    view { V.cells = [none, none, none, none, none, none, none, none, A] }\n\
    show grid { mark: V.cells, click: put }\n\
    setup { G.n = if scenario == \"Long\" then options.most else 0; G.active = A; call play }\n\
    invariant \"few\" { assert G.n < 6 }\n\
    state play { prompt { for c in grid.cells { action put(c) }; action add }\n\
        on put(c: int) { G.at = c; G.active = if R == A then B else A }\n\
        on add { G.n += 2; if G.n == 4 { finish R, \"over\" } } }\n\
    test \"named\" { setup; assert G.at != grid.a1 }\n";

#[test]
fn a_test_has_the_setup_and_the_names_of_cells() {
    let rules = rules(GAME);
    let mut game = rules.on_setup(Some(7), Some("Long"), &json!({ "most": 2 })).expect("begins");
    game.action("A", "put", Some(&json!(4))).expect("is offered");
    let written = |game: &game::Game| {
        let test = lab::record_as_test(game.rules(), &game.record().expect("is kept"), "two moves");
        test.expect("can be played").expect("is played by moves")
    };
    let before = "test \"two moves\" {\n    setup seed 7 scenario \"Long\" with most = 2, open = false\n";
    assert_eq!(written(&game), format!("{before}    A put(grid.b2)\n    assert G.active == B\n}}\n"));
    game.action("B", "add", None).expect("is offered");
    assert_eq!(written(&game), format!("{before}    A put(grid.b2); B add\n    assert G.result == \"B\"\n}}\n"));
}

/// The last test of a text, which fails.
fn failed(test: &str) -> Box<game::Failed> {
    let rules = rules(&format!("{GAME}test \"last\" {{ {test} }}\n"));
    rules.run_test(1).expect_err("fails")
}

#[test]
fn a_test_that_fails_tells_the_moves_up_to_there() {
    let moves = |it: &game::Failed| {
        let record = it.game.as_ref()?.record()?;
        Some(record.moves.iter().map(|it| format!("{} {}", it.0, it.1)).collect::<Vec<_>>().join(", "))
    };
    let it = failed("setup; A put(4); B put(3); assert G.n == 1; A put(1)");
    assert_eq!((it.step, moves(&it).as_deref()), (3, Some("A put, B put")));
    // Before a move that cannot be made, and after one that breaks an invariant.
    let it = failed("setup; A put(4); A put(3)");
    assert_eq!((it.step, moves(&it).as_deref()), (2, Some("A put")));
    let it = failed("setup scenario \"Long\" with most = 5; A add");
    assert_eq!((it.step, moves(&it).as_deref()), (1, Some("A add")));
    // Random moves are moves.
    let it = failed("setup; play 3 random; assert G.at == 100");
    assert!(moves(&it).is_some_and(|it| it.matches(',').count() <= 2));
    // A position of a test's own is no record, and a game that cannot begin is none.
    let it = failed("setup; A put(4); given { G.n = 3 }; B put(3); assert G.n == 1");
    assert_eq!((it.step, moves(&it)), (4, None));
    assert!(it.game.is_some_and(|it| it.state_json().contains("\"at\":3")));
    let it = failed("setup; setup scenario \"Long\" with most = 9");
    assert_eq!(it.step, 1);
    assert_eq!(it.game.and_then(|it| it.record()).map(|it| it.moves.len()), Some(0));
}
