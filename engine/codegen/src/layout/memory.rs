//! The map of a module's memory: its globals, fixed addresses, and the offsets within objects.
//!
//! Invariant: all fixed addresses are defined here. The host and the tests use [`HOST`]; a test compares it with the
//! scripts.

/// Initial value of a global.
#[derive(Clone, Copy, Debug)]
pub enum Initial {
    /// The first byte after the initial data.
    Heap,
    /// [`Initial::Heap`], and [`GC_SPARE`] more.
    HeapAndSpare,
    /// The end of the memory.
    MemoryEnd,
    Int(i32),
    Long(i64),
}

/// Globals by their names, numbered in this order, with their initial values.
macro_rules! globals {
    ($($(#[$doc:meta])* $name:ident = $initial:expr;)*) => {
        /// Globals of the module.
        pub mod global {
            use super::Initial;

            #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
            enum Number { $($name),* }
            $($(#[$doc])* pub const $name: u32 = Number::$name as u32;)*
            /// Their initial values.
            pub const INITIAL: &[Initial] = &[$($initial),*];
        }
    };
}

globals! {
    /// The first free byte of the heap.
    TOP = Initial::Heap;
    /// The end of the memory.
    END = Initial::MemoryEnd;
    /// Steps left.
    FUEL = Initial::Int(0);
    /// Pending control flow: 0, the number in the table of the transition to be made, or [`super::LEFT`].
    FLOW = Initial::Int(0);
    /// `R`: the index of a role, or −1.
    SEAT = Initial::Long(-1);
    /// The frame that a transition is about to push, if it has no fixed place; or the result of `end` (0 for none).
    NEXT = Initial::Int(0);
    /// 1 if `log` writes.
    LOGGING = Initial::Int(1);
    /// The random numbers of random play, apart from the game's.
    DRAW = Initial::Long(1);
    /// Start of the heap.
    HEAP = Initial::Heap;
    /// While memory is given back: how far below its place an object will be.
    SHIFT = Initial::Int(0);
    /// Once [`TOP`] is beyond, memory is given back.
    FULL = Initial::HeapAndSpare;
    /// Depth of nested calls, where it may exceed the limit.
    DEPTH = Initial::Int(0);
    /// The first of the sites of the transition that is under way; see [`crate::module::sites::TRANSITION_SITES`].
    SITE = Initial::Int(0);
    /// While parts of a value are counted: how many there may be.
    PARTS = Initial::Int(0);
}

/// A value of [`global::FLOW`]: the function and its callers are to be left, and no more.
pub const LEFT: u32 = u32::MAX;

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
    /// A list of one type. At 4: shared. At 8: its length. At 12: its capacity. From 16: elements.
    pub const LIST: u32 = 7;
    /// An optional record or array. At 4: shared. From 8: the value.
    pub const BOX: u32 = 8;
    /// A moved object, during garbage collection. At 4: its new address.
    pub const MOVED: u32 = 9;
}

// Fixed addresses, below all data.

/// Why a value from outside does not fit, if that is the fault: which kind (the number of the code that a state is refused
/// with; more by [`WHOLE`] where the text is the whole message), then the value and a text.
pub const MISFIT: u32 = 32;
/// In a misfit: the address of the value.
pub const MISFIT_VALUE: u32 = 4;
/// In a misfit, the address of a text: what was expected, the missing key, or the object without such a key.
pub const MISFIT_TEXT: u32 = 8;
/// From here on a kind of misfit comes with the whole message.
pub const WHOLE: u32 = 1000;
/// The fault: its site, or [`NO_SITE`].
pub const FAULT: u32 = 64;
/// In a fault: two numbers of eight bytes that say more.
pub const FAULT_NUMBERS: u32 = 8;
pub const NO_SITE: u32 = u32::MAX;
/// Texts in and out: address and length.
pub const IO: u32 = 96;
/// Address of `none` as `Any`: memory begins with zeros.
pub const NONE: u32 = 112;
/// Start of the data.
pub const DATA: u32 = 1024;

const _: () = assert!(MISFIT + MISFIT_TEXT + 4 <= FAULT && FAULT + FAULT_NUMBERS + 16 <= IO && IO + 8 <= NONE);
const _: () = assert!(NONE + 4 <= DATA);

/// Addresses that a host knows by name.
pub const HOST: [(&str, u32); 16] = [
    ("FAULT", FAULT),
    ("FAULT_NUMBERS", FAULT_NUMBERS),
    ("IO", IO),
    ("MISFIT", MISFIT),
    ("MISFIT_TEXT", MISFIT_TEXT),
    ("MISFIT_VALUE", MISFIT_VALUE),
    ("NO_SITE", NO_SITE),
    ("STR", STR),
    ("TAG_ARRAY", tag::ARRAY),
    ("TAG_BOOL", tag::BOOL),
    ("TAG_INT", tag::INT),
    ("TAG_NONE", tag::NONE),
    ("TAG_NUM", tag::NUM),
    ("TAG_OBJECT", tag::OBJECT),
    ("TAG_STR", tag::STR),
    ("WHOLE", WHOLE),
];

// A list. Its tag is at 0.

/// 1 if it is shared; also for a box.
pub const SHARED: u32 = 4;
pub const LEN: u32 = 8;
/// Room for how many entries.
pub const CAPACITY: u32 = 12;
/// Offset of the entries.
pub const ITEMS: u32 = 16;

/// Offset of the value in a box.
pub const BOXED: u32 = 8;
/// A string's bytes begin here.
pub const STR: u32 = 8;

// A frame: which at 0, then these, then slots.

/// `I`
pub const FRAME_NEXT: u32 = 4;
/// The frame below.
pub const FRAME_BELOW: u32 = 8;
/// `$`, 0 for none.
pub const FRAME_LAST: u32 = 12;
pub const FRAME_DEPTH: u32 = 16;
/// Keys so far.
pub const FRAME_KEYS: u32 = 20;
/// The place of `$` among the keys.
pub const FRAME_LAST_KEY: u32 = 24;
pub const SLOTS: u32 = 32;
/// Size of a slot; its value is at 0.
pub const SLOT: u32 = 16;
/// In a slot: whether the field is set.
pub const SLOT_SET: u32 = 8;
/// In a slot: its place among the keys that came late.
pub const SLOT_KEY: u32 = 12;

/// Size of a row in the table of offers.
pub const OFFER_ROW: u32 = 16;

// The keys of a state: how many came late at 0, then the place of each among them.

pub const KEY_L: u32 = 4;
pub const KEY_RESULT: u32 = 8;
pub const KEY_UNDO: u32 = 12;
pub const KEY_GLOBALS: u32 = 16;

/// In the tables of a board: no cell.
pub const NOWHERE: u32 = u32::MAX;
/// Size of a heap's entry: cost, order, cell.
pub const HEAP_ENTRY: u32 = 16;

/// Minimum bytes to allocate between garbage collections.
pub const GC_SPARE: u32 = 8 << 20;

/// Playing on from positions: offsets in the block of memory by which a host asks for it.
pub mod playout {
    /// The row of random numbers that moves are drawn from, of eight bytes: before, and afterwards.
    pub const DRAWS: u32 = 0;
    /// Maximum number of moves.
    pub const LIMIT: u32 = 8;
    /// Size in bytes of the room for a position, and the position's address in it.
    pub const ROOM: u32 = 12;
    pub const POSITION: u32 = 16;
    /// The text of the result, its address (0 for none) and its length.
    pub const RESULT: u32 = 20;
    pub const LENGTH: u32 = 24;
    /// Number of moves made.
    pub const MOVES: u32 = 28;
    pub const SIZE: u32 = 32;
}

/// Following lines of play: offsets in the block of memory by which a host asks for it.
pub mod line {
    /// Size in bytes of the room for a position, and the position's address in it.
    pub const ROOM: u32 = 0;
    pub const POSITION: u32 = 4;
    /// The move to make: its row, its number there, and the address of the entries of that row.
    pub const ROW: u32 = 8;
    pub const NUMBER: u32 = 12;
    pub const ENTRIES: u32 = 16;
    /// A position to go back to, and the end of the heap behind it.
    pub const KEPT: u32 = 20;
    pub const HEAP: u32 = 24;
    /// The role that is asked for.
    pub const ROLE: u32 = 28;
    /// The active role, [`OVER`] or [`SEVERAL`].
    pub const ACTIVE: u32 = 32;
    /// The text of the result, its address (0 for none) and its length.
    pub const RESULT: u32 = 36;
    pub const LENGTH: u32 = 40;
    /// A number for the position, of eight bytes.
    pub const KEY: u32 = 48;
    /// The worth to the role, in eight bytes.
    pub const WORTH: u32 = 56;
    pub const SIZE: u32 = 64;

    pub const OVER: u32 = u32::MAX;
    pub const SEVERAL: u32 = u32::MAX - 1;
}

/// The lab's games: offsets in the block of memory where a module keeps what it plays them by.
pub mod lab {
    /// The current deal, and the number of deals.
    pub const DEAL: u32 = 0;
    pub const DEALS: u32 = 4;
    /// 1 once the game of that deal has begun.
    pub const PLAYING: u32 = 8;
    /// A game that goes on after this many moves is left to the host.
    pub const LIMIT: u32 = 12;
    /// Address of the last reported result; 0 for none. A result allocated during its game is reported each time.
    pub const RESULT: u32 = 16;
    /// The end of the events so far.
    pub const TOLD: u32 = 20;
    /// The end of the heap before the game.
    pub const HEAP: u32 = 24;
    // From here on, the report of a game: the number of its moves, turns and roles, and of the roles that moved.
    pub const MOVES: u32 = 32;
    pub const TURNS: u32 = 36;
    pub const SITTING: u32 = 40;
    pub const MOVED: u32 = 44;
    /// Moves there were to choose from, in all its positions together, in eight bytes; and positions in which there was more than one.
    pub const CHOICES: u32 = 48;
    pub const REAL: u32 = 56;
    /// Number of words for made moves.
    pub const MADE: u32 = 60;
    /// A word for each role: those that have moved, in the order in which they did so first; then for each whether it was active.
    /// Behind them, at a multiple of eight, the numbers that are wanted: whether there is one, and its eight bytes. Then a word for
    /// each move that a role has made and a counter counts: the number of the counter, times as many as there are roles, and the
    /// role. Once a game, as a rule.
    pub const ROLES: u32 = 64;
    pub const MEASURE: u32 = 16;
    /// Maximum number of words; before that they are reported.
    pub const MADE_MAX: u32 = 1 << 10;

    /// Size of a deal: seed and the seed of the draws, of eight bytes; scenario, options and whether the game is
    /// checked closely, of four.
    pub const DEAL_SIZE: u32 = 32;
    pub const DEAL_DRAWS: u32 = 8;
    pub const DEAL_SCENARIO: u32 = 16;
    pub const DEAL_OPTIONS: u32 = 20;
    pub const DEAL_CLOSELY: u32 = 24;
    /// Maximum number of deals.
    pub const DEALS_MAX: u32 = 1 << 10;
    /// Bytes for the options of all deals.
    pub const OPTIONS_SIZE: u32 = 1 << 15;
    /// Maximum bytes of events before the host takes them; half of them of one position.
    pub const TOLD_SIZE: u32 = 1 << 20;

    /// Head of an event: its kind, two numbers, and the number of bytes that follow; the next is at a multiple of
    /// eight.
    pub const TOLD_HEAD: u32 = 16;

    /// Maximum items of a list to count, each by its place in it.
    pub const ITEMS: u32 = 8;

    /// Numbers of moves at which a game is checked closely: the first ones, then at intervals up to the last.
    pub mod closely {
        pub const FIRST: u64 = 64;
        pub const EVERY: u64 = 16;
        pub const LAST: u64 = 1024;
    }

    /// Why play stops.
    pub mod stop {
        /// All deals were played.
        pub const DONE: u32 = 0;
        /// The host has to take the events; it goes on from there.
        pub const FULL: u32 = 1;
        /// A game is left to the host: nothing of it is counted, and its events since the last end of a game do not
        /// count either.
        pub const LEFT: u32 = 2;
    }

    /// Kinds of events. The numbers are a role and a row of offers, unless stated otherwise; texts are JSON.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Event {
        /// The arguments that are offered.
        Offered,
        /// One of those that are offered.
        OneOffered,
        /// The argument that was taken.
        Taken,
        /// The view of the role.
        View,
        /// An observer's view of a position.
        Seen,
        /// Number of moves in a position: the first number.
        Choices,
        /// A card: its table, its number. Reported once, even in a game that does not count.
        Card,
        /// The result of this game and of later ones, until another is reported; no JSON.
        Result,
        /// The last state of a game that is checked closely.
        State,
        /// The moves made in a game, before its end.
        Made,
        /// The end of a game, after all its events: the number of its deal, and the block from `MOVES` on.
        Game,
    }

    impl Event {
        const ALL: [Event; 11] = [
            Event::Offered,
            Event::OneOffered,
            Event::Taken,
            Event::View,
            Event::Seen,
            Event::Choices,
            Event::Card,
            Event::Result,
            Event::State,
            Event::Made,
            Event::Game,
        ];

        /// The number of its kind.
        pub const fn number(self) -> u32 {
            self as u32
        }

        /// The event of a number.
        pub fn of(number: u32) -> Option<Event> {
            Event::ALL.get(number as usize).copied()
        }
    }
}
