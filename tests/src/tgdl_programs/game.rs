//! Parts of random games in TGDL, and their notation.

use super::wild::Wild;
use std::fmt::Write;

/// Attributes. `C` is none at first and may become so again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    A,
    B,
    C,
    /// Of the player whose turn it is.
    X,
    Y,
}

pub const FIELDS: [Field; 5] = [Field::A, Field::B, Field::C, Field::X, Field::Y];

#[derive(Clone, Debug)]
pub enum Num {
    Const(i64),
    Get(Field),
    /// An element of the list; none outside.
    Item(Box<Num>),
    Len,
    /// An input, by its place.
    Input(usize),
    CellValue(usize),
    /// Number of cells beside one, and of things on it.
    Near(usize),
    Lies(usize),
    /// The new value of an attribute, in a trigger for its change.
    New,
    /// The counter of a loop.
    Round,
    Deck,
    Hand,
    Sum(Box<Num>, Box<Num>),
    Less(Box<Num>, Box<Num>),
    Times(Box<Num>, Box<Num>),
    Rest(Box<Num>, Box<Num>),
    /// A verb: twice as much, and one.
    Verb(Box<Num>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compare {
    Equal,
    Other,
    Below,
    Most,
}

#[derive(Clone, Debug)]
pub enum Cond {
    Is(Compare, Num, Num),
    IsNone(Field),
    Flag(usize),
    /// A cell lies beside a thing.
    Beside(usize, usize),
    Not(Box<Cond>),
    Both(Box<Cond>, Box<Cond>),
    Either(Box<Cond>, Box<Cond>),
}

#[derive(Clone, Debug)]
pub enum Stmt {
    /// Without what is more than 40.
    Set(Field, Num),
    Add(Field, i64),
    Unset,
    CellSet(usize, Num),
    If(Cond, Vec<Stmt>, Vec<Stmt>),
    Repeat(i64, Vec<Stmt>),
    Push(Num),
    Put(i64, Num),
    Fail(usize),
    Pass(i64),
    /// Calls the callable action of a place with a value.
    Call(usize, Num),
    /// A thing to a cell, if nothing lies there.
    Move(usize, usize),
    /// A card from the deck, into the hand.
    Draw,
    Allow(usize, bool),
}

#[derive(Clone, Debug)]
pub enum Input {
    Flag,
    /// From, to, without.
    Number(i64, i64, Option<i64>),
    Cell(Option<Cond>),
    Thing(Option<Cond>),
}

/// When an action runs.
#[derive(Clone, Debug)]
pub enum When {
    /// A player of a hero chooses it.
    Chosen,
    Called,
    Change(Field, Option<Cond>),
    /// Comes before the change, and keeps it from being made.
    Before(Field, Cond),
    After(usize),
    Every(i64),
}

#[derive(Clone, Debug)]
pub struct Action {
    pub when: When,
    pub inputs: Vec<Input>,
    pub require: Option<Cond>,
    pub effect: Vec<Stmt>,
    /// Each with its requirement.
    pub phases: Vec<(Option<Cond>, Vec<Stmt>)>,
    pub priority: i64,
}

#[derive(Clone, Debug)]
pub struct Made {
    pub players: i64,
    /// Those that players choose come first.
    pub actions: Vec<Action>,
    /// Reached when an attribute is at least this; the winner.
    pub goals: Vec<(Field, i64, i64)>,
    /// Initial cells of things.
    pub things: Vec<usize>,
    pub cards: i64,
    /// Something makes lists hold none, and numbers have fractions.
    pub loose: bool,
    pub fractions: bool,
    /// Parts that only both executors play.
    pub wild: Vec<Wild>,
}

/// Columns and rows of the board.
pub const COLUMNS: usize = 3;
pub const ROWS: usize = 2;
pub const CELLS: usize = COLUMNS * ROWS;

/// Cells beside one.
pub fn beside(cell: usize) -> Vec<usize> {
    let (row, column) = (cell / COLUMNS, cell % COLUMNS);
    let all = (0..CELLS).filter(|it| (it / COLUMNS).abs_diff(row) + (it % COLUMNS).abs_diff(column) == 1);
    all.collect()
}

pub fn name(action: usize) -> String {
    format!("act{action}")
}

pub fn input(action: usize, at: usize) -> String {
    format!("i{action}_{at}")
}

/// The place of a text.
#[derive(Clone, Copy)]
struct At<'m> {
    made: &'m Made,
    action: usize,
    /// In an action of a hero: its attributes need no prefix.
    own: bool,
}

impl Made {
    pub fn text(&self) -> String {
        let mut out = format!("game \"Random\";\nplayers {};\n", self.players);
        out += "boardcell field { decimal v = 1; }\n";
        let row = ["field"; COLUMNS].join(", ");
        let _ = writeln!(out, "board {{ group grid square {{ {} }} }}", vec![format!("{row};"); ROWS].join(" "));
        out += "interactable stone placeable { decimal weight = 1; }\n";
        out += "interactable card stackable { decimal worth = 0; }\n";
        let _ = writeln!(
            out,
            "stack deck {{ default {{ card[] all = {{}}; for(decimal i = 1; i <= {}; i++) all.add(new card(worth = i)); return all; }} }}",
            self.cards
        );
        out += "verb mix { input decimal n; effect { return n * 2 + 1; } return decimal; }\n";
        out += "global state bank { decimal a = 3; decimal b = 5; decimal c; decimal[] marks = { 1, 2 };\n";
        if self.loose {
            out += "field[] spare = { none };\n";
        }
        if self.fractions {
            out += "decimal half = 0.5;\n";
        }
        out += "}\nglobal state watch {\n";
        self.write(&mut out, |it| !matches!(it.when, When::Chosen | When::Called));
        out += "}\nstate hero { decimal x = 1; decimal y = 2;\n";
        self.write(&mut out, |it| matches!(it.when, When::Chosen | When::Called));
        out += "}\nsetup {\n";
        for it in &self.things {
            let _ = writeln!(out, "place new stone() on grid[{}][{}];", it / COLUMNS, it % COLUMNS);
        }
        out += "}\n";
        self.wild.iter().for_each(|it| out += &it.text());
        for (i, (field, least, who)) in self.goals.iter().enumerate() {
            let at = At { made: self, action: 0, own: false };
            let _ = writeln!(
                out,
                "goal goal{i} priority {} {{ require {{ return {} >= {least}; }} effect {{ winner {who}; }} }}",
                -(i as i64),
                at.field(*field)
            );
        }
        out
    }

