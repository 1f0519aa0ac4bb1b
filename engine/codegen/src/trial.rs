//! What is tried: the state is kept before, and gone back to after, or when it comes to no end.
//!
//! What must stay true: after a trial the state stands where it stood, to the byte, so that addresses into it that were known
//! before mean the same after.

use crate::asm::{I32, Local, Mem, Routine};
use crate::func::{Fx, is_fresh};
use crate::layout::{Rep, rep};
use crate::module::{Gen, global};
use crate::state::State;
use crate::typed::LEN;
use diag::Code;
use ir::{Arg, Expr, ExprKind, Node, Place, Root, Stmt, StmtKind, Ty};

// The head of a kept state: how long the log was, the undo stack, the log, what is kept of the trial around it.
const LOG_LEN: u32 = 0;
const UNDO: u32 = 4;
const LOG: u32 = 8;
const OUTER: u32 = 12;
const BODY: u32 = 16;

impl Gen<'_> {
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

        // give_up(): out of all trials
        let mut it = self.reopen(state.give_up);
        let from = it.local(I32);
        it.i32(state.trial).load(Mem::Ptr, 0).tee(from);
        it.if_();
        let again = it.loop_();
        go_back(&mut it, state, from);
        it.get(from).load(Mem::Ptr, OUTER).tee(from);
        it.br_if(again);
        it.end();
        it.i32(state.trial).i32(0).store(Mem::Ptr, 0);
        it.end();
        self.define(it);
    }
}

impl Gen<'_> {
    /// The state comes from somewhere else: there is no trial to go back out of.
    pub fn nothing_tried(&self, it: &mut Routine) {
        if self.uses.trial {
            it.i32(self.state.trial).i32(0).store(Mem::Ptr, 0);
        }
    }
}

fn go_back(it: &mut Routine, state: &State, from: Local) {
    it.i32(state.start).get(from).plus(BODY).copy(state.size);
    it.i32(state.undo).get(from).load(Mem::Ptr, UNDO).store(Mem::Ptr, 0);
    it.i32(state.log_list).get(from).load(Mem::Ptr, LOG).store(Mem::Ptr, 0);
    it.get(from).load(Mem::Ptr, LOG).get(from).load(Mem::Ptr, LOG_LEN).store(Mem::Ptr, LEN);
}

impl<'p> Fx<'_, 'p> {
    pub fn trial(&mut self, of: &'p Expr, ty: &'p Ty) {
        let (begin, end, site) = (self.gen_.state.begin_trial, self.gen_.state.end_trial, self.site(Code::OutOfFuel));
        self.body.i32(site).call(begin);
        self.value_as(of, ty);
        if rep(ty) == Rep::Inline && !is_fresh(of) {
            self.keep_inline(ty);
        }
        let before = self.body.local(I32);
        self.body.call(end).set(before);
        if sets_locals(of) {
            return;
        }
        // What was made meanwhile is of no use any more, but for the value.
        match rep(ty) {
            Rep::Int | Rep::Bool | Rep::Num | Rep::Unit => {
                self.body.get(before).sink().global_set(global::TOP);
            }
            Rep::Ptr if *ty.inner() == Ty::Str => {
                let at = self.body.local(I32);
                self.body.tee(at).get(at).get(before).sink().i32_lt_u();
                self.body.if_();
                self.body.get(before).sink().global_set(global::TOP);
                self.body.end();
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
