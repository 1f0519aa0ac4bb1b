//! Finds code that changes only locals, and code that cannot fail either.

use ir::{Cast, Effects, Expr, ExprKind, Node, Program, Unary};

/// The effects of all functions. Functions whose calls the lab counts have an effect, and so have their callers.
pub fn effects(program: &Program) -> Vec<Effects> {
    let mut effects: Vec<Effects> = program.functions.iter().map(|it| it.effects).collect();
    let Some(counted) = &program.counted.arrivals else { return effects };
    let mut callers = vec![Vec::new(); effects.len()];
    for (i, function) in program.functions.iter().enumerate() {
        ir::calls(function).into_iter().for_each(|id| callers[id.index()].push(i));
    }
    let mut todo = vec![counted.function.index()];
    while let Some(i) = todo.pop() {
        if !effects[i].has(Effects::WRITE) || i == counted.function.index() {
            effects[i] = effects[i].with(Effects::WRITE);
            todo.append(&mut callers[i]);
        }
    }
    effects
}

/// `true` if a node changes only locals, and has no effects but these; `of`: the effects of all functions.
pub fn is_free(node: Node<'_>, of: &[Effects], effects: Effects) -> bool {
    let called = match node {
        Node::Expr(Expr { kind: ExprKind::Call(id, _), .. }) => of[id.index()],
        // The kind of failure depends on the previous trial.
        Node::Expr(Expr { kind: ExprKind::Trial(..) | ExprKind::Failure, .. }) => return false,
        Node::Expr(_) | Node::Stmt(_) | Node::Place(_) => Effects::NONE,
    };
    let does = ir::effects_of(node).with(called);
    effects.with(does) == effects && ir::changes_only(node, |it| it.root.local().is_some())
}

/// `true` if evaluating an expression can neither fail nor change anything.
pub fn is_quiet(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Const(_) | ExprKind::Data(_) | ExprKind::Local(_) | ExprKind::Seat => true,
        ExprKind::Field(a, _) | ExprKind::Unary(Unary::Not, a) | ExprKind::Cast(Cast::Some | Cast::Reveal, a) => {
            is_quiet(a)
        }
        ExprKind::Make(items) => items.iter().all(is_quiet),
        ExprKind::And(a, b) | ExprKind::Or(a, b) => is_quiet(a) && is_quiet(b),
        ExprKind::If(a, b, c) => is_quiet(a) && is_quiet(b) && is_quiet(c),
        _ => false,
    }
}
