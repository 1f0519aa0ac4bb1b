//! What goes from one function to another without a call: the instructions of a procedure, the results of
//! frames, what players choose.

use super::Builder;
use crate::secrets::graph::{Node, NodeId, Via};
use crate::walk::{Node as At, walk};
use crate::{FieldId, FnId, FrameId, FrameKind, GlobalId, LocalId, Span, StmtKind, Target};
use std::collections::BTreeMap;

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
                            let local = self.graph.node(local);
                            self.link(argument, local, Via::Flow, function.span);
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
            let ended = self.graph.node(Node::Ended(id));
            let any = self.graph.node(Node::AnyEnded);
            self.link(ended, any, Via::Flow, frame.span);
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

    /// Where the results of the frames go that a function calls or goes to.
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
            }
        }
    }

    /// A jump forward decides over what it jumps over, and an end in there over all that follows.
    fn instructions(&mut self, body: &[FnId]) {
        let mut over: Vec<(usize, NodeId)> = Vec::new();
        let mut rest: Option<NodeId> = None;
        for (at, id) in body.iter().enumerate() {
            while over.last().is_some_and(|it| it.0 <= at) {
                over.pop();
            }
            self.function = *id;
            let span = self.program.function(*id).span;
            let entry = self.graph.node(Node::Entry(*id));
            for from in over.last().map(|it| it.1).into_iter().chain(rest) {
                self.link(from, entry, Via::Flow, span);
            }
            if let Some(jump) = self.jumps.get(id).and_then(|it| it.iter().find(|it| it.0 > at + 1)).copied() {
                let node = self.graph.condition();
                self.link(jump.1, node, Via::Flow, span);
                over.push((jump.0, node));
            }
            if self.exits.contains(id) && (!over.is_empty() || rest.is_some()) {
                let node = self.graph.condition();
                for from in over.last().map(|it| it.1).into_iter().chain(rest) {
                    self.link(from, node, Via::Flow, span);
                }
                rest = Some(node);
            }
        }
    }
}
