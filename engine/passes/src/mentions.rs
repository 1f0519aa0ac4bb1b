//! Counts the uses of locals.

use ir::{ChildMut, ExprKind, LocalId, NodeMut, Root, Stmt, StmtKind};

/// Number of uses of each local.
pub fn mentions(body: &[Stmt], locals: usize) -> Vec<u32> {
    let mut total = vec![0; locals];
    ir::walk(body, &mut |node| {
        if let Some(it) = ir::mentioned(node).and_then(|id| total.get_mut(id.0 as usize)) {
            *it += 1;
        }
    });
    total
}

/// Gives all locals that a body names other numbers.
pub fn rename(body: &mut [Stmt], number: &mut dyn FnMut(&mut LocalId)) {
    ir::walk_mut(body, &mut |node| mentioned_mut(node).into_iter().for_each(&mut *number));
}

/// As above, for a child.
pub fn rename_child(child: ChildMut<'_>, number: &mut dyn FnMut(&mut LocalId)) {
    ir::walk_child_mut(child, &mut |node| mentioned_mut(node).into_iter().for_each(&mut *number));
}

fn mentioned_mut(node: NodeMut<'_>) -> Option<&mut LocalId> {
    match node {
        NodeMut::Expr(e) => match &mut e.kind {
            ExprKind::Local(id) => Some(id),
            _ => None,
        },
        NodeMut::Place(it) => match &mut it.root {
            Root::Local(id) => Some(id),
            Root::Global(_) | Root::Frame(_) | Root::View(_) => None,
        },
        NodeMut::Stmt(it) => match &mut it.kind {
            StmtKind::Set(id, _) | StmtKind::ForRange(id, ..) | StmtKind::ForEach(id, ..) => Some(id),
            _ => None,
        },
    }
}
