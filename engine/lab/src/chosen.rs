//! A tally's counts of arguments, under the names that the rules give them.

use crate::argument::{Argument, Chosen};
use crate::cards::Cards;
use crate::made::Item;
use crate::tally::Taken;
use game::{Game, words};
use ir::{Board, BoardId, BoardKind, FrameKind, Named, Program, Sends, ShowKind, Ty};
use serde::Serialize;
use serde_json::Value as Json;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Maximum number of possible values to list.
const KNOWN: i64 = 500;

/// An argument of an action.
#[derive(Clone, Debug, Serialize)]
pub struct Choices {
    /// As the rules call it; an item of a list by its place, from 1: `path 2`; cards by the field of the view they lie in.
    pub name: String,
    /// Most taken first. Includes values offered but never taken and, where all possible values are known (cells,
    /// roles, members), values never offered.
    pub values: Vec<Choice>,
}

/// Something that may be chosen.
#[derive(Clone, Debug, Serialize)]
pub struct Choice {
    pub name: String,
    /// Moves with it that were offered.
    pub offered: u64,
    pub taken: u64,
}

/// Count per cell of a board: how often an action took it as an argument.
#[derive(Clone, Debug, Serialize)]
pub struct Heat {
    pub board: String,
    pub action: String,
    /// Index of the argument, from 1; 0 for the only one.
    pub argument: usize,
    pub counts: Vec<u64>,
}

/// An argument of an action, with the names of its values.
struct Parameter<'p> {
    action: usize,
    at: usize,
    name: String,
    ty: &'p Ty,
    /// All possible values, as far as they are known.
    known: Vec<String>,
}

impl<'p> Parameter<'p> {
    fn of(program: &'p Program, action: usize, at: usize) -> Parameter<'p> {
        let parameters = parameters(program, action);
        let (name, ty) = match parameters {
            [Named { name, ty: Ty::List(of) }] => (format!("{name} {}", at + 1), of.as_ref()),
            _ => parameters.get(at).map_or((format!("argument {}", at + 1), &Ty::Any), |it| (it.name.clone(), &it.ty)),
        };
        let known = place(program, action, at).map_or_else(|| known(program, ty), |it| it.names());
        Parameter { action, at, name, ty, known }
    }

    /// The name; of cards, that of the field of the view they lie in.
    fn titled(&self, program: &Program, cards: &Cards) -> String {
        let shown = cards.shown(self.action, self.at).and_then(|it| program.view_fields.get(it.index()));
        shown.map_or_else(|| self.name.clone(), |it| it.name.clone())
    }

    fn number(&self, program: &Program, n: usize) -> String {
        self.known.get(n).cloned().unwrap_or_else(|| words(program, &n.into(), self.ty))
    }

    fn text(&self, program: &Program, cards: &Cards, text: &str) -> String {
        let face = cards.kind(self.action, self.at).unwrap_or(self.ty);
        serde_json::from_str(text).map_or_else(|_| text.to_owned(), |it: Json| words(program, &it, face))
    }
}

/// All arguments of an action. Roles for which `sits` is `false` are not listed as never chosen.
pub fn choices(program: &Program, action: usize, taken: &Taken, sits: &dyn Fn(usize) -> bool) -> Vec<Choices> {
    let cards = Cards::of(program);
    let one = |(i, it): (usize, &Argument)| {
        let parameter = Parameter::of(program, action, i);
        let known = parameter.known.len();
        let count = it.numbers.len().max(if it.texts.is_empty() { known } else { 0 });
        let numbers = (0..count).map(|n| {
            let Chosen(offered, taken) = it.numbers.get(n).copied().unwrap_or_default();
            Choice { name: parameter.number(program, n), offered, taken }
        });
        let there = |n: usize| n < known && (*parameter.ty.inner() != Ty::Role || sits(n));
        let numbers = numbers.enumerate().filter(|(n, it)| there(*n) || it.offered > 0).map(|it| it.1);
        let texts = it.texts.iter().map(|(text, Chosen(offered, taken))| {
            let name = parameter.text(program, &cards, text);
            Choice { name, offered: *offered, taken: *taken }
        });
        let mut values: Vec<Choice> = numbers.chain(texts).collect();
        values.sort_by_key(|it| Reverse((it.taken, it.offered)));
        Choices { name: parameter.titled(program, &cards), values }
    };
    taken.arguments.iter().enumerate().map(one).filter(|it| !it.values.is_empty()).collect()
}

/// Name of an argument of an action, and of a value of it.
pub fn called(program: &Program, action: usize, argument: usize, item: &Item) -> (String, String) {
    let (cards, it) = (Cards::of(program), Parameter::of(program, action, argument));
    match item {
        Item::Number(n) => (it.name.clone(), it.number(program, *n)),
        Item::Text(text) => (it.titled(program, &cards), it.text(program, &cards, text)),
    }
}

/// The parameters of the handler that takes most.
fn parameters(program: &Program, action: usize) -> &[Named] {
    let handlers = program.frames.iter().filter_map(|it| match &it.kind {
        FrameKind::State(state) => Some(&state.handlers),
        _ => None,
    });
    let handlers = handlers.flatten().filter(|it| it.action.index() == action);
    let parameters = handlers.map(|it| {
        let function = program.function(it.function);
        function.locals.get(..usize::from(function.params)).unwrap_or_default()
    });
    parameters.reduce(|a, b| if b.len() > a.len() { b } else { a }).unwrap_or_default()
}

/// An argument that a click on a board sends.
struct Place<'p>(BoardId, &'p Board, Sends);

