//! How often locals stand in a function.

use ir::{ExprKind, LocalId, Node, Root, Stmt, StmtKind, walk};

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
    walk(body, &mut |node| match node {
        Node::Stmt(it) => match &it.kind {
            StmtKind::Set(id, _) | StmtKind::ForRange(id, ..) | StmtKind::ForEach(id, ..) => visit(*id),
            _ => {}
        },
        Node::Expr(it) => {
            if let ExprKind::Local(id) = it.kind {
                visit(id);
            }
        }
        Node::Place(it) => {
            if let Root::Local(id) = it.root {
                visit(id);
            }
        }
    });
}
