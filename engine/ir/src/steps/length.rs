//! Costs by length. Each shift is the binary logarithm of the number of units per step.

/// Entries of a list that are moved within it in a step.
pub const MOVED_SHIFT: u32 = 6;

/// Entries of a list, or parts of an array or a record, that are copied in a step.
pub const COPIED_SHIFT: u32 = 3;

/// Bytes of a text that are read or written in a step.
pub const BYTES_SHIFT: u32 = 4;

/// Entries of a list iterated or created per step.
pub const ENTRIES_SHIFT: u32 = 3;

/// Entries of two lists that are compared in a step.
pub const COMPARED_SHIFT: u32 = 2;

/// Pairs of entries that are compared in a step.
pub const SQUARE_SHIFT: u32 = 5;

/// For iterating or creating a list of this length: eight entries per step.
pub fn gone_through(len: usize) -> i64 {
    (len >> ENTRIES_SHIFT) as i64
}

/// Number of times a list of this length can be halved: the factor for binary search and for sorting.
pub fn levels(len: usize) -> i64 {
    i64::from(usize::BITS - len.leading_zeros())
}

/// For comparing two lists, or records, of the same length; nothing where lengths differ.
pub fn compared(len: usize) -> i64 {
    1 + (len >> COMPARED_SHIFT) as i64
}

/// Entries of two lists, or parts of two records, that are compared for free at the outermost level.
pub const COMPARED_FREE: usize = 3;

/// As [`compared`], at the outermost level.
pub fn compared_first(len: usize) -> i64 {
    if len > COMPARED_FREE { compared(len) } else { 0 }
}

/// For comparing two objects with this many keys each, in any order.
pub fn compared_keys(len: usize) -> i64 {
    let few = (len >> COMPARED_SHIFT) as i64;
    1 + len as i64 + few * few
}

/// For comparing each entry of a list with each other one.
pub fn squared(len: usize) -> i64 {
    gone_through(len) + (len * (len >> SQUARE_SHIFT)) as i64
}

/// For searching a text of `part` bytes in another.
pub fn sought(text: usize, part: usize) -> i64 {
    ((text >> BYTES_SHIFT) * (1 + (part >> BYTES_SHIFT))) as i64
}

/// The cost of a builtin before it runs; for one that changes a place, the first operand is the place. A builtin that
/// creates a text is charged for its bytes afterwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    Nothing,
    /// The entries of the first operand: [`gone_through`].
    Entries,
    /// A step for each entry of the first.
    Each,
    /// The entries of the first, then those of the second.
    Both,
    /// Those of the second.
    Second,
    /// The parts of the first, one by one.
    Parts,
    /// The parts of the first, for each of its [`levels`] and once more.
    Order,
    /// The same for the second.
    OrderBy,
    /// The first: [`squared`].
    Square,
    /// The same, then the parts of the second.
    SquareBy,
    /// The parts of the second less one, for each of the [`levels`] of the first.
    Search,
    /// Moving the entries of the first, from a place in it on.
    Moves,
    /// The same, and before it [`Takes::Search`].
    SearchMoves,
    /// The bytes of the first.
    Bytes,
    /// The first and second: [`sought`].
    Sought,
}
