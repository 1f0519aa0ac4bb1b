//! Shared arguments of subcommands, and values with their own syntax.

use crate::files::told;
use crate::outcome::Trouble;
use clap::{Args, ValueHint};
use game::{Game, Rules};
use serde_json::{Map, Value};

/// Setup of games.
#[derive(Args)]
pub struct Setup {
    /// The seed of the random numbers
    #[arg(long, value_name = "N", value_parser = count)]
    pub seed: Option<u64>,
    /// The scenario; without it, the first one in the rules
    #[arg(long, value_name = "NAME")]
    pub scenario: Option<String>,
    /// The value of an option, such as `players=3`; may be given several times
    #[arg(long, value_name = "NAME=VALUE", value_parser = option)]
    with: Vec<(String, Value)>,
}

impl Setup {
    pub fn options(&self) -> Map<String, Value> {
        self.with.iter().cloned().collect()
    }

    /// Starts such a game.
    pub fn begin(&self, rules: &Rules) -> Result<Game, Trouble> {
        let begun = rules.on_setup(self.seed, self.scenario.as_deref(), &self.options().into());
        begun.map_err(|it| Trouble::Other(told(rules, &it)))
    }
}

/// One file of rules.
#[derive(Args)]
pub struct File {
    /// A file with rules
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: String,
}

/// Files of rules.
#[derive(Args)]
pub struct Files {
    /// Files with rules
    #[arg(required = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub files: Vec<String>,
}

/// Parses a whole number from 0, also `10,000`, `10_000`.
pub fn count(text: &str) -> Result<u64, String> {
    text.replace([',', '_'], "").parse().map_err(|_| "this is not a whole number".to_owned())
}

/// Parses `NAME=VALUE`, the value as JSON or else text.
fn option(text: &str) -> Result<(String, Value), String> {
    let (name, value) = text.split_once('=').ok_or("an option has the form NAME=VALUE")?;
    let read = serde_json::from_str(value).unwrap_or_else(|_| Value::String(value.to_owned()));
    Ok((name.to_owned(), read))
}
