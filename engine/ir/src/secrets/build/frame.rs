//! Flows between functions without a call: the instructions of a procedure, the results of frames, the choices of
//! players.

use super::{Builder, control};
use crate::secrets::graph::{Node, NodeId, Via};
use crate::walk::{Node as At, walk};
use crate::{FieldId, FnId, FrameId, FrameKind, GlobalId, LocalId, Span, Stmt, StmtKind, Target};
use std::collections::{BTreeMap, BTreeSet};

impl Builder<'_> {
    pub fn between_frames(&mut self) {
        let program = self.program;
        for (at, frame) in program.frames.iter().enumerate() {
            let id = FrameId(at as u16);
            match &frame.kind {
                FrameKind::State(state) => {
                    for handler in &state.handlers {
                        let function = program.function(handler.function);
                        for param in 0..function.params {
                            let argument = self.graph.node(Node::Argument(id, handler.action, param));
                            let local = Node::Local(handler.function, LocalId(u32::from(param)));
                            let mut into = vec![self.graph.node(local)];
                            if self.is_shaped(&function.locals[usize::from(param)].ty) {
                                into.push(self.shape(local));
                            }
                            for local in into {
                                self.link(argument, local, Via::Flow, function.span);
                            }
                        }
                    }
                }
                FrameKind::Procedure(body) => self.instructions(body),
                FrameKind::Plain(_) => {}
            }
            for field in 0..frame.fields.len() {
                let field = self.graph.node(Node::Field(id, FieldId(field as u16)));
                let whole = self.graph.node(Node::WholeFrame(id));
                self.link(field, whole, Via::Flow, frame.span);
            }
            let last = self.graph.node(Node::Last(id));
            let whole = self.graph.node(Node::WholeFrame(id));
            self.link(last, whole, Via::Flow, frame.span);
            let ended = self.graph.node(Node::Ended(id));
            let any = self.graph.node(Node::AnyEnded);
            self.link(ended, any, Via::Flow, frame.span);
            let any = self.graph.node(Node::AnyFrame);
            self.link(any, whole, Via::Flow, frame.span);
        }
        for at in 0..program.functions.len() {
            self.results(FnId(at as u16));
        }
        for from in 0..self.graph.nodes.len() {
            let (function, to): (FnId, &dyn Fn(FrameId) -> Node) = match self.graph.nodes[from] {
                Node::Ends(id) => (id, &Node::Ended),
                Node::Offers(id, action, at) => (id, &move |frame| Node::Argument(frame, action, at)),
                _ => continue,
            };
            let span = program.function(function).span;
            for frame in self.frames[function.index()].clone() {
                let to = self.graph.node(to(frame));
                self.link(from, to, Via::Flow, span);
            }
        }
        for at in 0..program.globals.len() {
            let global = self.graph.node(Node::Global(GlobalId(at as u16)));
            let whole = self.graph.node(Node::WholeState);
            self.link(global, whole, Via::Flow, Span::default());
        }
    }

    /// Flows of the results of frames that a function calls or goes to.
    fn results(&mut self, id: FnId) {
        let mut targets: BTreeMap<(Option<FrameId>, bool), Span> = BTreeMap::new();
        walk(&self.program.function(id).body, &mut |node| {
            if let At::Stmt(it) = node {
                let (target, calls) = match &it.kind {
                    StmtKind::Call(target, _) => (target, true),
                    StmtKind::Goto(target, _) => (target, false),
                    _ => return,
                };
                let frame = if let Target::Frame(frame) = target { Some(*frame) } else { None };
                targets.entry((frame, calls)).or_insert(it.span);
            }
        });
        for frame in self.frames[id.index()].clone() {
            for ((target, calls), span) in &targets {
                let from = self.graph.node(target.map_or(Node::AnyEnded, Node::Ended));
                let to = self.graph.node(if *calls { Node::Last(frame) } else { Node::Ended(frame) });
                self.link(from, to, Via::Flow, *span);
                // `L` as a whole contains the frame below.
                let below = self.graph.node(Node::WholeFrame(frame));
                let above = self.graph.node(target.map_or(Node::AnyFrame, Node::WholeFrame));
                self.link(below, above, Via::Flow, *span);
            }
        }
    }

    /// A branch that decides where an instruction leads governs the instructions that depend on it.
    fn instructions(&mut self, body: &[FnId]) {
        let next: Vec<BTreeSet<usize>> =
            body.iter().enumerate().map(|(at, id)| self.successors(at, *id, body.len())).collect();
        let mut branches: BTreeMap<usize, NodeId> = BTreeMap::new();
        self.facts = 0;
        for (at, dependent) in control::dependents(&next) {
            self.function = body[at];
            let span = self.program.function(body[at]).span;
            let branch = match branches.get(&at) {
                Some(known) => *known,
                None => {
                    let branch = self.branch_of(body[at], span);
                    branches.insert(at, branch);
                    branch
                }
            };
            let entry = self.graph.node(Node::Entry(body[dependent]));
            self.link(branch, entry, Via::Flow, span);
        }
    }

    /// The condition on which an instruction branches.
    fn branch_of(&mut self, id: FnId, span: Span) -> NodeId {
        let branch = self.graph.condition();
        for (_, condition) in self.jumps.get(&id).cloned().unwrap_or_default() {
            self.link(condition, branch, Via::Flow, span);
        }
        if self.exits.contains(&id) {
            let exits = self.graph.node(Node::Exits(id));
            self.link(exits, branch, Via::Flow, span);
        }
        branch
    }

    /// The instructions that may come after one; one past the last is the end of the procedure.
    fn successors(&self, at: usize, id: FnId, end: usize) -> BTreeSet<usize> {
        let jumps = self.jumps.get(&id).into_iter().flatten().map(|it| it.0.min(end));
        let mut next: BTreeSet<usize> = jumps.collect();
        let function = self.program.function(id);
        if self.exits.contains(&id) {
            next.insert(end);
        }
        if !goes_away(&function.body) {
            next.insert(at + 1);
        }
        next
    }
}

/// `true` if an instruction always jumps or ends.
fn goes_away(body: &[Stmt]) -> bool {
    body.last().is_some_and(|it| match &it.kind {
        StmtKind::Jump(_) | StmtKind::Goto(..) | StmtKind::End(_) | StmtKind::Finish(..) | StmtKind::PopUndo => true,
        StmtKind::If(_, yes, no) => goes_away(yes) && goes_away(no),
        _ => false,
    })
}
