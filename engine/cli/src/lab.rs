//! `lab`: many games and their statistics.

use crate::BAD;
use crate::files::{self, Opened, plural};
use crate::outcome::{Outcome, Trouble};
use crate::terminal::Progress;
pub use asked::Lab;
use asked::{FEW, Saved, Shares, Told, plan, version, write};
use game::Rules;
use lab::{Comparison, Level, Plan, Report, Shrunk, Stage, Tally};
use std::ops::Range;
use std::time::{Duration, Instant};

mod asked;
mod chosen;
mod columns;
mod part;
mod pool;
mod random;
mod told;
mod vary;

/// Maximum flaws to shrink, and seconds for all of them.
const SHRUNK: usize = 5;
const SECONDS: u64 = 10;

const GAMES: u64 = 10_000;

pub fn lab(args: &Lab) -> Outcome {
    if let Some(Shares::Join(args)) = &args.command {
        let rules = Opened::rules(&args.file)?.counting();
        let (plan, games, tally) = part::join(&rules, &args.tallies)?;
        let asked = Asked { path: &args.file, brief: args.brief, told: &args.told };
        return tell(&asked, (&plan, games), (&rules, &tally), Level::ONCE);
    }
    let path = args.file.as_deref().unwrap_or_default();
    let plan = plan(args);
    let asked = Asked { path, brief: args.brief, told: &args.told };
    if args.draw_setup {
        return random::run(args, path);
    }
    if !args.vary.is_empty() {
        return vary::run(args, path, plan);
    }
    if !args.ladder.is_empty() {
        return vary::ladder(args, path, plan);
    }
    if let Some(wanted) = args.until {
        return played_until(&asked, &plan, wanted, args.games.unwrap_or(lab::UNTIL_MOST));
    }
    let games = args.games.unwrap_or(if plan.is_plain() { GAMES } else { FEW });
    let workers = args.told.workers();
    let (Some(part), Some(file)) = (args.part, &args.tally) else {
        let (rules, tally) = played(path, &plan, 0..games, workers)?;
        return tell(&asked, (&plan, games), (&rules, &tally), Level::ONCE);
    };
    let (rules, tally) = played(path, &plan, part.numbers(games), workers)?;
    part::write(file, &rules, &plan, games, part, &tally)?;
    println!("{path}: {} of {games} games, in {file}", tally.games);
    Ok(true)
}

/// Path of the rules, and form of the report.
struct Asked<'a> {
    path: &'a str,
    brief: bool,
    told: &'a Told,
}

/// Plays until each seat's win rate is known to ± `wanted`.
fn played_until(asked: &Asked, plan: &Plan, wanted: f64, most: u64) -> Outcome {
    let go_on = |rules: &Rules, tally: &Tally| tally.until(rules, wanted, most);
    let first = go_on(&Opened::rules(asked.path)?, &Tally::default()).unwrap_or_default();
    let mut more = |rules: &Rules, tally: &Tally| go_on(rules, tally);
    let (rules, tally) = until(asked.path, plan, 0..first, asked.told.workers(), &mut more)?;
    let sure = tally.report_at(&rules, Level::OFTEN).sure();
    if sure > wanted {
        eprintln!("after {} games it is not sure to {}%, but to {:.2}%", tally.games, 100.0 * wanted, 100.0 * sure);
    }
    tell(asked, (plan, tally.games), (&rules, &tally), Level::OFTEN)
}

/// Reports a tally, and a comparison on the same seeds.
fn tell(asked: &Asked, (plan, games): (&Plan, u64), (rules, tally): (&Rules, &Tally), level: Level) -> Outcome {
    let &Asked { path, brief, told } = asked;
    let report = tally.report_at(rules, level);
    let reports = !told.saved.is_printed();
    if reports {
        print!("{}", told::report(path, rules, &report, plan, brief));
        for it in &report.flaws {
            print!("{}", told::flaw(it));
        }
        println!("hash {}", report.hash);
    }
    let mut sound = report.flaws.is_empty();
    let mut changed = None;
    if let Some(other) = &told.compare {
        let (others, other_tally) = played(other, plan, 0..games, told.workers())?;
        let comparison = Comparison::new((rules, tally), (&others, &other_tally));
        if reports {
            print!("{}", told::comparison(path, other, &comparison));
        }
        changed = Some(comparison);
        sound &= other_tally.flaws.is_empty();
    }
    save(&told.saved, rules, &report, changed.as_ref())?;
    if reports {
        let seconds = told.shrink.unwrap_or(SECONDS).min(u64::from(u32::MAX));
        shrink_flaws(path, (rules, plan), (&report, tally), Duration::from_secs(seconds));
    }
    Ok(sound)
}

