//! Code: expressions, statements, places. Structured control flow, value semantics, no aliasing.
//!
//! Invariant: bounds, overflow, range and fuel checks are part of the meaning of these operations, not of an executor;
//! every node carries its source span, and a fault reports the span of the failed node.

use crate::ty::Ty;
use crate::{ActionId, BoardId, BoardOp, Builtin, DataId, FnId, FrameId, GlobalId, PlaceOp, RecordId, ViewId};
use diag::Span;

/// A local variable of a function: parameters first, then the rest. Typed in [`crate::Function::locals`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LocalId(pub u32);

/// A field of a frame: parameters first, then locals, in the order of [`crate::Frame::fields`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FieldId(pub u16);

#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    pub kind: ExprKind,
    pub ty: Ty,
    pub span: Span,
}

impl Expr {
    /// The local, if it is nothing but one.
    pub fn local(&self) -> Option<LocalId> {
        if let ExprKind::Local(id) = self.kind { Some(id) } else { None }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum Const {
    None,
    Bool(bool),
    Int(i64),
    /// Compared by bits.
    Num(u64),
    Str(String),
    /// Lists, sets, maps (flat), arrays and records, all of constants.
    List(Vec<Const>),
    /// Of type `Any`: keys without doubles, those that are numbers first, ascending.
    Object(Vec<(String, Const)>),
}

impl Const {
    /// The values in it, one level down.
    pub fn within(&self) -> impl Iterator<Item = &Const> {
        let (items, entries): (&[Const], &[(String, Const)]) = match self {
            Const::List(items) => (items, &[]),
            Const::Object(entries) => (&[], entries),
            Const::None | Const::Bool(_) | Const::Int(_) | Const::Num(_) | Const::Str(_) => (&[], &[]),
        };
        items.iter().chain(entries.iter().map(|it| &it.1))
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    Const(Const),
    Data(DataId),
    Local(LocalId),
    /// Reads a place with a root other than a bare local, or with a path. A late field or a view
    /// field that has not been set is a fault.
    Load(Box<Place>),
    /// `base[index]` of a value: list, array (zero-based index), set (by rank). Out of range is a fault.
    /// For a map: the value at that key; a missing key is a fault. For `Any`: an array index, or, if it is a
    /// `Str`, a key of an object as in [`ExprKind::AnyField`].
    Index(Box<Expr>, Box<Expr>),
    /// A field of a record value.
    Field(Box<Expr>, u16),
    /// A key of an `Any` object; none if it is not there. A fault if the value is no object.
    AnyField(Box<Expr>, String),
    Unary(Unary, Box<Expr>),
    Binary(Binary, Box<Expr>, Box<Expr>),
    /// Short circuit.
    And(Box<Expr>, Box<Expr>),
    Or(Box<Expr>, Box<Expr>),
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `a ?? b`: the first unless it is none; `b` runs only if it is needed.
    Else(Box<Expr>, Box<Expr>),
    /// The value of an optional; none is a fault.
    Unwrap(Box<Expr>),
    /// Makes a value of this node's type, which is a list, fixed array, set (sorted, doubles dropped),
    /// or record (fields in order).
    Make(Vec<Expr>),
    /// A map: pairs, sorted by key; the last of equal keys wins.
    MakeMap(Vec<(Expr, Expr)>),
    /// A JSON object of `Any` values, keys in this order (but see [`array_index`]).
    MakeObject(Vec<(String, Expr)>),
    /// A fixed array or list of that many copies: `(value, count)`. A negative count is a fault.
    Fill(Box<Expr>, Box<Expr>),
    /// Calls a function. For each `inout` parameter the argument is a place: it is copied in, and
    /// copied out again when the function returns, in the order of the parameters.
    Call(FnId, Vec<Arg>),
    Builtin(Builtin, Vec<Expr>),
    /// A query of a board; [`BoardOp::parts`] are the arguments. A missing cell is a fault.
    Board(BoardOp, BoardId, Vec<Expr>),
    /// A builtin that changes a place and gives a value (`pop`).
    PlaceOp(PlaceOp, Box<Place>, Vec<Expr>),
    /// Statements, then the value.
    Block(Vec<Stmt>, Box<Expr>),
    /// Evaluates an expression as a trial: its changes to the state (globals, fields of frames, active roles, random
    /// numbers, log, undo stack) are reverted; locals keep their new values. Allowed anywhere, prompts included.
    /// Inside, there are no transitions, offers, view fields or `return`, and `break` and `continue` only for loops
    /// inside it.
    ///
    /// A fault in it is a fault as usual, unless there is a second expression, which is the value then. In this case
    /// the trial is a call of a function with arguments that cannot fail ([`crate::verify`]), and it may only take a
    /// share of the steps ([`crate::steps::share`]).
    Trial(Box<Expr>, Option<Box<Expr>>),
    /// Checked conversion from the operand's type to this node's type; see [`Cast`].
    Cast(Cast, Box<Expr>),
    /// `R` as the framework has it: the index of the role, −1 if there is none. Type `Int`; `Role` where none but a role acts
    /// ([`crate::seated`]).
    Seat,
    /// In the second expression of a [`ExprKind::Trial`]: which failure that is for, as the number of its code (705 of HR0705).
    /// Type `Int`.
    Failure,
    /// `G.active` as the framework has it while rules run: an index, a list of indices, or −1. Type `Any`.
    Active,
    /// `true` if a field of the view is set. Type `Bool`.
    Shown(ViewId),
    /// `L.$`: the last result, none if there never was one. Type `Any`.
    Last,
    /// The whole `L` or `G` as JSON, keys in the framework's order. Type `Any`.
    WholeFrame,
    WholeState,
    /// A field of the frame on top of the stack, for code outside of frames: none if another frame or no frame is on
    /// top, or if the field is late and unset. Type: that of the field, as an optional.
    Top(FrameId, FieldId),
}

#[derive(Clone, Debug, PartialEq)]
pub enum Arg {
    Value(Expr),
    InOut(Place),
}

/// A place that can be read, assigned and passed `inout`.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    pub root: Root,
    pub path: Vec<Step>,
    /// Type of the value there.
    pub ty: Ty,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Root {
    Local(LocalId),
    Global(GlobalId),
    /// A field of the frame on top of the stack.
    Frame(FieldId),
    View(ViewId),
}

impl Root {
    /// The local, if it is one.
    pub fn local(self) -> Option<LocalId> {
        if let Root::Local(id) = self { Some(id) } else { None }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// Into a list or fixed array; out of range is a fault. In a map: the key, which is added when
    /// this is the last step of an assignment, and otherwise must be there. In an `Any` array: an index; in
    /// an `Any` object, if it is a `Str`: a key, as in `AnyField`.
    Index(Expr),
    Field(u16),
    /// A key of an `Any` object; added at the end when this is the last step of an assignment.
    AnyField(String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unary {
    Not,
    IntNeg,
    NumNeg,
}

/// Integer arithmetic beyond ±(2^53 − 1) is a fault, never a wrap; `/` and `%` on integers are floor division and its
/// remainder, division by zero a fault. On doubles they are IEEE's, `%` as in JavaScript. Strings are compared by
/// UTF-16 code units. `Eq` and `Ne` compare values of one type by structure (in `Any`, 1 and 1.0 are equal).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binary {
    IntAdd,
    IntSub,
    IntMul,
    IntDiv,
    IntRem,
    NumAdd,
    NumSub,
    NumMul,
    NumDiv,
    NumRem,
    IntLt,
    IntLe,
    NumLt,
    NumLe,
    StrLt,
    StrLe,
    Eq,
    Ne,
    /// Joins two strings.
    Concat,
    /// `(element, list or set or array)`, `(key, map)`
    In,
}

/// Conversions. `from` is the operand's type, `to` the node's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cast {
    /// Int or Range to Num.
    IntToNum,
    /// Num to Int, towards minus infinity; a fault beyond ±(2^53 − 1) or for NaN.
    Floor,
    /// Int, Range to a Range, Role, Enum: a fault if it is not in it. None stays none. Also a range to a list's index and back: no change.
    Check,
    /// A value to an optional that holds it: no change.
    Some,
    /// The value of an optional that surely holds one ([`crate::held`]), without a check.
    Held,
    /// The same value, from here on no secret: no change.
    Reveal,
    /// Any value to `Any`: records become objects, other values themselves.
    ToAny,
    /// `Any` to a type: a fault, naming the value found, if it does not fit.
    FromAny,
    /// Any value to a string as templates print it: numbers as JavaScript does, roles and enum
    /// members by name, `none`, lists with ", " between; `Any` as JavaScript's `String` does.
    ToStr,
    /// List to set, set to list, array to list: the elements.
    Elements,
    /// A list to an array of the same elements: a fault unless there are as many.
    ToArray,
    /// −1 is none: from `Seat` to `Role?`.
    SeatToRole,
    /// `Active` to `Role`: a fault unless exactly one role is active.
    ActiveToRole,
    /// `Active` to `Role[]`.
    ActiveToRoles,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Stmt {
    pub kind: StmtKind,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub enum StmtKind {
    /// Evaluates and drops.
    Expr(Expr),
    /// Assigns a local; its scope is the whole function.
    Set(LocalId, Expr),
    Assign(Place, Expr),
    /// A builtin that changes a place, its result dropped.
    PlaceOp(PlaceOp, Place, Vec<Expr>),
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    While(Expr, Vec<Stmt>),
    /// `for var in from to last`: both evaluated once, from the first to the last, both included, not at
    /// all if the last is below the first.
    ForRange(LocalId, Expr, Expr, Vec<Stmt>),
    /// For each element of a list, array or set, or each key of a map; the value is taken once.
    ForEach(LocalId, Expr, Vec<Stmt>),
    /// Leaves the innermost loop.
    Break,
    /// Next round of the innermost loop.
    Continue,
    Return(Option<Expr>),
    /// The flow of the game. Nothing runs after these in a function; in a procedure they are the last of an instruction.
    Call(Target, Vec<Expr>),
    Goto(Target, Vec<Expr>),
    /// With a result, or without. [`ExprKind::Last`] hands on the last result: without one there is none.
    End(Option<Expr>),
    /// Ends the game at once, unwinding everything: result (`Any`: a role index, or a string), message.
    Finish(Expr, Option<Expr>),
    /// `L.I = n`: only in procedures.
    Jump(u32),
    /// Takes a late field out of its frame (loop counters).
    Unset(FieldId),
    /// `G.active = …`: an index, a list of indices, or −1 (or none), as `Any`.
    SetActive(Expr),
    /// Adds to the log; nothing given: a blank line, as the framework does.
    Log(Option<Expr>),
    /// Only in prompts.
    Prompt(Expr),
    /// `action name(arguments)`, or without any.
    Offer(ActionId, Vec<Expr>),
    /// Withholds these arguments, and gives the reason: a string.
    Withhold(ActionId, Vec<Expr>, Expr),
    /// The label of a move with these arguments, or of the button, while it is offered: a string.
    Label(ActionId, Vec<Expr>, Expr),
    /// `button name`, enabled or not.
    Button(ActionId, Option<Expr>),
    /// A button that is disabled, and why: a string.
    Disable(ActionId, Expr),
    PushUndo,
    ClearUndo,
    /// Takes the state back to the last snapshot, if there is one. Nothing runs after it.
    PopUndo,
    /// A condition that must hold, with its source text: `assert`, invariants.
    Assert(Expr, String),
    /// Stops with a message of the language, for errors that only show at run time.
    Stop(String),
}

impl Stmt {
    /// `true` if it runs its body repeatedly.
    pub fn is_loop(&self) -> bool {
        matches!(self.kind, StmtKind::While(..) | StmtKind::ForRange(..) | StmtKind::ForEach(..))
    }
}

/// Destination of a `call` or `goto`.
#[derive(Clone, Debug, PartialEq)]
pub enum Target {
    Frame(FrameId),
    /// By name, a string; a fault if there is no such frame or it needs arguments. Passes none.
    Named(Box<Expr>),
}

/// A record's id where a type carries none.
pub fn record_of(ty: &Ty) -> Option<RecordId> {
    match ty {
        Ty::Record(id) | Ty::Packed(id) => Some(*id),
        Ty::Opt(it) => record_of(it),
        _ => None,
    }
}

/// The number of a key that JavaScript takes for an array index: such keys come first in an object,
/// ascending.
pub fn array_index(key: &str) -> Option<u32> {
    let first = *key.as_bytes().first()?;
    if !first.is_ascii_digit() || (first == b'0' && key.len() > 1) || key.len() > 10 {
        return None;
    }
    key.parse().ok().filter(|n| *n < u32::MAX)
}
