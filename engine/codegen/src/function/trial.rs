//! What is tried: the state is kept before, and gone back to after, or when it comes to no end.
//!
//! What must stay true: after a trial the state stands where it stood, to the byte, so that addresses into it that were known
//! before mean the same after.

use crate::entries::state::State;
use crate::function::{FunctionCompiler, is_fresh};
use crate::layout::{Rep, rep};
use crate::module::helpers::{LEN, held};
use crate::module::{IMPORT_ATTEMPT, ModuleBuilder, global};
use crate::wasm::{I32, Local, Mem, Routine};
use diag::Code;
use ir::{Arg, Expr, ExprKind, FnId, Node, Place, Root, Stmt, StmtKind, Ty};
use wasm_encoder::ValType;

// The head of a kept state: how long the log was, the undo stack, the log, what is kept of the trial around it.
const LOG_LEN: u32 = 0;
const UNDO: u32 = 4;
const LOG: u32 = 8;
const OUTER: u32 = 12;
const BODY: u32 = 16;

impl ModuleBuilder<'_> {
    pub fn define_trial(&mut self, state: &State) {
        let top = BODY + (state.top - state.start);
        // begin_trial(site)
        let mut it = self.reopen(state.begin_trial);
        let (to, len) = (it.local(I32), it.local(I32));
        self.lists_copied(&mut it, state, len, 0);
        it.call(state.keep).tee(to);
        it.i32(state.undo).load(Mem::Ptr, 0).store(Mem::Ptr, UNDO);
        it.get(to).i32(state.log_list).load(Mem::Ptr, 0).tee(len).store(Mem::Ptr, LOG);
        it.get(to).get(len).load(Mem::Ptr, LEN).store(Mem::Ptr, LOG_LEN);
        it.get(to).i32(state.trial).load(Mem::Ptr, 0).store(Mem::Ptr, OUTER);
        it.i32(state.trial).get(to).store(Mem::Ptr, 0);
        // The frames that are there are kept, and it goes on with their copies.
        it.i32(state.top).load(Mem::Ptr, 0).set(len);
        it.i32(state.top).get(to).load(Mem::Ptr, top).store(Mem::Ptr, 0);
        it.get(to).get(len).store(Mem::Ptr, top);
        self.define(it);

        // end_trial() → where the memory ended before
        let mut it = self.reopen(state.end_trial);
        let from = it.local(I32);
        it.i32(state.trial).load(Mem::Ptr, 0).set(from);
        go_back(&mut it, state, from);
        it.i32(state.trial).get(from).load(Mem::Ptr, OUTER).store(Mem::Ptr, 0);
        it.get(from);
        self.define(it);

        // give_up(): out of all trials up to the barrier
        let mut it = self.reopen(state.give_up);
        let from = it.local(I32);
        let done = it.block();
        let again = it.loop_();
        it.i32(state.trial).load(Mem::Ptr, 0).tee(from).i32(state.barrier).load(Mem::Ptr, 0).sink().i32_eq();
        it.br_if(done);
        go_back(&mut it, state, from);
        it.i32(state.trial).get(from).load(Mem::Ptr, OUTER).store(Mem::Ptr, 0);
        it.br(again);
        it.end();
        it.end();
        self.define(it);

        self.define_attempt(state);
    }

    /// attempt(number, site) → where the memory ended before, 0 for a failure
    fn define_attempt(&mut self, state: &State) {
        let fuel = self.limits.fuel.min(i64::from(i32::MAX)) as u32;
        let (number, site) = (0, 1);
        let mut it = self.reopen(state.attempt);
        let [top, depth, left, share, barrier, before] = [0; 6].map(|_| it.local(I32));
        it.sink().global_get(global::TOP).local_set(top);
        it.sink().global_get(global::DEPTH).local_set(depth);
        it.i32(state.barrier).load(Mem::Ptr, 0).set(barrier);
        it.i32(state.trial).load(Mem::Ptr, 0).set(before);
        it.get(site).call(state.begin_trial);
        it.i32(state.barrier).get(before).store(Mem::Ptr, 0);
        // Its share of the steps: `ir::steps::share`.
        it.sink().global_get(global::FUEL).local_set(left);
        it.i32(fuel).i32(state.failures).load(Mem::Ptr, 0).i32(ir::steps::SHARE as u32).sink().i32_add();
        it.sink().i32_div_u().local_tee(share).local_get(left).local_get(share).local_get(left).i32_lt_u().select();
        it.tee(share).sink().global_set(global::FUEL);
        it.get(number).call(IMPORT_ATTEMPT);
        it.if_();
        it.get(left).get(share).sink().i32_sub().global_get(global::FUEL).i32_add().global_set(global::FUEL);
        it.call(state.end_trial).set(before);
        it.else_();
        it.call(state.give_up);
        it.get(left).sink().global_set(global::FUEL);
        it.get(depth).sink().global_set(global::DEPTH);
        it.get(top).sink().global_set(global::TOP);
        it.i32(state.failures);
        it.i32(state.failures).load(Mem::Ptr, 0).i32(1).sink().i32_add();
        it.store(Mem::Ptr, 0);
        it.i32(0).set(before);
        it.end();
        it.i32(state.barrier).get(barrier).store(Mem::Ptr, 0);
        it.get(before);
        self.define(it);
    }

    /// What calls a function with the arguments that stand in its room, and leaves its result there.
    fn attempted(&mut self, id: FnId) -> Attempted {
        if let Some(known) = self.attempts.get(&id) {
            return *known;
        }
        let callee = self.program.function(id);
        let params: Vec<ValType> = callee.locals[..usize::from(callee.params)].iter().map(|it| held(&it.ty)).collect();
        let room = self.reserve(8 * (params.len() as u32 + 1));
        let mut it = self.begin(&[], &[]);
        let stop_if = |it: &mut Routine, site: u32, trap: u32| {
            it.if_();
            it.i32(site).call(trap);
            it.sink().unreachable();
            it.end();
        };
        let counted = self.recursion.is_counted(id);
        if self.recursion.is_checked(id) {
            let site = self.site(Code::CallDepth, callee.span);
            it.sink().global_get(global::DEPTH).i32_const(1).i32_add().i32_const(self.limits.calls as i32).i32_ge_s();
            stop_if(&mut it, site, self.rt.trap);
        }
        let site = self.site(Code::OutOfFuel, callee.span);
        self.spend(&mut it, site, self.steps.call(id));
        if counted {
            it.sink().global_get(global::DEPTH).i32_const(1).i32_add().global_set(global::DEPTH);
        }
        let result = rep(&callee.result).val();
        if result.is_some() {
            it.i32(room);
        }
        for (i, ty) in params.iter().enumerate() {
            it.i32(room).load(mem_of(*ty), 8 * (i as u32 + 1));
        }
        it.call(self.functions[id.index()]);
        if let Some(ty) = result {
            it.store(mem_of(ty), 0);
        }
        if counted {
            it.sink().global_get(global::DEPTH).i32_const(1).i32_sub().global_set(global::DEPTH);
        }
        let routine = self.define(it);
        let made = Attempted { number: self.tabled(routine), room };
        self.attempts.insert(id, made);
        made
    }

    /// The export that a host calls to try something.
    pub fn define_attempted(&mut self) {
        if self.attempts.is_empty() {
            return;
        }
        let plain = self.plain_type();
        let mut it = self.begin(&[I32], &[]);
        it.get(0).sink().call_indirect(0, plain);
        let id = self.define(it);
        self.export("attempted", id);
    }
}

