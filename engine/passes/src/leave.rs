//! Leaving as soon as a flag is set that nothing takes back.

use ir::{Const, Expr, ExprKind, LocalId, Span, Stmt, StmtKind, Ty};

pub fn truth(value: bool, span: Span) -> Expr {
    Expr { kind: ExprKind::Const(Const::Bool(value)), ty: Ty::Bool, span }
}

pub fn local(id: LocalId, span: Span) -> Expr {
    Expr { kind: ExprKind::Local(id), ty: Ty::Bool, span }
}

pub fn is_set(it: &Stmt, flag: LocalId) -> bool {
    matches!(&it.kind, StmtKind::Set(id, e) if *id == flag && e.kind == ExprKind::Const(Const::Bool(true)))
}

/// Maximum flags considered per function.
const FLAGS_MAX: usize = 8;

/// A function that has no effects and whose result is a flag returns where the flag is set, unless it is taken back later.
pub fn function(body: &mut Vec<Stmt>) {
    let mut flags = Vec::new();
    ir::every_stmt(body, &mut |it| {
        if let StmtKind::Return(Some(Expr { kind: ExprKind::Local(id), .. })) = &it.kind
            && flags.len() < FLAGS_MAX
            && !flags.contains(id)
        {
            flags.push(*id);
        }
    });
    for flag in flags {
        let sets = |it: &Stmt| {
            let mut sets = false;
            ir::every_stmt(std::slice::from_ref(it), &mut |it| sets |= is_set(it, flag));
            sets
        };
        let Some(first) = body.iter().position(sets) else { continue };
        let given = |e: &Expr| {
            matches!(&e.kind, ExprKind::Local(id) if *id == flag) || e.kind == ExprKind::Const(Const::Bool(true))
        };
        if stays(&body[first..], flag, &given) {
            returns(body, first, flag);
        }
    }
}

/// Statements of such a function that make a flag, which is returned after them: they return where it is set.
pub fn returned(body: &mut Vec<Stmt>, flag: LocalId) {
    if !body.is_empty() && stays(&body[1..], flag, &|_| false) {
        returns(body, 1, flag);
    }
}

/// `true` if nothing clears a flag, and nothing but `given` values is returned.
fn stays(body: &[Stmt], flag: LocalId, given: &dyn Fn(&Expr) -> bool) -> bool {
    let mut stays = true;
    ir::walk(body, &mut |node| {
        let ir::Node::Stmt(it) = node else { return };
        stays &= match &it.kind {
            StmtKind::Set(id, _) if *id == flag => is_set(it, flag),
            StmtKind::Return(e) => e.as_ref().is_some_and(given),
            _ => true,
        };
    });
    stays
}

fn returns(body: &mut Vec<Stmt>, from: usize, flag: LocalId) {
    let mut end = body.len();
    for (at, it) in body.iter_mut().enumerate().skip(from) {
        if is_set(it, flag) {
            it.kind = StmtKind::Return(Some(truth(true, it.span)));
        }
        if matches!(it.kind, StmtKind::Return(_)) {
            end = at + 1;
            break;
        }
        for body in ir::bodies_mut(it) {
            returns(body, 0, flag);
        }
    }
    body.truncate(end);
}

/// The loops of a block are left once its flag is set. The block does nothing but set it.
pub fn block(body: &mut Vec<Stmt>, flag: LocalId) {
    if !body.is_empty() && stays(&body[1..], flag, &|_| false) {
        breaks(body, flag, false);
    }
}

/// `true` if the flag may be set in it.
fn breaks(body: &mut Vec<Stmt>, flag: LocalId, in_loop: bool) -> bool {
    let mut sets = false;
    let mut at = 0;
    while at < body.len() {
        let it = &mut body[at];
        at += 1;
        if is_set(it, flag) {
            sets = true;
            if in_loop {
                body.truncate(at);
                body.push(Stmt { kind: StmtKind::Break, span: Span::default() });
                return true;
            }
            continue;
        }
        let is_loop = it.is_loop();
        let mut inner = false;
        for body in ir::bodies_mut(it) {
            inner |= breaks(body, flag, in_loop || is_loop);
        }
        sets |= inner;
        if inner && is_loop && in_loop {
            let leave = Stmt { kind: StmtKind::Break, span: Span::default() };
            let kind = StmtKind::If(local(flag, Span::default()), vec![leave], Vec::new());
            body.insert(at, Stmt { kind, span: Span::default() });
            at += 1;
        }
    }
    sets
}
