//! A module of machine code as wasmi runs it, with what it asks of its host.

use codegen::{Module, Site};
use diag::Code;
use wasmi::{Caller, Config, Engine, Instance, Linker, Store, TypedFunc};

/// Far more instructions than the steps of rules may take: only code that counts no steps and never ends
/// comes to it.
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
    /// Instructions of one call.
    pub most: u64,
    /// Where the value from outside stands that was handed in last.
    pub given: u32,
}

/// Where the module says what does not fit: which kind, the value, a text.
const MISFIT: usize = 32;
/// From here on a kind comes with the whole message.
const WHOLE: u32 = 1000;

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
        let mut config = Config::default();
        config.consume_fuel(true);
        let engine = Engine::new(&config);
        let module = wasmi::Module::new(&engine, &module.wasm[..]).unwrap();
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
            if data[64..68] == u32::MAX.to_le_bytes() {
                return Err(error);
            }
            data[64..68].copy_from_slice(&u32::MAX.to_le_bytes());
            data[MISFIT..MISFIT + 4].copy_from_slice(&0_u32.to_le_bytes());
            Ok(0)
        };
        linker.func_wrap("host", "attempt", attempt).unwrap();
        linker.func_wrap("host", "number", number).unwrap();
        linker.func_wrap("host", "remainder", |a: f64, b: f64| a % b).unwrap();
        linker.func_wrap("host", "parse", parse).unwrap();
        linker.func_wrap("host", "case", case).unwrap();
        Loaded { engine, module, linker }
    }

    /// `most`: instructions of one call.
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
        memory.write(&mut self.store, 64, &u32::MAX.to_le_bytes()).unwrap();
        memory.write(&mut self.store, MISFIT, &0_u32.to_le_bytes()).unwrap();
    }

    fn string(&self, at: usize) -> String {
        self.read(at + 8, self.word(at + 4) as usize)
    }

    /// The way from one value in the memory to another that is part of it.
    fn path(&self, from: u32, to: u32) -> Option<String> {
        if from == to {
            return Some(String::new());
        }
        let at = from as usize;
        let count = if matches!(self.word(at), 5 | 6) { self.word(at + 4) as usize } else { 0 };
        (0..count).find_map(|i| {
            let (step, place) = match self.word(at) {
                5 => (format!("[{i}]"), at + 8 + 4 * i),
                _ => (format!(".{}", self.string(self.word(at + 8 + 8 * i) as usize)), at + 12 + 8 * i),
            };
            Some(step + &self.path(self.word(place), to)?)
        })
    }

    /// A misfit as the machine has it: its code and its path.
    fn misfit(&self, code: Code, kind: u32) -> String {
        let number = kind % WHOLE;
        let key =
            if number == 803 { format!(".{}", self.string(self.word(MISFIT + 8) as usize)) } else { String::new() };
        let path = self.path(self.given, self.word(MISFIT + 4)).expect("what does not fit is part of what was given");
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

    /// The state as JSON; a trap on the way is told in its place.
    pub fn state(&mut self) -> String {
        let most = std::mem::replace(&mut self.most, MOST);
        let mark: i32 = self.call("mark", ()).unwrap();
        if let Err(e) = self.call::<(), ()>("state", ()) {
            return format!("no state: {e}");
        }
        self.call::<i32, ()>("release", mark).unwrap();
        self.most = most;
        self.read(self.word(96) as usize, self.word(100) as usize)
    }

    pub fn read(&self, at: usize, len: usize) -> String {
        let memory = self.instance.get_memory(&self.store, "memory").unwrap();
        String::from_utf8_lossy(&memory.data(&self.store)[at..at + len]).into_owned()
    }

    /// What came of a call: a fault as the machine has it.
    pub fn outcome<T>(&mut self, module: &Module, result: Result<T, wasmi::Error>) -> Result<T, String> {
        result.map_err(|e| {
            let site = self.word(64) as usize;
            let (at, kind) = (self.word(72) as usize, self.word(MISFIT));
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
                    let why = self.read(at + 8, self.word(at + 4) as usize);
                    format!("{}: {why}", Code::Refused.text())
                }
                Some(it) => format!("{} {:?}", it.code.text(), it.span),
                None => format!("{e}"),
            }
        })
    }
}
