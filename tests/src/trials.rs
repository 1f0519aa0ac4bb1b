//! Trials: their results, and the absence of other effects. Each program is played by both executors.

use crate::executors::compare;
use crate::hand::{any, attempt, binary, call, e, function, global, int, load, local, s, text, tried, with_effects};
use game::Value;
use ir::{
    ActionId, Binary, Builtin, Cast, Const, Expr, ExprKind, Field, FieldId, FnId, Frame, FrameId, FrameKind, Global,
    Handler, Index, LocalId, Named, Place, PlaceOp, Program, Record, RecordId, Root, Span, State, Step, Stmt, StmtKind,
    Target, Ty,
};
use std::sync::Arc;
use vm::{Machine, Object, json};

// Globals.
const OUT: u16 = 0;
const N: u16 = 1;
const LIST: u16 = 2;
const REC: u16 = 3;
const RECS: u16 = 4;

// Functions that may fail.
const DIVIDE: u16 = 6;
const DEEPER: u16 = 7;
const ROUNDS: u16 = 8;
const BOTH: u16 = 9;
const TEXTS: u16 = 10;
const RECORD: u16 = 11;

fn rec() -> Ty {
    Ty::Record(RecordId(0))
}

fn recs() -> Ty {
    Ty::Array(Box::new(rec()), Index::Count(2))
}

fn list() -> Ty {
    Ty::Int.list()
}

fn text_of(it: Expr) -> Expr {
    e(ExprKind::Cast(Cast::ToStr, Box::new(it)), &Ty::Str)
}

fn part(it: Expr) -> Expr {
    e(ExprKind::Field(Box::new(it), 0), &Ty::Int)
}

fn part_of(mut it: Place) -> Place {
    it.path.push(Step::Field(0));
    it.ty = Ty::Int;
    it
}

fn frame(field: u16, ty: &Ty) -> Place {
    Place { root: Root::Frame(FieldId(field)), path: Vec::new(), ty: ty.clone(), span: Span::default() }
}

fn at(i: i64) -> Place {
    let path = vec![Step::Index(int(i))];
    part_of(Place { path, ty: rec(), ..global(RECS, &recs()) })
}

fn assign(to: Place, n: i64) -> Stmt {
    s(StmtKind::Assign(to, int(n)))
}

fn push(to: Place, it: Expr) -> Stmt {
    s(StmtKind::PlaceOp(PlaceOp::Push, to, vec![it]))
}

/// Notes a value.
fn note(it: Expr) -> Stmt {
    push(global(OUT, &Ty::Str.list()), text_of(it))
}

/// Statements, then a value: all of it tried.
fn trial(body: Vec<Stmt>, value: Expr) -> Expr {
    let ty = value.ty.clone();
    tried(e(ExprKind::Block(body, Box::new(value)), &ty))
}

fn make(n: i64) -> Expr {
    e(ExprKind::Make(vec![int(n)]), &rec())
}

