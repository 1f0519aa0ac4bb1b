//! What is seen while games are played, and the files that are left when they are.

use crate::args::Args;
use crate::outcome::Trouble;
use lab::Tally;
use std::io::{IsTerminal, Write};

/// A flaw is told when it is met, long before all games are played.
pub fn tell_new(all: &Tally, told: &mut Vec<lab::Sort>) {
    for it in &all.flaws {
        let sort = it.flaw.sort();
        if !told.contains(&sort) {
            eprintln!("game {}: {}: {}", it.number, it.flaw.kind.name(), it.flaw.message);
            told.push(sort);
        }
    }
}

/// How far it is, on one line of a terminal; 0 clears it.
pub fn progress(done: u64, of: u64) {
    let mut terminal = std::io::stderr();
    if terminal.is_terminal() {
        let line = if done == 0 { String::new() } else { format!("{done} of {of} games") };
        let _ = write!(terminal, "\r{line:<40}\r");
    }
}

/// Writes those files that were asked for.
pub fn save_as(args: &Args, files: &[(&str, &dyn Fn() -> String)]) -> Result<(), Trouble> {
    for (name, text) in files {
        if let Some(path) = args.value(name) {
            std::fs::write(path, text()).map_err(|it| format!("{path} cannot be written: {it}"))?;
        }
    }
    Ok(())
}
