//! Messages in trials: failing ones are not offered, and nothing else fails because of them. The interpreter and
//! machine code play each text.

use crate::executors::compare;
use game::{Game, Language, Rules};
use lab::{Kind, Plan, Tally};
use serde_json::Value;

fn compiled(text: &str) -> Rules {
    game::compile(text, Language::Ludl, "tried.ludl").rules.unwrap_or_else(|| panic!("has errors: {text}"))
}

/// Rules that both executors play alike.
fn rules(text: &str) -> Rules {
    let rules = compiled(text);
    compare("tried", rules.machine(), 2, 60, true).unwrap_or_else(|it| panic!("{it}"));
    rules
}

fn begun(rules: &Rules) -> Game {
    rules.on_setup(Some(1), None, &Value::Null).unwrap_or_else(|it| panic!("{it}"))
}

fn offered(game: &Game, role: &str) -> Value {
    let prompt: Value = serde_json::from_str(&game.prompt(role).unwrap_or_else(|it| panic!("{it}"))).unwrap();
    prompt["actions"].clone()
}

/// The first flaw of some games.
fn flaw(rules: &Rules) -> lab::Flaw {
    let rules = rules.counting();
    let tally = Tally::play(&rules, &Plan { limit: 200, ..Plan::default() }, 0..5);
    tally.flaws.first().unwrap_or_else(|| panic!("no flaw")).flaw.clone()
}

/// Two cards in a deck that nobody looks at before taking one.
fn deck(rest: &str) -> String {
    format!(
        "STATE:
{{
    \"props\": {{ \"play_order\": [\"anna\", \"ben\"] }},
    \"containers\": {{ \"deck\": {{ \"contents\": [{{ \"props\": {{}} }}, {{ \"props\": {{}} }}] }}, \"anna\": {{}}, \"ben\": {{}} }}
}}
END_STATE
{rest}"
    )
}

const DRAW: &str = "RECEIVE draw:
    MOVE_TOKEN 'deck' -1 $PLAYER_NAME;
    NEXT_PLAYER;
    ACCEPT;
END_RECEIVE
";

const PASS: &str = "RECEIVE pass:
    NEXT_PLAYER;
    ACCEPT;
END_RECEIVE
";

#[test]
fn a_message_is_accepted_though_another_fails() {
    for text in [[DRAW, PASS].concat(), [PASS, DRAW].concat()] {
        let rules = rules(&deck(&text));
        let mut game = begun(&rules);
        for role in ["anna", "ben"] {
            game.action(role, "draw", None).unwrap_or_else(|it| panic!("{it}"));
        }
        // No card is left: a draw fails, and only its sender is notified.
        assert_eq!(offered(&game, "anna"), serde_json::json!({ "pass": 1, "undo": 0 }), "{text}");
        assert!(game.view("anna").is_ok() && game.view("ben").is_ok() && game.view("none").is_ok());
        let fault = game.action("anna", "draw", None).expect_err("there is no card");
        let place = fault.span.map(|it| rules.source().slice(it));
        assert_eq!((fault.code.text(), place), ("HR0703", Some("-1")), "{fault}");
        game.action("anna", "pass", None).unwrap_or_else(|it| panic!("{it}"));
        assert_eq!(game.active(), ["anna", "ben"]);
        let found = flaw(&rules);
        assert_eq!((found.kind, found.code.as_deref()), (Kind::Tried, Some("HR0703")), "{found:?}");
        assert!(found.span.is_some());
    }
}

/// Also when it is the very message that is sent which leaves the others nothing.
#[test]
fn a_game_goes_on_where_all_that_is_tried_fails() {
    let rules = rules(&deck(DRAW));
    let mut game = begun(&rules);
    for role in ["anna", "ben"] {
        game.action(role, "draw", None).unwrap_or_else(|it| panic!("{it}"));
    }
    assert_eq!(offered(&game, "anna"), serde_json::json!({ "undo": 0 }));
    assert_eq!(game.active(), ["anna"]);
}

#[test]
fn a_game_begins_though_a_receiver_fails_at_once() {
    let text = deck(&format!("RECEIVE bad:\n    SET_PROP 'x' DIVIDE 1 0;\n    ACCEPT;\nEND_RECEIVE\n{PASS}"));
    let rules = rules(&text);
    assert_eq!(offered(&begun(&rules), "anna"), serde_json::json!({ "pass": 1, "undo": 0 }));
    assert_eq!(flaw(&rules).kind, Kind::Tried);
}

