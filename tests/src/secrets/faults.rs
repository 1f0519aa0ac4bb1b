//! Faults as a seat sees them: never with a value, since it may be secret.

use crate::support::rules;
use game::Fault;
use serde_json::{Value, json};

/// Failing statements that use the secret; in a handler, the view, the prompt and a query.
const FAILING: &[&str] = &[
    "let _x = G.xs[G.card]",
    "let _x = G.xs[G.card - 200]",
    "let _x: 0..4 = G.card",
    "let _x: Role = G.what",
    "let _x: int = 1 / (G.card - G.card)",
    "let _x = G.book[G.card]",
    "let _x = pow(G.card, G.card)",
    "let _x = grid.neighbours(G.card)",
    "let _x = repeat(1, 0 - G.card)",
    "let _x: any = G.word; let _y: int = _x",
    "let _x: any = { a: 1 }; let _y = _x[G.card]",
    "assert G.card == 3",
];

fn failing(place: &str, what: &str, card: i64) -> Fault {
    let at = |name: &str| if name == place { what } else { "" };
    let text = format!(
        "roles A, B\nboard grid = square(3, 3)
global {{ secret card: int; secret word: string; secret what: any; xs: int[] = [1, 2]; book: map<int, int>; pub: int }}
setup {{ G.card = 1; G.word = \"word\"; G.what = 1; G.active = A; call play }}
view {{ {} }}\nquery(_q) {{ {}; return 1 }}
state play {{ prompt {{ {}; button go }} on go {{ G.pub += 1; {} }} }}\n",
        at("view"),
        at("query"),
        at("prompt"),
        at("handler")
    );
    let rules = rules(&text.replace("{ ; ", "{ "));
    let start = rules.on_setup(Some(1), None, &Value::Null);
    let mut state: Value = match start {
        Ok(game) => serde_json::from_str(&game.state_json()).expect("JSON"),
        Err(fault) => return fault,
    };
    state["card"] = json!(card);
    state["word"] = json!(format!("word{card}"));
    state["what"] = json!(card);
    let mut game = rules.resume(&state.to_string()).expect("a state");
    let before = game.state_json();
    let failed = match place {
        "view" => game.view("B").map(drop),
        "query" => game.query("B", &json!(1)).map(drop),
        "prompt" => game.view("A").map(drop),
        _ => game.action("A", "go", None),
    };
    assert_eq!(game.state_json(), before, "nothing changes");
    failed.expect_err(what)
}

#[test]
fn faults_tell_a_seat_no_values() {
    for place in ["handler", "view", "prompt", "query"] {
        for what in FAILING {
            let [a, b] = [70, 80].map(|it| failing(place, what, it));
            assert_eq!((a.code, a.told()), (b.code, b.told()), "{place}: {what}");
            assert!(!a.told().contains("70"), "{}", a.told());
            assert!(a.message.len() > 5, "the author is told more");
        }
    }
    // A refusal before anything ran is shown in full.
    let refused =
        rules("roles A, B\nsetup { G.active = A; call play }\nstate play { prompt { button go } on go { } }\n");
    let mut game = refused.on_setup(Some(1), None, &Value::Null).expect("sets up");
    let fault = game.action("B", "go", None).expect_err("it is A's turn");
    assert_eq!(fault.told(), fault.message);
}
