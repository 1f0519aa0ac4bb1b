//! `lab`: many games, and what can be told of them.

use crate::args::{Args, number};
use crate::files::{self, Opened, plural};
use crate::outcome::{Outcome, Trouble};
use asked::{FEW, plan, share, version};
pub use asked::{players, setup, workers};
use game::Rules;
use lab::{Comparison, Level, Plan, Report, Shrunk, Stage, Tally};
use part::Part;
use shown::{progress, save_as, tell_new};
use std::io::Write;
use std::ops::Range;
use std::time::{Duration, Instant};

mod asked;
mod chosen;
mod part;
mod pool;
mod shown;
mod told;
mod vary;

/// The options that take a value.
pub const VALUES: &[&str] = &[
    "games", "seed", "workers", "limit", "closely", "players", "scenario", "with", "compare", "json", "csv", "svg",
    "html", "md", "shrink", "part", "tally", "until", "vary", "wish", "ladder",
];

/// So many of the flaws are made small, in so many seconds together.
const SHRUNK: usize = 5;
const SECONDS: u64 = 10;

pub fn lab(args: &Args) -> Outcome {
    if let ["join", path, parts @ ..] = args.files()?.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        refuse(args, part::SAID_BY_PARTS, "is said by the parts that are joined")?;
        refuse(args, &["until", "vary", "wish", "ladder"], "means nothing to parts that are joined")?;
        let rules = Opened::rules(path)?.counting();
        let parts: Vec<String> = parts.iter().map(|it| (*it).to_owned()).collect();
        let (plan, games, tally) = part::join(&rules, &parts)?;
        return tell(args, path, (&plan, games), (&rules, &tally), Level::ONCE);
    }
    let (path, _) = args.file(0)?;
    if args.value("vary").is_some() {
        refuse(
            args,
            &["part", "tally", "compare", "until", "svg", "html", "md", "shrink", "ladder"],
            "does not go with `--vary`",
        )?;
        return vary::run(args, path);
    }
    refuse(args, &["wish"], "goes with `--vary`")?;
    if let Some(players) = args.value("ladder") {
        let alone = ["part", "tally", "compare", "until", "svg", "html", "md", "shrink", "players", "rotate"];
        refuse(args, &alone, "does not go with `--ladder`")?;
        return vary::ladder(args, path, players);
    }
    match args.value("part") {
        Some(_) => refuse(args, part::TOLD_OF_ALL, "goes with `lab join`, which tells of all parts")?,
        None => refuse(args, &["tally"], "goes with `--part K/N`")?,
    }
    let plan = plan(args)?;
    if let Some(wanted) = args.value("until") {
        refuse(args, &["part"], "does not go with `--until`")?;
        return played_until(args, path, &plan, share(wanted)?);
    }
    let games = args.games(if plan.is_plain() { 10_000 } else { FEW })?;
    let Some(part) = args.value("part") else {
        let (rules, tally) = played(path, &plan, 0..games, workers(args)?)?;
        return tell(args, path, (&plan, games), (&rules, &tally), Level::ONCE);
    };
    let part = Part::named(part)?;
    let Some(file) = args.value("tally") else {
        return Err(Trouble::Usage("a part is written to a file: `--tally FILE`".to_owned()));
    };
    let (rules, tally) = played(path, &plan, part.numbers(games), workers(args)?)?;
    part::write(file, &rules, &plan, games, part, &tally)?;
    println!("{path}: {} of {games} games, in {file}", tally.games);
    Ok(true)
}

/// Options that mean nothing here.
fn refuse(args: &Args, names: &[&str], why: &str) -> Result<(), Trouble> {
    match names.iter().find(|it| args.value(it).is_some() || args.has(it)) {
        Some(name) => Err(Trouble::Usage(format!("`--{name}` {why}"))),
        None => Ok(()),
    }
}

/// Plays until it is known how often each seat wins, that much more or less.
fn played_until(args: &Args, path: &str, plan: &Plan, wanted: f64) -> Outcome {
    let most = args.games(lab::UNTIL_MOST)?;
    let go_on = |rules: &Rules, tally: &Tally| tally.until(rules, wanted, most);
    let first = go_on(&Opened::rules(path)?, &Tally::default()).unwrap_or_default();
    let (rules, tally) = until(path, plan, 0..first, workers(args)?, &mut |rules, tally| go_on(rules, tally))?;
    let sure = tally.report_at(&rules, Level::OFTEN).sure();
    if sure > wanted {
        eprintln!("after {} games it is not sure to {}%, but to {:.2}%", tally.games, 100.0 * wanted, 100.0 * sure);
    }
    tell(args, path, (plan, tally.games), (&rules, &tally), Level::OFTEN)
}

