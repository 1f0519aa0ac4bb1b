//! Recorded answers of the framework, against the same games in the rules language.
//!
//! `conformance/vectors.json`: each case names its `.rules`, or several versions of the same game; a step has the
//! `call`, the framework's `result`, and for intended differences `expected` with the `deviation`. If the difference
//! changes the game, `"then": "recorded"` continues from the framework's state.

use crate::support::{here, read, rules};
use game::{Fault, Rules};
use serde_json::Value;

struct Step {
    call: Vec<Value>,
    result: String,
    expected: Option<String>,
    then_recorded: bool,
}

struct Case {
    name: String,
    rules: Rules,
    steps: Vec<Step>,
}

fn cases() -> Vec<Case> {
    let all: Value = serde_json::from_str(&read(&here().join("conformance/vectors.json"))).expect("is JSON");
    let case = |it: &Value, file: &str| Case {
        name: format!("{} ({file})", it["name"].as_str().expect("a name")),
        rules: rules(&read(&here().join("conformance").join(file))),
        steps: it["steps"].as_array().expect("steps").iter().map(step).collect(),
    };
    let mut out = Vec::new();
    for it in all.as_array().expect("cases") {
        for file in it["rules"].as_str().expect("files").split(", ") {
            out.push(case(it, file));
        }
    }
    out
}

fn step(it: &Value) -> Step {
    let expected = it["expected"].as_str().map(str::to_owned);
    assert_eq!(expected.is_some(), it["deviation"].is_string(), "a deviation has its reason: {it}");
    Step {
        call: it["call"].as_array().expect("a call").clone(),
        result: it["result"].as_str().expect("a result").to_owned(),
        expected,
        then_recorded: it["then"] == "recorded",
    }
}

/// Result of a call: a text, and whether it is the new state.
fn answer(rules: &Rules, state: &str, call: &[Value]) -> Result<(String, bool), Fault> {
    let text = |i: usize| call.get(i).and_then(Value::as_str).expect("a text");
    let name = text(0);
    if name == "setup" {
        let options = call.get(3).cloned().unwrap_or_default();
        let game = rules.on_setup(call[1].as_u64(), Some(text(2)), &options)?;
        return Ok((game.state_json(), true));
    }
    let mut game = rules.resume(state)?;
    match name {
        "view" => return Ok((game.view(text(1))?, false)),
        "query" => return Ok((game.query(text(1), &call[2])?, false)),
        "action" => game.action(text(1), text(2), call.get(3))?,
        "finish" => game.finish(text(1), text(2))?,
        other => panic!("no such call: {other}"),
    }
    Ok((game.state_json(), true))
}

fn told(given: Result<(String, bool), Fault>) -> (String, bool) {
    given.unwrap_or_else(|fault| (format!("ERROR {}", fault.code.text()), false))
}

#[test]
fn every_call_gives_what_was_recorded() {
    let mut failures = Vec::new();
    for case in cases() {
        let mut state = String::new();
        for (i, step) in case.steps.iter().enumerate() {
            let (text, changed) = told(answer(&case.rules, &state, &step.call));
            let expected = step.expected.as_ref().unwrap_or(&step.result);
            if text != *expected {
                failures
                    .push(format!("{}, step {i} {:?}\n  expected {expected}\n  found    {text}", case.name, step.call));
            }
            if step.then_recorded {
                state.clone_from(&step.result);
            } else if changed {
                state = text;
            }
        }
    }
    crate::support::no_failures(&failures);
}

/// States of the framework are loaded, saved unchanged, and played on.
#[test]
fn recorded_states_are_played_on() {
    let mut played = 0;
    for case in cases() {
        let mut recorded: Option<&str> = None;
        for step in &case.steps {
            let is_state = step.result.starts_with("{\"active\"");
            if let (Some(state), "action" | "finish", true, None) =
                (recorded, step.call[0].as_str().expect("a name"), is_state, &step.expected)
            {
                let game = case.rules.resume(state).expect("is taken up");
                assert_eq!(game.state_json(), state, "{}", case.name);
                assert_eq!(told(answer(&case.rules, state, &step.call)).0, step.result, "{}", case.name);
                played += 1;
            }
            if is_state {
                recorded = Some(&step.result).filter(|_| fits(&case, &step.result)).map(String::as_str);
            }
        }
    }
    assert!(played >= 15, "only {played} moves");
}

/// Some states of the framework do not fit these rules: a frame with an unknown name.
fn fits(case: &Case, state: &str) -> bool {
    !(case.name.starts_with("views") && state.contains("nowhere"))
}
