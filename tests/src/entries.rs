//! Output and refusals of compiled modules: prompts, views, moves without an offer, resumed states, and garbage
//! collection, all as in the interpreter.

use crate::cases::playable;
use crate::executors::{default_of, default_options, fault, games};
use crate::native::Native;
use crate::plays::{shipped, shipped_games};
use crate::programs::{chosen, made, share};
use crate::support::{no_failures, stem};
use codegen::Module;
use codegen::memory::IO;
use game::random::{self, Draw};
use game::{Game, Rules, Value as Held};
use serde_json::{Value, json};

impl Native {
    /// Writes a value where the module finds it.
    pub fn value(&mut self, value: &Value) -> i32 {
        let words = |it: &[u32]| it.iter().flat_map(|it| it.to_le_bytes()).collect::<Vec<u8>>();
        let bytes = match value {
            Value::Null => words(&[0, 0]),
            Value::Bool(it) => words(&[1, u32::from(*it)]),
            // As JavaScript has numbers.
            Value::Number(it) => match vm::json::double(it.as_f64().unwrap()) {
                Held::Int(n) => [words(&[2, 0]), n.to_le_bytes().to_vec()].concat(),
                other => [words(&[3, 0]), other.num().to_le_bytes().to_vec()].concat(),
            },
            Value::String(it) => [words(&[4, it.len() as u32]), it.as_bytes().to_vec()].concat(),
            Value::Array(items) => {
                let items: Vec<u32> = items.iter().map(|it| self.value(it) as u32).collect();
                words(&[&[5, items.len() as u32][..], &items].concat())
            }
            Value::Object(entries) => {
                let mut all = vec![6, entries.len() as u32];
                for (key, value) in entries {
                    all.push(self.value(&Value::String(key.clone())) as u32);
                    all.push(self.value(value) as u32);
                }
                words(&all)
            }
        };
        let at: i32 = self.call("alloc", bytes.len() as i32).unwrap();
        let memory = self.instance.get_memory(&self.store, "memory").unwrap();
        memory.write(&mut self.store, at as usize, &bytes).unwrap();
        at
    }

    /// Output of a call.
    pub fn told(&mut self, module: &Module, name: &str, seat: i64) -> Result<String, String> {
        let told = self.call::<i64, ()>(name, seat);
        self.outcome(module, told)?;
        Ok(self.read(self.word(IO as usize) as usize, self.word(IO as usize + 4) as usize))
    }

    /// Takes up a state.
    pub fn load(&mut self, module: &Module, state: &Value) -> Result<(), String> {
        let at = self.value(state);
        self.given = at as u32;
        let loaded = self.call::<i32, ()>("load", at);
        self.outcome(module, loaded)
    }

    pub fn act(&mut self, module: &Module, seat: usize, action: &str, argument: &Value) -> Result<(), String> {
        let (name, argument) = (self.value(&action.into()), self.value(argument));
        self.given = argument as u32;
        let done = self.call("act", (seat as i64, name, argument));
        self.outcome(module, done)
    }
}

/// One game both ways.
struct Pair<'m> {
    module: &'m Module,
    native: Native,
    game: Game,
}

