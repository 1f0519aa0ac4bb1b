//! Which statements are counted when they are reached.

use crate::{Expr, ExprKind, Node, Span, Stmt, walk};
use std::collections::BTreeSet;

/// The statements of a body that are counted when they are reached, in the order of the text. Those that an expression consists
/// of, as a `count(..)` does, are none of the author's: what they stand for is in its span, or nowhere.
pub fn statements(body: &[Stmt]) -> Vec<&Stmt> {
    let (mut found, mut made) = (Vec::new(), BTreeSet::new());
    walk(body, &mut |node| match node {
        Node::Expr(Expr { kind: ExprKind::Block(body, _), span, .. }) => within(body, *span, &mut made),
        Node::Stmt(it) if !made.contains(&std::ptr::from_ref(it)) => found.push(it),
        Node::Stmt(_) | Node::Expr(_) | Node::Place(_) => {}
    });
    found
}

/// Those of a block that are in its span, or nowhere.
fn within(body: &[Stmt], span: Span, made: &mut BTreeSet<*const Stmt>) {
    for it in body {
        if span.start <= it.span.start && it.span.end <= span.end || it.span.is_empty() {
            made.insert(it);
        }
        crate::bodies(it).into_iter().for_each(|it| within(it, span, made));
    }
}
