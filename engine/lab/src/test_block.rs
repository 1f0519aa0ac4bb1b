//! Tests in the rules language: of a flaw, which fails as long as the flaw exists, and of a played game.

use crate::chosen::cells_of;
use crate::flaw::Kind;
use crate::shrink::Shrunk;
use game::{Fault, Game, Move, Record, Rules, literal};
use ir::{Board, Program, Ty};
use serde_json::Value as Json;
use std::fmt::Write;

/// Moves a line.
const ROW: usize = 4;

/// `test "…" { … }`, with a line end; `None` for flaws that no test can show.
pub fn test_block(rules: &Rules, shrunk: &Shrunk) -> Option<String> {
    let Shrunk { flaw, record, .. } = shrunk;
    let program = rules.program();
    let name = format!("no {}", flaw.kind.name());
    let mut out = head(program, record, &name);
    let Ok(mut game) = rules.on_setup(Some(record.seed), Some(&record.scenario), &record.options) else {
        return Some(out + "}\n");
    };
    out.push_str(&rows(&replayed(&mut game, &[], &record.moves)));
    let role = game.active().into_iter().next().or_else(|| program.roles.first().cloned()).unwrap_or_default();
    let role = word(program, &role);
    let fails = match flaw.kind {
        Kind::Invariant => None,
        Kind::Fault if game.offers().is_err() => Some("play 1 random".to_owned()),
        Kind::Fault => {
            seats(&game).find(|it| game.view(it).is_err()).map(|it| format!("{} sees {{ }}", word(program, it)))
        }
        Kind::DeadEnd => Some("play 1 random".to_owned()),
        Kind::Endless => Some("play 10000 random; assert G.result != none".to_owned()),
        Kind::NoResult => Some("assert G.result != none".to_owned()),
        Kind::UndoRandom | Kind::UndoSeat => Some(format!("refuse {role} undo")),
        Kind::Tried | Kind::Json => return None,
    };
    if let Some(it) = fails {
        let _ = writeln!(out, "    {it}");
    }
    Some(out + "}\n")
}

/// A record as a test that passes: its moves, as far as they can be made, and the result. `None` if it contains a
/// written state, which tests cannot express.
///
/// # Errors
///
/// The error if its game cannot begin.
pub fn record_as_test(rules: &Rules, record: &Record, name: &str) -> Result<Option<String>, Fault> {
    if record.moves.iter().any(|it| it.state().is_some()) {
        return Ok(None);
    }
    let record = &rules.translated(record)?.0;
    let program = rules.program();
    let played = rules.replay(record)?.played;
    let mut out = head(program, record, name);
    let mut game = rules.on_setup(Some(record.seed), Some(&record.scenario), &record.options)?;
    out.push_str(&rows(&replayed(&mut game, &named_boards(rules), &record.moves[..played])));
    match (game.result(), &game.active()[..]) {
        (Some(result), _) if result == "None" => out.push_str("    assert G.result == none\n"),
        (Some(result), _) => {
            let _ = writeln!(out, "    assert G.result == {}", text(&result));
        }
        (None, [role]) => {
            let _ = writeln!(out, "    assert G.active == {}", word(program, role));
        }
        _ => {}
    }
    Ok(Some(out + "}\n"))
}

/// The head of a test. The first scenario is the default.
fn head(program: &Program, record: &Record, name: &str) -> String {
    let mut out = format!("test {} {{\n    setup seed {}", text(name), record.seed);
    if program.scenarios.first() != Some(&record.scenario) {
        let _ = write!(out, " scenario {}", text(&record.scenario));
    }
    let options: Vec<(&String, &Json)> = record.options.as_object().into_iter().flatten().collect();
    for (i, (name, value)) in options.into_iter().enumerate() {
        let _ = write!(out, "{}{name} = {}", if i == 0 { " with " } else { ", " }, literal(program, &Ty::Any, value));
    }
    out.push('\n');
    out
}

/// The boards whose cells the rules call by their names somewhere.
fn named_boards(rules: &Rules) -> Vec<&Board> {
    let source = rules.source().text();
    let named = |it: &&Board| it.cells.iter().any(|cell| source.contains(&format!("{}.{}", it.name, cell.name)));
    rules.program().boards.iter().filter(named).collect()
}

/// The names of possible viewers in a test.
fn seats(game: &Game) -> impl Iterator<Item = &str> {
    game.roles().iter().map(String::as_str).chain(["none"])
}

/// The rules' word for a role, by its name.
fn word<'a>(program: &'a Program, role: &'a str) -> &'a str {
    program.roles.iter().position(|it| it == role).map_or(role, |at| program.role_word(at))
}

/// The moves of a record as the rules would write them, with the names of roles and members: `A take(red)`.
pub fn moves_text(rules: &Rules, record: &Record) -> Vec<String> {
    match rules.on_setup(Some(record.seed), Some(&record.scenario), &record.options) {
        Ok(mut game) => replayed(&mut game, &[], &record.moves),
        Err(_) => Vec::new(),
    }
}

/// Some moves in a row of a test.
fn rows(moves: &[String]) -> String {
    moves.chunks(ROW).map(|row| format!("    {}\n", row.join("; "))).collect()
}

/// Makes moves, whatever the result, and writes them down, with the names of cells of these boards.
fn replayed(game: &mut Game, boards: &[&Board], moves: &[Move]) -> Vec<String> {
    let mut out = Vec::new();
    for it in moves {
        let role = word(game.rules().program(), &it.0);
        out.push(format!("{role} {}", written(game, boards, &it.1, &it.2)));
        let _ = game.action(&it.0, &it.1, Some(&it.2).filter(|it| !it.is_null()));
    }
    out
}

/// An action with its argument, for people: members, roles and cells by their names, `take(red)`, `move(e2, e4)`.
pub fn action_text(game: &Game, action: &str, argument: &Json) -> String {
    let program = game.rules().program();
    let id = program.actions.iter().position(|it| it == action);
    let cell = |at: usize, value: &Json| {
        let name = &cells_of(game, id?, at)?.cells.get(usize::try_from(value.as_u64()?).ok()?)?.name;
        (!name.is_empty()).then(|| name.clone())
    };
    game::action_text(game, action, argument, &cell)
}

/// The same as the rules would write it, with the cells of these boards: `take(grid.e4)`.
fn written(game: &Game, boards: &[&Board], action: &str, argument: &Json) -> String {
    let program = game.rules().program();
    let id = program.actions.iter().position(|it| it == action);
    let cell = |at: usize, value: &Json| {
        let board = cells_of(game, id?, at).filter(|it| boards.contains(it));
        board.and_then(|it| cell_text(it, value))
    };
    game::action_text(game, action, argument, &cell)
}

/// Cells as the rules name them: `grid.e4`, or a list of them.
fn cell_text(board: &Board, value: &Json) -> Option<String> {
    if let Json::Array(items) = value {
        let items: Option<Vec<String>> = items.iter().map(|it| cell_text(board, it)).collect();
        return Some(format!("[{}]", items?.join(", ")));
    }
    let cell = board.cells.get(usize::try_from(value.as_u64()?).ok()?)?;
    (!cell.name.is_empty()).then(|| format!("{}.{}", board.name, cell.name))
}

/// A text in quotes.
fn text(it: &str) -> String {
    Json::String(it.to_owned()).to_string()
}
