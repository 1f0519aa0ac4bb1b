//! Counts the uses of locals.

use ir::{LocalId, Stmt, mentioned, walk};

/// Number of uses of each local in a function.
pub fn uses(function: &ir::Function) -> Vec<u32> {
    let mut uses = vec![0; function.locals.len()];
    each_use(&function.body, &mut |id| {
        if let Some(it) = uses.get_mut(id.0 as usize) {
            *it += 1;
        }
    });
    uses
}

/// Calls `visit` for each use of a local in statements.
pub fn each_use(body: &[Stmt], visit: &mut impl FnMut(LocalId)) {
    walk(body, &mut |node| mentioned(node).into_iter().for_each(&mut *visit));
}
