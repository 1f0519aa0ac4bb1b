//! Exports of a module, and their foundations: the state, play, views, actions, JSON, and garbage collection.

mod actions;
pub mod gc;
mod json;
pub mod lab;
mod lab_offers;
mod lab_tokens;
mod lines;
mod load;
mod offers;
pub mod play;
mod playout;
mod size_limits;
pub mod state;
mod transitions;
mod trial;
mod undo;
mod views;
