//! The computer's moves, found in slices, so that the rooms of a thread go on in between.

use game::{Fault, Game, Move};
use lab::{Leaves, Search};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Time at once, and the longest for a move.
const SLICE: Duration = Duration::from_millis(8);
const LONGEST: Duration = Duration::from_millis(500);

/// A move is seen before the next.
const PAUSE: Duration = Duration::from_millis(300);

/// Moves of a playout until it counts as a draw: at first few, for a move may take long.
pub const FIRST_MOVES: u32 = 4;
const MOST_MOVES: u32 = 500;

/// A search for a move of a seat.
pub struct Thought {
    pub code: Arc<str>,
    pub seat: String,
    /// The number of the position.
    pub at: usize,
    /// When it may begin.
    pub due: Instant,
    /// Most games to the end, or positions where the rules value them.
    games: f64,
    positions: f64,
    search: Option<Search>,
    /// Part of these that is done, and the time it took.
    part: f64,
    spent: Duration,
}

impl Thought {
    pub fn new(code: Arc<str>, seat: String, level: &str, at: usize) -> Thought {
        let (games, positions) = if level == "normal" { (1_000.0, 6_000.0) } else { (100.0, 400.0) };
        let due = Instant::now() + PAUSE;
        Thought { code, seat, at, due, games, positions, search: None, part: 0.0, spent: Duration::ZERO }
    }

    /// Looks ahead for a while; `true` if it is done. `moves`: most moves of a playout, which it adapts to the game.
    pub fn slice(&mut self, game: &Game, moves: &mut u32) -> Result<bool, Fault> {
        let search = match &mut self.search {
            Some(search) => search,
            none => none.insert(Search::new(game, &self.seat, game::fresh_seed()?)?),
        };
        let begin = Instant::now();
        let mut now = begin;
        while self.part < 1.0 && now - begin < SLICE && self.spent + (now - begin) < LONGEST {
            let before = now;
            let mut leaves = Leaves::up_to(*moves);
            search.run_with(1, &mut leaves);
            now = Instant::now();
            let whole = if leaves.moves() == 0 { self.positions } else { self.games };
            self.part = if search.chooses() { self.part + 1.0 / whole } else { 1.0 };
            *moves = if now - before > SLICE { *moves / 2 } else { *moves * 2 }.clamp(1, MOST_MOVES);
        }
        self.spent += now - begin;
        Ok(self.part >= 1.0 || self.spent >= LONGEST)
    }

    /// The best move so far.
    pub fn best(&self, game: &Game) -> Option<Move> {
        Some(game.named(&self.search.as_ref()?.best()?))
    }
}