/// A game of one button with this body; a local of each of these types.
fn program(locals: &[Ty], body: Vec<Stmt>) -> Program {
    let mut go = function("on go", &[], Ty::Unit, vec![]);
    go.locals = locals.iter().map(|ty| Named { name: "it".into(), ty: ty.clone() }).collect();
    go.body = body;
    let (p, q) = (local(0, &rec()), local(0, &list()));
    // An `inout` argument is changed at its source during a trial.
    let handed = trial(vec![assign(part_of(global(REC, &rec())), 7)], part(p));
    let lists = trial(vec![push(global(LIST, &list()), int(7))], e(ExprKind::Builtin(Builtin::Len, vec![q]), &Ty::Int));
    let set = |id: u16, ty: &Ty, value: Expr| StmtKind::Assign(global(id, ty), value);
    let functions = vec![
        function("handed", &[("it", rec())], Ty::Int, vec![StmtKind::Return(Some(handed))]),
        function("list", &[("it", list())], Ty::Int, vec![StmtKind::Return(Some(lists))]),
        go,
        function(
            "init",
            &[],
            Ty::Unit,
            vec![
                set(OUT, &Ty::Str.list(), e(ExprKind::Make(vec![]), &Ty::Str.list())),
                set(N, &Ty::Int, int(3)),
                set(LIST, &list(), e(ExprKind::Make(vec![int(1), int(2)]), &list())),
                set(REC, &rec(), make(1)),
                set(RECS, &recs(), e(ExprKind::Make(vec![make(1), make(2)]), &recs())),
            ],
        ),
        function(
            "setup",
            &[("scenario", Ty::Str), ("options", Ty::Any)],
            Ty::Unit,
            vec![StmtKind::SetActive(any(int(0))), StmtKind::Call(Target::Frame(FrameId(0)), vec![int(4), make(5)])],
        ),
        function("prompt", &[], Ty::Unit, vec![StmtKind::Button(ActionId(0), None)]),
        // Changes everything, and then divides by its argument.
        function(
            "divide",
            &[("by", Ty::Int)],
            Ty::Int,
            vec![
                StmtKind::Assign(global(N, &Ty::Int), int(60)),
                StmtKind::PlaceOp(PlaceOp::Push, global(LIST, &list()), vec![int(7)]),
                StmtKind::Assign(frame(0, &Ty::Int), int(80)),
                StmtKind::Log(Some(text("never said"))),
                StmtKind::SetActive(none()),
                StmtKind::PushUndo,
                StmtKind::Return(Some(binary(Binary::IntDiv, load(global(N, &Ty::Int)), local(0, &Ty::Int), &Ty::Int))),
            ],
        ),
        // Calls itself that often, and then divides.
        function(
            "deeper",
            &[("more", Ty::Int)],
            Ty::Int,
            vec![
                StmtKind::If(
                    binary(Binary::IntLt, local(0, &Ty::Int), int(1), &Ty::Bool),
                    vec![s(StmtKind::Return(Some(call(DIVIDE, vec![local(0, &Ty::Int)], &Ty::Int))))],
                    vec![],
                ),
                StmtKind::Return(Some(call(
                    DEEPER,
                    vec![binary(Binary::IntSub, local(0, &Ty::Int), int(1), &Ty::Int)],
                    &Ty::Int,
                ))),
            ],
        ),
        // Runs this many rounds, and gives their number.
        function(
            "rounds",
            &[("count", Ty::Int)],
            Ty::Int,
            vec![
                StmtKind::While(
                    binary(Binary::IntLt, load(global(N, &Ty::Int)), local(0, &Ty::Int), &Ty::Bool),
                    vec![s(StmtKind::Assign(
                        global(N, &Ty::Int),
                        binary(Binary::IntAdd, load(global(N, &Ty::Int)), int(1), &Ty::Int),
                    ))],
                ),
                StmtKind::Return(Some(load(global(N, &Ty::Int)))),
            ],
        ),
        // Tries to divide, and then divides.
        function(
            "both",
            &[("by", Ty::Int)],
            Ty::Int,
            vec![
                StmtKind::Set(LocalId(1), attempt(call(DIVIDE, vec![local(0, &Ty::Int)], &Ty::Int), int(-5))),
                StmtKind::Assign(global(N, &Ty::Int), local(1, &Ty::Int)),
                StmtKind::Return(Some(call(DIVIDE, vec![local(1, &Ty::Int)], &Ty::Int))),
            ],
        ),
        function(
            "texts",
            &[("by", Ty::Int)],
            Ty::Str,
            vec![
                StmtKind::Set(LocalId(1), call(DIVIDE, vec![local(0, &Ty::Int)], &Ty::Int)),
                StmtKind::Return(Some(binary(Binary::Concat, text("by "), text_of(local(1, &Ty::Int)), &Ty::Str))),
            ],
        ),
        function(
            "record",
            &[("by", Ty::Int)],
            rec(),
            vec![
                StmtKind::Assign(part_of(global(REC, &rec())), call(DIVIDE, vec![local(0, &Ty::Int)], &Ty::Int)),
                StmtKind::Return(Some(load(global(REC, &rec())))),
            ],
        ),
    ];
    let mut functions = functions;
    for id in [BOTH, TEXTS] {
        functions[usize::from(id)].locals.push(Named { name: "it".into(), ty: Ty::Int });
    }
    let global =
        |name: &str, ty: Ty| Global { name: name.into(), ty, late: false, secret: None, span: Span::default() };
    let field = |name: &str, ty: Ty| Field { name: name.into(), ty, late: false };
    let state = State {
        prompt: Some(FnId(5)),
        handlers: vec![Handler { action: ActionId(0), function: FnId(2), open: None }],
        ..State::default()
    };
    with_effects(Program {
        title: "Trials".into(),
        roles: vec!["A".into(), "B".into()],
        scenarios: vec!["Standard".into()],
        records: vec![Record { name: "R".into(), fields: vec![Named { name: "f".into(), ty: Ty::Int }] }],
        globals: vec![
            global("out", Ty::Str.list()),
            global("n", Ty::Int),
            global("list", list()),
            global("rec", rec()),
            global("recs", recs()),
        ],
        functions,
        frames: vec![Frame {
            name: "play".into(),
            kind: FrameKind::State(state),
            fields: vec![field("n", Ty::Int), field("own", rec())],
            params: 2,
            span: Span::default(),
        }],
        actions: vec!["go".into()],
        init: Some(FnId(3)),
        setup: Some(FnId(4)),
        ..Program::default()
    })
}

