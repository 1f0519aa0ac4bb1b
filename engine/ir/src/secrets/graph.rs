//! The places that hold values, and the flows between them.

use super::found::Out;
use crate::{ActionId, FieldId, FnId, FrameId, GlobalId, LocalId, Span};
use std::collections::BTreeMap;

/// Something a value is in, or depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Node {
    Global(GlobalId),
    Field(FrameId, FieldId),
    Local(FnId, LocalId),
    Result(FnId),
    /// The fact that a function ends the frame it is part of.
    Exits(FnId),
    /// The number of elements of another node, at every depth.
    Shape(NodeId),
    /// Results with which a function ends any frame it runs in, and the offers it makes.
    Ends(FnId),
    Offers(FnId, ActionId, u16),
    /// Results with which a frame ends; with no frame, those of some frame.
    Ended(FrameId),
    AnyEnded,
    /// The value of `L.$` in a frame.
    Last(FrameId),
    /// `L` and `G` as a whole, and the caller of a frame called by name.
    WholeFrame(FrameId),
    AnyFrame,
    WholeState,
    /// `G.active`, as something that is read.
    Active,
    /// Values stored in a secret field.
    Kept(GlobalId),
    /// The arguments of an action that a frame offers, by place.
    Argument(FrameId, ActionId, u16),
    /// The condition for calling a function.
    Entry(FnId),
    /// The condition for running code in a function.
    Condition(u32),
    /// A value on its way.
    Value(u32),
    Out(u32),
}

pub type NodeId = usize;

/// The role an element belongs to, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Owner {
    /// `R`.
    Seat,
    Role(u16),
    /// The one of two roles that is not `R`.
    Other,
    /// The role in a variable of the function.
    Local(LocalId),
    /// Every role but the one in a parameter of the function.
    But(LocalId),
    Unknown,
}

/// Something known of `R`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
    /// `R` is this one.
    Is(Owner),
    /// `R` is another one, or nobody.
    Not(Owner),
}

/// How a value travels along an edge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Via {
    Flow,
    Condition,
    /// To the next round of a loop, which may be about somebody else; into [`Graph::rounds`].
    Round(usize),
    /// Into a function, at a call.
    Call(usize),
    /// Out of a function, at a call.
    Return(usize),
}

#[derive(Clone, Debug)]
pub struct Edge {
    pub from: NodeId,
    pub to: NodeId,
    pub via: Via,
    pub span: Span,
    /// The function of the edge.
    pub function: FnId,
    /// For a secret field: the roles to which the value is open.
    pub owner: Owner,
    /// Facts about `R` there, as an index into [`Graph::facts`].
    pub facts: usize,
    /// The condition for running it.
    pub under: NodeId,
}

/// Facts about a variable of a function.
#[derive(Clone, Debug, Default)]
pub struct Variable {
    /// The loops around every place where it is set.
    pub scope: Option<Vec<u32>>,
    /// Number of assignments to it.
    pub sets: usize,
    /// The role it is set to, if that is one and the same.
    pub alias: Option<Owner>,
}

#[derive(Debug, Default)]
pub struct Graph {
    pub nodes: Vec<Node>,
    ids: BTreeMap<Node, NodeId>,
    pub edges: Vec<Edge>,
    pub from: Vec<Vec<usize>>,
    pub calls: Vec<Call>,
    pub facts: Vec<Vec<Fact>>,
    /// With the statement of the output.
    pub outs: Vec<(Out, Span)>,
    /// The secret field that a value enters, for that kind of output.
    pub fields: BTreeMap<NodeId, GlobalId>,
    /// Assignments to fields that may show more.
    pub writes: Vec<Write>,
    /// The loops around each loop that can be left from within.
    pub rounds: Vec<Vec<u32>>,
    /// Viewers of a place other than `R`.
    pub recipients: BTreeMap<NodeId, Owner>,
    /// `true` if anything can be taken back.
    pub undo: bool,
    pub variables: Vec<Vec<Variable>>,
    /// Operand and span of each `reveal`.
    pub reveals: BTreeMap<NodeId, Span>,
    /// Lines of the log that show something on purpose, with the span of the marker; `true` if it covers the whole
    /// line, `false` if only the text is revealed.
    pub lines: BTreeMap<NodeId, (Span, bool)>,
    fresh: u32,
}

/// No condition applies between functions.
pub const ALWAYS: NodeId = NodeId::MAX;

/// A call of a function.
#[derive(Clone, Debug)]
pub struct Call {
    pub from: FnId,
    pub to: FnId,
    /// Owners of the arguments' elements.
    pub owners: Vec<Owner>,
    pub facts: usize,
}

