//! Games as one writes them by hand for speed, but plainly: a board of bytes, a list of moves, one drawn,
//! made, until the end. The numbers are those of the engine's random play.

mod backgammon;
mod breakthrough;
mod chess;
mod connect_four;
mod draughts;
mod go;
mod hearts;
mod hex;
mod reversi;
mod tic_tac_toe;

/// A row of random numbers.
pub struct Draw(u64);

impl Draw {
    pub fn new(seed: u64) -> Draw {
        Draw(seed.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// A number below another.
    pub fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        let drawn = self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 32;
        (drawn as u32 % end as u32) as usize
    }
}

/// Result of a game.
pub struct Played {
    pub moves: u32,
    /// 0 is the role that begins, 2 a draw.
    pub winner: usize,
}

/// Totals over many games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub moves: u32,
    /// Of the role that begins.
    pub won: u32,
}

/// The games, by number.
pub const GAMES: [(&str, fn(&mut Draw) -> Played); 10] = [
    ("tic-tac-toe", tic_tac_toe::playout),
    ("connect-four", connect_four::playout),
    ("breakthrough", breakthrough::playout),
    ("reversi", reversi::playout),
    ("hex", hex::playout),
    ("draughts", draughts::playout),
    ("chess", chess::playout),
    ("backgammon", backgammon::playout),
    ("hearts", hearts::playout),
    ("go", go::playout),
];

fn many(draw: &mut Draw, games: u32, playout: impl Fn(&mut Draw) -> Played) -> Tally {
    let mut tally = Tally::default();
    for _ in 0..games {
        let played = playout(draw);
        tally.moves += played.moves;
        tally.won += u32::from(played.winner == 0);
    }
    tally
}

/// Plays many games of one kind, in one loop.
pub fn playouts(game: u32, seed: u64, games: u32) -> Tally {
    let draw = &mut Draw::new(seed);
    match game {
        0 => many(draw, games, tic_tac_toe::playout),
        1 => many(draw, games, connect_four::playout),
        2 => many(draw, games, breakthrough::playout),
        3 => many(draw, games, reversi::playout),
        4 => many(draw, games, hex::playout),
        5 => many(draw, games, draughts::playout),
        6 => many(draw, games, chess::playout),
        7 => many(draw, games, backgammon::playout),
        8 => many(draw, games, hearts::playout),
        _ => many(draw, games, go::playout),
    }
}

/// The same from JavaScript: moves, and in the upper half how many games the role that begins has won.
#[unsafe(no_mangle)]
pub extern "C" fn play(game: u32, seed: u64, games: u32) -> u64 {
    let tally = playouts(game, seed, games);
    u64::from(tally.won) << 32 | u64::from(tally.moves)
}
