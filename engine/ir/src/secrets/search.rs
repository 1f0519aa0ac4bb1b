//! The way of each secret through the graph, the shortest first.

use super::found::{Found, Leak, Out, Step};
use super::graph::{Edge, Graph, Node, NodeId, Owner, Via};
use crate::{FnId, GlobalId, Program, Secret, Span};
use std::collections::{BTreeMap, VecDeque};

/// Maximum owners distinguished in one place.
const OWNERS: usize = 8;

/// A node that a secret has reached.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct At {
    pub node: NodeId,
    pub owner: Owner,
    /// `true` if it was passed to the current function as an argument. It then returns only to its caller, by the edge
    /// past the call.
    pub handed: bool,
}

/// A step of the search: the edge, the list entry it came from, and the secret.
pub struct Visit {
    pub at: At,
    from: Option<usize>,
    pub edge: Option<usize>,
    secret: GlobalId,
}

impl Visit {
    /// The start of a search.
    pub fn start(node: NodeId, owner: Owner, secret: GlobalId) -> Visit {
        Visit { at: At { node, owner, handed: false }, from: None, edge: None, secret }
    }
}

/// All leaks; and all visits, with the visit at which each place first lets somebody see a secret.
pub fn run(program: &Program, graph: &Graph) -> (Found, Vec<Visit>, BTreeMap<NodeId, usize>) {
    let secrets = graph.nodes.iter().enumerate().filter_map(|(node, what)| match what {
        Node::Global(id) if program.globals[id.index()].secret.is_some() => {
            Some(Visit::start(node, Owner::Unknown, *id))
        }
        _ => None,
    });
    let visits = follow(program, graph, secrets.collect(), |_| true);
    let mut leaks: BTreeMap<NodeId, usize> = BTreeMap::new();
    // The first visit at which each place lets somebody see a secret who does not own it.
    let mut seen: BTreeMap<NodeId, usize> = BTreeMap::new();
    for (here, visit) in visits.iter().enumerate() {
        let Some(edge) = visit.edge.map(|it| &graph.edges[it]) else { continue };
        if let Node::Out(out) = graph.nodes[visit.at.node] {
            let out = graph.outs[out as usize].0;
            if !is_open(graph, out, visit.at, edge) {
                leaks.entry(visit.at.node).or_insert(here);
            }
            if comes_to_be_seen(program, graph, out, visit, edge) {
                seen.entry(visit.at.node).or_insert(here);
            }
        } else if graph.reveals.contains_key(&visit.at.node) && !is_own(program, graph, visit.at.owner, edge.function) {
            seen.entry(visit.at.node).or_insert(here);
        }
    }
    let mut leaks: Vec<Leak> = leaks.values().map(|it| leak(program, graph, &visits, *it)).collect();
    leaks.sort_by_key(|it| it.way.last().map(|it| it.0));
    let (accepted, leaks) = leaks.into_iter().partition(|it| it.out.accepted());
    let visited: std::collections::BTreeSet<NodeId> = visits.iter().map(|it| it.at.node).collect();
    let lines = graph.lines.iter().filter(|it| !visited.contains(it.0));
    let (needless_lines, texts): (Vec<_>, Vec<_>) = lines.map(|it| *it.1).partition(|it| it.1);
    let needless = graph.reveals.iter().filter(|it| !visited.contains(it.0)).map(|it| *it.1);
    let needless = needless.chain(texts.into_iter().map(|it| it.0)).collect();
    let needless_lines = needless_lines.into_iter().map(|it| it.0).collect();
    let found = Found { leaks, accepted, needless, needless_lines, ..Found::default() };
    (found, visits, seen)
}

