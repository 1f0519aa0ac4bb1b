//! The meaning of a random game, computed plainly: attributes, offers, and results of choices. From the page of the
//! language, and independent of the engine.

use super::game::{Action, CELLS, Compare, Cond, Field, Input, Made, Num, Stmt, When, beside, input, name};
use std::collections::BTreeMap;

/// Reasons to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// It fails with the rules' own text.
    Fail,
    /// The rules fail: none where a value is needed, a division by 0.
    Error,
    /// A trial has reached a drawn card.
    Chance,
}

type Ran<T> = Result<T, Stop>;

/// Maximum depth of triggers: more than any of these games needs.
const DEEP: usize = 30;

/// A position.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    pub active: i64,
    /// `a`, `b`, `c`.
    pub bank: [Option<i64>; 3],
    pub marks: Vec<Option<i64>>,
    /// `x`, `y` of each player.
    pub heroes: Vec<[i64; 2]>,
    pub cells: Vec<i64>,
    /// The cell of each thing.
    pub things: Vec<usize>,
    pub deck: i64,
    pub hands: Vec<i64>,
    pub allowed: Vec<bool>,
    pub chosen: i64,
    /// The winner, or nobody.
    pub over: Option<Option<i64>>,
}

/// An answer: yes is 1.
pub type Answer = i64;

/// An action in progress.
pub type Begun = Option<(usize, Vec<Answer>)>;

impl State {
    pub fn first(made: &Made) -> State {
        let mut state = State {
            active: 0,
            bank: [Some(3), Some(5), None],
            marks: vec![Some(1), Some(2)],
            heroes: vec![[1, 2]; made.players as usize],
            cells: vec![1; CELLS],
            things: made.things.clone(),
            deck: made.cards,
            hands: vec![0; made.players as usize],
            allowed: vec![true; made.actions.len()],
            chosen: 0,
            over: None,
        };
        state.look_for_an_end(made);
        state
    }

    /// The offers to the active player.
    pub fn offered(&self, made: &Made, begun: &Begun) -> BTreeMap<String, Vec<Option<Answer>>> {
        let mut out: BTreeMap<String, Vec<Option<Answer>>> = BTreeMap::new();
        if self.over.is_some() {
            return out;
        }
        if let Some((action, answers)) = begun {
            let all = self.answers(made, *action, answers);
            out.insert(input(*action, answers.len()), all.into_iter().map(Some).collect());
            return out;
        }
        for (i, it) in made.actions.iter().enumerate().filter(|it| matches!(it.1.when, When::Chosen)) {
            if !self.allowed[i] {
                continue;
            }
            if it.inputs.is_empty() {
                if self.leads_on(made, i, &[]) {
                    out.insert(name(i), vec![None]);
                }
                continue;
            }
            let all = self.answers(made, i, &[]);
            if !all.is_empty() {
                out.insert(format!("{}_{}", name(i), input(i, 0)), all.into_iter().map(Some).collect());
            }
        }
        out
    }

    /// The answers to the next input that lead to an end.
    fn answers(&self, made: &Made, action: usize, answers: &[Answer]) -> Vec<Answer> {
        let all = self.candidates(made, action, answers);
        all.into_iter().filter(|it| self.leads_on(made, action, &[answers, &[*it]].concat())).collect()
    }

    /// Candidates that pass the filter of the next input.
    fn candidates(&self, made: &Made, action: usize, answers: &[Answer]) -> Vec<Answer> {
        let passes = |cond: &Option<Cond>, it: Answer| {
            let Some(cond) = cond else { return true };
            let answers = [answers, &[it]].concat();
            Run::new(made, self.clone(), action, &answers, true).cond(cond) == Ok(true)
        };
        match &made.actions[action].inputs[answers.len()] {
            Input::Flag => vec![0, 1],
            Input::Number(low, high, without) => (*low..=*high).filter(|it| Some(*it) != *without).collect(),
            Input::Cell(cond) => (0..CELLS as i64).filter(|it| passes(cond, *it)).collect(),
            Input::Thing(cond) => (0..self.things.len() as i64).filter(|it| passes(cond, *it)).collect(),
        }
    }