/// Shrinks the first flaws within the time; those left share what remains.
fn shrink_flaws(path: &str, (rules, plan): (&Rules, &Plan), (report, tally): (&Report, &Tally), time: Duration) {
    let end = Instant::now() + time;
    let flaws: Vec<_> = report.flaws.iter().take(SHRUNK).filter_map(|it| tally.flaw(it.number)).collect();
    if time.is_zero() || flaws.is_empty() {
        return;
    }
    println!("\nshrinking flaws: at most {} (--shrink SECONDS)", plural(time.as_secs() as usize, "second"));
    for (i, met) in flaws.iter().enumerate() {
        let share = end.saturating_duration_since(Instant::now()) / (flaws.len() - i) as u32;
        let begun = Instant::now();
        let progress = Progress::of("seconds at most");
        let mut go_on = || {
            progress.at(begun.elapsed().as_secs(), share.as_secs());
            begun.elapsed() < share
        };
        let shrunk = lab::shrink(rules, plan, met, tally.longest(), &mut go_on, &mut |_| ());
        drop(progress);
        match shrunk {
            Some(it) => print!("{}", told::shrunk(rules, &it, test(path, rules, &it))),
            None => println!("{BAD}FLAW{BAD:#}  {}: there was no time to replay its game", met.flaw.kind.name()),
        }
    }
}

/// Plays the games with these numbers. The result does not depend on the number of workers.
pub fn played(path: &str, plan: &Plan, numbers: Range<u64>, workers: usize) -> Result<(Rules, Tally), Trouble> {
    until(path, plan, numbers, workers, &mut |_, _| None)
}

/// The same; after these games, `more` returns a new end to play up to.
fn until(
    path: &str,
    plan: &Plan,
    numbers: Range<u64>,
    workers: usize,
    more: &mut dyn FnMut(&Rules, &Tally) -> Option<u64>,
) -> Result<(Rules, Tally), Trouble> {
    let version = version(path, plan.clone())?;
    let rules = version.rules.clone();
    let games = numbers.end - numbers.start;
    pool::warn(plan, games);
    if let Some(least) = lab::enough(&rules, plan).filter(|it| games < *it && !plan.is_plain()) {
        eprintln!("{games} games are too few to tell whether this is fair: it takes about {least}");
    }
    let (mut all, mut told) = (Tally::new(&rules), Vec::new());
    let mut end = numbers.end;
    let progress = Progress::of("games");
    let stage = Stage { games: numbers, variants: vec![0] };
    pool::play(&[Some(version)], workers, stage, &mut |_, part| {
        let known = all.flaws.len();
        all.join(part);
        if all.flaws.len() > known {
            progress.aside(|| tell_new(&all, &mut told));
        }
        progress.at(all.games, end);
        if all.games < end {
            return None;
        }
        let from = std::mem::replace(&mut end, more(&rules, &all)?);
        Some(Stage { games: from..end, variants: vec![0] })
    })?;
    drop(progress);
    Ok((rules, all))
}

/// Prints new flaws at once, long before all games are played.
fn tell_new(all: &Tally, told: &mut Vec<lab::Sort>) {
    for it in &all.flaws {
        let sort = it.flaw.sort();
        if !told.contains(&sort) {
            eprintln!("game {}: {}: {}", it.number, it.flaw.kind.name(), it.flaw.message);
            told.push(sort);
        }
    }
}

fn save(saved: &Saved, rules: &Rules, report: &Report, changed: Option<&Comparison>) -> Result<(), Trouble> {
    let title = &rules.program().title;
    write(&saved.json, &|| serde_json::to_string_pretty(report).unwrap_or_default())?;
    write(&saved.csv, &|| report.csv())?;
    write(&saved.svg, &|| lab::picture(report))?;
    write(&saved.html, &|| report.html(title, changed))?;
    write(&saved.md, &|| report.markdown(title, changed))
}

/// Returns a test that shows a flaw, if the language has tests.
fn test(path: &str, rules: &Rules, shrunk: &Shrunk) -> Option<String> {
    files::language(path).about().tests.then(|| lab::test_block(rules, shrunk)).flatten()
}
