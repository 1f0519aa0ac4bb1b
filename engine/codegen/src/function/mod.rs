//! The functions of a program: statements.

pub mod board;
mod branch;
mod branchless_offers;
mod builtin;
mod byte_scan;
pub mod expr;
mod fuel;
pub mod inline;
mod loops;
mod place;
mod refine;
mod sparse_loop;
mod speculate;
pub mod trial;
mod unread;

use crate::analysis::ranges::{LocalFact, local_facts};
use crate::layout::access::held;
use crate::layout::memory::{FRAME_LAST, FRAME_NEXT, OFFER_ROW, SLOT_SET};
use crate::layout::memory::{SHARED, flow, global};
use crate::layout::state::{self, Said};
use crate::layout::{self, Rep, rep};
use crate::module::ModuleBuilder;
use crate::wasm::{CodeBuilder, Emit, I32, I64, Label, Local, Mem, Routine};
use diag::{Code, Span};
use ir::{
    Arg, Const, Effects, Expr, ExprKind, FnId, Function, GlobalId, LocalId, Node, Place, Root, Stmt, StmtKind, Target,
    Ty, walk,
};
use std::collections::BTreeSet;

/// A function of the program on its way into the module.
pub struct FunctionCompiler<'g, 'p> {
    pub module: &'g mut ModuleBuilder<'p>,
    pub function: &'p Function,
    pub id: FnId,
    pub code: CodeBuilder,
    pub span: Span,
    /// The statement that is being written: where it stands among others.
    pub statement: (&'p [Stmt], usize),
    /// The local of the module for each local of the function.
    pub locals: Vec<Local>,
    /// What is known of each local of the function.
    pub facts: Vec<LocalFact<'p>>,
    pub loops: Vec<Loop>,
    /// How long the lists are that stand in these locals of the module, as long as the loop goes on that sets them.
    pub lengths: Vec<(Local, u32)>,
    /// The rays that stand in these locals of the module, as long as the statements go on of which one has set it.
    pub rays: Vec<(Local, Ray)>,
    /// The list that the loop adds to that is being written.
    pub filling: Option<Filling>,
    /// The list of small integers that is not made, for it is only asked how many of them differ.
    pub differing: Option<Differing>,
    /// The list of short texts that is not made, for they are put together.
    pub spelling: Option<Spelling>,
    /// Whether steps always last here: they are only counted.
    pub never_runs_out: bool,
    /// How many calls are being inlined, one in another.
    pub inline_depth: u32,
    /// The local that tells whether what is being worked out is needed.
    pub speculation_guard: Option<Local>,
    /// The array that was changed last at an index that is not constant.
    pub changed: Option<Changed>,
    /// Where the function leads that is being inlined.
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

/// Where it goes on if a condition holds, and if it does not.
#[derive(Clone, Copy)]
pub struct Ways {
    pub yes: Label,
    pub no: Label,
}

/// What becomes of the result of a call.
#[derive(Clone, Copy)]
pub enum Use {
    Keep,
    /// It is only looked into, and may be somebody else's.
    Look,
    /// It is a condition, which leads somewhere.
    Lead(Ways),
}

/// Where a function leads that is written where it is called.
#[derive(Clone, Copy)]
pub enum Exit {
    /// To what stands behind it; its result is in a local.
    Value { end: Label, result: Option<Local> },
    /// To where its result leads.
    Ways(Ways),
}

/// So many bytes may a place take that is always there.
const HOME_BYTES_MAX: u32 = 4096;

/// A list that a loop adds to, and does nothing else: there is room for all that it adds.
#[derive(Clone, Copy)]
pub struct Filling {
    pub list: Local,
    /// How long it is by now, which is not in the list yet; and where the next element is put.
    pub len: Local,
    pub next: Local,
}

/// A list of integers from 0 to 63, as bits, and how long it would be.
#[derive(Clone, Copy)]
pub struct Differing {
    /// What would hold it.
    pub list: Local,
    pub bits: Local,
    pub len: Local,
    /// Each round of one loop adds one at most: it is never too long.
    pub few: bool,
}

/// A text that is being put together of short ones.
#[derive(Clone, Copy)]
pub struct Spelling {
    /// What would hold the list of them, and how long that would be by now.
    pub list: Local,
    pub count: Local,
    /// Where the next text goes.
    pub at: Local,
    /// The bytes of each text, if that is the same.
    pub same: Option<u32>,
    /// What stands between two, as a word, and its bytes: none before the first.
    pub between: (i64, u32),
    pub pause: Local,
    pub text: Local,
}

/// A ray that was worked out: the cell before it, how far one cell is from the last, and how many there are.
#[derive(Clone, Copy)]
pub struct Ray {
    pub from: Local,
    pub stride: Stride,
    pub count: Local,
    /// Where in a table its list stands, and where that begins.
    pub slot: Local,
    pub table: u32,
}

#[derive(Clone, Copy)]
pub enum Stride {
    Known(i64),
    Held(Local),
}

/// A loop that is being written: what leaves it, and what goes on to its next round.
pub struct Loop {
    pub end: Label,
    pub next: Label,
}

/// What the module function of a program's function takes and gives: its parameters; its result, then
/// the `inout` parameters that do not stand in place.
pub fn declare(module: &mut ModuleBuilder<'_>, function: &Function) -> u32 {
    let params: Vec<_> = function.locals[..usize::from(function.params)].iter().map(|it| held(&it.ty)).collect();
    let mut results: Vec<_> = rep(&function.result).val().into_iter().collect();
    results.extend(copied_out(function).map(|i| held(&function.locals[i].ty)));
    module.declare(&params, &results)
}

/// The parameters that come back as results.
pub fn copied_out(function: &Function) -> impl DoubleEndedIterator<Item = usize> + '_ {
    let out = |i: &usize| function.inout[*i] && rep(&function.locals[*i].ty) != Rep::Inline;
    (0..usize::from(function.params)).filter(out)
}

pub fn define(module: &mut ModuleBuilder<'_>, index: usize) {
    let program = module.program;
    let function = &program.functions[index];
    let routine = module.functions[index];
    let Routine { code, .. } = module.reopen(routine);
    module.current = Some(index);
    let id = FnId(index as u16);
    let facts = local_facts(module.known_functions(), function, &module.summaries.params[index]);
    let never_runs_out = module.never_run_out[index];
    let mut it = FunctionCompiler {
        module,
        function,
        id,
        code,
        span: function.span,
        statement: (&[], 0),
        locals: Vec::new(),
        facts,
        loops: Vec::new(),
        lengths: Vec::new(),
        rays: Vec::new(),
        filling: None,
        differing: None,
        spelling: None,
        never_runs_out,
        inline_depth: 0,
        speculation_guard: None,
        changed: None,
        exit: None,
    };
    if it.loops() {
        let fuel_free = it.module.fuel_free();
        it.code.hold_fuel(fuel_free);
    }
    it.enter(None);
    it.stmts(&function.body);
    it.leave(true);
    let code = it.code;
    module.define(Routine { id: routine, code });
    module.current = None;
}

impl Emit for FunctionCompiler<'_, '_> {
    fn code(&mut self) -> &mut CodeBuilder {
        &mut self.code
    }
}

impl<'p> FunctionCompiler<'_, 'p> {
    /// Gives every local a place: the arguments are those of the function of the module, or in these locals.
    pub fn enter(&mut self, given: Option<&[Local]>) {
        let program = self.module.program;
        self.enter_locals(given);
        if program.counted.arrivals.as_ref().is_some_and(|it| it.function == self.id) {
            self.module.count_arrival(&mut self.code, self.locals[0]);
        }
    }

