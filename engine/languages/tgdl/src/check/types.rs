//! Types of the language, and values during checking.

use diag::Span;
use ir::Expr;

/// Into the list of classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ClassId(pub usize);

/// Classes that are always there: all cells, all interactables, all stacks, all groups of the board, the board, all states.
pub const CELL: ClassId = ClassId(0);
pub const THING: ClassId = ClassId(1);
pub const STACK: ClassId = ClassId(2);
pub const GROUP: ClassId = ClassId(3);
pub const BOARD: ClassId = ClassId(4);
pub const STATE: ClassId = ClassId(5);

/// A type of the language.
#[derive(Clone, Debug, PartialEq)]
pub enum T {
    Dec,
    Str,
    Bool,
    /// A number from 0 that wraps around.
    Player,
    /// An instance, by its number in its family; of groups and the board: of which there are.
    Ref(ClassId),
    /// A phase of a turn, by its number.
    Phase,
    /// A turn, by its number.
    Turn,
    List(Box<T>),
    /// `none` itself.
    None,
    /// No or an unknown type: a problem was reported.
    Bad,
}

impl T {
    pub fn element(&self) -> T {
        match self {
            T::List(it) => (**it).clone(),
            _ => T::Bad,
        }
    }

    pub fn list(self) -> T {
        T::List(Box::new(self))
    }
}

/// A value that is made: its type, and whether it may be none. Then its type in the program is optional.
#[derive(Clone, Debug)]
pub struct Val {
    pub e: Expr,
    pub t: T,
    pub none: bool,
}

impl Val {
    pub fn span(&self) -> Span {
        self.e.span
    }
}
