//! Drops tests of `R` in code that only prompts and handlers reach, where `R` is always a role.
//!
//! ```text
//! if G.board[cell] == check<Role>(R) { … }
//!     becomes
//! if G.board[cell] == R { … }
//! ```
//!
//! Assumes that a prompt and a handler run for a role that plays. Promises: the program does the same; steps are those
//! of the new code.

use ir::{Cast, Expr, ExprKind, Program, Ty};

pub fn run(program: &mut Program) {
    let seated = ir::seated(program);
    for (function, _) in program.functions.iter_mut().zip(seated).filter(|it| it.1) {
        ir::exprs_mut(&mut function.body, &mut unchecked);
    }
}

fn unchecked(e: &mut Expr) {
    let is_seat = match &e.kind {
        ExprKind::Cast(Cast::Check, inner) => matches!(inner.kind, ExprKind::Seat),
        // This form is for functions that may run for nobody.
        ExprKind::Unwrap(inner) => {
            matches!(&inner.kind, ExprKind::Cast(Cast::SeatToRole, it) if matches!(it.kind, ExprKind::Seat))
        }
        _ => false,
    };
    if is_seat && e.ty == Ty::Role {
        e.kind = ExprKind::Seat;
    }
}