/// Follows secrets to all places they reach, in breadth-first order.
pub fn follow(program: &Program, graph: &Graph, starts: Vec<Visit>, along: impl Fn(&Edge) -> bool) -> Vec<Visit> {
    let mut open: VecDeque<usize> = (0..starts.len()).collect();
    let mut visits = starts;
    let mut seen: BTreeMap<NodeId, Vec<(Owner, bool)>> = BTreeMap::new();
    while let Some(here) = open.pop_front() {
        let Visit { at, secret, .. } = visits[here];
        for edge in &graph.from[at.node] {
            if !along(&graph.edges[*edge]) {
                continue;
            }
            let Some(mut next) = step(program, graph, at, &graph.edges[*edge]) else { continue };
            let there = seen.entry(next.node).or_default();
            if there.len() >= OWNERS && !there.contains(&(next.owner, next.handed)) {
                next.owner = Owner::Unknown;
            }
            // A value that may leave a function everywhere covers one that was passed in.
            if there.contains(&(next.owner, next.handed)) || there.contains(&(next.owner, false)) {
                continue;
            }
            there.push((next.owner, next.handed));
            if !matches!(graph.nodes[next.node], Node::Out(_)) {
                open.push_back(visits.len());
            }
            visits.push(Visit { at: next, from: Some(here), edge: Some(*edge), secret });
        }
    }
    visits
}

/// `true` if the viewers there may see it because it is their own.
pub fn is_open(graph: &Graph, out: Out, at: At, edge: &Edge) -> bool {
    let seen_by = graph.recipients.get(&at.node).map_or(Owner::Seat, |it| acting(graph, *it, edge));
    at.owner != Owner::Unknown && at.owner == seen_by && !out.for_everyone()
}

/// `true` if somebody there sees something new to them. Things the acting role reveals of its own do not count: taking
/// the move back teaches it nothing.
fn comes_to_be_seen(program: &Program, graph: &Graph, out: Out, visit: &Visit, edge: &Edge) -> bool {
    if is_own(program, graph, visit.at.owner, edge.function) {
        return false;
    }
    match out {
        Out::Given => {
            let field = graph.fields.get(&visit.at.node);
            let same = field == Some(&visit.secret);
            let open_to = graph.recipients.get(&visit.at.node).map_or(Owner::Unknown, |it| acting(graph, *it, edge));
            let stays = same && program.globals[visit.secret.index()].secret == Some(Secret::Others);
            !stays && (open_to == Owner::Unknown || visit.at.owner != open_to)
        }
        Out::Shown | Out::Turn | Out::Called | Out::Length => true,
        _ => false,
    }
}

/// `true` if something belongs to the acting role, also if every call passes it on as such.
fn is_own(program: &Program, graph: &Graph, owner: Owner, function: FnId) -> bool {
    let mut seen = vec![(owner, function)];
    let mut at = 0;
    while let Some((owner, function)) = seen.get(at).copied() {
        at += 1;
        match owner {
            Owner::Seat => {}
            Owner::Local(local) if local.0 < u32::from(program.function(function).params) && seen.len() < OWNERS => {
                let mut called = false;
                for it in graph.calls.iter().filter(|it| it.to == function) {
                    called = true;
                    let given = it.owners.get(local.0 as usize).copied().unwrap_or(Owner::Unknown);
                    let given = (graph.acting(given, it.from, it.facts), it.from);
                    if !seen.contains(&given) {
                        seen.push(given);
                    }
                }
                if !called {
                    return false;
                }
            }
            _ => return false,
        }
    }
    true
}

/// To whom something is open that is open to all but one role.
fn all_but(program: &Program, graph: &Graph, role: Owner, function: FnId, facts: usize) -> Owner {
    if graph.is_another(role, function, facts) {
        return Owner::Seat;
    }
    match graph.resolved(role, function) {
        Owner::Role(role) if program.roles.len() == 2 => Owner::Role(1 - role.min(1)),
        Owner::Local(local) if local.0 < u32::from(program.function(function).params) => Owner::But(local),
        _ => Owner::Unknown,
    }
}

/// The owner at an edge: `R` where that is known.
fn acting(graph: &Graph, owner: Owner, edge: &Edge) -> Owner {
    graph.acting(owner, edge.function, edge.facts)
}

