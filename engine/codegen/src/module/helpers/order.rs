//! The order of values: sets, maps, `sorted`.
//!
//! Invariant: the order is the interpreter's, which is JavaScript's wherever that decides; sorting is stable.

use crate::layout::access::load;
use crate::layout::memory::{ITEMS, LEN, tag};
use crate::layout::{self, Rep, rep};
use crate::module::ModuleBuilder;
use crate::module::symbols::Helper;
use crate::wasm::{CodeBuilder, Emit, I32, I64, Local, Mem, Routine};
use ir::Ty;

/// Largest size for insertion sort.
const INSERTED_MAX: u32 = 24;

/// `true` if values of a type are integers, and ordered as such.
pub fn is_integer(ty: &Ty) -> bool {
    rep(ty) == Rep::Int && !matches!(ty.inner(), Ty::Packed(_))
}

impl ModuleBuilder<'_> {
    pub fn cmp(&mut self, it: &mut Routine, ty: &Ty) {
        let (a, b) = (0, 1);
        match ty {
            Ty::Bool => {
                it.get(a).get(b).sink().i32_sub();
            }
            Ty::Str => {
                let id = self.rt.str_cmp;
                it.get(a).get(b).call(id);
            }
            Ty::Num => {
                it.get(a).get(b).sink().f64_gt();
                it.get(a).get(b).sink().f64_lt().i32_sub();
            }
            Ty::Any => {
                let id = self.helper(Helper::CmpAny);
                it.get(a).get(b).call(id);
            }
            Ty::Opt(of) if rep(of) == Rep::Int || rep(of) == Rep::Bool => {
                // None compares as 0, before an actual 0.
                let none = layout::none(layout::width(self.program, of));
                let (x, y) = (it.local(I32), it.local(I32));
                for (side, kept) in [(a, x), (b, y)] {
                    it.get(side).i64(none).sink().i64_ne().local_set(kept);
                    it.i64(0).get(side).get(kept).sink().i32_eqz().select().local_set(side);
                }
                it.get(a).get(b).sink().i64_gt_s();
                it.get(a).get(b).sink().i64_lt_s().i32_sub();
                it.get(x).get(y).sink().i32_sub();
                it.get(a).get(b).sink().i64_ne().select();
            }
            _ if rep(ty) == Rep::Int => {
                it.get(a).get(b).sink().i64_gt_s();
                it.get(a).get(b).sink().i64_lt_s().i32_sub();
            }
            _ => {
                let (raw, id) = (self.helper_for(Helper::Raw, ty), self.helper(Helper::CmpAny));
                it.get(a).call(raw).get(b).call(raw).call(id);
            }
        }
    }

    /// Compares arguments of actions; `inner`: one of several, or in a list. Lists are compared by elements. A single
    /// one is compared as in JavaScript, and may be neither less nor greater.
    pub fn offered(&mut self, it: &mut Routine, ty: &Ty, inner: bool) {
        let (a, b) = (0, 1);
        match ty {
            Ty::Num if !inner => {
                it.get(a).get(b).sink().f64_gt();
                it.get(a).get(b).sink().f64_lt().i32_sub();
            }
            // Here both orders are the same.
            Ty::Str | Ty::Num | Ty::Bool => {
                let cmp = self.helper_for(Helper::Cmp, ty);
                it.get(a).get(b).call(cmp);
            }
            _ if ty.is_integral() => {
                let cmp = self.helper_for(Helper::Cmp, ty);
                it.get(a).get(b).call(cmp);
            }
            Ty::List(of) | Ty::Set(of) => self.offered_lists(it, ty, of),
            _ => {
                let id = self.helper(if inner { Helper::OfferedAnyIn } else { Helper::OfferedAny });
                for side in [a, b] {
                    it.get(side);
                    if *ty != Ty::Any {
                        let any = self.helper_for(Helper::ToAny, ty);
                        it.call(any);
                    }
                }
                it.call(id);
            }
        }
    }

    fn offered_lists(&mut self, it: &mut Routine, ty: &Ty, of: &Ty) {
        let (a, b, stride) = (0, 1, self.stride(ty));
        let (i, len, sign) = (it.local(I32), it.local(I32), it.local(I32));
        let (x, y) = (it.local(I32), it.local(I32));
        let cmp = self.helper_for(Helper::OfferedIn, of);
        it.get(a).load(Mem::Ptr, LEN).tee(x).get(b).load(Mem::Ptr, LEN).tee(y);
        it.get(x).get(y).sink().i32_lt_u().select().local_set(len);
        it.each(i, len, |it, _| {
            for side in [a, b] {
                it.nth(side, i, stride);
                load(self.program, it, of, ITEMS);
            }
            it.call(cmp).tee(sign);
            it.if_(|it| {
                it.get(sign).sink().return_();
            });
        });
        it.get(x).get(y).sink().i32_gt_u();
        it.get(x).get(y).sink().i32_lt_u().i32_sub();
    }

    /// The same for values of type `Any`.
    pub fn offered_any(&mut self, it: &mut Routine, inner: bool) {
        let (a, b) = (0, 1);
        let (i, len, sign) = (it.local(I32), it.local(I32), it.local(I32));
        let (x, y) = (it.local(I32), it.local(I32));
        let (cmp, elements) = (self.helper(Helper::CmpAny), self.helper(Helper::OfferedAnyIn));
        it.get(a).load(Mem::Ptr, 0).tee(x).get(b).load(Mem::Ptr, 0).sink().i32_eq();
        it.get(x).i32(tag::ARRAY).sink().i32_eq().i32_and();
        it.if_(|it| {
            it.get(a).load(Mem::Ptr, 4).tee(x).get(b).load(Mem::Ptr, 4).tee(y);
            it.get(x).get(y).sink().i32_lt_u().select().local_set(len);
            it.each(i, len, |it, _| {
                for side in [a, b] {
                    it.nth(side, i, 4).load(Mem::Ptr, 8);
                }
                it.call(elements).tee(sign);
                it.if_(|it| {
                    it.get(sign).sink().return_();
                });
            });
            it.get(x).get(y).sink().i32_gt_u();
            it.get(x).get(y).sink().i32_lt_u().i32_sub().return_();
        });
        if !inner {
            it.get(x).get(b).load(Mem::Ptr, 0).sink().i32_eq();
            it.get(x).i32(tag::OBJECT).sink().i32_eq().i32_and();
            it.if_(|it| {
                it.get(a).get(b).call(cmp).sink().return_();
            });
            let js = self.helper(Helper::CmpJs);
            it.get(a).get(b).call(js).sink().return_();
        }
        it.get(a).get(b).call(cmp);
    }

    /// Compares the entries at two addresses.
    fn cmp_entries(
        &mut self,
        it: &mut CodeBuilder,
        container: &Ty,
        a: &dyn Fn(&mut CodeBuilder),
        b: &dyn Fn(&mut CodeBuilder),
    ) {
        let of = self.element(container);
        let cmp = self.helper_for(Helper::Cmp, of);
        for side in [a, b] {
            side(it);
            load(self.program, it, of, 0);
        }
        it.call(cmp);
    }

    pub fn search(&mut self, it: &mut Routine, container: &Ty) {
        let of = self.element(container);
        let (list, key) = (0, 1);
        let (low, high, middle, sign) = (it.local(I32), it.local(I32), it.local(I32), it.local(I32));
        let (stride, cmp) = (self.stride(container), self.helper_for(Helper::Cmp, of));
        it.get(list).load(Mem::Ptr, LEN).set(high);
        it.block_loop(|it, done, again| {
            it.get(low).get(high).sink().i32_ge_u();
            it.br_if(done);
            it.get(low).get(high).sink().i32_add().i32_const(1).i32_shr_u().local_set(middle);
            it.nth(list, middle, stride);
            load(self.program, it, of, ITEMS);
            it.get(key).call(cmp).tee(sign).sink().i32_eqz();
            it.if_(|it| {
                it.get(middle).sink().return_();
            });
            it.get(sign).i32(0).sink().i32_lt_s();
            it.if_(|it| {
                it.get(middle).i32(1).sink().i32_add().local_set(low);
            })
            .else_(|it| {
                it.get(middle).set(high);
            });
            it.br(again);
        });
        it.i32(u32::MAX).get(low).sink().i32_sub();
    }

    /// Merges runs of 1, 2, 4, … entries, back and forth between the list and a buffer of the same size. Few integers
    /// are sorted by insertion, with the same result.
    pub fn sort(&mut self, it: &mut Routine, container: &Ty) {
        let (list, stride) = (0, self.stride(container));
        let (count, from, to, width, low) = (it.local(I32), it.local(I32), it.local(I32), it.local(I32), it.local(I32));
        let (middle, high, a, b, k) = (it.local(I32), it.local(I32), it.local(I32), it.local(I32), it.local(I32));
        it.get(list).load(Mem::Ptr, LEN).set(count);
        it.get(list).plus(ITEMS).set(from);
        it.get(count).i32(stride).sink().i32_mul();
        it.call(self.rt.alloc).set(to);
        if self.fast && container.element().is_some_and(is_integer) {
            it.get(count).i32(INSERTED_MAX).sink().i32_le_u();
            it.if_(|it| {
                self.insert_each(it, container, [from, to, count]);
                it.sink().return_();
            });
        }
        it.i32(1).set(width);
        it.block_loop(|it, sorted, wider| {
            it.get(width).get(count).sink().i32_ge_u();
            it.br_if(sorted);
            it.i32(0).set(low);
            it.block_loop(|it, through, run| {
                it.get(low).get(count).sink().i32_ge_u();
                it.br_if(through);
                for (end, runs) in [(middle, 1), (high, 2)] {
                    it.get(low).get(width).i32(runs).sink().i32_mul().i32_add().local_set(end);
                    it.get(count).get(end).get(end).get(count).sink().i32_gt_u().select().local_set(end);
                }
                it.get(low).tee(a).set(k);
                it.get(middle).set(b);
                it.block_loop(|it, merged, next| {
                    it.get(k).get(high).sink().i32_ge_u();
                    it.br_if(merged);
                    it.nth(to, k, stride);
                    // The first of the left run, unless the first of the right one is smaller.
                    it.get(b).get(high).sink().i32_ge_u();
                    it.if_value(Some(I32), |it| {
                        it.i32(1);
                    })
                    .else_(|it| {
                        it.get(a).get(middle).sink().i32_ge_u();
                        it.if_value(Some(I32), |it| {
                            it.i32(0);
                        })
                        .else_(|it| {
                            let nth = |at: Local| {
                                move |it: &mut CodeBuilder| {
                                    it.nth(from, at, stride);
                                }
                            };
                            self.cmp_entries(it, container, &nth(a), &nth(b));
                            it.i32(0).sink().i32_le_s();
                        });
                    });
                    it.if_value(Some(I32), |it| {
                        it.nth(from, a, stride).get(a).i32(1).sink().i32_add().local_set(a);
                    })
                    .else_(|it| {
                        it.nth(from, b, stride).get(b).i32(1).sink().i32_add().local_set(b);
                    });
                    it.copy(stride);
                    it.get(k).i32(1).sink().i32_add().local_set(k);
                    it.br(next);
                });
                it.get(high).set(low);
                it.br(run);
            });
            it.get(from).get(to).set(from).set(to);
            it.get(width).i32(1).sink().i32_shl().local_set(width);
            it.br(wider);
        });
        it.get(from).get(list).plus(ITEMS).sink().i32_ne();
        it.if_(|it| {
            it.get(to).get(from).get(count).i32(stride).sink().i32_mul().memory_copy(0, 0);
        });
    }

    /// Puts each entry where its integer belongs among those before it; there is room for one at `aside`.
    fn insert_each(&mut self, it: &mut Routine, container: &Ty, [first, aside, count]: [Local; 3]) {
        let of = self.element(container);
        let stride = self.stride(container);
        let (k, at, before) = (it.local(I32), it.local(I32), it.local(I32));
        it.each(k, count, |it, _| {
            it.nth(first, k, stride).set(at);
            it.get(aside).get(at).copy(stride);
            it.block_loop(|it, found, again| {
                it.get(at).get(first).sink().i32_le_u();
                it.br_if(found);
                it.get(at).i32(stride).sink().i32_sub().local_set(before);
                for entry in [before, aside] {
                    it.get(entry);
                    load(self.program, it, of, 0);
                }
                it.sink().i64_le_s();
                it.br_if(found);
                it.get(at).get(before).copy(stride).get(before).set(at);
                it.br(again);
            });
            it.get(at).get(aside).copy(stride);
        });
    }

    /// Integers in a small range are bits of one number.
    pub fn bit_set(&mut self, it: &mut Routine, container: &Ty) {
        let of = self.element(container);
        let (list, at) = (0, it.local(I32));
        let (low, bits) = self.bits_of(it, container, 0);
        it.get(list).get(bits).sink().i64_popcnt().i32_wrap_i64();
        it.store(Mem::Ptr, LEN);
        it.get(list).set(at);
        it.block_loop(|it, done, again| {
            it.get(bits).sink().i64_eqz();
            it.br_if(done);
            it.get(at).get(low).get(bits).sink().i64_ctz().i64_add();
            it.store(layout::mem(self.program, of), ITEMS);
            it.get(bits).get(bits).i64(1).sink().i64_sub().i64_and().local_set(bits);
            it.get(at).plus(self.stride(container)).set(at);
            it.br(again);
        });
        it.i32(1);
    }

    pub fn distinct(&mut self, it: &mut Routine, container: &Ty) {
        let (_, bits) = self.bits_of(it, container, u32::MAX);
        it.get(bits).sink().i64_popcnt().i32_wrap_i64();
    }

    /// The integers of the routine's list as bits of a number, and the lowest of them: both in locals. If they are too
    /// far apart, the routine returns `otherwise`.
    fn bits_of(&mut self, it: &mut Routine, container: &Ty, otherwise: u32) -> (Local, Local) {
        let (list, stride) = (0, self.stride(container));
        let (at, end) = (it.local(I32), it.local(I32));
        let (low, high, n, bits) = (it.local(I64), it.local(I64), it.local(I64), it.local(I64));
        let of = self.element(container);
        let each = |it: &mut Routine, body: &dyn Fn(&mut Routine)| {
            it.get(list).set(at);
            it.block_loop(|it, done, again| {
                it.get(at).get(end).sink().i32_ge_u();
                it.br_if(done);
                it.get(at);
                load(self.program, it, of, ITEMS);
                it.set(n);
                body(it);
                it.get(at).plus(stride).set(at);
                it.br(again);
            });
        };
        it.get(list).load(Mem::Ptr, LEN).i32(stride).sink().i32_mul().local_get(list).i32_add().local_set(end);
        // Mostly they are small.
        each(it, &|it| {
            it.get(high).get(n).sink().i64_or().local_set(high);
            it.get(bits).i64(1).get(n).sink().i64_shl().i64_or().local_set(bits);
        });
        it.get(high).i64(64).sink().i64_ge_u();
        it.if_(|it| {
            it.i64(0).set(bits).i64(i64::MAX).set(low).i64(i64::MIN).set(high);
            each(it, &|it| {
                it.get(n).get(low).get(n).get(low).sink().i64_lt_s().select().local_set(low);
                it.get(n).get(high).get(n).get(high).sink().i64_gt_s().select().local_set(high);
            });
            it.get(high).get(low).sink().i64_sub().i64_const(64).i64_ge_u();
            it.if_(|it| {
                it.i32(otherwise).sink().return_();
            });
            each(it, &|it| {
                it.get(bits).i64(1).get(n).get(low).sink().i64_sub().i64_shl().i64_or().local_set(bits);
            });
        });
        (low, bits)
    }

    pub fn dedup(&mut self, it: &mut Routine, container: &Ty) {
        let (list, stride) = (0, self.stride(container));
        let (count, i, kept, first) = (it.local(I32), it.local(I32), it.local(I32), it.local(I32));
        it.get(list).load(Mem::Ptr, LEN).set(count);
        it.get(list).plus(ITEMS).set(first);
        it.each(i, count, |it, _| {
            let last = |it: &mut CodeBuilder| {
                it.nth(first, kept, stride).i32(stride).sink().i32_sub();
            };
            it.get(kept);
            it.if_value(Some(I32), |it| {
                self.cmp_entries(it, container, &last, &|it| {
                    it.nth(first, i, stride);
                });
                it.sink().i32_eqz();
            })
            .else_(|it| {
                it.i32(0);
            });
            it.if_(|it| {
                if matches!(container, Ty::Map(..)) {
                    last(it);
                    it.nth(first, i, stride).copy(stride);
                }
            })
            .else_(|it| {
                it.nth(first, kept, stride).nth(first, i, stride).copy(stride);
                it.get(kept).i32(1).sink().i32_add().local_set(kept);
            });
        });
        it.get(list).get(kept).store(Mem::Ptr, LEN);
    }

    /// `(list, big)`
    pub fn shuffle(&mut self, it: &mut Routine, of: &Ty) {
        let (list, big, stride, rt) = (0, 1, layout::size(self.program, of), self.rt);
        let (seed, undo) = (self.state.seed, self.state.undo);
        let (i, j, swap, first) = (it.local(I32), it.local(I32), it.local(I32), it.local(I32));
        it.i32(stride).call(rt.alloc).set(swap);
        it.get(list).plus(ITEMS).set(first);
        it.get(list).load(Mem::Ptr, LEN).i32(1).sink().i32_sub().local_set(i);
        it.block_loop(|it, done, again| {
            it.get(i).i32(1).sink().i32_lt_s();
            it.br_if(done);
            it.i32(seed).get(big);
            it.if_value(Some(I64), |it| {
                it.i32(seed).load(Mem::Int(8), 0).call(rt.next_big);
            })
            .else_(|it| {
                it.i32(seed).load(Mem::Int(8), 0).call(rt.next);
            });
            it.store(Mem::Int(8), 0);
            it.i32(seed).load(Mem::Int(8), 0);
            it.get(i).i32(1).sink().i32_add().i64_extend_i32_u().i64_rem_u().i32_wrap_i64().local_set(j);
            it.get(swap).nth(first, i, stride).copy(stride);
            it.nth(first, i, stride).nth(first, j, stride).copy(stride);
            it.nth(first, j, stride).get(swap).copy(stride);
            it.get(i).i32(1).sink().i32_sub().local_set(i);
            it.br(again);
        });
        it.i32(undo).i32(0).store(Mem::Ptr, 0);
    }
}
