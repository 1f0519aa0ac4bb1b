//! Counts the parts of a value, one step each. See [`ir::steps`].

use crate::layout::access::{bare, is_none, load};
use crate::layout::memory::{ITEMS, LEN, global, tag};
use crate::layout::{self};
use crate::module::ModuleBuilder;
use crate::module::symbols::Helper;
use crate::wasm::{CodeBuilder, Emit, I32, Local, Mem, Routine};
use ir::Ty;
use ir::steps::BYTES_SHIFT;

/// Result of counting the parts of a value.
mod counted {
    pub const TOO_MUCH: u32 = 1;
    pub const SPENT: u32 = 2;
}

impl ModuleBuilder<'_> {
    /// Counts the number of parts that a closure leaves, one step each; leaves the routine if they are too many.
    pub fn count(&self, it: &mut CodeBuilder, parts: &dyn Fn(&mut CodeBuilder)) {
        for left in [global::PARTS, global::FUEL] {
            it.sink().global_get(left);
            parts(it);
            it.sink().i32_sub().global_set(left);
        }
        it.sink().global_get(global::PARTS).i32_const(0).i32_lt_s();
        it.sink().global_get(global::PARTS).global_get(global::FUEL).i32_le_s().i32_and();
        it.if_(|it| {
            it.i32(counted::TOO_MUCH).sink().return_();
        });
        self.stop_if_spent(it);
    }

    pub fn count_one(&self, it: &mut CodeBuilder) {
        self.count(it, &|it| {
            it.i32(1);
        });
    }

    pub fn stop_if_spent(&self, it: &mut CodeBuilder) {
        it.sink().global_get(global::FUEL).i32_const(0).i32_lt_s();
        it.if_(|it| {
            it.i32(counted::SPENT).sink().return_();
        });
    }

    pub fn stop_unless_deeper(&self, it: &mut CodeBuilder, depth: Local) {
        it.get(depth).sink().i32_eqz();
        it.if_(|it| {
            it.i32(counted::TOO_MUCH).sink().return_();
        });
        it.get(depth).i32(1).sink().i32_sub().local_set(depth);
    }

    /// Counts the parts of the value on the stack.
    pub fn count_value(&mut self, it: &mut CodeBuilder, ty: &Ty, depth: Local) {
        if ty.is_scalar() || *ty == Ty::Unit {
            it.sink().drop();
            return self.count_one(it);
        }
        let (id, status) = (self.helper_for(Helper::Measure, ty), it.local(I32));
        it.get(depth).call(id).tee(status);
        it.if_(|it| {
            it.get(status).sink().return_();
        });
    }

    /// `(value, depth) → result`
    pub fn measure(&mut self, it: &mut Routine, ty: &Ty) {
        let (value, depth, program) = (0, 1, self.program);
        match ty {
            Ty::Opt(of) => {
                it.get(value);
                is_none(program, it, of);
                it.if_(|it| {
                    self.count_one(it);
                    it.i32(0).sink().return_();
                });
                it.get(value);
                bare(it, of);
                self.count_value(it, of, depth);
            }
            Ty::Str => self.count_text(it, value),
            Ty::Any => self.measure_any(it),
            Ty::Record(id) => {
                self.count_one(it);
                self.stop_unless_deeper(it, depth);
                for (i, field) in program.records[id.index()].fields.iter().enumerate() {
                    it.get(value);
                    load(program, it, &field.ty, layout::field(program, *id, i));
                    self.count_value(it, &field.ty, depth);
                }
            }
            Ty::Packed(id) => {
                let fields = program.records[id.index()].fields.len() as u32;
                self.count_one(it);
                self.stop_unless_deeper(it, depth);
                self.count(it, &|it| {
                    it.i32(fields);
                });
            }
            Ty::Array(of, index) => {
                let len = it.local(I32);
                it.i32(program.count(*index) as u32).set(len);
                self.count_one(it);
                self.stop_unless_deeper(it, depth);
                self.measure_entries(it, &[of], (value, 0, len));
            }
            Ty::List(of) | Ty::Set(of) => self.measure_list(it, &[of]),
            Ty::Map(key, of) => self.measure_list(it, &[key, of]),
            _ => self.count_one(it),
        }
        it.i32(0);
    }

    pub fn measure_list(&mut self, it: &mut Routine, types: &[&Ty]) {
        let (value, depth, len) = (0, 1, it.local(I32));
        self.count_one(it);
        self.stop_unless_deeper(it, depth);
        it.get(value).load(Mem::Ptr, LEN).set(len);
        self.measure_entries(it, types, (value, ITEMS, len));
    }

    pub fn measure_entries(&mut self, it: &mut Routine, types: &[&Ty], (base, first, len): (Local, u32, Local)) {
        let depth = 1;
        // Entries with a constant number of parts are counted all at once.
        let known = types.iter().try_fold((0, 0), |(parts, levels), ty| {
            let of = self.known_parts(ty)?;
            Some((parts + of.0, levels.max(of.1)))
        });
        if let Some((parts, levels)) = known {
            let count = |it: &mut CodeBuilder| {
                it.get(len).i32(parts).sink().i32_mul();
            };
            if levels == 0 {
                return self.count(it, &count);
            }
            it.get(depth).i32(levels).sink().i32_ge_u();
            it.if_(|it| {
                self.count(it, &count);
                it.i32(0).sink().return_();
            });
        }
        let (i, at) = (it.local(I32), it.local(I32));
        let (offsets, stride) = self.entry(types);
        it.each(i, len, |it, _| {
            it.nth(base, i, stride).set(at);
            for (ty, offset) in types.iter().zip(offsets) {
                it.get(at);
                load(self.program, it, ty, first + offset);
                self.count_value(it, ty, depth);
            }
        });
    }

    /// Number of parts of every value of a type, and their nesting; `None` if they depend on the value.
    pub fn known_parts(&self, ty: &Ty) -> Option<(u32, u32)> {
        const FEW: u32 = 256;
        let (parts, levels) = match ty {
            _ if ty.is_scalar() || *ty == Ty::Unit => return Some((1, 0)),
            Ty::Record(_) if self.steps.nests(ty) => return None,
            Ty::Record(id) | Ty::Packed(id) => {
                let fields = &self.program.records[id.index()].fields;
                fields.iter().try_fold((1, 0), |(parts, levels), field| {
                    let of = self.known_parts(&field.ty)?;
                    Some((parts + of.0, levels.max(of.1)))
                })?
            }
            Ty::Array(of, index) => {
                let (parts, levels) = self.known_parts(of)?;
                (1 + u32::try_from(self.program.count(*index)).ok()?.checked_mul(parts)?, levels)
            }
            _ => return None,
        };
        (parts <= FEW).then_some((parts, levels + 1))
    }

    pub fn count_text(&mut self, it: &mut CodeBuilder, text: Local) {
        self.count_one(it);
        it.sink().global_get(global::FUEL);
        it.get(text).load(Mem::Ptr, 4).i32(BYTES_SHIFT).sink().i32_shr_u().i32_sub().global_set(global::FUEL);
        self.stop_if_spent(it);
    }

    pub fn measure_any(&mut self, it: &mut Routine) {
        let (any, depth, kind) = (0, 1, it.local(I32));
        it.get(any).load(Mem::Ptr, 0).tee(kind).i32(tag::STR).sink().i32_eq();
        it.if_(|it| {
            self.count_text(it, any);
            it.i32(0).sink().return_();
        });
        self.count_one(it);
        it.get(kind).i32(tag::STR).sink().i32_lt_u();
        it.if_(|it| {
            it.i32(0).sink().return_();
        });
        self.stop_unless_deeper(it, depth);
        let (i, len, size) = (it.local(I32), it.local(I32), it.local(I32));
        it.get(any).load(Mem::Ptr, 4).set(len);
        // Of an object, the values.
        it.get(kind).i32(tag::OBJECT).sink().i32_eq().i32_const(2).i32_shl().i32_const(4).i32_add().local_set(size);
        it.each(i, len, |it, _| {
            it.get(any).get(i).i32(1).sink().i32_add();
            it.get(size).sink().i32_mul().i32_add();
            // The last word of an entry: entries begin after eight bytes.
            it.load(Mem::Ptr, 4);
            self.count_value(it, &Ty::Any, depth);
        });
    }

    /// `(value, site) → parts`: takes none, but stops if there are more parts than steps.
    pub fn size(&mut self, it: &mut Routine, ty: &Ty) {
        let (value, site, left, parts) = (0, 1, it.local(I32), it.local(I32));
        let (measure, trap) = (self.helper_for(Helper::Measure, ty), self.rt.trap);
        it.sink().global_get(global::FUEL).local_set(left).i32_const(i32::MAX).global_set(global::PARTS);
        it.get(value).i32(i32::MAX as u32).call(measure);
        it.if_(|it| {
            it.get(site).call(trap);
        });
        it.get(left).sink().global_get(global::FUEL).i32_sub().local_set(parts);
        it.get(left).sink().global_set(global::FUEL);
        it.get(parts);
    }

    /// `(value, site, site)`: takes a step for each part, and stops if there are more, or they nest deeper, than
    /// allowed in another value.
    pub fn guard(&mut self, it: &mut Routine, ty: &Ty) {
        let (value, spent, much) = (0, 1, 2);
        let (measure, trap, status) = (self.helper_for(Helper::Measure, ty), self.rt.trap, it.local(I32));
        match ty {
            Ty::Opt(of) => {
                it.get(value);
                is_none(self.program, it, of);
                it.if_(|it| {
                    it.sink().return_();
                });
            }
            Ty::Any => {
                it.get(value).load(Mem::Ptr, 0).i32(tag::ARRAY).sink().i32_lt_u();
                it.if_(|it| {
                    it.sink().return_();
                });
            }
            _ => {}
        }
        let size = self.limits.size.min(i32::MAX as usize) as i32;
        it.sink().i32_const(size).global_set(global::PARTS);
        it.get(value).i32(self.limits.depth as u32).call(measure).tee(status);
        it.if_(|it| {
            it.get(spent).get(much).get(status).i32(counted::SPENT).sink().i32_eq().select();
            it.call(trap);
        });
    }
}
