//! Selects the statements that coverage counts.

use crate::{Expr, ExprKind, Node, Span, Stmt, walk};
use std::collections::BTreeSet;

/// The statements of a body that coverage counts, in the order of the text. Statements generated for an expression,
/// such as `count(..)`, are not the author's: their spans are within its span, or empty.
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
