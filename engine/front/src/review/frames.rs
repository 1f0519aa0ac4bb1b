//! Problems of states and procedures: calls that never return, `R` before anybody has acted, and undo into a procedure.
//!
//! Invariant: the first two follow every path of control, taken or not; the last looks at all code. A call reported as
//! never returning never does; `R` is only reported as possibly none. Every instruction is visited once.

use diag::{Problems, Span};
use ir::{
    Binary, Cast, Const, Effects, Expr, ExprKind, FnId, FrameId, FrameKind, Node, Program, State, Stmt, StmtKind,
    Target, walk, walk_expr,
};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::slice::from_ref;

pub fn check(program: &Program, tests: &BTreeSet<FnId>, problems: &mut Problems) {
    let ways: Vec<Ways> = program.functions.iter().map(|it| Ways::of(program, &it.body)).collect();
    let frames = Frames { program, ways };
    frames.never_back(tests, problems);
    frames.nobody_acts(problems);
    frames.undone_into(problems);
}

/// Possible exits of a body, itself and through the functions it calls.
#[derive(Default)]
struct Ways {
    calls: Vec<(FrameId, Span)>,
    gotos: Vec<FrameId>,
    /// It may end its frame, or jump to a name computed at run time.
    ends: bool,
    /// The instructions it may jump to.
    jumps: Vec<usize>,
    /// Its end may be reached.
    falls: bool,
    functions: Vec<FnId>,
}

impl Ways {
    fn of(program: &Program, body: &[Stmt]) -> Ways {
        let mut ways = Ways { falls: !leaves(body), ..Ways::default() };
        walk(body, &mut |node| match node {
            Node::Stmt(Stmt { kind: StmtKind::Call(Target::Frame(to), _), span }) => ways.calls.push((*to, *span)),
            Node::Stmt(Stmt { kind: StmtKind::Goto(Target::Frame(to), _), .. }) => ways.gotos.push(*to),
            Node::Stmt(it) => match &it.kind {
                StmtKind::End(_) | StmtKind::PopUndo => ways.ends = true,
                StmtKind::Call(Target::Named(_), _) | StmtKind::Goto(Target::Named(_), _) => ways.ends = true,
                StmtKind::Jump(to) => ways.jumps.push(*to as usize),
                _ => {}
            },
            Node::Expr(Expr { kind: ExprKind::Call(id, _), .. })
                if program.function(*id).effects.has(Effects::FLOW) =>
            {
                ways.functions.push(*id);
            }
            _ => {}
        });
        ways
    }
}

/// `true` if a body always leaves its instruction by a transition or a jump.
fn leaves(body: &[Stmt]) -> bool {
    body.last().is_some_and(|it| match &it.kind {
        StmtKind::Call(..) | StmtKind::Goto(..) | StmtKind::End(_) | StmtKind::Finish(..) | StmtKind::Jump(_) => true,
        StmtKind::If(_, yes, no) => leaves(yes) && leaves(no),
        _ => false,
    })
}

struct Frames<'p> {
    program: &'p Program,
    /// Of each function.
    ways: Vec<Ways>,
}

