//! Compiled rules, run by the JavaScript around the engine.

use game::{Game, Rules};
use js_sys::{Function, Reflect, Uint8Array, WebAssembly};
use lab::{Host, Leaves, Search};
use std::cell::RefCell;
use wasm_bindgen::prelude::*;

/// Rules are compiled for searches once so many iterations, or moves after them, were made: it takes about as long.
const SOON_ITERATIONS: u64 = 300;
const SOON_MOVES: u64 = 3_000;

thread_local! {
    static START: RefCell<Option<Function>> = const { RefCell::new(None) };
    static LAST: RefCell<Option<Searched>> = const { RefCell::new(None) };
}

/// The rules that were searched last.
struct Searched {
    rules: Rules,
    iterations: u64,
    /// Who plays on from the leaves, and whether that was to be compiled rules.
    leaves: Leaves,
    asked: bool,
}

impl Searched {
    fn new(rules: &Rules) -> Searched {
        Searched { rules: rules.clone(), iterations: 0, leaves: Leaves::default(), asked: false }
    }

    fn compile_soon(&mut self) {
        let soon = self.iterations >= SOON_ITERATIONS || self.leaves.moves() >= SOON_MOVES;
        // What is worth something is not played out.
        if soon && !self.asked && self.rules.program().worth.is_none() {
            self.leaves = Leaves::compiled(&self.rules, &JavaScript).unwrap_or_default();
            self.asked = true;
        }
    }
}

/// So many iterations more of a search in a game, in which games are followed for so many moves. What follows its leaves is played by
/// compiled rules, once that is worth it. Gives how many moves that were.
pub fn run(search: &mut Search, game: &Game, iterations: u32, moves: u32) -> u64 {
    LAST.with_borrow_mut(|last| {
        let known = last.take().filter(|it| it.rules.is(game.rules()));
        let it = last.insert(known.unwrap_or_else(|| Searched::new(game.rules())));
        it.iterations += u64::from(iterations);
        it.compile_soon();
        it.leaves.follow(moves);
        let before = it.leaves.moves();
        search.run_with(iterations, &mut it.leaves);
        it.leaves.moves() - before
    })
}

/// Whatever starts modules from here on: takes the bytes of one, gives an object with `exports` and `memory`.
#[wasm_bindgen]
pub fn compiled_by(start: &Function) {
    START.set(Some(start.clone()));
}

/// What JavaScript has given.
pub struct JavaScript;

impl Host for JavaScript {
    fn start(&self, wasm: &[u8]) -> Option<Box<dyn lab::Instance>> {
        let start = START.with_borrow(Option::clone)?;
        let machine = start.call1(&JsValue::NULL, &Uint8Array::from(wasm)).ok()?;
        let part = |name: &str| Reflect::get(&machine, &name.into()).ok();
        let memory = part("memory")?.dyn_into().ok()?;
        Some(Box::new(Instance { exports: part("exports")?, memory }))
    }
}

struct Instance {
    exports: JsValue,
    memory: WebAssembly::Memory,
}

impl Instance {
    /// Its memory, which is another once it has grown.
    fn bytes(&self, at: u32, count: usize) -> Uint8Array {
        Uint8Array::new_with_byte_offset_and_length(&self.memory.buffer(), at, count as u32)
    }
}

impl lab::Instance for Instance {
    fn call(&mut self, export: &str) -> Option<u32> {
        let export: Function = Reflect::get(&self.exports, &export.into()).ok()?.dyn_into().ok()?;
        // What a trap throws is said by the machine once more.
        let given = export.call0(&JsValue::NULL).ok()?;
        Some(given.as_f64().unwrap_or_default() as u32)
    }

    fn read(&mut self, at: u32, count: usize) -> Vec<u8> {
        self.bytes(at, count).to_vec()
    }

    fn write(&mut self, at: u32, bytes: &[u8]) {
        self.bytes(at, bytes.len()).copy_from(bytes);
    }
}
