//! The functions of a program: builtins that change a place.

use super::{Cursor, Target};
use crate::function::{FunctionCompiler, is_fresh};
use crate::layout::access::{load, new_list};
use crate::layout::memory::{CAPACITY, ITEMS, LEN, SHARED};
use crate::layout::{self, Rep, rep};
use crate::module::symbols::Helper;
use crate::wasm::{Emit, I32, I64, Local, Mem};
use diag::Code;
use ir::steps::{COPIED_SHIFT, Takes, free};
use ir::{Expr, Place, PlaceOp, Root, Ty};

/// A list, set or map while it is changed.
struct Changing<'t> {
    ty: &'t Ty,
    /// The type of its elements, or of the keys of a map.
    of: &'t Ty,
    list: Local,
    len: Local,
    /// The index of the change: 0 at first.
    at: Local,
    stride: u32,
    /// The location that holds it.
    cursor: &'t Cursor,
}

impl<'p> FunctionCompiler<'_, 'p> {
    /// A builtin that changes a place; `gives`: its result is wanted.
    pub fn place_op(&mut self, op: PlaceOp, place: &'p Place, args: &'p [Expr], gives: bool) {
        let address = self.address(place);
        let all = Ty::Any.list();
        let ty = match &place.ty {
            Ty::Any => &all,
            Ty::Opt(of) => of,
            other => other,
        };
        let element = self.module.element(ty);
        if self.add_spelled(op, place, args) {
            return;
        }
        let values: Vec<Local> = args
            .iter()
            .enumerate()
            .map(|(i, e)| {
                let ty = match (op, ty) {
                    (PlaceOp::Insert | PlaceOp::InsertPair, _) if i == 0 => &Ty::Int,
                    (PlaceOp::Delete | PlaceOp::DeletePair | PlaceOp::RemoveAt | PlaceOp::Swap | PlaceOp::Draw, _) => {
                        &Ty::Int
                    }
                    (PlaceOp::Append, _) => &element.clone().list(),
                    (_, Ty::Map(_, of)) if i == 1 => of,
                    _ => element,
                };
                let to = self.temp(ty);
                match op {
                    // Its elements are, and not the list.
                    PlaceOp::Append => self.value_as(e, ty),
                    _ => self.owned_as(e, ty),
                }
                self.kept(e, ty);
                self.guard(e, ty);
                if rep(ty) == Rep::Inline && !is_fresh(e) {
                    self.keep_inline(ty);
                }
                self.code.set(to);
                to
            })
            .collect();
        if let (PlaceOp::Push, Root::Local(id)) = (op, place.root)
            && let Some(it) = self.differing.filter(|it| it.list == self.locals[id.0 as usize])
        {
            if !it.few {
                self.room(it.len);
            }
            self.code.get(it.bits).i64(1).get(values[0]).sink().i64_shl().i64_or().local_set(it.bits);
            self.code.get(it.len).plus(1).set(it.len);
            return;
        }
        if let (PlaceOp::Push, Root::Local(id)) = (op, place.root)
            && let Some(it) = self.filling.filter(|it| it.list == self.locals[id.0 as usize])
        {
            self.room(it.len);
            self.code.get(it.next).get(values[0]);
            self.put(element, 0);
            self.code.get(it.next).plus(self.module.stride(ty)).set(it.next);
            self.code.get(it.len).plus(1).set(it.len);
            return;
        }
        let (cursor, found) = self.walk(&address, true, false);
        if let Ty::Array(_, index) = &found {
            let count = self.module.program.count(*index) as u32;
            let free = address.is_whole() && free(address.root, &place.ty);
            return self.change_array((op, free), cursor, element, count, &values);
        }
        let list = self.code.local(I32);
        self.get_cursor(&cursor, &found);
        let target = Target { ty, list, free: address.is_whole() && free(address.root, &place.ty) };
        match found {
            Ty::Any => {
                // As a list for the time being.
                let (cast, back) =
                    (self.module.helper_for(Helper::FromAny, ty), self.module.helper_for(Helper::ToAny, ty));
                self.code.tee(list).load(Mem::Ptr, 0).sink().i32_eqz();
                self.trap_if(Code::NoValue);
                let site = self.site(Code::BadCast);
                self.code.get(list).i32(site).call(cast).set(list);
                self.change(op, &target, &Cursor::Held(list), &values, gives);
                let whole = self.code.local(I32);
                self.code.get(list).call(back).set(whole);
                self.set_cursor(&cursor, whole);
            }
            Ty::Opt(_) => {
                self.code.tee(list).sink().i32_eqz();
                self.trap_if(Code::NoValue);
                self.change(op, &target, &cursor, &values, gives);
            }
            _ => {
                self.code.set(list);
                self.change(op, &target, &cursor, &values, gives);
            }
        }
    }

    /// Applies a builtin to a fixed array, which is stored in place.
    fn change_array(&mut self, (op, free): (PlaceOp, bool), cursor: Cursor, of: &Ty, count: u32, values: &[Local]) {
        let (first, i, len, stride) =
            (self.code.local(I32), self.code.local(I32), self.code.local(I32), layout::size(self.module.program, of));
        let (base, offset) = self.memory(cursor);
        self.push(base);
        self.code.plus(offset).set(first).i32(count).set(len);
        match op {
            PlaceOp::Fill => {
                self.gone_through(len);
                self.each(i, len, |this, _| {
                    this.code.nth(first, i, stride).get(values[0]);
                    this.keep(of);
                    this.put(of, 0);
                });
            }
            PlaceOp::Swap => {
                if !free && count >> COPIED_SHIFT > 0 {
                    self.spend(count >> COPIED_SHIFT);
                }
                for value in values {
                    self.code.get(*value).i64(i64::from(count)).sink().i64_ge_u();
                    self.trap_if_with(Code::OutOfRange, *value, &|it| {
                        it.i64(i64::from(count));
                    });
                }
                self.swap(first, values, stride);
            }
            _ => {
                // As a list for the time being.
                let (list, ty) = (self.code.local(I32), of.clone().list());
                new_list(&mut self.code, self.module.rt.alloc, list, len, stride);
                self.code.get(list).get(len).store(Mem::Ptr, LEN);
                self.code.get(list).plus(ITEMS).get(first).copy(stride * count);
                self.change(op, &Target { ty: &ty, list, free }, &Cursor::Held(list), values, false);
                self.code.get(first).get(list).plus(ITEMS).copy(stride * count);
            }
        }
    }

    /// Exchanges the elements at two indices that are there; the first element is at an address.
    fn swap(&mut self, first: Local, values: &[Local], stride: u32) {
        let (swap, at, other) = (self.code.local(I32), self.code.local(I32), self.code.local(I32));
        self.code.i32(stride).call(self.module.rt.alloc).set(swap);
        self.code.get(values[0]).sink().i32_wrap_i64().local_set(at);
        self.code.get(values[1]).sink().i32_wrap_i64().local_set(other);
        self.code.get(swap).nth(first, at, stride).copy(stride);
        self.code.nth(first, at, stride).nth(first, other, stride).copy(stride);
        self.code.nth(first, other, stride).get(swap).copy(stride);
    }

    fn change(&mut self, op: PlaceOp, target: &Target<'_>, cursor: &Cursor, values: &[Local], gives: bool) {
        let Target { ty, list, .. } = *target;
        let of = self.module.element(ty);
        let (len, at, stride) = (self.code.local(I32), self.code.local(I32), self.module.stride(ty));
        self.code.get(list).load(Mem::Ptr, LEN).set(len);
        self.code.i32(0).set(at);
        self.change_steps(op, target, len, values);
        let it = Changing { ty, of, list, len, at, stride, cursor };
        match op {
            PlaceOp::Push => self.push_value(&it, values[0]),
            PlaceOp::Pop => self.pop(&it, gives),
            PlaceOp::Append => self.append(&it, values[0]),
            PlaceOp::Shift | PlaceOp::Delete | PlaceOp::RemoveAt | PlaceOp::DeletePair => {
                self.delete(op, &it, values, gives);
            }
            PlaceOp::Insert | PlaceOp::InsertPair => self.insert(&it, values[0], &values[1..]),
            PlaceOp::Swap => {
                for value in values {
                    self.check_index(list, *value);
                }
                self.own(&it, 0);
                self.code.get(list).plus(ITEMS).set(at);
                self.swap(at, values, stride);
            }
            PlaceOp::Sort => {
                let sort = self.module.helper_for(Helper::Sort, ty);
                self.own(&it, 0);
                self.code.get(list).call(sort);
            }
            PlaceOp::Fill => {
                self.own(&it, 0);
                self.each(at, len, |this, _| {
                    this.code.nth(list, at, stride).get(values[0]);
                    this.keep(of);
                    this.put(of, ITEMS);
                });
            }
            PlaceOp::Draw => self.draw_from(&it, values[0], gives),
            PlaceOp::DeleteItem => self.delete_item(&it, values[0]),
            PlaceOp::Clear => {
                // A new list: a shared one keeps its elements.
                let empty = self.module.empty_list();
                self.code.i32(empty).set(list);
                self.set_cursor(cursor, list);
            }
            PlaceOp::SetAdd | PlaceOp::SetDelete | PlaceOp::SetToggle => self.change_set(op, &it, values[0]),
            PlaceOp::MapSet | PlaceOp::MapGetSet | PlaceOp::MapDelete => self.change_map(op, &it, values, gives),
            PlaceOp::Shuffle | PlaceOp::ShuffleBigint => {
                let shuffle = self.module.helper_for(Helper::Shuffle, of);
                self.own(&it, 0);
                self.code.get(list).i32(u32::from(op == PlaceOp::ShuffleBigint)).call(shuffle);
            }
        }
    }

    /// Makes sure that nobody else holds the list, and that it has room for this many more.
    fn own(&mut self, it: &Changing<'_>, more: u32) {
        self.own_list(it.ty, it.list, it.cursor, more);
    }

    fn push_value(&mut self, it: &Changing<'_>, value: Local) {
        let Changing { of, list, len, stride, .. } = *it;
        self.room(len);
        self.own(it, 1);
        self.code.nth(list, len, stride).get(value);
        self.put(of, ITEMS);
        self.code.get(list).get(len).i32(1).sink().i32_add();
        self.code.store(Mem::Ptr, LEN);
    }

    fn pop(&mut self, it: &Changing<'_>, gives: bool) {
        let Changing { list, len, .. } = *it;
        self.code.get(len).sink().i32_eqz();
        self.trap_if(Code::EmptyList);
        self.own(it, 0);
        self.code.get(len).i32(1).sink().i32_sub().local_set(len);
        self.code.get(list).get(len).store(Mem::Ptr, LEN);
        if gives {
            self.taken(it, len);
        }
    }

    /// Leaves the element at an index, to be kept when it is no longer in the list.
    fn taken(&mut self, it: &Changing<'_>, at: Local) {
        self.code.nth(it.list, at, it.stride);
        load(self.module.program, &mut self.code, it.of, ITEMS);
        if rep(it.of) == Rep::Inline {
            self.keep_inline(it.of);
        }
    }

    fn append(&mut self, it: &Changing<'_>, values: Local) {
        let Changing { ty, of, list, len, cursor, .. } = *it;
        let (append, more) = (self.module.helper_for(Helper::Append, of), self.code.local(I32));
        self.code.get(values).load(Mem::Ptr, LEN).tee(more);
        self.if_(|this| {
            this.code.get(len).get(more).sink().i32_add();
            this.code.i32(this.module.limits.list as u32).sink().i32_gt_u();
            this.trap_if(Code::ListLength);
            let own = this.module.helper_for(Helper::Own, ty);
            let owned = |this: &mut Self| {
                this.code.get(list).get(len).get(more).sink().i32_add();
                this.code.call(own).set(list);
                this.set_cursor(cursor, list);
            };
            if this.module.fast {
                this.code.get(list).load(Mem::Ptr, CAPACITY).get(len).get(more).sink().i32_add().i32_lt_u();
                this.code.get(list).load(Mem::Ptr, SHARED).sink().i32_or();
                this.if_(owned);
            } else {
                owned(this);
            }
            this.code.get(list).get(values).plus(ITEMS).get(more).call(append);
        });
    }

    /// Takes out the first element, or that at an index, or two.
    fn delete(&mut self, op: PlaceOp, it: &Changing<'_>, values: &[Local], gives: bool) {
        let Changing { of, list, len, at, stride, .. } = *it;
        match op {
            PlaceOp::Shift => {
                self.code.get(len).sink().i32_eqz();
                self.trap_if(Code::EmptyList);
            }
            PlaceOp::DeletePair => {
                self.code.get(values[0]).i64(1).sink().i64_add();
                let last = self.code.local(I64);
                self.code.set(last);
                self.code.get(values[0]).i64(0).sink().i64_lt_s();
                self.code.get(last).get(len).sink().i64_extend_i32_u().i64_ge_s().i32_or();
                self.trap_if_with(Code::OutOfRange, values[0], &|it| {
                    it.get(len).sink().i64_extend_i32_u();
                });
            }
            _ => self.check_index(list, values[0]),
        }
        if op != PlaceOp::Shift {
            self.code.get(values[0]).sink().i32_wrap_i64().local_set(at);
        }
        self.own(it, 0);
        let taken = self.temp(of);
        if gives {
            self.taken(it, at);
            self.code.set(taken);
        }
        for _ in 0..if op == PlaceOp::DeletePair { 2 } else { 1 } {
            self.take_out(list, len, at, stride);
        }
        if gives {
            self.code.get(taken);
        }
    }

    /// Puts values in at an index.
    fn insert(&mut self, it: &Changing<'_>, index: Local, values: &[Local]) {
        let Changing { of, list, len, at, stride, .. } = *it;
        for more in 1..=values.len() as u32 {
            self.code.get(len).i32(more).sink().i32_add();
            self.code.i32(self.module.limits.list as u32).sink().i32_gt_u();
            self.trap_if(Code::ListLength);
        }
        self.code.get(index).get(len).sink().i64_extend_i32_u().i64_gt_u();
        self.trap_if_with(Code::OutOfRange, index, &|it| {
            it.get(len).sink().i64_extend_i32_u();
        });
        self.code.get(index).sink().i32_wrap_i64().local_set(at);
        for value in values {
            self.own(it, 1);
            self.make_room(list, len, at, stride);
            self.code.nth(list, at, stride).get(*value);
            self.put(of, ITEMS);
            self.code.get(at).i32(1).sink().i32_add().local_set(at);
            self.code.get(len).i32(1).sink().i32_add().local_set(len);
        }
    }

    /// Takes this many elements from the end, as a list.
    fn draw_from(&mut self, it: &Changing<'_>, wanted: Local, gives: bool) {
        let Changing { list, len, at, stride, .. } = *it;
        let (rest, i, count, to) =
            (self.code.local(I32), self.code.local(I32), self.code.local(I32), self.code.local(I32));
        self.code.get(wanted).i64(0).sink().i64_lt_s();
        self.trap_if_with(Code::BadCount, wanted, &|it| {
            it.i64(0);
        });
        self.code.get(len).get(wanted).sink().i32_wrap_i64();
        self.code.get(wanted).get(len).sink().i64_extend_i32_u().i64_gt_s().select().local_set(count);
        self.code.get(len).get(count).sink().i32_sub().local_set(rest);
        self.gone_through(count);
        self.own(it, 0);
        new_list(&mut self.code, self.module.rt.alloc, to, count, stride);
        self.code.get(to).get(count).store(Mem::Ptr, LEN);
        self.code.each(i, count, |it, _| {
            it.nth(to, i, stride).plus(ITEMS);
            it.get(len).get(i).sink().i32_sub().i32_const(1).i32_sub().local_set(at);
            it.nth(list, at, stride).plus(ITEMS).copy(stride);
        });
        self.code.get(list).get(rest).store(Mem::Ptr, LEN);
        if gives {
            self.code.get(to);
        }
    }

    /// Takes out the first element that is equal to a value.
    fn delete_item(&mut self, it: &Changing<'_>, value: Local) {
        let Changing { of, list, len, at, stride, .. } = *it;
        self.each(at, len, |this, done| {
            this.code.nth(list, at, stride);
            load(this.module.program, &mut this.code, of, ITEMS);
            this.code.get(value);
            this.module.equal(&mut this.code, of);
            this.if_(|this| {
                this.own(it, 0);
                this.take_out(list, len, at, stride);
                this.code.br(done);
            });
        });
        self.compared(of);
    }

    fn change_set(&mut self, op: PlaceOp, it: &Changing<'_>, value: Local) {
        let Changing { ty, of, list, len, at, stride, .. } = *it;
        let search = self.module.helper_for(Helper::Search, ty);
        self.code.get(list).get(value).call(search).tee(at).i32(0).sink().i32_lt_s();
        self.if_(|this| {
            if op != PlaceOp::SetDelete {
                this.code.i32(u32::MAX).get(at).sink().i32_sub().local_set(at);
                this.room(len);
                this.own(it, 1);
                this.make_room(list, len, at, stride);
                this.code.nth(list, at, stride).get(value);
                this.put(of, ITEMS);
            }
        })
        .else_(|this| {
            if op != PlaceOp::SetAdd {
                this.own(it, 0);
                this.take_out(list, len, at, stride);
            }
        });
    }

    fn change_map(&mut self, op: PlaceOp, it: &Changing<'_>, values: &[Local], gives: bool) {
        let Changing { ty, list, len, at, stride, cursor, .. } = *it;
        let (key, value) = self.module.key_and_value(ty);
        let (search, offsets) = (self.module.helper_for(Helper::Search, ty), self.module.entry(&[key, value]).0);
        self.code.get(list).get(values[0]).call(search).tee(at).i32(0).sink().i32_lt_s();
        match op {
            PlaceOp::MapDelete => {
                self.if_(|_| {}).else_(|this| {
                    this.own(it, 0);
                    this.take_out(list, len, at, stride);
                });
            }
            PlaceOp::MapGetSet => {
                self.if_(|this| {
                    this.add_key(cursor, (ty, key), (list, at), values[0]);
                    this.code.nth(list, at, stride).get(values[1]);
                    this.put(value, ITEMS + offsets[1]);
                });
                if gives {
                    self.code.nth(list, at, stride).plus(ITEMS + offsets[1]);
                    load(self.module.program, &mut self.code, value, 0);
                    self.keep_value(value);
                }
            }
            _ => {
                self.if_(|this| this.add_key(cursor, (ty, key), (list, at), values[0])).else_(|this| this.own(it, 0));
                self.code.nth(list, at, stride).get(values[1]);
                self.put(value, ITEMS + offsets[1]);
            }
        }
    }

    /// Stops if a list is as long as a list may be.
    fn room(&mut self, len: Local) {
        let most = self.module.limits.list as u32;
        self.code.get(len).i32(most).sink().i32_ge_u();
        self.trap_if(Code::ListLength);
    }

    /// Takes the steps for changing a list of this length.
    fn change_steps(&mut self, op: PlaceOp, target: &Target<'_>, len: Local, values: &[Local]) {
        let Target { ty, list, free } = *target;
        match op.row().takes {
            Takes::Nothing => {}
            Takes::Second => {
                let more = self.code.local(I32);
                self.code.get(values[0]).load(Mem::Ptr, LEN).set(more);
                self.gone_through(more);
            }
            Takes::Entries => self.gone_through(len),
            Takes::Each => self.spend_all(len),
            Takes::Order => self.order(list, ty, len),
            Takes::SearchMoves => {
                if let Some(of) = ty.element() {
                    self.searched(values[0], of, len);
                }
                self.written(len);
            }
            Takes::Moves => self.written(len),
            Takes::Both
            | Takes::Parts
            | Takes::OrderBy
            | Takes::Square
            | Takes::SquareBy
            | Takes::Search
            | Takes::Bytes
            | Takes::Sought => {
                self.module.broken(&format!("`{}` takes steps that no change of a place does", op.name()));
            }
        }
        if !free && !matches!(op, PlaceOp::Clear | PlaceOp::Fill) {
            self.copied_local(list, ty);
        }
    }

    /// Closes the gap that an element leaves.
    fn take_out(&mut self, list: Local, len: Local, at: Local, stride: u32) {
        let body = &mut self.code;
        body.get(len).i32(1).sink().i32_sub().local_set(len);
        body.get(list).get(len).store(Mem::Ptr, LEN);
        body.get(list).plus(ITEMS).get(at).i32(stride).sink().i32_mul().i32_add();
        body.get(list).plus(ITEMS + stride).get(at).i32(stride).sink().i32_mul().i32_add();
        body.get(len).get(at).sink().i32_sub().i32_const(stride as i32).i32_mul();
        body.copy_entries();
    }

    /// Opens a gap for an element.
    pub(super) fn make_room(&mut self, list: Local, len: Local, at: Local, stride: u32) {
        let body = &mut self.code;
        body.get(list).plus(ITEMS + stride).get(at).i32(stride).sink().i32_mul().i32_add();
        body.get(list).plus(ITEMS).get(at).i32(stride).sink().i32_mul().i32_add();
        body.get(len).get(at).sink().i32_sub().i32_const(stride as i32).i32_mul();
        body.copy_entries();
        body.get(list).get(len).i32(1).sink().i32_add();
        body.store(Mem::Ptr, LEN);
    }
}
