//! Random games in TGDL that mix its features: each compiles, both executors play it the same, and it has the meaning
//! of a simple model.
//!
//! Invariant: a game is made from its number alone. Offers, and results of choices, are compared with [`meaning`],
//! which knows the page of the language and nothing of the engine. A difference is shrunk as long as it remains.

mod game;
mod made;
mod meaning;
mod wild;

use crate::executors::compare;
use crate::programs::{chosen, so_many};
use crate::support::no_failures;
use ::game::random::Draw;
use ::game::{Game, Language, Rules};
use game::{Made, When, input, name};
use meaning::{Begun, State, Stop};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Number of games played of each, with their plain meaning and by both executors; and maximum number of moves.
const GAMES: u64 = 2;
const MOVES: u64 = 14;

/// Maximum findings shown.
const SHOWN: usize = 4;

/// Texts for a choice that cannot be made, which must not be said of an offer.
const REFUSALS: [&str; 2] = ["what the action requires does not hold", "nobody can be asked here"];

/// A difference, and its kind: shrinking keeps the kind.
struct Different {
    kind: &'static str,
    seen: String,
}

fn different<T>(kind: &'static str, seen: impl Into<String>) -> Result<T, Different> {
    Err(Different { kind, seen: seen.into() })
}

#[derive(Default)]
struct Counts {
    moves: u64,
    /// Moves at whose end the rules failed, after chance.
    faults: u64,
    over: u64,
    /// Moves of games that nobody works out.
    wild: u64,
    /// Number of imagined positions checked.
    imagined: u64,
}

fn check(made: &Made, seed: u64) -> Result<Counts, Different> {
    let run = || {
        let text = made.text();
        let compiled = ::game::compile(&text, Language::Tgdl, "game.tgdl");
        let Some(rules) = compiled.rules else {
            return different("compiles", diag::draw(&compiled.source, &compiled.diagnostics, false));
        };
        let mut counts = Counts::default();
        // Wild parts have no plain meaning: only both executors play them.
        for n in 0..if made.wild.is_empty() { GAMES } else { 0 } {
            plainly(made, &rules, seed.wrapping_add(n), &mut counts)?;
        }
        match compare("the game", rules.machine(), GAMES, MOVES, true) {
            Ok(played) => {
                if !made.wild.is_empty() {
                    imagined(made, &rules, seed, &mut counts)?;
                }
                counts.wild += if made.wild.is_empty() { 0 } else { played.moves };
                Ok(counts)
            }
            Err(seen) => different("executors", seen),
        }
    };
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|it| {
        let text = it.downcast_ref::<String>().cloned().unwrap_or_default();
        different("panics", text)
    })
}

