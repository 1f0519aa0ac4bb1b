//! Compiled rules, run by wasmtime.

use codegen::memory::{FAULT, MISFIT, NO_SITE};
use std::sync::OnceLock;
use wasmtime::{Caller, Config, Engine, Extern, Instance, Linker, Memory, Module, Store, Val};

/// Runs the modules of one plan of one game's rules, each compiled once. Runs none on a machine that forbids machine code.
#[derive(Default)]
pub struct Wasmtime {
    modules: [OnceLock<(Vec<u8>, Option<Module>)>; KINDS],
}

/// Modules of a plan: one to play on from leaves of searches, one for lines of play.
const KINDS: usize = 2;

impl lab::Host for Wasmtime {
    fn start(&self, wasm: &[u8]) -> Option<Box<dyn lab::Instance>> {
        let compiled = || Module::new(&Engine::new(&Config::new()).ok()?, wasm).ok();
        let mut known = self.modules.iter().map(|it| it.get_or_init(|| (wasm.to_vec(), compiled())));
        let (_, module) = known.find(|it| it.0 == wasm)?;
        Some(Box::new(Running::new(module.as_ref()?).ok()?))
    }
}

struct Running {
    store: Store<()>,
    instance: Instance,
    memory: Memory,
}

impl Running {
    fn new(module: &Module) -> wasmtime::Result<Running> {
        let engine = module.engine();
        let mut store = Store::new(engine, ());
        let instance = linker(engine)?.instantiate(&mut store, module)?;
        let memory = instance.get_memory(&mut store, "memory");
        let mut it = Running { store, instance, memory: memory.ok_or(wasmtime::Error::msg("a module has a memory"))? };
        it.memory.write(&mut it.store, FAULT as usize, &NO_SITE.to_le_bytes())?;
        Ok(it)
    }
}

impl lab::Instance for Running {
    fn call(&mut self, export: &str) -> Option<u32> {
        let function = self.instance.get_func(&mut self.store, export)?;
        let mut given = vec![Val::I32(0); function.ty(&self.store).results().len()];
        function.call(&mut self.store, &[], &mut given).ok()?;
        Some(given.first().and_then(Val::i32).unwrap_or_default() as u32)
    }

    fn read(&mut self, at: u32, count: usize) -> Vec<u8> {
        let bytes = self.memory.data(&self.store);
        bytes.get(at as usize..).and_then(|it| it.get(..count)).unwrap_or_default().to_vec()
    }

    fn write(&mut self, at: u32, bytes: &[u8]) {
        let place =
            self.memory.data_mut(&mut self.store).get_mut(at as usize..).and_then(|it| it.get_mut(..bytes.len()));
        if let Some(place) = place {
            place.copy_from_slice(bytes);
        }
    }
}

/// Functions that a module imports: numbers and texts as in JavaScript, and calls that may fail.
fn linker(engine: &Engine) -> wasmtime::Result<Linker<()>> {
    let mut linker = Linker::new(engine);
    linker.func_wrap("host", "number", |mut caller: Caller<'_, ()>, n: f64, at: i32| {
        let mut out = String::new();
        game::js_text(n, &mut out);
        put(&mut caller, at, &out)
    })?;
    linker.func_wrap("host", "remainder", |a: f64, b: f64| a % b)?;
    linker.func_wrap("host", "parse", |mut caller: Caller<'_, ()>, at: i32, len: i32| {
        Ok(game::js_number(&text(&mut caller, at, len)?))
    })?;
    linker.func_wrap("host", "case", |mut caller: Caller<'_, ()>, at: i32, len: i32, capital: i32, to: i32| {
        let given = text(&mut caller, at, len)?;
        put(&mut caller, to, &if capital == 0 { given.to_lowercase() } else { given.to_uppercase() })
    })?;
    linker.func_wrap("host", "attempt", attempt)?;
    Ok(linker)
}

/// Calls an attempt; returns 1 if it succeeded, 0 if the rules failed. Propagates other errors.
fn attempt(mut caller: Caller<'_, ()>, number: i32) -> wasmtime::Result<i32> {
    let Some(Extern::Func(attempted)) = caller.get_export("attempted") else { return Ok(0) };
    let Err(error) = attempted.typed::<i32, ()>(&caller)?.call(&mut caller, number) else { return Ok(1) };
    let memory = memory(&mut caller)?;
    let mut site = [0; 4];
    memory.read(&caller, FAULT as usize, &mut site)?;
    if site == NO_SITE.to_le_bytes() {
        return Err(error);
    }
    memory.write(&mut caller, FAULT as usize, &NO_SITE.to_le_bytes())?;
    memory.write(&mut caller, MISFIT as usize, &0_u32.to_le_bytes())?;
    Ok(0)
}

fn memory(caller: &mut Caller<'_, ()>) -> wasmtime::Result<Memory> {
    let memory = caller.get_export("memory").and_then(Extern::into_memory);
    memory.ok_or(wasmtime::Error::msg("a module has a memory"))
}

fn text(caller: &mut Caller<'_, ()>, at: i32, len: i32) -> wasmtime::Result<String> {
    let mut bytes = vec![0; len as usize];
    memory(caller)?.read(&*caller, at as usize, &mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Writes a text to memory; returns its length.
fn put(caller: &mut Caller<'_, ()>, at: i32, text: &str) -> wasmtime::Result<i32> {
    memory(caller)?.write(caller, at as usize, text.as_bytes())?;
    Ok(text.len() as i32)
}
