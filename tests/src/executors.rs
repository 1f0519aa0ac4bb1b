//! The machine and machine code: the same games, to the byte of every state, and the same faults.

use crate::cases::{compiled, input};
use crate::plays::{shipped, shipped_games};
use crate::support::{files, here, no_failures, read, stem};
use codegen::{Limits, Module, outcome};
use game::random::{self, Draw};
use game::{Fault, Rules};
use wasmi::{Caller, Engine, Instance, Linker, Store, TypedFunc};

/// A module that is running.
struct Native {
    store: Store<()>,
    instance: Instance,
}

fn text(caller: &Caller<'_, ()>, at: i32, len: i32) -> String {
    let memory = caller.get_export("memory").unwrap().into_memory().unwrap();
    String::from_utf8(memory.data(caller)[at as usize..(at + len) as usize].to_vec()).unwrap()
}

fn put(caller: &mut Caller<'_, ()>, at: i32, text: &str) -> i32 {
    let memory = caller.get_export("memory").unwrap().into_memory().unwrap();
    memory.write(caller, at as usize, text.as_bytes()).unwrap();
    text.len() as i32
}

impl Native {
    fn new(module: &Module) -> Native {
        let engine = Engine::default();
        let module = wasmi::Module::new(&engine, &module.wasm[..]).unwrap();
        let mut store = Store::new(&engine, ());
        let mut linker = Linker::new(&engine);
        let number = |mut caller: Caller<'_, ()>, n: f64, at: i32| {
            let mut out = String::new();
            vm::js_text(n, &mut out);
            put(&mut caller, at, &out)
        };
        let parse = |caller: Caller<'_, ()>, at: i32, len: i32| vm::js_number(&text(&caller, at, len));
        let case = |mut caller: Caller<'_, ()>, at: i32, len: i32, capital: i32, to: i32| {
            let given = text(&caller, at, len);
            put(&mut caller, to, &if capital == 0 { given.to_lowercase() } else { given.to_uppercase() })
        };
        linker.func_wrap("host", "number", number).unwrap();
        linker.func_wrap("host", "remainder", |a: f64, b: f64| a % b).unwrap();
        linker.func_wrap("host", "parse", parse).unwrap();
        linker.func_wrap("host", "case", case).unwrap();
        let instance = linker.instantiate_and_start(&mut store, &module).unwrap();
        Native { store, instance }
    }

    fn call<P: wasmi::WasmParams, R: wasmi::WasmResults>(&mut self, name: &str, params: P) -> Result<R, wasmi::Error> {
        let function: TypedFunc<P, R> = self.instance.get_typed_func(&self.store, name).unwrap();
        function.call(&mut self.store, params)
    }

    fn word(&self, at: usize) -> u32 {
        let memory = self.instance.get_memory(&self.store, "memory").unwrap();
        u32::from_le_bytes(memory.data(&self.store)[at..at + 4].try_into().unwrap())
    }

    fn state(&mut self) -> String {
        let mark: i32 = self.call("mark", ()).unwrap();
        self.call::<(), ()>("state", ()).unwrap();
        self.call::<i32, ()>("release", mark).unwrap();
        let (at, len) = (self.word(96) as usize, self.word(100) as usize);
        let memory = self.instance.get_memory(&self.store, "memory").unwrap();
        String::from_utf8_lossy(&memory.data(&self.store)[at..at + len]).into_owned()
    }

    /// What came of a call: a fault as the machine has it.
    fn outcome<T>(&mut self, module: &Module, result: Result<T, wasmi::Error>) -> Result<T, String> {
        result.map_err(|e| {
            let site = self.word(64) as usize;
            // Said once, so that a trap of another kind is not taken for it.
            let memory = self.instance.get_memory(&self.store, "memory").unwrap();
            memory.write(&mut self.store, 64, &u32::MAX.to_le_bytes()).unwrap();
            match module.sites.get(site) {
                Some(it) => format!("{} {:?}", it.code.text(), it.span),
                None => format!("{e}"),
            }
        })
    }
}

fn fault(fault: &Fault) -> String {
    format!("{} {:?}", fault.code.text(), fault.span)
}

fn limits() -> Limits {
    let it = vm::Limits::default();
    Limits { fuel: it.fuel, frames: it.frames, list: it.list, string: it.string, log: it.log, undo: it.undo }
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
    native.outcome::<()>(&module, Err(wasmi::Error::new("begin"))).unwrap_err();
    for seed in 1..=games {
        let ours = native.call::<(i64, i32), ()>("setup", (seed as i64, 0));
        let ours = native.outcome(&module, ours);
        let theirs = rules.on_setup(Some(seed), None, &serde_json::json!({})).map_err(|it| fault(&it));
        let mut game = match (ours, theirs) {
            (Ok(()), Ok(game)) => game,
            (Err(ours), Err(theirs)) if ours == theirs => return Ok(moves),
            (ours, theirs) => {
                return Err(format!("{name}, setup: {ours:?}, and the machine {:?}", theirs.map(|it| it.state_json())));
            }
        };
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
                (Ok(outcome::MOVED), Ok(Some(_))) => moves += 1,
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
