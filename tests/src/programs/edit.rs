//! One way through all code that may change it: for spans, and for making programs smaller.

use ir::{Arg, Expr, ExprKind, Place, Program, Step, Stmt, StmtKind, Target};

/// What is come by.
pub enum Part<'a> {
    Body(&'a mut Vec<Stmt>),
    Stmt(&'a mut Stmt),
    Expr(&'a mut Expr),
    Place(&'a mut Place),
}

/// Visits everything in all functions, parents before children: what the visitor puts there is gone through.
pub fn visit(program: &mut Program, f: &mut dyn FnMut(Part<'_>)) {
    for it in &mut program.functions {
        body(&mut it.body, f);
    }
}

pub fn body(it: &mut Vec<Stmt>, f: &mut dyn FnMut(Part<'_>)) {
    f(Part::Body(it));
    for it in it {
        stmt(it, f);
    }
}

fn place(it: &mut Place, f: &mut dyn FnMut(Part<'_>)) {
    f(Part::Place(it));
    for step in &mut it.path {
        match step {
            Step::Index(index) => expr(index, f),
            Step::Field(_) | Step::AnyField(_) => {}
        }
    }
}

fn all<'a>(items: impl IntoIterator<Item = &'a mut Expr>, f: &mut dyn FnMut(Part<'_>)) {
    for it in items {
        expr(it, f);
    }
}

pub fn expr(it: &mut Expr, f: &mut dyn FnMut(Part<'_>)) {
    f(Part::Expr(it));
    match &mut it.kind {
        ExprKind::Const(_)
        | ExprKind::Data(_)
        | ExprKind::Local(_)
        | ExprKind::Seat
        | ExprKind::Failure
        | ExprKind::Active
        | ExprKind::Shown(_)
        | ExprKind::Last
        | ExprKind::WholeFrame
        | ExprKind::WholeState
        | ExprKind::Top(..) => {}
        ExprKind::Load(it) => place(it, f),
        ExprKind::Field(a, _)
        | ExprKind::AnyField(a, _)
        | ExprKind::Unary(_, a)
        | ExprKind::Unwrap(a)
        | ExprKind::Cast(_, a) => expr(a, f),
        ExprKind::Trial(a, otherwise) => all([&mut **a].into_iter().chain(otherwise.as_deref_mut()), f),
        ExprKind::Index(a, b)
        | ExprKind::Binary(_, a, b)
        | ExprKind::And(a, b)
        | ExprKind::Or(a, b)
        | ExprKind::Else(a, b)
        | ExprKind::Fill(a, b) => all([&mut **a, &mut **b], f),
        ExprKind::If(a, b, c) => all([&mut **a, &mut **b, &mut **c], f),
        ExprKind::Make(items) | ExprKind::Builtin(_, items) | ExprKind::Board(_, _, items) => all(items, f),
        ExprKind::MakeMap(pairs) => all(pairs.iter_mut().flat_map(|(key, value)| [key, value]), f),
        ExprKind::MakeObject(entries) => all(entries.iter_mut().map(|it| &mut it.1), f),
        ExprKind::Call(_, args) => {
            for it in args {
                match it {
                    Arg::Value(it) => expr(it, f),
                    Arg::InOut(it) => place(it, f),
                }
            }
        }
        ExprKind::PlaceOp(_, it, args) => {
            place(it, f);
            all(args, f);
        }
        ExprKind::Block(stmts, value) => {
            body(stmts, f);
            expr(value, f);
        }
    }
}

fn stmt(it: &mut Stmt, f: &mut dyn FnMut(Part<'_>)) {
    f(Part::Stmt(it));
    match &mut it.kind {
        StmtKind::Expr(a)
        | StmtKind::Set(_, a)
        | StmtKind::SetActive(a)
        | StmtKind::Prompt(a)
        | StmtKind::Disable(_, a)
        | StmtKind::Assert(a, _) => expr(a, f),
        StmtKind::Assign(to, a) => {
            place(to, f);
            expr(a, f);
        }
        StmtKind::PlaceOp(_, to, args) => {
            place(to, f);
            all(args, f);
        }
        StmtKind::If(a, yes, no) => {
            expr(a, f);
            body(yes, f);
            body(no, f);
        }
        StmtKind::While(a, inner) | StmtKind::ForEach(_, a, inner) => {
            expr(a, f);
            body(inner, f);
        }
        StmtKind::ForRange(_, a, b, inner) => {
            all([a, b], f);
            body(inner, f);
        }
        StmtKind::Return(a) | StmtKind::End(a) | StmtKind::Log(a) | StmtKind::Button(_, a) => all(a, f),
        StmtKind::Offer(_, args) => all(args, f),
        StmtKind::Withhold(_, args, why) | StmtKind::Label(_, args, why) => all(args.iter_mut().chain([why]), f),
        StmtKind::Call(target, args) | StmtKind::Goto(target, args) => {
            if let Target::Named(name) = target {
                expr(name, f);
            }
            all(args, f);
        }
        StmtKind::Finish(a, b) => all([a].into_iter().chain(b), f),
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
