//! Runtime of every module: memory, strings, numbers, faults.

use crate::layout::memory::{FAULT, ITEMS, LEN, MISFIT, STR, global, tag};
use crate::layout::memory::{FAULT_NUMBERS, MISFIT_TEXT, MISFIT_VALUE};
use crate::module::ModuleBuilder;
use crate::module::output::Site;
use crate::module::symbols::{IMPORT_NUMBER, IMPORT_REMAINDER, Runtime};
use crate::wasm::{CodeBuilder, Emit, F64, I32, I64, Label, Local, Mem, Routine};
use diag::Code;
use ir::steps::{BYTES_SHIFT, ENTRIES_SHIFT};

/// The moduli and factors of the framework's random numbers.
const SMALL: i64 = (1 << 35) - 31;
const BIG: i64 = (1 << 53) - 111;
const BIG_FACTOR: i64 = 5_667_072_534_355_537;

/// Writes the body of a routine.
type Writer<'w> = &'w dyn Fn(&mut Routine);

impl ModuleBuilder<'_> {
    pub fn declare_runtime(&mut self) {
        self.rt = Runtime {
            alloc: self.declare(&[I32], &[I32]),
            grow: self.declare(&[I32], &[]),
            copy: self.declare(&[I32, I32, I32], &[]),
            copy_within: self.declare(&[I32, I32, I32], &[]),
            trap: self.declare(&[I32], &[]),
            trap_with: self.declare(&[I32, I64, I64], &[]),
            misfit: self.declare(&[I32, I32, I32, I32], &[]),
            spend: self.declare(&[I32, I32], &[]),
            concat: self.declare(&[I32; 5][..4 + usize::from(self.fast)], &[I32]),
            int_text: self.declare(&[I64], &[I32]),
            num_text: self.declare(&[F64], &[I32]),
            str_cmp: self.declare(&[I32, I32], &[I32]),
            str_eq: self.declare(&[I32, I32], &[I32]),
            text_eq: self.declare(&[I32, I32], &[I32]),
            next: self.declare(&[I64], &[I64]),
            next_big: self.declare(&[I64], &[I64]),
            join: self.declare(&[I32, I32], &[I32]),
            any_field: self.declare(&[I32, I32, I32, I32], &[I32]),
            str_len: self.declare(&[I32], &[I64]),
            refuel: self.declare(&[], &[]),
        };
    }

    pub fn define_runtime(&mut self) {
        let (rt, none) = (self.rt, self.none());
        let (string_limit, fast) = (self.limits.string as u32, self.fast);
        let full = self.site_of(Site { code: Code::StateSize, span: None });
        let give_up = self.features.trial.then_some(self.state.give_up);
        let fuel = self.limits.fuel.min(i64::from(i32::MAX)) as i32;
        let barrier = self.state.barrier;
        let failed = self.features.failure.then_some(self.state.failed);
        let writers: [(u32, Writer<'_>); 20] = [
            (rt.alloc, &|it| alloc(it, rt)),
            (rt.grow, &|it| grow(it, rt, full)),
            (rt.copy, &|it| copy(it)),
            (rt.copy_within, &|it| copy_within(it)),
            (rt.trap, &|it| trap(it, false, give_up, failed)),
            (rt.trap_with, &|it| trap(it, true, give_up, failed)),
            (rt.misfit, &|it| misfit(it, rt)),
            (rt.spend, &|it| spend(it, rt)),
            (rt.concat, &|it| concat(it, rt, string_limit, fast)),
            (rt.int_text, &|it| int_text(it, rt)),
            (rt.num_text, &|it| num_text(it, rt)),
            (rt.str_cmp, &str_cmp),
            (rt.str_eq, &str_eq),
            (rt.text_eq, &|it| text_eq(it, rt)),
            (rt.next, &next),
            (rt.next_big, &next_big),
            (rt.join, &|it| join(it, rt, string_limit)),
            (rt.any_field, &|it| any_field(it, rt, none)),
            (rt.str_len, &str_len),
            (rt.refuel, &|it| refuel(it, fuel, give_up.map(|it| (barrier, it)))),
        ];
        for (id, write) in writers {
            let mut routine = self.reopen(id);
            write(&mut routine);
            self.define(routine);
        }
    }
}

