//! The transitions between the states and procedures of a game.

use crate::place::Place;
use crate::rules::Rules;
use crate::steps::kind;
use diag::Span;
use ir::{Const, ExprKind, FnId, FrameId, FrameKind, Node, Program, StmtKind, Target};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Start and end of a game.
const START: &str = "start";
const OVER: &str = "over";

/// The states and procedures, and the ways between them.
#[derive(Clone, Debug, Serialize)]
pub struct Flow {
    pub nodes: Vec<FlowNode>,
    pub edges: Vec<FlowEdge>,
}

#[derive(Clone, Debug, Serialize)]
pub struct FlowNode {
    /// Name of its state or procedure; `start` and `over` are the two ends of a game if nothing has that name.
    pub name: String,
    /// `start`, `state`, `procedure`, `over`.
    pub kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
}

#[derive(Clone, Debug, Serialize)]
pub struct FlowEdge {
    /// Into the nodes.
    pub from: usize,
    /// `None` if the name is computed in the game.
    pub to: Option<usize>,
    /// `call`, `goto`, `end` (back to the caller), `finish`.
    pub kind: &'static str,
    /// The cause: an action, `begin`, or empty.
    pub label: String,
    /// The statements that do it.
    pub places: Vec<Place>,
}

impl Rules {
    /// The transitions between its states and procedures.
    pub fn flow(&self) -> Flow {
        let mut it = Builder { program: self.written(), edges: BTreeMap::new(), over: false };
        let frames = self.written().frames.len();
        if let Some(setup) = self.written().setup {
            it.function(0, setup, "");
        }
        for id in 0..frames {
            it.frame(id);
        }
        it.ends();
        let source = self.source();
        let named = |kind, name: &str| FlowNode { name: name.to_owned(), kind, place: None };
        let mut nodes = vec![named("start", START)];
        nodes.extend(self.written().frames.iter().map(|it| FlowNode {
            name: it.name.clone(),
            kind: kind(&it.kind),
            place: Some(Place::new(source, it.span)),
        }));
        if it.over {
            nodes.push(named("over", OVER));
        }
        let edges = it.edges.into_iter().map(|((from, to, kind, label), spans)| FlowEdge {
            from,
            to,
            kind: kind.name(),
            label,
            places: spans.into_iter().map(|it| Place::new(source, it)).collect(),
        });
        Flow { nodes, edges: edges.collect() }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Call,
    Goto,
    End,
    Finish,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Kind::Call => "call",
            Kind::Goto => "goto",
            Kind::End => "end",
            Kind::Finish => "finish",
        }
    }
}

/// Nodes are numbers: 0 is the start, followed by the frames and the end.
struct Builder<'p> {
    program: &'p Program,
    edges: BTreeMap<(usize, Option<usize>, Kind, String), BTreeSet<Span>>,
    over: bool,
}

