//! Games played by the thousand: at random, to see whether their rules hold; or every one of them, to
//! count them.
//!
//! What must stay true: everything goes through what a prompt offers; what comes out is the same on every
//! machine.

mod perft;
mod random;

pub use perft::{Step, all_games, perft};
pub use random::{Broken, Hashed, Playouts, Report, playouts, random_game, random_games};
