//! One way through all code, to be read or to be changed: every statement, expression and place, in the order of the text.
//!
//! Invariant: the structure of nodes is written once, here. Code that visits a program asks for the children of a node,
//! and says what to do with each.
#![deny(clippy::wildcard_enum_match_arm)]

use crate::{Arg, Expr, ExprKind, FnId, Function, Place, Program, Root, Step, Stmt, StmtKind, Target};

/// The children of statements, expressions and places: made once to be read, and once to be changed.
macro_rules! visitor {
    ($Child:ident, $body:ty, $of_stmt:ident, $of_expr:ident, $of_place:ident $(, $mut:tt)?) => {
        /// A direct child of a statement, an expression or a place.
        pub enum $Child<'a> {
            Expr(&'a $($mut)? Expr),
            Place(&'a $($mut)? Place),
            Body(&'a $($mut)? $body),
        }

        /// Visits the children of an expression, in the order of the text.
        pub fn $of_expr<'a>(e: &'a $($mut)? Expr, visit: &mut dyn FnMut($Child<'a>)) {
            match &$($mut)? e.kind {
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
                ExprKind::Load(place) => visit($Child::Place(place)),
                ExprKind::Field(a, _)
                | ExprKind::AnyField(a, _)
                | ExprKind::Unary(_, a)
                | ExprKind::Unwrap(a)
                | ExprKind::Cast(_, a) => visit($Child::Expr(a)),
                ExprKind::Trial(a, otherwise) => {
                    visit($Child::Expr(a));
                    if let Some(it) = otherwise {
                        visit($Child::Expr(it));
                    }
                }
                ExprKind::Index(a, b)
                | ExprKind::Binary(_, a, b)
                | ExprKind::And(a, b)
                | ExprKind::Or(a, b)
                | ExprKind::Else(a, b)
                | ExprKind::Fill(a, b) => {
                    visit($Child::Expr(a));
                    visit($Child::Expr(b));
                }
                ExprKind::If(a, b, c) => {
                    visit($Child::Expr(a));
                    visit($Child::Expr(b));
                    visit($Child::Expr(c));
                }
                ExprKind::Make(items) | ExprKind::Builtin(_, items) | ExprKind::Board(_, _, items) => {
                    for it in items {
                        visit($Child::Expr(it));
                    }
                }
                ExprKind::MakeMap(pairs) => {
                    for (key, value) in pairs {
                        visit($Child::Expr(key));
                        visit($Child::Expr(value));
                    }
                }
                ExprKind::MakeObject(entries) => {
                    for (_, value) in entries {
                        visit($Child::Expr(value));
                    }
                }
                ExprKind::Call(_, args) => {
                    for arg in args {
                        match arg {
                            Arg::Value(it) => visit($Child::Expr(it)),
                            Arg::InOut(it) => visit($Child::Place(it)),
                        }
                    }
                }
                ExprKind::PlaceOp(_, place, args) => {
                    visit($Child::Place(place));
                    for it in args {
                        visit($Child::Expr(it));
                    }
                }
                ExprKind::Block(body, value) => {
                    visit($Child::Body(body));
                    visit($Child::Expr(value));
                }
            }
        }

        /// Visits the children of a place, in the order of the text.
        pub fn $of_place<'a>(place: &'a $($mut)? Place, visit: &mut dyn FnMut($Child<'a>)) {
            for step in &$($mut)? place.path {
                match step {
                    Step::Index(index) => visit($Child::Expr(index)),
                    Step::Field(_) | Step::AnyField(_) => {}
                }
            }
        }

        /// Visits the children of a statement, in the order of the text.
        pub fn $of_stmt<'a>(stmt: &'a $($mut)? Stmt, visit: &mut dyn FnMut($Child<'a>)) {
            match &$($mut)? stmt.kind {
                StmtKind::Expr(a)
                | StmtKind::Set(_, a)
                | StmtKind::SetActive(a)
                | StmtKind::Prompt(a)
                | StmtKind::Disable(_, a)
                | StmtKind::Assert(a, _) => visit($Child::Expr(a)),
                StmtKind::Assign(to, a) => {
                    visit($Child::Place(to));
                    visit($Child::Expr(a));
                }
                StmtKind::PlaceOp(_, to, args) => {
                    visit($Child::Place(to));
                    for it in args {
                        visit($Child::Expr(it));
                    }
                }
                StmtKind::If(a, yes, no) => {
                    visit($Child::Expr(a));
                    visit($Child::Body(yes));
                    visit($Child::Body(no));
                }
                StmtKind::While(a, body) | StmtKind::ForEach(_, a, body) => {
                    visit($Child::Expr(a));
                    visit($Child::Body(body));
                }
                StmtKind::ForRange(_, a, b, body) => {
                    visit($Child::Expr(a));
                    visit($Child::Expr(b));
                    visit($Child::Body(body));
                }
                StmtKind::Return(a) | StmtKind::End(a) | StmtKind::Log(a) | StmtKind::Button(_, a) => {
                    if let Some(it) = a {
                        visit($Child::Expr(it));
                    }
                }
                StmtKind::Offer(_, args) => {
                    for it in args {
                        visit($Child::Expr(it));
                    }
                }
                StmtKind::Withhold(_, args, why) | StmtKind::Label(_, args, why) => {
                    for it in args {
                        visit($Child::Expr(it));
                    }
                    visit($Child::Expr(why));
                }
                StmtKind::Call(target, args) | StmtKind::Goto(target, args) => {
                    match target {
                        Target::Named(name) => visit($Child::Expr(name)),
                        Target::Frame(_) => {}
                    }
                    for it in args {
                        visit($Child::Expr(it));
                    }
                }
                StmtKind::Finish(a, b) => {
                    visit($Child::Expr(a));
                    if let Some(it) = b {
                        visit($Child::Expr(it));
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
    };
}

visitor!(Child, [Stmt], stmt_children, expr_children, place_children);
visitor!(ChildMut, Vec<Stmt>, stmt_children_mut, expr_children_mut, place_children_mut, mut);

/// A node on a walk.
#[derive(Clone, Copy, Debug)]
pub enum Node<'a> {
    Stmt(&'a Stmt),
    Expr(&'a Expr),
    Place(&'a Place),
}

/// Visits everything in a body, parents before children.
pub fn walk<'a>(body: &'a [Stmt], visit: &mut dyn FnMut(Node<'a>)) {
    walk_some(body, &mut |node| {
        visit(node);
        true
    });
}

/// Visits an expression and everything in it.
pub fn walk_expr<'a>(it: &'a Expr, visit: &mut dyn FnMut(Node<'a>)) {
    walk_expr_some(it, &mut |node| {
        visit(node);
        true
    });
}

/// Visits a child and everything in it.
pub fn walk_child<'a>(child: Child<'a>, visit: &mut dyn FnMut(Node<'a>)) {
    walk_child_some(child, &mut |node| {
        visit(node);
        true
    });
}

/// As [`walk`], but not into expressions of which `visit` says no.
pub fn walk_some<'a>(body: &'a [Stmt], visit: &mut dyn FnMut(Node<'a>) -> bool) {
    for it in body {
        visit(Node::Stmt(it));
        stmt_children(it, &mut |child| walk_child_some(child, visit));
    }
}

/// As [`walk_expr`], but not into expressions of which `visit` says no.
pub(crate) fn walk_expr_some<'a>(it: &'a Expr, visit: &mut dyn FnMut(Node<'a>) -> bool) {
    if visit(Node::Expr(it)) {
        expr_children(it, &mut |child| walk_child_some(child, visit));
    }
}

fn walk_child_some<'a>(child: Child<'a>, visit: &mut dyn FnMut(Node<'a>) -> bool) {
    match child {
        Child::Expr(it) => walk_expr_some(it, visit),
        Child::Place(it) => {
            visit(Node::Place(it));
            place_children(it, &mut |child| walk_child_some(child, visit));
        }
        Child::Body(body) => walk_some(body, visit),
    }
}

/// A node on a walk that changes code.
pub enum NodeMut<'a> {
    Stmt(&'a mut Stmt),
    Expr(&'a mut Expr),
    Place(&'a mut Place),
}

/// As [`walk`], for changes: the children of a node are visited after it has been changed.
pub fn walk_mut(body: &mut [Stmt], visit: &mut dyn FnMut(NodeMut<'_>)) {
    for it in body {
        visit(NodeMut::Stmt(it));
        stmt_children_mut(it, &mut |child| walk_child_mut(child, visit));
    }
}

/// Visits all expressions in a body, parents before children, to be changed.
pub fn exprs_mut(body: &mut [Stmt], visit: &mut dyn FnMut(&mut Expr)) {
    walk_mut(body, &mut |node| {
        if let NodeMut::Expr(e) = node {
            visit(e);
        }
    });
}

/// As [`walk_mut`], for one child.
pub fn walk_child_mut(child: ChildMut<'_>, visit: &mut dyn FnMut(NodeMut<'_>)) {
    match child {
        ChildMut::Expr(it) => {
            visit(NodeMut::Expr(it));
            expr_children_mut(it, &mut |child| walk_child_mut(child, visit));
        }
        ChildMut::Place(it) => {
            visit(NodeMut::Place(it));
            place_children_mut(it, &mut |child| walk_child_mut(child, visit));
        }
        ChildMut::Body(body) => walk_mut(body, visit),
    }
}

/// The bodies directly in a statement: branches, and the body of a loop.
pub fn bodies(it: &Stmt) -> Vec<&[Stmt]> {
    let mut bodies = Vec::new();
    stmt_children(it, &mut |child| match child {
        Child::Body(body) => bodies.push(body),
        Child::Expr(_) | Child::Place(_) => {}
    });
    bodies
}

/// As [`bodies`], to be changed.
pub fn bodies_mut(it: &mut Stmt) -> Vec<&mut Vec<Stmt>> {
    let mut bodies = Vec::new();
    stmt_children_mut(it, &mut |child| match child {
        ChildMut::Body(body) => bodies.push(body),
        ChildMut::Expr(_) | ChildMut::Place(_) => {}
    });
    bodies
}

/// Visits statements and those in their bodies, but for those in expressions.
pub fn every_stmt<'a>(body: &'a [Stmt], visit: &mut dyn FnMut(&'a Stmt)) {
    for it in body {
        visit(it);
        bodies(it).into_iter().for_each(|body| every_stmt(body, visit));
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

/// `true` if a function itself reads or writes fields of the frame on top.
pub fn uses_frame(function: &Function) -> bool {
    let mut uses = false;
    walk(&function.body, &mut |node| match node {
        Node::Place(it) => uses |= matches!(it.root, Root::Frame(_)),
        Node::Stmt(it) => uses |= matches!(it.kind, StmtKind::Unset(_)),
        Node::Expr(_) => {}
    });
    uses
}

/// For each function, the frames that may be on top of the stack while it runs as part of them.
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
