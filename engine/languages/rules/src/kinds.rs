//! Every kind of syntax tree, with the row of `tests/nesting.json` that nests it: a new kind does not compile here
//! before it is named.

use crate::ast;
use front::nested_by;

const TABLE: &str = include_str!("../../../../tests/nesting.json");

#[test]
fn expressions() {
    use crate::ast::ExprKind as It;
    nested_by! { TABLE; ast::ExprKind<'static>:
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

#[test]
fn operators() {
    use crate::ast::BinaryOp as It;
    nested_by! { TABLE; ast::BinaryOp:
        It::Add | It::Sub | It::Mul | It::Div | It::Rem => "sums",
        It::Eq | It::Ne | It::Lt | It::Le | It::Gt | It::Ge | It::In | It::NotIn | It::Until | It::To => "comparisons",
        It::And => "conjunctions",
        It::Or => "disjunctions",
        It::Else => "else values",
    }
}

#[test]
fn prefixes() {
    use crate::ast::UnaryOp as It;
    nested_by! { TABLE; ast::UnaryOp:
        It::Not => "not",
        It::Neg => "minus",
        It::Unwrap => "unwrapped",
    }
}

#[test]
fn types() {
    use crate::ast::TypeKind as It;
    nested_by! { TABLE; ast::TypeKind<'static>:
        It::Name(_) | It::Of(..) | It::Range(..) => "nothing in it",
        It::Apply(..) => "types in angles",
        It::Opt(_) => "optional types",
        It::List(_) | It::Array(..) => "types",
    }
}

#[test]
fn boards() {
    use crate::ast::BoardForm as It;
    nested_by! { TABLE; ast::BoardForm<'static>:
        It::One(..) => "nothing in it",
        It::If(..) => "boards chosen at setup",
    }
}

#[test]
fn statements() {
    use crate::ast::StmtKind as It;
    nested_by! { TABLE; ast::StmtKind<'static>:
        It::Let { .. } | It::Assign { .. } | It::Return(_) | It::Break | It::Continue | It::Call(_) | It::Goto(_)
        | It::End(_) | It::EndAll(_) | It::Answer(_) | It::Finish(_) | It::Log(..) | It::Show(..) | It::Prompt(_) | It::Assert(_) | It::Expr(_) | It::Set { .. }
        | It::Missing => "nothing in it",
        It::If { .. } => "else if",
        It::While { .. } => "while",
        It::For { .. } => "for",
        It::Turns(_) => "turns",
        It::Action { .. } | It::Button { .. } => "offers",
        It::Eval(_) => "script eval",
    }
}
