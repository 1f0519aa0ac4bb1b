//! Random typed programs, played by both executors.
//!
//! A program is made from a seed, directly as [`ir::Program`]: well typed, accepted by `ir::verify`, and
//! full of what is awkward. Where the executors part, it is made smaller as long as they still do, and shown.

mod boards;
mod consts;
mod edit;
mod expr;
mod lists;
mod maker;
mod places;
mod program;
mod shrink;
mod stmts;
mod types;
mod values;

use crate::executors::{Played, compare};
use ir::Program;
use std::collections::BTreeMap;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use vm::Machine;

/// How many kinds of differences are shown at once.
const SHOWN: usize = 8;

/// What a program is played with: some limits are low, so that they are met.
fn limits(seed: u64) -> vm::Limits {
    let tight = seed.is_multiple_of(3);
    vm::Limits {
        fuel: 50_000,
        frames: if tight { 6 } else { 100 },
        list: if tight { 24 } else { 10_000 },
        string: if tight { 60 } else { 100_000 },
        log: if tight { 30 } else { 10_000 },
        undo: if tight { 4 } else { 100 },
        ..vm::Limits::default()
    }
}

/// Plays a program both ways.
fn play(program: &Program, seed: u64) -> Result<Played, String> {
    let played = || {
        let machine = Machine::with_limits(Arc::new(program.clone()), limits(seed)).map_err(|it| it.to_string())?;
        compare("the program", &machine, 2, 12)
    };
    std::panic::catch_unwind(AssertUnwindSafe(played)).unwrap_or_else(|it| {
        let text = it.downcast_ref::<String>().cloned().unwrap_or_default();
        Err(format!("panicked: {text}"))
    })
}

/// The program of a seed that is played differently, made small.
fn shown(seed: u64, first: &str) -> String {
    let differs = |it: &Program| play(it, seed).err().is_some_and(|it| kind(&it) == kind(first));
    let small = shrink::smallest(program::made(seed), &differs);
    let last = play(&small, seed).err().unwrap_or_default();
    format!("seed {seed}\n{}\n{last}\nat first: {first}", ir::dump(&small))
}

/// In which way executors part: the codes, and what else tells one mistake from another.
fn kind(problem: &str) -> String {
    let codes = problem.match_indices("HR0").map(|(at, _)| problem[at..].chars().take(6).collect());
    let words = ["compiled whole", "setup", "MOVED", "moves:\n", "wasm", "Ok(", "no state", "panicked"];
    let words = words.iter().filter(|it| problem.contains(**it)).map(|it| (*it).to_owned());
    words.chain(codes).collect::<Vec<String>>().join(" ")
}

#[test]
fn programs_are_played_the_same() {
    let number = |name: &str| std::env::var(name).ok().and_then(|it| it.parse().ok());
    let (from, count): (u64, u64) = (number("SEED").unwrap_or(1), number("COUNT").unwrap_or(300));
    let mut kinds: BTreeMap<String, (usize, u64, String)> = BTreeMap::new();
    for seed in from..from + count {
        if let Err(problem) = play(&program::made(seed), seed) {
            kinds.entry(kind(&problem)).or_insert((0, seed, problem)).0 += 1;
        }
    }
    for (kind, (count, seed, _)) in &kinds {
        eprintln!("{count:5} {seed:6} {kind}");
    }
    let mut kinds: Vec<_> = kinds.into_values().collect();
    kinds.sort_by_key(|it| std::cmp::Reverse(it.0));
    let failures: Vec<String> = kinds.iter().take(SHOWN).map(|(_, seed, problem)| shown(*seed, problem)).collect();
    crate::support::no_failures(&failures);
}
