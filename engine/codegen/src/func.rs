//! The functions of a program: statements.

use crate::asm::{Body, I32, I64, Label, Local, Mem, Routine};
use crate::facts::{Fact, facts};
use crate::layout::{self, Rep, rep};
use crate::module::{Gen, flow, global};
use crate::state::{self, OFFER_ROW, Said};
use crate::typed::{SHARED, held};
use diag::{Code, Span};
use ir::{
    Arg, Const, Effects, Expr, ExprKind, FnId, Function, GlobalId, LocalId, Node, Place, Root, Stmt, StmtKind, Target,
    Ty, walk,
};

/// A function of the program on its way into the module.
pub struct Fx<'g, 'p> {
    pub gen_: &'g mut Gen<'p>,
    pub function: &'p Function,
    pub id: FnId,
    pub body: Body,
    pub span: Span,
    /// The local of the module for each local of the function.
    pub locals: Vec<Local>,
    /// What is known of each local of the function.
    pub facts: Vec<Fact<'p>>,
    pub loops: Vec<Loop>,
    /// How long the lists are that stand in these locals of the module, as long as the loop goes on that sets them.
    pub lengths: Vec<(Local, u32)>,
    /// How many functions are being written out, one in another.
    pub written_out: u32,
    /// The local that tells whether what is being worked out is needed.
    pub only_if: Option<Local>,
    /// The array that was changed last at an index that is not constant.
    pub changed: Option<Changed>,
    /// Where the function leads that is being written out.
    pub exit: Option<Exit>,
}

/// An array in `G` that was changed.
#[derive(Clone, Copy)]
pub struct Changed {
    pub array: GlobalId,
    pub index: Local,
    /// Is 0, and comes of the index.
    pub zero: Option<Local>,
}

/// Where a function leads that is written where it is called.
#[derive(Clone, Copy)]
pub struct Exit {
    pub end: Label,
    pub result: Option<Local>,
}

/// A loop that is being written: what leaves it, and what goes on to its next round.
pub struct Loop {
    pub end: Label,
    pub next: Label,
}

/// What the module function of a program's function takes and gives: its parameters; its result, then
/// the `inout` parameters that do not stand in place.
pub fn declare(gen_: &mut Gen<'_>, function: &Function) -> u32 {
    let params: Vec<_> = function.locals[..usize::from(function.params)].iter().map(|it| held(&it.ty)).collect();
    let mut results: Vec<_> = rep(&function.result).val().into_iter().collect();
    results.extend(copied_out(function).map(|i| held(&function.locals[i].ty)));
    gen_.declare(&params, &results)
}

/// The parameters that come back as results.
pub fn copied_out(function: &Function) -> impl DoubleEndedIterator<Item = usize> + '_ {
    let out = |i: &usize| function.inout[*i] && rep(&function.locals[*i].ty) != Rep::Inline;
    (0..usize::from(function.params)).filter(out)
}

pub fn define(gen_: &mut Gen<'_>, index: usize) {
    let program = gen_.program;
    let function = &program.functions[index];
    let routine = gen_.functions[index];
    let Routine { body, .. } = gen_.reopen(routine);
    gen_.current = Some(index);
    let id = FnId(index as u16);
    let facts = facts(gen_.known(), function, &gen_.calls.params[index]);
    let mut it = Fx {
        gen_,
        function,
        id,
        body,
        span: function.span,
        locals: Vec::new(),
        facts,
        loops: Vec::new(),
        lengths: Vec::new(),
        written_out: 0,
        only_if: None,
        changed: None,
        exit: None,
    };
    if it.loops() {
        let stepless = it.gen_.stepless();
        it.body.hold_fuel(stepless);
    }
    it.enter(None);
    it.stmts(&function.body);
    it.leave(true);
    let body = it.body;
    gen_.define(Routine { id: routine, body });
    gen_.current = None;
}

