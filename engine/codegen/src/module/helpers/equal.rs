//! Equality of values.

use crate::layout::access::load;
use crate::layout::memory::{BOXED, ITEMS, LEN, tag};
use crate::layout::{self, Rep, rep};
use crate::module::ModuleBuilder;
use crate::module::symbols::Helper;
use crate::wasm::{CodeBuilder, Emit, F64, I32, I64, Local, Mem, Routine};
use ir::steps::{COMPARED_FREE, COMPARED_SHIFT, compared, compared_first};
use ir::{Program, RecordId, Ty};

impl ModuleBuilder<'_> {
    /// Compares the two values on the stack.
    pub fn equal(&mut self, it: &mut CodeBuilder, ty: &Ty) {
        self.equal_by(it, ty, Helper::Eq);
    }

    /// As `equal`, for values inside compared values.
    fn equal_within(&mut self, it: &mut CodeBuilder, ty: &Ty) {
        self.equal_by(it, ty, Helper::EqWithin);
    }

    /// `true` if values of a type are integers, which are compared without a step.
    pub fn is_integer(&self, ty: &Ty) -> bool {
        rep(ty) == Rep::Int
            && match ty.inner() {
                Ty::Packed(id) => compared_first(self.program.records[id.index()].fields.len()) == 0,
                _ => true,
            }
    }

    fn equal_by(&mut self, it: &mut CodeBuilder, ty: &Ty, by: Helper) {
        match rep(ty) {
            Rep::Int if let Ty::Packed(id) = ty.inner() => {
                let fields = self.program.records[id.index()].fields.len();
                let fuel = if by == Helper::Eq { compared_first(fields) } else { compared(fields) };
                equal_packed(self.program, it, ty, fuel as u32);
            }
            Rep::Int => {
                it.sink().i64_eq();
            }
            Rep::Bool => {
                it.sink().i32_eq();
            }
            Rep::Num if !matches!(ty, Ty::Opt(_)) => {
                it.sink().f64_eq();
            }
            Rep::Unit => {
                it.i32(1);
            }
            _ if *ty == Ty::Str => {
                let id = self.rt.text_eq;
                it.call(id);
            }
            // None needs no call.
            _ if matches!(ty, Ty::Opt(of) if rep(of) == Rep::Inline) => {
                let (id, a, b) = (self.helper_for(by, ty), it.local(I32), it.local(I32));
                it.set(b).tee(a);
                it.if_value(Some(I32), |it| {
                    it.get(b);
                    it.if_value(Some(I32), |it| {
                        it.get(a).get(b).call(id);
                    })
                    .else_(|it| {
                        it.i32(0);
                    });
                })
                .else_(|it| {
                    it.get(b).sink().i32_eqz();
                });
            }
            Rep::Num | Rep::Ptr | Rep::Inline => {
                let id = self.helper_for(by, ty);
                it.call(id);
            }
        }
    }

    /// Fuel for comparing this many parts of an array or a record.
    fn spend_comparing_parts(&self, it: &mut Routine, parts: usize, within: bool) {
        let fuel = if within { compared(parts) } else { compared_first(parts) };
        if fuel > 0 {
            self.spend_comparing(it, &|it| {
                it.i32(fuel as u32);
            });
        }
    }

    /// The same for as many entries of a list as a local says.
    fn spend_comparing_entries(&self, it: &mut Routine, entries: Local, within: bool) {
        self.spend_comparing(it, &|it| {
            it.get(entries).i32(COMPARED_SHIFT).sink().i32_shr_u().i32_const(1).i32_add();
            if !within {
                it.get(entries).i32(COMPARED_FREE as u32).sink().i32_gt_u().i32_mul();
            }
        });
    }

    pub fn eq(&mut self, it: &mut Routine, ty: &Ty, within: bool) {
        let (a, b) = (0, 1);
        let no = |it: &mut Routine| {
            it.if_(|it| {
                it.i32(0).sink().return_();
            });
        };
        match ty {
            Ty::Record(id) => self.eq_record(it, *id, 0, within),
            Ty::Array(of, index) => {
                let (at, stride) = (it.local(I32), layout::size(self.program, of));
                let end = self.program.count(*index) as u32 * stride;
                self.spend_comparing_parts(it, self.program.count(*index), within);
                if end > 0 {
                    it.loop_(|it, next| {
                        for side in [a, b] {
                            it.get(side).get(at).sink().i32_add();
                            load(self.program, it, of, 0);
                        }
                        self.equal_within(it, of);
                        it.sink().i32_eqz();
                        no(it);
                        it.get(at).i32(stride).sink().i32_add().local_tee(at).i32_const(end as i32).i32_lt_u();
                        it.br_if(next);
                    });
                }
                it.i32(1);
            }
            Ty::List(of) | Ty::Set(of) => self.eq_items(it, &[of], within),
            Ty::Map(key, of) => self.eq_items(it, &[key, of], within),
            Ty::Opt(of) if rep(of) == Rep::Num => {
                it.get(a).sink().i64_reinterpret_f64();
                it.get(b).sink().i64_reinterpret_f64().i64_eq();
                it.get(a).get(b).sink().f64_eq().i32_or();
            }
            Ty::Opt(of) => {
                // Either none: equal if both are.
                it.get(a).sink().i32_eqz();
                it.get(b).sink().i32_eqz().i32_or();
                it.if_(|it| {
                    it.get(a).get(b).sink().i32_eq().return_();
                });
                if let Ty::Record(id) = **of {
                    return self.eq_record(it, id, BOXED, within);
                }
                for side in [a, b] {
                    it.get(side);
                    if rep(of) == Rep::Inline {
                        it.plus(BOXED);
                    }
                }
                self.equal_by(it, of, if within { Helper::EqWithin } else { Helper::Eq });
            }
            // `Any`.
            _ => self.eq_any(it, within),
        }
    }

    /// Compares records at an offset from the addresses in the first two locals.
    pub fn eq_record(&mut self, it: &mut Routine, id: RecordId, first: u32, within: bool) {
        let fields = &self.program.records[id.index()].fields;
        self.spend_comparing_parts(it, fields.len(), within);
        for (i, field) in fields.iter().enumerate() {
            let offset = first + layout::field(self.program, id, i);
            for side in [0, 1] {
                it.get(side);
                load(self.program, it, &field.ty, offset);
            }
            self.equal_within(it, &field.ty);
            it.sink().i32_eqz();
            it.if_(|it| {
                it.i32(0).sink().return_();
            });
        }
        it.i32(1);
    }

    /// By structure; 1 and 1.0 are equal.
    pub fn eq_any(&mut self, it: &mut Routine, within: bool) {
        let (a, b) = (0, 1);
        let (kind, i, len) = (it.local(I32), it.local(I32), it.local(I32));
        let text_eq = self.rt.text_eq;
        let id = if within { it.id } else { self.helper_for(Helper::EqWithin, &Ty::Any) };
        let is = |it: &mut Routine, helper: u32| {
            it.get(kind).i32(helper).sink().i32_eq();
        };
        it.get(a).load(Mem::Ptr, 0).tee(kind).get(b).load(Mem::Ptr, 0).sink().i32_ne();
        it.if_(|it| {
            // Of two kinds: both numbers.
            for side in [a, b] {
                it.get(side).load(Mem::Ptr, 0).i32(tag::INT).sink().i32_sub().i32_const(1).i32_gt_u();
                it.if_(|it| {
                    it.i32(0).sink().return_();
                });
            }
            for side in [a, b] {
                it.get(side).load(Mem::Ptr, 0).i32(tag::INT).sink().i32_eq();
                it.if_value(Some(F64), |it| {
                    it.get(side).load(Mem::Int(8), 8).sink().f64_convert_i64_s();
                })
                .else_(|it| {
                    it.get(side).load(Mem::Num, 8);
                });
            }
            it.sink().f64_eq().return_();
        });
        is(it, tag::STR);
        it.if_(|it| {
            it.get(a).get(b).call(text_eq).sink().return_();
        });
        is(it, tag::INT);
        it.if_(|it| {
            it.get(a).load(Mem::Int(8), 8).get(b).load(Mem::Int(8), 8).sink().i64_eq().return_();
        });
        is(it, tag::NUM);
        it.if_(|it| {
            it.get(a).load(Mem::Num, 8).get(b).load(Mem::Num, 8).sink().f64_eq().return_();
        });
        it.get(kind).sink().i32_eqz();
        it.if_(|it| {
            it.i32(1).sink().return_();
        });
        // Booleans: the value; others: the number of entries.
        it.get(a).load(Mem::Ptr, 4).tee(len).get(b).load(Mem::Ptr, 4).sink().i32_ne();
        it.if_(|it| {
            it.i32(0).sink().return_();
        });
        is(it, tag::BOOL);
        it.if_(|it| {
            it.i32(1).sink().return_();
        });
        is(it, tag::OBJECT);
        it.if_(|it| {
            self.spend_comparing(it, &|it| {
                let few = |it: &mut CodeBuilder| {
                    it.get(len).i32(COMPARED_SHIFT).sink().i32_shr_u();
                };
                few(it);
                few(it);
                it.sink().i32_mul().local_get(len).i32_add().i32_const(1).i32_add();
            });
            let (find, entry, other) = (self.helper(Helper::AnyFind), it.local(I32), it.local(I32));
            it.each(i, len, |it, _| {
                it.nth(a, i, 8).set(entry);
                it.get(b).get(entry).load(Mem::Ptr, 8).call(find).tee(other);
                it.if_value(Some(I32), |it| {
                    it.get(entry).load(Mem::Ptr, 12).get(other).load(Mem::Ptr, 0).call(id);
                })
                .else_(|it| {
                    it.i32(0);
                });
                it.sink().i32_eqz();
                it.if_(|it| {
                    it.i32(0).sink().return_();
                });
            });
            it.i32(1).sink().return_();
        });
        self.spend_comparing_entries(it, len, within);
        it.each(i, len, |it, _| {
            for side in [a, b] {
                it.get(side).get(i).i32(4).sink().i32_mul().i32_add();
                it.load(Mem::Ptr, 8);
            }
            it.call(id).sink().i32_eqz();
            it.if_(|it| {
                it.i32(0).sink().return_();
            });
        });
        it.i32(1);
    }

    pub fn eq_items(&mut self, it: &mut Routine, types: &[&Ty], within: bool) {
        let (a, b) = (0, 1);
        let (at, end) = (it.local(I32), it.local(I32));
        let (offsets, stride) = self.entry(types);
        it.get(a).load(Mem::Ptr, LEN).tee(end).get(b).load(Mem::Ptr, LEN).sink().i32_ne();
        it.if_(|it| {
            it.i32(0).sink().return_();
        });
        let entries = it.local(I32);
        it.get(end).i32(types.len() as u32).sink().i32_mul().local_set(entries);
        self.spend_comparing_entries(it, entries, within);
        it.get(end).i32(stride).sink().i32_mul().local_set(end);
        it.block_loop(|it, done, next| {
            it.get(at).get(end).sink().i32_ge_u();
            it.br_if(done);
            for (ty, offset) in types.iter().zip(offsets) {
                for side in [a, b] {
                    it.get(side).get(at).sink().i32_add();
                    load(self.program, it, ty, ITEMS + offset);
                }
                self.equal_within(it, ty);
                it.sink().i32_eqz();
                it.if_(|it| {
                    it.i32(0).sink().return_();
                });
            }
            it.get(at).i32(stride).sink().i32_add().local_set(at);
            it.br(next);
        });
        it.i32(1);
    }
}

/// Compares the two packed records on the stack, which may be optional; takes this much fuel.
fn equal_packed(program: &Program, it: &mut CodeBuilder, ty: &Ty, fuel: u32) {
    if fuel == 0 {
        it.sink().i64_eq();
        return;
    }
    if let Ty::Opt(of) = ty {
        let none = layout::none(layout::width(program, of));
        let (a, b) = (it.local(I64), it.local(I64));
        debug_assert!(rep(ty) == Rep::Int);
        it.set(b).set(a).fuel_left();
        it.get(a).i64(none).sink().i64_ne();
        it.get(b).i64(none).sink().i64_ne().i32_and();
        it.i32(fuel).sink().i32_mul();
        it.spend_given();
        it.get(a).get(b);
    } else {
        it.fuel_left().i32(fuel).spend_given();
    }
    it.sink().i64_eq();
}
