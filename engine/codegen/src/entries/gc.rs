//! Memory given back: between moves, whatever the game still holds is copied together and the rest
//! forgotten.
//!
//! What must stay true: while it runs, a pointer that was moved holds where its object will be, which is
//! `SHIFT` below where it is; what was there from the start (below `HEAP`) never moves.

use crate::entries::state::{FRAME_BELOW, FRAME_LAST, SLOT, SLOT_SET, SLOTS, slot};
use crate::layout::{self, Rep, rep};
use crate::module::helpers::{BOXED, CAPACITY, Helper, ITEMS, LEN};
use crate::module::runtime::STR;
use crate::module::{ModuleBuilder, global, tag};
use crate::wasm::{I32, Local, Mem, Routine};
use ir::{Program, Ty};

/// What may be allocated before it is looked at what is still held, at least.
pub const GC_SPARE: u32 = 8 << 20;

/// Whether there is a pointer in a value.
fn points(program: &Program, ty: &Ty) -> bool {
    match ty {
        Ty::Opt(of) => rep(of) == Rep::Inline || points(program, of),
        Ty::Array(of, _) => points(program, of),
        Ty::Record(id) => program.records[id.index()].fields.iter().any(|it| points(program, &it.ty)),
        _ => rep(ty) == Rep::Ptr,
    }
}

