//! Values moved while memory is given back; see `entries/gc.rs`.

use crate::layout::memory::{BOXED, CAPACITY, ITEMS, LEN, STR, global, tag};
use crate::layout::{self, Rep, rep};
use crate::module::ModuleBuilder;
use crate::module::symbols::Helper;
use crate::wasm::{Emit, I32, Local, Mem, Routine};
use ir::{Program, Ty};

impl ModuleBuilder<'_> {
    /// Updates the pointers of the in-place value at the address on the stack.
    pub fn move_at(&mut self, it: &mut Routine, ty: &Ty) {
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
                it.each(i, end, |it, _| {
                    it.nth(at, i, layout::size(program, of));
                    self.move_at(it, of);
                });
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
                it.if_(|it| {
                    it.get(new).plus(BOXED);
                    self.move_at(it, of);
                });
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
                it.if_(|it| {
                    it.get(new).get(new).load(Mem::Ptr, LEN).store(Mem::Ptr, CAPACITY);
                    if types.iter().any(|it| points(program, it)) {
                        let (i, end, entry) = (it.local(I32), it.local(I32), it.local(I32));
                        it.get(new).load(Mem::Ptr, LEN).set(end);
                        it.each(i, end, |it, _| {
                            it.nth(new, i, stride).plus(ITEMS).set(entry);
                            for (ty, offset) in types.iter().zip(offsets) {
                                it.get(entry).plus(offset);
                                self.move_at(it, ty);
                            }
                        });
                    }
                });
            }
            _ => self.move_any(it, to, [old, new]),
        }
    }

    /// The address of the pointer is on the stack, its target in a local.
    pub fn move_any(&mut self, it: &mut Routine, to: u32, [old, new]: [Local; 2]) {
        let (kind, count, i) = (it.local(I32), it.local(I32), it.local(I32));
        it.get(old).load(Mem::Ptr, 0).set(kind);
        // Words that follow: of an array one for each element, of an object two.
        it.get(kind).i32(tag::ARRAY).sink().i32_ge_u();
        it.if_(|it| {
            it.get(old).load(Mem::Ptr, 4).get(kind).i32(tag::ARRAY).sink().i32_sub().i32_shl().local_set(count);
        });
        it.get(kind).i32(tag::STR).sink().i32_eq();
        it.if_value(Some(I32), |it| {
            it.get(old).load(Mem::Ptr, 4).plus(STR);
        })
        .else_(|it| {
            it.get(kind).i32(tag::INT).sink().i32_sub().i32_const(1).i32_le_u();
            it.if_value(Some(I32), |it| {
                it.i32(16);
            })
            .else_(|it| {
                it.get(count).i32(2).sink().i32_shl();
                it.plus(8);
            });
        });
        it.call(to).tee(new);
        it.if_(|it| {
            it.each(i, count, |it, _| {
                it.nth(new, i, 4).plus(8);
                self.move_at(it, &Ty::Any);
            });
        });
    }

    /// `(place, bytes) → address`: copies the object that a pointer points to, and points there; 0 if
    /// it was copied before, or never moves.
    pub fn move_to(&mut self, it: &mut Routine) {
        let (place, bytes, old, new) = (0, 1, it.local(I32), it.local(I32));
        let shifted = shifted();
        it.get(place).load(Mem::Ptr, 0).tee(old).sink().global_get(global::HEAP).i32_lt_u();
        it.if_(|it| {
            it.i32(0).sink().return_();
        });
        it.get(old).load(Mem::Ptr, 0).i32(tag::MOVED).sink().i32_eq();
        it.if_(|it| {
            it.get(place).get(old).load(Mem::Ptr, 4).store(Mem::Ptr, 0);
            it.i32(0).sink().return_();
        });
        it.get(bytes).call(self.rt.alloc).tee(new).get(old).get(bytes).sink().memory_copy(0, 0);
        it.get(place).get(new);
        shifted(it);
        it.store(Mem::Ptr, 0);
        it.get(old).i32(tag::MOVED).store(Mem::Ptr, 0);
        it.get(old).get(place).load(Mem::Ptr, 0).store(Mem::Ptr, 4);
        it.get(new);
    }
}

/// `true` if a value contains a pointer.
pub fn points(program: &Program, ty: &Ty) -> bool {
    match ty {
        Ty::Opt(of) => rep(of) == Rep::Inline || points(program, of),
        Ty::Array(of, _) => points(program, of),
        Ty::Record(id) => program.records[id.index()].fields.iter().any(|it| points(program, &it.ty)),
        _ => rep(ty) == Rep::Ptr,
    }
}

/// An address on the stack becomes where it will be in the end.
pub fn shifted() -> impl Fn(&mut Routine) {
    |it| {
        it.sink().global_get(global::SHIFT).i32_sub();
    }
}