/// `trial`: the address of the trial's barrier, and the function that aborts trials, if there are any.
fn refuel(it: &mut Routine, fuel: i32, trial: Option<(u32, u32)>) {
    it.sink().i32_const(fuel).global_set(global::FUEL).i32_const(0).global_set(global::DEPTH);
    // The previous entry may have been interrupted.
    it.i32(0).sink().global_set(global::FLOW);
    if let Some((barrier, give_up)) = trial {
        it.i32(barrier).i64(0).store(Mem::Int(8), 0).call(give_up);
    }
}

fn alloc(it: &mut Routine, rt: Runtime) {
    let (bytes, at) = (0, it.local(I32));
    it.sink().global_get(global::TOP).local_tee(at);
    it.get(bytes).sink().i32_const(7).i32_add().i32_const(-8).i32_and().i32_add();
    it.sink().global_set(global::TOP).global_get(global::TOP).global_get(global::END).i32_gt_u();
    it.if_(|it| {
        it.get(at).call(rt.grow);
    });
    it.get(at);
}

/// Grows the memory up to its top. `full`: the site for no memory left.
fn grow(it: &mut Routine, rt: Runtime, full: u32) {
    let before = 0;
    // Grows by the missing bytes, half the current size, and a megabyte.
    it.sink().global_get(global::TOP).global_get(global::END).i32_sub().i32_const(16).i32_shr_u();
    it.sink().memory_size(0).i32_const(1).i32_shr_u().i32_add();
    it.sink().i32_const(17).i32_add().memory_grow(0).i32_const(-1).i32_eq();
    it.if_(|it| {
        // If that fails, only by the missing bytes.
        it.sink().global_get(global::TOP).global_get(global::END).i32_sub().i32_const(16).i32_shr_u();
        it.sink().i32_const(1).i32_add().memory_grow(0).i32_const(-1).i32_eq();
        it.if_(|it| {
            it.get(before).sink().global_set(global::TOP);
            it.i32(full).call(rt.trap);
        });
    });
    it.sink().memory_size(0).i32_const(16).i32_shl().global_set(global::END);
}

/// Maximum bytes copied by a loop.
const LOOPED_BYTES_MAX: u32 = 128;

/// Few bytes are copied word by word, which is sooner done than the host is called.
fn copy(it: &mut Routine) {
    let (to, from, bytes, end) = (0, 1, 2, it.local(I32));
    it.get(bytes).i32(LOOPED_BYTES_MAX).sink().i32_gt_u();
    it.if_(|it| {
        it.get(to).get(from).get(bytes).sink().memory_copy(0, 0).return_();
    });
    it.get(to).get(bytes).sink().i32_add().local_set(end);
    it.block_loop(|it, done, again| {
        it.get(to).get(end).sink().i32_ge_u();
        it.br_if(done);
        it.get(to).get(from).load(Mem::Int(8), 0).store(Mem::Int(8), 0);
        it.get(to).plus(8).set(to).get(from).plus(8).set(from);
        it.br(again);
    });
}

/// As above, and no byte more. The ranges do not overlap.
fn copy_within(it: &mut Routine) {
    let (to, from, bytes, left) = (0, 1, 2, it.local(I32));
    it.get(bytes).i32(LOOPED_BYTES_MAX).sink().i32_gt_u();
    it.if_(|it| {
        it.get(to).get(from).get(bytes).sink().memory_copy(0, 0).return_();
    });
    // Copies `size` bytes from the start, or from the end of the rest.
    let first = |it: &mut Routine, size: u32| {
        it.get(to).get(from).load(Mem::Int(size), 0).store(Mem::Int(size), 0);
    };
    let last = |it: &mut Routine, size: u32| {
        for at in [to, from] {
            it.get(at).get(left).sink().i32_add().i32_const(size as i32).i32_sub();
        }
        it.load(Mem::Int(size), 0).store(Mem::Int(size), 0);
    };
    it.get(bytes).set(left);
    it.block_loop(|it, done, again| {
        it.get(left).i32(8).sink().i32_lt_u();
        it.br_if(done);
        first(it, 8);
        it.get(to).plus(8).set(to).get(from).plus(8).set(from);
        it.get(left).i32(8).sink().i32_sub().local_set(left);
        it.br(again);
    });
    it.get(left).sink().i32_eqz();
    it.if_(|it| {
        it.sink().return_();
    });
    // The last bytes; some are copied twice.
    it.get(bytes).i32(8).sink().i32_ge_u();
    it.if_(|it| {
        last(it, 8);
        it.sink().return_();
    });
    it.get(left).i32(4).sink().i32_ge_u();
    it.if_(|it| {
        first(it, 4);
        last(it, 4);
        it.sink().return_();
    });
    first(it, 1);
    it.get(left).i32(2).sink().i32_ge_u();
    it.if_(|it| last(it, 2));
}

