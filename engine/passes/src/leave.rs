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

/// A function that has no effects and whose result is a flag returns where the flag is set, unless it is taken back later.
pub fn function(body: &mut [Stmt]) {
    let mut flag = None;
    for_all(body, &mut |it| {
        if let StmtKind::Return(Some(Expr { kind: ExprKind::Local(id), .. })) = &it.kind {
            flag = flag.or(Some(*id));
        }
    });
    let Some(flag) = flag else { return };
    let sets = |it: &Stmt| {
        let mut sets = false;
        for_all(std::slice::from_ref(it), &mut |it| sets |= is_set(it, flag));
        sets
    };
    let Some(first) = body.iter().position(sets) else { return };
    let mut stays = true;
    ir::walk(&body[first..], &mut |node| {
        let ir::Node::Stmt(it) = node else { return };
        stays &= match &it.kind {
            StmtKind::Set(id, _) if *id == flag => is_set(it, flag),
            StmtKind::Return(Some(e)) => {
                matches!(&e.kind, ExprKind::Local(id) if *id == flag) || e.kind == ExprKind::Const(Const::Bool(true))
            }
            StmtKind::Return(None) => false,
            _ => true,
        };
    });
    if stays {
        for it in &mut body[first..] {
            returns(it, flag);
        }
    }
}

fn returns(it: &mut Stmt, flag: LocalId) {
    if is_set(it, flag) {
        it.kind = StmtKind::Return(Some(truth(true, it.span)));
        return;
    }
    for body in bodies(it) {
        body.iter_mut().for_each(|it| returns(it, flag));
        if let Some(at) = body.iter().position(|it| matches!(it.kind, StmtKind::Return(_))) {
            body.truncate(at + 1);
        }
    }
}

/// The loops of a block are left once its flag is set. The block does nothing but set it.
pub fn block(body: &mut Vec<Stmt>, flag: LocalId) {
    let Some((_, rest)) = body.split_first_mut() else { return };
    let mut stays = true;
    ir::walk(rest, &mut |node| {
        if let ir::Node::Stmt(it) = node {
            stays &= !matches!(&it.kind, StmtKind::Set(id, _) if *id == flag) || is_set(it, flag);
        }
    });
    if stays {
        breaks(body, flag, false);
    }
}

/// Whether the flag may be set in it.
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
        let is_loop = matches!(it.kind, StmtKind::While(..) | StmtKind::ForRange(..) | StmtKind::ForEach(..));
        let mut inner = false;
        for body in bodies(it) {
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

fn bodies(it: &mut Stmt) -> Vec<&mut Vec<Stmt>> {
    match &mut it.kind {
        StmtKind::If(_, yes, no) => vec![yes, no],
        StmtKind::While(_, body) | StmtKind::ForRange(_, _, _, body) | StmtKind::ForEach(_, _, body) => vec![body],
        _ => Vec::new(),
    }
}

/// All statements, but for those within expressions.
fn for_all(body: &[Stmt], visit: &mut impl FnMut(&Stmt)) {
    for it in body {
        visit(it);
        match &it.kind {
            StmtKind::If(_, yes, no) => {
                for_all(yes, visit);
                for_all(no, visit);
            }
            StmtKind::While(_, body) | StmtKind::ForRange(_, _, _, body) | StmtKind::ForEach(_, _, body) => {
                for_all(body, visit);
            }
            _ => {}
        }
    }
}
