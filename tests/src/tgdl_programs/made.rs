//! A random game from its number.

use super::game::{Action, CELLS, Compare, Cond, FIELDS, Field, Input, Made, Num, Stmt, When};
use super::wild::wild;
use game::random::Draw;

pub fn made(seed: u64) -> Made {
    let mut maker = Maker { draw: Draw::new(seed), actions: Vec::new(), now: Here::default(), allows: false };
    maker.made()
}

/// Names available in a body.
#[derive(Clone, Default)]
struct Here {
    numbers: Vec<usize>,
    flags: Vec<usize>,
    cells: Vec<usize>,
    things: Vec<usize>,
    /// In code triggered by a change.
    new: bool,
    round: bool,
    /// Attributes that it may change: none that leads back to it.
    fields: Vec<Field>,
    /// Called actions that it may call.
    calls: Vec<usize>,
    passes: bool,
}

struct Maker {
    draw: Draw,
    actions: Vec<Action>,
    now: Here,
    allows: bool,
}

impl Maker {
    fn below(&mut self, n: usize) -> usize {
        self.draw.below(n)
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.draw.below(n) == 0
    }

    fn pick<T: Clone>(&mut self, all: &[T]) -> Option<T> {
        if all.is_empty() { None } else { Some(all[self.draw.below(all.len())].clone()) }
    }

    fn made(&mut self) -> Made {
        let players = 2 + self.below(2) as i64;
        let (chosen, called, waiting) = (2 + self.below(3), self.below(3), self.below(5));
        self.allows = self.one_in(3);
        let placed = 1 + self.below(3);
        let mut cells: Vec<usize> = (0..CELLS).collect();
        self.draw.shuffle(&mut cells);
        // Called actions come after those that are chosen, and call only later ones.
        let calls: Vec<usize> = (chosen..chosen + called).collect();
        for i in 0..chosen {
            let here = Here { fields: FIELDS.to_vec(), calls: calls.clone(), passes: true, ..Here::default() };
            self.action(When::Chosen, here, i);
        }
        for (i, at) in calls.iter().enumerate() {
            let fields = vec![Field::A, Field::B, Field::C, Field::Y];
            let here = Here { fields, calls: calls[i + 1..].to_vec(), ..Here::default() };
            self.action(When::Called, here, *at);
        }
        for _ in 0..waiting {
            let (when, fields) = self.waits(chosen);
            let here = Here { fields, passes: self.one_in(3), ..Here::default() };
            self.action(when, here, 0);
        }
        let goals = (0..self.below(3))
            .map(|_| {
                let field = [Field::A, Field::B, Field::X][self.below(3)];
                (field, 20 + self.below(20) as i64, self.below(players as usize) as i64)
            })
            .collect();
        Made {
            players,
            actions: std::mem::take(&mut self.actions),
            goals,
            things: cells[..placed].to_vec(),
            cards: 1 + self.below(4) as i64,
            loose: self.one_in(2),
            fractions: self.one_in(2),
            wild: if self.one_in(2) { wild(&mut self.draw) } else { Vec::new() },
        }
    }

    /// The event of a trigger, and the attributes it may change: later ones in their row, so that chains end.
    fn waits(&mut self, chosen: usize) -> (When, Vec<Field>) {
        let at = self.below(4);
        let field = FIELDS[at];
        let later = FIELDS[at + 1..].to_vec();
        self.now = Here { new: true, ..Here::default() };
        match self.below(5) {
            0 => (When::After(self.below(chosen)), vec![Field::X, Field::Y]),
            1 => (When::Every(1 + self.below(3) as i64), FIELDS.to_vec()),
            2 => {
                let most = Num::Const(3 + self.below(25) as i64);
                (When::Before(field, Cond::Is(Compare::Below, most, Num::New)), Vec::new())
            }
            _ => {
                let cond = if self.one_in(2) { Some(self.safe_cond(1)) } else { None };
                (When::Change(field, cond), later)
            }
        }
    }

    fn action(&mut self, when: When, mut here: Here, _at: usize) {
        let count = match when {
            When::Chosen => [0, 1, 1, 2, 2][self.below(5)],
            When::Called => self.below(2),
            _ => 0,
        };
        let mut inputs = Vec::new();
        for i in 0..count {
            self.now = Here { fields: Vec::new(), ..here.clone() };
            let kind = if matches!(when, When::Called) { 1 } else { self.below(4) };
            let input = match kind {
                0 => {
                    here.flags.push(i);
                    Input::Flag
                }
                1 => {
                    here.numbers.push(i);
                    let low = self.below(3) as i64;
                    let high = low + self.below(4) as i64;
                    let without = if self.one_in(3) { Some(low + self.below(3) as i64) } else { None };
                    Input::Number(low, high, without)
                }
                2 => {
                    here.cells.push(i);
                    self.now.cells.push(i);
                    let cond = if self.one_in(2) { Some(self.cond(2)) } else { None };
                    Input::Cell(cond)
                }
                _ => {
                    here.things.push(i);
                    self.now.things.push(i);
                    let cond = if self.one_in(2) { Some(self.cond(1)) } else { None };
                    Input::Thing(cond)
                }
            };
            inputs.push(input);
        }
        self.now = here;
        let before = matches!(when, When::Before(..));
        let require = if !before && self.one_in(3) { Some(self.cond(2)) } else { None };
        let effect = if before { Vec::new() } else { self.body(3) };
        let mut phases = Vec::new();
        if !before && self.one_in(4) {
            for _ in 0..1 + self.below(2) {
                let cond = if self.one_in(2) { Some(self.cond(1)) } else { None };
                phases.push((cond, self.body(2)));
            }
        }
        let priority = self.below(3) as i64 - 1;
        self.actions.push(Action { when, inputs, require, effect, phases, priority });
    }

