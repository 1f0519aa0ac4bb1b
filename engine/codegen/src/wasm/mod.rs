//! WebAssembly: functions, their locals, inlining and shortening of finished functions. It does not depend on a
//! program.

mod asm;
mod blocks;
mod body;
pub mod coalesce_locals;
pub mod inline_wasm;
pub mod stackify;

pub use asm::{CodeBuilder, Label, Mem, Routine};
pub use blocks::Emit;
pub use body::{F64, FunctionBody, I32, I64, Local};
