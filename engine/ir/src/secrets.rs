//! Where secrets come out: a flow analysis of the whole program.
//!
//! What must stay true: a secret that can reach a place where somebody sees it, who is not meant to, is
//! found, whether by value or by a condition on it, through variables, fields, arguments, results and
//! loops; linear time. What a secret is open to is followed along with it: the element of a role is
//! open to `R` where its index is `R`. How many elements something has is followed apart from what they are.
//!
//! Accepted is that a secret decides how many elements a secret field has, whose turn it is, which state or
//! procedure comes next, and whether the rules fail; what is accepted is found too ([`Found::accepted`]). A program
//! of which neither a leak nor anything accepted is found shows nobody anything that depends on what is not theirs.

mod build;
mod found;
mod graph;
mod search;

use crate::Program;
pub use found::{Found, Leak, Out, Step};

/// Follows the secrets of a program.
pub fn secrets(program: &Program) -> Found {
    let graph = build::graph(program);
    if program.globals.iter().all(|it| it.secret.is_none()) {
        let needless = graph.reveals.iter().map(|it| it.1).collect();
        return Found { needless, ..Found::default() };
    }
    search::run(program, &graph)
}
