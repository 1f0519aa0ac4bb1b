//! Values known when compiling.

use super::sort::Typed;
use super::{Checker, ast};
use ir::{Binary, Cast, Const, Expr, ExprKind, Ty, Unary};

impl<'s> Checker<'_, '_, 's> {
    /// A value that is known now, of a type; a complaint if it is not.
    pub fn constant(&mut self, it: &ast::Expr<'s>, ty: &Ty) -> Option<Const> {
        let before = self.problems.count();
        let expr = self.expr_as(it, ty);
        let value = fold(&expr);
        if value.is_none() && self.problems.count() == before {
            self.problems.not_constant(it.span);
        }
        value
    }

    /// The same with its type inferred.
    pub fn inferred_constant(&mut self, it: &ast::Expr<'s>) -> Option<(Const, Ty)> {
        let before = self.problems.count();
        let typed: Typed = self.expr(it, None);
        let (expr, ty) = self.settle(typed);
        let value = fold(&expr);
        if value.is_none() && self.problems.count() == before {
            self.problems.not_constant(it.span);
        }
        Some((value?, ty))
    }
}

/// The value of an expression made of constants; absent otherwise, or if it would fail.
pub fn fold(it: &Expr) -> Option<Const> {
    match &it.kind {
        ExprKind::Const(value) => Some(value.clone()),
        ExprKind::Make(items) => {
            let mut items = items.iter().map(fold).collect::<Option<Vec<_>>>()?;
            if let Ty::Set(_) = it.ty {
                items.sort_by(order);
                items.dedup();
            }
            Some(Const::List(items))
        }
        ExprKind::MakeMap(pairs) => {
            let mut out = pairs.iter().map(|(k, v)| Some((fold(k)?, fold(v)?))).collect::<Option<Vec<_>>>()?;
            // The last of equal keys.
            out.reverse();
            out.sort_by(|a, b| order(&a.0, &b.0));
            out.dedup_by(|later, first| later.0 == first.0);
            Some(Const::List(out.into_iter().flat_map(|(k, v)| [k, v]).collect()))
        }
        ExprKind::Unary(op, a) => match (op, fold(a)?) {
            (Unary::Not, Const::Bool(a)) => Some(Const::Bool(!a)),
            (Unary::IntNeg, Const::Int(a)) => Some(Const::Int(-a)),
            (Unary::NumNeg, Const::Num(a)) => Some(Const::Num((-f64::from_bits(a)).to_bits())),
            _ => None,
        },
        ExprKind::Binary(op, a, b) => match (op, fold(a)?, fold(b)?) {
            (Binary::IntAdd, Const::Int(a), Const::Int(b)) => whole(a.checked_add(b)?),
            (Binary::IntSub, Const::Int(a), Const::Int(b)) => whole(a.checked_sub(b)?),
            (Binary::IntMul, Const::Int(a), Const::Int(b)) => whole(a.checked_mul(b)?),
            (Binary::IntDiv, Const::Int(a), Const::Int(b)) if b > 0 => whole(a.div_euclid(b)),
            (Binary::IntRem, Const::Int(a), Const::Int(b)) if b > 0 => whole(a.rem_euclid(b)),
            (Binary::Concat, Const::Str(a), Const::Str(b)) => Some(Const::Str(a + &b)),
            _ => None,
        },
        ExprKind::Cast(Cast::Some | Cast::Elements, a) => fold(a),
        ExprKind::Cast(Cast::Check, a) => match (fold(a)?, &it.ty) {
            (Const::Int(a), Ty::Range(from, to)) if !(*from..=*to).contains(&a) => None,
            (a, _) => Some(a),
        },
        ExprKind::Cast(Cast::IntToNum, a) => match fold(a)? {
            Const::Int(a) => Some(Const::Num((a as f64).to_bits())),
            _ => None,
        },
        ExprKind::Cast(Cast::ToAny, a) if !has_records(&a.ty) => fold(a),
        _ => None,
    }
}

/// Whether its dynamic form differs from its typed one.
fn has_records(ty: &Ty) -> bool {
    match ty {
        Ty::Record(_) => true,
        Ty::Opt(it) | Ty::List(it) | Ty::Array(it, _) | Ty::Set(it) => has_records(it),
        Ty::Map(k, v) => has_records(k) || has_records(v),
        _ => false,
    }
}

fn whole(value: i64) -> Option<Const> {
    (value.abs() <= ir::INT_MAX).then_some(Const::Int(value))
}

/// The order of sets and of keys.
pub fn order(a: &Const, b: &Const) -> std::cmp::Ordering {
    match (a, b) {
        (Const::Int(a), Const::Int(b)) => a.cmp(b),
        (Const::Num(a), Const::Num(b)) => f64::from_bits(*a).total_cmp(&f64::from_bits(*b)),
        (Const::Str(a), Const::Str(b)) => a.encode_utf16().cmp(b.encode_utf16()),
        (Const::Bool(a), Const::Bool(b)) => a.cmp(b),
        _ => rank(a).cmp(&rank(b)),
    }
}

/// The order of kinds, in those of dynamic values.
fn rank(it: &Const) -> u8 {
    match it {
        Const::None => 0,
        Const::Bool(_) => 1,
        Const::Int(_) => 2,
        Const::Num(_) => 3,
        Const::Str(_) => 4,
        Const::List(_) => 5,
    }
}
