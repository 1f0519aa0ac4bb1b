//! Upper bounds on the steps of functions. A prompt, a handler and a view begin with all steps of an entry: if their
//! bound is no more, they never run out of them, and neither do functions that only they call. There, steps are only
//! counted.
//!
//! Invariant: a bound is only given if it is certain. Costs by the length of a value are counted with the greatest
//! possible length, or have no bound.

use crate::analysis::interprocedural::Summaries;
use crate::analysis::ranges::{KnownFunctions, LocalFact, local_facts, longest, range_of, sets};
use crate::analysis::reachable::played;
use ir::steps::{BYTES_SHIFT, MOVED_SHIFT, Steps, TRANSITION, Takes, is_list, takes};
use ir::{
    Arg, Binary, BoardOp, Cast, Child, Const, Expr, ExprKind, FnId, FrameKind, Limits, Place, PlaceOp, Program, Root,
    Step, Stmt, StmtKind, Ty, walk,
};
use std::collections::BTreeMap;

/// `true` for functions that never run out of steps.
pub fn never_run_out(program: &Program, summaries: &Summaries, steps: &Steps<'_>, limits: &Limits) -> Vec<bool> {
    let known = KnownFunctions { program, results: &summaries.results };
    let mut all = MostSteps { known, summaries, steps, limits, found: BTreeMap::new(), depth: 0 };
    let (first, others) = entries(program);
    let played = played(program);
    let mut never = played.clone();
    for id in others {
        never[id.index()] = false;
    }
    for id in first {
        let most = all.function((id, Vec::new())).map(|it| it + u64::from(steps.entry(id)));
        never[id.index()] &= most.is_some_and(|it| it <= limits.fuel.clamp(0, i64::from(i32::MAX)) as u64);
    }
    // A function with other callers begins with fewer steps.
    let mut todo: Vec<usize> = (0..never.len()).filter(|i| played[*i] && !never[*i]).collect();
    while let Some(i) = todo.pop() {
        for id in ir::calls(&program.functions[i]) {
            if std::mem::replace(&mut never[id.index()], false) {
                todo.push(id.index());
            }
        }
    }
    never
}

/// The functions that begin with all steps of an entry, and the others that are entered.
fn entries(program: &Program) -> (Vec<FnId>, Vec<FnId>) {
    let mut first: Vec<FnId> = [program.view, program.counted.view].into_iter().flatten().collect();
    let mut others: Vec<FnId> = [program.init, program.setup, program.query].into_iter().flatten().collect();
    others.extend(&program.invariants);
    for frame in &program.frames {
        match &frame.kind {
            FrameKind::State(it) => {
                first.extend(it.prompt);
                first.extend(it.handlers.iter().flat_map(|it| [Some(it.function), it.open]).flatten());
                // A state's view runs after the view block, with the remaining steps.
                others.extend([it.begin, it.resume, it.leave, it.view].into_iter().flatten());
            }
            FrameKind::Procedure(_) | FrameKind::Plain(_) => others.extend(frame.functions()),
        }
    }
    (first, others)
}

/// Maximum combinations of list lengths in calls, for each function on average.
const CALLS_PER_FUNCTION_MAX: usize = 4;

/// Maximum steps of a loop; one that may take more has no bound.
const MOST: u64 = 1 << 40;

/// Maximum depth of calls; beyond it there is no bound.
const DEPTH_MAX: u32 = 48;

enum Found {
    /// In progress: a function that needs it is recursive.
    Now,
    Most(Option<u64>),
}

struct MostSteps<'a, 'p> {
    known: KnownFunctions<'a, 'p>,
    summaries: &'a Summaries,
    steps: &'a Steps<'p>,
    limits: &'a Limits,
    found: BTreeMap<Given, Found>,
    /// Number of functions in progress, nested.
    depth: u32,
}

/// A function, and as many elements as each list may have that it is given, where that is known.
type Given = (FnId, Vec<Option<u32>>);

/// A function in progress, and the facts about its locals.
struct Within<'f> {
    id: FnId,
    facts: Vec<LocalFact<'f>>,
}

