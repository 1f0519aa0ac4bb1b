//! Coverage of the IR by programs, so that no construct is silently left out.
//!
//! The matches are exhaustive: a new construct does not compile until it has a name here, and the test fails until it
//! is generated or explicitly omitted.

use crate::executors::Played;
use ir::{
    Binary, BoardKind, BoardOp, Builtin, Cast, Connect, Const, Expr, ExprKind, FnId, FrameId, FrameKind, Index, Node,
    PlaceOp, Program, Root, Step, Stmt, StmtKind, Target, Ty, Unary,
};
use std::collections::{BTreeMap, BTreeSet};

/// Constructs that the generator leaves out, with reasons.
pub const LEFT_OUT: &[(&str, &str)] = &[
    ("query, worth, invariants, imagine, tests, shows", "the module has none, or nothing to do with them"),
    ("held", "a pass makes it of what was tested"),
    ("secrets", "they are no part of what runs"),
    ("how many play changed while a game is played", "languages set it once"),
    ("handlers of one action that take different arguments", "no language makes them"),
    ("offers with other arguments than the handler takes", "no language makes them"),
    ("`break`, `continue`, `return` and transitions inside an expression's own statements", "no language makes them"),
    ("types that only flow into one another (`T` where `T?` is meant, a range where another is)", "languages convert"),
    ("globals that are not late and have no first value", "languages give them one"),
    ("places of single steps in a row of indices and fields", "the machine looks at all of them at once"),
];

/// Count of each construct in code that games reach.
#[derive(Default)]
pub struct Coverage {
    pub counts: BTreeMap<String, usize>,
}

/// Everything there is.
pub fn all() -> Vec<String> {
    let kinds = [EXPRS, STMTS, PLACES, TYPES, CONSTS, OPERATORS, CASTS, FRAMES, BOARDS, &["open action"]].concat();
    let ops = Builtin::ALL.iter().map(|it| it.name()).chain(PlaceOp::ALL.iter().map(|it| it.name()));
    let boards = BoardOp::ALL.iter().map(|it| format!("board.{}", it.name()));
    kinds.into_iter().chain(ops).map(str::to_owned).chain(boards).collect()
}

impl Coverage {
    fn saw(&mut self, name: impl Into<String>) {
        *self.counts.entry(name.into()).or_default() += 1;
    }

    /// Counts the constructs in functions that the games of a program may have reached: from setup, and from the frames
    /// seen in states.
    pub fn add(&mut self, program: &Program, played: &Played) {
        let named = |it: &&ir::Frame| {
            let text = format!("\"P\":\"{}\"", it.name);
            played.states.iter().any(|state| state.contains(&text))
        };
        let seen = program.frames.iter().filter(named).flat_map(ir::Frame::functions);
        let mut todo: Vec<FnId> =
            [program.init, program.setup, program.view].into_iter().flatten().chain(seen).collect();
        let mut reached = BTreeSet::new();
        while let Some(id) = todo.pop() {
            if !reached.insert(id) {
                continue;
            }
            let function = program.function(id);
            todo.extend(ir::calls(function));
            ir::walk(&function.body, &mut |node| {
                self.node(node);
                if let Node::Stmt(Stmt { kind: StmtKind::Call(to, _) | StmtKind::Goto(to, _), .. }) = node
                    && let Target::Frame(FrameId(frame)) = to
                {
                    todo.extend(program.frames[usize::from(*frame)].functions());
                }
            });
            function.locals.iter().for_each(|it| self.ty(&it.ty));
        }
        program.globals.iter().for_each(|it| self.ty(&it.ty));
        for it in &program.frames {
            self.saw(frame(&it.kind));
            if let FrameKind::State(it) = &it.kind
                && it.handlers.iter().any(|it| it.open.is_some())
            {
                self.saw("open action");
            }
        }
        for it in &program.boards {
            board(it.kind).into_iter().for_each(|it| self.saw(it));
        }
    }

    fn node(&mut self, node: Node<'_>) {
        match node {
            Node::Stmt(it) => self.saw(stmt(&it.kind)),
            Node::Expr(it) => self.expr(it),
            Node::Place(it) => {
                self.saw(root(it.root));
                it.path.iter().for_each(|it| self.saw(step(it)));
            }
        }
        if let Node::Stmt(Stmt { kind: StmtKind::PlaceOp(op, ..), .. }) = node {
            self.saw(op.name());
        }
    }

