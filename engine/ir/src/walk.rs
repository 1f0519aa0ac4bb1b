//! One way through all code: every statement, expression and place, in the order of the text.

use crate::{Arg, Expr, ExprKind, FnId, Function, LocalId, Place, Program, Root, Step, Stmt, StmtKind, Target};

/// What a walk comes by.
#[derive(Clone, Copy, Debug)]
pub enum Node<'a> {
    Stmt(&'a Stmt),
    Expr(&'a Expr),
    Place(&'a Place),
}

/// Visits everything in a body, parents before children.
pub fn walk<'a>(body: &'a [Stmt], visit: &mut impl FnMut(Node<'a>)) {
    walk_some(body, &mut |node| {
        visit(node);
        true
    });
}

/// Visits an expression and everything in it.
pub fn walk_expr<'a>(it: &'a Expr, visit: &mut impl FnMut(Node<'a>)) {
    expr(it, &mut |node| {
        visit(node);
        true
    });
}

/// As [`walk_expr`], but not into expressions of which `visit` says no.
pub(crate) fn walk_expr_some<'a>(it: &'a Expr, visit: &mut impl FnMut(Node<'a>) -> bool) {
    expr(it, visit);
}

/// As [`walk`], but not into expressions of which `visit` says no.
pub fn walk_some<'a>(body: &'a [Stmt], visit: &mut impl FnMut(Node<'a>) -> bool) {
    for it in body {
        stmt(it, visit);
    }
}

fn expr<'a>(it: &'a Expr, visit: &mut impl FnMut(Node<'a>) -> bool) {
    if !visit(Node::Expr(it)) {
        return;
    }
    match &it.kind {
        ExprKind::Const(_)
        | ExprKind::Data(_)
        | ExprKind::Local(_)
        | ExprKind::Seat
        | ExprKind::Shown(_)
        | ExprKind::Failure
        | ExprKind::Active
        | ExprKind::Last
        | ExprKind::WholeFrame
        | ExprKind::WholeState
        | ExprKind::Top(..) => {}
        ExprKind::Load(it) => place(it, visit),
        ExprKind::Field(a, _)
        | ExprKind::AnyField(a, _)
        | ExprKind::Unary(_, a)
        | ExprKind::Unwrap(a)
        | ExprKind::Cast(_, a) => expr(a, visit),
        ExprKind::Trial(a, otherwise) => {
            expr(a, visit);
            if let Some(it) = otherwise {
                expr(it, visit);
            }
        }
        ExprKind::Index(a, b)
        | ExprKind::Binary(_, a, b)
        | ExprKind::And(a, b)
        | ExprKind::Or(a, b)
        | ExprKind::Else(a, b)
        | ExprKind::Fill(a, b) => {
            expr(a, visit);
            expr(b, visit);
        }
        ExprKind::If(a, b, c) => {
            for it in [a, b, c] {
                expr(it, visit);
            }
        }
        ExprKind::Make(items) | ExprKind::Builtin(_, items) | ExprKind::Board(_, _, items) => exprs(items, visit),
        ExprKind::MakeMap(pairs) => {
            for (key, value) in pairs {
                expr(key, visit);
                expr(value, visit);
            }
        }
        ExprKind::MakeObject(entries) => {
            for (_, value) in entries {
                expr(value, visit);
            }
        }
        ExprKind::Call(_, args) => {
            for arg in args {
                match arg {
                    Arg::Value(it) => expr(it, visit),
                    Arg::InOut(it) => place(it, visit),
                }
            }
        }
        ExprKind::PlaceOp(_, it, args) => {
            place(it, visit);
            exprs(args, visit);
        }
        ExprKind::Block(body, value) => {
            walk_some(body, visit);
            expr(value, visit);
        }
    }
}

fn exprs<'a>(items: &'a [Expr], visit: &mut impl FnMut(Node<'a>) -> bool) {
    for it in items {
        expr(it, visit);
    }
}

fn place<'a>(it: &'a Place, visit: &mut impl FnMut(Node<'a>) -> bool) {
    visit(Node::Place(it));
    for step in &it.path {
        if let Step::Index(index) = step {
            expr(index, visit);
        }
    }
}

fn stmt<'a>(it: &'a Stmt, visit: &mut impl FnMut(Node<'a>) -> bool) {
    visit(Node::Stmt(it));
    match &it.kind {
        StmtKind::Expr(a)
        | StmtKind::Set(_, a)
        | StmtKind::SetActive(a)
        | StmtKind::Prompt(a)
        | StmtKind::Disable(_, a)
        | StmtKind::Assert(a, _) => expr(a, visit),
        StmtKind::Assign(to, a) => {
            place(to, visit);
            expr(a, visit);
        }
        StmtKind::PlaceOp(_, to, args) => {
            place(to, visit);
            exprs(args, visit);
        }
        StmtKind::If(a, yes, no) => {
            expr(a, visit);
            walk_some(yes, visit);
            walk_some(no, visit);
        }
        StmtKind::While(a, body) | StmtKind::ForEach(_, a, body) => {
            expr(a, visit);
            walk_some(body, visit);
        }
        StmtKind::ForRange(_, a, b, body) => {
            expr(a, visit);
            expr(b, visit);
            walk_some(body, visit);
        }
        StmtKind::Return(a) | StmtKind::End(a) | StmtKind::Log(a) | StmtKind::Button(_, a) => {
            if let Some(a) = a {
                expr(a, visit);
            }
        }
        StmtKind::Offer(_, args) => exprs(args, visit),
        StmtKind::Withhold(_, args, why) | StmtKind::Label(_, args, why) => {
            exprs(args, visit);
            expr(why, visit);
        }
        StmtKind::Call(target, args) | StmtKind::Goto(target, args) => {
            if let Target::Named(name) = target {
                expr(name, visit);
            }
            exprs(args, visit);
        }
        StmtKind::Finish(a, b) => {
            expr(a, visit);
            if let Some(b) = b {
                expr(b, visit);
            }
        }
        StmtKind::Break
        | StmtKind::Continue
        | StmtKind::Stop(_)
        | StmtKind::Jump(_)
        | StmtKind::Unset(_)
        | StmtKind::PushUndo
        | StmtKind::ClearUndo
        | StmtKind::PopUndo => {}
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

/// The functions a function calls, with doubles.
pub fn calls(function: &Function) -> Vec<FnId> {
    let mut found = Vec::new();
    walk(&function.body, &mut |node| {
        if let Node::Expr(Expr { kind: ExprKind::Call(id, _), .. }) = node {
            found.push(*id);
        }
    });
    found
}

/// Whether a function itself reads or writes fields of the frame on top.
pub fn uses_frame(function: &Function) -> bool {
    let mut uses = false;
    walk(&function.body, &mut |node| match node {
        Node::Place(it) => uses |= matches!(it.root, Root::Frame(_)),
        Node::Stmt(it) => uses |= matches!(it.kind, StmtKind::Unset(_)),
        Node::Expr(_) => {}
    });
    uses
}

/// For each function, the frames that may stand on top of the stack while it runs as part of them.
pub fn owners(program: &Program) -> Vec<Vec<crate::FrameId>> {
    let mut owners = vec![Vec::new(); program.functions.len()];
    let called: Vec<Vec<FnId>> = program.functions.iter().map(calls).collect();
    for (i, frame) in program.frames.iter().enumerate() {
        let id = crate::FrameId(i as u16);
        let mut todo = frame.functions();
        while let Some(function) = todo.pop() {
            let Some(of) = owners.get_mut(function.index()) else { continue };
            if of.last() != Some(&id) {
                of.push(id);
                todo.extend(&called[function.index()]);
            }
        }
    }
    owners
}