impl Frames<'_> {
    /// A function and its callees that may make a transition.
    fn together(&self, id: FnId) -> Vec<&Ways> {
        let mut seen = BTreeSet::new();
        let mut open = vec![id];
        let mut out = Vec::new();
        while let Some(id) = open.pop() {
            if seen.insert(id) {
                let ways = &self.ways[id.index()];
                open.extend(&ways.functions);
                out.push(ways);
            }
        }
        out
    }

    /// Calls in procedures, with code after them, of frames that cannot end.
    fn never_back(&self, tests: &BTreeSet<FnId>, problems: &mut Problems) {
        let mut walk = Walk::new(self, |state| {
            let handlers = state.handlers.iter().map(|it| it.function);
            handlers.chain(state.begin).chain(state.resume).collect()
        });
        (0..self.program.frames.len()).for_each(|it| walk.enter(FrameId(it as u16)));
        walk.run();
        let mut told = BTreeSet::new();
        for frame in &self.program.frames {
            let FrameKind::Procedure(code) = &frame.kind else { continue };
            for id in code.iter().take(code.len().saturating_sub(1)).filter(|it| !tests.contains(it)) {
                for (to, span) in &self.ways[id.index()].calls {
                    if !walk.back[to.index()] && told.insert(*span) {
                        problems.never_comes_back(*span, &self.program.frame(*to).name, self.program.frame(*to).span);
                    }
                }
            }
        }
    }

    /// `R` where it is needed, and may be none because `setup` leads there and nobody has acted.
    fn nobody_acts(&self, problems: &mut Problems) {
        let Some(setup) = self.program.setup else { return };
        let mut walk = Walk::new(self, |state| state.begin.into_iter().collect());
        for ways in self.together(setup) {
            ways.calls.iter().map(|it| it.0).chain(ways.gotos.iter().copied()).for_each(|it| walk.enter(it));
        }
        walk.run();
        // Each function is visited once: at its first call.
        let mut seen = BTreeSet::new();
        let ran = walk.ran.iter().rev().map(|(frame, id)| (Some(*frame), *id, None));
        let mut open: Vec<(Option<FrameId>, FnId, Option<Span>)> = ran.collect();
        open.push((None, setup, None));
        let mut found_at = BTreeMap::new();
        while let Some((frame, id, call)) = open.pop() {
            if !seen.insert(id) {
                continue;
            }
            let mut found = None;
            unguarded(&self.program.function(id).body, &mut |it| match &it.kind {
                ExprKind::Unwrap(inner) if is_seat(inner) => found = found.or(Some(it.span)),
                ExprKind::Call(callee, _) => open.push((frame, *callee, call.or(Some(it.span)))),
                _ => {}
            });
            if let Some(span) = found {
                found_at.insert(call.unwrap_or(span), (frame, call.map(|_| span)));
            }
        }
        // Of each state and procedure the first.
        let mut told = BTreeSet::new();
        for (span, (frame, inner)) in found_at {
            if told.insert(frame) {
                problems.nobody_acts(span, inner);
            }
        }
    }

    /// Positions that are saved outside of states.
    fn undone_into(&self, problems: &mut Problems) {
        let saved = self.saved();
        let setup = self.program.setup.iter().map(|it| ("setup", from_ref(it)));
        let frames = self.program.frames.iter().filter_map(|it| match &it.kind {
            FrameKind::State(_) => None,
            FrameKind::Procedure(code) => Some((&*it.name, &code[..])),
            FrameKind::Plain(id) => Some((&*it.name, from_ref(id))),
        });
        for (place, code) in setup.chain(frames) {
            for id in code {
                walk(&self.program.function(*id).body, &mut |node| match node {
                    Node::Stmt(Stmt { kind: StmtKind::PushUndo, span }) => problems.undone_into(*span, place, None),
                    Node::Expr(Expr { kind: ExprKind::Call(callee, _), span, .. }) => {
                        if let Some(inner) = saved.get(callee) {
                            problems.undone_into(*span, place, Some(*inner));
                        }
                    }
                    _ => {}
                });
            }
        }
    }

    /// The functions that save a position, themselves or by what they call; and where.
    fn saved(&self) -> BTreeMap<FnId, Span> {
        let mut saved = BTreeMap::new();
        let mut callers: BTreeMap<FnId, Vec<FnId>> = BTreeMap::new();
        for (at, function) in self.program.functions.iter().enumerate() {
            let id = FnId(at as u16);
            walk(&function.body, &mut |node| match node {
                Node::Stmt(Stmt { kind: StmtKind::PushUndo, span }) => {
                    saved.entry(id).or_insert(*span);
                }
                Node::Expr(Expr { kind: ExprKind::Call(callee, _), .. }) => {
                    callers.entry(*callee).or_default().push(id)
                }
                _ => {}
            });
        }
        let mut open: Vec<(FnId, Span)> = saved.iter().map(|(id, span)| (*id, *span)).collect();
        while let Some((id, span)) = open.pop() {
            for caller in callers.remove(&id).unwrap_or_default() {
                if let Entry::Vacant(entry) = saved.entry(caller) {
                    entry.insert(span);
                    open.push((caller, span));
                }
            }
        }
        saved
    }
}

/// An instruction of a procedure, or a state; and whether the instruction before it was done just before.
type Point = (FrameId, usize, bool);

/// Work that waits for a frame to return.
enum Waiting {
    /// The rest of a procedure, from an instruction on.
    Rest(FrameId, usize),
    /// A frame that has given way to it.
    Frame(FrameId),
}

/// Finds the frames that may return. Every instruction is visited once.
struct Walk<'f, 'p> {
    frames: &'f Frames<'p>,
    /// The code of a state that may run.
    of_state: fn(&State) -> Vec<FnId>,
    entered: Vec<bool>,
    /// Frames that may come back.
    back: Vec<bool>,
    seen: BTreeSet<Point>,
    waiting: Vec<Vec<Waiting>>,
    open: Vec<Point>,
    /// The functions that run, in the order of discovery, with their frames.
    ran: Vec<(FrameId, FnId)>,
}

impl<'f, 'p> Walk<'f, 'p> {
    fn new(frames: &'f Frames<'p>, of_state: fn(&State) -> Vec<FnId>) -> Walk<'f, 'p> {
        let count = frames.program.frames.len();
        Walk {
            frames,
            of_state,
            entered: vec![false; count],
            back: vec![false; count],
            seen: BTreeSet::new(),
            waiting: (0..count).map(|_| Vec::new()).collect(),
            open: Vec::new(),
            ran: Vec::new(),
        }
    }

    fn enter(&mut self, frame: FrameId) {
        if !std::mem::replace(&mut self.entered[frame.index()], true) {
            self.open.push((frame, 0, false));
        }
    }

    fn run(&mut self) {
        while let Some((frame, at, after)) = self.open.pop() {
            if !self.seen.insert((frame, at, after)) {
                continue;
            }
            match &self.frames.program.frame(frame).kind {
                FrameKind::State(state) => (self.of_state)(state).into_iter().for_each(|it| self.function(frame, it)),
                FrameKind::Plain(id) => self.function(frame, *id),
                FrameKind::Procedure(code) => match code.get(at) {
                    None => self.comes_back(frame),
                    Some(id) => self.instruction(frame, at, *id, after && begins(self.frames.program, code, at)),
                },
            }
        }
    }

