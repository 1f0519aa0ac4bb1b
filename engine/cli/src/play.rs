//! A game at the terminal.

use crate::args::{File, Setup};
use crate::files::{Opened, told};
use crate::outcome::{Outcome, Trouble};
use crate::table::{self, Choice};
use game::{Game, Rules};
use std::io::BufRead;

const HELP: &str =
    "  a number, or an action with its argument (`space(3)`, `space 3`, `space b2`) makes a move; `u` takes one back;
  a role's name turns to that role; `s` prints the state; `q` ends the session";

/// Play a game at the terminal
///
/// A number, or an action with its argument, makes a move; `u` takes one back, `?` explains the rest.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  houserules play game.rules
  houserules play game.rules --seed 3 --with players=3
  houserules play game.rules < moves.txt        Moves from a file, one a line")]
pub struct Play {
    #[command(flatten)]
    file: File,
    #[command(flatten)]
    setup: Setup,
    /// Show the view of a role as JSON, in place of the table
    #[arg(long)]
    json: bool,
}

/// Plays until the game is over, the input ends, or `q`.
pub fn play(args: &Play) -> Outcome {
    let rules = Opened::rules(&args.file.file)?;
    let mut game = args.setup.begin(&rules)?;
    let mut lines = std::io::stdin().lock().lines();
    let mut logged = 0;
    let mut turned: Option<String> = None;
    loop {
        logged = tell_log(&game, logged);
        let active = game.active();
        let role = turned.clone().filter(|it| active.contains(it)).or_else(|| active.first().cloned());
        let Some(role) = role else { break };
        let choices = show(&rules, &game, &role, args.json)?;
        if choices.is_empty() && active.len() == 1 {
            return Err(Trouble::Other(format!("a dead end: {role} can do nothing")));
        }
        let Some(line) = lines.next() else { break };
        let line = line.map_err(|it| format!("the input cannot be read: {it}"))?;
        match line.trim() {
            "" => {}
            "q" => return Ok(true),
            "s" => println!("{}", game.state_json()),
            "?" | "h" => println!("{HELP}"),
            name if active.iter().any(|it| it == name) => turned = Some(name.to_owned()),
            name if rules.program().roles.iter().any(|it| it == name) => println!("{name} may not act now"),
            text => act(&rules, &mut game, &role, &choices, text),
        }
    }
    if let Some(result) = game.result() {
        println!("The game is over: {result}");
    }
    Ok(true)
}

/// Prints the table and the possible moves.
fn show(rules: &Rules, game: &Game, role: &str, json: bool) -> Result<Vec<Choice>, Trouble> {
    let failed = |it| Trouble::Other(told(rules, &it));
    match json {
        true => println!("\n{}", game.on_view(role).map_err(failed)?),
        false => print!("\n{}", game::seen(game, role).map_err(failed)?),
    }
    println!("{role}: {}", table::prompt(game, role).map_err(failed)?);
    let choices = table::choices(game, role).map_err(failed)?;
    for (i, it) in choices.iter().enumerate() {
        match &it.label {
            Some(label) if !it.says(label) => println!("{:>4}  {}  {label}", i + 1, it.shown),
            _ => println!("{:>4}  {}", i + 1, it.shown),
        }
    }
    let others: Vec<String> = game.active().into_iter().filter(|it| it != role).collect();
    if !others.is_empty() {
        println!("({} may act too)", others.join(" and "));
    }
    Ok(choices)
}

/// Makes the move that a line names, or prints why not.
fn act(rules: &Rules, game: &mut Game, role: &str, choices: &[Choice], text: &str) {
    let numbered = text.parse::<usize>().ok().and_then(|n| choices.get(n.checked_sub(1)?));
    let called = |it: &&Choice| it.label.as_ref().is_some_and(|label| text == format!("{} {label}", it.action));
    let chosen = numbered.or_else(|| choices.iter().find(|it| it.shown == text));
    let chosen = chosen.or_else(|| choices.iter().find(called));
    let done = match (chosen, text) {
        (Some(it), _) => game.action(&it.role, &it.action, Some(&it.argument).filter(|it| !it.is_null())),
        (None, "u") => game.action(role, "undo", None),
        (None, _) => {
            let (action, argument) = text.split_once(' ').unwrap_or((text, ""));
            match serde_json::from_str(argument) {
                _ if argument.is_empty() => game.action(role, action, None),
                Ok(argument) => game.action(role, action, Some(&argument)),
                Err(_) if choices.iter().any(|it| it.action == action) => {
                    return println!("`{text}` is not offered now");
                }
                Err(_) => return println!("`{argument}` is not an argument; `?` explains"),
            }
        }
    };
    if let Err(fault) = done {
        println!("{}", told(rules, &fault));
    }
}

/// Prints new lines of the log; returns its length.
fn tell_log(game: &Game, from: usize) -> usize {
    let log = game.log();
    for it in log.iter().skip(from) {
        println!("  | {it}");
    }
    log.len()
}
