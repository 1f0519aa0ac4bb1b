//! Every kind of syntax tree, with the row of `tests/nesting.json` that nests it: a new kind does not compile here
//! before it is named.

use front::nested_by;

const TABLE: &str = include_str!("../../../../tests/nesting.json");

#[test]
fn expressions_and_statements() {
    use crate::ast::{ExprKind, StmtKind};
    nested_by! { TABLE; ExprKind<'static>:
        ExprKind::Int(_) | ExprKind::Bool(_) | ExprKind::Name(_) | ExprKind::Of(..) | ExprKind::LeftSteps | ExprKind::Rolled
        | ExprKind::Result | ExprKind::NumPlayers | ExprKind::ChooseBool(_) | ExprKind::Step { .. } | ExprKind::Unknown(_) => "nothing in it",
        ExprKind::Roll(_) => "bbgel rolls",
        ExprKind::Binary(..) => "bbgel sums",
        ExprKind::Sign { .. } => "bbgel minus",
        ExprKind::Not(_) => "bbgel not",
        ExprKind::Assign(..) => "bbgel assignments",
        ExprKind::Ternary(..) => "bbgel choices",
    }
    nested_by! { TABLE; StmtKind<'static>:
        StmtKind::If(..) => "bbgel if",
        StmtKind::ControlIf(..) | StmtKind::ControlGoto(_) | StmtKind::Force | StmtKind::Goto(_) | StmtKind::BeginScope
        | StmtKind::EndScope | StmtKind::LimitScope | StmtKind::Return(_) | StmtKind::Log(_) | StmtKind::GameStart(_)
        | StmtKind::GameEnd | StmtKind::Move(_) | StmtKind::Rollback | StmtKind::Sleep(..) | StmtKind::Var(_)
        | StmtKind::Expr(_) | StmtKind::Missing => "nothing in it",
    }
}