/// The notes in both executors; nothing else changes.
fn notes(locals: &[Ty], body: Vec<Stmt>) -> Vec<String> {
    let machine = Machine::new(Arc::new(program(locals, body))).unwrap_or_else(|it| panic!("{it}"));
    if let Err(problem) = compare("trials", &machine, 2, 3, true) {
        panic!("{problem}");
    }
    let state = machine.setup(1, "Standard", Value::object(Object::default())).unwrap();
    let after = machine.act(state.clone(), 0, ActionId(0), Value::Absent).unwrap_or_else(|it| panic!("{it}"));
    let read = |it: &vm::State| serde_json::from_str::<serde_json::Value>(&json::to_text(&machine.save(it))).unwrap();
    let (mut before, mut after) = (read(&state), read(&after));
    let out = after["out"].take();
    before["out"].take();
    assert_eq!(after, before);
    serde_json::from_value(out).unwrap()
}

fn none() -> Expr {
    e(ExprKind::Const(Const::None), &Ty::Any)
}

#[test]
fn records_and_lists_come_out_as_they_were_then() {
    let of_rec = trial(vec![assign(part_of(global(REC, &rec())), 5)], load(global(REC, &rec())));
    let of_array = trial(vec![assign(at(1), 6)], load(global(RECS, &recs())));
    let of_list = trial(vec![push(global(LIST, &list()), int(9))], load(global(LIST, &list())));
    let same = tried(load(global(LIST, &list())));
    let found = notes(
        &[list(), list()],
        vec![
            note(part(of_rec)),
            note(part(e(ExprKind::Index(Box::new(of_array), Box::new(int(1))), &rec()))),
            s(StmtKind::Set(LocalId(0), of_list)),
            push(Place { root: Root::Local(LocalId(0)), ..global(0, &list()) }, int(10)),
            s(StmtKind::Set(LocalId(1), same)),
            push(Place { root: Root::Local(LocalId(1)), ..global(0, &list()) }, int(11)),
            note(local(0, &list())),
            note(local(1, &list())),
            note(load(global(LIST, &list()))),
        ],
    );
    assert_eq!(found, ["5", "6", "1, 2, 9, 10", "1, 2, 11", "1, 2"]);
}

#[test]
fn what_was_known_before_stays_what_it_was() {
    let r = || local(0, &rec());
    let both = vec![assign(at(0), 40), assign(at(1), 40)];
    let found = notes(
        &[rec()],
        vec![
            note(call(0, vec![load(global(REC, &rec()))], &Ty::Int)),
            note(call(1, vec![load(global(LIST, &list()))], &Ty::Int)),
            // In a loop, and as an argument within a trial.
            s(StmtKind::ForEach(LocalId(0), load(global(RECS, &recs())), vec![note(trial(both.clone(), part(r())))])),
            note(trial(both, call(0, vec![load(global(REC, &rec()))], &Ty::Int))),
            note(trial(
                vec![assign(part_of(global(REC, &rec())), 8)],
                call(0, vec![load(global(REC, &rec()))], &Ty::Int),
            )),
        ],
    );
    assert_eq!(found, ["1", "2", "1", "2", "1", "8"]);
}

