//! Statements.

use super::{Compiler, Loop, Use, Watched, is_heap, is_inout};
use crate::op::{Op, Reg};
use crate::value::Value;
use ir::{ActionId, Expr, ExprKind, LocalId, Place, PlaceOp, Root, Stmt, StmtKind, Target, Ty};
use std::cell::Cell;

impl Compiler<'_, '_> {
    pub(super) fn stmts(&mut self, body: &[Stmt]) {
        let known = (self.scope, self.guards.len());
        for it in body {
            if let StmtKind::Set(id, _) = &it.kind
                && let Some((_, to)) = self.early.iter().find(|(flag, _)| flag == id)
            {
                // A flipped flag, followed by `break`.
                let to = *to;
                if let Some(at) = self.loops.last().and_then(|it| it.holds) {
                    self.emit(Op::Clear { at });
                }
                return self.emit(Op::Jump { to });
            }
            let outer = std::mem::replace(&mut self.span, it.span);
            let mark = self.top;
            match self.context.watched {
                Watched::Counts if self.is_watched(it) => {
                    let at = self.code.reached.len() as u32;
                    self.code.reached.push((it.span, Cell::new(0)));
                    self.emit(Op::Reached { at });
                }
                Watched::Steps => self.tell_statement(it),
                Watched::Counts | Watched::Nothing => {}
            }
            self.stmt(it);
            self.top = mark;
            self.span = outer;
        }
        self.scope = known.0;
        self.guards.truncate(known.1);
    }

