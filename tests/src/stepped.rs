//! Moves statement by statement: their results, and their output.

use crate::plays::{shipped, shipped_games};
use crate::support::{no_failures, rules};
use game::{Game, Rules, Steps, random};
use serde_json::{Value, json};

/// Number of random moves of each game, multiplied with `DEEP`.
const MOVES: usize = 100;
const DEEP: usize = 20;

/// A move by hand and step by step: the same state, and the same steps left.
fn compare(game: &mut Game, machine: &vm::Machine, draw: &mut random::Draw) -> Result<bool, String> {
    let Ok(Some(chosen)) = random::choose(game, draw) else { return Ok(false) };
    let made = game.named(&chosen);
    let argument = Some(&made.2).filter(|it| !it.is_null());
    // Anywhere in the move.
    let first = game.steps(&made.0, &made.1, argument, 0..0).expect("is offered");
    let from = draw.below(first.told.total + 1);
    let stepped = game.steps(&made.0, &made.1, argument, from..from + 3).expect("is offered");
    let before = game.state().clone();
    let done = game.action(&made.0, &made.1, argument);
    let left = game.rules().machine().steps_left();
    let counted = machine.act(before, chosen.role, chosen.action, chosen.argument.clone());
    let told = &stepped.told;
    if told.steps.len() != (told.total - from.min(told.total)).min(3) || told.path.len() != told.total.min(50_000) {
        return Err(format!("{made:?}: {} steps from {from} of {}", told.steps.len(), told.total));
    }
    match (done, &stepped.game, counted) {
        (Ok(()), Some(after), Ok(_)) if after.state_json() == game.state_json() && machine.steps_left() == left => {
            Ok(!game.active().is_empty())
        }
        (Err(a), None, Err(b)) if Some(&a) == stepped.fault.as_ref() && a == b => Ok(false),
        _ => Err(format!("{made:?} comes to something else")),
    }
}

fn compared(id: &str, rules: &Rules, moves: usize) -> Result<(), String> {
    let machine = vm::Machine::tracing(rules.machine().program().clone(), *rules.machine().limits()).expect("is taken");
    let mut made = 0;
    for seed in 1.. {
        let (mut draw, scenario, options) = random::begin(rules, seed);
        let mut game = rules.on_setup(Some(seed), Some(&scenario), &options).map_err(|it| it.to_string())?;
        let set_up = rules.setup_steps(seed, Some(&scenario), &options, 0..2).expect("is known");
        if set_up.game.map(|it| it.state_json()) != Some(game.state_json()) {
            return Err(format!("{id}: the setup comes to something else"));
        }
        loop {
            if made == moves {
                return Ok(());
            }
            made += 1;
            if !compare(&mut game, &machine, &mut draw).map_err(|it| format!("{id}, seed {seed}: {it}"))? {
                break;
            }
        }
    }
    Ok(())
}

#[test]
fn every_shipped_game_steps_to_the_same_states() {
    let moves = if std::env::var("DEEP").is_ok_and(|it| it == "1") { MOVES * DEEP } else { MOVES };
    let games = shipped_games();
    let failures: Vec<String> = games.iter().filter_map(|id| compared(id, &shipped(id), moves).err()).collect();
    no_failures(&failures);
}

const GAME: &str = "roles A, B\nenum Suit { red, blue }\n\
    global { n: int; hands: Suit[][Role]; marks: Role?[4] }\n\
    setup { G.active = A; call play }\n\
    function twice(x: int): int {\n    let y = x * 2\n    return y\n}\n\
    state play {\n    prompt { action go(3); action wrong }\n\
    on go(by: int) {\n        for i in 0 to 1 {\n            G.n += twice(by)\n        }\n        push(G.hands[B], blue)\n        G.marks[2] = A\n        log \"went\"\n        G.active = B\n    }\n\
    on wrong {\n        G.n = 1\n        G.marks[G.n + 3] = A\n    }\n}\n";

fn stepped(action: &str, argument: Value, from: usize, to: usize) -> Steps {
    let game = rules(GAME).on_setup(Some(1), None, &json!({})).expect("begins");
    game.steps("A", action, Some(&argument).filter(|it| !it.is_null()), from..to).expect("is offered")
}

/// Line, the active functions with their locals, and the changes.
fn lines(steps: &Steps) -> Vec<String> {
    let one = |it: &game::Step| {
        let calls = it.calls.iter().map(|it| {
            let locals: Vec<String> =
                it.locals.iter().map(|it| format!("{}: {} = {}", it.name, it.ty, it.text)).collect();
            format!("{}({})", it.name, locals.join(", "))
        });
        let text = |it: &Option<String>| it.clone().unwrap_or_else(|| "nothing".to_owned());
        let changes = it.changes.iter().map(|it| format!("{} {} > {}", it.path, text(&it.before), text(&it.after)));
        let line = it.calls.first().map_or(0, |it| it.place.line);
        let parts = [calls.collect::<Vec<_>>().join(" < "), changes.collect::<Vec<_>>().join("; ")];
        format!("{line} {}", parts.join(" | ")).trim_end_matches([' ', '|']).to_owned()
    };
    steps.told.steps.iter().map(one).collect()
}

