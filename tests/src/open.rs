//! Open actions and trials: in a program made by hand, because no syntax is needed.

use crate::hand::{any, binary, call, e, function, global, int, load, local, s, text, tried, with_effects};
use crate::moves::Table;
use crate::native::Native;
use game::{Rules, Source, Value};
use ir::{
    ActionId, Binary, Builtin, Cast, Const, Expr, ExprKind, FnId, Frame, FrameId, FrameKind, Global, Handler, Place,
    PlaceOp, Program, Span, State, StmtKind, Target, Ty,
};
use std::sync::Arc;
use vm::Machine;

fn refuse_if(condition: Expr, why: Expr) -> StmtKind {
    let why = e(ExprKind::Cast(Cast::Some, Box::new(why)), &Ty::Str.opt());
    StmtKind::If(condition, vec![s(StmtKind::Return(Some(why)))], vec![])
}

/// A game for two with words: `say(word)` by anyone, if it is new and the list of words is not longer than the throw;
/// `put(what, at)`, anything at a place of a list; `pass`. `hello` is offered to the active role, and `quit` is not
/// open.
fn words() -> Program {
    let (said, free) = (Ty::Str.list(), Ty::Any.list());
    let none = || StmtKind::Return(Some(e(ExprKind::Const(Const::None), &Ty::Str.opt())));
    let change = |op, to: Place, args| StmtKind::PlaceOp(op, to, args);
    let len = |it: Place| e(ExprKind::Builtin(Builtin::Len, vec![load(it)]), &Ty::Int);
    let role = || e(ExprKind::Cast(Cast::Check, Box::new(e(ExprKind::Seat, &Ty::Int))), &Ty::Role);
    let known = binary(Binary::In, local(0, &Ty::Str), load(global(0, &said)), &Ty::Bool);
    let throw = e(ExprKind::Builtin(Builtin::Random, vec![int(4)]), &Ty::Int);
    // Everything is done first, and refused after.
    let say = function(
        "saying",
        &[("word", Ty::Str)],
        Ty::Str.opt(),
        vec![
            StmtKind::Log(Some(local(0, &Ty::Str))),
            StmtKind::SetActive(any(e(ExprKind::Builtin(Builtin::Other, vec![role()]), &Ty::Role))),
            refuse_if(known, binary(Binary::Concat, text("was said: "), local(0, &Ty::Str), &Ty::Str)),
            change(PlaceOp::Push, global(0, &said), vec![local(0, &Ty::Str)]),
            refuse_if(binary(Binary::IntLt, throw, int(1), &Ty::Bool), text("a bad throw")),
            none(),
        ],
    );
    let put = function(
        "putting",
        &[("what", Ty::Any), ("at", Ty::Range(0, 9))],
        Ty::Str.opt(),
        vec![
            change(PlaceOp::Push, global(1, &free), vec![local(0, &Ty::Any)]),
            refuse_if(
                binary(Binary::IntLt, local(1, &Ty::Range(0, 9)), len(global(1, &free)), &Ty::Bool),
                text("there is something"),
            ),
            none(),
        ],
    );
    let pass = function(
        "passing",
        &[],
        Ty::Str.opt(),
        vec![refuse_if(binary(Binary::Eq, len(global(0, &said)), int(0), &Ty::Bool), text("say something")), none()],
    );
    let opens = |name: &str, of: u16, params: &[(&str, Ty)]| {
        let args = (0..).zip(params).map(|(i, it)| local(i, &it.1)).collect();
        let result = tried(call(of, args, &Ty::Str.opt()));
        function(name, params, Ty::Str.opt(), vec![StmtKind::Return(Some(result))])
    };
    let does = |name: &str, of: u16, params: &[(&str, Ty)]| {
        let args = (0..).zip(params).map(|(i, it)| local(i, &it.1)).collect();
        function(name, params, Ty::Unit, vec![StmtKind::Expr(call(of, args, &Ty::Str.opt()))])
    };
    let (word, what) = ([("word", Ty::Str)], [("what", Ty::Any), ("at", Ty::Range(0, 9))]);
    let hello = call(0, vec![text("hello")], &Ty::Str.opt());
    let accepted = |it: Expr| binary(Binary::Eq, it, e(ExprKind::Const(Const::None), &Ty::Str.opt()), &Ty::Bool);
    let functions = vec![
        say,
        put,
        pass,
        opens("open say", 0, &word),
        opens("open put", 1, &what),
        opens("open pass", 2, &[]),
        does("on say", 0, &word),
        does("on put", 1, &what),
        does("on pass", 2, &[]),
        function("on quit", &[], Ty::Unit, vec![StmtKind::Finish(any(text("Draw")), Some(text("Enough.")))]),
        function(
            "prompt",
            &[],
            Ty::Unit,
            vec![
                StmtKind::Prompt(text("Say a word.")),
                StmtKind::If(
                    accepted(tried(hello)),
                    vec![s(StmtKind::Offer(ActionId(0), vec![text("hello")]))],
                    vec![],
                ),
                StmtKind::Button(ActionId(3), None),
            ],
        ),
        function(
            "setup",
            &[("scenario", Ty::Str), ("options", Ty::Any)],
            Ty::Unit,
            vec![StmtKind::SetActive(any(int(0))), StmtKind::Call(Target::Frame(FrameId(0)), vec![])],
        ),
        function(
            "init",
            &[],
            Ty::Unit,
            vec![
                StmtKind::Assign(global(0, &said), e(ExprKind::Make(vec![]), &said)),
                StmtKind::Assign(global(1, &free), e(ExprKind::Make(vec![]), &free)),
            ],
        ),
    ];
    let open =
        |action: u16| Handler { action: ActionId(action), function: FnId(6 + action), open: Some(FnId(3 + action)) };
    let quit = Handler { action: ActionId(3), function: FnId(9), open: None };
    let state = State { prompt: Some(FnId(10)), handlers: vec![open(0), open(1), open(2), quit], ..State::default() };
    let global =
        |name: &str, ty: Ty| Global { name: name.into(), ty, late: false, secret: None, span: Span::default() };
    let program = Program {
        title: "Words".into(),
        roles: vec!["A".into(), "B".into()],
        scenarios: vec!["Standard".into()],
        globals: vec![global("said", said), global("free", free)],
        functions,
        frames: vec![Frame {
            name: "talk".into(),
            kind: FrameKind::State(state),
            fields: vec![],
            params: 0,
            span: Span::default(),
        }],
        actions: ["say", "put", "pass", "quit"].map(str::to_owned).to_vec(),
        init: Some(FnId(12)),
        setup: Some(FnId(11)),
        ..Program::default()
    };
    with_effects(program)
}

