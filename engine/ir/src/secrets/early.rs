//! Choices that several make at once and keep secret, and that are told before all have made theirs.
//!
//! An argument of an action is such a choice if it is put into a secret field, in a state in which several may be
//! active. It is told if it comes out to others on a way that is gone whatever the state of the game is: what is told
//! under a condition on the game (`if empty(G.active)`) is taken to be told when all have chosen.

use super::found::{Out, ToldEarly};
use super::graph::{Graph, Node, NodeId, Owner};
use super::search::{Visit, follow, is_open, leak};
use crate::walk::{Node as At, walk, walk_expr};
use crate::{Cast, Expr, ExprKind, FnId, FrameId, FrameKind, GlobalId, LocalId, Program, Stmt, StmtKind, Target, Ty};
use std::collections::BTreeSet;

pub fn told_early(program: &Program, graph: &Graph) -> Vec<ToldEarly> {
    let states = at_once(program);
    if states.is_empty() {
        return Vec::new();
    }
    let depends = on_the_game(graph);
    let mut found = Vec::new();
    for frame in states {
        let FrameKind::State(state) = &program.frame(frame).kind else { continue };
        for handler in &state.handlers {
            let function = program.function(handler.function);
            for (at, param) in (0..).zip(function.takes()) {
                let Some(node) = graph.known(Node::Local(handler.function, LocalId(at))) else { continue };
                let start = vec![Visit::start(node, Owner::Seat, GlobalId(0))];
                let visits = follow(program, graph, start, |it| !depends.contains(&it.under));
                let kept = visits.iter().find_map(|it| match graph.nodes[it.at.node] {
                    Node::Kept(id) => Some(id),
                    _ => None,
                });
                let told = visits.iter().position(|it| {
                    let Some(edge) = it.edge.map(|it| &graph.edges[it]) else { return false };
                    let Node::Out(out) = graph.nodes[it.at.node] else { return false };
                    let out = graph.outs[out as usize].0;
                    is_told(out) && !is_open(graph, out, it.at, edge)
                });
                if let (Some(kept), Some(told)) = (kept, told) {
                    let mut leak = leak(program, graph, &visits, told);
                    leak.secret = kept;
                    found.push(ToldEarly { leak, choice: param.name.clone(), handler: function.span });
                }
            }
        }
    }
    found.sort_by_key(|it| it.leak.at);
    found
}

/// Whether others see at once what comes out there. What ends the game is told when all is over.
fn is_told(out: Out) -> bool {
    matches!(out, Out::Log | Out::Line | Out::View | Out::Answer | Out::Prompt | Out::Offer)
}

/// All that depends on the state of the game, other than by what is offered.
fn on_the_game(graph: &Graph) -> BTreeSet<NodeId> {
    let begins = |it: &Node| matches!(it, Node::Global(_) | Node::Field(..) | Node::Active);
    let mut open: Vec<NodeId> = (0..graph.nodes.len()).filter(|it| begins(&graph.nodes[*it])).collect();
    let mut all: BTreeSet<NodeId> = open.iter().copied().collect();
    while let Some(at) = open.pop() {
        if !matches!(graph.nodes[at], Node::Argument(..)) {
            open.extend(graph.from[at].iter().map(|it| graph.edges[*it].to).filter(|it| all.insert(*it)));
        }
    }
    all
}

/// The states in which several may be active.
fn at_once(program: &Program) -> BTreeSet<FrameId> {
    let codes: Vec<(Option<FrameId>, Vec<FnId>)> = (0..)
        .zip(&program.frames)
        .flat_map(|(at, frame)| match &frame.kind {
            FrameKind::Procedure(code) => vec![(Some(FrameId(at)), code.clone())],
            FrameKind::State(_) | FrameKind::Plain(_) => {
                frame.functions().into_iter().map(|it| (Some(FrameId(at)), vec![it])).collect()
            }
        })
        .chain([(None, program.setup.into_iter().collect())])
        .collect();
    let mut found = BTreeSet::new();
    // Who is active stays so where nothing is said: again, until no more are found.
    loop {
        let before = found.len();
        for (frame, code) in &codes {
            let several = frame.is_some_and(|it| found.contains(&it));
            let mut order = Order { program, several, frame: *frame, found: &mut found, open: Vec::new() };
            code.iter().for_each(|it| order.function(*it));
        }
        if found.len() == before {
            return found;
        }
    }
}

/// Code in the order of the text, and whether several are active there.
struct Order<'p, 'f> {
    program: &'p Program,
    frame: Option<FrameId>,
    several: bool,
    found: &'f mut BTreeSet<FrameId>,
    /// The functions that are gone through.
    open: Vec<FnId>,
}

impl Order<'_, '_> {
    fn function(&mut self, id: FnId) {
        if self.open.contains(&id) {
            return;
        }
        self.open.push(id);
        let program = self.program;
        walk(&program.function(id).body, &mut |node| match node {
            At::Expr(Expr { kind: ExprKind::Call(id, _), .. }) => self.function(*id),
            At::Stmt(Stmt { kind: StmtKind::SetActive(to), .. }) => {
                self.several = are_several(to);
                if self.several && reads_active(to) {
                    self.found.extend(self.frame);
                }
            }
            At::Stmt(Stmt {
                kind: StmtKind::Call(Target::Frame(to), _) | StmtKind::Goto(Target::Frame(to), _),
                ..
            }) if self.several => {
                self.found.insert(*to);
            }
            At::Stmt(_) | At::Expr(_) | At::Place(_) => {}
        });
        if let Some(FrameKind::State(state)) = self.frame.map(|it| &program.frame(it).kind)
            && (state.begin == Some(id) || state.resume == Some(id))
            && self.several
        {
            self.found.extend(self.frame);
        }
        self.open.pop();
    }
}

/// Whether some of those who are active stay so.
fn reads_active(it: &Expr) -> bool {
    let mut reads = false;
    walk_expr(it, &mut |node| reads |= matches!(node, At::Expr(Expr { kind: ExprKind::Active, .. })));
    reads
}

fn are_several(it: &Expr) -> bool {
    match &it.kind {
        ExprKind::Cast(Cast::ToAny | Cast::Reveal, inner) => are_several(inner),
        ExprKind::Make(items) => items.len() > 1,
        ExprKind::Const(_) => false,
        _ => matches!(it.ty, Ty::List(_) | Ty::Set(_)),
    }
}
