//! Steps: the cost of running rules. Part of the meaning of a program: every executor takes the same steps in the same
//! places, and stops at the same place when none are left.
//!
//! Code is charged once on entry, whichever path runs: a node is a step, a constant or a local none; of the branches of
//! an `if` the more expensive one counts; a fixed array or a record takes one more step for each 64 parts. Steps are
//! charged
//!
//! * where a function is entered from outside: a setup, a handler, a hook, an instruction, a prompt, a view
//!   ([`Steps::entry`], at the span of the function; where a transition leads to a hook or a plain procedure, at that of the transition);
//! * where a loop goes back for another round ([`Steps::round`], at the span of its statement);
//! * at a call, once its arguments are known and it is not nested too deep ([`Steps::call`], at the span of the call).
//!   A small function that neither loops nor calls anything but such functions is charged where it is called, as if
//!   inlined;
//! * at a transition ([`TRANSITION`], at the span of its statement; where a procedure is at its end, at the span of the procedure).
//!
//! Operations whose time depends on the length of a value are charged by that length, once the operands are known and
//! before the operation has an effect ([`takes`], [`gone_through`]; at the span of the expression or the statement; for
//! an assignment at that of the place, once the path is known). A comparison is charged as it proceeds ([`compared`]),
//! and gives up when no steps are left; a record of up to three parts is compared for free ([`compared_first`]). New
//! values are charged once they are known not to be too long. A list that is stored while it is also stored elsewhere
//! is charged as a copy ([`copies`]): to a variable, into another value, to a function as an argument or for it to
//! change, out of a function, to a state, among offers, into a loop over it or over its container; so are all lists in
//! globals in `push_undo`, and in a trial (at the span of that).
//!
//! Invariant: the cost does not depend on sharing, caching or faster algorithms of an executor; one step takes no more
//! than some tens of nanoseconds; the remaining steps never go below 0.

mod length;

pub use length::{
    BYTES_SHIFT, COMPARED_FREE, COMPARED_SHIFT, COPIED_SHIFT, ENTRIES_SHIFT, MOVED_SHIFT, SQUARE_SHIFT, Takes,
    compared, compared_first, compared_keys, gone_through, levels, sought, squared,
};

use crate::{
    Builtin, Cast, Child, Expr, ExprKind, FnId, FrameId, Function, Place, Program, RecordId, Root, Step, Stmt,
    StmtKind, Ty, calls, owners,
};

/// A call, and an entry into a function.
pub const CALL: u32 = 4;

/// `call`, `goto`, `end`.
pub const TRANSITION: u32 = 8;

/// Keeping the state and going back to it, apart from the fields of `G`.
const TRIAL: u32 = 16;

/// Largest part of an entry's steps for a trial that may fail; the more trials have failed in the entry, the smaller.
pub const SHARE: i64 = 8;

/// The cost of a builtin; `text`: its first operand is one.
pub fn takes(op: Builtin, text: bool) -> Takes {
    let row = op.row();
    row.takes_of_text.filter(|_| text).unwrap_or(row.takes)
}

/// The steps, of those left, for a trial that may fail. `all`: the steps of the entry; `failed`: the trials that have
/// failed in it. A failed trial returns its steps, so later ones can run too; since shares shrink, an entry with
/// thousands of trials takes a few times as long as its steps suggest, and no longer.
pub fn share(all: i64, failed: u32, left: i64) -> i64 {
    left.min(all / (SHARE + i64::from(failed)))
}

/// The heaviest function that is counted where it is called.
const STRAIGHT_MAX: u32 = 48;

/// The most that one entry, call or round costs.
const WEIGHT_MAX: u32 = u16::MAX as u32;

/// Costs of the functions and loops of a program.
#[derive(Clone, Debug)]
pub struct Steps<'p> {
    program: &'p Program,
    /// The first frame each function runs with.
    owners: Vec<Option<FrameId>>,
    /// Parts of each record.
    records: Vec<u32>,
    weights: Vec<u32>,
    /// `true` for functions charged where they are called.
    straight: Vec<bool>,
    /// The records that can hold themselves, or `Any`.
    nests: Vec<bool>,
}

