//! The tree of a text, and the messages for one that cannot be read.

mod errors;
mod examples;
mod limits;
mod print;
mod trees;

use super::ast::File;
use super::tree;
use diag::{Diagnostic, Problems};

/// The tree of a text, and its problems.
fn read(text: &str) -> (File<'_>, Vec<Diagnostic>) {
    let mut problems = Problems::new();
    let file = tree(text, &mut problems);
    (file, problems.finish(text))
}

/// The problems of a text: line, column, and message.
fn told(text: &str) -> Vec<String> {
    let line = |it: &Diagnostic| {
        let at = it.span.start as usize;
        let (before, _) = text.split_at(at);
        let line = before.matches('\n').count() + 1;
        let column = at - before.rfind('\n').map_or(0, |it| it + 1) + 1;
        let label = it.labels.first().map_or("", |it| &it.1);
        format!("{line}:{column} {} ({label})", it.message)
    };
    read(text).1.iter().map(line).collect()
}
