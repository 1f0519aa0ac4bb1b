//! Loops that go through lists and numbers.
//!
//! Invariant: a list is not held twice if nothing in the loop can change it; a loop whose body is a condition on the
//! element skips elements that fail it in one instruction, and leaves anything that could fault to the condition in the
//! body.

use super::uses::each_use;
use super::{Compiler, Loop, Use, constant};
use crate::op::{Against, Each, Op, Reg, Row, Rows, Source, Test, Within};
use crate::value::Value;
use ir::steps::{COPIED_SHIFT, copies, is_list};
use ir::way::Link;
use ir::{
    Binary, Cast, Const, Effects, Expr, ExprKind, LocalId, Node, Root, Stmt, StmtKind, Ty, Unary, changes_only,
    set_local, walk,
};

/// `any` or `all` as a condition: a flag that nothing else looks at, and a loop that turns it.
pub(super) struct Quantifier<'e> {
    pub flag: LocalId,
    /// The result if the loop runs to the end.
    pub start: bool,
    pub round: &'e Stmt,
}

impl Compiler<'_, '_> {
    pub(super) fn for_each(&mut self, it: &Stmt, var: LocalId, list: &Expr, body: &[Stmt]) {
        let (source, holds) = self.source(var, list, body);
        let mut each = Each {
            to: self.local(var),
            source,
            count: self.temp(),
            step: if matches!(list.ty, Ty::Map(..)) { 2 } else { 1 },
            cost: self.round(it),
            list_paid: copies(list),
            item_paid: is_list(&self.function.locals[var.0 as usize].ty),
            list_span: list.span,
            test: None,
            rows: None,
            offered: None,
            labels: Default::default(),
        };
        if let (Source::Const(at), 1) = (each.source, each.step) {
            each.rows = self.code.consts.get(at as usize).and_then(|it| self.rows(it, &each, var, body));
        }
        let known = self.known(var);
        self.each(each, var, holds, body);
        self.scope = known;
        if let Some(at) = holds {
            self.emit(Op::Clear { at });
        }
    }

    pub(super) fn for_range(&mut self, it: &Stmt, var: LocalId, from: &Expr, last: &Expr, body: &[Stmt]) {
        let at = self.row([from, last], Use::Read);
        let to = self.local(var);
        let cost = self.round(it);
        if self.condition(var, body).is_some() {
            let each = Each {
                to,
                source: Source::Range,
                count: at,
                step: 1,
                cost,
                list_paid: false,
                item_paid: false,
                list_span: it.span,
                test: None,
                rows: None,
                offered: None,
                labels: Default::default(),
            };
            return self.each(each, var, None, body);
        }
        let (end, next) = (self.label(), self.label());
        self.emit(Op::ForRange { to, at, end });
        let start = self.label_here();
        let known = self.known(var);
        self.body(Loop { end, next, holds: None }, body);
        self.scope = known;
        self.place_label(next);
        self.emit(Op::NextRange { to, at, cost, body: start });
        self.place_label(end);
    }

    fn each(&mut self, mut each: Each, var: LocalId, holds: Option<Reg>, body: &[Stmt]) {
        let (start, after, end, next) = (self.label(), self.label(), self.label(), self.label());
        each.labels = [start, after, end];
        let condition = self.condition(var, body);
        each.test = condition.as_ref().map(|it| it.0);
        each.offered = condition.as_ref().and_then(|(_, conditions, then)| match (conditions.as_slice(), then) {
            ([_], [Stmt { kind: StmtKind::Offer(action, args), .. }]) => match args.as_slice() {
                [it] if it.ty.is_integral() && matches!(it.kind, ExprKind::Local(id) if id == var) => Some(action.0),
                _ => None,
            },
            _ => None,
        });
        let at = self.code.eaches.len() as u16;
        self.code.eaches.push(each);
        self.emit(Op::Each { each: at, first: true });
        self.place_label(start);
        self.loops.push(Loop { end, next, holds });
        match condition {
            None => {
                self.place_label(after);
                self.stmts(body);
            }
            Some((_, conditions, then)) => {
                for (i, it) in conditions.into_iter().enumerate() {
                    self.branch(it, false, next);
                    if i == 0 {
                        self.place_label(after);
                    }
                }
                self.stmts(then);
            }
        }
        self.loops.pop();
        self.place_label(next);
        self.emit(Op::Each { each: at, first: false });
        self.place_label(end);
    }