/// What may be called though it may fail: its number in the table, and where its result and its arguments stand, each in eight
/// bytes.
#[derive(Clone, Copy)]
pub struct Attempted {
    number: u32,
    room: u32,
}

/// How a value of a type stands in eight bytes.
fn mem_of(ty: ValType) -> Mem {
    match ty {
        ValType::I64 => Mem::Int(8),
        ValType::F64 => Mem::Num,
        _ => Mem::Ptr,
    }
}

impl ModuleBuilder<'_> {
    /// The state comes from somewhere else: there is no trial to go back out of.
    pub fn nothing_tried(&self, it: &mut Routine) {
        if self.features.trial {
            it.i32(self.state.trial).i32(0).store(Mem::Ptr, 0);
            it.i32(self.state.barrier).i32(0).store(Mem::Ptr, 0);
        }
    }
}

fn go_back(it: &mut Routine, state: &State, from: Local) {
    it.i32(state.start).get(from).plus(BODY).copy(state.size);
    it.i32(state.undo).get(from).load(Mem::Ptr, UNDO).store(Mem::Ptr, 0);
    it.i32(state.log_list).get(from).load(Mem::Ptr, LOG).store(Mem::Ptr, 0);
    it.get(from).load(Mem::Ptr, LOG).get(from).load(Mem::Ptr, LOG_LEN).store(Mem::Ptr, LEN);
}

