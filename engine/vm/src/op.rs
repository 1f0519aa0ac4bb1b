//! The bytecode. Twelve bytes an instruction; registers are numbered within a function's window:
//! locals first, then temporaries.
//!
//! Invariant: a store takes its value out of its register, and a temporary that holds storage is cleared once used, so
//! that lists are not shared by chance and are changed in place.

use crate::value::Value;
use diag::Span;
use ir::{ActionId, BoardOp, Builtin, LocalId, PlaceOp, Ty};
use std::cell::Cell;
use std::collections::BTreeSet;
use std::rc::Rc;

pub type Reg = u16;
/// Target of a jump.
pub type Label = u32;

/// Arithmetic on doubles that gives a double.
#[derive(Clone, Copy, Debug)]
pub enum NumOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
}

#[derive(Clone, Copy, Debug)]
pub enum Op {
    Move {
        to: Reg,
        from: Reg,
    },
    /// As `Move`, and leaves nothing behind.
    Take {
        to: Reg,
        from: Reg,
    },
    Const {
        to: Reg,
        at: u32,
    },
    Int {
        to: Reg,
        value: i32,
    },
    Clear {
        at: Reg,
    },

    Add {
        to: Reg,
        a: Reg,
        b: Reg,
    },
    Sub {
        to: Reg,
        a: Reg,
        b: Reg,
    },
    Mul {
        to: Reg,
        a: Reg,
        b: Reg,
    },
    Div {
        to: Reg,
        a: Reg,
        b: Reg,
    },
    Rem {
        to: Reg,
        a: Reg,
        b: Reg,
    },
    AddInt {
        to: Reg,
        a: Reg,
        by: i32,
    },
    MulInt {
        to: Reg,
        a: Reg,
        by: i32,
    },
    Neg {
        to: Reg,
        a: Reg,
    },
    Num {
        op: NumOp,
        to: Reg,
        a: Reg,
        b: Reg,
    },
    NumNeg {
        to: Reg,
        a: Reg,
    },
    Not {
        to: Reg,
        a: Reg,
    },
    Lt {
        to: Reg,
        a: Reg,
        b: Reg,
    },
    Le {
        to: Reg,
        a: Reg,
        b: Reg,
    },
    NumLt {
        to: Reg,
        a: Reg,
        b: Reg,
    },
    NumLe {
        to: Reg,
        a: Reg,
        b: Reg,
    },
    StrLt {
        to: Reg,
        a: Reg,
        b: Reg,
    },
    StrLe {
        to: Reg,
        a: Reg,
        b: Reg,
    },
    Eq {
        to: Reg,
        a: Reg,
        b: Reg,
    },
    Ne {
        to: Reg,
        a: Reg,
        b: Reg,
    },
    Concat {
        to: Reg,
        a: Reg,
        b: Reg,
    },
    In {
        to: Reg,
        a: Reg,
        list: Reg,
    },
    InSorted {
        to: Reg,
        a: Reg,
        list: Reg,
        step: u8,
    },

    /// Counts that a statement is reached: only where that is asked for.
    Reached {
        at: u32,
    },
    /// Tells that a statement is reached: only where that is asked for.
    Step {
        at: u32,
    },
    /// Tells how a condition came out, which may be changed then; the next register is whether its parts are asked for.
    Decide {
        at: u32,
        a: Reg,
    },
    /// Tells a part of that condition.
    Part {
        part: u8,
        a: Reg,
        at: u32,
    },
    /// Counts the number in a register: only where that is asked for.
    Arrived {
        at: Reg,
    },
    Jump {
        to: Label,
    },
    /// Jumps if nobody reads texts.
    IfQuiet {
        to: Label,
    },
    /// A jump backwards, which takes steps.
    Loop {
        to: Label,
        cost: u16,
    },
    If {
        a: Reg,
        to: Label,
    },
    IfNot {
        a: Reg,
        to: Label,
    },
    IfLt {
        a: Reg,
        b: Reg,
        to: Label,
    },
    IfLe {
        a: Reg,
        b: Reg,
        to: Label,
    },
    IfEq {
        a: Reg,
        b: Reg,
        to: Label,
    },
    IfNe {
        a: Reg,
        b: Reg,
        to: Label,
    },
    IfLtInt {
        a: Reg,
        by: i16,
        to: Label,
    },
    IfLeInt {
        a: Reg,
        by: i16,
        to: Label,
    },
    IfGtInt {
        a: Reg,
        by: i16,
        to: Label,
    },
    IfGeInt {
        a: Reg,
        by: i16,
        to: Label,
    },
    IfEqInt {
        a: Reg,
        by: i16,
        to: Label,
    },
    IfNeInt {
        a: Reg,
        by: i16,
        to: Label,
    },
    /// A jump if a number is below 0, or not below another.
    IfOutside {
        a: Reg,
        end: i16,
        to: Label,
    },
    IfNone {
        a: Reg,
        to: Label,
    },
    IfSome {
        a: Reg,
        to: Label,
    },
    /// The four below look at an element of a global list that holds no storage.
    IfItemNone {
        global: u16,
        index: Reg,
        to: Label,
    },
    IfItemSome {
        global: u16,
        index: Reg,
        to: Label,
    },
    IfItemEq {
        global: u16,
        index: Reg,
        b: Reg,
        to: Label,
    },
    IfItemNe {
        global: u16,
        index: Reg,
        b: Reg,
        to: Label,
    },

