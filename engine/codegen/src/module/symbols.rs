//! Callable functions: imports, routines of every module, routines for a type.

use crate::wasm::I32;
use ir::Ty;
use wasm_encoder::ValType;

/// Functions that come from the host, before all others.
pub const IMPORTS: [(&str, &[ValType], &[ValType]); 5] = [
    // Writes a number as JavaScript prints it; gives the length.
    ("number", &[ValType::F64, I32], &[I32]),
    // The remainder of doubles.
    ("remainder", &[ValType::F64, ValType::F64], &[ValType::F64]),
    // (text, bytes): JavaScript's `Number` of a text.
    ("parse", &[I32, I32], &[ValType::F64]),
    // (text, bytes, capital, to): writes the text in capital or small letters; gives the length.
    ("case", &[I32, I32, I32, I32], &[I32]),
    // Calls the export `attempted` with a number; returns whether it completed. A fault in it is dropped, but no other
    // trap.
    ("attempt", &[I32], &[I32]),
];

pub const IMPORT_NUMBER: u32 = 0;

pub const IMPORT_REMAINDER: u32 = 1;

pub const IMPORT_PARSE: u32 = 2;

pub const IMPORT_CASE: u32 = 3;

pub const IMPORT_ATTEMPT: u32 = 4;

/// The indices of the routines.
#[derive(Clone, Copy, Debug, Default)]
pub struct Runtime {
    /// `(bytes) → address`, of eight bytes' alignment.
    pub alloc: u32,
    /// `(top)`: makes room up to the new top; the top was there before.
    pub grow: u32,
    /// `(to, from, bytes)`: to where something new begins; behind it up to seven more bytes are written.
    pub copy: u32,
    /// The same, but not a byte more is written.
    pub copy_within: u32,
    /// `(site)`: stops.
    pub trap: u32,
    /// `(site, number, number)`: stops.
    pub trap_with: u32,
    /// `(site, any, kind, text)`: stops, for a value does not fit; see [`MISFIT`].
    pub misfit: u32,
    /// `(site, steps)`
    pub spend: u32,
    /// `(string, string, site, site) → string`: the sites are for too long and for no steps left.
    pub concat: u32,
    /// `(i64) → string`
    pub int_text: u32,
    /// `(f64) → string`
    pub num_text: u32,
    /// `(string, string) → −1, 0, 1`
    pub str_cmp: u32,
    /// `(string, string) → bool`
    pub str_eq: u32,
    /// The same as part of the rules: takes steps, and says no when there are none left.
    pub text_eq: u32,
    /// `(seed) → seed`
    pub next: u32,
    pub next_big: u32,
    /// `(list of strings, between) → string`
    pub join: u32,
    /// `(object, key, site, site) → any`: the sites are for no object and for no steps left; none for a key that is not
    /// there.
    pub any_field: u32,
    /// `(string) → i64`: UTF-16 code units.
    pub str_len: u32,
    /// `()`: as many steps as there are at first, and no calls.
    pub refuel: u32,
}

