//! Mutated states: both executors accept the same ones, refuse the same others for the same reason and at the same
//! path, and never stop without a code in later calls.
//!
//! `SEED` and `COUNT` say which; a state that differs is made smaller as long as it does.

use crate::cases::playable;
use crate::executors::{fault, same_told};
use crate::native::{Loaded, Native};
use crate::plays::{shipped, shipped_games};
use crate::programs::{chosen, share};
use crate::support::{no_failures, stem};
use codegen::Module;
use game::Value as Held;
use game::random::Draw;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::sync::Arc;
use std::time::Instant;
use vm::{Limits, Machine, State, json as text};

/// In every run of the tests.
const EVERY_DAY: u64 = 1_500;
/// Number of states per game, before the next game's turn.
const IN_A_ROW: u64 = 20;
/// Maximum failures shown.
const SHOWN: usize = 5;

/// A game whose states are changed.
struct Base {
    name: String,
    machine: Machine,
    module: Module,
    loaded: Loaded,
}

/// Shipped games and cases, with few steps: a forged state may lead anywhere.
fn bases() -> Vec<Base> {
    let shipped = share(1, shipped_games()).map(|name| (name.clone(), shipped(&name)));
    let cases = playable(1).map(|(path, rules)| (stem(&path).to_owned(), rules));
    let limits = || Limits { fuel: 200_000, ..Limits::default() };
    let base = |(name, rules): (String, game::Rules)| {
        let machine = Machine::with_limits(Arc::new(rules.program().clone()), limits()).expect("was one already");
        let module = codegen::module(machine.program(), machine.limits()).unwrap();
        let loaded = Loaded::new(&module);
        Base { name, machine, module, loaded }
    };
    shipped.chain(cases).map(base).collect()
}

/// One change: the number of a value in it, counted from the outside in, and the change there.
#[derive(Clone, Copy, Debug)]
struct Change {
    at: usize,
    what: usize,
    with: usize,
}

/// Kinds of changes, and things to put somewhere.
const KINDS: usize = 12;

fn pool(i: usize) -> Value {
    let deep = |n: usize| (0..n).fold(json!(1), |it, _| json!([it]));
    let all = [
        json!(null),
        json!(0),
        json!(-1),
        json!(1),
        json!(7),
        json!(255),
        json!(256),
        json!(65_536),
        json!(4_294_967_296_u64),
        json!(9_007_199_254_740_991_u64),
        json!(9_007_199_254_740_992_u64),
        json!(1e300),
        json!(1.5),
        json!(-0.0),
        json!(""),
        json!("x"),
        json!("None"),
        json!("__proto__"),
        json!(true),
        json!(false),
        json!([]),
        json!({}),
        json!([null]),
        json!([[1], 2]),
        json!({"P": "x", "I": 0, "L": null}),
        deep(70),
        // Deeper than the limit of values, within that of states.
        deep(125),
        deep(140),
    ];
    all[i % all.len()].clone()
}

fn count(value: &Value) -> usize {
    1 + match value {
        Value::Array(items) => items.iter().map(count).sum(),
        Value::Object(fields) => fields.values().map(count).sum(),
        _ => 0,
    }
}

/// The value of that number.
fn nth(value: &mut Value, mut n: usize) -> Option<&mut Value> {
    if n == 0 {
        return Some(value);
    }
    n -= 1;
    let parts: Vec<&mut Value> = match value {
        Value::Array(items) => items.iter_mut().collect(),
        Value::Object(fields) => fields.values_mut().collect(),
        _ => return None,
    };
    for part in parts {
        let size = count(part);
        if n < size {
            return nth(part, n);
        }
        n -= size;
    }
    None
}

