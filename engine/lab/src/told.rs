//! Moves in words for people: in the author's, or with the names of cells, cards, roles and members.

use crate::cards::{Cards, Faces};
use game::{Game, Move, Offers, Record, Rules, Texts, Value, words};
use ir::{Board, BoardKind, Cell, Program, Sends, ShowKind, Ty};
use serde_json::Value as Json;
use std::rc::Rc;

/// Names a role's moves in a position.
pub struct Moves<'g> {
    game: &'g Game,
    offers: Rc<Offers>,
    faces: Faces,
}

impl Moves<'_> {
    /// As the role itself sees it.
    pub fn at<'g>(game: &'g Game, role: &str) -> Moves<'g> {
        let role = game.rules().program().roles.iter().position(|it| it == role).unwrap_or_default();
        // Faults are reported where moves are made.
        let offers = game.legal(role).unwrap_or_default();
        let faces = Cards::of(game.rules().program()).faces(game, role, &offers);
        Moves { game, offers, faces }
    }

    /// A better name for a move than the rules' notation: the author's words, or its cells and cards.
    pub fn called(&self, action: &str, argument: &Json) -> Option<String> {
        self.label(action, argument).or_else(|| {
            let (words, named) = self.arguments(action, argument, true);
            named.then(|| words.join(" "))
        })
    }

    /// All of a move as a reader would write it: `Take red`.
    pub fn words(&self, action: &str, argument: &Json) -> String {
        self.label(action, argument).unwrap_or_else(|| {
            let name = action.replace('_', " ");
            let mut letters = name.chars();
            let first = letters.next().map(|it| it.to_uppercase().collect::<String>()).unwrap_or_default();
            let told = std::iter::once(first + letters.as_str()).chain(self.arguments(action, argument, false).0);
            told.collect::<Vec<_>>().join(" ")
        })
    }

    fn label(&self, action: &str, argument: &Json) -> Option<String> {
        let program = self.program();
        let texts = self.offers.labels.iter().find(|it| program.actions[it.0.index()] == action).map(|it| &it.1)?;
        let text = match texts {
            Texts::Plain(text) => text,
            Texts::Arguments(pairs) => {
                let sent = argument.to_string();
                let same = |it: &Value| if it.is_absent() { argument.is_null() } else { game::text(it) == sent };
                &pairs.iter().find(|it| same(&it.0))?.1
            }
        };
        if let Value::Str(text) = text { Some(text.to_string()) } else { None }
    }

    /// The arguments in words, and whether a cell or a card is among them. Cells have their names where these are seen, or `all` have.
    fn arguments(&self, action: &str, argument: &Json, all: bool) -> (Vec<String>, bool) {
        let program = self.program();
        let Some(id) = program.actions.iter().position(|it| it == action) else { return (Vec::new(), false) };
        let handler = self.game.rules().machine().handler(self.game.state(), game::ActionId(id as u16));
        let takes = handler.and_then(|it| it.locals.get(..usize::from(it.params))).unwrap_or_default();
        let given: Vec<&Json> = match (takes, argument) {
            (_, Json::Null) => Vec::new(),
            ([_, _, ..], Json::Array(items)) => items.iter().collect(),
            (_, one) => vec![one],
        };
        let values: Vec<Value> = given.iter().map(|it| it.as_i64().map_or(Value::None, Value::Int)).collect();
        let mut named = false;
        let one = |(at, it): (usize, &&Json)| {
            if let Some(card) = self.faces.card(id, &values, at) {
                named = true;
                let card = serde_json::from_str(&card).unwrap_or_default();
                return words(program, &card, Cards::of(program).kind(id, at).unwrap_or(&Ty::Any));
            }
            if let Some(cells) = cells(self.game, id, (at, it), all) {
                named = true;
                return cells;
            }
            words(program, it, takes.get(at).map_or(&Ty::Any, |it| &it.ty))
        };
        let words = given.iter().enumerate().map(one).collect();
        (words, named)
    }

    fn program(&self) -> &Program {
        self.game.rules().program()
    }
}

/// The cells that an argument is, by the names that are written at the edge of their board.
fn cells(game: &Game, action: usize, (argument, value): (usize, &Json), all: bool) -> Option<String> {
    let clicked = game.rules().program().shows.iter().find_map(|show| {
        let ShowKind::Board(board) = show.what else { return None };
        let click = show.clicks.iter().find(|it| it.action.index() == action)?;
        Some((game.board(board)?, show.look.labels, click))
    });
    let (board, labels, click) = clicked?;
    let name = |it: &Json| {
        let cell = board.cells.get(usize::try_from(it.as_u64()?).ok()?)?;
        Some(cell_name(board, cell, labels || all))
    };
    match (click.sends.get(argument)?, value) {
        (Sends::Cell, one) => name(one),
        (Sends::Cells, Json::Array(all)) => Some(all.iter().map(name).collect::<Option<Vec<_>>>()?.join("–")),
        _ => None,
    }
}

/// A cell as its board shows it: a square without names at the edges by its row and column.
fn cell_name(board: &Board, cell: &Cell, labels: bool) -> String {
    match board.kind {
        BoardKind::Square { .. } if !labels || !cell.name.starts_with(|it: char| it.is_ascii_alphabetic()) => {
            format!("row {}, column {}", cell.row + 1, cell.column + 1)
        }
        _ => cell.name.replace('_', " "),
    }
}

/// The moves of a record: `Red: Take three`.
pub fn moves_words(rules: &Rules, record: &Record) -> Vec<String> {
    each(rules, record, |game, Move(role, action, argument)| {
        format!("{role}: {}", Moves::at(game, role).words(action, argument))
    })
}

/// For each move of a record its better name, if it has one.
pub fn moves_called(rules: &Rules, record: &Record) -> Vec<Option<String>> {
    each(rules, record, |game, Move(role, action, argument)| Moves::at(game, role).called(action, argument))
}

fn each<T>(rules: &Rules, record: &Record, mut tell: impl FnMut(&Game, &Move) -> T) -> Vec<T> {
    let begun = rules.on_setup(Some(record.seed), Some(&record.scenario), &record.options);
    let Ok(mut game) = begun else { return Vec::new() };
    let mut out = Vec::new();
    for it in &record.moves {
        out.push(tell(&game, it));
        let _ = game.action(&it.0, &it.1, Some(&it.2).filter(|it| !it.is_null()));
    }
    out
}
