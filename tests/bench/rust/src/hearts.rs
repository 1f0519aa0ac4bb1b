//! Hearts, for four, to a hundred points.

use crate::{Draw, Played};

const HAND: usize = 13;
const LIMIT: u32 = 100;
const TWO_OF_CLUBS: u8 = 0;
const QUEEN_OF_SPADES: u8 = 36;
const HEARTS: u8 = 3;

/// By suit, then by rank.
type Card = u8;

pub fn playout(draw: &mut Draw) -> Played {
    let mut score = [0; 4];
    let mut moves = 0;
    let mut deals = 0;
    while score.iter().all(|it| *it < LIMIT) {
        let mut cards: Vec<Card> = (0..52).collect();
        for last in (1..cards.len()).rev() {
            cards.swap(last, draw.below(last + 1));
        }
        let mut hands: [Vec<Card>; 4] = std::array::from_fn(|at| cards[at * HAND..][..HAND].to_vec());
        hands.iter_mut().for_each(|it| it.sort_unstable());
        if deals % 4 != 3 {
            moves += pass(&mut hands, [1, 3, 2][deals % 4], draw);
        }
        deals += 1;
        let points = play(&mut hands, draw);
        moves += 52;
        match points.iter().position(|it| *it == 26) {
            Some(moon) => (0..4).filter(|it| *it != moon).for_each(|it| score[it] += 26),
            None => (0..4).for_each(|it| score[it] += points[it]),
        }
    }
    let least = score.iter().min();
    let mut best = (0..4).filter(|it| Some(&score[*it]) == least);
    let winner = best.next().filter(|_| best.next().is_none());
    // Any number that is no role for a draw.
    Played { moves, winner: winner.unwrap_or(4) }
}

/// All choose three cards at once, and may take them back, until each has passed. Gives how many moves that took.
fn pass(hands: &mut [Vec<Card>; 4], on: usize, draw: &mut Draw) -> u32 {
    let mut passed: [Vec<Card>; 4] = Default::default();
    let mut active = vec![0, 1, 2, 3];
    let mut moves = 0;
    while !active.is_empty() {
        let mut list = Vec::new();
        for &who in &active {
            if passed[who].len() < 3 {
                list.extend((0..hands[who].len()).map(|card| (who, Choice::Card(card))));
            }
            list.extend((0..passed[who].len()).map(|card| (who, Choice::Keep(card))));
            if passed[who].len() == 3 {
                list.push((who, Choice::Pass));
            }
        }
        let (who, choice) = list[draw.below(list.len())];
        moves += 1;
        match choice {
            Choice::Card(at) => passed[who].push(hands[who].remove(at)),
            Choice::Keep(at) => {
                hands[who].push(passed[who].remove(at));
                hands[who].sort_unstable();
            }
            Choice::Pass => active.retain(|it| *it != who),
        }
    }
    for (who, cards) in passed.into_iter().enumerate() {
        let to = (who + on) % 4;
        hands[to].extend(cards);
        hands[to].sort_unstable();
    }
    moves
}

#[derive(Clone, Copy)]
enum Choice {
    Card(usize),
    Keep(usize),
    Pass,
}

/// Thirteen tricks. Gives the points of each.
fn play(hands: &mut [Vec<Card>; 4], draw: &mut Draw) -> [u32; 4] {
    let mut points = [0; 4];
    let mut leader = hands.iter().position(|it| it.contains(&TWO_OF_CLUBS)).unwrap_or(0);
    let mut broken = false;
    for trick in 0..HAND {
        let mut lead = None;
        let mut winner = leader;
        let mut best = 0;
        let mut worth = 0;
        for who in (0..4).map(|it| (leader + it) % 4) {
            let hand = &hands[who];
            let list: Vec<usize> =
                (0..hand.len()).filter(|it| may_play(hand, hand[*it], lead, trick == 0, broken)).collect();
            let at = list[draw.below(list.len())];
            let card = hands[who].remove(at);
            broken |= suit(card) == HEARTS;
            worth += value(card);
            let led = *lead.get_or_insert(suit(card));
            if who == leader || suit(card) == led && card > best {
                (winner, best) = (who, card);
            }
        }
        points[winner] += worth;
        leader = winner;
    }
    points
}

fn suit(card: Card) -> u8 {
    card / HAND as u8
}

fn value(card: Card) -> u32 {
    if card == QUEEN_OF_SPADES { 13 } else { u32::from(suit(card) == HEARTS) }
}

fn may_play(hand: &[Card], card: Card, lead: Option<u8>, first: bool, broken: bool) -> bool {
    match lead {
        None if hand.contains(&TWO_OF_CLUBS) => card == TWO_OF_CLUBS,
        None => suit(card) != HEARTS || broken || hand.iter().all(|it| suit(*it) == HEARTS),
        Some(led) if suit(card) == led => true,
        Some(led) => {
            hand.iter().all(|it| suit(*it) != led)
                && !(first && value(card) > 0 && hand.iter().any(|it| value(*it) == 0))
        }
    }
}
