//! Backgammon: matches as `.mat`, with the cube. The dice are those of the file: an action that throws is made from a state with a
//! seed from which they come.

use super::{file, state};
use crate::plays::shipped;
use game::{Fault, Game};
use serde_json::{Value, json};

const BAR: usize = 25;
/// More seeds than it takes to throw the same as a file, several times in a row.
const SEEDS: u64 = 20_000;

struct Turn {
    white: bool,
    what: What,
}

enum What {
    /// The dice, the higher first, and the points between which checkers move, as their side counts them.
    Roll([usize; 2], Vec<(usize, usize)>),
    Double,
    Take,
    Drop,
    /// Points won in the game.
    Wins(u64),
}

#[test]
fn matches_of_backgammon_are_played_to_their_end() {
    let rules = shipped("backgammon");
    let text = file("backgammon.mat");
    let matches = matches(&text);
    assert!(matches.len() >= 3, "only {} matches", matches.len());
    for (number, (length, turns)) in matches.iter().enumerate() {
        let options = json!({ "cube": true, "length": length });
        let rolls: Vec<(bool, [usize; 2])> = turns.iter().filter_map(roll).collect();
        let begun = (1..SEEDS)
            .map(|seed| rules.on_setup(Some(seed), None, &options).expect("sets up"))
            .find(|it| throws(&it.log()) == rolls[..1]);
        let mut course = Course { game: begun.expect("any two dice begin a game"), rolls, thrown: 1 };
        let mut before = 0;
        for (at, turn) in turns.iter().enumerate() {
            let told = format!("match {}, turn {at}: {:?}", number + 1, course.game.log().last());
            course.play(turn).unwrap_or_else(|fault| panic!("{told}: {fault:?}"));
            if let What::Wins(points) = turn.what {
                let after = course.score().iter().sum();
                assert_eq!(after, before + points, "{told}");
                before = after;
            }
        }
        let [white, black] = course.score();
        assert!(white.max(black) >= *length, "match {}: {white} to {black}", number + 1);
        assert_eq!(course.game.result().as_deref(), Some(if white > black { "White" } else { "Black" }));
    }
}

/// A match being played.
struct Course {
    game: Game,
    /// The throws with their sides, in order, and the number already made.
    rolls: Vec<(bool, [usize; 2])>,
    thrown: usize,
}

impl Course {
    fn play(&mut self, turn: &Turn) -> Result<(), Fault> {
        let moves = match &turn.what {
            What::Roll(_, moves) => moves,
            What::Double => return self.act("double", None),
            What::Take => return self.act("take", None),
            What::Drop => return self.act("drop", None),
            What::Wins(_) => return Ok(()),
        };
        let side = if turn.white { "White" } else { "Black" };
        if self.game.frame().as_deref() == Some("roll_or_double") && self.game.active() == [side] {
            self.act("roll", None)?;
        }
        // The file may list a checker's moves in an order in which they cannot be made.
        let mut left = moves.clone();
        while !left.is_empty() {
            match (0..left.len()).find(|at| self.carry(turn.white, left[*at]).is_ok()) {
                Some(at) => left.remove(at),
                None => return self.carry(turn.white, left[0]),
            };
        }
        if moves.is_empty() { Ok(()) } else { self.act("done", None) }
    }

    fn carry(&mut self, white: bool, (from, to): (usize, usize)) -> Result<(), Fault> {
        let cell = |point: usize| {
            let white = if white { point } else { BAR - point };
            if white > 12 { white - 13 } else { 24 - white }
        };
        match (from, to) {
            (BAR, _) => self.act("enter", Some(json!(cell(to)))),
            (_, 0) => self.act("bear_off", Some(json!(cell(from)))),
            _ => self.act("move", Some(json!([cell(from), cell(to)]))),
        }
    }

