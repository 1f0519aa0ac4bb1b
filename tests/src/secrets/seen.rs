//! Each seat's output of a game, and its dependence on others' secrets.

use game::{Fault, Game, Rules};
use ir::secrets::Out;
use serde_json::{Value, json};

/// The viewers; the last has no seat.
pub const NOBODY: &str = "nobody";

/// Everything that a seat is shown of a position.
pub fn shown(game: &Game, eye: &str) -> Result<String, Fault> {
    let view = game.view(eye)?;
    let query = if game.rules().program().query.is_some() { game.query(eye, &json!(1))? } else { String::new() };
    Ok(format!(
        "{view} {query} {:?} {:?} {:?} undo {}",
        game.log(),
        game.active(),
        game.result(),
        game.state().undo_len()
    ))
}

/// A move of a game: role, action, and argument.
pub type Made = (String, String, Option<Value>);

/// Output for a seat from a state on, after each move; until something fails, or a move is impossible.
pub fn told(rules: &Rules, state: &Value, eye: &str, moves: &[Made]) -> Vec<String> {
    let mut out = Vec::new();
    let Ok(mut game) = rules.resume(&state.to_string()) else { return out };
    let Ok(first) = shown(&game, eye) else { return out };
    out.push(first);
    for (role, action, argument) in moves {
        match game.action(role, action, argument.as_ref()) {
            Ok(()) => {}
            // The seat's own answer to its move.
            Err(fault) if fault.refused() && role == eye => out.push(fault.to_string()),
            Err(_) => return out,
        }
        match shown(&game, eye) {
            Ok(it) => out.push(it),
            Err(_) => return out,
        }
    }
    out
}

/// The first difference in output.
pub fn differs(a: &[String], b: &[String]) -> Option<(String, String)> {
    a.iter().zip(b).find(|it| it.0 != it.1).map(|it| (it.0.clone(), it.1.clone()))
}

/// The accepted kinds of leaks.
pub fn accepted(rules: &Rules) -> Vec<Out> {
    let mut all: Vec<Out> = ir::secrets::secrets(rules.program()).accepted.iter().map(|it| it.out).collect();
    all.sort_by_key(|it| format!("{it:?}"));
    all.dedup();
    all
}
