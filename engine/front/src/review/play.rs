//! Problems of a whole game: states that are never entered, empty prompts, roles that are never active, fields that are
//! never set.

use super::number::constant;
use diag::{Problems, Span};
use ir::{
    Arg, Expr, ExprKind, FnId, FrameId, FrameKind, GlobalId, Node, Place, Program, Root, Stmt, StmtKind, Target, walk,
    walk_expr,
};
use std::collections::{BTreeMap, BTreeSet};

pub fn check(program: &Program, tests: &BTreeSet<FnId>, problems: &mut Problems) {
    let reached = come_to(program, tests, problems);
    offers(program, problems);
    active(program, &reached, problems);
    fields(program, problems);
}

/// The frames that are entered from setup on.
fn come_to(program: &Program, tests: &BTreeSet<FnId>, problems: &mut Problems) -> BTreeSet<FrameId> {
    let mut goes: Vec<Vec<(FrameId, Span)>> = Vec::new();
    let mut called: Vec<Vec<FnId>> = Vec::new();
    let mut anywhere = false;
    for function in &program.functions {
        let mut to = Vec::new();
        walk(&function.body, &mut |node| {
            if let Node::Stmt(Stmt { kind: StmtKind::Call(target, _) | StmtKind::Goto(target, _), span }) = node {
                match target {
                    Target::Frame(frame) => to.push((*frame, *span)),
                    Target::Named(_) => anywhere = true,
                }
            }
        });
        goes.push(to);
        called.push(ir::calls(function));
    }
    let all = || (0..program.frames.len()).map(|it| FrameId(it as u16));
    if anywhere {
        return all().collect();
    }
    let mut reached = BTreeSet::new();
    let mut seen = vec![false; program.functions.len()];
    let mut open: Vec<FnId> = program.setup.into_iter().collect();
    while let Some(id) = open.pop() {
        if std::mem::replace(&mut seen[id.index()], true) {
            continue;
        }
        open.extend(&called[id.index()]);
        for (frame, _) in &goes[id.index()] {
            if reached.insert(*frame) {
                open.extend(program.frame(*frame).functions());
            }
        }
    }
    // The source of a transition to an unreached frame: another frame, or only itself. The former is reported.
    let owners = ir::owners(program);
    let mut cut: BTreeMap<FrameId, (Option<FrameId>, Span)> = BTreeMap::new();
    for (at, to) in goes.iter().enumerate() {
        if tests.contains(&FnId(at as u16)) || owners[at].is_empty() {
            continue;
        }
        for (frame, span) in to.iter().filter(|it| !reached.contains(&it.0)) {
            let from = owners[at].iter().find(|it| *it != frame).copied();
            let known = cut.entry(*frame).or_insert((from, *span));
            if known.0.is_none() && from.is_some() {
                *known = (from, *span);
            }
        }
    }
    for (frame, (from, span)) in cut {
        let it = program.frame(frame);
        match from {
            Some(from) => problems.cut_off(it.span, &it.name, span, &program.frame(from).name),
            None => problems.only_itself(it.span, &it.name, span),
        }
    }
    reached
}

/// Prompts in which nothing can be offered.
fn offers(program: &Program, problems: &mut Problems) {
    let mut callers: Vec<Vec<FnId>> = vec![Vec::new(); program.functions.len()];
    let mut offers = vec![false; program.functions.len()];
    let mut open = Vec::new();
    for (at, it) in program.functions.iter().enumerate() {
        let id = FnId(at as u16);
        for callee in ir::calls(it) {
            callers[callee.index()].push(id);
        }
        if offers_something(&it.body) {
            open.push(id);
        }
    }
    while let Some(id) = open.pop() {
        if !std::mem::replace(&mut offers[id.index()], true) {
            open.extend(&callers[id.index()]);
        }
    }
    for frame in &program.frames {
        let FrameKind::State(state) = &frame.kind else { continue };
        let Some(prompt) = state.prompt else { continue };
        let leaves = state.begin.is_some_and(|it| always_leaves(&program.function(it).body));
        if !offers[prompt.index()] && !leaves {
            problems.nothing_offered(program.function(prompt).span, &frame.name);
        }
    }
}

