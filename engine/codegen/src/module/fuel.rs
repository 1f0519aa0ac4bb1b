//! Steps: where they are taken, and how many. See [`ir::steps`], which says what they are.

use crate::function::FunctionCompiler;
use crate::layout;
use crate::module::helpers::{Helper, ITEMS, LEN, bare, is_none, load};
use crate::module::{ModuleBuilder, global, tag};
use crate::wasm::{CodeBuilder, I32, Local, Mem, Routine};
use diag::Code;
use ir::steps::{BYTES_SHIFT, COPIED_SHIFT, ENTRIES_SHIFT, MOVED_SHIFT, copies, is_list};
use ir::{Expr, FnId, Ty};

/// What came of counting the parts of a value.
mod counted {
    pub const TOO_MUCH: u32 = 1;
    pub const SPENT: u32 = 2;
}

impl ModuleBuilder<'_> {
    /// Takes the steps for entering a function from outside.
    pub fn enter(&mut self, it: &mut CodeBuilder, id: FnId) {
        let site = self.site(Code::OutOfFuel, self.program.function(id).span);
        self.spend(it, site, self.steps.entry(id));
    }

    /// The same for what a transition leads to.
    pub fn follow_to(&mut self, it: &mut CodeBuilder, id: FnId) {
        it.sink().global_get(global::SITE);
        it.i32(self.steps.entry(id)).call(self.rt.spend);
    }

    /// Takes a constant number of steps.
    pub fn spend(&self, it: &mut CodeBuilder, site: u32, steps: u32) {
        if steps == 0 {
            return;
        }
        it.spend(steps);
        it.if_();
        it.i32(site).call(self.rt.trap);
        it.sink().unreachable();
        it.end();
    }

    /// Takes as many steps as a local holds, shifted: mostly none.
    pub fn spend_shifted(&self, it: &mut CodeBuilder, site: u32, (len, shift): (Local, u32)) {
        it.get(len).i32(shift).sink().i32_shr_u();
        it.if_();
        it.i32(site).get(len).i32(shift).sink().i32_shr_u();
        it.call(self.rt.spend);
        it.end();
    }

    /// Takes steps within a comparison, which says no when there are none left.
    pub fn spend_comparing(&self, it: &mut CodeBuilder, steps: &dyn Fn(&mut CodeBuilder)) {
        it.sink().global_get(global::FUEL);
        steps(it);
        it.sink().i32_sub().global_set(global::FUEL).global_get(global::FUEL).i32_const(0).i32_lt_s();
        it.if_();
        it.i32(0).sink().return_();
        it.end();
    }

    /// Counts so many parts, which a closure leaves, one step each; leaves the routine if they are too many.
    fn count(&self, it: &mut CodeBuilder, parts: &dyn Fn(&mut CodeBuilder)) {
        for left in [global::PARTS, global::FUEL] {
            it.sink().global_get(left);
            parts(it);
            it.sink().i32_sub().global_set(left);
        }
        it.sink().global_get(global::PARTS).i32_const(0).i32_lt_s();
        it.sink().global_get(global::PARTS).global_get(global::FUEL).i32_le_s().i32_and();
        it.if_();
        it.i32(counted::TOO_MUCH).sink().return_();
        it.end();
        self.stop_if_spent(it);
    }

    fn count_one(&self, it: &mut CodeBuilder) {
        self.count(it, &|it| {
            it.i32(1);
        });
    }

    fn stop_if_spent(&self, it: &mut CodeBuilder) {
        it.sink().global_get(global::FUEL).i32_const(0).i32_lt_s();
        it.if_();
        it.i32(counted::SPENT).sink().return_();
        it.end();
    }

    fn stop_unless_deeper(&self, it: &mut CodeBuilder, depth: Local) {
        it.get(depth).sink().i32_eqz();
        it.if_();
        it.i32(counted::TOO_MUCH).sink().return_();
        it.end();
        it.get(depth).i32(1).sink().i32_sub().local_set(depth);
    }

    /// Counts the parts of the value on the stack.
    fn count_value(&mut self, it: &mut CodeBuilder, ty: &Ty, depth: Local) {
        if ty.is_scalar() || *ty == Ty::Unit {
            it.sink().drop();
            return self.count_one(it);
        }
        let (id, status) = (self.helper_for(Helper::Measure, ty), it.local(I32));
        it.get(depth).call(id).tee(status);
        it.if_();
        it.get(status).sink().return_();
        it.end();
    }

    /// `(value, depth) → what came of it`
    pub fn measure(&mut self, it: &mut Routine, ty: &Ty) {
        let (value, depth, program) = (0, 1, self.program);
        match ty {
            Ty::Opt(of) => {
                it.get(value);
                is_none(program, it, of);
                it.if_();
                self.count_one(it);
                it.i32(0).sink().return_();
                it.end();
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

    fn measure_list(&mut self, it: &mut Routine, types: &[&Ty]) {
        let (value, depth, len) = (0, 1, it.local(I32));
        self.count_one(it);
        self.stop_unless_deeper(it, depth);
        it.get(value).load(Mem::Ptr, LEN).set(len);
        self.measure_entries(it, types, (value, ITEMS, len));
    }

    fn measure_entries(&mut self, it: &mut Routine, types: &[&Ty], (base, first, len): (Local, u32, Local)) {
        let depth = 1;
        // Entries that have as many parts whatever they hold are counted all at once.
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
            it.if_();
            self.count(it, &count);
            it.i32(0).sink().return_();
            it.end();
        }
        let (i, at) = (it.local(I32), it.local(I32));
        let (offsets, stride) = self.entry(types);
        let every = it.each(i, len);
        it.nth(base, i, stride).set(at);
        for (ty, offset) in types.iter().zip(offsets) {
            it.get(at);
            load(self.program, it, ty, first + offset);
            self.count_value(it, ty, depth);
        }
        it.next(every);
    }

    /// How many parts every value of a type has, and how deep they nest; none if that depends on the value.
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

    fn count_text(&mut self, it: &mut CodeBuilder, text: Local) {
        self.count_one(it);
        it.sink().global_get(global::FUEL);
        it.get(text).load(Mem::Ptr, 4).i32(BYTES_SHIFT).sink().i32_shr_u().i32_sub().global_set(global::FUEL);
        self.stop_if_spent(it);
    }

    fn measure_any(&mut self, it: &mut Routine) {
        let (any, depth, kind) = (0, 1, it.local(I32));
        it.get(any).load(Mem::Ptr, 0).tee(kind).i32(tag::STR).sink().i32_eq();
        it.if_();
        self.count_text(it, any);
        it.i32(0).sink().return_();
        it.end();
        self.count_one(it);
        it.get(kind).i32(tag::STR).sink().i32_lt_u();
        it.if_();
        it.i32(0).sink().return_();
        it.end();
        self.stop_unless_deeper(it, depth);
        let (i, len, size) = (it.local(I32), it.local(I32), it.local(I32));
        it.get(any).load(Mem::Ptr, 4).set(len);
        // Of an object, the values.
        it.get(kind).i32(tag::OBJECT).sink().i32_eq().i32_const(2).i32_shl().i32_const(4).i32_add().local_set(size);
        let every = it.each(i, len);
        it.get(any).get(i).i32(1).sink().i32_add();
        it.get(size).sink().i32_mul().i32_add();
        // The last word of an entry: entries begin after eight bytes.
        it.load(Mem::Ptr, 4);
        self.count_value(it, &Ty::Any, depth);
        it.next(every);
    }

    /// `(value, site) → parts`: takes none, but stops if there are more parts than steps.
    pub fn size(&mut self, it: &mut Routine, ty: &Ty) {
        let (value, site, left, parts) = (0, 1, it.local(I32), it.local(I32));
        let (measure, trap) = (self.helper_for(Helper::Measure, ty), self.rt.trap);
        it.sink().global_get(global::FUEL).local_set(left).i32_const(i32::MAX).global_set(global::PARTS);
        it.get(value).i32(i32::MAX as u32).call(measure);
        it.if_();
        it.get(site).call(trap);
        it.end();
        it.get(left).sink().global_get(global::FUEL).i32_sub().local_set(parts);
        it.get(left).sink().global_set(global::FUEL);
        it.get(parts);
    }

    /// `(value, site, site)`: takes a step for each part of what has parts, and stops if it is more, or nested
    /// deeper, than what may stand in another value.
    pub fn guard(&mut self, it: &mut Routine, ty: &Ty) {
        let (value, spent, much) = (0, 1, 2);
        let (measure, trap, status) = (self.helper_for(Helper::Measure, ty), self.rt.trap, it.local(I32));
        match ty {
            Ty::Opt(of) => {
                it.get(value);
                is_none(self.program, it, of);
                it.if_();
                it.sink().return_();
                it.end();
            }
            Ty::Any => {
                it.get(value).load(Mem::Ptr, 0).i32(tag::ARRAY).sink().i32_lt_u();
                it.if_();
                it.sink().return_();
                it.end();
            }
            _ => {}
        }
        let size = self.limits.size.min(i32::MAX as usize) as i32;
        it.sink().i32_const(size).global_set(global::PARTS);
        it.get(value).i32(self.limits.depth as u32).call(measure).tee(status);
        it.if_();
        it.get(spent).get(much).get(status).i32(counted::SPENT).sink().i32_eq().select();
        it.call(trap);
        it.end();
    }
}

/// Keys and values of maps are counted.
pub fn copied_shift(ty: &Ty) -> u32 {
    if matches!(ty.inner(), Ty::Map(..)) { COPIED_SHIFT - 1 } else { COPIED_SHIFT }
}

impl<'p> FunctionCompiler<'_, 'p> {
    fn no_fuel(&mut self) -> u32 {
        self.site(Code::OutOfFuel)
    }

    /// Takes a constant number of steps.
    pub fn spend(&mut self, steps: u32) {
        let site = self.no_fuel();
        self.module.spend(&mut self.code, site, steps);
    }

    /// Takes as many steps as a local holds.
    pub fn spend_all(&mut self, steps: Local) {
        let (site, spend) = (self.no_fuel(), self.module.rt.spend);
        self.code.i32(site).get(steps).call(spend);
    }

    fn spend_shifted(&mut self, len: Local, shift: u32) {
        let site = self.no_fuel();
        self.module.spend_shifted(&mut self.code, site, (len, shift));
    }

    /// For going through a list of so many entries, or making one.
    pub fn gone_through(&mut self, len: Local) {
        self.spend_shifted(len, ENTRIES_SHIFT);
    }

    /// For a copy of so many entries.
    pub fn copied_entries(&mut self, len: Local) {
        self.spend_shifted(len, COPIED_SHIFT);
    }

    /// For reading so many bytes.
    pub fn read_bytes(&mut self, bytes: Local) {
        self.spend_shifted(bytes, BYTES_SHIFT);
    }

    /// For changing a list of so many entries.
    pub fn written(&mut self, len: Local) {
        self.spend_shifted(len, MOVED_SHIFT);
    }

    /// For a copy of the list in a local, which may be known to be so long.
    pub fn copied_list(&mut self, list: Local, ty: &Ty, len: Option<u32>) {
        match len.map(|it| it >> copied_shift(ty)) {
            Some(0) => {}
            Some(steps) => self.spend(steps),
            None => self.copied_local(list, ty),
        }
    }

    /// For a copy of the list in a local, 0 if there is none.
    pub fn copied_local(&mut self, list: Local, ty: &Ty) {
        let (len, site) = (self.code.local(I32), self.no_fuel());
        self.code.get(list).load(Mem::Ptr, LEN).set(len);
        self.module.spend_shifted(&mut self.code, site, (len, copied_shift(ty)));
    }

    /// The value of an expression is on the stack, as a type that it goes for, and is kept from now on.
    pub fn kept(&mut self, e: &Expr, ty: &Ty) {
        if copies(e) && is_list(ty) {
            let list = self.code.local(I32);
            self.code.tee(list);
            self.copied_local(list, ty);
        }
    }

    /// For reading or writing the text in a local.
    pub fn text_steps(&mut self, text: Local) {
        let bytes = self.code.local(I32);
        self.code.get(text).load(Mem::Ptr, 4).set(bytes);
        self.spend_shifted(bytes, BYTES_SHIFT);
    }

    /// For looking for a text in another.
    pub fn sought(&mut self, text: Local, part: Local) {
        let steps = self.code.local(I32);
        self.code.get(text).load(Mem::Ptr, 4).i32(BYTES_SHIFT).sink().i32_shr_u();
        self.code.get(part).load(Mem::Ptr, 4).i32(BYTES_SHIFT).sink().i32_shr_u().i32_const(1).i32_add().i32_mul();
        self.code.set(steps);
        self.spend_all(steps);
    }

    /// For comparing each of so many entries with each other.
    pub fn squared(&mut self, len: Local) {
        let steps = self.code.local(I32);
        self.code.get(len).get(len).i32(ir::steps::SQUARE_SHIFT).sink().i32_shr_u().i32_mul();
        self.code.get(len).i32(ENTRIES_SHIFT).sink().i32_shr_u().i32_add().local_set(steps);
        self.spend_all(steps);
    }

    /// Leaves the number of parts of the value in a local.
    fn size(&mut self, value: Local, ty: &Ty) {
        if ty.is_scalar() {
            self.code.i32(1);
            return;
        }
        let (id, site) = (self.module.helper_for(Helper::Size, ty), self.no_fuel());
        self.code.get(value).i32(site).call(id);
    }

    /// A step for each part of the value in a local.
    pub fn parts(&mut self, value: Local, ty: &Ty) {
        let steps = self.code.local(I32);
        self.size(value, ty);
        self.code.set(steps);
        self.spend_all(steps);
    }

    /// The same for the value on the stack, which stays.
    pub fn parts_here(&mut self, ty: &Ty) {
        let value = self.temp(ty);
        self.code.set(value);
        self.parts(value, ty);
        self.code.get(value);
    }

    fn levels(&mut self, count: Local) {
        self.code.i32(32).get(count).sink().i32_clz().i32_sub();
    }

    /// For putting so many entries of the list in a local in order.
    pub fn order(&mut self, list: Local, ty: &Ty, count: Local) {
        let steps = self.code.local(I32);
        self.size(list, ty);
        self.levels(count);
        self.code.i32(1).sink().i32_add().i32_mul().local_set(steps);
        self.spend_all(steps);
    }

    /// For finding a value in a local among so many in order.
    pub fn searched(&mut self, value: Local, ty: &Ty, count: Local) {
        if ty.is_scalar() {
            return;
        }
        // What has no parts is not looked at, so it stops nothing where no steps are left.
        let done = self.code.block();
        if *ty == Ty::Any {
            self.code.get(value).load(Mem::Ptr, 0).i32(tag::STR).sink().i32_lt_u();
            self.code.br_if(done);
        }
        let steps = self.code.local(I32);
        self.size(value, ty);
        self.code.i32(1).sink().i32_sub();
        self.levels(count);
        self.code.sink().i32_mul().local_set(steps);
        self.spend_all(steps);
        self.code.end();
    }

    /// Stops if a comparison of values of a type has come to no end.
    pub fn compared(&mut self, ty: &Ty) {
        if !ty.is_scalar() {
            self.code.fuel_left().sink().i32_const(0).i32_lt_s();
            self.trap_if(Code::OutOfFuel);
        }
    }

    /// The value of an expression is on the stack, as a type that it goes for, and is to be put into another.
    pub fn guard(&mut self, e: &Expr, ty: &Ty) {
        if !self.module.steps.nests(&e.ty) {
            return;
        }
        let value = self.temp(ty);
        self.code.tee(value);
        self.guard_local(value, ty);
    }

    pub fn guard_local(&mut self, value: Local, ty: &Ty) {
        let (id, spent, much) = (self.module.helper_for(Helper::Guard, ty), self.no_fuel(), self.site(Code::StateSize));
        self.code.get(value).i32(spent).i32(much).call(id);
    }
}
