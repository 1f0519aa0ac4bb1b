//! Facts about the type of an expression.

use diag::Span;
use ir::{Cast, Const, Expr, ExprKind, Ty};

/// The type of an expression while it is checked.
#[derive(Clone, Debug, PartialEq)]
pub enum Sort {
    Of(Ty),
    /// Not understood, and already reported.
    Poison,
    /// `none` itself: fits every optional.
    None,
    /// `[]` itself: fits every collection.
    Empty,
    /// `R` where there may be none.
    Seat,
    /// `G.active`: one role, several, or none.
    Active,
}

/// An expression with its sort.
#[derive(Clone, Debug)]
pub struct Typed {
    pub expr: Expr,
    pub sort: Sort,
}

impl Typed {
    pub fn of(kind: ExprKind, ty: Ty, span: Span) -> Typed {
        Typed { sort: Sort::Of(ty.clone()), expr: Expr { kind, ty, span } }
    }

    pub fn poison(span: Span) -> Typed {
        Typed { expr: none(span), sort: Sort::Poison }
    }

    pub fn int(value: i64, span: Span) -> Typed {
        Typed::of(ExprKind::Const(Const::Int(value)), Ty::Int, span)
    }

    pub fn ty(&self) -> Option<&Ty> {
        if let Sort::Of(ty) = &self.sort { Some(ty) } else { None }
    }
}

/// A place holder where there is no value.
pub fn none(span: Span) -> Expr {
    Expr { kind: ExprKind::Const(Const::None), ty: Ty::Unit, span }
}

pub fn cast(cast: Cast, expr: Expr, ty: Ty) -> Expr {
    Expr { span: expr.span, kind: ExprKind::Cast(cast, Box::new(expr)), ty }
}

/// `true` if a template can print values of a type.
pub fn printable(ty: &Ty) -> bool {
    match ty {
        Ty::Record(_) | Ty::Map(..) | Ty::Unit => false,
        Ty::Opt(it) | Ty::List(it) | Ty::Set(it) | Ty::Array(it, _) => printable(it),
        _ => true,
    }
}