/// `failed`: a second place for the site, because the host discards the first one during trials.
fn trap(it: &mut Routine, with: bool, give_up: Option<u32>, failed: Option<u32>) {
    if let Some(give_up) = give_up {
        it.call(give_up);
    }
    for at in [Some(FAULT), failed].into_iter().flatten() {
        it.i32(at).get(0).store(Mem::Ptr, 0);
    }
    for n in 0..2 {
        it.i32(FAULT);
        if with {
            it.get(n + 1)
        } else {
            it.i64(0)
        };
        it.store(Mem::Int(8), FAULT_NUMBERS + n * 8);
    }
    it.sink().unreachable();
}

fn misfit(it: &mut Routine, rt: Runtime) {
    let (site, any, kind, text) = (0, 1, 2, 3);
    for (what, offset) in [(kind, 0), (any, MISFIT_VALUE), (text, MISFIT_TEXT)] {
        it.i32(MISFIT).get(what).store(Mem::Ptr, offset);
    }
    it.get(site).call(rt.trap);
}

fn spend(it: &mut Routine, rt: Runtime) {
    it.get(1).sink().global_get(global::FUEL).i32_gt_u();
    it.if_(|it| {
        it.get(0).call(rt.trap);
    });
    it.sink().global_get(global::FUEL).local_get(1).i32_sub().global_set(global::FUEL);
}

/// `fast`: a fifth parameter says whether nobody else has the first; then the second is added to it, if it is the last that was made.
fn concat(it: &mut Routine, rt: Runtime, limit: u32, fast: bool) {
    let (a, b, site, spent, own) = (0, 1, 2, 3, 4);
    let (left, right, to) = (it.local(I32), it.local(I32), it.local(I32));
    let both = |it: &mut CodeBuilder| {
        it.get(left).get(right).sink().i32_add();
    };
    it.get(a).load(Mem::Ptr, 4).tee(left).get(b).load(Mem::Ptr, 4).tee(right).sink().i32_add();
    it.i32(limit).sink().i32_gt_u();
    it.if_(|it| {
        it.get(site).call(rt.trap);
    });
    it.get(spent);
    both(it);
    it.i32(BYTES_SHIFT).sink().i32_shr_u();
    it.call(rt.spend);
    it.block(|it, added| {
        if fast {
            add_in_place(it, rt, (a, left, own), &both, to, added);
        }
        new_string(it, rt, to, &both);
        it.get(to).plus(STR).get(a).plus(STR).get(left).call(rt.copy);
    });
    it.get(to).plus(STR).get(left).sink().i32_add();
    it.get(b).plus(STR).get(right).call(rt.copy);
    it.get(to);
}

/// Makes room for a longer text behind one that is the last that was made, if that is wanted; then goes on at `added`.
fn add_in_place(
    it: &mut CodeBuilder,
    rt: Runtime,
    (text, length, wanted): (Local, Local, Local),
    longer: &dyn Fn(&mut CodeBuilder),
    to: Local,
    added: Label,
) {
    let room = |it: &mut CodeBuilder, length: &dyn Fn(&mut CodeBuilder)| {
        length(it);
        it.plus(STR + 8 + 7).i32(8_u32.wrapping_neg()).sink().i32_and();
    };
    let taken = |it: &mut CodeBuilder| {
        room(it, &|it| {
            it.get(length);
        });
    };
    it.get(wanted).sink().global_get(global::TOP);
    taken(it);
    it.get(text).sink().i32_add().i32_eq().i32_and();
    it.if_(|it| {
        room(it, longer);
        taken(it);
        it.sink().i32_sub();
        it.call(rt.alloc).sink().drop();
        it.get(text).tee(to);
        longer(it);
        it.store(Mem::Ptr, 4).br(added);
    });
}

