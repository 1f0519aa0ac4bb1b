//! Steps that a function takes: where, and how many. See [`ir::steps`], which says what they are.

use crate::analysis::ranges::longest;
use crate::function::FunctionCompiler;
use crate::layout::memory::{LEN, tag};
use crate::module::fuel::copied_shift;
use crate::module::symbols::Helper;
use crate::wasm::{CodeBuilder, Emit, I32, Local, Mem};
use diag::Code;
use ir::steps::{BYTES_SHIFT, COPIED_SHIFT, ENTRIES_SHIFT, MOVED_SHIFT, copies, is_list};
use ir::{Expr, Place, PlaceOp, Root, Stmt, StmtKind, Ty};

/// The most steps that are taken at once for all rounds of a loop.
const AT_ONCE_MAX: u64 = 1 << 30;

/// Arrays have no more elements than this; lists may.
const ARRAY_MAX: u64 = 100_000;

/// `true` if the steps of all iterations are few enough to be charged at once.
pub fn can_be_taken_at_once(round: u32, count: u64) -> bool {
    u64::from(round) * count <= AT_ONCE_MAX
}

/// A number of things: constant, or in a local.
#[derive(Clone, Copy)]
pub enum Count {
    Known(u32),
    Held(Local),
}

impl Count {
    /// Leaves how many.
    pub fn leave(self, it: &mut CodeBuilder) {
        match self {
            Count::Known(n) => it.i32(n),
            Count::Held(at) => it.get(at),
        };
    }
}

