//! Finds simultaneous secret choices that are revealed before all have chosen.
//!
//! An argument of an action is such a choice if it is stored in a secret field, in a state in which several roles may
//! be active. So is the choice between several buttons that store something in the same secret field; its visible trace
//! is the difference between their handlers. All handlers of a state that `call all` calls count as such buttons.
//!
//! A choice is revealed early if others see it on a path that runs whatever the state of the game is; a path under a
//! condition on the game (`if empty(G.active)`) is assumed to run when all have chosen.

use super::found::{Out, ToldEarly};
use super::graph::{Graph, Node, NodeId, Owner};
use super::search::{Visit, begin, follow, is_open, leak};
use crate::walk::{Node as At, NodeMut, walk, walk_expr, walk_mut};
use crate::{
    ANSWERS, Arg, Cast, Expr, ExprKind, FnId, FrameId, FrameKind, GlobalId, LocalId, Program, Root, Span, Stmt,
    StmtKind, Target, Ty, changed_places,
};
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
                let visits = ways(program, graph, &depends, vec![node]);
                let kept = visits.iter().find_map(|it| is_kept(graph, it));
                let told = visits.iter().position(|it| comes_out(graph, it));
                if let (Some(kept), Some(told)) = (kept, told) {
                    let mut leak = leak(program, graph, &visits, told);
                    leak.secret = kept;
                    found.push(ToldEarly { leak, choice: Some(param.name.clone()), handler: function.span });
                }
            }
        }
        // An answer to `call all` may be given by any of them.
        let answers = format!("{ANSWERS}{}", program.frame(frame).name);
        let asks = program.globals.iter().any(|it| it.name == answers);
        let alike = state.handlers.iter().filter(|it| asks || program.function(it.function).params == 0);
        let buttons: Vec<Button<'_>> = alike.map(|it| Button::new(program, it.function)).collect();
        found.extend(buttons.iter().filter_map(|it| it.told(program, graph, &depends, &buttons)));
    }
    found.sort_by_key(|it| it.leak.at);
    found
}

/// Finds where values flow on paths without a condition on the state of the game.
fn ways(program: &Program, graph: &Graph, depends: &BTreeSet<NodeId>, from: Vec<NodeId>) -> Vec<Visit> {
    let starts = from.into_iter().map(|it| Visit::start(it, Owner::Seat, GlobalId(0))).collect();
    follow(program, graph, starts, |it| !depends.contains(&it.under))
}

/// The secret field that something is put into.
fn is_kept(graph: &Graph, visit: &Visit) -> Option<GlobalId> {
    if let Node::Kept(id) = graph.nodes[visit.at.node] { Some(id) } else { None }
}

fn comes_out(graph: &Graph, visit: &Visit) -> bool {
    let Some(edge) = visit.edge.map(|it| &graph.edges[it]) else { return false };
    let Node::Out(out) = graph.nodes[visit.at.node] else { return false };
    let out = graph.outs[out as usize].0;
    is_told(out) && !is_open(graph, out, visit.at, edge)
}

/// A handler without arguments: its statements, and the same without their places in the text.
struct Button<'p> {
    id: FnId,
    stmts: &'p [Stmt],
    bare: Vec<Stmt>,
}

impl<'p> Button<'p> {
    fn new(program: &'p Program, id: FnId) -> Button<'p> {
        let stmts = &program.function(id).body;
        let mut bare = stmts.clone();
        walk_mut(&mut bare, &mut |node| match node {
            NodeMut::Stmt(it) => it.span = Span::default(),
            NodeMut::Expr(it) => it.span = Span::default(),
            NodeMut::Place(it) => it.span = Span::default(),
        });
        Button { id, stmts, bare }
    }

    /// The statements of this button that another does not have.
    fn own<'s>(&'s self, other: &'s Button<'_>) -> impl Iterator<Item = (&'p Stmt, &'s Stmt)> {
        self.stmts.iter().zip(&self.bare).filter(|it| !other.bare.contains(it.1))
    }

    /// Finds how others learn that this button was chosen, and not another that stores something in the same secret
    /// field.
    fn told(
        &self,
        program: &Program,
        graph: &Graph,
        depends: &BTreeSet<NodeId>,
        others: &[Button<'_>],
    ) -> Option<ToldEarly> {
        others.iter().filter(|it| it.id != self.id).find_map(|other| {
            let kept: BTreeSet<GlobalId> = self.keeps(program, graph, depends, other);
            let kept = kept.intersection(&other.keeps(program, graph, depends, self)).next().copied()?;
            self.own(other).find_map(|(stmt, bare)| {
                let visits = ways(program, graph, depends, self.starts(graph, bare, other));
                let inside = |it: Span| stmt.span.start <= it.start && it.end <= stmt.span.end;
                let told = (0..visits.len()).find(|at| {
                    // For other effects of the handler, their occurrence is visible too.
                    let (node, edge) = begin(&visits, *at);
                    let here = edge.is_some_and(|it| inside(graph.edges[it].span));
                    comes_out(graph, &visits[*at]) && (here || !matches!(graph.nodes[node], Node::Entry(_)))
                })?;
                let mut leak = leak(program, graph, &visits, told);
                leak.secret = kept;
                Some(ToldEarly { leak, choice: None, handler: program.function(self.id).span })
            })
        })
    }

    /// A statement is visible through having run; a call that another button makes too, through its arguments.
    fn starts(&self, graph: &Graph, bare: &Stmt, other: &Button<'_>) -> Vec<NodeId> {
        let Some((id, args)) = called(bare) else { return graph.known(Node::Entry(self.id)).into_iter().collect() };
        let Some(theirs) = other.bare.iter().filter_map(called).find(|it| it.0 == id) else {
            return graph.known(Node::Entry(self.id)).into_iter().collect();
        };
        let differs = (0..).zip(args.iter().zip(theirs.1)).filter(|it| it.1.0 != it.1.1);
        differs.filter_map(|it| graph.known(Node::Local(id, LocalId(it.0)))).collect()
    }

    /// The secret fields that it puts something into which another one does not.
    fn keeps(
        &self,
        program: &Program,
        graph: &Graph,
        depends: &BTreeSet<NodeId>,
        other: &Button<'_>,
    ) -> BTreeSet<GlobalId> {
        let mut kept = BTreeSet::new();
        for (stmt, bare) in self.own(other) {
            walk(std::slice::from_ref(stmt), &mut |node| {
                changed_places(node, &mut |place| match place.root {
                    Root::Global(id) if program.globals[id.index()].secret.is_some() => drop(kept.insert(id)),
                    Root::Global(_) | Root::Local(_) | Root::Frame(_) | Root::View(_) => {}
                });
            });
            if called(bare).is_some() {
                let visits = ways(program, graph, depends, self.starts(graph, bare, other));
                kept.extend(visits.iter().filter_map(|it| is_kept(graph, it)));
            }
        }
        kept
    }
}

/// The function that a statement calls, with the arguments.
fn called(it: &Stmt) -> Option<(FnId, &[Arg])> {
    match &it.kind {
        StmtKind::Expr(Expr { kind: ExprKind::Call(id, args), .. }) => Some((*id, args)),
        _ => None,
    }
}

/// `true` if others see this sort of output at once. An output that ends the game is seen when all is over.
fn is_told(out: Out) -> bool {
    matches!(out, Out::Log | Out::Line | Out::View | Out::Answer | Out::Prompt | Out::Offer)
}

/// All nodes that depend on the state of the game, other than through offers.
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
    // Without an assignment, the active roles carry over to the next state: repeat until nothing is added.
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
    /// The functions being visited.
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

/// `true` if some of the active roles stay active.
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