    fn write(&self, out: &mut String, which: impl Fn(&Action) -> bool) {
        for (i, it) in self.actions.iter().enumerate().filter(|it| which(it.1)) {
            let own = matches!(it.when, When::Chosen | When::Called);
            At { made: self, action: i, own }.action(it, out);
        }
    }
}

impl At<'_> {
    fn action(self, it: &Action, out: &mut String) {
        let sequence = if it.phases.is_empty() { "" } else { " sequence" };
        let _ = writeln!(out, "action {}{sequence} priority {} {{", name(self.action), it.priority);
        for (i, input) in it.inputs.iter().enumerate() {
            out.push_str(&self.input(i, input));
        }
        if let Some(cond) = &it.require {
            let _ = writeln!(out, "require {{ return {}; }}", self.cond(cond));
        }
        match &it.when {
            When::Chosen => {}
            When::Called => out.push_str("trigger callable;\n"),
            When::Change(field, cond) => {
                let body = cond.as_ref().map_or(";".to_owned(), |it| format!(" {{ return {}; }}", self.cond(it)));
                let _ = writeln!(out, "trigger change {}{body}", self.subject(*field));
            }
            When::Before(field, cond) => {
                let _ =
                    writeln!(out, "trigger change {} before {{ return {}; }}", self.subject(*field), self.cond(cond));
            }
            When::After(action) => {
                let _ = writeln!(out, "trigger hero.{};", name(*action));
            }
            When::Every(n) => {
                let _ = writeln!(out, "trigger any action {n};");
            }
        }
        let cancel = if matches!(it.when, When::Before(..)) { "cancel \"kept\";\n" } else { "" };
        let _ = writeln!(out, "effect {{\n{}{cancel}}}", self.body(&it.effect));
        for (i, (cond, body)) in it.phases.iter().enumerate() {
            let require = cond.as_ref().map_or(String::new(), |it| format!("require {{ return {}; }} ", self.cond(it)));
            let _ = writeln!(out, "phase ph{i} {{ {require}effect {{\n{}}} }}", self.body(body));
        }
        out.push_str("}\n");
    }

    fn input(self, at: usize, it: &Input) -> String {
        let name = input(self.action, at);
        let (ty, filter) = match it {
            Input::Flag => ("bool", None),
            Input::Number(low, high, without) => {
                let without = without.map_or(String::new(), |n| format!(" and {name} != {n}"));
                ("decimal", Some(format!("{name} >= {low} and {name} <= {high}{without}")))
            }
            Input::Cell(cond) => ("field", cond.as_ref().map(|it| self.cond(it))),
            Input::Thing(cond) => ("stone", cond.as_ref().map(|it| self.cond(it))),
        };
        let filter = filter.map_or(";".to_owned(), |it| format!(" {{ return {it}; }}"));
        format!("input {ty} {name}{filter}\n")
    }