/// A string of as many bytes as `length` leaves on the stack, its bytes not yet written; eight more may be.
fn new_string(it: &mut CodeBuilder, rt: Runtime, to: u32, length: &dyn Fn(&mut CodeBuilder)) {
    length(it);
    it.plus(STR + 8).call(rt.alloc).tee(to).i32(tag::STR).store(Mem::Ptr, 0);
    it.get(to);
    length(it);
    it.store(Mem::Ptr, 4);
}

fn int_text(it: &mut Routine, rt: Runtime) {
    let (n, rest, digits, to, negative) = (0, it.local(I64), it.local(I32), it.local(I32), it.local(I32));
    it.get(n).i64(0).sink().i64_lt_s().local_set(negative);
    it.i64(0).get(n).sink().i64_sub();
    it.get(n).get(negative).sink().select().local_set(rest);
    // Number of digits.
    it.get(negative).i32(1).sink().i32_add().local_set(digits);
    it.get(rest).set(n);
    it.loop_(|it, count| {
        it.get(n).i64(10).sink().i64_div_u().local_tee(n).i64_eqz().i32_eqz();
        it.if_(|it| {
            it.get(digits).i32(1).sink().i32_add().local_set(digits);
            it.br(count);
        });
    });
    new_string(it, rt, to, &|it| {
        it.get(digits);
    });
    it.loop_(|it, write| {
        it.get(digits).i32(1).sink().i32_sub().local_set(digits);
        it.get(to).get(digits).sink().i32_add();
        it.get(rest).i64(10).sink().i64_rem_u().i64_const(48).i64_add();
        it.store(Mem::Int(1), STR);
        it.get(rest).i64(10).sink().i64_div_u().local_tee(rest).i64_eqz().i32_eqz();
        it.br_if(write);
    });
    it.get(negative);
    it.if_(|it| {
        it.get(to).i64(45).store(Mem::Int(1), STR);
    });
    it.get(to);
}

fn num_text(it: &mut Routine, rt: Runtime) {
    let (n, to) = (0, it.local(I32));
    new_string(it, rt, to, &|it| {
        it.i32(32);
    });
    it.get(to).get(n).get(to).plus(STR).call(IMPORT_NUMBER).store(Mem::Ptr, 4);
    it.get(to);
}

/// Leaves the first byte of `a` and `b` that differ in two locals, or 256 where one is at its end.
fn str_cmp(it: &mut Routine) {
    let (a, b) = (0, 1);
    let (at, end, x, y) = (it.local(I32), it.local(I32), it.local(I32), it.local(I32));
    let differs = it.local(I64);
    it.get(a).load(Mem::Ptr, 4).tee(x).get(b).load(Mem::Ptr, 4).tee(y);
    it.get(x).get(y).sink().i32_lt_u().select().local_set(end);
    // Skips equal bytes, eight at a time.
    it.block_loop(|it, done, again| {
        it.get(at).plus(8).get(end).sink().i32_gt_u();
        it.br_if(done);
        word(it, a, at);
        word(it, b, at);
        it.sink().i64_xor().local_tee(differs).i64_eqz();
        it.if_(|it| {
            it.get(at).plus(8).set(at);
            it.br(again);
        });
        it.get(at).get(differs).sink().i64_ctz().i64_const(3).i64_shr_u().i32_wrap_i64().i32_add().local_set(at);
    });
    it.each_from(at, end, |it, done| {
        it.get(a).get(at).sink().i32_add();
        it.load(Mem::Bool, STR).set(x);
        it.get(b).get(at).sink().i32_add();
        it.load(Mem::Bool, STR).set(y);
        it.get(x).get(y).sink().i32_ne();
        it.if_(|it| {
            // By UTF-16 code units: characters above 65,535 come before the last ones below.
            for c in [x, y] {
                it.get(c).i32(0xEE).sink().i32_eq();
                it.get(c).i32(0xEF).sink().i32_eq().i32_or();
                it.if_(|it| {
                    it.get(c).i32(0x100).sink().i32_add().local_set(c);
                });
            }
            it.br(done);
        });
    });
    it.get(x).get(y).sink().i32_gt_u();
    it.get(x).get(y).sink().i32_lt_u().i32_sub();
    // All of the shorter one is the same: x and y hold the lengths, or equal bytes.
    it.get(at).get(end).sink().i32_eq();
    it.if_(|it| {
        it.get(a).load(Mem::Ptr, 4).tee(x).get(b).load(Mem::Ptr, 4).tee(y).sink().i32_gt_u();
        it.get(x).get(y).sink().i32_lt_u().i32_sub().return_();
    });
}

