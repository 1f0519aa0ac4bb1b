//! Analyses of a program before code is emitted. They change nothing and emit nothing.

pub mod bounds;
pub mod features;
pub mod interprocedural;
pub mod most_steps;
pub mod ranges;
pub mod reachable;
pub mod recursion;
pub mod rows;
pub mod stack;
