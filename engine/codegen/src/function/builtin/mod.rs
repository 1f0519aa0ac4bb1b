//! The builtins that compute a value from values.

mod chance;
mod numbers;
mod spell;
mod text;

use crate::function::{Differing, FunctionCompiler, is_fresh};
use crate::layout::access::{load, new_list};
use crate::layout::memory::{ITEMS, LEN, tag};
use crate::layout::{self, Rep, rep};
use crate::module::helpers::order::is_integer;
use crate::module::symbols::Helper;
use crate::wasm::{Emit, I32, I64, Local, Mem};
use diag::Code;
use ir::steps::{Takes, takes};
use ir::{Builtin, Cast, Const, Expr, ExprKind, LocalId, Node, PlaceOp, Root, Stmt, StmtKind, Ty};

/// The entries of a list, set, map or array, in locals.
pub struct Items {
    /// The address of the first.
    pub first: Local,
    pub len: Local,
    pub stride: u32,
}

/// A list whose elements are only read: an array that is cast to a list can stay an array.
pub fn as_it_stands(e: &Expr) -> &Expr {
    match &e.kind {
        ExprKind::Cast(Cast::Elements, a) if matches!((&a.ty, &e.ty), (Ty::Array(from, _), Ty::List(to)) if from == to) => {
            a
        }
        _ => e,
    }
}

