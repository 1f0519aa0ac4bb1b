//! Races by typical authors: jumps to the last field, ends, sleep, and failures in a world's own words. The interpreter
//! and machine code play each.

use crate::executors::compare;
use game::{Compiled, Game, Language, Rules};
use lab::{Plan, Tally};
use serde_json::{Value, json};

fn compiled(text: &str) -> Compiled {
    game::compile(text, Language::Bbgel, "world.bbgel")
}

/// Codes of a text's errors.
fn codes(text: &str) -> Vec<&'static str> {
    compiled(text).diagnostics.iter().map(|it| it.code.text()).collect()
}

/// Rules that both executors play alike.
fn rules(text: &str) -> Rules {
    let compiled = compiled(text);
    let told = diag::draw(&compiled.source, &compiled.diagnostics, false);
    let rules = compiled.rules.unwrap_or_else(|| panic!("{told}"));
    compare("worlds", rules.machine(), 3, 60, true).unwrap_or_else(|it| panic!("{it}"));
    rules
}

fn begun(rules: &Rules) -> Game {
    rules.on_setup(Some(1), None, &Value::Null).unwrap_or_else(|it| panic!("{it}"))
}

fn state(game: &Game) -> Value {
    serde_json::from_str(&game.state_json()).unwrap()
}

fn roll(game: &mut Game) {
    let role = game.active().concat();
    game.action(&role, "roll", None).unwrap_or_else(|it| panic!("{it}"));
}

/// Number of random games that ended well, and the flaws of the others.
fn played(rules: &Rules, games: u64) -> (u64, Vec<String>) {
    let rules = rules.counting();
    let report = Tally::play(&rules, &Plan::default(), 0..games).report(&rules);
    (report.ended, report.flaws.into_iter().map(|it| it.message).collect())
}

/// A board of one die of 1, so that every roll is a step.
fn steps(fields: &str) -> String {
    format!("game {{ maxDiceValue 1 }}\n2 players {{ int gold {{15}} = 0 }}\ntile b {{\n{fields}\n}}\n")
}

#[test]
fn a_ladder_to_the_last_field_wins() {
    let ladder = |jump: &str, end: &str| {
        format!(
            "game {{ maxDiceValue 6 }}\n2 players {{ }}\ntile b {{ path 1 to 100\n1: game_start()\n{jump}\n100: {end}\n}}\n"
        )
    };
    let exactly = "force; if $leftSteps == 0 then game_end() else rollback() end";
    for (jump, end) in [
        ("80 => 100", exactly),
        ("80: goto 100", exactly),
        ("80: force; if $leftSteps == 0 then goto 100 end", exactly),
        ("80: force\n80 => 100", exactly),
        ("80: goto 90\n85 => 100", "force; game_end()"),
        ("80 => 100", "force; if choose_bool() then game_end() else goto 70 end"),
        ("80: if choose_bool() then goto 100 end", exactly),
    ] {
        assert_eq!(played(&rules(&ladder(jump, end)), 100), (100, Vec::new()), "{jump} and {end}");
    }
}

/// On a field that leads on, the text of where a jump ends does not run, as in the original.
#[test]
fn where_a_jump_ends_no_text_runs() {
    let rules = rules(&steps("path 1 to 9\n1: game_start()\n3 => 5\n5: gold++\n9: force; game_end()"));
    let mut game = begun(&rules);
    (0..6).for_each(|_| roll(&mut game));
    let player = &state(&game)["game"]["players"][0];
    assert_eq!((&player["field"], &player["vars"]["gold"]), (&json!(5), &json!(0)));
}

/// A token put away from a forced field, and back on it by the text there, enters it once more.
#[test]
fn a_forced_field_runs_again_for_who_comes_back() {
    let text = steps("path 1 to 9\n1: game_start()\n3: force; gold++; goto 5\n5 => 3\n9: force; game_end()");
    let rules = rules(&text);
    let mut game = begun(&rules);
    (0..6).for_each(|_| roll(&mut game));
    let player = &state(&game)["game"]["players"][0];
    assert_eq!((&player["field"], &player["vars"]["gold"]), (&json!(5), &json!(2)));
}

/// `=>` is for tokens that stop: a token that passes a forced field goes on.
#[test]
fn a_jump_takes_who_stops() {
    let text = "game { maxDiceValue 2 }\n2 players { }\ntile b {\npath 1 to 40\n1: game_start()\n3: force\n3 => 20\n40: force; game_end()\n}\n";
    let rules = rules(text);
    for seed in 1..20 {
        let mut game = rules.on_setup(Some(seed), None, &Value::Null).unwrap();
        let mut before = 0;
        for _ in 0..8 {
            let current = state(&game)["game"]["current"].as_u64().unwrap() as usize;
            roll(&mut game);
            let field = state(&game)["game"]["players"][current]["field"].as_i64().unwrap();
            let thrown = state(&game)["game"]["rolled"].as_i64().unwrap();
            if current == 0 {
                let walked = before + thrown;
                assert_eq!(field, if walked == 3 { 20 } else { walked }, "seed {seed}");
                before = field;
            }
        }
    }
}

