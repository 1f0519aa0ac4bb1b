//! The size limits of a state that waits for a choice: no field is too large to save.

use crate::layout;
use crate::layout::access::load;
use crate::layout::memory::global;
use crate::layout::memory::{FRAME_BELOW, FRAME_LAST, LEN, SLOT_SET};
use crate::layout::state::{slot, slot_mem};
use crate::module::ModuleBuilder;
use crate::module::output::Site;
use crate::module::symbols::Helper;
use crate::wasm::{Emit, I32, Mem, Routine};
use diag::Code;
use ir::{Field, Ty};

/// Maximum lists in a value that are counted without a call.
const LISTS_MAX: u64 = 16;

/// Maximum parts to count.
const PARTS_MAX: u64 = 1 << 28;

impl ModuleBuilder<'_> {
    /// `commit()`
    pub fn define_commit(&mut self) {
        let state = self.state.clone();
        let mut it = self.reopen(state.commit);
        if self.features.stranger {
            self.normalise(&mut it);
        }
        it.call(state.all_fit);
        self.define(it);
        self.define_all_fit();
    }

    /// `all_fit()`: nothing in the state is too large.
    fn define_all_fit(&mut self) {
        let (state, program) = (self.state.clone(), self.program);
        let much = self.too_large();
        let mut it = self.reopen(state.all_fit);
        let globals = program.globals.iter().enumerate();
        let large: Vec<_> = globals.filter(|(_, it)| self.may_be_large(&it.ty)).collect();
        for (i, global) in large {
            if global.late {
                it.i32(state.present + 4 * i as u32).load(Mem::Ptr, 0);
            } else {
                it.i32(1);
            }
            it.if_(|it| {
                if self.adds_up(&global.ty) {
                    it.i32(0);
                    self.add_parts(it, &global.ty, state.globals[i]);
                    it.i32(self.limits.size.min(i32::MAX as usize) as u32).sink().i32_gt_u();
                    it.if_(|it| {
                        it.i32(much).call(self.rt.trap);
                    });
                } else {
                    it.i32(state.globals[i]);
                    load(program, it, &global.ty, 0);
                    self.stop_if_large(it, &global.ty, much);
                }
            });
        }
        let described = program.frames.iter().map(|frame| {
            let fields = frame.fields.iter().enumerate();
            fields.filter(|(_, it)| self.may_be_large(&it.ty)).collect::<Vec<_>>()
        });
        let large: Vec<_> = described.enumerate().filter(|(_, fields)| !fields.is_empty()).collect();
        let results = program.ends_with_values();
        if results || !large.is_empty() {
            self.check_frames(&mut it, &large, results, much);
        }
        self.define(it);
    }

    /// Goes through the frames and checks these fields, which may be large, and, with `results`, the result of `end`
    /// for the frame below.
    fn check_frames(&mut self, it: &mut Routine, large: &[(usize, Vec<(usize, &Field)>)], results: bool, much: u32) {
        let frame = it.local(I32);
        it.i32(self.state.top).load(Mem::Ptr, 0).set(frame);
        it.block_loop(|it, done, again| {
            it.get(frame).sink().i32_eqz();
            it.br_if(done);
            if results {
                it.get(frame).load(Mem::Ptr, FRAME_LAST);
                it.if_(|it| {
                    it.get(frame).load(Mem::Ptr, FRAME_LAST);
                    self.stop_if_large(it, &Ty::Any, much);
                });
            }
            for (id, fields) in large {
                it.get(frame).load(Mem::Ptr, 0).i32(*id as u32).sink().i32_eq();
                it.if_(|it| {
                    for (i, field) in fields {
                        it.get(frame).load(Mem::Ptr, slot(*i) + SLOT_SET);
                        it.if_(|it| {
                            it.get(frame).load(slot_mem(&field.ty).unwrap_or(Mem::Ptr), slot(*i));
                            self.stop_if_large(it, &field.ty, much);
                        });
                    }
                });
            }
            it.get(frame).load(Mem::Ptr, FRAME_BELOW).set(frame);
            it.br(again);
        });
    }

    /// `true` if the parts of a value in place are a sum of the lengths of a few lists there.
    fn adds_up(&self, ty: &Ty) -> bool {
        self.lists_in(ty).is_some_and(|it| it <= LISTS_MAX)
    }

    /// Number of lists with fixed-size entries in a value, if nothing else in it has a variable size.
    fn lists_in(&self, ty: &Ty) -> Option<u64> {
        match ty {
            Ty::List(of) | Ty::Set(of) => self.known_parts(of).map(|_| 1),
            Ty::Map(key, of) => self.known_parts(key).and(self.known_parts(of)).map(|_| 1),
            Ty::Array(of, index) => self.lists_in(of)?.checked_mul(self.program.count(*index) as u64),
            Ty::Record(_) if self.steps.nests(ty) => None,
            Ty::Record(id) => {
                let fields = self.program.records[id.index()].fields.iter();
                fields.map(|it| self.lists_in(&it.ty)).try_fold(0_u64, |sum, it| sum.checked_add(it?))
            }
            _ => self.known_parts(ty).map(|_| 0),
        }
    }

    /// Adds the parts of the value at an address to the number on the stack.
    fn add_parts(&self, it: &mut Routine, ty: &Ty, at: u32) {
        let known = |ty: &Ty| self.known_parts(ty).map_or(0, |it| it.0);
        if self.lists_in(ty) == Some(0) {
            it.i32(self.fixed_parts(ty).min(PARTS_MAX) as u32).sink().i32_add();
            return;
        }
        let each = match ty {
            Ty::List(of) | Ty::Set(of) => known(of),
            Ty::Map(key, of) => known(key) + known(of),
            Ty::Array(of, index) => {
                let size = layout::size(self.program, of);
                (0..self.program.count(*index) as u32).for_each(|i| self.add_parts(it, of, at + i * size));
                it.i32(1).sink().i32_add();
                return;
            }
            Ty::Record(id) => {
                for (i, field) in self.program.records[id.index()].fields.iter().enumerate() {
                    self.add_parts(it, &field.ty, at + layout::field(self.program, *id, i));
                }
                it.i32(1).sink().i32_add();
                return;
            }
            // Has no lists.
            _ => return,
        };
        it.i32(at).load(Mem::Ptr, 0).load(Mem::Ptr, LEN).i32(each).sink().i32_mul().i32_const(1).i32_add().i32_add();
    }

    /// The parts of a value in which nothing is of any length.
    fn fixed_parts(&self, ty: &Ty) -> u64 {
        match ty {
            Ty::Array(of, index) => {
                (self.program.count(*index) as u64).saturating_mul(self.fixed_parts(of)).saturating_add(1)
            }
            Ty::Record(id) | Ty::Packed(id) => {
                let fields = self.program.records[id.index()].fields.iter();
                fields.fold(1_u64, |sum, it| sum.saturating_add(self.fixed_parts(&it.ty)))
            }
            _ => 1,
        }
    }

    pub fn too_large(&mut self) -> u32 {
        self.site_of(Site { code: Code::StateSize, span: None })
    }

    /// The value is on the stack; it is measured without taking steps.
    pub fn stop_if_large(&mut self, it: &mut Routine, ty: &Ty, site: u32) {
        self.is_large(it, ty);
        it.if_(|it| {
            it.i32(site).call(self.rt.trap);
        });
    }

    /// The same; leaves whether it is too large.
    pub fn is_large(&mut self, it: &mut Routine, ty: &Ty) {
        let (measure, left) = (self.helper_for(Helper::Measure, ty), it.local(I32));
        let size = self.limits.size.min(i32::MAX as usize) as i32;
        it.sink().global_get(global::FUEL).local_set(left).i32_const(i32::MAX).global_set(global::FUEL);
        it.sink().i32_const(size).global_set(global::PARTS);
        // Static steps of paths are added to the depth checked when a value is put into another.
        it.i32(2 * self.limits.depth as u32).call(measure);
        it.get(left).sink().global_set(global::FUEL);
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
            Ty::Record(id) | Ty::Packed(id) => {
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
}
