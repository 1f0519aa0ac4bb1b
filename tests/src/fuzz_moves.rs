//! Moves that were not offered: a role's moves are enumerated independently from its prompt; nothing else is accepted,
//! by either executor, and refused moves change nothing.
//!
//! `SEED` and `COUNT` say which positions; each is asked about forty times.

use crate::entries::argument;
use crate::executors::fault;
use crate::native::{Loaded, MOST};
use crate::plays::{shipped, shipped_games};
use crate::support::no_failures;
use codegen::Module;
use game::random::{self, Draw};
use game::{Game, Rules};
use serde_json::{Value, json};
use std::time::Instant;

/// Forged moves in every run of the tests.
const EVERY_DAY: u64 = 4_000;
/// Number of moves per position.
const EACH: u64 = 40;
const SHOWN: usize = 5;

struct Base {
    name: String,
    rules: Rules,
    module: Module,
    loaded: Loaded,
}

/// `true` if a prompt offers a move.
fn is_offered(actions: &Value, action: &str, argument: &Value) -> bool {
    let none = argument.is_null();
    match actions.get(action) {
        Some(Value::Number(n)) => n.as_i64() == Some(1) && none,
        Some(Value::Array(all)) => all.iter().any(|it| same(it, argument)),
        _ => false,
    }
}

/// Numbers are equal in any notation.
fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a.as_f64() == b.as_f64(),
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(key, it)| b.get(key).is_some_and(|other| same(it, other)))
        }
        _ => a == b,
    }
}

/// Something near an argument, or far from it.
fn forged(draw: &mut Draw, offered: &[Value]) -> Value {
    let deep = |n: usize| (0..n).fold(json!(0), |it, _| json!([it]));
    let odd = [
        json!(null),
        json!(true),
        json!(0),
        json!(-1),
        json!(0.5),
        json!(1e300),
        json!(9_007_199_254_740_992_u64),
        json!(u64::MAX),
        json!(4_294_967_296_u64),
        json!(""),
        json!("x"),
        json!("__proto__"),
        json!([]),
        json!([[]]),
        json!([null, null]),
        json!({}),
        json!({"0": 1, "a": null}),
        deep(60),
        deep(70),
    ];
    if offered.is_empty() || draw.below(3) == 0 {
        return odd[draw.below(odd.len())].clone();
    }
    let near = offered[draw.below(offered.len())].clone();
    match (draw.below(7), near) {
        (0, near) => near,
        (1, Value::Number(n)) => {
            let by = [1.0, -1.0, 0.5, 1e-7, 256.0, 65_536.0, 4_294_967_296.0][draw.below(7)];
            json!(n.as_f64().unwrap_or(0.0) + by)
        }
        (2, near) => json!(near.to_string()),
        (3, near) => json!([near]),
        (4, Value::Array(mut items)) => {
            if draw.below(2) == 0 {
                drop(items.pop())
            } else {
                items.push(json!(0))
            }
            Value::Array(items)
        }
        (5, Value::Array(mut items)) if !items.is_empty() => {
            let at = draw.below(items.len());
            items[at] = odd[draw.below(odd.len())].clone();
            Value::Array(items)
        }
        (_, Value::Array(mut items)) => {
            items.reverse();
            Value::Array(items)
        }
        (_, near) => json!({"0": near}),
    }
}