impl<'p> Steps<'p> {
    pub fn new(program: &'p Program) -> Steps<'p> {
        let count = program.functions.len();
        let mut it = Steps {
            program,
            owners: owners(program).iter().map(|it| it.first().copied()).collect(),
            records: vec![0; program.records.len()],
            weights: vec![0; count],
            straight: vec![false; count],
            nests: vec![false; program.records.len()],
        };
        for i in 0..program.records.len() {
            let mut seen = vec![false; program.records.len()];
            it.nests[i] = reaches(program, &Ty::Record(RecordId(i as u16)), i, &mut seen, true);
        }
        for i in 0..program.records.len() {
            it.record(i);
        }
        it.weigh();
        it
    }

    /// For entering a function from outside.
    pub fn entry(&self, id: FnId) -> u32 {
        CALL + self.weights.get(id.index()).copied().unwrap_or_default()
    }

    /// The cost of a call; 0 if the function is charged with the calling code.
    pub fn call(&self, id: FnId) -> u32 {
        if self.is_straight(id) { 0 } else { self.entry(id) }
    }

    /// For going back to another round of a loop in a function.
    pub fn round(&self, id: FnId, it: &Stmt) -> u32 {
        let of = self.of(id.index());
        let weight = match &it.kind {
            StmtKind::While(condition, body) => of.expr(condition).saturating_add(of.stmts(body)),
            StmtKind::ForRange(_, _, _, body) | StmtKind::ForEach(_, _, body) => of.stmts(body),
            _ => 0,
        };
        weight.saturating_add(1).min(WEIGHT_MAX)
    }

    fn is_straight(&self, id: FnId) -> bool {
        self.straight.get(id.index()).copied().unwrap_or_default()
    }

    /// Callees before callers, except in recursion; then the rest.
    fn weigh(&mut self) {
        let program = self.program;
        let callees: Vec<Vec<FnId>> = program.functions.iter().map(calls).collect();
        let mut callers = vec![Vec::new(); callees.len()];
        for (i, all) in callees.iter().enumerate() {
            for it in all {
                callers[it.index()].push(i);
            }
        }
        let mut waits: Vec<usize> = callees.iter().map(Vec::len).collect();
        let mut todo: Vec<usize> = (0..waits.len()).filter(|i| waits[*i] == 0).collect();
        let mut weighed = vec![false; waits.len()];
        while let Some(i) = todo.pop() {
            weighed[i] = true;
            self.weights[i] = self.weight(i);
            let plain = callees[i].iter().all(|it| self.is_straight(*it)) && !loops(&program.functions[i]);
            self.straight[i] = plain && self.weights[i] <= STRAIGHT_MAX;
            for caller in &callers[i] {
                waits[*caller] -= 1;
                if waits[*caller] == 0 {
                    todo.push(*caller);
                }
            }
        }
        for i in (0..weighed.len()).filter(|i| !weighed[*i]) {
            self.weights[i] = self.weight(i);
        }
    }

    fn weight(&self, i: usize) -> u32 {
        let of = self.of(i);
        of.stmts(&of.function.body).min(WEIGHT_MAX)
    }

    fn of(&self, i: usize) -> Of<'_, 'p> {
        Of { steps: self, function: &self.program.functions[i], owner: self.owners[i] }
    }

    /// Parts of a record: those of the records in it first.
    fn record(&mut self, i: usize) -> u32 {
        if self.records[i] == 0 {
            self.records[i] = 1;
            let program = self.program;
            let fields = program.records[i].fields.iter();
            let sum = fields.fold(0_u32, |sum, it| {
                if let Some(inner) = nested(&it.ty) {
                    self.record(inner);
                }
                sum.saturating_add(self.parts(&it.ty))
            });
            self.records[i] = sum.max(1);
        }
        self.records[i]
    }

    /// `true` if values of a type can nest without end: when one is put into another, it is checked, at a step for each
    /// part.
    pub fn nests(&self, ty: &Ty) -> bool {
        match ty {
            Ty::Any => true,
            Ty::Record(id) => self.nests.get(id.index()).is_some_and(|it| *it),
            Ty::Opt(of) | Ty::List(of) | Ty::Set(of) | Ty::Array(of, _) => self.nests(of),
            Ty::Map(key, of) => self.nests(key) || self.nests(of),
            _ => false,
        }
    }

    /// Number of leaf values stored in place in a value.
    pub fn parts(&self, ty: &Ty) -> u32 {
        match ty {
            Ty::Record(id) | Ty::Packed(id) => self.records[id.index()],
            Ty::Array(of, index) => self.parts(of).saturating_mul(self.program.count(*index) as u32),
            _ => 1,
        }
    }

    /// Cost of a copy of a value stored in place, beyond one step.
    fn copied(&self, ty: &Ty) -> u32 {
        self.parts(ty.inner()) >> COPIED_SHIFT
    }
}

/// `true` if changes of a list at a root of a type are free of a copy: the code that stores the list twice is charged
/// ([`copies`]). Lists within others are shared whenever those are; each change of them is charged as a copy.
pub fn free(root: Root, ty: &Ty) -> bool {
    matches!(root, Root::Local(_) | Root::Global(_)) && *ty != Ty::Any
}

/// `true` if a stored value is a list, set or map that is also stored elsewhere: charged as a copy.
pub fn copies(e: &Expr) -> bool {
    is_list(&e.ty) && stands(e)
}

/// `true` for a list, set or map, also as an optional: such values are copied when they are changed.
pub fn is_list(ty: &Ty) -> bool {
    matches!(ty.inner(), Ty::List(_) | Ty::Set(_) | Ty::Map(..))
}

fn stands(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Local(_)
        | ExprKind::Load(_)
        | ExprKind::Top(..)
        | ExprKind::Index(..)
        | ExprKind::Field(..)
        | ExprKind::Data(_)
        | ExprKind::Const(_)
        | ExprKind::PlaceOp(..) => true,
        ExprKind::Builtin(op, _) => op.row().shares,
        ExprKind::Cast(Cast::FromAny, _) => false,
        ExprKind::Unwrap(a) | ExprKind::Block(_, a) | ExprKind::Cast(_, a) | ExprKind::Trial(a, None) => stands(a),
        ExprKind::If(_, a, b) | ExprKind::Else(a, b) | ExprKind::Trial(a, Some(b)) => stands(a) || stands(b),
        // New values are stored nowhere else.
        ExprKind::AnyField(..)
        | ExprKind::Unary(..)
        | ExprKind::Binary(..)
        | ExprKind::And(..)
        | ExprKind::Or(..)
        | ExprKind::Make(_)
        | ExprKind::MakeMap(_)
        | ExprKind::MakeObject(_)
        | ExprKind::Fill(..)
        | ExprKind::Call(..)
        | ExprKind::Board(..)
        | ExprKind::Seat
        | ExprKind::Failure
        | ExprKind::Active
        | ExprKind::Shown(_)
        | ExprKind::Last
        | ExprKind::WholeFrame
        | ExprKind::WholeState => false,
    }
}