/// The rules of [`words`].
pub fn rules() -> Rules {
    Rules::new(words(), Source::new("words", "")).expect("the program holds together")
}

fn plays(lines: &str) -> String {
    Table::new(rules()).transcript(lines)
}

#[test]
fn what_is_not_offered_is_up_to_the_rules() {
    let found = plays(
        r#"
        setup 7
        B say "one" # who is not active may speak too
        A say "one"
        state
        B put [{"a": 1}, 1]
        B put [null, 1]
        B put [null, 10]
        B put 3
        B quit
        B pass
        B pass 1
        A say 5
        C pass
        B undo
        B nothing
        state
        A say "hello"
        prompt B
        B say "hello"
        B quit
        A say "two"
        log
        "#,
    );
    let wanted = r#"> setup 7
> B say "one"
> A say "one"
HR0613: was said: one
> state
{"active":"A","seed":1400735,"log":["one"],"undo":[],"said":["one"],"free":[],"L":{"P":"talk","I":0,"L":null}}
> B put [{"a": 1}, 1]
> B put [null, 1]
HR0613: there is something
> B put [null, 10]
HR0612: expected a whole number from 0 to 9, found 10 (at $[1])
> B put 3
HR0612: expected an array of 2 arguments, found 3
> B quit
HR0602: it is not B's turn
> B pass
> B pass 1
HR0612: `pass` takes no argument
> A say 5
HR0612: expected a string, found 5
> C pass
HR0601: there is no role `C`; there is `A`, `B`
> B undo
HR0602: it is not B's turn
> B nothing
HR0602: it is not B's turn
> state
{"active":"A","seed":1400735,"log":["one"],"undo":[],"said":["one"],"free":[{"a":1}],"L":{"P":"talk","I":0,"L":null}}
> A say "hello"
> prompt B
{"prompt":"Say a word.","actions":{"quit":1,"undo":0}}
> B say "hello"
HR0613: was said: hello
> B quit
> A say "two"
HR0607: the game is over
> log
one
hello

Enough.
"#;
    assert_eq!(found, wanted, "{found}");
}

#[test]
fn a_record_has_open_moves_too() {
    let rules = rules();
    let mut game = rules.on_setup(Some(7), None, &serde_json::Value::Null).unwrap();
    game.action("B", "say", Some(&"one".into())).unwrap();
    game.action("A", "pass", None).unwrap();
    game.action("B", "put", Some(&serde_json::json!([[1, {"x": null}], 3]))).unwrap();
    let record = game.record().unwrap();
    assert_eq!(record.moves.len(), 3);
    let again = rules.replay(&record).unwrap();
    assert!(again.stopped.is_none());
    assert_eq!(again.game.state_json(), game.state_json());
    let mut other = record;
    other.moves.insert(1, other.moves[0].clone());
    let stopped = rules.replay(&other).unwrap().stopped.unwrap();
    assert_eq!((stopped.index, stopped.fault.message.as_str()), (1, "was said: one"));
}