/// A place where a field is set.
#[derive(Clone, Copy, Debug)]
pub struct Write {
    pub field: Node,
    pub function: FnId,
    pub span: Span,
}

impl Graph {
    pub fn node(&mut self, node: Node) -> NodeId {
        if let Some(id) = self.ids.get(&node) {
            return *id;
        }
        let id = self.nodes.len();
        self.nodes.push(node);
        self.from.push(Vec::new());
        self.ids.insert(node, id);
        id
    }

    pub fn known(&self, node: Node) -> Option<NodeId> {
        self.ids.get(&node).copied()
    }

    /// The node itself, or, for a shape, the node whose shape it is.
    pub fn base(&self, id: NodeId) -> Node {
        match self.nodes[id] {
            Node::Shape(of) => self.nodes[of],
            node => node,
        }
    }

    pub fn value(&mut self) -> NodeId {
        self.fresh += 1;
        self.node(Node::Value(self.fresh))
    }

    pub fn condition(&mut self) -> NodeId {
        self.fresh += 1;
        self.node(Node::Condition(self.fresh))
    }

    /// `at`: the statement of the output.
    pub fn out(&mut self, out: Out, at: Span) -> NodeId {
        self.outs.push((out, at));
        self.node(Node::Out(self.outs.len() as u32 - 1))
    }

    pub fn edge(&mut self, edge: Edge) {
        self.from[edge.from].push(self.edges.len());
        self.edges.push(edge);
    }

    /// For each node, the edges to it.
    pub fn back(&self) -> Vec<Vec<usize>> {
        let mut back = vec![Vec::new(); self.nodes.len()];
        for (at, edge) in self.edges.iter().enumerate() {
            back[edge.to].push(at);
        }
        back
    }

    /// The owner at an edge: `R` where that is known.
    pub fn acting(&self, owner: Owner, function: FnId, facts: usize) -> Owner {
        let owner = self.resolved(owner, function);
        let is = |it: &Fact| matches!(it, Fact::Is(it) if self.resolved(*it, function) == owner);
        let known = self.facts[facts].iter().any(is);
        if known && owner != Owner::Unknown { Owner::Seat } else { owner }
    }

    /// `true` if a role is known not to be `R`.
    pub fn is_another(&self, owner: Owner, function: FnId, facts: usize) -> bool {
        let owner = self.resolved(owner, function);
        let another = |it: &Fact| match it {
            Fact::Not(it) => self.resolved(*it, function) == owner,
            Fact::Is(it) => matches!((self.resolved(*it, function), owner), (Owner::Role(a), Owner::Role(b)) if a != b),
        };
        match owner {
            Owner::Other => true,
            Owner::Seat | Owner::But(_) | Owner::Unknown => false,
            Owner::Role(_) | Owner::Local(_) => self.facts[facts].iter().any(another),
        }
    }

    pub fn variable(&mut self, function: FnId, local: LocalId) -> Option<&mut Variable> {
        self.variables.get_mut(function.index())?.get_mut(local.0 as usize)
    }

    /// The owner, with variables replaced that only ever copy another.
    pub fn resolved(&self, owner: Owner, function: FnId) -> Owner {
        let mut owner = owner;
        // Chains of such variables are short; a longer one is not looked through.
        for _ in 0..4 {
            let Owner::Local(local) = owner else { return owner };
            let variable = self.variables.get(function.index()).and_then(|it| it.get(local.0 as usize));
            match variable {
                Some(Variable { sets: 0 | 1, alias: Some(alias), .. }) => owner = *alias,
                Some(Variable { sets: 0 | 1, .. }) => return owner,
                _ => return Owner::Unknown,
            }
        }
        owner
    }

    /// `true` if a variable has the same value in all rounds of a loop.
    pub fn stays(&self, function: FnId, round: usize, owner: LocalId) -> bool {
        let variable = self.variables.get(function.index()).and_then(|it| it.get(owner.0 as usize));
        variable.is_some_and(|it| self.rounds[round].starts_with(it.scope.as_deref().unwrap_or(&[])))
    }

    /// `true` if a variable may hold something that belongs to the role in another variable: not beyond a round of the
    /// loop that sets the other anew.
    pub fn keeps(&self, function: FnId, kept_in: LocalId, owner: LocalId) -> bool {
        let Some(variables) = self.variables.get(function.index()) else { return false };
        let scope = |it: LocalId| variables.get(it.0 as usize).map(|it| it.scope.as_deref().unwrap_or(&[]));
        match (scope(kept_in), scope(owner)) {
            (Some(kept), Some(owner)) => kept.starts_with(owner),
            _ => false,
        }
    }
}