    /// The location of the list during iteration, and the register to clear afterwards.
    fn source(&mut self, var: LocalId, list: &Expr, body: &[Stmt]) -> (Source, Option<Reg>) {
        let root = match &list.kind {
            ExprKind::Local(id) => Some(Root::Local(*id)),
            ExprKind::Load(place) if place.path.is_empty() => Some(place.root),
            _ => None,
        };
        match root.filter(|it| *it != Root::Local(var) && !self.writes(body, *it)) {
            Some(Root::Local(id)) => (Source::Register(self.local(id)), None),
            Some(Root::Global(id)) => (Source::Global(id.0), None),
            _ => match &list.kind {
                ExprKind::Data(id) => (Source::Const(self.data(*id)), None),
                ExprKind::Const(it @ Const::List(_)) => (Source::Const(self.constant(constant(it))), None),
                _ => {
                    let at = self.row([list], Use::Read);
                    (Source::Register(at), Some(at))
                }
            },
        }
    }

    /// `true` if statements may change the value at a root.
    fn writes(&self, body: &[Stmt], root: Root) -> bool {
        let mut writes = false;
        walk(body, &mut |node| {
            writes |= set_local(node).map(Root::Local) == Some(root);
            writes |= !changes_only(node, |place| place.root != root);
            writes |= match node {
                Node::Stmt(it) => matches!(it.kind, StmtKind::PopUndo),
                Node::Expr(Expr { kind: ExprKind::Call(id, _), .. }) => {
                    let effects = self.context.program.function(*id).effects;
                    matches!(root, Root::Global(_)) && effects.has(Effects::FIELDS)
                }
                Node::Expr(_) | Node::Place(_) => false,
            };
        });
        writes
    }