#[test]
fn each_statement_is_told_with_what_is_known_and_what_it_changes() {
    let steps = stepped("go", json!(3), 0, 100);
    let expected = [
        "12 play.on go(by: int = 3)",
        "13 play.on go(by: int = 3, i: int = 0)",
        "6 twice(x: int = 3) < play.on go(by: int = 3, i: int = 0)",
        "7 twice(x: int = 3, y: int = 6) < play.on go(by: int = 3, i: int = 0) | G.n 0 > 6",
        "13 play.on go(by: int = 3, i: int = 1)",
        "6 twice(x: int = 3) < play.on go(by: int = 3, i: int = 1)",
        "7 twice(x: int = 3, y: int = 6) < play.on go(by: int = 3, i: int = 1) | G.n 6 > 12",
        "15 play.on go(by: int = 3) | G.hands[B] [] > [blue]",
        "16 play.on go(by: int = 3) | G.marks[2] none > A",
        "17 play.on go(by: int = 3) | G.log nothing > \"went\"",
        "18 play.on go(by: int = 3) | G.active A > B",
    ];
    assert_eq!(lines(&steps), expected);
    // By index, forwards and back.
    for from in 0..steps.told.total {
        assert_eq!(lines(&stepped("go", json!(3), from, from + 2)), expected[from..expected.len().min(from + 2)]);
    }
    let reached: Vec<u32> = steps.told.path.iter().map(|it| steps.told.reached[*it as usize].line).collect();
    assert_eq!(reached, [12, 13, 6, 7, 13, 6, 7, 15, 16, 17, 18]);
}

#[test]
fn rules_that_fail_are_told_up_to_there() {
    let steps = stepped("wrong", json!(null), 0, 100);
    assert!(steps.game.is_none());
    assert_eq!(steps.fault.map(|it| it.code.text()), Some("HR0703"));
    assert_eq!(steps.told.total, 2);
}

#[test]
fn a_refused_move_has_no_steps() {
    let game = rules(GAME).on_setup(Some(1), None, &json!({})).expect("begins");
    assert!(game.steps("B", "go", Some(&json!(3)), 0..1).is_err());
    assert!(game.steps("A", "go", Some(&json!(4)), 0..1).is_err());
    assert!(rules(GAME).setup_steps(1, Some("Long"), &json!({}), 0..1).is_err());
}

/// Output is limited: statements in their order, steps at once, changes, moments, letters of a value.
#[test]
fn what_is_told_has_limits() {
    let game = |on_go: &str| {
        let text = format!(
            "roles A\nglobal {{ n: int; cells: int[300]; text: string }}\n\
             setup {{ G.active = A; call play }}\n\
             state play {{\n    prompt {{ action go }}\n    on go {{ {on_go} }}\n}}\n"
        );
        rules(&text).on_setup(Some(1), None, &json!({})).expect("begins")
    };
    let stepped = |game: &Game, to: usize| game.steps("A", "go", None, 0..to).expect("is offered").told;
    // One statement is the loop.
    for (rounds, path) in [(49_998, 49_999), (49_999, 50_000), (50_000, 50_000)] {
        let told = stepped(&game(&format!("for i in 1 to {rounds} {{ G.n += 1 }}")), 0);
        assert_eq!((told.total, told.path.len()), (rounds + 1, path));
    }
    let long = game("for i in 1 to 300 { G.n += 1 }");
    for (asked, steps) in [(199, 199), (200, 200), (201, 200)] {
        assert_eq!(stepped(&long, asked).steps.len(), steps);
    }
    for (changed, told) in [(199, 199), (200, 200), (201, 200)] {
        let before = game(&format!("for i in 0 to {} {{ G.cells[i] = 1 }}", changed - 1));
        let mut after = before.clone();
        after.action("A", "go", None).expect("is offered");
        assert_eq!(after.changes(&before).len(), told, "{changed}");
    }
    for (changes, told) in [(63, 63), (64, 64), (65, 64)] {
        // Before the first of them the game is unchanged.
        let moments = game(&format!("for i in 2 to {changes} {{ G.n += 1 }} G.n = 0")).moments("A", "go", None);
        assert_eq!(moments.expect("is offered").len(), told, "{changes}");
    }
    // With the quotes around it.
    for (letters, cut) in [(398, false), (399, true)] {
        let mut game = game(&format!("G.text = \"{}\"", "a".repeat(letters)));
        game.action("A", "go", None).expect("is offered");
        let tree = game.tree();
        let text = &tree.globals.iter().find(|it| it.name == "text").expect("is there").text;
        assert_eq!((text.ends_with('…'), text.chars().count()), (cut, if cut { 401 } else { 400 }));
    }
}
