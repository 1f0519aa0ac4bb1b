//! What stands where in the memory of a module, and what its globals hold.

/// Globals of the module.
pub mod global {
    /// The first free byte of the heap.
    pub const TOP: u32 = 0;
    /// The end of the memory.
    pub const END: u32 = 1;
    /// Steps left.
    pub const FUEL: u32 = 2;
    /// What is under way: 0, or a transition or the end of the game; see [`super::flow`].
    pub const FLOW: u32 = 3;
    /// `R`: the index of a role, or −1.
    pub const SEAT: u32 = 4;
    /// The frame that a transition is about to push, or the result of `end` (0 for none).
    pub const NEXT: u32 = 5;
    /// Whether `log` writes.
    pub const LOGGING: u32 = 6;
    /// The random numbers of random play, apart from the game's.
    pub const DRAW: u32 = 7;
    /// Where the heap begins.
    pub const HEAP: u32 = 8;
    /// While memory is given back: how far below its place an object will be.
    pub const SHIFT: u32 = 9;
    /// Once [`TOP`] is beyond, memory is given back.
    pub const FULL: u32 = 10;
    /// Calls inside one another, as far as there may be too many.
    pub const DEPTH: u32 = 11;
    /// The first of the sites of the transition that is under way; see [`crate::entries::transitions::TRANSITION_SITES`].
    pub const SITE: u32 = 12;
    /// While parts of a value are counted: how many there may be.
    pub const PARTS: u32 = 13;
}

/// Values of [`global::FLOW`].
pub mod flow {
    pub const CALL: u32 = 1;
    pub const GOTO: u32 = 2;
    pub const END: u32 = 3;
    pub const FINISHED: u32 = 4;
}

/// Tags of objects in memory. Every object begins with one.
pub mod tag {
    pub const NONE: u32 = 0;
    /// At 4: 0 or 1.
    pub const BOOL: u32 = 1;
    /// At 8: an `i64`.
    pub const INT: u32 = 2;
    /// At 8: a double.
    pub const NUM: u32 = 3;
    /// At 4: bytes. From 8: UTF-8.
    pub const STR: u32 = 4;
    /// An array of `Any`. At 4: how many. From 8: addresses.
    pub const ARRAY: u32 = 5;
    /// An object of `Any`. At 4: how many. From 8: addresses of keys and values by turns.
    pub const OBJECT: u32 = 6;
    /// A list of one type. At 4: shared. At 8: how many. At 12: room for how many. From 16: elements.
    pub const LIST: u32 = 7;
    /// An optional record or array. At 4: shared. From 8: the value.
    pub const BOX: u32 = 8;
    /// What was moved, while memory is given back. At 4: where it will be.
    pub const MOVED: u32 = 9;
}

/// Where the fault is described: site, then two numbers.
pub const FAULT: u32 = 64;

/// Why a value from outside does not fit, if that is the fault: which kind (the number of the code that a state is refused
/// with; more by [`WHOLE`] where the text is the whole message), the address of the value, and of a text: what was expected,
/// the key that is missing, or what has no such key.
pub const MISFIT: u32 = 32;

pub const WHOLE: u32 = 1000;

/// Where texts come from and go to: address and length.
pub const IO: u32 = 96;

pub const DATA: u32 = 1024;

/// Where the entries of a list begin.
pub const ITEMS: u32 = 16;

pub const LEN: u32 = 8;

pub const CAPACITY: u32 = 12;

pub const SHARED: u32 = 4;

/// Where the value in a box stands.
pub const BOXED: u32 = 8;

/// Where `none` as `Any` stands: memory begins with zeros.
pub const NONE: u32 = 112;

/// A string's bytes begin here.
pub const STR: u32 = 8;

/// What may be allocated before it is looked at what is still held, at least.
pub const GC_SPARE: u32 = 8 << 20;
