//! Numbers of move sequences from a position, against published counts. Every move comes from a prompt and is made by
//! its handler; the last of a sequence is only counted.
//!
//! `DEEP=1 cargo test --release -p tests perft` counts everything in the list; without it, only quick counts.
//!
//! For Backgammon no published counts were found: its positions after a roll are held against another program's. The
//! counts of Kalah, Oware and Brandub are those of small programs written apart from the rules.

use crate::plays::{shipped, source};
use crate::support::{here, read, rules};
use game::{Game, Rules};
use lab::Step;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// A game, its position unless it is the initial one, and the counts for one move, two moves, and so on.
struct Known {
    game: &'static str,
    start: Option<&'static str>,
    counts: &'static [u64],
    /// For moves of several choices: until another role is active.
    step: Step,
    /// Up to which count is quick.
    quick: usize,
}

const fn known(game: &'static str, quick: usize, counts: &'static [u64]) -> Known {
    Known { game, start: None, counts, step: Step::Action, quick }
}

const fn chess(start: &'static str, quick: usize, counts: &'static [u64]) -> Known {
    Known { game: "chess", start: Some(start), counts, step: Step::Action, quick }
}

const KNOWN: &[Known] = &[
    known("connect-four", 5, &[7, 49, 343, 2_401, 16_807, 117_649, 823_536]),
    known("reversi", 5, &[4, 12, 56, 244, 1_396, 8_200, 55_092]),
    known("kalah", 6, &[6, 35, 185, 942, 4_690, 23_233]),
    known("oware", 6, &[6, 36, 190, 1_014, 5_219, 27_332]),
    known("brandub", 3, &[40, 960, 39_512, 1_007_392]),
    known("draughts", 5, &[7, 49, 302, 1_469, 7_361, 36_768, 179_740]),
    known("russian-draughts", 5, &[7, 49, 302, 1_469, 7_482, 37_986, 190_146]),
    known("chess", 3, &[20, 400, 8_902, 197_281]),
    Known { step: Step::Turn, ..known("tgdl-chess", 2, &[20, 400, 8_902, 197_281]) },
    chess("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 2, &[48, 2_039, 97_862]),
    chess("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 3, &[14, 191, 2_812, 43_238, 674_624]),
    chess("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 2, &[6, 264, 9_467, 422_333]),
    chess("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 2, &[44, 1_486, 62_379]),
    chess("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 2, &[46, 2_079, 89_890]),
];

fn deep() -> bool {
    std::env::var("DEEP").is_ok_and(|it| it == "1")
}

fn set_up(rules: &Rules) -> Game {
    rules.on_setup(Some(1), None, &Value::Null).expect("sets up")
}

#[test]
fn counts_are_those_that_are_known() {
    for it in KNOWN {
        let rules = match it.start {
            Some(start) => rules(&starting_from(&source(it.game), start)),
            None => shipped(it.game),
        };
        let game = set_up(&rules);
        let depth = if deep() { it.counts.len() } else { it.quick };
        let count = |depth| lab::perft(&game, depth, it.step).expect("plays");
        let found: Vec<u64> = (1..=depth as u32).map(count).collect();
        assert_eq!(found, it.counts[..depth], "{} {:?}", it.game, it.start);
    }
}

/// As published for international draughts: captures of as many as can be, kings that go far, taken pieces that stay to the end.
#[test]
fn counts_of_international_draughts_are_those_that_are_known() {
    let case = read(&here().join("cases/rules/international-draughts.txt"));
    let game = set_up(&rules(crate::cases::input(&case).0));
    for (depth, known) in (1..).zip([9, 81, 658, 4_265]) {
        assert_eq!(lab::perft(&game, depth, Step::Action).expect("plays"), known, "{depth}");
    }
}

/// The rules with another text for their constant `START`.
fn starting_from(text: &str, start: &str) -> String {
    let (before, rest) = text.split_once("const START = \"").expect("the start is a constant");
    let (_, after) = rest.split_once('"').expect("and a text");
    format!("{before}const START = \"{start}\"{after}")
}

#[test]
fn all_games_of_tic_tac_toe() {
    let found = lab::all_games(&set_up(&shipped("tic-tac-toe"))).expect("plays");
    let known = [("Draw", 46_080), ("O", 77_904), ("X", 131_184)];
    assert_eq!(found, known.map(|(result, count)| (result.to_owned(), count)).into());
}

/// Number of positions after each roll of backgammon from the first one, by the higher die and the lower. No published
/// list was found; these are from a program written from the rules alone, without code in common.
const OPENING: &[&[usize]] =
    &[&[42], &[15, 75], &[16, 17, 73], &[14, 18, 17, 52], &[8, 8, 9, 9, 4], &[10, 14, 14, 14, 7, 11]];

/// Points with their numbers of checkers, as their side counts them: 25 is the bar, 0 is off.
type Standing = &'static [(usize, u64)];

/// Later positions of backgammon: who plays, the other side, the dice, and the same count.
const TURNS: &[(Standing, Standing, &[usize], usize)] = &[
    // Some or all must enter first.
    (
        &[(2, 2), (6, 5), (8, 1), (10, 1), (11, 1), (13, 2), (22, 2), (25, 1)],
        &[(1, 1), (2, 1), (4, 1), (5, 1), (6, 3), (8, 1), (11, 1), (13, 4), (21, 1), (24, 1)],
        &[4, 4, 4, 4],
        82,
    ),
    (
        &[(1, 10), (4, 4), (25, 1)],
        &[(1, 1), (2, 7), (3, 1), (5, 1), (10, 1), (18, 1), (19, 1), (22, 2)],
        &[3, 3, 3, 3],
        4,
    ),
    (
        &[(1, 6), (2, 1), (8, 2), (14, 1), (20, 1), (21, 1), (22, 1), (25, 2)],
        &[(1, 2), (2, 6), (10, 2), (15, 1), (16, 2), (21, 1), (22, 1)],
        &[2, 3],
        1,
    ),
    // A checker is moved by one die or borne off by the other.
    (&[(0, 1), (1, 11), (2, 2), (5, 1)], &[(1, 3), (2, 9), (3, 1), (7, 1), (8, 1)], &[4, 5], 2),
    // It is possible to play one die alone, which is not allowed.
    (
        &[(0, 2), (1, 5), (2, 1), (3, 5), (5, 1), (9, 1)],
        &[(1, 2), (2, 4), (3, 3), (8, 1), (12, 2), (19, 3)],
        &[4, 3],
        2,
    ),
    (&[(1, 4), (2, 3), (4, 6), (9, 2)], &[(1, 5), (2, 2), (12, 1), (13, 1), (20, 3), (22, 3)], &[6, 1], 1),
    // Either die can be played, but not both.
    (&[(1, 7), (2, 7), (14, 1)], &[(2, 5), (4, 2), (13, 1), (15, 1), (17, 1), (19, 1), (20, 2), (22, 2)], &[6, 3], 1),
    (
        &[(1, 5), (2, 4), (3, 3), (10, 1), (11, 1), (25, 1)],
        &[(1, 4), (5, 1), (9, 2), (12, 1), (18, 2), (19, 2), (20, 3)],
        &[5, 4],
        1,
    ),
];

fn state_of(game: &Game) -> Value {
    serde_json::from_str(&game.state_json()).expect("is JSON")
}

/// The first game in which that side begins.
fn begun_by(rules: &Rules, side: &str) -> Game {
    let games = (1..50).map(|seed| rules.on_setup(Some(seed), None, &Value::Null).expect("sets up"));
    games.into_iter().find(|it| it.active() == [side]).expect("either begins")
}

/// The game in the middle of a turn with other dice, and other checkers if some are given.
fn with_turn(game: &Game, checkers: Option<[Standing; 2]>, dice: &[usize]) -> Game {
    let mut state = state_of(game);
    state["dice"] = json!(dice);
    if let Some(standing) = checkers {
        let sides = standing.map(|it| {
            let mut points = [0; 26];
            it.iter().for_each(|(point, count)| points[*point] = *count);
            points
        });
        state["checkers"] = json!(sides);
    }
    game.rules().resume(&state.to_string()).expect("is taken up")
}

/// Number of positions after a turn, by checkers.
fn positions(game: Game) -> usize {
    let (mut open, mut seen, mut found) = (vec![game], BTreeSet::new(), BTreeSet::new());
    while let Some(game) = open.pop() {
        let checkers = state_of(&game)["checkers"].to_string();
        for (role, offers) in game.offers().expect("prompts") {
            for (action, argument) in offers.moves() {
                if game.rules().program().actions[action.index()] == "done" {
                    found.insert(checkers.clone());
                    continue;
                }
                let mut next = game.clone();
                next.play(role, action, argument.clone()).expect("is offered");
                let state = state_of(&next);
                if seen.insert((state["checkers"].to_string(), state["dice"].to_string())) {
                    open.push(next);
                }
            }
        }
    }
    found.len()
}

#[test]
fn turns_of_backgammon_lead_to_as_many_positions_as_they_should() {
    let rules = shipped("backgammon");
    for side in ["White", "Black"] {
        let game = begun_by(&rules, side);
        for (high, counts) in (1..).zip(OPENING) {
            for (low, count) in (1..).zip(*counts) {
                let dice = if high == low { vec![high; 4] } else { vec![high, low] };
                assert_eq!(positions(with_turn(&game, None, &dice)), *count, "{side} {dice:?}");
            }
        }
        for (own, other, dice, count) in TURNS {
            let checkers = if side == "White" { [*own, *other] } else { [*other, *own] };
            assert_eq!(positions(with_turn(&game, Some(checkers), dice)), *count, "{side} {own:?} {other:?} {dice:?}");
        }
    }
}
