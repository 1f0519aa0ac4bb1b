//! A home for rooms, page included: `serve`.
//!
//! The server is behind the feature `serve`, so that nothing else waits for its crates.

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
use clap::ValueHint;
use std::path::PathBuf;

/// Serve the page, with rooms for people at several screens
///
/// Rooms are kept in one file. With rules, a new room of theirs is opened, and its link is printed.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  houserules serve                                  The page and its rooms, for this machine
  houserules serve game.rules                       A room for a game of your own
  houserules serve --network --data rooms.sqlite    For the other machines of the network too")]
pub struct Serve {
    /// A file of rules, or a folder with `game.rules`
    #[arg(value_name = "GAME", value_hint = ValueHint::AnyPath)]
    game: Option<PathBuf>,
    /// The file of the rooms; without it, `~/.local/share/house-rules/rooms.sqlite`
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    data: Option<PathBuf>,
    /// The folder of the built page; without it, `www/dist` here or where this program was built, or `page` beside it
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    page: Option<PathBuf>,
    /// The port; without it, 5173 or the next free one
    #[arg(long, value_name = "N")]
    port: Option<u16>,
    /// Serve other machines too
    #[arg(long)]
    network: bool,
}

#[cfg(feature = "serve")]
pub fn serve(args: &Serve) -> Outcome {
    start::start(args)
}

#[cfg(not(feature = "serve"))]
pub fn serve(_: &Serve) -> Outcome {
    let how = "cargo install --path engine/cli --features serve";
    Err(crate::outcome::Trouble::Other(format!("this program was built without the server: build it with `{how}`")))
}
