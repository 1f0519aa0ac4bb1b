//! Programs built by hand, for cases that source text cannot express yet.

#![allow(dead_code)] // each test takes what it needs

use ir::*;

pub fn e(kind: ExprKind, ty: Ty) -> Expr {
    Expr { kind, ty, span: Span::default() }
}

pub fn int(n: i64) -> Expr {
    e(ExprKind::Const(Const::Int(n)), Ty::Int)
}

pub fn text(it: &str) -> Expr {
    e(ExprKind::Const(Const::Str(it.into())), Ty::Str)
}

pub fn local(i: u32, ty: Ty) -> Expr {
    e(ExprKind::Local(LocalId(i)), ty)
}

pub fn place(root: Root, path: Vec<Step>, ty: Ty) -> Place {
    Place { root, path, ty, span: Span::default() }
}

pub fn load(it: Place) -> Expr {
    let ty = it.ty.clone();
    e(ExprKind::Load(Box::new(it)), ty)
}

pub fn binary(op: Binary, a: Expr, b: Expr, ty: Ty) -> Expr {
    e(ExprKind::Binary(op, Box::new(a), Box::new(b)), ty)
}

pub fn cast(cast: Cast, a: Expr, ty: Ty) -> Expr {
    e(ExprKind::Cast(cast, Box::new(a)), ty)
}

pub fn any(a: Expr) -> Expr {
    cast(Cast::ToAny, a, Ty::Any)
}

pub fn s(kind: StmtKind) -> Stmt {
    Stmt { kind, span: Span::new(1, 2) }
}

pub fn function(
    name: &str,
    params: u16,
    locals: Vec<Ty>,
    result: Ty,
    effects: Effects,
    body: Vec<StmtKind>,
) -> Function {
    let named = locals.into_iter().enumerate().map(|(i, ty)| Named { name: format!("x{i}"), ty });
    Function {
        name: name.into(),
        params,
        inout: vec![false; usize::from(params)],
        locals: named.collect(),
        result,
        body: body.into_iter().map(s).collect(),
        span: Span::default(),
        effects,
    }
}

pub fn global(name: &str, ty: Ty) -> Global {
    Global { name: name.into(), ty, late: false, secret: None, span: Span::default() }
}

/// A game of one state `play` with the buttons given: each with the body of its handler. Function 0
/// makes the globals, 1 sets up, 2 prompts, and the handlers follow.
pub fn buttons(
    globals: Vec<Global>,
    init: Vec<StmtKind>,
    setup: Vec<StmtKind>,
    acts: Vec<(&str, Vec<StmtKind>)>,
) -> Program {
    let all = Effects::WRITE.with(Effects::RANDOM).with(Effects::FLOW);
    let mut before = vec![StmtKind::SetActive(any(int(0)))];
    before.extend(setup);
    before.push(StmtKind::Call(Target::Frame(FrameId(0)), vec![]));
    let offers = (0..acts.len()).map(|i| StmtKind::Button(ActionId(i as u16), None)).collect();
    let mut functions = vec![
        function("init", 0, vec![], Ty::Unit, Effects::WRITE, init),
        function("setup", 2, vec![Ty::Str, Ty::Any, Ty::Int, Ty::Int], Ty::Unit, all, before),
        function("play.prompt", 0, vec![], Ty::Unit, Effects::OFFER, offers),
    ];
    let mut handlers = Vec::new();
    let mut actions = Vec::new();
    for (i, (name, body)) in acts.into_iter().enumerate() {
        handlers.push(Handler { action: ActionId(i as u16), function: FnId(functions.len() as u16), open: None });
        functions.push(function(name, 0, vec![Ty::Int, Ty::Int], Ty::Unit, all, body));
        actions.push(name.to_owned());
    }
    let state = State { prompt: Some(FnId(2)), handlers, ..State::default() };
    let frame =
        Frame { name: "play".into(), kind: FrameKind::State(state), fields: vec![], params: 0, span: Span::default() };
    Program {
        title: "By hand".into(),
        roles: vec!["W".into(), "B".into()],
        scenarios: vec!["Standard".into()],
        globals,
        functions,
        frames: vec![frame],
        actions,
        init: Some(FnId(0)),
        setup: Some(FnId(1)),
        ..Program::default()
    }
}

