//! Texts, as UTF-8 in memory.

use crate::layout::access::new_list;
use crate::layout::memory::{ITEMS, LEN, STR, tag};
use crate::layout::{self, NO_NUM};
use crate::module::ModuleBuilder;
use crate::module::symbols::{Helper, IMPORT_CASE, IMPORT_PARSE};
use crate::wasm::{CodeBuilder, Emit, F64, I32, I64, Local, Mem, Routine};
use ir::{INT_MAX, Ty};

/// Blanks that take several bytes: those, and up to which last byte.
const BLANKS: [(&[u8], u8); 8] = [
    (&[0xC2, 0x85], 0x85),
    (&[0xC2, 0xA0], 0xA0),
    (&[0xE1, 0x9A, 0x80], 0x80),
    (&[0xE2, 0x80, 0x80], 0x8A),
    (&[0xE2, 0x80, 0xA8], 0xA9),
    (&[0xE2, 0x80, 0xAF], 0xAF),
    (&[0xE2, 0x81, 0x9F], 0x9F),
    (&[0xE3, 0x80, 0x80], 0x80),
];

/// In place of a site: the parts of a split text may have any length.
const ANY_LENGTH: u32 = u32::MAX;

fn byte(it: &mut CodeBuilder, text: Local, at: Local, offset: u32) {
    it.get(text).get(at).sink().i32_add();
    it.load(Mem::Bool, STR + offset);
}

fn length(it: &mut CodeBuilder, text: Local, to: Local) {
    it.get(text).load(Mem::Ptr, 4).set(to);
}

