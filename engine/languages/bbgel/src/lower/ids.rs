//! Numbers of the parts of every program of a world: globals, records, functions.

use ir::{FnId, GlobalId, RecordId};

/// Ids of the state's parts.
#[derive(Default)]
pub struct Layout {
    /// Number of players; only if it is chosen at setup.
    pub sitting: Option<GlobalId>,
    pub game: Option<GlobalId>,
    pub saved: Option<GlobalId>,
    pub phase: Option<GlobalId>,
    pub forced: Option<GlobalId>,
    /// The field whose text ran last in a step; only where a token may be put on one whose text runs once more.
    pub ran: Option<GlobalId>,
    pub winners_before: Option<GlobalId>,
    pub steps: Option<GlobalId>,
    /// The value of each die; only if several are thrown.
    pub thrown: Option<GlobalId>,
    pub by_field: Option<GlobalId>,
    pub scope: Option<RecordId>,
    pub int_var: Option<RecordId>,
    pub player: Option<RecordId>,
    pub game_record: Option<RecordId>,
    pub vars: Option<RecordId>,
    pub player_vars: Option<RecordId>,
    /// Fields of `Player` that are not always there.
    pub scopes: u16,
    pub returned: u16,
    pub own_vars: u16,
}

/// State of the original's generator: 256 numbers and two indices. The list is empty while unused.
pub struct Dice {
    pub numbers: GlobalId,
    pub i: GlobalId,
    pub j: GlobalId,
    /// Takes how many numbers below 256, and makes one of them.
    pub draw: FnId,
    /// Takes the seed.
    pub key: FnId,
    /// Takes the sides, gives the throw.
    pub throw: FnId,
}

/// Functions that texts call.
pub struct Helpers {
    /// `(value, max)`: from `-max - 1` to `max`, around.
    pub wrap: FnId,
    /// `(a, b)`: remainder of the division, with the sign of a.
    pub rest: FnId,
    /// `(name)`: the scope of the current player that has an int, or a bool, of that name; −1 for none.
    pub find_int: Option<FnId>,
    pub find_bool: Option<FnId>,
}