    /// Makes a move of the active role, after which the dice are those of the file, if any are thrown.
    fn act(&mut self, action: &str, argument: Option<Value>) -> Result<(), Fault> {
        let mut state = state(&self.game);
        for seed in 1..SEEDS {
            state["seed"] = json!(seed);
            let mut game = self.game.rules().resume(&state.to_string())?;
            let (role, told) = (game.active()[0].clone(), game.log().len());
            game.action(&role, action, argument.as_ref())?;
            let new = throws(&game.log()[told..]);
            if self.rolls[self.thrown..].starts_with(&new) {
                self.thrown += new.len();
                self.game = game;
                return Ok(());
            }
        }
        panic!("{action}: no seed throws {:?}: {:?}", self.rolls.get(self.thrown), self.game.log());
    }

    fn score(&self) -> [u64; 2] {
        let state = state(&self.game);
        [0, 1].map(|side| state["score"][side].as_u64().expect("points"))
    }
}

fn roll(turn: &Turn) -> Option<(bool, [usize; 2])> {
    match turn.what {
        What::Roll(dice, _) => Some((turn.white, dice)),
        _ => None,
    }
}

/// The throws mentioned in lines of the log: `White throws 6 and 3.`, and `White throws 6, Black 3: White begins.`
fn throws(log: &[String]) -> Vec<(bool, [usize; 2])> {
    let of = |line: &String| {
        let words: Vec<&str> = line.split([' ', ',', '.', ':']).filter(|it| !it.is_empty()).collect();
        let number = |at: usize| words[at].parse::<usize>().expect("a die");
        match words[..] {
            [side, "throws", _, "and", _] => Some((side == "White", ordered(number(2), number(4)))),
            ["White", "throws", _, "Black", _, side, "begins"] => {
                Some((side == "White", ordered(number(2), number(4))))
            }
            _ => None,
        }
    };
    log.iter().filter_map(of).collect()
}

fn ordered(one: usize, two: usize) -> [usize; 2] {
    [one.max(two), one.min(two)]
}

/// The length of each match, and the actions of both in turn. A line has those of the left side and then of the right
/// one; White is left.
fn matches(text: &str) -> Vec<(u64, Vec<Turn>)> {
    let mut out: Vec<(u64, Vec<Turn>)> = Vec::new();
    let mut white = None;
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            [] | ["White", ..] => {}
            [length, "point", "match"] => out.push((length.parse().expect("a number"), Vec::new())),
            ["Game", _] => white = None,
            _ => {
                let turns = &mut out.last_mut().expect("a match").1;
                let numbered = words[0].ends_with(')');
                // The first line of a game may have a right side only.
                let mut side = white.unwrap_or_else(|| !line[4..33].trim().is_empty());
                read(&words[usize::from(numbered)..], &mut side, turns);
                white = Some(side);
            }
        }
    }
    out
}

fn read(words: &[&str], side: &mut bool, turns: &mut Vec<Turn>) {
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let white = *side;
        if let Some((from, to)) = word.trim_end_matches('*').split_once('/') {
            let number = |it: &str| it.parse::<usize>().unwrap_or_else(|_| panic!("a point: {it}"));
            let Some(Turn { what: What::Roll(_, moves), .. }) = turns.last_mut() else { panic!("{word} before dice") };
            moves.push((number(from), number(to)));
            continue;
        }
        let mut skip = |count: usize| (0..count).map(|_| *words.next().expect("a word")).last().expect("a word");
        let what = match *word {
            "Doubles" => {
                skip(2);
                What::Double
            }
            "Takes" => What::Take,
            "Drops" => What::Drop,
            "Wins" => {
                let points = skip(1).parse().expect("a number");
                skip(1);
                What::Wins(points)
            }
            dice => {
                let dice: Vec<usize> =
                    dice.bytes().take_while(u8::is_ascii_digit).map(|it| usize::from(it - b'0')).collect();
                What::Roll(ordered(dice[0], dice[1]), Vec::new())
            }
        };
        *side = !white;
        turns.push(Turn { white, what });
    }
}
