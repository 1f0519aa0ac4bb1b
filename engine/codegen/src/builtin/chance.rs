//! The builtins of random numbers, and of whose turn it is.

use super::Items;
use crate::asm::{I32, I64, Local, Mem};
use crate::func::Fx;
use crate::typed::load;
use diag::Code;
use ir::{Expr, Ty};

impl<'p> Fx<'_, 'p> {
    /// A random number below what a local holds.
    pub(super) fn draw(&mut self, n: Local, big: bool) {
        let (at, undo) = (self.gen_.state.seed, self.gen_.state.undo);
        self.body.get(n).i64(0).sink().i64_le_s();
        self.trap_if_with(Code::BadCount, n, &|it| {
            it.i64(0);
        });
        let next = if big { self.gen_.rt.next_big } else { self.gen_.rt.next };
        self.body.i32(at).i32(at).load(Mem::Int(8), 0).call(next).store(Mem::Int(8), 0);
        self.body.i32(undo).i32(0).store(Mem::Ptr, 0);
        self.body.i32(at).load(Mem::Int(8), 0).get(n).sink().i64_rem_u();
    }

    pub(super) fn dice(&mut self, count: &'p Expr, sides: &'p Expr) {
        let (n, many, items) = (
            self.body.local(I64),
            self.body.local(I64),
            Items { first: self.body.local(I32), len: self.body.local(I32), stride: 8 },
        );
        self.value(count);
        self.body.set(many);
        self.value(sides);
        self.body.set(n);
        self.body.get(many).i64(0).sink().i64_lt_s();
        self.trap_if_with(Code::BadCount, many, &|it| {
            it.i64(0);
        });
        self.body.get(many).i64(self.gen_.limits.list as i64).sink().i64_gt_s();
        self.trap_if(Code::ListLength);
        self.body.get(many).sink().i32_wrap_i64().local_set(items.len);
        self.spend_all(items.len);
        self.collect_each(&items, &Ty::Int, &mut |it, _| {
            it.draw(n, false);
            it.body.i64(1).sink().i64_add();
        });
    }

    pub(super) fn pick(&mut self, list: &'p Expr, e: &'p Expr) {
        let of = list.ty.element().unwrap_or(&Ty::Any);
        let (n, at) = (self.body.local(I64), self.body.local(I32));
        let items = self.items(list);
        self.body.get(items.len).sink().i32_eqz();
        self.trap_if(Code::EmptyList);
        self.body.get(items.len).sink().i64_extend_i32_u().local_set(n);
        self.draw(n, false);
        self.body.sink().i32_wrap_i64().local_set(at);
        self.body.nth(items.first, at, items.stride);
        self.item(of);
        self.convert(of, &e.ty);
    }

    pub(super) fn other(&mut self, role: &'p Expr) {
        if self.gen_.program.roles.len() == 2 {
            self.body.i64(1);
            self.value(role);
            self.body.sink().i64_sub();
        } else {
            self.value(role);
            self.body.sink().drop();
            self.body.i32(1);
            self.trap_if(Code::BadCount);
            self.body.i64(0);
        }
    }

    /// The next number beyond one among some, or the first of all.
    pub(super) fn turn(&mut self, up: bool, from: &'p Expr, among: &'p Expr) {
        let program = self.gen_.program;
        let of = among.ty.element().unwrap_or(&Ty::Any);
        let (here, beyond, first, x, i) = (
            self.body.local(I64),
            self.body.local(I64),
            self.body.local(I64),
            self.body.local(I64),
            self.body.local(I32),
        );
        self.value(from);
        self.body.set(here);
        let items = self.items(among);
        self.gone_through(items.len);
        self.body.get(items.len).sink().i32_eqz();
        self.trap_if(Code::EmptyList);
        let far = if up { i64::MAX } else { i64::MIN };
        self.body.i64(far).tee(beyond).set(first);
        let each = self.body.each(i, items.len);
        self.body.nth(items.first, i, items.stride);
        load(program, &mut self.body, of, 0);
        self.body.set(x);
        let nearer = |it: &mut Self, best: Local| {
            it.body.get(x).get(best).get(x).get(best);
            let mut sink = it.body.sink();
            if up {
                sink.i64_lt_s()
            } else {
                sink.i64_gt_s()
            };
            sink.select().local_set(best);
        };
        nearer(self, first);
        self.body.get(x).get(here);
        let mut sink = self.body.sink();
        if up {
            sink.i64_gt_s()
        } else {
            sink.i64_lt_s()
        };
        self.body.if_();
        nearer(self, beyond);
        self.body.end();
        self.body.next(each);
        self.body.get(first).get(beyond).get(beyond).i64(far).sink().i64_eq().select();
    }
}