fn str_eq(it: &mut Routine) {
    let (a, b, at, end, differs) = (0, 1, it.local(I32), it.local(I32), it.local(I64));
    it.get(a).get(b).sink().i32_eq();
    it.if_(|it| {
        it.i32(1).sink().return_();
    });
    it.get(a).load(Mem::Ptr, 4).tee(end).get(b).load(Mem::Ptr, 4).sink().i32_ne();
    it.if_(|it| {
        it.i32(0).sink().return_();
    });
    it.block_loop(|it, done, again| {
        it.get(at).get(end).sink().i32_ge_u();
        it.br_if(done);
        word(it, a, at);
        word(it, b, at);
        it.sink().i64_xor().local_set(differs);
        it.get(at).plus(8).tee(at).get(end).sink().i32_gt_u();
        it.if_(|it| {
            // Bytes after the texts do not count.
            it.get(differs).get(at).get(end).sink().i32_sub().i32_const(3).i32_shl().i64_extend_i32_u().i64_shl();
            it.sink().local_set(differs);
        });
        it.get(differs).sink().i64_eqz().i32_eqz();
        it.if_(|it| {
            it.i32(0).sink().return_();
        });
        it.br(again);
    });
    it.i32(1);
}

/// Eight bytes of a text; beyond its end there are further bytes.
fn word(it: &mut Routine, text: Local, at: Local) {
    it.get(text).get(at).sink().i32_add();
    it.load(Mem::Int(8), STR);
}

fn text_eq(it: &mut Routine, rt: Runtime) {
    let (a, b, bytes) = (0, 1, it.local(I32));
    it.get(a).load(Mem::Ptr, 4).tee(bytes).get(b).load(Mem::Ptr, 4).sink().i32_ne();
    it.if_(|it| {
        it.i32(0).sink().return_();
    });
    it.get(bytes).i32(BYTES_SHIFT).sink().i32_shr_u();
    it.if_(|it| {
        it.sink().global_get(global::FUEL);
        it.get(bytes).i32(BYTES_SHIFT).sink().i32_shr_u().i32_sub().global_set(global::FUEL);
        it.sink().global_get(global::FUEL).i32_const(0).i32_lt_s();
        it.if_(|it| {
            it.i32(0).sink().return_();
        });
    });
    it.get(a).get(b).call(rt.str_eq);
}

fn next(it: &mut Routine) {
    let seed = 0;
    it.get(seed).i64(ir::INT_MAX / 200_105).sink().i64_le_u();
    it.if_value(Some(I64), |it| {
        it.get(seed).i64(200_105).sink().i64_mul().i64_const(SMALL).i64_rem_u();
    })
    .else_(|it| {
        it.get(seed).sink().f64_convert_i64_u().f64_const(200_105.0.into()).f64_mul().f64_const((SMALL as f64).into());
        it.call(IMPORT_REMAINDER).sink().i64_trunc_sat_f64_u();
    });
}

fn next_big(it: &mut Routine) {
    let (seed, to) = (0, it.local(I64));
    // The factor in digits of ten bits, the highest first: nothing gets longer than 64 bits.
    for digit in (0..6).rev() {
        it.get(to).i64(1024).sink().i64_mul();
        it.get(seed).i64(BIG_FACTOR >> (digit * 10) & 1023).sink().i64_mul().i64_add();
        it.i64(BIG).sink().i64_rem_u().local_set(to);
    }
    it.get(to);
}

fn str_len(it: &mut Routine) {
    let (text, at, end, count, byte) = (0, it.local(I32), it.local(I32), it.local(I32), it.local(I32));
    it.get(text).load(Mem::Ptr, 4).set(end);
    it.each(at, end, |it, _| {
        it.get(text).get(at).sink().i32_add();
        it.load(Mem::Bool, STR).set(byte);
        // One for every byte that begins a character, two where it begins one of four bytes.
        it.get(count).get(byte).i32(0xC0).sink().i32_and().i32_const(0x80).i32_ne().i32_add();
        it.get(byte).i32(0xF0).sink().i32_ge_u().i32_add().local_set(count);
    });
    it.get(count).sink().i64_extend_i32_u();
}

