//! Rules that fail while they run: the action fails as a whole, with its code and the line it was in.

use crate::support::rules;
use serde_json::Value;

/// A game whose only button runs some statements; `// here` marks the line that fails.
fn failing(statements: &str, more: &str) -> String {
    format!(
        "roles White, Black\n\
        record Card {{ value: int }}\n\
        global {{ n: int = 7, xs: int[], best: int?, die: 1 to 6, at: map<string, int>, free: any, row: any[], cards: Card[], late when: int }}\n\
        setup {{ G.active = White; call first }}\n\
        procedure first {{\n call play\n log \"end\" \n}}\n\
        state play {{\n prompt {{ button go }}\n on go {{\n push_undo()\n G.n += 1\n log \"begun\"\n push(G.xs, 1)\n {statements}\n }}\n}}\n\
        {more}\n"
    )
}

/// Statements, further declarations, and the code.
const FAULTS: &[(&str, &str, &str)] = &[
    ("G.n = 1 / (G.n - 8) // here", "", "HR0701"),
    ("G.n = 1 % (G.n - 8) // here", "", "HR0701"),
    ("G.n = 9007199254740991\nG.n += 1 // here", "", "HR0702"),
    ("G.n = -9007199254740991\nG.n -= 1 // here", "", "HR0702"),
    ("G.n = 3037000500\nG.n = G.n * G.n // here", "", "HR0702"),
    ("let x = 94906267\nG.n = x * x // here", "", "HR0702"),
    ("G.n = int(9007199254740991.0 * 10.0) // here", "", "HR0702"),
    ("log G.xs[5] // here", "", "HR0703"),
    ("log G.xs[-G.n] // here", "", "HR0703"),
    ("G.xs[1] = 3 // here", "", "HR0703"),
    ("array_insert(G.xs, 3, 1) // here", "", "HR0703"),
    ("array_delete(G.xs, 1) // here", "", "HR0703"),
    ("G.cards[0].value = 1 // here", "", "HR0703"),
    ("G.die = G.n // here", "", "HR0704"),
    ("log G.best! // here", "", "HR0705"),
    ("log first(x in G.xs where x > 1)! // here", "", "HR0705"),
    ("log G.when // here", "", "HR0706"),
    ("log G.at[\"x\"] // here", "", "HR0707"),
    ("clear(G.xs)\nlog pop(G.xs) // here", "", "HR0708"),
    ("clear(G.xs)\nlog shift(G.xs) // here", "", "HR0708"),
    ("G.free = \"text\"\nG.n = G.free // here", "", "HR0709"),
    ("G.free = 1\nlog G.free.x // here", "", "HR0709"),
    ("G.free = []\nlog G.free[0] // here", "", "HR0703"),
    ("goto (\"no\" + \"where\") // here", "", "HR0710"),
    ("G.active = [White, Black]\nlog other(G.active) // here", "", "HR0712"),
    ("assert G.n < 0 // here", "", "HR0713"),
    ("log random(G.n - 8) // here", "", "HR0716"),
    ("log down(1)", "function down(n: int): int {\n return if n < 0 then 0 else down(n + 1) // here\n}", "HR0721"),
    (
        "log ping(1)",
        "function ping(n: int): int {\n return pong(n) // here\n}\nfunction pong(n: int): int { return ping(n) }",
        "HR0721",
    ),
    ("while G.n > -1 { G.n = 0 } // here", "", "HR0720"),
    ("for i in 0 to 9007199254740990 { G.n = i } // here", "", "HR0720"),
    ("goto round", "procedure round {\n while G.n > -1 { // here\n G.n = 0 // here\n }\n}", "HR0720"),
    ("goto spin", "plain procedure spin {\n goto spin // here\n}", "HR0720"),
    ("goto ring", "procedure ring {\n goto gnir // here\n}\nprocedure gnir { goto ring }", "HR0720"),
    ("call deep", "procedure deep {\n call deep // here\n}", "HR0722"),
    (
        "call below",
        "state below {\n begin {\n call below // here\n }\n prompt { button go }\n on go { end }\n}",
        "HR0722",
    ),
    ("while G.n > -1 { push(G.xs, 1) } // here", "", "HR0723"),
    ("let s = \"ab\"\nwhile G.n > -1 { s = s + s } // here", "", "HR0724"),
    ("while G.n > -1 { log \"on and on\" } // here", "", "HR0725"),
    ("while G.n > -1 { push_undo() } // here", "", "HR0727"),
];

