//! The syntax tree of a world, with holes for unreadable parts.

use super::seconds::Cost;
use diag::Span;
pub use front::common::Name;

/// A whole number with its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    pub value: i64,
    pub span: Span,
}

#[derive(Debug, Default)]
pub struct File<'s> {
    pub items: Vec<Item<'s>>,
}

#[derive(Debug)]
pub struct Item<'s> {
    pub kind: ItemKind<'s>,
    pub span: Span,
}

#[derive(Debug)]
pub enum ItemKind<'s> {
    /// `game "title" { … }`
    Game(Option<&'s str>, Vec<GamePart<'s>>),
    /// `2 players { … }`, `2 to 4 players { … }`: the minimum, and the maximum if given.
    Players(Number, Option<Number>, Vec<GamePart<'s>>),
    /// `use "name.world"`: the tiles of a saved world.
    Use(Name<'s>),
    /// `seconds { roll 3; goto 1.5 }`
    Seconds(Vec<(Cost, f64)>),
    /// `---`: statements follow.
    Rule,
    /// Runs before the first round.
    Stmt(Stmt<'s>),
    /// `tile name { … }`
    Tile(Name<'s>, Vec<TilePart<'s>>),
    /// `world { … }`: rows of tiles; none where there is a gap.
    World(Vec<Vec<Option<Name<'s>>>>),
    Missing,
}

/// A line of `game` or `players`.
#[derive(Debug)]
pub enum GamePart<'s> {
    MaxDice(Number),
    /// How to play, line by line, with the span of all lines.
    About(Vec<&'s str>, Span),
    /// Number of dice thrown at once.
    Dice(Number),
    EndCondition(Expr<'s>),
    NumTokens(Number),
    Var(VarDecl<'s>),
    Missing,
}

/// `int name {15} = e`, `bool name = e`
#[derive(Debug, PartialEq)]
pub struct VarDecl<'s> {
    pub name: Name<'s>,
    /// The largest value of an int; none for a bool.
    pub max: Option<Number>,
    pub value: Expr<'s>,
}

#[derive(Debug)]
pub struct TilePart<'s> {
    pub kind: TilePartKind<'s>,
    pub span: Span,
}

#[derive(Debug)]
pub enum TilePartKind<'s> {
    /// `path 1 to 9, 12`: each leads to the next.
    Path(Vec<(Number, Option<Number>)>),
    /// `4 => 14`: who stops on the one goes to the other.
    Jump(Number, Number),
    /// `5 "Inn" at 10, 20: …`, `5, 9 to 12: …`
    Field(Field<'s>),
    /// `border 90 right at 100 -> 2`
    Border(Border<'s>),
    Missing,
}

#[derive(Debug)]
pub struct Field<'s> {
    /// Numbers, or runs of them; at least one.
    pub ids: Vec<(Number, Option<Number>)>,
    pub label: Option<&'s str>,
    pub at: Option<(i64, i64)>,
    pub body: Vec<Stmt<'s>>,
}

#[derive(Clone, Copy, Debug)]
pub struct Border<'s> {
    pub id: Number,
    pub side: Name<'s>,
    /// Distance along the side.
    pub val: i64,
    /// The field on which an entering token continues.
    pub next: Option<Number>,
}

#[derive(Debug, PartialEq)]
pub struct Stmt<'s> {
    pub kind: StmtKind<'s>,
    pub span: Span,
}

#[derive(Debug, PartialEq)]
pub enum StmtKind<'s> {
    Expr(Expr<'s>),
    Var(VarDecl<'s>),
    If(Expr<'s>, Vec<Stmt<'s>>, Vec<Stmt<'s>>),
    Force,
    ControlGoto(Number),
    ControlIf(Expr<'s>, Number, Number),
    BeginScope,
    EndScope,
    LimitScope,
    Return(Expr<'s>),
    Log(Expr<'s>),
    GameStart(Option<Expr<'s>>),
    GameEnd,
    Move(Expr<'s>),
    Rollback,
    Sleep(Whose, Expr<'s>),
    Goto(Number),
    Missing,
}

/// `cp`, `np`, `pp`, `p2`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    Current,
    Next,
    Previous,
    /// By number, from 1: `p2`.
    Player(Number),
}

#[derive(Debug, PartialEq)]
pub struct Expr<'s> {
    pub kind: ExprKind<'s>,
    pub span: Span,
}

#[derive(Debug, PartialEq)]
pub enum ExprKind<'s> {
    Int(i64),
    Bool(bool),
    /// A variable, looked up where it is read.
    Name(&'s str),
    /// A variable of a player.
    Of(Whose, Name<'s>),
    LeftSteps,
    Rolled,
    Result,
    NumPlayers,
    Roll(Option<Box<Expr<'s>>>),
    /// The question, if there is one.
    ChooseBool(Option<&'s str>),
    /// `++` or `--` of a variable, before or after it.
    Step {
        target: Box<Expr<'s>>,
        by: i64,
        before: bool,
    },
    Assign(Box<Expr<'s>>, Box<Expr<'s>>),
    Ternary(Box<Expr<'s>>, Box<Expr<'s>>, Box<Expr<'s>>),
    Not(Box<Expr<'s>>),
    Sign {
        negative: bool,
        of: Box<Expr<'s>>,
    },
    Binary(Op, Box<Expr<'s>>, Box<Expr<'s>>),
    /// A name with parentheses behind it, of which nothing is known.
    Unknown(Name<'s>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    Or,
    And,
    Eq,
    Ne,
    Lt,
    Gt,
    Le,
    Ge,
    Add,
    Sub,
    Mul,
    Div,
    Rem,
}

impl<'s> Stmt<'s> {
    /// Goes over this statement and those in it.
    pub fn walk<'a>(&'a self, visit: &mut impl FnMut(&'a Self)) {
        visit(self);
        if let StmtKind::If(_, yes, no) = &self.kind {
            yes.iter().chain(no).for_each(|it| it.walk(visit));
        }
    }

    /// The expression that this statement itself evaluates.
    pub fn exprs(&self) -> Option<&Expr<'s>> {
        match &self.kind {
            StmtKind::Expr(e)
            | StmtKind::If(e, ..)
            | StmtKind::ControlIf(e, ..)
            | StmtKind::Return(e)
            | StmtKind::Log(e)
            | StmtKind::GameStart(Some(e))
            | StmtKind::Move(e)
            | StmtKind::Sleep(_, e) => Some(e),
            StmtKind::Var(it) => Some(&it.value),
            _ => None,
        }
    }

    /// `true` if it decides where a token goes next.
    pub fn is_control(&self) -> bool {
        matches!(self.kind, StmtKind::ControlGoto(_) | StmtKind::ControlIf(..))
    }
}

impl<'s> Expr<'s> {
    /// Visits this expression and its parts, from the inside out, from left to right.
    pub fn walk<'a>(&'a self, visit: &mut impl FnMut(&'a Expr<'s>)) {
        match &self.kind {
            ExprKind::Roll(Some(a)) | ExprKind::Not(a) | ExprKind::Sign { of: a, .. } => a.walk(visit),
            ExprKind::Step { target, .. } => target.walk(visit),
            ExprKind::Assign(a, b) | ExprKind::Binary(_, a, b) => {
                a.walk(visit);
                b.walk(visit);
            }
            ExprKind::Ternary(a, b, c) => {
                a.walk(visit);
                b.walk(visit);
                c.walk(visit);
            }
            _ => {}
        }
        visit(self);
    }

    /// The name of the variable that it is.
    pub fn name(&self) -> Option<&'s str> {
        match &self.kind {
            ExprKind::Name(name) => Some(name),
            ExprKind::Of(_, name) => Some(name.text),
            _ => None,
        }
    }

    /// Number of nodes in it of a kind.
    pub fn count(&self, is: impl Fn(&ExprKind) -> bool) -> usize {
        let mut count = 0;
        self.walk(&mut |it| count += usize::from(is(&it.kind)));
        count
    }
}
