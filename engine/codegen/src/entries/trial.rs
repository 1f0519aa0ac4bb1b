//! Trials: the state is saved before, and restored afterwards or when the trial is aborted.

use crate::layout::memory::{LEN, global};
use crate::layout::state::State;
use crate::module::ModuleBuilder;
use crate::module::symbols::IMPORT_ATTEMPT;
use crate::wasm::{Emit, I32, Local, Mem, Routine};

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
        it.block_loop(|it, done, again| {
            it.i32(state.trial).load(Mem::Ptr, 0).tee(from).i32(state.barrier).load(Mem::Ptr, 0).sink().i32_eq();
            it.br_if(done);
            go_back(it, state, from);
            it.i32(state.trial).get(from).load(Mem::Ptr, OUTER).store(Mem::Ptr, 0);
            it.br(again);
        });
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
        it.if_(|it| {
            it.get(left).get(share).sink().i32_sub().global_get(global::FUEL).i32_add().global_set(global::FUEL);
            it.call(state.end_trial).set(before);
        })
        .else_(|it| {
            it.call(state.give_up);
            it.get(left).sink().global_set(global::FUEL);
            it.get(depth).sink().global_set(global::DEPTH);
            it.get(top).sink().global_set(global::TOP);
            it.i32(state.failures);
            it.i32(state.failures).load(Mem::Ptr, 0).i32(1).sink().i32_add();
            it.store(Mem::Ptr, 0);
            it.i32(0).set(before);
        });
        it.i32(state.barrier).get(barrier).store(Mem::Ptr, 0);
        it.get(before);
        self.define(it);
    }

    /// failure() → the number of the code of the last failure. All sites are known by now.
    pub fn define_failure(&mut self) {
        if !self.features.failure {
            return;
        }
        let codes: Vec<u8> = self.sites.iter().flat_map(|it| u32::from(it.code.number()).to_le_bytes()).collect();
        let table = self.data(&codes);
        let mut it = self.reopen(self.state.failure);
        it.i32(self.state.failed).load(Mem::Ptr, 0).i32(2).sink().i32_shl();
        it.load(Mem::Ptr, table).sink().i64_extend_i32_u();
        self.define(it);
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

fn go_back(it: &mut Routine, state: &State, from: Local) {
    it.i32(state.start).get(from).plus(BODY).copy(state.size);
    it.i32(state.undo).get(from).load(Mem::Ptr, UNDO).store(Mem::Ptr, 0);
    it.i32(state.log_list).get(from).load(Mem::Ptr, LOG).store(Mem::Ptr, 0);
    it.get(from).load(Mem::Ptr, LOG).get(from).load(Mem::Ptr, LOG_LEN).store(Mem::Ptr, LEN);
}

// The head of a kept state: the length of the log, the undo stack, the log, the state kept by the trial around it.
const LOG_LEN: u32 = 0;

const UNDO: u32 = 4;

const LOG: u32 = 8;

const OUTER: u32 = 12;

const BODY: u32 = 16;

impl ModuleBuilder<'_> {
    /// The state comes from somewhere else: there is no trial to go back out of.
    pub fn nothing_tried(&self, it: &mut Routine) {
        if self.features.trial {
            it.i32(self.state.trial).i32(0).store(Mem::Ptr, 0);
            it.i32(self.state.barrier).i32(0).store(Mem::Ptr, 0);
        }
    }
}
