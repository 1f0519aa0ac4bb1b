//! Every kind of syntax tree, with the row of `tests/nesting.json` that nests it: a new kind does not compile here
//! before it is named.

use front::nested_by;

const TABLE: &str = include_str!("../../../../tests/nesting.json");

#[test]
fn expressions_and_statements() {
    use crate::ast::{ExprKind, StmtKind};
    nested_by! { TABLE; ExprKind<'static>:
        ExprKind::None | ExprKind::Bool(_) | ExprKind::Number(_) | ExprKind::Str(_) | ExprKind::This | ExprKind::Name(_)
            | ExprKind::NewGroup(_) | ExprKind::Missing => "nothing in it",
        ExprKind::Interpolated(_) => "tgdl values in texts",
        ExprKind::List(_) => "tgdl lists",
        ExprKind::Field(..) | ExprKind::Index(..) => "tgdl fields",
        ExprKind::Call(..) => "tgdl calls",
        ExprKind::New(..) => "tgdl instances",
        ExprKind::Not(_) => "tgdl not",
        ExprKind::Minus(_) => "tgdl negations",
        ExprKind::Plus(_) => "tgdl signs",
        ExprKind::Binary(..) => "tgdl sums",
        ExprKind::Is(..) => "tgdl is",
        ExprKind::As(..) => "tgdl as",
    }
    nested_by! { TABLE; StmtKind<'static>:
        StmtKind::Return(_) | StmtKind::Expr(_) | StmtKind::Assign(..) | StmtKind::Declare(..) | StmtKind::Break
            | StmtKind::Continue | StmtKind::Pass(..) | StmtKind::UseTurn(_) | StmtKind::Fail(_) | StmtKind::Cancel(..)
            | StmtKind::Winner(_) | StmtKind::Call(..) | StmtKind::Give(..) | StmtKind::Place(..) | StmtKind::Move(..)
            | StmtKind::Missing => "nothing in it",
        StmtKind::If(..) => "tgdl if",
        StmtKind::While(..) => "tgdl while",
        StmtKind::For(..) => "tgdl for",
        StmtKind::Block(_) => "tgdl blocks",
        StmtKind::Input(_) => "tgdl inputs",
    }
}

#[test]
fn parts() {
    use crate::ast::PartKind;
    nested_by! { TABLE; PartKind<'static>:
        PartKind::Input(_) | PartKind::Require(_) | PartKind::Trigger(_) | PartKind::Effect { .. } | PartKind::Default(_)
            | PartKind::Returns(_) | PartKind::Missing => "nothing in it",
        PartKind::Phase(_) => "tgdl phases",
    }
}
