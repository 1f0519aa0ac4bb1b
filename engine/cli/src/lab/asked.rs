//! What the options of the lab ask for.

use crate::args::{Args, number};
use crate::files::{self, Opened};
use crate::outcome::Trouble;
use lab::{Plan, Player, Version};

/// From each moment at which it is asked whether a game is decided, so many are played on.
const IMAGINED: u64 = 20;

/// So many games if somebody looks ahead; what more of them mean is said.
pub const FEW: u64 = 100;

pub fn plan(args: &Args) -> Result<Plan, Trouble> {
    let players = args.value("players").map_or(Ok(Vec::new()), players)?;
    let plan = Plan {
        players,
        rotate: args.has("rotate"),
        imagined: if args.has("decided") { IMAGINED } else { 0 },
        ..setup(args)?
    };
    let limit = args.value("limit").map_or(Ok(plan.limit), |it| number("how many moves", it))?;
    let closely = args.value("closely").map_or(Ok(plan.closely), |it| number("one of how many games", it))?;
    Ok(Plan { limit, closely, ..plan })
}

/// What games begin with.
pub fn setup(args: &Args) -> Result<Plan, Trouble> {
    let plan = Plan::default();
    let (scenario, options) = (args.value("scenario").map(str::to_owned), args.options()?);
    Ok(Plan { seed: args.seed()?.unwrap_or(plan.seed), scenario, options, ..plan })
}

/// Players as a text names them, with commas between them.
pub fn players(text: &str) -> Result<Vec<Player>, Trouble> {
    let player = |text: &str| {
        let unknown = || {
            Trouble::Usage(format!(
                "a player is `random`, `greedy`, `search`, `search:500`, `playout:500` or `without:ACTION`, not `{text}`"
            ))
        };
        Player::named(text.trim()).ok_or_else(unknown)
    };
    text.split(',').map(player).collect()
}

pub fn workers(args: &Args) -> Result<usize, Trouble> {
    let wanted = args.value("workers").map(|it| number("how many workers", it)).transpose()?;
    let all = || std::thread::available_parallelism().map_or(1, usize::from);
    Ok(wanted.map_or_else(all, |it| it as usize).clamp(1, 64))
}

/// A share like `1%`, from 0 to 1.
pub fn share(text: &str) -> Result<f64, Trouble> {
    let read = text.strip_suffix('%').and_then(|it| it.trim().parse::<f64>().ok()).map(|it| it / 100.0);
    let wrong = || Trouble::Usage(format!("`--until` takes a share like `1%`, not `{text}`"));
    read.filter(|it| *it > 0.0 && *it < 1.0).ok_or_else(wrong)
}

/// The rules in a file and what is played of them; told what is wrong with them.
pub fn version(path: &str, plan: Plan) -> Result<Version, Trouble> {
    let seats = plan.numbers(&Opened::rules(path)?).1;
    if plan.players.len() > seats {
        return Err(Trouble::Usage(format!("{} players for {seats} seats", plan.players.len())));
    }
    Ok(Version::new(files::read(path)?, plan)?)
}
