//! Rooms: several people at one table.

use crate::Game;
use crate::wire::{self, Answer};
use diag::Code;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
pub struct Room {
    inner: room::Room,
}

#[wasm_bindgen]
impl Room {
    #[wasm_bindgen(constructor)]
    pub fn new(lines: &JsValue) -> Answer<Room> {
        let lines = wire::maybe_text("lines", lines)?.unwrap_or_default();
        let inner = room::Room::from_lines(lines.lines());
        let inner = inner.map_err(|why| wire::thrown(&game::Fault::new(Code::NotJson, why), None))?;
        Ok(Room { inner })
    }

    pub fn take(&mut self, given: &JsValue) -> Answer<String> {
        Ok(self.inner.take_text(&wire::json_text("given", given)?))
    }

    #[wasm_bindgen(getter)]
    pub fn game(&self) -> Option<Game> {
        self.inner.game().map(|it| Game { inner: it.clone() })
    }
}
