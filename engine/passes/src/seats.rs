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
        // So it stands in functions, which may run for nobody.
        ExprKind::Unwrap(inner) => {
            matches!(&inner.kind, ExprKind::Cast(Cast::SeatToRole, it) if matches!(it.kind, ExprKind::Seat))
        }
        _ => false,
    };
    if is_seat && e.ty == Ty::Role {
        e.kind = ExprKind::Seat;
    }
}
