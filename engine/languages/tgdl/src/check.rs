//! Names and types of a game, straight to the program.
//!
//! The program depends on facts that are only known after the whole text was checked: which attributes are ever none,
//! whether any number has a fraction, which bodies ask a player something. So it is built repeatedly, each time with
//! the facts of the last time ([`facts::Facts`]), until there are no new ones; facts only grow, so this ends. Problems
//! are those of the last time.

mod action;
mod board;
mod board_info;
mod broken;
mod call;
mod cancel;
mod chance;
mod class;
mod classes;
mod context;
mod declared;
mod effect;
mod ends;
mod event;
mod expr;
mod facts;
mod first;
mod flow;
mod globals;
mod hidden;
mod input;
mod instance;
mod known;
mod later;
mod list;
mod look;
mod movement;
mod named;
mod new_group;
mod notes;
mod now;
mod numbers;
mod over;
mod play;
mod rounds;
mod setup;
mod shared;
mod stack;
mod stmt;
mod text;
mod trigger;
mod turn;
mod types;
mod value;
mod verb;
mod view;
mod words;

use super::ast::{self, File};
use board_info::BoardInfo;
use classes::Classes;
use context::{Ctx, Question, Reason};
use declared::{ActionInfo, TriggerInfo, TurnInfo, VerbInfo};
use diag::{Problems, Span};
use facts::Facts;
use globals::{Globals, Helpers};
use ir::{ActionId, FnId, Program};
pub use known::notes;
use notes::Notes;
pub use rounds::program;
use std::collections::{BTreeMap, BTreeSet};
use types::{ClassId, T};

/// Meaning of a name of the game.
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

/// Builds a program from a file.
struct Checker<'b, 'a, 's> {
    file: &'a File<'s>,
    problems: &'b mut Problems,
    program: Program,
    /// As they were known before.
    facts: Facts,
    /// Facts found in this round.
    found: Facts,
    classes: Classes<'a, 's>,
    names: BTreeMap<&'s str, (Def, Span)>,
    verbs: Vec<VerbInfo<'a, 's>>,
    actions: Vec<ActionInfo<'a, 's>>,
    turns: Vec<TurnInfo<'a, 's>>,
    triggers: Vec<TriggerInfo<'a, 's>>,
    /// Groups of several triggers that are notified of one event together.
    joined: Vec<Vec<usize>>,
    /// The notifications that are queued until an effect has ended, in the order of their first use.
    queued: Vec<usize>,
    /// The triggers that something in the game sets off, and the actions that something calls.
    fired: BTreeSet<usize>,
    called: BTreeSet<usize>,
    board: BoardInfo<'a, 's>,
    /// Numbers of players there may be, ascending.
    players: Vec<i64>,
    /// `true` if an option sets the number; otherwise each number has a scenario.
    players_chosen: bool,
    globals: Globals,
    helpers: Helpers,
    /// Functions that are made, and those whose bodies are still to come.
    made: BTreeMap<(u32, &'static str, i64), FnId>,
    questions: Vec<Question>,
    /// The initial values of attributes that are being translated, each in the one before it.
    valued: Vec<u32>,
    /// The type of each action's argument that answers a question.
    answer_types: Vec<(ActionId, T)>,
    /// The types of the arguments of actions that are sent.
    arguments: Vec<(ActionId, u16, T)>,
    look_id: Option<FnId>,
    texts_id: Option<FnId>,
    /// Uses of named requires and effects in the current action.
    named_uses: usize,
    viable_id: Option<FnId>,
    /// The function with the outcome of each answer, for questions that try their answers in place.
    ends_id: Option<FnId>,
    in_place: BTreeSet<i64>,
    /// Questions whose labels say whose action it is.
    of_one: BTreeSet<i64>,
    reasons: Vec<Reason>,
    ctx: Ctx<'a, 's>,
    /// None where nobody asks.
    notes: Option<Notes<'s>>,
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
            joined: Vec::new(),
            queued: Vec::new(),
            fired: BTreeSet::new(),
            called: BTreeSet::new(),
            board: BoardInfo::default(),
            players: Vec::new(),
            players_chosen: false,
            globals: Globals::default(),
            helpers: Helpers::default(),
            made: BTreeMap::new(),
            questions: Vec::new(),
            valued: Vec::new(),
            answer_types: Vec::new(),
            arguments: Vec::new(),
            look_id: None,
            texts_id: None,
            named_uses: 0,
            viable_id: None,
            ends_id: None,
            in_place: BTreeSet::new(),
            of_one: BTreeSet::new(),
            reasons: Vec::new(),
            ctx: Ctx::default(),
            notes: None,
        }
    }

    fn program(mut self) -> (Program, Facts) {
        self.declare_all();
        self.play();
        self.view();
        self.imagine();
        self.init();
        self.complete_telling();
        self.look_at_triggers();
        self.look_at_asking();
        self.look_at_groups();
        self.complete_failures();
        self.complete_kept();
        self.settle_effects();
        self.say_numbers();
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
