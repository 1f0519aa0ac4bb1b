//! The functions of a program: values of one type as values of another.

use crate::function::FunctionCompiler;
use crate::layout::access::{bare, is_none, load};
use crate::layout::memory::{BOXED, ITEMS, LEN, SHARED, tag};
use crate::layout::packing::value_range;
use crate::layout::{self, Rep, rep};
use crate::module::symbols::Helper;
use crate::wasm::{Emit, I32, I64, Mem};
use diag::Code;
use ir::{Cast, Expr, Ty};

impl<'p> FunctionCompiler<'_, 'p> {
    /// `true` if an integer is always in the range of a type.
    pub fn is_in_range(&self, e: &Expr, ty: &Ty) -> bool {
        let ((low, high), known) = (value_range(self.module.program, ty), self.bounds(e));
        matches!(ty, Ty::Int) || low <= known.low && known.high <= high
    }

    /// The value on the stack as one of another type.
    pub fn convert(&mut self, from: &Ty, to: &Ty) {
        if from == to {
            return;
        }
        let program = self.module.program;
        match (from, to) {
            (_, Ty::Unit) if rep(from) != Rep::Unit => {
                self.code.sink().drop();
            }
            (_, Ty::Unit) | (Ty::Any, Ty::Opt(_)) => {}
            (Ty::Unit, _) => {
                self.code.sink().unreachable();
            }
            (_, Ty::Any) => {
                let id = self.module.helper_for(Helper::ToAny, from);
                self.code.call(id);
            }
            (Ty::Opt(a), Ty::Opt(b)) => match rep(a) {
                Rep::Int | Rep::Bool => {
                    let (a, b) = (layout::width(program, a), layout::width(program, b));
                    if a != b {
                        let n = self.code.local(I64);
                        self.code
                            .set(n)
                            .i64(layout::none(b))
                            .get(n)
                            .get(n)
                            .i64(layout::none(a))
                            .sink()
                            .i64_eq()
                            .select();
                    }
                }
                Rep::Ptr if !same(a, b) => {
                    let at = self.code.local(I32);
                    self.code.tee(at);
                    self.if_value(Some(I32), |this| {
                        this.code.get(at);
                        this.convert(a, b);
                    })
                    .else_(|this| {
                        this.code.i32(0);
                    });
                }
                _ => {}
            },
            (_, Ty::Opt(of)) => {
                self.convert(from, of);
                match rep(of) {
                    Rep::Bool => {
                        self.code.sink().i64_extend_i32_u();
                    }
                    Rep::Inline => {
                        let size = layout::size(program, of);
                        let (at, to) = (self.code.local(I32), self.code.local(I32));
                        self.code.set(at).i32(size + BOXED).call(self.module.rt.alloc).tee(to);
                        self.code.i32(tag::BOX).store(Mem::Ptr, 0);
                        self.code.get(to).i32(0).store(Mem::Ptr, SHARED);
                        self.code.get(to).plus(BOXED).get(at).copy(size);
                        self.code.get(to).plus(BOXED);
                        self.module.share_at(&mut self.code, of);
                        self.code.get(to);
                    }
                    _ => {}
                }
            }
            (Ty::Array(of, index), Ty::List(to)) => {
                let count = program.count(*index) as u32;
                let (base, stride, at) = (self.code.local(I32), layout::size(program, of), self.code.local(I32));
                self.code.set(base).i32(0).set(at);
                self.collect(
                    to,
                    &|it, room| {
                        it.code.i32(count).set(room);
                    },
                    &mut |it, next, done| {
                        it.code.get(at).i32(count).sink().i32_ge_u();
                        it.code.br_if(done);
                        it.code.get(next);
                        it.code.get(base).get(at).i32(stride).sink().i32_mul().i32_add();
                        load(program, &mut it.code, of, 0);
                        it.convert(of, to);
                        it.code.get(at).i32(1).sink().i32_add().local_set(at);
                    },
                );
            }
            (Ty::List(of) | Ty::Set(of), Ty::List(to) | Ty::Set(to))
                if !same(of, to) || layout::mem(program, of) != layout::mem(program, to) =>
            {
                let (base, stride, at) = (self.code.local(I32), layout::size(program, of), self.code.local(I32));
                self.code.set(base).i32(0).set(at);
                self.collect(
                    to,
                    &|it, room| {
                        it.code.get(base).load(Mem::Ptr, LEN).set(room);
                    },
                    &mut |it, next, done| {
                        it.code.get(at).get(base).load(Mem::Ptr, LEN).sink().i32_ge_u();
                        it.code.br_if(done);
                        it.code.get(next);
                        it.code.get(base).plus(ITEMS).get(at).i32(stride).sink().i32_mul().i32_add();
                        load(program, &mut it.code, of, 0);
                        it.convert(of, to);
                        it.code.get(at).i32(1).sink().i32_add().local_set(at);
                    },
                );
            }
            _ if rep(from) == rep(to)
                && (rep(from) == Rep::Int || layout::size(program, from) == layout::size(program, to)) => {}
            _ => {
                self.module.broken(&format!("{from:?} as {to:?}"));
                self.code.sink().unreachable();
            }
        }
    }

    pub(super) fn cast(&mut self, cast: Cast, a: &'p Expr, e: &'p Expr) {
        let program = self.module.program;
        match cast {
            Cast::Some | Cast::Reveal => self.value_as(a, &e.ty),
            Cast::Held => {
                self.value(a);
                if let Ty::Opt(of) = &a.ty {
                    bare(&mut self.code, of);
                    self.convert(of, &e.ty);
                }
            }
            Cast::ToAny => {
                if matches!(
                    a.ty.inner(),
                    Ty::Record(_) | Ty::Packed(_) | Ty::List(_) | Ty::Array(..) | Ty::Set(_) | Ty::Map(..)
                ) {
                    self.value(a);
                    self.parts_here(&a.ty);
                    self.convert(&a.ty, &Ty::Any);
                } else {
                    self.as_any(a);
                }
            }
            Cast::IntToNum => {
                self.value(a);
                self.code.sink().f64_convert_i64_s();
            }
            Cast::Floor => {
                self.value(a);
                self.floor();
            }
            Cast::Check => {
                self.value(a);
                let (low, high) = value_range(program, &e.ty);
                if let (Ty::Opt(from), Ty::Opt(to)) = (&a.ty, &e.ty) {
                    // None stays none, which may be another number.
                    let n = self.code.local(I64);
                    let (low, high) = value_range(program, to);
                    let [none, other] = [from, to].map(|it| layout::none(layout::width(program, it)));
                    self.code.tee(n).i64(none).sink().i64_eq();
                    self.if_value(Some(I64), |this| {
                        this.code.i64(other);
                    })
                    .else_(|this| {
                        if **to != Ty::Int {
                            this.code.get(n).i64(low).sink().i64_sub().i64_const(high - low).i64_gt_u();
                            this.trap_if_with(Code::NotInRange, n, &|it| {
                                it.i64(0);
                            });
                        }
                        this.code.get(n);
                    });
                    return;
                }
                if self.is_in_range(a, &e.ty) {
                    return;
                }
                let n = self.code.local(I64);
                self.code.tee(n);
                if low != 0 {
                    self.code.i64(low).sink().i64_sub();
                }
                self.code.i64(high - low).sink().i64_gt_u();
                self.trap_if_with(Code::NotInRange, n, &|it| {
                    it.i64(0);
                });
                self.code.get(n);
            }
            Cast::ToStr => {
                self.value(a);
                if a.ty != Ty::Str {
                    let id = self.module.helper_for(Helper::Show, &a.ty);
                    self.code.call(id);
                    if !a.ty.is_scalar() {
                        self.text_fits();
                    }
                }
            }
            Cast::Elements => {
                self.value(a);
                match (&a.ty, &e.ty) {
                    (from, Ty::Set(of)) if !matches!(from, Ty::Set(_)) => {
                        let list = Ty::List(of.clone());
                        let quiet = matches!(from, Ty::List(it) if it == of);
                        self.convert(from, &list);
                        if quiet {
                            self.copied(&list);
                        }
                        self.as_set(&e.ty);
                    }
                    (from, to) => self.convert(from, to),
                }
            }
            Cast::ToArray => self.array_of(a, &e.ty),
            Cast::SeatToRole => {
                let n = self.code.local(I64);
                self.value(a);
                self.code.set(n).i64(layout::none(layout::width(program, &e.ty))).get(n);
                self.code.get(n).i64(0).sink().i64_lt_s().select();
            }
            Cast::ActiveToRole => {
                // The operand is `G.active` itself.
                let (id, site) = (self.module.state.one_active, self.site(Code::NotOneActive));
                self.code.i32(site).call(id);
            }
            Cast::ActiveToRoles => {
                let id = self.module.state.active_roles;
                self.code.call(id);
                self.convert(&Ty::Int.list(), &e.ty);
            }
            Cast::FromAny => {
                self.value(a);
                if e.ty == Ty::Any {
                    return;
                }
                // Elements of a list of `Any` need no check.
                if e.ty == Ty::Any.list() {
                    return self.list_of_any();
                }
                self.guard(a, &Ty::Any);
                let (id, site) = (self.module.helper_for(Helper::FromAny, &e.ty), self.site(Code::BadCast));
                self.code.i32(site).call(id);
            }
        }
    }

    /// The value on the stack must be a list.
    fn list_of_any(&mut self) {
        let (ty, list, len) = (Ty::Any.list(), self.code.local(I32), self.code.local(I32));
        let value = self.code.local(I32);
        let (guard, cast, site) = (Ty::Any, self.module.helper_for(Helper::FromAny, &ty), self.site(Code::BadCast));
        self.code.tee(value).load(Mem::Ptr, 0).i32(tag::ARRAY).sink().i32_ne();
        self.if_(|this| this.guard_local(value, &guard));
        self.code.get(value).i32(site).call(cast).tee(list).load(Mem::Ptr, LEN).set(len);
        self.gone_through(len);
        self.code.get(list);
    }

    /// A list of the right length has the memory layout of an array.
    fn array_of(&mut self, list: &'p Expr, ty: &Ty) {
        let Ty::Array(_, index) = ty else { return self.module.broken("an array of no array type") };
        let (at, count) = (self.code.local(I32), self.module.program.count(*index) as i32);
        self.value(list);
        self.code.tee(at).load(Mem::Ptr, LEN).sink().i32_const(count).i32_ne();
        self.if_(|this| {
            let (any, misfit) =
                (this.module.helper_for(Helper::ToAny, &list.ty), this.module.helper_for(Helper::FromAny, ty));
            let site = this.site(Code::BadCast);
            this.code.get(at).call(any).i32(site).call(misfit).sink().drop();
        });
        self.code.get(at).plus(ITEMS);
    }

    /// The optional on the stack must not be none.
    pub fn unwrap(&mut self, of: &Ty) {
        let program = self.module.program;
        let at = self.temp(&of.clone().opt());
        self.code.tee(at);
        is_none(program, &mut self.code, of);
        self.trap_if(Code::NoValue);
        self.code.get(at);
        bare(&mut self.code, of);
    }
}

/// `true` if two types have the same layout behind a pointer.
fn same(a: &Ty, b: &Ty) -> bool {
    a == b
}
