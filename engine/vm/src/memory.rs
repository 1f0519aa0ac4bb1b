//! Memory that is kept from one entry to the next.

use crate::offers::Offers;
use crate::value::Value;

/// A function that waits for the one it called.
pub struct Caller {
    pub function: usize,
    pub pc: usize,
    pub base: usize,
    pub to: u16,
}

/// Buffers that entries use and leave empty.
#[derive(Default)]
pub struct Memory {
    pub offers: Offers,
    /// `V`, by [`ir::ViewId`]; absent for unset fields.
    pub view: Vec<Value>,
    /// The fields of `V` that are set, in the order they were.
    pub view_order: Vec<u16>,
    /// No values with storage in them.
    pub registers: Vec<Value>,
    pub callers: Vec<Caller>,
}
