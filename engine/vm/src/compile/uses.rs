//! How often locals stand in a function.

use ir::{LocalId, Stmt, mentioned, walk};

/// How often each local of a function stands in it.
pub fn uses(function: &ir::Function) -> Vec<u32> {
    let mut uses = vec![0; function.locals.len()];
    each_use(&function.body, &mut |id| {
        if let Some(it) = uses.get_mut(id.0 as usize) {
            *it += 1;
        }
    });
    uses
}

/// Tells of each time that a local stands in some statements.
pub fn each_use(body: &[Stmt], visit: &mut impl FnMut(LocalId)) {
    walk(body, &mut |node| mentioned(node).into_iter().for_each(&mut *visit));
}
