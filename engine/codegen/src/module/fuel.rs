//! Steps: where they are taken, and how many. See [`ir::steps`] for their definition.

use crate::layout::memory::global;
use crate::module::ModuleBuilder;
use crate::wasm::{CodeBuilder, Emit, I32, Local};
use diag::Code;
use ir::steps::COPIED_SHIFT;
use ir::{FnId, Ty};

impl ModuleBuilder<'_> {
    /// Takes the steps for entering a function from outside.
    pub fn enter(&mut self, it: &mut CodeBuilder, id: FnId) {
        let site = self.site(Code::OutOfFuel, self.program.function(id).span);
        self.spend(it, site, self.steps.entry(id));
    }

    /// Takes a constant number of steps.
    pub fn spend(&self, it: &mut CodeBuilder, site: u32, steps: u32) {
        if steps == 0 {
            return;
        }
        it.spend(steps);
        it.if_(|it| {
            it.i32(site).call(self.rt.trap);
            it.sink().unreachable();
        });
    }

    /// Takes as many steps as a local holds, shifted: mostly none.
    pub fn spend_shifted(&self, it: &mut CodeBuilder, site: u32, (len, shift): (Local, u32)) {
        it.get(len).i32(shift).sink().i32_shr_u();
        it.if_(|it| {
            it.i32(site).get(len).i32(shift).sink().i32_shr_u();
            it.call(self.rt.spend);
        });
    }

    /// Takes steps within a comparison, which says no when there are none left.
    pub fn spend_comparing(&self, it: &mut CodeBuilder, steps: &dyn Fn(&mut CodeBuilder)) {
        it.sink().global_get(global::FUEL);
        steps(it);
        it.sink().i32_sub().global_set(global::FUEL).global_get(global::FUEL).i32_const(0).i32_lt_s();
        it.if_(|it| {
            it.i32(0).sink().return_();
        });
    }
}

/// Keys and values of maps are counted.
pub fn copied_shift(ty: &Ty) -> u32 {
    if matches!(ty.inner(), Ty::Map(..)) { COPIED_SHIFT - 1 } else { COPIED_SHIFT }
}

impl CodeBuilder {
    /// From here on the steps left are held in a local, but for calls of functions other than these.
    pub fn hold_fuel(&mut self, fuel_free: Vec<u32>) {
        self.cache_global(global::FUEL, fuel_free);
    }

    /// Leaves how many steps there are.
    pub fn fuel_left(&mut self) -> &mut CodeBuilder {
        match self.cached(global::FUEL, false) {
            Some(held) => self.sink().local_get(held),
            None => self.sink().global_get(global::FUEL),
        };
        self
    }

    /// Takes a constant number of steps; leaves whether they were too many.
    pub fn spend(&mut self, steps: u32) -> &mut CodeBuilder {
        if let Some(held) = self.cached(global::FUEL, true) {
            self.get(held).sink().i32_const(steps as i32).i32_sub().local_tee(held).i32_const(0).i32_lt_s();
        } else {
            let left = self.local(I32);
            self.sink().global_get(global::FUEL).i32_const(steps as i32).i32_sub().local_tee(left);
            self.sink().global_set(global::FUEL).local_get(left).i32_const(0).i32_lt_s();
        }
        self
    }

    /// Takes as many steps as there are on the stack, above those that are left; it is not looked whether they were too many.
    pub fn spend_given(&mut self) {
        self.sink().i32_sub();
        match self.cached(global::FUEL, true) {
            Some(held) => self.sink().local_set(held),
            None => self.sink().global_set(global::FUEL),
        };
    }
}
