//! A game to its program: made again and again, until all facts are assumed that it shows.

use super::super::ast::File;
use super::facts::Facts;
use super::{Checker, over};
use diag::Problems;
use ir::Program;

/// Maximum rounds until the facts found are those assumed.
pub const ROUNDS: usize = 12;

/// The program of a game.
pub fn program<'s>(file: &File<'s>, problems: &mut Problems) -> Program {
    let filled = over::filled(file);
    let file = filled.as_ref().unwrap_or(file);
    let mut facts = Facts::default();
    for _ in 0..ROUNDS {
        let mut found = Problems::new();
        let (program, next) = Checker::new(file, &mut found, facts.clone()).program();
        let done = next == facts;
        facts = next;
        if done && !found.has_errors() {
            let mut more = Problems::new();
            Checker::new(file, &mut more, facts.clone()).look_at_all();
            if more.has_errors() {
                problems.take(more);
                return program;
            }
        }
        if done || found.has_errors() {
            problems.take(found);
            return program;
        }
    }
    // Facts that grow this slowly are used as they are: missing ones cause failures where they are needed.
    Checker::new(file, problems, facts).program().0
}
