//! Values of `Any`: arrays and objects whose shape is known only when rules run. They never change once made.

use crate::layout::access::new_list;
use crate::layout::memory::{ITEMS, LEN, STR, tag};
use crate::module::ModuleBuilder;
use crate::module::helpers::convert::number;
use crate::module::symbols::{Helper, IMPORT_PARSE};
use crate::wasm::{CodeBuilder, Emit, F64, I32, I64, Local, Mem, Routine};
use diag::Code;

fn is(it: &mut CodeBuilder, any: Local, what: u32) {
    it.get(any).load(Mem::Ptr, 0).i32(what).sink().i32_eq();
}

fn stop_unless(it: &mut CodeBuilder, site: Local, trap: u32) {
    it.sink().i32_eqz();
    it.if_(|it| {
        it.get(site).call(trap);
    });
}

pub fn any_add(it: &mut Routine) {
    let (object, key, value, len, at) = (0, 1, 2, it.local(I32), it.local(I32));
    it.get(object).load(Mem::Ptr, 4).set(len);
    it.nth(object, len, 8).tee(at).get(key).store(Mem::Ptr, 8);
    it.get(at).get(value).store(Mem::Ptr, 12);
    it.get(object).get(len).i32(1).sink().i32_add();
    it.store(Mem::Ptr, 4);
}

