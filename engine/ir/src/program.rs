//! A program as a whole: its tables, its functions and its frames.

use crate::board::Board;
use crate::code::{Const, Stmt};
use crate::counted::Counted;
use crate::effects::Effects;
use crate::ids::{ActionId, BoardId, DataId, FnId, FrameId, GlobalId, RecordId, ViewId};
use crate::show::{Face, Layout, Show};
use crate::test::{Test, TestStep, TestStepKind};
use crate::ty::{Index, Ty};
use diag::{Code, Span};
use std::borrow::Cow;

/// Names that no role may have, with their meanings in states, results and views.
pub const RESERVED_ROLES: &[(&str, &str)] =
    &[("Observer", "an observer"), ("None", "that nobody is active"), ("Draw", "a game that nobody wins")];

/// Names that no global may have: `G` has them.
pub const RESERVED_GLOBALS: &[&str] = &["active", "seed", "log", "undo", "L", "result"];

/// Names that no field of a view may have: every view has them.
pub const RESERVED_VIEWS: &[&str] = &["log", "prompt", "actions", "why"];

/// A game's rules, whole.
#[derive(Clone, Debug, Default)]
pub struct Program {
    pub title: String,
    /// How to play, for people: paragraphs with an empty line between them. Empty if the rules have no such text.
    pub about: String,
    /// `true` if players may agree to a draw.
    pub draws_by_agreement: bool,
    /// Names of the roles; at least one.
    pub roles: Vec<String>,
    /// The rules' word for each role; empty if they use the names everywhere.
    pub role_words: Vec<String>,
    /// The possible numbers of players; `None` if all roles always play.
    pub seats: Option<Seats>,
    /// Names of the scenarios; at least one ("Standard" if the rules name none).
    pub scenarios: Vec<String>,
    pub options: Vec<Choice>,
    pub enums: Vec<Enum>,
    pub records: Vec<Record>,
    /// Initial values of the fields of each record, where the rules give them. Only for states made by earlier rules;
    /// no running code reads it.
    pub record_firsts: Vec<Vec<Option<Const>>>,
    /// Whole numbers that a front-end has assigned to things of the text, and the fields that hold them.
    pub numberings: Vec<Numbering>,
    pub numbered: Vec<Numbered>,
    /// In the order of the JSON.
    pub globals: Vec<Global>,
    /// The possible fields of `V`.
    pub view_fields: Vec<Named>,
    /// Parts of view objects that every table shows by itself: the active roles, and the result.
    pub view_told: Vec<(ViewId, String)>,
    pub functions: Vec<Function>,
    /// States and procedures.
    pub frames: Vec<Frame>,
    /// Every name that a prompt may offer: handlers with one name share it.
    pub actions: Vec<String>,
    /// Words for what actions do, where a language made their names: `play a card`.
    pub action_titles: Vec<(ActionId, String)>,
    /// Makes the first values of the globals that are not late: takes nothing, writes globals.
    pub init: Option<FnId>,
    /// Takes the scenario (`Str`) and the options (`Any`: an object, checked).
    pub setup: Option<FnId>,
    pub view: Option<FnId>,
    /// Takes the question (`Any`), gives the answer (`Any`).
    pub query: Option<FnId>,
    /// Takes no arguments, and returns the worth of the current position to the role `R` (`Num`): 0 for lost, 100 for
    /// won.
    pub worth: Option<FnId>,
    /// Functions without arguments and results that assert.
    pub invariants: Vec<FnId>,
    /// Redraws the parts that the role `R` does not see, independently of their values: for players that look ahead.
    /// Secret fields are redrawn without it.
    pub imagine: Option<FnId>,
    pub boards: Vec<Board>,
    /// The boards whose form the options of a game choose.
    pub chosen: Vec<ChosenBoard>,
    pub shows: Vec<Show>,
    /// Every show once; empty if they simply follow each other.
    pub layout: Vec<Layout>,
    pub faces: Vec<Face>,
    pub tests: Vec<Test>,
    /// Large constants, which many places share.
    pub data: Vec<Data>,
    /// Data that the rules' own functions compute, each by a function without parameters. `game` runs them once, before
    /// anything else, and the list is empty afterwards.
    pub computed: Vec<(DataId, FnId)>,
    pub counted: Counted,
}

/// Things of the text in their order, represented by their numbers. Only for states made by earlier rules; no running
/// code reads it.
#[derive(Clone, Debug, PartialEq)]
pub struct Numbering {
    pub name: String,
    pub members: Vec<String>,
}

/// The name of the numbering of all cells, in a program that says where numbers of cells are kept.
pub const CELLS_NUMBERED: &str = "cells";

