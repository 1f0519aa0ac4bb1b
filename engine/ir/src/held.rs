//! Finds optionals that surely hold a value, because every path to them has tested it.

use crate::shared_set::SharedSet;
use crate::{
    Arg, Binary, Cast, Const, Expr, ExprKind, Function, LocalId, Node, Place, Root, Step, Stmt, StmtKind, Ty, Unary,
    written,
};
use std::collections::BTreeSet;

/// The nodes of a function, by their addresses, that take the value of a local which surely holds one there:
/// [`ExprKind::Unwrap`] and [`Cast::Held`] of it.
pub fn held(function: &Function) -> BTreeSet<*const Expr> {
    let mut it = Search { found: BTreeSet::new() };
    it.body(&function.body, Some(SharedSet::new(function.locals.len())));
    it.found
}

/// Some locals.
type Locals = BTreeSet<LocalId>;

/// The locals that hold a value at some place; `None` if the place is unreachable.
type Facts = Option<SharedSet>;

fn join(a: Facts, b: Facts) -> Facts {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.common(&b)),
        (a, b) => a.or(b),
    }
}

fn without(mut facts: Facts, set: &Locals) -> Facts {
    if let Some(facts) = &mut facts {
        set.iter().for_each(|id| facts.remove(*id));
    }
    facts
}

/// The locals that statements may set.
fn written_in(body: &[Stmt]) -> Locals {
    let mut set = Locals::new();
    crate::walk(body, &mut |node| set.extend(written(node)));
    set
}

fn local(e: &Expr) -> Option<LocalId> {
    e.local()
}

struct Search {
    found: BTreeSet<*const Expr>,
}

impl Search {
    fn body(&mut self, body: &[Stmt], facts: Facts) -> Facts {
        body.iter().fold(facts, |facts, it| self.stmt(it, facts))
    }

    fn stmt(&mut self, it: &Stmt, facts: Facts) -> Facts {
        match &it.kind {
            StmtKind::Set(id, e) => {
                let mut facts = self.value(e, facts);
                let holds = facts.as_ref().is_some_and(|it| holds(e, it));
                if let Some(facts) = &mut facts {
                    if holds {
                        facts.insert(*id);
                    } else {
                        facts.remove(*id);
                    }
                }
                facts
            }
            StmtKind::If(condition, yes, no) => {
                let (holds, fails) = self.condition(condition, facts);
                let yes = self.body(yes, holds);
                join(yes, self.body(no, fails))
            }
            StmtKind::While(condition, body) => {
                let mut set = written_in(body);
                crate::walk_expr(condition, &mut |node| set.extend(written(node)));
                let facts = without(facts, &set);
                let (holds, _) = self.condition(condition, facts.clone());
                self.body(body, holds);
                facts
            }
            StmtKind::ForRange(id, from, to, body) => {
                let facts = self.value(from, facts);
                let facts = self.value(to, facts);
                self.rounds(*id, body, facts)
            }
            StmtKind::ForEach(id, list, body) => {
                let facts = self.value(list, facts);
                self.rounds(*id, body, facts)
            }
            StmtKind::Assert(condition, _) => self.condition(condition, facts).0,
            StmtKind::Break | StmtKind::Continue | StmtKind::Stop(_) => None,
            StmtKind::Return(e) => {
                if let Some(e) = e {
                    self.value(e, facts);
                }
                None
            }
            StmtKind::Assign(to, e) => self.changed(to, &[e], facts),
            StmtKind::PlaceOp(_, to, args) => self.changed(to, &args.iter().collect::<Vec<_>>(), facts),
            _ => {
                let mut all = Vec::new();
                // All direct children.
                crate::walk_some(std::slice::from_ref(it), &mut |node| match node {
                    Node::Expr(e) => {
                        all.push(e);
                        false
                    }
                    Node::Stmt(_) | Node::Place(_) => true,
                });
                self.values(all, facts)
            }
        }
    }

    /// A loop that gives a local one value after another.
    fn rounds(&mut self, id: LocalId, body: &[Stmt], facts: Facts) -> Facts {
        let mut set = written_in(body);
        set.insert(id);
        let facts = without(facts, &set);
        self.body(body, facts.clone());
        facts
    }

    /// A place, and the values stored there; assumes no order of evaluation.
    fn changed(&mut self, to: &Place, given: &[&Expr], facts: Facts) -> Facts {
        let mut set = Locals::new();
        if let Root::Local(id) = to.root {
            set.insert(id);
        }
        let indices = to.path.iter().filter_map(|it| if let Step::Index(e) = it { Some(e) } else { None });
        let all: Vec<&Expr> = indices.chain(given.iter().copied()).collect();
        all.iter().for_each(|e| crate::walk_expr(e, &mut |node| set.extend(written(node))));
        let facts = without(facts, &set);
        for e in all {
            self.value(e, facts.clone());
        }
        facts
    }

