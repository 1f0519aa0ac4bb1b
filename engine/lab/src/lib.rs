//! Plays games by the thousand, at random or between players that look ahead, for statistics and for flaws in their
//! rules; or enumerates all games to count them.
//!
//! Invariant: players use only what a prompt offers; results are the same on every machine, however the games are
//! divided.

mod alpha_beta;
mod answer;
mod argument;
mod candidates;
mod cards;
mod chosen;
mod compare;
mod compiled;
mod compiled_line;
mod csv;
mod decided;
mod document;
mod enough;
mod flaw;
mod greedy;
mod groups;
mod hash;
mod host;
mod interval;
mod line;
mod luck;
mod made;
mod makers;
mod measure;
mod outcome;
mod perft;
mod picture;
mod plan;
mod player;
mod playout;
mod question;
mod race;
mod random;
mod report;
mod search;
mod shrink;
mod statistic;
mod studied;
mod study;
mod tally;
mod test_block;
mod told;
mod track;
mod trial;
mod until;
mod version;
mod winning;
mod wish;
mod words;

pub use chosen::{Choice, Choices, Heat};
pub use compare::{Comparison, Row};
pub use compiled::{Compiled, play};
pub use decided::Decision;
pub use enough::enough;
pub use flaw::{Flaw, Kind, Sort};
pub use greedy::greedy;
pub use groups::Group;
pub use hash::text_hash;
pub use host::{Host, Instance};
pub use interval::{Interval, Level, wilson};
pub use outcome::winners;
pub use perft::{Step, all_games, perft};
pub use picture::picture;
pub use plan::{Deal, Plan};
pub use player::Player;
pub use playout::{Leaves, Searched};
pub use question::{Answer, Question};
pub use race::{Field, Race};
pub use random::{
    Broken, Given, Hashed, Playouts, RandomReport, playouts, random_game, random_games, random_games_with,
};
pub use report::{Action, Bar, Distribution, Found, Frame, Line, Mean, Report, Share, Side, Table};
pub use search::{Ahead, Search, search};
pub use shrink::{Shrunk, shrink};
pub use statistic::{Score, Seat, Statistic};
pub use studied::{Row as StudyRow, Studied, Told, value, values};
pub use study::{MOST_VALUES, Stage, Study, Vary};
pub use tally::{Met, Sitting, Tally};
pub use test_block::{action_text, moves_text, record_as_test, test_block};
pub use told::{Moves, moves_called, moves_words};
pub use until::UNTIL_MOST;
pub use version::{Text, Version};
pub use winning::Ingredient;
pub use wish::Wish;
