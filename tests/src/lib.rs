//! Tests of the whole engine: data in folders beside this one, and one function for each kind.
#![cfg(test)]
#![allow(clippy::unwrap_used)]
#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "tests read files and start threads")]

mod as_test;
mod bad_input;
mod bbgel;
mod cases;
mod chosen;
mod conformance;
mod documents;
mod editor;
mod entries;
mod errors;
mod executors;
mod fixes;
mod flaws;
mod flow;
mod format;
mod front_ends;
mod fuzz;
mod fuzz_moves;
mod fuzz_states;
mod half_written;
mod hand;
mod keys;
mod lab;
mod lab_compiled;
mod lab_searching;
mod lab_words;
mod library;
mod ludl;
mod moves;
mod moves_told;
mod native;
mod nesting;
mod nonsense;
mod offered;
mod open;
mod passes;
mod perft;
mod plays;
mod programs;
mod rooms;
mod search;
mod secrets;
mod seen;
mod sizes;
mod stepped;
mod steps;
mod support;
mod tgdl;
mod trials;
mod tried;
mod tutorial;
mod whynot;
mod worlds;
