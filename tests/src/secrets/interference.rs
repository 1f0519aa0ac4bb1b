//! Random games with secrets: games that the analysis accepts show a seat the same for any secrets of others.
//!
//! An accepted game without leaks of accepted kinds is played from states that differ only in secrets of a seat; the
//! seat must be shown the same after every move. For refused games, the actual leaks are counted, which shows that
//! these runs find mistakes.

use super::maker::made;
use super::seen::{Made, NOBODY, accepted, differs, told};
use crate::programs::chosen;
use crate::support::{Draw, codes, compile, drawn_errors, no_failures};
use game::Rules;
use serde_json::{Value, json};

/// Games in every run of the tests, and in deep ones.
const EVERY_DAY: u64 = 300;
const DEEP: u64 = 100_000;

const ROLES: [&str; 3] = ["A", "B", "C"];

/// Number of sets of secrets tried for each seat.
const SETS: u64 = 4;

/// A state in which everything that a seat may see is as in all others of these, and all else is drawn.
fn varied(state: &Value, eye: &str, set: u64) -> Value {
    let mut draw = Draw(set.wrapping_mul(0x9e37_79b9) + 77);
    draw.next();
    let mut some = |own: bool, fixed: usize| if own { fixed } else { draw.below(6) };
    let mut out = state.clone();
    for (at, role) in ROLES.iter().enumerate() {
        let own = *role == eye;
        out["own"][at] = json!(some(own, at + 2));
        out["back"][at] = json!(some(!own, at + 1));
        out["hand"][at] = json!([some(own, 1), some(own, 3), some(own, 5)]);
    }
    out["plan"] = json!(some(eye == "A", 3));
    out["deck"] = json!([some(false, 0), some(false, 0), some(false, 0)]);
    out["hidden"] = json!([some(false, 0), some(false, 0), some(false, 0)]);
    // The same number in all of them.
    out["bag"] = json!([some(false, 0)]);
    out
}

/// Possible moves from a state: some of the offered ones, by their number.
fn moves(rules: &Rules, state: &Value, seed: u64) -> Vec<Made> {
    let mut draw = Draw(seed | 1);
    let mut out = Vec::new();
    let Ok(mut game) = rules.resume(&state.to_string()) else { return out };
    for _ in 0..5 {
        let Some(seat) = game.state().active().first().copied() else { break };
        let Ok(offers) = game.legal(seat) else { break };
        let all: Vec<_> = offers.moves().map(|it| (it.0, it.1.clone())).collect();
        if all.is_empty() {
            break;
        }
        let (action, argument) = all[draw.below(all.len())].clone();
        let name = rules.program().actions[action.index()].clone();
        let argument =
            (!argument.is_absent()).then(|| serde_json::from_str(&vm::json::to_text(&argument)).expect("JSON"));
        let undo = draw.below(5) == 0 && game.state().undo_len() > 0;
        let made =
            if undo { (ROLES[seat].into(), "undo".into(), None) } else { (ROLES[seat].to_owned(), name, argument) };
        let done = game.action(&made.0, &made.1, made.2.as_ref());
        out.push(made);
        if done.is_err() {
            break;
        }
    }
    out
}

/// Output for a seat that depends on others' secrets; and the amount compared.
fn interference(rules: &Rules, seed: u64, compared: &mut u64) -> Option<String> {
    let start = rules.on_setup(Some(1), None, &Value::Null).ok()?;
    let state: Value = serde_json::from_str(&start.state_json()).expect("JSON");
    for eye in ROLES.into_iter().chain([NOBODY]) {
        let first = varied(&state, eye, 0);
        let moves = moves(rules, &first, seed);
        let seen = told(rules, &first, eye, &moves);
        for set in 1..SETS {
            let other = told(rules, &varied(&state, eye, set), eye, &moves);
            *compared += seen.len().min(other.len()) as u64;
            if let Some((a, b)) = differs(&seen, &other) {
                return Some(format!("{eye} is shown, after {moves:?}\n{a}\n{b}"));
            }
        }
    }
    None
}

