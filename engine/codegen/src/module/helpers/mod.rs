//! Routines that depend on a type: one for each type that needs it, written once.

mod any;
mod order;
pub mod shape;
mod text;

use crate::layout::pack;
use crate::layout::{self, NO_NUM, Rep, rep};
use crate::module::helpers::any::any_add;
use crate::module::{ModuleBuilder, tag};
use crate::wasm::{CodeBuilder, F64, I32, I64, Local, Mem, Routine};
use ir::steps::{COMPARED_FREE, COMPARED_SHIFT, compared, compared_first};
use ir::{Program, Ty};
use wasm_encoder::ValType;

/// What a routine does. Most are for values of a type, the rest stand under [`Ty::Unit`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Helper {
    /// For a list, set or map: `(list, room) → list`, one of its own with room for as many entries.
    Own,
    /// For an element: `(address, count, room) → list`, a new one of the elements that stand there.
    Sub,
    /// For an element: `(list, address, count)`: adds the elements that stand there; there is room for them.
    Append,
    /// `(address)`: what the value in place there points to is kept twice from now on.
    Share,
    /// `(a, b) → bool`
    Eq,
    /// The same of what stands in values that are compared: that takes fuel however short it is.
    EqWithin,
    /// `(a, b) → −1, 0, 1`: the order of sets, maps and `sorted`.
    Cmp,
    /// The same for the order of offers: lists by their elements.
    Offered,
    /// The same of one of several, or in a list.
    OfferedIn,
    OfferedAny,
    OfferedAnyIn,
    /// The same as JavaScript has it.
    CmpJs,
    /// For a set or map: `(list, key) → index`, or where it would go, as −1 − index.
    Search,
    /// For a list, set or map: `(list)`: orders the entries by element or key; equal ones stay as they were.
    Sort,
    /// For a set or map: `(list)`: leaves one of entries that are equal, for a map the last.
    Dedup,
    /// For an element: `(list, big)`: the framework's shuffle, by its larger generator if `big`.
    Shuffle,
    /// `(value) → string`, as templates print it.
    Show,
    /// `(value) → any`
    ToAny,
    /// `(value) → any`, its records as arrays: what the order of values goes by.
    Raw,
    /// `(any, site) → value`
    FromAny,
    /// `(object, names, how many) → any`: see `shape.rs`.
    Stranger,
    /// `(value, depth) → what came of it`: counts its parts; see `steps.rs`.
    Measure,
    /// `(value, site) → parts`
    Size,
    /// `(value, site, site)`
    Guard,

    /// `(address)`: moves what the value in place there points to, and points there; see `gc.rs`.
    Move,
    /// `(place, bytes) → address`
    MoveTo,

    /// `(text, part, from) → at`, in bytes; −1 if it is not there.
    Find,
    /// `(text, from, end) → text`, in bytes.
    Bytes,
    /// `(text, from, end) → text`, in UTF-16 code units.
    Substring,
    /// `(text, at) → bytes` of the blank there, 0 if there is none.
    Blank,
    /// `(text) → text`
    Trim,
    /// `(text, between, site) → list`
    Split,
    /// `(text, part, by, site) → text`
    Replace,
    /// `(text) → int?`
    ToInt,
    /// `(text) → num?`
    ToNum,
    /// `(text, capital) → text`
    Case,

    /// `(any) → string`, as JavaScript's `String` does.
    JsString,
    /// `(any, any) → −1, 0, 1`
    CmpAny,
    /// `(array, index, site, site) → address` of an element.
    AnyAt,
    /// `(any) → any`, a copy of an array or object.
    AnyCopy,
    /// `(object, key) → address` of its value, 0 if the key is not there.
    AnyFind,
    /// `(object, key, value)`: adds an entry that is not there, for which there is room.
    AnyAdd,
    /// `(object, key) → object`, a copy that has the key.
    AnyWith,
    /// `(key) → n`: the number of a key that is an array index, −1 for others.
    KeyIndex,
    /// `(any, site) → count`
    AnyLen,
    /// `(items, keys, site) → object`
    Group,

    /// Of a board: `(from, to) → direction + 256 · steps`, −1 if they are not in line.
    Towards(u16),
    /// Of a board: `(starts, allowed)`: finds the least weights from some cells.
    Spread(u16),
    /// Of a board: `(from, to) → distance`, −1 if there is no way.
    Distance(u16),
    /// Of a board: `(from, to, allowed) → list`, 0 if there is no way.
    Path(u16),
    /// Of a board: `(starts, allowed, around)`: marks the cells that can be reached and lists them.
    Flood(u16),
    /// Of a board: `(allowed) → list of lists`
    Parts(u16),
    /// Of a board: `(starts, costs, site) → list`
    Costs(u16),
    /// `(heap, cost, order, cell)`, `heap` being the address of one.
    HeapPush,
    /// `(heap) → address` of the entry with the least cost, then the least order.
    HeapPop,
}

