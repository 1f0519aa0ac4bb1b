//! The way of each secret through the graph, the shortest first.

use super::found::{Found, Leak, Out, Step};
use super::graph::{Edge, Graph, Node, NodeId, Owner, Via};
use crate::{GlobalId, Program, Secret, Span};
use std::collections::{BTreeMap, VecDeque};

/// More different owners than this in one place are not told apart.
const OWNERS: usize = 8;

/// Where a secret has come to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct At {
    node: NodeId,
    owner: Owner,
    /// It was handed to the function it is in, and goes back only to where that was called from, which
    /// the edge past the call stands for.
    handed: bool,
}

/// How a place was come to: by which edge, from which entry of the list; and which secret it is.
struct Visit {
    at: At,
    from: Option<usize>,
    edge: Option<usize>,
    secret: GlobalId,
}

pub fn run(program: &Program, graph: &Graph) -> Found {
    let mut visits: Vec<Visit> = Vec::new();
    let mut seen: BTreeMap<NodeId, Vec<(Owner, bool)>> = BTreeMap::new();
    let mut open: VecDeque<usize> = VecDeque::new();
    let mut leaks: BTreeMap<NodeId, usize> = BTreeMap::new();
    for (node, what) in graph.nodes.iter().enumerate() {
        let Node::Global(id) = what else { continue };
        if program.globals[id.index()].secret.is_some() {
            open.push_back(visits.len());
            let at = At { node, owner: Owner::Unknown, handed: false };
            visits.push(Visit { at, from: None, edge: None, secret: *id });
        }
    }
    while let Some(here) = open.pop_front() {
        let Visit { at, secret, .. } = visits[here];
        for edge in &graph.from[at.node] {
            let Some(mut next) = step(program, graph, at, &graph.edges[*edge]) else { continue };
            let there = seen.entry(next.node).or_default();
            if there.len() >= OWNERS && !there.contains(&(next.owner, next.handed)) {
                next.owner = Owner::Unknown;
            }
            // What may leave a function everywhere covers what was handed to it.
            if there.contains(&(next.owner, next.handed)) || there.contains(&(next.owner, false)) {
                continue;
            }
            there.push((next.owner, next.handed));
            let visit = Visit { at: next, from: Some(here), edge: Some(*edge), secret };
            if let Node::Out(out) = graph.nodes[next.node] {
                if !is_open(graph, graph.outs[out as usize], next, &graph.edges[*edge]) {
                    leaks.entry(next.node).or_insert(visits.len());
                }
            } else {
                open.push_back(visits.len());
            }
            visits.push(visit);
        }
    }
    let mut leaks: Vec<Leak> = leaks.values().map(|it| leak(program, graph, &visits, *it)).collect();
    leaks.sort_by_key(|it| it.way.last().map(|it| it.0));
    let (accepted, leaks) = leaks.into_iter().partition(|it| it.out.accepted());
    let needless = graph.reveals.iter().filter(|it| !seen.contains_key(&it.0)).map(|it| it.1).collect();
    Found { leaks, accepted, needless }
}

/// Whether a role may see what is its own there.
fn is_open(graph: &Graph, out: Out, at: At, edge: &Edge) -> bool {
    let seen_by = graph.recipients.get(&at.node).map_or(Owner::Seat, |it| acting(graph, *it, edge));
    at.owner != Owner::Unknown && at.owner == seen_by && !out.for_everyone()
}

/// Whose it is at an edge: `R`, where that is known.
fn acting(graph: &Graph, owner: Owner, edge: &Edge) -> Owner {
    let owner = graph.resolved(owner, edge.function);
    let known = graph.facts[edge.facts].iter().any(|it| graph.resolved(*it, edge.function) == owner);
    if known && owner != Owner::Unknown { Owner::Seat } else { owner }
}