impl Pair<'_> {
    fn same_state(&mut self, when: &str) -> Result<(), String> {
        same(&format!("the state {when}"), self.native.state(), self.game.state_json())
    }

    /// Every role and an observer get the same output. Steps are compared if nothing failed: nothing runs after a
    /// fault.
    fn same_told(&mut self) -> Result<(), String> {
        let roles = self.game.roles().to_vec();
        for (seat, role) in roles.iter().map(String::as_str).chain(["nobody"]).enumerate() {
            let seat = if seat < roles.len() { seat as i64 } else { -1 };
            let view = self.native.told(self.module, "view", seat);
            let seen = view.is_ok() && self.game.rules().program().view.is_some();
            same(&format!("the view of {role}"), view, self.game.on_view(role).map_err(|it| fault(&it)))?;
            if seen {
                self.same_steps(&format!("the view of {role}"))?;
            }
            let prompt = self.native.told(self.module, "prompt", seat);
            let offered = prompt.is_ok() && self.game.state().active().contains(&(seat as usize));
            same(&format!("the prompt of {role}"), prompt, self.game.prompt(role).map_err(|it| fault(&it)))?;
            if offered {
                // A game asks once for a position.
                let asked = self.game.rules().machine().offers(self.game.state(), seat as usize);
                asked.map_or(Ok(()), |_| self.same_steps(&format!("the prompt of {role}")))?;
            }
        }
        Ok(())
    }

    /// The last call took the same steps in both.
    fn same_steps(&mut self, of: &str) -> Result<(), String> {
        same(&format!("the steps left after {of}"), self.native.steps_left(), self.game.rules().machine().steps_left())
    }

    /// A move that may be refused: the same in both, and the game as before.
    fn tried(&mut self, seat: usize, action: &str, argument: &Value) -> Result<(), String> {
        let role = self.game.rules().program().roles[seat].clone();
        let mut copy = self.game.clone();
        let theirs = copy.action(&role, action, Some(argument)).map(|()| copy.state_json()).map_err(|it| fault(&it));
        let kept: i32 = self.native.call("save", ()).unwrap();
        let ours = self.native.act(self.module, seat, action, argument).map(|()| self.native.state());
        same(&format!("{role} {action} {argument}"), ours, theirs)?;
        self.native.call::<i32, ()>("restore", kept).unwrap();
        self.same_state(&format!("after {role} {action} {argument} and back"))
    }

    /// Goes on with a state that has gone out and come in again; or both refuse it, for the same reason.
    fn taken_up(&mut self, when: &str) -> Result<(), String> {
        let state = self.game.state_json();
        let theirs = self.game.rules().resume(&state).map(|it| it.state_json()).map_err(|it| fault(&it));
        let mut native = Native::new(self.module);
        let loaded = native.load(self.module, &serde_json::from_str(&state).unwrap());
        let ours = loaded.map(|()| native.state());
        let fits = ours.is_ok();
        same(&format!("the state {when}"), ours, theirs)?;
        if fits {
            self.native = native;
        }
        Ok(())
    }

    /// The first active player undoes the last step, if there is one and the game is not over.
    fn taken_back(&mut self) -> Result<(), String> {
        let seat = self.game.state().active().first().copied().unwrap_or_default();
        if seat >= self.game.roles().len() {
            return Ok(());
        }
        let role = self.game.rules().program().roles[seat].clone();
        self.tried(seat, "undo", &Value::Null)?;
        if self.game.action(&role, "undo", None).is_ok() {
            self.native.act(self.module, seat, "undo", &Value::Null)?;
        }
        Ok(())
    }

    /// Plays on at random.
    fn played(&mut self, draw: &mut Draw, most: u64) -> Result<u64, String> {
        let actions = self.game.rules().program().actions.clone();
        let pool = [
            json!(null),
            json!(0),
            json!(3),
            json!(-1),
            json!(1.5),
            json!("x"),
            json!([0, 1]),
            json!({"a": true}),
            json!(["x", 2]),
        ];
        for n in 0..most {
            self.same_state(&format!("after {n} moves"))?;
            self.same_told()?;
            for _ in 0..2 {
                let seat = draw.below(self.game.roles().len());
                let name = ["undo", "no such"].into_iter().chain(actions.iter().map(String::as_str));
                let name = name.cycle().nth(draw.below(actions.len() + 2)).unwrap().to_owned();
                self.tried(seat, &name, &pool[draw.below(pool.len())])?;
            }
            if n % 3 == 0 {
                self.native.call::<(), ()>("collect", ()).unwrap();
                self.same_state(&format!("after {n} moves, memory given back"))?;
            }
            if n % 4 == 0 {
                self.taken_up(&format!("after {n} moves, taken up"))?;
            }
            let mut next = self.game.clone();
            let Ok(Some(played)) = random::play(&mut next, draw) else { return Ok(n) };
            if played.role >= self.game.roles().len() {
                // An active role does not play: hosts of both refuse that before anything runs.
                return Ok(n);
            }
            let argument = argument(&played.argument);
            let (role, name) =
                (self.game.rules().program().roles[played.role].clone(), &actions[played.action.index()]);
            self.tried(played.role, name, &argument)?;
            // An offer may still be refused: by a fault, or a number that JSON cannot express.
            if self.game.action(&role, name, Some(&argument)).is_err() {
                return Ok(n);
            }
            self.native.act(self.module, played.role, name, &argument)?;
            self.same_steps(&format!("{role} {name} {argument}"))?;
            if n % 4 == 3 {
                self.taken_back()?;
            }
        }
        Ok(most)
    }
}

