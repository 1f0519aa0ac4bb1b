//! Statements and expressions that always fail, never end, or always have the same result.

use super::number::{constant, decided};
use diag::Problems;
use ir::{
    Arg, Binary, Builtin, Effects, Expr, ExprKind, FnId, Index, LocalId, Node, Place, Program, Root, Step, Stmt,
    StmtKind, Ty, walk, walk_expr,
};
use std::collections::BTreeSet;

pub fn check(program: &Program, tests: &BTreeSet<FnId>, problems: &mut Problems) {
    for (at, function) in program.functions.iter().enumerate() {
        let id = FnId(at as u16);
        let mut review = Review { program, locals: &function.locals, asked: false, problems };
        review.asked = tests.contains(&id);
        walk(&function.body, &mut |node| match node {
            Node::Stmt(it) => review.stmt(it),
            Node::Expr(it) => review.expr(it),
            Node::Place(it) => review.place(it),
        });
        if let Some(call) = always_calls(&function.body, id) {
            problems.endless_calls(call.span, &function.name);
        }
    }
}

struct Review<'p, 'd> {
    program: &'p Program,
    locals: &'p [ir::Named],
    /// In a test, which may well ask whether something always holds.
    asked: bool,
    problems: &'d mut Problems,
}

impl Review<'_, '_> {
    fn stmt(&mut self, it: &Stmt) {
        match &it.kind {
            StmtKind::While(cond, body) if constant(cond) == Some(1) && !self.leaves(body, true) => {
                self.problems.endless_loop(cond.span);
            }
            StmtKind::Assign(place, Expr { kind: ExprKind::Load(from), .. }) if same(place, from) => {
                self.problems.self_assigned(it.span);
            }
            StmtKind::Set(to, Expr { kind: ExprKind::Local(from), .. }) if to == from => {
                self.problems.self_assigned(it.span);
            }
            _ => {}
        }
    }

    fn expr(&mut self, it: &Expr) {
        match &it.kind {
            ExprKind::Binary(Binary::IntDiv | Binary::IntRem, _, by) if constant(by) == Some(0) => {
                self.problems.divided_by_zero(by.span);
            }
            ExprKind::Binary(op, a, b) if !self.asked => {
                if let Some((range, number, holds)) = decided(*op, a, b) {
                    self.problems.always_so(it.span, range, number, holds);
                }
            }
            ExprKind::Builtin(Builtin::Random | Builtin::RandomBigint, args) => self.at_least_one(args.first()),
            ExprKind::Builtin(Builtin::Dice, args) => self.at_least_one(args.get(1)),
            ExprKind::Index(base, index) => self.index(&base.ty, index),
            _ => {}
        }
    }

    fn at_least_one(&mut self, count: Option<&Expr>) {
        if let Some((it, n)) = count.and_then(|it| Some((it, constant(it)?)))
            && n < 1
        {
            self.problems.no_chance(it.span, n);
        }
    }

    fn place(&mut self, it: &Place) {
        // The types on the path only matter if a number is on it.
        let fixed = |step: &Step| matches!(step, Step::Index(index) if constant(index).is_some());
        if !it.path.iter().any(fixed) {
            return;
        }
        let mut ty = match it.root {
            Root::Local(local) => self.locals.get(local.0 as usize).map(|it| it.ty.clone()),
            Root::Global(id) => self.program.globals.get(id.index()).map(|it| it.ty.clone()),
            Root::View(id) => self.program.view_fields.get(id.index()).map(|it| it.ty.clone()),
            Root::Frame(_) => None,
        };
        for step in &it.path {
            let Some(whole) = ty else { return };
            // A value that was tested for none counts as its inner value.
            let whole = whole.inner().clone();
            ty = match step {
                Step::Index(index) => {
                    self.index(&whole, index);
                    whole.element().cloned()
                }
                Step::Field(field) => match whole {
                    Ty::Record(id) => {
                        self.program.records[id.index()].fields.get(*field as usize).map(|it| it.ty.clone())
                    }
                    _ => None,
                },
                Step::AnyField(_) => None,
            };
        }
    }

    fn index(&mut self, of: &Ty, index: &Expr) {
        let Some(n) = constant(index) else { return };
        match of {
            Ty::Array(_, Index::Count(count)) if n >= i64::from(*count) => {
                self.problems.index_beyond(index.span, n, u64::from(*count));
            }
            Ty::Array(_, Index::Count(_)) | Ty::List(_) if n < 0 => self.problems.index_negative(index.span, n),
            _ => {}
        }
    }

