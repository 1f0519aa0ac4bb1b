//! Which locals are named.

use ir::{ExprKind, LocalId, Node, Root, Stmt, StmtKind};

/// How often each local is named.
pub fn mentions(body: &[Stmt], locals: usize) -> Vec<u32> {
    let mut total = vec![0; locals];
    ir::walk(body, &mut |node| {
        if let Some(it) = mentioned(node).and_then(|id| total.get_mut(id.0 as usize)) {
            *it += 1;
        }
    });
    total
}

/// The local that a node itself names.
pub fn mentioned(node: Node<'_>) -> Option<LocalId> {
    match node {
        Node::Expr(e) => match e.kind {
            ExprKind::Local(id) => Some(id),
            _ => None,
        },
        Node::Place(it) => match it.root {
            Root::Local(id) => Some(id),
            _ => None,
        },
        Node::Stmt(it) => match it.kind {
            StmtKind::Set(id, _) | StmtKind::ForRange(id, ..) | StmtKind::ForEach(id, ..) => Some(id),
            _ => None,
        },
    }
}