    fn enter_locals(&mut self, given: Option<&[Local]>) {
        let program = self.module.program;
        for (i, local) in self.function.locals.iter().enumerate() {
            let is_param = i < usize::from(self.function.params);
            let at = match given.and_then(|it| it.get(i)) {
                Some(at) => *at,
                None if is_param => i as Local,
                None => self.code.local(held(&local.ty)),
            };
            self.locals.push(at);
            if given.is_some() && !is_param {
                self.code.zero(held(&local.ty)).set(at);
            }
            if rep(&local.ty) != Rep::Inline {
                continue;
            }
            // What stands in place gets a place of its own, unless it is the caller's to change.
            if !self.has_place(i) {
                continue;
            }
            let size = layout::size(program, &local.ty);
            let to = if is_param { self.code.local(I32) } else { at };
            if self.has_home(i, size) {
                let home = self.module.home(self.id, i, size);
                self.code.i32(home).set(to);
            } else {
                self.code.i32(size).call(self.module.rt.alloc).set(to);
            }
            if is_param {
                self.code.get(to).get(at).copy(size);
                self.code.get(to);
                self.module.share_at(&mut self.code, &local.ty);
                self.code.get(to).set(at);
            }
        }
    }

    /// Whether a local may stand in the same place whenever the function runs: it never does twice at a time, and does not give
    /// the place away.
    fn has_home(&self, local: usize, size: u32) -> bool {
        let mut given = false;
        walk(&self.function.body, &mut |node| {
            if let Node::Stmt(Stmt { kind: StmtKind::Return(Some(e)), .. }) = node {
                ir::walk_expr(e, &mut |node| {
                    given |=
                        matches!(node, Node::Expr(Expr { kind: ExprKind::Local(id), .. }) if id.0 as usize == local);
                });
            }
        });
        size <= HOME_BYTES_MAX && !self.module.recursion.is_checked(self.id) && !given
    }

