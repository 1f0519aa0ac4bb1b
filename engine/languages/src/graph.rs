//! Graphs of a text, and changes of them.
//!
//! Invariant: a board with errors is not changed, and no change introduces one.

use crate::{Language, compile};
use diag::{Severity, Source};
use front::graph::{Change, Graph, Refusal};
use front::text;

/// The boards of a text that are graphs, in its order.
pub fn graphs(text: &str, language: Language) -> Vec<Graph> {
    text::readable(text).map_or_else(Vec::new, |text| language.front_end().graphs(&text))
}

/// The text with changes of one of its graphs, made one after the other, or why one is impossible.
pub fn with_graph(text: &str, language: Language, board: &str, changes: &[Change]) -> Result<String, Refusal> {
    let missing = || Refusal::NoBoard(board.to_owned());
    let mut text = text::readable(text).ok_or_else(missing)?.into_owned();
    check(&text, language, board)?;
    for change in changes {
        let graph = graphs(&text, language).into_iter().find(|it| it.name == board).ok_or_else(missing)?;
        check_names(&graph, language, change)?;
        text = language.front_end().with_graph(&text, board, change)?;
    }
    check(&text, language, board)?;
    Ok(text)
}

/// The text has such a board, without errors.
fn check(text: &str, language: Language, board: &str) -> Result<(), Refusal> {
    let all = graphs(text, language);
    let graph = all.iter().find(|it| it.name == board).ok_or_else(|| Refusal::NoBoard(board.to_owned()))?;
    let said = compile(&Source::new("", text), language).diagnostics;
    let error = said.into_iter().find(|it| it.severity == Severity::Error && graph.span.contains(it.span));
    error.map_or(Ok(()), |it| Err(Refusal::Error(it.message)))
}

/// Checks that the thing to change exists, and new names are allowed.
fn check_names(graph: &Graph, language: Language, change: &Change) -> Result<(), Refusal> {
    let has = |name: &str| graph.cells.iter().any(|it| it.name == name);
    let known = |name: &str| if has(name) { Ok(()) } else { Err(Refusal::NoCell(name.to_owned())) };
    match change {
        Change::Place(name, ..) if has(name) => Ok(()),
        Change::Place(name, ..) => new_name(language, name),
        Change::Link(a, b) | Change::Unlink(a, b) => known(a).and(known(b)),
        Change::Remove(name) => known(name),
        Change::Rename(name, new) if has(new) && name != new => Err(Refusal::Taken(new.clone())),
        Change::Rename(name, new) => known(name).and(new_name(language, new)),
    }
}

fn new_name(language: Language, name: &str) -> Result<(), Refusal> {
    let first = name.chars().next().is_some_and(|it| it.is_alphabetic() || it == '_');
    if !first || !name.chars().all(|it| it.is_alphanumeric() || it == '_') {
        return Err(Refusal::NoName(name.to_owned()));
    }
    if language.front_end().takes_name(name) { Err(Refusal::Word(name.to_owned())) } else { Ok(()) }
}
