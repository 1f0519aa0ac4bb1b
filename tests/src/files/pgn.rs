//! Chess: Portable Game Notation.

use super::{file, make, state, tag, tagged};
use crate::plays::shipped;
use game::Game;
use serde_json::{Value, json};

/// The letters of pieces, as the shipped game numbers its kinds.
const LETTERS: &str = "PNBRQK";

#[test]
fn games_of_chess_are_played_to_their_end() {
    let rules = shipped("chess");
    let text = file("chess.pgn");
    let games = tagged(&text);
    assert!(games.len() >= 10, "only {} games", games.len());
    for (tags, words) in games {
        let name = tag(&tags, "Event").expect("a name");
        let mut game = rules.on_setup(Some(1), None, &Value::Null).expect("sets up");
        let (result, moves) = words.split_last().expect("moves");
        for (at, san) in moves.iter().enumerate() {
            assert_eq!(game.result(), None, "{name}: over before move {at}, {san}");
            let (action, argument) = read(&game, san);
            make(&mut game, action, Some(argument), &format!("{name}, move {at}, {san}"));
        }
        if tag(&tags, "Termination") == Some("claimed") {
            make(&mut game, "claim_draw", None, name);
        }
        let expected = match *result {
            "1-0" => Some("White"),
            "0-1" => Some("Black"),
            "1/2-1/2" => Some("Draw"),
            _ => None,
        };
        assert_eq!(game.result().as_deref(), expected, "{name}: {:?}", game.log().last());
    }
}

/// The offered move that a word of the notation denotes.
fn read(game: &Game, san: &str) -> (&'static str, Value) {
    let plain = san.trim_end_matches(['+', '#']);
    let board = &state(game)["board"];
    let found: Vec<(&str, Value)> =
        offered(game).into_iter().filter(|(_, argument)| stands_for(plain, board, argument)).collect();
    assert_eq!(found.len(), 1, "{san} is one move, of {:?}", offered(game));
    found.into_iter().next().expect("one")
}

/// The offered moves, each with its cells and a pawn's promotion.
fn offered(game: &Game) -> Vec<(&'static str, Value)> {
    let mut out = Vec::new();
    for (_, offers) in game.offers().expect("prompts") {
        for (action, argument) in offers.moves() {
            let argument = serde_json::from_str(&vm::json::to_text(argument)).expect("is JSON");
            match game.rules().program().actions[action.index()].as_str() {
                "move" => out.push(("move", argument)),
                "promote" => out.push(("promote", argument)),
                _ => {}
            }
        }
    }
    out
}

fn stands_for(san: &str, board: &Value, argument: &Value) -> bool {
    let cell = |at: usize| argument[at].as_u64().expect("a cell") as usize;
    let (from, to) = (cell(0), cell(1));
    let kind = board[from]["kind"].as_u64().expect("a piece") as usize;
    let letter = &LETTERS[kind..=kind];
    let castles = letter == "K" && from.abs_diff(to) == 2;
    if san.starts_with("O-O") {
        return castles && (san == "O-O-O") == (to < from);
    }
    let (san, becomes) = match san.split_once('=') {
        Some((san, becomes)) => (san, LETTERS.find(becomes).map(|it| json!(it))),
        None => (san, None),
    };
    let (moved, rest) = if san.starts_with(char::is_uppercase) { san.split_at(1) } else { ("P", san) };
    let (which, target) = rest.split_at(rest.len() - 2);
    let name = |cell: usize| format!("{}{}", (b'a' + (cell % 8) as u8) as char, 8 - cell / 8);
    !castles
        && moved == letter
        && target == name(to)
        && argument.get(2) == becomes.as_ref()
        && which.chars().filter(|it| *it != 'x').all(|it| name(from).contains(it))
}