impl Builder<'_> {
    fn add(&mut self, from: usize, to: Option<usize>, kind: Kind, label: &str, span: Span) {
        self.edges.entry((from, to, kind, label.to_owned())).or_default().insert(span);
    }

    fn frame(&mut self, index: usize) {
        let frame = &self.program.frames[index];
        let from = index + 1;
        match &frame.kind {
            FrameKind::State(state) => {
                let hooks = [(state.begin, "begin"), (state.resume, "resume"), (state.leave, "leave")];
                for (function, label) in hooks {
                    if let Some(function) = function {
                        self.function(from, function, label);
                    }
                }
                for it in &state.handlers {
                    self.function(from, it.function, &self.program.actions[it.action.index()]);
                }
            }
            FrameKind::Procedure(body) => {
                body.iter().for_each(|it| self.function(from, *it, ""));
                // Past its last instruction a procedure ends.
                let last = body.last().and_then(|it| self.program.function(*it).body.last());
                let leaves = last.is_some_and(|it| {
                    matches!(it.kind, StmtKind::Goto(..) | StmtKind::Jump(_) | StmtKind::End(_) | StmtKind::Finish(..))
                });
                if !leaves {
                    self.add(from, None, Kind::End, "", frame.span);
                }
            }
            FrameKind::Plain(function) => self.function(from, *function, ""),
        }
    }

    /// The transitions in a function and its callees.
    fn function(&mut self, from: usize, first: FnId, label: &str) {
        let program = self.program;
        let mut open = vec![first];
        let mut met = BTreeSet::from([first]);
        while let Some(id) = open.pop() {
            let function = program.function(id);
            open.extend(ir::calls(function).into_iter().filter(|it| met.insert(*it)));
            let mut found = Vec::new();
            ir::walk(&function.body, &mut |node| {
                let Node::Stmt(it) = node else { return };
                match &it.kind {
                    StmtKind::Call(target, _) => found.push((Kind::Call, Some(target), it.span)),
                    StmtKind::Goto(target, _) => found.push((Kind::Goto, Some(target), it.span)),
                    StmtKind::End(_) => found.push((Kind::End, None, it.span)),
                    StmtKind::Finish(..) => found.push((Kind::Finish, None, it.span)),
                    _ => {}
                }
            });
            for (kind, target, span) in found {
                let to = match kind {
                    Kind::Finish => {
                        self.over = true;
                        Some(program.frames.len() + 1)
                    }
                    _ => target.and_then(|it| frame_of(program, it)).map(|it| it.index() + 1),
                };
                self.add(from, to, kind, label, span);
            }
        }
    }

    /// A frame that ends returns to its caller, or to the caller of the frame it replaced by `goto`.
    fn ends(&mut self) {
        let mut below: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); self.program.frames.len() + 2];
        let ways: Vec<(usize, usize, Kind)> =
            self.edges.keys().filter_map(|(from, to, kind, _)| Some((*from, (*to)?, *kind))).collect();
        let mut changed = true;
        while changed {
            changed = false;
            for (from, to, kind) in &ways {
                let new: Vec<usize> = match kind {
                    // Nothing goes back to the setup.
                    Kind::Call => Some(*from).filter(|it| *it > 0).into_iter().collect(),
                    Kind::Goto => below[*from].iter().copied().collect(),
                    Kind::End | Kind::Finish => Vec::new(),
                };
                for it in new {
                    changed |= below[*to].insert(it);
                }
            }
        }
        let ends: Vec<_> = self.edges.keys().filter(|it| it.2 == Kind::End).cloned().collect();
        for key in ends {
            let (from, _, kind, label) = key.clone();
            if below[from].is_empty() {
                continue;
            }
            let spans = self.edges.remove(&key).unwrap_or_default();
            for to in below[from].clone() {
                self.edges.entry((from, Some(to), kind, label.clone())).or_default().extend(&spans);
            }
        }
    }
}

fn frame_of(program: &Program, target: &Target) -> Option<FrameId> {
    match target {
        Target::Frame(id) => Some(*id),
        Target::Named(name) => match &name.kind {
            ExprKind::Const(Const::Str(name)) => program.frame_named(name),
            _ => None,
        },
    }
}

impl Flow {
    /// As Mermaid draws it: states round, procedures with two lines, calls thick, ends dotted.
    pub fn mermaid(&self) -> String {
        let mut out = String::from("flowchart TD\n");
        for (i, it) in self.nodes.iter().enumerate() {
            let name = quoted(&it.name);
            let shape = match it.kind {
                "start" | "over" => format!("(({name}))"),
                "state" => format!("([{name}])"),
                _ => format!("[[{name}]]"),
            };
            let _ = writeln!(out, "    n{i}{shape}");
        }
        let mut nowhere = 0;
        for it in &self.edges {
            let line = match it.kind {
                "call" => "==>",
                "end" => "-.->",
                _ => "-->",
            };
            let label = if it.label.is_empty() { String::new() } else { format!("|{}|", quoted(&it.label)) };
            let to = it.to.map_or_else(
                || {
                    nowhere += 1;
                    let text = if it.kind == "end" { "end" } else { "?" };
                    format!("u{nowhere}({})", quoted(text))
                },
                |it| format!("n{it}"),
            );
            let _ = writeln!(out, "    n{} {line}{label} {to}", it.from);
        }
        out
    }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('&', "#amp;").replace('"', "#quot;").replace(['\n', '\r'], " "))
}
