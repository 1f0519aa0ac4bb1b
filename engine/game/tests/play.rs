//! Games through the façade, by a program made by hand.

#[path = "../../vm/tests/build/mod.rs"]
mod build;

use game::{Game, Move, Record, Rules, Source};
use serde_json::{Value, json};

fn rules() -> Rules {
    Rules::new(build::tic_tac_toe(), Source::new("tic-tac-toe.rules", "")).expect("the program holds together")
}

fn start(rules: &Rules) -> Game {
    rules.on_setup(Some(1), None, &Value::Null).expect("sets up")
}

fn refused(game: &mut Game, role: &str, action: &str, argument: Value) -> String {
    let before = game.state_json();
    let fault = game.action(role, action, Some(&argument)).expect_err("is refused");
    assert!(fault.refused(), "{fault}");
    assert_eq!(game.state_json(), before);
    fault.code.text().to_owned()
}

#[test]
fn a_whole_game() {
    let rules = rules();
    let mut game = start(&rules);
    let view = r#"{"log":[],"prompt":"Place your mark.","board":[null,null,null,null,null,null,null,null,null],"actions":{"space":[0,1,2,3,4,5,6,7,8],"undo":0}}"#;
    assert_eq!(game.view("X").expect("views"), view);
    assert_eq!(game.prompt("O").expect("waits"), r#"{"prompt":"Waiting for X to place a mark."}"#);
    assert_eq!(refused(&mut game, "O", "space", json!(1)), "HR0602");
    assert_eq!(refused(&mut game, "Z", "space", json!(1)), "HR0601");
    assert_eq!(refused(&mut game, "X", "spice", json!(1)), "HR0603");
    assert_eq!(refused(&mut game, "X", "space", json!("1")), "HR0612");
    assert_eq!(refused(&mut game, "X", "space", json!(9)), "HR0605");
    assert_eq!(refused(&mut game, "X", "space", Value::Null), "HR0612");
    assert_eq!(refused(&mut game, "X", "undo", Value::Null), "HR0606");
    for (role, cell) in [("X", 0), ("O", 3), ("X", 1), ("O", 4)] {
        game.action(role, "space", Some(&json!(cell))).expect("is offered");
    }
    assert_eq!(refused(&mut game, "X", "space", json!(3)), "HR0605");
    game.action("X", "space", Some(&json!(2))).expect("is offered");
    assert_eq!(refused(&mut game, "O", "space", json!(5)), "HR0607");
    assert_eq!(game.result().as_deref(), Some("X"));
    assert!(game.active().is_empty());
    assert_eq!(
        game.state_json(),
        r#"{"active":"None","seed":1,"log":["X takes 0","O takes 3","X takes 1","O takes 4","X takes 2","","X wins!"],"undo":[],"board":[0,0,0,1,1,null,null,null,null],"L":{"message":"X wins!"},"result":"X"}"#
    );
    let record = game.record().expect("a game from its beginning");
    let text = serde_json::to_string(&record).expect("is written");
    let replayed = rules.replay(&Record::from_json(&text).expect("is read")).expect("replays");
    assert_eq!((replayed.played, replayed.stopped.is_none()), (5, true));
    assert_eq!(replayed.game.state_json(), game.state_json());
}

#[test]
fn a_record_stops_before_a_refused_move() {
    let rules = rules();
    let mut record = start(&rules).record().expect("a record");
    record.moves = [0, 0].map(|cell| Move("X".into(), "space".into(), json!(cell))).into();
    let replayed = rules.replay(&record).expect("sets up");
    let stopped = replayed.stopped.expect("stops");
    assert_eq!((replayed.played, stopped.index, stopped.fault.code.text()), (1, 1, "HR0602"));
    record.format = 2;
    assert_eq!(rules.replay(&record).err().expect("unknown").code.text(), "HR0808");
}

#[test]
fn random_games_survive_their_json() {
    let rules = rules();
    let mut draw = 1;
    for _ in 0..200 {
        let mut game = start(&rules);
        while let Some(role) = game.state().active().first().copied() {
            let offers = game.legal(role).expect("prompts");
            let moves: Vec<_> = offers.moves().collect();
            draw = vm::rng::next(draw);
            let (action, argument) = moves[draw as usize % moves.len()];
            game.play(role, action, argument.clone()).expect("plays");
            let json = game.state_json();
            assert_eq!(rules.resume(&json).expect("is taken up").state_json(), json);
        }
        assert!(game.result().is_some());
    }
}
