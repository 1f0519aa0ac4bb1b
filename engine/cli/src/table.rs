//! A game as text: a role's moves.

use game::{Fault, Game};
use serde_json::Value;

/// A possible move, with its name and its argument.
pub struct Choice {
    pub role: String,
    pub action: String,
    /// Null for none.
    pub argument: Value,
    /// With the names of roles, members and cells: `take(red)`.
    pub shown: String,
    /// The rules' words for the move, or for its cards.
    pub label: Option<String>,
}

impl Choice {
    /// `true` if the text shown contains this label: `sow(Brink)` has "Brink".
    pub fn says(&self, label: &str) -> bool {
        let arguments = self.shown.strip_prefix(&self.action).unwrap_or_default();
        arguments.trim_matches(['(', ')']).replace(", ", " ") == label
    }
}

/// Returns a role's moves now, undo last.
pub fn choices(game: &Game, role: &str) -> Result<Vec<Choice>, Fault> {
    let prompt = parsed(&game.prompt(role)?);
    let moves = lab::Moves::at(game, role);
    let mut out = Vec::new();
    let entries = prompt.get("actions").and_then(Value::as_object).into_iter().flatten();
    for (action, offered) in entries {
        let make = |argument: &Value| Choice {
            role: role.to_owned(),
            action: action.clone(),
            argument: argument.clone(),
            shown: lab::action_text(game, action, argument),
            label: moves.called(action, argument),
        };
        match offered {
            Value::Array(items) => out.extend(items.iter().map(make)),
            it if it.as_i64() == Some(1) => out.push(make(&Value::Null)),
            _ => {}
        }
    }
    out.sort_by_key(|it| it.action == "undo");
    Ok(out)
}

fn parsed(json: &str) -> Value {
    serde_json::from_str(json).unwrap_or_default()
}

/// Returns the prompt that a role reads.
pub fn prompt(game: &Game, role: &str) -> Result<String, Fault> {
    Ok(parsed(&game.prompt(role)?).get("prompt").and_then(Value::as_str).unwrap_or_default().to_owned())
}
