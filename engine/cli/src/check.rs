//! Commands on rules without a game: `check`, `test`, `fmt` and `import`.

use crate::args::Files;
use crate::files::{self, Opened};
use crate::outcome::Outcome;
use crate::terminal::{BAD, GOOD, waiting};
use clap::ValueHint;
use game::Language;

/// Find mistakes in rules
#[derive(clap::Args)]
#[command(after_help = "Examples:
  houserules check game.rules
  houserules check games/*/game.rules")]
pub struct Check {
    #[command(flatten)]
    files: Files,
}

/// Run the tests in rules
#[derive(clap::Args)]
#[command(after_help = "Example:
  houserules test game.rules")]
pub struct Test {
    #[command(flatten)]
    files: Files,
}

/// Format rules in the one style
#[derive(clap::Args)]
#[command(after_help = "Examples:
  houserules fmt game.rules            Rewrite the file
  houserules fmt --check *.rules       Only list files that are not in style")]
pub struct Fmt {
    #[command(flatten)]
    files: Files,
    /// Only list files that are not in style, and change nothing
    #[arg(long)]
    check: bool,
}

/// Print a file of another program as rules
#[derive(clap::Args)]
#[command(after_help = "Example:
  houserules import game.world > game.bbgel")]
pub struct Import {
    /// Files of the other program
    #[arg(required = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    files: Vec<String>,
}

pub fn check(args: &Check) -> Outcome {
    let mut fine = true;
    for path in &args.files.files {
        let opened = Opened::read(path)?;
        opened.tell();
        fine &= opened.rules.is_some();
        if opened.is_fine() {
            println!("{path}: {GOOD}fine{GOOD:#}");
        }
    }
    Ok(fine)
}

pub fn test(args: &Test) -> Outcome {
    let mut fine = true;
    for path in &args.files.files {
        let opened = Opened::read(path)?;
        let Some(rules) = &opened.rules else {
            opened.tell();
            fine = false;
            continue;
        };
        let names: Vec<&str> = rules.tests().collect();
        let mut passed = 0;
        for (i, name) in names.iter().enumerate() {
            match waiting(name, || rules.run_test(i)) {
                Ok(()) => {
                    passed += 1;
                    println!("  {GOOD}passes{GOOD:#}  {name}");
                }
                Err(failed) => {
                    println!("  {BAD}FAILS{BAD:#}   {name}");
                    files::show(&opened.source, &[failed.problem]);
                }
            }
        }
        println!("{path}: {passed} of {} tests pass", names.len());
        fine &= passed == names.len();
    }
    Ok(fine)
}

pub fn import(args: &Import) -> Outcome {
    for path in &args.files {
        // Any importing language, if the name fits none.
        let some = || Language::ALL.iter().copied().find(|it| !it.about().imports.is_empty());
        let language = Language::importing(path).or_else(some).unwrap_or_default();
        print!("{}", files::imported(path, language)?);
    }
    Ok(true)
}

pub fn format(args: &Fmt) -> Outcome {
    let mut fine = true;
    for path in &args.files.files {
        let text = files::text(path)?;
        match ide::format(&text, Language::of_file(path)) {
            Err(problems) => {
                files::show(&game::Source::new(path, text.as_str()), &problems);
                fine = false;
            }
            Ok(new) if new == text => {}
            Ok(_) if args.check => {
                println!("{path}: not in style");
                fine = false;
            }
            Ok(new) => {
                std::fs::write(path, new).map_err(|it| format!("{path} cannot be written: {it}"))?;
                println!("{path}: rewritten");
            }
        }
    }
    Ok(fine)
}