    /// Whether what stands in place in a local stands in a place of the function's own.
    pub fn has_place(&self, local: usize) -> bool {
        let is_param = local < usize::from(self.function.params);
        let changes = || self.changes(local) || self.function.effects.has(Effects::WRITE.with(Effects::TRIAL));
        !(self.facts[local].borrowed || is_param && (self.function.inout[local] || !changes()))
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

    /// Whether the function sets or changes a local of its own.
    pub fn changes(&self, local: usize) -> bool {
        self.change_count(local) > 0
    }

    /// In how many places it does.
    pub fn change_count(&self, local: usize) -> usize {
        let mut count = 0;
        let is_it = |place: &Place| matches!(place.root, Root::Local(id) if id.0 as usize == local);
        walk(&self.function.body, &mut |node| match node {
            Node::Stmt(it) => match &it.kind {
                StmtKind::Set(id, _) | StmtKind::ForRange(id, ..) | StmtKind::ForEach(id, ..) => {
                    count += usize::from(id.0 as usize == local);
                }
                StmtKind::Assign(place, _) | StmtKind::PlaceOp(_, place, _) => count += usize::from(is_it(place)),
                _ => {}
            },
            Node::Expr(it) => match &it.kind {
                ExprKind::PlaceOp(_, place, _) => count += usize::from(is_it(place)),
                ExprKind::Call(_, args) => {
                    count += args.iter().filter(|arg| matches!(arg, Arg::InOut(place) if is_it(place))).count();
                }
                _ => {}
            },
            Node::Place(_) => {}
        });
        count
    }

    pub fn temp(&mut self, ty: &Ty) -> Local {
        self.code.local(held(ty))
    }

    /// Leaves the function; `empty`: there is no result on the stack where there should be one.
    pub fn leave(&mut self, empty: bool) {
        if let Some(Exit::Ways(Ways { yes, no })) = self.exit {
            if !empty {
                self.code.br_if(yes);
            }
            self.code.br(no);
            return;
        }
        if empty && let Some(ty) = rep(&self.function.result).val() {
            self.code.zero(ty);
        }
        if let Some(Exit::Value { end, result }) = self.exit {
            if let Some(to) = result {
                self.code.set(to);
            }
            self.code.br(end);
            return;
        }
        for i in copied_out(self.function) {
            self.code.get(self.locals[i]);
        }
        self.code.leave();
    }

    pub fn site(&mut self, code: Code) -> u32 {
        self.module.site(code, self.span)
    }

    /// Stops if the condition on the stack holds.
    pub fn trap_if(&mut self, code: Code) {
        let site = self.site(code);
        let trap = self.module.rt.trap;
        self.code.if_(|it| {
            it.i32(site).call(trap);
            it.sink().unreachable();
        });
    }

    /// The same with two numbers that say more.
    pub fn trap_if_with(&mut self, code: Code, a: Local, b: &dyn Fn(&mut CodeBuilder)) {
        let site = self.site(code);
        let trap = self.module.rt.trap_with;
        self.code.if_(|it| {
            it.i32(site).get(a);
            b(it);
            it.call(trap);
            it.sink().unreachable();
        });
    }

    /// Leaves the function if the one just called has ended it.
    pub fn unwind(&mut self, effects: Effects) {
        if effects.has(Effects::FLOW) {
            self.code.sink().global_get(global::FLOW);
            self.if_(|this| {
                this.leave(true);
            });
        }
    }

    pub fn stmts(&mut self, body: &'p [Stmt]) {
        let (mut counter, rays) = (None, self.rays.len());
        let around = self.statement;
        let mut i = 0;
        while let Some(it) = body.get(i) {
            let outer = std::mem::replace(&mut self.span, it.span);
            self.statement = (body, i);
            counter = self.counted(it, counter);
            i += match self.ways_out(&body[i..]) {
                0 => {
                    self.stmt(it);
                    1
                }
                count => count,
            };
            self.span = outer;
        }
        self.statement = around;
        self.rays.truncate(rays);
    }

    /// Counts a statement that is reached, unless those before it in its body have done so. Gives the counter, if it is also that
    /// of the next.
    pub fn counted(&mut self, it: &Stmt, before: Option<u32>) -> Option<u32> {
        let counter = self.module.counter_of(it, before);
        if let (Some(counter), None) = (counter, before) {
            self.module.tick(&mut self.code, counter);
        }
        counter.or(before).filter(|_| !self.module.may_leave(it))
    }

    /// Counts a statement that stands alone or at the beginning of its body, so many times more as `times` leaves. Gives the
    /// counter.
    pub fn counted_times(&mut self, it: &Stmt, times: &dyn Fn(&mut CodeBuilder)) -> Option<u32> {
        let counter = self.module.counter_of(it, None)?;
        self.module.tick_by(&mut self.code, counter, times);
        Some(counter)
    }

    pub fn stmt(&mut self, it: &'p Stmt) {
        match &it.kind {
            StmtKind::Expr(e) => {
                self.value(e);
                if rep(&e.ty) != Rep::Unit {
                    self.code.sink().drop();
                }
            }
            StmtKind::Set(local, e) => self.set(*local, e),
            StmtKind::Assign(place, e) => match (place.root, place.path.as_slice()) {
                (Root::Local(local), []) => self.set(local, e),
                _ => self.assign(place, e),
            },
            StmtKind::PlaceOp(op, place, args) => self.place_op(*op, place, args, false),
            StmtKind::If(Expr { kind: ExprKind::Const(Const::Bool(holds)), .. }, yes, no) => {
                self.stmts(if *holds { yes } else { no });
            }
            StmtKind::If(condition, yes, no) if no.is_empty() && self.set_or_not(condition, yes) => {}
            StmtKind::If(condition, yes, no) if self.leads(condition) => {
                self.block(|this, end| {
                    this.block(|this, no| {
                        this.block(|this, yes| this.lead(condition, Ways { yes, no }));
                        let known = this.refine(condition, |mut visit| walk(yes, &mut visit));
                        this.stmts(yes);
                        this.restore(known);
                        this.code.br(end);
                    });
                    this.stmts(no);
                });
            }
            StmtKind::If(condition, yes, no) => {
                self.value(condition);
                let then = self.if_(|this| {
                    let known = this.refine(condition, |mut visit| walk(yes, &mut visit));
                    this.stmts(yes);
                    this.restore(known);
                });
                if !no.is_empty() {
                    then.else_(|this| this.stmts(no));
                }
            }
            StmtKind::While(condition, body) => {
                let round = self.round(it);
                self.block_loop(|this, end, again| {
                    this.value(condition);
                    this.code.sink().i32_eqz();
                    this.code.br_if(end);
                    this.block(|this, next| {
                        this.inside(Loop { end, next }, body);
                    });
                    this.spend(round);
                    this.code.br(again);
                });
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
                    self.code.br(end);
                }
            }
            StmtKind::Continue => {
                if let Some(next) = self.loops.last().map(|it| it.next) {
                    self.code.br(next);
                }
            }
            StmtKind::Return(None) => self.leave(true),
            StmtKind::Return(Some(e)) => {
                if let Some(Exit::Ways(to)) = self.exit {
                    return self.lead(e, to);
                }
                self.result(e);
                self.leave(rep(&self.function.result) == Rep::Unit);
            }
            StmtKind::Call(target, args) => self.transition(flow::CALL, target, args),
            StmtKind::Goto(target, args) => self.transition(flow::GOTO, target, args),
            StmtKind::End(value) => {
                match value {
                    // As it stands in the frame: absent if there is none.
                    Some(Expr { kind: ExprKind::Last, .. }) => {
                        let top = self.module.state.top;
                        self.code.i32(top).load(Mem::Ptr, 0).load(Mem::Ptr, FRAME_LAST);
                    }
                    Some(e) => self.as_any(e),
                    None => {
                        self.code.i32(0);
                    }
                }
                self.code.sink().global_set(global::NEXT);
                self.flow(flow::END);
            }
            StmtKind::Finish(result, message) => {
                self.as_any(result);
                match message {
                    Some(e) => self.last_words(e),
                    None => {
                        self.code.i32(0);
                    }
                }
                let (finish, site) = (self.module.state.finish, self.site(Code::LogLength));
                self.code.i32(site).call(finish);
                self.flow(flow::FINISHED);
            }
            StmtKind::Jump(next) => {
                let top = self.module.state.top;
                self.code.i32(top).load(Mem::Ptr, 0);
                self.code.i32(*next).store(Mem::Ptr, FRAME_NEXT);
            }
            StmtKind::Unset(field) => {
                let top = self.module.state.top;
                let (unset, number) = (self.module.state.unset, u32::from(field.0));
                self.code.i32(top).load(Mem::Ptr, 0);
                self.code.i32(number).call(unset);
            }
            StmtKind::SetActive(e) => self.set_active(e),
            StmtKind::Log(None) => {
                let (blank, site) = (self.module.state.log_blank, self.site(Code::LogLength));
                self.for_readers(|this| {
                    this.code.i32(site).call(blank);
                });
            }
            StmtKind::Log(Some(e)) => self.log(e),
            StmtKind::Prompt(e) => self.text_for_readers(
                (e, self.unread(e)),
                |this| {
                    let at = this.module.state.prompt;
                    this.code.i32(at);
                    this.value(e);
                    this.code.store(Mem::Ptr, 0);
                },
                |_| {},
            ),
            StmtKind::Offer(action, args) => {
                let row = self.module.row(*action);
                let types = self.module.state.arguments[row].clone();
                if types.len() != args.len() {
                    // No prompt comes here.
                    self.code.sink().unreachable();
                    return;
                }
                self.arguments(args, &types);
                let given: Vec<Local> = types.iter().map(|ty| self.temp(ty)).collect();
                for at in given.iter().rev() {
                    self.code.set(*at);
                }
                self.block(|this, done| {
                    this.module.append_entry(&mut this.code, row, &given, done);
                    let offer = this.module.state.offers[row];
                    let (long, button) = (this.site(Code::ListLength), this.site(Code::BadOffer));
                    let spent = this.site(Code::OutOfFuel);
                    for at in &given {
                        this.code.get(*at);
                    }
                    this.code.i32(long).i32(button).i32(spent).call(offer);
                });
            }
            StmtKind::Button(action, enabled) => {
                let (button, row) = (self.module.state.button, self.module.row(*action));
                self.code.i32(row as u32);
                match enabled {
                    Some(e) => self.value(e),
                    None => {
                        self.code.i32(1);
                    }
                }
                self.code.call(button);
            }
            StmtKind::Withhold(action, args, text) | StmtKind::Label(action, args, text) => {
                let which = if matches!(it.kind, StmtKind::Label(..)) { Said::Label } else { Said::Why };
                let row = self.module.row(*action);
                let types = self.module.state.arguments[row].clone();
                if types.len() != args.len() {
                    self.code.sink().unreachable();
                    return;
                }
                self.text_for_readers(
                    (text, self.unread(text)),
                    |this| {
                        this.arguments(args, &types);
                        this.value(text);
                        let (put, long) = (this.module.state.said(which).put[row], this.site(Code::ListLength));
                        this.code.i32(long).call(put);
                    },
                    |this| {
                        this.arguments(args, &types);
                        for _ in &types {
                            this.code.sink().drop();
                        }
                        this.spend_for_entry();
                    },
                );
            }
            StmtKind::Disable(action, why) => {
                let row = self.module.row(*action) as u32;
                let (button, withheld) = (self.module.state.button, self.module.state.why.rows + OFFER_ROW * row);
                self.code.i32(row).i32(0).call(button);
                self.text_for_readers(
                    (why, self.unread(why)),
                    |this| {
                        let reason = this.code.local(I32);
                        this.value(why);
                        this.code.set(reason);
                        this.module.name_action(&mut this.code, withheld, this.module.state.why.named, row);
                        this.code.i32(withheld).get(reason).store(Mem::Ptr, 0).i32(withheld).i32(1).store(Mem::Ptr, 4);
                    },
                    |_| {},
                );
            }
            StmtKind::PushUndo => {
                let (push, site) = (self.module.state.push_undo, self.site(Code::UndoLength));
                let spent = self.site(Code::OutOfFuel);
                self.code.i32(site).i32(spent).call(push);
            }
            StmtKind::PopUndo => {
                let pop = self.module.state.pop_undo;
                self.code.call(pop);
                self.flow(flow::FINISHED);
            }
            StmtKind::ClearUndo => {
                let at = self.module.state.undo;
                self.code.i32(at).i32(0).store(Mem::Ptr, 0);
            }
            StmtKind::Stop(_) => {
                let (site, trap) = (self.site(Code::Impossible), self.module.rt.trap);
                self.code.i32(site).call(trap);
                self.code.sink().unreachable();
            }
            StmtKind::Assert(condition, _) => {
                self.value(condition);
                self.code.sink().i32_eqz();
                self.trap_if(Code::AssertFailed);
            }
        }
    }

