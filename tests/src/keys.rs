//! Computed keys: a missing key gives none, also in a WebAssembly interpreter that mishandles a local that is selected
//! from and set at once; and no key is looked up in none.

use crate::executors::{compare, fault};
use crate::hand::{any, e, function, global, int, load, text, with_effects};
use codegen::Limits;
use ir::{
    ActionId, Const, Expr, ExprKind, FnId, Frame, FrameId, FrameKind, Global, Handler, Place, PlaceOp, Program, Span,
    State, Step, StmtKind, Target, Ty,
};
use std::sync::Arc;
use vm::{Machine, Value};

/// A state that calls itself, and ends with the value of a missing key.
fn program() -> Program {
    let object = e(ExprKind::MakeObject(vec![("a".into(), e(ExprKind::Const(Const::None), &Ty::Any))]), &Ty::Any);
    let missing = e(ExprKind::Index(Box::new(object), Box::new(text(""))), &Ty::Any);
    let again = || StmtKind::Call(Target::Frame(FrameId(0)), vec![]);
    let offers = vec![StmtKind::Button(ActionId(0), None), StmtKind::Button(ActionId(1), None)];
    let handler = |action, function| Handler { action: ActionId(action), function: FnId(function), open: None };
    let state = State { prompt: Some(FnId(1)), handlers: vec![handler(0, 2), handler(1, 3)], ..State::default() };
    with_effects(Program {
        title: "Keys".into(),
        roles: vec!["A".into()],
        scenarios: vec!["Standard".into()],
        functions: vec![
            function(
                "setup",
                &[("scenario", Ty::Str), ("options", Ty::Any)],
                Ty::Unit,
                vec![StmtKind::SetActive(any(int(0))), again()],
            ),
            function("prompt", &[], Ty::Unit, offers),
            function("on again", &[], Ty::Unit, vec![again()]),
            function("on back", &[], Ty::Unit, vec![StmtKind::End(Some(missing))]),
        ],
        frames: vec![Frame {
            name: "play".into(),
            kind: FrameKind::State(state),
            fields: vec![],
            params: 0,
            span: Span::default(),
        }],
        actions: vec!["again".into(), "back".into()],
        setup: Some(FnId(0)),
        ..Program::default()
    })
}

#[test]
fn what_is_not_there_is_none() {
    let machine = Machine::new(Arc::new(program())).unwrap_or_else(|it| panic!("{it}"));
    let played = compare("keys", &machine, 10, 20, true).unwrap_or_else(|it| panic!("{it}"));
    let ended = |it: &&String| it.contains("\"$\":null");
    assert!(played.states.iter().filter(ended).count() > 10, "{played:?}");
}

/// A setup that looks into a map, which is none, with a key of 13 parts.
fn into_none(look: StmtKind) -> Program {
    let map = Ty::Map(Box::new(Ty::Any), Box::new(Ty::Int.list()));
    let not_there = e(ExprKind::Const(Const::None), &Ty::Opt(Box::new(map)));
    let list = e(ExprKind::Make(vec![]), &Ty::Int.list());
    let named = |name: &str, ty: Ty| Global { name: name.into(), ty, late: false, secret: None, span: Span::default() };
    let begins = |id: u16, value: Expr| StmtKind::Assign(global(id, &value.ty), value);
    with_effects(Program {
        title: "None".into(),
        roles: vec!["A".into()],
        scenarios: vec!["Standard".into()],
        globals: vec![named("map", not_there.ty.clone()), named("list", Ty::Int.list())],
        functions: vec![
            function("init", &[], Ty::Unit, vec![begins(0, not_there), begins(1, list)]),
            function("setup", &[("scenario", Ty::Str), ("options", Ty::Any)], Ty::Unit, vec![look]),
        ],
        init: Some(FnId(0)),
        setup: Some(FnId(1)),
        ..Program::default()
    })
}

#[test]
fn in_none_no_key_is_looked_for() {
    let lists = Const::List(vec![Const::List(vec![Const::Int(1); 5]); 2]);
    let key = any(e(ExprKind::Const(lists), &Ty::Int.list().list()));
    let at_key = || Place { path: vec![Step::Index(key.clone())], ..global(0, &Ty::Int.list()) };
    let read = StmtKind::Assign(global(1, &Ty::Int.list()), load(at_key()));
    let write = StmtKind::Assign(at_key(), load(global(1, &Ty::Int.list())));
    let change = StmtKind::PlaceOp(PlaceOp::Push, at_key(), vec![int(1)]);
    for (what, look) in [("read", read), ("write", write), ("change", change)] {
        let program = Arc::new(into_none(look));
        let mut codes = Vec::new();
        for fuel in 0..40 {
            let machine = Machine::with_limits(program.clone(), Limits { fuel, ..Limits::default() }).unwrap();
            compare(what, &machine, 2, 1, false).unwrap_or_else(|it| panic!("{what}, {fuel} steps: {it}"));
            let failed = machine.setup(1, "Standard", Value::None).map_err(|it| fault(&it)).unwrap_err();
            codes.push(failed[..6].to_owned());
        }
        codes.dedup();
        assert_eq!(codes, ["HR0720", "HR0705"], "{what}");
    }
}
