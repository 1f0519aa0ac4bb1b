//! The machine and machine code: the same games, to the byte of every state, and the same faults.

use crate::cases::{compiled, input};
use crate::native::Native;
use crate::plays::{shipped, shipped_games};
use crate::support::{files, here, no_failures, read, stem};
use codegen::{Limits, outcome};
use game::random::{self, Draw};
use game::{Fault, Rules};

pub fn fault(fault: &Fault) -> String {
    format!("{} {:?}", fault.code.text(), fault.span)
}

pub fn limits() -> Limits {
    Limits::default()
}

/// What ran last has taken as many steps in both.
fn same_steps(native: &mut Native, rules: &Rules) -> Result<(), String> {
    let (ours, theirs) = (native.steps_left(), rules.machine().steps_left());
    if ours == theirs { Ok(()) } else { Err(format!("{ours} steps left, and the machine {theirs}")) }
}

/// Plays games both ways; gives where they part.
fn compare(name: &str, rules: &Rules, games: u64, most: u64) -> Result<u64, String> {
    let module = codegen::module(rules.program(), &limits());
    if !module.missing.is_empty() {
        let all: Vec<String> = module.missing.iter().map(|it| format!("{}: {}", it.function, it.what)).collect();
        return Err(format!("{name} cannot be compiled whole: {}", all.join("; ")));
    }
    let mut moves = 0;
    let mut native = Native::new(&module);
    for seed in 1..=games {
        let ours = native.call::<(i64, i32, i32), ()>("setup", (seed as i64, 0, 0));
        let ours = native.outcome(&module, ours);
        let theirs = rules.on_setup(Some(seed), None, &serde_json::json!({})).map_err(|it| fault(&it));
        let mut game = match (ours, theirs) {
            (Ok(()), Ok(game)) => game,
            (Err(ours), Err(theirs)) if ours == theirs => return Ok(moves),
            (ours, theirs) => {
                return Err(format!("{name}, setup: {ours:?}, and the machine {:?}", theirs.map(|it| it.state_json())));
            }
        };
        same_steps(&mut native, rules).map_err(|it| format!("{name}, setup: {it}"))?;
        native.call::<i64, ()>("draws", seed as i64).unwrap();
        let mut draw = Draw::new(seed);
        for n in 0..most {
            let (ours, theirs) = (native.state(), game.state_json());
            if ours != theirs {
                return Err(format!("{name}, game {seed}, after {n} moves:\n{ours}\n{theirs}"));
            }
            let over = game.state().is_over();
            let ours = native.call::<(), i32>("step", ());
            let ours = native.outcome(&module, ours).map(|it| it as u32);
            let theirs = random::play(&mut game, &mut draw).map_err(|it| fault(&it));
            match (ours, theirs) {
                (Ok(outcome::MOVED), Ok(Some(played))) => {
                    moves += 1;
                    same_steps(&mut native, rules)
                        .map_err(|it| format!("{name}, game {seed}, move {n} ({played:?}): {it}"))?;
                }
                (Ok(outcome::OVER), Ok(None)) if over => break,
                (Ok(outcome::STUCK), Ok(None)) if !over => break,
                (Err(ours), Err(theirs)) if ours == theirs => {
                    native = Native::new(&module);
                    break;
                }
                (ours, theirs) => {
                    let theirs = theirs.map(|it| it.map(|it| it.argument));
                    return Err(format!("{name}, game {seed}, after {n} moves: {ours:?}, and the machine {theirs:?}"));
                }
            }
        }
    }
    Ok(moves)
}

/// More games where `DEEP` is set.
fn games(few: u64) -> u64 {
    if std::env::var("DEEP").is_ok() { few * 100 } else { few }
}

#[test]
fn games_are_played_the_same() {
    let mut failures = Vec::new();
    for name in shipped_games() {
        match compare(&name, &shipped(&name), games(2), 2000) {
            Ok(moves) => assert!(moves > 0, "{name}"),
            Err(problem) => failures.push(problem),
        }
    }
    no_failures(&failures);
}

/// Every part of the language and of its library, and the faults of rules.
#[test]
fn cases_are_played_the_same() {
    let mut failures = Vec::new();
    let mut compared = 0;
    for path in files(&here().join("cases/rules"), "txt") {
        let text = read(&path);
        if let Some(rules) = compiled(input(&text).0).rules {
            compared += 1;
            failures.extend(compare(stem(&path), &rules, games(3), 40).err());
        }
    }
    assert!(compared >= 40, "only {compared} cases");
    no_failures(&failures);
}
