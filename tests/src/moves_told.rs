//! Moves in words for people: with the rules' words for roles and members.

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

/// Cards by their titles and cells by their names, if the moving role sees them; labels as written by the author.
#[test]
fn cards_cells_and_labels_are_told() {
    let text = "roles \"Old Ann\" as Ann, Ben\nenum Kind { hut, big_tower }\n\
        record Card { id: int, name: string, kind: Kind }\nface Card { title: name, color: kind }\n\
        board land = square(2, 2)\nshow land { mark: V.land, click: claim }\n\
        show seats { cards { items: V.hands, back: star, click: [play(card.id), drop(card), steal(seat, card)] } }\n\
        global { hand: Card[][Role] }\n\
        setup {\n\
            for r in Role { G.hand[r] = [Card { id: 7, name: \"Mill\", kind: hut }, Card { id: 4, name: \"Keep\", kind: big_tower }] }\n\
            G.active = Ann; call main\n\
        }\n\
        view {\n\
            V.land = [false for c in land.cells]\n\
            let hands: Card?[][Role] = [[none for c in G.hand[r]] for r in Role]\n\
            if R != none { hands[R] = [c for c in G.hand[R]] }\n\
            V.hands = hands\n\
        }\n\
        state main {\n\
            prompt { for c in G.hand[R] { action play(c.id) }; action drop(1); action steal(Ben, 0); action claim(land.b1)\n\
                action build(big_tower); action burn(hut) \"Burn the hut\"; button pass \"Wait\" }\n\
            on play(id: int) { } on drop(at: int) { } on steal(from: Role, at: int) { } on claim(c: int) { }\n\
            on build(k: Kind) { } on burn(k: Kind) { } on pass { }\n\
        }\n";
    let rules = rules(text);
    let game = rules.on_setup(Some(1), None, &json!({})).expect("begins");
    let moves = lab::Moves::at(&game, "Old Ann");
    let called = |action: &str, argument| moves.called(action, &argument);
    assert_eq!(called("play", json!(4)).as_deref(), Some("Keep"));
    assert_eq!(called("drop", json!(1)).as_deref(), Some("Keep"));
    // Ann does not see Ben's cards.
    assert_eq!(called("steal", json!([1, 0])), None);
    assert_eq!(called("claim", json!(3)).as_deref(), Some("b1"));
    assert_eq!(called("build", json!(1)), None);
    assert_eq!(called("burn", json!(0)).as_deref(), Some("Burn the hut"));
    let words = |action: &str, argument| moves.words(action, &argument);
    assert_eq!(words("play", json!(7)), "Play Mill");
    assert_eq!(words("claim", json!(3)), "Claim row 2, column 2");
    assert_eq!(words("steal", json!([1, 0])), "Steal Ben 0");
    assert_eq!(words("build", json!(1)), "Build big tower");
    assert_eq!(words("pass", json!(null)), "Wait");
    let mut game = game.clone();
    game.action("Old Ann", "play", Some(&json!(4))).expect("is offered");
    let record = game.record().expect("is kept");
    assert_eq!(lab::moves_words(&rules, &record), ["Old Ann: Play Keep"]);
    assert_eq!(lab::moves_called(&rules, &record), [Some("Keep".to_owned())]);
}