    Global {
        to: Reg,
        global: u16,
    },
    GlobalAt {
        to: Reg,
        global: u16,
        index: Reg,
    },
    Frame {
        to: Reg,
        field: u16,
    },
    View {
        to: Reg,
        field: u16,
    },
    At {
        to: Reg,
        list: Reg,
        index: Reg,
    },
    /// An element of a list that is constant.
    ConstAt {
        to: Reg,
        index: Reg,
        at: u32,
    },
    /// The same, by an index that may be none, which fails.
    ConstAtSome {
        to: Reg,
        index: Reg,
        at: u32,
    },
    /// The element at an index, none if there is none.
    Get {
        to: Reg,
        list: Reg,
        index: Reg,
    },
    /// As above, for a list in place.
    GetAt {
        to: Reg,
        path: u16,
        index: Reg,
    },
    /// Length of a list: in a register, or in place.
    Len {
        to: Reg,
        a: Reg,
    },
    LenAt {
        to: Reg,
        path: u16,
    },
    Field {
        to: Reg,
        record: Reg,
        field: u16,
    },
    Load {
        to: Reg,
        path: u16,
    },
    SetGlobal {
        global: u16,
        from: Reg,
    },
    SetGlobalAt {
        global: u16,
        index: Reg,
        from: Reg,
    },
    SetFrame {
        field: u16,
        from: Reg,
    },
    SetView {
        field: u16,
        from: Reg,
    },
    Store {
        path: u16,
        from: Reg,
    },
    /// Adds to the list of a local; a local that is added stays.
    Push {
        list: Reg,
        from: Reg,
    },
    Place {
        op: PlaceOp,
        count: u8,
        path: u16,
        args: Reg,
        to: Reg,
    },

    Make {
        to: Reg,
        args: Reg,
        count: u16,
    },
    MakeSet {
        to: Reg,
        args: Reg,
        count: u16,
    },
    MakeMap {
        to: Reg,
        args: Reg,
        count: u16,
    },
    MakeObject {
        to: Reg,
        args: Reg,
        keys: u16,
    },
    Fill {
        to: Reg,
        value: Reg,
        count: Reg,
    },
    /// Stores a list that is also stored elsewhere.
    Copied {
        at: Reg,
    },
    /// A value that is to be put into another of a type that can nest without end.
    Guard {
        at: Reg,
    },
    Call {
        function: u16,
        args: Reg,
        to: Reg,
    },
    Return {
        from: Reg,
    },
    ReturnNothing,
    Builtin {
        op: Builtin,
        args: Reg,
        to: Reg,
        ty: u16,
    },
    Board {
        op: BoardOp,
        board: u16,
        args: Reg,
        to: Reg,
    },