impl<'p> Fx<'_, 'p> {
    /// Gives every local a place: the arguments are those of the function of the module, or in these locals.
    pub fn enter(&mut self, given: Option<&[Local]>) {
        let program = self.gen_.program;
        for (i, local) in self.function.locals.iter().enumerate() {
            let is_param = i < usize::from(self.function.params);
            let at = match given.and_then(|it| it.get(i)) {
                Some(at) => *at,
                None if is_param => i as Local,
                None => self.body.local(held(&local.ty)),
            };
            self.locals.push(at);
            if given.is_some() && !is_param {
                self.body.zero(held(&local.ty)).set(at);
            }
            if rep(&local.ty) != Rep::Inline {
                continue;
            }
            // What stands in place gets a place of its own, unless it is the caller's to change.
            if !self.has_place(i) {
                continue;
            }
            let size = layout::size(program, &local.ty);
            if is_param {
                let to = self.body.local(I32);
                self.body.i32(size).call(self.gen_.rt.alloc).tee(to).get(at).copy(size);
                self.body.get(to);
                self.gen_.share_at(&mut self.body, &local.ty);
                self.body.get(to).set(at);
            } else {
                self.body.i32(size).call(self.gen_.rt.alloc).set(at);
            }
        }
    }

    /// Whether what stands in place in a local stands in a place of the function's own.
    fn has_place(&self, local: usize) -> bool {
        let is_param = local < usize::from(self.function.params);
        let changes = || self.changes(local) || self.function.effects.has(Effects::WRITE.with(Effects::TRIAL));
        !(self.facts[local].looked_into || is_param && (self.function.inout[local] || !changes()))
    }

    /// Leaves the result of the function, which is nobody else's once the function is left.
    pub fn result(&mut self, e: &'p Expr) {
        let ty = &self.function.result;
        self.owned_as(e, ty);
        self.kept(e, ty);
        if rep(ty) == Rep::Inline && !self.is_left(e) {
            self.keep_inline(ty);
        }
    }

    /// Whether nobody but the result holds what stands in place, once the function is left.
    fn is_left(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Local(id) => self.has_place(id.0 as usize),
            ExprKind::If(_, a, b) => self.is_left(a) && self.is_left(b),
            ExprKind::Block(_, a) => self.is_left(a),
            _ => is_fresh(e),
        }
    }

    /// Whether the function changes a local of its own other than by setting all of it.
    pub fn changes(&self, local: usize) -> bool {
        let mut changes = false;
        let is_it = |place: &Place| matches!(place.root, Root::Local(id) if id.0 as usize == local);
        walk(&self.function.body, &mut |node| match node {
            Node::Stmt(it) => match &it.kind {
                StmtKind::Set(id, _) => changes |= id.0 as usize == local,
                StmtKind::Assign(place, _) | StmtKind::PlaceOp(_, place, _) => changes |= is_it(place),
                _ => {}
            },
            Node::Expr(it) => match &it.kind {
                ExprKind::PlaceOp(_, place, _) => changes |= is_it(place),
                ExprKind::Call(_, args) => {
                    changes |= args.iter().any(|arg| matches!(arg, Arg::InOut(place) if is_it(place)));
                }
                _ => {}
            },
            Node::Place(_) => {}
        });
        changes
    }

    pub fn temp(&mut self, ty: &Ty) -> Local {
        self.body.local(held(ty))
    }

    /// Leaves the function; `empty`: there is no result on the stack where there should be one.
    pub fn leave(&mut self, empty: bool) {
        if empty && let Some(ty) = rep(&self.function.result).val() {
            self.body.zero(ty);
        }
        if let Some(Exit { end, result }) = self.exit {
            if let Some(to) = result {
                self.body.set(to);
            }
            self.body.br(end);
            return;
        }
        for i in copied_out(self.function) {
            self.body.get(self.locals[i]);
        }
        self.body.leave();
    }

    pub fn site(&mut self, code: Code) -> u32 {
        self.gen_.site(code, self.span)
    }

    /// Stops if the condition on the stack holds.
    pub fn trap_if(&mut self, code: Code) {
        let site = self.site(code);
        let trap = self.gen_.rt.trap;
        self.body.if_();
        self.body.i32(site).call(trap);
        self.body.sink().unreachable();
        self.body.end();
    }

    /// The same with two numbers that say more.
    pub fn trap_if_with(&mut self, code: Code, a: Local, b: &dyn Fn(&mut Body)) {
        let site = self.site(code);
        let trap = self.gen_.rt.trap_with;
        self.body.if_();
        self.body.i32(site).get(a);
        b(&mut self.body);
        self.body.call(trap);
        self.body.sink().unreachable();
        self.body.end();
    }

    /// Leaves the function if the one just called has ended it.
    pub fn unwind(&mut self, effects: Effects) {
        if effects.has(Effects::FLOW) {
            self.body.sink().global_get(global::FLOW);
            self.body.if_();
            self.leave(true);
            self.body.end();
        }
    }

    pub fn stmts(&mut self, body: &'p [Stmt]) {
        for it in body {
            let outer = std::mem::replace(&mut self.span, it.span);
            self.stmt(it);
            self.span = outer;
        }
    }

    fn stmt(&mut self, it: &'p Stmt) {
        match &it.kind {
            StmtKind::Expr(e) => {
                self.value(e);
                if rep(&e.ty) != Rep::Unit {
                    self.body.sink().drop();
                }
            }
            StmtKind::Set(local, e) => self.set(*local, e),
            StmtKind::Assign(place, e) => match (place.root, place.path.as_slice()) {
                (Root::Local(local), []) => self.set(local, e),
                _ => self.assign(place, e),
            },
            StmtKind::PlaceOp(op, place, args) => self.place_op(*op, place, args, false),
            StmtKind::If(condition, yes, no) => {
                self.value(condition);
                self.body.if_();
                let known = self.learn(condition, |mut visit| walk(yes, &mut visit));
                self.stmts(yes);
                self.forget(known);
                if !no.is_empty() {
                    self.body.else_();
                    self.stmts(no);
                }
                self.body.end();
            }
            StmtKind::While(condition, body) => {
                let round = self.round(it);
                let end = self.body.block();
                let again = self.body.loop_();
                self.value(condition);
                self.body.sink().i32_eqz();
                self.body.br_if(end);
                let next = self.body.block();
                self.inside(Loop { end, next }, body);
                self.body.end();
                self.spend(round);
                self.body.br(again);
                self.body.end();
                self.body.end();
            }
            StmtKind::ForRange(local, from, last, body) => {
                let round = self.round(it);
                self.for_range(*local, [from, last], body, round);
            }
            StmtKind::ForEach(local, list, body) => {
                let round = self.round(it);
                self.for_each(*local, list, body, round);
            }
            StmtKind::Break => {
                if let Some(end) = self.loops.last().map(|it| it.end) {
                    self.body.br(end);
                }
            }
            StmtKind::Continue => {
                if let Some(next) = self.loops.last().map(|it| it.next) {
                    self.body.br(next);
                }
            }
            StmtKind::Return(None) => self.leave(true),
            StmtKind::Return(Some(e)) => {
                self.result(e);
                self.leave(rep(&self.function.result) == Rep::Unit);
            }
            StmtKind::Call(target, args) => self.transition(flow::CALL, target, args),
            StmtKind::Goto(target, args) => self.transition(flow::GOTO, target, args),
            StmtKind::End(value) => {
                match value {
                    // As it stands in the frame: absent if there is none.
                    Some(Expr { kind: ExprKind::Last, .. }) => {
                        let top = self.gen_.state.top;
                        self.body.i32(top).load(Mem::Ptr, 0).load(Mem::Ptr, state::FRAME_LAST);
                    }
                    Some(e) => self.as_any(e),
                    None => {
                        self.body.i32(0);
                    }
                }
                self.body.sink().global_set(global::NEXT);
                self.flow(flow::END);
            }
            StmtKind::Finish(result, message) => {
                self.as_any(result);
                match message {
                    Some(e) => self.value(e),
                    None => {
                        self.body.i32(0);
                    }
                }
                let (finish, site) = (self.gen_.state.finish, self.site(Code::LogLength));
                self.body.i32(site).call(finish);
                self.flow(flow::FINISHED);
            }
            StmtKind::Jump(next) => {
                let top = self.gen_.state.top;
                self.body.i32(top).load(Mem::Ptr, 0);
                self.body.i32(*next).store(Mem::Ptr, state::FRAME_NEXT);
            }
            StmtKind::Unset(field) => {
                let top = self.gen_.state.top;
                let (unset, number) = (self.gen_.state.unset, u32::from(field.0));
                self.body.i32(top).load(Mem::Ptr, 0);
                self.body.i32(number).call(unset);
            }
            StmtKind::SetActive(e) => self.set_active(e),
            StmtKind::Log(text) => {
                self.body.sink().global_get(global::LOGGING);
                self.body.if_();
                let (log, blank, site) = (self.gen_.state.log, self.gen_.state.log_blank, self.site(Code::LogLength));
                match text {
                    Some(e) => {
                        self.as_any(e);
                        self.guard(e, &Ty::Any);
                        self.body.i32(site).call(log);
                    }
                    None => {
                        self.body.i32(site).call(blank);
                    }
                }
                self.body.end();
            }
            StmtKind::Prompt(e) => {
                self.body.sink().global_get(global::LOGGING);
                self.body.if_();
                let at = self.gen_.state.prompt;
                self.body.i32(at);
                self.value(e);
                self.body.store(Mem::Ptr, 0);
                self.body.end();
            }
            StmtKind::Offer(action, args) => {
                let row = self.gen_.row(*action);
                let types = self.gen_.state.arguments[row].clone();
                if types.len() != args.len() {
                    // No prompt comes here.
                    self.body.sink().unreachable();
                    return;
                }
                self.arguments(args, &types);
                let given: Vec<Local> = types.iter().map(|ty| self.temp(ty)).collect();
                for at in given.iter().rev() {
                    self.body.set(*at);
                }
                let done = self.body.block();
                self.gen_.append_entry(&mut self.body, row, &given, done);
                let offer = self.gen_.state.offers[row];
                let (long, button) = (self.site(Code::ListLength), self.site(Code::BadOffer));
                let spent = self.site(Code::OutOfFuel);
                for at in &given {
                    self.body.get(*at);
                }
                self.body.i32(long).i32(button).i32(spent).call(offer);
                self.body.end();
            }
            StmtKind::Button(action, enabled) => {
                let (button, row) = (self.gen_.state.button, self.gen_.row(*action));
                self.body.i32(row as u32);
                match enabled {
                    Some(e) => self.value(e),
                    None => {
                        self.body.i32(1);
                    }
                }
                self.body.call(button);
            }
            StmtKind::Withhold(action, args, text) | StmtKind::Label(action, args, text) => {
                let which = if matches!(it.kind, StmtKind::Label(..)) { Said::Label } else { Said::Why };
                self.body.sink().global_get(global::LOGGING);
                self.body.if_();
                let row = self.gen_.row(*action);
                let types = self.gen_.state.arguments[row].clone();
                if types.len() != args.len() {
                    self.body.sink().unreachable();
                    self.body.end();
                    return;
                }
                self.arguments(args, &types);
                self.value(text);
                let (put, long) = (self.gen_.state.said(which).put[row], self.site(Code::ListLength));
                self.body.i32(long).call(put);
                self.body.end();
            }
            StmtKind::Disable(action, why) => {
                let row = self.gen_.row(*action) as u32;
                let (reason, withheld) = (self.body.local(I32), self.gen_.state.why.rows + OFFER_ROW * row);
                self.value(why);
                self.body.set(reason);
                let button = self.gen_.state.button;
                self.body.i32(row).i32(0).call(button);
                self.gen_.name_action(&mut self.body, withheld, self.gen_.state.why.named, row);
                self.body.i32(withheld).get(reason).store(Mem::Ptr, 0).i32(withheld).i32(1).store(Mem::Ptr, 4);
            }
            StmtKind::PushUndo => {
                let (push, site) = (self.gen_.state.push_undo, self.site(Code::UndoLength));
                let spent = self.site(Code::OutOfFuel);
                self.body.i32(site).i32(spent).call(push);
            }
            StmtKind::PopUndo => {
                let pop = self.gen_.state.pop_undo;
                self.body.call(pop);
                self.flow(flow::FINISHED);
            }
            StmtKind::ClearUndo => {
                let at = self.gen_.state.undo;
                self.body.i32(at).i32(0).store(Mem::Ptr, 0);
            }
            StmtKind::Stop(_) => {
                let (site, trap) = (self.site(Code::Impossible), self.gen_.rt.trap);
                self.body.i32(site).call(trap);
                self.body.sink().unreachable();
            }
            StmtKind::Assert(condition, _) => {
                self.value(condition);
                self.body.sink().i32_eqz();
                self.trap_if(Code::AssertFailed);
            }
        }
    }

    /// What another round of a loop costs.
    fn round(&self, it: &Stmt) -> u32 {
        self.gen_.steps.round(self.id, it)
    }

    pub fn inside(&mut self, it: Loop, body: &'p [Stmt]) {
        self.loops.push(it);
        self.stmts(body);
        self.loops.pop();
    }

    /// Sets a local.
    fn set(&mut self, local: LocalId, e: &'p Expr) {
        let ty = &self.function.locals[local.0 as usize].ty;
        let at = self.locals[local.0 as usize];
        match rep(ty) {
            Rep::Inline => {
                let size = layout::size(self.gen_.program, ty);
                let from = self.body.local(I32);
                self.value_as(e, ty);
                self.body.set(from);
                self.body.get(at).get(from).copy(size);
                if !is_fresh(e) {
                    self.body.get(at);
                    self.gen_.share_at(&mut self.body, ty);
                }
            }
            Rep::Unit => self.value(e),
            _ => {
                self.owned_as(e, ty);
                self.kept(e, ty);
                self.body.set(at);
            }
        }
    }

    fn flow(&mut self, what: u32) {
        if what != flow::FINISHED {
            let sites = self.gen_.transition_sites(self.span);
            self.body.i32(sites).sink().global_set(global::SITE);
        }
        self.body.i32(what).sink().global_set(global::FLOW);
        self.leave(true);
    }

    fn transition(&mut self, what: u32, target: &'p Target, args: &'p [Expr]) {
        let id = match target {
            Target::Frame(id) => id,
            Target::Named(name) => {
                let (named, site) = (self.gen_.state.frame_named, self.site(Code::UnknownFrame));
                self.value(name);
                self.body.i32(site).call(named).sink().global_set(global::NEXT);
                return self.flow(what);
            }
        };
        let program = self.gen_.program;
        let frame = program.frame(*id);
        let values: Vec<Local> = args
            .iter()
            .zip(&frame.fields)
            .map(|(e, field)| {
                let to = self.temp(&field.ty);
                self.owned_as(e, &field.ty);
                self.kept(e, &field.ty);
                if rep(&field.ty) == Rep::Inline {
                    // Before the next argument changes where it came from.
                    self.keep_inline(&field.ty);
                }
                self.body.set(to);
                to
            })
            .collect();
        let (make, at) = (self.gen_.state.make_frame, self.body.local(I32));
        self.body.i32(u32::from(id.0)).call(make).set(at);
        for (i, (value, field)) in values.into_iter().zip(&frame.fields).enumerate() {
            let slot = state::slot(i);
            self.body.get(at).get(value);
            if let Some(mem) = state::slot_mem(&field.ty) {
                self.body.store(mem, slot);
            }
            self.body.get(at).i32(1).store(Mem::Ptr, slot + state::SLOT_SET);
        }
        self.body.get(at).sink().global_set(global::NEXT);
        self.flow(what);
    }

    /// Leaves the arguments of an action, to be kept: what stands in place is copied, for it may change before it is offered.
    fn arguments(&mut self, args: &'p [Expr], types: &[Ty]) {
        for (e, ty) in args.iter().zip(types) {
            self.owned_as(e, ty);
            self.kept(e, ty);
            self.guard(e, ty);
            if rep(ty) == Rep::Inline && !is_fresh(e) {
                self.keep_inline(ty);
            }
        }
    }

    /// The address on the stack becomes that of a copy.
    pub fn keep_inline(&mut self, ty: &Ty) {
        let size = layout::size(self.gen_.program, ty);
        let (from, to) = (self.body.local(I32), self.body.local(I32));
        self.body.set(from).i32(size).call(self.gen_.rt.alloc).tee(to).get(from).copy(size);
        self.body.get(to);
        self.gen_.share_at(&mut self.body, ty);
        self.body.get(to);
    }

    fn set_active(&mut self, e: &'p Expr) {
        // Looks through the conversion to `any`: one role, roles, or nobody.
        let inner = match &e.kind {
            ExprKind::Cast(ir::Cast::ToAny | ir::Cast::Some, inner) => inner,
            _ => e,
        };
        let at = self.gen_.state.active;
        match &inner.ty {
            ty if ty.inner().is_integral() => {
                let n = self.body.local(I64);
                self.value(inner);
                self.body.set(n);
                self.body.i32(at).i32(0).store(Mem::Ptr, 0);
                self.body.i32(at).get(n);
                if let Ty::Opt(of) = ty {
                    let none = layout::none(layout::width(self.gen_.program, of));
                    self.body.sink().drop();
                    self.body.i64(-1).get(n).get(n).i64(none).sink().i64_eq().select();
                }
                self.body.store(Mem::Int(8), 8);
            }
            Ty::List(of) | Ty::Set(of) if of.is_integral() => {
                let list = self.body.local(I32);
                self.value(inner);
                if matches!(e.kind, ExprKind::Cast(ir::Cast::ToAny, _)) {
                    let outer = std::mem::replace(&mut self.span, e.span);
                    self.parts_here(&inner.ty);
                    self.span = outer;
                }
                self.convert(&inner.ty, &Ty::Int.list());
                self.body.tee(list).i32(1).store(Mem::Ptr, SHARED);
                self.body.i32(at).get(list).store(Mem::Ptr, 0);
            }
            _ if matches!(inner.kind, ExprKind::Const(Const::None)) && inner.ty == Ty::Any => {
                self.body.i32(at).i32(0).store(Mem::Ptr, 0);
                self.body.i32(at).i64(-1).store(Mem::Int(8), 8);
            }
            _ => {
                let (id, site) = (self.gen_.state.set_active, self.site(Code::BadCast));
                self.as_any(e);
                self.body.i32(site).call(id);
            }
        }
    }

    /// Whether nothing in a body can change what is not a scalar local.
    pub fn is_quiet_body(&self, body: &[Stmt]) -> bool {
        let mut quiet = true;
        walk(body, &mut |node| quiet &= self.is_quiet_node(node));
        quiet
    }

    /// Whether evaluating an expression changes nothing but scalar locals.
    pub fn is_quiet(&self, e: &Expr) -> bool {
        let mut quiet = true;
        ir::walk_expr(e, &mut |node| quiet &= self.is_quiet_node(node));
        quiet
    }

    fn is_quiet_node(&self, node: Node<'_>) -> bool {
        match node {
            Node::Stmt(it) => match &it.kind {
                StmtKind::Set(_, e) => rep(&e.ty) != Rep::Inline,
                StmtKind::ForEach(it, ..) => rep(&self.function.locals[it.0 as usize].ty) != Rep::Inline,
                StmtKind::Assign(..) | StmtKind::PlaceOp(..) | StmtKind::PushUndo => false,
                _ => true,
            },
            Node::Expr(it) => match &it.kind {
                ExprKind::PlaceOp(..) => false,
                ExprKind::Call(id, args) => {
                    let effects = self.gen_.program.function(*id).effects;
                    !effects.has(Effects::WRITE)
                        && !effects.has(Effects::VIEW)
                        && args.iter().all(|it| matches!(it, Arg::Value(_)))
                }
                _ => true,
            },
            Node::Place(_) => true,
        }
    }
}

/// Whether a value is nobody else's once it is computed.
pub fn is_fresh(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Local(_) | ExprKind::Load(_) | ExprKind::Index(..) | ExprKind::Field(..) | ExprKind::Data(_) => false,
        ExprKind::If(_, a, b) | ExprKind::Else(a, b) => is_fresh(a) && is_fresh(b),
        ExprKind::Unwrap(a) | ExprKind::Block(_, a) | ExprKind::Cast(_, a) => is_fresh(a),
        // What stands in place was copied.
        ExprKind::Trial(a, b) => rep(&e.ty) == Rep::Inline || is_fresh(a) && b.as_deref().is_none_or(is_fresh),
        // What stands in place is where it stands in the list or map.
        ExprKind::Builtin(..) | ExprKind::PlaceOp(..) => rep(&e.ty) != Rep::Inline,
        _ => true,
    }
}
