//! Number of sequences of moves: `perft`.

use crate::args::{File, Setup, count};
use crate::files::{Opened, told};
use crate::outcome::{Outcome, Trouble};
use crate::terminal::waiting;
use lab::Step;

/// Count the sequences of moves of each length
///
/// Compared with published counts, this shows whether rules are right.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  houserules perft chess.rules 4
  houserules perft tic-tac-toe.rules --all      Every game there is")]
pub struct Perft {
    #[command(flatten)]
    file: File,
    /// The most moves in a sequence
    #[arg(value_name = "DEPTH", value_parser = count, required_unless_present = "all")]
    depth: Option<u64>,
    /// Count turns, of one move or several, in place of moves
    #[arg(long)]
    turns: bool,
    /// Count all games to their ends, by their results
    #[arg(long, conflicts_with_all = ["depth", "turns"])]
    all: bool,
    #[command(flatten)]
    setup: Setup,
}

pub fn perft(args: &Perft) -> Outcome {
    let rules = Opened::rules(&args.file.file)?;
    let game = args.setup.begin(&rules)?;
    let failed = |it| Trouble::Other(told(&rules, &it));
    let Some(depth) = args.depth else {
        let counts = waiting("all games", || lab::all_games(&game)).map_err(failed)?;
        println!("{:>12}  games", counts.values().sum::<u64>());
        for (result, count) in counts {
            println!("{count:>12}  {result}");
        }
        return Ok(true);
    };
    let step = if args.turns { Step::Turn } else { Step::Action };
    for depth in 1..=depth {
        let count = waiting(&format!("depth {depth}"), || lab::perft(&game, depth as u32, step)).map_err(failed)?;
        println!("{depth:>4} {count:>14}");
    }
    Ok(true)
}