/// Joins texts at the end of the heap, up to the maximum length; a longer text is not built, but reported.
fn join(it: &mut Routine, rt: Runtime, limit: u32) {
    let (list, between) = (0, 1);
    let (count, i, to, at, stop) = (it.local(I32), it.local(I32), it.local(I32), it.local(I32), it.local(I32));
    let (text, bytes, gap, pause) = (it.local(I32), it.local(I32), it.local(I32), it.local(I32));
    // A short part is one word; the next part overwrites the excess.
    const WORD: u32 = 8;
    // Output about the game may be longer than a text of the rules.
    let limit = limit.clamp(1 << 25, 1 << 30);
    // Makes room up to an end.
    let make_room = |it: &mut CodeBuilder, end: &dyn Fn(&mut CodeBuilder)| {
        end(it);
        it.plus(2 * WORD).sink().global_set(global::TOP).global_get(global::TOP).global_get(global::END).i32_gt_u();
        it.if_(|it| {
            it.get(to).call(rt.grow);
        });
        it.sink().global_get(global::END).i32_const(2 * WORD as i32).i32_sub().local_set(stop);
        it.get(stop).get(to).plus(STR + limit).get(stop).get(to).plus(STR + limit).sink().i32_lt_u().select();
        it.set(stop);
    };
    it.get(list).load(Mem::Ptr, LEN).set(count);
    it.sink().global_get(global::TOP).local_tee(to).i32_const(STR as i32).i32_add().local_set(at);
    make_room(it, &|it| {
        it.get(at);
    });
    it.get(to).i32(tag::STR).store(Mem::Ptr, 0);
    it.get(between).load(Mem::Ptr, 4).set(pause);
    it.block(|it, done| {
        it.each(i, count, |it, _| {
            let add = |it: &mut Routine, part: Local| {
                let end = |it: &mut CodeBuilder| {
                    it.get(at).get(bytes).sink().i32_add();
                };
                it.get(part).load(Mem::Ptr, 4).set(bytes);
                end(it);
                it.get(stop).sink().i32_gt_u();
                it.if_(|it| {
                    end(it);
                    it.get(to).plus(STR + limit).sink().i32_gt_u();
                    it.if_(|it| {
                        it.get(to).plus(STR + limit + 1).set(at);
                        it.br(done);
                    });
                    make_room(it, &end);
                });
                it.get(at).get(part).load(Mem::Int(8), STR).store(Mem::Int(8), 0);
                it.get(bytes).i32(WORD).sink().i32_gt_u();
                it.if_(|it| {
                    it.get(at).get(part).plus(STR).get(bytes).call(rt.copy);
                });
                end(it);
                it.set(at);
            };
            it.get(gap);
            it.if_(|it| add(it, between));
            it.get(list).get(i).i32(4).sink().i32_mul().i32_add();
            it.load(Mem::Ptr, ITEMS).set(text);
            add(it, text);
            it.get(pause).set(gap);
        });
        it.get(at).plus(2 * WORD - 1).i32(WORD.wrapping_neg()).sink().i32_and().global_set(global::TOP);
    });
    it.get(to).get(at).get(to).sink().i32_sub().i32_const(STR as i32).i32_sub();
    it.store(Mem::Ptr, 4);
    it.get(to);
}

fn any_field(it: &mut Routine, rt: Runtime, none: u32) {
    let (object, key, site, spent, at, end) = (0, 1, 2, 3, it.local(I32), it.local(I32));
    it.get(object).load(Mem::Ptr, 0).i32(tag::OBJECT).sink().i32_ne();
    it.if_(|it| {
        it.get(site).call(rt.trap);
    });
    it.get(spent).get(object).load(Mem::Ptr, 4).i32(ENTRIES_SHIFT).sink().i32_shr_u();
    it.call(rt.spend);
    it.get(object).tee(at).get(object).load(Mem::Ptr, 4).i32(8).sink().i32_mul().i32_add().local_set(end);
    it.block_loop(|it, done, again| {
        it.get(at).get(end).sink().i32_ge_u();
        it.br_if(done);
        it.get(at).load(Mem::Ptr, 8).get(key).call(rt.str_eq);
        it.if_(|it| {
            it.get(at).load(Mem::Ptr, 12).sink().return_();
        });
        it.get(at).plus(8).set(at);
        it.br(again);
    });
    it.i32(none);
}
