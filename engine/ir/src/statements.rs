//! Which statements are counted when they are reached.

use crate::{Expr, ExprKind, Node, Span, Stmt, StmtKind, walk};
use std::collections::BTreeSet;

/// The statements of a body that are counted when they are reached, in the order of the text. Those that an expression consists
/// of, as a `count(..)` does, are none of the author's: what they stand for is in its span, or nowhere.
pub fn statements(body: &[Stmt]) -> Vec<&Stmt> {
    let (mut found, mut made) = (Vec::new(), BTreeSet::new());
    walk(body, &mut |node| match node {
        Node::Expr(Expr { kind: ExprKind::Block(body, _), span, .. }) => within(body, *span, &mut made),
        Node::Stmt(it) if !made.contains(&std::ptr::from_ref(it)) => found.push(it),
        _ => {}
    });
    found
}

/// Those of a block that are in its span, or nowhere.
fn within(body: &[Stmt], span: Span, made: &mut BTreeSet<*const Stmt>) {
    for it in body {
        if span.start <= it.span.start && it.span.end <= span.end || it.span.is_empty() {
            made.insert(it);
        }
        match &it.kind {
            StmtKind::If(_, yes, no) => [yes, no].into_iter().for_each(|it| within(it, span, made)),
            StmtKind::While(_, body) | StmtKind::ForRange(.., body) | StmtKind::ForEach(.., body) => {
                within(body, span, made);
            }
            _ => {}
        }
    }
}