    Floor {
        to: Reg,
        a: Reg,
    },
    Check {
        to: Reg,
        a: Reg,
        range: u16,
    },
    /// `counted`: takes a step for each part.
    ToAny {
        counted: bool,
        to: Reg,
        a: Reg,
        ty: u16,
    },
    FromAny {
        to: Reg,
        a: Reg,
        ty: u16,
    },
    ToArray {
        to: Reg,
        a: Reg,
        ty: u16,
    },
    ToStr {
        to: Reg,
        a: Reg,
        ty: u16,
    },
    ToSet {
        to: Reg,
        a: Reg,
    },
    IntToNum {
        to: Reg,
        a: Reg,
    },
    SeatToRole {
        to: Reg,
        a: Reg,
    },
    ActiveToRole {
        to: Reg,
        a: Reg,
    },
    ActiveToRoles {
        to: Reg,
        a: Reg,
    },
    Unwrap {
        to: Reg,
        a: Reg,
    },
    Seat {
        to: Reg,
    },
    /// The same, where it must be a role.
    Role {
        to: Reg,
    },
    /// The other role of two.
    Other {
        to: Reg,
        a: Reg,
    },
    /// The code of the failure that led here.
    Failure {
        to: Reg,
    },
    Active {
        to: Reg,
    },
    /// `true` if a field of the view is set.
    Shown {
        to: Reg,
        field: u16,
    },
    Last {
        to: Reg,
    },
    WholeFrame {
        to: Reg,
    },
    /// A field of the frame on top, if it is this one.
    Top {
        to: Reg,
        frame: u16,
        field: u16,
    },
    WholeState {
        to: Reg,
    },
    /// Saves the state for restoration at [`Op::Tried`].
    Try,
    Tried,
    /// The same, up to [`Op::Attempted`]; a failure in between goes back to the state, and on at `to`, where registers from
    /// `from` on hold nothing.
    Attempt {
        to: Label,
        from: Reg,
    },
    Attempted,

    /// `at` is the counter, after it the last value.
    ForRange {
        to: Reg,
        at: Reg,
        end: Label,
    },
    NextRange {
        to: Reg,
        at: Reg,
        cost: u16,
        body: Label,
    },
    /// Goes to the first element, or the next, that meets the test of a loop.
    Each {
        each: u16,
        first: bool,
    },

    CallFrame {
        frame: u16,
        args: Reg,
    },
    GotoFrame {
        frame: u16,
        args: Reg,
    },
    CallNamed {
        name: Reg,
    },
    GotoNamed {
        name: Reg,
    },
    End {
        from: Reg,
    },
    EndNothing,
    /// `end L.$`: without a result if there is none.
    EndLast,
    Finish {
        result: Reg,
        message: Reg,
    },
    Instruction {
        next: u32,
    },
    Unset {
        field: u16,
    },
    SetActive {
        from: Reg,
    },
    Log {
        from: Reg,
    },
    LogBlank,
    Prompt {
        from: Reg,
    },
    /// `kept`: the register is a local's.
    Offer {
        action: u16,
        from: Reg,
        kept: bool,
    },
    OfferPlain {
        action: u16,
    },
    Withhold {
        action: u16,
        from: Reg,
        kept: bool,
        why: Reg,
    },
    Label {
        action: u16,
        from: Reg,
        kept: bool,
        text: Reg,
    },
    Button {
        action: u16,
        from: Reg,
    },
    Disable {
        action: u16,
        why: Reg,
    },
    ButtonOn {
        action: u16,
    },
    PushUndo,
    ClearUndo,
    PopUndo,
    Stop {
        text: u16,
    },
    Assert {
        a: Reg,
        text: u16,
    },
}

/// One function, compiled.
#[derive(Debug, Default)]
pub struct Code {
    /// Its number.
    pub function: usize,
    pub ops: Vec<Op>,
    /// Cost of entering it from outside, and cost of a call.
    pub entry: u32,
    pub call: u32,
    /// One for each instruction.
    pub spans: Vec<Span>,
    pub consts: Vec<Value>,
    pub paths: Vec<Path>,
    pub types: Vec<Ty>,
    pub ranges: Vec<(i64, i64, Ty)>,
    pub eaches: Vec<Each>,
    pub keys: Vec<Vec<Rc<String>>>,
    pub texts: Vec<String>,
    pub params: usize,
    /// Number of registers that are locals.
    pub locals: usize,
    pub registers: usize,
    /// Locals that may hold storage and are not copied out: cleared on return.
    pub clear: Vec<Reg>,
    /// The statements and how often each was reached, where that is counted.
    pub reached: Vec<(Span, Cell<u64>)>,
    /// Tracing data, if requested.
    pub told: Told,
}

/// Tracing data of a function.
#[derive(Debug, Default)]
pub struct Told {
    /// The statements and conditions, each with the locals that are known there.
    pub statements: Vec<(Span, Scope)>,
    pub conditions: Vec<ToldCondition>,
    pub offers: Vec<ToldOffer>,
    /// Locals, each with those that were known before it.
    pub scopes: Vec<(LocalId, Scope)>,
}