#[test]
fn locals_keep_what_they_were_given() {
    let joined = |word: &str| binary(Binary::Concat, text(word), text_of(load(global(N, &Ty::Int))), &Ty::Str);
    let set = |i: u32, it: Expr| s(StmtKind::Set(LocalId(i), it));
    let found = notes(
        &[Ty::Str, Ty::Str, Ty::Int, list()],
        vec![
            set(2, trial(vec![assign(global(N, &Ty::Int), 12), set(0, joined("kept "))], int(1))),
            set(1, joined("a longer one ")),
            note(local(0, &Ty::Str)),
            note(local(1, &Ty::Str)),
            // The same by an operation on a local.
            set(3, e(ExprKind::Make(vec![int(1)]), &list())),
            set(2, trial(vec![push(Place { root: Root::Local(LocalId(3)), ..global(0, &list()) }, int(2))], int(1))),
            set(1, joined("once more ")),
            note(local(3, &list())),
        ],
    );
    assert_eq!(found, ["kept 12", "a longer one 3", "1, 2"]);
}

#[test]
fn trials_stand_in_one_another() {
    let n = || load(global(N, &Ty::Int));
    let inner = trial(vec![assign(global(N, &Ty::Int), 20)], n());
    let outer =
        trial(vec![assign(global(N, &Ty::Int), 10), note(inner.clone())], binary(Binary::IntAdd, inner, n(), &Ty::Int));
    assert_eq!(notes(&[], vec![note(outer), note(n())]), ["30", "3"]);
}

#[test]
fn frames_chance_and_what_is_said_are_as_before() {
    let (n, own) = (|| frame(0, &Ty::Int), || part_of(frame(1, &rec())));
    let sum = || binary(Binary::IntAdd, load(n()), load(own()), &Ty::Int);
    let throw = || e(ExprKind::Builtin(Builtin::Random, vec![int(1_000_000)]), &Ty::Int);
    let twice = e(ExprKind::Binary(Binary::Eq, Box::new(tried(throw())), Box::new(tried(throw()))), &Ty::Bool);
    let said = vec![
        s(StmtKind::Log(Some(text("never said")))),
        s(StmtKind::SetActive(none())),
        s(StmtKind::PushUndo),
        s(StmtKind::ClearUndo),
        s(StmtKind::PushUndo),
    ];
    let found = notes(
        &[],
        vec![
            note(trial(vec![assign(n(), 8), assign(own(), 9)], sum())),
            note(sum()),
            note(twice),
            note(trial(said, e(ExprKind::Active, &Ty::Any))),
        ],
    );
    assert_eq!(found, ["17", "9", "true", "-1"]);
}

/// A trial costs the same anywhere, and stops when no steps are left: the game is unchanged.
#[test]
fn there_is_no_end_to_trying_but_that_of_steps() {
    let forever = s(StmtKind::While(
        e(ExprKind::Const(Const::Bool(true)), &Ty::Bool),
        vec![assign(global(N, &Ty::Int), 1), s(StmtKind::Expr(call(0, vec![make(3)], &Ty::Int)))],
    ));
    let machine = |fuel| {
        let limits = vm::Limits { fuel, ..vm::Limits::default() };
        Machine::with_limits(Arc::new(program(&[], vec![note(trial(vec![forever.clone()], int(0)))])), limits).unwrap()
    };
    for fuel in [500, 501, 502, 503, 510, 550, 700] {
        let played = compare("trials", &machine(fuel), 1, 3, true).unwrap_or_else(|it| panic!("{fuel}: {it}"));
        assert_eq!(played.faults, 1);
    }
}

/// The result of `of`, or -1.
fn may_fail(of: u16, n: i64) -> Stmt {
    note(attempt(call(of, vec![int(n)], &Ty::Int), int(-1)))
}

