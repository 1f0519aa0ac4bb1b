//! English draughts: Portable Draughts Notation, in which a capture names every cell on its way.

use super::{file, make, tag, tagged};
use crate::plays::shipped;
use serde_json::{Value, json};

#[test]
fn games_of_draughts_are_played_to_their_end() {
    let rules = shipped("draughts");
    let text = file("draughts.pdn");
    let games = tagged(&text);
    assert!(games.len() >= 8, "only {} games", games.len());
    for (tags, words) in games {
        let name = tag(&tags, "Event").expect("a name");
        let mut game = rules.on_setup(Some(1), None, &Value::Null).expect("sets up");
        let (result, moves) = words.split_last().expect("moves");
        for (at, word) in moves.iter().enumerate() {
            assert_eq!(game.result(), None, "{name}: over before move {at}, {word}");
            let path: Vec<usize> = word.split(['-', 'x']).map(cell).collect();
            make(&mut game, "move", Some(json!(path)), &format!("{name}, move {at}, {word}"));
        }
        let winner = if *result == "1-0" { "Black" } else { "White" };
        assert_eq!(game.result().as_deref(), Some(winner), "{name}");
    }
}

/// Dark cells are numbered from 1, row by row from the side of Black.
fn cell(number: &str) -> usize {
    let at = number.parse::<usize>().expect("a number") - 1;
    let row = at / 4;
    row * 8 + at % 4 * 2 + (row + 1) % 2
}