    fn stmt(&mut self, it: &Stmt) {
        match &it.kind {
            StmtKind::Expr(e) => {
                let reg = self.temp();
                self.expr_to(e, reg);
                self.done(reg, &e.ty);
            }
            StmtKind::Set(local, e) => {
                self.set_local(*local, e);
                self.known(*local);
            }
            StmtKind::Assign(place, e) => self.assign(place, e),
            StmtKind::PlaceOp(PlaceOp::Push, place, args)
                if let (Root::Local(list), [], Ty::List(_), [item]) =
                    (place.root, place.path.as_slice(), &place.ty, args.as_slice()) =>
            {
                let plain = self.plain(item);
                let from = match plain.kind {
                    ExprKind::Local(id) if !is_heap(&item.ty) => self.local(id),
                    _ => self.row(args, Use::Put),
                };
                self.emit(Op::Push { list: self.local(list), from });
            }
            StmtKind::PlaceOp(op, place, args) => {
                let to = self.temp();
                self.place_op(*op, place, args, to);
                self.emit(Op::Clear { at: to });
            }
            StmtKind::If(condition, yes, no) => {
                let other = self.label();
                let from = self.code.told.conditions.len();
                self.branch(condition, false, other);
                let guards = self.guards_of(condition, from);
                self.guarded(&guards, true, yes);
                if no.is_empty() {
                    self.place_label(other);
                } else {
                    let end = self.label();
                    self.emit(Op::Jump { to: end });
                    self.place_label(other);
                    self.guarded(&guards, false, no);
                    self.place_label(end);
                }
                self.guarded_after(&guards, yes, no);
            }
            StmtKind::While(condition, body) => {
                let cost = self.round(it);
                let (end, next, start) = (self.label(), self.label(), self.label_here());
                self.branch(condition, false, end);
                self.body(Loop { end, next, holds: None }, body);
                self.place_label(next);
                self.emit(Op::Loop { to: start, cost });
                self.place_label(end);
            }
            StmtKind::ForRange(var, from, last, body) => self.for_range(it, *var, from, last, body),
            StmtKind::ForEach(var, list, body) => self.for_each(it, *var, list, body),
            StmtKind::Break => {
                if let Some(end) = self.loops.last().map(|it| it.end) {
                    self.emit(Op::Jump { to: end });
                }
            }
            StmtKind::Continue => {
                if let Some(next) = self.loops.last().map(|it| it.next) {
                    self.emit(Op::Jump { to: next });
                }
            }
            StmtKind::Return(e) => {
                let from = e.as_ref().map(|e| {
                    let from = self.taken(e);
                    self.copied(from, e);
                    from
                });
                let holds: Vec<Reg> = self.loops.iter().filter_map(|it| it.holds).collect();
                for at in holds {
                    self.emit(Op::Clear { at });
                }
                self.emit(from.map_or(Op::ReturnNothing, |from| Op::Return { from }));
            }
            StmtKind::Call(Target::Frame(id), args) => {
                let args = self.row(args, Use::Keep);
                self.emit(Op::CallFrame { frame: id.0, args });
            }
            StmtKind::Goto(Target::Frame(id), args) => {
                let args = self.row(args, Use::Keep);
                self.emit(Op::GotoFrame { frame: id.0, args });
            }
            StmtKind::Call(Target::Named(name), _) => {
                let name = self.expr(name);
                self.emit(Op::CallNamed { name });
            }
            StmtKind::Goto(Target::Named(name), _) => {
                let name = self.expr(name);
                self.emit(Op::GotoNamed { name });
            }
            StmtKind::End(None) => self.emit(Op::EndNothing),
            StmtKind::End(Some(Expr { kind: ExprKind::Last, .. })) => self.emit(Op::EndLast),
            StmtKind::End(Some(e)) => {
                let from = self.any(e);
                self.emit(Op::End { from });
            }
            StmtKind::Finish(result, message) => {
                let result = self.any(result);
                let to = self.temp();
                match message {
                    Some(e) => self.expr_to(e, to),
                    None => {
                        let at = self.constant(Value::Absent);
                        self.emit(Op::Const { to, at });
                    }
                }
                self.emit(Op::Finish { result, message: to });
            }
            StmtKind::Jump(next) => self.emit(Op::Instruction { next: *next }),
            StmtKind::Unset(field) => self.emit(Op::Unset { field: field.0 }),
            StmtKind::SetActive(e) => {
                let from = self.any(e);
                self.emit(Op::SetActive { from });
            }
            StmtKind::Log(None) => self.said(|it| it.emit(Op::LogBlank)),
            StmtKind::Log(Some(e)) => self.said(|it| {
                let from = it.any(e);
                it.guard(from, &e.ty);
                it.emit(Op::Log { from });
            }),
            StmtKind::Prompt(e) => self.said(|it| {
                let from = it.any(e);
                it.emit(Op::Prompt { from });
            }),
            StmtKind::Offer(action, args) => match self.arguments(args) {
                Some(from) => self.emit(Op::Offer { action: action.0, from, kept: self.is_local(from) }),
                None => self.emit(Op::OfferPlain { action: action.0 }),
            },
            StmtKind::Withhold(action, args, why) => self.said(|it| {
                let from = it.told_arguments(args, why);
                let why = it.expr(why);
                it.emit(Op::Withhold { action: action.0, from, kept: it.is_local(from), why });
            }),
            StmtKind::Label(action, args, text) => self.said(|it| {
                let from = it.told_arguments(args, text);
                let text = it.expr(text);
                it.emit(Op::Label { action: action.0, from, kept: it.is_local(from), text });
            }),
            StmtKind::Disable(action, why) => {
                self.button_off(*action);
                self.said(|it| {
                    let why = it.expr(why);
                    it.emit(Op::Disable { action: action.0, why });
                });
            }
            StmtKind::Button(action, None) => self.emit(Op::ButtonOn { action: action.0 }),
            StmtKind::Button(action, Some(e)) if self.context.watched == Watched::Steps => self.button_told(*action, e),
            StmtKind::Button(action, Some(e)) => {
                let from = self.expr(e);
                self.emit(Op::Button { action: action.0, from });
            }
            StmtKind::PushUndo => self.emit(Op::PushUndo),
            StmtKind::ClearUndo => self.emit(Op::ClearUndo),
            StmtKind::PopUndo => self.emit(Op::PopUndo),
            StmtKind::Stop(text) => {
                let text = self.text(text);
                self.emit(Op::Stop { text });
            }
            StmtKind::Assert(condition, text) => {
                let a = self.expr(condition);
                let text = self.text(text);
                self.emit(Op::Assert { a, text });
            }
        }
    }

    /// A button that is there and cannot be used.
    pub(super) fn button_off(&mut self, action: ActionId) {
        let (to, at) = (self.temp(), self.constant(Value::Bool(false)));
        self.emit(Op::Const { to, at });
        self.emit(Op::Button { action: action.0, from: to });
    }

    /// Code for texts, skipped if nobody reads them.
    fn said(&mut self, write: impl FnOnce(&mut Self)) {
        let end = self.label();
        self.emit(Op::IfQuiet { to: end });
        write(self);
        self.place_label(end);
    }

    /// Cost of another iteration of a loop.
    pub(super) fn round(&self, it: &Stmt) -> u16 {
        self.context.steps.round(self.id, it) as u16
    }

    pub(super) fn body(&mut self, it: Loop, body: &[Stmt]) {
        self.loops.push(it);
        self.stmts(body);
        self.loops.pop();
    }

