//! Shares of a lab's games: played on any machines and merged into the result of one run.

use crate::outcome::Trouble;
use game::Rules;
use lab::{Plan, Player, Tally};
use serde_json::{Value, json};
use std::ops::Range;
use std::str::FromStr;

/// Format of shares.
const FORMAT: u64 = 6;

/// Share `at` of `of`, from 1.
#[derive(Clone, Copy)]
pub struct Part {
    at: u64,
    of: u64,
}

/// `3/16`
impl FromStr for Part {
    type Err = String;

    fn from_str(text: &str) -> Result<Part, String> {
        let read = text.split_once('/').and_then(|(at, of)| Some(Part { at: at.parse().ok()?, of: of.parse().ok()? }));
        let wrong = || "a part is `3/16`, the third of 16".to_owned();
        read.filter(|it| (1..=it.of).contains(&it.at)).ok_or_else(wrong)
    }
}

impl Part {
    /// Numbers of its games.
    pub fn numbers(self, games: u64) -> Range<u64> {
        let end = |parts: u64| (u128::from(games) * u128::from(parts) / u128::from(self.of)) as u64;
        end(self.at - 1)..end(self.at)
    }
}

/// Common data of a run's shares: rules, plan, total games.
fn run(rules: &Rules, plan: &Plan, games: u64) -> Value {
    let players: Vec<String> = plan.players.iter().map(Player::to_string).collect();
    json!({
        "rules": format!("{:016x}", lab::text_hash(rules.source().text())),
        "games": games,
        "seed": plan.seed,
        "scenario": plan.scenario,
        "options": plan.options,
        "limit": plan.limit,
        "closely": plan.closely,
        "players": players,
        "rotate": plan.rotate,
        "imagined": plan.imagined,
    })
}

fn plan(run: &Value) -> Option<(Plan, u64)> {
    let players = run["players"].as_array()?.iter().map(|it| Player::named(it.as_str()?)).collect::<Option<_>>()?;
    let plan = Plan {
        seed: run["seed"].as_u64()?,
        scenario: run["scenario"].as_str().map(str::to_owned),
        options: run["options"].clone(),
        limit: run["limit"].as_u64()?,
        closely: run["closely"].as_u64()?,
        players,
        rotate: run["rotate"].as_bool()?,
        imagined: run["imagined"].as_u64()?,
    };
    Some((plan, run["games"].as_u64()?))
}

/// Writes the tally of a share. The file is complete or absent.
pub fn write(path: &str, rules: &Rules, plan: &Plan, games: u64, part: Part, tally: &Tally) -> Result<(), Trouble> {
    let tally = serde_json::to_string(tally).map_err(|it| it.to_string())?;
    let share = json!({
        "format": FORMAT,
        "run": run(rules, plan, games),
        "part": [part.at, part.of],
        "tally": tally,
    });
    let half = format!("{path}.half");
    let cannot = |it: std::io::Error| Trouble::Other(format!("{path} cannot be written: {it}"));
    std::fs::write(&half, share.to_string()).and_then(|()| std::fs::rename(&half, path)).map_err(cannot)
}

/// Merges all shares of one run of these rules, each once. Returns its plan, number of games, and tally.
pub fn join(rules: &Rules, paths: &[String]) -> Result<(Plan, u64, Tally), Trouble> {
    let mut all: Option<(Value, Plan, u64, Vec<bool>)> = None;
    let mut tally = Tally::new(rules);
    for path in paths {
        let wrong = |what: &str| Trouble::Other(format!("{path} {what}"));
        let share: Value =
            serde_json::from_str(&crate::files::text(path)?).map_err(|_| wrong("is not a share of a lab's games"))?;
        if share["format"] != FORMAT {
            return Err(wrong("is not a share of a lab's games that this command can read"));
        }
        let read = || {
            let (plan, games) = plan(&share["run"])?;
            let part = Part { at: share["part"][0].as_u64()?, of: share["part"][1].as_u64()? };
            let counted: Tally = serde_json::from_str(share["tally"].as_str()?).ok()?;
            (1..=part.of).contains(&part.at).then_some((plan, games, part, counted))
        };
        let (plan, games, part, counted) = read().ok_or_else(|| wrong("is not a share of a lab's games"))?;
        if share["run"]["rules"] != run(rules, &plan, games)["rules"] {
            return Err(wrong("was played by other rules"));
        }
        let (first, .., there) =
            all.get_or_insert_with(|| (share["run"].clone(), plan, games, vec![false; part.of as usize]));
        if *first != share["run"] || there.len() as u64 != part.of {
            return Err(wrong("is a part of another run"));
        }
        if std::mem::replace(&mut there[part.at as usize - 1], true) {
            return Err(wrong(&format!("is part {} of {} once more", part.at, part.of)));
        }
        tally.join(counted);
    }
    let Some((_, plan, games, there)) = all else { return Err(Trouble::Other("there are no parts".to_owned())) };
    let missing: Vec<String> = (1..).zip(&there).filter(|it| !it.1).map(|it| it.0.to_string()).collect();
    if !missing.is_empty() {
        let what = if missing.len() == 1 { "part" } else { "parts" };
        return Err(Trouble::Other(format!("{what} {} of {} missing", missing.join(", "), there.len())));
    }
    Ok((plan, games, tally))
}
