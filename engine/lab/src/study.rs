//! What if a number had another value? Plays the same games with each value and finds the value nearest to a wish.
//!
//! Invariant: the result depends on rules, plan and wish, not on the division of work. So values are dropped only when
//! all games of a stage are finished.

use crate::interval::{Interval, Level};
use crate::plan::Plan;
use crate::player::Player;
use crate::statistic::Score;
use crate::statistic::Statistic;
use crate::studied::{Row, Studied, Told, climbed, sentence};
use crate::tally::Tally;
use crate::version::Version;
use crate::wish::Wish;
use game::Rules;
use serde_json::Value as Json;
use std::cell::OnceCell;
use std::ops::Range;

/// A value is dropped if none of its first games ends, up to this number: endless games take longest.
const TRIED: u64 = 40;

/// With a wish, each value gets this many games before any is dropped; then twice as many, and so on.
const FIRST: u64 = 250;

/// More values than anybody waits for.
pub const MOST_VALUES: usize = 400;

/// Something to vary in the rules, and its values: `HAND = 4 to 8`, `limit = 50, 100, 150`, `12:30 = 0 to 100 by 10`,
/// `misere = false, true`; texts with commas as JSON: `kind = ["a, b", "c"]`. Also actions that a role must do without
/// while others may use them: `White without = nothing, castle`.
#[derive(Clone, Debug, PartialEq)]
pub struct Vary {
    /// An option, a constant, the place of a number in the text, `scenario`, or a role and `without`.
    pub name: String,
    pub values: Vec<Json>,
}

impl Vary {
    /// Parses it; returns the error otherwise.
    pub fn named(text: &str) -> Result<Vary, String> {
        let form = "write `HAND = 4 to 8`, `HAND = 4 to 8 by 2` or `HAND = 4, 6, 8`";
        let (name, given) = text.split_once('=').ok_or_else(|| format!("`{text}` has no values; {form}"))?;
        let (name, given) = (name.trim().to_owned(), given.trim());
        let wrong = |what: &str| format!("`{name} = {given}`: {what}; {form}");
        let number = |text: &str| {
            text.trim().parse::<i64>().map_err(|_| wrong(&format!("`{}` is not a whole number", text.trim())))
        };
        let one = |text: &str| serde_json::from_str(text.trim()).unwrap_or_else(|_| Json::from(text.trim()));
        let listed = |text: &str| text.split(',').filter(|it| !it.trim().is_empty()).map(one).collect();
        let mut values: Vec<Json> = match given.split_once(" to ") {
            None => serde_json::from_str(given).unwrap_or_else(|_| listed(given)),
            Some((from, rest)) => {
                let (to, by) = rest.split_once(" by ").unwrap_or((rest, "1"));
                let (from, to, by) = (number(from)?, number(to)?, number(by)?);
                if from > to {
                    return Err(wrong(&format!("{from} is more than {to}")));
                }
                let step =
                    usize::try_from(by).ok().filter(|it| *it > 0).ok_or_else(|| wrong("the step must be 1 or more"))?;
                (from..=to).step_by(step).take(MOST_VALUES + 1).map(Json::from).collect()
            }
        };
        let mut known: Vec<Json> = Vec::new();
        values.retain(|it| {
            !known.contains(it) && {
                known.push(it.clone());
                true
            }
        });
        match values.len() {
            0 => Err(wrong("there are no values")),
            n if n > MOST_VALUES => Err(format!("`{name}` has more than {MOST_VALUES} values")),
            _ => Ok(Vary { name, values }),
        }
    }
}

/// All values of several numbers with one another: the last changes first.
fn grid(all: &[Vary]) -> Vec<Vec<Json>> {
    let longer = |rows: Vec<Vec<Json>>, vary: &Vary| {
        let with = |row: &Vec<Json>| {
            vary.values.iter().map(|it| [&row[..], std::slice::from_ref(it)].concat()).collect::<Vec<_>>()
        };
        rows.iter().flat_map(with).collect()
    };
    all.iter().fold(vec![Vec::new()], longer)
}

/// Games with each of several values, played so far.
pub struct Study {
    base: Version,
    names: Vec<String>,
    /// `true` if its variants are players, each against the one before.
    ladder: bool,
    variants: Vec<Variant>,
    wish: Option<Wish>,
    /// Maximum games for each value.
    games: u64,
    /// Games played for each remaining value.
    played: u64,
}

struct Variant {
    values: Vec<Json>,
    /// Made on demand; the error, if these values make no game.
    made: OnceCell<Result<Version, String>>,
    tally: Option<Tally>,
    /// `true` for the current values of the rules.
    now: bool,
    /// `true` if others are clearly nearer, or no game can be made of it.
    out: bool,
}

