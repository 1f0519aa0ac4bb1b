//! The builtins of numbers.

use crate::asm::{F64, I32, I64};
use crate::bounds::Bounds;
use crate::func::Fx;
use crate::layout::{Rep, rep};
use crate::typed::{What, load};
use diag::Code;
use ir::{Builtin, Const, Expr, Ty};

impl<'p> Fx<'_, 'p> {
    pub(super) fn number(&mut self, op: Builtin, first: &'p Expr, args: &'p [Expr]) {
        let n = self.body.local(I64);
        match op {
            Builtin::Abs if rep(&first.ty) == Rep::Num => {
                self.value(first);
                self.body.sink().f64_abs();
            }
            Builtin::Abs => {
                self.value(first);
                self.body.set(n).get(n).i64(0).get(n).sink().i64_sub();
                self.body.get(n).i64(0).sink().i64_ge_s().select();
            }
            Builtin::Sign if rep(&first.ty) == Rep::Num => {
                let x = self.body.local(F64);
                self.value(first);
                self.body.tee(x).sink().f64_const(0.0.into()).f64_gt();
                self.body.get(x).sink().f64_const(0.0.into()).f64_lt().i32_sub().i64_extend_i32_s();
            }
            Builtin::Sign => {
                self.value(first);
                self.body.tee(n).i64(0).sink().i64_gt_s();
                self.body.get(n).i64(0).sink().i64_lt_s().i32_sub().i64_extend_i32_s();
            }
            Builtin::Clamp => {
                let (low, high) = (self.body.local(I64), self.body.local(I64));
                for (e, to) in args.iter().zip([n, low, high]) {
                    self.value(e);
                    self.body.set(to);
                }
                self.body.get(low).get(high).sink().i64_gt_s();
                self.trap_if_with(Code::BadCount, low, &|it| {
                    it.get(high);
                });
                self.body.get(low).get(high).get(n).get(n).get(high).sink().i64_gt_s().select();
                self.body.get(n).get(low).sink().i64_lt_s().select();
            }
            Builtin::Pow => {
                let (times, out) = (self.body.local(I64), self.body.local(I64));
                self.value(first);
                self.body.set(n);
                self.value(&args[1]);
                self.body.tee(times).i64(0).sink().i64_lt_s();
                self.trap_if_with(Code::BadCount, times, &|it| {
                    it.i64(0);
                });
                // Beyond 64 rounds only 0, 1 and -1 stay in bounds, and they repeat after two.
                self.body.get(times).i64(1).sink().i64_and().i64_const(64).i64_add();
                self.body.get(times).get(times).i64(64).sink().i64_gt_s().select().local_set(times);
                self.body.i64(1).set(out);
                let done = self.body.block();
                let again = self.body.loop_();
                self.body.get(times).sink().i64_eqz();
                self.body.br_if(done);
                self.body.get(out).get(n);
                self.multiply();
                self.body.set(out);
                self.body.get(times).i64(1).sink().i64_sub().local_set(times);
                self.body.br(again);
                self.body.end();
                self.body.end();
                self.body.get(out);
            }
            Builtin::Ceil => {
                self.value(first);
                self.body.sink().f64_ceil();
                self.floor();
            }
            Builtin::Round => {
                let (x, low) = (self.body.local(F64), self.body.local(F64));
                self.value(first);
                self.body.tee(x).sink().f64_floor().local_set(low);
                self.body.get(low).sink().f64_const(1.0.into()).f64_add();
                self.body.get(low).get(x).get(low).sink().f64_sub().f64_const(0.5.into()).f64_ge().select();
                self.floor();
            }
            _ => {
                self.value(first);
                self.body.sink().f64_sqrt();
                self.finite();
            }
        }
    }

    pub(super) fn extreme(&mut self, least: bool, first: &'p Expr, second: &'p Expr) {
        if rep(&first.ty) == Rep::Int && rep(&second.ty) == Rep::Int {
            let (a, b) = (self.body.local(I64), self.body.local(I64));
            self.value(first);
            self.body.set(a);
            self.value(second);
            self.body.set(b).get(a).get(b).get(a).get(b);
            let mut sink = self.body.sink();
            if least {
                sink.i64_le_s()
            } else {
                sink.i64_ge_s()
            };
            self.body.sink().select();
            return;
        }
        for e in [first, second] {
            self.value(e);
            if rep(&e.ty) == Rep::Int {
                self.body.sink().f64_convert_i64_s();
            }
        }
        let mut sink = self.body.sink();
        if least {
            sink.f64_min()
        } else {
            sink.f64_max()
        };
    }

    /// The least element, the first of equal ones; or the greatest, the last of them.
    pub(super) fn least(&mut self, greatest: bool, list: &'p Expr, e: &'p Expr) {
        let program = self.gen_.program;
        let of = list.ty.element().unwrap_or(&Ty::Any);
        let (best, i, cmp) = (self.body.local(I32), self.body.local(I32), self.gen_.typed(What::Cmp, of));
        let items = self.paid_items(if greatest { Builtin::Greatest } else { Builtin::Least }, list);
        self.body.get(items.first).set(best);
        let each = self.body.each(i, items.len);
        self.body.nth(items.first, i, items.stride);
        load(program, &mut self.body, of, 0);
        self.body.get(best);
        load(program, &mut self.body, of, 0);
        self.body.call(cmp).i32(0);
        let mut sink = self.body.sink();
        if greatest {
            sink.i32_ge_s()
        } else {
            sink.i32_lt_s()
        };
        self.body.if_();
        self.body.nth(items.first, i, items.stride).set(best);
        self.body.end();
        self.body.next(each);
        self.body.get(items.len);
        self.body.if_gives(rep(&e.ty).val());
        self.body.get(best);
        self.item(of);
        self.convert(of, &e.ty);
        self.body.else_();
        self.constant(&Const::None, &e.ty);
        self.body.end();
    }

    pub(super) fn sum(&mut self, list: &'p Expr) {
        let program = self.gen_.program;
        let of = list.ty.element().unwrap_or(&Ty::Any);
        let (total, i) = (self.temp(of), self.body.local(I32));
        let items = self.paid_items(Builtin::Sum, list);
        let whole = rep(of) == Rep::Int;
        if whole {
            self.body.i64(0).set(total);
        } else {
            self.body.sink().f64_const(0.0.into()).local_set(total);
        }
        let each = self.body.each(i, items.len);
        self.body.get(total).nth(items.first, i, items.stride);
        load(program, &mut self.body, of, 0);
        if whole {
            self.body.sink().i64_add();
            self.whole(Bounds::ALL.plus(Bounds::ALL));
        } else {
            self.body.sink().f64_add();
        }
        self.body.set(total);
        self.body.next(each);
        self.body.get(total);
        if !whole {
            self.finite();
        }
    }
}
