//! Evaluates constant expressions before a game.
//!
//! ```text
//! if { who = White; who == White } then [n, nw] else [s, sw]
//!     becomes
//! [n, nw]
//! ```
//!
//! Assumes nothing. Promises: the new code gives the same results and the same failures; the author's statements stay.
//! Steps are those of the new code.

use crate::free::is_quiet;
use crate::settled;
use ir::{
    Binary, Builtin, ChildMut, Const, Expr, ExprKind, Function, INT_MAX, LocalId, Node, Place, Program, Root, Stmt,
    StmtKind, Ty, Unary,
};
use std::collections::BTreeMap;

pub fn run(program: &mut Program) {
    program.functions.iter_mut().for_each(function);
}

pub fn function(it: &mut Function) {
    let constants = if settled::locals(it) { constants(it) } else { BTreeMap::new() };
    let mut body = std::mem::take(&mut it.body);
    Fold { constants }.body(&mut body);
    it.body = body;
}

/// The locals that have but one value, which is a number or the like, and are read as values only.
fn constants(function: &Function) -> BTreeMap<LocalId, Const> {
    let mut writes: BTreeMap<LocalId, u32> = (0..u32::from(function.params)).map(|i| (LocalId(i), 1)).collect();
    let mut found = BTreeMap::new();
    ir::walk(&function.body, &mut |node| {
        ir::written(node).into_iter().for_each(|id| *writes.entry(id).or_default() += 1);
        if let Node::Place(Place { root: Root::Local(id), .. }) = node {
            *writes.entry(*id).or_default() += 2;
        }
        if let Node::Stmt(Stmt { kind: StmtKind::Set(id, e), .. }) = node
            && let ExprKind::Const(it @ (Const::Int(_) | Const::Bool(_))) = &e.kind
            && e.ty == function.locals[id.0 as usize].ty
            && !matches!(e.ty, Ty::Opt(_) | Ty::Any)
        {
            found.insert(*id, it.clone());
        }
    });
    found.retain(|id, _| writes.get(id) == Some(&1));
    found
}

struct Fold {
    constants: BTreeMap<LocalId, Const>,
}

impl Fold {
    fn body(&self, body: &mut Vec<Stmt>) {
        // Statements inserted by a pass are not the author's.
        body.retain(|it| match it.kind {
            StmtKind::Set(id, _) => !it.span.is_empty() || !self.constants.contains_key(&id),
            _ => true,
        });
        for it in body {
            ir::stmt_children_mut(it, &mut |child| self.child(child));
            match &mut it.kind {
                StmtKind::If(condition, yes, no) => match decided(condition) {
                    Some(true) => no.clear(),
                    Some(false) => yes.clear(),
                    None => {}
                },
                StmtKind::ForEach(_, list, _) => literal(list),
                _ => {}
            }
        }
    }

    fn child(&self, child: ChildMut<'_>) {
        match child {
            ChildMut::Expr(e) => {
                ir::expr_children_mut(e, &mut |child| self.child(child));
                self.expr(e);
            }
            ChildMut::Place(it) => ir::place_children_mut(it, &mut |child| self.child(child)),
            ChildMut::Body(body) => self.body(body),
        }
    }

    fn expr(&self, e: &mut Expr) {
        if let ExprKind::Index(list, _) | ExprKind::Binary(Binary::In, _, list) = &mut e.kind {
            literal(list);
        }
        let found = match &mut e.kind {
            ExprKind::Local(id) => self.constants.get(id).cloned().map(Found::Known),
            ExprKind::Unary(Unary::Not, a) => decided(a).map(|it| Found::Known(Const::Bool(!it))),
            ExprKind::Binary(op, a, b) => binary(*op, a, b).map(Found::Known),
            ExprKind::And(a, b) => chosen(a, b, true),
            ExprKind::Or(a, b) => chosen(a, b, false),
            ExprKind::If(condition, a, b) => decided(condition).map(|it| take(if it { a } else { b })),
            ExprKind::Index(list, at) => match (&list.kind, &at.kind) {
                (ExprKind::Const(Const::List(items)), ExprKind::Const(Const::Int(at)))
                    if list.ty.element() == Some(&e.ty) && !matches!(list.ty, Ty::Set(_)) =>
                {
                    usize::try_from(*at).ok().and_then(|at| items.get(at)).cloned().map(Found::Known)
                }
                _ => None,
            },
            ExprKind::Builtin(op @ (Builtin::Upper | Builtin::Lower), items) => {
                let text = &mut items[0];
                cased(*op, text).then(|| take(text))
            }
            ExprKind::Block(body, value) if body.is_empty() => Some(take(value)),
            _ => None,
        };
        match found {
            Some(Found::Known(it)) => e.kind = ExprKind::Const(it),
            // A value of another type is wrapped rather than retyped.
            Some(Found::Part(part)) if part.ty != e.ty => e.kind = ExprKind::Block(Vec::new(), part),
            Some(Found::Part(part)) => *e = *part,
            None => {}
        }
    }
}

