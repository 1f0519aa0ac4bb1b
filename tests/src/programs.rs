//! Random typed programs, played by both executors.
//!
//! A program is made from a seed, directly as [`ir::Program`]: well typed, accepted by `ir::verify`, and full of
//! awkward cases. If the executors differ, it is shrunk as long as they still do, and shown.

mod boards;
mod builtins;
mod consts;
mod coverage;
mod edit;
mod expr;
mod lists;
mod maker;
mod places;
mod program;
mod shrink;
mod spoil;
mod stmts;
mod trials;
mod types;
mod values;

use crate::executors::{Played, compare};
use coverage::Coverage;
use ir::Program;
pub use program::made;
use std::collections::BTreeMap;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use vm::Machine;

/// Number of programs that together contain everything.
const WHOLE: u64 = 1_000;

/// Minimum number of times for each construct in the games of these programs.
const OFTEN: usize = 2;

/// Maximum kinds of differences shown.
const SHOWN: usize = 8;

/// Limits for a program: some are low, so that they are reached.
fn limits(seed: u64) -> vm::Limits {
    let tight = seed.is_multiple_of(3);
    vm::Limits {
        fuel: if seed % 4 == 1 { (seed / 4 % 50) as i64 * 19 } else { 50_000 },
        calls: if tight { 6 } else { 200 },
        frames: if tight { 6 } else { 100 },
        list: if tight { 24 } else { 10_000 },
        string: if tight { 60 } else { 100_000 },
        log: if tight { 30 } else { 10_000 },
        undo: if tight { 4 } else { 100 },
        size: if tight { 60 } else { 1_000_000 },
        depth: if tight { 4 } else { 64 },
        ..vm::Limits::default()
    }
}

/// Plays a program both ways.
fn play(program: &Program, seed: u64) -> Result<Played, String> {
    let played = || {
        let machine = Machine::with_limits(Arc::new(program.clone()), limits(seed)).map_err(|it| it.to_string())?;
        compare("the program", &machine, 2, 8, true)
    };
    std::panic::catch_unwind(AssertUnwindSafe(played)).unwrap_or_else(|it| {
        let text = it.downcast_ref::<String>().cloned().unwrap_or_default();
        Err(format!("panicked: {text}"))
    })
}

/// The program of a seed that is played differently, made small.
fn shown(seed: u64, first: &str) -> String {
    let differs = |it: &Program| play(it, seed).err().is_some_and(|it| kind(&it) == kind(first));
    let small = shrink::smallest(made(seed), &differs);
    let last = play(&small, seed).err().unwrap_or_default();
    format!("seed {seed}\n{}\n{last}\nat first: {first}", ir::dump(&small))
}

/// Kind of a difference: the codes, and other signs of its cause.
pub fn kind(problem: &str) -> String {
    let codes = problem.match_indices("HR0").map(|(at, _)| problem[at..].chars().take(6).collect());
    let words = ["compiled whole", "setup", "MOVED", "moves:\n", "wasm", "Ok(", "no state", "panicked"];
    let words = words.iter().filter(|it| problem.contains(**it)).map(|it| (*it).to_owned());
    words.chain(codes).collect::<Vec<String>>().join(" ")
}

/// Programs from one seed on, on several threads: their outcomes, and the differences, by kind.
fn played(from: u64, count: u64, threads: u64) -> Outcome {
    let some = |thread: u64| {
        let mut out = Outcome::default();
        for seed in (from + thread..from + count).step_by(threads as usize) {
            let program = made(seed);
            match play(&program, seed) {
                Ok(played) => {
                    out.moves += played.moves;
                    out.faults += played.faults;
                    if played.moves > 0 {
                        out.coverage.add(&program, &played);
                    }
                }
                Err(problem) => out.kinds.entry(kind(&problem)).or_insert((0, seed, problem)).0 += 1,
            }
        }
        out
    };
    let outcomes = std::thread::scope(|scope| {
        let all: Vec<_> = (0..threads).map(|it| scope.spawn(move || some(it))).collect();
        all.into_iter().map(|it| it.join().expect("a thread plays to its end")).collect::<Vec<_>>()
    });
    outcomes.into_iter().fold(Outcome::default(), Outcome::with)
}

/// Totals over many programs.
#[derive(Default)]
struct Outcome {
    moves: u64,
    faults: u64,
    coverage: Coverage,
    /// Count, first seed, and the difference there.
    kinds: BTreeMap<String, (usize, u64, String)>,
}

impl Outcome {
    fn with(mut self, other: Outcome) -> Outcome {
        self.moves += other.moves;
        self.faults += other.faults;
        for (name, count) in other.coverage.counts {
            *self.coverage.counts.entry(name).or_default() += count;
        }
        for (kind, (count, seed, problem)) in other.kinds {
            self.kinds.entry(kind).or_insert((0, seed, problem)).0 += count;
        }
        self
    }
}

/// The first seed and how many, as `SEED` and `COUNT` say; this many if they do not.
pub fn chosen(count: u64) -> (u64, u64) {
    let number = |name: &str| std::env::var(name).ok().and_then(|it| it.parse().ok());
    (number("SEED").unwrap_or(1), number("COUNT").unwrap_or(count))
}

/// Number of repetitions: the first is for every day, the next for `npm run test:deep`, which sets `THOROUGH`, the last
/// for `DEEP`.
pub fn so_many([few, whole, deep]: [u64; 3]) -> u64 {
    let is_set = |name: &str| std::env::var(name).is_ok();
    if is_set("DEEP") {
        deep
    } else if is_set("THOROUGH") {
        whole
    } else {
        few
    }
}

/// All of them with `THOROUGH` and `DEEP`; otherwise one in three, chosen by the caller's number: three callers cover
/// them all.
pub fn share<T>(which: usize, all: impl IntoIterator<Item = T>) -> impl Iterator<Item = T> {
    all.into_iter().skip(which).step_by(so_many([3, 1, 1]) as usize)
}

/// `SEED` and `COUNT` say which programs.
#[test]
fn programs_are_played_the_same() {
    let (from, count) = chosen(so_many([100, WHOLE, 100_000]));
    // Beside fewer there are other tests.
    let threads = so_many([1, 1, 2]);
    let out = played(from, count, threads);
    println!("{count} programs, {} moves, {} faults", out.moves, out.faults);
    for (kind, (count, seed, _)) in &out.kinds {
        println!("{count:5} {seed:6} {kind}");
    }
    let mut kinds: Vec<_> = out.kinds.into_values().collect();
    kinds.sort_by_key(|it| std::cmp::Reverse(it.0));
    let failures: Vec<String> = kinds.iter().take(SHOWN).map(|(_, seed, problem)| shown(*seed, problem)).collect();
    crate::support::no_failures(&failures);
    // A few hundred of any seed may well lack something.
    if from == 1 && count >= WHOLE || count >= 5 * WHOLE {
        let rare = |it: &String| out.coverage.counts.get(it).is_none_or(|count| *count < OFTEN);
        let left_out: Vec<&str> = coverage::LEFT_OUT.iter().map(|it| it.0).collect();
        let wanted = coverage::all().into_iter().filter(|it| !left_out.contains(&it.as_str()));
        let rare: Vec<String> = wanted.filter(rare).collect();
        assert!(rare.is_empty(), "hardly in any program: {}\nleft out: {}", rare.join(", "), left_out.join("; "));
    }
}
