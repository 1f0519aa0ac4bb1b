//! A page's use of rules and games.
#![cfg(target_family = "wasm")]

mod support;

use js_sys::{Array, Function, Object, Reflect};
use support::{TIC_TAC_TOE, call, code, done, game, get, json, mark, refused, rules, value};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

fn function() -> JsValue {
    Function::new_no_args("").into()
}

/// An object that holds itself.
fn circle() -> JsValue {
    let it = Object::new();
    Reflect::set(&it, &"it".into(), &it).expect("is set");
    it.into()
}

#[wasm_bindgen_test]
fn info_tells_of_the_rules() {
    let info = get(&rules(TIC_TAC_TOE), "info");
    assert_eq!(
        json(&info),
        concat!(
            r#"{"title":"Tic-tac-toe","roles":["X","O"],"scenarios":["Standard"],"options":[],"#,
            r#""view":[{"name":"board","type":{"kind":"array","of":{"kind":"optional","of":{"kind":"role"}}}},"#,
            r#"{"name":"line","type":{"kind":"list","of":{"kind":"int"}}}],"#,
            r#""boards":[{"name":"grid","kind":"square","rows":3,"columns":3,"cells":["#,
            r#"{"name":"a3","row":0,"column":0,"x":0,"y":0},{"name":"b3","row":0,"column":1,"x":1,"y":0},"#,
            r#"{"name":"c3","row":0,"column":2,"x":2,"y":0},{"name":"a2","row":1,"column":0,"x":0,"y":1},"#,
            r#"{"name":"b2","row":1,"column":1,"x":1,"y":1},{"name":"c2","row":1,"column":2,"x":2,"y":1},"#,
            r#"{"name":"a1","row":2,"column":0,"x":0,"y":2},{"name":"b1","row":2,"column":1,"x":1,"y":2},"#,
            r#"{"name":"c1","row":2,"column":2,"x":2,"y":2}],"links":[]}],"#,
            r#""shows":[{"kind":"board","board":"grid","items":"board","chosen":"line","clicks":[{"action":"space","sends":["cell"]}]}],"#,
            r#""layout":[0],"faces":{},"#,
            r#""actions":[{"name":"space","argument":{"kind":"int"}}],"#,
            r#""packed":[],"#,
            r#""tests":["three in a row wins","a full board without a line is a draw"],"#,
            r#""about":"Get three of your marks in a row: across, down or diagonally. X begins. On your turn, put your mark "#,
            r#"on any empty cell of the nine.\n\nThe first with three in a row wins. If all nine cells are taken and nobody "#,
            r#"has three in a row, the game is a draw. Two careful players always draw, so set a trap: two rows that each "#,
            r#"need one more mark."}"#
        )
    );
}

