//! Finds the functions that run for an acting role.

use crate::{FnId, FrameKind, Program, calls};

/// `true` for each function that only prompts and handlers reach, so that `R` is a role that plays. Elsewhere it may be
/// none: in setup, for an observer, in invariants and tests.
pub fn seated(program: &Program) -> Vec<bool> {
    let count = program.functions.len();
    let called: Vec<Vec<FnId>> = program.functions.iter().map(calls).collect();
    let mut acts = vec![false; count];
    let views = [program.view, program.counted.view];
    let others = [program.init, program.setup, program.query, program.imagine].into_iter().chain(views);
    let mut others: Vec<FnId> = others.flatten().collect();
    others.extend(&program.invariants);
    for frame in &program.frames {
        if let FrameKind::State(it) = &frame.kind {
            let handlers = it.handlers.iter().flat_map(|it| [Some(it.function), it.open]);
            handlers.chain([it.prompt]).flatten().for_each(|id| acts[id.index()] = true);
            others.extend([it.begin, it.resume, it.leave].into_iter().flatten());
        } else {
            others.extend(frame.functions());
        }
    }
    others.extend(program.tests.iter().flat_map(crate::Test::functions).map(|it| it.0));
    let mut seated = vec![true; count];
    while let Some(id) = others.pop() {
        if std::mem::replace(&mut seated[id.index()], false) {
            others.extend(&called[id.index()]);
        }
    }
    seated
}
