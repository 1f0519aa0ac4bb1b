//! What is known of functions from all their calls: between what their parameters and their results lie.
//!
//! What must stay true: what is not known for certain is not known.

use crate::bounds::Bounds;
use crate::facts::{Fact, facts, within};
use ir::{Arg, Expr, ExprKind, FnId, FrameKind, Function, Node, Program, Stmt, StmtKind};

/// What was found out goes into what is found out next, so often.
const ROUNDS: usize = 2;

/// The integers of each function, or those in its values.
#[derive(Clone, Debug, Default)]
pub struct Calls {
    pub params: Vec<Vec<Bounds>>,
    pub results: Vec<Bounds>,
}

/// A program and what is known of its functions.
#[derive(Clone, Copy)]
pub struct Known<'k, 'p> {
    pub program: &'p Program,
    pub results: &'k [Bounds],
}

impl Calls {
    pub fn of(program: &Program) -> Calls {
        let params = |bounds| program.functions.iter().map(|it| vec![bounds; usize::from(it.params)]).collect();
        let mut known = Calls { params: params(Bounds::ALL), results: vec![Bounds::ALL; program.functions.len()] };
        for _ in 0..ROUNDS {
            let mut next = Calls { params: params(Bounds::NONE), results: Vec::new() };
            entered_from_elsewhere(program, &mut next);
            for (i, function) in program.functions.iter().enumerate() {
                let of = Known { program, results: &known.results };
                let facts = facts(of, function, &known.params[i]);
                next.look(of, &facts, function);
            }
            for it in next.params.iter_mut().flatten().filter(|it| it.low > it.high) {
                *it = Bounds::ALL;
            }
            known = next;
        }
        known
    }

    /// What a function calls and offers, and what it gives.
    fn look(&mut self, of: Known<'_, '_>, facts: &[Fact<'_>], function: &Function) {
        let bounds = |e: &Expr| within(of, facts, e).unwrap_or(Bounds::ALL);
        let mut result = match function.body.last() {
            Some(Stmt { kind: StmtKind::Return(_), .. }) => Bounds::NONE,
            _ => Bounds::new(0, 0),
        };
        ir::walk(&function.body, &mut |node| match node {
            Node::Expr(Expr { kind: ExprKind::Call(id, args), .. }) => {
                for (i, arg) in args.iter().enumerate() {
                    let given = match arg {
                        Arg::Value(e) => bounds(e),
                        Arg::InOut(_) => Bounds::ALL,
                    };
                    self.given(*id, i, given);
                }
            }
            Node::Stmt(Stmt { kind: StmtKind::Offer(action, args), .. }) => {
                for frame in &of.program.frames {
                    let FrameKind::State(it) = &frame.kind else { continue };
                    for handler in it.handlers.iter().filter(|it| it.action == *action) {
                        for (i, e) in args.iter().enumerate() {
                            self.given(handler.function, i, bounds(e));
                        }
                    }
                }
            }
            Node::Stmt(Stmt { kind: StmtKind::Return(Some(e)), .. }) => result = result.or(bounds(e)),
            _ => {}
        });
        self.results.push(result);
    }

    fn given(&mut self, id: FnId, i: usize, given: Bounds) {
        if let Some(it) = self.params.get_mut(id.index()).and_then(|it| it.get_mut(i)) {
            *it = it.or(given);
        }
    }
}

/// What comes from outside may be anything: arguments of a setup or a view, of an open action, of a button. What else is
/// done was offered.
fn entered_from_elsewhere(program: &Program, calls: &mut Calls) {
    let mut pressed = vec![false; program.actions.len()];
    for it in &program.functions {
        ir::walk(&it.body, &mut |node| {
            if let Node::Stmt(Stmt { kind: StmtKind::Button(action, _) | StmtKind::Disable(action, _), .. }) = node {
                pressed[action.index()] = true;
            }
        });
    }
    let mut entries: Vec<FnId> =
        [program.init, program.setup, program.view, program.query].into_iter().flatten().collect();
    entries.extend(&program.invariants);
    for frame in &program.frames {
        match &frame.kind {
            FrameKind::State(it) => {
                entries.extend([it.begin, it.resume, it.leave, it.prompt].into_iter().flatten());
                for handler in &it.handlers {
                    if handler.open.is_some() || pressed[handler.action.index()] {
                        entries.extend([Some(handler.function), handler.open].into_iter().flatten());
                    }
                }
            }
            FrameKind::Procedure(body) => entries.extend(body),
            FrameKind::Plain(function) => entries.push(*function),
        }
    }
    for id in entries {
        calls.params[id.index()].fill(Bounds::ALL);
    }
}