    /// The test of an element, the full condition, and the statements under it, if the body consists of nothing else.
    fn condition<'e>(&self, var: LocalId, body: &'e [Stmt]) -> Option<(Test, Vec<&'e Expr>, &'e [Stmt])> {
        let [choice @ Stmt { kind: StmtKind::If(condition, then, no), .. }] = body else { return None };
        // A watched condition remains a statement.
        (!self.is_watched(choice)).then_some(())?;
        let mut conditions = Vec::new();
        let mut first = condition;
        while let ExprKind::And(a, b) = &first.kind {
            conditions.insert(0, &**b);
            first = a;
        }
        conditions.insert(0, first);
        let test = self.test(var, first).filter(|_| no.is_empty())?;
        // The variable must not be used after the loop: all its uses are in the loop.
        let mut seen = 1;
        each_use(body, &mut |id| seen += u32::from(id == var));
        (self.uses.get(var.0 as usize) == Some(&seen)).then_some((test, conditions, then))
    }

    fn test(&self, var: LocalId, e: &Expr) -> Option<Test> {
        let (a, b, equal) = match &e.kind {
            ExprKind::Unary(Unary::Not, a) => {
                let test = self.test(var, a)?;
                return Some(match test.within {
                    Some(it) => Test { within: Some(Within { found: !it.found, ..it }), ..test },
                    None => Test { equal: !test.equal, ..test },
                });
            }
            ExprKind::Block(body, value) => return self.test_within(var, &self.quantifier(body, value)?),
            ExprKind::Binary(op @ (Binary::Eq | Binary::Ne), a, b) => (a, b, *op == Binary::Eq),
            _ => return None,
        };
        let (a, b) = if matches!(self.plain(a).kind, ExprKind::Const(_)) { (b, a) } else { (a, b) };
        let none = matches!(self.plain(b).kind, ExprKind::Const(Const::None));
        if !a.ty.inner().is_integral() || !(none || b.ty.inner().is_integral()) {
            return None;
        }
        let is_var = |it: &Expr| matches!(self.plain(it).kind, ExprKind::Local(id) if id == var);
        let looked = self.plain(a);
        let global = if is_var(looked) {
            None
        } else {
            let (id, link) = self.global_link(looked)?;
            matches!(link, Link::Index(index) if is_var(index)).then_some(())?;
            Some(id)
        };
        let against = match &self.plain(b).kind {
            ExprKind::Const(Const::None) => Against::None,
            ExprKind::Const(Const::Int(n)) => Against::Int(*n),
            ExprKind::Local(id) if *id != var => Against::Register(self.local(*id)),
            ExprKind::Seat if b.ty == Ty::Role => Against::Role,
            ExprKind::Cast(Cast::Check, inner) if matches!(inner.kind, ExprKind::Seat) => match b.ty.inner() {
                Ty::Role => Against::Role,
                _ => return None,
            },
            _ => return None,
        };
        Some(Test { within: None, global, against, equal })
    }

    /// A test of each element of the element, which is a list: nothing else may be done with them.
    fn test_within(&self, var: LocalId, it: &Quantifier<'_>) -> Option<Test> {
        let StmtKind::ForEach(inner, list, body) = &it.round.kind else { return None };
        let is_var = matches!(list.kind, ExprKind::Local(id) if id == var);
        let plain = matches!(list.ty, Ty::List(_) | Ty::Set(_)) && !is_list(&self.function.locals[inner.0 as usize].ty);
        let (test, conditions, then) = self.condition(*inner, body).filter(|_| is_var && plain)?;
        // The loop must only skip elements or flip the flag, and the flag must have no other uses.
        if conditions.len() != 1 || then.len() != 2 || test.within.is_some() {
            return None;
        }
        let within = Within { found: !it.start, cost: self.round(it.round), paid: copies(list) };
        Some(Test { within: Some(within), ..test })
    }

    /// A constant list as [`Rows`], if the loop tests the elements of a global list at the indices in each element.
    fn rows(&self, list: &Value, each: &Each, var: LocalId, body: &[Stmt]) -> Option<Rows> {
        let (test, ..) = self.condition(var, body)?;
        let (within, _) = test.within.zip(test.global)?;
        let row = |numbers: &Value| {
            let (mut all, mut but_last) = (0_u64, 0);
            for it in numbers.items() {
                let bit = u32::try_from(it.int()).ok().and_then(|it| 1_u64.checked_shl(it))?;
                (bit > all).then_some(())?;
                (all, but_last) = (all | bit, all);
            }
            let copies = i64::from(each.item_paid) + i64::from(within.paid);
            let cost = i64::from(each.cost) + copies * (numbers.items().len() >> COPIED_SHIFT) as i64;
            Some(Row { all, but_last, cost })
        };
        let rows: Vec<Row> = list.items().iter().map(row).collect::<Option<_>>()?;
        let end = rows.iter().map(|it| 64 - it.all.leading_zeros() as usize).max()?;
        Some(Rows { end, rows })
    }

    /// `any` or `all`, whose flag is only its result.
    pub(super) fn quantifier<'e>(&self, body: &'e [Stmt], value: &Expr) -> Option<Quantifier<'e>> {
        let (ExprKind::Local(flag), [Stmt { kind: StmtKind::Set(set, start), .. }, round]) = (&value.kind, body) else {
            return None;
        };
        let ExprKind::Const(Const::Bool(start)) = start.kind else { return None };
        (!self.is_watched(round)).then_some(())?;
        let (StmtKind::ForRange(_, _, _, inner) | StmtKind::ForEach(_, _, inner)) = &round.kind else { return None };
        // One use each for creation, change and test.
        let uses = self.uses.get(flag.0 as usize).copied();
        (set == flag && uses == Some(3) && turns(inner, *flag, !start)).then_some(Quantifier {
            flag: *flag,
            start,
            round,
        })
    }
}

/// `true` if every path through the statements ends by flipping a flag and leaving the loop, with conditions only at
/// the end.
fn turns(body: &[Stmt], flag: LocalId, to: bool) -> bool {
    match body {
        [.., Stmt { kind: StmtKind::Set(id, e), .. }, Stmt { kind: StmtKind::Break, .. }] => {
            *id == flag && matches!(e.kind, ExprKind::Const(Const::Bool(it)) if it == to)
        }
        [.., Stmt { kind: StmtKind::If(_, then, no), .. }] => no.is_empty() && turns(then, flag, to),
        _ => false,
    }
}