/// Plays a game at random beside its plain meaning.
fn plainly(made: &Made, rules: &Rules, seed: u64, counts: &mut Counts) -> Result<(), Different> {
    let mut game = match rules.on_setup(Some(seed), None, &Value::Null) {
        Ok(game) => game,
        Err(fault) => return different("begins", fault.to_string()),
    };
    let mut state = State::first(made);
    let mut begun: Begun = None;
    let mut draw = Draw::new(seed);
    let mut moves = Vec::new();
    let told = |moves: &[String], what: String| format!("after {}: {what}", moves.join(", "));
    for _ in 0..MOVES {
        same_state(&game, &state).or_else(|it| different("states", told(&moves, it)))?;
        if state.over.is_some() {
            counts.over += 1;
            return Ok(());
        }
        let who = format!("player{}", state.active);
        let offered = offered(&game, &who).or_else(|it| different("offers", told(&moves, it)))?;
        let expected = expected(made, &state, &begun);
        if offered != expected {
            return different("offers", told(&moves, format!("offered {offered:?}\nexpected {expected:?}")));
        }
        let all: Vec<(&String, &Value)> =
            expected.iter().flat_map(|(name, all)| all.iter().map(move |it| (name, it))).collect();
        let (name, argument) = all[draw.below(all.len())];
        moves.push(format!("{who} {name} {argument}"));
        let sent = Some(argument).filter(|it| !it.is_null());
        let came = game.action(&who, name, sent);
        let (action, mut answers) = match begun.take() {
            Some(it) => it,
            None => (action_of(made, name), Vec::new()),
        };
        if let Some(at) = expected.keys().position(|it| it == name)
            && sent.is_some()
        {
            let plain = state.offered(made, &(!answers.is_empty()).then(|| (action, answers.clone())));
            let all = plain.values().nth(at).cloned().unwrap_or_default();
            let of =
                all.into_iter().flatten().find(|it| sent_as(made, &state, action, answers.len(), *it) == *argument);
            answers.push(of.unwrap_or_default());
        }
        counts.moves += 1;
        if answers.len() < made.actions[action].inputs.len() {
            if let Err(fault) = came {
                return different("answers", told(&moves, fault.to_string()));
            }
            begun = Some((action, answers));
            continue;
        }
        match (state.choose(made, action, &answers), came) {
            (Ok(next), Ok(())) => state = next,
            // After a card was drawn nobody knew: nothing has happened.
            (Err(Stop::Fail), Ok(())) => {}
            (Err(Stop::Error), Err(fault)) if fault.code.text().starts_with("HR07") => {
                counts.faults += 1;
                return Ok(());
            }
            (plain, came) => {
                let came = came.map_err(|it| it.to_string());
                return different("moves", told(&moves, format!("{came:?}, expected {:?}", plain.map(|_| ()))));
            }
        }
    }
    Ok(())
}

/// Plays a game at random: offered moves can be made. Also looks from every seat at an imagined state, which must look
/// like the real one.
fn imagined(made: &Made, rules: &Rules, seed: u64, counts: &mut Counts) -> Result<(), Different> {
    let Ok(mut game) = rules.on_setup(Some(seed), None, &Value::Null) else { return Ok(()) };
    let mut draw = Draw::new(seed);
    for _ in 0..MOVES {
        for role in 0..made.players as usize {
            let who = format!("player{role}");
            let Ok(mut unseen) = game.unseen(role) else { continue };
            let sample = unseen.sample(&mut draw);
            let [seen, shown] = [&game, &sample].map(|it| seen(it, &who));
            if seen != shown {
                return different("imagined", format!("{who} sees {seen:?}\nimagined {shown:?}"));
            }
            counts.imagined += 1;
        }
        let state: Value = serde_json::from_str(&game.state_json()).expect("JSON");
        let Some(who) = state["active"].as_str() else { break };
        let Ok(offered) = offered(&game, who) else { break };
        let all: Vec<(&String, &Value)> =
            offered.iter().flat_map(|(name, all)| all.iter().map(move |it| (name, it))).collect();
        if all.is_empty() {
            break;
        }
        let (name, argument) = all[draw.below(all.len())];
        if let Err(fault) = game.action(who, name, Some(argument).filter(|it| !it.is_null())) {
            // Rules may fail; offered moves may not be refused.
            if REFUSALS.iter().any(|it| fault.message.starts_with(it)) {
                return different("refused", format!("{who} {name} {argument}: {}", fault.message));
            }
            break;
        }
    }
    Ok(())
}

/// A role's view, without texts, which imagined positions lack, and without undo.
fn seen(game: &Game, who: &str) -> Result<Value, String> {
    let mut view: Value = serde_json::from_str(&game.view(who).map_err(|it| it.to_string())?).expect("JSON");
    let fields = view.as_object_mut().expect("a view");
    fields.retain(|name, _| !["prompt", "log", "labels", "why"].contains(&name.as_str()));
    if let Some(actions) = view["actions"].as_object_mut() {
        actions.remove("undo");
    }
    Ok(view)
}

