//! Bytes that are compared with a value, eight at a time.

use crate::wasm::{CodeBuilder, Emit, I32, I64, Local, Mem, Routine};

/// The lower seven bits of each byte.
const LOW: i64 = each_byte(0x7f);

/// A number with the same lowest eight bits in each of its bytes.
pub const fn each_byte(byte: i64) -> i64 {
    (byte & 0xff).wrapping_mul(0x0101_0101_0101_0101)
}

/// Of the number on the stack, the highest bit of each byte that is equal to that of another number, or is not; no other bits.
pub fn equal_bytes(it: &mut CodeBuilder, value: Local, equal: bool) {
    let differs = it.local(I64);
    // The sum of the lower bits and 127 has the highest bit where one of them is set.
    it.get(value).sink().i64_xor().local_tee(differs).i64_const(LOW).i64_and().i64_const(LOW).i64_add();
    it.get(differs).sink().i64_or();
    if equal {
        it.i64(LOW).sink().i64_or().i64_const(-1).i64_xor();
    } else {
        it.i64(!LOW).sink().i64_and();
    }
}

/// Counts the bytes equal to a value, which is given in each byte of a number.
pub fn count_byte(it: &mut Routine) {
    let (at, len, value, found) = (0, 1, 2, it.local(I32));
    let mut eight = |it: &mut CodeBuilder| {
        it.get(at).load(Mem::Int(8), 0);
        equal_bytes(it, value, true);
    };
    it.block_loop(|it, few, again| {
        it.get(len).i32(8).sink().i32_lt_u();
        it.br_if(few);
        eight(it);
        it.sink().i64_popcnt().i32_wrap_i64().local_get(found).i32_add().local_set(found);
        next_eight(it, at, len);
        it.br(again);
    });
    it.get(len);
    it.if_(|it| {
        last_few(it, at, len, &mut eight);
        it.sink().i64_popcnt().i32_wrap_i64().local_get(found).i32_add().local_set(found);
    });
    it.get(found);
}

/// Index of the first byte that is equal to a value, or different; the length if there is none.
pub fn first_byte(it: &mut Routine) {
    let (at, len, value, equal, mask, all) = (0, 1, 2, 3, it.local(I64), it.local(I32));
    let mut eight = |it: &mut CodeBuilder| {
        it.get(at).load(Mem::Int(8), 0);
        equal_bytes(it, value, true);
        it.i64(0).i64(!LOW).get(equal).sink().select().i64_xor();
    };
    it.get(len).set(all);
    // Number of bytes before the current ones.
    let before = |it: &mut CodeBuilder| {
        it.get(all).get(len).sink().i32_sub();
    };
    let found = |it: &mut CodeBuilder| {
        before(it);
        it.get(mask).sink().i64_ctz().i64_const(3).i64_shr_u().i32_wrap_i64().i32_add().return_();
    };
    it.block_loop(|it, few, again| {
        it.get(len).i32(8).sink().i32_lt_u();
        it.br_if(few);
        eight(it);
        it.tee(mask).i64(0).sink().i64_ne();
        it.if_(|it| found(it));
        next_eight(it, at, len);
        it.br(again);
    });
    it.get(len);
    it.if_(|it| {
        last_few(it, at, len, &mut eight);
        it.tee(mask).i64(0).sink().i64_ne();
        it.if_(|it| found(it));
    });
    it.get(all);
}

fn next_eight(it: &mut CodeBuilder, at: Local, len: Local) {
    it.get(at).i32(8).sink().i32_add().local_set(at);
    it.get(len).i32(8).sink().i32_sub().local_set(len);
}

/// Handles the last bytes, fewer than eight, together with bytes before them, whose results are dropped. There is
/// always memory before compared bytes.
fn last_few(it: &mut CodeBuilder, at: Local, len: Local, eight: &mut dyn FnMut(&mut CodeBuilder)) {
    it.get(at).get(len).sink().i32_add().i32_const(8).i32_sub().local_set(at);
    eight(it);
    it.i32(8).get(len).sink().i32_sub().i32_const(3).i32_shl().i64_extend_i32_u().i64_shr_u();
}
