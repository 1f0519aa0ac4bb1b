//! The façade: a source becomes rules, rules become games, and games are played.
//!
//! What must stay true: an action happens whole or not at all, and only if it was offered to that role, or the rules take it without;
//! copying a game costs the same however long it is; whatever is refused or fails is a [`Fault`].

mod game;
mod info;
mod legal;
mod options;
pub mod random;
mod record;
mod rules;
mod shows;
mod test;
mod unseen;

pub use diag::{Diagnostic, Severity, Source};
pub use game::{Game, Stuck};
pub use ir::ActionId;
pub use languages::{Language, import, mentioned};
pub use record::{FORMAT, Move, Record, Replayed, Stopped};
pub use rules::{Compiled, Rules, compile, compile_with, fresh_seed, seed_from};
pub use test::Failed;
pub use unseen::Unseen;
pub use vm::json::to_text as text;
pub use vm::{Fault, Object, Offer, Offers, Played, Value, Why, equal};