/// The destination of an edge.
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
        Some(Secret::Others) => all_but(program, graph, edge.owner, edge.function, edge.facts),
    };
    let owner = match edge.via {
        Via::Return(call) => match owner {
            _ if at.handed => return None,
            Owner::Local(local) => graph.calls[call].owners.get(local.0 as usize).copied().unwrap_or(Owner::Unknown),
            Owner::But(local) => {
                let call = &graph.calls[call];
                let closed_to = call.owners.get(local.0 as usize).copied().unwrap_or(Owner::Unknown);
                all_but(program, graph, closed_to, call.from, call.facts)
            }
            owner => owner,
        },
        _ => graph.resolved(owner, edge.function),
    };
    let mut owner = acting(graph, owner, edge);
    let to = graph.base(edge.to);
    let mut handed = at.handed;
    owner = match (to, owner) {
        (Node::Offers(..) | Node::Argument(..) | Node::Entry(_), Owner::Local(_) | Owner::But(_))
            if !matches!((to, edge.via, owner), (Node::Entry(_), Via::Call(_), Owner::Local(_))) =>
        {
            Owner::Unknown
        }
        (Node::Local(..), Owner::But(_)) if matches!(edge.via, Via::Call(_)) => Owner::Unknown,
        (Node::Local(..) | Node::Entry(_), Owner::Local(local)) if matches!(edge.via, Via::Call(_)) => {
            let Via::Call(call) = edge.via else { return None };
            let param = graph.calls[call].owners.iter().position(|it| *it == Owner::Local(local));
            param.map_or(Owner::Unknown, |it| Owner::Local(crate::LocalId(it as u32)))
        }
        (_, Owner::Local(local)) if matches!(edge.via, Via::Round(it) if !graph.stays(edge.function, it, local)) => {
            Owner::Unknown
        }
        (Node::Local(function, into), Owner::Local(local)) if !graph.keeps(function, into, local) => Owner::Unknown,
        (Node::Result(function) | Node::Exits(function), Owner::Local(local)) => {
            let params = program.functions[function.index()].params;
            if local.0 < u32::from(params) { owner } else { Owner::Unknown }
        }
        // Stored values are for whichever role acts later.
        (
            Node::Global(_)
            | Node::Field(..)
            | Node::Ends(_)
            | Node::Ended(_)
            | Node::WholeFrame(_)
            | Node::AnyFrame
            | Node::Last(_)
            | Node::WholeState,
            Owner::Seat | Owner::Other | Owner::Local(_) | Owner::But(_),
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
pub fn leak(program: &Program, graph: &Graph, visits: &[Visit], last: usize) -> Leak {
    let mut way: Vec<(Span, Step)> = Vec::new();
    let mut at = last;
    let secret = visits[last].secret;
    let (out, place) = match graph.nodes[visits[last].at.node] {
        Node::Out(out) => graph.outs[out as usize],
        _ => (Out::Revealed, graph.reveals.get(&visits[last].at.node).copied().unwrap_or_default()),
    };
    while let (Some(from), Some(edge)) = (visits[at].from, visits[at].edge) {
        let edge = &graph.edges[edge];
        let source = graph.base(visits[from].at.node);
        // The result of a function is reported where it ends.
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
    if out == Out::Revealed {
        way.push((place, Step::Seen));
    }
    Leak { secret, way, out, at: place }
}

/// The start of the path to a visit, and its first edge.
pub fn begin(visits: &[Visit], last: usize) -> (NodeId, Option<usize>) {
    let mut at = last;
    let mut edge = None;
    while let Some(from) = visits[at].from {
        edge = visits[at].edge;
        at = from;
    }
    (visits[at].at.node, edge)
}

/// The place where the secret is read.
fn first_read(graph: &Graph, visits: &[Visit], last: usize) -> Option<Span> {
    begin(visits, last).1.map(|it| graph.edges[it].span).filter(|it| !it.is_empty())
}

/// The description of an edge.
fn words(program: &Program, from: Node, to: Node, edge: &Edge) -> Option<Step> {
    // From the number of elements to the elements.
    if from == to {
        return None;
    }
    let function = |id: FnId| program.functions[id.index()].name.clone();
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
