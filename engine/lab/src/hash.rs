//! FNV-1a, 64 bits: the same on every machine.

pub const START: u64 = 0xcbf2_9ce4_8422_2325;

/// Of a text.
pub fn text_hash(text: &str) -> u64 {
    hash(START, text.as_bytes())
}

/// Goes on from a hash.
pub fn hash(before: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(before, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3))
}

/// Goes on from a hash with numbers.
pub fn hash_numbers(before: u64, numbers: &[u64]) -> u64 {
    numbers.iter().fold(before, |hash, number| (hash.rotate_left(5) ^ number).wrapping_mul(0x517c_c1b7_2722_0a95))
}