/// The next games to play: these numbers, for each of these variants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    pub games: Range<u64>,
    pub variants: Vec<usize>,
}

impl Study {
    /// All combinations of the values, with at most `games` games of each. An error, in words, if a value or the wished
    /// statistic does not exist.
    pub fn new(base: Version, vary: Vec<Vary>, wish: Option<Wish>, games: u64) -> Result<Study, String> {
        let rows = grid(&vary);
        if rows.len() > MOST_VALUES {
            return Err(format!("{} combinations of values, more than the limit of {MOST_VALUES}", rows.len()));
        }
        if let Some(it) = vary.iter().enumerate().find(|(i, it)| vary[..*i].iter().any(|other| other.name == it.name)) {
            return Err(format!("`{}` is varied twice", it.1.name));
        }
        if let Some(wish) = &wish {
            wish.fits(&base.rules)?;
        }
        let now = vary.iter().map(|it| base.value(&it.name)).collect::<Result<Vec<Json>, _>>()?;
        let variant = |values: Vec<Json>| {
            let now = values == now;
            Variant { values, made: OnceCell::new(), tally: None, now, out: false }
        };
        let names = vary.into_iter().map(|it| it.name).collect();
        let variants = rows.into_iter().map(variant).collect();
        let mut study = Study { base, names, ladder: false, variants, wish, games, played: 0 };
        for at in 0..study.variants.len() {
            study.variants[at].out = study.version(at).is_err();
        }
        // If no value makes a game, reports the error of the first.
        if study.variants.iter().all(|it| it.out) {
            study.version(0).map_err(Clone::clone)?;
        }
        Ok(study)
    }

    /// A ladder of players, each against the one before it in all other seats, with rotating seats. `games` games of
    /// each. An error, in words, if there are fewer than two players or two seats.
    pub fn ladder(base: Version, players: &[Player], games: u64) -> Result<Study, String> {
        if base.plan.numbers(&base.rules).0 < 2 {
            return Err("a ladder needs at least two seats".to_owned());
        }
        if players.len() < 2 {
            return Err("a ladder needs two or more players, weakest first".to_owned());
        }
        if let Some([same, _]) = players.windows(2).find(|it| it[0] == it[1]) {
            return Err(format!("`{same}` would play against itself"));
        }
        let rung = |it: &[Player]| {
            let (weaker, stronger) = (&it[0], &it[1]);
            let plan = Plan { players: vec![stronger.clone(), weaker.clone()], rotate: true, ..base.plan.clone() };
            Variant {
                values: [stronger, weaker].map(|it| Json::from(it.to_string())).to_vec(),
                made: OnceCell::from(Ok(Version { plan, ..base.clone() })),
                tally: None,
                now: false,
                out: false,
            }
        };
        let variants = players.windows(2).map(rung).collect();
        let names = ["player", "against"].map(str::to_owned).to_vec();
        Ok(Study { base, names, ladder: true, variants, wish: None, games, played: 0 })
    }

    /// A variant's rules and plan; or the error, if its values make no game.
    pub fn version(&self, variant: usize) -> Result<&Version, &String> {
        let it = &self.variants[variant];
        let make = || {
            let values: Vec<(&str, &Json)> = self.names.iter().map(String::as_str).zip(&it.values).collect();
            self.base.with(&values)
        };
        it.made.get_or_init(make).as_ref()
    }

    /// The games to play before [`Study::join`] has all of them; none when it is over.
    pub fn next(&self) -> Option<Stage> {
        let variants: Vec<usize> = (0..self.variants.len()).filter(|it| !self.variants[*it].out).collect();
        let alone = self.wish.is_some() && variants.len() < 2 && self.played >= FIRST.min(self.games);
        if variants.is_empty() || alone || self.played >= self.games {
            return None;
        }
        let end = match self.wish {
            _ if self.played == 0 => TRIED,
            Some(_) => (self.played * 2).max(FIRST),
            None => self.games,
        };
        Some(Stage { games: self.played..end.min(self.games), variants })
    }

    /// Adds games of a variant. When all games of the stage are finished, the variants that are clearly farther from
    /// the wish are dropped.
    pub fn join(&mut self, variant: usize, part: Tally) {
        let Some(stage) = self.next() else { return };
        let Some(it) = self.variants.get_mut(variant) else { return };
        match &mut it.tally {
            Some(tally) => tally.join(part),
            none => *none = Some(part),
        }
        if stage.variants.iter().all(|it| self.variants[*it].games() >= stage.games.end) {
            let ended = |it: &Variant| it.tally.as_ref().is_some_and(|it| !it.results.is_empty());
            self.variants.iter_mut().for_each(|it| it.out |= !ended(it));
            if stage.games.end >= FIRST.min(self.games) {
                self.leave_out();
            }
            self.played = stage.games.end;
        }
    }

