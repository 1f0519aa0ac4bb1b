//! Compiled rules, run by the JavaScript around the engine.

use game::Game;
use js_sys::{Function, Reflect, Uint8Array, WebAssembly};
use lab::{Host, Search, Searched};
use std::cell::RefCell;
use wasm_bindgen::prelude::*;

thread_local! {
    static START: RefCell<Option<Function>> = const { RefCell::new(None) };
    /// The rules that were searched last.
    static LAST: RefCell<Option<Searched>> = const { RefCell::new(None) };
}

/// Runs more iterations of a search in a game, with playouts of at most `moves` moves. Returns the number of moves
/// made.
pub fn run(search: &mut Search, game: &Game, iterations: u32, moves: u32) -> u64 {
    LAST.with_borrow_mut(|last| {
        let known = last.take().filter(|it| it.is_of(game.rules()));
        let it = last.insert(known.unwrap_or_else(|| Searched::new(game.rules())));
        let leaves = it.leaves(iterations, moves, &JavaScript);
        let before = leaves.moves();
        search.run_with(iterations, leaves);
        leaves.moves() - before
    })
}

/// Sets the function that starts modules: takes the bytes of a module, returns an object with `exports` and `memory`.
#[wasm_bindgen]
pub fn compiled_by(start: &Function) {
    START.set(Some(start.clone()));
}

/// The host functions from JavaScript.
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
    /// Its memory, which is replaced when it grows.
    fn bytes(&self, at: u32, count: usize) -> Uint8Array {
        Uint8Array::new_with_byte_offset_and_length(&self.memory.buffer(), at, count as u32)
    }
}

impl lab::Instance for Instance {
    fn call(&mut self, export: &str) -> Option<u32> {
        let export: Function = Reflect::get(&self.exports, &export.into()).ok()?.dyn_into().ok()?;
        // The interpreter reports the cause of a trap.
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
