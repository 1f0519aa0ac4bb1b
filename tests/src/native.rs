//! A module of machine code in wasmi, with its imports.

use crate::support::{read, root};
use codegen::memory::{FAULT, FAULT_NUMBERS, IO, MISFIT, MISFIT_TEXT, MISFIT_VALUE, NO_SITE, STR, WHOLE, tag};
use codegen::{Module, Site};
use diag::Code;
use wasmi::{Caller, Config, Engine, Instance, Linker, Store, TypedFunc};

/// Far more instructions than the maximum steps of rules: only endless code that counts no steps reaches it.
pub const MOST: u64 = 3_000_000_000;

/// A module that was read, and can be started as often as one likes.
pub struct Loaded {
    engine: Engine,
    module: wasmi::Module,
    linker: Linker<()>,
}

/// A module that is running.
pub struct Native {
    pub store: Store<()>,
    pub instance: Instance,
    /// Maximum instructions of a call.
    pub most: u64,
    /// Address of the last value passed in.
    pub given: u32,
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

impl Loaded {
    pub fn new(module: &Module) -> Loaded {
        Loaded::of(&module.wasm)
    }

    fn of(wasm: &[u8]) -> Loaded {
        let mut config = Config::default();
        config.consume_fuel(true);
        let engine = Engine::new(&config);
        let module = wasmi::Module::new(&engine, wasm).unwrap();
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
        let attempt = |mut caller: Caller<'_, ()>, number: i32| {
            let attempted = caller.get_export("attempted").unwrap().into_func().unwrap();
            let Err(error) = attempted.call(&mut caller, &[wasmi::Val::I32(number)], &mut []) else { return Ok(1) };
            let memory = caller.get_export("memory").unwrap().into_memory().unwrap();
            let data = memory.data_mut(&mut caller);
            let [fault, misfit] = [FAULT, MISFIT].map(|it| it as usize..it as usize + 4);
            if data[fault.clone()] == NO_SITE.to_le_bytes() {
                return Err(error);
            }
            data[fault].copy_from_slice(&NO_SITE.to_le_bytes());
            data[misfit].copy_from_slice(&0_u32.to_le_bytes());
            Ok(0)
        };
        linker.func_wrap("host", "attempt", attempt).unwrap();
        linker.func_wrap("host", "number", number).unwrap();
        linker.func_wrap("host", "remainder", |a: f64, b: f64| a % b).unwrap();
        linker.func_wrap("host", "parse", parse).unwrap();
        linker.func_wrap("host", "case", case).unwrap();
        Loaded { engine, module, linker }
    }

    /// `most`: maximum instructions of a call.
    pub fn start(&self, most: u64) -> Native {
        let mut store = Store::new(&self.engine, ());
        store.set_fuel(MOST).unwrap();
        let instance = self.linker.instantiate_and_start(&mut store, &self.module).unwrap();
        let mut it = Native { store, instance, most, given: 0 };
        it.forget();
        it
    }
}

impl Native {
    pub fn new(module: &Module) -> Native {
        Loaded::new(module).start(MOST)
    }

    /// No fault from here on, so that a trap of another kind is not taken for one.
    fn forget(&mut self) {
        let memory = self.instance.get_memory(&self.store, "memory").unwrap();
        memory.write(&mut self.store, FAULT as usize, &NO_SITE.to_le_bytes()).unwrap();
        memory.write(&mut self.store, MISFIT as usize, &0_u32.to_le_bytes()).unwrap();
    }

    fn string(&self, at: usize) -> String {
        self.read(at + STR as usize, self.word(at + 4) as usize)
    }

    /// The way from one value in the memory to another that is part of it.
    fn path(&self, from: u32, to: u32) -> Option<String> {
        if from == to {
            return Some(String::new());
        }
        let at = from as usize;
        let count = if matches!(self.word(at), tag::ARRAY | tag::OBJECT) { self.word(at + 4) as usize } else { 0 };
        (0..count).find_map(|i| {
            let (step, place) = match self.word(at) {
                tag::ARRAY => (format!("[{i}]"), at + 8 + 4 * i),
                _ => (format!(".{}", self.string(self.word(at + 8 + 8 * i) as usize)), at + 12 + 8 * i),
            };
            Some(step + &self.path(self.word(place), to)?)
        })
    }

    /// A misfit in the interpreter's form: its code and its path.
    fn misfit(&self, code: Code, kind: u32) -> String {
        let number = kind % WHOLE;
        let key = if number == 803 {
            format!(".{}", self.string(self.word((MISFIT + MISFIT_TEXT) as usize) as usize))
        } else {
            String::new()
        };
        let path = self
            .path(self.given, self.word((MISFIT + MISFIT_VALUE) as usize))
            .expect("what does not fit is part of what was given");
        match (code, path.len() + key.len()) {
            (Code::BadArgument, 0) => format!("{} None", code.text()),
            (Code::BadArgument, _) => format!("{} ${path}{key}", code.text()),
            _ => format!("HR0{number} ${path}{key}"),
        }
    }