#[derive(Clone, Debug)]
pub struct TypedHelper {
    pub helper: Helper,
    pub ty: Ty,
    pub id: u32,
}

/// Where the entries of a list begin.
pub const ITEMS: u32 = 16;
pub const LEN: u32 = 8;
pub const CAPACITY: u32 = 12;
pub const SHARED: u32 = 4;
/// Where the value in a box stands.
pub const BOXED: u32 = 8;

/// Where `none` as `Any` stands: memory begins with zeros.
const NONE: u32 = 112;

impl ModuleBuilder<'_> {
    /// The routine that belongs to no type.
    pub fn helper(&mut self, helper: Helper) -> u32 {
        self.helper_for(helper, &Ty::Unit)
    }

    /// The routine for a type.
    pub fn helper_for(&mut self, helper: Helper, ty: &Ty) -> u32 {
        if let Some(it) = self.helpers.iter().find(|it| it.helper == helper && it.ty == *ty) {
            return it.id;
        }
        let value = rep(ty).val().unwrap_or(I32);
        let (params, results): (Vec<ValType>, Vec<ValType>) = match helper {
            Helper::Share | Helper::Sort | Helper::Dedup | Helper::Move => (vec![I32], vec![]),
            Helper::Shuffle | Helper::Spread(_) => (vec![I32, I32], vec![]),
            Helper::Append | Helper::Flood(_) | Helper::AnyAdd => (vec![I32, I32, I32], vec![]),
            Helper::JsString | Helper::Trim | Helper::AnyCopy | Helper::Parts(_) | Helper::HeapPop => {
                (vec![I32], vec![I32])
            }
            Helper::Own
            | Helper::Blank
            | Helper::Case
            | Helper::CmpAny
            | Helper::CmpJs
            | Helper::OfferedAny
            | Helper::OfferedAnyIn
            | Helper::MoveTo
            | Helper::AnyFind
            | Helper::AnyWith
            | Helper::Towards(_)
            | Helper::Distance(_) => (vec![I32, I32], vec![I32]),
            Helper::Sub
            | Helper::Find
            | Helper::Stranger
            | Helper::Bytes
            | Helper::Split
            | Helper::Path(_)
            | Helper::Costs(_) => (vec![I32, I32, I32], vec![I32]),
            Helper::Replace | Helper::Group => (vec![I32, I32, I32, I32], vec![I32]),
            Helper::Eq | Helper::EqWithin | Helper::Cmp | Helper::Offered | Helper::OfferedIn => {
                (vec![value, value], vec![I32])
            }
            Helper::Search => (vec![I32, held(ty.element().unwrap_or(&Ty::Any))], vec![I32]),
            Helper::Show | Helper::ToAny | Helper::Raw => (vec![value], vec![I32]),
            Helper::FromAny => (vec![I32, I32], vec![value]),
            Helper::Measure | Helper::Size => (vec![value, I32], vec![I32]),
            Helper::Guard => (vec![value, I32, I32], vec![]),
            Helper::Substring => (vec![I32, I64, I64], vec![I32]),
            Helper::ToInt => (vec![I32], vec![I64]),
            Helper::ToNum => (vec![I32], vec![F64]),
            Helper::AnyAt => (vec![I32, I64, I32, I32], vec![I32]),
            Helper::AnyLen => (vec![I32, I32, I32], vec![I64]),
            Helper::KeyIndex => (vec![I32], vec![I64]),
            Helper::HeapPush => (vec![I32, I64, I32, I32], vec![]),
        };
        let id = self.declare(&params, &results);
        self.helpers.push(TypedHelper { helper, ty: ty.clone(), id });
        id
    }

    /// Writes the routines that were asked for, and those that they ask for.
    pub fn write_helpers(&mut self) {
        while let Some(TypedHelper { helper, ty, id }) = self.helpers.get(self.written_helpers).cloned() {
            self.written_helpers += 1;
            let mut it = self.reopen(id);
            match helper {
                Helper::Own => self.own(&mut it, &ty),
                Helper::Sub => self.sub(&mut it, &ty),
                Helper::Append => self.append(&mut it, &ty),
                Helper::Share => self.share(&mut it, &ty),
                Helper::Eq => self.eq(&mut it, &ty, false),
                Helper::EqWithin => self.eq(&mut it, &ty, true),
                Helper::Cmp => self.cmp(&mut it, &ty),
                Helper::Offered => self.offered(&mut it, &ty, false),
                Helper::OfferedIn => self.offered(&mut it, &ty, true),
                Helper::OfferedAny => self.offered_any(&mut it, false),
                Helper::OfferedAnyIn => self.offered_any(&mut it, true),
                Helper::CmpJs => self.cmp_js(&mut it),
                Helper::Search => self.search(&mut it, &ty),
                Helper::Sort => self.sort(&mut it, &ty),
                Helper::Dedup => self.dedup(&mut it, &ty),
                Helper::Shuffle => self.shuffle(&mut it, &ty),
                Helper::Show => self.show(&mut it, &ty),
                Helper::ToAny => self.any_of(&mut it, &ty, Helper::ToAny),
                Helper::Raw => self.any_of(&mut it, &ty, Helper::Raw),
                Helper::FromAny => self.read_any(&mut it, &ty),
                Helper::Stranger => self.find_stranger(&mut it),
                Helper::Measure => self.measure(&mut it, &ty),
                Helper::Size => self.size(&mut it, &ty),
                Helper::Guard => self.guard(&mut it, &ty),
                Helper::Move => self.move_value(&mut it, &ty),
                Helper::MoveTo => self.move_to(&mut it),
                Helper::Find => self.find(&mut it),
                Helper::Bytes => self.bytes(&mut it),
                Helper::Substring => self.substring(&mut it),
                Helper::Blank => self.blank(&mut it),
                Helper::Trim => self.trim(&mut it),
                Helper::Split => self.split(&mut it),
                Helper::Replace => self.replace(&mut it),
                Helper::ToInt => self.parse_int(&mut it),
                Helper::ToNum => self.parse_num(&mut it),
                Helper::Case => self.case(&mut it),
                Helper::JsString => self.js_string(&mut it),
                Helper::CmpAny => self.cmp_any(&mut it),
                Helper::AnyAt => self.any_at(&mut it),
                Helper::AnyCopy => self.any_copy(&mut it),
                Helper::AnyFind => self.any_find(&mut it),
                Helper::AnyAdd => any_add(&mut it),
                Helper::AnyWith => self.any_with(&mut it),
                Helper::KeyIndex => self.key_index(&mut it),
                Helper::AnyLen => self.any_len(&mut it),
                Helper::Group => self.group(&mut it),
                Helper::Towards(board) => self.towards(&mut it, board),
                Helper::Spread(board) => self.spread(&mut it, board),
                Helper::Distance(board) => self.distance(&mut it, board),
                Helper::Path(board) => self.path(&mut it, board),
                Helper::Flood(board) => self.flood(&mut it, board),
                Helper::Parts(board) => self.parts(&mut it, board),
                Helper::Costs(board) => self.costs(&mut it, board),
                Helper::HeapPush => self.heap_push(&mut it),
                Helper::HeapPop => self.heap_pop(&mut it),
            }
            self.define(it);
        }
    }

    /// How far it is from one entry of a list, set or map to the next.
    pub fn stride(&self, container: &Ty) -> u32 {
        match container {
            Ty::Map(key, of) => self.entry(&[key, of]).1,
            _ => container.element().map_or(4, |of| layout::size(self.program, of)),
        }
    }

    /// Marks what an entry holds as kept twice: its address in a local.
    fn share_entry(&mut self, it: &mut CodeBuilder, container: &Ty, at: Local) {
        let types: Vec<&Ty> = match container {
            Ty::Map(key, of) => vec![key, of],
            _ => container.element().into_iter().collect(),
        };
        let offsets = self.entry(&types).0;
        for (ty, offset) in types.into_iter().zip(offsets) {
            if layout::shares(self.program, ty) {
                it.get(at).plus(offset);
                self.share_at(it, ty);
            }
        }
    }

    fn entry_shares(&self, container: &Ty) -> bool {
        match container {
            Ty::Map(key, of) => layout::shares(self.program, key) || layout::shares(self.program, of),
            _ => container.element().is_some_and(|of| layout::shares(self.program, of)),
        }
    }

    fn own(&mut self, it: &mut Routine, container: &Ty) {
        let stride = self.stride(container);
        let (list, room) = (0, 1);
        let (to, len, at, i) = (it.local(I32), it.local(I32), it.local(I32), it.local(I32));
        it.get(list).load(Mem::Ptr, SHARED).sink().i32_eqz();
        it.get(list).load(Mem::Ptr, CAPACITY).get(room).sink().i32_ge_u().i32_and();
        it.if_();
        it.get(list).sink().return_();
        it.end();
        it.get(list).load(Mem::Ptr, LEN).set(len);
        // Where more is wanted than there are, at least as much again; but for a copy, which may be the last change, an eighth.
        it.get(room).get(len).sink().i32_gt_u();
        it.if_();
        it.get(len).get(len).get(list).load(Mem::Ptr, SHARED).i32(3).sink().i32_mul().i32_shr_u().i32_add();
        it.i32(4).sink().i32_add().local_tee(at).local_get(room).i32_gt_u();
        it.if_();
        it.get(at).set(room);
        it.end();
        it.else_();
        it.get(len).set(room);
        it.end();
        new_list(it, self.rt.alloc, to, room, stride);
        it.get(to).get(len).store(Mem::Ptr, LEN);
        it.get(to).plus(ITEMS).get(list).plus(ITEMS).get(len).i32(stride).sink().i32_mul().memory_copy(0, 0);
        if self.entry_shares(container) {
            it.get(list).load(Mem::Ptr, SHARED);
            it.if_();
            let each = it.each(i, len);
            it.nth(to, i, stride).plus(ITEMS).set(at);
            self.share_entry(it, container, at);
            it.next(each);
            it.end();
        }
        it.get(to);
    }

    fn sub(&mut self, it: &mut Routine, of: &Ty) {
        let (first, count, room, to) = (0, 1, 2, it.local(I32));
        let stride = layout::size(self.program, of);
        new_list(it, self.rt.alloc, to, room, stride);
        let append = self.helper_for(Helper::Append, of);
        it.get(to).get(first).get(count).call(append).get(to);
    }

    fn append(&mut self, it: &mut Routine, of: &Ty) {
        let (list, first, count) = (0, 1, 2);
        let (to, i, stride) = (it.local(I32), it.local(I32), layout::size(self.program, of));
        it.get(list).plus(ITEMS).get(list).load(Mem::Ptr, LEN).i32(stride).sink().i32_mul().i32_add().local_tee(to);
        it.get(first).get(count).i32(stride).sink().i32_mul().memory_copy(0, 0);
        it.get(list).get(list).load(Mem::Ptr, LEN).get(count).sink().i32_add();
        it.store(Mem::Ptr, LEN);
        if layout::shares(self.program, of) {
            let each = it.each(i, count);
            it.nth(to, i, stride);
            self.share_at(it, of);
            it.next(each);
        }
    }

    /// Marks what stands at the address on the stack.
    pub fn share_at(&mut self, it: &mut CodeBuilder, ty: &Ty) {
        if !layout::shares(self.program, ty) {
            it.sink().drop();
            return;
        }
        let id = self.helper_for(Helper::Share, ty);
        it.call(id);
    }

    fn share(&mut self, it: &mut Routine, ty: &Ty) {
        let at = 0;
        match ty {
            Ty::Record(id) => {
                for (i, field) in self.program.records[id.index()].fields.iter().enumerate() {
                    if layout::shares(self.program, &field.ty) {
                        it.get(at).plus(layout::field(self.program, *id, i));
                        self.share_at(it, &field.ty);
                    }
                }
            }
            Ty::Array(of, index) => {
                let stride = layout::size(self.program, of);
                for i in 0..self.program.count(*index) as u32 {
                    it.get(at).plus(i * stride);
                    self.share_at(it, of);
                }
            }
            _ => {
                let object = it.local(I32);
                it.get(at).load(Mem::Ptr, 0).tee(object);
                it.if_();
                it.get(object).i32(1).store(Mem::Ptr, SHARED);
                it.end();
            }
        }
    }

    /// Compares the two values on the stack.
    pub fn equal(&mut self, it: &mut CodeBuilder, ty: &Ty) {
        self.equal_by(it, ty, Helper::Eq);
    }

    /// The same of what stands in values that are compared.
    fn equal_within(&mut self, it: &mut CodeBuilder, ty: &Ty) {
        self.equal_by(it, ty, Helper::EqWithin);
    }

    fn equal_by(&mut self, it: &mut CodeBuilder, ty: &Ty, by: Helper) {
        match rep(ty) {
            Rep::Int if let Ty::Packed(id) = ty.inner() => {
                let fields = self.program.records[id.index()].fields.len();
                let fuel = if by == Helper::Eq { compared_first(fields) } else { compared(fields) };
                pack::equal(self, it, ty, fuel as u32);
            }
            Rep::Int => {
                it.sink().i64_eq();
            }
            Rep::Bool => {
                it.sink().i32_eq();
            }
            Rep::Num if !matches!(ty, Ty::Opt(_)) => {
                it.sink().f64_eq();
            }
            Rep::Unit => {
                it.i32(1);
            }
            _ if *ty == Ty::Str => {
                let id = self.rt.text_eq;
                it.call(id);
            }
            // None needs no call.
            _ if matches!(ty, Ty::Opt(of) if rep(of) == Rep::Inline) => {
                let (id, a, b) = (self.helper_for(by, ty), it.local(I32), it.local(I32));
                it.set(b).tee(a);
                it.if_gives(Some(I32));
                it.get(b);
                it.if_gives(Some(I32));
                it.get(a).get(b).call(id);
                it.else_();
                it.i32(0);
                it.end();
                it.else_();
                it.get(b).sink().i32_eqz();
                it.end();
            }
            _ => {
                let id = self.helper_for(by, ty);
                it.call(id);
            }
        }
    }

    /// Fuel for comparing so many parts of an array or a record.
    fn spend_comparing_parts(&self, it: &mut Routine, parts: usize, within: bool) {
        let fuel = if within { compared(parts) } else { compared_first(parts) };
        if fuel > 0 {
            self.spend_comparing(it, &|it| {
                it.i32(fuel as u32);
            });
        }
    }

    /// The same for as many entries of a list as a local says.
    fn spend_comparing_entries(&self, it: &mut Routine, entries: Local, within: bool) {
        self.spend_comparing(it, &|it| {
            it.get(entries).i32(COMPARED_SHIFT).sink().i32_shr_u().i32_const(1).i32_add();
            if !within {
                it.get(entries).i32(COMPARED_FREE as u32).sink().i32_gt_u().i32_mul();
            }
        });
    }

    fn eq(&mut self, it: &mut Routine, ty: &Ty, within: bool) {
        let (a, b) = (0, 1);
        let no = |it: &mut Routine| {
            it.if_();
            it.i32(0).sink().return_();
            it.end();
        };
        match ty {
            Ty::Record(id) => self.eq_record(it, *id, 0, within),
            Ty::Array(of, index) => {
                let (at, stride) = (it.local(I32), layout::size(self.program, of));
                let end = self.program.count(*index) as u32 * stride;
                self.spend_comparing_parts(it, self.program.count(*index), within);
                if end > 0 {
                    let next = it.loop_();
                    for side in [a, b] {
                        it.get(side).get(at).sink().i32_add();
                        load(self.program, it, of, 0);
                    }
                    self.equal_within(it, of);
                    it.sink().i32_eqz();
                    no(it);
                    it.get(at).i32(stride).sink().i32_add().local_tee(at).i32_const(end as i32).i32_lt_u();
                    it.br_if(next);
                    it.end();
                }
                it.i32(1);
            }
            Ty::List(of) | Ty::Set(of) => self.eq_items(it, &[of], within),
            Ty::Map(key, of) => self.eq_items(it, &[key, of], within),
            Ty::Opt(of) if rep(of) == Rep::Num => {
                it.get(a).sink().i64_reinterpret_f64();
                it.get(b).sink().i64_reinterpret_f64().i64_eq();
                it.get(a).get(b).sink().f64_eq().i32_or();
            }
            Ty::Opt(of) => {
                // Either none: equal if both are.
                it.get(a).sink().i32_eqz();
                it.get(b).sink().i32_eqz().i32_or();
                it.if_();
                it.get(a).get(b).sink().i32_eq().return_();
                it.end();
                if let Ty::Record(id) = **of {
                    return self.eq_record(it, id, BOXED, within);
                }
                for side in [a, b] {
                    it.get(side);
                    if rep(of) == Rep::Inline {
                        it.plus(BOXED);
                    }
                }
                self.equal_by(it, of, if within { Helper::EqWithin } else { Helper::Eq });
            }
            // `Any`.
            _ => self.eq_any(it, within),
        }
    }

    /// Records that stand so far from the addresses in the first two locals.
    fn eq_record(&mut self, it: &mut Routine, id: ir::RecordId, first: u32, within: bool) {
        let fields = &self.program.records[id.index()].fields;
        self.spend_comparing_parts(it, fields.len(), within);
        for (i, field) in fields.iter().enumerate() {
            let offset = first + layout::field(self.program, id, i);
            for side in [0, 1] {
                it.get(side);
                load(self.program, it, &field.ty, offset);
            }
            self.equal_within(it, &field.ty);
            it.sink().i32_eqz();
            it.if_();
            it.i32(0).sink().return_();
            it.end();
        }
        it.i32(1);
    }

    /// By structure; 1 and 1.0 are equal.
    fn eq_any(&mut self, it: &mut Routine, within: bool) {
        let (a, b) = (0, 1);
        let (kind, i, len) = (it.local(I32), it.local(I32), it.local(I32));
        let text_eq = self.rt.text_eq;
        let id = if within { it.id } else { self.helper_for(Helper::EqWithin, &Ty::Any) };
        let is = |it: &mut Routine, helper: u32| {
            it.get(kind).i32(helper).sink().i32_eq();
            it.if_();
        };
        it.get(a).load(Mem::Ptr, 0).tee(kind).get(b).load(Mem::Ptr, 0).sink().i32_ne();
        it.if_();
        // Of two kinds: both numbers.
        for side in [a, b] {
            it.get(side).load(Mem::Ptr, 0).i32(tag::INT).sink().i32_sub().i32_const(1).i32_gt_u();
            it.if_();
            it.i32(0).sink().return_();
            it.end();
        }
        for side in [a, b] {
            it.get(side).load(Mem::Ptr, 0).i32(tag::INT).sink().i32_eq();
            it.if_gives(Some(F64));
            it.get(side).load(Mem::Int(8), 8).sink().f64_convert_i64_s();
            it.else_();
            it.get(side).load(Mem::Num, 8);
            it.end();
        }
        it.sink().f64_eq().return_();
        it.end();
        is(it, tag::STR);
        it.get(a).get(b).call(text_eq).sink().return_();
        it.end();
        is(it, tag::INT);
        it.get(a).load(Mem::Int(8), 8).get(b).load(Mem::Int(8), 8).sink().i64_eq().return_();
        it.end();
        is(it, tag::NUM);
        it.get(a).load(Mem::Num, 8).get(b).load(Mem::Num, 8).sink().f64_eq().return_();
        it.end();
        it.get(kind).sink().i32_eqz();
        it.if_();
        it.i32(1).sink().return_();
        it.end();
        // Booleans: what stands there; the rest: how many.
        it.get(a).load(Mem::Ptr, 4).tee(len).get(b).load(Mem::Ptr, 4).sink().i32_ne();
        it.if_();
        it.i32(0).sink().return_();
        it.end();
        is(it, tag::BOOL);
        it.i32(1).sink().return_();
        it.end();
        is(it, tag::OBJECT);
        self.spend_comparing(it, &|it| {
            let few = |it: &mut CodeBuilder| {
                it.get(len).i32(COMPARED_SHIFT).sink().i32_shr_u();
            };
            few(it);
            few(it);
            it.sink().i32_mul().local_get(len).i32_add().i32_const(1).i32_add();
        });
        let (find, entry, other) = (self.helper(Helper::AnyFind), it.local(I32), it.local(I32));
        let each = it.each(i, len);
        it.nth(a, i, 8).set(entry);
        it.get(b).get(entry).load(Mem::Ptr, 8).call(find).tee(other);
        it.if_gives(Some(I32));
        it.get(entry).load(Mem::Ptr, 12).get(other).load(Mem::Ptr, 0).call(id);
        it.else_();
        it.i32(0);
        it.end();
        it.sink().i32_eqz();
        it.if_();
        it.i32(0).sink().return_();
        it.end();
        it.next(each);
        it.i32(1).sink().return_();
        it.end();
        self.spend_comparing_entries(it, len, within);
        let each = it.each(i, len);
        for side in [a, b] {
            it.get(side).get(i).i32(4).sink().i32_mul().i32_add();
            it.load(Mem::Ptr, 8);
        }
        it.call(id).sink().i32_eqz();
        it.if_();
        it.i32(0).sink().return_();
        it.end();
        it.next(each);
        it.i32(1);
    }

    fn eq_items(&mut self, it: &mut Routine, types: &[&Ty], within: bool) {
        let (a, b) = (0, 1);
        let (at, end) = (it.local(I32), it.local(I32));
        let (offsets, stride) = self.entry(types);
        it.get(a).load(Mem::Ptr, LEN).tee(end).get(b).load(Mem::Ptr, LEN).sink().i32_ne();
        it.if_();
        it.i32(0).sink().return_();
        it.end();
        let entries = it.local(I32);
        it.get(end).i32(types.len() as u32).sink().i32_mul().local_set(entries);
        self.spend_comparing_entries(it, entries, within);
        it.get(end).i32(stride).sink().i32_mul().local_set(end);
        let done = it.block();
        let next = it.loop_();
        it.get(at).get(end).sink().i32_ge_u();
        it.br_if(done);
        for (ty, offset) in types.iter().zip(offsets) {
            for side in [a, b] {
                it.get(side).get(at).sink().i32_add();
                load(self.program, it, ty, ITEMS + offset);
            }
            self.equal_within(it, ty);
            it.sink().i32_eqz();
            it.if_();
            it.i32(0).sink().return_();
            it.end();
        }
        it.get(at).i32(stride).sink().i32_add().local_set(at);
        it.br(next);
        it.end();
        it.end();
        it.i32(1);
    }

    /// The offsets in one entry of a list (or, with two types, of a map), and how far it is to the next.
    pub fn entry(&self, types: &[&Ty]) -> (Vec<u32>, u32) {
        let (offsets, size, align) = layout::place(self.program, types.iter().copied());
        (offsets, size.next_multiple_of(align))
    }

    /// The address of `none` as `Any`.
    pub fn none(&self) -> u32 {
        NONE
    }

    /// Where the address of `none` stands.
    pub fn none_slot(&mut self) -> u32 {
        self.data(&NONE.to_le_bytes())
    }
}

