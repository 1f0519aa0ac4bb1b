//! A player that looks at what follows each of its moves, and no further.
//!
//! What must stay true: as of the search, the move depends on the seed and on what the role may know, and on nothing else.

use crate::candidates::Candidates;
use crate::outcome::{drawn, value};
use game::random::Draw;
use game::{Fault, Game, Played};

/// So many positions are drawn where something is hidden, and so many times a move is made that draws random numbers.
const SAMPLES: usize = 8;

/// The move after which the position is worth most to a role, by its index; one of them, if there are several, and of these one by which
/// it is through its turn sooner. Where something is hidden, or drawn at random, it is the mean. Where the rules say nothing, every
/// position is a draw until the game is over. It takes nothing back in its turn. None if nothing is offered to the role.
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

/// What a move comes to in these positions, which are one if that is certain. One in which it fails is a draw.
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
