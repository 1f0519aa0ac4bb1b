//! Where nothing but prompts and handlers leads, `R` is a role: that is not looked at again.
//!
//! ```text
//! if G.board[cell] == check<Role>(R) { … }
//!     becomes
//! if G.board[cell] == R { … }
//! ```
//!
//! Assumes that a prompt and a handler run for a role that plays. Promises: what a program does is the same; steps are those of
//! what stands there then.

use crate::parts::{self, Part};
use ir::{Cast, Expr, ExprKind, Program, Ty};

pub fn run(program: &mut Program) {
    let seated = ir::seated(program);
    for (function, _) in program.functions.iter_mut().zip(seated).filter(|it| it.1) {
        function.body.iter_mut().for_each(|stmt| parts::of_stmt(stmt, &mut part));
    }
}

fn part(part: Part<'_>) {
    match part {
        Part::Expr(e) => expr(e),
        Part::Place(it) => parts::of_place(it, &mut self::part),
        Part::Body(body) => body.iter_mut().for_each(|it| parts::of_stmt(it, &mut self::part)),
    }
}

fn expr(e: &mut Expr) {
    if let ExprKind::Cast(Cast::Check, inner) = &e.kind
        && matches!(inner.kind, ExprKind::Seat)
        && e.ty == Ty::Role
    {
        e.kind = ExprKind::Seat;
    }
    parts::of_expr(e, &mut part);
}
