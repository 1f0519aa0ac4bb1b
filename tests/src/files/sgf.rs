//! Go: Smart Game Format, one line of moves a game.

use super::{file, make};
use crate::support::{read, root, rules};
use serde_json::{Value, json};

const SIZE: u8 = 9;

#[test]
fn games_of_go_are_played_to_their_end() {
    let rules = rules(&read(&root().join("tests/bench/go.rules")));
    let text = file("go.sgf").replace('\n', "");
    let games: Vec<&str> = text.split("(;").skip(1).collect();
    assert!(games.len() >= 3, "only {} games", games.len());
    for text in games {
        let mut nodes = text.trim_end_matches(')').split(';');
        let root = nodes.next().expect("a root");
        let property = |name: &str| {
            let from = root.find(&format!("{name}[")).unwrap_or_else(|| panic!("{name} in {root}")) + name.len() + 1;
            &root[from..from + root[from..].find(']').expect("its end")]
        };
        let name = property("GN");
        let mut game = rules.on_setup(Some(1), None, &Value::Null).expect("sets up");
        for (at, node) in nodes.enumerate() {
            assert_eq!(game.result(), None, "{name}: over before move {at}, {node}");
            let side = if node.starts_with('B') { "Black" } else { "White" };
            assert_eq!(game.active(), [side], "{name}, move {at}, {node}");
            let point = &node[2..node.len() - 1];
            match point.as_bytes() {
                // A pass on any board of up to 19 × 19.
                b"" | b"tt" => make(&mut game, "pass", None, &format!("{name}, move {at}, {node}")),
                [column, row] => {
                    let cell = (row - b'a') * SIZE + (column - b'a');
                    make(&mut game, "place", Some(json!(cell)), &format!("{name}, move {at}, {node}"));
                }
                _ => panic!("{name}: {node}"),
            }
        }
        let (winner, lead) = property("RE").split_once('+').expect("a lead");
        assert_eq!(game.result().as_deref(), Some(if winner == "B" { "Black" } else { "White" }), "{name}");
        // "… wins, 101 to 61 half points."
        let told = game.log().last().cloned().expect("an end");
        let halves: Vec<f64> = told.split(' ').filter_map(|it| it.parse().ok()).collect();
        assert_eq!((halves[0] - halves[1]) / 2.0, lead.parse::<f64>().expect("a number"), "{name}: {told}");
    }
}