/// A place where numbers of a [`Numbering`] are kept.
#[derive(Clone, Debug, PartialEq)]
pub struct Numbered {
    pub place: NumberedPlace,
    /// Into [`Program::numberings`]: the elements of the list there go by it.
    pub by: Option<usize>,
    /// The whole numbers there are numbers of it.
    pub holds: Option<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NumberedPlace {
    Global(GlobalId),
    Field(RecordId, u16),
    /// Of an action, the argument of this number.
    Argument(ActionId, u16),
}

/// The possible numbers of players. The first roles play; a role without a seat is nobody.
#[derive(Clone, Debug, PartialEq)]
pub struct Seats {
    /// The field of `G` that has how many play: a [`Ty::Range`] that holds all of `ranges`, never late.
    pub global: GlobalId,
    /// Into [`Program::options`]: the option that it comes from, an [`ChoiceKind::Int`].
    pub option: u16,
    /// By scenario.
    pub ranges: Vec<SeatRange>,
}

/// The possible numbers of players in a scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatRange {
    pub least: u16,
    /// At most as many as there are roles.
    pub most: u16,
    /// Number of players if none is given.
    pub usual: u16,
}

/// A board whose form is chosen at setup. Everything else names it by the first of its forms.
#[derive(Clone, Debug, PartialEq)]
pub struct ChosenBoard {
    /// The field of `G` that says which form it has: an index into `forms`.
    pub global: GlobalId,
    /// The field of `V` that says so too; absent without a view.
    pub view: Option<ViewId>,
    /// All of one kind, one after the other in [`Program::boards`]; first the one of a game without options.
    pub forms: Vec<BoardId>,
}

/// A constant that is kept apart from the code.
#[derive(Clone, Debug, PartialEq)]
pub struct Data {
    pub name: String,
    pub ty: Ty,
    pub value: Const,
    /// For a map: the author's word for an entry, for messages about a missing one.
    pub entry: Option<String>,
}

/// A name with its type.
#[derive(Clone, Debug, PartialEq)]
pub struct Named {
    pub name: String,
    pub ty: Ty,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Enum {
    pub name: String,
    pub members: Vec<String>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    pub name: String,
    pub fields: Vec<Named>,
}

/// An option of the game, chosen at setup.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    pub name: String,
    pub kind: ChoiceKind,
    /// `true` if random games draw it; otherwise they keep its default.
    pub drawn: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ChoiceKind {
    Bool {
        default: bool,
    },
    /// From `min` to `max`, both included.
    Int {
        min: i64,
        max: i64,
        default: i64,
    },
    /// One of several strings; `default` is an index.
    One {
        of: Vec<String>,
        default: usize,
    },
}

/// A field of `G`.
#[derive(Clone, Debug, PartialEq)]
pub struct Global {
    pub name: String,
    pub ty: Ty,
    /// Absent from the state until its first assignment; reading it before that is a fault.
    pub late: bool,
    /// The roles that may not see it.
    pub secret: Option<Secret>,
    pub span: Span,
}

/// The beginning of the name of a field that the rules cannot name: the answers that a state has so far.
pub const ANSWERS: &str = "$";

/// The roles a secret field is open to: no others may see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Secret {
    /// Nobody.
    All,
    /// The element of a role is open to that role.
    Each,
    /// One role.
    But(u16),
    /// The element of a role is open to all but that role, and to those who look on.
    Others,
}

/// A body of code with its registers.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    /// As the author would recognise it: `has_line`, `place.prompt`, `place.on space`.
    pub name: String,
    /// Number of locals that are parameters.
    pub params: u16,
    /// One for each parameter: copied out when the function returns.
    pub inout: Vec<bool>,
    pub locals: Vec<Named>,
    pub result: Ty,
    pub body: Vec<Stmt>,
    pub span: Span,
    /// Possible effects of running it, calls included.
    pub effects: Effects,
}

/// A state or a procedure: an entry of the stack.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// `P` in the JSON.
    pub name: String,
    pub kind: FrameKind,
    /// Fields of `L`: the first `params` are arguments.
    pub fields: Vec<Field>,
    pub params: u16,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    pub name: String,
    pub ty: Ty,
    /// In the JSON only once it is set. Arguments never are.
    pub late: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub enum FrameKind {
    State(State),
    /// Resumable: `L.I` is the index of the next instruction. Past the last one the frame ends. Each is
    /// a function without parameters; a transition is the last thing it does.
    Procedure(Vec<FnId>),
    /// Runs whole and must transition (the framework's plain function procedure). `I` stays 0.
    Plain(FnId),
}

/// A state waits for an action.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct State {
    /// Text for waiting roles: "Waiting for A to …".
    pub inactive: Option<String>,
    /// Runs when the state is entered: first values of its locals, then the author's `begin`.
    pub begin: Option<FnId>,
    pub resume: Option<FnId>,
    pub leave: Option<FnId>,
    pub prompt: Option<FnId>,
    /// Fills `V` for the prompt: runs after [`Program::view`], in the same `V`, for a role that is active. Offers
    /// nothing.
    pub view: Option<FnId>,
    pub handlers: Vec<Handler>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Handler {
    pub action: ActionId,
    /// Its parameters are the arguments of the action.
    pub function: FnId,
    /// An open action: every role may make it, active or not, as long as the game is not over, also with arguments that
    /// the prompt does not offer. Offered arguments work as usual; others only if this function allows them. It has the
    /// parameters of `function`, no effects but [`Effects::TRIAL`], and an optional string as its result: none allows
    /// the move, a text is the reason to refuse it. Random play and search use only offers.
    pub open: Option<FnId>,
}