fn action_of(made: &Made, offered: &str) -> usize {
    let is = |i: &usize| offered == name(*i) || offered.starts_with(&format!("{}_", name(*i)));
    (0..made.actions.len()).find(is).expect("an action of the game")
}

/// An answer in the form of a move: a thing by its cell.
fn sent_as(made: &Made, state: &State, action: usize, at: usize, answer: i64) -> Value {
    match made.actions[action].inputs[at] {
        game::Input::Flag => json!(answer == 1),
        game::Input::Thing(_) => json!(state.things[answer as usize]),
        _ => json!(answer),
    }
}

/// The offers by the plain meaning, as they are sent.
fn expected(made: &Made, state: &State, begun: &Begun) -> BTreeMap<String, Vec<Value>> {
    let plain = state.offered(made, begun);
    let all = plain.into_iter().map(|(offered, answers)| {
        let (action, at) = match begun {
            Some((action, answers)) => (*action, answers.len()),
            None => (action_of(made, &offered), 0),
        };
        let name = if begun.is_some() { format!("{}_{}", name(action), input(action, at)) } else { offered };
        let answers = answers.into_iter().map(|it| it.map_or(Value::Null, |it| sent_as(made, state, action, at, it)));
        (name, sorted(answers.collect()))
    });
    all.collect()
}

fn sorted(mut all: Vec<Value>) -> Vec<Value> {
    all.sort_by_key(Value::to_string);
    all
}

/// The game's offers.
fn offered(game: &Game, who: &str) -> Result<BTreeMap<String, Vec<Value>>, String> {
    let prompt = game.prompt(who).map_err(|it| it.to_string())?;
    let prompt: Value = serde_json::from_str(&prompt).expect("JSON");
    let Some(actions) = prompt["actions"].as_object() else { return Err(format!("{prompt}")) };
    let mut out = BTreeMap::new();
    for (name, it) in actions.iter().filter(|it| *it.0 != "undo") {
        match it {
            Value::Array(all) if !all.is_empty() => {
                out.insert(name.clone(), sorted(all.iter().map(whole).collect()));
            }
            Value::Number(n) if n.as_i64() == Some(1) => {
                out.insert(name.clone(), vec![Value::Null]);
            }
            _ => {}
        }
    }
    Ok(out)
}

/// A number without a fraction, as one.
fn whole(it: &Value) -> Value {
    match it.as_f64() {
        Some(n) if n.fract() == 0.0 => json!(n as i64),
        _ => it.clone(),
    }
}

/// The state matches the model in the author's attributes.
fn same_state(game: &Game, plain: &State) -> Result<(), String> {
    let state: Value = serde_json::from_str(&game.state_json()).expect("JSON");
    let mut wrong = Vec::new();
    let mut same = |what: String, found: &Value, plain: Value| {
        if whole(found) != plain {
            wrong.push(format!("{what} is {found}, expected {plain}"));
        }
    };
    for (name, value) in ["a", "b", "c"].iter().zip(plain.bank) {
        same(format!("bank.{name}"), &state["bank"][name], json!(value));
    }
    let marks: Vec<Value> = state["bank"]["marks"].as_array().expect("a list").iter().map(whole).collect();
    same("marks".into(), &json!(marks), json!(plain.marks));
    for (player, hero) in plain.heroes.iter().enumerate() {
        for (name, value) in ["x", "y"].iter().zip(hero) {
            same(format!("hero {player}.{name}"), &state["hero"][player][name], json!(value));
        }
    }
    for (cell, value) in plain.cells.iter().enumerate() {
        same(format!("cell {cell}.v"), &state["cells"][cell]["v"], json!(value));
        let lies = state["cells"][cell]["placeables"].as_array().map_or(0, Vec::len);
        let things = plain.things.iter().filter(|it| **it == cell).count();
        same(format!("things on {cell}"), &json!(lies), json!(things));
    }
    for (player, hand) in plain.hands.iter().enumerate() {
        same(format!("hand {player}"), &json!(state["hands"][player].as_array().map_or(0, Vec::len)), json!(hand));
    }
    let result = match plain.over {
        None => Value::Null,
        Some(None) => json!("Draw"),
        Some(Some(who)) => json!(format!("player{who}")),
    };
    same("the result".into(), &state["result"], result);
    if plain.over.is_none() {
        same("who is active".into(), &state["active"], json!(format!("player{}", plain.active)));
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("; ")) }
}

