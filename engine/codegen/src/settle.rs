//! What holds for every state at rest: no field of it is larger than can be saved.

use crate::Site;
use crate::asm::{I32, I64, Mem, Routine};
use crate::layout;
use crate::module::{Gen, tag};
use crate::state::{FRAME_BELOW, FRAME_LAST, SLOT_SET, slot, slot_mem};
use crate::typed::{ITEMS, LEN, What, bare, is_none, load};
use diag::Code;
use ir::{Field, Node, Program, StmtKind, Ty};

/// Whether anything ends with a result that may be large.
fn ends_with_something(program: &Program) -> bool {
    let mut found = false;
    for it in &program.functions {
        ir::walk(&it.body, &mut |node| {
            if let Node::Stmt(it) = node {
                found |= matches!(it.kind, StmtKind::End(Some(_)));
            }
        });
    }
    found
}

impl Gen<'_> {
    /// `settled()`
    pub fn define_settled(&mut self) {
        let (state, program) = (self.state.clone(), self.program);
        let much = self.too_large();
        let mut it = self.reopen(state.settled);
        self.normalise(&mut it);
        let globals = program.globals.iter().enumerate();
        let large: Vec<_> = globals.filter(|(_, it)| self.may_be_large(&it.ty)).collect();
        for (i, global) in large {
            if global.late {
                it.i32(state.present + 4 * i as u32).load(Mem::Ptr, 0);
            } else {
                it.i32(1);
            }
            it.if_();
            it.i32(state.globals[i]);
            load(program, &mut it, &global.ty, 0);
            self.stop_if_large(&mut it, &global.ty, much);
            it.end();
        }
        let described = program.frames.iter().map(|frame| {
            let fields = frame.fields.iter().enumerate();
            fields.filter(|(_, it)| self.may_be_large(&it.ty)).collect::<Vec<_>>()
        });
        let large: Vec<_> = described.enumerate().filter(|(_, fields)| !fields.is_empty()).collect();
        let results = ends_with_something(program);
        if results || !large.is_empty() {
            self.check_frames(&mut it, &large, results, much);
        }
        self.define(it);
    }

    /// Goes through the frames: of some of them these fields may be large, and, with `results`, what `end` gave the frame below.
    fn check_frames(&mut self, it: &mut Routine, large: &[(usize, Vec<(usize, &Field)>)], results: bool, much: u32) {
        let frame = it.local(I32);
        it.i32(self.state.top).load(Mem::Ptr, 0).set(frame);
        let done = it.block();
        let again = it.loop_();
        it.get(frame).sink().i32_eqz();
        it.br_if(done);
        if results {
            it.get(frame).load(Mem::Ptr, FRAME_LAST);
            it.if_();
            it.get(frame).load(Mem::Ptr, FRAME_LAST);
            self.stop_if_large(it, &Ty::Any, much);
            it.end();
        }
        for (id, fields) in large {
            it.get(frame).load(Mem::Ptr, 0).i32(*id as u32).sink().i32_eq();
            it.if_();
            for (i, field) in fields {
                it.get(frame).load(Mem::Ptr, slot(*i) + SLOT_SET);
                it.if_();
                it.get(frame).load(slot_mem(&field.ty).unwrap_or(Mem::Ptr), slot(*i));
                self.stop_if_large(it, &field.ty, much);
                it.end();
            }
            it.end();
        }
        it.get(frame).load(Mem::Ptr, FRAME_BELOW).set(frame);
        it.br(again);
        it.end();
        it.end();
    }

    pub fn too_large(&mut self) -> u32 {
        self.site_of(Site { code: Code::StateSize, span: None })
    }

    /// The value is on the stack.
    pub fn stop_if_large(&mut self, it: &mut Routine, ty: &Ty, site: u32) {
        let (weigh, trap) = (self.typed(What::Weigh, ty), self.rt.trap);
        it.i64(self.limits.size as i64).call(weigh).i64(0).sink().i64_lt_s();
        it.if_();
        it.i32(site).call(trap);
        it.end();
    }

    pub fn may_be_large(&self, ty: &Ty) -> bool {
        self.most_parts(ty).is_none_or(|it| it > self.limits.size as u64)
    }

    /// The most parts that a value can have; none if there is no telling.
    fn most_parts(&self, ty: &Ty) -> Option<u64> {
        let sum = |of: &[&Ty]| of.iter().try_fold(0_u64, |sum, it| sum.checked_add(self.most_parts(it)?));
        let (each, count) = match ty {
            Ty::Any => return None,
            Ty::Opt(of) => return self.most_parts(of),
            Ty::Record(_) if self.steps.nests(ty) => return None,
            Ty::Record(id) => {
                let fields: Vec<&Ty> = self.program.records[id.index()].fields.iter().map(|it| &it.ty).collect();
                (sum(&fields)?, 1)
            }
            Ty::Array(of, index) => (self.most_parts(of)?, self.program.count(*index) as u64),
            Ty::List(of) | Ty::Set(of) => (self.most_parts(of)?, self.limits.list as u64),
            Ty::Map(key, of) => (sum(&[key, of])?, self.limits.list as u64),
            _ => return Some(1),
        };
        each.checked_mul(count)?.checked_add(1)
    }

    /// How many parts every value of a type has, if it is always so many.
    fn fixed_parts(&self, ty: &Ty) -> Option<u64> {
        let each = |of: &Ty, count: u64| self.fixed_parts(of)?.checked_mul(count)?.checked_add(1);
        match ty {
            Ty::Any | Ty::List(_) | Ty::Set(_) | Ty::Map(..) => None,
            Ty::Opt(of) => self.fixed_parts(of).filter(|it| *it == 1),
            Ty::Record(_) if self.steps.nests(ty) => None,
            Ty::Record(id) => {
                let fields = &self.program.records[id.index()].fields;
                fields.iter().try_fold(1, |sum, it| self.fixed_parts(&it.ty)?.checked_add(sum))
            }
            Ty::Array(of, index) => each(of, self.program.count(*index) as u64),
            _ => Some(1),
        }
    }

    /// `(value, left) → left`, without the parts of the value; goes no further than below 0.
    pub fn weigh(&mut self, it: &mut Routine, ty: &Ty) {
        let (value, left, program) = (0, 1, self.program);
        if let Some(parts) = self.fixed_parts(ty) {
            it.get(left).i64(parts as i64).sink().i64_sub();
            return;
        }
        if let Ty::Opt(of) = ty {
            let weigh = self.typed(What::Weigh, of);
            it.get(value);
            is_none(program, it, of);
            it.if_gives(Some(I64));
            it.get(left).i64(1).sink().i64_sub();
            it.else_();
            it.get(value);
            bare(it, of);
            it.get(left).call(weigh);
            it.end();
            return;
        }
        it.get(left).i64(1).sink().i64_sub().local_set(left);
        match ty {
            Ty::Record(id) => {
                for (i, field) in program.records[id.index()].fields.iter().enumerate() {
                    let weigh = self.typed(What::Weigh, &field.ty);
                    it.get(value);
                    load(program, it, &field.ty, layout::field(program, *id, i));
                    it.get(left).call(weigh).set(left);
                }
            }
            Ty::Array(of, index) => {
                let count = it.local(I32);
                it.i32(program.count(*index) as u32).set(count);
                self.weigh_entries(it, &[of], 0, count);
            }
            Ty::List(of) | Ty::Set(of) => {
                let count = it.local(I32);
                it.get(value).load(Mem::Ptr, LEN).set(count);
                self.weigh_entries(it, &[of], ITEMS, count);
            }
            Ty::Map(key, of) => {
                let count = it.local(I32);
                it.get(value).load(Mem::Ptr, LEN).set(count);
                self.weigh_entries(it, &[key, of], ITEMS, count);
            }
            _ => {
                let (count, i, stride) = (it.local(I32), it.local(I32), it.local(I32));
                let own = it.id;
                it.get(value).load(Mem::Ptr, 0).i32(tag::ARRAY).sink().i32_ge_u();
                it.if_();
                // The words of an array are values, of an object every second one is.
                it.get(value)
                    .load(Mem::Ptr, 0)
                    .i32(tag::ARRAY)
                    .sink()
                    .i32_sub()
                    .i32_const(2)
                    .i32_add()
                    .local_set(stride);
                it.get(value).load(Mem::Ptr, 4).set(count);
                let each = it.each(i, count);
                it.get(left).i64(0).sink().i64_lt_s();
                it.br_if(each.done);
                it.get(value).get(i).i32(1).sink().i32_add().local_get(stride).i32_shl().i32_add();
                it.load(Mem::Ptr, 4).get(left).call(own).set(left);
                it.next(each);
                it.end();
            }
        }
        it.get(left);
    }

    /// Weighs so many entries that stand after another.
    fn weigh_entries(&mut self, it: &mut Routine, types: &[&Ty], from: u32, count: u32) {
        let (value, left, i) = (0, 1, it.local(I32));
        if let Some(each) = types.iter().try_fold(0, |sum, ty| Some(sum + self.fixed_parts(ty)?)) {
            it.get(left)
                .get(count)
                .sink()
                .i64_extend_i32_u()
                .i64_const(each as i64)
                .i64_mul()
                .i64_sub()
                .local_set(left);
            return;
        }
        let (offsets, stride) = self.entry(types);
        let each = it.each(i, count);
        it.get(left).i64(0).sink().i64_lt_s();
        it.br_if(each.done);
        for (ty, offset) in types.iter().zip(offsets) {
            let weigh = self.typed(What::Weigh, ty);
            it.nth(value, i, stride);
            load(self.program, it, ty, from + offset);
            it.get(left).call(weigh).set(left);
        }
        it.next(each);
    }
}