pub fn argument(value: &Held) -> Value {
    serde_json::from_str(&vm::json::to_text(value)).unwrap()
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, ours: T, theirs: T) -> Result<(), String> {
    if ours == theirs { Ok(()) } else { Err(format!("{what}:\n{ours:?}\n{theirs:?}")) }
}

/// Options as setup is given them: those that were chosen, then the others as they are by themselves.
fn checked(rules: &Rules, scenario: &str, mut chosen: Value) -> Value {
    let options = chosen.as_object_mut().expect("options are an object");
    for it in &default_options(rules.program(), scenario) {
        let (name, value) = default_of(it);
        options.entry((*name).clone()).or_insert_with(|| argument(&value));
    }
    chosen
}

/// Plays games both ways; gives how many moves were made.
fn compare(name: &str, rules: &Rules, games: u64, most: u64) -> Result<u64, String> {
    let module = codegen::module(rules.program(), rules.machine().limits()).unwrap();
    let mut moves = 0;
    for seed in 1..=games {
        let mut draw = Draw::new(seed);
        let scenario = draw.below(rules.scenarios().len());
        let chosen = &rules.scenarios()[scenario];
        let options = random::options(rules, chosen, &mut draw);
        let theirs = rules.on_setup(Some(seed), Some(chosen), &options);
        let mut native = Native::new(&module);
        let options = native.value(&checked(rules, chosen, options));
        let ours = native.call::<(i64, i32, i32), ()>("setup", (seed as i64, scenario as i32, options));
        let ours = native.outcome(&module, ours);
        let Ok(game) = theirs else {
            same(&format!("{name}: setup"), ours, theirs.map(|_| ()).map_err(|it| fault(&it)))?;
            continue;
        };
        let mut pair = Pair { module: &module, native, game };
        ours.and_then(|()| pair.played(&mut draw, most)).map(|it| moves += it).map_err(|it| format!("{name}: {it}"))?;
    }
    Ok(moves)
}

#[test]
fn games_tell_and_refuse_the_same() {
    let mut failures = Vec::new();
    for name in share(2, shipped_games()) {
        match compare(&name, &shipped(&name), games(1), 40) {
            Ok(moves) => assert!(moves > 3, "{name}"),
            Err(problem) => failures.push(problem),
        }
    }
    no_failures(&failures);
}

#[test]
fn cases_tell_and_refuse_the_same() {
    let mut failures = Vec::new();
    for (path, rules) in playable(2) {
        failures.extend(compare(stem(&path), &rules, games(1), 16).err());
    }
    no_failures(&failures);
}

/// Moves that are not offered are made, or refused with the same words.
#[test]
fn open_actions_are_taken_and_refused_the_same() {
    let moves = compare("words", &crate::open::rules(), games(20), 40).unwrap_or_else(|it| panic!("{it}"));
    assert!(moves > 20, "{moves}");
}

/// The same by programs at random, most of which have open actions.
#[test]
fn random_programs_take_and_refuse_the_same() {
    let opens = |it: &ir::Frame| match &it.kind {
        ir::FrameKind::State(it) => it.handlers.iter().any(|it| it.open.is_some()),
        _ => false,
    };
    let (mut failures, mut open, mut moves) = (Vec::new(), 0, 0);
    let (from, count) = chosen(games(100));
    for seed in from..from + count {
        let program = made(seed);
        open += u64::from(program.frames.iter().any(opens));
        let rules = Rules::new(program, game::Source::new("made", "")).expect("the program holds together");
        match compare(&format!("program {seed}"), &rules, 1, 8) {
            Ok(made) => moves += made,
            Err(problem) => failures.push(problem),
        }
    }
    println!("{count} programs, {open} with open actions, {moves} moves");
    no_failures(&failures);
    assert!(count < 100 || open > count / 2 && moves > count, "{open} {moves}");
}