/// Puts a known text, or those of a table that one is looked up in, in capital or small letters: whether it could. Which letters
/// others than those of ASCII become is asked when it is played.
fn cased(op: Builtin, e: &mut Expr) -> bool {
    let texts = match &mut e.kind {
        ExprKind::Const(it) => std::slice::from_mut(it),
        ExprKind::Index(table, _) if table.ty.element() == Some(&Ty::Str) && !matches!(table.ty, Ty::Set(_)) => {
            match &mut table.kind {
                ExprKind::Const(Const::List(texts)) => texts,
                _ => return false,
            }
        }
        _ => return false,
    };
    let known = |it: &Const| matches!(it, Const::Str(text) if text.is_ascii());
    if !texts.iter().all(known) {
        return false;
    }
    for it in texts {
        if let Const::Str(text) = it {
            match op {
                Builtin::Upper => text.make_ascii_uppercase(),
                _ => text.make_ascii_lowercase(),
            }
        }
    }
    true
}

/// The replacement of an expression.
enum Found {
    Known(Const),
    /// A part of it, with its place.
    Part(Box<Expr>),
}

/// A list literal of constants that is only queried is constant itself.
fn literal(e: &mut Expr) {
    match &mut e.kind {
        ExprKind::If(_, a, b) => [a, b].into_iter().for_each(|it| literal(it)),
        ExprKind::Block(_, value) => literal(value),
        ExprKind::Make(items) => {
            let (Ty::List(of) | Ty::Array(of, _)) = &e.ty else { return };
            let known = items.iter().map(|it| match &it.kind {
                ExprKind::Const(known @ (Const::Int(_) | Const::Bool(_))) if it.ty == **of => Some(known.clone()),
                _ => None,
            });
            if let Some(all) = known.collect() {
                e.kind = ExprKind::Const(Const::List(all));
            }
        }
        _ => {}
    }
}

fn take(e: &mut Expr) -> Found {
    let kind = ExprKind::Const(Const::None);
    Found::Part(Box::new(Expr { kind: std::mem::replace(&mut e.kind, kind), ty: e.ty.clone(), span: e.span }))
}

/// The constant value of a condition.
fn decided(e: &Expr) -> Option<bool> {
    match e.kind {
        ExprKind::Const(Const::Bool(it)) => Some(it),
        _ => None,
    }
}

/// `a and b` for `go_on` true, `a or b` for false.
fn chosen(a: &mut Expr, b: &mut Expr, go_on: bool) -> Option<Found> {
    match (decided(a), decided(b)) {
        (Some(it), _) if it != go_on => Some(Found::Known(Const::Bool(it))),
        (Some(_), _) => Some(take(b)),
        (_, Some(it)) if it == go_on => Some(take(a)),
        (_, Some(it)) if is_quiet(a) => Some(Found::Known(Const::Bool(it))),
        _ => None,
    }
}

fn binary(op: Binary, a: &Expr, b: &Expr) -> Option<Const> {
    let (ExprKind::Const(a), ExprKind::Const(b)) = (&a.kind, &b.kind) else { return None };
    let int = |n: Option<i64>| n.filter(|it| (-INT_MAX..=INT_MAX).contains(it)).map(Const::Int);
    match (a, b) {
        (Const::Int(x), Const::Int(y)) => match op {
            Binary::Eq => Some(Const::Bool(x == y)),
            Binary::Ne => Some(Const::Bool(x != y)),
            Binary::IntLt => Some(Const::Bool(x < y)),
            Binary::IntLe => Some(Const::Bool(x <= y)),
            Binary::IntAdd => int(x.checked_add(*y)),
            Binary::IntSub => int(x.checked_sub(*y)),
            Binary::IntMul => int(x.checked_mul(*y)),
            _ => None,
        },
        (Const::Bool(x), Const::Bool(y)) => match op {
            Binary::Eq => Some(Const::Bool(x == y)),
            Binary::Ne => Some(Const::Bool(x != y)),
            _ => None,
        },
        _ => None,
    }
}
