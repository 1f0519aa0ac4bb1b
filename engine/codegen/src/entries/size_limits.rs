//! What holds for every state at rest: no field of it is larger than can be saved.

use crate::layout::access::load;
use crate::layout::memory::global;
use crate::layout::memory::{FRAME_BELOW, FRAME_LAST, SLOT_SET};
use crate::layout::state::{slot, slot_mem};
use crate::module::ModuleBuilder;
use crate::module::output::Site;
use crate::module::symbols::Helper;
use crate::wasm::{Emit, I32, Mem, Routine};
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
                it.i32(state.globals[i]);
                load(program, it, &global.ty, 0);
                self.stop_if_large(it, &global.ty, much);
            });
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

    pub fn too_large(&mut self) -> u32 {
        self.site_of(Site { code: Code::StateSize, span: None })
    }

    /// The value is on the stack; it is measured without taking steps.
    pub fn stop_if_large(&mut self, it: &mut Routine, ty: &Ty, site: u32) {
        let (measure, trap, left) = (self.helper_for(Helper::Measure, ty), self.rt.trap, it.local(I32));
        let size = self.limits.size.min(i32::MAX as usize) as i32;
        it.sink().global_get(global::FUEL).local_set(left).i32_const(i32::MAX).global_set(global::FUEL);
        it.sink().i32_const(size).global_set(global::PARTS);
        // Static steps of paths come on top of what is checked when a value is put into another.
        it.i32(2 * self.limits.depth as u32).call(measure);
        it.if_(|it| {
            it.i32(site).call(trap);
        });
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