#[test]
fn who_wins_wins_once() {
    let rules = rules(&steps("path 1 to 3\n1: game_start()\n3: force; game_end(); game_end()"));
    let mut game = begun(&rules);
    while game.result().is_none() {
        roll(&mut game);
    }
    assert_eq!(game.result().as_deref(), Some("player1"));
    assert_eq!(state(&game)["game"]["winners"], json!([0]));
    let before = "2 players { }\n---\ngame_end()\ntile b { path 1 to 3\n1: game_start()\n3: force; game_end()\n}\n";
    assert_eq!(codes(before), ["HR0911"]);
}

#[test]
fn sleep_below_zero_wakes() {
    let text = "2 players { }\n---\nsleep(np, 5); sleep(np, -1)\nsleep(cp, 2); sleep(cp, 1)\ntile b { path 1 to 3\n1: game_start()\n3: force; game_end()\n}\n";
    let game = begun(&rules(text));
    // The first player has given up a round already.
    let players = &state(&game)["game"]["players"];
    assert_eq!((&players[0]["sleep"], &players[1]["sleep"]), (&json!(2), &json!(0)));
}

/// The ways to end that the notes of the original show, word for word.
#[test]
fn ends_as_the_notes_have_them() {
    for end in [
        "if leftSteps == 0 then\ngame_end\nelse\nrollback()\nend",
        "if leftSteps == 0 then\ngame_end\nelse\nmove(-leftSteps*2)\nend",
        "if leftSteps >= 0 then\ngame_end\nend",
    ] {
        let text = format!(
            "game {{ maxDiceValue 6 }}\n2 players {{ }}\ntile b {{\npath 1 to 9\n1: game_start()\n9 {{\nforce\n{end}\n}}\n}}\n"
        );
        assert_eq!(played(&rules(&text), 50), (50, Vec::new()), "{end}");
    }
    // A variable of that name hides the built-in one.
    let own = steps("path 1 to 3\n1: game_start(); int leftSteps {9} = 5; gold = leftSteps\n3: force; game_end()");
    let mut game = begun(&rules(&own));
    roll(&mut game);
    assert_eq!(state(&game)["game"]["players"][0]["vars"]["gold"], json!(5));
}

#[test]
fn a_field_leads_to_one_other() {
    let path = |paths: &str| {
        codes(&format!("2 players {{ }}\ntile b {{\n{paths}\n1: game_start()\n4: force; game_end()\n}}\n"))
    };
    assert_eq!(path("path 1, 2, 4"), [""; 0]);
    assert_eq!(path("path 1, 2, 4\npath 2, 4"), [""; 0]);
    assert_eq!(path("path 1 to 4\npath 2, 4"), ["HR0905"]);
    assert!(path("path 1, 1, 4").contains(&"HR0905"));
}

/// Faults are reported in the words of the language, with the place.
#[test]
fn what_fails_tells_its_place() {
    let last = "9: force; game_end()";
    for (fields, message, place) in [
        (
            "path 1 to 9\n1: game_start()\n9: force; if $leftSteps == 9 then game_end() end".to_owned(),
            "field 9 leads nowhere, and a token must go on from it",
            "9",
        ),
        (
            format!("path 1 to 9\n1: game_start()\n3: move(-5)\n{last}"),
            "a token goes back further than it came: it stands on field 1, where it came in",
            "1",
        ),
        (
            format!(
                "path 1 to 9\n1: game_start()\n3: begin_scope(); int z {{9}} = 1; end_scope()\n4: gold = z\n{last}"
            ),
            "there is no variable `z` here: no scope that the player is in declares it",
            "z",
        ),
        (
            format!("path 1 to 9\n1: game_start()\n3: begin_scope(); int z {{9}} = 1; end_scope()\n4: z = 2\n{last}"),
            "there is no variable `z` here: no scope that the player is in declares it",
            "z = 2",
        ),
        (
            format!("path 1 to 9\n1: game_start()\n3: gold = $result\n4: return 3\n{last}"),
            "`$result` is what this player's last `return` gave, and there was none yet",
            "$result",
        ),
        (
            format!("path 1 to 9\n1: game_start()\n3: end_scope()\n{last}"),
            "no scope is open that could be ended",
            "end_scope()",
        ),
        (
            format!("path 1 to 9\n1: game_start()\n3: int a {{9}} = 1\n4: int a {{9}} = 2\n{last}"),
            "`a` is declared in this scope already",
            "int a {9} = 2",
        ),
    ] {
        let rules = rules(&steps(&fields));
        let mut game = begun(&rules);
        let fault = (0..40).find_map(|_| {
            let role = game.active().concat();
            game.action(&role, "roll", None).err()
        });
        let fault = fault.unwrap_or_else(|| panic!("does not fail: {fields}"));
        assert_eq!((fault.code.text(), fault.message.as_str()), ("HR0718", message), "{fields}");
        assert_eq!(fault.span.map(|it| rules.source().slice(it)), Some(place), "{fields}");
    }
}
