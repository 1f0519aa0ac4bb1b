//! A game as text: what a role sees, and what it may do.

use game::{Fault, Game};
use serde_json::Value;

/// A move that can be made, as it is named and as it is made.
pub struct Choice {
    pub role: String,
    pub action: String,
    /// Null for none.
    pub argument: Value,
    /// With the names of roles and members: `take(red)`.
    pub shown: String,
    /// What the rules call the move, if they do.
    pub label: Option<String>,
}

/// What a role may do now, undo last.
pub fn choices(game: &Game, role: &str) -> Result<Vec<Choice>, Fault> {
    let prompt = parsed(&game.prompt(role)?);
    let mut out = Vec::new();
    let entries = prompt.get("actions").and_then(Value::as_object).into_iter().flatten();
    for (action, offered) in entries {
        let make = |argument: &Value| Choice {
            role: role.to_owned(),
            action: action.clone(),
            argument: argument.clone(),
            shown: lab::action_text(game, action, argument),
            label: label(&prompt["labels"][action], argument),
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

/// What `labels` says of one argument, null for none.
fn label(said: &Value, argument: &Value) -> Option<String> {
    let text = match said {
        Value::Array(pairs) => &pairs.iter().find(|it| it[0] == *argument)?[1],
        plain => plain,
    };
    text.as_str().map(str::to_owned)
}

/// The table from the eyes of a role: boards, then the other fields of the view.
pub fn view(game: &Game, role: &str) -> Result<String, Fault> {
    let fields = parsed(&game.on_view(role)?);
    let info = game.rules().info();
    let boards = info.get("boards").and_then(Value::as_array).cloned().unwrap_or_default();
    let mut drawn: Vec<&str> = Vec::new();
    let mut out = String::new();
    for show in info.get("shows").and_then(Value::as_array).into_iter().flatten() {
        let text = |key: &str| show.get(key).and_then(Value::as_str);
        let board = boards.iter().find(|it| it.get("name").and_then(Value::as_str) == text("board"));
        let items = text("items").and_then(|it| fields.get(it)).and_then(Value::as_array);
        let columns = board.and_then(|it| it.get("columns")).and_then(Value::as_u64);
        let square = board.and_then(|it| it.get("kind")).and_then(Value::as_str) == Some("square");
        if let (Some(items), Some(columns), true) = (items, columns, square) {
            let fields = info.get("view").and_then(Value::as_array).into_iter().flatten();
            let field = fields.into_iter().find(|it| it.get("name").and_then(Value::as_str) == text("items"));
            let ty = field.map_or(&Value::Null, |it| &it["type"]["of"]);
            out.push_str(&grid(game, items, ty, columns as usize));
            drawn.extend(text("items"));
        }
    }
    for (name, value) in fields.as_object().into_iter().flatten() {
        if !drawn.contains(&name.as_str()) {
            out.push_str(&format!("  {name}: {value}\n"));
        }
    }
    Ok(out)
}

/// Rows of marks, as wide as the widest.
fn grid(game: &Game, items: &[Value], ty: &Value, columns: usize) -> String {
    let roles = &game.rules().program().roles;
    let marks: Vec<String> = items.iter().map(|it| mark(it, ty, roles)).collect();
    let width = marks.iter().map(|it| it.chars().count()).max().unwrap_or(1);
    let row = |row: &[String]| {
        let cells: Vec<String> = row.iter().map(|it| format!("{it:>width$}")).collect();
        format!("  {}\n", cells.join(" "))
    };
    marks.chunks(columns.max(1)).map(row).collect()
}

/// A value in a letter or two: the first of a name, a number, a dot for nothing.
fn mark(it: &Value, ty: &Value, roles: &[String]) -> String {
    let first = |name: Option<&str>| name.and_then(|it| it.chars().next()).map_or("?".to_owned(), String::from);
    let index = || it.as_u64().map(|n| n as usize);
    let kind = ty.get("kind").and_then(Value::as_str).unwrap_or_default();
    match (it, kind) {
        (Value::Null | Value::Bool(false), _) => ".".to_owned(),
        (Value::Bool(true), _) => "#".to_owned(),
        (_, "optional") => mark(it, &ty["of"], roles),
        (_, "role") => first(index().and_then(|n| roles.get(n)).map(String::as_str)),
        (_, "enum") => first(index().and_then(|n| ty["members"].get(n)).and_then(Value::as_str)),
        (Value::Object(fields), "record") => {
            let types = ty["fields"].as_array().into_iter().flatten();
            fields.values().zip(types).map(|(it, field)| mark(it, &field["type"], roles)).collect()
        }
        (Value::String(text), _) => text.chars().take(2).collect(),
        (Value::Array(items), _) => items.len().to_string(),
        (other, _) => other.to_string(),
    }
}

fn parsed(json: &str) -> Value {
    serde_json::from_str(json).unwrap_or_default()
}

/// What a role reads.
pub fn prompt(game: &Game, role: &str) -> Result<String, Fault> {
    Ok(parsed(&game.prompt(role)?).get("prompt").and_then(Value::as_str).unwrap_or_default().to_owned())
}
