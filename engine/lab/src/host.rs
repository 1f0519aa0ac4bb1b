//! Hosts of compiled rules: the lab's interface to them, and a module with the block of memory that carries its
//! requests.

use codegen::memory::tag;
use game::Value;

/// Runs compiled rules.
pub trait Host {
    /// An instance of a module; none where that cannot be.
    fn start(&self, wasm: &[u8]) -> Option<Box<dyn Instance>>;
}

/// A module that is running.
pub trait Instance {
    /// Calls an export without arguments; returns its result, 0 without one. `None` for a trap.
    fn call(&mut self, export: &str) -> Option<u32>;
    /// Bytes of its memory.
    fn read(&mut self, at: u32, count: usize) -> Vec<u8>;
    fn write(&mut self, at: u32, bytes: &[u8]);
}

/// A module that plays, and where its block is.
pub(crate) struct Running {
    pub instance: Box<dyn Instance>,
    pub block: u32,
}

impl Running {
    pub fn word(&mut self, field: u32) -> u32 {
        u32_at(&self.instance.read(self.block + field, 4), 0)
    }

    pub fn set(&mut self, field: u32, value: u32) {
        self.instance.write(self.block + field, &value.to_le_bytes());
    }
}

/// Writes a value of type `Any` in the modules' format, after earlier data; returns its address. `start`: the address
/// of the first byte, a multiple of eight.
pub(crate) fn write(value: &Value, start: u32, out: &mut Vec<u8>) -> u32 {
    match value {
        Value::Absent | Value::None => put(&[tag::NONE], &[], start, out),
        Value::Bool(it) => put(&[tag::BOOL, u32::from(*it)], &[], start, out),
        Value::Int(n) => put(&[tag::INT, 0], &n.to_le_bytes(), start, out),
        Value::Num(n) => put(&[tag::NUM, 0], &n.to_le_bytes(), start, out),
        Value::Str(text) => put(&[tag::STR, text.len() as u32], text.as_bytes(), start, out),
        Value::List(items) => {
            let mut words = vec![tag::ARRAY, items.len() as u32];
            words.extend(items.iter().map(|it| write(it, start, out)));
            put(&words, &[], start, out)
        }
        Value::Obj(entries) => {
            let mut words = vec![tag::OBJECT, 0];
            for (key, value) in entries.iter() {
                words.push(put(&[tag::STR, key.len() as u32], key.as_bytes(), start, out));
                words.push(write(value, start, out));
            }
            words[1] = (words.len() / 2 - 1) as u32;
            put(&words, &[], start, out)
        }
    }
}

/// Puts words and bytes at the next multiple of eight.
fn put(words: &[u32], bytes: &[u8], start: u32, out: &mut Vec<u8>) -> u32 {
    out.resize(out.len().next_multiple_of(8), 0);
    let at = start + out.len() as u32;
    words.iter().for_each(|it| out.extend(it.to_le_bytes()));
    out.extend(bytes);
    at
}

#[inline]
pub(crate) fn u32_at(bytes: &[u8], at: usize) -> u32 {
    bytes[at..at + 4].try_into().map_or(0, u32::from_le_bytes)
}

#[inline]
pub(crate) fn u64_at(bytes: &[u8], at: usize) -> u64 {
    bytes[at..at + 8].try_into().map_or(0, u64::from_le_bytes)
}
