//! Options of the lab.

use super::part::Part;
use crate::args::{Setup, count};
use crate::files::{self, Opened};
use crate::outcome::Trouble;
use clap::{Args, Subcommand, ValueHint};
use lab::{Plan, Player, Vary, Version, Wish};

/// Playouts from each moment, to see when games are decided.
const IMAGINED: u64 = 20;

/// Default games if a player looks ahead; more bring a warning.
pub const FEW: u64 = 100;

/// File name for the standard output.
const STDOUT: &str = "-";

/// Play many games and report who wins, how long games are, and what goes wrong
///
/// Games are random, or between players that look ahead. The same seed gives the same numbers, on every machine.
#[derive(clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "Examples:
  houserules lab game.rules                           Ten thousand random games
  houserules lab game.rules --until 1% --html a.html  Until it is sure; a report
  houserules lab game.rules --compare new.rules       Did the change help?
  houserules lab game.rules --vary \"HAND = 4 to 8\" --wish \"equal seats\"
  houserules lab game.rules --vary \"White without = castle\"
  houserules lab game.rules --ladder random,search:8,search:32
  houserules lab game.rules --players search,random --rotate --brief
  houserules lab game.rules --draw-setup              Does any setup fail?"
)]
pub struct Lab {
    #[command(subcommand)]
    pub command: Option<Shares>,
    /// A file with rules
    #[arg(required = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: Option<String>,
    /// Number of games: 10,000 random ones, 100 with players that look ahead, 2,000 per value of --vary
    #[arg(long, value_name = "N", value_parser = count)]
    pub games: Option<u64>,
    /// Play until the share of each seat is that certain, such as `1%`
    #[arg(long, value_name = "SHARE", value_parser = share)]
    pub until: Option<f64>,
    #[command(flatten)]
    pub setup: Setup,
    /// Draw the scenario, the options and the number of players anew for each game where they are not given; only say how games
    /// end (100 games)
    #[arg(long, conflicts_with_all = ["until", "players", "rotate", "limit", "closely", "decided", "vary", "ladder", "part", "brief",
        "compare", "html", "md", "json", "csv", "svg", "shrink", "workers"])]
    pub draw_setup: bool,
    /// Of --draw-setup: the hash is of every state, not of the last ones
    #[arg(long, requires = "draw_setup")]
    pub every: bool,
    /// Stop a game after so many moves
    #[arg(long, value_name = "MOVES", value_parser = count)]
    pub limit: Option<u64>,
    /// Look closely at one game of so many (25): every view, and whether each state survives JSON; 0: at none
    #[arg(long, value_name = "N", value_parser = count)]
    pub closely: Option<u64>,
    /// Only print the answers and who wins
    #[arg(long, conflicts_with_all = ["vary", "ladder", "part"], help_heading = "Reports")]
    pub brief: bool,

    /// Who sits where: `random`, `greedy` (takes the move after which the position is worth most), `search` (looks 500 times
    /// ahead), `search:N`, `playout:N` (the same by games to the end), `without:ACTION` (random, but never that)
    #[arg(long, value_name = "A,B", value_delimiter = ',', value_parser = player, help_heading = "Players")]
    pub players: Vec<Player>,
    /// Everybody moves on by one seat after each game
    #[arg(long, help_heading = "Players")]
    pub rotate: bool,
    /// Luck or skill? Each player against the one before, in every seat
    #[arg(long, value_name = "A,B,…", value_delimiter = ',', value_parser = player, help_heading = "Players",
        conflicts_with_all = ["until", "part", "compare", "html", "md", "svg", "shrink", "players", "rotate", "vary"])]
    pub ladder: Vec<Player>,

    /// Values to try for an option, a constant, a number in the text (`12:30` is line 12, column 30) or the scenario, or
    /// actions a role plays without: `HAND = 4 to 8`, `scenario = A, B`, `White without = castle`; may be given several times
    #[arg(long, value_name = "NAME = VALUES", value_parser = Vary::named, help_heading = "Questions",
        conflicts_with_all = ["until", "part", "compare", "html", "md", "svg", "shrink"])]
    pub vary: Vec<Vary>,
    /// Of --vary: find the value that comes nearest to `equal seats`, `turns = 40` or `First wins = 55%`
    #[arg(long, value_name = "WISH", value_parser = Wish::named, requires = "vary", help_heading = "Questions")]
    pub wish: Option<Wish>,
    /// When is it decided? Plays on from ten moments of each game (100 games)
    #[arg(long, help_heading = "Questions")]
    pub decided: bool,

    #[command(flatten)]
    pub told: Told,

    /// Play the K-th of N shares of these games, and write what was counted to --tally
    #[arg(long, value_name = "K/N", requires = "tally", help_heading = "On several machines",
        conflicts_with_all = ["until", "compare", "html", "md", "json", "csv", "svg", "shrink"])]
    pub part: Option<Part>,
    /// The file of a share
    #[arg(long, value_name = "FILE", requires = "part", value_hint = ValueHint::FilePath, help_heading = "On several machines")]
    pub tally: Option<String>,
}

