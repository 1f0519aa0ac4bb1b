//! Every kind of syntax tree, with the row of `tests/nesting.json` that nests it: a new kind does not compile here
//! before it is named.

use crate::json::JsonKind;
use crate::nested_by;

const TABLE: &str = include_str!("../../../../tests/nesting.json");

#[test]
fn json() {
    nested_by! { TABLE; JsonKind:
        JsonKind::Null | JsonKind::Bool(_) | JsonKind::Int(_) | JsonKind::Num(_) | JsonKind::Str(_) => "nothing in it",
        JsonKind::List(_) | JsonKind::Object(_) => "ludl JSON",
    }
}
