//! The writes of statements, and the places where they reveal something.

use super::{Builder, Read, Reads};
use crate::secrets::Out;
use crate::secrets::graph::{Node, NodeId, Owner, Via, Write};
use crate::{Cast, Const, Expr, ExprKind, LocalId, Place, Root, Secret, Span, Step, Stmt, StmtKind, Target, Ty};

/// How a statement can prevent the rest from running.
#[derive(Clone, Copy, Default)]
pub struct Exit {
    /// The rest of the function.
    pub leaves: bool,
    /// The rest of a loop, all its rounds.
    pub breaks: bool,
    /// The rest of this round of a loop.
    pub skips: bool,
}

impl Exit {
    fn or(self, other: Exit) -> Exit {
        Exit {
            leaves: self.leaves || other.leaves,
            breaks: self.breaks || other.breaks,
            skips: self.skips || other.skips,
        }
    }

    fn any(self) -> bool {
        self.leaves || self.breaks || self.skips
    }
}

const LEAVES: Exit = Exit { leaves: true, breaks: false, skips: false };
const BREAKS: Exit = Exit { leaves: false, breaks: true, skips: false };
const SKIPS: Exit = Exit { leaves: false, breaks: false, skips: true };

impl Builder<'_> {
    /// A sequence of statements. A condition under which one of them ends the sequence governs the rest.
    pub fn block(&mut self, body: &[Stmt]) -> Exit {
        let facts = self.facts;
        let exit = body.iter().fold(Exit::default(), |exit, it| exit.or(self.stmt(it)));
        self.facts = facts;
        exit
    }

    fn stmt(&mut self, it: &Stmt) -> Exit {
        let left = std::mem::take(&mut self.left);
        let exit = self.done(it);
        let exit = Exit { leaves: exit.leaves || self.left, ..exit };
        self.left = left;
        exit
    }

    fn done(&mut self, it: &Stmt) -> Exit {
        let span = it.span;
        match &it.kind {
            StmtKind::Expr(e) => {
                self.reads(e);
            }
            StmtKind::SetActive(e) => {
                let reads = self.reads(e);
                let turn = self.graph.out(Out::Turn, span);
                self.flow(&reads, turn);
                self.comes_out(Out::Called, &[], span);
            }
            StmtKind::Assert(e, _) => {
                let reads = self.reads(e);
                // Assertions of invariants do not count, nor does the worth of a position: no player sees them.
                if !self.invariants.contains(&self.function) && self.program.worth != Some(self.function) {
                    let assert = self.graph.out(Out::Assert, span);
                    self.flow(&reads, assert);
                }
            }
            StmtKind::Set(local, e) => {
                let reads = self.collect(e);
                let alias = self.owner(e);
                self.becomes(Node::Local(self.function, *local), &reads, &e.ty, span);
                self.set(*local, Some(alias));
            }
            StmtKind::Assign(place, e) => {
                let reads = self.collect(e);
                let shape = self.grows(place).then(|| reads.shape.clone());
                if !takes_away(e) {
                    self.written(place, span);
                }
                self.write(place, &reads.value, shape, span);
            }
            StmtKind::PlaceOp(op, place, args) => {
                self.change(*op, place, args, span);
            }
            StmtKind::If(cond, yes, no) => return self.branch(cond, yes, no),
            StmtKind::While(cond, body) => return self.repeat(&[], Some(cond), body, |_| {}),
            StmtKind::ForRange(local, from, to, body) => {
                let mut reads = self.reads(from);
                reads.extend(self.reads(to));
                let conditions = reads.clone();
                return self.repeat(&conditions, None, body, |this| {
                    this.round(*local, Reads { value: reads, shape: Vec::new() }, span)
                });
            }
            StmtKind::ForEach(local, iter, body) => {
                let elements = self.collect(iter);
                let conditions = self.count(iter, elements.clone());
                return self.repeat(&conditions, None, body, |this| this.round(*local, elements, span));
            }
            StmtKind::Break => return BREAKS,
            StmtKind::Continue => return SKIPS,
            StmtKind::Return(e) => {
                let reads = e.as_ref().map(|it| self.collect(it)).unwrap_or_default();
                let program = self.program;
                self.becomes(Node::Result(self.function), &reads, &program.function(self.function).result, span);
                let reads = reads.value;
                if self.program.query == Some(self.function) {
                    self.comes_out(Out::Answer, &reads, span);
                }
                if self.open.contains(&self.function) {
                    self.comes_out(Out::Refusal, &reads, span);
                }
                return LEAVES;
            }
            StmtKind::Call(target, args) | StmtKind::Goto(target, args) => {
                self.transition(target, args, span);
                if matches!(it.kind, StmtKind::Goto(..)) {
                    self.leaves(span);
                }
                return LEAVES;
            }
            StmtKind::End(e) => {
                let reads = e.as_ref().map(|it| self.reads(it)).unwrap_or_default();
                let ended = self.graph.node(Node::Ends(self.function));
                self.flow(&reads, ended);
                self.governed(ended, span);
                self.comes_out(Out::Called, &[], span);
                self.leaves(span);
                return LEAVES;
            }
            StmtKind::Finish(result, message) => {
                let mut reads = self.reads(result);
                reads.extend(message.iter().flat_map(|it| self.reads(it)));
                self.comes_out(Out::Finish, &reads, span);
                self.leaves(span);
                return LEAVES;
            }
            StmtKind::Jump(to) => self.jumps.entry(self.function).or_default().push((*to as usize, self.condition)),
            StmtKind::Log(e) => {
                let line = e.as_ref().and_then(private_line);
                let Some(Line { roles, readers, shows }) = line else {
                    let reads = e.as_ref().map(|it| self.reads(it)).unwrap_or_default();
                    self.comes_out(Out::Log, &reads, span);
                    return Exit::default();
                };
                if let Some((text, said)) = shows {
                    let mut reads = self.reads(readers);
                    reads.extend(self.reads(text));
                    let shown = self.comes_out(Out::Shown, &reads, span);
                    self.graph.lines.insert(shown, (said, said == span));
                    return Exit::default();
                }
                let reads = e.as_ref().map(|it| self.reads(it)).unwrap_or_default();
                for role in roles {
                    let owner = self.owner(role);
                    self.line_for(owner, &reads, span);
                }
            }
            StmtKind::Prompt(e) => {
                let reads = self.reads(e);
                self.comes_out(Out::Prompt, &reads, span);
            }
            StmtKind::Offer(action, args) => {
                let mut all = Vec::new();
                for (at, it) in (0..).zip(args) {
                    let reads = self.reads(it);
                    let argument = self.graph.node(Node::Offers(self.function, *action, at));
                    self.flow(&reads, argument);
                    all.extend(reads);
                }
                self.comes_out(Out::Offer, &all, span);
            }
            StmtKind::Withhold(_, args, why) | StmtKind::Label(_, args, why) => {
                let reads: Vec<Read> = args.iter().chain([why]).flat_map(|it| self.reads(it)).collect();
                self.comes_out(Out::Offer, &reads, span);
            }
            StmtKind::Disable(_, why) => {
                let reads = self.reads(why);
                self.comes_out(Out::Offer, &reads, span);
            }
            StmtKind::Button(_, cond) => {
                let reads = cond.as_ref().map(|it| self.reads(it)).unwrap_or_default();
                self.comes_out(Out::Offer, &reads, span);
            }
            StmtKind::PopUndo => {
                self.forgets(span);
                self.leaves(span);
                return LEAVES;
            }
            StmtKind::PushUndo | StmtKind::ClearUndo => self.forgets(span),
            // A fault of the rules reveals only their own mistake.
            StmtKind::Stop(_) => {}
            StmtKind::Unset(field) => {
                for frame in self.frames[self.function.index()].clone() {
                    let node = self.graph.node(Node::Field(frame, *field));
                    self.governed(node, span);
                }
            }
        }
        Exit::default()
    }

    fn branch(&mut self, cond: &Expr, yes: &[Stmt], no: &[Stmt]) -> Exit {
        let conditions = self.reads(cond);
        let (outer, facts) = (self.condition, self.facts);
        let inner = if conditions.is_empty() { outer } else { self.decided(&conditions) };
        let mut ends = Vec::new();
        let mut exit = Exit::default();
        for (body, truth) in [(yes, true), (no, false)] {
            self.condition = inner;
            self.learn(cond, truth);
            exit = exit.or(self.block(body));
            ends.push(self.condition);
            self.facts = facts;
        }
        self.condition = outer;
        if exit.any() {
            self.condition = self.both(&ends, cond.span);
        }
        match (always(yes), always(no)) {
            (true, false) => self.learn(cond, false),
            (false, true) => self.learn(cond, true),
            _ => {}
        }
        exit
    }

    /// A loop. `conditions`: decide the number of iterations before it begins; `cond`: is evaluated before each
    /// iteration, like the body.
    fn repeat(
        &mut self,
        conditions: &[Read],
        cond: Option<&Expr>,
        body: &[Stmt],
        begin: impl FnOnce(&mut Self),
    ) -> Exit {
        let (outer, facts) = (self.condition, self.facts);
        let inner = self.decided(conditions);
        self.condition = inner;
        self.loop_count += 1;
        self.loops.push(self.loop_count);
        begin(self);
        let mut left = false;
        if let Some(cond) = cond {
            let reads = self.reads(cond);
            self.decides(&reads, inner);
            left = self.left;
            self.learn(cond, true);
        }
        let exit = self.block(body);
        self.facts = facts;
        self.loops.pop();
        // A condition under which the loop is left governs the next round.
        let end = self.condition;
        let leaves = exit.leaves || left;
        let span = cond.map_or_else(|| conditions.first().map_or(Span::default(), |it| it.span), |it| it.span);
        if leaves || exit.breaks {
            self.graph.rounds.push(self.loops.clone());
            self.link(end, inner, Via::Round(self.graph.rounds.len() - 1), span);
        }
        self.condition = outer;
        if leaves {
            self.condition = self.both(&[end], span);
        }
        Exit { leaves, ..Exit::default() }
    }

    /// A round of a loop begins: its variable is set.
    fn round(&mut self, local: LocalId, reads: Reads, span: Span) {
        let program = self.program;
        let ty = program.function(self.function).locals.get(local.0 as usize).map_or(&Ty::Any, |it| &it.ty);
        self.becomes(Node::Local(self.function, local), &reads, ty, span);
        self.set(local, None);
    }

    /// A value that a node of a type gets.
    fn becomes(&mut self, node: Node, reads: &Reads, ty: &Ty, span: Span) {
        let to = self.graph.node(node);
        self.flow(&reads.value, to);
        self.governed(to, span);
        if self.is_shaped(ty) {
            let shape = self.shape(node);
            self.flow(&reads.shape, shape);
            self.governed(shape, span);
        }
    }

    /// `true` if an assignment to a place may change the number of elements of its container.
    fn grows(&self, place: &Place) -> bool {
        // A key of a map that is not there is added.
        let last = matches!(place.path.last(), Some(Step::Index(_)));
        self.is_shaped(&place.ty) || (last && self.has_map(place))
    }

    fn has_map(&self, place: &Place) -> bool {
        let program = self.program;
        let ty = match place.root {
            Root::Local(local) => program.function(self.function).locals.get(local.0 as usize).map(|it| &it.ty),
            Root::Global(id) => Some(&program.globals[id.index()].ty),
            Root::Frame(_) | Root::View(_) => None,
        };
        ty.is_none_or(|it| !matches!(it, Ty::List(of) | Ty::Array(of, _) if !self.is_shaped(of)))
    }

    /// Stores values in a place. `shape`: the inputs of the number of elements there, if it may change.
    pub fn write(&mut self, place: &Place, reads: &[Read], shape: Option<Vec<Read>>, span: Span) {
        let indices = self.indices(place);
        if let Root::View(_) = place.root {
            let all: Vec<Read> = reads.iter().chain(&indices).copied().collect();
            self.comes_out(Out::View, &all, span);
            return;
        }
        let shape = shape.map(|it| it.into_iter().chain(indices.iter().copied()).collect::<Vec<_>>());
        // Assignments do not change the roles a secret field is open to.
        if self.is_secret(place) {
            if let Some(shape) = shape {
                self.comes_out(Out::Length, &shape, span);
            }
            let Root::Global(id) = place.root else { return };
            let kept = self.graph.node(Node::Kept(id));
            self.flow(reads, kept);
            let all: Vec<Read> = reads.iter().chain(&indices).copied().collect();
            let open_to = match (self.secret(id), place.path.first()) {
                (Some(Secret::All) | None, _) => return,
                (Some(Secret::But(role)), _) => Owner::Role(role),
                (Some(Secret::Each), Some(Step::Index(index))) => self.owner(index),
                (Some(Secret::Each | Secret::Others), _) => Owner::Unknown,
            };
            let given = self.comes_out(Out::Given, &all, span);
            self.graph.recipients.insert(given, open_to);
            self.graph.fields.insert(given, id);
            return;
        }
        for node in self.roots(place) {
            let to = self.graph.node(node);
            self.flow(reads, to);
            self.flow(&indices, to);
            self.governed(to, span);
            if let Some(shape) = &shape {
                let to = self.shape(node);
                self.flow(shape, to);
                self.governed(to, span);
            }
        }
        if let Root::Local(local) = place.root {
            self.set(local, None);
        }
    }

    /// Notes a place where a field is set.
    pub fn written(&mut self, place: &Place, span: Span) {
        if self.graph.undo {
            let function = self.function;
            let fields = self.roots(place).into_iter().filter(|it| !matches!(it, Node::Local(..)));
            let writes: Vec<Write> = fields.map(|field| Write { field, function, span }).collect();
            self.graph.writes.extend(writes);
        }
    }

    /// The undo stack changes, and its depth is visible.
    pub fn forgets(&mut self, span: Span) {
        if self.graph.undo {
            self.comes_out(Out::Undo, &[], span);
        }
    }

    /// A line of the log is shown to one role.
    fn line_for(&mut self, owner: Owner, reads: &[Read], span: Span) {
        let to = self.graph.out(Out::Line, span);
        self.graph.recipients.insert(to, owner);
        self.flow(reads, to);
        self.governed(to, span);
    }

    fn comes_out(&mut self, out: Out, reads: &[Read], span: Span) -> NodeId {
        let to = self.graph.out(out, span);
        self.flow(reads, to);
        self.governed(to, span);
        to
    }

    fn transition(&mut self, target: &Target, args: &[Expr], span: Span) {
        let program = self.program;
        let mut name = Vec::new();
        match target {
            Target::Named(it) => name = self.reads(it),
            Target::Frame(frame) => {
                for (at, it) in (0..).zip(args) {
                    let reads = self.collect(it);
                    let ty = program.frame(*frame).fields.get(usize::from(at)).map_or(&Ty::Any, |it| &it.ty);
                    self.becomes(Node::Field(*frame, crate::FieldId(at)), &reads, ty, span);
                }
            }
        }
        self.comes_out(Out::Called, &name, span);
    }
}

