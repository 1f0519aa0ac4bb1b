//! The module being made: its functions, its memory, and the routines that every function may call.

pub mod attempts;
mod boards;
mod builder;
mod constants;
pub mod counted;
mod counters;
mod emit;
mod frames;
pub mod fuel;
pub mod helpers;
pub mod offers;
pub mod output;
mod runtime;
pub mod sites;
pub mod symbols;
pub mod transitions;
mod unread_data;

pub use builder::ModuleBuilder;
