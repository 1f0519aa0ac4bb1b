//! How many rows of moves there are from a position, against counts that others have published. Every move
//! comes from a prompt and is made by its handler; the last of a row is only counted.
//!
//! `DEEP=1 cargo test --release -p tests perft` counts everything that is listed; without it, what is
//! quick to count.

use crate::plays::{shipped, source};
use crate::support::rules;
use game::{Game, Rules};
use lab::Step;
use serde_json::Value;

/// A game, where it starts if not as it is shipped, and the counts for one move, two moves, and so on.
struct Known {
    game: &'static str,
    start: Option<&'static str>,
    counts: &'static [u64],
    /// Where a move is more than one choice: until another is active.
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
    known("draughts", 5, &[7, 49, 302, 1_469, 7_361, 36_768, 179_740]),
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
