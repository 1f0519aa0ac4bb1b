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
fn a_written_state_is_nobodys_move() {
    let rules = rules();
    let mut game = start(&rules);
    game.action("X", "space", Some(&json!(0))).expect("is offered");
    let before = game.state_json();
    let fault = game.resume(&before.replace("[0,", "[2,"), "wrong").expect_err("is no role");
    assert_eq!((fault.code.text(), fault.path.as_deref()), ("HR0806", Some("$.board[0]")));
    assert_eq!((game.state_json(), game.moves_made()), (before.clone(), Some(1)));
    let written = before.replace("[0,null", "[0,1");
    game.resume(&written, "by hand").expect("fits");
    assert_eq!(game.state_json(), written);
    assert_eq!(refused(&mut game, "O", "space", json!(1)), "HR0605");
    game.action("O", "space", Some(&json!(2))).expect("is offered");
    let record = game.record().expect("has one");
    let is_state: Vec<bool> = record.moves.iter().map(|it| it.state().is_some()).collect();
    assert_eq!(is_state, [false, true, false]);
    let text = serde_json::to_string(&record).expect("is written");
    let replayed = rules.replay(&Record::from_json(&text).expect("is read")).expect("replays");
    assert_eq!((replayed.stopped.is_none(), replayed.game.state_json()), (true, game.state_json()));
    // A state that does not fit stops the replay as a move does.
    let torn = text.replace("\\\"board\\\"", "\\\"plank\\\"");
    let replayed = rules.replay(&Record::from_json(&torn).expect("is read")).expect("replays");
    assert_eq!((replayed.played, replayed.stopped.map(|it| it.fault.code.text())), (1, Some("HR0804")));
    // Nobody moves but by a record.
    assert_eq!(refused(&mut game, "", "by hand", written.into()), "HR0601");
}

#[test]
fn what_begins_with_a_written_state_needs_no_setup() {
    let rules = rules();
    let game = start(&rules);
    let mut record = game.record().expect("has one");
    record.scenario = "gone".to_owned();
    assert_eq!(rules.replay(&record).err().expect("cannot begin").code.text(), "HR0608");
    record.moves = vec![Move(String::new(), "kept".into(), game.state_json().into())];
    record.moves.push(Move("X".into(), "space".into(), json!(4)));
    let replayed = rules.replay(&record).expect("begins");
    assert_eq!((replayed.played, replayed.game.record()), (2, Some(record.clone())));
    record.moves[0].2 = json!("{}");
    assert_eq!(rules.replay(&record).err().expect("cannot begin").code.text(), "HR0608");
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
