//! Facts about functions from all their calls: ranges of parameters and results.
//!
//! Invariant: a fact is only recorded if it is certain.

use crate::analysis::bounds::Bounds;
use crate::analysis::features::Features;
use crate::analysis::ranges::{KnownFunctions, LocalFact, local_facts, range_of};
use crate::analysis::reachable::entered;
use ir::{Arg, Expr, ExprKind, FnId, FrameKind, Function, Node, Program, Stmt, StmtKind};

/// Maximum rounds of propagation.
const ROUNDS: usize = 6;

/// The integers of each function, or those in its values.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Summaries {
    pub params: Vec<Vec<Bounds>>,
    pub results: Vec<Bounds>,
}

impl Summaries {
    pub fn of(program: &Program, uses: &Features) -> Summaries {
        let handlers = program.frames.iter().flat_map(|it| match &it.kind {
            FrameKind::State(it) => it.handlers.as_slice(),
            FrameKind::Procedure(_) | FrameKind::Plain(_) => &[],
        });
        // Handlers of buttons take no offered arguments, and open actions accept others than offered.
        let (offered, others): (Vec<_>, Vec<_>) =
            handlers.partition(|it| it.open.is_none() && !uses.button[it.action.index()]);
        let mut outside = vec![false; program.functions.len()];
        entered(program).into_iter().for_each(|id| outside[id.index()] = true);
        offered.iter().for_each(|it| outside[it.function.index()] = false);
        others.iter().for_each(|it| outside[it.function.index()] = true);
        let mut handling = vec![Vec::new(); program.actions.len()];
        offered.iter().for_each(|it| handling[it.action.index()].push(it.function));
        let params = |bounds| program.functions.iter().map(|it| vec![bounds; usize::from(it.params)]).collect();
        let mut known = Summaries { params: params(Bounds::ALL), results: vec![Bounds::ALL; program.functions.len()] };
        for _ in 0..ROUNDS {
            let mut arguments = vec![Vec::new(); program.actions.len()];
            let mut next = Summaries { params: params(Bounds::NONE), results: Vec::new() };
            // Values from outside may be anything.
            for (params, _) in next.params.iter_mut().zip(&outside).filter(|it| *it.1) {
                params.fill(Bounds::ALL);
            }
            for (i, function) in program.functions.iter().enumerate() {
                let of = KnownFunctions { program, results: &known.results };
                let facts = local_facts(of, function, &known.params[i]);
                next.look(of, &facts, function, &mut arguments);
            }
            // All arguments of an offered action go to all its handlers.
            for (arguments, ids) in arguments.iter().zip(&handling) {
                for (id, (i, given)) in ids.iter().flat_map(|id| arguments.iter().enumerate().map(move |it| (*id, it)))
                {
                    next.given(id, i, *given);
                }
            }
            for it in next.params.iter_mut().flatten().filter(|it| it.low > it.high) {
                *it = Bounds::ALL;
            }
            if known == next {
                break;
            }
            known = next;
        }
        known
    }

    /// The calls, offers and results of a function. `arguments`: the known ranges of each action's offered arguments.
    fn look(
        &mut self,
        of: KnownFunctions<'_, '_>,
        facts: &[LocalFact<'_>],
        function: &Function,
        arguments: &mut [Vec<Bounds>],
    ) {
        let bounds = |e: &Expr| range_of(of, facts, e).unwrap_or(Bounds::ALL);
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
                let all = &mut arguments[action.index()];
                all.resize(all.len().max(args.len()), Bounds::NONE);
                for (all, e) in all.iter_mut().zip(args) {
                    *all = all.or(bounds(e));
                }
            }
            Node::Stmt(Stmt { kind: StmtKind::Return(Some(e)), .. }) => result = result.or(bounds(e)),
            Node::Stmt(_) | Node::Expr(_) | Node::Place(_) => {}
        });
        self.results.push(result);
    }

    fn given(&mut self, id: FnId, i: usize, given: Bounds) {
        if let Some(it) = self.params.get_mut(id.index()).and_then(|it| it.get_mut(i)) {
            *it = it.or(given);
        }
    }
}