/// The record stored in place in a type.
fn nested(ty: &Ty) -> Option<usize> {
    match ty {
        Ty::Record(id) | Ty::Packed(id) => Some(id.index()),
        Ty::Array(of, _) => nested(of),
        _ => None,
    }
}

/// `true` if a type contains `Any`, or the record `goal` (anywhere but at the start).
fn reaches(program: &Program, ty: &Ty, goal: usize, seen: &mut [bool], start: bool) -> bool {
    match ty {
        Ty::Any => true,
        Ty::Opt(of) | Ty::List(of) | Ty::Set(of) | Ty::Array(of, _) => reaches(program, of, goal, seen, false),
        Ty::Map(key, of) => reaches(program, key, goal, seen, false) || reaches(program, of, goal, seen, false),
        Ty::Record(id) if id.index() == goal && !start => true,
        Ty::Record(id) => {
            let Some(slot) = seen.get_mut(id.index()) else { return false };
            if std::mem::replace(slot, true) {
                return false;
            }
            program.records[id.index()].fields.iter().any(|it| reaches(program, &it.ty, goal, seen, false))
        }
        _ => false,
    }
}

fn loops(function: &Function) -> bool {
    let mut loops = false;
    crate::walk(&function.body, &mut |node| {
        if let crate::Node::Stmt(it) = node {
            loops |= it.is_loop();
        }
    });
    loops
}

/// Costs of code in a function.
struct Of<'s, 'p> {
    steps: &'s Steps<'p>,
    function: &'s Function,
    owner: Option<FrameId>,
}

impl Of<'_, '_> {
    fn stmts(&self, body: &[Stmt]) -> u32 {
        sum(body.iter().map(|it| self.stmt(it)))
    }

    fn stmt(&self, it: &Stmt) -> u32 {
        let inner = match &it.kind {
            StmtKind::If(condition, yes, no) => {
                self.expr(condition).saturating_add(self.stmts(yes).max(self.stmts(no)))
            }
            StmtKind::PushUndo => self.kept(),
            StmtKind::Expr(_)
            | StmtKind::Set(..)
            | StmtKind::Assign(..)
            | StmtKind::PlaceOp(..)
            | StmtKind::While(..)
            | StmtKind::ForRange(..)
            | StmtKind::ForEach(..)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Return(_)
            | StmtKind::Call(..)
            | StmtKind::Goto(..)
            | StmtKind::End(_)
            | StmtKind::Finish(..)
            | StmtKind::Jump(_)
            | StmtKind::Unset(_)
            | StmtKind::SetActive(_)
            | StmtKind::Log(_)
            | StmtKind::Prompt(_)
            | StmtKind::Offer(..)
            | StmtKind::Withhold(..)
            | StmtKind::Label(..)
            | StmtKind::Button(..)
            | StmtKind::Disable(..)
            | StmtKind::ClearUndo
            | StmtKind::PopUndo
            | StmtKind::Assert(..)
            | StmtKind::Stop(_) => self.children(|visit| crate::stmt_children(it, visit)),
        };
        inner.saturating_add(1)
    }