    pub fn call<P: wasmi::WasmParams, R: wasmi::WasmResults>(
        &mut self,
        name: &str,
        params: P,
    ) -> Result<R, wasmi::Error> {
        self.store.set_fuel(self.most).unwrap();
        let function: TypedFunc<P, R> = self.instance.get_typed_func(&self.store, name).unwrap();
        function.call(&mut self.store, params)
    }

    pub fn word(&self, at: usize) -> u32 {
        let memory = self.instance.get_memory(&self.store, "memory").unwrap();
        u32::from_le_bytes(memory.data(&self.store)[at..at + 4].try_into().unwrap())
    }

    pub fn steps_left(&mut self) -> i64 {
        i64::from(self.call::<(), i32>("fuel", ()).unwrap())
    }

    /// The state as JSON; or the trap on the way.
    pub fn state(&mut self) -> String {
        let most = std::mem::replace(&mut self.most, MOST);
        let mark: i32 = self.call("mark", ()).unwrap();
        if let Err(e) = self.call::<(), ()>("state", ()) {
            return format!("no state: {e}");
        }
        self.call::<i32, ()>("release", mark).unwrap();
        self.most = most;
        self.read(self.word(IO as usize) as usize, self.word(IO as usize + 4) as usize)
    }

    pub fn read(&self, at: usize, len: usize) -> String {
        let memory = self.instance.get_memory(&self.store, "memory").unwrap();
        String::from_utf8_lossy(&memory.data(&self.store)[at..at + len]).into_owned()
    }

    /// Result of a call: a fault in the interpreter's form.
    pub fn outcome<T>(&mut self, module: &Module, result: Result<T, wasmi::Error>) -> Result<T, String> {
        result.map_err(|e| {
            let site = self.word(FAULT as usize) as usize;
            let (at, kind) = (self.word((FAULT + FAULT_NUMBERS) as usize) as usize, self.word(MISFIT as usize));
            let misfit = |it: &Native, code| if kind == 0 { None } else { Some(it.misfit(code, kind)) };
            let told = match module.sites.get(site) {
                Some(Site { code: code @ (Code::WrongType | Code::BadArgument), .. }) => misfit(self, *code),
                _ => None,
            };
            self.forget();
            if let Some(told) = told {
                return told;
            }
            match module.sites.get(site) {
                Some(Site { code: Code::Refused, .. }) => {
                    let why = self.string(at);
                    format!("{}: {why}", Code::Refused.text())
                }
                Some(it) => format!("{} {:?}", it.code.text(), it.span),
                None => format!("{e}"),
            }
        })
    }
}

/// Runs compiled rules for the lab.
pub struct Wasmi;

impl lab::Host for Wasmi {
    fn start(&self, wasm: &[u8]) -> Option<Box<dyn lab::Instance>> {
        // A call plays many games.
        Some(Box::new(Loaded::of(wasm).start(u64::MAX)))
    }
}

impl lab::Instance for Native {
    fn call(&mut self, export: &str) -> Option<u32> {
        self.store.set_fuel(self.most).unwrap();
        let function = self.instance.get_func(&self.store, export).unwrap();
        let mut given = vec![wasmi::Val::I32(0); function.ty(&self.store).results().len()];
        function.call(&mut self.store, &[], &mut given).ok()?;
        Some(given.first().map_or(0, |it| it.i32().unwrap() as u32))
    }

    fn read(&mut self, at: u32, count: usize) -> Vec<u8> {
        let memory = self.instance.get_memory(&self.store, "memory").unwrap();
        memory.data(&self.store)[at as usize..][..count].to_vec()
    }

    fn write(&mut self, at: u32, bytes: &[u8]) {
        let memory = self.instance.get_memory(&self.store, "memory").unwrap();
        memory.write(&mut self.store, at as usize, bytes).unwrap();
    }
}

/// The scripts that read a module's memory have its map as constants.
#[test]
fn scripts_know_the_memory_as_the_compiler_does() {
    let line = |(name, value): &(&str, u32)| format!("const {name} = {value}\n");
    let runtime = read(&root().join("engine/export/src/runtime.js"));
    let map = codegen::memory::HOST.iter().map(line);
    let missing: Vec<_> = map.filter(|it| !runtime.contains(&format!("\n{it}"))).collect();
    assert!(missing.is_empty(), "runtime.js has: {missing:#?}");
    let io = codegen::memory::HOST.iter().find(|it| it.0 == "IO").map(line).expect("texts have a place");
    assert!(read(&root().join("tests/bench/machine.js")).contains(&format!("\n{io}")), "machine.js has: {io}");
}
