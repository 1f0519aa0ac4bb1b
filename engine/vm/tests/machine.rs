//! The machine, by programs made by hand.

mod build;

use build::*;
use ir::*;
use std::sync::Arc;
use vm::{Chain, Limits, Machine, State as Position, Value, json};

fn machine(program: Program) -> Machine {
    Machine::new(Arc::new(program)).expect("the program holds together")
}

fn start(machine: &Machine, seed: u64) -> Position {
    machine.setup(seed, "Standard", json::from_text("{}").expect("an object")).expect("sets up")
}

fn saved(machine: &Machine, state: &Position) -> String {
    json::to_text(&machine.save(state))
}

fn xs() -> Place {
    place(Root::Global(GlobalId(0)), vec![], Ty::Int.list())
}

fn empty() -> Vec<StmtKind> {
    vec![StmtKind::Assign(xs(), e(ExprKind::Make(vec![]), Ty::Int.list()))]
}

fn push(value: Expr) -> StmtKind {
    StmtKind::PlaceOp(PlaceOp::Push, xs(), vec![value])
}

#[test]
fn random_numbers_as_recorded() {
    let dice = |count: i64, range: i64, deck: i64| {
        let roll = e(ExprKind::Builtin(Builtin::Random, vec![int(range)]), Ty::Int);
        let cards = StmtKind::ForRange(LocalId(2), int(1), int(deck), vec![s(push(local(2, Ty::Int)))]);
        let rolls = StmtKind::ForRange(LocalId(2), int(1), int(count), vec![s(push(roll))]);
        let shuffle = StmtKind::PlaceOp(PlaceOp::Shuffle, xs(), vec![]);
        machine(buttons(vec![global("xs", Ty::Int.list())], empty(), vec![rolls, cards, shuffle], vec![]))
    };
    let rolled = dice(52, 100, 0);
    let state = start(&rolled, 12345);
    assert!(saved(&rolled, &state).starts_with(r#"{"active":"W","seed":"#));
    let shuffled = dice(0, 1, 10);
    let text = saved(&shuffled, &start(&shuffled, 1));
    assert_eq!(
        text,
        r#"{"active":"W","seed":4368811961,"log":[],"undo":[],"xs":[7,4,3,2,10,9,8,5,1,6],"L":{"P":"play","I":0,"L":null}}"#
    );
}

#[test]
fn undo_takes_back_the_log_and_goes_last() {
    let note = vec![
        StmtKind::PushUndo,
        StmtKind::Log(Some(text("noted"))),
        StmtKind::Log(None),
        StmtKind::Log(None),
        push(int(7)),
    ];
    let machine = machine(buttons(vec![global("xs", Ty::Int.list())], empty(), vec![], vec![("note", note)]));
    let mut state = start(&machine, 1);
    state = machine.act(state, 0, ActionId(0), Value::Absent).expect("acts");
    let one = saved(&machine, &state);
    assert_eq!(
        one,
        r#"{"active":"W","seed":1,"log":["noted",""],"undo":[{"active":0,"seed":1,"log":0,"xs":[],"L":{"P":"play","I":0,"L":null}}],"xs":[7],"L":{"P":"play","I":0,"L":null}}"#
    );
    state = machine.act(state, 0, ActionId(0), Value::Absent).expect("acts");
    assert!(machine.undo(&mut state));
    let undone = saved(&machine, &state);
    assert_eq!(
        undone,
        r#"{"active":"W","seed":1,"log":["noted",""],"xs":[7],"L":{"P":"play","I":0,"L":null},"undo":[{"active":0,"seed":1,"log":0,"xs":[],"L":{"P":"play","I":0,"L":null}}]}"#
    );
    let again = machine.resume(&undone).expect("its own state is taken up");
    assert_eq!(saved(&machine, &again), undone);
}

#[test]
fn states_that_do_not_fit_are_named_by_path() {
    let machine = machine(buttons(vec![global("xs", Ty::Int.list())], empty(), vec![], vec![]));
    let good = r#"{"active":"W","seed":1,"log":[],"undo":[],"xs":[1],"L":{"P":"play","I":0,"L":null}}"#;
    assert!(machine.resume(good).is_ok());
    assert!(machine.resume(&good.replace(r#""xs":[1],"#, "")).is_ok(), "a field that is missing begins anew");
    let cases = [
        ("[1]", r#"["a"]"#, "HR0805", "$.xs[0]"),
        (r#""P":"play""#, r#""P":"plan""#, "HR0807", "$.L.P"),
        (r#""I":0"#, r#""I":1"#, "HR0806", "$.L.I"),
        (r#""L":null"#, r#""L":{"P":"play","I":0,"L":{}}"#, "HR0803", "$.L.L.L.L"),
        (r#""seed":1"#, r#""seed":-1"#, "HR0806", "$.seed"),
        (r#""W""#, r#""X""#, "HR0805", "$.active"),
        (r#""undo":[]"#, r#""undo":[{"active":0,"log":0,"xs":[]}]"#, "HR0803", "$.undo[0].seed"),
        (r#""xs":[1]"#, r#""xs":[1],"ys":1"#, "HR0804", "$.ys"),
    ];
    for (from, to, code, path) in cases {
        let fault = machine.resume(&good.replacen(from, to, 1)).expect_err(to);
        assert_eq!((fault.code.text(), fault.path.as_deref()), (code, Some(path)), "{to}");
    }
    assert_eq!(machine.resume(&"[".repeat(1_000_000)).expect_err("deep").code.text(), "HR0802");
}

#[test]
fn every_limit_is_a_fault_and_says_where() {
    let yes = || e(ExprKind::Const(Const::Bool(true)), Ty::Bool);
    let call = StmtKind::Expr(e(ExprKind::Call(FnId(3), vec![]), Ty::Unit));
    let acts = vec![
        ("deep", vec![call]),
        ("forever", vec![StmtKind::While(yes(), vec![])]),
        ("long", vec![StmtKind::While(yes(), vec![s(push(int(1)))])]),
        ("stack", vec![StmtKind::Call(Target::Frame(FrameId(0)), vec![])]),
        ("undo", vec![StmtKind::While(yes(), vec![s(StmtKind::PushUndo)])]),
        ("log", vec![StmtKind::While(yes(), vec![s(StmtKind::Log(Some(text("x"))))])]),
        ("end", vec![StmtKind::End(None)]),
        ("bare", vec![StmtKind::Finish(any(text("Draw")), None)]),
    ];
    let program = buttons(vec![global("xs", Ty::Int.list())], empty(), vec![], acts);
    let limits = Limits { frames: 10, log: 100, ..Limits::default() };
    let machine = Machine::with_limits(Arc::new(program), limits).expect("holds together");
    let codes = [(0, "HR0721"), (1, "HR0720"), (2, "HR0723"), (4, "HR0727"), (5, "HR0725"), (6, "HR0711")];
    for (action, code) in codes {
        let fault = machine.act(start(&machine, 1), 0, ActionId(action), Value::Absent).expect_err(code);
        assert_eq!(fault.code.text(), code);
        assert!(fault.span.is_some(), "{code}");
        assert_eq!(fault.frames, ["play"]);
    }
    let fault = (0..11)
        .try_fold(start(&machine, 1), |state, _| machine.act(state, 0, ActionId(3), Value::Absent))
        .expect_err("a limit");
    assert_eq!(fault.code.text(), "HR0722");
    let state = machine.act(start(&machine, 1), 0, ActionId(7), Value::Absent).expect("finishes");
    assert!(saved(&machine, &state).ends_with(r#""L":{},"result":"Draw"}"#));
}

#[test]
fn a_long_log_is_dropped_without_recursion() {
    let mut log = Chain::new();
    (0..1_000_000).for_each(|i| log.push(i));
    let copy = log.clone();
    log.truncate(10);
    assert_eq!((log.len(), log.last(), copy.len()), (10, Some(&9), 1_000_000));
}