fn whole(it: &Expr) -> &Expr {
    if let ExprKind::Cast(Cast::ToAny, it) = &it.kind { it } else { it }
}

/// `true` if a field set to this value shows less rather than more: `false`, 0, none, empty.
fn takes_away(it: &Expr) -> bool {
    match &it.kind {
        ExprKind::Const(Const::None | Const::Bool(false) | Const::Int(0)) => true,
        ExprKind::Const(Const::List(items)) => items.is_empty(),
        ExprKind::Make(items) => items.is_empty(),
        ExprKind::Cast(_, inner) => takes_away(inner),
        _ => false,
    }
}

/// A private line of the log.
struct Line<'e> {
    /// The recipients, one by one.
    roles: Vec<&'e Expr>,
    readers: &'e Expr,
    /// The text, if it is shown on purpose, with the span of the marker.
    shows: Option<(&'e Expr, Span)>,
}

/// None if everyone reads it.
fn private_line(entry: &Expr) -> Option<Line<'_>> {
    let ExprKind::MakeObject(fields) = &entry.kind else { return None };
    let [(to, readers), (text, words)] = &fields[..] else { return None };
    if (to.as_str(), text.as_str()) != crate::PRIVATE_LINE {
        return None;
    }
    let shows = match &whole(words).kind {
        ExprKind::Cast(Cast::Reveal, text) => Some((&**text, whole(words).span)),
        _ => None,
    };
    let roles = match &whole(readers).kind {
        ExprKind::Make(each) => each.iter().map(whole).collect(),
        _ => vec![readers],
    };
    Some(Line { roles, readers, shows })
}

/// `true` if nothing after a block runs.
fn always(body: &[Stmt]) -> bool {
    body.last().is_some_and(|it| match &it.kind {
        StmtKind::Return(_) | StmtKind::Break | StmtKind::Continue => true,
        StmtKind::Call(..) | StmtKind::Goto(..) | StmtKind::End(_) | StmtKind::Finish(..) | StmtKind::PopUndo => true,
        StmtKind::If(_, yes, no) => always(yes) && always(no),
        _ => false,
    })
}
