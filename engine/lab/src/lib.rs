//! Games played by the thousand: at random, to see whether their rules hold; by players that look ahead, to see
//! whether skill wins; or every one of them, to count them.
//!
//! What must stay true: everything goes through what a prompt offers; what comes out is the same on every
//! machine.

mod interval;
mod matches;
mod outcome;
mod perft;
mod player;
mod random;
mod search;

pub use interval::wilson;
pub use matches::{Match, Tally, play_match};
pub use outcome::winners;
pub use perft::{Step, all_games, perft};
pub use player::Player;
pub use random::{Broken, Hashed, Playouts, Report, playouts, random_game, random_games};
pub use search::search;
