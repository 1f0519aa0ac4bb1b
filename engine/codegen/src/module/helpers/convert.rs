//! Values of a type as text and as values of `Any`, and back.

use crate::layout::access::{bare, is_none, load, new_list};
use crate::layout::memory::{BOXED, ITEMS, LEN, SHARED, WHOLE, tag};
use crate::layout::packing::value_range;
use crate::layout::{self, NO_NUM, Rep, packed, rep};
use crate::module::ModuleBuilder;
use crate::module::symbols::Helper;
use crate::wasm::{Emit, I32, I64, Local, Mem, Routine};
use diag::Code;
use ir::Ty;

impl ModuleBuilder<'_> {
    pub fn show(&mut self, it: &mut Routine, ty: &Ty) {
        let value = 0;
        match ty {
            Ty::Str => {
                it.get(value);
            }
            Ty::Int | Ty::Range(..) => {
                let id = self.rt.int_text;
                it.get(value).call(id);
            }
            Ty::Num => {
                let id = self.rt.num_text;
                it.get(value).call(id);
            }
            Ty::Bool => {
                let (yes, no) = (self.string("true"), self.string("false"));
                it.i32(yes).i32(no).get(value).sink().select();
            }
            Ty::Role | Ty::Enum(_) => {
                let program = self.program;
                let names = match ty {
                    Ty::Enum(id) => &program.enums[id.index()].members,
                    _ => &program.roles,
                };
                let names = self.strings(names.iter().map(String::as_str));
                it.i32(names).get(value).sink().i32_wrap_i64().i32_const(2).i32_shl().i32_add();
                it.load(Mem::Ptr, 0);
            }
            Ty::Opt(of) => {
                let none = self.string("none");
                self.unless_none(it, of, none, Helper::Show);
            }
            Ty::Any => {
                let id = self.helper(Helper::JsString);
                it.get(value).call(id);
            }
            Ty::List(_) | Ty::Set(_) | Ty::Array(..) => {
                let (join, between) = (self.rt.join, self.string(", "));
                let texts = self.shown_items(it, ty);
                it.get(texts).i32(between).call(join);
            }
            Ty::Map(key, of) => self.show_parts(it, value, &[key, of], true),
            Ty::Record(id) => {
                let fields: Vec<&Ty> = self.program.records[id.index()].fields.iter().map(|it| &it.ty).collect();
                self.show_parts(it, value, &fields, false);
            }
            Ty::Packed(id) => self.spilled(it, *id, Helper::Show),
            Ty::Unit => {
                let none = self.string("none");
                it.i32(none);
            }
        }
    }

    /// Applies a helper to the packed record in the first parameter, after storing it to memory.
    fn spilled(&mut self, it: &mut Routine, id: ir::RecordId, what: Helper) {
        let routine = self.helper_for(what, &Ty::Record(id));
        packed::spill(self.program, self.rt.alloc, it, 0, id);
        it.call(routine);
    }

    /// Parts of different types, with ", " between: those of a record, or of each entry of a map.
    fn show_parts(&mut self, it: &mut Routine, value: Local, types: &[&Ty], entries: bool) {
        let (offsets, stride) = self.entry(types);
        let (texts, len, i, at, to) = (it.local(I32), it.local(I32), it.local(I32), it.local(I32), it.local(I32));
        if entries {
            it.get(value).load(Mem::Ptr, LEN).set(len);
        } else {
            it.i32(1).set(len);
        }
        it.get(len).i32(types.len() as u32).sink().i32_mul().local_set(at);
        new_list(it, self.rt.alloc, texts, at, 4);
        it.get(texts).get(at).store(Mem::Ptr, LEN);
        it.get(texts).set(to);
        it.each(i, len, |it, _| {
            it.nth(value, i, stride).plus(if entries { ITEMS } else { 0 }).set(at);
            for (ty, offset) in types.iter().zip(offsets) {
                let show = self.helper_for(Helper::Show, ty);
                it.get(to).get(at);
                load(self.program, it, ty, offset);
                it.call(show).store(Mem::Ptr, ITEMS);
                it.get(to).plus(4).set(to);
            }
        });
        let (join, between) = (self.rt.join, self.string(", "));
        it.get(texts).i32(between).call(join);
    }

    /// Applies a helper to the content of the optional in the first parameter; `none` if it is none.
    fn unless_none(&mut self, it: &mut Routine, of: &Ty, none: u32, what: Helper) {
        let value = 0;
        it.get(value);
        is_none(self.program, it, of);
        it.if_(|it| {
            it.i32(none).sink().return_();
        });
        it.get(value);
        bare(it, of);
        let id = self.helper_for(what, of);
        it.call(id);
    }

    /// A list of the texts of the elements of the list or array in the first parameter.
    fn shown_items(&mut self, it: &mut Routine, ty: &Ty) -> Local {
        let value = 0;
        let (of, len, first) = (ty.element().cloned().unwrap_or(Ty::Str), it.local(I32), it.local(I32));
        match ty {
            Ty::Array(_, index) => {
                let count = self.program.count(*index) as u32;
                it.i32(count).set(len).get(value).set(first);
            }
            _ => {
                it.get(value).load(Mem::Ptr, LEN).set(len).get(value).plus(ITEMS).set(first);
            }
        }
        let (to, i, stride) = (it.local(I32), it.local(I32), layout::size(self.program, &of));
        let show = self.helper_for(Helper::Show, &of);
        new_list(it, self.rt.alloc, to, len, 4);
        it.get(to).get(len).store(Mem::Ptr, LEN);
        it.each(i, len, |it, _| {
            it.get(to).get(i).i32(4).sink().i32_mul().i32_add();
            it.get(first).get(i).i32(stride).sink().i32_mul().i32_add();
            load(self.program, it, &of, 0);
            it.call(show).store(Mem::Ptr, ITEMS);
        });
        to
    }

    pub fn read_any(&mut self, it: &mut Routine, ty: &Ty) {
        let (any, site, rt) = (0, 1, self.rt);
        let expected = self.string(&ir::expected(self.program, ty));
        let misfit = |it: &mut Routine, code: Code| {
            it.if_(|it| {
                it.get(site).get(any).i32(number(code)).i32(expected).call(rt.misfit);
            });
        };
        let kind = self.helper(Helper::AnyMustBe);
        let must_be = |it: &mut Routine, what: u32| {
            it.get(any).i32(what).i32(expected).get(site).call(kind);
        };
        match ty {
            Ty::Any => {
                it.get(any);
            }
            Ty::Str => {
                must_be(it, tag::STR);
                it.get(any);
            }
            Ty::Bool => {
                must_be(it, tag::BOOL);
                it.get(any).load(Mem::Ptr, 4);
            }
            Ty::Int | Ty::Range(..) | Ty::Role | Ty::Enum(_) => {
                let (low, high) = value_range(self.program, ty);
                let n = it.local(I64);
                it.get(any).load(Mem::Ptr, 0).i32(tag::NUM).sink().i32_eq();
                it.if_(|it| {
                    // A whole number may be written as a double.
                    it.get(any).load(Mem::Num, 8).get(any).load(Mem::Num, 8).sink().f64_floor().f64_ne();
                    misfit(it, Code::WrongType);
                    it.get(any).load(Mem::Num, 8).sink().i64_trunc_sat_f64_s().local_set(n);
                })
                .else_(|it| {
                    must_be(it, tag::INT);
                    it.get(any).load(Mem::Int(8), 8).set(n);
                });
                it.get(n).i64(low).sink().i64_lt_s();
                it.get(n).i64(high).sink().i64_gt_s().i32_or();
                misfit(it, Code::OutOfBounds);
                it.get(n);
            }
            Ty::Num => {
                it.get(any).load(Mem::Ptr, 0).i32(tag::INT).sink().i32_eq();
                it.if_(|it| {
                    it.get(any).load(Mem::Int(8), 8).sink().f64_convert_i64_s().return_();
                });
                must_be(it, tag::NUM);
                it.get(any).load(Mem::Num, 8);
            }
            Ty::Opt(of) => {
                let width = layout::width(self.program, of);
                it.get(any).load(Mem::Ptr, 0).sink().i32_eqz();
                it.if_(|it| {
                    match rep(ty) {
                        Rep::Int => drop(it.i64(layout::none(width))),
                        Rep::Num => drop(it.sink().f64_const(f64::from_bits(NO_NUM).into())),
                        _ => drop(it.i32(0)),
                    }
                    it.sink().return_();
                });
                let id = self.helper_for(Helper::FromAny, of);
                it.get(any).get(site).call(id);
                match rep(of) {
                    Rep::Bool => drop(it.sink().i64_extend_i32_u()),
                    Rep::Inline => {
                        let (size, from, to) = (layout::size(self.program, of), it.local(I32), it.local(I32));
                        it.set(from).i32(size + BOXED).call(self.rt.alloc).tee(to).i32(tag::BOX).store(Mem::Ptr, 0);
                        it.get(to).i32(0).store(Mem::Ptr, SHARED);
                        it.get(to).plus(BOXED).get(from).copy(size);
                        it.get(to);
                    }
                    _ => {}
                }
            }
            Ty::List(of) | Ty::Set(of) => self.read_array(it, ty, &[of]),
            Ty::Map(key, of) => self.read_array(it, ty, &[key, of]),
            Ty::Array(of, index) => {
                must_be(it, tag::ARRAY);
                let (count, stride) = (self.program.count(*index) as u32, layout::size(self.program, of));
                let needed = self.string(&format!("{count} elements are needed"));
                it.get(any).load(Mem::Ptr, 4).i32(count).sink().i32_ne();
                it.if_(|it| {
                    it.get(site).get(any).i32(WHOLE + number(Code::WrongType)).i32(needed).call(rt.misfit);
                });
                let (to, i, end) = (it.local(I32), it.local(I32), it.local(I32));
                it.i32(count * stride).call(self.rt.alloc).set(to).i32(count).set(end);
                it.each(i, end, |it, _| {
                    it.nth(to, i, stride).nth(any, i, 4).load(Mem::Ptr, 8);
                    self.fit(it, of, 0);
                });
                it.get(to);
            }
            Ty::Record(id) => {
                must_be(it, tag::OBJECT);
                let fields = &self.program.records[id.index()].fields;
                let (to, need) = (it.local(I32), self.helper(Helper::AnyNeed));
                it.i32(layout::size(self.program, ty)).call(self.rt.alloc).set(to);
                for (i, field) in fields.iter().enumerate() {
                    let name = self.string(&field.name);
                    it.get(to).get(any).i32(name).get(site).call(need);
                    self.fit(it, &field.ty, layout::field(self.program, *id, i));
                }
                let names: Vec<&str> = fields.iter().map(|it| it.name.as_str()).collect();
                it.get(any).load(Mem::Ptr, 4).i32(names.len() as u32).sink().i32_ne();
                it.if_(|it| {
                    self.stranger(it, any, &names, &self.program.records[id.index()].name.clone(), site);
                });
                it.get(to);
            }
            Ty::Packed(id) => {
                let (program, at, read) =
                    (self.program, it.local(I32), self.helper_for(Helper::FromAny, &Ty::Record(*id)));
                it.get(any).get(site).call(read).set(at);
                packed::make(program, it, *id, &mut |it, i| {
                    it.get(at);
                    load(program, it, &program.records[id.index()].fields[i].ty, layout::field(program, *id, i));
                });
            }
            Ty::Unit => {
                it.i32(0);
            }
        }
    }

    /// Address and `Any` on the stack: the value of a type goes there.
    fn fit(&mut self, it: &mut Routine, ty: &Ty, offset: u32) {
        let (id, site) = (self.helper_for(Helper::FromAny, ty), 1);
        it.get(site).call(id);
        if rep(ty) == Rep::Inline {
            let from = it.local(I32);
            it.set(from).plus(offset).get(from).copy(layout::size(self.program, ty));
        } else {
            it.store(layout::mem(self.program, ty), offset);
        }
    }

    /// Stops at the first key of an object that is none of these names, which `owner` has.
    pub fn stranger(&mut self, it: &mut Routine, object: Local, names: &[&str], owner: &str, site: Local) {
        let (table, owner, rt) = (self.strings(names.iter().copied()), self.string(owner), self.rt);
        let find = self.helper(Helper::Stranger);
        it.get(site).get(object).i32(table).i32(names.len() as u32).call(find);
        it.i32(number(Code::UnknownField)).i32(owner).call(rt.misfit);
    }

    /// `(object, names, how many) → any`: the value of the first key that is none of the names; the object if all are.
    pub fn find_stranger(&mut self, it: &mut Routine) {
        let (object, names, count) = (0, 1, 2);
        let (i, len, j) = (it.local(I32), it.local(I32), it.local(I32));
        it.get(object).load(Mem::Ptr, 4).set(len);
        it.each(i, len, |it, _| {
            it.block(|it, known| {
                it.each(j, count, |it, _| {
                    it.nth(object, i, 8).load(Mem::Ptr, 8).nth(names, j, 4).load(Mem::Ptr, 0).call(self.rt.str_eq);
                    it.br_if(known);
                });
                it.nth(object, i, 8).load(Mem::Ptr, 12).sink().return_();
            });
        });
        it.get(object);
    }

    fn read_array(&mut self, it: &mut Routine, container: &Ty, types: &[&Ty]) {
        let (any, site, rt) = (0, 1, self.rt);
        let [expected, ascending] =
            [ir::expected(self.program, container).as_str(), ir::ascending(container)].map(|it| self.string(it));
        let misfit = |it: &mut Routine| {
            it.if_(|it| {
                it.get(site).get(any).i32(number(Code::WrongType)).i32(expected).call(rt.misfit);
            });
        };
        let each = types.len() as u32;
        let (to, len, i, at) = (it.local(I32), it.local(I32), it.local(I32), it.local(I32));
        let (offsets, stride) = self.entry(types);
        let kind = self.helper(Helper::AnyMustBe);
        it.get(any).i32(tag::ARRAY).i32(expected).get(site).call(kind);
        it.get(any).load(Mem::Ptr, 4).tee(len).i32(each).sink().i32_rem_u();
        misfit(it);
        it.get(len).i32(each).sink().i32_div_u().local_set(len);
        new_list(it, self.rt.alloc, to, len, stride);
        it.get(to).get(len).store(Mem::Ptr, LEN);
        if *types == [&Ty::Any] && matches!(container, Ty::List(_)) {
            // The items are copied as they are.
            it.get(to).plus(ITEMS).get(any).plus(8).get(len).i32(4).sink().i32_mul();
            it.call(rt.copy_within).get(to);
            return;
        }
        it.each(i, len, |it, _| {
            it.nth(to, i, stride).plus(ITEMS).set(at);
            for (n, (ty, offset)) in types.iter().zip(&offsets).enumerate() {
                it.get(at).nth(any, i, 4 * each).load(Mem::Ptr, 8 + 4 * n as u32);
                self.fit(it, ty, *offset);
            }
        });
        if !matches!(container, Ty::List(_)) {
            // Ascending, without doubles.
            let cmp = self.helper_for(Helper::Cmp, types[0]);
            it.each(i, len, |it, _| {
                it.get(i);
                it.if_(|it| {
                    it.nth(to, i, stride).plus(ITEMS).tee(at).i32(stride).sink().i32_sub();
                    load(self.program, it, types[0], 0);
                    it.get(at);
                    load(self.program, it, types[0], 0);
                    it.call(cmp).i32(0).sink().i32_ge_s();
                    it.if_(|it| {
                        it.get(site).nth(any, i, 4 * each).load(Mem::Ptr, 8);
                        it.i32(WHOLE + number(Code::OutOfBounds)).i32(ascending).call(rt.misfit);
                    });
                });
            });
        }
        it.get(to);
    }

    pub fn any_of(&mut self, it: &mut Routine, ty: &Ty, what: Helper) {
        let value = 0;
        let rt = self.rt;
        match ty {
            Ty::Str | Ty::Any => {
                it.get(value);
            }
            Ty::Int | Ty::Range(..) | Ty::Role | Ty::Enum(_) => {
                let to = it.local(I32);
                it.i32(16).call(rt.alloc).tee(to).i32(tag::INT).store(Mem::Ptr, 0);
                it.get(to).get(value).store(Mem::Int(8), 8);
                it.get(to);
            }
            Ty::Num => {
                let to = it.local(I32);
                it.i32(16).call(rt.alloc).tee(to).i32(tag::NUM).store(Mem::Ptr, 0);
                it.get(to).get(value).store(Mem::Num, 8);
                it.get(to);
            }
            Ty::Bool => {
                let yes = self.data(&[tag::BOOL.to_le_bytes(), 1_u32.to_le_bytes()].concat());
                let no = self.data(&[tag::BOOL.to_le_bytes(), 0_u32.to_le_bytes()].concat());
                it.i32(yes).i32(no).get(value).sink().select();
            }
            Ty::Opt(of) => self.unless_none(it, of, self.none(), what),
            Ty::List(of) | Ty::Set(of) => self.array(it, &[of], what),
            Ty::Map(key, of) => self.array(it, &[key, of], what),
            Ty::Array(of, index) => {
                let (count, stride) = (self.program.count(*index) as u32, layout::size(self.program, of));
                let to = it.local(I32);
                let id = self.helper_for(what, of);
                it.i32(8 + 4 * count).call(rt.alloc).tee(to).i32(tag::ARRAY).store(Mem::Ptr, 0);
                it.get(to).i32(count).store(Mem::Ptr, 4);
                let (i, end) = (it.local(I32), count);
                if end > 0 {
                    it.loop_(|it, next| {
                        it.get(to).get(i).i32(4).sink().i32_mul().i32_add();
                        it.get(value).get(i).i32(stride).sink().i32_mul().i32_add();
                        load(self.program, it, of, 0);
                        it.call(id).store(Mem::Ptr, 8);
                        it.get(i).i32(1).sink().i32_add().local_tee(i).i32_const(end as i32).i32_lt_u();
                        it.br_if(next);
                    });
                }
                it.get(to);
            }
            Ty::Record(record) if what == Helper::Raw => {
                let fields = &self.program.records[record.index()].fields;
                let to = it.local(I32);
                it.i32(8 + 4 * fields.len() as u32).call(rt.alloc).tee(to).i32(tag::ARRAY).store(Mem::Ptr, 0);
                it.get(to).i32(fields.len() as u32).store(Mem::Ptr, 4);
                for (i, field) in fields.iter().enumerate() {
                    let id = self.helper_for(what, &field.ty);
                    it.get(to).get(value);
                    load(self.program, it, &field.ty, layout::field(self.program, *record, i));
                    it.call(id).store(Mem::Ptr, 8 + 4 * i as u32);
                }
                it.get(to);
            }
            Ty::Record(record) => {
                let fields = &self.program.records[record.index()].fields;
                let to = it.local(I32);
                it.i32(8 + 8 * fields.len() as u32).call(rt.alloc).tee(to).i32(tag::OBJECT).store(Mem::Ptr, 0);
                it.get(to).i32(fields.len() as u32).store(Mem::Ptr, 4);
                for (i, field) in fields.iter().enumerate() {
                    let (name, id) = (self.string(&field.name), self.helper_for(Helper::ToAny, &field.ty));
                    it.get(to).i32(name).store(Mem::Ptr, 8 + 8 * i as u32);
                    it.get(to).get(value);
                    load(self.program, it, &field.ty, layout::field(self.program, *record, i));
                    it.call(id).store(Mem::Ptr, 12 + 8 * i as u32);
                }
                it.get(to);
            }
            Ty::Packed(id) => self.spilled(it, *id, what),
            Ty::Unit => {
                let none = self.none();
                it.i32(none);
            }
        }
    }

    /// An array of `Any` from the entries of a list or map.
    fn array(&mut self, it: &mut Routine, types: &[&Ty], what: Helper) {
        let (value, rt) = (0, self.rt);
        let (offsets, stride) = self.entry(types);
        let (to, len, i) = (it.local(I32), it.local(I32), it.local(I32));
        let per = types.len() as u32;
        it.get(value).load(Mem::Ptr, LEN).tee(len).i32(4 * per).sink().i32_mul().i32_const(8).i32_add();
        it.call(rt.alloc).tee(to).i32(tag::ARRAY).store(Mem::Ptr, 0);
        it.get(to).get(len).i32(per).sink().i32_mul();
        it.store(Mem::Ptr, 4);
        if *types == [&Ty::Any] && what == Helper::ToAny {
            // The items are copied as they are.
            it.get(to).plus(8).get(value).plus(ITEMS).get(len).i32(4).sink().i32_mul();
            it.call(rt.copy_within).get(to);
            return;
        }
        it.each(i, len, |it, _| {
            for (n, (ty, offset)) in types.iter().zip(offsets).enumerate() {
                let id = self.helper_for(what, ty);
                it.get(to).get(i).i32(4 * per).sink().i32_mul().i32_add();
                it.get(value).get(i).i32(stride).sink().i32_mul().i32_add();
                load(self.program, it, ty, ITEMS + offset);
                it.call(id).store(Mem::Ptr, 8 + 4 * n as u32);
            }
        });
        it.get(to);
    }
}

/// The number of a code, as [`crate::module::MISFIT`] has it.
pub fn number(code: Code) -> u32 {
    code.number().into()
}
