//! Implied shows: rules in, the shows of `RulesInfo` out.

use crate::cases::compiled;
use crate::support::no_failures;
use serde_json::{Value, json};

const BOARDS: &str = "board town = graph { Aldo - Brink - Cote }
board grid = square(3, 3)
option size: 2 to 4 = 4
board isle = square(options.size, options.size)
";

/// The shows of rules: declarations `declared`, offers `offer`, and the handler `on it(…)`.
fn shows(declared: &str, offer: &str, takes: &str) -> Value {
    let text = format!(
        "roles White, Black
{BOARDS}enum Good {{ wood, clay }}
record Place {{ at: int, points: int }}
global {{ at: int; seen: int[]; one: int?; ports: Place[]; seeds: int[town]; stones: bool[isle] }}
{declared}
function free(): int[] {{ return [c for c in grid.cells where c != 4] }}
function top(inout xs: int[]): int {{ push(xs, town.Cote); return pop(xs) }}
setup {{
    G.ports = [Place {{ at: town.Brink, points: 2 }}]
    for c in town.neighbours(town.Aldo) {{ push(G.seen, c) }}
    G.active = White
    call main
}}
state main {{
    prompt {{ {offer}; button pass }}
    on it({takes}) {{ G.one = G.at }}
    on pass {{ finish R }}
}}
"
    );
    let made = compiled(&text, "rules");
    let report = diag::draw(&made.source, &made.diagnostics, false);
    made.rules.unwrap_or_else(|| panic!("{report}")).info()["shows"].clone()
}

/// The clicks that shows have, each with its board.
fn clicks(shows: &Value) -> Vec<String> {
    let mut out = Vec::new();
    for show in shows.as_array().expect("shows") {
        for click in show["clicks"].as_array().expect("clicks") {
            out.push(format!("{} {}", show["board"].as_str().unwrap_or("?"), click["sends"]));
        }
    }
    out
}

#[test]
fn cells_that_are_offered_are_clicked_on_their_board() {
    let one = "c: int";
    let cases: &[(&str, &str, &[&str])] = &[
        ("for c in town.cells { action it(c) }", one, &["town [\"cell\"]"]),
        ("for c in town.cells { action it(c) if c != town.Cote else \"too far\" }", one, &["town [\"cell\"]"]),
        ("for c in grid.cells where c > 2 { action it(c) `${c}` }", one, &["grid [\"cell\"]"]),
        ("for c in free() { action it(c) }", one, &["grid [\"cell\"]"]),
        ("for c in sorted(free()) { action it(c) }", one, &["grid [\"cell\"]"]),
        ("for c in town.neighbours(G.at) { action it(c) }", one, &["town [\"cell\"]"]),
        ("for c in slice(reverse(G.seen), 0, 2) { action it(c) }", one, &["town [\"cell\"]"]),
        ("for p in G.ports { action it(p.at) }", one, &["town [\"cell\"]"]),
        ("let xs = [0]; action it(top(xs))", one, &["town [\"cell\"]"]),
        ("let c = first(c in grid.cells where c > 1); if c != none { action it(c) }", one, &["grid [\"cell\"]"]),
        ("action it(town.Brink)", one, &["town [\"cell\"]"]),
        (
            "for g in Good { for c in grid.cells { action it(g, c) } }",
            "g: Good, c: int",
            &["grid [\"choice\",\"cell\"]"],
        ),
        (
            "for a in town.cells { for b in town.cells { action it(a, b) } }",
            "a: int, b: int",
            &["town [\"cell\",\"cell\"]"],
        ),
        (
            "for a in town.cells { for b in free() { action it(a, b) } }",
            "a: int, b: int",
            &["town [\"cell\",\"choice\"]", "grid [\"choice\",\"cell\"]"],
        ),
        // Of a board whose form is chosen, the first form stands for all.
        ("for c in isle.cells { action it(c) }", one, &["isle [\"cell\"]"]),
        ("for c in isle.neighbours(isle.b1) where c != isle.a1 { action it(c) }", one, &["isle [\"cell\"]"]),
        ("action it([c for c in town.cells])", "cs: int[]", &["town [\"cells\"]"]),
        // Numbers, and values that may be either.
        ("for n in 0 to 2 { action it(n) }", one, &[]),
        ("for n in [0, 1, 2] { action it(n) }", one, &[]),
        ("for p in G.ports { action it(p.points) }", one, &[]),
        ("for c in town.cells { action it(c + 1) }", one, &[]),
        ("for c in town.cells { action it(c) }; for c in grid.cells { action it(c) }", one, &[]),
        ("for c in town.cells { action it(town.distance(0, c)!) }", one, &[]),
        ("for g in Good { action it(g) }", "g: Good", &[]),
    ];
    let mut failures = Vec::new();
    for (offer, takes, expected) in cases {
        let found = clicks(&shows("", offer, takes));
        if found != *expected {
            failures.push(format!("{offer}\n  {found:?}\n  expected {expected:?}"));
        }
    }
    no_failures(&failures);
}

#[test]
fn what_the_rules_show_stays_as_it_is() {
    let offer = "for c in town.cells { action it(c) }";
    let view = "view { V.seeds = G.seeds; V.seen = G.seen }\n";
    let shown = |declared: &str| shows(&format!("{view}{declared}"), offer, "c: int");
    let kinds = |shows: &Value| -> Vec<Value> {
        shows.as_array().expect("shows").iter().map(|it| it["kind"].clone()).collect()
    };
    // No show at all: the board with the view's value for each of its cells.
    let all = shown("");
    assert_eq!(
        all,
        json!([{ "kind": "board", "board": "town", "items": "seeds", "clicks": [{ "action": "it", "sends": ["cell"] }] }])
    );
    let sized =
        shows("view { V.seen = G.seen; V.stones = G.stones }\n", "for c in isle.cells { action it(c) }", "c: int");
    assert_eq!((&sized[0]["board"], &sized[0]["items"]), (&json!("isle"), &json!("stones")));
    // The board is shown, and nothing said of clicks.
    let all = shown("show town { title: \"Town\" }");
    assert_eq!((kinds(&all), clicks(&all)), (vec![json!("board")], vec!["town [\"cell\"]".to_owned()]));
    // Something else is shown, that makes the action: so no board is needed.
    let all = shown("show cards { items: V.seen, click: it(card) }");
    assert_eq!(kinds(&all), [json!("cards")]);
    // Something else is shown, and cells could not be clicked.
    let all = shown("show counter { items: V.seen }");
    assert_eq!(kinds(&all), [json!("counter"), json!("board")]);
    assert_eq!(all[1]["items"], "seeds");
    // Drawn twice: nobody knows which is meant.
    let all = shown("show row {\n town { mark: V.seeds }\n town { }\n}");
    assert!(clicks(&all).is_empty());
}