impl Function {
    /// Its parameters.
    pub fn takes(&self) -> &[Named] {
        &self.locals[..usize::from(self.params).min(self.locals.len())]
    }
}

impl Frame {
    /// The view part of the prompt, if the frame is a state and has one.
    pub fn view(&self) -> Option<FnId> {
        match &self.kind {
            FrameKind::State(it) => it.view,
            FrameKind::Procedure(_) | FrameKind::Plain(_) => None,
        }
    }

    /// Every function that runs with this frame on top of the stack.
    pub fn functions(&self) -> Vec<FnId> {
        match &self.kind {
            FrameKind::State(it) => {
                let hooks = [it.begin, it.resume, it.leave, it.prompt, it.view].into_iter().flatten();
                let handlers = it.handlers.iter().flat_map(|it| [Some(it.function), it.open]).flatten();
                hooks.chain(handlers).collect()
            }
            FrameKind::Procedure(body) => body.clone(),
            FrameKind::Plain(function) => vec![*function],
        }
    }
}

impl Program {
    #[inline]
    pub fn function(&self, id: FnId) -> &Function {
        &self.functions[id.index()]
    }

    #[inline]
    pub fn frame(&self, id: FrameId) -> &Frame {
        &self.frames[id.index()]
    }

    pub fn frame_named(&self, name: &str) -> Option<FrameId> {
        self.frames.iter().position(|it| it.name == name).map(|i| FrameId(i as u16))
    }

    /// The possible numbers of players in a scenario; all roles if the rules do not say.
    pub fn seat_range(&self, scenario: &str) -> SeatRange {
        let all = self.roles.len().min(usize::from(u16::MAX)) as u16;
        let at = self.scenarios.iter().position(|it| it == scenario).unwrap_or_default();
        let said = self.seats.as_ref().and_then(|it| it.ranges.get(at).copied());
        said.unwrap_or(SeatRange { least: all, most: all, usual: all })
    }

    /// The rules' word for a role.
    pub fn role_word(&self, role: usize) -> &str {
        self.role_words.get(role).or(self.roles.get(role)).map_or("", String::as_str)
    }

    /// The rules' words for the roles.
    pub fn role_words(&self) -> Vec<&str> {
        (0..self.roles.len()).map(|it| self.role_word(it)).collect()
    }

    /// A role, by the rules' word for it.
    pub fn role_called(&self, word: &str) -> Option<usize> {
        (0..self.roles.len()).find(|it| self.role_word(*it) == word)
    }

    /// Number of members of an index.
    pub fn count(&self, index: Index) -> usize {
        match index {
            Index::Count(n) => n as usize,
            Index::Role => self.roles.len(),
            Index::Enum(id) => self.enums[id.index()].members.len(),
        }
    }
}

impl Program {
    /// The choice of a board's form, by any of its forms.
    pub fn chosen(&self, board: BoardId) -> Option<&ChosenBoard> {
        self.chosen.iter().find(|it| it.forms.contains(&board))
    }

    /// A board in the form that it has: `form` finds its number where there are several.
    pub fn board(&self, id: BoardId, form: impl FnOnce(&ChosenBoard) -> Option<usize>) -> Option<&Board> {
        let chosen = self.chosen(id).and_then(|it| it.forms.get(form(it)?));
        self.boards.get(chosen.unwrap_or(&id).index())
    }

    /// The same, with these forms in place of the first ones.
    pub fn with_forms(&self, forms: &[usize]) -> Cow<'_, Program> {
        let mut out = Cow::Borrowed(self);
        for (chosen, form) in self.chosen.iter().zip(forms) {
            if let [first, ..] = chosen.forms[..]
                && *form > 0
                && let Some(board) = self.board(first, |_| Some(*form))
            {
                out.to_mut().boards[first.index()] = board.clone();
            }
        }
        out
    }

    /// `true` if a board is a form of another one, which stands for it.
    pub fn is_other_form(&self, board: BoardId) -> bool {
        self.chosen(board).is_some_and(|it| it.forms.first() != Some(&board))
    }

    /// Makes a test fail because of a mistake in its text. The code of its steps is removed, since it may be
    /// ill-formed.
    pub fn fail_test(&mut self, test: usize, (code, why): (Code, String), at: Span) {
        let Some(it) = self.tests.get_mut(test) else { return };
        it.steps = vec![TestStep { kind: TestStepKind::Fails(code, why), span: at }];
        for id in it.code.clone() {
            if let Some(it) = self.functions.get_mut(usize::from(id)) {
                *it = Function {
                    locals: Vec::new(),
                    body: Vec::new(),
                    result: Ty::Unit,
                    effects: Effects::NONE,
                    ..it.clone()
                };
                (it.params, it.inout) = (0, Vec::new());
            }
        }
    }
}