    fn set_local(&mut self, local: LocalId, e: &Expr) {
        let to = self.local(local);
        if writes_early(e) && (is_heap(&e.ty) || matches!(e.kind, ExprKind::Trial(..)) || mentions(e, local)) {
            let from = self.temp();
            self.expr_to(e, from);
            self.copied(from, e);
            self.emit(Op::Take { to, from });
        } else {
            self.expr_to(e, to);
            self.copied(to, e);
        }
    }

    fn assign(&mut self, place: &Place, e: &Expr) {
        if let (Root::Local(local), []) = (place.root, place.path.as_slice()) {
            return self.set_local(local, e);
        }
        let quiet = self.is_quiet(e);
        let (root, hops) = self.place(place, quiet);
        let from = self.temp();
        self.expr_to(e, from);
        self.copied(from, e);
        if !hops.is_empty() {
            self.guard(from, &e.ty);
        }
        self.span = place.span;
        self.write(root, hops, from);
    }

    pub(super) fn place_op(&mut self, op: PlaceOp, place: &Place, args: &[Expr], to: Reg) {
        let quiet = args.iter().all(|it| self.is_quiet(it));
        let (root, hops) = self.place(place, quiet);
        let count = args.len() as u8;
        let args = self.row(args, Use::Put);
        let path = self.add_path(root, hops);
        self.emit(Op::Place { op, count, path, args, to });
    }

    /// A value in a register it may be taken from.
    fn taken(&mut self, e: &Expr) -> Reg {
        let reg = self.expr(e);
        if !self.is_local(reg) || !is_inout(self.function, usize::from(reg)) {
            return reg;
        }
        let to = self.temp();
        self.emit(Op::Move { to, from: reg });
        to
    }

    /// The arguments of an offer as they travel: one as itself, several as a list; none has no register.
    fn arguments(&mut self, args: &[Expr]) -> Option<Reg> {
        let (first, rest) = args.split_first()?;
        if let (ExprKind::Local(id), false, []) = (&self.plain(first).kind, is_heap(&first.ty), rest) {
            return Some(self.local(*id));
        }
        let from = self.any(first);
        self.copied(from, first);
        self.guard(from, &first.ty);
        if !rest.is_empty() {
            for it in rest {
                let at = self.any(it);
                self.copied(at, it);
                self.guard(at, &it.ty);
            }
            self.emit(Op::Make { to: from, args: from, count: args.len() as u16 });
        }
        Some(from)
    }

    /// As above for the label or reason of a move; protected from the evaluation of the text.
    fn told_arguments(&mut self, args: &[Expr], text: &Expr) -> Reg {
        let Some(from) = self.arguments(args) else {
            let (to, at) = (self.temp(), self.constant(Value::Absent));
            self.emit(Op::Const { to, at });
            return to;
        };
        if !self.is_local(from) || self.is_quiet(text) {
            return from;
        }
        let to = self.temp();
        self.emit(Op::Move { to, from });
        to
    }

    /// A value as `Any`, in a temporary.
    fn any(&mut self, e: &Expr) -> Reg {
        let to = self.temp();
        self.expr_to(e, to);
        if crate::fit::has_record(&e.ty) {
            let ty = self.ty(&e.ty);
            self.emit(Op::ToAny { counted: false, to, a: to, ty });
        }
        to
    }
}

/// `true` if an expression uses a local.
fn mentions(e: &Expr, local: LocalId) -> bool {
    let mut mentions = false;
    ir::walk_expr(e, &mut |node| {
        mentions |= match node {
            ir::Node::Expr(it) => matches!(it.kind, ExprKind::Local(id) if id == local),
            ir::Node::Place(it) => it.root == Root::Local(local),
            ir::Node::Stmt(it) => matches!(
                it.kind,
                StmtKind::Set(id, _) | StmtKind::ForRange(id, ..) | StmtKind::ForEach(id, ..) if id == local
            ),
        };
    });
    mentions
}

/// `true` if an expression writes its register before it has read all its operands, or leaves an intermediate value
/// there that a local must not show.
fn writes_early(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::And(..) | ExprKind::Or(..) | ExprKind::Else(..) | ExprKind::If(..) | ExprKind::Block(..) => true,
        ExprKind::Trial(_, Some(_)) => true,
        ExprKind::Cast(_, inner) | ExprKind::Trial(inner, None) => writes_early(inner),
        ExprKind::PlaceOp(..) => is_heap(&e.ty),
        _ => false,
    }
}
