//! Reachable functions, and their sizes.

use ir::{FnId, Function, Program};

/// The functions that are entered from outside.
pub fn entered(program: &Program) -> Vec<FnId> {
    let alone = [program.init, program.setup, program.view, program.counted.view, program.query, program.worth];
    let mut all: Vec<_> = alone.into_iter().flatten().collect();
    all.extend(&program.invariants);
    all.extend(program.frames.iter().flat_map(ir::Frame::functions));
    all
}

/// `true` for functions that run in a game: not those that only tests call.
pub fn played(program: &Program) -> Vec<bool> {
    let mut played = vec![false; program.functions.len()];
    let mut todo = entered(program);
    while let Some(id) = todo.pop() {
        if !std::mem::replace(&mut played[id.index()], true) {
            todo.extend(ir::calls(program.function(id)));
        }
    }
    played
}

/// Size of each function, in nodes.
pub fn node_counts(program: &Program) -> Vec<u32> {
    let nodes = |it: &Function| {
        let mut nodes = 0;
        ir::walk(&it.body, &mut |_| nodes += 1);
        nodes
    };
    program.functions.iter().map(nodes).collect()
}