impl<'p> FunctionCompiler<'_, 'p> {
    pub fn builtin(&mut self, op: Builtin, args: &'p [Expr], e: &'p Expr) {
        use Builtin::{
            Abs, Ceil, Clamp, Concat, Contains, Dice, Empty, EndsWith, First, Flatten, Get, Greatest, IndexOf, Indices,
            Join, Json, Keys, Last, Least, Len, Lower, MapGet, MapGroupBy, MapHas, Max, Min, Next, ObjectGroupBy,
            Other, Pick, Pow, Previous, Random, RandomBigint, Replace, Reverse, RotateTo, Round, SetHas, Shuffled,
            Sign, Slice, SortBy, Sorted, Split, Sqrt, StartsWith, Substring, Sum, ToInt, ToNum, Trim, Unique, Upper,
            Values, Without,
        };
        let Some(first) = args.first() else { return self.module.broken("a builtin without operands") };
        match op {
            Abs | Sign | Clamp | Pow | Ceil | Round | Sqrt => self.number(op, first, args),
            Min | Max => self.extreme(op == Min, first, &args[1]),
            Least | Greatest => self.least(op == Greatest, first, e),
            Sum => self.sum(first),
            Join if self.spell(first, &args[1]) => {}
            Upper | Lower | Trim | Split | Join | StartsWith | EndsWith | Substring | Replace | ToInt | ToNum
            | Json => {
                self.text(op, first, args);
            }
            Len | Empty => {
                self.length(op, first);
                if op == Empty {
                    self.code.sink().i64_eqz();
                }
            }
            Contains if first.ty == Ty::Str => {
                self.find_text(op, [first, &args[1]]);
                self.code.i32(0).sink().i32_ge_s();
            }
            Contains if self.either_first(first, &args[1]) => self.contains(&args[1], first),
            Contains => {
                let at = self.index_of(first, &args[1]);
                self.code.get(at).i64(0).sink().i64_ge_s();
            }
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
                self.code.get(map);
                let (at, _) = self.search(&first.ty, key);
                self.code.get(at).i32(0).sink().i32_ge_s();
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
                let (sort, list) = (self.module.helper_for(Helper::Sort, &ty), self.code.local(I32));
                self.code.tee(list).call(sort).get(list);
                self.convert(&ty, &e.ty);
            }
            SortBy => self.sort_by([first, &args[1]], e),
            MapGroupBy => self.group_by([first, &args[1]], e),
            ObjectGroupBy => {
                let (id, site) = (self.module.helper(Helper::Group), self.site(Code::BadCount));
                let long = self.site(Code::StringLength);
                for it in self.paid(op, args) {
                    self.code.get(it.0);
                    self.convert(it.1, &Ty::Any);
                }
                self.code.i32(site).i32(long).call(id);
            }
            Random | RandomBigint => {
                let n = self.code.local(I64);
                self.value(first);
                self.code.set(n);
                self.draw(n, op == RandomBigint);
            }
            Dice => self.dice(first, &args[1]),
            Shuffled => {
                self.copy_of(op, first);
                let of = first.ty.element().cloned().unwrap_or(Ty::Any);
                let (shuffle, list) = (self.module.helper_for(Helper::Shuffle, &of), self.code.local(I32));
                self.code.tee(list).i32(0).call(shuffle).get(list);
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
        let (first, len) = (self.code.local(I32), self.code.local(I32));
        match ty {
            Ty::Array(_, index) => {
                let count = self.module.program.count(*index) as u32;
                self.code.set(first).i32(count).set(len);
            }
            _ => {
                self.code.tee(first).load(Mem::Ptr, LEN).set(len);
                self.code.get(first).plus(ITEMS).set(first);
            }
        }
        Items { first, len, stride: self.module.stride(ty) }
    }

    /// A value that stays as it is while others are computed.
    fn value_before(&mut self, e: &'p Expr, others: &[&'p Expr]) {
        self.value(e);
        if !is_fresh(e) && !others.iter().all(|it| self.is_quiet(it)) {
            self.keep_value(&e.ty);
        }
    }

    /// `true` if the evaluation order of a list and of the value searched in it makes no difference.
    fn either_first(&self, list: &'p Expr, sought: &'p Expr) -> bool {
        !matches!(list.ty, Ty::Set(_))
            && match (&list.kind, &sought.kind) {
                (ExprKind::Const(_), _) | (_, ExprKind::Const(_)) => true,
                (_, ExprKind::Local(_)) => self.is_quiet(list),
                _ => false,
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
            self.code.set(at);
            given.push((at, &e.ty));
        }
        self.pay_for(op, &given);
        given
    }

    /// The entries of the only operand, the steps for the builtin taken.
    fn paid_items(&mut self, op: Builtin, e: &'p Expr) -> Items {
        let given = self.paid(op, std::slice::from_ref(e));
        self.code.get(given[0].0);
        self.items_of(&e.ty)
    }

    /// Number of entries of a value in a local.
    fn entries(&mut self, value: Local, ty: &Ty) -> Local {
        let len = self.code.local(I32);
        match ty {
            Ty::Array(_, index) => self.code.i32(self.module.program.count(*index) as u32),
            _ => self.code.get(value).load(Mem::Ptr, LEN),
        };
        self.code.set(len);
        len
    }

    /// Takes the steps for a builtin.
    fn pay_for(&mut self, op: Builtin, given: &[(Local, &Ty)]) {
        let Some((first, ty)) = given.first().copied() else { return };
        // Those that take steps for a second operand have one.
        let (second, other) = given.get(1).copied().unwrap_or((first, ty));
        match takes(op, *ty == Ty::Str) {
            Takes::Nothing => {}
            Takes::Entries => {
                let len = self.entries(first, ty);
                self.gone_through(len);
            }
            Takes::Each => {
                let len = self.entries(first, ty);
                self.spend_all(len);
            }
            Takes::Both => {
                for (value, ty) in [(first, ty), (second, other)] {
                    let len = self.entries(value, ty);
                    self.gone_through(len);
                }
            }
            Takes::Second => {
                let len = self.entries(second, other);
                self.gone_through(len);
            }
            Takes::Parts => self.parts(first, ty),
            Takes::Order => {
                let len = self.entries(first, ty);
                self.order(first, ty, len);
            }
            Takes::OrderBy => {
                let len = self.entries(second, other);
                self.order(second, other, len);
            }
            Takes::Square => {
                let len = self.entries(first, ty);
                self.squared(len);
            }
            Takes::SquareBy => {
                let len = self.entries(first, ty);
                self.squared(len);
                self.parts(second, other);
            }
            Takes::Bytes => self.text_steps(first),
            Takes::Sought => self.sought(first, second),
            Takes::Search | Takes::Moves | Takes::SearchMoves => {
                self.module.broken(&format!("steps of {op:?}, which changes nothing"));
            }
        }
    }

    /// A new list from elements in memory.
    fn sub(&mut self, items: &Items, of: &Ty) {
        let id = self.module.helper_for(Helper::Sub, of);
        self.code.get(items.first).get(items.len).get(items.len).call(id);
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

    /// Marks the value on the stack, or the objects it points to from its place, as shared.
    pub fn keep(&mut self, ty: &Ty) {
        if rep(ty) == Rep::Inline {
            if layout::shares(self.module.program, ty) {
                let at = self.code.local(I32);
                self.code.tee(at);
                self.module.share_at(&mut self.code, ty);
                self.code.get(at);
            }
        } else {
            self.share_value(ty);
        }
    }

    /// The element at the address on the stack.
    pub fn item(&mut self, of: &Ty) {
        load(self.module.program, &mut self.code, of, 0);
        self.keep(of);
    }

    fn length(&mut self, op: Builtin, e: &'p Expr) {
        if let (ExprKind::Cast(Cast::Elements, list), Ty::Set(of)) = (&e.kind, &e.ty)
            && self.module.fast
            && is_integer(of)
            && matches!(&list.ty, Ty::List(it) if it == of)
        {
            let outer = std::mem::replace(&mut self.span, e.span);
            self.distinct(list, &e.ty);
            self.span = outer;
            return;
        }
        let given = self.paid(op, std::slice::from_ref(e));
        let value = given[0].0;
        if e.ty == Ty::Any {
            self.code.get(value).load(Mem::Ptr, 0).i32(tag::STR).sink().i32_eq();
            self.if_(|this| {
                this.text_steps(value);
            });
        }
        self.code.get(value);
        match &e.ty {
            Ty::Str => {
                let id = self.module.rt.str_len;
                self.code.call(id);
            }
            Ty::Array(_, index) => {
                let count = self.module.program.count(*index) as i64;
                self.code.sink().drop();
                self.code.i64(count);
            }
            Ty::Any => {
                let id = self.module.helper(Helper::AnyLen);
                let (none, wrong) = (self.site(Code::NoValue), self.site(Code::BadCast));
                self.code.i32(none).i32(wrong).call(id);
            }
            _ => {
                self.code.load(Mem::Ptr, LEN).sink().i64_extend_i32_u();
            }
        }
    }

    /// Number of distinct elements of a list.
    fn distinct(&mut self, list: &'p Expr, ty: &Ty) {
        let count = self.code.local(I32);
        if let Some((id, body)) = self.small_integers(list) {
            let bits = self.code.local(I64);
            self.code.i64(0).set(bits).i32(0).set(count);
            let few = matches!(body, [_, Stmt { kind: StmtKind::ForEach(_, list, body), .. }]
                if matches!(list.ty, Ty::List(_)) && adds_once(body));
            let list = self.locals[id.0 as usize];
            let outer = self.differing.replace(Differing { list, bits, len: count, few });
            self.stmts(body);
            self.differing = outer;
            self.order_numbers(count);
            self.code.get(bits).sink().i64_popcnt();
            return;
        }
        let at = self.code.local(I32);
        self.value(list);
        self.code.tee(at).load(Mem::Ptr, LEN).set(count);
        self.order(at, ty, count);
        let [distinct, sort, dedup] =
            [Helper::Distinct, Helper::Sort, Helper::Dedup].map(|it| self.module.helper_for(it, ty));
        self.code.get(at).call(distinct).tee(count).i32(u32::MAX).sink().i32_eq();
        self.if_(|this| {
            this.code.get(at);
            this.copied(&list.ty);
            this.code.tee(at).call(sort).get(at).call(dedup).get(at).load(Mem::Ptr, LEN).set(count);
        });
        self.code.get(count).sink().i64_extend_i32_u();
    }

    /// The list to which nothing but integers from 0 to 63 are added, and the statements that do it, if an expression is such a list.
    fn small_integers(&self, e: &'p Expr) -> Option<(LocalId, &'p [Stmt])> {
        let (id, body) = filled(e)?;
        let (mut named, mut added) = (0, 0);
        ir::walk(&body[1..], &mut |node| match node {
            Node::Place(it) => named += u32::from(it.root == Root::Local(id)),
            Node::Expr(it) => named += u32::from(it.kind == ExprKind::Local(id)),
            Node::Stmt(it) => match &it.kind {
                StmtKind::Set(to, _) | StmtKind::ForRange(to, ..) | StmtKind::ForEach(to, ..) => {
                    named += u32::from(*to == id);
                }
                StmtKind::PlaceOp(PlaceOp::Push, place, items)
                    if place.root == Root::Local(id) && place.path.is_empty() =>
                {
                    let known = self.bounds(&items[0]);
                    added += u32::from(0 <= known.low && known.high < i64::from(u64::BITS));
                }
                _ => {}
            },
        });
        (named == added).then_some((id, body))
    }

    /// The index of the first element that is equal to a value, or −1, in a local.
    fn index_of(&mut self, list: &'p Expr, x: &'p Expr) -> Local {
        let list = as_it_stands(list);
        let of = list.ty.element().unwrap_or(&Ty::Any);
        let (base, value, at) = (self.code.local(I32), self.temp(of), self.code.local(I64));
        self.value_before(list, &[x]);
        self.code.set(base);
        self.value_as(x, of);
        self.code.set(value);
        self.find(&list.ty, of, base, value);
        self.code.set(at);
        at
    }

    /// An index as an optional one: −1 is none.
    fn optional_index(&mut self, at: Local, ty: &Ty) {
        let none = layout::none(layout::width(self.module.program, ty));
        self.code.i64(none).get(at).get(at).i64(0).sink().i64_lt_s().select();
    }

    fn end_of(&mut self, last: bool, list: &'p Expr, e: &'p Expr) {
        let of = list.ty.element().unwrap_or(&Ty::Any);
        let items = self.items(list);
        self.code.get(items.len);
        self.if_value(rep(&e.ty).val(), |this| {
            if last {
                this.code.nth(items.first, items.len, items.stride).i32(items.stride).sink().i32_sub();
            } else {
                this.code.get(items.first);
            }
            this.item(of);
            this.convert(of, &e.ty);
        })
        .else_(|this| {
            this.constant(&Const::None, &e.ty);
        });
    }

    fn get(&mut self, list: &'p Expr, index: &'p Expr, missing: &'p Expr, e: &'p Expr) {
        let of = list.ty.element().unwrap_or(&Ty::Any);
        let (n, other) = (self.code.local(I64), self.temp(&e.ty));
        let items = self.items_before(list, &[index, missing]);
        self.value(index);
        self.code.set(n);
        self.owned_as(missing, &e.ty);
        self.code.set(other);
        self.code.get(n).get(items.len).sink().i64_extend_i32_u().i64_lt_u();
        self.if_value(rep(&e.ty).val(), |this| {
            this.code.get(items.first).get(n).sink().i32_wrap_i64().i32_const(items.stride as i32).i32_mul().i32_add();
            this.item(of);
            this.convert(of, &e.ty);
        })
        .else_(|this| {
            this.code.get(other);
        });
    }

    /// The address of a key in the set or map on the stack, or of its insertion point; and the list.
    pub fn search(&mut self, list: &Ty, key: Local) -> (Local, Local) {
        let (at, base, len) = (self.code.local(I32), self.code.local(I32), self.code.local(I32));
        let (of, id) = (list.element().unwrap_or(&Ty::Any), self.module.helper_for(Helper::Search, list));
        self.code.tee(base).load(Mem::Ptr, LEN).set(len);
        self.searched(key, of, len);
        self.code.get(base).get(key).call(id).set(at);
        (at, base)
    }

    /// A set or map, and a key as one of its own, in locals.
    fn map_and_key(&mut self, list: &'p Expr, key: &'p Expr, others: &[&'p Expr]) -> (Local, Local) {
        let of = list.ty.element().unwrap_or(&Ty::Any);
        let (base, x) = (self.code.local(I32), self.temp(of));
        self.value_before(list, &[&[key], others].concat());
        self.code.set(base);
        self.value_as(key, of);
        if !others.iter().all(|it| self.is_quiet(it)) {
            self.keep_value(of);
        }
        self.code.set(x);
        (base, x)
    }

    fn map_get(&mut self, map: &'p Expr, key: &'p Expr, missing: &'p Expr, e: &'p Expr) {
        let (k, of) = self.module.key_and_value(&map.ty);
        let (offsets, stride) = self.module.entry(&[k, of]);
        let (base, x) = self.map_and_key(map, key, &[missing]);
        let other = self.temp(&e.ty);
        self.owned_as(missing, &e.ty);
        self.code.set(other);
        self.code.get(base);
        let (at, _) = self.search(&map.ty, x);
        self.code.get(at).i32(0).sink().i32_ge_s();
        self.if_value(rep(&e.ty).val(), |this| {
            this.code.nth(base, at, stride).plus(ITEMS + offsets[1]);
            this.item(of);
            this.convert(of, &e.ty);
        })
        .else_(|this| {
            this.code.get(other);
        });
    }

    /// The keys or the values of an object of `any`.
    fn half_of_any(&mut self, values: bool, object: &'p Expr, e: &'p Expr) {
        let to = self.module.element(&e.ty);
        let (any, len, offset) = (self.code.local(I32), self.code.local(I32), if values { 12 } else { 8 });
        self.value(object);
        self.code.tee(any).load(Mem::Ptr, 0).i32(tag::OBJECT).sink().i32_ne();
        self.trap_if(Code::BadCast);
        self.code.get(any).load(Mem::Ptr, 4).set(len);
        self.gone_through(len);
        let items = Items { first: any, len, stride: 8 };
        self.collect_each(&items, to, &mut |it, at| {
            it.code.nth(any, at, 8).load(Mem::Ptr, offset);
            it.convert(if values { &Ty::Any } else { &Ty::Str }, to);
        });
    }

    /// The keys or the values of a map.
    fn half(&mut self, values: bool, map: &'p Expr, e: &'p Expr) {
        if map.ty == Ty::Any {
            return self.half_of_any(values, map, e);
        }
        let ((key, of), to) = (self.module.key_and_value(&map.ty), self.module.element(&e.ty));
        let (offsets, stride) = self.module.entry(&[key, of]);
        let (of, offset) = if values { (of, offsets[1]) } else { (key, 0) };
        let items = self.paid_items(if values { Builtin::Values } else { Builtin::Keys }, map);
        self.collect_each(&items, to, &mut |it, at| {
            it.code.nth(items.first, at, stride).plus(offset);
            it.item(of);
            it.convert(of, to);
        });
    }

    /// A list of the values left on the stack for each index into some items.
    fn collect_each(&mut self, items: &Items, of: &Ty, value: &mut dyn FnMut(&mut Self, Local)) {
        let i = self.code.local(I32);
        self.code.i32(0).set(i);
        self.collect(
            of,
            &|it, room| {
                it.code.get(items.len).set(room);
            },
            &mut |it, next, done| {
                it.code.get(i).get(items.len).sink().i32_ge_u();
                it.code.br_if(done);
                it.code.get(next);
                value(it, i);
                it.code.get(i).i32(1).sink().i32_add().local_set(i);
            },
        );
    }

    fn slice(&mut self, list: &'p Expr, from: &'p Expr, end: &'p Expr) {
        let of = list.ty.element().unwrap_or(&Ty::Any);
        let items = self.items_before(list, &[from, end]);
        let cuts = [self.code.local(I32), self.code.local(I32)];
        let n = self.code.local(I64);
        for (e, cut) in [from, end].into_iter().zip(cuts) {
            self.value(e);
            self.code.set(n).i64(0).get(n).get(n).i64(0).sink().i64_lt_s().select().local_set(n);
            self.code.get(items.len).get(n).sink().i32_wrap_i64();
            self.code.get(n).get(items.len).sink().i64_extend_i32_u().i64_gt_s().select().local_set(cut);
        }
        self.gone_through(items.len);
        let [from, end] = cuts;
        self.code.get(from).get(end).get(from).get(end).sink().i32_gt_u().select().local_set(end);
        self.code.get(end).get(from).sink().i32_sub().local_set(items.len);
        self.code.nth(items.first, from, items.stride).set(items.first);
        self.sub(&items, of);
    }

    fn without(&mut self, list: &'p Expr, x: &'p Expr) {
        let program = self.module.program;
        let of = list.ty.element().unwrap_or(&Ty::Any);
        let (value, item, i) = (self.temp(of), self.temp(of), self.code.local(I32));
        let items = self.items_before(list, &[x]);
        self.value_as(x, of);
        self.code.set(value);
        self.gone_through(items.len);
        self.code.i32(0).set(i);
        self.collect(
            of,
            &|it, room| {
                it.code.get(items.len).set(room);
            },
            &mut |it, next, done| {
                it.loop_(|it, search| {
                    it.code.get(i).get(items.len).sink().i32_ge_u();
                    it.code.br_if(done);
                    it.code.nth(items.first, i, items.stride);
                    load(program, &mut it.code, of, 0);
                    it.code.set(item);
                    it.code.get(i).i32(1).sink().i32_add().local_set(i);
                    it.code.get(item).get(value);
                    it.module.equal(&mut it.code, of);
                    it.code.br_if(search);
                });
                it.code.get(next).get(item);
                it.keep(of);
            },
        );
        self.compared(of);
    }

    /// Stops if a list of this many elements is longer than allowed.
    pub fn fits(&mut self, len: Local) {
        let most = self.module.limits.list as u32;
        self.code.get(len).i32(most).sink().i32_gt_u();
        self.trap_if(Code::ListLength);
    }

    fn joined(&mut self, a: &'p Expr, b: &'p Expr, e: &'p Expr) {
        let of = self.module.element(&e.ty);
        let (sub, append) = (self.module.helper_for(Helper::Sub, of), self.module.helper_for(Helper::Append, of));
        let (len, to, list) = (self.code.local(I32), self.code.local(I32), self.list_of(&e.ty));
        self.value_as(a, &list);
        if !self.is_quiet(b) {
            self.share_value(&list);
        }
        let a = self.items_of(&list);
        self.value_as(b, &list);
        let b = self.items_of(&list);
        self.gone_through(a.len);
        self.gone_through(b.len);
        self.code.get(a.len).get(b.len).sink().i32_add().local_set(len);
        self.fits(len);
        self.code.get(a.first).get(a.len).get(len).call(sub).tee(to);
        self.code.get(b.first).get(b.len).call(append).get(to);
    }

    fn flatten(&mut self, lists: &'p Expr, e: &'p Expr) {
        let (of, inner) = (self.module.element(&e.ty), self.module.element(&lists.ty));
        let append = self.module.helper_for(Helper::Append, of);
        let (len, to, i, at) = (self.code.local(I32), self.code.local(I32), self.code.local(I32), self.code.local(I32));
        let all = self.paid_items(Builtin::Flatten, lists);
        let program = self.module.program;
        for write in [false, true] {
            if write {
                self.fits(len);
                self.gone_through(len);
                new_list(&mut self.code, self.module.rt.alloc, to, len, layout::size(program, of));
            } else {
                self.code.i32(0).set(len);
            }
            self.each(i, all.len, |this, _| {
                this.code.nth(all.first, i, all.stride);
                load(program, &mut this.code, inner, 0);
                if !matches!(inner, Ty::Array(..)) {
                    this.code.set(at).get(at);
                }
                let part = this.items_of(inner);
                if write {
                    this.code.get(to).get(part.first).get(part.len).call(append);
                } else {
                    this.code.get(len).get(part.len).sink().i32_add().local_set(len);
                }
            });
        }
        self.code.get(to);
    }

    fn reverse(&mut self, list: &'p Expr) {
        let of = list.ty.element().unwrap_or(&Ty::Any);
        let items = self.paid_items(Builtin::Reverse, list);
        let at = self.code.local(I32);
        self.collect_each(&items, of, &mut |it, i| {
            it.code.get(items.len).get(i).sink().i32_sub().i32_const(1).i32_sub().local_set(at);
            it.code.nth(items.first, at, items.stride);
            it.item(of);
        });
    }

    fn rotate_to(&mut self, list: &'p Expr, x: &'p Expr) {
        let list = as_it_stands(list);
        let of = list.ty.element().unwrap_or(&Ty::Any);
        let (sub, append) = (self.module.helper_for(Helper::Sub, of), self.module.helper_for(Helper::Append, of));
        let (base, value, at) = (self.code.local(I32), self.temp(of), self.code.local(I64));
        let (from, to) = (self.code.local(I32), self.code.local(I32));
        self.value_before(list, &[x]);
        self.code.set(base);
        self.value_as(x, of);
        self.code.set(value);
        self.find(&list.ty, of, base, value);
        self.code.set(at);
        // Without an x from the start.
        self.code.i64(0).get(at).get(at).i64(0).sink().i64_lt_s().select().i32_wrap_i64().local_set(from);
        self.code.get(base);
        let items = self.items_of(&list.ty);
        self.code.nth(items.first, from, items.stride).get(items.len).get(from).sink().i32_sub();
        self.code.get(items.len).call(sub).tee(to).get(items.first).get(from).call(append).get(to);
    }

    fn unique(&mut self, list: &'p Expr) {
        let program = self.module.program;
        let of = list.ty.element().unwrap_or(&Ty::Any);
        let (stride, item) = (layout::size(program, of), self.temp(of));
        let items = self.paid_items(Builtin::Unique, list);
        let (to, i, j, len) = (self.code.local(I32), self.code.local(I32), self.code.local(I32), self.code.local(I32));
        let append = self.module.helper_for(Helper::Append, of);
        new_list(&mut self.code, self.module.rt.alloc, to, items.len, stride);
        self.each(i, items.len, |this, _| {
            this.block(|this, known| {
                this.code.nth(items.first, i, stride);
                load(program, &mut this.code, of, 0);
                this.code.set(item);
                this.code.get(to).load(Mem::Ptr, LEN).set(len);
                this.each(j, len, |this, _| {
                    this.code.nth(to, j, stride);
                    load(program, &mut this.code, of, ITEMS);
                    this.code.get(item);
                    this.module.equal(&mut this.code, of);
                    this.code.br_if(known);
                });
                this.code.get(to).nth(items.first, i, stride).i32(1).call(append);
            });
        });
        self.compared(of);
        self.code.get(to);
    }

    fn indices(&mut self, list: &'p Expr) {
        let items = self.paid_items(Builtin::Indices, list);
        self.collect_each(&items, &Ty::Int, &mut |it, i| {
            it.code.get(i).sink().i64_extend_i32_u();
        });
    }

    /// Pairs of a key and an element, in the order of the keys: as a map's entries, but with doubles.
    fn by_key(&mut self, op: Builtin, [list, keys]: [&'p Expr; 2]) -> (Local, Ty) {
        let program = self.module.program;
        let of = list.ty.element().unwrap_or(&Ty::Any);
        let key = keys.ty.element().unwrap_or(&Ty::Any);
        let pairs = Ty::Map(Box::new(key.clone()), Box::new(of.clone()));
        let (offsets, stride) = self.module.entry(&[key, of]);
        let (to, i, at, sort) = (
            self.code.local(I32),
            self.code.local(I32),
            self.code.local(I32),
            self.module.helper_for(Helper::Sort, &pairs),
        );
        let [list, keys] = [(list, Some(keys)), (keys, None)].map(|(e, next)| {
            let at = self.temp(&e.ty);
            self.value_before(e, next.as_slice());
            if op == Builtin::MapGroupBy {
                self.guard(e, &e.ty);
            }
            self.code.set(at);
            (at, &e.ty)
        });
        self.pay_for(op, &[list, keys]);
        let [items, keys] = [list, keys].map(|(at, ty)| {
            self.code.get(at);
            self.items_of(ty)
        });
        self.code.get(items.len).get(keys.len).sink().i32_ne();
        self.trap_if(Code::BadCount);
        new_list(&mut self.code, self.module.rt.alloc, to, items.len, stride);
        self.code.get(to).get(items.len).store(Mem::Ptr, LEN);
        self.each(i, items.len, |this, _| {
            this.code.nth(to, i, stride).plus(ITEMS).set(at);
            for (ty, from, offset) in [(key, &keys, offsets[0]), (of, &items, offsets[1])] {
                this.code.get(at).nth(from.first, i, from.stride);
                load(program, &mut this.code, ty, 0);
                this.keep(ty);
                this.put(ty, offset);
            }
        });
        self.code.get(to).call(sort);
        (to, pairs)
    }

    fn sort_by(&mut self, [list, keys]: [&'p Expr; 2], e: &'p Expr) {
        let of = list.ty.element().unwrap_or(&Ty::Any);
        let (pairs, ty) = self.by_key(Builtin::SortBy, [list, keys]);
        let (key, _) = self.module.key_and_value(&ty);
        let (offsets, stride) = self.module.entry(&[key, of]);
        self.code.get(pairs);
        let items = self.items_of(&ty);
        let to = e.ty.element().unwrap_or(of);
        let program = self.module.program;
        self.collect_each(&items, to, &mut |it, i| {
            it.code.nth(items.first, i, stride).plus(offsets[1]);
            load(program, &mut it.code, of, 0);
            it.convert(of, to);
        });
    }

    fn group_by(&mut self, [list, keys]: [&'p Expr; 2], e: &'p Expr) {
        let program = self.module.program;
        let of = list.ty.element().unwrap_or(&Ty::Any);
        let (pairs, ty) = self.by_key(Builtin::MapGroupBy, [list, keys]);
        let ((key, _), (to_key, to_list)) = (self.module.key_and_value(&ty), self.module.key_and_value(&e.ty));
        let to_of = to_list.element().unwrap_or(of);
        let (offsets, stride) = self.module.entry(&[key, of]);
        let (to_offsets, to_stride) = self.module.entry(&[to_key, to_list]);
        let cmp = self.module.helper_for(Helper::Cmp, key);
        self.code.get(pairs);
        let items = self.items_of(&ty);
        let (to, i, end, at) = (self.code.local(I32), self.code.local(I32), self.code.local(I32), self.code.local(I32));
        new_list(&mut self.code, self.module.rt.alloc, to, items.len, to_stride);
        self.code.i32(0).set(i);
        self.block_loop(|this, done, again| {
            this.code.get(i).get(items.len).sink().i32_ge_u();
            this.code.br_if(done);
            // All that have the key of the first.
            this.code.get(i).set(end);
            this.code.block_loop(|it, found, further| {
                it.get(end).i32(1).sink().i32_add().local_tee(end).local_get(items.len).i32_ge_u();
                it.br_if(found);
                for at in [i, end] {
                    it.nth(items.first, at, stride);
                    load(program, it, key, 0);
                }
                it.call(cmp).sink().i32_eqz();
                it.br_if(further);
            });
            this.code.get(to).get(to).load(Mem::Ptr, LEN).i32(to_stride).sink().i32_mul().i32_add();
            this.code.plus(ITEMS).set(at);
            this.code.get(at).nth(items.first, i, stride);
            load(program, &mut this.code, key, 0);
            this.convert(key, to_key);
            this.put(to_key, to_offsets[0]);
            let group = Items { first: this.code.local(I32), len: this.code.local(I32), stride };
            this.code.nth(items.first, i, stride).plus(offsets[1]).set(group.first);
            this.code.get(end).get(i).sink().i32_sub().local_set(group.len);
            this.code.get(at);
            this.collect_each(&group, to_of, &mut |it, i| {
                it.code.nth(group.first, i, stride);
                load(program, &mut it.code, of, 0);
                it.convert(of, to_of);
            });
            this.put(to_list, to_offsets[1]);
            this.code.get(to).get(to).load(Mem::Ptr, LEN).i32(1).sink().i32_add();
            this.code.store(Mem::Ptr, LEN);
            this.code.get(end).set(i);
            this.code.br(again);
        });
        self.code.get(to);
    }
}

/// The local of a list that begins empty and is filled by one statement, and both statements, if an expression is such a list.
fn filled(e: &Expr) -> Option<(LocalId, &[Stmt])> {
    let ExprKind::Block(body, value) = &e.kind else { return None };
    let [Stmt { kind: StmtKind::Set(id, first), .. }, _] = body.as_slice() else { return None };
    let is_empty = match &first.kind {
        ExprKind::Make(items) => items.is_empty(),
        ExprKind::Const(Const::List(items)) => items.is_empty(),
        _ => false,
    };
    (is_empty && value.kind == ExprKind::Local(*id)).then_some((*id, body.as_slice()))
}

/// `true` if statements only append one element to a list, or none.
fn adds_once(body: &[Stmt]) -> bool {
    match body {
        [Stmt { kind: StmtKind::PlaceOp(PlaceOp::Push, ..), .. }] => true,
        [Stmt { kind: StmtKind::If(_, yes, no), .. }] => no.is_empty() && adds_once(yes),
        _ => false,
    }
}
