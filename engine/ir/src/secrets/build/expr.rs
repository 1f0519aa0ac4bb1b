//! The reads of expressions, and the facts about `R` where a condition holds.

use super::{Builder, Read, Reads};
use crate::secrets::graph::{Call, Fact, Node, NodeId, Owner, Via};
use crate::{
    Arg, Binary, Cast, Const, Effects, Expr, ExprKind, FnId, FrameId, GlobalId, Length, LocalId, Place, PlaceOp, Root,
    Secret, Span, Step, Ty, Unary,
};

/// Of more facts than this the oldest are forgotten.
const FACTS: usize = 16;

impl Builder<'_> {
    /// Everything the value of an expression depends on.
    pub fn reads(&mut self, it: &Expr) -> Vec<Read> {
        self.collect(it).value
    }

    /// Everything the value of an expression and the number of its elements depend on.
    pub fn collect(&mut self, it: &Expr) -> Reads {
        let mut out = self.collected(it);
        if !self.is_shaped(&it.ty) {
            out.shape.clear();
        }
        out
    }

    fn collected(&mut self, it: &Expr) -> Reads {
        let span = it.span;
        match &it.kind {
            ExprKind::Const(_) | ExprKind::Data(_) | ExprKind::Seat | ExprKind::Failure | ExprKind::Shown(_) => {
                Reads::default()
            }
            ExprKind::Active => {
                let active = self.read(Node::Active, span);
                Reads { value: vec![active], shape: vec![active] }
            }
            ExprKind::Local(local) => self.whole(Node::Local(self.function, *local), it, span),
            ExprKind::Load(place) => self.load(place),
            ExprKind::Index(base, index) => {
                let mut first = self.collect(base);
                if whole_place(base).is_some_and(|it| it.path.is_empty()) {
                    let owner = self.owner(index);
                    first.value.iter_mut().for_each(|it| it.owner = owner);
                }
                let index = self.collect(index);
                self.made(it, vec![first, index])
            }
            ExprKind::Cast(Cast::Reveal, inner) => {
                let reads = self.reads(inner);
                let value = self.graph.value();
                self.flow(&reads, value);
                self.graph.reveals.insert(value, span);
                Reads::default()
            }
            ExprKind::Field(a, _)
            | ExprKind::AnyField(a, _)
            | ExprKind::Unary(_, a)
            | ExprKind::Unwrap(a)
            | ExprKind::Trial(a, None)
            | ExprKind::Cast(_, a) => self.parts(it, &[a]),
            ExprKind::Binary(_, a, b) | ExprKind::Fill(a, b) | ExprKind::Trial(a, Some(b)) => self.parts(it, &[a, b]),
            ExprKind::And(a, b) => self.either(a, &[(b, true)]),
            ExprKind::Or(a, b) => self.either(a, &[(b, false)]),
            ExprKind::Else(a, b) => self.either(a, &[(b, false)]),
            ExprKind::If(cond, a, b) => self.either(cond, &[(a, true), (b, false)]),
            ExprKind::Make(items) | ExprKind::Board(_, _, items) => {
                let items: Vec<&Expr> = items.iter().collect();
                self.parts(it, &items)
            }
            ExprKind::Builtin(op, items) => {
                if op.effects().has(Effects::RANDOM) {
                    self.forgets(span);
                }
                match (op.row().length, &items[..]) {
                    (Length::Only, [of]) => {
                        let reads = self.collect(of);
                        let count = self.count(of, reads);
                        Reads { value: count.clone(), shape: count }
                    }
                    _ => {
                        let items: Vec<&Expr> = items.iter().collect();
                        self.parts(it, &items)
                    }
                }
            }
            ExprKind::MakeMap(pairs) => {
                let items: Vec<&Expr> = pairs.iter().flat_map(|it| [&it.0, &it.1]).collect();
                self.parts(it, &items)
            }
            ExprKind::MakeObject(entries) => {
                let items: Vec<&Expr> = entries.iter().map(|it| &it.1).collect();
                self.parts(it, &items)
            }
            ExprKind::Call(id, args) => self.call(*id, args, span),
            ExprKind::PlaceOp(op, place, args) => self.change(*op, place, args, span),
            ExprKind::Block(body, value) => {
                let (facts, condition, left) = (self.facts, self.condition, std::mem::take(&mut self.left));
                let exit = self.block(body);
                let out = self.collect(value);
                self.facts = facts;
                if !exit.leaves && !self.left {
                    self.condition = condition;
                }
                self.left |= left || exit.leaves;
                out
            }
            ExprKind::Last => self.of_frames(Node::Last, span),
            ExprKind::WholeFrame => self.of_frames(Node::WholeFrame, span),
            ExprKind::Top(frame, field) => self.whole(Node::Field(*frame, *field), it, span),
            ExprKind::WholeState => Reads { value: vec![self.read(Node::WholeState, span)], shape: Vec::new() },
        }
    }

    /// A whole variable or result.
    fn whole(&mut self, node: Node, it: &Expr, span: Span) -> Reads {
        let value = vec![self.read(node, span)];
        let shape = if self.is_shaped(&it.ty) { vec![self.read_shape(node, span)] } else { Vec::new() };
        Reads { value, shape }
    }

    fn read_shape(&mut self, node: Node, span: Span) -> Read {
        let from = self.shape(node);
        Read { from, via: Via::Flow, span, owner: Owner::Unknown, facts: self.facts }
    }

    fn of_frames(&mut self, node: impl Fn(FrameId) -> Node, span: Span) -> Reads {
        let frames = self.frames[self.function.index()].clone();
        Reads { value: frames.into_iter().map(|it| self.read(node(it), span)).collect(), shape: Vec::new() }
    }

    /// An expression made of others.
    fn parts(&mut self, it: &Expr, parts: &[&Expr]) -> Reads {
        let parts = parts.iter().map(|it| self.collect(it)).collect();
        self.made(it, parts)
    }

    fn made(&self, it: &Expr, parts: Vec<Reads>) -> Reads {
        let shaped = self.is_shaped(&it.ty);
        let shape = if shaped { self.shape_of(it, &parts) } else { None };
        let mut parts = parts.into_iter().map(|it| it.value);
        let mut value = parts.next().unwrap_or_default();
        parts.for_each(|it| value.extend(it));
        let shape = shape.unwrap_or_else(|| if shaped { value.clone() } else { Vec::new() });
        Reads { value, shape }
    }

    /// A condition, and expressions evaluated only if it holds, or only if it fails.
    fn either(&mut self, cond: &Expr, ways: &[(&Expr, bool)]) -> Reads {
        let conditions = self.reads(cond);
        let mut out = Reads { value: conditions.clone(), shape: conditions.clone() };
        for (it, truth) in ways {
            let outer = self.facts;
            self.learn(cond, *truth);
            let reads = self.under(&conditions, |this| this.collect(it));
            out.add(reads);
            self.facts = outer;
        }
        out
    }

    fn load(&mut self, place: &Place) -> Reads {
        let owner = match place.path.first() {
            Some(Step::Index(index)) => self.owner(index),
            _ => Owner::Unknown,
        };
        let shaped = self.is_shaped(&place.ty);
        let mut out = Reads::default();
        for node in self.roots(place) {
            let read = self.read(node, place.span);
            out.value.push(Read { owner, ..read });
            if shaped && !self.is_secret(place) {
                out.shape.push(self.read_shape(node, place.span));
            }
        }
        let indices = self.indices(place);
        if shaped {
            out.shape.extend(&indices);
        }
        out.value.extend(indices);
        out
    }

    /// The reads in the indices of a place.
    pub fn indices(&mut self, place: &Place) -> Vec<Read> {
        let mut out = Vec::new();
        for step in &place.path {
            if let Step::Index(index) = step {
                out.extend(self.reads(index));
            }
        }
        out
    }

    /// The nodes that contain a place. A view is only written.
    pub fn roots(&self, place: &Place) -> Vec<Node> {
        match place.root {
            Root::Local(local) => vec![Node::Local(self.function, local)],
            Root::Global(id) => vec![Node::Global(id)],
            Root::Frame(field) => self.frames[self.function.index()].iter().map(|it| Node::Field(*it, field)).collect(),
            Root::View(_) => Vec::new(),
        }
    }

    /// `true` if a place is in a secret field.
    pub fn is_secret(&self, place: &Place) -> bool {
        matches!(place.root, Root::Global(id) if self.secret(id).is_some())
    }

    pub fn secret(&self, id: GlobalId) -> Option<Secret> {
        self.program.globals[id.index()].secret
    }

    /// The result of an operation that changes a place.
    pub fn change(&mut self, op: PlaceOp, place: &Place, args: &[Expr], span: Span) -> Reads {
        if op.effects().has(Effects::RANDOM) {
            self.forgets(span);
        }
        let mut out = self.load(place);
        let args: Vec<Reads> = args.iter().map(|it| self.collect(it)).collect();
        let grown = self.grown(op, &place.ty, &out.value, &args);
        let value: Vec<Read> = args.iter().flat_map(|it| it.value.iter().copied()).collect();
        self.written(place, span);
        self.write(place, &value, grown, span);
        // The choice of elements.
        out.shape.extend(&value);
        out.value.extend(value);
        out
    }

    fn call(&mut self, id: FnId, args: &[Arg], span: Span) -> Reads {
        let owners = args.iter().map(|it| match it {
            Arg::Value(it) => self.owner(it),
            Arg::InOut(_) => Owner::Unknown,
        });
        let owners = owners.collect();
        self.graph.calls.push(Call { from: self.function, to: id, owners, facts: self.facts });
        let call = self.graph.calls.len() - 1;
        let program = self.program;
        let callee = program.function(id);
        // The argument for each parameter, and for its shape.
        let mut handed: Vec<(NodeId, Read)> = Vec::new();
        for (at, arg) in (0..).zip(args) {
            let (reads, at_span) = match arg {
                Arg::Value(it) => (self.collect(it), it.span),
                Arg::InOut(place) => (self.load(place), place.span),
            };
            let local = Node::Local(id, LocalId(at));
            let mut ways = vec![(self.graph.node(local), reads.value)];
            if callee.locals.get(at as usize).is_some_and(|it| self.is_shaped(&it.ty)) {
                ways.push((self.shape(local), reads.shape));
            }
            for (param, reads) in ways {
                let value = self.graph.value();
                self.flow(&reads, value);
                self.link(value, param, Via::Call(call), at_span);
                let facts = self.facts;
                handed.push((param, Read { from: value, via: Via::Flow, span: at_span, owner: Owner::Unknown, facts }));
            }
        }
        let entry = self.graph.node(Node::Entry(id));
        self.link(self.condition, entry, Via::Call(call), span);
        for (at, arg) in (0..).zip(args) {
            if let Arg::InOut(place) = arg {
                let local = Node::Local(id, LocalId(at));
                let reads = self.comes_back(local, &handed, call, span);
                let shaped = self.is_shaped(&place.ty);
                let shape = shaped.then(|| self.shape_comes_back(local, &handed, call, span));
                self.written(place, span);
                self.write(place, &reads, shape, place.span);
            }
        }
        let value = self.comes_back(Node::Result(id), &handed, call, span);
        let shaped = self.is_shaped(&callee.result);
        let shape = if shaped { self.shape_comes_back(Node::Result(id), &handed, call, span) } else { Vec::new() };
        if callee.effects.has(Effects::FLOW) {
            // The rest runs only if the call did not leave the frame.
            let exits = self.comes_back(Node::Exits(id), &handed, call, span);
            self.condition = self.decided(&exits);
            self.leaves(span);
            self.left = true;
        }
        Reads { value, shape }
    }

    fn shape_comes_back(&mut self, node: Node, handed: &[(NodeId, Read)], call: usize, span: Span) -> Vec<Read> {
        let of = self.graph.node(node);
        self.shape(node);
        self.comes_back(Node::Shape(of), handed, call, span)
    }

    /// Inputs of a function's result: its own, and the arguments that flow there.
    fn comes_back(&mut self, node: Node, handed: &[(NodeId, Read)], call: usize, span: Span) -> Vec<Read> {
        let from = self.graph.node(node);
        let id = match self.graph.base(from) {
            Node::Local(id, _) | Node::Result(id) | Node::Exits(id) => id,
            _ => return Vec::new(),
        };
        let depends = self.depends[id.index()].as_ref();
        let needed = |param: NodeId| match depends {
            None => true,
            Some(known) => known.get(&from).is_some_and(|it| it.contains(&param)),
        };
        let mut reads: Vec<Read> = handed.iter().filter(|it| needed(it.0)).map(|it| it.1).collect();
        let result = self.read(node, span);
        reads.push(Read { via: Via::Return(call), ..result });
        reads
    }

    /// The owner of the element at this index.
    pub fn owner(&self, it: &Expr) -> Owner {
        match &it.kind {
            ExprKind::Seat => Owner::Seat,
            ExprKind::Const(Const::Int(role)) if matches!(it.ty, Ty::Role | Ty::Opt(_)) => Owner::Role(*role as u16),
            ExprKind::Local(local) => Owner::Local(*local),
            ExprKind::Builtin(crate::Builtin::Other, items) if self.program.roles.len() == 2 => match &items[..] {
                [of] if self.owner(of) == Owner::Seat => Owner::Other,
                _ => Owner::Unknown,
            },
            ExprKind::Unwrap(a) | ExprKind::Cast(Cast::Check | Cast::Some | Cast::SeatToRole, a) => self.owner(a),
            _ => Owner::Unknown,
        }
    }

    /// Adds the facts about `R` if a condition holds, or if it fails.
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

    fn facts_of(&self, cond: &Expr, truth: bool, out: &mut Vec<Fact>) {
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
            ExprKind::Binary(op @ (Binary::Eq | Binary::Ne), a, b) => match (self.owner(a), self.owner(b)) {
                (Owner::Seat, it) | (it, Owner::Seat) if it != Owner::Unknown => {
                    out.push(if (*op == Binary::Eq) == truth { Fact::Is(it) } else { Fact::Not(it) });
                }
                _ => {}
            },
            _ => {}
        }
    }
}

/// The place of an expression that reads it unchanged.
pub fn whole_place(it: &Expr) -> Option<&Place> {
    match &it.kind {
        ExprKind::Load(place) => Some(place),
        ExprKind::Cast(Cast::Some | Cast::Elements, it) => whole_place(it),
        _ => None,
    }
}