#[wasm_bindgen_test]
fn a_game_to_its_end() {
    let game = game(TIC_TAC_TOE);
    assert_eq!(json(&get(&game, "active")), r#"["X"]"#);
    assert!(get(&game, "result").is_undefined());
    assert_eq!(
        json(&done(&game, "prompt", ["X".into()])),
        r#"{"prompt":"Place your mark.","actions":{"space":[0,1,2,3,4,5,6,7,8],"undo":0}}"#
    );
    assert_eq!(json(&done(&game, "prompt", ["O".into()])), r#"{"prompt":"Waiting for X to place a mark."}"#);
    mark(&game, [0, 3]);
    assert_eq!(
        json(&done(&game, "view", ["X".into()])),
        concat!(
            r#"{"log":["X takes row 1, column 1.","O takes row 2, column 1."],"prompt":"Place your mark.","#,
            r#""board":[0,null,null,1,null,null,null,null,null],"actions":{"space":[1,2,4,5,6,7,8],"undo":0}}"#
        )
    );
    assert_eq!(json(&done(&game, "on_view", ["X".into()])), r#"{"board":[0,null,null,1,null,null,null,null,null]}"#);
    mark(&game, [1, 4, 2]);
    assert_eq!(json(&get(&game, "active")), "[]");
    assert_eq!(get(&game, "result"), "X");
    assert_eq!(Array::from(&get(&game, "log")).pop(), "X wins!");
    done(&game, "assert", []);
    assert_eq!(refused(&game, "action", ["O".into(), "space".into(), 8.into()]), "HR0607");
}

#[wasm_bindgen_test]
fn a_refused_action_changes_nothing() {
    let game = game(TIC_TAC_TOE);
    let before = json(&get(&game, "state"));
    let act = |role: &JsValue, action: &JsValue, argument: JsValue| {
        refused(&game, "action", [role.clone(), action.clone(), argument])
    };
    let (x, space) = (JsValue::from("X"), JsValue::from("space"));
    assert_eq!(act(&"O".into(), &space, 0.into()), "HR0602");
    assert_eq!(act(&"Z".into(), &space, 0.into()), "HR0601");
    assert_eq!(act(&x, &"undo".into(), JsValue::UNDEFINED), "HR0606");
    assert_eq!(act(&x, &space, 9.into()), "HR0605");
    for none in [JsValue::UNDEFINED, JsValue::NULL] {
        assert_eq!(act(&x, &space, none), "HR0612");
    }
    let odd =
        [function(), circle(), JsValue::from(1_u64), JsValue::symbol(None), f64::NAN.into(), f64::INFINITY.into()];
    for argument in odd.into_iter().chain(["1".into(), 1.5.into(), true.into(), value(r#"{"a":[1]}"#)]) {
        assert_eq!(act(&x, &space, argument), "HR0612");
    }
    for no_text in [JsValue::UNDEFINED, JsValue::NULL, 1.into(), function(), circle()] {
        assert_eq!(act(&no_text, &space, 0.into()), "HR0612");
        assert_eq!(act(&x, &no_text, 0.into()), "HR0612");
        // Nobody looks on.
        let looks_on = no_text.is_undefined() || no_text.is_null();
        for method in ["prompt", "view", "on_view"] {
            if looks_on {
                let seen = done(&game, method, [no_text.clone()]);
                assert_eq!(json(&seen), json(&done(&game, method, ["Observer".into()])));
            } else {
                assert_eq!(refused(&game, method, [no_text.clone()]), "HR0612");
            }
        }
        let asked = refused(&game, "query", [no_text.clone(), JsValue::NULL]);
        assert_eq!(asked, if looks_on { "HR0611" } else { "HR0612" });
        assert_eq!(refused(&game, "finish", [no_text.clone(), "".into()]), "HR0612");
        assert_eq!(refused(&game, "finish", ["X".into(), no_text]), "HR0612");
    }
    assert_eq!(json(&get(&game, "state")), before);
    assert_eq!(refused(&game, "query", ["X".into(), "why".into()]), "HR0611");
}

#[wasm_bindgen_test]
fn on_setup_looks_at_what_it_is_given() {
    let rules = rules(TIC_TAC_TOE);
    let fresh = done(&rules, "on_setup", []);
    let seed = get(&fresh, "state.seed").as_f64().expect("is a number");
    assert!(seed >= 1.0 && seed.fract() == 0.0);
    let none = [JsValue::NULL, JsValue::NULL, JsValue::NULL];
    assert_eq!(get(&done(&rules, "on_setup", none), "record.scenario"), "Standard");
    let given = done(&rules, "on_setup", [7.into(), "Standard".into(), value("{}")]);
    assert_eq!(get(&given, "state.seed"), 7);
    let odd_seeds = [f64::NAN, f64::INFINITY, -1.0, 0.5, 9_007_199_254_740_992.0, 1e300].map(JsValue::from);
    for seed in odd_seeds.into_iter().chain(["1".into(), value("[1]"), JsValue::from(1_u64), function()]) {
        assert_eq!(refused(&rules, "on_setup", [seed]), "HR0610");
    }
    assert_eq!(refused(&rules, "on_setup", [1.into(), "Other".into()]), "HR0608");
    assert_eq!(refused(&rules, "on_setup", [1.into(), 5.into()]), "HR0612");
    let thrown = call(&rules, "on_setup", [1.into(), JsValue::NULL, value(r#"{"fog":true}"#)]).expect_err("unknown");
    assert_eq!((code(&thrown), get(&thrown, "path")), ("HR0609".to_owned(), "$.fog".into()));
    assert_eq!(refused(&rules, "on_setup", [1.into(), JsValue::NULL, 5.into()]), "HR0609");
    for odd in [function(), circle()] {
        assert!(refused(&rules, "on_setup", [1.into(), JsValue::NULL, odd]).starts_with("HR06"));
    }
}

#[wasm_bindgen_test]
fn a_state_is_taken_up() {
    let game = game(TIC_TAC_TOE);
    mark(&game, [4, 0, 8]);
    let rules = rules(TIC_TAC_TOE);
    let state = get(&game, "state");
    for given in [state.clone(), json(&state).into()] {
        let resumed = done(&rules, "resume", [given]);
        assert_eq!(json(&get(&resumed, "state")), json(&state));
        assert!(get(&resumed, "record").is_undefined());
        done(&resumed, "action", ["O".into(), "space".into(), 1.into()]);
    }
    assert_eq!(json(&get(&game, "state")), json(&state));
}

/// As a page keeps it over a reload.
#[wasm_bindgen_test]
fn a_state_from_the_pages_storage_is_taken_up() {
    let storage = web_sys::window().expect("is a page").local_storage().expect("is allowed").expect("is there");
    let rules = rules(TIC_TAC_TOE);
    let game = game(TIC_TAC_TOE);
    mark(&game, [4, 0]);
    let state = json(&get(&game, "state"));
    storage.set_item("state", &state).expect("is kept");
    let kept = storage.get_item("state").expect("is read").expect("is there");
    let again = done(&rules, "resume", [kept.as_str().into()]);
    assert_eq!(json(&get(&again, "state")), state);
    mark(&again, [1]);
    assert_eq!(json(&get(&again, "active")), r#"["O"]"#);
}

#[wasm_bindgen_test]
fn a_state_that_does_not_fit_is_named_by_its_path() {
    let rules = rules(TIC_TAC_TOE);
    let text = json(&get(&done(&rules, "on_setup", [1.into()]), "state"));
    let thrown = call(&rules, "resume", [text.replacen("null", "\"Z\"", 1).into()]).expect_err("no role");
    assert_eq!((code(&thrown), get(&thrown, "path")), ("HR0805".to_owned(), "$.board[0]".into()));
    assert_eq!(refused(&rules, "resume", [value("{}")]), "HR0803");
    let deep = format!("{}{}", "[".repeat(1000), "]".repeat(1000));
    assert_eq!(refused(&rules, "resume", [value(&deep)]), "HR0802");
    for odd in [JsValue::UNDEFINED, function(), circle(), "{".into(), JsValue::symbol(None)] {
        assert_eq!(refused(&rules, "resume", [odd.clone()]), "HR0801");
        assert!(refused(&rules, "replay", [odd]).starts_with("HR08"));
    }
    for odd in [JsValue::NULL, 1.into(), value("[]")] {
        assert!(refused(&rules, "resume", [odd]).starts_with("HR08"));
    }
}

#[wasm_bindgen_test]
fn a_record_is_played_again() {
    let game = game(TIC_TAC_TOE);
    mark(&game, [0, 3, 1, 4, 2]);
    let record = get(&game, "record");
    assert_eq!(
        json(&record),
        concat!(
            r#"{"format":1,"seed":1,"scenario":"Standard","options":{},"moves":["#,
            r#"["X","space",0],["O","space",3],["X","space",1],["O","space",4],["X","space",2]],"#,
            r#""names":{"format":1,"roles":["X","O"],"enums":{"square direction":["n","ne","e","se","s","sw","w","nw"]},"#,
            r#""records":{},"globals":{"board":["array",["optional","role"],9]},"#,
            r#""states":{"place":{"fields":{},"steps":0}},"actions":{"space":["int"]},"#,
            r#""boards":{"grid":"a3 b3 c3 a2 b2 c2 a1 b1 c1"}}}"#
        )
    );
    let replayed = done(&rules(TIC_TAC_TOE), "replay", [record]);
    assert_eq!((get(&replayed, "played"), get(&replayed, "stopped")), (5.into(), JsValue::UNDEFINED));
    assert_eq!(json(&get(&replayed, "game.state")), json(&get(&game, "state")));
}

#[wasm_bindgen_test]
fn a_record_stops_before_a_refused_move() {
    let rules = rules(TIC_TAC_TOE);
    let record =
        r#"{"format":1,"seed":1,"scenario":"Standard","options":{},"moves":[["X","space",4],["O","space",4]]}"#;
    let replayed = done(&rules, "replay", [value(record)]);
    assert_eq!((get(&replayed, "played"), get(&replayed, "stopped.index")), (1.into(), 1.into()));
    assert_eq!(json(&get(&replayed, "stopped.move")), r#"["O","space",4]"#);
    assert_eq!(get(&replayed, "stopped.error.code"), "HR0605");
    assert!(get(&replayed, "stopped.error.message").is_string());
    assert_eq!(json(&get(&replayed, "stopped.error.frames")), "[]");
    assert_eq!(json(&get(&replayed, "game.active")), r#"["O"]"#);
    let thrown = call(&rules, "replay", [record.replace(":1,\"seed", ":2,\"seed").into()]).expect_err("unknown");
    assert_eq!((code(&thrown), get(&thrown, "path")), ("HR0808".to_owned(), "$.format".into()));
}

#[wasm_bindgen_test]
fn a_copy_is_another_game() {
    let game = game(TIC_TAC_TOE);
    let copy = done(&game, "clone", []);
    mark(&copy, [4]);
    assert_eq!(json(&get(&game, "log")), "[]");
    assert_eq!(json(&get(&copy, "log")), r#"["X takes row 2, column 2."]"#);
    done(&copy, "free", []);
    mark(&game, [0]);
}

#[wasm_bindgen_test]
fn finish_ends_a_game() {
    let game = game(TIC_TAC_TOE);
    assert!(done(&game, "finish", ["O".into(), "X gave up.".into()]).is_undefined());
    assert_eq!(get(&game, "result"), "O");
    assert_eq!(json(&get(&game, "log")), r#"["X gave up."]"#);
    assert_eq!(json(&get(&game, "record.moves")), r#"[["","X gave up.",{"finish":"O"}]]"#);
}

#[wasm_bindgen_test]
fn an_invariant_that_does_not_hold() {
    let rules = rules(TIC_TAC_TOE);
    let text = json(&get(&done(&rules, "on_setup", [1.into()]), "state"));
    let game = done(&rules, "resume", [text.replacen("null", "1", 1).into()]);
    assert_eq!(refused(&game, "assert", []), "HR0713");
}

const ODD: &str = r#"game "Odd 😀"
roles A, B

global { n: int }

query(q) { return R }

setup { G.active = A; call turn }

view { V.n = G.n }

state turn "play" {
    prompt {
        prompt "Play."
        button spin
        button divide
        button fine
    }
    on spin { while G.n >= 0 { G.n = (G.n + 1) % 7 } }
    on divide { G.n = 3; log "😀"; /* 🎲 */ G.n = 12 % (G.n - 3) }
    on fine { G.n = 5; log "Fine." }
}
"#;

#[wasm_bindgen_test]
fn endless_rules_are_stopped() {
    let game = game(ODD);
    let before = json(&get(&game, "state"));
    let thrown = call(&game, "action", ["A".into(), "spin".into()]).expect_err("runs out of fuel");
    assert_eq!(code(&thrown), "HR0720");
    assert_eq!(json(&get(&thrown, "frames")), r#"["turn"]"#);
    assert_eq!(json(&get(&game, "state")), before);
    done(&game, "action", ["A".into(), "fine".into(), JsValue::NULL]);
    assert_eq!(get(&game, "state.n"), 5);
}

#[wasm_bindgen_test]
fn a_fault_names_its_place() {
    let game = game(ODD);
    let thrown = call(&game, "action", ["A".into(), "divide".into()]).expect_err("divides by zero");
    assert_eq!(code(&thrown), "HR0701");
    let offset = |name| get(&thrown, &format!("place.{name}")).as_f64().expect("is a number") as usize;
    let units: Vec<u16> = ODD.encode_utf16().collect();
    let place = String::from_utf16(&units[offset("from")..offset("to")]).expect("whole characters");
    assert!(place.contains('%'), "{place}");
    let line = ODD.lines().position(|it| it.contains("on divide {")).expect("is there");
    assert_eq!(offset("line"), line + 1);
    assert!(offset("column") > 1);
    assert!(Object::keys(thrown.unchecked_ref::<Object>()).includes(&"place".into(), 0));
    assert!(get(&thrown, "path").is_undefined());
}

#[wasm_bindgen_test]
fn a_query_is_answered() {
    assert_eq!(done(&game(ODD), "query", ["A".into(), value("21")]), 0);
}
