//! A program as a whole: its tables, its functions and its frames.

use crate::board::Board;
use crate::code::{Const, Stmt};
use crate::counted::Counted;
use crate::effects::Effects;
use crate::ids::{ActionId, FnId, FrameId, GlobalId, RecordId};
use crate::show::{Face, Layout, Show};
use crate::test::{Test, TestStep, TestStepKind};
use crate::ty::{Index, Ty};
use diag::{Code, Span};

/// Names that no role may have, and what they say in states, results and views.
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
    /// How the game is played, for people: paragraphs, an empty line between two. Empty where the rules do not say it.
    pub about: String,
    /// Whether those who play may agree to a draw.
    pub draws_by_agreement: bool,
    /// Names of the roles; at least one.
    pub roles: Vec<String>,
    /// What the rules call each role; empty where they call all by their names.
    pub role_words: Vec<String>,
    /// How many may play; none if all roles always do.
    pub seats: Option<Seats>,
    /// Names of the scenarios; at least one ("Standard" if the rules name none).
    pub scenarios: Vec<String>,
    pub options: Vec<Choice>,
    pub enums: Vec<Enum>,
    pub records: Vec<Record>,
    /// What the fields of each record begin with, where the rules say so. For states that were made by earlier rules; nothing
    /// that runs reads it.
    pub record_firsts: Vec<Vec<Option<Const>>>,
    /// What whole numbers stand for that a front-end has counted through, and where such are kept.
    pub numberings: Vec<Numbering>,
    pub numbered: Vec<Numbered>,
    /// In the order of the JSON.
    pub globals: Vec<Global>,
    /// What `V` may hold.
    pub view_fields: Vec<Named>,
    /// Parts of its objects that say what every table says by itself: who is to act, and how the game ended.
    pub view_told: Vec<(crate::ViewId, String)>,
    pub functions: Vec<Function>,
    /// States and procedures.
    pub frames: Vec<Frame>,
    /// Every name that a prompt may offer: handlers of one name share one.
    pub actions: Vec<String>,
    /// Makes the first values of the globals that are not late: takes nothing, writes globals.
    pub init: Option<FnId>,
    /// Takes the scenario (`Str`) and the options (`Any`: an object, checked).
    pub setup: Option<FnId>,
    pub view: Option<FnId>,
    /// Takes the question (`Any`), gives the answer (`Any`).
    pub query: Option<FnId>,
    /// Takes nothing, gives what the game as it stands is worth to the role `R` (`Num`): 0 that it has lost, 100 that it has won.
    pub worth: Option<FnId>,
    /// Functions without arguments and results that assert.
    pub invariants: Vec<FnId>,
    /// Draws anew what the role `R` does not see, in a way that does not depend on what it is: for players that
    /// look ahead. Secret fields are drawn anew without it.
    pub imagine: Option<FnId>,
    pub boards: Vec<Board>,
    pub shows: Vec<Show>,
    /// Every show once; empty if they stand one after the other.
    pub layout: Vec<Layout>,
    pub faces: Vec<Face>,
    pub tests: Vec<Test>,
    /// Large constants, which many places share.
    pub data: Vec<Data>,
    pub counted: Counted,
}

/// Things of the text in their order: their numbers stand for them. For states that were made by earlier rules; nothing that
/// runs reads it.
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

/// How many may play. Those who sit are the first of the roles; who does not sit is nobody.
#[derive(Clone, Debug, PartialEq)]
pub struct Seats {
    /// The field of `G` that has how many play: a [`Ty::Range`] that holds all of `ranges`, never late.
    pub global: GlobalId,
    /// Into [`Program::options`]: the option that it comes from, an [`ChoiceKind::Int`].
    pub option: u16,
    /// By scenario.
    pub ranges: Vec<SeatRange>,
}

/// How many may play a scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatRange {
    pub least: u16,
    /// At most as many as there are roles.
    pub most: u16,
    /// How many play where nobody says.
    pub usual: u16,
}

/// A constant that is kept apart from the code.
#[derive(Clone, Debug, PartialEq)]
pub struct Data {
    pub name: String,
    pub ty: Ty,
    pub value: Const,
    /// Of a map: what its author calls an entry, told where one is asked for that it does not have.
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
    /// Whether random games draw it; they leave others as they are by themselves.
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
    /// Not in the state until it is first assigned; reading it before is a fault.
    pub late: bool,
    /// Who may not be shown it.
    pub secret: Option<Secret>,
    pub span: Span,
}

/// For whom a secret field is open: nobody else may come to see what is in it.
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
    /// How many of the locals are parameters.
    pub params: u16,
    /// One for each parameter: copied out when the function returns.
    pub inout: Vec<bool>,
    pub locals: Vec<Named>,
    pub result: Ty,
    pub body: Vec<Stmt>,
    pub span: Span,
    /// What running it may do, calls included.
    pub effects: Effects,
}

/// A state or a procedure: what can stand on the stack.
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
    /// What the others wait for: "Waiting for A to …".
    pub inactive: Option<String>,
    /// Runs when the state is entered: first values of its locals, then the author's `begin`.
    pub begin: Option<FnId>,
    pub resume: Option<FnId>,
    pub leave: Option<FnId>,
    pub prompt: Option<FnId>,
    /// What the prompt puts into `V`: runs after [`Program::view`], in the same `V`, for a role that is active. Offers nothing.
    pub view: Option<FnId>,
    pub handlers: Vec<Handler>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Handler {
    pub action: ActionId,
    /// Its parameters are the arguments of the action.
    pub function: FnId,
    /// An open action: it may be made by every role, active or not, as long as the game is not over, and with arguments
    /// that the prompt does not offer. What is offered is made as ever; anything else only if this function allows it.
    /// It has the parameters of `function`, no effects but [`Effects::TRIAL`], and an optional string as its result: none
    /// allows the move, a text is why it is refused. What the prompt does not offer is left alone by random play and search.
    pub open: Option<FnId>,
}

impl Function {
    /// Its parameters.
    pub fn takes(&self) -> &[Named] {
        &self.locals[..usize::from(self.params).min(self.locals.len())]
    }
}

impl Frame {
    /// What its prompt puts into `V`, if it is a state whose prompt does.
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

    /// How many may play a scenario; all roles, where the rules do not say.
    pub fn seat_range(&self, scenario: &str) -> SeatRange {
        let all = self.roles.len().min(usize::from(u16::MAX)) as u16;
        let at = self.scenarios.iter().position(|it| it == scenario).unwrap_or_default();
        let said = self.seats.as_ref().and_then(|it| it.ranges.get(at).copied());
        said.unwrap_or(SeatRange { least: all, most: all, usual: all })
    }

    /// What the rules call a role.
    pub fn role_word(&self, role: usize) -> &str {
        self.role_words.get(role).or(self.roles.get(role)).map_or("", String::as_str)
    }

    /// What the rules call the roles.
    pub fn role_words(&self) -> Vec<&str> {
        (0..self.roles.len()).map(|it| self.role_word(it)).collect()
    }

    /// A role, by what the rules call it.
    pub fn role_called(&self, word: &str) -> Option<usize> {
        (0..self.roles.len()).find(|it| self.role_word(*it) == word)
    }

    /// How many members an index has.
    pub fn count(&self, index: Index) -> usize {
        match index {
            Index::Count(n) => n as usize,
            Index::Role => self.roles.len(),
            Index::Enum(id) => self.enums[id.index()].members.len(),
        }
    }
}

impl Program {
    /// Makes a test fail because of a mistake in its text. What was made of its steps is taken out: it need not be well
    /// formed.
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
