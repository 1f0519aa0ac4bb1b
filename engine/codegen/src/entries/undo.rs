//! Positions that are kept: the snapshots of undo, and those that the host wants to go back to.

use crate::layout::access::next_key;
use crate::layout::memory::LEN;
use crate::layout::memory::{FRAME_BELOW, KEY_UNDO, SLOT_SET};
use crate::layout::state::{State, slot};
use crate::layout::{self, Rep, rep};
use crate::module::ModuleBuilder;
use crate::module::fuel::copied_shift;
use crate::module::symbols::Helper;
use crate::wasm::{Emit, I32, Local, Mem, Routine};
use ir::steps::is_list;
use ir::{Frame, Ty};

impl ModuleBuilder<'_> {
    /// A snapshot: tag, the one below, how long the log was, how many there are; the state.
    pub fn define_undo(&mut self, state: &State) {
        let rt = self.rt;
        // keep() → a snapshot whose head is not yet written
        let mut it = self.reopen(state.keep);
        let to = it.local(I32);
        for (global, at) in self.program.globals.iter().zip(&state.globals) {
            if layout::shares(self.program, &global.ty) {
                it.i32(*at);
                self.share_at(&mut it, &global.ty);
            }
        }
        it.i32(16 + state.size).call(rt.alloc).tee(to).plus(16).i32(state.start).copy(state.size);
        // Frames change in place: the snapshot has its own.
        it.get(to).i32(state.top).load(Mem::Ptr, 0).call(state.copy_frames);
        it.store(Mem::Ptr, 16 + (state.top - state.start));
        it.get(to);
        self.define(it);

        let mut it = self.reopen(state.push_undo);
        let (to, count, len) = (it.local(I32), it.local(I32), it.local(I32));
        self.lists_copied(&mut it, state, len, 1);
        it.i32(state.undo).load(Mem::Ptr, 0).tee(to);
        it.if_(|it| {
            it.get(to).load(Mem::Ptr, 12).set(count);
        });
        it.get(count).i32(self.limits.undo as u32).sink().i32_ge_u();
        it.if_(|it| {
            it.get(0).call(rt.trap);
        });
        it.call(state.keep).tee(to).i32(state.undo).load(Mem::Ptr, 0).store(Mem::Ptr, 4);
        it.get(to).i32(state.log_list).load(Mem::Ptr, 0).load(Mem::Ptr, LEN).store(Mem::Ptr, 8);
        it.get(to).get(count).i32(1).sink().i32_add();
        it.store(Mem::Ptr, 12);
        it.i32(state.undo).get(to).store(Mem::Ptr, 0);
        self.define(it);
        self.define_copy_frames(state);
        self.define_pop(state);
    }

    /// Takes steps for all lists in `G`, which are kept twice; the site of none left is in a local.
    pub fn lists_copied(&self, it: &mut Routine, state: &State, len: Local, site: Local) {
        for (global, at) in self.program.globals.iter().zip(&state.globals).filter(|it| is_list(&it.0.ty)) {
            it.i32(*at).load(Mem::Ptr, 0).load(Mem::Ptr, LEN).set(len);
            it.get(site);
            it.get(len).i32(copied_shift(&global.ty)).sink().i32_shr_u();
            it.call(self.rt.spend);
        }
    }

    /// `pop_undo()`: nothing where there is no snapshot.
    pub fn define_pop(&mut self, state: &State) {
        let mut it = self.reopen(state.pop_undo);
        let from = it.local(I32);
        it.i32(state.undo).load(Mem::Ptr, 0).tee(from).sink().i32_eqz();
        it.if_(|it| {
            it.sink().return_();
        });
        it.i32(state.start).get(from).plus(16).copy(state.size);
        let own = self.helper_for(Helper::Own, &Ty::Str.list());
        it.i32(state.log_list).i32(state.log_list).load(Mem::Ptr, 0).i32(0).call(own).store(Mem::Ptr, 0);
        it.i32(state.log_list).load(Mem::Ptr, 0).get(from).load(Mem::Ptr, 8).store(Mem::Ptr, LEN);
        it.i32(state.undo).get(from).load(Mem::Ptr, 4).store(Mem::Ptr, 0);
        // `undo` becomes the last key.
        it.i32(state.keys).load(Mem::Ptr, KEY_UNDO).i32(state.keys).load(Mem::Ptr, 0).sink().i32_ne();
        it.i32(state.keys).load(Mem::Ptr, KEY_UNDO).sink().i32_eqz().i32_or();
        it.if_(|it| {
            let next = next_key(it, state.keys);
            it.i32(state.keys).get(next).store(Mem::Ptr, KEY_UNDO);
        });
        self.define(it);
    }

    pub fn define_copy_frames(&mut self, state: &State) {
        let rt = self.rt;
        let mut it = self.reopen(state.copy_frames);
        let (from, first, to, last, size) = (0, it.local(I32), it.local(I32), it.local(I32), it.local(I32));
        it.block_loop(|it, done, again| {
            it.get(from).sink().i32_eqz();
            it.br_if(done);
            it.get(from).load(Mem::Ptr, 0).i32(2).sink().i32_shl();
            it.load(Mem::Ptr, state.frames)
                .tee(size)
                .call(rt.alloc)
                .tee(to)
                .get(from)
                .get(size)
                .sink()
                .memory_copy(0, 0);
            for (id, frame) in self.program.frames.iter().enumerate() {
                self.keep_fields(it, id, frame, to);
            }
            it.get(last);
            it.if_(|it| {
                it.get(last).get(to).store(Mem::Ptr, FRAME_BELOW);
            })
            .else_(|it| {
                it.get(to).set(first);
            });
            it.get(to).set(last);
            it.get(from).load(Mem::Ptr, FRAME_BELOW).set(from);
            it.br(again);
        });
        it.get(first);
        self.define(it);
    }

    /// Objects that a copied frame points to are shared.
    fn keep_fields(&mut self, it: &mut Routine, id: usize, frame: &Frame, to: Local) {
        let program = self.program;
        let heavy = |ty: &Ty| rep(ty) == Rep::Inline || layout::shares(program, ty);
        if !frame.fields.iter().any(|it| heavy(&it.ty)) {
            return;
        }
        it.get(to).load(Mem::Ptr, 0).i32(id as u32).sink().i32_eq();
        it.if_(|it| {
            for (i, field) in frame.fields.iter().enumerate().filter(|(_, it)| heavy(&it.ty)) {
                it.get(to).load(Mem::Ptr, slot(i) + SLOT_SET);
                it.if_(|it| {
                    if rep(&field.ty) == Rep::Inline {
                        let (size, copy) = (layout::size(program, &field.ty), it.local(I32));
                        it.i32(size).call(self.rt.alloc).tee(copy).get(to).load(Mem::Ptr, slot(i)).copy(size);
                        it.get(to).get(copy).store(Mem::Ptr, slot(i));
                        it.get(copy);
                        self.share_at(it, &field.ty);
                    } else {
                        it.get(to).plus(slot(i));
                        self.share_at(it, &field.ty);
                    }
                });
            }
        });
    }
}