#[test]
fn what_fails_while_it_is_tried_changes_nothing_either() {
    let n = || note(load(global(N, &Ty::Int)));
    let found = notes(
        &[],
        vec![
            may_fail(DIVIDE, 2),
            may_fail(DIVIDE, 0),
            n(),
            note(load(global(LIST, &list()))),
            may_fail(DEEPER, 20),
            may_fail(DEEPER, 1000),
            may_fail(DIVIDE, 3),
            note(load(frame(0, &Ty::Int))),
            note(e(ExprKind::Active, &Ty::Any)),
            n(),
        ],
    );
    assert_eq!(found, ["30", "-1", "3", "1, 2", "-1", "-1", "20", "4", "0", "3"]);
}

/// Also after others have failed within it, and where something else was tried before.
#[test]
fn what_may_fail_says_which_failure_it_was() {
    let which = |of, n| note(attempt(call(of, vec![int(n)], &Ty::Int), e(ExprKind::Failure, &Ty::Int)));
    let found =
        notes(&[], vec![which(DIVIDE, 0), which(DIVIDE, 2), which(DEEPER, 1000), which(BOTH, 0), which(BOTH, 10)]);
    assert_eq!(found, ["701", "30", "721", "-12", "10"]);
    let mut asks = program(&[], vec![note(e(ExprKind::Failure, &Ty::Int))]);
    let broken = ir::verify(&asks).expect_err("nothing has failed there");
    assert!(broken.what.contains("which failure"), "{broken:?}");
    asks = program(&[], vec![which(DIVIDE, 0)]);
    ir::verify(&asks).expect("something has");
}

#[test]
fn values_of_every_form_come_of_what_may_fail() {
    let words = |by| note(attempt(call(TEXTS, vec![int(by)], &Ty::Str), text("fails")));
    let record = |by| note(part(attempt(call(RECORD, vec![int(by)], &rec()), make(70))));
    let found =
        notes(&[], vec![words(4), words(0), words(5), record(6), record(0), note(part(load(global(REC, &rec()))))]);
    assert_eq!(found, ["by 15", "fails", "by 12", "10", "70", "1"]);
}

/// Also nested, and inside an attempt that must not fail.
#[test]
fn what_may_fail_stands_in_what_may_fail() {
    let inner = trial(vec![assign(global(N, &Ty::Int), 9), may_fail(DIVIDE, 0)], load(global(N, &Ty::Int)));
    let found = notes(&[], vec![may_fail(BOTH, 10), may_fail(BOTH, 0), may_fail(BOTH, 100), note(inner)]);
    assert_eq!(found, ["10", "-12", "-1", "9"]);
}

/// It has a share of the steps, which shrinks with each failure; and some are always left for the others.
#[test]
fn what_may_fail_has_a_share_of_the_steps() {
    let forever = 1_000_000_000;
    let mut body: Vec<Stmt> = (0..20).map(|_| may_fail(ROUNDS, forever)).collect();
    body.extend([may_fail(ROUNDS, 20_000), may_fail(ROUNDS, 200_000), may_fail(DIVIDE, 6)]);
    let found = notes(&[], body);
    assert_eq!(found[20..], ["20000", "-1", "10"]);
    assert!(found[..20].iter().all(|it| it == "-1"));
}

#[test]
fn of_what_is_tried_and_fails_the_machine_tells_each_place() {
    let machine = Machine::new(Arc::new(program(&[], vec![may_fail(DIVIDE, 0), may_fail(DEEPER, 1000)])));
    let machine = machine.unwrap_or_else(|it| panic!("{it}"));
    let state = machine.setup(1, "Standard", Value::object(Object::default())).unwrap();
    assert!(machine.take_tried().is_empty());
    machine.act(state, 0, ActionId(0), Value::Absent).unwrap_or_else(|it| panic!("{it}"));
    let codes: Vec<_> = machine.take_tried().into_iter().map(|it| it.code).collect();
    assert_eq!(codes, [diag::Code::DivisionByZero, diag::Code::CallDepth]);
    assert!(machine.take_tried().is_empty());
}