#[derive(Subcommand)]
pub enum Shares {
    Join(Join),
}

/// Merge the shares of a run into one report
#[derive(clap::Args)]
#[command(after_help = "Examples:
  houserules lab game.rules --part 1/2 --tally 1.json
  houserules lab game.rules --part 2/2 --tally 2.json
  houserules lab join game.rules 1.json 2.json")]
pub struct Join {
    /// The file with the rules
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: String,
    /// The files of all shares
    #[arg(required = true, value_name = "TALLY", value_hint = ValueHint::FilePath)]
    pub tallies: Vec<String>,
    /// Only print the answers and who wins
    #[arg(long, help_heading = "Reports")]
    pub brief: bool,
    #[command(flatten)]
    pub told: Told,
}

/// The report and its destinations.
#[derive(Args)]
pub struct Told {
    /// Other rules, played on the same seeds: what has changed?
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub compare: Option<String>,
    /// Number of threads; does not change the results
    #[arg(long, value_name = "N", value_parser = count)]
    workers: Option<u64>,
    #[command(flatten)]
    pub saved: Saved,
    /// Seconds to search for a shorter way to a flaw (10); 0: none
    #[arg(long, value_name = "SECONDS", value_parser = count, help_heading = "Reports")]
    pub shrink: Option<u64>,
}

/// Files to write; `-` is the standard output, which then has nothing else.
#[derive(Args)]
#[command(next_help_heading = "Reports")]
pub struct Saved {
    /// A report to send to somebody
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub html: Option<String>,
    /// The report in Markdown
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub md: Option<String>,
    /// All numbers as JSON; `-` prints them in place of the report
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub json: Option<String>,
    /// All numbers as a table
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub csv: Option<String>,
    /// A picture of who wins
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub svg: Option<String>,
}

impl Saved {
    /// `true` if one of them is the standard output.
    pub fn is_printed(&self) -> bool {
        [&self.html, &self.md, &self.json, &self.csv, &self.svg].into_iter().any(|it| it.as_deref() == Some(STDOUT))
    }
}

/// Writes a requested file.
pub fn write(path: &Option<String>, text: &dyn Fn() -> String) -> Result<(), Trouble> {
    match path.as_deref() {
        None => {}
        Some(STDOUT) => println!("{}", text()),
        Some(path) => std::fs::write(path, text()).map_err(|it| format!("{path} cannot be written: {it}"))?,
    }
    Ok(())
}

impl Told {
    pub fn workers(&self) -> usize {
        let all = || std::thread::available_parallelism().map_or(1, usize::from);
        self.workers.map_or_else(all, |it| it as usize).clamp(1, 64)
    }
}

pub fn plan(args: &Lab) -> Plan {
    let plan = Plan::default();
    Plan {
        seed: args.setup.seed.unwrap_or(plan.seed),
        scenario: args.setup.scenario.clone(),
        options: args.setup.options().into(),
        limit: args.limit.unwrap_or(plan.limit),
        closely: args.closely.unwrap_or(plan.closely),
        players: args.players.clone(),
        rotate: args.rotate,
        imagined: if args.decided { IMAGINED } else { 0 },
    }
}

/// Parses a player.
pub fn player(text: &str) -> Result<Player, String> {
    let names = "a player is `random`, `greedy`, `search`, `search:500`, `playout:500` or `without:ACTION`";
    Player::named(text.trim()).ok_or_else(|| names.to_owned())
}

/// Parses a share like `1%`.
pub fn share(text: &str) -> Result<f64, String> {
    let read = text.strip_suffix('%').and_then(|it| it.trim().parse::<f64>().ok()).map(|it| it / 100.0);
    read.filter(|it| *it > 0.0 && *it < 1.0).ok_or_else(|| "a share is written like `1%`".to_owned())
}

/// Reads the rules in a file for a plan; prints any errors.
pub fn version(path: &str, plan: Plan) -> Result<Version, Trouble> {
    let seats = plan.numbers(&Opened::rules(path)?).1;
    if plan.players.len() > seats {
        return Err(Trouble::Usage(format!("{} players for {seats} seats", plan.players.len())));
    }
    Ok(Version::new(files::read(path)?, plan)?)
}