    /// The event of a trigger.
    fn subject(self, field: Field) -> String {
        match field {
            Field::A => "bank.a".into(),
            Field::B => "bank.b".into(),
            Field::C => "bank.c".into(),
            Field::X => "hero.x".into(),
            Field::Y => "hero.y".into(),
        }
    }

    fn field(self, field: Field) -> String {
        match field {
            Field::X if self.own => "x".into(),
            Field::Y if self.own => "y".into(),
            Field::X => "hero[activePlayer].x".into(),
            Field::Y => "hero[activePlayer].y".into(),
            other => self.subject(other),
        }
    }

    fn num(self, it: &Num) -> String {
        let two = |a: &Num, op: &str, b: &Num| format!("({} {op} {})", self.num(a), self.num(b));
        match it {
            Num::Const(n) => n.to_string(),
            Num::Get(field) => self.field(*field),
            Num::Item(at) => format!("bank.marks[{}]", self.num(at)),
            Num::Len => "bank.marks.length".into(),
            Num::Input(at) => input(self.action, *at),
            Num::CellValue(at) => format!("{}.v", input(self.action, *at)),
            Num::Near(at) => format!("{}.adjcents.length", input(self.action, *at)),
            Num::Lies(at) => format!("{}.placeables.length", input(self.action, *at)),
            Num::New => "newValue".into(),
            Num::Round => "round".into(),
            Num::Deck => "deck.length".into(),
            Num::Hand => "activePlayer.hand.length".into(),
            Num::Sum(a, b) => two(a, "+", b),
            Num::Less(a, b) => two(a, "-", b),
            Num::Times(a, b) => two(a, "*", b),
            Num::Rest(a, b) => two(a, "%", b),
            Num::Verb(a) => format!("mix({})", self.num(a)),
        }
    }

    fn cond(self, it: &Cond) -> String {
        match it {
            Cond::Is(how, a, b) => {
                let op = match how {
                    Compare::Equal => "==",
                    Compare::Other => "!=",
                    Compare::Below => "<",
                    Compare::Most => "<=",
                };
                format!("({} {op} {})", self.num(a), self.num(b))
            }
            Cond::IsNone(field) => format!("({} == none)", self.field(*field)),
            Cond::Flag(at) => input(self.action, *at),
            Cond::Beside(cell, thing) => {
                format!("({} adj {})", input(self.action, *cell), input(self.action, *thing))
            }
            Cond::Not(a) => format!("(not {})", self.cond(a)),
            Cond::Both(a, b) => format!("({} and {})", self.cond(a), self.cond(b)),
            Cond::Either(a, b) => format!("({} or {})", self.cond(a), self.cond(b)),
        }
    }

    fn body(self, all: &[Stmt]) -> String {
        all.iter().map(|it| format!("{}\n", self.stmt(it))).collect()
    }

    fn stmt(self, it: &Stmt) -> String {
        match it {
            Stmt::Set(field, num) => format!("{} = {} % 40;", self.field(*field), self.num(num)),
            Stmt::Add(field, n) => format!("{} += {n};", self.field(*field)),
            Stmt::Unset => "bank.c = none;".into(),
            Stmt::CellSet(at, num) => format!("{}.v = {} % 40;", input(self.action, *at), self.num(num)),
            Stmt::If(cond, then, other) if other.is_empty() => {
                format!("if {} {{\n{}}}", self.cond(cond), self.body(then))
            }
            Stmt::If(cond, then, other) => {
                format!("if {} {{\n{}}} else {{\n{}}}", self.cond(cond), self.body(then), self.body(other))
            }
            Stmt::Repeat(n, body) => {
                format!("for(decimal round = 0; round < {n}; round++) {{\n{}}}", self.body(body))
            }
            Stmt::Push(num) => format!("bank.marks.add({} % 40);", self.num(num)),
            Stmt::Put(at, num) => format!("bank.marks[{at}] = {} % 40;", self.num(num)),
            Stmt::Fail(n) => format!("fail \"no {n}\";"),
            Stmt::Pass(n) => format!("pass activePlayer + {n};"),
            Stmt::Call(action, num) => {
                let of = if self.own { String::new() } else { "hero[activePlayer].".into() };
                match self.made.actions[*action].inputs.is_empty() {
                    true => format!("call {of}{};", name(*action)),
                    false => format!(
                        "call {of}{} with {{ {} = {} % 40; }};",
                        name(*action),
                        input(*action, 0),
                        self.num(num)
                    ),
                }
            }
            Stmt::Move(thing, cell) => {
                let (thing, cell) = (input(self.action, *thing), input(self.action, *cell));
                format!("if {cell}.placeables.length == 0\nmove {thing} to {cell};")
            }
            Stmt::Draw => "if deck.length > 0\ndeck.draw().keep();".into(),
            Stmt::Allow(action, on) => format!("hero.{}.allowed = {on};", name(*action)),
        }
    }
}
