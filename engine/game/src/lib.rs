//! The façade: a source becomes rules, rules become games, and games are played.
//!
//! Invariant: an action happens whole or not at all, and only if it was offered to that role or the rules accept it as
//! open; copying a game takes constant time; every refusal and failure is a [`Fault`].

mod carry;
mod change;
mod constants;
mod extent;
mod flow;
mod game;
mod info;
mod legal;
mod names;
mod options;
mod place;
pub mod random;
mod record;
mod replay;
mod rules;
mod seen;
mod setup;
mod shows;
mod steps;
mod taken;
mod taken_back;
mod test;
mod tree;
mod turn;
mod unfit;
mod unseen;
mod why;
mod words;
mod written;

pub use carry::Carried;
pub use change::Change;
pub use diag::{Diagnostic, Severity, Source};
pub use flow::{Flow, FlowEdge, FlowNode};
pub use game::{Game, Stuck};
pub use ir::{ActionId, Limits};
pub use languages::{Language, import, mentioned};
pub use legal::listed;
pub use names::Names;
pub use passes::Passes;
pub use place::Place;
pub use record::{FORMAT, Move, Record};
pub use replay::{Replayed, Stopped};
pub use rules::{Compiled, Rules, compile, compile_with, fresh_seed, seed_from};
pub use seen::seen;
pub use steps::{Call, FrameAt, Step, Steps, Told, Variable};
pub use test::Failed;
pub use tree::{Branch, Tree, TreeFrame, Unfit};
pub use unseen::Unseen;
pub use vm::json::{from_json as value, to_text as text};
pub use vm::{Fault, Object, Offer, Offers, Played, Texts, Value, equal};
pub use vm::{js_number, js_text};
pub use why::{Condition, Why as WhyNot};
pub use words::{action_text, literal, words};
