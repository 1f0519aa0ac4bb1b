//! Replaces a set of which only the length is used by its number of elements.
//!
//! ```text
//! let numbers: set<int> = [number(card) for card in cards]
//! assert len(numbers) == 52
//!     becomes
//! numbers = len(elements<set<int>>([number(card) for card in cards]))
//! assert numbers == 52
//! ```
//!
//! Assumes nothing. Promises: the set is computed in its old place, and executors need not sort it.

use crate::mentions::mentions;
use ir::{Builtin, Cast, ChildMut, Expr, ExprKind, Function, LocalId, Node, Program, Stmt, StmtKind, Ty};
use std::collections::BTreeSet;

pub fn run(program: &mut Program) {
    for function in &mut program.functions {
        let asked = asked(function);
        if asked.is_empty() {
            continue;
        }
        for id in &asked {
            function.locals[id.0 as usize].ty = Ty::Int;
        }
        change(ChildMut::Body(&mut function.body), &asked);
    }
}

/// The sets of a function's own that are made of elements, and of which nothing else is asked.
fn asked(function: &Function) -> BTreeSet<LocalId> {
    let total = mentions(&function.body, function.locals.len());
    let mut fit = vec![0; function.locals.len()];
    ir::walk(&function.body, &mut |node| {
        let id = match node {
            Node::Stmt(Stmt { kind: StmtKind::Set(id, e), .. }) if is_made(e) => Some(*id),
            Node::Expr(e) => measured(e),
            Node::Stmt(_) | Node::Place(_) => None,
        };
        if let Some(it) = id.and_then(|id| fit.get_mut(id.0 as usize)) {
            *it += 1;
        }
    });
    let own = usize::from(function.params)..function.locals.len();
    let is_asked = |i: &usize| total[*i] > 0 && total[*i] == fit[*i] && matches!(function.locals[*i].ty, Ty::Set(_));
    own.filter(is_asked).map(|i| LocalId(i as u32)).collect()
}

fn is_made(e: &Expr) -> bool {
    matches!((&e.kind, &e.ty), (ExprKind::Cast(Cast::Elements, _), Ty::Set(_)))
}

/// The local of which an expression is the number of elements.
fn measured(e: &Expr) -> Option<LocalId> {
    match &e.kind {
        ExprKind::Builtin(Builtin::Len, args) => match args.as_slice() {
            [Expr { kind: ExprKind::Local(id), .. }] => Some(*id),
            _ => None,
        },
        _ => None,
    }
}

fn change(child: ChildMut<'_>, asked: &BTreeSet<LocalId>) {
    match child {
        ChildMut::Expr(e) => match measured(e).filter(|id| asked.contains(id)) {
            Some(id) => e.kind = ExprKind::Local(id),
            None => ir::expr_children_mut(e, &mut |it| change(it, asked)),
        },
        ChildMut::Place(it) => ir::place_children_mut(it, &mut |it| change(it, asked)),
        ChildMut::Body(body) => {
            for stmt in body {
                ir::stmt_children_mut(stmt, &mut |it| change(it, asked));
                if let StmtKind::Set(id, e) = &mut stmt.kind
                    && asked.contains(id)
                {
                    let set = std::mem::replace(e, Expr { kind: ExprKind::Local(*id), ty: Ty::Int, span: e.span });
                    e.kind = ExprKind::Builtin(Builtin::Len, vec![set]);
                }
            }
        }
    }
}
