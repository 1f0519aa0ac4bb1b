//! Moves that are not offered: each is refused with a code of its own, and changes nothing.

use crate::support::rules;
use game::Game;
use serde_json::{Value, json};

const SOURCE: &str = r#"
roles White, Black, Green
enum Kind { foot, horse }
record Pair { a: int, b: int }
setup { G.active = White; call play }
state play {
    prompt {
        for n in 1 to 3 { action space(n) }
        action word("yes")
        action kind(horse)
        action who(Black)
        action pair(Pair { a: 1, b: 2 })
        action many([1, 2])
        action plain
        button on_it
        button off if false
    }
    on space(n: int) { log n }
    on word(w: string) { log w }
    on kind(k: Kind) { log k }
    on who(r: Role) { log r }
    on pair(p: Pair) { log p.a }
    on many(xs: int[]) { log xs }
    on plain { log "plain" }
    on on_it { finish White, "done" }
    on off { log "off" }
    begin { log "begin" }
}
"#;

fn start() -> Game {
    rules(SOURCE).on_setup(Some(1), None, &Value::Null).expect("sets up")
}

fn refused(game: &mut Game, role: &str, action: &str, argument: Option<Value>, code: &str) {
    let before = game.state_json();
    let Err(fault) = game.action(role, action, argument.as_ref()) else {
        panic!("{role} {action} {argument:?} is accepted");
    };
    assert_eq!(fault.code.text(), code, "{role} {action} {argument:?}: {fault}");
    assert!(fault.refused() && !fault.message.is_empty());
    assert_eq!(game.state_json(), before, "nothing has changed");
}

#[test]
fn every_wrong_move_is_refused() {
    let mut game = start();
    let some = Some;
    let cases: Vec<(&str, &str, Option<Value>, &str)> = vec![
        ("Red", "space", some(json!(1)), "HR0601"),
        ("", "space", some(json!(1)), "HR0601"),
        ("white", "space", some(json!(1)), "HR0601"),
        ("Observer", "space", some(json!(1)), "HR0601"),
        ("Black", "space", some(json!(1)), "HR0602"),
        ("Green", "undo", None, "HR0602"),
        ("White", "spaces", some(json!(1)), "HR0603"),
        ("White", "", None, "HR0603"),
        ("White", "begin", None, "HR0603"),
        ("White", "prompt", None, "HR0603"),
        ("White", "toString", None, "HR0603"),
        ("White", "__proto__", None, "HR0603"),
        ("White", "off", None, "HR0604"),
        ("White", "space", some(json!(4)), "HR0605"),
        ("White", "space", some(json!(-1)), "HR0605"),
        ("White", "word", some(json!("no")), "HR0605"),
        ("White", "kind", some(json!(0)), "HR0605"),
        ("White", "who", some(json!(0)), "HR0605"),
        ("White", "pair", some(json!({ "a": 1, "b": 3 })), "HR0605"),
        ("White", "many", some(json!([1])), "HR0605"),
        ("White", "plain", some(json!(1)), "HR0605"),
        ("White", "undo", None, "HR0606"),
        ("White", "space", None, "HR0612"),
        ("White", "space", some(Value::Null), "HR0612"),
        ("White", "space", some(json!("1")), "HR0612"),
        ("White", "space", some(json!(1.5)), "HR0612"),
        ("White", "space", some(json!([1])), "HR0612"),
        ("White", "space", some(json!({ "a": 1 })), "HR0612"),
        ("White", "space", some(json!(1e300)), "HR0612"),
        ("White", "word", some(json!(1)), "HR0612"),
        ("White", "pair", some(json!({ "a": 1 })), "HR0612"),
        ("White", "pair", some(json!({ "a": 1, "b": 2, "c": 3 })), "HR0612"),
        ("White", "pair", some(json!([1, 2])), "HR0612"),
        ("White", "many", some(json!([1, "2"])), "HR0612"),
        ("White", "on_it", some(json!(1)), "HR0612"),
    ];
    for (role, action, argument, code) in cases {
        refused(&mut game, role, action, argument, code);
    }
    for (action, argument) in [("kind", json!(2)), ("who", json!(3)), ("who", json!("Black")), ("kind", json!("horse"))]
    {
        refused(&mut game, "White", action, Some(argument), "HR0612");
    }
    assert_eq!(game.moves_made(), Some(0), "what is refused is not recorded");
}

#[test]
fn an_argument_may_be_large_and_deep() {
    let mut game = start();
    let mut deep = json!(1);
    for _ in 0..1000 {
        deep = json!([deep]);
    }
    refused(&mut game, "White", "many", Some(deep), "HR0612");
    let long: Vec<i64> = (0..200_000).collect();
    let before = game.state_json();
    let fault = game.action("White", "many", Some(&json!(long))).expect_err("is refused");
    assert!(["HR0605", "HR0612"].contains(&fault.code.text()), "{fault}");
    assert!(fault.message.len() < 1_000);
    assert_eq!(game.state_json(), before);
    refused(&mut game, "White", "word", Some(json!("x".repeat(2_000_000))), "HR0605");
}

#[test]
fn after_the_end() {
    let mut game = start();
    for (action, argument) in [
        ("space", json!(1)),
        ("space", json!(2.0)),
        ("word", json!("yes")),
        ("kind", json!(1)),
        ("who", json!(1)),
        ("pair", json!({ "b": 2, "a": 1 })),
        ("many", json!([1, 2])),
        ("plain", Value::Null),
        ("on_it", Value::Null),
    ] {
        game.action("White", action, Some(&argument)).unwrap_or_else(|fault| panic!("{action}: {fault}"));
    }
    assert_eq!(game.result().as_deref(), Some("White"));
    for role in ["White", "Black", "Green"] {
        refused(&mut game, role, "space", Some(json!(1)), "HR0607");
        refused(&mut game, role, "undo", None, "HR0607");
    }
    refused(&mut game, "Red", "space", Some(json!(1)), "HR0601");
}

#[test]
fn setups_that_are_refused() {
    let rules = rules(SOURCE);
    let code = |seed: u64, scenario: Option<&str>, options: Value| {
        rules.on_setup(Some(seed), scenario, &options).err().expect("is refused").code.text()
    };
    assert_eq!(code(u64::MAX, None, Value::Null), "HR0610");
    assert_eq!(code(1 << 53, None, Value::Null), "HR0610");
    assert_eq!(code(1, Some("Other"), Value::Null), "HR0608");
    assert_eq!(code(1, None, json!({ "x": 1 })), "HR0609");
    assert_eq!(code(1, None, json!([])), "HR0609");
    assert!(rules.on_setup(None, None, &json!({})).is_ok(), "a fresh seed");
    let game = start();
    assert_eq!(game.query("White", &json!(1)).expect_err("is refused").code.text(), "HR0611");
}
