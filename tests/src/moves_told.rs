//! Moves as they are told to people: with the names that the rules give roles and members.

use crate::support::rules;
use game::{Move, Record};
use serde_json::json;

const GAME: &str = "roles A, B\n\
    enum Gem { red, blue }\nenum Sky { blue, grey }\nrecord Pair { gem: Gem, n: int }\n\
    global { n: int }\nsetup { G.active = A; call main }\n\
    state main {\n\
        prompt { for g in Gem { action take(g) }; action give(B, grey, 3); action both([red, Gem.blue]);\n\
            action pair(Pair { gem: red, n: 2 }); button pass; action number(4) }\n\
        on take(g: Gem) { G.n = if g == red then 1 else 2 }\n\
        on give(to: Role, sky: Sky, n: int) { G.active = to; G.n = if sky == grey then n else 0 }\n\
        on both(all: Gem[]) { G.n = len(all) }\n\
        on pair(p: Pair) { G.n = if p.gem == red then p.n else 0 }\n\
        on number(n: int) { G.n = n }\n\
        on pass { G.active = A }\n\
    }\n";

#[test]
fn roles_and_members_have_their_names() {
    let rules = rules(GAME);
    let game = rules.on_setup(Some(1), None, &json!({})).expect("begins");
    let told = |action: &str, argument| lab::action_text(&game, action, &argument);
    assert_eq!(told("take", json!(0)), "take(red)");
    // Two enums have it.
    assert_eq!(told("take", json!(1)), "take(Gem.blue)");
    assert_eq!(told("give", json!([1, 1, 3])), "give(B, grey, 3)");
    assert_eq!(told("both", json!([0, 1])), "both([red, Gem.blue])");
    assert_eq!(told("pair", json!({ "gem": 0, "n": 2 })), "pair(Pair { gem: red, n: 2 })");
    assert_eq!(told("number", json!(4)), "number(4)");
    assert_eq!(told("pass", json!(null)), "pass");
}

#[test]
fn a_record_is_told_move_by_move() {
    let rules = rules(GAME);
    let mut game = rules.on_setup(Some(1), None, &json!({})).expect("begins");
    game.action("A", "give", Some(&json!([1, 1, 3]))).expect("is offered");
    game.action("B", "pass", None).expect("is offered");
    let record: Record = game.record().expect("is kept");
    assert!(matches!(&record.moves[..], [Move(..), Move(..)]));
    assert_eq!(lab::moves_text(&rules, &record), ["A give(B, grey, 3)", "B pass"]);
}