#[test]
fn every_fault_leaves_the_game_as_it_was() {
    let mut failures = Vec::new();
    for (statements, more, code) in FAULTS {
        let source = failing(statements, more);
        let mut game = rules(&source).on_setup(Some(1), None, &Value::Null).expect("sets up");
        let before = game.state_json();
        let Err(fault) = game.action("White", "go", None) else {
            failures.push(format!("{statements}: no fault"));
            continue;
        };
        if fault.code.text() != *code {
            failures.push(format!("{statements}: {fault}, not {code}"));
        }
        if game.state_json() != before {
            failures.push(format!("{statements}: the game has changed"));
        }
        // Two may call one another without end: either line will do.
        let line = fault.span.map(|it| game.rules().source().position(it.start).line as usize);
        let text = line.and_then(|it| source.lines().nth(it - 1)).unwrap_or("(nowhere)");
        let circle = more.contains("pong") || more.contains("gnir");
        if !text.contains("// here") && !circle {
            failures.push(format!("{statements}: {fault} at {text:?}"));
        }
        if fault.frames.is_empty() {
            failures.push(format!("{statements}: no frames"));
        }
        // The game can be played on: the same fault again, not a broken state.
        let again = game.action("White", "go", None).err().map(|it| it.code);
        if again != Some(fault.code) {
            failures.push(format!("{statements}: {again:?} the second time"));
        }
    }
    crate::support::no_failures(&failures);
}

/// A value that grows into itself is stopped before it cannot be saved.
#[test]
fn a_state_cannot_outgrow_its_json() {
    for statements in [
        "let x: any = 0\nwhile G.n > -1 { x = [x]; G.free = x }",
        "let x: any = [0]\nwhile G.n > -1 { x = [x, x]; G.free = x }",
        "while G.n > -1 { push(G.row, G.row) }",
        "let x: any = { a: 0 }\nfor _ in 0..1000 { x = { a: x, b: x } }\nG.free = x",
    ] {
        let mut game = rules(&failing(statements, "")).on_setup(Some(1), None, &Value::Null).expect("sets up");
        let before = game.state_json();
        let fault = game.action("White", "go", None).err().unwrap_or_else(|| panic!("{statements}: no fault"));
        assert!(["HR0726", "HR0723", "HR0720"].contains(&fault.code.text()), "{statements}: {fault}");
        assert_eq!(game.state_json(), before);
    }
}

/// Faults in a prompt, a view or a query are reported there, and the game stays.
#[test]
fn faults_in_what_only_looks() {
    let source = "roles White, Black\nglobal { xs: int[] }\nsetup { G.active = White; call play }\n\
        view { V.x = if R == Black then G.xs[0] else 0 }\nquery(q) { return G.xs[1] }\n\
        state play {\n prompt { button go; action space(G.xs[2]) }\n on go { }\n on space(n: int) { log n }\n}\n\
        invariant { assert G.xs[3] == 0 }";
    let mut game = rules(source).on_setup(Some(1), None, &Value::Null).expect("sets up");
    let before = game.state_json();
    assert_eq!(game.on_view("White").expect("views"), "{\"x\":0}");
    let codes = [
        game.view("White").err(),
        game.view("Black").err(),
        game.prompt("White").err(),
        game.query("White", &Value::Null).err(),
        game.check().err(),
        game.action("White", "go", None).err(),
    ];
    for it in codes {
        assert_eq!(it.map(|it| it.code.text()), Some("HR0703"));
    }
    assert_eq!(game.state_json(), before);
}

/// Setup fails as moves do.
#[test]
fn faults_in_setup() {
    let rules = rules("roles White, Black\nglobal { xs: int[] }\nsetup { log G.xs[0]; finish White, \"\" }");
    let fault = rules.on_setup(Some(1), None, &Value::Null).err().expect("fails");
    assert_eq!(fault.code.text(), "HR0703");
}

/// Loops that are long but end are fine: the limits are for runaways.
#[test]
fn long_is_not_endless() {
    let source = failing("for i in 0..50000 { push(G.xs, i) }\nG.n = sum(x in G.xs: x % 3)\nshuffle(G.xs)", "");
    let mut game = rules(&source).on_setup(Some(1), None, &Value::Null).expect("sets up");
    game.action("White", "go", None).unwrap_or_else(|fault| panic!("{fault}"));
}
