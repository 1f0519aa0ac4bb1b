//! The machine: runs verified programs.
//!
//! Invariant: it knows no language and no text; a verified program cannot make it panic, and every way to stop is a
//! [`Fault`]; the same program, seed and moves give the same bytes everywhere; the cost of an action does not depend on
//! the length of the log, the undo stack or the game.

mod arguments;
mod board;
mod chain;
mod compile;
mod entries;
mod fault;
mod fit;
mod fuel;
mod held;
pub mod json;
mod machine;
mod measure;
mod memory;
mod names;
mod offers;
mod op;
mod order;
mod playout;
mod resume;
pub mod rng;
mod run;
mod save;
mod state;
mod test;
mod text;
mod trace;
mod value;
mod view;

pub use chain::Chain;
pub use fault::Fault;
pub use fit::{Misfit, expected, from_any, to_any};
pub use ir::Limits;
pub use machine::{Machine, Unfit};
pub use offers::{Offer, Offers, Texts};
pub use order::{parse as js_number, total};
pub use playout::Played;
pub use state::{Frame, State};
pub use text::number as js_text;
pub use trace::{Called, Decided, Findings, Inquiry, Moment, Site, Sought, Trace, Way};
pub use value::{Object, Value, equal};
pub use view::Prompt;
