//! Lists with one owner, and shared values.

use crate::layout::access::new_list;
use crate::layout::memory::{CAPACITY, ITEMS, LEN, SHARED};
use crate::layout::{self};
use crate::module::ModuleBuilder;
use crate::module::symbols::Helper;
use crate::wasm::{CodeBuilder, Emit, I32, Local, Mem, Routine};
use ir::Ty;

impl ModuleBuilder<'_> {
    /// Distance between entries of a list, set or map.
    pub fn stride(&self, container: &Ty) -> u32 {
        match container {
            Ty::Map(key, of) => self.entry(&[key, of]).1,
            _ => container.element().map_or(4, |of| layout::size(self.program, of)),
        }
    }

    /// Marks the values of an entry as shared; its address is in a local.
    pub fn share_entry(&mut self, it: &mut CodeBuilder, container: &Ty, at: Local) {
        let types: Vec<&Ty> = match container {
            Ty::Map(key, of) => vec![key, of],
            _ => container.element().into_iter().collect(),
        };
        let offsets = self.entry(&types).0;
        for (ty, offset) in types.into_iter().zip(offsets) {
            if layout::shares(self.program, ty) {
                it.get(at).plus(offset);
                self.share_at(it, ty);
            }
        }
    }

    pub fn entry_shares(&self, container: &Ty) -> bool {
        match container {
            Ty::Map(key, of) => layout::shares(self.program, key) || layout::shares(self.program, of),
            _ => container.element().is_some_and(|of| layout::shares(self.program, of)),
        }
    }

    pub fn own(&mut self, it: &mut Routine, container: &Ty) {
        let stride = self.stride(container);
        let (list, room) = (0, 1);
        let (to, len, at, i) = (it.local(I32), it.local(I32), it.local(I32), it.local(I32));
        it.get(list).load(Mem::Ptr, SHARED).sink().i32_eqz();
        it.get(list).load(Mem::Ptr, CAPACITY).get(room).sink().i32_ge_u().i32_and();
        it.if_(|it| {
            it.get(list).sink().return_();
        });
        it.get(list).load(Mem::Ptr, LEN).set(len);
        // A growing list at least doubles its room; a copy, which may be the last change, gets an eighth more.
        it.get(room).get(len).sink().i32_gt_u();
        it.if_(|it| {
            it.get(len).get(len).get(list).load(Mem::Ptr, SHARED).i32(3).sink().i32_mul().i32_shr_u().i32_add();
            it.i32(4).sink().i32_add().local_tee(at).local_get(room).i32_gt_u();
            it.if_(|it| {
                it.get(at).set(room);
            });
        })
        .else_(|it| {
            it.get(len).set(room);
        });
        new_list(it, self.rt.alloc, to, room, stride);
        it.get(to).get(len).store(Mem::Ptr, LEN);
        it.get(to).plus(ITEMS).get(list).plus(ITEMS).get(len).i32(stride).sink().i32_mul();
        it.call(self.rt.copy);
        if self.entry_shares(container) {
            it.get(list).load(Mem::Ptr, SHARED);
            it.if_(|it| {
                it.each(i, len, |it, _| {
                    it.nth(to, i, stride).plus(ITEMS).set(at);
                    self.share_entry(it, container, at);
                });
            });
        }
        it.get(to);
    }

    pub fn sub(&mut self, it: &mut Routine, of: &Ty) {
        let (first, count, room, to) = (0, 1, 2, it.local(I32));
        let stride = layout::size(self.program, of);
        new_list(it, self.rt.alloc, to, room, stride);
        let append = self.helper_for(Helper::Append, of);
        it.get(to).get(first).get(count).call(append).get(to);
    }

    pub fn append(&mut self, it: &mut Routine, of: &Ty) {
        let (list, first, count) = (0, 1, 2);
        let (to, i, stride) = (it.local(I32), it.local(I32), layout::size(self.program, of));
        it.get(list).plus(ITEMS).get(list).load(Mem::Ptr, LEN).i32(stride).sink().i32_mul().i32_add().local_tee(to);
        it.get(first).get(count).i32(stride).sink().i32_mul();
        // More than was asked for may be written word by word, which must stay within the room.
        it.call(if stride.is_multiple_of(8) { self.rt.copy } else { self.rt.copy_within });
        it.get(list).get(list).load(Mem::Ptr, LEN).get(count).sink().i32_add();
        it.store(Mem::Ptr, LEN);
        if layout::shares(self.program, of) {
            it.each(i, count, |it, _| {
                it.nth(to, i, stride);
                self.share_at(it, of);
            });
        }
    }

    /// Marks the value at the address on the stack as shared.
    pub fn share_at(&mut self, it: &mut CodeBuilder, ty: &Ty) {
        if !layout::shares(self.program, ty) {
            it.sink().drop();
            return;
        }
        let id = self.helper_for(Helper::Share, ty);
        it.call(id);
    }

    pub fn share(&mut self, it: &mut Routine, ty: &Ty) {
        let at = 0;
        match ty {
            Ty::Record(id) => {
                for (i, field) in self.program.records[id.index()].fields.iter().enumerate() {
                    if layout::shares(self.program, &field.ty) {
                        it.get(at).plus(layout::field(self.program, *id, i));
                        self.share_at(it, &field.ty);
                    }
                }
            }
            Ty::Array(of, index) => {
                let stride = layout::size(self.program, of);
                for i in 0..self.program.count(*index) as u32 {
                    it.get(at).plus(i * stride);
                    self.share_at(it, of);
                }
            }
            _ => {
                let object = it.local(I32);
                it.get(at).load(Mem::Ptr, 0).tee(object);
                it.if_(|it| {
                    it.get(object).i32(1).store(Mem::Ptr, SHARED);
                });
            }
        }
    }

    /// The offsets in one entry of a list (or, with two types, of a map), and how far it is to the next.
    pub fn entry(&self, types: &[&Ty]) -> (Vec<u32>, u32) {
        let (offsets, size, align) = layout::place(self.program, types.iter().copied());
        (offsets, size.next_multiple_of(align))
    }
}