    fn values<'e>(&mut self, all: impl IntoIterator<Item = &'e Expr>, facts: Facts) -> Facts {
        all.into_iter().fold(facts, |facts, it| self.value(it, facts))
    }

    fn value(&mut self, e: &Expr, facts: Facts) -> Facts {
        match &e.kind {
            ExprKind::Unwrap(a) | ExprKind::Cast(Cast::Held, a) => {
                let mut facts = self.value(a, facts);
                if let (Some(id), Some(facts)) = (local(a), &mut facts)
                    && !facts.insert(id)
                {
                    self.found.insert(e);
                }
                facts
            }
            ExprKind::And(..) | ExprKind::Or(..) | ExprKind::Unary(Unary::Not, _) => {
                let (holds, fails) = self.condition(e, facts);
                join(holds, fails)
            }
            ExprKind::If(condition, a, b) => {
                let (holds, fails) = self.condition(condition, facts);
                let a = self.value(a, holds);
                join(a, self.value(b, fails))
            }
            ExprKind::Else(a, b) => {
                let facts = self.value(a, facts);
                let other = self.value(b, facts.clone());
                join(facts, other)
            }
            ExprKind::Trial(a, otherwise) => {
                let after = self.value(a, facts.clone());
                let after = join(after, facts);
                match otherwise {
                    Some(it) => self.value(it, after),
                    None => after,
                }
            }
            ExprKind::Block(body, value) => {
                let facts = self.body(body, facts);
                self.value(value, facts)
            }
            ExprKind::PlaceOp(_, to, args) => self.changed(to, &args.iter().collect::<Vec<_>>(), facts),
            ExprKind::Call(_, args) if args.iter().any(|it| matches!(it, Arg::InOut(_))) => {
                let mut set = Locals::new();
                crate::walk_expr(e, &mut |node| set.extend(written(node)));
                let facts = without(facts, &set);
                for it in parts(e) {
                    self.value(it, facts.clone());
                }
                facts
            }
            _ => self.values(parts(e), facts),
        }
    }

    /// The facts if a condition holds, and if it fails.
    fn condition(&mut self, e: &Expr, facts: Facts) -> (Facts, Facts) {
        match &e.kind {
            ExprKind::And(a, b) => {
                let (holds, fails) = self.condition(a, facts);
                let (both, other) = self.condition(b, holds);
                (both, join(fails, other))
            }
            ExprKind::Or(a, b) => {
                let (holds, fails) = self.condition(a, facts);
                let (other, neither) = self.condition(b, fails);
                (join(holds, other), neither)
            }
            ExprKind::Unary(Unary::Not, a) => {
                let (holds, fails) = self.condition(a, facts);
                (fails, holds)
            }
            ExprKind::Block(body, value) => {
                let facts = self.body(body, facts);
                self.condition(value, facts)
            }
            ExprKind::Binary(op @ (Binary::Eq | Binary::Ne), a, b) => {
                let facts = self.value(a, facts);
                let facts = self.value(b, facts);
                let mut changes = false;
                [a, b].into_iter().for_each(|e| crate::walk_expr(e, &mut |node| changes |= !written(node).is_empty()));
                if changes {
                    return (facts.clone(), facts);
                }
                let is_none = |e: &Expr| matches!(e.kind, ExprKind::Const(Const::None));
                let (with, equal) = match (local(a), local(b)) {
                    (Some(id), _) if is_none(b) => (id, false),
                    (_, Some(id)) if is_none(a) => (id, false),
                    (Some(id), _) if facts.as_ref().is_some_and(|it| holds(b, it)) => (id, true),
                    (_, Some(id)) if facts.as_ref().is_some_and(|it| holds(a, it)) => (id, true),
                    _ => return (facts.clone(), facts),
                };
                let mut known = facts.clone();
                if let Some(it) = &mut known {
                    it.insert(with);
                }
                if (*op == Binary::Eq) == equal { (known, facts) } else { (facts, known) }
            }
            _ => {
                let facts = self.value(e, facts);
                (facts.clone(), facts)
            }
        }
    }
}

/// The direct children of an expression, in order.
fn parts(e: &Expr) -> Vec<&Expr> {
    let mut all = Vec::new();
    crate::walk::walk_expr_some(e, &mut |node| match node {
        Node::Expr(it) if !std::ptr::eq(it, e) => {
            all.push(it);
            false
        }
        Node::Stmt(_) | Node::Expr(_) | Node::Place(_) => true,
    });
    all
}

/// `true` if an optional surely holds a value.
fn holds(e: &Expr, known: &SharedSet) -> bool {
    match &e.kind {
        ExprKind::Local(id) => known.contains(*id),
        ExprKind::Cast(Cast::Some, a) => !matches!(a.ty, Ty::Opt(_) | Ty::Any) || holds(a, known),
        ExprKind::Const(it) => *it != Const::None,
        ExprKind::If(_, a, b) => holds(a, known) && holds(b, known),
        ExprKind::Else(_, b) => holds(b, known),
        _ => false,
    }
}
