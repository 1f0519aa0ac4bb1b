//! An optional that was tested before is not tested again.
//!
//! ```text
//! if to != none and G.board[to!] == none { … }
//!     becomes
//! if to != none and G.board[held<int>(to)] == none { … }
//! ```
//!
//! Assumes that it runs last: what it leaves must stay where it stands. Promises: only where every way leads past a test,
//! which [`ir::verify`] finds as well.

use crate::parts::{self, Part};
use ir::{Cast, Expr, ExprKind, Function, Program, Ty};
use std::collections::BTreeSet;

pub fn run(program: &mut Program) {
    for function in &mut program.functions {
        let known = ir::held(function);
        if !known.is_empty() {
            rewrite(function, &known);
        }
    }
}

fn rewrite(function: &mut Function, known: &BTreeSet<*const Expr>) {
    function.body.iter_mut().for_each(|it| parts::of_stmt(it, &mut |it| part(it, known)));
}

fn part(part: Part<'_>, known: &BTreeSet<*const Expr>) {
    match part {
        Part::Expr(e) => {
            let found = known.contains(&std::ptr::from_ref(e));
            if let ExprKind::Unwrap(a) = &e.kind
                && found
                && matches!(a.ty, Ty::Opt(_))
            {
                e.kind = ExprKind::Cast(Cast::Held, a.clone());
            }
            parts::of_expr(e, &mut |it| self::part(it, known));
        }
        Part::Place(it) => parts::of_place(it, &mut |it| self::part(it, known)),
        Part::Body(body) => body.iter_mut().for_each(|it| parts::of_stmt(it, &mut |it| self::part(it, known))),
    }
}
