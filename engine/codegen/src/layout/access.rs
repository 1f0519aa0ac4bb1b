//! Reads and creates values in their places.

use crate::layout::memory::{BOXED, CAPACITY, ITEMS, LEN, SHARED, tag};
use crate::layout::types;
use crate::layout::{NO_NUM, Rep, rep};
use crate::wasm::{CodeBuilder, Emit, I32, I64, Local, Mem};
use ir::{Program, Ty};
use wasm_encoder::ValType;

/// A new list: room for as many elements as a local says, none in it yet.
pub fn new_list(it: &mut CodeBuilder, alloc: u32, to: Local, room: Local, stride: u32) {
    it.get(room).i32(stride).sink().i32_mul().i32_const(ITEMS as i32).i32_add();
    // Unshared.
    const { assert!(SHARED == 4, "tag and whether it is shared stand together") }
    it.call(alloc).tee(to).i64(i64::from(tag::LIST)).store(Mem::Int(8), 0);
    it.get(to).i32(0).store(Mem::Ptr, LEN);
    it.get(to).get(room).store(Mem::Ptr, CAPACITY);
}

/// Reads a value from the address on the stack; an in-place value stays an address.
pub fn load(program: &Program, it: &mut CodeBuilder, ty: &Ty, offset: u32) {
    match rep(ty) {
        Rep::Inline => {
            it.plus(offset);
        }
        Rep::Unit => {
            it.sink().drop();
        }
        _ => {
            it.load(types::mem(program, ty), offset);
        }
    }
}

/// Tests the optional on the stack for none; `of`: the inner type.
pub fn is_none(program: &Program, it: &mut CodeBuilder, of: &Ty) {
    match rep(of) {
        Rep::Int | Rep::Bool => {
            it.i64(types::none(types::width(program, of))).sink().i64_eq();
        }
        Rep::Num => {
            it.sink().i64_reinterpret_f64();
            it.i64(NO_NUM as i64).sink().i64_eq();
        }
        Rep::Ptr if *of == Ty::Any => {
            it.load(Mem::Ptr, 0).sink().i32_eqz();
        }
        Rep::Ptr | Rep::Inline | Rep::Unit => {
            it.sink().i32_eqz();
        }
    }
}

/// The content of an optional that is not none.
pub fn bare(it: &mut CodeBuilder, of: &Ty) {
    match rep(of) {
        Rep::Bool => {
            it.sink().i32_wrap_i64();
        }
        Rep::Inline => {
            it.plus(BOXED);
        }
        _ => {}
    }
}

/// The type of a local for a value.
pub fn held(ty: &Ty) -> ValType {
    rep(ty).val().unwrap_or(I64)
}

/// Appends a key after those that are there, unless it has a place.
pub fn appear(it: &mut CodeBuilder, keys: u32, key: u32) {
    it.i32(keys + key).load(Mem::Ptr, 0).sink().i32_eqz();
    it.if_(|it| {
        let next = next_key(it, keys);
        it.i32(keys + key).get(next).store(Mem::Ptr, 0);
    });
}

/// Counts one more key at an address; a local holds which it is, from 1.
pub fn next_key(it: &mut CodeBuilder, at: u32) -> Local {
    let next = it.local(I32);
    it.i32(at).i32(at).load(Mem::Ptr, 0).i32(1).sink().i32_add().local_tee(next);
    it.store(Mem::Ptr, 0);
    next
}