/// Tic-tac-toe: actions `space(0..8)`, by index 0.
pub fn tic_tac_toe() -> Program {
    let mark = || Ty::Role.opt();
    let board_ty = || Ty::Array(Box::new(mark()), Index::Count(9));
    let board = || place(Root::Global(GlobalId(0)), vec![], board_ty());
    let cell = |i: Expr| place(Root::Global(GlobalId(0)), vec![Step::Index(i)], mark());
    let none = || e(ExprKind::Const(Const::None), mark());
    let role = || cast(Cast::Check, e(ExprKind::Seat, Ty::Int), Ty::Role);
    let truth = |it: bool| e(ExprKind::Const(Const::Bool(it)), Ty::Bool);
    let lines: [[i64; 3]; 8] = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
    let lines = lines.iter().map(|line| Const::List(line.iter().map(|n| Const::Int(*n)).collect())).collect();
    let lines = e(ExprKind::Const(Const::List(lines)), Ty::Int.list().list());
    let has_line = function(
        "has_line",
        1,
        vec![Ty::Role, Ty::Int.list(), Ty::Int, Ty::Bool],
        Ty::Bool,
        Effects::NONE,
        vec![
            StmtKind::ForEach(
                LocalId(1),
                lines,
                vec![
                    s(StmtKind::Set(LocalId(3), truth(true))),
                    s(StmtKind::ForEach(
                        LocalId(2),
                        local(1, Ty::Int.list()),
                        vec![s(StmtKind::If(
                            binary(Binary::Ne, load(cell(local(2, Ty::Int))), local(0, Ty::Role), Ty::Bool),
                            vec![s(StmtKind::Set(LocalId(3), truth(false))), s(StmtKind::Break)],
                            vec![],
                        ))],
                    )),
                    s(StmtKind::If(local(3, Ty::Bool), vec![s(StmtKind::Return(Some(truth(true))))], vec![])),
                ],
            ),
            StmtKind::Return(Some(truth(false))),
        ],
    );
    let said = |after: &str| {
        let name = cast(Cast::ToStr, role(), Ty::Str);
        binary(Binary::Concat, name, text(after), Ty::Str)
    };
    let on_space = function(
        "place.on space",
        1,
        vec![Ty::Int],
        Ty::Unit,
        Effects::WRITE.with(Effects::FLOW),
        vec![
            StmtKind::Assign(cell(local(0, Ty::Int)), role()),
            StmtKind::Log(Some(binary(
                Binary::Concat,
                said(" takes "),
                cast(Cast::ToStr, local(0, Ty::Int), Ty::Str),
                Ty::Str,
            ))),
            StmtKind::If(
                e(ExprKind::Call(FnId(0), vec![Arg::Value(role())]), Ty::Bool),
                vec![s(StmtKind::Finish(any(role()), Some(said(" wins!"))))],
                vec![],
            ),
            StmtKind::If(
                binary(Binary::In, none(), load(board()), Ty::Bool),
                vec![],
                vec![s(StmtKind::Finish(any(text("Draw")), Some(text("A draw."))))],
            ),
            StmtKind::SetActive(any(e(ExprKind::Builtin(Builtin::Other, vec![role()]), Ty::Role))),
        ],
    );
    let prompt = function(
        "place.prompt",
        0,
        vec![Ty::Int],
        Ty::Unit,
        Effects::OFFER,
        vec![
            StmtKind::Prompt(text("Place your mark.")),
            StmtKind::ForRange(
                LocalId(0),
                int(0),
                int(8),
                vec![s(StmtKind::If(
                    binary(Binary::Eq, load(cell(local(0, Ty::Int))), none(), Ty::Bool),
                    vec![s(StmtKind::Offer(ActionId(0), vec![local(0, Ty::Int)]))],
                    vec![],
                ))],
            ),
        ],
    );
    let init = function(
        "init",
        0,
        vec![],
        Ty::Unit,
        Effects::WRITE,
        vec![StmtKind::Assign(board(), e(ExprKind::Fill(Box::new(none()), Box::new(int(9))), board_ty()))],
    );
    let setup = function(
        "setup",
        2,
        vec![Ty::Str, Ty::Any],
        Ty::Unit,
        Effects::WRITE.with(Effects::FLOW),
        vec![StmtKind::SetActive(any(int(0))), StmtKind::Call(Target::Frame(FrameId(0)), vec![])],
    );
    let view = function(
        "view",
        0,
        vec![],
        Ty::Unit,
        Effects::VIEW,
        vec![StmtKind::Assign(place(Root::View(ViewId(0)), vec![], board_ty()), load(board()))],
    );
    let state = State {
        inactive: Some("place a mark".into()),
        prompt: Some(FnId(2)),
        handlers: vec![Handler { action: ActionId(0), function: FnId(1), open: None }],
        ..State::default()
    };
    Program {
        title: "Tic-tac-toe".into(),
        roles: vec!["X".into(), "O".into()],
        scenarios: vec!["Standard".into()],
        globals: vec![global("board", board_ty())],
        view_fields: vec![Named { name: "board".into(), ty: board_ty() }],
        functions: vec![has_line, on_space, prompt, init, setup, view],
        frames: vec![Frame {
            name: "place".into(),
            kind: FrameKind::State(state),
            fields: vec![],
            params: 0,
            span: Span::default(),
        }],
        actions: vec!["space".into()],
        init: Some(FnId(3)),
        setup: Some(FnId(4)),
        view: Some(FnId(5)),
        ..Program::default()
    }
}
