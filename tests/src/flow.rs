//! Transitions between states and procedures: `cases/flow/*.mmd`, each of a shipped game; and written states.

use crate::plays::shipped;
use crate::support::{expect_file, here, no_failures, rules};
use serde_json::json;

const GAMES: &[&str] = &["duel", "hearts", "noughts-and-crosses", "over-the-pass", "pig", "tgdl-tic-tac-toe"];

#[test]
fn the_flow_of_games_is_drawn() {
    let mut failures = Vec::new();
    for id in GAMES {
        let path = here().join("cases/flow").join(format!("{id}.mmd"));
        expect_file(&path, &shipped(id).flow().mermaid(), &mut failures);
    }
    no_failures(&failures);
}

const WAYS: &str = "roles A, B\nsetup { call main }\n\
    procedure main { call turn; goto last }\n\
    procedure last { finish \"Draw\", \"over\" }\n\
    function leave() { end }\n\
    state turn {\n    begin { G.active = A }\n    prompt { action go; action other; action done }\n\
    on go { goto turn }\n    on other { call (if R == A then \"turn\" else \"last\") }\n    on done { leave() }\n}\n";

#[test]
fn every_way_is_told_with_its_place() {
    let flow = rules(WAYS).flow();
    let name = |it: usize| flow.nodes[it].name.as_str();
    let told = |it: &game::FlowEdge| {
        let lines: Vec<u32> = it.places.iter().map(|it| it.line).collect();
        format!("{} {} {} [{}] {lines:?}", name(it.from), it.kind, it.to.map_or("?", name), it.label)
    };
    let told: Vec<String> = flow.edges.iter().map(told).collect();
    let expected = [
        "start call main [] [2]",
        "main goto last [] [3]",
        "main call turn [] [3]",
        "last finish over [] [4]",
        "turn call ? [other] [10]",
        "turn end main [done] [5]",
        "turn goto turn [go] [9]",
    ];
    assert_eq!(told, expected);
}

#[test]
fn what_is_wrong_in_a_state_has_its_place() {
    let rules = shipped("pig");
    let game = rules.on_setup(Some(1), None, &json!({})).expect("begins");
    let text = game.state_json();
    assert!(rules.check_state(&text).is_none());
    let pretty = serde_json::to_string_pretty(&serde_json::from_str::<serde_json::Value>(&text).expect("is JSON"));
    let pretty = pretty.expect("is text");
    assert!(rules.check_state(&pretty).is_none());
    // Invalid values at every place of the text: errors are reported there, or around it.
    let mut told = 0;
    for (i, line) in pretty.lines().enumerate() {
        let Some((before, _)) = line.split_once(": ").filter(|it| !it.1.starts_with(['[', '{'])) else { continue };
        let comma = if line.ends_with(',') { "," } else { "" };
        let lines = pretty.lines().enumerate().map(|(j, it)| match i == j {
            true => format!("{before}: {{\"no\": [true]}}{comma}\n"),
            false => format!("{it}\n"),
        });
        let wrong: String = lines.collect();
        let Some(unfit) = rules.check_state(&wrong) else { continue };
        let from = i as u32 + 1;
        if unfit.fault.path.as_deref().is_some_and(|it| it != "$") {
            told += usize::from(unfit.place.line == from);
            assert!(unfit.place.line <= from, "{}: {:?}", line, unfit);
        }
    }
    assert!(told > 3, "{told} of {pretty}");
    // The place where the text stops being JSON.
    let cut = rules.check_state("{\n  \"seed\": 1,\n  nonsense }").expect("is none");
    assert_eq!((cut.fault.code.text(), cut.place.line, cut.place.column), ("HR0801", 3, 3));
}

#[test]
fn a_position_is_a_tree() {
    let rules = shipped("duel");
    let game = rules.on_setup(Some(1), Some("Short"), &json!({})).expect("begins");
    let tree = game.tree();
    let global = |name: &str| tree.globals.iter().find(|it| it.name == name).expect("is there");
    assert_eq!((global("years").ty.as_str(), global("years").text.as_str()), ("int", "2"));
    let hand = global("hand");
    assert_eq!((hand.ty.as_str(), hand.secret, hand.path.as_str()), ("Card[][Role]", true, "$.hand"));
    assert!(hand.text.starts_with("[[Card { kind: "), "{}", hand.text);
    let state: serde_json::Value = serde_json::from_str(&game.state_json()).expect("is JSON");
    for it in &tree.globals {
        assert_eq!(it.value.as_ref(), state.get(&it.name), "{}", it.name);
    }
    let names: Vec<&str> = tree.frames.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names.last(), Some(&"main"));
    assert!(tree.frames.iter().all(|it| it.fields.iter().all(|it| it.path.starts_with("$.L"))));
}
