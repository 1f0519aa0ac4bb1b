//! Bad input against everything: texts, states, moves, rules that fail while they run. Each is answered
//! by a value with a code; nothing panics, hangs, or is half done.

mod faults;
mod moves;
mod states;
mod texts;
