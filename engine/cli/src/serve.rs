//! A home for rooms, page included: `serve`.
//!
//! The server is behind the feature `serve`, so that nothing else waits for its crates.

mod args;
#[cfg(feature = "serve")]
mod connection;
#[cfg(feature = "serve")]
mod hosts;
#[cfg(feature = "serve")]
mod log;
#[cfg(feature = "serve")]
mod page;
#[cfg(feature = "serve")]
mod start;
#[cfg(feature = "serve")]
mod thinking;
#[cfg(feature = "serve")]
mod web;

use crate::outcome::Outcome;
pub use args::Serve;

#[cfg(feature = "serve")]
pub fn serve(args: &Serve) -> Outcome {
    start::start(args)
}

#[cfg(not(feature = "serve"))]
pub fn serve(_: &Serve) -> Outcome {
    let how = "cargo install --path engine/cli --features serve";
    Err(crate::outcome::Trouble::Other(format!("this program was built without the server: build it with `{how}`")))
}
