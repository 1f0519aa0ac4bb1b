//! Limits for running rules. All rules stop, and their states stay small enough to save. The same for every executor.

/// Maximum bytes of JSON sent to a host: a state, a view, a prompt, an answer, a log.
pub const TOLD: usize = 1 << 26;

/// Limits, each with a fault of its own. The defaults are generous for any table game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Maximum steps of one setup, action, view, prompt or query; see [`crate::Steps`].
    pub fuel: i64,
    /// Function calls inside one another.
    pub calls: usize,
    /// Frames on the stack.
    pub frames: usize,
    /// Elements of a list.
    pub list: usize,
    /// Bytes of a string.
    pub string: usize,
    /// Entries of the log.
    pub log: usize,
    /// Entries of the undo stack.
    pub undo: usize,
    /// Values inside one field of the state, counted at the end of an action for fields that changed
    /// and whose type can nest; a flat list is held by `list`.
    pub size: usize,
    /// Values inside one another in one field, for types that can nest without end.
    pub depth: usize,
    /// Maximum bytes of memory for a game, with its undo stack and the log; few enough for a host of many games, and at
    /// most 2^31. In the interpreter it is checked at the end of an action, in a compiled module also during a move.
    pub memory: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            fuel: 10_000_000,
            calls: 200,
            frames: 100,
            list: 100_000,
            string: 1_000_000,
            log: 100_000,
            undo: 1_000,
            size: 1_000_000,
            depth: 64,
            memory: 512 << 20,
        }
    }
}
