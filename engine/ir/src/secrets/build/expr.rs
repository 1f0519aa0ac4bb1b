//! What expressions read, and what is learnt of `R` where a condition holds.

use super::{Builder, Read};
use crate::secrets::graph::{Node, Owner, Via};
use crate::{
    Arg, Binary, Builtin, Cast, Const, Effects, Expr, ExprKind, FnId, GlobalId, LocalId, Place, Root, Secret, Span,
    Step, Ty, Unary,
};

/// Of more facts than this the oldest are forgotten.
const FACTS: usize = 16;

impl Builder<'_> {
    /// Everything the value of an expression depends on.
    pub fn reads(&mut self, it: &Expr) -> Vec<Read> {
        let mut out = Vec::new();
        self.collect(it, &mut out);
        out
    }

    fn collect(&mut self, it: &Expr, out: &mut Vec<Read>) {
        let span = it.span;
        match &it.kind {
            ExprKind::Const(_) | ExprKind::Data(_) | ExprKind::Seat | ExprKind::Active | ExprKind::Shown(_) => {}
            ExprKind::Local(local) => out.push(self.read(Node::Local(self.function, *local), span)),
            ExprKind::Load(place) => self.load(place, out),
            ExprKind::Index(base, index) => {
                let first = out.len();
                self.collect(base, out);
                if whole_place(base).is_some_and(|it| it.path.is_empty()) {
                    let owner = self.owner(index);
                    out[first..].iter_mut().for_each(|it| it.owner = owner);
                }
                self.collect(index, out);
            }
            ExprKind::Cast(Cast::Reveal, inner) => {
                let reads = self.reads(inner);
                let value = self.graph.value();
                self.flow(&reads, value);
                self.graph.reveals.push((value, span));
            }
            ExprKind::Field(a, _)
            | ExprKind::AnyField(a, _)
            | ExprKind::Unary(_, a)
            | ExprKind::Unwrap(a)
            | ExprKind::Trial(a, None)
            | ExprKind::Cast(_, a) => self.collect(a, out),
            ExprKind::Binary(_, a, b) | ExprKind::Fill(a, b) | ExprKind::Trial(a, Some(b)) => {
                self.collect(a, out);
                self.collect(b, out);
            }
            ExprKind::And(a, b) => self.either(a, &[(b, true)], out),
            ExprKind::Or(a, b) | ExprKind::Else(a, b) => self.either(a, &[(b, false)], out),
            ExprKind::If(cond, a, b) => self.either(cond, &[(a, true), (b, false)], out),
            ExprKind::Make(items) | ExprKind::Board(_, _, items) => items.iter().for_each(|it| self.collect(it, out)),
            ExprKind::Builtin(op, items) => {
                for it in items {
                    match whole_place(it) {
                        Some(place) if is_count(*op) && self.is_secret(place) => self.indices(place, out),
                        _ => self.collect(it, out),
                    }
                }
            }
            ExprKind::MakeMap(pairs) => {
                for (key, value) in pairs {
                    self.collect(key, out);
                    self.collect(value, out);
                }
            }
            ExprKind::MakeObject(entries) => entries.iter().for_each(|it| self.collect(&it.1, out)),
            ExprKind::Call(id, args) => self.call(*id, args, span, out),
            ExprKind::PlaceOp(_, place, args) => {
                self.load(place, out);
                let mut reads = Vec::new();
                args.iter().for_each(|it| self.collect(it, &mut reads));
                out.extend(&reads);
                self.write(place, &reads, span);
            }
            ExprKind::Block(body, value) => {
                let facts = self.facts;
                let condition = self.condition;
                self.block(body);
                self.collect(value, out);
                self.facts = facts;
                self.condition = condition;
            }
            ExprKind::Last => {
                for frame in self.frames[self.function.index()].clone() {
                    out.push(self.read(Node::Last(frame), span));
                }
            }
            ExprKind::WholeFrame => {
                for frame in self.frames[self.function.index()].clone() {
                    out.push(self.read(Node::WholeFrame(frame), span));
                }
            }
            ExprKind::WholeState => out.push(self.read(Node::WholeState, span)),
        }
    }

    /// A condition, and what is computed only where it holds, or where it does not.
    fn either(&mut self, cond: &Expr, ways: &[(&Expr, bool)], out: &mut Vec<Read>) {
        let conditions = self.reads(cond);
        out.extend(&conditions);
        for (it, truth) in ways {
            let outer = self.facts;
            self.learn(cond, *truth);
            let reads = self.under(&conditions, |this| this.reads(it));
            out.extend(reads);
            self.facts = outer;
        }
    }

    fn load(&mut self, place: &Place, out: &mut Vec<Read>) {
        let owner = match place.path.first() {
            Some(Step::Index(index)) => self.owner(index),
            _ => Owner::Unknown,
        };
        for node in self.roots(place) {
            let read = self.read(node, place.span);
            out.push(Read { owner, ..read });
        }
        self.indices(place, out);
    }

    /// What the indices of a place read.
    pub fn indices(&mut self, place: &Place, out: &mut Vec<Read>) {
        for step in &place.path {
            if let Step::Index(index) = step {
                self.collect(index, out);
            }
        }
    }

    /// What a place is in. A view is only written.
    pub fn roots(&self, place: &Place) -> Vec<Node> {
        match place.root {
            Root::Local(local) => vec![Node::Local(self.function, local)],
            Root::Global(id) => vec![Node::Global(id)],
            Root::Frame(field) => self.frames[self.function.index()].iter().map(|it| Node::Field(*it, field)).collect(),
            Root::View(_) => Vec::new(),
        }
    }

    /// Whether a place is in a secret field.
    pub fn is_secret(&self, place: &Place) -> bool {
        matches!(place.root, Root::Global(id) if self.secret(id).is_some())
    }

    pub fn secret(&self, id: GlobalId) -> Option<Secret> {
        self.program.globals[id.index()].secret
    }

    fn call(&mut self, id: FnId, args: &[Arg], span: Span, out: &mut Vec<Read>) {
        let owners = args.iter().map(|it| match it {
            Arg::Value(it) => self.owner(it),
            Arg::InOut(_) => Owner::Unknown,
        });
        let owners = owners.collect();
        self.graph.calls.push(owners);
        let call = self.graph.calls.len() - 1;
        let mut values: Vec<Read> = Vec::new();
        for (at, arg) in args.iter().enumerate() {
            let mut reads = Vec::new();
            let at_span = match arg {
                Arg::Value(it) => {
                    self.collect(it, &mut reads);
                    it.span
                }
                Arg::InOut(place) => {
                    self.load(place, &mut reads);
                    place.span
                }
            };
            let value = self.graph.value();
            self.flow(&reads, value);
            let param = self.graph.node(Node::Local(id, LocalId(at as u32)));
            self.link(value, param, Via::Call(call), at_span);
            values.push(Read { from: value, via: Via::Flow, span: at_span, owner: Owner::Unknown, facts: self.facts });
        }
        if self.exits.contains(&id) && self.program.function(id).effects.has(Effects::FLOW) {
            self.exits.insert(self.function);
        }
        let entry = self.graph.node(Node::Entry(id));
        self.link(self.condition, entry, Via::Call(call), span);
        let come_out = |this: &mut Self, node: Node| {
            let depends = this.depends[id.index()].as_ref().and_then(|it| it.get(&node)).cloned();
            let needed = |at: u32| depends.as_ref().is_none_or(|it| it.contains(&at));
            let mut reads: Vec<Read> = (0..).zip(&values).filter(|it| needed(it.0)).map(|it| *it.1).collect();
            let result = this.read(node, span);
            reads.push(Read { via: Via::Return(call), ..result });
            reads
        };
        for (at, arg) in args.iter().enumerate() {
            if let Arg::InOut(place) = arg {
                let reads = come_out(self, Node::Local(id, LocalId(at as u32)));
                self.write(place, &reads, place.span);
            }
        }
        let reads = come_out(self, Node::Result(id));
        out.extend(reads);
    }

    /// Whose something is that an expression is the index of.
    pub fn owner(&self, it: &Expr) -> Owner {
        match &it.kind {
            ExprKind::Seat => Owner::Seat,
            ExprKind::Const(Const::Int(role)) if matches!(it.ty, Ty::Role | Ty::Opt(_)) => Owner::Role(*role as u16),
            ExprKind::Local(local) => Owner::Local(*local),
            ExprKind::Unwrap(a) | ExprKind::Cast(Cast::Check | Cast::Some | Cast::SeatToRole, a) => self.owner(a),
            _ => Owner::Unknown,
        }
    }

    /// Adds what is known to be `R` where a condition holds, or where it does not.
    pub fn learn(&mut self, cond: &Expr, truth: bool) {
        let mut new = Vec::new();
        self.facts_of(cond, truth, &mut new);
        if !new.is_empty() {
            let mut facts = self.graph.facts[self.facts].clone();
            facts.extend(new);
            facts.drain(..facts.len().saturating_sub(FACTS));
            self.graph.facts.push(facts);
            self.facts = self.graph.facts.len() - 1;
        }
    }

    fn facts_of(&self, cond: &Expr, truth: bool, out: &mut Vec<Owner>) {
        match &cond.kind {
            ExprKind::And(a, b) if truth => {
                self.facts_of(a, true, out);
                self.facts_of(b, true, out);
            }
            ExprKind::Or(a, b) if !truth => {
                self.facts_of(a, false, out);
                self.facts_of(b, false, out);
            }
            ExprKind::Unary(Unary::Not, a) => self.facts_of(a, !truth, out),
            ExprKind::Binary(op, a, b) if *op == if truth { Binary::Eq } else { Binary::Ne } => {
                match (self.owner(a), self.owner(b)) {
                    (Owner::Seat, it) | (it, Owner::Seat) if it != Owner::Unknown => out.push(it),
                    _ => {}
                }
            }
            _ => {}
        }
    }
}

/// The place an expression reads as it is.
pub fn whole_place(it: &Expr) -> Option<&Place> {
    match &it.kind {
        ExprKind::Load(place) => Some(place),
        ExprKind::Cast(Cast::Some | Cast::Elements, it) => whole_place(it),
        _ => None,
    }
}

/// Builtins that only tell how many there are.
fn is_count(op: Builtin) -> bool {
    matches!(op, Builtin::Len | Builtin::Empty | Builtin::Indices)
}