impl ModuleBuilder<'_> {
    /// `collect()`, and `tidy()`, which does it once enough was allocated. Addresses that the host holds mean
    /// nothing afterwards.
    pub fn define_gc(&mut self) {
        let state = self.state.clone();
        let block = self.move_block();
        let shifted = shifted();
        let mut it = self.begin(&[], &[]);
        let (from, place, old, new) = (it.local(I32), it.local(I32), it.local(I32), it.local(I32));
        it.call(state.reset_offers);
        for row in self.offer_rows() {
            it.i32(row).i32(0).store(Mem::Ptr, 0);
            it.i32(row).i32(0).store(Mem::Ptr, 8);
        }
        it.sink().global_get(global::TOP).local_tee(from).global_get(global::HEAP).i32_sub().global_set(global::SHIFT);
        it.i32(state.start).call(block);
        it.i32(state.log_list);
        self.move_at(&mut it, &Ty::Any.list());
        // The snapshots, from the latest on: `place` is where the pointer to one stands.
        it.i32(state.undo).set(place);
        let done = it.block();
        let again = it.loop_();
        it.get(place).load(Mem::Ptr, 0).tee(old).sink().i32_eqz();
        it.br_if(done);
        it.i32(16 + state.size).call(self.rt.alloc).tee(new).get(old).copy(16 + state.size);
        it.get(place).get(new);
        shifted(&mut it);
        it.store(Mem::Ptr, 0);
        it.get(new).plus(16).call(block);
        it.get(new).plus(4).set(place);
        it.br(again);
        it.end();
        it.end();
        it.sink().global_get(global::HEAP).local_get(from).global_get(global::TOP).local_get(from).i32_sub();
        it.sink().memory_copy(0, 0).global_get(global::TOP).global_get(global::SHIFT).i32_sub().global_set(global::TOP);
        it.sink().global_get(global::TOP).i32_const(1).i32_shl().i32_const(GC_SPARE as i32).i32_add();
        it.sink().global_set(global::FULL);
        let collect = self.define(it);
        self.export("collect", collect);

        let mut it = self.reopen(state.collect_garbage);
        it.sink().global_get(global::TOP).global_get(global::FULL).i32_gt_u();
        it.if_();
        it.call(collect);
        it.end();
        let id = self.define(it);
        self.export("tidy", id);
    }

    /// `(address)`: moves what the state there points to.
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
        let done = it.block();
        let again = it.loop_();
        it.get(place).load(Mem::Ptr, 0).tee(old).sink().i32_eqz();
        it.br_if(done);
        it.get(old).load(Mem::Ptr, 0).i32(32).sink().i32_mul();
        it.load(Mem::Ptr, state.frames + 28).i32(SLOT).sink().i32_mul().i32_const(SLOTS as i32).i32_add();
        it.tee(size).call(self.rt.alloc).tee(new).get(old).get(size).sink().memory_copy(0, 0);
        it.get(place).get(new);
        shifted(&mut it);
        it.store(Mem::Ptr, 0);
        it.get(new).plus(FRAME_LAST);
        self.move_at(&mut it, &Ty::Any);
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
            it.if_();
            for (i, field) in fields {
                it.get(new).load(Mem::Ptr, slot(i) + SLOT_SET);
                it.if_();
                if inline(&field.ty) {
                    let (size, copy) = (layout::size(self.program, &field.ty), it.local(I32));
                    it.i32(size).call(self.rt.alloc).tee(copy).get(new).load(Mem::Ptr, slot(i)).copy(size);
                    it.get(new).get(copy);
                    shifted(&mut it);
                    it.store(Mem::Ptr, slot(i));
                    it.get(copy);
                } else {
                    it.get(new).plus(slot(i));
                }
                self.move_at(&mut it, &field.ty);
                it.end();
            }
            it.end();
        }
        it.get(new).plus(FRAME_BELOW).set(place);
        it.br(again);
        it.end();
        it.end();
        self.define(it)
    }

    /// Moves what the value points to that stands in place at the address on the stack.
    fn move_at(&mut self, it: &mut Routine, ty: &Ty) {
        if points(self.program, ty) {
            let id = self.helper_for(Helper::Move, ty);
            it.call(id);
        } else {
            it.sink().drop();
        }
    }

    pub fn move_value(&mut self, it: &mut Routine, ty: &Ty) {
        let (at, old, new) = (0, it.local(I32), it.local(I32));
        let program = self.program;
        match ty {
            Ty::Record(id) => {
                for (i, field) in program.records[id.index()].fields.iter().enumerate() {
                    it.get(at).plus(layout::field(program, *id, i));
                    self.move_at(it, &field.ty);
                }
                return;
            }
            Ty::Array(of, index) => {
                let (i, end) = (it.local(I32), it.local(I32));
                it.i32(program.count(*index) as u32).set(end);
                let each = it.each(i, end);
                it.nth(at, i, layout::size(program, of));
                self.move_at(it, of);
                it.next(each);
                return;
            }
            Ty::Opt(of) if rep(of) != Rep::Inline => {
                it.get(at);
                self.move_at(it, of);
                return;
            }
            _ => {}
        }
        let to = self.helper(Helper::MoveTo);
        it.get(at).load(Mem::Ptr, 0).set(old);
        it.get(at);
        match ty {
            Ty::Opt(of) => {
                let size = layout::size(program, of) + BOXED;
                it.i32(size).call(to).tee(new);
                it.if_();
                it.get(new).plus(BOXED);
                self.move_at(it, of);
                it.end();
            }
            Ty::Str => {
                it.get(old).load(Mem::Ptr, 4).plus(STR).call(to).sink().drop();
            }
            Ty::List(_) | Ty::Set(_) | Ty::Map(..) => {
                let types: Vec<&Ty> = match ty {
                    Ty::Map(key, of) => vec![key, of],
                    _ => ty.element().into_iter().collect(),
                };
                let (offsets, stride) = self.entry(&types);
                it.get(old).load(Mem::Ptr, LEN).i32(stride).sink().i32_mul();
                it.plus(ITEMS).call(to).tee(new);
                it.if_();
                it.get(new).get(new).load(Mem::Ptr, LEN).store(Mem::Ptr, CAPACITY);
                if types.iter().any(|it| points(program, it)) {
                    let (i, end, entry) = (it.local(I32), it.local(I32), it.local(I32));
                    it.get(new).load(Mem::Ptr, LEN).set(end);
                    let each = it.each(i, end);
                    it.nth(new, i, stride).plus(ITEMS).set(entry);
                    for (ty, offset) in types.iter().zip(offsets) {
                        it.get(entry).plus(offset);
                        self.move_at(it, ty);
                    }
                    it.next(each);
                }
                it.end();
            }
            _ => self.move_any(it, to, [old, new]),
        }
    }

    /// The address of the pointer on the stack, what it points to in a local.
    fn move_any(&mut self, it: &mut Routine, to: u32, [old, new]: [Local; 2]) {
        let (kind, count, i) = (it.local(I32), it.local(I32), it.local(I32));
        it.get(old).load(Mem::Ptr, 0).set(kind);
        // Words that follow: of an array one for each element, of an object two.
        it.get(kind).i32(tag::ARRAY).sink().i32_ge_u();
        it.if_();
        it.get(old).load(Mem::Ptr, 4).get(kind).i32(tag::ARRAY).sink().i32_sub().i32_shl().local_set(count);
        it.end();
        it.get(kind).i32(tag::STR).sink().i32_eq();
        it.if_gives(Some(I32));
        it.get(old).load(Mem::Ptr, 4).plus(STR);
        it.else_();
        it.get(kind).i32(tag::INT).sink().i32_sub().i32_const(1).i32_le_u();
        it.if_gives(Some(I32));
        it.i32(16);
        it.else_();
        it.get(count).i32(2).sink().i32_shl();
        it.plus(8);
        it.end();
        it.end();
        it.call(to).tee(new);
        it.if_();
        let each = it.each(i, count);
        it.nth(new, i, 4).plus(8);
        self.move_at(it, &Ty::Any);
        it.next(each);
        it.end();
    }

    /// `(place, bytes) → address`: copies the object that a pointer points to, and points there; 0 if
    /// it was copied before, or never moves.
    pub fn move_to(&mut self, it: &mut Routine) {
        let (place, bytes, old, new) = (0, 1, it.local(I32), it.local(I32));
        let shifted = shifted();
        it.get(place).load(Mem::Ptr, 0).tee(old).sink().global_get(global::HEAP).i32_lt_u();
        it.if_();
        it.i32(0).sink().return_();
        it.end();
        it.get(old).load(Mem::Ptr, 0).i32(tag::MOVED).sink().i32_eq();
        it.if_();
        it.get(place).get(old).load(Mem::Ptr, 4).store(Mem::Ptr, 0);
        it.i32(0).sink().return_();
        it.end();
        it.get(bytes).call(self.rt.alloc).tee(new).get(old).get(bytes).sink().memory_copy(0, 0);
        it.get(place).get(new);
        shifted(it);
        it.store(Mem::Ptr, 0);
        it.get(old).i32(tag::MOVED).store(Mem::Ptr, 0);
        it.get(old).get(place).load(Mem::Ptr, 0).store(Mem::Ptr, 4);
        it.get(new);
    }
}

/// An address on the stack becomes where it will be in the end.
fn shifted() -> impl Fn(&mut Routine) {
    |it| {
        it.sink().global_get(global::SHIFT).i32_sub();
    }
}