    fn expr(&mut self, it: &Expr) {
        self.saw(expr(&it.kind));
        match &it.kind {
            ExprKind::Const(it) => self.saw(constant(it)),
            ExprKind::Unary(op, _) => self.saw(unary(*op)),
            ExprKind::Binary(op, ..) => self.saw(binary(*op)),
            ExprKind::Cast(op, _) => self.saw(cast(*op)),
            ExprKind::Builtin(op, _) => self.saw(op.name()),
            ExprKind::PlaceOp(op, ..) => self.saw(op.name()),
            ExprKind::Board(op, ..) => self.saw(format!("board.{}", op.name())),
            _ => {}
        }
    }

    fn ty(&mut self, it: &Ty) {
        self.saw(ty(it));
        match it {
            Ty::Opt(of) | Ty::List(of) | Ty::Set(of) => self.ty(of),
            Ty::Array(of, by) => {
                self.saw(index(*by));
                self.ty(of);
            }
            Ty::Map(key, of) => {
                self.ty(key);
                self.ty(of);
            }
            _ => {}
        }
    }
}

macro_rules! names {
    ($list:ident $name:ident($of:ty) { $($pattern:pat => $text:literal,)* }) => {
        const $list: &[&str] = &[$($text,)*];

        fn $name(it: $of) -> &'static str {
            match it { $($pattern => $text,)* }
        }
    };
}

names! { EXPRS expr(&ExprKind) {
    ExprKind::Const(_) => "const",
    ExprKind::Data(_) => "data",
    ExprKind::Local(_) => "local",
    ExprKind::Load(_) => "load",
    ExprKind::Index(..) => "index",
    ExprKind::Field(..) => "field",
    ExprKind::AnyField(..) => "any field",
    ExprKind::Unary(..) => "unary",
    ExprKind::Binary(..) => "binary",
    ExprKind::And(..) => "and",
    ExprKind::Or(..) => "or",
    ExprKind::If(..) => "if expression",
    ExprKind::Else(..) => "else",
    ExprKind::Unwrap(_) => "unwrap",
    ExprKind::Make(_) => "make",
    ExprKind::MakeMap(_) => "make map",
    ExprKind::MakeObject(_) => "make object",
    ExprKind::Fill(..) => "fill expression",
    ExprKind::Call(..) => "call",
    ExprKind::Builtin(..) => "builtin",
    ExprKind::Board(..) => "board",
    ExprKind::PlaceOp(..) => "place op expression",
    ExprKind::Block(..) => "block",
    ExprKind::Trial(_, None) => "trial",
    ExprKind::Trial(_, Some(_)) => "trial that may fail",
    ExprKind::Cast(..) => "cast",
    ExprKind::Seat => "seat",
    ExprKind::Failure => "which failure",
    ExprKind::Active => "active",
    ExprKind::Shown(_) => "shown",
    ExprKind::Last => "last result",
    ExprKind::WholeFrame => "whole frame",
    ExprKind::WholeState => "whole state",
    ExprKind::Top(..) => "field of the frame on top",
} }

names! { STMTS stmt(&StmtKind) {
    StmtKind::Expr(_) => "expression statement",
    StmtKind::Set(..) => "set",
    StmtKind::Assign(..) => "assign",
    StmtKind::PlaceOp(..) => "place op",
    StmtKind::If(..) => "if",
    StmtKind::While(..) => "while",
    StmtKind::ForRange(..) => "for range",
    StmtKind::ForEach(..) => "for each",
    StmtKind::Break => "break",
    StmtKind::Continue => "continue",
    StmtKind::Return(_) => "return",
    StmtKind::Call(Target::Frame(_), _) => "call frame",
    StmtKind::Call(Target::Named(_), _) => "call by name",
    StmtKind::Goto(Target::Frame(_), _) => "goto frame",
    StmtKind::Goto(Target::Named(_), _) => "goto by name",
    StmtKind::End(_) => "end",
    StmtKind::Finish(..) => "finish",
    StmtKind::Jump(_) => "jump",
    StmtKind::Unset(_) => "unset",
    StmtKind::SetActive(_) => "set active",
    StmtKind::Log(_) => "log",
    StmtKind::Prompt(_) => "prompt",
    StmtKind::Offer(..) => "offer",
    StmtKind::Withhold(..) => "withhold",
    StmtKind::Label(..) => "label",
    StmtKind::Button(..) => "button",
    StmtKind::Disable(..) => "disable",
    StmtKind::PushUndo => "push undo",
    StmtKind::ClearUndo => "clear undo",
    StmtKind::PopUndo => "pop undo",
    StmtKind::Assert(..) => "assert",
    StmtKind::Stop(_) => "stop",
} }

