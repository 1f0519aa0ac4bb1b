//! Garbage collection: between moves, everything reachable from the game is copied together and the rest dropped.
//!
//! Invariant: nothing is moved unless there is room for all of it; during collection, a pointer to a moved object holds
//! its future address, which is `SHIFT` below its current one; objects from the start (below `HEAP`) never move.

use crate::layout::memory::{FRAME_BELOW, FRAME_LAST, SLOT_SET};
use crate::layout::memory::{GC_SPARE, global};
use crate::layout::state::slot;
use crate::layout::{self, Rep, rep};
use crate::module::ModuleBuilder;
use crate::module::helpers::relocate::{points, shifted};
use crate::wasm::{Emit, I32, Mem};
use ir::Ty;

impl ModuleBuilder<'_> {
    /// `collect()`, and `tidy()`, which does it once enough was allocated. Addresses that the host holds mean
    /// nothing afterwards.
    pub fn define_gc(&mut self) {
        let state = self.state.clone();
        let block = self.move_block();
        let shifted = shifted();
        let mut it = self.begin(&[], &[]);
        let (from, place, old, new) = (it.local(I32), it.local(I32), it.local(I32), it.local(I32));
        // All live objects exist twice for a while.
        let half = (self.limits.memory / 2).saturating_sub(1 << 16) as u32;
        let full = it.local(I32);
        it.sink().global_get(global::TOP).i32_const(half as i32).i32_gt_u();
        it.if_(|it| {
            it.sink().return_();
        });
        it.call(state.reset_offers);
        for row in self.offer_rows() {
            it.i32(row).i32(0).store(Mem::Ptr, 0);
            it.i32(row).i32(0).store(Mem::Ptr, 8);
        }
        it.sink().global_get(global::TOP).local_tee(from).global_get(global::HEAP).i32_sub().global_set(global::SHIFT);
        it.i32(state.start).call(block);
        it.i32(state.log_list);
        self.move_at(&mut it, &Ty::Any.list());
        // The snapshots, from the latest on: `place` is the address of the pointer to one.
        it.i32(state.undo).set(place);
        it.block_loop(|it, done, again| {
            it.get(place).load(Mem::Ptr, 0).tee(old).sink().i32_eqz();
            it.br_if(done);
            it.i32(16 + state.size).call(self.rt.alloc).tee(new).get(old).copy(16 + state.size);
            it.get(place).get(new);
            shifted(it);
            it.store(Mem::Ptr, 0);
            it.get(new).plus(16).call(block);
            it.get(new).plus(4).set(place);
            it.br(again);
        });
        it.sink().global_get(global::HEAP).local_get(from).global_get(global::TOP).local_get(from).i32_sub();
        it.sink().memory_copy(0, 0).global_get(global::TOP).global_get(global::SHIFT).i32_sub().global_set(global::TOP);
        // As long as there is room for it.
        it.sink().global_get(global::TOP).i32_const(1).i32_shl().i32_const(GC_SPARE as i32).i32_add();
        it.tee(full).i32(half).get(full).i32(half).sink().i32_lt_u().select();
        it.sink().global_set(global::FULL);
        let collect = self.define(it);
        self.export("collect", collect);

        let mut it = self.reopen(state.collect_garbage);
        it.sink().global_get(global::TOP).global_get(global::FULL).i32_gt_u();
        it.if_(|it| {
            it.call(collect);
        });
        let id = self.define(it);
        self.export("tidy", id);
    }

    /// `(address)`: moves everything the state there points to.
    fn move_block(&mut self) -> u32 {
        let state = self.state.clone();
        let frames = self.move_frames();
        let at = |address: u32| address - state.start;
        let mut it = self.begin(&[I32], &[]);
        it.get(0).plus(at(state.active));
        self.move_at(&mut it, &Ty::Int.list());
        for any in [state.message, state.result] {
            it.get(0).plus(at(any));
            self.move_at(&mut it, &Ty::Any);
        }
        it.get(0).plus(at(state.top)).call(frames);
        for (global, address) in self.program.globals.iter().zip(&state.globals) {
            if points(self.program, &global.ty) {
                it.get(0).plus(at(*address));
                self.move_at(&mut it, &global.ty);
            }
        }
        self.define(it)
    }

    /// `(address)`: moves the frame that it points to, and those below.
    fn move_frames(&mut self) -> u32 {
        let state = self.state.clone();
        let shifted = shifted();
        let mut it = self.begin(&[I32], &[]);
        let (place, old, new, size) = (0, it.local(I32), it.local(I32), it.local(I32));
        it.block_loop(|it, done, again| {
            it.get(place).load(Mem::Ptr, 0).tee(old).sink().i32_eqz();
            it.br_if(done);
            // A frame at its fixed place stays there.
            it.get(old).tee(new).i32(state.homes_end).sink().i32_ge_u();
            it.if_(|it| {
                it.get(old).load(Mem::Ptr, 0).i32(2).sink().i32_shl();
                it.load(Mem::Ptr, state.frames)
                    .tee(size)
                    .call(self.rt.alloc)
                    .tee(new)
                    .get(old)
                    .get(size)
                    .sink()
                    .memory_copy(0, 0);
                it.get(place).get(new);
                shifted(it);
                it.store(Mem::Ptr, 0);
            });
            it.get(new).plus(FRAME_LAST);
            self.move_at(it, &Ty::Any);
            for (id, frame) in self.program.frames.iter().enumerate() {
                let inline = |ty: &Ty| rep(ty) == Rep::Inline;
                let fields: Vec<_> = frame
                    .fields
                    .iter()
                    .enumerate()
                    .filter(|(_, it)| inline(&it.ty) || points(self.program, &it.ty))
                    .collect();
                if fields.is_empty() {
                    continue;
                }
                it.get(new).load(Mem::Ptr, 0).i32(id as u32).sink().i32_eq();
                it.if_(|it| {
                    for (i, field) in fields {
                        it.get(new).load(Mem::Ptr, slot(i) + SLOT_SET);
                        it.if_(|it| {
                            if inline(&field.ty) {
                                let (size, copy) = (layout::size(self.program, &field.ty), it.local(I32));
                                it.i32(size).call(self.rt.alloc).tee(copy).get(new).load(Mem::Ptr, slot(i)).copy(size);
                                it.get(new).get(copy);
                                shifted(it);
                                it.store(Mem::Ptr, slot(i));
                                it.get(copy);
                            } else {
                                it.get(new).plus(slot(i));
                            }
                            self.move_at(it, &field.ty);
                        });
                    }
                });
            }
            it.get(new).plus(FRAME_BELOW).set(place);
            it.br(again);
        });
        self.define(it)
    }
}
