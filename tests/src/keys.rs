//! Keys of objects that are worked out: what is not there is none, also to an interpreter of WebAssembly that gets
//! one local wrong which is chosen from and set at once.

use crate::executors::compare;
use crate::hand::{any, e, function, int, text, with_effects};
use ir::{
    ActionId, Const, ExprKind, FnId, Frame, FrameId, FrameKind, Handler, Program, Span, State, StmtKind, Target, Ty,
};
use std::sync::Arc;
use vm::Machine;

/// A state that calls itself, and ends with what a key leads to that is not there.
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