    fn leads_on(&self, made: &Made, action: usize, answers: &[Answer]) -> bool {
        if answers.len() < made.actions[action].inputs.len() {
            return !self.answers(made, action, answers).is_empty();
        }
        let mut run = Run::new(made, self.clone(), action, answers, true);
        matches!(run.choice(action), Ok(true) | Err(Stop::Chance))
    }

    /// Makes a choice whose answers are all known.
    pub fn choose(&self, made: &Made, action: usize, answers: &[Answer]) -> Ran<State> {
        let mut run = Run::new(made, self.clone(), action, answers, false);
        if !run.choice(action)? {
            return Err(Stop::Fail);
        }
        let (mut state, next) = (run.state, run.next);
        for (field, least, who) in &made.goals {
            if state.get(*field).is_some_and(|it| it >= *least) {
                state.over = Some(Some(*who));
                return Ok(state);
            }
        }
        if let Some(next) = next {
            state.active = next.rem_euclid(made.players);
        }
        state.look_for_an_end(made);
        Ok(state)
    }

    /// If nobody can do anything, the game is over.
    fn look_for_an_end(&mut self, made: &Made) {
        if self.offered(made, &None).is_empty() {
            self.over = Some(None);
        }
    }

    fn get(&self, field: Field) -> Option<i64> {
        match field {
            Field::A => self.bank[0],
            Field::B => self.bank[1],
            Field::C => self.bank[2],
            Field::X => Some(self.heroes[self.active as usize][0]),
            Field::Y => Some(self.heroes[self.active as usize][1]),
        }
    }

    fn set(&mut self, field: Field, value: Option<i64>) {
        let hero = &mut self.heroes[self.active as usize];
        match (field, value) {
            (Field::A, it) => self.bank[0] = it,
            (Field::B, it) => self.bank[1] = it,
            (Field::C, it) => self.bank[2] = it,
            (Field::X, Some(it)) => hero[0] = it,
            (Field::Y, Some(it)) => hero[1] = it,
            _ => {}
        }
    }
}

/// A body that runs.
struct Run<'m> {
    made: &'m Made,
    state: State,
    tried: bool,
    next: Option<i64>,
    /// Events for triggers: the attribute, and its new value.
    events: Vec<(usize, Option<i64>)>,
    deep: usize,
    /// Of the action that runs.
    inputs: Vec<Answer>,
    action: usize,
    new: Option<i64>,
    round: i64,
}

