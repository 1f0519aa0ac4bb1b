//! Which locals are named, and which are changed.

use ir::{Arg, ExprKind, LocalId, Node, Place, Root, Stmt, StmtKind};

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

/// The locals that something changes itself, not through what is in it.
pub fn written(node: Node<'_>) -> Vec<LocalId> {
    let root = |it: &Place| match it.root {
        Root::Local(id) => Some(id),
        _ => None,
    };
    match node {
        Node::Expr(e) => match &e.kind {
            ExprKind::PlaceOp(_, it, _) => root(it).into_iter().collect(),
            ExprKind::Call(_, args) => args
                .iter()
                .filter_map(|it| match it {
                    Arg::InOut(it) => root(it),
                    Arg::Value(_) => None,
                })
                .collect(),
            _ => Vec::new(),
        },
        Node::Place(_) => Vec::new(),
        Node::Stmt(it) => match &it.kind {
            StmtKind::Set(id, _) | StmtKind::ForRange(id, ..) | StmtKind::ForEach(id, ..) => vec![*id],
            StmtKind::Assign(it, _) | StmtKind::PlaceOp(_, it, _) => root(it).into_iter().collect(),
            _ => Vec::new(),
        },
    }
}