const PLACES: &[&str] = &[
    "root local",
    "root global",
    "root frame",
    "root view",
    "step index",
    "step field",
    "step any field",
    "by count",
    "by role",
    "by enum",
];

fn root(it: Root) -> &'static str {
    match it {
        Root::Local(_) => "root local",
        Root::Global(_) => "root global",
        Root::Frame(_) => "root frame",
        Root::View(_) => "root view",
    }
}

fn step(it: &Step) -> &'static str {
    match it {
        Step::Index(_) => "step index",
        Step::Field(_) => "step field",
        Step::AnyField(_) => "step any field",
    }
}

fn index(it: Index) -> &'static str {
    match it {
        Index::Count(_) => "by count",
        Index::Role => "by role",
        Index::Enum(_) => "by enum",
    }
}

/// Functions without a result have [`Ty::Unit`], and nothing else does.
const TYPES: &[&str] =
    &["Int", "Range", "Num", "Bool", "Str", "Role", "Enum", "Record", "Opt", "List", "Array", "Set", "Map", "Any"];

fn ty(it: &Ty) -> &'static str {
    match it {
        Ty::Int => "Int",
        Ty::Range(..) => "Range",
        Ty::Num => "Num",
        Ty::Bool => "Bool",
        Ty::Str => "Str",
        Ty::Role => "Role",
        Ty::Enum(_) => "Enum",
        Ty::Record(_) | Ty::Packed(_) => "Record",
        Ty::Opt(_) => "Opt",
        Ty::List(_) => "List",
        Ty::Array(..) => "Array",
        Ty::Set(_) => "Set",
        Ty::Map(..) => "Map",
        Ty::Any => "Any",
        Ty::Unit => "Unit",
    }
}

names! { CONSTS constant(&Const) {
    Const::None => "const none",
    Const::Bool(_) => "const bool",
    Const::Int(_) => "const int",
    Const::Num(_) => "const num",
    Const::Str(_) => "const text",
    Const::List(_) => "const list",
    Const::Object(_) => "const object",
} }

names! { OPERATORS binary(Binary) {
    Binary::IntAdd => "int +",
    Binary::IntSub => "int -",
    Binary::IntMul => "int *",
    Binary::IntDiv => "int /",
    Binary::IntRem => "int %",
    Binary::NumAdd => "num +",
    Binary::NumSub => "num -",
    Binary::NumMul => "num *",
    Binary::NumDiv => "num /",
    Binary::NumRem => "num %",
    Binary::IntLt => "int <",
    Binary::IntLe => "int <=",
    Binary::NumLt => "num <",
    Binary::NumLe => "num <=",
    Binary::StrLt => "text <",
    Binary::StrLe => "text <=",
    Binary::Eq => "==",
    Binary::Ne => "!=",
    Binary::Concat => "++",
    Binary::In => "in",
} }

fn unary(it: Unary) -> &'static str {
    match it {
        Unary::Not => "not",
        Unary::IntNeg => "int neg",
        Unary::NumNeg => "num neg",
    }
}

names! { CASTS cast(Cast) {
    Cast::IntToNum => "int to num",
    Cast::Floor => "floor",
    Cast::Check => "check",
    Cast::Some => "some",
    Cast::Held => "held",
    Cast::Reveal => "reveal",
    Cast::ToAny => "to any",
    Cast::FromAny => "from any",
    Cast::ToStr => "to text",
    Cast::Elements => "elements",
    Cast::ToArray => "to array",
    Cast::SeatToRole => "seat to role",
    Cast::ActiveToRole => "active to role",
    Cast::ActiveToRoles => "active to roles",
} }

names! { FRAMES frame(&FrameKind) {
    FrameKind::State(_) => "state",
    FrameKind::Procedure(_) => "procedure",
    FrameKind::Plain(_) => "plain procedure",
} }

const BOARDS: &[&str] = &["square", "hex", "graph", "sides", "diagonals", "both", "wrap", "not", "int neg", "num neg"];

fn board(it: BoardKind) -> Vec<&'static str> {
    match it {
        BoardKind::Square { connect, wrap } => {
            let connect = match connect {
                Connect::Sides => "sides",
                Connect::Diagonals => "diagonals",
                Connect::Both => "both",
            };
            [Some("square"), Some(connect), wrap.then_some("wrap")].into_iter().flatten().collect()
        }
        BoardKind::Hex => vec!["hex"],
        BoardKind::Graph => vec!["graph"],
    }
}
