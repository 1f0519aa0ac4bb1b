//! Names and types of a game, straight to the program.
//!
//! The program depends on what is only known when all of it was looked at: which attributes are ever none, whether any
//! number has a fraction, which bodies ask a player something. So it is made again and again, each time with what the
//! last time has shown ([`Facts`]), until nothing new shows; facts only grow, so that comes about. Problems are those of the
//! last time.

mod action;
mod board;
mod call;
mod cancel;
mod chance;
mod class;
mod ends;
mod event;
mod expr;
mod first;
mod flow;
mod input;
mod instance;
mod known;
mod later;
mod list;
mod look;
mod movement;
mod now;
mod over;
mod play;
mod setup;
mod stack;
mod stmt;
mod text;
mod types;
mod value;
mod verb;
mod view;

use super::ast::{self, File};
use class::Classes;
use diag::{Problems, Span};
use ir::{ActionId, FnId, Program};
pub use known::notes;
use std::collections::{BTreeMap, BTreeSet};
use types::{ClassId, T};

/// How often a program is made anew until it is made with all facts assumed.
const ROUNDS: usize = 12;

/// What is known of the whole game. Places stand for what is declared there.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Facts {
    /// Attributes, variables, and verbs whose value may be none.
    none: BTreeSet<u32>,
    /// Some number may have a fraction.
    fraction: bool,
    /// Some list may hold none.
    list_none: bool,
    /// What verbs give, where they do not say so.
    results: BTreeMap<u32, T>,
    /// Bodies in which a player is asked something.
    asks: BTreeSet<u32>,
    /// What bodies come to, and the questions after which something may fail.
    marks: BTreeMap<u32, Vec<later::Mark>>,
    later: BTreeSet<u32>,
    /// Which actions are set off from bodies by what happens there, and those that may come around to themselves.
    sets_off: BTreeMap<u32, BTreeSet<u32>>,
    loops: BTreeMap<u32, Vec<u32>>,
    /// Something is told to triggers that wait for the end of an effect.
    queues: bool,
    /// States of which the rules say who has them, by where they are declared.
    given: BTreeSet<u32>,
    /// Random numbers are drawn, or cards.
    chance: bool,
    /// Actions are barred or allowed.
    allows: bool,
    /// Others than who acts are asked something.
    others: bool,
    /// Those of one instance are, rather than of all.
    allows_one: bool,
    /// Bodies that cancel effects, their own or those of who calls them.
    cancels: BTreeSet<u32>,
}

pub fn program<'s>(file: &File<'s>, problems: &mut Problems) -> Program {
    let filled = over::filled(file);
    let file = filled.as_ref().unwrap_or(file);
    let mut facts = Facts::default();
    for _ in 0..ROUNDS {
        let mut found = Problems::new();
        let (program, next) = Checker::new(file, &mut found, facts.clone()).program();
        let done = next == facts;
        facts = next;
        if done || found.has_errors() {
            problems.take(found);
            return program;
        }
    }
    // Facts that grow so slowly are taken as they are: what they are missing fails where it shows.
    Checker::new(file, problems, facts).program().0
}

/// What a name of the game stands for.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Def {
    Class(ClassId),
    Verb(usize),
    Movement(usize),
    Turn(usize),
    Goal,
    Action(usize),
    /// A cell of a graph.
    Node(i64),
}

/// What is made of a file.
struct Checker<'b, 'a, 's> {
    file: &'a File<'s>,
    problems: &'b mut Problems,
    program: Program,
    /// As they were known before.
    facts: Facts,
    /// With what is found now.
    found: Facts,
    classes: Classes<'a, 's>,
    names: BTreeMap<&'s str, (Def, Span)>,
    verbs: Vec<verb::VerbInfo<'a, 's>>,
    actions: Vec<action::ActionInfo<'a, 's>>,
    turns: Vec<flow::TurnInfo<'a, 's>>,
    triggers: Vec<event::TriggerInfo<'a, 's>>,
    board: board::BoardInfo<'a, 's>,
    /// Numbers of players there may be, ascending.
    players: Vec<i64>,
    /// Whether an option says which of them it is; else each has a scenario.
    players_chosen: bool,
    globals: now::Globals,
    helpers: now::Helpers,
    /// Functions that are made, and those whose bodies are still to come.
    made: BTreeMap<(u32, &'static str, i64), FnId>,
    questions: Vec<input::Question>,
    /// The type of what each action sends that answers a question.
    answer_types: Vec<(ActionId, T)>,
    look_id: Option<FnId>,
    texts_id: Option<FnId>,
    /// How often names of requires and effects were used in the action that is made.
    named_uses: usize,
    viable_id: Option<FnId>,
    /// Says of each answer to a question what comes of it, for those questions that try their answers in place.
    ends_id: Option<FnId>,
    in_place: BTreeSet<i64>,
    reasons: Vec<stmt::Reason>,
    ctx: stmt::Ctx<'a, 's>,
    /// None where nobody asks.
    notes: Option<known::Notes<'s>>,
}

impl<'b, 'a, 's> Checker<'b, 'a, 's> {
    fn new(file: &'a File<'s>, problems: &'b mut Problems, facts: Facts) -> Self {
        Checker {
            file,
            problems,
            program: Program { title: "Game".into(), ..Program::default() },
            found: Facts { marks: BTreeMap::new(), ..facts.clone() },
            facts,
            classes: Classes::default(),
            names: BTreeMap::new(),
            verbs: Vec::new(),
            actions: Vec::new(),
            turns: Vec::new(),
            triggers: Vec::new(),
            board: board::BoardInfo::default(),
            players: Vec::new(),
            players_chosen: false,
            globals: now::Globals::default(),
            helpers: now::Helpers::default(),
            made: BTreeMap::new(),
            questions: Vec::new(),
            answer_types: Vec::new(),
            look_id: None,
            texts_id: None,
            named_uses: 0,
            viable_id: None,
            ends_id: None,
            in_place: BTreeSet::new(),
            reasons: Vec::new(),
            ctx: stmt::Ctx::default(),
            notes: None,
        }
    }

    fn program(mut self) -> (Program, Facts) {
        self.declare_all();
        self.play();
        self.view();
        self.init();
        self.complete_failures();
        self.complete_kept();
        self.settle_effects();
        self.found.later = self.found.find_later();
        self.found.loops = self.found.find_loops();
        (self.program, self.found)
    }

    fn declare_all(&mut self) {
        self.declare_players();
        self.declare_turns();
        self.declare_classes();
        self.make_boards();
        self.declare_verbs();
        self.declare_actions();
        self.declare_triggers();
        self.declare_globals();
    }
}