    /// Number of variants.
    pub fn variants(&self) -> usize {
        self.variants.len()
    }

    fn leave_out(&mut self) {
        let far = self.distances();
        let nearest = far.iter().zip(&self.variants).filter(|it| !it.1.out).filter_map(|it| it.0.map(|it| it.high));
        let Some(nearest) = nearest.reduce(f64::min) else { return };
        for (variant, far) in self.variants.iter_mut().zip(far) {
            variant.out |= far.is_none_or(|it| it.low > nearest);
        }
    }

    /// Distance of each from the wish. All intervals of all stages hold together in 95 of 100 cases.
    fn distances(&self) -> Vec<Option<Interval>> {
        let stages = (self.games.max(FIRST) / FIRST).ilog2() as usize + 2;
        let level = Level::ONCE.among(self.variants.len() * stages);
        let far = |it: &Variant| {
            let (rules, tally) = it.counted()?;
            if tally.results.is_empty() { None } else { self.wish.as_ref()?.distance(rules, tally, level) }
        };
        self.variants.iter().map(far).collect()
    }

    /// Results so far; before the end, with intervals that remain valid while watched.
    pub fn report(&self) -> Studied {
        let once = if self.next().is_none() { Level::ONCE } else { Level::OFTEN };
        let far = self.distances();
        let near = |it: &(&Option<Interval>, &Variant)| it.0.filter(|_| !it.1.out);
        let nearest = far.iter().zip(&self.variants).filter_map(|it| near(&it)).map(|it| it.high).reduce(f64::min);
        let statistics = |it: &Variant| it.counted().map(|(rules, tally)| tally.statistics(rules)).unwrap_or_default();
        let ended = |it: &Variant| it.tally.iter().any(|it| !it.results.is_empty());
        let now = self.variants.iter().find(|it| it.now && ended(it)).map(statistics);
        let level = once.among(self.variants.len().saturating_sub(1));
        let told = |it: &Statistic, alone: bool| Told {
            name: it.name.clone(),
            share: it.share,
            interval: it.interval(once),
            more: now.iter().flatten().find(|now| now.name == it.name && !alone).map(|now| it.less(now, level)),
        };
        let row = |(it, far): (&Variant, &Option<Interval>)| Row {
            values: it.values.clone(),
            now: it.now,
            games: it.games(),
            ended: it.tally.iter().flat_map(|it| it.results.values()).sum(),
            out: it.out,
            best: !it.out && nearest.zip(*far).is_some_and(|(nearest, far)| far.low <= nearest),
            distance: *far,
            score: if self.ladder { it.score(once) } else { None },
            luck: it.counted().filter(|_| self.ladder).and_then(|(rules, tally)| tally.luck(rules, once)),
            numbers: statistics(it).iter().map(|one| told(one, it.now || !ended(it))).collect(),
            flaws: it.tally.iter().flat_map(|it| &it.flaws).map(|it| it.games).sum(),
            wrong: it.tally.iter().flat_map(|it| &it.flaws).max_by_key(|it| it.games).map(|it| it.flaw.message.clone()),
            problem: it.made.get().and_then(|it| it.as_ref().err()).cloned(),
        };
        let rows: Vec<Row> = self.variants.iter().zip(&far).map(row).collect();
        let games = rows.iter().map(|it| it.games).sum();
        let names = self.names.clone();
        let sentence = match self.ladder {
            true => climbed(&rows),
            false => sentence(&names, &rows, self.wish.as_ref()),
        };
        Studied { sentence, names, games, rows }
    }
}

impl Variant {
    fn games(&self) -> u64 {
        self.tally.as_ref().map_or(0, |it| it.games)
    }

    /// The tally, and the rules it counts.
    fn counted(&self) -> Option<(&Rules, &Tally)> {
        Some((&self.made.get()?.as_ref().ok()?.rules, self.tally.as_ref()?))
    }

    /// Win rate of the first player of its plan, with draws shared by all.
    fn score(&self, level: Level) -> Option<Score> {
        let (plan, tally) = (&self.made.get()?.as_ref().ok()?.plan, self.tally.as_ref()?);
        tally.score(&plan.players.first()?.to_string(), level)
    }
}
