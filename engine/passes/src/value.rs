//! The statements of a function as the one expression that they give.

use ir::{Expr, ExprKind, Node, Stmt, StmtKind, Ty};

/// Maximum nodes duplicated where two paths through a function merge.
const AGAIN_MAX: usize = 4;

/// Number of nodes in statements.
pub fn count(body: &[Stmt]) -> usize {
    let mut nodes = 0;
    ir::walk(body, &mut |_| nodes += 1);
    nodes
}

/// `true` if a node ends more than itself.
pub fn leaves(node: Node<'_>) -> bool {
    matches!(node, Node::Stmt(Stmt { kind: StmtKind::Return(_), .. }))
}

/// The result of a function's statements as one expression; `None` if one of several paths ends in a loop.
pub fn value_of(mut body: Vec<Stmt>, ty: &Ty) -> Option<Expr> {
    let at = body.iter().position(gives)?;
    let mut rest = body.split_off(at);
    let (before, first) = (body, rest.remove(0));
    let span = first.span;
    let kind = match first.kind {
        StmtKind::Return(Some(e)) if before.is_empty() => return Some(e),
        StmtKind::Return(Some(e)) => ExprKind::Block(before, Box::new(e)),
        StmtKind::If(condition, mut yes, mut no) => {
            let (a, b) = if ends(&yes) {
                no.extend(rest);
                (yes, no)
            } else if ends(&no) {
                yes.extend(rest);
                (yes, no)
            } else if count(&rest) <= AGAIN_MAX {
                yes.extend(rest.iter().cloned());
                no.extend(rest);
                (yes, no)
            } else {
                return None;
            };
            let (a, b) = (value_of(a, ty)?, value_of(b, ty)?);
            let choice = ExprKind::If(Box::new(condition), Box::new(a), Box::new(b));
            let choice = Expr { kind: choice, ty: ty.clone(), span };
            if before.is_empty() {
                return Some(choice);
            }
            ExprKind::Block(before, Box::new(choice))
        }
        _ => return None,
    };
    Some(Expr { kind, ty: ty.clone(), span })
}

/// `true` if a statement may end its function.
fn gives(it: &Stmt) -> bool {
    let mut gives = false;
    ir::walk(std::slice::from_ref(it), &mut |node| gives |= leaves(node));
    gives
}

/// `true` if no path reaches the end of statements.
fn ends(body: &[Stmt]) -> bool {
    match body.last().map(|it| &it.kind) {
        Some(StmtKind::Return(Some(_))) => true,
        Some(StmtKind::If(_, yes, no)) => ends(yes) && ends(no),
        _ => false,
    }
}
