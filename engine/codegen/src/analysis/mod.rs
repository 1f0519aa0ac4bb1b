//! What is found out of a program before anything is written. It changes nothing and writes nothing.

pub mod bounds;
pub mod features;
pub mod interprocedural;
pub mod most_steps;
pub mod ranges;
pub mod reachable;
pub mod recursion;
pub mod rows;