/// `true` if secrets change anything at all: other data, or their owners' views.
fn matter(rules: &Rules, seed: u64) -> bool {
    let Ok(start) = rules.on_setup(Some(1), None, &Value::Null) else { return false };
    let state: Value = serde_json::from_str(&start.state_json()).expect("JSON");
    let moves = moves(rules, &varied(&state, NOBODY, 0), seed);
    let end = |set: u64| {
        let state = varied(&state, NOBODY, set);
        let mut seen: Vec<String> = ROLES.iter().flat_map(|it| told(rules, &state, it, &moves)).collect();
        if let Ok(mut game) = rules.resume(&state.to_string()) {
            for (role, action, argument) in &moves {
                if game.action(role, action, argument.as_ref()).is_err() {
                    break;
                }
            }
            let end: Value = serde_json::from_str(&game.state_json()).expect("JSON");
            seen.push(format!("{} {} {}", end["h"], end["hs"], end["q"]));
        }
        seen
    };
    let first = end(0);
    (1..SETS).any(|it| end(it) != first)
}

#[derive(Default)]
struct Outcome {
    accepted: u64,
    /// Of those: without leaks of accepted kinds; secrets change something.
    clean: u64,
    matter: u64,
    compared: u64,
    refused: u64,
    /// Of those: programs with output.
    telling: u64,
    broken: Vec<String>,
    leaks: Vec<String>,
}

/// The same game without secrets, so that nothing is refused.
fn open(text: &str) -> String {
    text.replace("secret(A) ", "").replace("secret ", "")
}

fn run(from: u64, count: u64, step: u64) -> Outcome {
    let mut out = Outcome::default();
    for seed in (from..from + count).step_by(step as usize) {
        let text = made(seed);
        let compiled = compile(&text);
        let mut compared = 0;
        match &compiled.rules {
            Some(rules) => {
                out.accepted += 1;
                if accepted(rules).is_empty() {
                    out.clean += 1;
                    out.matter += u64::from(matter(rules, seed));
                    if let Some(told) = interference(rules, seed, &mut compared) {
                        out.leaks.push(format!("seed {seed}\n{text}\n{told}"));
                    }
                    out.compared += compared;
                }
            }
            None if codes(&compiled).iter().any(|it| it.starts_with("HR036")) => {
                out.refused += 1;
                if let Some(rules) = compile(&open(&text)).rules {
                    out.telling += u64::from(interference(&rules, seed, &mut compared).is_some());
                }
            }
            None => out.broken.push(format!("seed {seed}\n{}", drawn_errors(&compiled))),
        }
    }
    out
}

/// `SEED` and `COUNT` say which games, `DEEP` that there are many.
#[test]
fn fuzz_secrets() {
    let deep = std::env::var("DEEP").is_ok();
    let (from, count) = chosen(if deep { DEEP } else { EVERY_DAY });
    let threads = if count > 2 * EVERY_DAY { 2 } else { 1 };
    let outcomes: Vec<Outcome> = std::thread::scope(|scope| {
        let all: Vec<_> = (0..threads).map(|it| scope.spawn(move || run(from + it, count - it, threads))).collect();
        all.into_iter().map(|it| it.join().expect("a thread comes to its end")).collect()
    });
    let sum = |of: fn(&Outcome) -> u64| outcomes.iter().map(of).sum::<u64>();
    let (accepted, clean, refused) = (sum(|it| it.accepted), sum(|it| it.clean), sum(|it| it.refused));
    let (matter, telling) = (sum(|it| it.matter), sum(|it| it.telling));
    println!(
        "{count} games: {accepted} accepted, {clean} of them without anything that is told, in {matter} of these secrets change something; \
         {} positions compared; {refused} refused, {telling} of them seen to tell something",
        sum(|it| it.compared)
    );
    let mut failures: Vec<String> = outcomes.iter().flat_map(|it| it.leaks.iter().chain(&it.broken)).cloned().collect();
    println!("{} failures", failures.len());
    failures.sort_by_key(String::len);
    failures.truncate(4);
    no_failures(&failures);
    if count >= EVERY_DAY {
        assert!(clean * 5 >= count, "hardly any is accepted: {clean} of {count}");
        assert!(matter * 10 >= clean, "secrets hardly matter: {matter} of {clean}");
        assert!(telling * 8 >= refused, "leaks are hardly found: {telling} of {refused}");
    }
}
