//! WebAssembly as it is written: functions, the places of their locals, and inlining of finished ones. It knows no program.

mod asm;
pub mod coalesce_locals;
pub mod inline_wasm;

pub use asm::*;