    fn body(&mut self, most: usize) -> Vec<Stmt> {
        (0..1 + self.below(most)).filter_map(|_| self.stmt(2)).collect()
    }

    fn stmt(&mut self, depth: usize) -> Option<Stmt> {
        let here = self.now.clone();
        Some(match self.below(16) {
            0..=2 => {
                let field = self.pick(&here.fields)?;
                Stmt::Set(field, self.num(2))
            }
            3..=5 => {
                let field = self.pick(&here.fields)?;
                Stmt::Add(field, 1 + self.below(4) as i64)
            }
            6 if here.fields.contains(&Field::C) => Stmt::Unset,
            7 => {
                let at = self.pick(&here.cells)?;
                Stmt::CellSet(at, self.num(1))
            }
            8 | 9 if depth > 0 => {
                let cond = self.cond(2);
                let then = self.few(depth - 1);
                let other = if self.one_in(2) { self.few(depth - 1) } else { Vec::new() };
                Stmt::If(cond, then, other)
            }
            10 if depth > 0 && !here.round => {
                self.now.round = true;
                let body = self.few(depth - 1);
                self.now = here;
                Stmt::Repeat(1 + self.below(3) as i64, body)
            }
            11 if self.one_in(2) => Stmt::Push(self.num(1)),
            11 => Stmt::Put(self.below(5) as i64, self.num(1)),
            12 => {
                let cond = self.cond(1);
                Stmt::If(cond, vec![Stmt::Fail(self.below(9))], Vec::new())
            }
            13 if here.passes => Stmt::Pass(self.below(4) as i64 - 1),
            13 if self.allows => Stmt::Allow(self.below(2), self.one_in(2)),
            14 => {
                let action = self.pick(&here.calls)?;
                Stmt::Call(action, self.num(1))
            }
            15 if !here.things.is_empty() => {
                let (thing, cell) = (self.pick(&here.things)?, self.pick(&here.cells)?);
                Stmt::Move(thing, cell)
            }
            15 => Stmt::Draw,
            _ => return None,
        })
    }

    fn few(&mut self, depth: usize) -> Vec<Stmt> {
        (0..1 + self.below(2)).filter_map(|_| self.stmt(depth)).collect()
    }

    fn num(&mut self, depth: usize) -> Num {
        let here = self.now.clone();
        if depth > 0 && self.one_in(2) {
            let (a, b) = (Box::new(self.num(depth - 1)), Box::new(self.num(depth - 1)));
            return match self.below(6) {
                0 | 1 => Num::Sum(a, b),
                2 => Num::Less(a, b),
                3 => Num::Times(a, b),
                4 => Num::Rest(a, b),
                _ => Num::Verb(a),
            };
        }
        let of = match self.below(12) {
            0 | 1 => self.pick(&here.numbers).map(Num::Input),
            2 => self.pick(&here.cells).map(Num::CellValue),
            3 => self.pick(&here.cells).map(Num::Near),
            4 => self.pick(&here.cells).map(Num::Lies),
            5 if here.new => Some(Num::New),
            6 if here.round => Some(Num::Round),
            7 => Some([Num::Deck, Num::Hand, Num::Len][self.below(3)].clone()),
            8 => Some(Num::Item(Box::new(Num::Const(self.below(4) as i64)))),
            9 => Some(Num::Const(self.below(7) as i64)),
            _ => None,
        };
        of.unwrap_or_else(|| Num::Get(FIELDS[self.below(FIELDS.len())]))
    }

    fn cond(&mut self, depth: usize) -> Cond {
        let here = self.now.clone();
        if depth > 0 && self.one_in(3) {
            let (a, b) = (Box::new(self.cond(depth - 1)), Box::new(self.cond(depth - 1)));
            return match self.below(3) {
                0 => Cond::Not(a),
                1 => Cond::Both(a, b),
                _ => Cond::Either(a, b),
            };
        }
        let of = match self.below(5) {
            0 => self.pick(&here.flags).map(Cond::Flag),
            1 => self.pick(&here.cells).zip(self.pick(&here.things)).map(|(a, b)| Cond::Beside(a, b)),
            2 => Some(Cond::IsNone(Field::C)),
            _ => None,
        };
        let how = [Compare::Equal, Compare::Other, Compare::Below, Compare::Most][self.below(4)];
        of.unwrap_or_else(|| Cond::Is(how, self.num(1), self.num(1)))
    }

    /// One that cannot fail: it is asked where a failure would be the rules' own mistake.
    fn safe_cond(&mut self, _depth: usize) -> Cond {
        let how = [Compare::Equal, Compare::Other][self.below(2)];
        Cond::Is(how, Num::New, Num::Const(self.below(9) as i64))
    }
}