/// Where an edge leads to.
fn step(program: &Program, graph: &Graph, at: At, edge: &Edge) -> Option<At> {
    let secret = match graph.nodes[at.node] {
        Node::Global(id) => program.globals[id.index()].secret,
        _ => None,
    };
    let owner = match secret {
        None => at.owner,
        Some(Secret::All) => Owner::Unknown,
        Some(Secret::Each) => edge.owner,
        Some(Secret::But(role)) => Owner::Role(role),
    };
    let owner = match edge.via {
        Via::Return(call) => match owner {
            _ if at.handed => return None,
            Owner::Local(local) => graph.calls[call].get(local.0 as usize).copied().unwrap_or(Owner::Unknown),
            owner => owner,
        },
        _ => graph.resolved(owner, edge.function),
    };
    let mut owner = acting(graph, owner, edge);
    let to = graph.base(edge.to);
    let mut handed = at.handed;
    owner = match (to, owner) {
        (Node::Offers(..) | Node::Argument(..), Owner::Local(_)) => Owner::Unknown,
        (Node::Local(..) | Node::Entry(_), Owner::Local(local)) if matches!(edge.via, Via::Call(_)) => {
            let Via::Call(call) = edge.via else { return None };
            let param = graph.calls[call].iter().position(|it| *it == Owner::Local(local));
            param.map_or(Owner::Unknown, |it| Owner::Local(crate::LocalId(it as u32)))
        }
        (_, Owner::Local(local)) if matches!(edge.via, Via::Round(it) if !graph.stays(edge.function, it, local)) => {
            Owner::Unknown
        }
        // A condition on what one function is about decides over another.
        (Node::Entry(_), Owner::Local(_)) => Owner::Unknown,
        (Node::Local(function, into), Owner::Local(local)) if !graph.keeps(function, into, local) => Owner::Unknown,
        (Node::Result(function) | Node::Exits(function), Owner::Local(local)) => {
            let params = program.functions[function.index()].params;
            if local.0 < u32::from(params) { owner } else { Owner::Unknown }
        }
        // What is kept is kept for whoever acts later.
        (
            Node::Global(_)
            | Node::Field(..)
            | Node::Ends(_)
            | Node::Ended(_)
            | Node::WholeFrame(_)
            | Node::AnyFrame
            | Node::Last(_)
            | Node::WholeState,
            Owner::Seat | Owner::Local(_),
        ) => Owner::Unknown,
        _ => owner,
    };
    match edge.via {
        Via::Call(_) => handed = true,
        Via::Return(_) => handed = false,
        Via::Flow | Via::Condition | Via::Round(_) => {}
    }
    if matches!(to, Node::Global(_) | Node::Field(..) | Node::Ends(_) | Node::Offers(..)) {
        handed = false;
    }
    Some(At { node: edge.to, owner, handed })
}

/// The steps of a visit, from the secret on.
fn leak(program: &Program, graph: &Graph, visits: &[Visit], last: usize) -> Leak {
    let mut way: Vec<(Span, Step)> = Vec::new();
    let mut at = last;
    let secret = visits[last].secret;
    let out = match graph.nodes[visits[last].at.node] {
        Node::Out(out) => graph.outs[out as usize],
        _ => Out::Log,
    };
    while let (Some(from), Some(edge)) = (visits[at].from, visits[at].edge) {
        let edge = &graph.edges[edge];
        let source = graph.base(visits[from].at.node);
        // What a function ends with is said where it ends.
        let place = match (source, visits[from].edge) {
            (Node::Ends(_), Some(before)) => &graph.edges[before],
            _ => edge,
        };
        way.extend(words(program, source, graph.base(edge.to), edge).map(|step| (place.span, step)));
        at = from;
    }
    way.reverse();
    if let (Some(read), Some(first)) = (first_read(graph, visits, last), way.first())
        && !way.iter().any(|it| it.0 == read)
        && first.1 != Step::Decides
    {
        way.insert(0, (read, Step::Read));
    }
    Leak { secret, way, out }
}

/// Where the secret is read.
fn first_read(graph: &Graph, visits: &[Visit], last: usize) -> Option<Span> {
    let mut at = last;
    let mut edge = None;
    while let Some(from) = visits[at].from {
        edge = visits[at].edge;
        at = from;
    }
    edge.map(|it| graph.edges[it].span).filter(|it| !it.is_empty())
}

/// What is said of an edge.
fn words(program: &Program, from: Node, to: Node, edge: &Edge) -> Option<Step> {
    // From how many there are to what they are.
    if from == to {
        return None;
    }
    let function = |id: crate::FnId| program.functions[id.index()].name.clone();
    match to {
        Node::Global(id) => Some(Step::Kept(format!("G.{}", program.globals[id.index()].name))),
        Node::Field(frame, field) => {
            let frame = &program.frames[frame.index()];
            let name = frame.fields[field.0 as usize].name.clone();
            let param = field.0 < frame.params;
            Some(if param { Step::Handed(frame.name.clone(), name) } else { Step::Kept(name) })
        }
        Node::Local(id, at) => {
            let name = program.functions[id.index()].locals.get(at.0 as usize)?.name.clone();
            match (edge.via, from) {
                _ if name.is_empty() => None,
                (Via::Call(_), _) => Some(Step::Handed(function(id), name)),
                (_, Node::Argument(..)) => Some(Step::Chosen(name)),
                _ => Some(Step::Kept(name)),
            }
        }
        Node::Result(id) => Some(Step::Returned(function(id))),
        Node::Ended(id) if !matches!(from, Node::Ended(_) | Node::AnyEnded) => {
            Some(Step::Ended(program.frames[id.index()].name.clone()))
        }
        Node::Entry(id) if matches!(edge.via, Via::Call(_)) => Some(Step::Governs(function(id))),
        Node::Condition(_) if !matches!(from, Node::Condition(_) | Node::Entry(_) | Node::Exits(_)) => {
            Some(Step::Decides)
        }
        Node::Out(_) => Some(Step::Seen),
        _ => None,
    }
}
