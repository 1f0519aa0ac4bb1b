//! Wishes for games, and the distance of games from them.

use crate::interval::{Interval, Level};
use crate::statistic::{Seat, Statistic, won_by};
use crate::tally::Tally;
use game::Rules;

/// Short names of statistics.
const ALIASES: [(&str, &str); 3] =
    [("moves", "moves per game"), ("turns", "turns per game"), ("choices", "legal moves")];

/// A wish.
#[derive(Clone, Debug, PartialEq)]
pub enum Wish {
    /// All seats win equally often.
    Equal,
    /// A statistic, by its name, has a value; shares are from 0 to 1.
    Value(String, f64),
}

impl Wish {
    /// Parses `equal seats`, `turns = 40`, `First wins = 55%`; returns the error otherwise.
    pub fn named(text: &str) -> Result<Wish, String> {
        if matches!(text.trim(), "equal seats" | "equal") {
            return Ok(Wish::Equal);
        }
        let wrong = || format!("a wish is `equal seats`, `turns = 40` or `First wins = 55%`, not `{text}`");
        let (name, given) = text.split_once('=').ok_or_else(wrong)?;
        let (name, given) = (name.trim(), given.trim());
        let known = ALIASES.iter().find(|it| it.0 == name).map_or(name, |it| it.1);
        let (value, part) = given.strip_suffix('%').map_or((given, 1.0), |it| (it.trim(), 0.01));
        let value: f64 = value.parse().ok().filter(|it: &f64| it.is_finite()).ok_or_else(wrong)?;
        let share = is_share(known);
        if share && (part == 1.0 && value != 0.0 || !(0.0..=1.0).contains(&(part * value))) {
            return Err(format!("`{name}` needs a percentage from 0% to 100%, not `{given}`"));
        }
        if !share && part < 1.0 {
            return Err(format!("`{name}` is not a percentage; leave out the `%`"));
        }
        Ok(Wish::Value(known.to_owned(), part * value))
    }

    /// The reason why the wish does not fit these rules.
    pub fn fits(&self, rules: &Rules) -> Result<(), String> {
        let Wish::Value(name, _) = self else {
            let alone = rules.program().roles.len() < 2;
            return if alone { Err("equal seats need at least two seats".to_owned()) } else { Ok(()) };
        };
        let all = Tally::new(rules).named(rules);
        if all.contains(name) {
            return Ok(());
        }
        Err(format!("there is no result called `{name}`; use one of {}", all.join(", ")))
    }

    /// Distance of games from the wish; for seats, that of the seat farthest from its fair share.
    pub fn distance(&self, rules: &Rules, tally: &Tally, level: Level) -> Option<Interval> {
        match self {
            Wish::Equal => {
                let far = |it: &Seat| away(it.more, 0.0);
                let far: Vec<Interval> = tally.seats(rules, level).iter().map(far).collect();
                let most = |of: fn(&Interval) -> f64| far.iter().map(of).reduce(f64::max);
                Some(Interval { value: most(|it| it.value)?, low: most(|it| it.low)?, high: most(|it| it.high)? })
            }
            Wish::Value(name, value) => {
                let all = tally.statistics(rules);
                let it: &Statistic = all.iter().find(|it| it.name == *name)?;
                Some(away(it.interval(level), *value))
            }
        }
    }
}

/// `true` if the statistic of that name is a share.
fn is_share(name: &str) -> bool {
    name.ends_with(" wins") || name == "positions with a choice"
}

/// Distance of a number from a value.
fn away(it: Interval, value: f64) -> Interval {
    let far = |at: f64| (at - value).abs();
    let low = if it.excludes(value) { far(it.low).min(far(it.high)) } else { 0.0 };
    Interval { value: far(it.value), low, high: far(it.low).max(far(it.high)) }
}

impl Tally {
    /// Names of all possible statistics for games of these rules.
    fn named(&self, rules: &Rules) -> Vec<String> {
        let roles = rules.program().roles.iter().map(|it| won_by(it));
        let fixed = ["nobody wins", "moves per game", "turns per game", "legal moves", "positions with a choice"];
        let measures = self.measures.iter().map(|it| it.name.clone());
        roles.chain(fixed.map(str::to_owned)).chain(measures).collect()
    }
}