/// A new list: room for as many elements as a local says, none in it yet.
pub fn new_list(it: &mut CodeBuilder, alloc: u32, to: Local, room: Local, stride: u32) {
    it.get(room).i32(stride).sink().i32_mul().i32_const(ITEMS as i32).i32_add();
    it.call(alloc).tee(to).i32(tag::LIST).store(Mem::Ptr, 0);
    it.get(to).i32(0).store(Mem::Ptr, SHARED);
    it.get(to).i32(0).store(Mem::Ptr, LEN);
    it.get(to).get(room).store(Mem::Ptr, CAPACITY);
}

/// Reads a value from the address on the stack; what stands in place stays an address.
pub fn load(program: &Program, it: &mut CodeBuilder, ty: &Ty, offset: u32) {
    match rep(ty) {
        Rep::Inline => {
            it.plus(offset);
        }
        Rep::Unit => {
            it.sink().drop();
        }
        _ => {
            it.load(layout::mem(program, ty), offset);
        }
    }
}

/// Whether the optional on the stack is none; `of` is what it may hold.
pub fn is_none(program: &Program, it: &mut CodeBuilder, of: &Ty) {
    match rep(of) {
        Rep::Int | Rep::Bool => {
            it.i64(layout::none(layout::width(program, of))).sink().i64_eq();
        }
        Rep::Num => {
            it.sink().i64_reinterpret_f64();
            it.i64(NO_NUM as i64).sink().i64_eq();
        }
        Rep::Ptr if *of == Ty::Any => {
            it.load(Mem::Ptr, 0).sink().i32_eqz();
        }
        _ => {
            it.sink().i32_eqz();
        }
    }
}

/// What an optional that is not none holds.
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
