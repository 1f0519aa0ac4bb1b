//! The results of a playtest: each game with its times, and everything written and tried in it.
//!
//! Invariant: all of it is for the room's owner. Other people are told the questions only.

use crate::line::{Note, Text};
use crate::table::{Book, Table};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::rc::Rc;

/// The version of the format of what comes back.
const FORMAT: u32 = 1;

/// Most questions of the author, and most characters of each.
const QUESTIONS: usize = 3;
const QUESTION: usize = 200;

/// Most notes of each kind that a seat makes in a game.
const NOTES: usize = 100;

/// A playtest, from its first game to the one at the table.
#[derive(Clone)]
pub struct Playtest {
    questions: Vec<String>,
    /// The rules so far, each as long as it was in use.
    versions: Vec<Rc<Book>>,
    past: Vec<Rc<Value>>,
    now: Played,
}

/// The game at the table. Times are in milliseconds since `begun`.
#[derive(Clone, Default, Serialize)]
struct Played {
    /// In milliseconds since 1970.
    begun: u64,
    /// Number of moves that were made under other rules, and replayed.
    carried: usize,
    /// When each move was made.
    times: Vec<u64>,
    /// Seats that the computer has played.
    computers: Vec<String>,
    notes: Vec<Noted>,
    /// By seat, in the order of the questions.
    answers: BTreeMap<String, Vec<String>>,
}

#[derive(Clone, Serialize)]
struct Noted {
    seat: String,
    /// Number of moves made before it.
    moves: usize,
    time: u64,
    #[serde(flatten)]
    note: Note,
}

/// The author's questions, bounded.
pub fn questions(given: Vec<String>) -> Result<Vec<String>, String> {
    if given.len() > QUESTIONS {
        return Err(format!("a playtest asks at most {QUESTIONS} questions"));
    }
    let all = given.iter().map(|it| it.trim().chars().filter(|it| !it.is_control()).take(QUESTION).collect());
    Ok(all.filter(|it: &String| !it.is_empty()).collect())
}

impl Playtest {
    pub fn new(questions: &[String], table: &Table, begun: u64) -> Playtest {
        let now = Played { begun, ..Played::default() };
        Playtest { questions: questions.to_vec(), versions: vec![table.book.clone()], past: Vec::new(), now }
    }

    /// For everybody at the table.
    pub fn told(&self, seat: Option<&str>) -> Value {
        json!({ "questions": self.questions, "answered": seat.is_some_and(|it| self.now.answers.contains_key(it)) })
    }

    /// A line may have made moves, or taken some back. `computer`: the seat that the computer moved for.
    pub fn follow(&mut self, table: &Table, now: u64, computer: Option<&str>) {
        let time = self.time(now);
        self.now.times.resize(table.game.moves_made().unwrap_or(0), time);
        if let Some(seat) = computer.filter(|it| !self.now.computers.iter().any(|known| known == it)) {
            self.now.computers.push(seat.to_owned());
        }
    }

    pub fn note(&mut self, seat: &str, note: &Note, now: u64) -> Result<(), String> {
        let alike = self.now.notes.iter().filter(|it| it.seat == seat && it.note.kind() == note.kind());
        if alike.count() >= NOTES {
            return Err("these are too many remarks for one game".to_owned());
        }
        let noted =
            Noted { seat: seat.to_owned(), moves: self.now.times.len(), time: self.time(now), note: note.clone() };
        self.now.notes.push(noted);
        Ok(())
    }

    pub fn answer(&mut self, table: &Table, seat: &str, texts: &[String]) -> Result<(), String> {
        if table.game.result().is_none() {
            return Err("the questions come after the end of the game".to_owned());
        }
        if texts.len() != self.questions.len() {
            return Err(format!("{} answers were expected", self.questions.len()));
        }
        if self.now.answers.contains_key(seat) {
            return Err(format!("{seat} has answered already"));
        }
        self.now.answers.insert(seat.to_owned(), texts.to_vec());
        Ok(())
    }

    /// The game at this table is put away, for a new one.
    pub fn end(&mut self, table: &Table, now: u64) {
        if !self.now.times.is_empty() || !self.now.notes.is_empty() {
            self.past.push(Rc::new(self.game(table)));
        }
        self.now = Played { begun: now, ..Played::default() };
    }

    /// The game goes on under the rules of `after`.
    pub fn change(&mut self, before: &Table, after: &Table) {
        let Played { begun, times, computers, .. } = self.now.clone();
        self.end(before, begun);
        let carried = after.game.moves_made().unwrap_or(0);
        self.now = Played { times, computers, carried, ..Played { begun, ..Played::default() } };
        self.versions.push(after.book.clone());
    }

    /// All of it so far, for the owner.
    pub fn report(&self, table: &Table) -> Value {
        let games: Vec<Value> = self.past.iter().map(|it| (**it).clone()).chain([self.game(table)]).collect();
        let title = table.book.info["title"].clone();
        let versions: Vec<&Text> = self.versions.iter().map(|it| &it.text).collect();
        json!({ "playtest": FORMAT, "title": title, "questions": self.questions, "versions": versions, "games": games })
    }

    fn game(&self, table: &Table) -> Value {
        let mut game = json!(self.now);
        game["version"] = (self.versions.len() - 1).into();
        game["roles"] = json!(table.game.roles());
        game["result"] = json!(table.game.result());
        game["record"] = json!(table.game.record());
        game
    }

    fn time(&self, now: u64) -> u64 {
        now.saturating_sub(self.now.begun)
    }
}