/// `true` if a body always reaches a `goto`, `end` or `finish` of its own.
fn always_leaves(body: &[Stmt]) -> bool {
    body.last().is_some_and(|it| match &it.kind {
        StmtKind::Goto(..) | StmtKind::End(_) | StmtKind::Finish(..) => true,
        StmtKind::If(_, yes, no) => always_leaves(yes) && always_leaves(no),
        _ => false,
    })
}

fn offers_something(body: &[Stmt]) -> bool {
    body.iter().any(|it| match &it.kind {
        StmtKind::Offer(..) => true,
        StmtKind::Button(_, cond) => cond.as_ref().and_then(constant) != Some(0),
        StmtKind::If(cond, yes, no) => match constant(cond) {
            Some(0) => offers_something(no),
            Some(_) => offers_something(yes),
            None => offers_something(yes) || offers_something(no),
        },
        StmtKind::While(_, body) | StmtKind::ForEach(_, _, body) | StmtKind::ForRange(_, _, _, body) => {
            offers_something(body)
        }
        _ => false,
    })
}

/// Somebody must be active where something can be done.
fn active(program: &Program, reached: &BTreeSet<FrameId>, problems: &mut Problems) {
    let assigned = program.functions.iter().any(|it| {
        let mut found = false;
        walk(&it.body, &mut |node| found |= matches!(node, Node::Stmt(Stmt { kind: StmtKind::SetActive(_), .. })));
        found
    });
    let waits = reached.iter().any(|it| matches!(program.frame(*it).kind, FrameKind::State(_)));
    let setup = program.setup.map(|it| program.function(it));
    if let (true, false, Some(setup), Some(role)) = (waits, assigned, setup, program.roles.first()) {
        let first = setup.body.first().map_or(setup.span, |it| it.span);
        problems.nobody_active(setup.span, role, first);
    }
}

/// Global fields that nothing uses, or that are read and never set.
fn fields(program: &Program, problems: &mut Problems) {
    let count = program.globals.len();
    let (mut read, mut set) = (vec![false; count], vec![false; count]);
    let mut whole = false;
    for (at, function) in program.functions.iter().enumerate() {
        if program.init == Some(FnId(at as u16)) {
            for it in &function.body {
                first_value(program, it, &mut read, &mut set);
            }
            continue;
        }
        walk(&function.body, &mut |node| match node {
            Node::Stmt(it) => match &it.kind {
                StmtKind::Assign(place, _) => mark(place, &mut set),
                StmtKind::PlaceOp(_, place, _) => {
                    mark(place, &mut set);
                    mark(place, &mut read);
                }
                _ => {}
            },
            Node::Expr(it) => match &it.kind {
                ExprKind::Load(place) => mark(place, &mut read),
                ExprKind::WholeState => whole = true,
                ExprKind::PlaceOp(_, place, _) => {
                    mark(place, &mut set);
                    mark(place, &mut read);
                }
                ExprKind::Call(_, args) => {
                    for it in args {
                        if let Arg::InOut(place) = it {
                            mark(place, &mut set);
                            mark(place, &mut read);
                        }
                    }
                }
                _ => {}
            },
            Node::Place(_) => {}
        });
    }
    for (at, it) in program.globals.iter().enumerate() {
        match (read[at], set[at]) {
            (false, false) if !whole => problems.unused_global(it.span, &it.name),
            (true, false) if !it.late => problems.never_set(it.span, &it.name),
            _ => {}
        }
    }
}

/// Marks the reads in the first value of a field, and whether the author wrote it.
fn first_value(program: &Program, it: &Stmt, read: &mut [bool], set: &mut [bool]) {
    let StmtKind::Assign(place, value) = &it.kind else { return };
    walk_expr(value, &mut |node| {
        if let Node::Expr(Expr { kind: ExprKind::Load(from), .. }) = node {
            mark(from, read);
        }
    });
    if let Root::Global(id) = place.root
        && program.globals[id.index()].span != value.span
    {
        mark(place, set);
    }
}

fn mark(place: &Place, fields: &mut [bool]) {
    if let Root::Global(GlobalId(id)) = place.root {
        fields[id as usize] = true;
    }
}
