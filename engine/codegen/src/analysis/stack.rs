//! Frames that stand on the stack at most once, and functions that may make their transitions themselves.
//!
//! A frame stands on another if that one calls it, or calls a frame that it follows by `goto`. A frame in no circle of
//! this relation is on the stack once at most, so there is one place for it. Frames that come in from outside are not
//! of that kind: they have places of their own.

use ir::{Effects, ExprKind, FnId, FrameId, FrameKind, Function, Node, Program, StmtKind, Target, walk};

/// Maximum nodes of the instructions of a procedure that are one function, which the host has to compile in good time.
const NODES_MAX: u32 = 4000;

/// Facts about the frames of a program.
#[derive(Clone, Debug, Default)]
pub struct Stack {
    /// For each frame, whether it is on the stack at most once.
    pub alone: Vec<bool>,
    /// For each function, whether nothing but a move or a procedure runs it, so that no caller has to be left.
    pub first: Vec<bool>,
    /// For each function, whether only procedures that are not too large run it, each as one of its instructions.
    pub instruction: Vec<bool>,
    /// Frames whose hook runs as soon as they are put on the stack, or are on top again, and may go on to another.
    pub begin_flows: Vec<bool>,
    pub resume_flows: bool,
    /// Any frame has a hook that runs when it is on top again.
    pub resumes: bool,
    /// For each frame, whether a hook runs before it is left.
    pub leaves: Vec<bool>,
    /// For each function, whether it may set the instruction that a procedure goes on with, and whether it may read it.
    pub jumps: Vec<bool>,
    pub looks: Vec<bool>,
}

impl Stack {
    pub fn of(program: &Program, owners: &[Vec<FrameId>], node_counts: &[u32], fast: bool) -> Stack {
        let count = program.frames.len();
        let (mut called, mut followed) = (vec![Vec::new(); count], vec![Vec::new(); count]);
        for (function, owners) in program.functions.iter().zip(owners) {
            let targets = targets(program, function);
            for owner in owners {
                called[owner.index()].extend(&targets[0]);
                followed[owner.index()].extend(&targets[1]);
            }
        }
        let on: Vec<Vec<usize>> = called.iter().map(|it| reached(it, &followed)).collect();
        let hooks = |id: usize| match &program.frames[id].kind {
            FrameKind::State(it) => [it.begin, it.resume, it.leave],
            FrameKind::Procedure(_) | FrameKind::Plain(_) => [None; 3],
        };
        let flows = |id: Option<FnId>| id.is_some_and(|id| program.function(id).effects.has(Effects::FLOW));
        let leaves: Vec<bool> = (0..count).map(|it| hooks(it)[2].is_some()).collect();
        // A frame that follows itself must not be overwritten before its hook has run.
        let again = |id: &usize| reached(&on[*id], &on).contains(id) || leaves[*id] && followed[*id].contains(id);
        let (first, instruction) = runs(program, node_counts, if fast { NODES_MAX } else { 0 });
        Stack {
            alone: (0..count).map(|it| !again(&it)).collect(),
            first,
            instruction,
            begin_flows: (0..count).map(|it| flows(hooks(it)[0])).collect(),
            resumes: (0..count).any(|it| hooks(it)[1].is_some()),
            resume_flows: (0..count).any(|it| flows(hooks(it)[1])),
            leaves,
            jumps: somewhere(program, |it| matches!(it, Node::Stmt(it) if matches!(it.kind, StmtKind::Jump(_)))),
            looks: somewhere(
                program,
                |it| matches!(it, Node::Expr(it) if matches!(it.kind, ExprKind::WholeFrame | ExprKind::WholeState)),
            ),
        }
    }
}

/// For each function, whether it has such a node, or calls a function that has one.
fn somewhere(program: &Program, is: impl Fn(Node<'_>) -> bool) -> Vec<bool> {
    let mut has = vec![false; program.functions.len()];
    let mut callers = vec![Vec::new(); has.len()];
    let mut todo = Vec::new();
    for (i, function) in program.functions.iter().enumerate() {
        let mut found = false;
        walk(&function.body, &mut |node| found |= is(node));
        if found {
            todo.push(i);
        }
        for id in ir::calls(function) {
            callers[id.index()].push(i);
        }
    }
    while let Some(i) = todo.pop() {
        if !std::mem::replace(&mut has[i], true) {
            todo.extend(&callers[i]);
        }
    }
    has
}

/// The frames that a function itself calls, and those that it goes to.
fn targets(program: &Program, function: &Function) -> [Vec<usize>; 2] {
    let mut found = [Vec::new(), Vec::new()];
    walk(&function.body, &mut |node| {
        let Node::Stmt(it) = node else { return };
        let (which, target) = match &it.kind {
            StmtKind::Call(target, _) => (0, target),
            StmtKind::Goto(target, _) => (1, target),
            _ => return,
        };
        match target {
            Target::Frame(id) => found[which].push(id.index()),
            Target::Named(_) => {
                found[which].extend((0..program.frames.len()).filter(|it| program.frames[*it].params == 0));
            }
        }
    });
    found
}

/// These, and all that they lead to.
fn reached(from: &[usize], to: &[Vec<usize>]) -> Vec<usize> {
    if from.is_empty() {
        return Vec::new();
    }
    let mut seen = vec![false; to.len()];
    let mut todo = from.to_vec();
    let mut found = Vec::new();
    while let Some(id) = todo.pop() {
        if !std::mem::replace(&mut seen[id], true) {
            found.push(id);
            todo.extend(&to[id]);
        }
    }
    found
}

/// [`Stack::first`] and [`Stack::instruction`].
fn runs(program: &Program, node_counts: &[u32], most: u32) -> (Vec<bool>, Vec<bool>) {
    let none = vec![false; program.functions.len()];
    let (mut first, mut instruction, mut whole) = (none.clone(), none.clone(), none);
    let mut others: Vec<FnId> = program.functions.iter().flat_map(ir::calls).collect();
    others.extend([program.init, program.setup, program.view, program.query].into_iter().flatten());
    for frame in &program.frames {
        match &frame.kind {
            FrameKind::State(it) => {
                for handler in &it.handlers {
                    first[handler.function.index()] = true;
                    whole[handler.function.index()] = true;
                    others.extend(handler.open);
                }
                others.extend([it.begin, it.resume, it.leave, it.prompt, it.view].into_iter().flatten());
            }
            FrameKind::Procedure(body) => {
                let nodes: u32 = body.iter().map(|id| node_counts[id.index()]).sum();
                for id in body {
                    first[id.index()] = true;
                    instruction[id.index()] = true;
                    whole[id.index()] |= nodes > most;
                }
            }
            FrameKind::Plain(id) => {
                first[id.index()] = true;
                whole[id.index()] = true;
            }
        }
    }
    for id in others {
        first[id.index()] = false;
    }
    for (i, it) in instruction.iter_mut().enumerate() {
        *it &= first[i] && !whole[i];
    }
    (first, instruction)
}
