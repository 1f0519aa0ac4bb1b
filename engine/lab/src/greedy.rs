//! A player that looks one move ahead.
//!
//! Invariant: as in the search, the move depends only on the seed and on the role's knowledge.

use crate::candidates::Candidates;
use crate::outcome::{drawn, value};
use game::random::Draw;
use game::{Fault, Game, Played};

/// Sampled positions where something is hidden; also repetitions of a move that draws random numbers.
const SAMPLES: usize = 8;

/// The index of the move with the best resulting position for a role. Ties are broken by the fewest moves to the end of
/// the turn, then at random. Hidden or random outcomes are averaged. Where the rules define no worth, every unfinished
/// position is a draw. Never takes a move back in its turn. `None` if the role has no offers.
pub fn greedy(game: &Game, role: usize, seed: u64) -> Result<Option<Played>, Fault> {
    let Candidates { mut moves, soonest, unseen } = Candidates::of(game, role, seed)?;
    let mut draw = Draw::new(seed);
    let mut best = Vec::new();
    if let Some(mut unseen) = unseen {
        let certain = unseen.is_certain();
        let samples: Vec<Game> = (0..SAMPLES).map(|_| unseen.sample(&mut draw)).collect();
        let mut most = f64::NEG_INFINITY;
        for (at, made) in moves.iter().enumerate() {
            let worth = mean(&samples, certain, made);
            if worth > most {
                (most, best) = (worth, Vec::new());
            }
            if worth >= most {
                best.push(at);
            }
        }
    }
    if best.iter().any(|it| soonest.contains(it)) {
        best.retain(|it| soonest.contains(it));
    }
    let chosen = best.get(draw.below(best.len())).copied().unwrap_or_default();
    Ok((chosen < moves.len()).then(|| moves.swap_remove(chosen)))
}

/// Average value of a move over these positions; one position is enough if the outcome is certain. A fault counts as a
/// draw.
fn mean(samples: &[Game], certain: bool, made: &Played) -> f64 {
    let mut sum = 0.0;
    for (before, sample) in samples.iter().enumerate() {
        let mut game = sample.clone();
        let worth = match game.play_on(made.role, made.action, made.argument.clone()) {
            Ok(()) => value(&game, made.role),
            Err(_) => drawn(sample, made.role),
        };
        if before == 0 && certain && game.state().seed() == sample.state().seed() {
            return worth;
        }
        sum += worth;
    }
    sum / samples.len() as f64
}
