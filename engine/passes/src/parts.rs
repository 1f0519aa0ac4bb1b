//! What a node is made of, to be changed: the counterpart of [`ir::walk`].

use ir::{Arg, Expr, ExprKind, LocalId, Place, Root, Step, Stmt, StmtKind, Target};

/// What stands directly in a statement, an expression or a place.
pub enum Part<'a> {
    Expr(&'a mut Expr),
    Place(&'a mut Place),
    Body(&'a mut Vec<Stmt>),
}

pub fn of_expr(e: &mut Expr, visit: &mut dyn FnMut(Part<'_>)) {
    match &mut e.kind {
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
        ExprKind::Load(it) => visit(Part::Place(it)),
        ExprKind::Field(a, _)
        | ExprKind::AnyField(a, _)
        | ExprKind::Unary(_, a)
        | ExprKind::Unwrap(a)
        | ExprKind::Cast(_, a) => visit(Part::Expr(a)),
        ExprKind::Trial(a, otherwise) => {
            visit(Part::Expr(a));
            if let Some(it) = otherwise {
                visit(Part::Expr(it));
            }
        }
        ExprKind::Index(a, b)
        | ExprKind::Binary(_, a, b)
        | ExprKind::And(a, b)
        | ExprKind::Or(a, b)
        | ExprKind::Else(a, b)
        | ExprKind::Fill(a, b) => [a, b].into_iter().for_each(|it| visit(Part::Expr(it))),
        ExprKind::If(a, b, c) => [a, b, c].into_iter().for_each(|it| visit(Part::Expr(it))),
        ExprKind::Make(items) | ExprKind::Builtin(_, items) | ExprKind::Board(_, _, items) => exprs(items, visit),
        ExprKind::MakeMap(pairs) => {
            for (key, value) in pairs {
                visit(Part::Expr(key));
                visit(Part::Expr(value));
            }
        }
        ExprKind::MakeObject(entries) => entries.iter_mut().for_each(|it| visit(Part::Expr(&mut it.1))),
        ExprKind::Call(_, args) => {
            for arg in args {
                match arg {
                    Arg::Value(it) => visit(Part::Expr(it)),
                    Arg::InOut(it) => visit(Part::Place(it)),
                }
            }
        }
        ExprKind::PlaceOp(_, place, args) => {
            visit(Part::Place(place));
            exprs(args, visit);
        }
        ExprKind::Block(body, value) => {
            visit(Part::Body(body));
            visit(Part::Expr(value));
        }
    }
}

pub fn of_place(it: &mut Place, visit: &mut dyn FnMut(Part<'_>)) {
    for step in &mut it.path {
        if let Step::Index(index) = step {
            visit(Part::Expr(index));
        }
    }
}

pub fn of_stmt(it: &mut Stmt, visit: &mut dyn FnMut(Part<'_>)) {
    match &mut it.kind {
        StmtKind::Expr(a)
        | StmtKind::Set(_, a)
        | StmtKind::SetActive(a)
        | StmtKind::Prompt(a)
        | StmtKind::Disable(_, a)
        | StmtKind::Assert(a, _) => visit(Part::Expr(a)),
        StmtKind::Assign(to, a) => {
            visit(Part::Place(to));
            visit(Part::Expr(a));
        }
        StmtKind::PlaceOp(_, to, args) => {
            visit(Part::Place(to));
            exprs(args, visit);
        }
        StmtKind::If(a, yes, no) => {
            visit(Part::Expr(a));
            visit(Part::Body(yes));
            visit(Part::Body(no));
        }
        StmtKind::While(a, body) | StmtKind::ForEach(_, a, body) => {
            visit(Part::Expr(a));
            visit(Part::Body(body));
        }
        StmtKind::ForRange(_, a, b, body) => {
            visit(Part::Expr(a));
            visit(Part::Expr(b));
            visit(Part::Body(body));
        }
        StmtKind::Return(a) | StmtKind::End(a) | StmtKind::Log(a) | StmtKind::Button(_, a) => {
            a.iter_mut().for_each(|it| visit(Part::Expr(it)));
        }
        StmtKind::Offer(_, args) => exprs(args, visit),
        StmtKind::Withhold(_, args, why) | StmtKind::Label(_, args, why) => {
            exprs(args, visit);
            visit(Part::Expr(why));
        }
        StmtKind::Call(target, args) | StmtKind::Goto(target, args) => {
            if let Target::Named(name) = target {
                visit(Part::Expr(name));
            }
            exprs(args, visit);
        }
        StmtKind::Finish(a, b) => {
            visit(Part::Expr(a));
            b.iter_mut().for_each(|it| visit(Part::Expr(it)));
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

/// All expressions in a body, parents before children.
pub fn all_exprs(body: &mut [Stmt], visit: &mut dyn FnMut(&mut Expr)) {
    body.iter_mut().for_each(|it| of_stmt(it, &mut |part| exprs_of(part, visit)));
}

fn exprs_of(part: Part<'_>, visit: &mut dyn FnMut(&mut Expr)) {
    match part {
        Part::Expr(e) => {
            visit(e);
            of_expr(e, &mut |part| exprs_of(part, visit));
        }
        Part::Place(it) => of_place(it, &mut |part| exprs_of(part, visit)),
        Part::Body(body) => all_exprs(body, visit),
    }
}

/// All names of locals in a body.
pub fn locals(body: &mut [Stmt], visit: &mut dyn FnMut(&mut LocalId)) {
    for it in body {
        if let StmtKind::Set(id, _) | StmtKind::ForRange(id, ..) | StmtKind::ForEach(id, ..) = &mut it.kind {
            visit(id);
        }
        of_stmt(it, &mut |part| locals_of(part, visit));
    }
}

/// All names of locals in a part.
pub fn locals_of(part: Part<'_>, visit: &mut dyn FnMut(&mut LocalId)) {
    match part {
        Part::Expr(e) => {
            if let ExprKind::Local(id) = &mut e.kind {
                visit(id);
            }
            of_expr(e, &mut |part| locals_of(part, visit));
        }
        Part::Place(it) => {
            if let Root::Local(id) = &mut it.root {
                visit(id);
            }
            of_place(it, &mut |part| locals_of(part, visit));
        }
        Part::Body(body) => locals(body, visit),
    }
}

fn exprs(items: &mut [Expr], visit: &mut dyn FnMut(Part<'_>)) {
    items.iter_mut().for_each(|it| visit(Part::Expr(it)));
}