/// The author's list of candidates may fail too.
#[test]
fn nothing_is_tried_of_a_list_that_fails() {
    for offer in ["OFFER bid GET_PROP 'bids';", "OFFER bid SPLIT 'a' GET_PROP 'no';"] {
        let text = deck(&format!("{offer}\nRECEIVE bid $n:\n    SET_PROP 'bid' $n;\n    ACCEPT;\nEND_RECEIVE\n{PASS}"));
        let rules = rules(&text);
        let mut game = begun(&rules);
        assert_eq!(offered(&game, "anna"), serde_json::json!({ "pass": 1, "undo": 0 }));
        game.action("ben", "bid", Some(&serde_json::json!("7"))).unwrap_or_else(|it| panic!("{it}"));
        assert_eq!(flaw(&rules).kind, Kind::Tried);
    }
    let hand = "RECEIVE play $i:\n    ASSIGN 'hand' CONCAT $PLAYER_NAME 's';\n    MOVE_TOKEN $hand $i 'deck';\n    ACCEPT;\nEND_RECEIVE\n";
    let rules = rules(&deck(&format!("{hand}{PASS}")));
    assert_eq!(offered(&begun(&rules), "ben"), serde_json::json!({ "pass": 1, "undo": 0 }));
}

/// A receiver that never ends takes no steps from later ones.
#[test]
fn a_receiver_without_an_end_is_not_offered() {
    let forever = "OFFER spin RANGE 20;\nRECEIVE spin $n:\n    WHILE TRUE:\n        ASSIGN 'x' 1;\n    END_WHILE\n    ACCEPT;\nEND_RECEIVE\n";
    let rules = compiled(&deck(&format!("{forever}{PASS}")));
    let mut game = begun(&rules);
    assert_eq!(offered(&game, "anna"), serde_json::json!({ "pass": 1, "undo": 0 }));
    let fault = game.action("anna", "spin", Some(&serde_json::json!("3"))).expect_err("never ends");
    assert_eq!(fault.code.text(), "HR0720");
    game.action("anna", "pass", None).unwrap_or_else(|it| panic!("{it}"));
}

/// Functions that call themselves endlessly, in a trial.
#[test]
fn a_receiver_that_goes_too_deep_is_not_offered() {
    let deep = "DEF down $n:\n    RETURN down PLUS $n 1;\nEND_DEF\nRECEIVE dig:\n    SET_PROP 'x' down 1;\n    ACCEPT;\nEND_RECEIVE\n";
    let rules = rules(&deck(&format!("{deep}{PASS}")));
    assert_eq!(offered(&begun(&rules), "anna"), serde_json::json!({ "pass": 1, "undo": 0 }));
}

/// The words of a message are strings and numbers; other JavaScript values are refused before the rules see them.
#[test]
fn words_are_strings_and_numbers() {
    let text = deck("OFFER bid RANGE 3;\nRECEIVE bid $n:\n    SET_PROP 'bid' $n;\n    ACCEPT;\nEND_RECEIVE\n");
    let rules = rules(&text);
    let mut game = begun(&rules);
    for good in [
        serde_json::json!("7"),
        serde_json::json!(7),
        serde_json::json!(1.5),
        serde_json::json!("x y"),
        serde_json::json!(""),
    ] {
        game.action("ben", "bid", Some(&good)).unwrap_or_else(|it| panic!("{good}: {it}"));
    }
    for odd in
        [None, Some(serde_json::json!({ "a": 1 })), Some(serde_json::json!(true)), Some(serde_json::json!([[1]]))]
    {
        let fault = game.action("ben", "bid", odd.as_ref()).expect_err("is no word");
        assert!(matches!(fault.code.text(), "HR0613" | "HR0612"), "{odd:?}: {fault}");
    }
    let fault = game.action("ben", "bid", Some(&serde_json::json!(["1", "2"]))).expect_err("is a word too many");
    assert!(matches!(fault.code.text(), "HR0613" | "HR0612"), "{fault}");
}

/// The lines that close functions and receivers are no statements, so that they need not be reached.
#[test]
fn closing_lines_need_not_be_reached() {
    let text = deck(&format!("DEF one:\n    RETURN 1;\nEND_DEF\n{}", PASS.replace("NEXT_PLAYER", "SET_PROP 'n' one")));
    let rules = compiled(&text).counting();
    let report = Tally::play(&rules, &Plan { limit: 20, ..Plan::default() }, 0..3).report(&rules);
    let never: Vec<u32> = report.lines.iter().filter(|it| it.most == 0).map(|it| it.line).collect();
    assert_eq!(never, [0; 0], "{:?}", report.lines);
}