#[test]
fn a_page_is_told_what_is_open() {
    let actions = rules().info()["actions"].clone();
    let string = serde_json::json!({"kind": "string"});
    let wanted = serde_json::json!([
        {"name": "say", "argument": string, "open": [{"name": "word", "type": string}]},
        {"name": "put", "arguments": [{"name": "what", "type": {"kind": "any"}}, {"name": "at", "type": {"kind": "int"}}],
            "open": [{"name": "what", "type": {"kind": "any"}}, {"name": "at", "type": {"kind": "int"}}]},
        {"name": "pass", "open": []},
        {"name": "quit"},
    ]);
    assert_eq!(actions, wanted);
}

/// A prompt is run on the game itself: its trials are undone even if it fails.
#[test]
fn a_prompt_that_fails_while_it_tries_leaves_the_game() {
    let mut program = words();
    let says = |word: &str| s(StmtKind::Expr(call(0, vec![text(word)], &Ty::Str.opt())));
    let never = e(ExprKind::Const(Const::Bool(false)), &Ty::Bool);
    let inner = vec![says("inner"), s(StmtKind::PushUndo), s(StmtKind::Assert(never, "never".into()))];
    let inner = tried(e(ExprKind::Block(inner, Box::new(int(1))), &Ty::Int));
    let outer = e(ExprKind::Block(vec![says("outer"), s(StmtKind::ClearUndo)], Box::new(inner)), &Ty::Int);
    program.functions[10].body = vec![s(StmtKind::Expr(tried(outer)))];
    let machine = Machine::new(Arc::new(with_effects(program))).expect("the program holds together");
    let saved = |it: &vm::State| vm::json::to_text(&machine.save(it));
    let mut state = machine.setup(3, "Standard", Value::object(vm::Object::default())).unwrap();
    let before = saved(&state);
    let failed = machine.play_one(&mut state, |_| 0).unwrap_err();
    assert_eq!(failed.code.text(), "HR0713", "{failed}");
    assert_eq!(saved(&state), before);

    let module = codegen::module(machine.program(), machine.limits()).unwrap();
    let mut native = Native::new(&module);
    native.call::<(i64, i32, i32), ()>("setup", (3, 0, 0)).unwrap();
    let told = native.told(&module, "prompt", 0).unwrap_err();
    assert!(told.starts_with("HR0713"), "{told}");
    assert_eq!(native.state(), before);
}

/// Repeated trials do not grow memory by more than their results.
#[test]
fn trying_keeps_no_memory() {
    let rules = rules();
    let module = rules.machine_code().unwrap();
    let mut native = Native::new(&module);
    native.call::<(i64, i32, i32), ()>("setup", (7, 0, 0)).unwrap();
    let top = |native: &mut Native| native.call::<(), i32>("mark", ()).unwrap();
    native.told(&module, "prompt", 0).unwrap();
    let before = top(&mut native);
    for _ in 0..100 {
        native.told(&module, "prompt", 0).unwrap();
    }
    // The text of the prompt, and the objects it is made of.
    let grown = (top(&mut native) - before) / 100;
    assert!(grown < 400, "{grown} bytes");
}

/// Only the declared effects of a program change a state.
#[test]
fn what_cannot_be_tried_is_not_run() {
    let broken = |change: &dyn Fn(&mut Program)| {
        let mut program = words();
        change(&mut program);
        Rules::new(with_effects(program), Source::new("words", "")).err().map(|it| it.message)
    };
    let ends = |of: StmtKind| {
        let block = e(ExprKind::Block(vec![s(of)], Box::new(int(1))), &Ty::Int);
        vec![
            s(StmtKind::Expr(tried(block))),
            s(StmtKind::Return(Some(e(ExprKind::Const(Const::None), &Ty::Str.opt())))),
        ]
    };
    for (what, of) in [
        ("a transition", StmtKind::Goto(Target::Frame(FrameId(0)), vec![])),
        ("the end", StmtKind::Finish(any(text("Draw")), None)),
        ("undo", StmtKind::PopUndo),
        ("an offer", StmtKind::Button(ActionId(3), None)),
        ("what leaves the function", StmtKind::Return(Some(e(ExprKind::Const(Const::None), &Ty::Str.opt())))),
        ("what leaves a loop", StmtKind::Break),
    ] {
        let found = broken(&|it| it.functions[3].body = ends(of.clone()));
        assert!(found.is_some_and(|it| it.contains("what is tried")), "{what}");
    }
    assert_eq!(broken(&|it| it.functions[3].body = ends(StmtKind::Log(None))), None);
    let other = broken(&|it| {
        if let FrameKind::State(it) = &mut it.frames[0].kind {
            it.handlers[0].open = Some(FnId(5));
        }
    });
    assert!(other.is_some_and(|it| it.contains("does not fit what it opens")));
    let writes = broken(&|it| it.functions[3].body.insert(0, s(StmtKind::Log(None))));
    assert!(writes.is_some_and(|it| it.contains("what is not allowed there")));
}
