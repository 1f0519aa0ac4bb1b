//! The functions of a program: lists, sets, maps, records and objects that expressions make.

use crate::function::{FunctionCompiler, is_fresh};
use crate::layout::access::new_list;
use crate::layout::memory::{ITEMS, LEN, tag};
use crate::layout::{self, Rep, packed, packing, rep};
use crate::module::helpers::order::is_integer;
use crate::module::symbols::Helper;
use crate::wasm::{CodeBuilder, Emit, I32, I64, Local, Mem};
use diag::Code;
use ir::steps::{COPIED_SHIFT, copies};
use ir::{Cast, Const, Expr, ExprKind, Ty};

impl<'p> FunctionCompiler<'_, 'p> {
    pub(super) fn make(&mut self, items: &'p [Expr], ty: &'p Ty) {
        let program = self.module.program;
        // Elements whose storage takes steps are charged each time.
        let takes_steps = |it: &Expr| match &it.kind {
            ExprKind::Const(Const::List(all)) if copies(it) && all.len() >= 1 << COPIED_SHIFT => true,
            _ => self.module.steps.nests(&it.ty),
        };
        if matches!(ty, Ty::List(_) | Ty::Array(..) | Ty::Record(_))
            && !items.iter().any(takes_steps)
            && let Some(all) = constants(items)
            && let Some(at) = self.module.static_value(&Const::List(all), ty)
        {
            self.code.i32(at);
            return;
        }
        if let Ty::Packed(id) = ty {
            for (i, item) in items.iter().enumerate() {
                let of = &program.records[id.index()].fields[i].ty;
                self.value_as(item, of);
                packed::code(program, &mut self.code, of, packing::slot(program, *id, i));
                if i > 0 {
                    self.code.sink().i64_or();
                }
            }
            return;
        }
        let to = self.code.local(I32);
        match ty {
            Ty::Record(id) => {
                self.code.i32(layout::size(program, ty)).call(self.module.rt.alloc).set(to);
                for (i, item) in items.iter().enumerate() {
                    let of = &program.records[id.index()].fields[i].ty;
                    self.put_at(to, layout::field(program, *id, i), item, of);
                }
            }
            Ty::Array(of, _) => {
                let stride = layout::size(program, of);
                self.code.i32(layout::size(program, ty)).call(self.module.rt.alloc).set(to);
                for (i, item) in items.iter().enumerate() {
                    self.put_at(to, stride * i as u32, item, of);
                }
            }
            Ty::Any => {
                self.code.i32(8 + 4 * items.len() as u32).call(self.module.rt.alloc).tee(to);
                self.code.i32(tag::ARRAY).store(Mem::Ptr, 0);
                self.code.get(to).i32(items.len() as u32).store(Mem::Ptr, 4);
                for (i, item) in items.iter().enumerate() {
                    self.code.get(to);
                    self.as_any(item);
                    self.guard(item, &Ty::Any);
                    self.code.store(Mem::Ptr, 8 + 4 * i as u32);
                }
            }
            Ty::List(of) | Ty::Set(of) => {
                let (stride, room) = (layout::size(program, of), self.code.local(I32));
                self.code.i32(items.len() as u32).set(room);
                new_list(&mut self.code, self.module.rt.alloc, to, room, stride);
                for (i, item) in items.iter().enumerate() {
                    self.put_at(to, ITEMS + stride * i as u32, item, of);
                }
                self.code.get(to).get(room).store(Mem::Ptr, LEN);
            }
            _ => {}
        }
        self.code.get(to);
        if matches!(ty, Ty::Set(_)) {
            self.as_set(ty);
        }
    }

    /// The list on the stack, of entries in no order, becomes a set or a map.
    pub(super) fn as_set(&mut self, ty: &Ty) {
        let (sort, dedup, list) =
            (self.module.helper_for(Helper::Sort, ty), self.module.helper_for(Helper::Dedup, ty), self.code.local(I32));
        let count = self.code.local(I32);
        self.code.tee(list).load(Mem::Ptr, LEN).set(count);
        self.order(list, ty, count);
        let in_order = |it: &mut CodeBuilder| {
            it.get(list).call(sort).get(list).call(dedup);
        };
        if self.module.fast && matches!(ty, Ty::Set(of) if is_integer(of)) {
            let bits = self.module.helper_for(Helper::BitSet, ty);
            self.code.get(list).call(bits).sink().i32_eqz();
            self.code.if_(in_order);
        } else {
            in_order(&mut self.code);
        }
        self.code.get(list);
    }

    pub(super) fn make_map(&mut self, pairs: &'p [(Expr, Expr)], ty: &'p Ty) {
        let (key, of) = self.module.key_and_value(ty);
        let (offsets, stride) = self.module.entry(&[key, of]);
        let (to, room) = (self.code.local(I32), self.code.local(I32));
        self.code.i32(pairs.len() as u32).set(room);
        new_list(&mut self.code, self.module.rt.alloc, to, room, stride);
        for (i, (k, v)) in pairs.iter().enumerate() {
            let at = ITEMS + stride * i as u32;
            self.put_at(to, at + offsets[0], k, key);
            self.put_at(to, at + offsets[1], v, of);
        }
        self.code.get(to).get(room).store(Mem::Ptr, LEN).get(to);
        self.as_set(ty);
    }

    pub(super) fn make_object(&mut self, entries: &'p [(String, Expr)]) {
        let to = self.code.local(I32);
        let size = 8 + 8 * entries.len() as u32;
        self.code.i32(size).call(self.module.rt.alloc).tee(to).i32(tag::OBJECT).store(Mem::Ptr, 0);
        self.code.get(to).i32(entries.len() as u32).store(Mem::Ptr, 4);
        let mut order: Vec<usize> = (0..entries.len()).collect();
        order.sort_by_key(|i| ir::array_index(&entries[*i].0).map_or(u64::MAX, u64::from));
        for (i, (key, e)) in entries.iter().enumerate() {
            let at = 8 + 8 * order.iter().position(|it| *it == i).unwrap_or(i) as u32;
            let key = self.module.string(key);
            self.code.get(to).i32(key).store(Mem::Ptr, at);
            self.code.get(to);
            self.as_any(e);
            self.guard(e, &Ty::Any);
            self.code.store(Mem::Ptr, at + 4);
        }
        self.code.get(to);
    }

    pub(super) fn fill(&mut self, value: &'p Expr, count: &'p Expr, ty: &'p Ty) {
        let program = self.module.program;
        let of = self.module.element(ty);
        let (item, n, left) = (self.temp(of), self.code.local(I64), self.code.local(I32));
        self.value_as(value, of);
        self.kept(value, of);
        self.guard(value, of);
        if rep(of) == Rep::Inline && !self.is_quiet(count) {
            self.keep_inline(of);
        }
        self.keep(of);
        self.code.set(item);
        self.value(count);
        self.code.tee(n).i64(0).sink().i64_lt_s();
        self.trap_if_with(Code::BadCount, n, &|it| {
            it.i64(0);
        });
        self.code.get(n).i64(self.module.limits.list as i64).sink().i64_gt_s();
        self.trap_if(Code::ListLength);
        self.code.get(n).sink().i32_wrap_i64().local_set(left);
        self.gone_through(left);
        let collects = matches!(ty, Ty::List(_));
        if collects {
            self.collect(
                of,
                &|it, room| {
                    it.code.get(left).set(room);
                },
                &mut |it, next, done| {
                    it.code.get(left).sink().i32_eqz();
                    it.code.br_if(done);
                    it.code.get(left).i32(1).sink().i32_sub().local_set(left);
                    it.code.get(next).get(item);
                },
            );
            return;
        }
        let (to, at, stride) = (self.code.local(I32), self.code.local(I32), layout::size(program, of));
        self.code.i32(layout::size(program, ty)).call(self.module.rt.alloc).tee(to).set(at);
        self.block_loop(|this, done, again| {
            this.code.get(left).sink().i32_eqz();
            this.code.br_if(done);
            this.code.get(at).get(item);
            this.put(of, 0);
            this.code.get(at);
            this.module.share_at(&mut this.code, of);
            this.code.get(at).plus(stride).set(at);
            this.code.get(left).i32(1).sink().i32_sub().local_set(left);
            this.code.br(again);
        });
        self.code.get(to);
    }

    /// A new list: `room` sets a local to how many there will be at most, `each` leaves an address (given) and
    /// the next value on the stack, or jumps to the given end.
    pub fn collect(&mut self, of: &Ty, room: &dyn Fn(&mut Self, Local), each: &mut dyn FnMut(&mut Self, Local, u32)) {
        let program = self.module.program;
        let stride = layout::size(program, of);
        let (list, most, next) = (self.code.local(I32), self.code.local(I32), self.code.local(I32));
        room(self, most);
        new_list(&mut self.code, self.module.rt.alloc, list, most, stride);
        self.code.get(list).plus(ITEMS).set(next);
        self.block_loop(|this, done, again| {
            each(this, next, done);
            this.put(of, 0);
            this.code.get(next).plus(stride).set(next);
            this.code.br(again);
        });
        self.code.get(list).get(next).get(list).plus(ITEMS).sink().i32_sub().i32_const(stride as i32).i32_div_u();
        self.code.store(Mem::Ptr, LEN);
        self.code.get(list);
    }

    /// Address and value on the stack: the value goes there.
    pub fn put(&mut self, ty: &Ty, offset: u32) {
        let program = self.module.program;
        match rep(ty) {
            Rep::Inline => {
                let from = self.code.local(I32);
                self.code.set(from).plus(offset).get(from).copy(layout::size(program, ty));
            }
            Rep::Unit => {
                self.code.sink().drop();
            }
            _ => {
                self.code.store(layout::mem(program, ty), offset);
            }
        }
    }

    /// A value to keep, at an address that a local and an offset give.
    pub fn put_at(&mut self, at: Local, offset: u32, e: &'p Expr, ty: &Ty) {
        self.code.get(at);
        self.owned_as(e, ty);
        self.kept(e, ty);
        self.guard(e, ty);
        self.put(ty, offset);
        if rep(ty) == Rep::Inline && !is_fresh(e) {
            self.code.get(at).plus(offset);
            self.module.share_at(&mut self.code, ty);
        }
    }
}

/// Expressions that are constants, all of them, and no lists, which take steps for a copy.
fn constants(items: &[Expr]) -> Option<Vec<Const>> {
    let constant = |it: &Expr| match &it.kind {
        ExprKind::Const(Const::List(_)) => None,
        ExprKind::Const(it) => Some(it.clone()),
        ExprKind::Cast(Cast::Some, inner) => match &inner.kind {
            ExprKind::Const(Const::List(_)) => None,
            ExprKind::Const(it) => Some(it.clone()),
            _ => None,
        },
        _ => None,
    };
    items.iter().map(constant).collect()
}