fn place(program: &Program, action: usize, argument: usize) -> Option<Place<'_>> {
    program.shows.iter().find_map(|show| {
        let ShowKind::Board(board) = show.what else { return None };
        let click = show.clicks.iter().find(|it| it.action.index() == action)?;
        let sends = if click.sends == [Sends::Cells] { Some(&Sends::Cell) } else { click.sends.get(argument) };
        let sends = sends.filter(|it| matches!(it, Sends::Cell | Sends::Row | Sends::Column))?;
        Some(Place(board, program.boards.get(board.index())?, sends.clone()))
    })
}

/// The board whose cells an argument of an action is, or is a list of, in the form that it has in a game.
pub fn cells_of(game: &Game, action: usize, argument: usize) -> Option<&Board> {
    let place = place(game.rules().program(), action, argument).filter(|it| it.2 == Sends::Cell)?;
    game.board(place.0)
}

impl Place<'_> {
    /// Names of the cells, rows or columns.
    fn names(&self) -> Vec<String> {
        let Place(_, board, sends) = self;
        let (count, of): (u16, fn(&ir::Cell) -> u16) = match sends {
            Sends::Row => (board.rows, |it| it.row),
            Sends::Column => (board.columns, |it| it.column),
            _ => return board.cells.iter().enumerate().map(|(i, it)| named(&it.name, i)).collect(),
        };
        let part = |name: &str| -> String {
            // "b3" is the cell in column b and row 3.
            let letter = |it: &char| it.is_ascii_alphabetic() == (*sends == Sends::Column);
            name.chars().filter(letter).collect()
        };
        let name = |n: u16| match board.cells.iter().find(|it| of(it) == n) {
            Some(cell) if !matches!(board.kind, BoardKind::Graph) => named(&part(&cell.name), usize::from(n)),
            _ => n.to_string(),
        };
        (0..count).map(name).collect()
    }
}

fn named(name: &str, number: usize) -> String {
    if name.is_empty() { number.to_string() } else { name.to_owned() }
}

/// All possible values, if there are few.
fn known(program: &Program, ty: &Ty) -> Vec<String> {
    let count = match ty.inner() {
        Ty::Bool => 2,
        Ty::Role => program.roles.len(),
        Ty::Enum(id) => program.enums[id.index()].members.len(),
        Ty::Range(0, last) if (0..KNOWN).contains(last) => *last as usize + 1,
        _ => 0,
    };
    (0..count).map(|n| words(program, &n.into(), ty)).collect()
}

/// For every board with an action that takes its cells.
pub fn heat(program: &Program, actions: &[Taken]) -> Vec<Heat> {
    let mut out: BTreeMap<(usize, usize, usize), Heat> = BTreeMap::new();
    for show in &program.shows {
        let ShowKind::Board(id) = show.what else { continue };
        let board = &program.boards[id.index()];
        for click in &show.clicks {
            let action = click.action.index();
            for (i, sends) in click.sends.iter().enumerate() {
                let taken = actions.get(action).and_then(|it| it.arguments.get(i));
                let Some(taken) = taken.filter(|_| *sends == Sends::Cell) else { continue };
                let argument = if click.sends.len() == 1 { 0 } else { i + 1 };
                let mut counts: Vec<u64> = taken.numbers.iter().map(|it| it.1).collect();
                counts.resize(board.cells.len(), 0);
                let name = program.actions[action].clone();
                let heat = Heat { board: board.name.clone(), action: name, argument, counts };
                out.entry((id.index(), action, argument)).or_insert(heat);
            }
        }
    }
    out.into_values().collect()
}
