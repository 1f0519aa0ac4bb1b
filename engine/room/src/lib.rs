//! A room: people at several screens play one game, as a pure function. A message goes in; lines for a log, and messages
//! to connections, come out.
//!
//! Invariant: a room is the fold of its lines. It has no clock, no sockets, no storage and no random numbers: the host
//! brings them. A host keeps a line on disk before it sends anything that follows it, so whatever somebody was told is
//! there after a crash. A connection gets what its seat may see, and nothing else.

mod key;
mod line;
mod message;
mod people;
mod playtest;
mod room;
mod seen;
mod table;

pub use line::Line;
pub use message::{In, Out, PROTOCOL};
pub use room::Room;
