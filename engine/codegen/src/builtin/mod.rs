//! The builtins that compute a value from values.

mod chance;
mod numbers;
mod text;

use crate::asm::{I32, I64, Local, Mem};
use crate::func::{Fx, is_fresh};
use crate::layout::{self, Rep, rep};
use crate::module::tag;
use crate::typed::{ITEMS, LEN, What, load, new_list};
use diag::Code;
use ir::steps::{Takes, takes};
use ir::{Builtin, Cast, Const, Expr, ExprKind, Ty};

/// The entries of a list, set, map or array, in locals.
pub struct Items {
    /// The address of the first.
    pub first: Local,
    pub len: Local,
    pub stride: u32,
}

/// A list whose elements are only looked at: an array that becomes one of the same is as good.
pub fn as_it_stands(e: &Expr) -> &Expr {
    match &e.kind {
        ExprKind::Cast(Cast::Elements, a) if matches!((&a.ty, &e.ty), (Ty::Array(from, _), Ty::List(to)) if from == to) => {
            a
        }
        _ => e,
    }
}

impl<'p> Fx<'_, 'p> {
    pub fn builtin(&mut self, op: Builtin, args: &'p [Expr], e: &'p Expr) {
        use Builtin::{
            Abs, Ceil, Clamp, Concat, Contains, Dice, Empty, EndsWith, First, Flatten, Get, Greatest, IndexOf, Indices,
            Join, Json, Keys, Last, Least, Len, Lower, MapGet, MapGroupBy, MapHas, Max, Min, Next, ObjectGroupBy,
            Other, Pick, Pow, Previous, Random, RandomBigint, Replace, Reverse, RotateTo, Round, SetHas, Shuffled,
            Sign, Slice, SortBy, Sorted, Split, Sqrt, StartsWith, Substring, Sum, ToInt, ToNum, Trim, Unique, Upper,
            Values, Without,
        };
        let Some(first) = args.first() else { return };
        match op {
            Abs | Sign | Clamp | Pow | Ceil | Round | Sqrt => self.number(op, first, args),
            Min | Max => self.extreme(op == Min, first, &args[1]),
            Least | Greatest => self.least(op == Greatest, first, e),
            Sum => self.sum(first),
            Upper | Lower | Trim | Split | Join | StartsWith | EndsWith | Substring | Replace | ToInt | ToNum
            | Json => {
                self.text(op, first, args);
            }
            Len | Empty => {
                self.length(op, first);
                if op == Empty {
                    self.body.sink().i64_eqz();
                }
            }
            Contains if first.ty == Ty::Str => {
                self.find_text(op, [first, &args[1]]);
                self.body.i32(0).sink().i32_ge_s();
            }
            Contains => self.contains(&args[1], first),
            IndexOf if first.ty == Ty::Str => self.unit_index([first, &args[1]]),
            IndexOf => {
                let at = self.index_of(first, &args[1]);
                self.optional_index(at, &e.ty);
            }
            First | Last => self.end_of(op == Last, first, e),
            Get => self.get(first, &args[1], &args[2], e),
            MapGet => self.map_get(first, &args[1], &args[2], e),
            MapHas | SetHas => {
                let (map, key) = self.map_and_key(first, &args[1], &[]);
                self.body.get(map);
                let (at, _) = self.search(&first.ty, key);
                self.body.get(at).i32(0).sink().i32_ge_s();
            }
            Keys | Values => self.half(op == Values, first, e),
            Slice => self.slice(first, &args[1], &args[2]),
            Without => self.without(first, &args[1]),
            Concat => self.joined(first, &args[1], e),
            Flatten => self.flatten(first, e),
            Reverse => self.reverse(first),
            RotateTo => self.rotate_to(first, &args[1]),
            Unique => self.unique(first),
            Indices => self.indices(first),
            Sorted => {
                self.copy_of(op, first);
                let ty = self.list_of(&first.ty);
                let (sort, list) = (self.gen_.typed(What::Sort, &ty), self.body.local(I32));
                self.body.tee(list).call(sort).get(list);
                self.convert(&ty, &e.ty);
            }
            SortBy => self.sort_by([first, &args[1]], e),
            MapGroupBy => self.group_by([first, &args[1]], e),
            ObjectGroupBy => {
                let (id, site) = (self.gen_.helper(What::Group), self.site(Code::BadCount));
                let long = self.site(Code::StringLength);
                for it in self.paid(op, args) {
                    self.body.get(it.0);
                    self.convert(it.1, &Ty::Any);
                }
                self.body.i32(site).i32(long).call(id);
            }
            Random | RandomBigint => {
                let n = self.body.local(I64);
                self.value(first);
                self.body.set(n);
                self.draw(n, op == RandomBigint);
            }
            Dice => self.dice(first, &args[1]),
            Shuffled => {
                self.copy_of(op, first);
                let of = first.ty.element().cloned().unwrap_or(Ty::Any);
                let (shuffle, list) = (self.gen_.typed(What::Shuffle, &of), self.body.local(I32));
                self.body.tee(list).i32(0).call(shuffle).get(list);
            }
            Pick => self.pick(first, e),
            Other => self.other(first),
            Next | Previous => self.turn(op == Next, first, &args[1]),
        }
    }

    /// A list with the elements of a list, set or array.
    fn list_of(&self, ty: &Ty) -> Ty {
        ty.element().cloned().unwrap_or(Ty::Any).list()
    }

    /// Puts the entries of a value into locals.
    pub fn items(&mut self, e: &'p Expr) -> Items {
        let e = as_it_stands(e);
        self.value(e);
        self.items_of(&e.ty)
    }

    pub fn items_of(&mut self, ty: &Ty) -> Items {
        let (first, len) = (self.body.local(I32), self.body.local(I32));
        match ty {
            Ty::Array(_, index) => {
                let count = self.gen_.program.count(*index) as u32;
                self.body.set(first).i32(count).set(len);
            }
            _ => {
                self.body.tee(first).load(Mem::Ptr, LEN).set(len);
                self.body.get(first).plus(ITEMS).set(first);
            }
        }
        Items { first, len, stride: self.gen_.stride(ty) }
    }

    /// A value that stays as it is while others are computed.
    fn value_before(&mut self, e: &'p Expr, others: &[&'p Expr]) {
        self.value(e);
        if !is_fresh(e) && !others.iter().all(|it| self.is_quiet(it)) {
            self.keep_value(&e.ty);
        }
    }

    fn items_before(&mut self, e: &'p Expr, others: &[&'p Expr]) -> Items {
        self.value_before(e, others);
        self.items_of(&e.ty)
    }

    /// The operands in locals, the steps for the builtin taken.
    fn paid(&mut self, op: Builtin, args: &'p [Expr]) -> Vec<(Local, &'p Ty)> {
        let mut given = Vec::new();
        for (i, e) in args.iter().enumerate() {
            let at = self.temp(&e.ty);
            self.value_before(e, &args[i + 1..].iter().collect::<Vec<_>>());
            if matches!(op, Builtin::MapGroupBy | Builtin::ObjectGroupBy) {
                self.guard(e, &e.ty);
            }
            self.body.set(at);
            given.push((at, &e.ty));
        }
        self.pay_for(op, &given);
        given
    }

    /// The entries of the only operand, the steps for the builtin taken.
    fn paid_items(&mut self, op: Builtin, e: &'p Expr) -> Items {
        let given = self.paid(op, std::slice::from_ref(e));
        self.body.get(given[0].0);
        self.items_of(&e.ty)
    }

    /// How many entries a value in a local has.
    fn entries(&mut self, value: Local, ty: &Ty) -> Local {
        let len = self.body.local(I32);
        match ty {
            Ty::Array(_, index) => self.body.i32(self.gen_.program.count(*index) as u32),
            _ => self.body.get(value).load(Mem::Ptr, LEN),
        };
        self.body.set(len);
        len
    }

    /// Takes the steps for a builtin.
    fn pay_for(&mut self, op: Builtin, given: &[(Local, &Ty)]) {
        let [(first, ty), rest @ ..] = given else { return };
        let (first, ty) = (*first, *ty);
        match (takes(op, *ty == Ty::Str), rest) {
            (Takes::Nothing, _) => {}
            (Takes::Entries, _) => {
                let len = self.entries(first, ty);
                self.gone_through(len);
            }
            (Takes::Each, _) => {
                let len = self.entries(first, ty);
                self.spend_all(len);
            }
            (Takes::Both, [(second, other), ..]) => {
                for (value, ty) in [(first, ty), (*second, *other)] {
                    let len = self.entries(value, ty);
                    self.gone_through(len);
                }
            }
            (Takes::Second, [(second, other), ..]) => {
                let len = self.entries(*second, other);
                self.gone_through(len);
            }
            (Takes::Parts, _) => self.parts(first, ty),
            (Takes::Order, _) => {
                let len = self.entries(first, ty);
                self.order(first, ty, len);
            }
            (Takes::OrderBy, [(second, other), ..]) => {
                let len = self.entries(*second, other);
                self.order(*second, other, len);
            }
            (Takes::Square, _) => {
                let len = self.entries(first, ty);
                self.squared(len);
            }
            (Takes::SquareBy, [(second, other), ..]) => {
                let len = self.entries(first, ty);
                self.squared(len);
                self.parts(*second, other);
            }
            (Takes::Bytes, _) => self.text_steps(first),
            (Takes::Sought, [(second, _), ..]) => self.sought(first, *second),
            (_, _) => {}
        }
    }

    /// A new list of elements that stand elsewhere.
    fn sub(&mut self, items: &Items, of: &Ty) {
        let id = self.gen_.typed(What::Sub, of);
        self.body.get(items.first).get(items.len).get(items.len).call(id);
    }

    /// A list of its own with the elements of a list, set or array.
    fn copy_of(&mut self, op: Builtin, e: &'p Expr) {
        let items = self.paid_items(op, e);
        self.sub(&items, e.ty.element().unwrap_or(&Ty::Any));
    }

    /// The list on the stack becomes one of its own.
    pub fn copied(&mut self, list: &Ty) {
        let items = self.items_of(list);
        self.sub(&items, list.element().unwrap_or(&Ty::Any));
    }

    /// The value on the stack, or what it points to where it stands, is kept twice.
    pub fn keep(&mut self, ty: &Ty) {
        if rep(ty) == Rep::Inline {
            if layout::shares(self.gen_.program, ty) {
                let at = self.body.local(I32);
                self.body.tee(at);
                self.gen_.share_at(&mut self.body, ty);
                self.body.get(at);
            }
        } else {
            self.share_value(ty);
        }
    }

    /// The element at the address on the stack.
    pub fn item(&mut self, of: &Ty) {
        load(self.gen_.program, &mut self.body, of, 0);
        self.keep(of);
    }

    fn length(&mut self, op: Builtin, e: &'p Expr) {
        let given = self.paid(op, std::slice::from_ref(e));
        let value = given[0].0;
        if e.ty == Ty::Any {
            self.body.get(value).load(Mem::Ptr, 0).i32(tag::STR).sink().i32_eq();
            self.body.if_();
            self.text_steps(value);
            self.body.end();
        }
        self.body.get(value);
        match &e.ty {
            Ty::Str => {
                let id = self.gen_.rt.str_len;
                self.body.call(id);
            }
            Ty::Array(_, index) => {
                let count = self.gen_.program.count(*index) as i64;
                self.body.sink().drop();
                self.body.i64(count);
            }
            Ty::Any => {
                let id = self.gen_.helper(What::AnyLen);
                let (none, wrong) = (self.site(Code::NoValue), self.site(Code::BadCast));
                self.body.i32(none).i32(wrong).call(id);
            }
            _ => {
                self.body.load(Mem::Ptr, LEN).sink().i64_extend_i32_u();
            }
        }
    }

    /// The index of the first element that is equal to a value, or −1, in a local.
    fn index_of(&mut self, list: &'p Expr, x: &'p Expr) -> Local {
        let list = as_it_stands(list);
        let of = list.ty.element().unwrap_or(&Ty::Any);
        let (base, value, at) = (self.body.local(I32), self.temp(of), self.body.local(I64));
        self.value_before(list, &[x]);
        self.body.set(base);
        self.value_as(x, of);
        self.body.set(value);
        self.find(&list.ty, of, base, value);
        self.body.set(at);
        at
    }

    /// An index as an optional one: −1 is none.
    fn optional_index(&mut self, at: Local, ty: &Ty) {
        let none = layout::none(layout::width(self.gen_.program, ty));
        self.body.i64(none).get(at).get(at).i64(0).sink().i64_lt_s().select();
    }

    fn end_of(&mut self, last: bool, list: &'p Expr, e: &'p Expr) {
        let of = list.ty.element().unwrap_or(&Ty::Any);
        let items = self.items(list);
        self.body.get(items.len);
        self.body.if_gives(rep(&e.ty).val());
        if last {
            self.body.nth(items.first, items.len, items.stride).i32(items.stride).sink().i32_sub();
        } else {
            self.body.get(items.first);
        }
        self.item(of);
        self.convert(of, &e.ty);
        self.body.else_();
        self.constant(&Const::None, &e.ty);
        self.body.end();
    }

    fn get(&mut self, list: &'p Expr, index: &'p Expr, missing: &'p Expr, e: &'p Expr) {
        let of = list.ty.element().unwrap_or(&Ty::Any);
        let (n, other) = (self.body.local(I64), self.temp(&e.ty));
        let items = self.items_before(list, &[index, missing]);
        self.value(index);
        self.body.set(n);
        self.owned_as(missing, &e.ty);
        self.body.set(other);
        self.body.get(n).get(items.len).sink().i64_extend_i32_u().i64_lt_u();
        self.body.if_gives(rep(&e.ty).val());
        self.body.get(items.first).get(n).sink().i32_wrap_i64().i32_const(items.stride as i32).i32_mul().i32_add();
        self.item(of);
        self.convert(of, &e.ty);
        self.body.else_();
        self.body.get(other);
        self.body.end();
    }

    /// Where a key in a local is in the set or map on the stack, or goes; and the list.
    pub fn search(&mut self, list: &Ty, key: Local) -> (Local, Local) {
        let (at, base, len) = (self.body.local(I32), self.body.local(I32), self.body.local(I32));
        let (of, id) = (list.element().unwrap_or(&Ty::Any), self.gen_.typed(What::Search, list));
        self.body.tee(base).load(Mem::Ptr, LEN).set(len);
        self.searched(key, of, len);
        self.body.get(base).get(key).call(id).set(at);
        (at, base)
    }

    /// A set or map, and a key as one of its own, in locals.
    fn map_and_key(&mut self, list: &'p Expr, key: &'p Expr, others: &[&'p Expr]) -> (Local, Local) {
        let of = list.ty.element().unwrap_or(&Ty::Any);
        let (base, x) = (self.body.local(I32), self.temp(of));
        self.value_before(list, &[&[key], others].concat());
        self.body.set(base);
        self.value_as(key, of);
        if !others.iter().all(|it| self.is_quiet(it)) {
            self.keep_value(of);
        }
        self.body.set(x);
        (base, x)
    }

    fn map_get(&mut self, map: &'p Expr, key: &'p Expr, missing: &'p Expr, e: &'p Expr) {
        let Ty::Map(k, of) = &map.ty else { return };
        let (offsets, stride) = self.gen_.entry(&[k, of]);
        let (base, x) = self.map_and_key(map, key, &[missing]);
        let other = self.temp(&e.ty);
        self.owned_as(missing, &e.ty);
        self.body.set(other);
        self.body.get(base);
        let (at, _) = self.search(&map.ty, x);
        self.body.get(at).i32(0).sink().i32_ge_s();
        self.body.if_gives(rep(&e.ty).val());
        self.body.nth(base, at, stride).plus(ITEMS + offsets[1]);
        self.item(of);
        self.convert(of, &e.ty);
        self.body.else_();
        self.body.get(other);
        self.body.end();
    }

    /// The keys or the values of an object of `any`.
    fn half_of_any(&mut self, values: bool, object: &'p Expr, e: &'p Expr) {
        let Some(to) = e.ty.element() else { return };
        let (any, len, offset) = (self.body.local(I32), self.body.local(I32), if values { 12 } else { 8 });
        self.value(object);
        self.body.tee(any).load(Mem::Ptr, 0).i32(tag::OBJECT).sink().i32_ne();
        self.trap_if(Code::BadCast);
        self.body.get(any).load(Mem::Ptr, 4).set(len);
        self.gone_through(len);
        let items = Items { first: any, len, stride: 8 };
        self.collect_each(&items, to, &mut |it, at| {
            it.body.nth(any, at, 8).load(Mem::Ptr, offset);
            it.convert(if values { &Ty::Any } else { &Ty::Str }, to);
        });
    }

    /// The keys or the values of a map.
    fn half(&mut self, values: bool, map: &'p Expr, e: &'p Expr) {
        if map.ty == Ty::Any {
            return self.half_of_any(values, map, e);
        }
        let (Ty::Map(key, of), Some(to)) = (&map.ty, e.ty.element()) else { return };
        let (offsets, stride) = self.gen_.entry(&[key, of]);
        let (of, offset) = if values { (of, offsets[1]) } else { (key, 0) };
        let items = self.paid_items(if values { Builtin::Values } else { Builtin::Keys }, map);
        self.collect_each(&items, to, &mut |it, at| {
            it.body.nth(items.first, at, stride).plus(offset);
            it.item(of);
            it.convert(of, to);
        });
    }

    /// A list of what is left on the stack for each number below that of some items.
    fn collect_each(&mut self, items: &Items, of: &Ty, value: &mut dyn FnMut(&mut Self, Local)) {
        let i = self.body.local(I32);
        self.body.i32(0).set(i);
        self.collect(
            of,
            &|it, room| {
                it.body.get(items.len).set(room);
            },
            &mut |it, next, done| {
                it.body.get(i).get(items.len).sink().i32_ge_u();
                it.body.br_if(done);
                it.body.get(next);
                value(it, i);
                it.body.get(i).i32(1).sink().i32_add().local_set(i);
            },
        );
    }

    fn slice(&mut self, list: &'p Expr, from: &'p Expr, end: &'p Expr) {
        let of = list.ty.element().unwrap_or(&Ty::Any);
        let items = self.items_before(list, &[from, end]);
        let cuts = [self.body.local(I32), self.body.local(I32)];
        let n = self.body.local(I64);
        for (e, cut) in [from, end].into_iter().zip(cuts) {
            self.value(e);
            self.body.set(n).i64(0).get(n).get(n).i64(0).sink().i64_lt_s().select().local_set(n);
            self.body.get(items.len).get(n).sink().i32_wrap_i64();
            self.body.get(n).get(items.len).sink().i64_extend_i32_u().i64_gt_s().select().local_set(cut);
        }
        self.gone_through(items.len);
        let [from, end] = cuts;
        self.body.get(from).get(end).get(from).get(end).sink().i32_gt_u().select().local_set(end);
        self.body.get(end).get(from).sink().i32_sub().local_set(items.len);
        self.body.nth(items.first, from, items.stride).set(items.first);
        self.sub(&items, of);
    }

    fn without(&mut self, list: &'p Expr, x: &'p Expr) {
        let program = self.gen_.program;
        let of = list.ty.element().unwrap_or(&Ty::Any);
        let (value, item, i) = (self.temp(of), self.temp(of), self.body.local(I32));
        let items = self.items_before(list, &[x]);
        self.value_as(x, of);
        self.body.set(value);
        self.gone_through(items.len);
        self.body.i32(0).set(i);
        self.collect(
            of,
            &|it, room| {
                it.body.get(items.len).set(room);
            },
            &mut |it, next, done| {
                let search = it.body.loop_();
                it.body.get(i).get(items.len).sink().i32_ge_u();
                it.body.br_if(done);
                it.body.nth(items.first, i, items.stride);
                load(program, &mut it.body, of, 0);
                it.body.set(item);
                it.body.get(i).i32(1).sink().i32_add().local_set(i);
                it.body.get(item).get(value);
                it.gen_.equal(&mut it.body, of);
                it.body.br_if(search);
                it.body.end();
                it.body.get(next).get(item);
                it.keep(of);
            },
        );
        self.compared(of);
    }

    /// Stops if a list of so many elements is longer than a list may be.
    fn fits(&mut self, len: Local) {
        let most = self.gen_.limits.list as u32;
        self.body.get(len).i32(most).sink().i32_gt_u();
        self.trap_if(Code::ListLength);
    }

    fn joined(&mut self, a: &'p Expr, b: &'p Expr, e: &'p Expr) {
        let Some(of) = e.ty.element() else { return };
        let (sub, append) = (self.gen_.typed(What::Sub, of), self.gen_.typed(What::Append, of));
        let (len, to, list) = (self.body.local(I32), self.body.local(I32), self.list_of(&e.ty));
        self.value_as(a, &list);
        if !self.is_quiet(b) {
            self.share_value(&list);
        }
        let a = self.items_of(&list);
        self.value_as(b, &list);
        let b = self.items_of(&list);
        self.gone_through(a.len);
        self.gone_through(b.len);
        self.body.get(a.len).get(b.len).sink().i32_add().local_set(len);
        self.fits(len);
        self.body.get(a.first).get(a.len).get(len).call(sub).tee(to);
        self.body.get(b.first).get(b.len).call(append).get(to);
    }

    fn flatten(&mut self, lists: &'p Expr, e: &'p Expr) {
        let (Some(of), Some(inner)) = (e.ty.element(), lists.ty.element()) else { return };
        let append = self.gen_.typed(What::Append, of);
        let (len, to, i, at) = (self.body.local(I32), self.body.local(I32), self.body.local(I32), self.body.local(I32));
        let all = self.paid_items(Builtin::Flatten, lists);
        let program = self.gen_.program;
        for write in [false, true] {
            if write {
                self.fits(len);
                self.gone_through(len);
                new_list(&mut self.body, self.gen_.rt.alloc, to, len, layout::size(program, of));
            } else {
                self.body.i32(0).set(len);
            }
            let each = self.body.each(i, all.len);
            self.body.nth(all.first, i, all.stride);
            load(program, &mut self.body, inner, 0);
            if !matches!(inner, Ty::Array(..)) {
                self.body.set(at).get(at);
            }
            let part = self.items_of(inner);
            if write {
                self.body.get(to).get(part.first).get(part.len).call(append);
            } else {
                self.body.get(len).get(part.len).sink().i32_add().local_set(len);
            }
            self.body.next(each);
        }
        self.body.get(to);
    }

    fn reverse(&mut self, list: &'p Expr) {
        let of = list.ty.element().unwrap_or(&Ty::Any);
        let items = self.paid_items(Builtin::Reverse, list);
        let at = self.body.local(I32);
        self.collect_each(&items, of, &mut |it, i| {
            it.body.get(items.len).get(i).sink().i32_sub().i32_const(1).i32_sub().local_set(at);
            it.body.nth(items.first, at, items.stride);
            it.item(of);
        });
    }

    fn rotate_to(&mut self, list: &'p Expr, x: &'p Expr) {
        let list = as_it_stands(list);
        let of = list.ty.element().unwrap_or(&Ty::Any);
        let (sub, append) = (self.gen_.typed(What::Sub, of), self.gen_.typed(What::Append, of));
        let (base, value, at) = (self.body.local(I32), self.temp(of), self.body.local(I64));
        let (from, to) = (self.body.local(I32), self.body.local(I32));
        self.value_before(list, &[x]);
        self.body.set(base);
        self.value_as(x, of);
        self.body.set(value);
        self.find(&list.ty, of, base, value);
        self.body.set(at);
        // Without an x from the start.
        self.body.i64(0).get(at).get(at).i64(0).sink().i64_lt_s().select().i32_wrap_i64().local_set(from);
        self.body.get(base);
        let items = self.items_of(&list.ty);
        self.body.nth(items.first, from, items.stride).get(items.len).get(from).sink().i32_sub();
        self.body.get(items.len).call(sub).tee(to).get(items.first).get(from).call(append).get(to);
    }

    fn unique(&mut self, list: &'p Expr) {
        let program = self.gen_.program;
        let of = list.ty.element().unwrap_or(&Ty::Any);
        let (stride, item) = (layout::size(program, of), self.temp(of));
        let items = self.paid_items(Builtin::Unique, list);
        let (to, i, j, len) = (self.body.local(I32), self.body.local(I32), self.body.local(I32), self.body.local(I32));
        let append = self.gen_.typed(What::Append, of);
        new_list(&mut self.body, self.gen_.rt.alloc, to, items.len, stride);
        let each = self.body.each(i, items.len);
        let known = self.body.block();
        self.body.nth(items.first, i, stride);
        load(program, &mut self.body, of, 0);
        self.body.set(item);
        self.body.get(to).load(Mem::Ptr, LEN).set(len);
        let earlier = self.body.each(j, len);
        self.body.nth(to, j, stride);
        load(program, &mut self.body, of, ITEMS);
        self.body.get(item);
        self.gen_.equal(&mut self.body, of);
        self.body.br_if(known);
        self.body.next(earlier);
        self.body.get(to).nth(items.first, i, stride).i32(1).call(append);
        self.body.end();
        self.body.next(each);
        self.compared(of);
        self.body.get(to);
    }

    fn indices(&mut self, list: &'p Expr) {
        let items = self.paid_items(Builtin::Indices, list);
        self.collect_each(&items, &Ty::Int, &mut |it, i| {
            it.body.get(i).sink().i64_extend_i32_u();
        });
    }

    /// Pairs of a key and an element, in the order of the keys: as a map's entries, but with doubles.
    fn by_key(&mut self, op: Builtin, [list, keys]: [&'p Expr; 2]) -> (Local, Ty) {
        let program = self.gen_.program;
        let of = list.ty.element().unwrap_or(&Ty::Any);
        let key = keys.ty.element().unwrap_or(&Ty::Any);
        let pairs = Ty::Map(Box::new(key.clone()), Box::new(of.clone()));
        let (offsets, stride) = self.gen_.entry(&[key, of]);
        let (to, i, at, sort) =
            (self.body.local(I32), self.body.local(I32), self.body.local(I32), self.gen_.typed(What::Sort, &pairs));
        let [list, keys] = [(list, Some(keys)), (keys, None)].map(|(e, next)| {
            let at = self.temp(&e.ty);
            self.value_before(e, next.as_slice());
            if op == Builtin::MapGroupBy {
                self.guard(e, &e.ty);
            }
            self.body.set(at);
            (at, &e.ty)
        });
        self.pay_for(op, &[list, keys]);
        let [items, keys] = [list, keys].map(|(at, ty)| {
            self.body.get(at);
            self.items_of(ty)
        });
        self.body.get(items.len).get(keys.len).sink().i32_ne();
        self.trap_if(Code::BadCount);
        new_list(&mut self.body, self.gen_.rt.alloc, to, items.len, stride);
        self.body.get(to).get(items.len).store(Mem::Ptr, LEN);
        let each = self.body.each(i, items.len);
        self.body.nth(to, i, stride).plus(ITEMS).set(at);
        for (ty, from, offset) in [(key, &keys, offsets[0]), (of, &items, offsets[1])] {
            self.body.get(at).nth(from.first, i, from.stride);
            load(program, &mut self.body, ty, 0);
            self.keep(ty);
            self.put(ty, offset);
        }
        self.body.next(each);
        self.body.get(to).call(sort);
        (to, pairs)
    }

    fn sort_by(&mut self, [list, keys]: [&'p Expr; 2], e: &'p Expr) {
        let of = list.ty.element().unwrap_or(&Ty::Any);
        let (pairs, ty) = self.by_key(Builtin::SortBy, [list, keys]);
        let Ty::Map(key, _) = &ty else { return };
        let (offsets, stride) = self.gen_.entry(&[key, of]);
        self.body.get(pairs);
        let items = self.items_of(&ty);
        let to = e.ty.element().unwrap_or(of);
        let program = self.gen_.program;
        self.collect_each(&items, to, &mut |it, i| {
            it.body.nth(items.first, i, stride).plus(offsets[1]);
            load(program, &mut it.body, of, 0);
            it.convert(of, to);
        });
    }

    fn group_by(&mut self, [list, keys]: [&'p Expr; 2], e: &'p Expr) {
        let program = self.gen_.program;
        let of = list.ty.element().unwrap_or(&Ty::Any);
        let (pairs, ty) = self.by_key(Builtin::MapGroupBy, [list, keys]);
        let (Ty::Map(key, _), Ty::Map(to_key, to_list)) = (&ty, &e.ty) else { return };
        let to_of = to_list.element().unwrap_or(of);
        let (offsets, stride) = self.gen_.entry(&[key, of]);
        let (to_offsets, to_stride) = self.gen_.entry(&[to_key, to_list]);
        let cmp = self.gen_.typed(What::Cmp, key);
        self.body.get(pairs);
        let items = self.items_of(&ty);
        let (to, i, end, at) = (self.body.local(I32), self.body.local(I32), self.body.local(I32), self.body.local(I32));
        new_list(&mut self.body, self.gen_.rt.alloc, to, items.len, to_stride);
        self.body.i32(0).set(i);
        let done = self.body.block();
        let again = self.body.loop_();
        self.body.get(i).get(items.len).sink().i32_ge_u();
        self.body.br_if(done);
        // All that have the key of the first.
        self.body.get(i).set(end);
        let found = self.body.block();
        let further = self.body.loop_();
        self.body.get(end).i32(1).sink().i32_add().local_tee(end).local_get(items.len).i32_ge_u();
        self.body.br_if(found);
        for at in [i, end] {
            self.body.nth(items.first, at, stride);
            load(program, &mut self.body, key, 0);
        }
        self.body.call(cmp).sink().i32_eqz();
        self.body.br_if(further);
        self.body.end();
        self.body.end();
        self.body.get(to).get(to).load(Mem::Ptr, LEN).i32(to_stride).sink().i32_mul().i32_add();
        self.body.plus(ITEMS).set(at);
        self.body.get(at).nth(items.first, i, stride);
        load(program, &mut self.body, key, 0);
        self.convert(key, to_key);
        self.put(to_key, to_offsets[0]);
        let group = Items { first: self.body.local(I32), len: self.body.local(I32), stride };
        self.body.nth(items.first, i, stride).plus(offsets[1]).set(group.first);
        self.body.get(end).get(i).sink().i32_sub().local_set(group.len);
        self.body.get(at);
        self.collect_each(&group, to_of, &mut |it, i| {
            it.body.nth(group.first, i, stride);
            load(program, &mut it.body, of, 0);
            it.convert(of, to_of);
        });
        self.put(to_list, to_offsets[1]);
        self.body.get(to).get(to).load(Mem::Ptr, LEN).i32(1).sink().i32_add();
        self.body.store(Mem::Ptr, LEN);
        self.body.get(end).set(i);
        self.body.br(again);
        self.body.end();
        self.body.end();
        self.body.get(to);
    }
}