/// Tells what was counted, and what other rules do on the same seeds.
fn tell(
    args: &Args,
    path: &str,
    (plan, games): (&Plan, u64),
    (rules, tally): (&Rules, &Tally),
    level: Level,
) -> Outcome {
    let report = tally.report_at(rules, level);
    print!("{}", told::report(path, rules, &report, plan));
    for it in &report.flaws {
        print!("{}", told::flaw(it));
    }
    println!("hash {}", report.hash);
    let mut sound = report.flaws.is_empty();
    let mut changed = None;
    if let Some(other) = args.value("compare") {
        let (others, other_tally) = played(other, plan, 0..games, workers(args)?)?;
        let comparison = Comparison::new((rules, tally), (&others, &other_tally));
        print!("{}", told::comparison(path, other, &comparison));
        changed = Some(comparison);
        sound &= other_tally.flaws.is_empty();
    }
    save(args, rules, &report, changed.as_ref())?;
    let seconds = args.value("shrink").map_or(Ok(SECONDS), |it| number("how many seconds", it))?;
    make_small(path, (rules, plan), (&report, tally), Duration::from_secs(seconds.min(u64::from(u32::MAX))));
    Ok(sound)
}

/// Makes the first flaws small, as far as the time goes; those that are left share what there is.
fn make_small(path: &str, (rules, plan): (&Rules, &Plan), (report, tally): (&Report, &Tally), time: Duration) {
    let end = Instant::now() + time;
    let flaws: Vec<_> = report.flaws.iter().take(SHRUNK).filter_map(|it| tally.flaw(it.number)).collect();
    if time.is_zero() || flaws.is_empty() {
        return;
    }
    println!("\nmaking small what was found: {} at most (--shrink SECONDS)", plural(time.as_secs() as usize, "second"));
    let _ = std::io::stdout().flush();
    for (i, met) in flaws.iter().enumerate() {
        let share = end.saturating_duration_since(Instant::now()) / (flaws.len() - i) as u32;
        let own = Instant::now() + share;
        match lab::shrink(rules, plan, met, tally.longest(), &mut || Instant::now() < own, &mut |_| ()) {
            Some(it) => print!("{}", told::shrunk(rules, &it, test(path, rules, &it))),
            None => println!("FLAW  {}: there was no time to play its game again", met.flaw.kind.name()),
        }
        let _ = std::io::stdout().flush();
    }
}

/// Plays the games of these numbers, as many workers as there are cores at once. What comes out does not depend on how many there are.
pub fn played(path: &str, plan: &Plan, numbers: Range<u64>, workers: usize) -> Result<(Rules, Tally), Trouble> {
    until(path, plan, numbers, workers, &mut |_, _| None)
}

/// The same; when all are played, `more` says up to which number games are played on.
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
    let stage = Stage { games: numbers, variants: vec![0] };
    pool::play(&[Some(version)], workers, stage, &mut |_, part| {
        let known = all.flaws.len();
        all.join(part);
        if all.flaws.len() > known {
            progress(0, end);
            tell_new(&all, &mut told);
        }
        progress(all.games, end);
        if all.games < end {
            return None;
        }
        let from = std::mem::replace(&mut end, more(&rules, &all)?);
        Some(Stage { games: from..end, variants: vec![0] })
    })?;
    progress(0, end);
    Ok((rules, all))
}

fn save(args: &Args, rules: &Rules, report: &Report, changed: Option<&Comparison>) -> Result<(), Trouble> {
    let title = &rules.program().title;
    let json = || serde_json::to_string_pretty(report).unwrap_or_default();
    let files: [(&str, &dyn Fn() -> String); 5] = [
        ("json", &json),
        ("csv", &|| report.csv()),
        ("svg", &|| lab::picture(report)),
        ("html", &|| report.html(title, changed)),
        ("md", &|| report.markdown(title, changed)),
    ];
    save_as(args, &files)
}

/// What shows a flaw as a test, in languages that have tests.
fn test(path: &str, rules: &Rules, shrunk: &Shrunk) -> Option<String> {
    files::language(path).about().tests.then(|| lab::test_block(rules, shrunk)).flatten()
}
