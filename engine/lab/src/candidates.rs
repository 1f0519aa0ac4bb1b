//! The moves that a player that looks ahead chooses between: its offers, without those that take back its own moves of
//! this turn as long as there are others.
//!
//! Invariant: as in the search, the result depends only on the seed and on the role's knowledge.

use game::random::Draw;
use game::{ActionId, Fault, Game, Played, Unseen};

/// Separates the random numbers of these samples from others.
const ASIDE: u64 = 0x5bd1_e995;

/// Maximum moves to follow through a turn, and maximum positions to visit.
const LONGEST: usize = 12;
const POSITIONS: usize = 100;

/// The moves a role chooses between.
pub(crate) struct Candidates {
    pub moves: Vec<Played>,
    /// Indices of the moves that finish the turn soonest, unseen by others. Empty if all are equal, or others see the
    /// moves.
    pub soonest: Vec<usize>,
    /// The positions that the role may be in. None where there is nothing to choose between.
    pub unseen: Option<Unseen>,
}

impl Candidates {
    /// For a role, by its index. Empty if the role cannot move.
    pub fn of(game: &Game, role: usize, seed: u64) -> Result<Candidates, Fault> {
        let mut moves = offered(game, role)?;
        let (mut soonest, mut unseen) = (Vec::new(), None);
        if moves.len() > 1 {
            let (mut positions, mut draw) = (game.unseen(role)?, Draw::new(seed ^ ASIDE));
            let mut back = game.taken_back(role, &moves, &mut positions, &mut draw).into_iter();
            let on: Vec<Played> = moves.iter().filter(|_| back.next() == Some(false)).cloned().collect();
            if !on.is_empty() {
                moves = on;
            }
            if moves.len() > 1 {
                let actions = soonest_of(&positions.aside(&mut draw), role, &moves);
                soonest = (0..moves.len()).filter(|at| actions.contains(&moves[*at].action)).collect();
                unseen = Some(positions);
            }
        }
        Ok(Candidates { moves, soonest, unseen })
    }
}

fn offered(game: &Game, role: usize) -> Result<Vec<Played>, Fault> {
    if role >= game.roles().len() || !game.state().is_active(role) {
        return Ok(Vec::new());
    }
    let offers = game.legal(role)?;
    Ok(offers.moves().map(|(action, argument)| Played { role, action, argument: argument.clone() }).collect())
}

/// The actions that finish the turn soonest, as far as the role sees and nobody else does. Empty if others see its
/// moves, or no action is sooner than another.
fn soonest_of(game: &Game, role: usize, moves: &[Played]) -> Vec<ActionId> {
    let firsts = firsts(moves);
    if firsts.len() < 2 {
        return Vec::new();
    }
    let Some(before) = Views::of(game, role) else { return Vec::new() };
    let (mut hidden, mut ways) = (false, Vec::new());
    for made in firsts {
        let Some(after) = after(game, &made) else { continue };
        let left = match Views::of(&after, role) {
            _ if !after.state().is_active(role) => Some(0),
            Some(views) if views.others == before.others => {
                hidden |= views.own != before.own;
                way(after, role, &before)
            }
            _ => return Vec::new(),
        };
        ways.extend(left.map(|it| (made.action, it)));
    }
    let Some(least) = ways.iter().map(|it| it.1).min().filter(|_| hidden) else { return Vec::new() };
    if ways.iter().all(|it| it.1 == least) {
        return Vec::new();
    }
    ways.into_iter().filter(|it| it.1 == least).map(|it| it.0).collect()
}

/// The first move of each action.
fn firsts(moves: &[Played]) -> Vec<Played> {
    let mut firsts: Vec<Played> = Vec::new();
    for made in moves {
        if firsts.iter().all(|it| it.action != made.action) {
            firsts.push(made.clone());
        }
    }
    firsts
}

fn after(game: &Game, made: &Played) -> Option<Game> {
    let mut after = game.clone();
    after.play_on(made.role, made.action, made.argument.clone()).ok()?;
    Some(after)
}

/// Number of moves, following one move of each action, until the role's turn is through or others see something.
fn way(game: Game, role: usize, before: &Views) -> Option<usize> {
    let (mut layer, mut looked_at) = (vec![game], 0);
    for moves in 1..=LONGEST {
        let mut next = Vec::new();
        for game in &layer {
            for made in firsts(&offered(game, role).ok()?) {
                let Some(after) = after(game, &made) else { continue };
                let seen = Views::of(&after, role).is_none_or(|it| it.others != before.others);
                if seen || !after.state().is_active(role) {
                    return Some(moves);
                }
                looked_at += 1;
                if looked_at > POSITIONS {
                    return None;
                }
                next.push(after);
            }
        }
        layer = next;
    }
    None
}

/// The view of a role and the views of the others.
struct Views {
    own: String,
    others: Vec<String>,
}

impl Views {
    /// None if a view fails.
    fn of(game: &Game, role: usize) -> Option<Views> {
        let mut others = game.roles().iter().map(|it| game.on_view(it)).collect::<Result<Vec<String>, Fault>>().ok()?;
        let own = others.remove(role);
        Some(Views { own, others })
    }
}