    /// `true` if something in a loop may leave it. `own`: a `break` here is this loop's.
    fn leaves(&self, body: &[Stmt], own: bool) -> bool {
        body.iter().any(|it| match &it.kind {
            StmtKind::Break => own,
            StmtKind::If(cond, yes, no) => self.flows(cond) || self.leaves(yes, own) || self.leaves(no, own),
            StmtKind::While(_, body) | StmtKind::ForEach(_, _, body) | StmtKind::ForRange(_, _, _, body) => {
                self.leaves(body, false)
            }
            StmtKind::Return(_)
            | StmtKind::Call(..)
            | StmtKind::Goto(..)
            | StmtKind::End(_)
            | StmtKind::Finish(..)
            | StmtKind::Stop(_)
            | StmtKind::Jump(_)
            | StmtKind::PopUndo
            | StmtKind::Assert(..) => true,
            StmtKind::Expr(e) | StmtKind::Set(_, e) | StmtKind::Assign(_, e) => self.flows(e),
            _ => false,
        })
    }

    /// `true` if an expression calls something that may leave.
    fn flows(&self, it: &Expr) -> bool {
        let mut flows = false;
        walk_expr(it, &mut |node| {
            if let Node::Expr(Expr { kind: ExprKind::Call(id, _), .. }) = node {
                flows |= self.program.function(*id).effects.has(Effects::FLOW);
            }
        });
        flows
    }
}

/// A call of a function to itself that nothing in it gets around.
fn always_calls(body: &[Stmt], id: FnId) -> Option<&Expr> {
    for it in body {
        let first = match &it.kind {
            StmtKind::Expr(e)
            | StmtKind::Set(_, e)
            | StmtKind::Assign(_, e)
            | StmtKind::SetActive(e)
            | StmtKind::Prompt(e)
            | StmtKind::Log(Some(e))
            | StmtKind::Return(Some(e))
            | StmtKind::If(e, ..)
            | StmtKind::While(e, _)
            | StmtKind::ForEach(_, e, _) => calls_itself(e, id),
            _ => None,
        };
        if first.is_some() {
            return first;
        }
        let simple = matches!(
            it.kind,
            StmtKind::Expr(_)
                | StmtKind::Set(..)
                | StmtKind::Assign(..)
                | StmtKind::SetActive(_)
                | StmtKind::PlaceOp(..)
                | StmtKind::Prompt(_)
                | StmtKind::Log(_)
        );
        if !simple {
            return None;
        }
    }
    None
}

/// A call in an expression that is computed in any case.
fn calls_itself(it: &Expr, id: FnId) -> Option<&Expr> {
    let mut open = vec![it];
    while let Some(it) = open.pop() {
        match &it.kind {
            ExprKind::Call(callee, args) => {
                if *callee == id {
                    return Some(it);
                }
                open.extend(args.iter().filter_map(|it| match it {
                    Arg::Value(it) => Some(it),
                    Arg::InOut(_) => None,
                }));
            }
            ExprKind::And(a, _) | ExprKind::Or(a, _) | ExprKind::Else(a, _) | ExprKind::If(a, ..) => open.push(a),
            ExprKind::Field(a, _) | ExprKind::Unary(_, a) | ExprKind::Unwrap(a) | ExprKind::Cast(_, a) => open.push(a),
            ExprKind::Index(a, b) | ExprKind::Binary(_, a, b) => open.extend([&**a, &**b]),
            ExprKind::Make(items) | ExprKind::Builtin(_, items) => open.extend(items),
            _ => {}
        }
    }
    None
}

/// `true` if two places are plainly the same in the text.
fn same(a: &Place, b: &Place) -> bool {
    let index = |it: &Expr| -> Option<(bool, i64)> {
        match it.kind {
            ExprKind::Local(LocalId(local)) => Some((false, i64::from(local))),
            _ => constant(it).map(|it| (true, it)),
        }
    };
    a.root == b.root
        && a.path.len() == b.path.len()
        && a.path.iter().zip(&b.path).all(|it| match it {
            (Step::Field(a), Step::Field(b)) => a == b,
            (Step::Index(a), Step::Index(b)) => index(a).is_some() && index(a) == index(b),
            _ => false,
        })
}
