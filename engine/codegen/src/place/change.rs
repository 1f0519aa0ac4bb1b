//! The functions of a program: builtins that change what stands in a place.

use super::{Cursor, Target};
use crate::asm::{I32, I64, Local, Mem};
use crate::func::{Fx, is_fresh};
use crate::layout::{self, Rep, rep};
use crate::typed::{ITEMS, LEN, What, load, new_list};
use diag::Code;
use ir::steps::{COPIED_SHIFT, Takes, free};
use ir::{Expr, Place, PlaceOp, Ty};

impl<'p> Fx<'_, 'p> {
    /// A builtin that changes a place; `gives`: its result is wanted.
    pub fn place_op(&mut self, op: PlaceOp, place: &'p Place, args: &'p [Expr], gives: bool) {
        let address = self.address(place);
        let all = Ty::Any.list();
        let ty = match &place.ty {
            Ty::Any => &all,
            Ty::Opt(of) => of,
            other => other,
        };
        let Some(element) = ty.element() else { return };
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
                self.owned_as(e, ty);
                self.kept(e, ty);
                self.guard(e, ty);
                if rep(ty) == Rep::Inline && !is_fresh(e) {
                    self.keep_inline(ty);
                }
                self.body.set(to);
                to
            })
            .collect();
        let (cursor, found) = self.walk(&address, true, false);
        if let Ty::Array(_, index) = &found {
            let count = self.gen_.program.count(*index) as u32;
            let free = address.is_whole() && free(address.root, &place.ty);
            return self.change_array((op, free), cursor, element, count, &values);
        }
        let list = self.body.local(I32);
        self.get_cursor(&cursor, &found);
        let target = Target { ty, list, free: address.is_whole() && free(address.root, &place.ty) };
        match found {
            Ty::Any => {
                // As a list for the time being.
                let (cast, back) = (self.gen_.typed(What::FromAny, ty), self.gen_.typed(What::ToAny, ty));
                let site = self.site(Code::NoValue);
                self.body.i32(site).call(cast).set(list);
                self.change(op, &target, &Cursor::Held(list), &values, gives);
                let whole = self.body.local(I32);
                self.body.get(list).call(back).set(whole);
                self.set_cursor(&cursor, whole);
            }
            Ty::Opt(_) => {
                self.body.tee(list).sink().i32_eqz();
                self.trap_if(Code::NoValue);
                self.change(op, &target, &cursor, &values, gives);
            }
            _ => {
                self.body.set(list);
                self.change(op, &target, &cursor, &values, gives);
            }
        }
    }

    /// What a builtin does to a fixed array, which stands in place.
    fn change_array(&mut self, (op, free): (PlaceOp, bool), cursor: Cursor, of: &Ty, count: u32, values: &[Local]) {
        let (first, i, len, stride) =
            (self.body.local(I32), self.body.local(I32), self.body.local(I32), layout::size(self.gen_.program, of));
        let (base, offset) = self.memory(cursor);
        self.push(base);
        self.body.plus(offset).set(first).i32(count).set(len);
        match op {
            PlaceOp::Fill => {
                self.gone_through(len);
                let each = self.body.each(i, len);
                self.body.nth(first, i, stride).get(values[0]);
                self.keep(of);
                self.put(of, 0);
                self.body.next(each);
            }
            PlaceOp::Swap => {
                if !free && count >> COPIED_SHIFT > 0 {
                    self.spend(count >> COPIED_SHIFT);
                }
                for value in values {
                    self.body.get(*value).i64(i64::from(count)).sink().i64_ge_u();
                    self.trap_if_with(Code::OutOfRange, *value, &|it| {
                        it.i64(i64::from(count));
                    });
                }
                self.swap(first, values, stride);
            }
            _ => {
                // As a list for the time being.
                let (list, ty) = (self.body.local(I32), of.clone().list());
                new_list(&mut self.body, self.gen_.rt.alloc, list, len, stride);
                self.body.get(list).get(len).store(Mem::Ptr, LEN);
                self.body.get(list).plus(ITEMS).get(first).copy(stride * count);
                self.change(op, &Target { ty: &ty, list, free }, &Cursor::Held(list), values, false);
                self.body.get(first).get(list).plus(ITEMS).copy(stride * count);
            }
        }
    }

    /// Exchanges the elements at two indices that are there; the first element is at an address.
    fn swap(&mut self, first: Local, values: &[Local], stride: u32) {
        let (swap, at, other) = (self.body.local(I32), self.body.local(I32), self.body.local(I32));
        self.body.i32(stride).call(self.gen_.rt.alloc).set(swap);
        self.body.get(values[0]).sink().i32_wrap_i64().local_set(at);
        self.body.get(values[1]).sink().i32_wrap_i64().local_set(other);
        self.body.get(swap).nth(first, at, stride).copy(stride);
        self.body.nth(first, at, stride).nth(first, other, stride).copy(stride);
        self.body.nth(first, other, stride).get(swap).copy(stride);
    }

    fn change(&mut self, op: PlaceOp, target: &Target<'_>, cursor: &Cursor, values: &[Local], gives: bool) {
        let program = self.gen_.program;
        let Target { ty, list, .. } = *target;
        let Some(of) = ty.element() else { return };
        let (len, at, stride) = (self.body.local(I32), self.body.local(I32), self.gen_.stride(ty));
        self.body.get(list).load(Mem::Ptr, LEN).set(len);
        self.body.i32(0).set(at);
        self.change_steps(op, target, len, values);
        match op {
            PlaceOp::Push => {
                self.room(len);
                self.own_list(ty, list, cursor, 1);
                self.body.nth(list, len, stride).get(values[0]);
                self.put(of, ITEMS);
                self.body.get(list).get(len).i32(1).sink().i32_add();
                self.body.store(Mem::Ptr, LEN);
            }
            PlaceOp::Pop => {
                self.body.get(len).sink().i32_eqz();
                self.trap_if(Code::EmptyList);
                self.own_list(ty, list, cursor, 0);
                self.body.get(len).i32(1).sink().i32_sub().local_set(len);
                self.body.get(list).get(len).store(Mem::Ptr, LEN);
                if gives {
                    self.body.nth(list, len, stride);
                    load(program, &mut self.body, of, ITEMS);
                    if rep(of) == Rep::Inline {
                        self.keep_inline(of);
                    }
                }
            }
            PlaceOp::Append => {
                let (append, more) = (self.gen_.typed(What::Append, of), self.body.local(I32));
                self.body.get(values[0]).load(Mem::Ptr, LEN).set(more);
                self.body.get(len).get(more).sink().i32_add();
                self.body.i32(self.gen_.limits.list as u32).sink().i32_gt_u();
                self.trap_if(Code::ListLength);
                let own = self.gen_.typed(What::Own, ty);
                self.body.get(list).get(len).get(more).sink().i32_add();
                self.body.call(own).set(list);
                self.set_cursor(cursor, list);
                self.body.get(list).get(values[0]).plus(ITEMS).get(more).call(append);
            }
            PlaceOp::Shift | PlaceOp::Delete | PlaceOp::RemoveAt | PlaceOp::DeletePair => {
                match op {
                    PlaceOp::Shift => {
                        self.body.get(len).sink().i32_eqz();
                        self.trap_if(Code::EmptyList);
                    }
                    PlaceOp::DeletePair => {
                        self.body.get(values[0]).i64(1).sink().i64_add();
                        let last = self.body.local(I64);
                        self.body.set(last);
                        self.body.get(values[0]).i64(0).sink().i64_lt_s();
                        self.body.get(last).get(len).sink().i64_extend_i32_u().i64_ge_s().i32_or();
                        self.trap_if_with(Code::OutOfRange, values[0], &|it| {
                            it.get(len).sink().i64_extend_i32_u();
                        });
                    }
                    _ => self.check_index(list, values[0]),
                }
                if op != PlaceOp::Shift {
                    self.body.get(values[0]).sink().i32_wrap_i64().local_set(at);
                }
                self.own_list(ty, list, cursor, 0);
                let taken = self.temp(of);
                if gives {
                    self.body.nth(list, at, stride);
                    load(program, &mut self.body, of, ITEMS);
                    if rep(of) == Rep::Inline {
                        self.keep_inline(of);
                    }
                    self.body.set(taken);
                }
                for _ in 0..if op == PlaceOp::DeletePair { 2 } else { 1 } {
                    self.take_out(list, len, at, stride);
                }
                if gives {
                    self.body.get(taken);
                }
            }
            PlaceOp::Insert | PlaceOp::InsertPair => {
                for more in 1..values.len() as u32 {
                    self.body.get(len).i32(more).sink().i32_add();
                    self.body.i32(self.gen_.limits.list as u32).sink().i32_gt_u();
                    self.trap_if(Code::ListLength);
                }
                self.body.get(values[0]).get(len).sink().i64_extend_i32_u().i64_gt_u();
                self.trap_if_with(Code::OutOfRange, values[0], &|it| {
                    it.get(len).sink().i64_extend_i32_u();
                });
                self.body.get(values[0]).sink().i32_wrap_i64().local_set(at);
                for value in &values[1..] {
                    self.own_list(ty, list, cursor, 1);
                    self.make_room(list, len, at, stride);
                    self.body.nth(list, at, stride).get(*value);
                    self.put(of, ITEMS);
                    self.body.get(at).i32(1).sink().i32_add().local_set(at);
                    self.body.get(len).i32(1).sink().i32_add().local_set(len);
                }
            }
            PlaceOp::Swap => {
                for value in values {
                    self.check_index(list, *value);
                }
                self.own_list(ty, list, cursor, 0);
                self.body.get(list).plus(ITEMS).set(at);
                self.swap(at, values, stride);
            }
            PlaceOp::Sort => {
                let sort = self.gen_.typed(What::Sort, ty);
                self.own_list(ty, list, cursor, 0);
                self.body.get(list).call(sort);
            }
            PlaceOp::Fill => {
                self.own_list(ty, list, cursor, 0);
                let each = self.body.each(at, len);
                self.body.nth(list, at, stride).get(values[0]);
                self.keep(of);
                self.put(of, ITEMS);
                self.body.next(each);
            }
            PlaceOp::Draw => {
                let (rest, i, count, to) =
                    (self.body.local(I32), self.body.local(I32), self.body.local(I32), self.body.local(I32));
                self.body.get(values[0]).i64(0).sink().i64_lt_s();
                self.trap_if_with(Code::BadCount, values[0], &|it| {
                    it.i64(0);
                });
                self.body.get(len).get(values[0]).sink().i32_wrap_i64();
                self.body.get(values[0]).get(len).sink().i64_extend_i32_u().i64_gt_s().select().local_set(count);
                self.body.get(len).get(count).sink().i32_sub().local_set(rest);
                self.gone_through(count);
                self.own_list(ty, list, cursor, 0);
                new_list(&mut self.body, self.gen_.rt.alloc, to, count, stride);
                self.body.get(to).get(count).store(Mem::Ptr, LEN);
                let each = self.body.each(i, count);
                self.body.nth(to, i, stride).plus(ITEMS);
                self.body.get(len).get(i).sink().i32_sub().i32_const(1).i32_sub().local_set(at);
                self.body.nth(list, at, stride).plus(ITEMS).copy(stride);
                self.body.next(each);
                self.body.get(list).get(rest).store(Mem::Ptr, LEN);
                if gives {
                    self.body.get(to);
                }
            }
            PlaceOp::DeleteItem => {
                let each = self.body.each(at, len);
                self.body.nth(list, at, stride);
                load(program, &mut self.body, of, ITEMS);
                self.body.get(values[0]);
                self.gen_.equal(&mut self.body, of);
                self.body.if_();
                self.own_list(ty, list, cursor, 0);
                self.take_out(list, len, at, stride);
                self.body.br(each.done);
                self.body.end();
                self.body.next(each);
                self.compared(of);
            }
            PlaceOp::Clear => {
                // A new one: what is shared keeps its elements.
                let empty = self.gen_.empty_list();
                self.body.i32(empty).set(list);
                self.set_cursor(cursor, list);
            }
            PlaceOp::SetAdd | PlaceOp::SetDelete | PlaceOp::SetToggle => {
                let search = self.gen_.typed(What::Search, ty);
                self.body.get(list).get(values[0]).call(search).tee(at).i32(0).sink().i32_lt_s();
                self.body.if_();
                if op != PlaceOp::SetDelete {
                    self.body.i32(u32::MAX).get(at).sink().i32_sub().local_set(at);
                    self.room(len);
                    self.own_list(ty, list, cursor, 1);
                    self.make_room(list, len, at, stride);
                    self.body.nth(list, at, stride).get(values[0]);
                    self.put(of, ITEMS);
                }
                self.body.else_();
                if op != PlaceOp::SetAdd {
                    self.own_list(ty, list, cursor, 0);
                    self.take_out(list, len, at, stride);
                }
                self.body.end();
            }
            PlaceOp::MapSet | PlaceOp::MapGetSet | PlaceOp::MapDelete => {
                let Ty::Map(key, value) = ty else { return };
                let (search, offsets) = (self.gen_.typed(What::Search, ty), self.gen_.entry(&[key, value]).0);
                self.body.get(list).get(values[0]).call(search).tee(at).i32(0).sink().i32_lt_s();
                self.body.if_();
                if op == PlaceOp::MapDelete {
                    self.body.else_();
                    self.own_list(ty, list, cursor, 0);
                    self.take_out(list, len, at, stride);
                    self.body.end();
                    return;
                }
                self.add_key(cursor, (ty, key), (list, at), values[0]);
                if op == PlaceOp::MapGetSet {
                    self.body.nth(list, at, stride).get(values[1]);
                    self.put(value, ITEMS + offsets[1]);
                    self.body.end();
                    if gives {
                        self.body.nth(list, at, stride).plus(ITEMS + offsets[1]);
                        load(program, &mut self.body, value, 0);
                        self.keep_value(value);
                    }
                } else {
                    self.body.else_();
                    self.own_list(ty, list, cursor, 0);
                    self.body.end();
                    self.body.nth(list, at, stride).get(values[1]);
                    self.put(value, ITEMS + offsets[1]);
                }
            }
            PlaceOp::Shuffle | PlaceOp::ShuffleBigint => {
                let shuffle = self.gen_.typed(What::Shuffle, of);
                self.own_list(ty, list, cursor, 0);
                self.body.get(list).i32(u32::from(op == PlaceOp::ShuffleBigint)).call(shuffle);
            }
        }
    }

    /// Stops if a list is as long as a list may be.
    fn room(&mut self, len: Local) {
        let most = self.gen_.limits.list as u32;
        self.body.get(len).i32(most).sink().i32_ge_u();
        self.trap_if(Code::ListLength);
    }

    /// Takes the steps for changing a list of so many entries.
    fn change_steps(&mut self, op: PlaceOp, target: &Target<'_>, len: Local, values: &[Local]) {
        let Target { ty, list, free } = *target;
        match op.row().takes {
            Takes::Nothing => {}
            Takes::Second => {
                let more = self.body.local(I32);
                self.body.get(values[0]).load(Mem::Ptr, LEN).set(more);
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
            | Takes::Sought => debug_assert!(false, "`{}` takes steps that no change of a place does", op.name()),
        }
        if !free && !matches!(op, PlaceOp::Clear | PlaceOp::Fill) {
            self.copied_local(list, ty);
        }
    }

    /// Closes the gap that an element leaves.
    fn take_out(&mut self, list: Local, len: Local, at: Local, stride: u32) {
        let body = &mut self.body;
        body.get(len).i32(1).sink().i32_sub().local_set(len);
        body.get(list).get(len).store(Mem::Ptr, LEN);
        body.get(list).plus(ITEMS).get(at).i32(stride).sink().i32_mul().i32_add();
        body.get(list).plus(ITEMS + stride).get(at).i32(stride).sink().i32_mul().i32_add();
        body.get(len).get(at).sink().i32_sub().i32_const(stride as i32).i32_mul();
        body.copy_entries();
    }

    /// Opens a gap for an element.
    pub(super) fn make_room(&mut self, list: Local, len: Local, at: Local, stride: u32) {
        let body = &mut self.body;
        body.get(list).plus(ITEMS + stride).get(at).i32(stride).sink().i32_mul().i32_add();
        body.get(list).plus(ITEMS).get(at).i32(stride).sink().i32_mul().i32_add();
        body.get(len).get(at).sink().i32_sub().i32_const(stride as i32).i32_mul();
        body.copy_entries();
        body.get(list).get(len).i32(1).sink().i32_add();
        body.store(Mem::Ptr, LEN);
    }
}