    /// Visits a function and its callees.
    fn function(&mut self, frame: FrameId, id: FnId) {
        self.ran.push((frame, id));
        for ways in self.frames.together(id) {
            ways.calls.iter().for_each(|it| self.enter(it.0));
            if ways.ends {
                self.comes_back(frame);
            }
            for to in &ways.gotos {
                self.enter(*to);
                self.wait(*to, Waiting::Frame(frame));
            }
        }
    }

    /// `begins`: it does not jump, for its condition holds.
    fn instruction(&mut self, frame: FrameId, at: usize, id: FnId, begins: bool) {
        self.function(frame, id);
        let own = &self.frames.ways[id.index()];
        if !begins {
            self.open.extend(own.jumps.iter().map(|it| (frame, *it, false)));
        }
        if own.falls {
            self.open.push((frame, at + 1, true));
        }
        for ways in self.frames.together(id) {
            ways.calls.iter().for_each(|it| self.wait(it.0, Waiting::Rest(frame, at + 1)));
        }
    }

    fn wait(&mut self, of: FrameId, what: Waiting) {
        if !self.back[of.index()] {
            return self.waiting[of.index()].push(what);
        }
        match what {
            Waiting::Rest(frame, at) => self.open.push((frame, at, false)),
            Waiting::Frame(frame) => self.comes_back(frame),
        }
    }

    fn comes_back(&mut self, frame: FrameId) {
        let mut all = vec![frame];
        while let Some(frame) = all.pop() {
            if std::mem::replace(&mut self.back[frame.index()], true) {
                continue;
            }
            for it in std::mem::take(&mut self.waiting[frame.index()]) {
                match it {
                    Waiting::Rest(frame, at) => self.open.push((frame, at, false)),
                    Waiting::Frame(frame) => all.push(frame),
                }
            }
        }
    }
}

/// `true` if the condition at an instruction of a procedure holds when reached from the instruction before, which sets
/// its variable: `left = 4`, `while left > 0`.
fn begins(program: &Program, code: &[FnId], at: usize) -> bool {
    let body = |at: usize| code.get(at).map(|it| &program.function(*it).body[..]);
    let Some([Stmt { kind: StmtKind::If(cond, yes, _), .. }]) = body(at) else { return false };
    if !yes.is_empty() {
        return false;
    }
    if cond.kind == ExprKind::Const(Const::Bool(true)) {
        return true;
    }
    let Some([Stmt { kind: StmtKind::Assign(place, value), .. }]) = at.checked_sub(1).and_then(body) else {
        return false;
    };
    let known = |it: &Expr| match &it.kind {
        ExprKind::Const(it) => Some(it.clone()),
        ExprKind::Load(of) if of.root == place.root && of.path.is_empty() && place.path.is_empty() => constant(value),
        _ => None,
    };
    match &cond.kind {
        ExprKind::Binary(op, a, b) => match (op, known(a), known(b)) {
            (Binary::IntLt, Some(Const::Int(a)), Some(Const::Int(b))) => a < b,
            (Binary::IntLe, Some(Const::Int(a)), Some(Const::Int(b))) => a <= b,
            (Binary::Eq, Some(a), Some(b)) => a == b,
            (Binary::Ne, Some(a), Some(b)) => a != b,
            _ => false,
        },
        ExprKind::Unary(ir::Unary::Not, it) => known(it) == Some(Const::Bool(false)),
        _ => known(cond) == Some(Const::Bool(true)),
    }
}

/// A constant, through any conversions.
fn constant(it: &Expr) -> Option<Const> {
    match &it.kind {
        ExprKind::Const(it) => Some(it.clone()),
        ExprKind::Cast(Cast::Some | Cast::Check, it) => constant(it),
        _ => None,
    }
}

/// `R` as a role, or none.
fn is_seat(it: &Expr) -> bool {
    matches!(&it.kind, ExprKind::Cast(Cast::SeatToRole, inner) if matches!(inner.kind, ExprKind::Seat))
}

/// All expressions but those that only run where `R` is known to be a role.
fn unguarded(body: &[Stmt], see: &mut impl FnMut(&Expr)) {
    for it in body {
        if let StmtKind::If(cond, yes, no) = &it.kind {
            let tests = |it: &Expr| {
                matches!(&it.kind, ExprKind::Binary(Binary::Ne, a, b)
                    if is_seat(a) && matches!(b.kind, ExprKind::Const(Const::None)))
            };
            let guarded = match &cond.kind {
                ExprKind::And(first, _) => tests(first),
                _ => tests(cond),
            };
            walk_expr(cond, &mut |node| {
                if let Node::Expr(it) = node {
                    see(it);
                }
            });
            if !guarded {
                unguarded(yes, see);
            }
            unguarded(no, see);
            continue;
        }
        walk(from_ref(it), &mut |node| {
            if let Node::Expr(it) = node {
                see(it);
            }
        });
    }
}
