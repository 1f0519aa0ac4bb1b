//! Expressions, and how a value becomes one of the kind that is needed.

use super::super::ast::{Expr as AstExpr, ExprKind as Ast};
use super::super::words::Kinds;
use super::{Body, Lower};
use ir::{Binary, Builtin, Cast, Expr, ExprKind, Place, Stmt, StmtKind, Ty};

impl<'s> Lower<'_, '_, 's> {
    pub fn expr(&mut self, b: &mut Body, e: &AstExpr<'s>) -> Expr {
        let before = b.at;
        b.at = e.span;
        let out = match &e.kind {
            Ast::Num(n) if n.fract() == 0.0 => b.int(*n as i64),
            Ast::Num(n) => b.num(*n),
            Ast::Str(text) => b.text(text),
            Ast::Var("CURRENT_PLAYER") => b.call(self.helpers.current, Vec::new(), Ty::Any),
            Ast::Var("PLAYER_NAME") => b.get(self.me),
            Ast::Var(name) => match self.vars.get(name) {
                Some(local) => b.get(*local),
                None => b.none(Ty::Any),
            },
            Ast::Prim(prim, args) => self.prim(b, *prim, args),
            Ast::Call(name, args) => {
                let mut all = vec![b.get(self.me)];
                all.extend(args.iter().map(|it| self.any(b, it)));
                match self.functions.get(name.text) {
                    Some(id) => b.call(*id, all, Ty::Any),
                    None => b.none(Ty::Any),
                }
            }
            Ast::Missing => b.none(Ty::Any),
        };
        b.at = before;
        out
    }

    /// An expression as a value of any kind.
    pub fn any(&mut self, b: &mut Body, e: &AstExpr<'s>) -> Expr {
        let value = self.expr(b, e);
        to_any(b, value)
    }

    /// An expression that must be of a kind: a value of another kind is a fault at its place.
    pub fn want(&mut self, b: &mut Body, e: &AstExpr<'s>, kind: Kinds) -> Expr {
        if kind == Kinds::Container {
            return self.container(b, e);
        }
        let value = self.expr(b, e);
        let before = b.at;
        b.at = e.span;
        let ty = match kind {
            Kinds::Bool => Ty::Bool,
            Kinds::Num => Ty::Num,
            Kinds::Int | Kinds::Position => Ty::Int,
            Kinds::Str | Kinds::Variable => Ty::Str,
            Kinds::List => Ty::Any.list(),
            _ => Ty::Any,
        };
        let out = to(b, value, &ty);
        b.at = before;
        out
    }

    /// Two values of one type: numbers or strings if both are known to be, else `Any`.
    pub fn alike(&mut self, b: &mut Body, a: &AstExpr<'s>, second: &AstExpr<'s>) -> (Expr, Expr) {
        let (first, second) = (self.expr(b, a), self.expr(b, second));
        let number = |it: &Expr| matches!(it.ty, Ty::Int | Ty::Num);
        let ty = match (&first.ty, &second.ty) {
            (a, b) if a == b && matches!(a, Ty::Bool | Ty::Str | Ty::Int) => a.clone(),
            _ if number(&first) && number(&second) => Ty::Num,
            _ => Ty::Any,
        };
        (to(b, first, &ty), to(b, second, &ty))
    }
}

/// A value as one of a type.
pub fn to(b: &Body, value: Expr, ty: &Ty) -> Expr {
    match (&value.ty, ty) {
        (from, to) if from == to => value,
        (_, Ty::Any) => to_any(b, value),
        (Ty::Int, Ty::Num) => b.cast(Cast::IntToNum, value, Ty::Num),
        (Ty::Any, _) => b.cast(Cast::FromAny, value, ty.clone()),
        _ => b.cast(Cast::FromAny, to_any(b, value), ty.clone()),
    }
}

pub fn to_any(b: &Body, value: Expr) -> Expr {
    if value.ty == Ty::Any { value } else { Expr { span: value.span, ..b.any(value) } }
}

/// `true` if a value of any kind is a string: only strings equal their text. The value must be free to evaluate twice.
pub fn is_text(b: &Body, value: &Expr) -> Expr {
    let text = b.any(b.cast(Cast::ToStr, value.clone(), Ty::Str));
    b.equal(value.clone(), text)
}

/// Stores a value in a local, so that it can be used twice.
pub fn kept(b: &mut Body, value: Expr, stmts: &mut Vec<Stmt>) -> Expr {
    let local = b.local("value", value.ty.clone());
    stmts.push(b.set(local, value));
    b.get(local)
}

/// A number, with a fault if it is out of range.
pub fn bounded(b: &mut Body, value: Expr) -> Expr {
    let mut stmts = Vec::new();
    let value = kept(b, value, &mut stmts);
    stmts.push(b.stmt(StmtKind::Expr(b.cast(Cast::Floor, value.clone(), Ty::Int))));
    b.block(stmts, value)
}

/// `NULL` after some statements.
pub fn nothing(b: &Body, stmts: Vec<Stmt>) -> Expr {
    b.block(stmts, b.none(Ty::Any))
}

pub fn index(b: &Body, base: Expr, key: Expr) -> Expr {
    b.expr(ExprKind::Index(Box::new(base), Box::new(key)), Ty::Any)
}

pub fn field(b: &Body, base: Expr, key: &str) -> Expr {
    b.expr(ExprKind::AnyField(Box::new(base), key.to_owned()), Ty::Any)
}

/// `true` if a value of any kind is `NULL`.
pub fn is_none(b: &Body, value: Expr) -> Expr {
    b.equal(value, b.none(Ty::Any))
}

pub fn len(b: &Body, value: Expr) -> Expr {
    b.builtin(Builtin::Len, vec![value], Ty::Int)
}

pub fn change(b: &Body, op: ir::PlaceOp, place: Place, args: Vec<Expr>) -> Stmt {
    b.stmt(StmtKind::PlaceOp(op, place, args))
}

/// `true` if the first of two values of one type is less.
pub fn less(b: &mut Body, a: Expr, second: Expr, or_equal: bool) -> Expr {
    let (num, text) = if or_equal { (Binary::NumLe, Binary::StrLe) } else { (Binary::NumLt, Binary::StrLt) };
    match &a.ty {
        Ty::Str => b.binary(text, a, second),
        Ty::Any => {
            let mut stmts = Vec::new();
            let (spans, at) = ([a.span, second.span], b.at);
            let a = kept(b, a, &mut stmts);
            let second = kept(b, second, &mut stmts);
            let is_text = is_text(b, &a);
            let mut both = |ty: &Ty, op| {
                let mut cast = |it: &Expr, span| {
                    b.at = span;
                    let out = to(b, it.clone(), ty);
                    b.at = at;
                    out
                };
                let (a, second) = (cast(&a, spans[0]), cast(&second, spans[1]));
                b.binary(op, a, second)
            };
            let texts = both(&Ty::Str, text);
            let numbers = both(&Ty::Num, num);
            let value = b.either(is_text, texts, numbers);
            b.block(stmts, value)
        }
        _ => {
            let (a, second) = (to(b, a, &Ty::Num), to(b, second, &Ty::Num));
            b.binary(num, a, second)
        }
    }
}
