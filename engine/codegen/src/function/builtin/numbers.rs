//! The builtins of numbers.

use crate::analysis::bounds::Bounds;
use crate::function::FunctionCompiler;
use crate::layout::access::load;
use crate::layout::{Rep, rep};
use crate::module::symbols::Helper;
use crate::wasm::{Emit, F64, I32, I64};
use diag::Code;
use ir::{Builtin, Const, Expr, Ty};

impl<'p> FunctionCompiler<'_, 'p> {
    pub(super) fn number(&mut self, op: Builtin, first: &'p Expr, args: &'p [Expr]) {
        let n = self.code.local(I64);
        match op {
            Builtin::Abs if rep(&first.ty) == Rep::Num => {
                self.value(first);
                self.code.sink().f64_abs();
            }
            Builtin::Abs => {
                self.value(first);
                self.code.set(n).get(n).i64(0).get(n).sink().i64_sub();
                self.code.get(n).i64(0).sink().i64_ge_s().select();
            }
            Builtin::Sign if rep(&first.ty) == Rep::Num => {
                let x = self.code.local(F64);
                self.value(first);
                self.code.tee(x).sink().f64_const(0.0.into()).f64_gt();
                self.code.get(x).sink().f64_const(0.0.into()).f64_lt().i32_sub().i64_extend_i32_s();
            }
            Builtin::Sign => {
                self.value(first);
                self.code.tee(n).i64(0).sink().i64_gt_s();
                self.code.get(n).i64(0).sink().i64_lt_s().i32_sub().i64_extend_i32_s();
            }
            Builtin::Clamp => {
                let (low, high) = (self.code.local(I64), self.code.local(I64));
                for (e, to) in args.iter().zip([n, low, high]) {
                    self.value(e);
                    self.code.set(to);
                }
                self.code.get(low).get(high).sink().i64_gt_s();
                self.trap_if_with(Code::BadCount, low, &|it| {
                    it.get(high);
                });
                self.code.get(low).get(high).get(n).get(n).get(high).sink().i64_gt_s().select();
                self.code.get(n).get(low).sink().i64_lt_s().select();
            }
            Builtin::Pow => {
                let (times, out) = (self.code.local(I64), self.code.local(I64));
                self.value(first);
                self.code.set(n);
                self.value(&args[1]);
                self.code.tee(times).i64(0).sink().i64_lt_s();
                self.trap_if_with(Code::BadCount, times, &|it| {
                    it.i64(0);
                });
                // Beyond 64 rounds only 0, 1 and -1 stay in bounds, and they repeat after two.
                self.code.get(times).i64(1).sink().i64_and().i64_const(64).i64_add();
                self.code.get(times).get(times).i64(64).sink().i64_gt_s().select().local_set(times);
                self.code.i64(1).set(out);
                self.block_loop(|this, done, again| {
                    this.code.get(times).sink().i64_eqz();
                    this.code.br_if(done);
                    this.code.get(out).get(n);
                    this.multiply();
                    this.code.set(out);
                    this.code.get(times).i64(1).sink().i64_sub().local_set(times);
                    this.code.br(again);
                });
                self.code.get(out);
            }
            Builtin::Ceil => {
                self.value(first);
                self.code.sink().f64_ceil();
                self.floor();
            }
            Builtin::Round => {
                let (x, low) = (self.code.local(F64), self.code.local(F64));
                self.value(first);
                self.code.tee(x).sink().f64_floor().local_set(low);
                self.code.get(low).sink().f64_const(1.0.into()).f64_add();
                self.code.get(low).get(x).get(low).sink().f64_sub().f64_const(0.5.into()).f64_ge().select();
                self.floor();
            }
            Builtin::Sqrt => {
                self.value(first);
                self.code.sink().f64_sqrt();
                self.finite();
            }
            other => self.module.broken(&format!("`{}` of numbers", other.name())),
        }
    }

    pub(super) fn extreme(&mut self, least: bool, first: &'p Expr, second: &'p Expr) {
        if rep(&first.ty) == Rep::Int && rep(&second.ty) == Rep::Int {
            let (a, b) = (self.code.local(I64), self.code.local(I64));
            self.value(first);
            self.code.set(a);
            self.value(second);
            self.code.set(b).get(a).get(b).get(a).get(b);
            let mut sink = self.code.sink();
            if least {
                sink.i64_le_s()
            } else {
                sink.i64_ge_s()
            };
            self.code.sink().select();
            return;
        }
        for e in [first, second] {
            self.value(e);
            if rep(&e.ty) == Rep::Int {
                self.code.sink().f64_convert_i64_s();
            }
        }
        let mut sink = self.code.sink();
        if least {
            sink.f64_min()
        } else {
            sink.f64_max()
        };
    }

    /// The least element, the first of equal ones; or the greatest, the last of them.
    pub(super) fn least(&mut self, greatest: bool, list: &'p Expr, e: &'p Expr) {
        let program = self.module.program;
        let of = list.ty.element().unwrap_or(&Ty::Any);
        let (best, i, cmp) = (self.code.local(I32), self.code.local(I32), self.module.helper_for(Helper::Cmp, of));
        let items = self.paid_items(if greatest { Builtin::Greatest } else { Builtin::Least }, list);
        self.code.get(items.first).set(best);
        self.code.each(i, items.len, |it, _| {
            it.nth(items.first, i, items.stride);
            load(program, it, of, 0);
            it.get(best);
            load(program, it, of, 0);
            it.call(cmp).i32(0);
            let mut sink = it.sink();
            if greatest {
                sink.i32_ge_s()
            } else {
                sink.i32_lt_s()
            };
            it.if_(|it| {
                it.nth(items.first, i, items.stride).set(best);
            });
        });
        self.code.get(items.len);
        self.if_value(rep(&e.ty).val(), |this| {
            this.code.get(best);
            this.item(of);
            this.convert(of, &e.ty);
        })
        .else_(|this| {
            this.constant(&Const::None, &e.ty);
        });
    }

    pub(super) fn sum(&mut self, list: &'p Expr) {
        let program = self.module.program;
        let of = list.ty.element().unwrap_or(&Ty::Any);
        let (total, i) = (self.temp(of), self.code.local(I32));
        let items = self.paid_items(Builtin::Sum, list);
        let whole = rep(of) == Rep::Int;
        if whole {
            self.code.i64(0).set(total);
        } else {
            self.code.sink().f64_const(0.0.into()).local_set(total);
        }
        self.each(i, items.len, |this, _| {
            this.code.get(total).nth(items.first, i, items.stride);
            load(program, &mut this.code, of, 0);
            if whole {
                this.code.sink().i64_add();
                this.whole(Bounds::ALL.plus(Bounds::ALL));
            } else {
                this.code.sink().f64_add();
            }
            this.code.set(total);
        });
        self.code.get(total);
        if !whole {
            self.finite();
        }
    }
}
