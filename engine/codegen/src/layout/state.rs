//! Layout of the state in memory, and the routines for it.

use crate::layout::memory::{SLOT, SLOTS};
use crate::layout::{Rep, rep};
use crate::wasm::Mem;
use ir::Ty;
use std::collections::BTreeMap;

/// Offset of a field in a frame. Values that are in place elsewhere are behind a pointer here, so that functions shared
/// by several frames find them.
pub fn slot(field: usize) -> u32 {
    SLOTS + SLOT * field as u32
}

/// Representation of the value in a slot.
pub fn slot_mem(ty: &Ty) -> Option<Mem> {
    match rep(ty) {
        Rep::Int => Some(Mem::Int(8)),
        Rep::Bool => Some(Mem::Bool),
        Rep::Num => Some(Mem::Num),
        Rep::Ptr | Rep::Inline => Some(Mem::Ptr),
        Rep::Unit => None,
    }
}

/// Texts about moves.
#[derive(Clone, Debug, Default)]
pub struct Texts {
    /// For each row: the arguments with a text, as `offered`, each entry with its text; an action without arguments has
    /// only a text.
    pub rows: u32,
    /// Actions with texts, as `named`.
    pub named: u32,
    /// For each row: `(arguments…, text, site)`: of too many.
    pub put: Vec<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Said {
    /// Why it is not offered.
    Why,
    /// Its label.
    Label,
}

/// Addresses and routines.
#[derive(Clone, Debug, Default)]
pub struct State {
    /// From here on, `size` bytes are the state, without the values it points to.
    pub start: u32,
    pub size: u32,
    /// A list of indices (0 if there is one index), then the index.
    pub active: u32,
    pub seed: u32,
    /// The frame on top; 0 if there is none.
    pub top: u32,
    /// 0 nothing was called, 1 frames, 2 the game is over.
    pub kind: u32,
    pub message: u32,
    /// `Any`, 0 for none.
    pub result: u32,
    /// Number of late keys, then for `L`, `result`, `undo` and each global: its index among them.
    pub keys: u32,
    /// For each global, whether it is set.
    pub present: u32,
    pub globals: Vec<u32>,
    /// The entries of the log, a list of `Any`.
    pub log_list: u32,
    /// The latest snapshot, 0 for none.
    pub undo: u32,

    pub view: Vec<u32>,
    pub view_present: u32,

    pub prompt: u32,
    /// For each row: 0 not a button, 1 a disabled one, 2 an enabled one.
    pub buttons: u32,
    /// For each row: entries, how many, room, whether it was named.
    pub offered: u32,
    /// Number of offered rows, then these, in order.
    pub named: u32,
    /// Why something is not offered.
    pub why: Texts,
    pub labels: Texts,
    /// Types of the arguments in each row.
    pub arguments: Vec<Vec<Ty>>,
    /// For each row: `(arguments…, site, site, site)`: for too many, for an action that is a button already, for no
    /// steps left.
    pub offers: Vec<u32>,

    /// `(row, enabled)`
    pub button: u32,

    pub finish: u32,
    pub unset: u32,
    pub log: u32,
    pub log_blank: u32,
    pub push_undo: u32,
    pub make_frame: u32,
    /// The place of each frame that is on the stack at most once, and the end of all of them.
    pub homes: Vec<Option<u32>>,
    pub homes_end: u32,
    /// For each frame that is a procedure `(frame)`: runs it until a transition.
    pub procedures: Vec<u32>,
    /// `()`: runs the hook of the frame that is left.
    pub leave: u32,
    /// `()`: ends the frame on top.
    pub end: u32,
    /// The numbers of transitions in the table, by whether they are a `goto` (none for `end`) and by their frame (none for
    /// those without a fixed place).
    pub transitions: BTreeMap<(Option<bool>, Option<usize>), u32>,
    pub active_any: u32,
    pub one_active: u32,
    pub active_roles: u32,
    pub global_appears: u32,
    pub view_appears: u32,
    pub field_appears: u32,
    /// `()`: makes the transition that is under way, and those that follow from it.
    pub run_transitions: u32,
    /// `()`: goes on with procedures until a state is on top.
    pub proceed: u32,
    /// For each frame, how many bytes it has.
    pub frames: u32,
    pub reset_offers: u32,
    /// `(any) → string`
    pub json: u32,
    /// `(hash) → hash`: continues with the text of the state, without its log and undo stack. For lines of play.
    pub position_digest: u32,
    /// `(any)`: its JSON is where `IO` says.
    pub answer: u32,
    /// `(rest) → any`: the state; at rest `active` is a name or names, while rules run indices.
    pub whole: u32,
    /// `() → any`: all of `L`, all of `G`.
    pub whole_frame: u32,
    pub whole_state: u32,
    /// `(name, site) → frame`: a new one for a name.
    pub frame_named: u32,
    /// `()`: takes the state back to the last snapshot.
    pub pop_undo: u32,
    /// `(any, site)`: sets the active roles from an `Any`.
    pub set_active: u32,
    /// `() → snapshot`: the state kept; its head is not written yet.
    pub keep: u32,
    /// `(frame) → frame`: copies of a frame and of all below it.
    pub copy_frames: u32,
    /// `()`: replaces players that are no role by nobody; stops if the state is too large to be saved.
    pub commit: u32,
    /// `()`: stops if anything in the state is too large.
    pub all_fit: u32,
    /// `()`: gives memory back if there is much of it.
    pub collect_garbage: u32,
    /// Saved state before the current trial, 0 for none.
    pub trial: u32,
    /// `(site)`: of no steps left.
    pub begin_trial: u32,
    /// `() → top`: where the memory ended before.
    pub end_trial: u32,
    /// `()`: ends all trials up to the barrier.
    pub give_up: u32,
    /// The trial to which a failure goes back, 0 for out of all; and how much has failed in this entry.
    pub barrier: u32,
    pub failures: u32,
    /// `(attempt, site) → address`: calls an attempt; gives the previous end of the memory, 0 if it failed. The site is
    /// for no steps left.
    pub attempt: u32,
    /// The site of the last failure, where the program asks for it; and `() → number`: that of its code.
    pub failed: u32,
    pub failure: u32,
}

impl State {
    pub fn said(&self, which: Said) -> &Texts {
        match which {
            Said::Why => &self.why,
            Said::Label => &self.labels,
        }
    }

    pub fn said_mut(&mut self, which: Said) -> &mut Texts {
        match which {
            Said::Why => &mut self.why,
            Said::Label => &mut self.labels,
        }
    }
}
