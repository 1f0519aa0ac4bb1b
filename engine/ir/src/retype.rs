//! Every type in a program, and every call in a body, to be changed.

use crate::{Arg, Expr, ExprKind, FnId, Place, Program, Step, Stmt, StmtKind, Target, Ty};

/// Visits every type that values have in a program: those of declarations, of expressions and of places.
pub fn retype(program: &mut Program, change: &mut impl FnMut(&mut Ty)) {
    for it in &mut program.records {
        it.fields.iter_mut().for_each(|it| change(&mut it.ty));
    }
    program.globals.iter_mut().for_each(|it| change(&mut it.ty));
    program.view_fields.iter_mut().for_each(|it| change(&mut it.ty));
    program.data.iter_mut().for_each(|it| change(&mut it.ty));
    for it in &mut program.frames {
        it.fields.iter_mut().for_each(|it| change(&mut it.ty));
    }
    for it in &mut program.functions {
        it.locals.iter_mut().for_each(|it| change(&mut it.ty));
        change(&mut it.result);
        stmts(&mut it.body, &mut |part| {
            if let Part::Ty(ty) = part {
                change(ty);
            }
        });
    }
}

/// Visits every call in a body: the function that it is of.
pub fn recall(body: &mut [Stmt], change: &mut impl FnMut(&mut FnId)) {
    stmts(body, &mut |part| {
        if let Part::Call(id) = part {
            change(id);
        }
    });
}

/// What may be changed in code.
enum Part<'a> {
    Ty(&'a mut Ty),
    Call(&'a mut FnId),
}

fn stmts(body: &mut [Stmt], change: &mut impl FnMut(Part<'_>)) {
    for it in body {
        stmt(it, change);
    }
}

fn exprs<'e>(items: impl IntoIterator<Item = &'e mut Expr>, change: &mut impl FnMut(Part<'_>)) {
    for it in items {
        expr(it, change);
    }
}

fn stmt(it: &mut Stmt, change: &mut impl FnMut(Part<'_>)) {
    match &mut it.kind {
        StmtKind::Expr(a)
        | StmtKind::Set(_, a)
        | StmtKind::SetActive(a)
        | StmtKind::Prompt(a)
        | StmtKind::Disable(_, a)
        | StmtKind::Assert(a, _) => expr(a, change),
        StmtKind::Assign(to, a) => {
            place(to, change);
            expr(a, change);
        }
        StmtKind::PlaceOp(_, to, args) => {
            place(to, change);
            exprs(args, change);
        }
        StmtKind::If(a, yes, no) => {
            expr(a, change);
            stmts(yes, change);
            stmts(no, change);
        }
        StmtKind::While(a, body) | StmtKind::ForEach(_, a, body) => {
            expr(a, change);
            stmts(body, change);
        }
        StmtKind::ForRange(_, a, b, body) => {
            exprs([a, b], change);
            stmts(body, change);
        }
        StmtKind::Return(a) | StmtKind::End(a) | StmtKind::Log(a) | StmtKind::Button(_, a) => exprs(a, change),
        StmtKind::Offer(_, args) => exprs(args, change),
        StmtKind::Withhold(_, args, why) | StmtKind::Label(_, args, why) => exprs(args.iter_mut().chain([why]), change),
        StmtKind::Call(target, args) | StmtKind::Goto(target, args) => {
            if let Target::Named(name) = target {
                expr(name, change);
            }
            exprs(args, change);
        }
        StmtKind::Finish(a, b) => exprs([a].into_iter().chain(b), change),
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

fn place(it: &mut Place, change: &mut impl FnMut(Part<'_>)) {
    change(Part::Ty(&mut it.ty));
    for step in &mut it.path {
        if let Step::Index(index) = step {
            expr(index, change);
        }
    }
}

fn expr(it: &mut Expr, change: &mut impl FnMut(Part<'_>)) {
    change(Part::Ty(&mut it.ty));
    match &mut it.kind {
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
        ExprKind::Load(it) => place(it, change),
        ExprKind::Field(a, _)
        | ExprKind::AnyField(a, _)
        | ExprKind::Unary(_, a)
        | ExprKind::Unwrap(a)
        | ExprKind::Cast(_, a) => expr(a, change),
        ExprKind::Trial(a, otherwise) => {
            expr(a, change);
            if let Some(it) = otherwise {
                expr(it, change);
            }
        }
        ExprKind::Index(a, b)
        | ExprKind::Binary(_, a, b)
        | ExprKind::And(a, b)
        | ExprKind::Or(a, b)
        | ExprKind::Else(a, b)
        | ExprKind::Fill(a, b) => {
            expr(a, change);
            expr(b, change);
        }
        ExprKind::If(a, b, c) => {
            for it in [a, b, c] {
                expr(it, change);
            }
        }
        ExprKind::Make(items) | ExprKind::Builtin(_, items) | ExprKind::Board(_, _, items) => exprs(items, change),
        ExprKind::MakeMap(pairs) => {
            for (key, value) in pairs {
                expr(key, change);
                expr(value, change);
            }
        }
        ExprKind::MakeObject(entries) => exprs(entries.iter_mut().map(|it| &mut it.1), change),
        ExprKind::Call(id, args) => {
            change(Part::Call(id));
            for arg in args {
                match arg {
                    Arg::Value(it) => expr(it, change),
                    Arg::InOut(it) => place(it, change),
                }
            }
        }
        ExprKind::PlaceOp(_, it, args) => {
            place(it, change);
            exprs(args, change);
        }
        ExprKind::Block(body, value) => {
            stmts(body, change);
            expr(value, change);
        }
    }
}
