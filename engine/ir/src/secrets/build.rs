//! The graph of a program: one pass over all code, callees before callers.

mod control;
mod expr;
mod frame;
mod shape;
mod shaped;
mod stmt;

use super::graph::{ALWAYS, Edge, Graph, Node, NodeId, Owner, Variable, Via};
use crate::walk::{Node as At, calls, walk};
use crate::{FnId, Frame, FrameId, FrameKind, LocalId, Program, Span, StmtKind, owners};
use std::collections::{BTreeMap, BTreeSet};

/// Something an expression reads.
#[derive(Clone, Copy)]
struct Read {
    from: NodeId,
    via: Via,
    span: Span,
    owner: Owner,
    facts: usize,
}

/// Everything the value of an expression depends on.
#[derive(Clone, Default)]
struct Reads {
    value: Vec<Read>,
    /// The inputs of its number of elements, at every depth: never more than `value`. Empty for a type without a number
    /// of elements.
    shape: Vec<Read>,
}

impl Reads {
    fn add(&mut self, other: Reads) {
        self.value.extend(other.value);
        self.shape.extend(other.shape);
    }
}

/// For each result node of a function, the parameters, and shapes of parameters, that it depends on.
type Depends = BTreeMap<NodeId, BTreeSet<NodeId>>;

struct Builder<'p> {
    program: &'p Program,
    graph: Graph,
    /// The frames that may be on top while a function runs.
    frames: Vec<Vec<FrameId>>,
    /// Absent while unknown: a result then depends on everything.
    depends: Vec<Option<Depends>>,
    /// Targets of the jumps of instructions, with their conditions.
    jumps: BTreeMap<FnId, Vec<(usize, NodeId)>>,
    /// Functions that may end the frame they are part of.
    exits: BTreeSet<FnId>,
    /// Functions that say whether an open action is refused.
    open: BTreeSet<FnId>,
    invariants: BTreeSet<FnId>,
    /// `true` for records with a number of elements in them.
    shaped: Vec<bool>,
    /// The current position: the function, the condition for running, the facts about `R`, the enclosing loops.
    function: FnId,
    condition: NodeId,
    facts: usize,
    loops: Vec<u32>,
    loop_count: u32,
    /// `true` if the last thing visited may have ended the frame, by a call.
    left: bool,
}

pub fn graph(program: &Program) -> Graph {
    let mut graph = Graph::default();
    graph.facts.push(Vec::new());
    graph.undo = program.functions.iter().any(remembers);
    graph.variables = program.functions.iter().map(|it| vec![Variable::default(); it.locals.len()]).collect();
    // Searches begin here.
    for at in 0..program.globals.len() {
        graph.node(Node::Global(crate::GlobalId(at as u16)));
    }
    let mut builder = Builder {
        program,
        graph,
        frames: owners(program),
        depends: vec![None; program.functions.len()],
        jumps: BTreeMap::new(),
        exits: BTreeSet::new(),
        open: program.frames.iter().flat_map(open).collect(),
        invariants: program.invariants.iter().copied().collect(),
        shaped: shaped::records(program),
        function: FnId(0),
        condition: 0,
        facts: 0,
        loops: Vec::new(),
        loop_count: 0,
        left: false,
    };
    // Tests see everything.
    let tests: BTreeSet<FnId> = program.tests.iter().flat_map(|it| it.functions()).map(|it| it.0).collect();
    for id in callees_first(program) {
        if !tests.contains(&id) {
            builder.body(id);
        }
    }
    builder.condition = ALWAYS;
    builder.between_frames();
    builder.graph
}

fn open(frame: &Frame) -> Vec<FnId> {
    match &frame.kind {
        FrameKind::State(it) => it.handlers.iter().filter_map(|it| it.open).collect(),
        FrameKind::Procedure(_) | FrameKind::Plain(_) => Vec::new(),
    }
}

/// `true` if a function saves a position for undo.
fn remembers(function: &crate::Function) -> bool {
    let mut found = false;
    walk(&function.body, &mut |node| {
        found |= matches!(node, At::Stmt(crate::Stmt { kind: StmtKind::PushUndo, .. }));
    });
    found
}

/// All functions, each after its callees, except in recursion.
fn callees_first(program: &Program) -> Vec<FnId> {
    let called: Vec<Vec<FnId>> = program.functions.iter().map(calls).collect();
    let mut seen = vec![false; program.functions.len()];
    let mut out = Vec::new();
    for start in 0..program.functions.len() {
        let mut open = vec![(start, 0)];
        while let Some((at, next)) = open.pop() {
            if next == 0 && std::mem::replace(&mut seen[at], true) {
                continue;
            }
            match called[at].get(next) {
                Some(callee) => {
                    open.push((at, next + 1));
                    open.push((callee.index(), 0));
                }
                None => out.push(FnId(at as u16)),
            }
        }
    }
    out
}

