//! Programs made by hand, for constructs that no language has yet, or not in this form.

use ir::{
    Arg, Binary, Cast, Const, Effects, Expr, ExprKind, FnId, Function, GlobalId, LocalId, Named, Place, Program, Root,
    Span, Stmt, StmtKind, Ty,
};

pub fn e(kind: ExprKind, ty: &Ty) -> Expr {
    Expr { kind, ty: ty.clone(), span: Span::default() }
}

pub fn s(kind: StmtKind) -> Stmt {
    Stmt { kind, span: Span::new(1, 2) }
}

pub fn int(n: i64) -> Expr {
    e(ExprKind::Const(Const::Int(n)), &Ty::Int)
}

pub fn text(it: &str) -> Expr {
    e(ExprKind::Const(Const::Str(it.into())), &Ty::Str)
}

pub fn local(i: u32, ty: &Ty) -> Expr {
    e(ExprKind::Local(LocalId(i)), ty)
}

pub fn any(it: Expr) -> Expr {
    e(ExprKind::Cast(Cast::ToAny, Box::new(it)), &Ty::Any)
}

pub fn tried(it: Expr) -> Expr {
    let ty = it.ty.clone();
    e(ExprKind::Trial(Box::new(it), None), &ty)
}

/// A call that may fail, and the value in that case.
pub fn attempt(call: Expr, otherwise: Expr) -> Expr {
    let ty = call.ty.clone();
    e(ExprKind::Trial(Box::new(call), Some(Box::new(otherwise))), &ty)
}

pub fn binary(op: Binary, a: Expr, b: Expr, ty: &Ty) -> Expr {
    e(ExprKind::Binary(op, Box::new(a), Box::new(b)), ty)
}

pub fn call(id: u16, args: Vec<Expr>, ty: &Ty) -> Expr {
    e(ExprKind::Call(FnId(id), args.into_iter().map(Arg::Value).collect()), ty)
}

pub fn global(id: u16, ty: &Ty) -> Place {
    Place { root: Root::Global(GlobalId(id)), path: Vec::new(), ty: ty.clone(), span: Span::default() }
}

pub fn load(it: Place) -> Expr {
    let ty = it.ty.clone();
    e(ExprKind::Load(Box::new(it)), &ty)
}

pub fn function(name: &str, params: &[(&str, Ty)], result: Ty, body: Vec<StmtKind>) -> Function {
    Function {
        name: name.into(),
        params: params.len() as u16,
        inout: vec![false; params.len()],
        locals: params.iter().map(|(name, ty)| Named { name: (*name).into(), ty: ty.clone() }).collect(),
        result,
        body: body.into_iter().map(s).collect(),
        span: Span::default(),
        effects: Effects::NONE,
    }
}

/// Sets the effects of functions to the computed ones.
pub fn with_effects(mut program: Program) -> Program {
    let effects = ir::effects(&program);
    program.functions.iter_mut().zip(effects).for_each(|(it, effects)| it.effects = effects);
    program
}
