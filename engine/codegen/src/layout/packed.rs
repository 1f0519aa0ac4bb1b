//! Emits code that reads and writes the fields of a packed record.

use crate::layout::packing::{Slot, slot, slots};
use crate::layout::types;
use crate::wasm::{CodeBuilder, I32, I64, Local};
use ir::{Program, RecordId, Ty};

/// Extracts a field from the number on the stack.
pub fn take(program: &Program, it: &mut CodeBuilder, ty: &Ty, slot: Slot) {
    if slot.shift > 0 {
        it.i64(i64::from(slot.shift)).sink().i64_shr_u();
    }
    it.i64((1 << slot.bits) - 1).sink().i64_and();
    match ty {
        Ty::Bool => {
            it.sink().i32_wrap_i64();
        }
        Ty::Opt(of) => {
            let code = it.local(I64);
            it.set(code).i64(types::none(types::width(program, of)));
            it.get(code).i64(slot.low - 1).sink().i64_add();
            it.get(code).sink().i64_eqz().select();
        }
        _ if slot.low != 0 => {
            it.i64(slot.low).sink().i64_add();
        }
        _ => {}
    }
}

/// Replaces a field's value on the stack by its code.
pub fn code(program: &Program, it: &mut CodeBuilder, ty: &Ty, slot: Slot) {
    match ty {
        Ty::Bool => {
            it.sink().i64_extend_i32_u();
        }
        Ty::Opt(of) => {
            let value = it.local(I64);
            it.set(value).i64(0);
            it.get(value).i64(slot.low - 1).sink().i64_sub();
            it.get(value).i64(types::none(types::width(program, of))).sink().i64_eq().select();
        }
        _ if slot.low != 0 => {
            it.i64(slot.low).sink().i64_sub();
        }
        _ => {}
    }
    if slot.shift > 0 {
        it.i64(i64::from(slot.shift)).sink().i64_shl();
    }
}

/// A number and the value of a field on the stack: the number with that field.
pub fn put(program: &Program, it: &mut CodeBuilder, ty: &Ty, slot: Slot) {
    let field = it.local(I64);
    code(program, it, ty, slot);
    it.set(field).i64(!(((1 << slot.bits) - 1) << slot.shift)).sink().i64_and().local_get(field).i64_or();
}

/// A record from the values of its fields, each of which a closure leaves on the stack.
pub fn make(program: &Program, it: &mut CodeBuilder, id: RecordId, each: &mut dyn FnMut(&mut CodeBuilder, usize)) {
    let fields = &program.records[id.index()].fields;
    for (i, (slot, field)) in slots(program, id).into_iter().zip(fields).enumerate() {
        each(it, i);
        code(program, it, &field.ty, slot);
        if i > 0 {
            it.sink().i64_or();
        }
    }
}

/// Stores the packed record in a local to memory; pushes its address.
pub fn spill(program: &Program, alloc: u32, it: &mut CodeBuilder, value: Local, id: RecordId) {
    let to = it.local(I32);
    it.i32(types::size(program, &Ty::Record(id))).call(alloc).set(to);
    for (i, field) in program.records[id.index()].fields.iter().enumerate() {
        it.get(to).get(value);
        take(program, it, &field.ty, slot(program, id, i));
        it.store(types::mem(program, &field.ty), types::field(program, id, i));
    }
    it.get(to);
}