/// Forty moves in a position; how many were accepted.
fn position(base: &Base, game: &Game, draw: &mut Draw, forgeries: &mut u64) -> Result<u64, String> {
    let Base { rules, module, loaded, .. } = base;
    let program = rules.program();
    let open = program.frames.iter().flat_map(|it| match &it.kind {
        ir::FrameKind::State(it) => it.handlers.as_slice(),
        _ => &[],
    });
    let open: Vec<&str> =
        open.filter(|it| it.open.is_some()).map(|it| program.actions[it.action.index()].as_str()).collect();
    let mut native = loaded.start(MOST);
    native.load(module, &serde_json::from_str(&game.state_json()).unwrap())?;
    let before = game.state_json();
    let mut accepted = 0;
    for _ in 0..EACH {
        let role = program.roles[draw.below(program.roles.len())].clone();
        let prompt = game.prompt(&role).map_err(|it| fault(&it));
        let Ok(prompt) = prompt else { return Ok(accepted) };
        let actions = serde_json::from_str::<Value>(&prompt).unwrap()["actions"].clone();
        let shown: Vec<&String> = actions.as_object().map(|it| it.keys().collect()).unwrap_or_default();
        let all = program.actions.len();
        let action = match draw.below(6) {
            0 => ["undo", "", "constructor", "__proto__", "Undo", "no such"][draw.below(6)].to_owned(),
            1 if all > 0 => program.actions[draw.below(all)].clone(),
            _ if shown.is_empty() => "undo".to_owned(),
            _ => shown[draw.below(shown.len())].clone(),
        };
        let offered = actions.get(&action).and_then(Value::as_array).cloned().unwrap_or_default();
        let given = forged(draw, &offered);
        // A value above the size limit is refused for any action.
        let holds = vm::json::from_json(&given).is_ok_and(|it| rules.machine().is_of_size(&it));
        let allowed = holds && is_offered(&actions, &action, &given);
        let what = format!("{role} {action} {given}");
        *forgeries += 1;
        let mut copy = game.clone();
        let theirs = copy.action(&role, &action, Some(&given)).map_err(|it| fault(&it));
        let stopped = matches!(&theirs, Err(it) if !it.starts_with("HR06"));
        let after_end = game.state().is_over() && action == "undo";
        match &theirs {
            Ok(()) if !allowed && !open.contains(&action.as_str()) && !after_end => {
                return Err(format!("{what} was not offered, and is accepted"));
            }
            Err(it) if allowed && !stopped => return Err(format!("{what} was offered, and is refused: {it}")),
            _ => {}
        }
        accepted += u64::from(theirs.is_ok());
        // The host hands nothing over that is, nor for a role that does not play.
        if let Some(seat) = game.roles().iter().position(|it| *it == role).filter(|_| holds) {
            let kept: i32 = native.call("save", ()).unwrap();
            let ours = native.act(module, seat, &action, &given).map(|()| native.state());
            let theirs = theirs.map(|()| copy.state_json());
            if ours != theirs {
                return Err(format!("{what}: {ours:?}, and the machine {theirs:?}"));
            }
            native.call::<i32, ()>("restore", kept).unwrap();
            native.call::<(), ()>("tidy", ()).unwrap();
        }
        if native.state() != before || game.state_json() != before {
            return Err(format!("{what} changed something"));
        }
    }
    Ok(accepted)
}

#[test]
fn nothing_is_accepted_that_was_not_offered() {
    let (from, total) = crate::programs::chosen(EVERY_DAY);
    let bases: Vec<Base> = shipped_games()
        .into_iter()
        .map(|name| (name.clone(), shipped(&name)))
        .chain([("words".to_owned(), crate::open::rules())])
        .map(|(name, rules)| {
            let module = codegen::module(rules.program(), rules.machine().limits()).unwrap();
            let loaded = Loaded::new(&module);
            Base { name, rules, module, loaded }
        })
        .collect();
    let (mut failures, mut forgeries, mut accepted, began) = (Vec::new(), 0, 0, Instant::now());
    let mut seed = from;
    while forgeries < total && failures.len() < SHOWN {
        let base = &bases[seed as usize % bases.len()];
        let mut draw = Draw::new(seed);
        let options = random::options(&base.rules, &base.rules.scenarios()[0], &mut draw);
        seed += 1;
        let Ok(mut game) = base.rules.on_setup(Some(seed), None, &options) else { continue };
        let moves = draw.below(20);
        for _ in 0..moves {
            let mut next = game.clone();
            let Ok(Some(played)) = random::play(&mut next, &mut draw) else { break };
            let name = &base.rules.program().actions[played.action.index()];
            let role = &base.rules.program().roles[played.role];
            if game.action(role, name, Some(&argument(&played.argument))).is_err() {
                break;
            }
        }
        match position(base, &game, &mut draw, &mut forgeries) {
            Ok(count) => accepted += count,
            Err(problem) => failures.push(format!("{}, SEED={}:\n{problem}", base.name, seed - 1)),
        }
    }
    println!(
        "{forgeries} moves, {:.0} a second, {accepted} accepted",
        forgeries as f64 / began.elapsed().as_secs_f64()
    );
    no_failures(&failures);
    assert!(total < EVERY_DAY || accepted > total / 100, "{accepted}");
}