impl ModuleBuilder<'_> {
    pub fn find(&mut self, it: &mut Routine) {
        let (text, part, from) = (0, 1, 2);
        let (last, size, i, same) = (it.local(I32), it.local(I32), it.local(I32), it.local(I32));
        length(it, part, size);
        it.get(text).load(Mem::Ptr, 4).get(size).sink().i32_sub().local_set(last);
        it.block_loop(|it, done, again| {
            it.get(from).get(last).sink().i32_gt_s();
            it.br_if(done);
            it.i32(1).set(same);
            it.each(i, size, |it, done| {
                it.get(text).get(from).sink().i32_add();
                it.get(i).sink().i32_add();
                it.load(Mem::Bool, STR);
                byte(it, part, i, 0);
                it.sink().i32_ne();
                it.if_(|it| {
                    it.i32(0).set(same);
                    it.br(done);
                });
            });
            it.get(same);
            it.if_(|it| {
                it.get(from).sink().return_();
            });
            it.get(from).i32(1).sink().i32_add().local_set(from);
            it.br(again);
        });
        it.i32(u32::MAX);
    }

    /// A text of as many bytes as a local says, not yet written.
    fn new_text(&self, it: &mut CodeBuilder, to: Local, size: Local) {
        it.get(size).plus(STR).call(self.rt.alloc).tee(to).i32(tag::STR).store(Mem::Ptr, 0);
        it.get(to).get(size).store(Mem::Ptr, 4);
    }

    pub fn bytes(&mut self, it: &mut Routine) {
        let (text, from, end) = (0, 1, 2);
        let (to, size) = (it.local(I32), it.local(I32));
        it.get(end).get(from).sink().i32_sub().local_set(size);
        self.new_text(it, to, size);
        it.get(to).plus(STR).get(text).get(from).sink().i32_add();
        it.plus(STR).get(size).sink().memory_copy(0, 0);
        it.get(to);
    }

    /// Half of a character of two code units becomes the replacement character, as when JavaScript's
    /// texts are written as UTF-8.
    pub fn substring(&mut self, it: &mut Routine) {
        let (text, from, end) = (0, 1, 2);
        let (size, at, to, out, head) = (it.local(I32), it.local(I32), it.local(I32), it.local(I32), it.local(I32));
        let (unit, bytes, before, after) = (it.local(I64), it.local(I32), it.local(I64), it.local(I64));
        length(it, text, size);
        self.new_text(it, to, size);
        it.get(to).set(out);
        it.block_loop(|it, done, again| {
            it.get(at).get(size).sink().i32_ge_u();
            it.br_if(done);
            byte(it, text, at, 0);
            it.set(head);
            // 1, 2, 3 or 4 bytes; the last are two code units.
            it.i32(1);
            for first in [0xC0, 0xE0, 0xF0] {
                it.get(head).i32(first).sink().i32_ge_u().i32_add();
            }
            it.set(bytes);
            it.get(unit).set(before);
            it.get(unit).i64(1).sink().i64_add();
            it.get(bytes).i32(4).sink().i32_eq().i64_extend_i32_u().i64_add().local_tee(unit).local_set(after);
            let within = |it: &mut CodeBuilder| {
                it.get(before).get(from).sink().i64_ge_s();
                it.get(after).get(end).sink().i64_le_s().i32_and();
            };
            within(it);
            it.if_(|it| {
                it.get(out).plus(STR).get(text).get(at).sink().i32_add();
                it.plus(STR).get(bytes).sink().memory_copy(0, 0);
                it.get(out).get(bytes).sink().i32_add().local_set(out);
            })
            .else_(|it| {
                it.get(after).get(from).sink().i64_gt_s();
                it.get(before).get(end).sink().i64_lt_s().i32_and();
                // Part of it is within, but not when there is nothing between the two ends.
                it.get(from).get(end).sink().i64_lt_s().i32_and();
                it.if_(|it| {
                    for (i, byte) in [0xEF, 0xBF, 0xBD].into_iter().enumerate() {
                        it.get(out).i32(byte).store(Mem::Bool, STR + i as u32);
                    }
                    it.get(out).plus(3).set(out);
                });
            });
            it.get(at).get(bytes).sink().i32_add().local_set(at);
            it.br(again);
        });
        it.get(to).get(out).get(to).sink().i32_sub();
        it.store(Mem::Ptr, 4);
        it.get(to);
    }

    /// May read beyond the end of the text: the bytes there alone are no blank of several bytes, because its first byte
    /// is within.
    pub fn blank(&mut self, it: &mut Routine) {
        let (text, at) = (0, 1);
        let (first, left) = (it.local(I32), it.local(I32));
        it.get(text).load(Mem::Ptr, 4).get(at).sink().i32_sub().local_set(left);
        byte(it, text, at, 0);
        it.tee(first).i32(9).sink().i32_sub().i32_const(5).i32_lt_u();
        it.get(first).i32(32).sink().i32_eq().i32_or();
        it.if_(|it| {
            it.i32(1).sink().return_();
        });
        for (bytes, last) in BLANKS {
            let size = bytes.len() as u32;
            it.get(left).i32(size).sink().i32_ge_u();
            it.get(first).i32(u32::from(bytes[0])).sink().i32_eq().i32_and();
            if size == 3 {
                byte(it, text, at, 1);
                it.i32(u32::from(bytes[1])).sink().i32_eq().i32_and();
            }
            let low = u32::from(bytes[bytes.len() - 1]);
            byte(it, text, at, size - 1);
            it.i32(low).sink().i32_sub().i32_const((u32::from(last) - low + 1) as i32).i32_lt_u().i32_and();
            it.if_(|it| {
                it.i32(size).sink().return_();
            });
        }
        it.i32(0);
    }

    pub fn trim(&mut self, it: &mut Routine) {
        let (text, from, end, at, width) = (0, it.local(I32), it.local(I32), it.local(I32), it.local(I32));
        let (blank, bytes) = (self.helper(Helper::Blank), self.helper(Helper::Bytes));
        length(it, text, end);
        it.block_loop(|it, begun, again| {
            it.get(from).get(end).sink().i32_ge_u();
            it.br_if(begun);
            it.get(text).get(from).call(blank).tee(width).sink().i32_eqz();
            it.br_if(begun);
            it.get(from).get(width).sink().i32_add().local_set(from);
            it.br(again);
        });
        it.block_loop(|it, ended, again| {
            // A blank at the end of the text: of one, two or three bytes.
            for size in 1..=3 {
                it.get(end).i32(size).sink().i32_sub().local_tee(at).local_get(from).i32_ge_s();
                it.if_(|it| {
                    it.get(text).get(at).call(blank).i32(size).sink().i32_eq();
                    it.if_(|it| {
                        it.get(at).set(end);
                        it.br(again);
                    });
                });
            }
            it.br(ended);
        });
        it.get(text).get(from).get(end).call(bytes);
    }

    /// `site`: of a list that is too long; [`ANY_LENGTH`] if it may be as long as it gets.
    pub fn split(&mut self, it: &mut Routine) {
        let (text, between, site) = (0, 1, 2);
        let (find, bytes, trap) = (self.helper(Helper::Find), self.helper(Helper::Bytes), self.rt.trap);
        let own = self.helper_for(Helper::Own, &Ty::Str.list());
        let (list, size, at, end, count, step) =
            (it.local(I32), it.local(I32), it.local(I32), it.local(I32), it.local(I32), it.local(I32));
        new_list(it, self.rt.alloc, list, count, 4);
        length(it, text, size);
        length(it, between, step);
        it.block_loop(|it, done, again| {
            it.get(step);
            it.if_(|it| {
                it.get(text).get(between).get(at).call(find).tee(end).i32(0).sink().i32_lt_s();
                it.if_(|it| {
                    it.get(size).set(end);
                });
            })
            .else_(|it| {
                // Character by character.
                it.get(at).get(size).sink().i32_ge_u();
                it.br_if(done);
                byte(it, text, at, 0);
                it.set(end);
                it.get(at).i32(1).sink().i32_add();
                for first in [0xC0, 0xE0, 0xF0] {
                    it.get(end).i32(first).sink().i32_ge_u().i32_add();
                }
                it.set(end);
            });
            it.get(count).i32(self.limits.list as u32).sink().i32_ge_u();
            it.get(site).i32(ANY_LENGTH).sink().i32_ne().i32_and();
            it.if_(|it| {
                it.get(site).call(trap);
            });
            it.get(list).get(count).i32(1).sink().i32_add();
            it.call(own).set(list);
            it.nth(list, count, 4).get(text).get(at).get(end).call(bytes).store(Mem::Ptr, ITEMS);
            it.get(list).get(count).i32(1).sink().i32_add().local_tee(count);
            it.store(Mem::Ptr, LEN);
            it.get(end).get(size).sink().i32_ge_u();
            it.get(step).i32(0).sink().i32_ne().i32_and();
            it.br_if(done);
            it.get(end).get(step).sink().i32_add().local_set(at);
            it.br(again);
        });
        it.get(list);
    }

    pub fn replace(&mut self, it: &mut Routine) {
        let (text, part, by, site) = (0, 1, 2, 3);
        let (parts, size) = (it.local(I32), it.local(I32));
        let (split, join, trap) = (self.helper(Helper::Split), self.rt.join, self.rt.trap);
        length(it, part, size);
        it.get(size).sink().i32_eqz();
        it.if_(|it| {
            it.get(text).sink().return_();
        });
        // The length of all inserted parts, or too long.
        it.get(text).get(part).i32(ANY_LENGTH).call(split).tee(parts).load(Mem::Ptr, LEN).i32(1).sink().i32_sub();
        it.sink().i64_extend_i32_u();
        it.get(by).load(Mem::Ptr, 4).sink().i64_extend_i32_u().i64_mul();
        it.i64(self.limits.string as i64).sink().i64_gt_u();
        it.if_(|it| {
            it.get(site).call(trap);
        });
        it.get(parts).get(by).call(join);
    }

    pub fn parse_int(&mut self, it: &mut Routine) {
        let (text, size, at, negative, n) = (0, it.local(I32), it.local(I32), it.local(I32), it.local(I64));
        let digit = it.local(I32);
        let none = layout::none(8);
        let trim = self.helper(Helper::Trim);
        it.get(text).call(trim).set(text);
        length(it, text, size);
        let give_up = |it: &mut CodeBuilder| {
            it.if_(|it| {
                it.i64(none).sink().return_();
            });
        };
        it.get(size).sink().i32_eqz();
        give_up(it);
        byte(it, text, at, 0);
        it.tee(digit).i32(45).sink().i32_eq().local_tee(negative);
        it.get(digit).i32(43).sink().i32_eq().i32_or().local_set(at);
        it.get(at).get(size).sink().i32_ge_u();
        give_up(it);
        it.block_loop(|it, done, again| {
            it.get(at).get(size).sink().i32_ge_u();
            it.br_if(done);
            byte(it, text, at, 0);
            it.i32(48).sink().i32_sub().local_tee(digit).i32_const(9).i32_gt_u();
            give_up(it);
            it.get(n).i64(10).sink().i64_mul();
            it.get(digit).sink().i64_extend_i32_u().i64_add().local_tee(n).i64_const(INT_MAX).i64_gt_u();
            give_up(it);
            it.get(at).i32(1).sink().i32_add().local_set(at);
            it.br(again);
        });
        it.i64(0).get(n).sink().i64_sub();
        it.get(n).get(negative).sink().select();
    }

    pub fn parse_num(&mut self, it: &mut Routine) {
        let (text, size, at, c, n) = (0, it.local(I32), it.local(I32), it.local(I32), it.local(F64));
        let trim = self.helper(Helper::Trim);
        let none = f64::from_bits(NO_NUM);
        it.get(text).call(trim).set(text);
        length(it, text, size);
        it.get(size).sink().i32_eqz();
        it.if_(|it| {
            it.sink().f64_const(none.into()).return_();
        });
        it.each(at, size, |it, _| {
            byte(it, text, at, 0);
            it.tee(c).i32(48).sink().i32_sub().i32_const(9).i32_gt_u();
            it.if_(|it| {
                it.i32(0);
                for other in [43, 45, 46, 69, 101] {
                    it.get(c).i32(other).sink().i32_eq().i32_or();
                }
                it.sink().i32_eqz();
                it.if_(|it| {
                    it.sink().f64_const(none.into()).return_();
                });
            });
        });
        it.get(text).plus(STR).get(size).call(IMPORT_PARSE).tee(n);
        it.sink().f64_const(none.into()).local_get(n).f64_abs().f64_const(f64::INFINITY.into()).f64_lt().select();
    }

    pub fn case(&mut self, it: &mut Routine) {
        let (text, capital, to, size) = (0, 1, it.local(I32), it.local(I32));
        // A character becomes three at most.
        it.get(text).load(Mem::Ptr, 4).i32(3).sink().i32_mul().local_set(size);
        self.new_text(it, to, size);
        let (at, end, c) = (it.local(I32), it.local(I32), it.local(I32));
        length(it, text, end);
        it.get(to).get(end).store(Mem::Ptr, 4);
        // One-byte characters are handled here; others by the host.
        it.block(|it, wide| {
            it.each(at, end, |it, _| {
                byte(it, text, at, 0);
                it.tee(c).i32(0x80).sink().i32_ge_u();
                it.br_if(wide);
                it.get(to).get(at).sink().i32_add();
                // From `a` or from `A` on: 26 letters, and one bit makes the difference.
                it.get(c).get(c).get(capital).i32(5).sink().i32_shl().i32_const(65).i32_add().i32_sub();
                it.i32(26).sink().i32_lt_u().i32_const(5).i32_shl().i32_xor();
                it.store(Mem::Bool, STR);
            });
            it.get(to).sink().return_();
        });
        it.get(to);
        it.get(text).plus(STR).get(text).load(Mem::Ptr, 4).get(capital).get(to).plus(STR).call(IMPORT_CASE);
        it.store(Mem::Ptr, 4);
        it.get(to);
    }
}