/// Of [`Told::scopes`], counted from 1; 0 for none.
pub type Scope = u32;

/// A condition without `and`, `or` and `not`.
#[derive(Debug)]
pub struct ToldCondition {
    pub span: Span,
    pub scope: Scope,
    /// The parts of it that can be shown.
    pub parts: Vec<(Span, Ty)>,
}

/// A statement that offers an action.
#[derive(Debug)]
pub struct ToldOffer {
    pub action: ActionId,
    pub span: Span,
    /// The locals that are its arguments; none where one is something else.
    pub arguments: Vec<Option<LocalId>>,
    /// The conditions on the path to it, with their required outcomes, in order.
    pub guards: Vec<(u32, bool)>,
}

impl Told {
    /// The locals that are known, the first first.
    pub fn locals(&self, scope: Scope) -> Vec<LocalId> {
        let mut out = Vec::new();
        let mut at = scope;
        while let Some((local, before)) = at.checked_sub(1).and_then(|it| self.scopes.get(it as usize)) {
            out.push(*local);
            at = *before;
        }
        let mut met = BTreeSet::new();
        out.retain(|it| met.insert(*it));
        out.reverse();
        out
    }
}

/// A loop that goes through something.
#[derive(Clone, Debug)]
pub struct Each {
    /// Target of the element.
    pub to: Reg,
    pub source: Source,
    /// Of the index of the next element; of the number that is under way, and after it the last one.
    pub count: Reg,
    pub step: u8,
    /// Of another round.
    pub cost: u16,
    /// `true` if steps are charged for a copy of the list, and of each element.
    pub list_paid: bool,
    pub item_paid: bool,
    pub list_span: Span,
    /// Elements that fail the test are skipped.
    pub test: Option<Test>,
    /// A constant list of lists that are tested.
    pub rows: Option<Rows>,
    /// Set if passing elements are only offered as this action.
    pub offered: Option<u16>,
    /// Addresses of the body, of the body after a passed test, and of the end.
    pub labels: [Label; 3],
}

#[derive(Clone, Copy, Debug)]
pub enum Source {
    Register(Reg),
    /// One of [`Code::consts`].
    Const(u32),
    Global(u16),
    /// Numbers.
    Range,
}

/// A comparison of an element, or of the element of a global list at that index: of integers or none.
#[derive(Clone, Copy, Debug)]
pub struct Test {
    /// Applies to the elements of the element, which is a list.
    pub within: Option<Within>,
    pub global: Option<u16>,
    pub against: Against,
    /// `true` if equal values pass, `false` if different ones do.
    pub equal: bool,
}

/// A loop in a test: `any` or `all`.
#[derive(Clone, Copy, Debug)]
pub struct Within {
    /// The result once an element passes the test; the opposite if none does.
    pub found: bool,
    /// Of another round.
    pub cost: u16,
    /// `true` if steps are charged for a copy of the list.
    pub paid: bool,
}

/// Lists of small numbers that ascend.
#[derive(Clone, Debug)]
pub struct Rows {
    /// No number is as large.
    pub end: usize,
    pub rows: Vec<Row>,
}

/// One of them: a bit for each number.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    pub all: u64,
    pub but_last: u64,
    /// Steps that are taken for going to it, and for copies of it.
    pub cost: i64,
}

#[derive(Clone, Copy, Debug)]
pub enum Against {
    None,
    Int(i64),
    Register(Reg),
    /// `R`
    Role,
}

/// A place, its indices in registers.
#[derive(Clone, Debug)]
pub struct Path {
    pub root: PathRoot,
    /// See [`ir::steps::free`].
    pub free: bool,
    pub hops: Vec<Hop>,
}

#[derive(Clone, Copy, Debug)]
pub enum PathRoot {
    Local(Reg),
    Global(u16),
    Frame(u16),
    View(u16),
}

#[derive(Clone, Debug)]
pub enum Hop {
    /// Into a list.
    Item(Reg),
    /// Into a fixed array.
    Slot(Reg),
    /// Into a map.
    Key(Reg),
    /// Into a map with the author's word for its entries.
    Entry(Reg, Rc<String>),
    /// Into a record.
    Field(u16),
    /// Into an array of type `Any`.
    AnyItem(Reg),
    /// Into an object.
    AnyKey(Rc<String>),
    /// Into an object, by a text.
    AnyName(Reg),
}
