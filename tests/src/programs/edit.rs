//! One way through all code that may change it, bodies included: for spans, and for making programs smaller.

use ir::{ChildMut, Expr, Program, Stmt};

/// A visited node.
pub enum Part<'a> {
    Body(&'a mut Vec<Stmt>),
    Stmt(&'a mut Stmt),
    Expr(&'a mut Expr),
    Place(&'a mut ir::Place),
}

/// Visits everything in all functions, parents before children, including new children from the visitor.
pub fn visit(program: &mut Program, f: &mut dyn FnMut(Part<'_>)) {
    for it in &mut program.functions {
        child(ChildMut::Body(&mut it.body), f);
    }
}

/// Visits an expression and everything in it.
pub fn expr(it: &mut Expr, f: &mut dyn FnMut(Part<'_>)) {
    child(ChildMut::Expr(it), f);
}

fn child(it: ChildMut<'_>, f: &mut dyn FnMut(Part<'_>)) {
    match it {
        ChildMut::Body(it) => {
            f(Part::Body(it));
            for it in it {
                f(Part::Stmt(it));
                ir::stmt_children_mut(it, &mut |it| child(it, f));
            }
        }
        ChildMut::Expr(it) => {
            f(Part::Expr(it));
            ir::expr_children_mut(it, &mut |it| child(it, f));
        }
        ChildMut::Place(it) => {
            f(Part::Place(it));
            ir::place_children_mut(it, &mut |it| child(it, f));
        }
    }
}
