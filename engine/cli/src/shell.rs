//! Output for shells and manuals: `completions`, `man`.

use crate::outcome::{Outcome, Trouble};
use crate::terminal;
use clap::Command;
use clap_complete::Shell;

/// Print a completion script for a shell
#[derive(clap::Args)]
#[command(after_help = "Examples:
  houserules completions bash > ~/.local/share/bash-completion/completions/houserules
  houserules completions fish > ~/.config/fish/completions/houserules.fish
  houserules completions zsh > \"${fpath[1]}/_houserules\"")]
pub struct Completions {
    shell: Shell,
}

/// Print the manual page of this command, or of one of its subcommands
#[derive(clap::Args)]
#[command(after_help = "Examples:
  houserules man | man -l -
  houserules man lab > houserules-lab.1")]
pub struct Man {
    /// A subcommand, such as `lab`, or `lab join`
    #[arg(value_name = "COMMAND")]
    words: Vec<String>,
}

pub fn completions(args: &Completions, mut whole: Command) -> Outcome {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut whole, "houserules", &mut script);
    terminal::write_bytes(&script);
    Ok(true)
}

pub fn man(args: &Man, mut whole: Command) -> Outcome {
    whole.build();
    let mut shown: &Command = &whole;
    for word in &args.words {
        let found = shown.find_subcommand(word);
        shown = found.ok_or_else(|| Trouble::Usage(format!("there is no subcommand `{word}`")))?;
    }
    let mut page = Vec::new();
    clap_mangen::Man::new(shown.clone()).render(&mut page).map_err(|it| it.to_string())?;
    terminal::write_bytes(&page);
    Ok(true)
}
