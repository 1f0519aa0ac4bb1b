//! The whole command for clap: its subcommands and their functions.
//!
//! Invariant: `www/docs/command.md` names each option; a test compares the two.

use crate::outcome::Outcome;
use crate::{build, check, flow, lab, new, perft, play, serve, shell};
use clap::builder::{Styles, styling::AnsiColor};
use clap::{ColorChoice, CommandFactory, Parser, Subcommand};
use game::Language;

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(AnsiColor::Cyan.on_default());

const AFTER: &str = "Examples:
  houserules new my-game --template cards    Start a card game
  houserules check my-game/game.rules        Find mistakes in its rules
  houserules play my-game/game.rules         Play it here
  houserules lab my-game/game.rules          Play ten thousand random games: is it fair?

Exit codes: 0 all is well, 1 the rules, a game or a file has a problem, 2 wrong usage";

/// Check, test, play and measure the rules of tabletop games
#[derive(Parser)]
#[command(name = "houserules", version, after_help = AFTER, styles = STYLES, max_term_width = 100, args_override_self = true)]
pub struct Houserules {
    /// Use colors: auto, always or never; in auto, the variable NO_COLOR turns them off
    #[arg(
        long = "color",
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        hide_possible_values = true,
        hide_default_value = true,
        display_order = 900
    )]
    _color: ColorChoice,
    #[command(subcommand)]
    pub command: Option<Command>,
}

#[derive(Subcommand)]
pub enum Command {
    New(new::New),
    Check(check::Check),
    Test(check::Test),
    Play(play::Play),
    Lab(Box<lab::Lab>),
    Fmt(check::Fmt),
    Flow(flow::Flow),
    Build(build::Build),
    Serve(serve::Serve),
    Perft(perft::Perft),
    Import(check::Import),
    Completions(shell::Completions),
    Man(shell::Man),
}

/// Returns the whole command, with imports from the table of languages.
pub fn command() -> clap::Command {
    let of = |it: &'static Language| {
        let about = it.about();
        about.imports.iter().map(move |it| format!("a {} (.{}) as a text in {}", it.what, it.ending, about.title))
    };
    let imports: Vec<String> = Language::ALL.iter().flat_map(of).collect();
    let command = Houserules::command();
    command.mut_subcommand("import", |it| it.about(format!("Print {}", imports.join(", "))))
}

/// Former subcommands and their replacements.
const REPLACED: &[(&str, &str)] = &[
    ("run", "houserules lab FILE --draw-setup --games 100"),
    ("match", "houserules lab FILE --players search,random --rotate --brief"),
];

/// Returns the replacement of a former subcommand.
pub fn replaced(word: &str) -> Option<&'static str> {
    REPLACED.iter().find(|it| it.0 == word).map(|it| it.1)
}

pub fn run(asked: &Command) -> Outcome {
    match asked {
        Command::New(args) => new::new(args),
        Command::Check(args) => check::check(args),
        Command::Test(args) => check::test(args),
        Command::Play(args) => play::play(args),
        Command::Lab(args) => lab::lab(args),
        Command::Fmt(args) => check::format(args),
        Command::Flow(args) => flow::flow(args),
        Command::Build(args) => build::build(args),
        Command::Serve(args) => serve::serve(args),
        Command::Perft(args) => perft::perft(args),
        Command::Import(args) => check::import(args),
        Command::Completions(args) => shell::completions(args, command()),
        Command::Man(args) => shell::man(args, command()),
    }
}
