//! Numbers that are known before the game runs.

use ir::{Binary, Cast, Const, Expr, ExprKind, Ty, Unary};

/// Maximum depth of the look into an expression.
const DEPTH: usize = 4;

/// The number, or 0 and 1 for a bool, that an expression always is.
pub fn constant(it: &Expr) -> Option<i64> {
    value(it, DEPTH)
}

fn value(it: &Expr, depth: usize) -> Option<i64> {
    let depth = depth.checked_sub(1)?;
    match &it.kind {
        ExprKind::Const(Const::Int(n)) => Some(*n),
        ExprKind::Const(Const::Bool(truth)) => Some(i64::from(*truth)),
        ExprKind::Unary(Unary::IntNeg, a) => value(a, depth)?.checked_neg(),
        ExprKind::Unary(Unary::Not, a) => Some(1 - value(a, depth)?),
        ExprKind::Cast(Cast::Check, a) => value(a, depth),
        ExprKind::And(a, b) => match (value(a, depth), value(b, depth)) {
            (Some(0), _) | (_, Some(0)) => Some(0),
            (a, b) => a.and(b),
        },
        ExprKind::Or(a, b) => match (value(a, depth), value(b, depth)) {
            (Some(1), _) | (_, Some(1)) => Some(1),
            (a, b) => a.and(b),
        },
        ExprKind::Binary(op, a, b) => {
            let (a, b) = (value(a, depth)?, value(b, depth)?);
            match op {
                Binary::IntAdd => a.checked_add(b),
                Binary::IntSub => a.checked_sub(b),
                Binary::IntMul => a.checked_mul(b),
                Binary::IntLt => Some(i64::from(a < b)),
                Binary::IntLe => Some(i64::from(a <= b)),
                Binary::Eq => Some(i64::from(a == b)),
                Binary::Ne => Some(i64::from(a != b)),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The least and the most that a number of a range can be; absent for other types.
fn bounds(it: &Expr) -> Option<(i64, i64)> {
    match (&it.ty, &it.kind) {
        (Ty::Range(low, high), _) => Some((*low, *high)),
        (Ty::Int, ExprKind::Cast(Cast::Check, inner)) => bounds(inner),
        _ => None,
    }
}

/// A comparison with a number that decides it: the range, the number, and the constant result.
pub fn decided(op: Binary, a: &Expr, b: &Expr) -> Option<((i64, i64), i64, bool)> {
    let ((range, number), first) = match (constant(a), constant(b)) {
        (None, Some(number)) => ((bounds(a)?, number), true),
        (Some(number), None) => ((bounds(b)?, number), false),
        _ => return None,
    };
    let (low, high) = range;
    let less = |all: bool, none: bool| {
        if all {
            Some(true)
        } else if none {
            Some(false)
        } else {
            None
        }
    };
    let outside = number < low || number > high;
    let holds = match op {
        Binary::Eq if outside => Some(false),
        Binary::Ne if outside => Some(true),
        Binary::IntLt if first => less(high < number, low >= number),
        Binary::IntLt => less(number < low, number >= high),
        Binary::IntLe if first => less(high <= number, low > number),
        Binary::IntLe => less(number <= low, number > high),
        _ => None,
    };
    holds.map(|it| (range, number, it))
}
