//! The declarations of a game.

use super::super::ast::{self, Input, Name, Trigger, When};
use super::types::ClassId;
use diag::Span;

/// An action of a construct, or of the game; or a phase of one with its own trigger.
pub struct ActionInfo<'a, 's> {
    pub name: Option<Name<'s>>,
    /// The class that has it; none if the game does.
    pub class: Option<ClassId>,
    /// The action that it is a phase of.
    pub of: Option<usize>,
    pub ast: &'a ast::Action<'s>,
    pub goal: bool,
    pub movement: bool,
    pub inputs: Vec<&'a Input<'s>>,
    pub triggers: Vec<&'a Trigger<'s>>,
    pub priority: f64,
    /// Its offset, the key of facts about its body.
    pub key: u32,
    /// The number of the phase of a turn that it begins: the triggers of that phase run this action.
    pub begins: Option<i64>,
}

impl<'a, 's> ActionInfo<'a, 's> {
    pub fn title(&self) -> &'s str {
        self.name.map_or("action", |it| it.text)
    }
}

/// A verb of the game or of a construct.
pub struct VerbInfo<'a, 's> {
    pub name: Name<'s>,
    /// `override`
    pub over: bool,
    pub class: Option<ClassId>,
    /// Inputs that the call hands over.
    pub params: Vec<&'a Input<'s>>,
    pub others: Vec<&'a Input<'s>>,
    pub returns: Option<&'a ast::Type<'s>>,
    /// None for a mere declaration of what others implement.
    pub effect: Option<&'a ast::Body<'s>>,
}

pub struct TurnInfo<'a, 's> {
    pub name: Name<'s>,
    /// The number of its first phase.
    pub first: i64,
    /// Named phases, or one that is called `default`.
    pub phases: Vec<(Name<'s>, Option<&'a ast::Action<'s>>)>,
    pub default: Option<&'a ast::Body<'s>>,
}

/// Kinds of events.
#[derive(Clone, Debug, PartialEq)]
pub enum Happens {
    /// An attribute of an instance is another.
    Change {
        class: ClassId,
        attribute: String,
    },
    /// An action has run.
    Action {
        action: usize,
    },
    /// A phase of an action, by its offset, begins or ends.
    Part {
        at: u32,
        begins: bool,
    },
    /// A player has chosen an action.
    Chosen,
    /// A placeable moves, is placed, or is removed.
    Moved {
        class: ClassId,
    },
    /// A movement of that name was made.
    Went {
        movement: usize,
    },
    /// A state was given to a player, or taken.
    Given {
        class: ClassId,
        given: bool,
    },
    /// A player's turn, or a turn of the file, begins or ends. The subject is the number of the turn of the file.
    Turn {
        begins: bool,
    },
    /// The same for turns of the file alone.
    FileTurn {
        begins: bool,
    },
    Phase,
    /// Somebody has won.
    Won,
    /// The game is over.
    End,
    Stack {
        class: ClassId,
        what: Heap,
    },
    Card {
        class: ClassId,
        what: Heap,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heap {
    Draw,
    Put,
    Shuffle,
    Reshuffle,
    Discard,
    Keep,
}

/// How the place of a placeable changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Going {
    /// In any of these ways.
    Any,
    /// From nowhere onto a cell.
    Placed,
    /// From a cell to nowhere.
    Removed,
    /// From a cell to a cell.
    Moved,
}

/// The event of a trigger.
#[derive(Clone, Debug, PartialEq)]
pub enum Waits {
    /// For a player who chooses the action.
    Choice,
    /// For a choice of a player who is not active.
    OffTurn,
    /// For a call.
    Call,
    /// For an attribute, of any instance of a class if it says which.
    Change {
        class: Option<ClassId>,
        attribute: Option<String>,
    },
    Action(usize),
    /// Any action of a class.
    ActionOf(ClassId),
    AnyAction,
    Moved {
        class: ClassId,
        how: Going,
    },
    /// A phase of an action, with the class that has the action.
    Part {
        at: u32,
        class: Option<ClassId>,
        begins: bool,
    },
    /// A movement, by its number.
    Went(usize),
    Given {
        class: Option<ClassId>,
        given: bool,
    },
    Turn {
        begins: bool,
    },
    Phase,
    /// For a phase of a turn.
    PhaseOf {
        phase: i64,
        begins: bool,
    },
    /// For a turn of the file, by its number.
    TurnOf {
        turn: i64,
        begins: bool,
    },
    Won,
    End,
    Stack(Option<ClassId>, Heap),
    Card(Option<ClassId>, Heap),
    /// Something that never happens: told.
    Nothing,
}

impl Waits {
    /// `true` for events of turns or phases of turns.
    pub fn is_of_turns(&self) -> bool {
        matches!(self, Waits::Turn { .. } | Waits::TurnOf { .. } | Waits::Phase | Waits::PhaseOf { .. })
    }
}

/// A trigger of an action.
pub struct TriggerInfo<'a, 's> {
    pub action: usize,
    pub waits: Waits,
    pub when: When,
    /// The name after `for`.
    pub group: Option<&'s str>,
    /// Span of the event.
    pub span: Span,
    pub ast: &'a Trigger<'s>,
    pub count: Option<&'a ast::Expr<'s>>,
    /// Higher first.
    pub priority: f64,
}
