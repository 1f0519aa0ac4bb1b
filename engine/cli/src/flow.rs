//! Graph of states and procedures: `flow`.

use crate::args::File;
use crate::files::Opened;
use crate::outcome::Outcome;

/// Print states and procedures as a Mermaid flowchart
#[derive(clap::Args)]
#[command(after_help = "Examples:
  houserules flow game.rules > flow.mmd
  houserules flow game.rules --json")]
pub struct Flow {
    #[command(flatten)]
    file: File,
    /// Print nodes and edges as JSON instead
    #[arg(long)]
    json: bool,
}

pub fn flow(args: &Flow) -> Outcome {
    let flow = Opened::rules(&args.file.file)?.flow();
    if args.json {
        let text = serde_json::to_string_pretty(&flow).map_err(|it| it.to_string())?;
        println!("{text}");
    } else {
        print!("{}", flow.mermaid());
    }
    Ok(true)
}
