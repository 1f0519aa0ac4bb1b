//! Programs behave the same after the passes, in both executors; the output of passes for sources is in `passes/*.txt`.
//!
//! Each is a source, then a line `-----` and below it the results of its tests without the passes and with them, and
//! the functions that run. `UPDATE=1` writes the part below.

use crate::cases::{input, playable};
use crate::executors::{compare, states};
use crate::plays::{shipped, shipped_games};
use crate::programs::{chosen, so_many};
use crate::support::{compile, expect_file, files, here, no_failures, read, stem};
use game::{Passes, Rules};
use std::cell::LazyCell;
use std::sync::Arc;
use vm::{Limits, Machine};

/// Number of programs for each pass.
const PROGRAMS: u64 = 180;
/// Number of further programs for a pass that does nothing in these.
const MORE: u64 = 3_000;
/// Of fewer programs that a pass changes there need be none that plays to its end.
const FEW: u32 = 5;

/// Each pass alone, and all together.
const EACH: [Passes; 13] = [
    Passes { seats: true, ..Passes::NONE },
    Passes { reasons: true, ..Passes::NONE },
    Passes { inline: true, ..Passes::NONE },
    // One pass provides the role of a prompt to the other.
    Passes { seats: true, roles: true, ..Passes::NONE },
    Passes { fold: true, ..Passes::NONE },
    Passes { invariants: true, ..Passes::NONE },
    Passes { lengths: true, ..Passes::NONE },
    Passes { demand: true, ..Passes::NONE },
    Passes { fuse: true, ..Passes::NONE },
    Passes { enough: true, ..Passes::NONE },
    Passes { held: true, ..Passes::NONE },
    Passes { literals: true, ..Passes::NONE },
    Passes::ALL,
];

/// The rules with these passes only.
fn after(rules: &Rules, passes: Passes) -> Rules {
    Rules::after(rules.written().clone(), rules.source().clone(), passes).expect("was taken before")
}

/// The functions that run, as they are dumped.
fn functions(rules: &Rules) -> String {
    let dump = ir::dump(rules.program());
    dump.find("\nfunction ").map_or("", |at| &dump[at..]).to_owned()
}

/// Results of a source's tests.
fn tests(rules: &Rules) -> String {
    let one = |(i, name): (usize, &str)| match rules.run_test(i) {
        Ok(()) => format!("  {name}: passes\n"),
        Err(it) => format!("  {name}: {}\n", it.problem.message),
    };
    rules.tests().enumerate().map(one).collect()
}

#[test]
fn lists_that_need_not_be_made() {
    let all = files(&here().join("passes"), "txt");
    assert!(all.len() >= 2, "{all:?}");
    let mut failures = Vec::new();
    for path in all {
        let text = read(&path);
        let source = input(&text).0;
        let compiled = compile(source);
        let rules = compiled.rules.unwrap_or_else(|| panic!("{}", stem(&path)));
        let without = tests(&after(&rules, Passes::NONE));
        let found = format!("without passes\n{without}with passes\n{}{}", tests(&rules), functions(&rules));
        expect_file(&path, &format!("{source}\n-----\n{found}"), &mut failures);
    }
    no_failures(&failures);
}

fn machine(program: &ir::Program, limits: Limits) -> Machine {
    Machine::with_limits(Arc::new(program.clone()), limits).expect("is taken")
}

/// All states of some games, in both executors; none where something fails.
fn in_both(name: &str, program: &ir::Program, limits: Limits, games: u64, moves: u64) -> Option<Vec<String>> {
    let played = compare(name, &machine(program, limits), games, moves, true).unwrap_or_else(|it| panic!("{it}"));
    (played.faults == 0).then_some(played.states)
}

#[test]
fn random_programs_come_to_the_same_states() {
    let limits = Limits { fuel: 100_000, ..Limits::default() };
    let (from, count) = chosen(so_many([15, PROGRAMS, PROGRAMS]));
    // By pass: how many programs it changes, and how many of these play to their end.
    let mut counts = EACH.map(|passes| (passes, 0_u32, 0_u32));
    let lacks = |(_, changed, whole): &(Passes, u32, u32)| *changed == 0 || *whole == 0 && *changed >= FEW;
    let more = if count >= PROGRAMS { MORE } else { 0 };
    for seed in from..from + count + more {
        if seed >= from + count && !counts.iter().any(lacks) {
            break;
        }
        let program = crate::programs::made(seed);
        let (name, text) = (format!("seed {seed}"), ir::dump(&program));
        assert_eq!(ir::dump(&Passes::NONE.run(&program)), text);
        let before = LazyCell::new(|| states(&machine(&program, limits), 2, 8));
        for it in counts.iter_mut().filter(|it| seed < from + count || lacks(it)) {
            let (passes, changed, whole) = it;
            let passed = passes.run(&program);
            let now = ir::dump(&passed);
            ir::verify(&passed).unwrap_or_else(|it| panic!("{name}: {it}\n{now}"));
            if now == text {
                continue;
            }
            *changed += 1;
            let after = in_both(&name, &passed, limits, 2, 8);
            if before.is_some() {
                assert!(after == *before, "{name}:\n{text}\nafter {passes:?}\n{now}");
                *whole += 1;
            }
        }
    }
    for it in counts.into_iter().filter(|_| count >= PROGRAMS) {
        let (passes, changed, whole) = it;
        assert!(!lacks(&it), "{passes:?}: {changed} programs are changed, {whole} play to their end");
    }
}

#[test]
fn shipped_games_and_cases_come_to_the_same_states() {
    let mut changed = Vec::new();
    let cases = playable(2).map(|(path, rules)| (stem(&path).to_owned(), rules));
    let games = shipped_games().into_iter().map(|it| (it.clone(), shipped(&it)));
    for (name, rules) in games.chain(cases) {
        if ir::dump(rules.program()) == ir::dump(rules.written()) {
            continue;
        }
        // Agreement of the executors is tested elsewhere.
        let [before, after] =
            [rules.written(), rules.program()].map(|it| states(&machine(it, Limits::default()), 1, 60));
        if before.is_some() {
            assert!(after == before, "{name}");
            changed.push(name);
        }
    }
    for it in ["reversi", "draughts", "backgammon", "breakthrough"] {
        assert!(changed.iter().any(|name| name == it), "{changed:?}");
    }
}
