//! The arguments of `serve`.

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
    pub game: Option<PathBuf>,
    /// The file of the rooms; without it, `~/.local/share/house-rules/rooms.sqlite`
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub data: Option<PathBuf>,
    /// The folder of the built page; without it, `www/dist` here or where this program was built, or `page` beside it
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub page: Option<PathBuf>,
    /// The port; without it, 5173 or the next free one
    #[arg(long, value_name = "N")]
    pub port: Option<u16>,
    /// Most rooms that are kept
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub rooms: u32,
    /// Serve other machines too
    #[arg(long)]
    pub network: bool,
}