    /// What another round of a loop costs.
    fn round(&self, it: &Stmt) -> u32 {
        self.module.steps.round(self.id, it)
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
                let size = layout::size(self.module.program, ty);
                let from = self.code.local(I32);
                self.value_as(e, ty);
                self.code.set(from);
                self.code.get(at).get(from).copy(size);
                if !is_fresh(e) {
                    self.code.get(at);
                    self.module.share_at(&mut self.code, ty);
                }
            }
            Rep::Unit => self.value(e),
            _ if self.holds_ray(local, e) => {
                let ray = self.ray_along(e);
                match ray {
                    Some(_) if self.is_gone_along(local) => {}
                    Some(ray) => {
                        self.list_of_ray(ray);
                        self.code.set(at);
                    }
                    None => {
                        self.value(e);
                        self.code.set(at);
                    }
                }
                self.rays.extend(ray.map(|it| (at, it)));
            }
            _ => {
                self.owned_as(e, ty);
                self.kept(e, ty);
                self.code.set(at);
            }
        }
    }

    fn flow(&mut self, what: u32) {
        if what != flow::FINISHED {
            let sites = self.module.transition_sites(self.span);
            self.code.i32(sites).sink().global_set(global::SITE);
        }
        self.code.i32(what).sink().global_set(global::FLOW);
        self.leave(true);
    }

    fn transition(&mut self, what: u32, target: &'p Target, args: &'p [Expr]) {
        let id = match target {
            Target::Frame(id) => id,
            Target::Named(name) => {
                let (named, site) = (self.module.state.frame_named, self.site(Code::UnknownFrame));
                self.value(name);
                self.code.i32(site).call(named).sink().global_set(global::NEXT);
                return self.flow(what);
            }
        };
        let program = self.module.program;
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
                self.code.set(to);
                to
            })
            .collect();
        let (make, at) = (self.module.state.make_frame, self.code.local(I32));
        self.code.i32(u32::from(id.0)).call(make).set(at);
        for (i, (value, field)) in values.into_iter().zip(&frame.fields).enumerate() {
            let slot = state::slot(i);
            self.code.get(at).get(value);
            if let Some(mem) = state::slot_mem(&field.ty) {
                self.code.store(mem, slot);
            }
            self.code.get(at).i32(1).store(Mem::Ptr, slot + SLOT_SET);
        }
        self.code.get(at).sink().global_set(global::NEXT);
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
        let size = layout::size(self.module.program, ty);
        let (from, to) = (self.code.local(I32), self.code.local(I32));
        self.code.set(from).i32(size).call(self.module.rt.alloc).tee(to).get(from).copy(size);
        self.code.get(to);
        self.module.share_at(&mut self.code, ty);
        self.code.get(to);
    }

    fn set_active(&mut self, e: &'p Expr) {
        // Looks through the conversion to `any`: one role, roles, or nobody.
        let inner = match &e.kind {
            ExprKind::Cast(ir::Cast::ToAny | ir::Cast::Some, inner) => inner,
            _ => e,
        };
        let at = self.module.state.active;
        match &inner.ty {
            ty if ty.inner().is_integral() => {
                let n = self.code.local(I64);
                self.value(inner);
                self.code.set(n);
                self.code.i32(at).i32(0).store(Mem::Ptr, 0);
                self.code.i32(at).get(n);
                if let Ty::Opt(of) = ty {
                    let none = layout::none(layout::width(self.module.program, of));
                    self.code.sink().drop();
                    self.code.i64(-1).get(n).get(n).i64(none).sink().i64_eq().select();
                }
                self.code.store(Mem::Int(8), 8);
            }
            Ty::List(of) | Ty::Set(of) if of.is_integral() => {
                let list = self.code.local(I32);
                self.value(inner);
                if matches!(e.kind, ExprKind::Cast(ir::Cast::ToAny, _)) {
                    let outer = std::mem::replace(&mut self.span, e.span);
                    self.parts_here(&inner.ty);
                    self.span = outer;
                }
                self.convert(&inner.ty, &Ty::Int.list());
                self.code.tee(list).i32(1).store(Mem::Ptr, SHARED);
                self.code.i32(at).get(list).store(Mem::Ptr, 0);
            }
            _ if matches!(inner.kind, ExprKind::Const(Const::None)) && inner.ty == Ty::Any => {
                self.code.i32(at).i32(0).store(Mem::Ptr, 0);
                self.code.i32(at).i64(-1).store(Mem::Int(8), 8);
            }
            _ => {
                let (id, site) = (self.module.state.set_active, self.site(Code::BadCast));
                self.as_any(e);
                self.code.i32(site).call(id);
            }
        }
    }

    /// Whether nothing in a body can change what a list expression gives: it changes only locals that the expression does not know.
    pub fn leaves_alone(&self, body: &[Stmt], list: &Expr) -> bool {
        let mut known = BTreeSet::new();
        ir::walk_expr(list, &mut |node| {
            known.extend(match node {
                Node::Expr(Expr { kind: ExprKind::Local(id), .. }) => Some(*id),
                Node::Place(Place { root: Root::Local(id), .. }) => Some(*id),
                _ => None,
            });
        });
        // What the caller lends may be anything.
        let lent = |id: LocalId| {
            let i = id.0 as usize;
            i < usize::from(self.function.params) && self.function.inout[i]
        };
        let other = |id: LocalId| !known.contains(&id) && !lent(id);
        let mut quiet = true;
        walk(body, &mut |node| {
            quiet &= match node {
                Node::Stmt(it) => match &it.kind {
                    StmtKind::Set(id, _) | StmtKind::ForEach(id, ..) if other(*id) => true,
                    StmtKind::Assign(place, _) | StmtKind::PlaceOp(_, place, _) => {
                        matches!(place.root, Root::Local(id) if other(id))
                    }
                    _ => self.is_quiet_node(node),
                },
                Node::Expr(Expr { kind: ExprKind::PlaceOp(_, place, _), .. }) => {
                    matches!(place.root, Root::Local(id) if other(id))
                }
                _ => self.is_quiet_node(node),
            };
        });
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
                    let effects = self.module.program.function(*id).effects;
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

/// How often a local is named in a part of a function, but for what sets it as a whole.
pub fn mentions(body: &[Stmt], local: LocalId) -> usize {
    let mut count = 0;
    walk(body, &mut |node| {
        count += match node {
            Node::Expr(e) => usize::from(matches!(e.kind, ExprKind::Local(id) if id == local)),
            Node::Place(it) => usize::from(it.root == Root::Local(local)),
            Node::Stmt(_) => 0,
        };
    });
    count
}