impl<'m> Run<'m> {
    fn new(made: &'m Made, state: State, action: usize, inputs: &[Answer], tried: bool) -> Run<'m> {
        let inputs = inputs.to_vec();
        Run { made, state, tried, next: None, events: Vec::new(), deep: 0, inputs, action, new: None, round: 0 }
    }

    /// Runs an action that a player chooses, then the triggers for any action.
    fn choice(&mut self, action: usize) -> Ran<bool> {
        self.state.chosen += 1;
        if !self.chosen(action)? {
            return Ok(false);
        }
        self.happened(|when, _| matches!(when, When::Every(_)), None)?;
        self.settle(0)?;
        Ok(true)
    }

    /// Runs an action with its inputs: false if it is not allowed, or its requirements do not hold.
    fn chosen(&mut self, action: usize) -> Ran<bool> {
        let it: &'m Action = &self.made.actions[action];
        if !self.state.allowed[action] {
            return Ok(false);
        }
        if let Some(cond) = &it.require
            && !self.cond(cond)?
        {
            return Ok(false);
        }
        let mark = self.events.len();
        self.body(&it.effect)?;
        for (cond, body) in &it.phases {
            let holds = cond.as_ref().map_or(Ok(true), |it| self.cond(it))?;
            if holds {
                let own = self.events.len();
                self.body(body)?;
                self.settle(own)?;
            }
        }
        self.happened(|when, _| matches!(when, When::After(it) if *it == action), None)?;
        self.settle(mark)?;
        Ok(true)
    }

    /// Another action, with inputs of its own.
    fn run(&mut self, action: usize, inputs: Vec<Answer>, new: Option<i64>) -> Ran<bool> {
        let outer = (std::mem::replace(&mut self.inputs, inputs), self.action, self.new, self.round);
        (self.action, self.new) = (action, new);
        let ran = self.chosen(action);
        (self.inputs, self.action, self.new, self.round) = outer;
        ran
    }

    /// Triggers that wait, the highest priority first, then in the order of the file.
    fn waiting(&self, waits: impl Fn(&When, usize) -> bool) -> Vec<usize> {
        let all = self.made.actions.iter().enumerate();
        let mut all: Vec<usize> = all.filter(|(i, it)| waits(&it.when, *i)).map(|it| it.0).collect();
        all.sort_by_key(|it| -self.made.actions[*it].priority);
        all
    }

    /// Notes an event.
    fn happened(&mut self, waits: impl Fn(&When, usize) -> bool, new: Option<i64>) -> Ran<()> {
        let all = self.waiting(waits);
        self.events.extend(all.into_iter().map(|it| (it, new)));
        Ok(())
    }

    /// Notifies the triggers of the events since a mark, one after the other, with everything that each of them sets
    /// off.
    fn settle(&mut self, mark: usize) -> Ran<()> {
        let mut at = mark;
        while at < self.events.len() {
            let (trigger, new) = self.events[at];
            at += 1;
            let it: &'m Action = &self.made.actions[trigger];
            let cond = match &it.when {
                When::Change(_, cond) => cond.as_ref(),
                When::Every(n) if self.state.chosen % n != 0 => continue,
                _ => None,
            };
            let outer = std::mem::replace(&mut self.new, new);
            let holds = cond.map_or(Ok(true), |it| self.cond(it));
            self.new = outer;
            if holds? {
                self.deep += 1;
                if self.deep > DEEP {
                    return Err(Stop::Fail);
                }
                self.run(trigger, Vec::new(), new)?;
                self.deep -= 1;
            }
        }
        self.events.truncate(mark);
        Ok(())
    }

    /// Gives an attribute a value: those who come before may keep it from that.
    fn assign(&mut self, field: Field, value: Option<i64>) -> Ran<()> {
        let old = self.state.get(field);
        if old == value {
            return Ok(());
        }
        for trigger in self.waiting(|when, _| matches!(when, When::Before(it, _) if *it == field)) {
            let When::Before(_, cond) = &self.made.actions[trigger].when else { continue };
            let outer = std::mem::replace(&mut self.new, value);
            let holds = self.cond(cond);
            self.new = outer;
            if holds? {
                // Everything the effect did before `cancel` is reverted with it.
                return Ok(());
            }
        }
        self.state.set(field, value);
        self.happened(|when, _| matches!(when, When::Change(it, _) if *it == field), value)
    }

    fn body(&mut self, all: &'m [Stmt]) -> Ran<()> {
        all.iter().try_for_each(|it| self.stmt(it))
    }

    fn stmt(&mut self, it: &'m Stmt) -> Ran<()> {
        match it {
            Stmt::Set(field, num) => {
                let value = self.strict(num)?.rem_euclid(40);
                self.assign(*field, Some(value))
            }
            Stmt::Add(field, n) => {
                let value = self.state.get(*field).ok_or(Stop::Error)? + n;
                self.assign(*field, Some(value))
            }
            Stmt::Unset => self.assign(Field::C, None),
            Stmt::CellSet(at, num) => {
                let value = self.strict(num)?.rem_euclid(40);
                let cell = self.cell(*at);
                self.state.cells[cell] = value;
                Ok(())
            }
            Stmt::If(cond, then, other) => {
                let holds = self.cond(cond)?;
                self.body(if holds { then } else { other })
            }
            Stmt::Repeat(n, body) => {
                for round in 0..*n {
                    self.round = round;
                    self.body(body)?;
                }
                Ok(())
            }
            Stmt::Push(num) => {
                let value = self.strict(num)?.rem_euclid(40);
                self.state.marks.push(Some(value));
                Ok(())
            }
            Stmt::Put(at, num) => {
                let value = self.strict(num)?.rem_euclid(40);
                let at = *at as usize;
                if self.state.marks.len() <= at {
                    self.state.marks.resize(at + 1, None);
                }
                self.state.marks[at] = Some(value);
                Ok(())
            }
            Stmt::Fail(_) => Err(Stop::Fail),
            Stmt::Pass(n) => {
                self.next = Some(self.state.active + n);
                Ok(())
            }
            Stmt::Call(action, num) => {
                let inputs = match self.made.actions[*action].inputs.is_empty() {
                    true => Vec::new(),
                    false => vec![self.strict(num)?.rem_euclid(40)],
                };
                self.run(*action, inputs, None).map(drop)
            }
            Stmt::Move(thing, cell) => {
                let (thing, cell) = (self.inputs[*thing] as usize, self.cell(*cell));
                if !self.state.things.contains(&cell) {
                    self.state.things[thing] = cell;
                }
                Ok(())
            }
            Stmt::Draw => {
                if self.state.deck > 0 {
                    if self.tried {
                        return Err(Stop::Chance);
                    }
                    self.state.deck -= 1;
                    self.state.hands[self.state.active as usize] += 1;
                }
                Ok(())
            }
            Stmt::Allow(action, on) => {
                self.state.allowed[*action] = *on;
                Ok(())
            }
        }
    }

    fn cell(&self, at: usize) -> usize {
        self.inputs[at] as usize
    }

    fn strict(&mut self, it: &Num) -> Ran<i64> {
        self.num(it)?.ok_or(Stop::Error)
    }

    fn num(&mut self, it: &Num) -> Ran<Option<i64>> {
        Ok(Some(match it {
            Num::Const(n) => *n,
            Num::Get(field) => return Ok(self.state.get(*field)),
            Num::Item(at) => {
                let at = self.strict(at)?;
                return Ok(usize::try_from(at).ok().and_then(|at| self.state.marks.get(at).copied().flatten()));
            }
            Num::Len => self.state.marks.len() as i64,
            Num::Input(at) => self.inputs[*at],
            Num::CellValue(at) => self.state.cells[self.cell(*at)],
            Num::Near(at) => beside(self.cell(*at)).len() as i64,
            Num::Lies(at) => self.state.things.iter().filter(|it| **it == self.cell(*at)).count() as i64,
            Num::New => return Ok(self.new),
            Num::Round => self.round,
            Num::Deck => self.state.deck,
            Num::Hand => self.state.hands[self.state.active as usize],
            Num::Sum(a, b) => self.strict(a)? + self.strict(b)?,
            Num::Less(a, b) => self.strict(a)? - self.strict(b)?,
            Num::Times(a, b) => self.strict(a)? * self.strict(b)?,
            Num::Rest(a, b) => {
                let (a, b) = (self.strict(a)?, self.strict(b)?);
                if b == 0 {
                    return Err(Stop::Error);
                }
                // With the sign of the divisor.
                let rest = a.rem_euclid(b.abs());
                if b < 0 && rest != 0 { rest + b } else { rest }
            }
            Num::Verb(a) => self.strict(a)? * 2 + 1,
        }))
    }

    fn cond(&mut self, it: &Cond) -> Ran<bool> {
        Ok(match it {
            Cond::Is(how @ (Compare::Equal | Compare::Other), a, b) => {
                let (a, b) = (self.num(a)?, self.num(b)?);
                // Two that are none are different.
                (a.is_some() && a == b) == (*how == Compare::Equal)
            }
            Cond::Is(how, a, b) => {
                let (a, b) = (self.strict(a)?, self.strict(b)?);
                if *how == Compare::Below { a < b } else { a <= b }
            }
            Cond::IsNone(field) => self.state.get(*field).is_none(),
            Cond::Flag(at) => self.inputs[*at] == 1,
            Cond::Beside(cell, thing) => {
                let to = self.state.things[self.inputs[*thing] as usize];
                beside(self.cell(*cell)).contains(&to)
            }
            Cond::Not(a) => !self.cond(a)?,
            Cond::Both(a, b) => self.cond(a)? && self.cond(b)?,
            Cond::Either(a, b) => self.cond(a)? || self.cond(b)?,
        })
    }
}
