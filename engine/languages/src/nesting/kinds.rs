//! Every kind of syntax tree, with the row of `tests/nesting.json` that nests it: a new kind does not compile here
//! before it is named.

use crate::json::JsonKind;
use crate::{bbgel, ludl, rules};

const TABLE: &str = include_str!("../../../../tests/nesting.json");

/// The row of each kind, or why none is needed; no kind is left out.
macro_rules! rows {
    ($ty:ty: $($pattern:pat => $row:literal,)*) => {{
        let _every_kind_is_named: fn(&$ty) = |it| match it { $($pattern => {})* };
        &[$($row),*] as &[&str]
    }};
}

fn expressions() -> &'static [&'static str] {
    use rules::ast::ExprKind as It;
    rows! { rules::ast::ExprKind<'static>:
        It::None | It::Bool(_) | It::Int(_) | It::Num(_) | It::Str(_) | It::Name(_) | It::Missing => "nothing in it",
        It::Template(_) => "templates",
        It::Field(..) => "fields",
        It::Index(..) => "indices",
        It::Call(..) => "calls",
        It::Unary(..) => "minus",
        It::Binary(..) => "sums",
        It::If(..) => "conditionals",
        It::Ternary(..) => "choices with signs",
        It::Waits(_) => "calls that wait",
        It::List(_) => "lists",
        It::Map(_) => "maps",
        It::Comprehension(..) => "comprehensions",
        It::Quantifier(..) => "quantifiers",
        It::Each(..) => "cells",
        It::Record(..) => "records",
        It::Object(_) => "objects",
    }
}

fn operators() -> &'static [&'static str] {
    use rules::ast::BinaryOp as It;
    rows! { rules::ast::BinaryOp:
        It::Add | It::Sub | It::Mul | It::Div | It::Rem => "sums",
        It::Eq | It::Ne | It::Lt | It::Le | It::Gt | It::Ge | It::In | It::NotIn | It::Until | It::To => "comparisons",
        It::And => "conjunctions",
        It::Or => "disjunctions",
        It::Else => "else values",
    }
}

fn prefixes() -> &'static [&'static str] {
    use rules::ast::UnaryOp as It;
    rows! { rules::ast::UnaryOp:
        It::Not => "not",
        It::Neg => "minus",
        It::Unwrap => "unwrapped",
    }
}

fn types() -> &'static [&'static str] {
    use rules::ast::TypeKind as It;
    rows! { rules::ast::TypeKind<'static>:
        It::Name(_) | It::Of(..) | It::Range(..) => "nothing in it",
        It::Apply(..) => "types in angles",
        It::Opt(_) => "optional types",
        It::List(_) | It::Array(..) => "types",
    }
}

fn statements() -> &'static [&'static str] {
    use rules::ast::StmtKind as It;
    rows! { rules::ast::StmtKind<'static>:
        It::Let { .. } | It::Assign { .. } | It::Return(_) | It::Break | It::Continue | It::Call(_) | It::Goto(_)
        | It::End(_) | It::Finish(_) | It::Log(_) | It::Prompt(_) | It::Assert(_) | It::Expr(_) | It::Set { .. }
        | It::Missing => "nothing in it",
        It::If { .. } => "else if",
        It::While { .. } => "while",
        It::For { .. } => "for",
        It::Action { .. } | It::Button { .. } => "offers",
        It::Eval(_) => "script eval",
    }
}

fn bbgel() -> Vec<&'static str> {
    use bbgel::ast::{ExprKind, StmtKind};
    let expressions = rows! { ExprKind<'static>:
        ExprKind::Int(_) | ExprKind::Bool(_) | ExprKind::Name(_) | ExprKind::Of(..) | ExprKind::LeftSteps
        | ExprKind::Result | ExprKind::NumPlayers | ExprKind::ChooseBool(_) | ExprKind::Step { .. } => "nothing in it",
        ExprKind::Roll(_) => "bbgel rolls",
        ExprKind::Binary(..) => "bbgel sums",
        ExprKind::Sign { .. } => "bbgel minus",
        ExprKind::Not(_) => "bbgel not",
        ExprKind::Assign(..) => "bbgel assignments",
        ExprKind::Ternary(..) => "bbgel choices",
    };
    let statements = rows! { StmtKind<'static>:
        StmtKind::If(..) => "bbgel if",
        StmtKind::ControlIf(..) | StmtKind::ControlGoto(_) | StmtKind::Force | StmtKind::Goto(_) | StmtKind::BeginScope
        | StmtKind::EndScope | StmtKind::LimitScope | StmtKind::Return(_) | StmtKind::Log(_) | StmtKind::GameStart(_)
        | StmtKind::GameEnd | StmtKind::Move(_) | StmtKind::Rollback | StmtKind::Sleep(..) | StmtKind::Var(_)
        | StmtKind::Expr(_) | StmtKind::Missing => "nothing in it",
    };
    [expressions, statements].concat()
}

fn ludl() -> Vec<&'static str> {
    use ludl::ast::{Expr, ExprKind, StmtKind};
    let expressions = rows! { ExprKind<'static>:
        ExprKind::Num(_) | ExprKind::Str(_) | ExprKind::Var(_) | ExprKind::Missing => "nothing in it",
        ExprKind::Prim(..) => "ludl sums",
        ExprKind::Call(..) => "ludl functions",
    };
    let statements = rows! { StmtKind<'static, Expr<'static>>:
        StmtKind::Return(_) | StmtKind::Accept(_) | StmtKind::Reject(_) | StmtKind::Call(_) | StmtKind::Missing => "nothing in it",
        StmtKind::If(..) => "ludl if",
        StmtKind::While(..) => "ludl while",
        StmtKind::For(..) => "ludl for",
    };
    [expressions, statements].concat()
}

fn json() -> &'static [&'static str] {
    rows! { JsonKind:
        JsonKind::Null | JsonKind::Bool(_) | JsonKind::Int(_) | JsonKind::Num(_) | JsonKind::Str(_) => "nothing in it",
        JsonKind::List(_) | JsonKind::Object(_) => "ludl JSON",
    }
}

#[test]
fn every_kind_has_a_row() {
    let rules = [expressions(), operators(), prefixes(), types(), statements(), json()].concat();
    for row in rules.into_iter().chain(bbgel()).chain(ludl()) {
        let there = row == "nothing in it" || TABLE.contains(&format!("\"name\": \"{row}\""));
        assert!(there, "no row `{row}` in tests/nesting.json");
    }
}
