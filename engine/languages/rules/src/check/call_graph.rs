//! The call graph, with the own effects of each function.

use super::body::{BodyKind, Tail};
use super::sort::Sort;
use diag::Span;
use ir::{ActionId, Effects, FnId, Ty};
use std::collections::BTreeSet;

/// `call`, `goto`, `end`, which must come last. (`finish` ends everything and is allowed anywhere.)
pub const TRANSITION: Effects = Effects(1 << 15);

/// The own effects and the callees of each function.
#[derive(Default)]
pub struct Flow {
    pub nodes: Vec<Node>,
    pub no_transitions: Vec<FnId>,
}

/// A function.
#[derive(Default)]
pub struct Node {
    /// The first effect of each kind, with its description.
    pub effects: Vec<(Effects, Span, String)>,
    pub calls: Vec<Call>,
    /// The sorts of the values it ends with.
    pub ends: Vec<(Option<Sort>, Span)>,
    pub offers: Vec<Offer>,
    pub kind: Option<BodyKind>,
    /// All effects, calls included.
    pub all: Effects,
}

/// A call of a function by another.
pub struct Call {
    pub callee: FnId,
    pub span: Span,
    pub tail: Tail,
    pub name: String,
}

/// Origin of an effect: a chain of calls by name, then the operation and its span.
pub struct Way {
    pub calls: Vec<(Span, String)>,
    pub span: Span,
    pub text: String,
}

/// An offer of an action.
#[derive(Clone)]
pub struct Offer {
    pub action: ActionId,
    /// The types of its arguments; absent for a button.
    pub arguments: Option<Vec<(Ty, Span)>>,
    pub span: Span,
    /// With the word before its name.
    pub statement: Span,
}

impl Node {
    /// `true` if it leaves a state by itself.
    pub fn transitions(&self) -> bool {
        self.effects.iter().any(|it| it.0 == TRANSITION)
    }
}

impl Flow {
    pub fn add(&mut self) {
        self.nodes.push(Node::default());
    }

    pub fn forbid_transitions(&mut self, id: FnId) {
        self.no_transitions.push(id);
    }

    /// All that can be reached by calls from some functions, themselves included.
    pub fn reach(&self, from: &[FnId]) -> Vec<FnId> {
        let mut seen = BTreeSet::new();
        let mut out: Vec<FnId> = Vec::new();
        let mut open: Vec<FnId> = from.to_vec();
        while let Some(id) = open.pop() {
            if seen.insert(id) {
                out.push(id);
                open.extend(self.nodes[id.index()].calls.iter().map(|it| it.callee));
            }
        }
        out
    }

    /// The values that some functions end with, those they call included.
    pub fn ends(&self, from: &[FnId]) -> Vec<(Option<Sort>, Span)> {
        self.reach(from).into_iter().flat_map(|id| self.nodes[id.index()].ends.iter().cloned()).collect()
    }

    /// Follows effects from callees to callers.
    pub fn close(&mut self) {
        let mut callers: Vec<Vec<usize>> = vec![Vec::new(); self.nodes.len()];
        for (i, node) in self.nodes.iter().enumerate() {
            for call in &node.calls {
                callers[call.callee.index()].push(i);
            }
        }
        for node in &mut self.nodes {
            node.all = node.effects.iter().fold(Effects::NONE, |all, it| all.with(it.0));
        }
        let mut open: Vec<usize> = (0..self.nodes.len()).collect();
        while let Some(at) = open.pop() {
            let all = self.nodes[at].all;
            for caller in &callers[at] {
                let more = self.nodes[*caller].all.with(all);
                if more != self.nodes[*caller].all {
                    self.nodes[*caller].all = more;
                    open.push(*caller);
                }
            }
        }
    }

    /// The shortest way from a function to one that has an effect itself.
    pub fn way(&self, from: FnId, effect: Effects) -> Option<Way> {
        let mut came: Vec<Option<(usize, usize)>> = vec![None; self.nodes.len()];
        let mut open = std::collections::VecDeque::from([from.index()]);
        let mut seen = vec![false; self.nodes.len()];
        seen[from.index()] = true;
        while let Some(at) = open.pop_front() {
            if let Some((_, span, text)) = self.nodes[at].effects.iter().find(|it| it.0.has(effect)) {
                let mut calls = Vec::new();
                let mut here = at;
                while let Some((caller, call)) = came[here] {
                    let call = &self.nodes[caller].calls[call];
                    calls.push((call.span, call.name.clone()));
                    here = caller;
                }
                calls.reverse();
                return Some(Way { calls, span: *span, text: text.clone() });
            }
            for (i, call) in self.nodes[at].calls.iter().enumerate() {
                let callee = call.callee.index();
                if self.nodes[callee].all.has(effect) && !std::mem::replace(&mut seen[callee], true) {
                    came[callee] = Some((at, i));
                    open.push_back(callee);
                }
            }
        }
        None
    }
}
