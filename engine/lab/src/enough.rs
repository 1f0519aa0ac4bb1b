//! The number of games needed to tell if a game is fair, known before any is played.

use crate::interval::Level;
use crate::plan::Plan;
use game::Rules;

/// A difference of this many half intervals is found in four of five cases.
pub const SEEN: f64 = 1.5;

/// Games that only find larger differences than this, in wins per game, are too few.
pub const LARGE: f64 = 0.3;

/// Significant figures of the number of games.
const FIGURES: u32 = 2;

/// Approximate number of a plan's games needed to tell if a seat wins more than its fair share. `None` with a single
/// player.
pub fn enough(rules: &Rules, plan: &Plan) -> Option<u64> {
    let (least, most) = plan.numbers(rules);
    if most < 2 {
        return None;
    }
    // Of this many seats, the last sits in the fewest games.
    let (of, sits) = match plan.rotate {
        true => ((least..=most).sum::<usize>(), most),
        false => (most - least + 1, 1),
    };
    let even = 1.0 / most as f64;
    let errors = Level::ONCE.among(most).errors() * SEEN / LARGE;
    let games = even * (1.0 - even) * errors * errors;
    // Of so few games it is not well known how much they differ.
    let games = games + errors.max(1.0);
    Some(rounded_up(games * of as f64 / sits as f64))
}

/// As [`enough`], estimated from too few games: their number, and half the width of the widest interval.
pub fn enough_after(games: u64, half: f64) -> u64 {
    let times = SEEN * half / LARGE;
    rounded_up(games as f64 * times * times)
}

fn rounded_up(games: f64) -> u64 {
    let games = games.ceil() as u64;
    let unit = 10_u64.pow(games.max(1).ilog10().saturating_sub(FIGURES - 1));
    games.div_ceil(unit) * unit
}