fn change(state: &mut Value, it: Change) {
    let all = count(state);
    let other = nth(&mut state.clone(), it.with % all).cloned().unwrap_or_default();
    let Some(value) = nth(state, it.at % all) else { return };
    match (it.what % KINDS, value) {
        (0 | 1, value) => *value = pool(it.with),
        (2, value) => *value = other,
        (3, Value::Number(n)) => {
            let by = [1, -1, 256, -256, 65_536, 1 << 32][it.with % 6];
            *n = n.as_i64().unwrap_or(0).wrapping_add(by).into();
        }
        (4, Value::Array(items)) if !items.is_empty() => drop(items.remove(it.with % items.len())),
        (5, Value::Array(items)) => items.insert(it.with % (items.len() + 1), other),
        (6, Value::Array(items)) if items.len() > 1 => {
            let (a, b) = (it.with % items.len(), it.at % items.len());
            items.swap(a, b);
        }
        (7, Value::Array(items)) if !items.is_empty() => items.push(items[it.with % items.len()].clone()),
        (4, Value::Object(fields)) if !fields.is_empty() => {
            let key = fields.keys().nth(it.with % fields.len()).cloned().unwrap_or_default();
            fields.shift_remove(&key);
        }
        (5, Value::Object(fields)) => {
            let key = ["zzz", "undo", "message", "$", "result", "P", "log", "a"][it.with % 8];
            fields.insert(key.into(), other);
        }
        (6, Value::Object(fields)) if fields.len() > 1 => {
            let key = fields.keys().nth(it.with % fields.len()).cloned().unwrap_or_default();
            if let Some(value) = fields.shift_remove(&key) {
                fields.insert(key, value);
            }
        }
        (8, value) => *value = json!([value.clone()]),
        (9, value) => *value = value.as_array().and_then(|it| it.first()).cloned().unwrap_or_default(),
        (10, Value::String(text)) => text.push('x'),
        (11, Value::Object(fields)) => {
            let entries: Map<String, Value> = fields.iter().rev().map(|(k, v)| (k.clone(), v.clone())).collect();
            *fields = entries;
        }
        _ => {}
    }
}

/// Results for a state.
#[derive(Debug, Default)]
struct Seen {
    taken: u64,
    refused: u64,
    acted: u64,
}

/// A machine of one game, used repeatedly.
struct Pair<'b> {
    base: &'b Base,
    native: Native,
}

