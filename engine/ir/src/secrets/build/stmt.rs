//! What statements write, and where something comes out.

use super::expr::whole_place;
use super::{Builder, Read};
use crate::secrets::Out;
use crate::secrets::graph::{Node, NodeId};
use crate::{Expr, Place, Root, Span, Stmt, StmtKind, Target};

/// Whether what follows a statement may be left out because of it.
#[derive(Clone, Copy, Default)]
pub struct Exit {
    /// The rest of the function.
    pub leaves: bool,
    /// The rest of the round of a loop.
    pub skips: bool,
}

impl Exit {
    fn or(self, other: Exit) -> Exit {
        Exit { leaves: self.leaves || other.leaves, skips: self.skips || other.skips }
    }
}

const LEAVES: Exit = Exit { leaves: true, skips: false };
const SKIPS: Exit = Exit { leaves: false, skips: true };

impl Builder<'_> {
    /// Statements one after the other. What decides whether one of them ends them all decides over the rest.
    pub fn block(&mut self, body: &[Stmt]) -> Exit {
        let facts = self.facts;
        let exit = body.iter().fold(Exit::default(), |exit, it| exit.or(self.stmt(it)));
        self.facts = facts;
        exit
    }

    fn stmt(&mut self, it: &Stmt) -> Exit {
        let span = it.span;
        match &it.kind {
            StmtKind::Expr(e) | StmtKind::SetActive(e) | StmtKind::Assert(e, _) => {
                self.reads(e);
            }
            StmtKind::Set(local, e) => {
                let reads = self.reads(e);
                let alias = self.owner(e);
                let to = self.graph.node(Node::Local(self.function, *local));
                self.flow(&reads, to);
                self.governed(to, span);
                self.set(*local, Some(alias));
            }
            StmtKind::Assign(place, e) => {
                let reads = self.reads(e);
                self.write(place, &reads, span);
            }
            StmtKind::PlaceOp(_, place, args) => {
                let reads: Vec<Read> = args.iter().flat_map(|it| self.reads(it)).collect();
                self.write(place, &reads, span);
            }
            StmtKind::If(cond, yes, no) => return self.branch(cond, yes, no),
            StmtKind::While(cond, body) => {
                let reads = self.reads(cond);
                return self.repeat(&reads, Some(cond), body, |_| {});
            }
            StmtKind::ForRange(local, from, to, body) => {
                let mut reads = self.reads(from);
                reads.extend(self.reads(to));
                return self.repeat(&reads, None, body, |this| {
                    let var = this.graph.node(Node::Local(this.function, *local));
                    this.flow(&reads, var);
                    this.set(*local, None);
                });
            }
            StmtKind::ForEach(local, iter, body) => {
                let elements = self.reads(iter);
                // How many there are in a secret list is no secret.
                let public = whole_place(iter).is_some_and(|it| self.is_secret(it));
                let conditions = if public { &[][..] } else { &elements };
                return self.repeat(conditions, None, body, |this| {
                    let var = this.graph.node(Node::Local(this.function, *local));
                    this.flow(&elements, var);
                    this.set(*local, None);
                });
            }
            StmtKind::Break | StmtKind::Continue => return SKIPS,
            StmtKind::Return(e) => {
                let reads = e.as_ref().map(|it| self.reads(it)).unwrap_or_default();
                let result = self.graph.node(Node::Result(self.function));
                self.flow(&reads, result);
                self.governed(result, span);
                if self.program.query == Some(self.function) {
                    self.comes_out(Out::Answer, &reads, span);
                }
                if self.open.contains(&self.function) {
                    self.comes_out(Out::Refusal, &reads, span);
                }
                self.exits.insert(self.function);
                return LEAVES;
            }
            StmtKind::Call(target, args) | StmtKind::Goto(target, args) => {
                self.transition(target, args, span);
                if matches!(it.kind, StmtKind::Goto(..)) {
                    self.exits.insert(self.function);
                }
                return LEAVES;
            }
            StmtKind::End(e) => {
                let reads = e.as_ref().map(|it| self.reads(it)).unwrap_or_default();
                let ended = self.graph.node(Node::Ends(self.function));
                self.flow(&reads, ended);
                self.governed(ended, span);
                self.exits.insert(self.function);
                return LEAVES;
            }
            StmtKind::Finish(result, message) => {
                let mut reads = self.reads(result);
                reads.extend(message.iter().flat_map(|it| self.reads(it)));
                self.comes_out(Out::Finish, &reads, span);
                self.exits.insert(self.function);
                return LEAVES;
            }
            StmtKind::Jump(to) => self.jumps.entry(self.function).or_default().push((*to as usize, self.condition)),
            StmtKind::Log(e) => {
                let reads = e.as_ref().map(|it| self.reads(it)).unwrap_or_default();
                self.comes_out(Out::Log, &reads, span);
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
            StmtKind::Withhold(_, args, why) => {
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
                self.exits.insert(self.function);
                return LEAVES;
            }
            StmtKind::Stop(_) | StmtKind::Unset(_) | StmtKind::PushUndo | StmtKind::ClearUndo => {}
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
        if exit.leaves || exit.skips {
            self.condition = self.both(&ends, cond.span);
        }
        match (always(yes), always(no)) {
            (true, false) => self.learn(cond, false),
            (false, true) => self.learn(cond, true),
            _ => {}
        }
        exit
    }

    /// What depends on several conditions, one within the other or one beside the other.
    fn both(&mut self, conditions: &[NodeId], span: Span) -> NodeId {
        let node = self.graph.condition();
        for it in conditions {
            self.link(*it, node, crate::secrets::graph::Via::Flow, span);
        }
        node
    }

    fn repeat(
        &mut self,
        conditions: &[Read],
        cond: Option<&Expr>,
        body: &[Stmt],
        begin: impl FnOnce(&mut Self),
    ) -> Exit {
        let (outer, facts) = (self.condition, self.facts);
        let span = conditions.first().map_or(Span::default(), |it| it.span);
        let inner = self.decided(conditions);
        self.condition = inner;
        self.loop_count += 1;
        self.loops.push(self.loop_count);
        begin(self);
        if let Some(cond) = cond {
            self.learn(cond, true);
        }
        let exit = self.block(body);
        self.facts = facts;
        self.loops.pop();
        // What ends a round decides whether there is another one.
        let end = self.condition;
        if end != inner {
            self.link(end, inner, crate::secrets::graph::Via::Flow, span);
        }
        self.condition = outer;
        if exit.leaves {
            self.condition = self.both(&[end], span);
        }
        Exit { skips: false, ..exit }
    }

    /// Values that go into a place.
    pub fn write(&mut self, place: &Place, reads: &[Read], span: Span) {
        let mut all = reads.to_vec();
        self.indices(place, &mut all);
        if let Root::View(_) = place.root {
            return self.comes_out(Out::View, &all, span);
        }
        // What a secret field is open to does not change by what is put into it.
        if self.is_secret(place) {
            return;
        }
        for node in self.roots(place) {
            let to = self.graph.node(node);
            self.flow(&all, to);
            self.governed(to, span);
        }
        if let Root::Local(local) = place.root {
            self.set(local, None);
        }
    }

    fn comes_out(&mut self, out: Out, reads: &[Read], span: Span) {
        let to = self.graph.out(out);
        self.flow(reads, to);
        self.governed(to, span);
    }

    fn transition(&mut self, target: &Target, args: &[Expr], span: Span) {
        match target {
            Target::Named(name) => {
                self.reads(name);
            }
            Target::Frame(frame) => {
                for (at, it) in (0..).zip(args) {
                    let reads = self.reads(it);
                    let field = self.graph.node(Node::Field(*frame, crate::FieldId(at)));
                    self.flow(&reads, field);
                    self.governed(field, span);
                }
            }
        }
    }
}

/// Whether nothing after a block is done.
fn always(body: &[Stmt]) -> bool {
    body.last().is_some_and(|it| match &it.kind {
        StmtKind::Return(_) | StmtKind::Break | StmtKind::Continue => true,
        StmtKind::Call(..) | StmtKind::Goto(..) | StmtKind::End(_) | StmtKind::Finish(..) | StmtKind::PopUndo => true,
        StmtKind::If(_, yes, no) => always(yes) && always(no),
        _ => false,
    })
}