/// Purpose of a routine. Most are for values of a type, the others use [`Ty::Unit`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Helper {
    /// For a list, set or map: `(list, room) → list`, one of its own with room for as many entries.
    Own,
    /// For an element: `(address, count, room) → list`, a new one of the elements at an address.
    Sub,
    /// For an element: `(list, address, count)`: appends the elements at an address; there is room for them.
    Append,
    /// `(address)`: the target of the value there is shared from now on.
    Share,
    /// `(a, b) → bool`
    Eq,
    /// As above, for values inside compared values: takes fuel however short they are.
    EqWithin,
    /// `(a, b) → −1, 0, 1`: the order of sets, maps and `sorted`.
    Cmp,
    /// The same for the order of offers: lists by their elements.
    Offered,
    /// The same for one of several, or in a list.
    OfferedIn,
    OfferedAny,
    OfferedAnyIn,
    /// The same as JavaScript has it.
    CmpJs,
    /// For a set or map: `(list, key) → index`, or where it would go, as −1 − index.
    Search,
    /// For a list, set or map: `(list)`: orders the entries by element or key; equal ones stay as they were.
    Sort,
    /// For a set of integers: `(list) → whether they are no further apart than 63`. If so, they are ordered, and one of each is left.
    BitSet,
    /// For a set of integers: `(list) → how many there are that differ`, or −1 where they are further apart than 63.
    Distinct,
    /// For a set or map: `(list)`: leaves one of entries that are equal, for a map the last.
    Dedup,
    /// `(address, count, value in each byte) → how many bytes are equal`
    CountByte,
    /// `(address, count, value in each byte, whether it is to be equal) → the first`: as many as there are if there is none.
    FirstByte,
    /// For an element: `(list, big)`: the framework's shuffle, by its larger generator if `big`.
    Shuffle,
    /// `(value) → string`, as templates print it.
    Show,
    /// `(value) → any`
    ToAny,
    /// `(value) → any`, with records as arrays: the basis of the order of values.
    Raw,
    /// `(any, site) → value`
    FromAny,
    /// `(object, names, how many) → any`: see `shape.rs`.
    Stranger,
    /// `(value, depth) → result`: counts its parts; see `steps.rs`.
    Measure,
    /// `(value, site) → parts`
    Size,
    /// `(value, site, site)`
    Guard,

    /// `(address)`: moves the target of the value there, and updates the pointer; see `gc.rs`.
    Move,
    /// `(place, bytes) → address`
    MoveTo,

    /// `(text, part, from) → at`, in bytes; −1 if it is not there.
    Find,
    /// `(text, from, end) → text`, in bytes.
    Bytes,
    /// `(text, from, end) → text`, in UTF-16 code units.
    Substring,
    /// `(text, at) → bytes` of the blank there, 0 if there is none.
    Blank,
    /// `(text) → text`
    Trim,
    /// `(text, between, site) → list`
    Split,
    /// `(text, part, by, site) → text`
    Replace,
    /// `(text) → int?`
    ToInt,
    /// `(text) → num?`
    ToNum,
    /// `(text, capital) → text`
    Case,

    /// `(any) → string`, as JavaScript's `String` does.
    JsString,
    /// `(any, any) → −1, 0, 1`
    CmpAny,
    /// `(array, index, site, site) → address` of an element.
    AnyAt,
    /// `(any) → any`, a copy of an array or object.
    AnyCopy,
    /// `(object, key) → address` of its value, 0 if the key is not there.
    AnyFind,
    /// `(object, key, site) → any`, its value; stops if the key is not there.
    AnyNeed,
    /// `(any, tag, expected, site)`: stops if the value is of another kind.
    AnyMustBe,
    /// `(object, key, value)`: adds an entry that is not there, for which there is room.
    AnyAdd,
    /// `(object, key) → object`, a copy that has the key.
    AnyWith,
    /// `(key) → n`: the number of a key that is an array index, −1 for others.
    KeyIndex,
    /// `(any, site) → count`
    AnyLen,
    /// `(items, keys, site) → object`
    Group,

    /// Of a board: `(from, to) → direction + 256 · steps`, −1 if they are not in line.
    Towards(u16),
    /// Of a board: `(starts, allowed)`: finds the least weights from some cells.
    Spread(u16),
    /// Of a board: `(from, to) → distance`, −1 if there is no way.
    Distance(u16),
    /// Of a board: `(from, to, allowed) → list`, 0 if there is no way.
    Path(u16),
    /// Of a board: `(starts, allowed, around)`: marks the cells that can be reached and lists them.
    Flood(u16),
    /// Of a board: `(allowed) → list of lists`
    Parts(u16),
    /// Of a board: `(starts, costs, site) → list`
    Costs(u16),
    /// `(heap, cost, order, cell)`; `heap` is its address.
    HeapPush,
    /// `(heap) → address` of the entry with the least cost, then the least order.
    HeapPop,
}

#[derive(Clone, Debug)]
pub struct TypedHelper {
    pub helper: Helper,
    pub ty: Ty,
    pub id: u32,
}

/// A function called in trials that may fail: its index in the table, and the addresses of its result and its
/// arguments, each in eight bytes.
#[derive(Clone, Copy)]
pub struct Attempted {
    pub number: u32,
    pub room: u32,
}