impl<'b> Pair<'b> {
    fn new(base: &'b Base) -> Pair<'b> {
        Pair { base, native: base.loaded.start(400_000_000) }
    }

    /// Gives how they differ.
    fn compare(&mut self, state: &Value, draw: &mut Draw, seen: &mut Seen) -> Result<(), String> {
        let Base { machine, module, .. } = self.base;
        let given = state.to_string();
        let theirs = machine.resume(&given);
        // A state that nests too deep is not even passed on.
        if matches!(&theirs, Err(it) if it.code == diag::Code::TooDeep && it.path.is_none()) {
            seen.refused += 1;
            return Ok(());
        }
        let mark: i32 = self.native.call("mark", ()).unwrap();
        let ours = self.native.load(module, state);
        let result = match (ours, theirs) {
            (Ok(()), Ok(state)) => {
                seen.taken += 1;
                self.used(state, draw, seen)
            }
            (Err(ours), Err(theirs)) if ours == fault(&theirs) => {
                seen.refused += 1;
                Ok(())
            }
            (ours, theirs) => {
                Err(format!("{ours:?}, and the machine {:?}", theirs.map(|_| ()).map_err(|it| fault(&it))))
            }
        };
        self.native.call::<i32, ()>("release", mark).unwrap();
        if result.is_err() {
            *self = Pair::new(self.base);
        }
        result
    }

    /// Inspects it, makes a move, and takes it back.
    fn used(&mut self, mut state: State, draw: &mut Draw, seen: &mut Seen) -> Result<(), String> {
        let Base { machine, module, .. } = self.base;
        let saved = text::to_text(&machine.save(&state));
        let ours = self.native.state();
        let parsed = |text: &str| {
            let mut reader = serde_json::Deserializer::from_str(text);
            reader.disable_recursion_limit();
            Value::deserialize(&mut reader).expect("a state is JSON")
        };
        if parsed(&ours) != parsed(&saved) {
            return Err(format!("taken up as\n{ours}\nand by the machine as\n{saved}"));
        }
        if ours != saved {
            // Keys in another order than the framework's go out in the framework's, and may be seen by rules.
            return Ok(());
        }
        same_told(&mut self.native, module, machine, &state)?;
        let Some(role) = state.active().first().copied() else { return Ok(()) };
        let Ok(offers) = machine.offers(&state, role) else { return Ok(()) };
        let moves: Vec<_> = offers.moves().map(|(id, it)| (id, it.clone())).collect();
        if moves.is_empty() {
            return Ok(());
        }
        let (action, argument) = moves[draw.below(moves.len())].clone();
        let name = &machine.program().actions[action.index()];
        let given = if argument.is_absent() { Held::None } else { argument.clone() };
        let ours = self.native.act(module, role, name, &crate::entries::argument(&given));
        let theirs = machine.act(state.clone(), role, action, argument);
        seen.acted += 1;
        match (ours, theirs) {
            (Ok(()), Ok(after)) => state = after,
            (Err(ours), Err(theirs)) if ours == fault(&theirs) => return Ok(()),
            (ours, theirs) => {
                return Err(format!(
                    "{name}: {ours:?}, and the machine {:?}",
                    theirs.map(|_| ()).map_err(|it| fault(&it))
                ));
            }
        }
        let (ours, theirs) = (self.native.state(), text::to_text(&machine.save(&state)));
        if ours != theirs {
            return Err(format!("after {name}:\n{ours}\nand the machine\n{theirs}"));
        }
        for _ in 0..2 {
            let Some(role) = state.active().first().copied() else { return Ok(()) };
            let own = machine.program().actions.iter().any(|it| it == "undo");
            if own || state.undo_len() == 0 {
                return Ok(());
            }
            let ours = self.native.act(module, role, "undo", &Value::Null);
            // The acting role's offers are read first.
            if let Err(theirs) = machine.offers(&state, role) {
                return if ours == Err(fault(&theirs)) { Ok(()) } else { Err(format!("undo: {ours:?}, {theirs}")) };
            }
            machine.undo(&mut state);
            let (ours, theirs) = (ours.map(|()| self.native.state()), text::to_text(&machine.save(&state)));
            if ours.as_ref() != Ok(&theirs) {
                return Err(format!("after undo:\n{ours:?}\nand the machine\n{theirs}"));
            }
        }
        Ok(())
    }
}

/// A state of a game that was played for a while, by any number of players that may play it.
fn played(machine: &Machine, draw: &mut Draw) -> Option<Value> {
    let program = machine.program();
    let mut options: Vec<_> = program.options.iter().map(crate::executors::default_of).collect();
    if let Some(seats) = &program.seats {
        let ir::SeatRange { least, most, .. } = seats.ranges[0];
        options[usize::from(seats.option)].1 =
            Held::Int(i64::from(least) + draw.below(usize::from(most - least) + 1) as i64);
    }
    let options = Held::object(options.into_iter().collect());
    let mut state = machine.setup(draw.seed() % 1000, &program.scenarios[0], options).ok()?;
    for _ in 0..draw.below(12) {
        let role = *state.active().first()?;
        let offers = machine.offers(&state, role).ok()?;
        let moves: Vec<_> = offers.moves().collect();
        if moves.is_empty() {
            break;
        }
        let (action, argument) = moves[draw.below(moves.len())];
        state = machine.act(state.clone(), role, action, argument.clone()).ok()?;
    }
    serde_json::from_str(&text::to_text(&machine.save(&state))).ok()
}

fn changed(state: &Value, changes: &[Change]) -> Value {
    let mut state = state.clone();
    changes.iter().for_each(|it| change(&mut state, *it));
    state
}

/// A text with something changed in it is read or refused, and never worse.
fn spoiled(machine: &Machine, state: &Value, draw: &mut Draw) {
    let mut bytes = state.to_string().into_bytes();
    let at = draw.below(bytes.len());
    match draw.below(4) {
        0 => drop(bytes.remove(at)),
        1 => bytes.insert(at, b"{}[],:\"\\0-e.\n\0"[draw.below(14)]),
        2 => bytes[at] = draw.below(128) as u8,
        _ => bytes.truncate(at),
    }
    let Ok(state) = machine.resume(&String::from_utf8_lossy(&bytes)) else { return };
    let _ = (machine.on_view(&state, 0), machine.prompt_for(&state, 0));
}

#[test]
fn changed_states_are_the_same_to_both() {
    let (from, total) = chosen(EVERY_DAY);
    let bases = bases();
    let (mut failures, mut seen, began) = (Vec::new(), Seen::default(), Instant::now());
    let mut seed = from;
    while seed < from + total && failures.len() < SHOWN {
        let base = &bases[(seed / IN_A_ROW) as usize % bases.len()];
        let mut pair = Pair::new(base);
        for seed in seed..(seed + IN_A_ROW).min(from + total) {
            let mut draw = Draw::new(seed);
            let Some(state) = played(&base.machine, &mut draw) else { continue };
            spoiled(&base.machine, &state, &mut draw);
            let one = |draw: &mut Draw| Change {
                at: draw.below(1 << 20),
                what: draw.below(KINDS),
                with: draw.below(1 << 20),
            };
            let mut changes: Vec<Change> = (0..1 + draw.below(3)).map(|_| one(&mut draw)).collect();
            let mut tried = |changes: &[Change], seen: &mut Seen| {
                pair.compare(&changed(&state, changes), &mut Draw::new(seed), seen)
            };
            let Err(mut problem) = tried(&changes, &mut seen) else { continue };
            // With as few changes as still do it.
            let mut i = 0;
            while i < changes.len() {
                let mut fewer = changes.clone();
                fewer.remove(i);
                match tried(&fewer, &mut Seen::default()) {
                    Err(it) => (changes, problem) = (fewer, it),
                    Ok(()) => i += 1,
                }
            }
            failures.push(format!("{}, SEED={seed}:\n{}\n{problem}", base.name, changed(&state, &changes)));
        }
        seed += IN_A_ROW;
    }
    let seconds = began.elapsed().as_secs_f64();
    println!("{} states, {:.0} a second: {seen:?}", seed - from, (seed - from) as f64 / seconds);
    no_failures(&failures);
    assert!(
        total < EVERY_DAY || seen.taken > total / 20 && seen.refused > total / 20 && seen.acted > total / 50,
        "{seen:?}"
    );
}

/// A log that was longer before than after, and other states that no snapshot can have.
#[test]
fn snapshots_are_as_they_can_be() {
    let rules = shipped("tic-tac-toe");
    let machine = rules.machine();
    let module = codegen::module(machine.program(), machine.limits()).unwrap();
    let state = machine.setup(1, "Standard", Held::object(game::Object::default())).unwrap();
    let state: Value = serde_json::from_str(&text::to_text(&machine.save(&state))).unwrap();
    let snapshot = |more: Value| {
        let mut it = state.as_object().cloned().unwrap();
        it.shift_remove("undo");
        it.insert("active".into(), json!(0));
        it.insert("log".into(), json!(0));
        it.extend(more.as_object().cloned().unwrap());
        Value::Object(it)
    };
    let log: Vec<String> = (0..100).map(|i| format!("entry {i}")).collect();
    let cases = [
        (vec![json!({"log": 100}), json!({"log": 0})], "HR0806 $.undo[1].log"),
        (vec![json!({"log": 101})], "HR0806 $.undo[0].log"),
        (vec![json!({"log": "0"})], "HR0805 $.undo[0].log"),
        (vec![json!({}), json!({"undo": []})], "HR0804 $.undo[1].undo"),
        (vec![json!({"active": ["x"]})], "HR0805 $.undo[0].active[0]"),
        (vec![json!({"board": 1})], "HR0805 $.undo[0].board"),
        (vec![json!({"log": 0}), json!({"log": 50}), json!({"log": 50, "active": [null]})], ""),
    ];
    for (snapshots, refused) in cases {
        let mut state = state.clone();
        state["log"] = json!(log);
        state["undo"] = snapshots.into_iter().map(snapshot).collect();
        let theirs = machine.resume(&state.to_string()).map(|_| String::new()).unwrap_or_else(|it| fault(&it));
        let mut native = Native::new(&module);
        let ours = native.load(&module, &state).map(|()| String::new()).unwrap_or_else(|it| it);
        assert_eq!((theirs.as_str(), ours.as_str()), (refused, refused), "{state}");
    }
}

/// Fields of newer rules that a state lacks get their initial values.
#[test]
fn older_states_are_filled_in() {
    const OLD: &str = "roles A, B\nglobal { a: int = 1 }\nsetup { G.active = A; call play }\nstate play { prompt { button go } on go { G.a += 1; push_undo() } }\n";
    const NEW: &str = "roles A, B\nglobal { z: int[2][Role]; a: int = 1; deck: int[] = [1, 2, 3, 4]; n: int? }\nsetup { G.active = A; call play }\nview { V.n = G.n; V.z = G.z; V.deck = G.deck }\nstate play { prompt { button go } on go { G.a += len(G.deck); G.n = 1; push_undo() } }\n";
    let rules = |source: &str| crate::cases::compiled(source, "rules").rules.expect("is a program");
    let (old, new) = (rules(OLD), rules(NEW));
    let mut game = old.on_setup(Some(1), None, &Value::Null).unwrap();
    game.action("A", "go", None).unwrap();
    let state = game.state_json();
    let mut taken = new.resume(&state).unwrap_or_else(|it| panic!("{it}"));
    let module = codegen::module(new.program(), new.machine().limits()).unwrap();
    let mut native = Native::new(&module);
    native.load(&module, &serde_json::from_str(&state).unwrap()).unwrap();
    assert_eq!(native.state(), taken.state_json());
    let filled: Value = serde_json::from_str(&taken.state_json()).unwrap();
    let before: Value = serde_json::from_str(&state).unwrap();
    assert_eq!((&filled["n"], &filled["a"], &filled["seed"]), (&Value::Null, &before["a"], &before["seed"]));
    assert_eq!(filled["deck"].as_array().map(Vec::len), Some(4));
    assert_eq!(filled["undo"][0]["z"], json!([[0, 0], [0, 0]]));
    for action in ["go", "undo"] {
        taken.action("A", action, None).unwrap();
        native.act(&module, 0, action, &Value::Null).unwrap();
        assert_eq!(native.state(), taken.state_json(), "{action}");
    }
    // An unknown key is refused as before.
    let refused = old.resume(&taken.state_json()).err().map(|it| fault(&it));
    assert!(refused.is_some_and(|it| it.starts_with("HR0804 $.")));
}