impl Builder<'_> {
    fn body(&mut self, id: FnId) {
        let function = self.program.function(id);
        let first = self.graph.edges.len();
        self.function = id;
        self.condition = self.graph.node(Node::Entry(id));
        self.facts = 0;
        for param in 0..u32::from(function.params) {
            self.set(LocalId(param), None);
        }
        self.block(&function.body);
        let mut ends = vec![Node::Result(id), Node::Exits(id)];
        ends.extend(function.inout.iter().zip(0..).filter(|it| *it.0).map(|it| Node::Local(id, LocalId(it.1))));
        let mut ends: Vec<NodeId> = ends.into_iter().map(|it| self.graph.node(it)).collect();
        let shapes: Vec<NodeId> = ends.iter().filter_map(|it| self.graph.known(Node::Shape(*it))).collect();
        ends.extend(shapes);
        let mut back: BTreeMap<NodeId, Vec<NodeId>> = BTreeMap::new();
        for edge in &self.graph.edges[first..] {
            if matches!(edge.via, Via::Flow | Via::Condition) {
                back.entry(edge.to).or_default().push(edge.from);
            }
        }
        let depends = ends.into_iter().map(|end| {
            let mut params = BTreeSet::new();
            let mut seen = BTreeSet::from([end]);
            let mut open = vec![end];
            while let Some(at) = open.pop() {
                match self.graph.base(at) {
                    Node::Local(of, local) if of == id && local.0 < u32::from(function.params) => {
                        params.insert(at);
                    }
                    _ => {}
                }
                open.extend(back.get(&at).into_iter().flatten().copied().filter(|it| seen.insert(*it)));
            }
            (end, params)
        });
        self.depends[id.index()] = Some(depends.collect());
    }

    /// Values go where they are read from to somewhere else.
    fn flow(&mut self, reads: &[Read], to: NodeId) {
        for it in reads {
            let Read { from, via, span, owner, facts } = *it;
            let under = self.condition;
            self.graph.edge(Edge { from, to, via, span, function: self.function, owner, facts, under });
        }
    }

    /// The condition for running something is visible in the fact that it ran.
    fn governed(&mut self, to: NodeId, span: Span) {
        self.link(self.condition, to, Via::Flow, span);
    }

    fn link(&mut self, from: NodeId, to: NodeId, via: Via, span: Span) {
        let (function, facts, under) = (self.function, self.facts, self.condition);
        self.graph.edge(Edge { from, to, via, span, function, owner: Owner::Unknown, facts, under });
    }

    fn read(&mut self, node: Node, span: Span) -> Read {
        let from = self.graph.node(node);
        Read { from, via: Via::Flow, span, owner: Owner::Unknown, facts: self.facts }
    }

    /// Does something of which others decide whether it is done.
    fn under<T>(&mut self, conditions: &[Read], make: impl FnOnce(&mut Self) -> T) -> T {
        let (outer, left) = (self.condition, std::mem::take(&mut self.left));
        if !conditions.is_empty() {
            self.condition = self.decided(conditions);
        }
        let made = make(self);
        let inner = std::mem::replace(&mut self.condition, outer);
        if self.left {
            self.condition = self.both(&[outer, inner], Span::default());
        }
        self.left |= left;
        made
    }

    /// A condition within another condition.
    fn decided(&mut self, conditions: &[Read]) -> NodeId {
        let node = self.graph.condition();
        self.decides(conditions, node);
        let span = conditions.first().map_or(Span::default(), |it| it.span);
        self.governed(node, span);
        node
    }

    /// Values that are read govern code under a condition.
    fn decides(&mut self, conditions: &[Read], node: NodeId) {
        for it in conditions {
            let via = if it.via == Via::Flow { Via::Condition } else { it.via };
            self.flow(&[Read { via, ..*it }], node);
        }
    }

    /// A node that depends on several conditions, nested or side by side.
    fn both(&mut self, conditions: &[NodeId], span: Span) -> NodeId {
        let node = self.graph.condition();
        for it in conditions {
            self.link(*it, node, Via::Flow, span);
        }
        node
    }

    /// Records the condition under which the frame ends here.
    fn leaves(&mut self, span: Span) {
        self.exits.insert(self.function);
        let exits = self.graph.node(Node::Exits(self.function));
        self.governed(exits, span);
    }

    /// Notes that a variable is set, perhaps to a certain role.
    fn set(&mut self, local: LocalId, alias: Option<Owner>) {
        let loops = self.loops.clone();
        let Some(variable) = self.graph.variable(self.function, local) else { return };
        variable.sets += 1;
        variable.alias = alias.filter(|it| *it != Owner::Unknown);
        match &mut variable.scope {
            None => variable.scope = Some(loops),
            Some(scope) => {
                let common = scope.iter().zip(&loops).take_while(|(a, b)| a == b).count();
                scope.truncate(common);
            }
        }
    }
}
