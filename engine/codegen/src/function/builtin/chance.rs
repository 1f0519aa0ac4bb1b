//! The builtins of random numbers, and of whose turn it is.

use super::Items;
use crate::function::FunctionCompiler;
use crate::layout::access::load;
use crate::wasm::{Emit, I32, I64, Local, Mem};
use diag::Code;
use ir::{Expr, Ty};

impl<'p> FunctionCompiler<'_, 'p> {
    /// A random number below the value of a local.
    pub(super) fn draw(&mut self, n: Local, big: bool) {
        let (at, undo) = (self.module.state.seed, self.module.state.undo);
        self.code.get(n).i64(0).sink().i64_le_s();
        self.trap_if_with(Code::BadCount, n, &|it| {
            it.i64(0);
        });
        let next = if big { self.module.rt.next_big } else { self.module.rt.next };
        self.code.i32(at).i32(at).load(Mem::Int(8), 0).call(next).store(Mem::Int(8), 0);
        self.code.i32(undo).i32(0).store(Mem::Ptr, 0);
        self.code.i32(at).load(Mem::Int(8), 0).get(n).sink().i64_rem_u();
    }

    pub(super) fn dice(&mut self, count: &'p Expr, sides: &'p Expr) {
        let (n, many, items) = (
            self.code.local(I64),
            self.code.local(I64),
            Items { first: self.code.local(I32), len: self.code.local(I32), stride: 8 },
        );
        self.value(count);
        self.code.set(many);
        self.value(sides);
        self.code.set(n);
        self.code.get(many).i64(0).sink().i64_lt_s();
        self.trap_if_with(Code::BadCount, many, &|it| {
            it.i64(0);
        });
        self.code.get(many).i64(self.module.limits.list as i64).sink().i64_gt_s();
        self.trap_if(Code::ListLength);
        self.code.get(many).sink().i32_wrap_i64().local_set(items.len);
        self.spend_all(items.len);
        self.collect_each(&items, &Ty::Int, &mut |it, _| {
            it.draw(n, false);
            it.code.i64(1).sink().i64_add();
        });
    }

    pub(super) fn pick(&mut self, list: &'p Expr, e: &'p Expr) {
        let of = list.ty.element().unwrap_or(&Ty::Any);
        let (n, at) = (self.code.local(I64), self.code.local(I32));
        let items = self.items(list);
        self.code.get(items.len).sink().i32_eqz();
        self.trap_if(Code::EmptyList);
        self.code.get(items.len).sink().i64_extend_i32_u().local_set(n);
        self.draw(n, false);
        self.code.sink().i32_wrap_i64().local_set(at);
        self.code.nth(items.first, at, items.stride);
        self.item(of);
        self.convert(of, &e.ty);
    }

    pub(super) fn other(&mut self, role: &'p Expr) {
        if self.module.program.roles.len() == 2 {
            self.code.i64(1);
            self.value(role);
            self.code.sink().i64_sub();
        } else {
            self.value(role);
            self.code.sink().drop();
            self.code.i32(1);
            self.trap_if(Code::BadCount);
            self.code.i64(0);
        }
    }

    /// The next number beyond one among some, or the first of all.
    pub(super) fn turn(&mut self, up: bool, from: &'p Expr, among: &'p Expr) {
        let program = self.module.program;
        let of = among.ty.element().unwrap_or(&Ty::Any);
        let (here, beyond, first, x, i) = (
            self.code.local(I64),
            self.code.local(I64),
            self.code.local(I64),
            self.code.local(I64),
            self.code.local(I32),
        );
        self.value(from);
        self.code.set(here);
        let items = self.items(among);
        self.gone_through(items.len);
        self.code.get(items.len).sink().i32_eqz();
        self.trap_if(Code::EmptyList);
        let far = if up { i64::MAX } else { i64::MIN };
        self.code.i64(far).tee(beyond).set(first);
        self.each(i, items.len, |this, _| {
            this.code.nth(items.first, i, items.stride);
            load(program, &mut this.code, of, 0);
            this.code.set(x);
            let nearer = |it: &mut Self, best: Local| {
                it.code.get(x).get(best).get(x).get(best);
                let mut sink = it.code.sink();
                if up {
                    sink.i64_lt_s()
                } else {
                    sink.i64_gt_s()
                };
                sink.select().local_set(best);
            };
            nearer(this, first);
            this.code.get(x).get(here);
            let mut sink = this.code.sink();
            if up {
                sink.i64_gt_s()
            } else {
                sink.i64_lt_s()
            };
            this.if_(|this| {
                nearer(this, beyond);
            });
        });
        self.code.get(first).get(beyond).get(beyond).i64(far).sink().i64_eq().select();
    }
}