/// A game with less in it that differs in the same way.
fn smallest(made: Made, seed: u64, kind: &str) -> Made {
    let mut best = made;
    'again: loop {
        for smaller in smaller(&best) {
            if check(&smaller, seed).err().is_some_and(|it| it.kind == kind) {
                best = smaller;
                continue 'again;
            }
        }
        return best;
    }
}

/// All games with one part less.
fn smaller(made: &Made) -> Vec<Made> {
    let mut out = Vec::new();
    let mut with = |change: &dyn Fn(&mut Made)| {
        let mut it = made.clone();
        change(&mut it);
        out.push(it);
    };
    for i in 0..made.wild.len() {
        if made.wild.len() > 1 {
            with(&|it| drop(it.wild.remove(i)));
        }
        for smaller in made.wild[i].smaller() {
            with(&|it| it.wild[i] = smaller.clone());
        }
    }
    for i in 0..made.goals.len() {
        with(&|it| {
            it.goals.remove(i);
        });
    }
    for (i, action) in made.actions.iter().enumerate() {
        // Numbers denote actions: only the last may be removed.
        if i + 1 == made.actions.len() && !matches!(action.when, When::Chosen | When::Called) {
            with(&|it| drop(it.actions.pop()));
        }
        for at in 0..action.effect.len() {
            with(&|it| drop(it.actions[i].effect.remove(at)));
        }
        for at in 0..action.phases.len() {
            with(&|it| drop(it.actions[i].phases.remove(at)));
        }
        if action.require.is_some() {
            with(&|it| it.actions[i].require = None);
        }
        for (at, stmt) in action.effect.iter().enumerate() {
            if let game::Stmt::If(_, then, other) = stmt {
                for body in [then, other] {
                    with(&|it| {
                        it.actions[i].effect.splice(at..=at, body.iter().cloned());
                    });
                }
            }
        }
    }
    if made.loose {
        with(&|it| it.loose = false);
    }
    if made.fractions {
        with(&|it| it.fractions = false);
    }
    out
}

/// `SEED` and `COUNT` say which games.
#[test]
fn tgdl_programs_mean_what_they_say() {
    let (from, count) = chosen(so_many([40, 300, 10_000]));
    let mut counts = Counts::default();
    let mut kinds: BTreeMap<&str, Vec<(u64, String)>> = BTreeMap::new();
    for seed in from..from + count {
        match check(&made::made(seed), seed) {
            Ok(it) => {
                counts.moves += it.moves;
                counts.faults += it.faults;
                counts.over += it.over;
                counts.wild += it.wild;
                counts.imagined += it.imagined;
            }
            Err(it) => kinds.entry(it.kind).or_default().push((seed, it.seen)),
        }
    }
    println!(
        "{count} games in TGDL, {} moves, {} came to an end, {} faults; {} moves of what is not worked out, {} looks at what is imagined",
        counts.moves, counts.over, counts.faults, counts.wild, counts.imagined
    );
    let mut failures = Vec::new();
    for (kind, found) in &kinds {
        for (seed, _) in found.iter().take(SHOWN.div_ceil(kinds.len())) {
            let small = smallest(made::made(*seed), *seed, kind);
            let seen = check(&small, *seed).err().map_or(String::new(), |it| it.seen);
            failures.push(format!("{kind}, {} of {count}, seed {seed}\n{}\n{seen}", found.len(), small.text()));
        }
    }
    no_failures(&failures);
    assert!(counts.moves + counts.wild > count * GAMES, "they are played: {} moves", counts.moves);
}
