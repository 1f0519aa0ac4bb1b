//! Every kind of syntax tree, with the row of `tests/nesting.json` that nests it: a new kind does not compile here
//! before it is named.

use front::nested_by;

const TABLE: &str = include_str!("../../../../tests/nesting.json");

#[test]
fn expressions_and_statements() {
    use crate::ast::{Expr, ExprKind, StmtKind};
    nested_by! { TABLE; ExprKind<'static>:
        ExprKind::Num(_) | ExprKind::Str(_) | ExprKind::Var(_) | ExprKind::Missing => "nothing in it",
        ExprKind::Prim(..) => "ludl sums",
        ExprKind::Call(..) => "ludl functions",
    }
    nested_by! { TABLE; StmtKind<'static, Expr<'static>>:
        StmtKind::Return(_) | StmtKind::Accept(_) | StmtKind::Reject(_) | StmtKind::Call(_) | StmtKind::Missing => "nothing in it",
        StmtKind::If(..) => "ludl if",
        StmtKind::While(..) => "ludl while",
        StmtKind::For(..) => "ludl for",
    }
}
