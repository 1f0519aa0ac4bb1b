//! The typed program: the result of every front-end, and the input of the executors.
//!
//! Invariant: it knows no language, and of the text only spans; it is plain data, immutable once verified, and can be
//! shared between threads; [`verify`] accepts only what executors may assume.

mod board;
mod builtin;
mod changes;
mod code;
mod counted;
mod dump;
mod effects;
mod expected;
mod geometry;
mod held;
mod ids;
mod limits;
mod log;
mod program;
mod results;
mod retype;
mod seated;
pub mod secrets;
mod shared_set;
mod show;
mod statements;
pub mod steps;
mod test;
mod ty;
mod verify;
mod walk;
pub mod way;

pub use board::{
    Board, BoardKind, CELLS_MAX, COST_MAX, Cell, Connect, HEX_DIRECTIONS, Link, Part, SQUARE_DIRECTIONS, WEIGHT_MAX,
};
pub use builtin::{BoardOp, Bound, Builtin, Entry, Form, Group, Length, Param, PlaceOp, Row, Shape, Signature, Typing};
pub use changes::{changed_places, changes_only, effects_of, mentioned, set_local, written};
pub use code::{
    Arg, Binary, Cast, Const, Expr, ExprKind, FieldId, LocalId, Place, Root, Step, Stmt, StmtKind, Target, Unary,
    array_index, record_of,
};
pub use counted::{Arrivals, Counted, Inside, Measure};
pub use diag::Span;
pub use dump::{dump, type_name};
pub use effects::Effects;
pub use expected::{ascending, expected};
pub use geometry::Geometry;
pub use held::held;
pub use ids::{ActionId, BoardId, DataId, EnumId, FnId, FrameId, GlobalId, RecordId, ViewId};
pub use limits::{Limits, TOLD};
pub use log::PRIVATE_LINE;
pub use program::{
    ANSWERS, CELLS_NUMBERED, Choice, ChoiceKind, ChosenBoard, Data, Enum, Field, Frame, FrameKind, Function, Global,
    Handler, Named, Numbered, NumberedPlace, Numbering, Program, RESERVED_GLOBALS, RESERVED_ROLES, RESERVED_VIEWS,
    Record, SeatRange, Seats, Secret, State,
};
pub use retype::{recall, retype};
pub use seated::seated;
pub use show::{
    Area, AreaArg, AreaClick, Click, Color, Face, FacePart, Grouping, LOOKING, Layout, Lie, Look, PICTURE, Pattern,
    Pieces, SHAPES, SeatMark, Sends, Show, ShowKind, Sign, Zone,
};
pub use statements::statements;
pub use steps::Steps;
pub use test::{Test, TestMove, TestStep, TestStepKind};
pub use ty::{INT_MAX, Index, Ty};
pub use verify::{Broken, effects, flows, verify};
pub use walk::{
    Child, ChildMut, Node, NodeMut, bodies, bodies_mut, calls, every_stmt, expr_children, expr_children_mut, exprs_mut,
    owners, place_children, place_children_mut, stmt_children, stmt_children_mut, uses_frame, walk, walk_child,
    walk_child_mut, walk_expr, walk_mut, walk_some,
};
