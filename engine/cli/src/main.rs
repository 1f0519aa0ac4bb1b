//! `houserules`: the engine at a terminal.
//!
//! Invariant: the engine, not this command, decides everything about rules and games. An error is one
//! sentence; the exit code is 1 after an error, 2 if the command was not understood.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "files, arguments and the time are a command's"
)]

#[macro_use]
mod terminal;

mod args;
mod build;
mod check;
mod command;
mod compiled;
mod cover;
mod files;
mod flow;
mod lab;
mod new;
mod outcome;
mod perft;
mod play;
mod serve;
mod shell;
mod table;

use anstream::ColorChoice;
use clap::FromArgMatches;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use command::Houserules;
use outcome::Trouble;
use std::process::ExitCode;
use terminal::BAD;

fn main() -> ExitCode {
    if let Some(choice) = color() {
        choice.write_global();
    }
    let mut whole = command::command();
    let matches = match whole.try_get_matches_from_mut(std::env::args_os()) {
        Ok(matches) => matches,
        Err(error) => return not_understood(&mut whole, error),
    };
    let given = match Houserules::from_arg_matches(&matches) {
        Ok(given) => given,
        Err(error) => return not_understood(&mut whole, error),
    };
    let Some(asked) = given.command else {
        print!("{}", whole.render_help().ansi());
        return ExitCode::SUCCESS;
    };
    match command::run(&asked) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(Trouble::Other(message)) => {
            anstream::eprintln!("{BAD}error:{BAD:#} {message}");
            ExitCode::from(1)
        }
        Err(Trouble::Usage(message)) => {
            let named = matches.subcommand_name().and_then(|it| whole.find_subcommand_mut(it));
            let error = match named {
                Some(it) => it.error(ErrorKind::ValueValidation, message),
                None => whole.error(ErrorKind::ValueValidation, message),
            };
            not_understood(&mut whole, error)
        }
    }
}

/// Finds the choice of colors before parsing, since it applies to help and errors too.
fn color() -> Option<ColorChoice> {
    // The last one counts, as it does for clap. A path may be no Unicode.
    let args: Vec<String> = std::env::args_os().map(|it| it.to_string_lossy().into_owned()).collect();
    let at = args.iter().rposition(|it| it == "--color" || it.starts_with("--color="))?;
    match args[at].strip_prefix("--color=").or(args.get(at + 1).map(String::as_str))? {
        "always" => Some(ColorChoice::Always),
        "never" => Some(ColorChoice::Never),
        _ => None,
    }
}

/// Prints an error of parsing, or the requested help.
fn not_understood(whole: &mut clap::Command, error: clap::Error) -> ExitCode {
    let word = match error.get(ContextKind::InvalidSubcommand) {
        Some(ContextValue::String(word)) => word.as_str(),
        _ => "",
    };
    let error = match command::replaced(word) {
        Some(now) => whole.error(ErrorKind::InvalidSubcommand, format!("`houserules {word}` is now `{now}`")),
        None => error,
    };
    // If nobody reads the help, there is nothing to report.
    let _ = error.print();
    ExitCode::from(error.exit_code() as u8)
}
