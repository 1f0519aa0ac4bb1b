//! `houserules`: the engine at a terminal.
//!
//! What must stay true: it decides nothing about rules or games, which is for the engine; what goes wrong
//! is told in one sentence, and the exit code is 1 if anything did, 2 if the command was not understood.
#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "files, arguments and the time are a command's"
)]

#[macro_use]
mod terminal;

mod args;
mod build;
mod compiled;
mod cover;
mod files;
mod flow;
mod lab;
mod matches;
mod outcome;
mod play;
mod run;
mod table;

use args::Args;
use files::Opened;
use game::Language;
use outcome::{Outcome, Trouble};
use std::process::ExitCode;

/// What the command can do; `{imports}` stands for what can be imported.
const USAGE: &str = r#"houserules: rules of table games, checked, tested and played

  houserules check FILE…                  tells what is wrong with rules
  houserules test FILE…                   runs the tests in rules
  houserules play FILE                    plays a game at the terminal
      --seed N  --scenario TEXT  --with NAME=VALUE  --json  what a role sees as the engine gives it
  houserules fmt FILE… [--check]          puts rules in the one style, or says which are not
  houserules import FILE                  prints {imports}
  houserules run FILE [GAMES]             plays random games (100) and says how they end
      --seed N  --scenario TEXT  --with NAME=VALUE   the scenario and options that are not named are drawn
      --every   the hash is of every state, not of the final ones
  houserules lab FILE                     plays many random games (10,000): who wins, how long they are, what is wrong
      --games N  --seed N  --workers N  --limit MOVES  --closely N  --scenario TEXT  --with NAME=VALUE
      --players A,B   who sits where: random, greedy (what a position is worth after the move), search (looks 500 times ahead), search:N,
          playout:N (the same by games to the end, not by worth), without:ACTION (at random, but not that); then 100 games
      --rotate  seats change
      --compare FILE  other rules on the same seeds: what has changed  --until 1%  until it is known that well how often each seat wins
      --html FILE  --md FILE  --json FILE  --csv FILE  --svg FILE
      --vary "HAND = 4 to 8"   the same games (2,000) with each value of an option, a constant or a number (12:30 is line 12, column 30);
          also "scenario = A, B", and what a role plays without: "White without = nothing, castle"; several with one another  --wish "equal seats", "turns = 40", "First wins = 55%"  looks for the value that comes nearest
      --decided   when is it decided who wins? Games are played on from ten moments of each (then 100 games)
      --ladder random,search:8,search:32   luck or skill: each player against the one before, in every seat (100 games each)
      --part K/N --tally FILE   plays the K-th of N shares of these games, and writes what was counted
      --shrink SECONDS   how long to look for fewer moves that lead to what is wrong (10); 0: not at all
  houserules lab join FILE TALLY…         puts all shares together: what one run says
      --compare FILE  --html FILE  --md FILE  --json FILE  --csv FILE  --svg FILE  --shrink SECONDS
  houserules match FILE                   the same with players, each in every seat as often, told in short
      --players A,B (search:500,random)  --games N (100)  --seed N  --workers N  --scenario TEXT  --with NAME=VALUE  --json
  houserules flow FILE [--json]           prints how the states and procedures lead to one another, as a Mermaid flowchart
  houserules build FILE [--out FOLDER]    makes the game to put on a site: game.wasm, game.js, types, rules.js, a page
      --names   game.wasm says what its functions are called, for profilers
      --rtt FOLDER   makes a folder for a Rally-the-Troops server instead, to put into its `public`: rules, table, options, cover, title.sql
  houserules perft FILE DEPTH             counts the sequences of moves of each length
      --turns  --all  --seed N  --scenario TEXT  --with NAME=VALUE
"#;

fn usage() -> String {
    let of = |it: &'static Language| {
        let about = it.about();
        about.imports.iter().map(move |it| format!("a {} (.{}) as a text in {}", it.what, it.ending, about.title))
    };
    let imports: Vec<String> = Language::ALL.iter().flat_map(of).collect();
    USAGE.replace("{imports}", &imports.join(", "))
}

