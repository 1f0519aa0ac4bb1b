//! Finds leaks of secrets by a flow analysis of the whole program.
//!
//! Invariant: every flow of a secret to a place where a role that is not allowed to can see it is found, whether by
//! value or by a condition on it, through variables, fields, arguments, results and loops, in linear time. The roles a
//! secret is open to are tracked with it: an element with index `R` is open to `R`. The number of elements is tracked
//! separately from the elements.
//!
//! Accepted are secrets that decide the length of a secret field, the active roles, the next state or procedure, or
//! whether the rules fail, and secrets that a line shows on purpose; these are found too ([`Found::accepted`]). A
//! program without any finding shows no role anything that depends on others' secrets.
//!
//! Two problems that can hardly be intended are found on the same graph: a secret that is seen and can be taken back
//! afterwards (`undo.rs`), and a simultaneous choice that is revealed before all have made it (`early.rs`).

mod build;
mod early;
mod found;
mod graph;
mod search;
mod undo;

use crate::{Program, Span};
pub use found::{Found, Leak, Out, Step, TakenBack, ToldEarly};

/// Follows the secrets of a program.
pub fn secrets(program: &Program) -> Found {
    let graph = build::graph(program);
    if program.globals.iter().all(|it| it.secret.is_none()) {
        let (lines, texts): (Vec<(Span, bool)>, Vec<_>) = graph.lines.values().partition(|it| it.1);
        let needless = graph.reveals.values().copied().chain(texts.iter().map(|it| it.0)).collect();
        return Found { needless, needless_lines: lines.iter().map(|it| it.0).collect(), ..Found::default() };
    }
    let (found, visits, seen) = search::run(program, &graph);
    let taken_back = undo::taken_back(program, &graph, &visits, &seen);
    Found { taken_back, told_early: early::told_early(program, &graph), ..found }
}