impl<'p> MostSteps<'_, 'p> {
    /// The steps of a function beyond the cost of entering or calling it.
    fn function(&mut self, given: Given) -> Option<u64> {
        match self.found.get(&given) {
            Some(Found::Most(it)) => return *it,
            Some(Found::Now) => return None,
            None => drop(self.found.insert(given.clone(), Found::Now)),
        }
        let (id, lists) = &given;
        let function = self.known.program.function(*id);
        let mut facts = local_facts(self.known, function, &self.summaries.params[id.index()]);
        for (i, longest) in lists.iter().enumerate() {
            let mut set = function.inout[i];
            walk(&function.body, &mut |node| set |= sets(node, i));
            facts[i].longest = longest.filter(|_| !set);
        }
        self.depth += 1;
        let most = if self.depth > DEPTH_MAX { None } else { self.stmts(&Within { id: *id, facts }, &function.body) };
        self.depth -= 1;
        self.found.insert(given, Found::Most(most));
        most
    }

    fn stmts(&mut self, of: &Within<'_>, body: &[Stmt]) -> Option<u64> {
        body.iter().try_fold(0_u64, |sum, it| sum.checked_add(self.stmt(of, it)?))
    }

    fn exprs<'e>(&mut self, of: &Within<'_>, all: impl IntoIterator<Item = &'e Expr>) -> Option<u64> {
        all.into_iter().try_fold(0_u64, |sum, it| sum.checked_add(self.expr(of, it)?))
    }

    fn stmt(&mut self, of: &Within<'_>, it: &Stmt) -> Option<u64> {
        match &it.kind {
            StmtKind::Expr(_)
            | StmtKind::Set(..)
            | StmtKind::Assign(..)
            | StmtKind::SetActive(_)
            | StmtKind::Prompt(_)
            | StmtKind::Disable(..)
            | StmtKind::Assert(..)
            | StmtKind::Return(_)
            | StmtKind::Log(_)
            | StmtKind::Button(..)
            | StmtKind::Finish(..)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Jump(_)
            | StmtKind::Unset(_)
            | StmtKind::ClearUndo
            | StmtKind::Stop(_) => self.children(of, |visit| ir::stmt_children(it, visit)),
            StmtKind::Call(..) | StmtKind::Goto(..) | StmtKind::End(_) => {
                Some(self.children(of, |visit| ir::stmt_children(it, visit))? + u64::from(TRANSITION))
            }
            StmtKind::PlaceOp(op, place, args) => self.place_op(of, *op, place, args),
            StmtKind::If(condition, yes, no) => {
                Some(self.expr(of, condition)? + self.stmts(of, yes)?.max(self.stmts(of, no)?))
            }
            StmtKind::ForRange(_, from, last, body) => {
                let ends = self.exprs(of, [from, last])?;
                let range = |e: &Expr| range_of(self.known, &of.facts, e);
                let rounds = range(last)?.high.checked_sub(range(from)?.low)?.checked_add(1)?;
                ends.checked_add(self.rounds(of, u64::try_from(rounds).unwrap_or(0), it, body)?)
            }
            StmtKind::ForEach(_, list, body) => {
                let inner =
                    list.ty.element().map_or(0, |it| if is_list(it) { self.copy(self.most_entries()) } else { 0 });
                let rounds = self.entries(of, list)?;
                let all = self.expr(of, list)?.checked_add(self.rounds(of, rounds, it, body)?)?;
                all.checked_add(rounds.checked_mul(inner)?)
            }
            StmtKind::Offer(_, args) => self.entry(of, args),
            StmtKind::Withhold(_, args, text) | StmtKind::Label(_, args, text) => {
                Some(self.entry(of, args)? + self.expr(of, text)?)
            }
            StmtKind::While(..) | StmtKind::PushUndo | StmtKind::PopUndo => None,
        }
    }

    /// The steps of `count` iterations of a loop.
    fn rounds(&mut self, of: &Within<'_>, count: u64, it: &Stmt, body: &[Stmt]) -> Option<u64> {
        let round = self.stmts(of, body)?.checked_add(u64::from(self.steps.round(of.id, it)))?;
        count.checked_mul(round).filter(|it| *it <= MOST)
    }

    /// Arguments take their place in a row.
    fn entry(&mut self, of: &Within<'_>, args: &[Expr]) -> Option<u64> {
        let plain = args.iter().all(|it| it.ty.is_scalar());
        plain.then_some(())?;
        Some(self.exprs(of, args)? + (self.most_entries() >> MOVED_SHIFT))
    }

    fn expr(&mut self, of: &Within<'_>, e: &Expr) -> Option<u64> {
        let own = self.own(of, e)?;
        let parts = match &e.kind {
            ExprKind::PlaceOp(op, place, args) => self.place_op(of, *op, place, args)?,
            ExprKind::Call(id, args) => {
                let longest = |it: &Arg| match it {
                    Arg::Value(e) => longest(self.known.program, &of.facts, e),
                    Arg::InOut(_) => None,
                };
                let mut lists: Vec<_> = args.iter().map(longest).collect();
                if self.found.len() > CALLS_PER_FUNCTION_MAX * self.known.program.functions.len() {
                    lists.clear();
                }
                let mut sum = u64::from(self.steps.call(*id)).checked_add(self.function((*id, lists))?)?;
                for it in args {
                    sum = sum.checked_add(match it {
                        Arg::Value(e) => self.expr(of, e)?,
                        Arg::InOut(place) => self.place(of, place)? + self.copy(self.most_entries()),
                    })?;
                }
                sum
            }
            ExprKind::Index(a, _) if matches!(a.ty, Ty::Map(..)) => return None,
            ExprKind::AnyField(..)
            | ExprKind::MakeMap(_)
            | ExprKind::MakeObject(_)
            | ExprKind::Trial(..)
            | ExprKind::WholeFrame
            | ExprKind::WholeState => return None,
            ExprKind::Const(_)
            | ExprKind::Data(_)
            | ExprKind::Local(_)
            | ExprKind::Load(_)
            | ExprKind::Index(..)
            | ExprKind::Field(..)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::And(..)
            | ExprKind::Or(..)
            | ExprKind::If(..)
            | ExprKind::Else(..)
            | ExprKind::Unwrap(_)
            | ExprKind::Make(_)
            | ExprKind::Fill(..)
            | ExprKind::Builtin(..)
            | ExprKind::Board(..)
            | ExprKind::Block(..)
            | ExprKind::Cast(..)
            | ExprKind::Seat
            | ExprKind::Failure
            | ExprKind::Active
            | ExprKind::Shown(_)
            | ExprKind::Last
            | ExprKind::Top(..) => self.children(of, |visit| ir::expr_children(e, visit))?,
        };
        own.checked_add(parts)
    }

    /// The steps of a node's children.
    fn children(&mut self, of: &Within<'_>, each: impl FnOnce(&mut dyn FnMut(Child<'_>))) -> Option<u64> {
        let mut sum = Some(0_u64);
        each(&mut |child| {
            let all = sum.and_then(|all| {
                all.checked_add(match child {
                    Child::Expr(it) => self.expr(of, it)?,
                    Child::Place(it) => self.place(of, it)?,
                    Child::Body(it) => self.stmts(of, it)?,
                })
            });
            sum = all;
        });
        sum
    }

    /// The own steps of an expression: for creation, iteration or copying.
    fn own(&self, of: &Within<'_>, e: &Expr) -> Option<u64> {
        let value = match &e.ty {
            Ty::Str => self.text(e),
            Ty::Opt(inner) if **inner == Ty::Str => self.text(e),
            Ty::Any => match &e.kind {
                ExprKind::Cast(Cast::ToAny, a) if a.ty.is_scalar() || a.ty == Ty::Str => 1,
                ExprKind::Const(Const::None | Const::Int(_)) | ExprKind::Active | ExprKind::If(..) => 1,
                _ => return None,
            },
            ty if is_list(ty) => self.copy(self.entries(of, e)?),
            ty => u64::from(self.steps.parts(ty)),
        };
        let done = match &e.kind {
            ExprKind::Binary(Binary::Eq | Binary::Ne, a, _) => self.compared(of, a)?,
            ExprKind::Binary(Binary::In, a, b) if a.ty.is_scalar() => self.entries(of, b)?,
            ExprKind::Binary(Binary::In, ..) => return None,
            ExprKind::Binary(Binary::StrLt | Binary::StrLe, a, _) => self.text(a),
            ExprKind::Make(items) if matches!(e.ty, Ty::List(_) | Ty::Set(_)) => match e.ty.element() {
                Some(it) if it.is_scalar() => items.len() as u64 * 64,
                _ => return None,
            },
            ExprKind::Fill(..) => self.most_entries(),
            ExprKind::Cast(Cast::FromAny | Cast::ActiveToRoles, _) => return None,
            ExprKind::Cast(Cast::ToStr, a) if !a.ty.inner().is_scalar() && *a.ty.inner() != Ty::Str => return None,
            ExprKind::Builtin(op, args) => {
                let entries = |i: usize| args.get(i).map_or(Some(0), |it| self.entries(of, it));
                match takes(*op, args.first().is_some_and(|it| it.ty == Ty::Str)) {
                    Takes::Nothing if !is_list(&e.ty) => 0,
                    Takes::Bytes => self.text(args.first()?),
                    Takes::Entries | Takes::Each if is_scalar_list(&args.first()?.ty) => entries(0)?,
                    Takes::Both if is_scalar_list(&args.first()?.ty) => entries(0)? + entries(1)?,
                    Takes::Second => entries(1)?,
                    _ => return None,
                }
            }
            ExprKind::Board(op, id, args) => {
                let board = &self.known.program.boards[id.index()];
                match op {
                    BoardOp::Cells | BoardOp::Row | BoardOp::Column | BoardOp::Cell | BoardOp::At => 0,
                    BoardOp::Name | BoardOp::Sign | BoardOp::Neighbour | BoardOp::Neighbours => 0,
                    BoardOp::Turn | BoardOp::Opposite | BoardOp::Weight => 0,
                    BoardOp::Ray => u64::from(board.rows.max(board.columns)),
                    _ => {
                        let given = args.iter().filter(|it| is_list(&it.ty)).map(|it| self.entries(of, it));
                        let given: u64 = given.sum::<Option<u64>>()?;
                        // No more than eight ways lead from a cell, apart from the board's own.
                        (given + 1) * (16 * board.cells.len() as u64 + 2 * board.links.len() as u64)
                    }
                }
            }
            _ => 0,
        };
        value.checked_add(done)
    }

    /// Comparing a value with another.
    fn compared(&self, of: &Within<'_>, a: &Expr) -> Option<u64> {
        match a.ty.inner() {
            Ty::Str => Some(self.text(a)),
            it if it.is_scalar() => Some(0),
            Ty::Packed(_) => Some(u64::from(self.steps.parts(&a.ty))),
            it if is_scalar_list(it) => Some(1 + self.entries(of, a)?),
            _ => None,
        }
    }

    fn place_op(&mut self, of: &Within<'_>, op: PlaceOp, place: &Place, args: &[Expr]) -> Option<u64> {
        let moved = self.most_entries() >> MOVED_SHIFT;
        let change = match op {
            PlaceOp::Push | PlaceOp::Pop | PlaceOp::Swap | PlaceOp::Clear => 0,
            PlaceOp::Append => self.entries(of, args.first()?)?,
            PlaceOp::Shift | PlaceOp::Insert | PlaceOp::RemoveAt => moved,
            PlaceOp::SetAdd | PlaceOp::SetDelete if args.iter().all(|it| it.ty.is_scalar()) => moved,
            PlaceOp::Fill | PlaceOp::Shuffle => self.most_entries(),
            _ => return None,
        };
        (!self.steps.nests(&place.ty)).then_some(())?;
        Some(self.place(of, place)? + self.exprs(of, args)? + change)
    }

    /// The way to a place, and a change there: lists within others are copied.
    fn place(&mut self, of: &Within<'_>, place: &Place) -> Option<u64> {
        (!self.steps.nests(&place.ty)).then_some(())?;
        let program = self.known.program;
        let mut ty = match place.root {
            Root::Local(id) => &program.function(of.id).locals[id.0 as usize].ty,
            Root::Global(id) => &program.globals[id.index()].ty,
            Root::View(id) => &program.view_fields[id.index()].ty,
            // It may belong to several frames.
            Root::Frame(_) if place.path.is_empty() => &place.ty,
            Root::Frame(_) => return None,
        };
        let mut sum = 0;
        for step in &place.path {
            match (step, ty.inner()) {
                (Step::Index(at), Ty::Array(of_it, _)) => {
                    sum += self.expr(of, at)?;
                    ty = of_it;
                }
                (Step::Index(at), Ty::List(of_it)) => {
                    sum += self.expr(of, at)? + self.most_entries();
                    ty = of_it;
                }
                (Step::Field(field), Ty::Record(id) | Ty::Packed(id)) => {
                    ty = &program.records[id.index()].fields[usize::from(*field)].ty;
                }
                _ => return None,
            }
        }
        Some(sum)
    }

    /// Maximum entries of a list, set, map or array.
    fn entries(&self, of: &Within<'_>, e: &Expr) -> Option<u64> {
        let known = match &e.kind {
            ExprKind::Const(Const::List(items)) => Some(items.len() as u64),
            ExprKind::Data(id) => match &self.known.program.data[id.index()].value {
                Const::List(items) => Some(items.len() as u64),
                _ => None,
            },
            _ => longest(self.known.program, &of.facts, e).map(u64::from),
        };
        match e.ty.inner() {
            Ty::Array(_, index) => Some(self.known.program.count(*index) as u64),
            Ty::List(_) | Ty::Set(_) => Some(known.unwrap_or(self.most_entries())),
            Ty::Map(..) => Some(2 * self.most_entries()),
            Ty::Str => Some(self.limits.string as u64),
            _ => None,
        }
    }

    fn most_entries(&self) -> u64 {
        self.limits.list as u64
    }

    /// Steps for iterating over this many entries and copying them.
    fn copy(&self, entries: u64) -> u64 {
        entries / 2 + 1
    }

    /// Reading and writing a text.
    fn text(&self, e: &Expr) -> u64 {
        let bytes = match &e.kind {
            ExprKind::Const(Const::Str(it)) => it.len(),
            _ => self.limits.string,
        };
        (bytes as u64 >> BYTES_SHIFT) + 1
    }
}

fn is_scalar_list(ty: &Ty) -> bool {
    matches!(ty, Ty::Array(..)) && ty.element().is_some_and(Ty::is_scalar)
        || matches!(ty, Ty::List(of) | Ty::Set(of) if of.is_scalar())
}
