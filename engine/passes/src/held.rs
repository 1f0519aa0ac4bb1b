//! An optional that was tested before is not tested again.
//!
//! ```text
//! if to != none and G.board[to!] == none { … }
//!     becomes
//! if to != none and G.board[held<int>(to)] == none { … }
//! ```
//!
//! Assumes that the remaining code is not moved. Promises: it only drops a check if every path leads past a test, which
//! [`ir::verify`] finds as well.

use ir::{Cast, ExprKind, Program, Ty};

pub fn run(program: &mut Program) {
    for function in &mut program.functions {
        let known = ir::held(function);
        if known.is_empty() {
            continue;
        }
        ir::exprs_mut(&mut function.body, &mut |e| {
            let found = known.contains(&std::ptr::from_ref(e));
            if let ExprKind::Unwrap(a) = &e.kind
                && found
                && matches!(a.ty, Ty::Opt(_))
            {
                e.kind = ExprKind::Cast(Cast::Held, a.clone());
            }
        });
    }
}
