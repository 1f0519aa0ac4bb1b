//! Functions that may be called though they may fail.

use crate::layout::access::held;
use crate::layout::memory::global;
use crate::layout::rep;
use crate::module::ModuleBuilder;
use crate::module::symbols::Attempted;
use crate::wasm::{Emit, Mem, Routine};
use diag::Code;
use ir::FnId;
use wasm_encoder::ValType;

impl ModuleBuilder<'_> {
    /// A function that calls another with the arguments in its room, and stores the result there.
    pub fn attempted(&mut self, id: FnId) -> Attempted {
        if let Some(known) = self.attempts.get(&id) {
            return *known;
        }
        let callee = self.program.function(id);
        let params: Vec<ValType> = callee.locals[..usize::from(callee.params)].iter().map(|it| held(&it.ty)).collect();
        let room = self.reserve(8 * (params.len() as u32 + 1));
        let mut it = self.begin(&[], &[]);
        let stop_if = |it: &mut Routine, site: u32, trap: u32| {
            it.if_(|it| {
                it.i32(site).call(trap);
                it.sink().unreachable();
            });
        };
        let counted = self.recursion.is_counted(id);
        if self.recursion.is_checked(id) {
            let site = self.site(Code::CallDepth, callee.span);
            it.sink().global_get(global::DEPTH).i32_const(1).i32_add().i32_const(self.limits.calls as i32).i32_ge_s();
            stop_if(&mut it, site, self.rt.trap);
        }
        let site = self.site(Code::OutOfFuel, callee.span);
        self.spend(&mut it, site, self.steps.call(id));
        if counted {
            it.sink().global_get(global::DEPTH).i32_const(1).i32_add().global_set(global::DEPTH);
        }
        let result = rep(&callee.result).val();
        if result.is_some() {
            it.i32(room);
        }
        for (i, ty) in params.iter().enumerate() {
            it.i32(room).load(mem_of(*ty), 8 * (i as u32 + 1));
        }
        it.call(self.functions[id.index()]);
        if let Some(ty) = result {
            it.store(mem_of(ty), 0);
        }
        if counted {
            it.sink().global_get(global::DEPTH).i32_const(1).i32_sub().global_set(global::DEPTH);
        }
        let routine = self.define(it);
        let made = Attempted { number: self.tabled(routine), room };
        self.attempts.insert(id, made);
        made
    }
}

/// Access to a value of a type in eight bytes.
pub fn mem_of(ty: ValType) -> Mem {
    match ty {
        ValType::I64 => Mem::Int(8),
        ValType::F64 => Mem::Num,
        _ => Mem::Ptr,
    }
}
