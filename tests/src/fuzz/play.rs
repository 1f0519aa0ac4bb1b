//! Programs that compile are played: a few games in the interpreter, and occasionally by both executors.

use super::Problem;
use super::ask::Case;
use crate::executors::{compare, default_of};
use game::random::Draw;
use game::{Fault, Object, Value};
use ir::Program;
use std::sync::Arc;
use vm::{Limits, Machine, State, json};

/// Games and moves of each.
const GAMES: u64 = 3;
const MOVES: usize = 12;

/// Little fuel: a text that never ends is to cost little.
const LIMITS: Limits = Limits {
    fuel: 20_000,
    calls: 200,
    frames: 100,
    list: 10_000,
    string: 100_000,
    log: 10_000,
    undo: 100,
    size: 100_000,
    depth: 64,
    memory: 512 << 20,
};

fn machine(case: &Case) -> Option<Machine> {
    let program = Arc::new(case.rules()?.program().clone());
    Machine::with_limits(program, LIMITS).ok()
}

fn options(program: &Program) -> Value {
    Value::object(program.options.iter().map(default_of).collect::<Object>())
}

pub fn play(case: &Case) -> Result<(), Problem> {
    let Some(machine) = machine(case) else { return Ok(()) };
    let program = machine.program().clone();
    for seed in 1..=GAMES {
        let scenario = &program.scenarios[seed as usize % program.scenarios.len()];
        let Ok(mut state) = machine.setup(seed, scenario, options(&program)) else { continue };
        let mut draw = Draw::new(seed);
        for _ in 0..MOVES {
            look(&machine, &state)?;
            match moved(&machine, &mut state, &mut draw) {
                Ok(true) => {}
                Ok(false) | Err(_) => break,
            }
        }
    }
    Ok(())
}

/// Makes one of the moves that are offered, or undoes the last; false if there is none.
fn moved(machine: &Machine, state: &mut State, draw: &mut Draw) -> Result<bool, Fault> {
    if draw.below(8) == 0 && machine.undo(state) {
        return Ok(true);
    }
    let roles = state.active().into_iter();
    let offered = roles.map(|it| Ok((it, machine.offers(state, it)?))).collect::<Result<Vec<_>, Fault>>()?;
    let count = offered.iter().map(|it| it.1.moves().count()).sum();
    let chosen = draw.below(count);
    let mut all = offered.iter().flat_map(|(role, offers)| offers.moves().map(move |(id, it)| (*role, id, it)));
    let Some((role, action, argument)) = all.nth(chosen) else { return Ok(false) };
    *state = machine.act(state.clone(), role, action, argument.clone())?;
    Ok(true)
}

/// Requirements for every position: everyone gets a view or a fault, and the state survives its JSON.
fn look(machine: &Machine, state: &State) -> Result<(), Problem> {
    for seat in -1..machine.program().roles.len() as i64 {
        let fields = machine.on_view(state, seat);
        let prompt = machine.prompt_for(state, seat);
        if let (Ok(fields), Ok(prompt)) = (&fields, &prompt) {
            json::to_text(&Value::object(machine.view_object(state, seat, fields, prompt)));
        }
    }
    let _ = machine.check(state);
    let text = json::to_text(&machine.save(state));
    let again = match machine.resume(&text) {
        Ok(it) => json::to_text(&machine.save(&it)),
        Err(fault) => return Err(Problem::new("state-not-taken-up", format!("{fault}\n{text}"))),
    };
    if again != text {
        return Err(Problem::of("state-changes", "", format!("{text}\n{again}")));
    }
    Ok(())
}

pub fn executors(case: &Case) -> Result<(), Problem> {
    let Some(machine) = machine(case) else { return Ok(()) };
    match compare("the text", &machine, 2, MOVES as u64, true) {
        Ok(_) => Ok(()),
        Err(problem) => Err(Problem::of("executors-differ", crate::programs::kind(&problem), problem)),
    }
}