impl<'p> FunctionCompiler<'_, 'p> {
    fn no_fuel(&mut self) -> u32 {
        self.site(Code::OutOfFuel)
    }

    /// Takes a constant number of steps.
    pub fn spend(&mut self, steps: u32) {
        if self.never_runs_out && steps > 0 {
            self.code.fuel_left().i32(steps).spend_given();
            return;
        }
        let site = self.no_fuel();
        self.module.spend(&mut self.code, site, steps);
    }

    /// Takes as many steps as a local holds.
    pub fn spend_all(&mut self, steps: Local) {
        if self.never_runs_out {
            self.code.fuel_left().get(steps).spend_given();
            return;
        }
        let (site, spend) = (self.no_fuel(), self.module.rt.spend);
        self.code.i32(site).get(steps).call(spend);
    }

    /// `true` if no iteration can stop, take steps, or leave the loop: then all steps can be charged at once, if there
    /// are no more iterations than a list has elements.
    fn is_paid_at_once(&self, body: &[Stmt], round: u32) -> bool {
        self.fits_at_once(round) && self.module.fast && self.runs_through(body)
    }

    /// `true` if the steps of all iterations over a list or array are few enough to be charged at once.
    pub fn fits_at_once(&self, round: u32) -> bool {
        can_be_taken_at_once(round, (self.module.limits.list as u64).max(ARRAY_MAX))
    }

    fn runs_through(&self, body: &[Stmt]) -> bool {
        body.iter().all(|it| match &it.kind {
            StmtKind::Set(_, e) => self.is_speculatable(e),
            StmtKind::If(condition, yes, no) => {
                self.is_speculatable(condition) && self.runs_through(yes) && self.runs_through(no)
            }
            StmtKind::PlaceOp(PlaceOp::Push, Place { root: Root::Local(id), path, .. }, items) => {
                let at = self.locals[id.0 as usize];
                let is_list = self.differing.is_some_and(|it| it.few && it.list == at)
                    || self.spelling.is_some_and(|it| it.list == at);
                is_list && path.is_empty() && self.is_speculatable(&items[0])
            }
            _ => false,
        })
    }

    /// If it is equivalent, takes the steps of all rounds of a loop at once. Gives the steps that each round still has
    /// to take.
    pub fn pay_at_once(&mut self, body: &[Stmt], round: u32, count: impl FnOnce(&mut Self) -> Count) -> u32 {
        if !self.is_paid_at_once(body, round) {
            return round;
        }
        let count = count(self);
        self.spend_rounds(count, round);
        0
    }

    /// Takes the steps of all rounds of a loop.
    pub fn spend_rounds(&mut self, count: Count, round: u32) {
        match count {
            Count::Known(n) if n > 1 => self.spend(round * (n - 1)),
            Count::Known(_) => {}
            Count::Held(n) => {
                self.code.fuel_left().get(n).get(n).i32(0).sink().i32_ne().i32_sub().i32_const(round as i32).i32_mul();
                self.spent();
            }
        }
    }

    /// Steps are on the stack, above those that are left: takes them.
    pub fn spent(&mut self) {
        self.code.spend_given();
        if !self.never_runs_out {
            self.code.fuel_left().sink().i32_const(0).i32_lt_s();
            self.trap_if(Code::OutOfFuel);
        }
    }

    fn spend_shifted(&mut self, len: Local, shift: u32) {
        if self.never_runs_out {
            self.code.fuel_left().get(len).i32(shift).sink().i32_shr_u();
            self.code.spend_given();
            return;
        }
        let site = self.no_fuel();
        self.module.spend_shifted(&mut self.code, site, (len, shift));
    }

    /// Steps for iterating over a list of this length, or building one.
    pub fn gone_through(&mut self, len: Local) {
        self.spend_shifted(len, ENTRIES_SHIFT);
    }

    /// Steps for copying this many entries.
    pub fn copied_entries(&mut self, len: Local) {
        self.spend_shifted(len, COPIED_SHIFT);
    }

    /// Steps for reading this many bytes.
    pub fn read_bytes(&mut self, bytes: Local) {
        self.spend_shifted(bytes, BYTES_SHIFT);
    }

    /// Steps for changing a list of this length.
    pub fn written(&mut self, len: Local) {
        self.spend_shifted(len, MOVED_SHIFT);
    }

    /// Charges for a copy of the list in a local, whose maximum length may be known.
    pub fn copied_list(&mut self, list: Local, ty: &Ty, len: Option<u32>) {
        match len.map(|it| it >> copied_shift(ty)) {
            Some(0) => {}
            Some(steps) => self.spend(steps),
            None => self.copied_local(list, ty),
        }
    }

    /// For a copy of the list in a local, 0 if there is none.
    pub fn copied_local(&mut self, list: Local, ty: &Ty) {
        let len = self.code.local(I32);
        self.code.get(list).load(Mem::Ptr, LEN).set(len);
        self.spend_shifted(len, copied_shift(ty));
    }

    /// Maximum elements of a list, if known.
    pub fn longest(&self, e: &Expr) -> Option<u32> {
        longest(self.module.program, &self.facts, e)
    }

    /// `true` if a possible copy takes steps.
    pub fn copy_takes_steps(&self, e: &Expr, ty: &Ty) -> bool {
        copies(e) && is_list(ty) && self.longest(e).is_none_or(|it| it >> copied_shift(ty) > 0)
    }

    /// The value of an expression is on the stack, as a type that it goes for, and is kept from now on.
    pub fn kept(&mut self, e: &Expr, ty: &Ty) {
        if self.copy_takes_steps(e, ty) {
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

    /// Steps for comparing all pairs of this many entries.
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

    /// Steps for sorting this many entries of the list in a local.
    pub fn order(&mut self, list: Local, ty: &Ty, count: Local) {
        let steps = self.code.local(I32);
        self.size(list, ty);
        self.levels(count);
        self.code.i32(1).sink().i32_add().i32_mul().local_set(steps);
        self.spend_all(steps);
    }

    /// The same for a list of this many numbers, which need not exist.
    pub fn order_numbers(&mut self, count: Local) {
        let steps = self.code.local(I32);
        self.code.get(count).plus(1);
        self.levels(count);
        self.code.i32(1).sink().i32_add().i32_mul().local_set(steps);
        self.spend_all(steps);
    }

    /// Steps for finding the value in a local in a sorted list of this length.
    pub fn searched(&mut self, value: Local, ty: &Ty, count: Local) {
        if ty.is_scalar() {
            return;
        }
        // A value without parts is not checked, so it causes no stop when no steps are left.
        self.block(|this, done| {
            if *ty == Ty::Any {
                this.code.get(value).load(Mem::Ptr, 0).i32(tag::STR).sink().i32_lt_u();
                this.code.br_if(done);
            }
            let steps = this.code.local(I32);
            this.size(value, ty);
            this.code.i32(1).sink().i32_sub();
            this.levels(count);
            this.code.sink().i32_mul().local_set(steps);
            this.spend_all(steps);
        });
    }

    /// Stops if a comparison of values of a type has run out of steps.
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
