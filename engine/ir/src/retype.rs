//! Every type in a program, and every call in a body, to be changed.

use crate::{ExprKind, FnId, NodeMut, Program, Stmt, Ty, exprs_mut, walk_mut};

/// Visits every type that values have in a program: those of declarations, of expressions and of places.
pub fn retype(program: &mut Program, change: &mut impl FnMut(&mut Ty)) {
    for it in &mut program.records {
        it.fields.iter_mut().for_each(|it| change(&mut it.ty));
    }
    program.globals.iter_mut().for_each(|it| change(&mut it.ty));
    program.view_fields.iter_mut().for_each(|it| change(&mut it.ty));
    program.data.iter_mut().for_each(|it| change(&mut it.ty));
    for it in &mut program.frames {
        it.fields.iter_mut().for_each(|it| change(&mut it.ty));
    }
    for it in &mut program.functions {
        it.locals.iter_mut().for_each(|it| change(&mut it.ty));
        change(&mut it.result);
        walk_mut(&mut it.body, &mut |node| match node {
            NodeMut::Expr(it) => change(&mut it.ty),
            NodeMut::Place(it) => change(&mut it.ty),
            NodeMut::Stmt(_) => {}
        });
    }
}

/// Visits every call in a body: the function that it is of.
pub fn recall(body: &mut [Stmt], change: &mut impl FnMut(&mut FnId)) {
    exprs_mut(body, &mut |e| {
        if let ExprKind::Call(id, _) = &mut e.kind {
            change(id);
        }
    });
}
