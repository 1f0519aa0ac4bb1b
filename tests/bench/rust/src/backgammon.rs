//! Backgammon: a single game, without the cube.

use crate::{Draw, Played};

const BAR: usize = 25;
const START: [(usize, u8); 5] = [(24, 2), (13, 5), (8, 3), (6, 5), (0, 0)];

/// The checkers of a side by its points, from 24 down to its home; 0 holds those that are borne off.
type Side = [u8; 26];

#[derive(Clone, Copy)]
struct Play {
    from: usize,
    die: usize,
}

pub fn playout(draw: &mut Draw) -> Played {
    let mut side = [0; 26];
    START.iter().for_each(|it| side[it.0] = it.1);
    let mut sides = [side; 2];
    let mut moves = 0;
    let (mut first, mut second) = (die(draw), die(draw));
    while first == second {
        (first, second) = (die(draw), die(draw));
    }
    let mut active = usize::from(second > first);
    let mut dice = vec![first, second];
    loop {
        if most(&sides, active, &sides[active], &dice) > 0 {
            loop {
                let list = plays(&sides, active, &dice);
                moves += 1;
                if list.is_empty() {
                    draw.below(1);
                    break;
                }
                let Play { from, die } = list[draw.below(list.len())];
                let to = from.saturating_sub(die);
                sides[active] = moved(&sides[active], from, die);
                dice = without(&dice, die);
                let foe = &mut sides[1 - active];
                if to > 0 && foe[BAR - to] > 0 {
                    foe[BAR - to] = 0;
                    foe[BAR] += 1;
                }
            }
            if sides[active][0] == 15 {
                return Played { moves, winner: active };
            }
        }
        active = 1 - active;
        let (first, second) = (die(draw), die(draw));
        dice = if first == second { vec![first; 4] } else { vec![first, second] };
    }
}

fn die(draw: &mut Draw) -> usize {
    draw.below(6) + 1
}

fn can_leave(sides: &[Side; 2], who: usize, own: &Side, from: usize, die: usize) -> bool {
    if own[from] == 0 || own[BAR] > 0 && from != BAR {
        return false;
    }
    if from > die {
        return sides[1 - who][BAR - (from - die)] < 2;
    }
    let highest = (1..=BAR).rev().find(|it| own[*it] > 0).unwrap_or(0);
    highest <= 6 && (from == die || from == highest)
}

fn moved(own: &Side, from: usize, die: usize) -> Side {
    let mut after = *own;
    after[from] -= 1;
    after[from.saturating_sub(die)] += 1;
    after
}

fn without(dice: &[usize], die: usize) -> Vec<usize> {
    let mut left = dice.to_vec();
    if let Some(at) = left.iter().position(|it| *it == die) {
        left.remove(at);
    }
    left
}

fn distinct(dice: &[usize]) -> Vec<usize> {
    let mut all = dice.to_vec();
    all.sort_unstable();
    all.dedup();
    all
}

/// Maximum number of dice a side can play.
fn most(sides: &[Side; 2], who: usize, own: &Side, dice: &[usize]) -> usize {
    let mut best = 0;
    for die in distinct(dice) {
        for from in (1..=BAR).filter(|it| can_leave(sides, who, own, *it, die)) {
            best = best.max(1 + most(sides, who, &moved(own, from, die), &without(dice, die)));
            if best == dice.len() {
                return best;
            }
        }
    }
    best
}

/// As many dice as possible must be played; of two alternatives, the higher. Moves that look alike are one.
fn plays(sides: &[Side; 2], who: usize, dice: &[usize]) -> Vec<Play> {
    let own = &sides[who];
    let limit = most(sides, who, own, dice);
    let highest = dice.iter().copied().max().unwrap_or(0);
    let must = limit == 1 && (1..=BAR).any(|it| can_leave(sides, who, own, it, highest));
    let mut list: Vec<Play> = Vec::new();
    for die in distinct(dice) {
        for from in (1..=BAR).filter(|it| can_leave(sides, who, own, *it, die)) {
            let after = 1 + most(sides, who, &moved(own, from, die), &without(dice, die));
            let same = |it: &Play| it.from == from && it.die >= from && die >= from;
            if after == limit && (!must || die == highest) && !list.iter().any(same) {
                list.push(Play { from, die });
            }
        }
    }
    list
}