    fn expr(&self, it: &Expr) -> u32 {
        let children = || self.children(|visit| crate::expr_children(it, visit));
        let inner = match &it.kind {
            ExprKind::Const(_) | ExprKind::Local(_) if self.steps.copied(&it.ty) == 0 => return 0,
            ExprKind::If(a, b, c) => self.expr(a).saturating_add(self.expr(b).max(self.expr(c))),
            ExprKind::Load(place) => sum(place.path.iter().map(|it| self.step(it))),
            ExprKind::Make(items) | ExprKind::Builtin(_, items) | ExprKind::Board(_, _, items) => {
                children().saturating_add(items.len() as u32)
            }
            ExprKind::MakeMap(pairs) => children().saturating_add(2 * pairs.len() as u32),
            ExprKind::MakeObject(entries) => children().saturating_add(entries.len() as u32),
            ExprKind::Call(id, _) if self.steps.is_straight(*id) => children().saturating_add(self.steps.entry(*id)),
            ExprKind::Trial(..) => sum([TRIAL, self.kept(), children()]),
            ExprKind::Const(_)
            | ExprKind::Data(_)
            | ExprKind::Local(_)
            | ExprKind::Index(..)
            | ExprKind::Field(..)
            | ExprKind::AnyField(..)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::And(..)
            | ExprKind::Or(..)
            | ExprKind::Else(..)
            | ExprKind::Unwrap(_)
            | ExprKind::Fill(..)
            | ExprKind::Call(..)
            | ExprKind::PlaceOp(..)
            | ExprKind::Block(..)
            | ExprKind::Cast(..)
            | ExprKind::Seat
            | ExprKind::Failure
            | ExprKind::Active
            | ExprKind::Shown(_)
            | ExprKind::Last
            | ExprKind::WholeFrame
            | ExprKind::WholeState
            | ExprKind::Top(..) => children(),
        };
        sum([1, inner, self.steps.copied(&it.ty)])
    }

    /// The cost of a node's children.
    fn children(&self, each: impl FnOnce(&mut dyn FnMut(Child<'_>))) -> u32 {
        let mut total = 0_u32;
        each(&mut |child| {
            total = total.saturating_add(match child {
                Child::Expr(it) => self.expr(it),
                Child::Place(it) => self.place(it),
                Child::Body(it) => self.stmts(it),
            });
        });
        total
    }

    /// A state that is kept.
    fn kept(&self) -> u32 {
        let globals = &self.steps.program.globals;
        sum(globals.iter().map(|it| self.steps.parts(&it.ty))) >> 3
    }

    fn step(&self, it: &Step) -> u32 {
        match it {
            Step::Index(e) => 1 + self.expr(e),
            Step::Field(_) | Step::AnyField(_) => 1,
        }
    }

    /// A written place: arrays and records on the path may have to be copied, except at a free root, where the copy was
    /// charged when the value was shared.
    fn place(&self, it: &Place) -> u32 {
        let program = self.steps.program;
        let mut ty = match it.root {
            Root::Local(id) => self.function.locals.get(id.0 as usize).map(|it| &it.ty),
            Root::Global(id) => program.globals.get(id.index()).map(|it| &it.ty),
            Root::View(id) => program.view_fields.get(id.index()).map(|it| &it.ty),
            Root::Frame(id) => {
                self.owner.and_then(|it| program.frame(it).fields.get(usize::from(id.0))).map(|it| &it.ty)
            }
        };
        let mut total = 1_u32;
        for (i, step) in it.path.iter().enumerate() {
            let copied = if i == 0 && matches!(it.root, Root::Local(_) | Root::Global(_)) {
                0
            } else {
                ty.map_or(0, |it| self.steps.copied(it))
            };
            total = sum([total, self.step(step), copied]);
            ty = match (ty.map(Ty::inner), step) {
                (Some(Ty::Record(id) | Ty::Packed(id)), Step::Field(i)) => {
                    program.records[id.index()].fields.get(usize::from(*i)).map(|it| &it.ty)
                }
                (Some(Ty::Map(_, of)), _) => Some(&**of),
                (Some(other), _) => other.element(),
                (None, _) => None,
            };
        }
        total.saturating_add(self.steps.copied(&it.ty))
    }
}

fn sum(items: impl IntoIterator<Item = u32>) -> u32 {
    items.into_iter().fold(0, u32::saturating_add)
}
