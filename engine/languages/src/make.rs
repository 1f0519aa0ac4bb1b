//! Short ways to write expressions and statements of a program.

use diag::Span;
use ir::{
    Arg, Binary, Builtin, Cast, Const, Expr, ExprKind, FnId, LocalId, Named, Place, Root, Step, Stmt, StmtKind, Ty,
    Unary,
};

/// A function being written: its locals, and the text that what comes next stands for.
#[derive(Default)]
pub struct Body {
    pub locals: Vec<Named>,
    pub at: Span,
}

impl Body {
    pub fn local(&mut self, name: &str, ty: Ty) -> LocalId {
        self.locals.push(Named { name: name.to_owned(), ty });
        LocalId(self.locals.len() as u32 - 1)
    }

    pub fn get(&self, local: LocalId) -> Expr {
        let ty = self.locals.get(local.0 as usize).map_or(Ty::Unit, |it| it.ty.clone());
        self.expr(ExprKind::Local(local), ty)
    }

    pub fn expr(&self, kind: ExprKind, ty: Ty) -> Expr {
        Expr { kind, ty, span: self.at }
    }

    pub fn stmt(&self, kind: StmtKind) -> Stmt {
        Stmt { kind, span: self.at }
    }

    pub fn int(&self, value: i64) -> Expr {
        self.expr(ExprKind::Const(Const::Int(value)), Ty::Int)
    }

    pub fn num(&self, value: f64) -> Expr {
        self.expr(ExprKind::Const(Const::Num(value.to_bits())), Ty::Num)
    }

    pub fn bool(&self, value: bool) -> Expr {
        self.expr(ExprKind::Const(Const::Bool(value)), Ty::Bool)
    }

    pub fn text(&self, value: &str) -> Expr {
        self.expr(ExprKind::Const(Const::Str(value.to_owned())), Ty::Str)
    }

    pub fn none(&self, ty: Ty) -> Expr {
        self.expr(ExprKind::Const(Const::None), ty)
    }

    pub fn binary(&self, op: Binary, a: Expr, b: Expr) -> Expr {
        use Binary::*;
        let ty = match op {
            IntAdd | IntSub | IntMul | IntDiv | IntRem => Ty::Int,
            NumAdd | NumSub | NumMul | NumDiv | NumRem => Ty::Num,
            Concat => Ty::Str,
            _ => Ty::Bool,
        };
        self.expr(ExprKind::Binary(op, Box::new(a), Box::new(b)), ty)
    }

    pub fn add(&self, a: Expr, b: Expr) -> Expr {
        self.binary(Binary::IntAdd, a, b)
    }

    pub fn rem(&self, a: Expr, b: Expr) -> Expr {
        self.binary(Binary::IntRem, a, b)
    }

    pub fn equal(&self, a: Expr, b: Expr) -> Expr {
        self.binary(Binary::Eq, a, b)
    }

    pub fn less(&self, a: Expr, b: Expr) -> Expr {
        self.binary(Binary::IntLt, a, b)
    }

    pub fn not(&self, a: Expr) -> Expr {
        self.expr(ExprKind::Unary(Unary::Not, Box::new(a)), Ty::Bool)
    }

    pub fn and(&self, a: Expr, b: Expr) -> Expr {
        self.expr(ExprKind::And(Box::new(a), Box::new(b)), Ty::Bool)
    }

    pub fn negative(&self, a: Expr) -> Expr {
        self.expr(ExprKind::Unary(Unary::IntNeg, Box::new(a)), Ty::Int)
    }

    pub fn either(&self, cond: Expr, a: Expr, b: Expr) -> Expr {
        let ty = a.ty.clone();
        self.expr(ExprKind::If(Box::new(cond), Box::new(a), Box::new(b)), ty)
    }

    pub fn block(&self, stmts: Vec<Stmt>, value: Expr) -> Expr {
        let ty = value.ty.clone();
        if stmts.is_empty() { value } else { self.expr(ExprKind::Block(stmts, Box::new(value)), ty) }
    }

    pub fn cast(&self, cast: Cast, a: Expr, ty: Ty) -> Expr {
        self.expr(ExprKind::Cast(cast, Box::new(a)), ty)
    }

    pub fn any(&self, a: Expr) -> Expr {
        self.cast(Cast::ToAny, a, Ty::Any)
    }

    pub fn builtin(&self, it: Builtin, args: Vec<Expr>, ty: Ty) -> Expr {
        self.expr(ExprKind::Builtin(it, args), ty)
    }

    pub fn call(&self, function: FnId, args: Vec<Expr>, result: Ty) -> Expr {
        self.expr(ExprKind::Call(function, args.into_iter().map(Arg::Value).collect()), result)
    }

    pub fn run(&self, function: FnId, args: Vec<Expr>) -> Stmt {
        self.stmt(StmtKind::Expr(self.call(function, args, Ty::Unit)))
    }

    pub fn place(&self, root: Root, path: Vec<Step>, ty: Ty) -> Place {
        Place { root, path, ty, span: self.at }
    }

    pub fn load(&self, place: Place) -> Expr {
        let ty = place.ty.clone();
        self.expr(ExprKind::Load(Box::new(place)), ty)
    }

    pub fn set(&self, local: LocalId, value: Expr) -> Stmt {
        self.stmt(StmtKind::Set(local, value))
    }

    pub fn assign(&self, place: Place, value: Expr) -> Stmt {
        self.stmt(StmtKind::Assign(place, value))
    }

    pub fn when(&self, cond: Expr, then: Vec<Stmt>) -> Stmt {
        self.stmt(StmtKind::If(cond, then, Vec::new()))
    }

    pub fn give(&self, value: Expr) -> Stmt {
        self.stmt(StmtKind::Return(Some(value)))
    }
}
