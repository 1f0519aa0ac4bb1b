//! Numbers of the program's parts that the game does not declare.

use super::types::{ClassId, T};
use ir::{DataId, FnId, GlobalId, RecordId, Ty};

/// Globals for the course of a game.
pub struct Globals {
    /// The active player.
    pub player: GlobalId,
    pub phase: Option<GlobalId>,
    /// The phase that is called or triggered, and begins when the action has ended; −1 if there is none.
    pub called: Option<GlobalId>,
    /// Number of players, if it varies.
    pub count: Option<GlobalId>,
    pub now: GlobalId,
    pub now_record: Option<RecordId>,
    pub event_record: Option<RecordId>,
    /// Hands of players.
    pub hands: Option<GlobalId>,
    pub allowed: Option<GlobalId>,
    /// The instances whose actions are exceptions: allowed though the action is barred for others, or the other way
    /// around.
    pub excepted: Option<GlobalId>,
    /// Number of actions chosen by players, for `any action n`.
    pub chosen: Option<GlobalId>,
    /// Events for the end of an action with everything it triggered.
    pub after: Option<GlobalId>,
    /// Number of draws that a trial may pass; −1 for no limit.
    pub draws: Option<GlobalId>,
    /// Names of the groups created in the game; empty until creation.
    pub new_groups: Option<GlobalId>,
}

impl Default for Globals {
    fn default() -> Self {
        let unknown = GlobalId(0);
        Globals {
            player: unknown,
            phase: None,
            called: None,
            count: None,
            now: unknown,
            now_record: None,
            event_record: None,
            hands: None,
            allowed: None,
            excepted: None,
            chosen: None,
            after: None,
            draws: None,
            new_groups: None,
        }
    }
}

/// Functions and tables that several places use, made when they are first needed.
#[derive(Default)]
pub struct Helpers {
    pub tidy: Option<FnId>,
    pub power: Option<FnId>,
    pub at: Option<FnId>,
    pub elements: Option<FnId>,
    pub settle: Option<FnId>,
    pub tell: Option<FnId>,
    pub start_phase: Option<FnId>,
    pub turn_over: Option<FnId>,
    /// Notifies the triggers for any action of a choice, if there are any; then runs everything else that follows a
    /// choice.
    pub told_of_choice: Option<FnId>,
    pub follows: Option<FnId>,
    pub default_section: Option<FnId>,
    pub next_on_line: Option<FnId>,
    pub by_cell: Option<FnId>,
    pub at_cell: Option<FnId>,
    pub verdict: Option<FnId>,
    pub is_seen: Option<FnId>,
    pub mark: Option<Ty>,
    pub rem: Option<FnId>,
    pub new_group: Option<FnId>,
    pub groups: Option<FnId>,
    pub thing_words: Option<FnId>,
    pub by_name: Vec<(Named, FnId)>,
    pub kept: Option<Kept>,
    pub ending: Option<FnId>,
    pub failures: Option<FnId>,
    pub cell_tags: Option<DataId>,
    pub cell_groups: Option<DataId>,
    pub cell_rows: Option<DataId>,
    pub cell_columns: Option<DataId>,
    pub grid: Option<DataId>,
    pub grid_rows: i64,
    pub grid_columns: i64,
    /// Of each group without gaps, its first cell.
    pub firsts: Vec<Option<i64>>,
}

/// A lookup by a computed name, with the expected type.
#[derive(Clone, PartialEq)]
pub struct Named {
    pub of: ClassId,
    /// Only groups of the board.
    pub groups: bool,
    pub want: T,
}

/// The saved part of the game, with functions to restore it.
#[derive(Clone, Copy)]
pub struct Kept {
    pub record: RecordId,
    pub keep: FnId,
    pub give_back: FnId,
    pub revert: FnId,
    pub merge: FnId,
}