impl<'p> FunctionCompiler<'_, 'p> {
    pub fn trial(&mut self, of: &'p Expr, ty: &'p Ty) {
        let (begin, end, site) =
            (self.module.state.begin_trial, self.module.state.end_trial, self.site(Code::OutOfFuel));
        self.code.i32(site).call(begin);
        self.value_as(of, ty);
        if rep(ty) == Rep::Inline && !is_fresh(of) {
            self.keep_inline(ty);
        }
        let before = self.code.local(I32);
        self.code.call(end).set(before);
        if !sets_locals(of) {
            self.forget_since(before, ty);
        }
    }

    /// What is tried and may fail: a call with values that are known, and what is the value where it fails.
    pub fn attempt(&mut self, of: &'p Expr, otherwise: &'p Expr, ty: &'p Ty) {
        let ExprKind::Call(id, args) = &of.kind else { return self.module.unsupported("a trial of no call") };
        let callee = self.module.program.function(*id);
        let Attempted { number, room } = self.module.attempted(*id);
        for (i, arg) in args.iter().enumerate() {
            let Arg::Value(e) = arg else { return self.module.unsupported("a trial that changes its arguments") };
            let param = &callee.locals[i].ty;
            self.code.i32(room);
            self.value_as(e, param);
            self.kept(e, param);
            if !is_fresh(e) {
                self.share_value(param);
            }
            self.code.store(mem_of(held(param)), 8 * (i as u32 + 1));
        }
        let (attempt, site, before) = (self.module.state.attempt, self.site(Code::OutOfFuel), self.code.local(I32));
        self.code.i32(number).i32(site).call(attempt).tee(before);
        self.code.if_gives(rep(ty).val());
        if let Some(result) = rep(&callee.result).val() {
            self.code.i32(room).load(mem_of(result), 0);
        }
        self.convert(&callee.result, ty);
        self.forget_since(before, ty);
        self.code.else_();
        self.value_as(otherwise, ty);
        if rep(ty) == Rep::Inline && !is_fresh(otherwise) {
            self.keep_inline(ty);
        }
        self.code.end();
    }

    /// What was made since is of no use any more, but for the value on the stack.
    fn forget_since(&mut self, before: Local, ty: &Ty) {
        match rep(ty) {
            Rep::Int | Rep::Bool | Rep::Num | Rep::Unit => {
                self.code.get(before).sink().global_set(global::TOP);
            }
            Rep::Ptr if *ty.inner() == Ty::Str => {
                let at = self.code.local(I32);
                self.code.tee(at).get(at).get(before).sink().i32_lt_u();
                self.code.if_();
                self.code.get(before).sink().global_set(global::TOP);
                self.code.end();
            }
            Rep::Ptr | Rep::Inline => {}
        }
    }
}

/// Whether working out an expression may give a local something to hold.
fn sets_locals(e: &Expr) -> bool {
    let local = |it: &Place| matches!(it.root, Root::Local(_));
    let mut sets = false;
    ir::walk_expr(e, &mut |node| {
        sets |= match node {
            Node::Stmt(Stmt { kind, .. }) => match kind {
                StmtKind::Set(..) | StmtKind::ForRange(..) | StmtKind::ForEach(..) => true,
                StmtKind::Assign(place, _) | StmtKind::PlaceOp(_, place, _) => local(place),
                _ => false,
            },
            Node::Expr(Expr { kind, .. }) => match kind {
                ExprKind::PlaceOp(_, place, _) => local(place),
                ExprKind::Call(_, args) => args.iter().any(|it| matches!(it, Arg::InOut(place) if local(place))),
                _ => false,
            },
            Node::Place(_) => false,
        };
    });
    sets
}
