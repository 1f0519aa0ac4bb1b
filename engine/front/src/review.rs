//! Finds well-formed code that cannot be meant: the same for every language.
//!
//! Invariant: an error is only reported for code that fails, or runs forever, whenever it runs; linear time.

mod code;
mod frames;
mod number;
mod play;

use diag::Problems;
use ir::{FnId, Program};
use std::collections::BTreeSet;

/// Looks over a program without errors.
pub fn check(program: &Program, problems: &mut Problems) {
    let tests: BTreeSet<FnId> = program.tests.iter().flat_map(|it| it.functions()).map(|it| it.0).collect();
    code::check(program, &tests, problems);
    play::check(program, &tests, problems);
    frames::check(program, &tests, problems);
}
