//! Layout: the memory's map, the layout of each type, packed records, the state.

pub mod access;
pub mod boards;
pub mod memory;
pub mod packed;
pub mod packing;
pub mod state;
mod types;

pub use types::*;