fn main() -> ExitCode {
    match command(std::env::args().skip(1).collect()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(Trouble::Other(message)) => {
            eprintln!("error: {message}");
            ExitCode::from(1)
        }
        Err(Trouble::Usage(message)) => {
            eprintln!("error: {message}\n\n{}", usage());
            ExitCode::from(2)
        }
    }
}

fn command(mut given: Vec<String>) -> Outcome {
    if given.is_empty() || given.iter().any(|it| it == "--help" || it == "-h") || given[0] == "help" {
        print!("{}", usage());
        return Ok(true);
    }
    let word = given.remove(0);
    match word.as_str() {
        "check" => check(&Args::read(given, &[], &[])?),
        "test" => test(&Args::read(given, &[], &[])?),
        "play" => play::play(&Args::read(given, &["seed", "scenario", "with"], &["json"])?),
        "fmt" => format(&Args::read(given, &[], &["check"])?),
        "import" => import(&Args::read(given, &[], &[])?),
        "lab" => lab::lab(&Args::read(given, lab::VALUES, &["rotate", "decided"])?),
        "run" => run::run(&Args::read(given, &["seed", "scenario", "with"], &["every"])?),
        "match" => matches::run(&Args::read(given, matches::VALUES, &["json"])?),
        "build" => build::build(&Args::read(given, &["out", "rtt"], &["names"])?),
        "flow" => flow::flow(&Args::read(given, &[], &["json"])?),
        "perft" => run::perft(&Args::read(given, &["seed", "scenario", "with"], &["turns", "all"])?),
        _ => Err(Trouble::Usage(format!("there is no command `{word}`"))),
    }
}

fn check(args: &Args) -> Outcome {
    let mut fine = true;
    for path in args.files()? {
        let opened = Opened::read(path)?;
        opened.tell();
        fine &= opened.rules.is_some();
        if opened.is_fine() {
            println!("{path}: fine");
        }
    }
    Ok(fine)
}

fn test(args: &Args) -> Outcome {
    let mut fine = true;
    for path in args.files()? {
        let opened = Opened::read(path)?;
        let Some(rules) = &opened.rules else {
            opened.tell();
            fine = false;
            continue;
        };
        let names: Vec<&str> = rules.tests().collect();
        let mut passed = 0;
        for (i, name) in names.iter().enumerate() {
            match rules.run_test(i) {
                Ok(()) => {
                    passed += 1;
                    println!("  passes  {name}");
                }
                Err(failed) => {
                    println!("  FAILS   {name}");
                    files::show(&opened.source, &[failed.problem]);
                }
            }
        }
        println!("{path}: {passed} of {} tests pass", names.len());
        fine &= passed == names.len();
    }
    Ok(fine)
}

fn import(args: &Args) -> Outcome {
    for path in args.files()? {
        // Whatever the file is called, if nothing else is meant.
        let some = || Language::ALL.iter().copied().find(|it| !it.about().imports.is_empty());
        let language = Language::importing(path).or_else(some).unwrap_or_default();
        print!("{}", files::imported(path, language)?);
    }
    Ok(true)
}

fn format(args: &Args) -> Outcome {
    let mut fine = true;
    for path in args.files()? {
        let text = files::text(path)?;
        match ide::format(&text, Language::of_file(path)) {
            Err(problems) => {
                files::show(&game::Source::new(path, text.as_str()), &problems);
                fine = false;
            }
            Ok(new) if new == text => {}
            Ok(_) if args.has("check") => {
                println!("{path}: not in style");
                fine = false;
            }
            Ok(new) => {
                std::fs::write(path, new).map_err(|it| format!("{path} cannot be written: {it}"))?;
                println!("{path}: written anew");
            }
        }
    }
    Ok(fine)
}
