//! Dispatch by field: nested conditions that halve the fields until one field, or a run of equal ones, is left.

use super::Body;
use ir::{Expr, Stmt, StmtKind};

/// Statements by place, the places ascending. Fields side by side with the same statements are one case.
pub fn dispatch(b: &Body, place: &Expr, mut cases: Vec<(i64, Vec<Stmt>)>) -> Vec<Stmt> {
    cases.dedup_by(|next, it| next.1 == it.1);
    halve(b, place, cases)
}

fn halve(b: &Body, place: &Expr, mut cases: Vec<(i64, Vec<Stmt>)>) -> Vec<Stmt> {
    if cases.len() < 2 {
        return cases.pop().map(|it| it.1).unwrap_or_default();
    }
    let upper = cases.split_off(cases.len() / 2);
    let first = upper.first().map_or(0, |it| it.0);
    let (below, above) = (halve(b, place, cases), halve(b, place, upper));
    vec![b.stmt(StmtKind::If(b.less(place.clone(), b.int(first)), below, above))]
}