impl ModuleBuilder<'_> {
    pub fn js_string(&mut self, it: &mut Routine) {
        let (any, rt, id) = (0, self.rt, it.id);
        let gives = |it: &mut Routine, what: u32, value: &dyn Fn(&mut Routine)| {
            is(it, any, what);
            it.if_(|it| {
                value(it);
                it.sink().return_();
            });
        };
        let words = ["null", "true", "false", "[object Object]", ",", ""].map(|it| self.string(it));
        gives(it, tag::STR, &|it| {
            it.get(any);
        });
        gives(it, tag::INT, &|it| {
            it.get(any).load(Mem::Int(8), 8).call(rt.int_text);
        });
        gives(it, tag::NUM, &|it| {
            it.get(any).load(Mem::Num, 8).call(rt.num_text);
        });
        gives(it, tag::NONE, &|it| {
            it.i32(words[0]);
        });
        gives(it, tag::BOOL, &|it| {
            it.i32(words[1]).i32(words[2]).get(any).load(Mem::Ptr, 4).sink().select();
        });
        gives(it, tag::OBJECT, &|it| {
            it.i32(words[3]);
        });
        let (texts, len, i, item) = (it.local(I32), it.local(I32), it.local(I32), it.local(I32));
        it.get(any).load(Mem::Ptr, 4).set(len);
        new_list(it, rt.alloc, texts, len, 4);
        it.get(texts).get(len).store(Mem::Ptr, LEN);
        it.each(i, len, |it, _| {
            it.nth(texts, i, 4);
            it.nth(any, i, 4).load(Mem::Ptr, 8).tee(item).load(Mem::Ptr, 0);
            it.if_value(Some(I32), |it| {
                it.get(item).call(id);
            })
            .else_(|it| {
                it.i32(words[5]);
            });
            it.store(Mem::Ptr, ITEMS);
        });
        it.get(texts).i32(words[4]).call(rt.join);
    }

    /// JavaScript's `<`; 0 if neither is less.
    pub fn cmp_js(&mut self, it: &mut Routine) {
        let (a, b) = (0, 1);
        let js_string = self.helper(Helper::JsString);
        let (str_cmp, sign) = (self.rt.str_cmp, it.local(I32));
        let texts = [it.local(I32), it.local(I32)];
        let numbers = [it.local(F64), it.local(F64)];
        for (side, text, number) in [(a, texts[0], numbers[0]), (b, texts[1], numbers[1])] {
            it.get(side).load(Mem::Ptr, 0).i32(tag::STR).sink().i32_ge_u();
            it.if_(|it| {
                it.get(side).call(js_string).set(text);
            });
            it.get(side).load(Mem::Ptr, 0).i32(tag::NUM).sink().i32_eq();
            it.if_(|it| {
                it.get(side).load(Mem::Num, 8).set(number);
            });
            is(it, side, tag::INT);
            it.if_(|it| {
                it.get(side).load(Mem::Int(8), 8).sink().f64_convert_i64_s().local_set(number);
            });
            is(it, side, tag::BOOL);
            it.if_(|it| {
                it.get(side).load(Mem::Ptr, 4).sink().f64_convert_i32_u().local_set(number);
            });
        }
        it.get(texts[0]).i32(0).sink().i32_ne();
        it.get(texts[1]).i32(0).sink().i32_ne().i32_and();
        it.if_(|it| {
            it.get(texts[0]).get(texts[1]).call(str_cmp).set(sign);
        })
        .else_(|it| {
            for (text, number) in texts.into_iter().zip(numbers) {
                it.get(text);
                it.if_(|it| {
                    it.get(text).plus(STR).get(text).load(Mem::Ptr, 4).call(IMPORT_PARSE).set(number);
                });
            }
            it.get(numbers[0]).get(numbers[1]).sink().f64_gt();
            it.get(numbers[0]).get(numbers[1]).sink().f64_lt().i32_sub().local_set(sign);
        });
        it.get(sign);
    }

    /// First by JavaScript's `<`; otherwise by kind, and lists by their elements.
    pub fn cmp_any(&mut self, it: &mut Routine) {
        let (a, b, id) = (0, 1, it.id);
        let js = self.helper(Helper::CmpJs);
        let (str_cmp, sign) = (self.rt.str_cmp, it.local(I32));
        let ranks = [it.local(I32), it.local(I32)];
        it.get(a).get(b).call(js).tee(sign);
        it.if_(|it| {
            it.get(sign).sink().return_();
        });
        // Undecided.
        for (what, stride, first) in [(tag::ARRAY, 4, 8), (tag::OBJECT, 8, 12)] {
            is(it, a, what);
            is(it, b, what);
            it.sink().i32_and();
            it.if_(|it| {
                let (i, len, other) = (it.local(I32), it.local(I32), it.local(I32));
                it.get(a).load(Mem::Ptr, 4).tee(len).get(b).load(Mem::Ptr, 4).tee(other);
                it.get(len).get(other).sink().i32_lt_u().select().local_set(len);
                it.each(i, len, |it, _| {
                    if what == tag::OBJECT {
                        it.nth(a, i, stride)
                            .load(Mem::Ptr, 8)
                            .nth(b, i, stride)
                            .load(Mem::Ptr, 8)
                            .call(str_cmp)
                            .tee(sign);
                        it.if_(|it| {
                            it.get(sign).sink().return_();
                        });
                    }
                    it.nth(a, i, stride)
                        .load(Mem::Ptr, first)
                        .nth(b, i, stride)
                        .load(Mem::Ptr, first)
                        .call(id)
                        .tee(sign);
                    it.if_(|it| {
                        it.get(sign).sink().return_();
                    });
                });
                it.get(a).load(Mem::Ptr, 4).get(other).sink().i32_gt_u();
                it.get(a).load(Mem::Ptr, 4).get(other).sink().i32_lt_u().i32_sub().return_();
            });
        }
        // All numbers have the same rank.
        for (side, rank) in [(a, ranks[0]), (b, ranks[1])] {
            it.get(side).load(Mem::Ptr, 0).tee(rank).get(rank).i32(tag::INT).sink().i32_gt_u().i32_sub();
            it.set(rank);
        }
        it.get(ranks[0]).get(ranks[1]).sink().i32_gt_s();
        it.get(ranks[0]).get(ranks[1]).sink().i32_lt_s().i32_sub();
    }

    pub fn any_at(&mut self, it: &mut Routine) {
        let (any, index, wrong, beyond) = (0, 1, 2, 3);
        let rt = self.rt;
        is(it, any, tag::ARRAY);
        stop_unless(it, wrong, rt.trap);
        it.get(index).get(any).load(Mem::Ptr, 4).sink().i64_extend_i32_u().i64_ge_u();
        it.if_(|it| {
            it.get(beyond).get(index).get(any).load(Mem::Ptr, 4).sink().i64_extend_i32_u();
            it.call(rt.trap_with);
        });
        it.get(any).get(index).sink().i32_wrap_i64().i32_const(4).i32_mul().i32_add();
        it.plus(8);
    }

    pub fn any_copy(&mut self, it: &mut Routine) {
        let (any, size, to) = (0, it.local(I32), it.local(I32));
        it.get(any).load(Mem::Ptr, 4).i32(4).sink().i32_mul().local_set(size);
        is(it, any, tag::OBJECT);
        it.if_(|it| {
            it.get(size).i32(2).sink().i32_mul().local_set(size);
        });
        it.get(size).plus(8).tee(size).call(self.rt.alloc).tee(to).get(any).get(size).sink().memory_copy(0, 0);
        it.get(to);
    }

    pub fn any_find(&mut self, it: &mut Routine) {
        let (object, key, i, len, at) = (0, 1, it.local(I32), it.local(I32), it.local(I32));
        it.get(object).load(Mem::Ptr, 4).set(len);
        it.each(i, len, |it, _| {
            it.nth(object, i, 8).tee(at).load(Mem::Ptr, 8).get(key).call(self.rt.str_eq);
            it.if_(|it| {
                it.get(at).plus(12).sink().return_();
            });
        });
        it.i32(0);
    }

    pub fn any_need(&mut self, it: &mut Routine) {
        let (object, key, site, at) = (0, 1, 2, it.local(I32));
        let find = self.helper(Helper::AnyFind);
        it.get(object).get(key).call(find).tee(at).sink().i32_eqz();
        it.if_(|it| {
            it.get(site).get(object).i32(number(Code::MissingField)).get(key).call(self.rt.misfit);
        });
        it.get(at).load(Mem::Ptr, 0);
    }

    pub fn any_must_be(&mut self, it: &mut Routine) {
        let (any, tag, expected, site) = (0, 1, 2, 3);
        it.get(any).load(Mem::Ptr, 0).get(tag).sink().i32_ne();
        it.if_(|it| {
            it.get(site).get(any).i32(number(Code::WrongType)).get(expected).call(self.rt.misfit);
        });
    }

    pub fn any_with(&mut self, it: &mut Routine) {
        let (object, key, len, to, at, size) = (0, 1, it.local(I32), it.local(I32), it.local(I32), it.local(I32));
        let (i, n, other) = (it.local(I32), it.local(I64), it.local(I64));
        let (find, copy, none) = (self.helper(Helper::AnyFind), self.helper(Helper::AnyCopy), self.none());
        let index = self.helper(Helper::KeyIndex);
        it.get(object).get(key).call(find);
        it.if_(|it| {
            it.get(object).call(copy).sink().return_();
        });
        it.get(object).load(Mem::Ptr, 4).tee(len).set(at);
        it.get(key).call(index).tee(n).i64(0).sink().i64_ge_s();
        it.if_(|it| {
            // After those with a lower number.
            it.i32(0).set(at);
            it.each(i, len, |it, done| {
                it.nth(object, i, 8).load(Mem::Ptr, 8).call(index).tee(other).i64(0).sink().i64_lt_s();
                it.get(other).get(n).sink().i64_gt_s().i32_or();
                it.br_if(done);
                it.get(at).i32(1).sink().i32_add().local_set(at);
            });
        });
        it.get(len).i32(8).sink().i32_mul().i32_const(16).i32_add();
        it.call(self.rt.alloc).tee(to).get(object);
        it.get(at).i32(8).sink().i32_mul().i32_const(8).i32_add().local_tee(size).memory_copy(0, 0);
        it.get(to).get(len).i32(1).sink().i32_add();
        it.store(Mem::Ptr, 4);
        it.get(to).get(size).sink().i32_add();
        it.get(key).store(Mem::Ptr, 0);
        it.get(to).get(size).sink().i32_add();
        it.i32(none).store(Mem::Ptr, 4);
        it.get(to).get(size).sink().i32_add().i32_const(8).i32_add();
        it.get(object).get(size).sink().i32_add();
        it.get(len).get(at).sink().i32_sub().i32_const(8).i32_mul().memory_copy(0, 0);
        it.get(to);
    }

    pub fn key_index(&mut self, it: &mut Routine) {
        let (key, i, len, digit, n) = (0, it.local(I32), it.local(I32), it.local(I32), it.local(I64));
        let none = |it: &mut Routine| {
            it.if_(|it| {
                it.i64(-1).sink().return_();
            });
        };
        it.get(key).load(Mem::Ptr, 4).tee(len).i32(1).sink().i32_sub().i32_const(10).i32_ge_u();
        none(it);
        it.get(len).i32(1).sink().i32_gt_u();
        it.get(key).load(Mem::Bool, STR).i32(u32::from(b'0')).sink().i32_eq().i32_and();
        none(it);
        it.each(i, len, |it, _| {
            it.get(key).get(i).sink().i32_add();
            it.load(Mem::Bool, STR).i32(u32::from(b'0')).sink().i32_sub().local_tee(digit).i32_const(10).i32_ge_u();
            none(it);
            it.get(n).i64(10).sink().i64_mul().local_get(digit).i64_extend_i32_u().i64_add().local_set(n);
        });
        it.get(n).i64(i64::from(u32::MAX)).sink().i64_ge_u();
        none(it);
        it.get(n);
    }

    pub fn any_len(&mut self, it: &mut Routine) {
        let (any, none, wrong, rt) = (0, 1, 2, self.rt);
        is(it, any, tag::STR);
        it.if_(|it| {
            it.get(any).call(rt.str_len).sink().return_();
        });
        it.get(any).load(Mem::Ptr, 0);
        stop_unless(it, none, rt.trap);
        it.get(any).load(Mem::Ptr, 0).i32(tag::ARRAY).sink().i32_ge_u();
        stop_unless(it, wrong, rt.trap);
        it.get(any).load(Mem::Ptr, 4).sink().i64_extend_i32_u();
    }

    /// For each key that comes first, all items of which it is the key.
    pub fn group(&mut self, it: &mut Routine) {
        let (items, keys, site, long, rt) = (0, 1, 2, 3, self.rt);
        let (js_string, find, with) =
            (self.helper(Helper::JsString), self.helper(Helper::AnyFind), self.helper(Helper::AnyWith));
        let (len, i, j, names, to, key) =
            (it.local(I32), it.local(I32), it.local(I32), it.local(I32), it.local(I32), it.local(I32));
        let (group, count) = (it.local(I32), it.local(I32));
        it.get(items).load(Mem::Ptr, 4).tee(len).get(keys).load(Mem::Ptr, 4).sink().i32_eq();
        stop_unless(it, site, rt.trap);
        new_list(it, rt.alloc, names, len, 4);
        it.each(i, len, |it, _| {
            it.nth(keys, i, 4).load(Mem::Ptr, 8).call(js_string).tee(key).load(Mem::Ptr, 4);
            it.i32(self.limits.string as u32).sink().i32_gt_u();
            it.if_(|it| {
                it.get(long).call(rt.trap);
            });
            it.nth(names, i, 4).get(key).store(Mem::Ptr, ITEMS);
        });
        it.i32(8).call(rt.alloc).tee(to).i32(tag::OBJECT).store(Mem::Ptr, 0);
        it.get(to).i32(0).store(Mem::Ptr, 4);
        it.each(i, len, |it, _| {
            it.nth(names, i, 4).load(Mem::Ptr, ITEMS).set(key);
            it.get(to).get(key).call(find).sink().i32_eqz();
            it.if_(|it| {
                // Reserves the maximum room; counts while filling it.
                it.get(len).get(i).sink().i32_sub().i32_const(4).i32_mul().i32_const(8).i32_add();
                it.call(rt.alloc).tee(group).i32(tag::ARRAY).store(Mem::Ptr, 0);
                it.i32(0).set(count);
                it.each(j, len, |it, _| {
                    it.nth(names, j, 4).load(Mem::Ptr, ITEMS).get(key).call(rt.str_eq);
                    it.if_(|it| {
                        it.nth(group, count, 4).nth(items, j, 4).load(Mem::Ptr, 8).store(Mem::Ptr, 8);
                        it.get(count).i32(1).sink().i32_add().local_set(count);
                    });
                });
                it.get(group).get(count).store(Mem::Ptr, 4);
                it.get(to).get(key).call(with).tee(to).get(key).call(find).get(group).store(Mem::Ptr, 0);
            });
        });
        it.get(to);
    }
}
