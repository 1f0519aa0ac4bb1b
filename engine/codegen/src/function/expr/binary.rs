//! The functions of a program: arithmetic, comparisons, and membership.

use crate::analysis::bounds::Bounds;
use crate::analysis::ranges::{constant, range_of};
use crate::function::FunctionCompiler;
use crate::function::builtin::as_it_stands;
use crate::layout::access::{is_none, load};
use crate::layout::memory::{ITEMS, LEN};
use crate::layout::{self, Rep, rep};
use crate::module::symbols::{Helper, IMPORT_REMAINDER};
use crate::wasm::{CodeBuilder, Emit, F64, I32, I64, Local, Mem};
use diag::Code;
use ir::steps::gone_through;
use ir::{Binary, Builtin, Const, Expr, ExprKind, INT_MAX, Ty, Unary};

impl<'p> FunctionCompiler<'_, 'p> {
    pub(super) fn binary(&mut self, op: Binary, a: &'p Expr, b: &'p Expr) {
        use Binary::*;
        match op {
            Eq | Ne => {
                // Of two types that go for one another, the wider.
                let ty = if matches!(a.ty, Ty::Opt(_) | Ty::Any) || rep(&b.ty) != Rep::Ptr { &a.ty } else { &b.ty };
                let ty = if matches!(b.ty, Ty::Opt(_)) && !matches!(a.ty, Ty::Opt(_) | Ty::Any) { &b.ty } else { ty };
                let ty = if b.ty == Ty::Any { &b.ty } else { ty };
                if let Some(other) = beside_none(a, b)
                    && let Ty::Opt(of) = ty
                    && matches!(**of, Ty::Packed(_))
                {
                    self.value_as(other, ty);
                    is_none(self.module.program, &mut self.code, of);
                    if op == Ne {
                        self.code.sink().i32_eqz();
                    }
                    return;
                }
                if let Some(other) = beside_none(a, b)
                    && rep(ty) == Rep::Ptr
                    && *ty != Ty::Any
                {
                    self.value_as(other, ty);
                    self.code.sink().i32_eqz();
                    if op == Ne {
                        self.code.sink().i32_eqz();
                    }
                    return;
                }
                self.first(a, ty, b);
                self.value_as(b, ty);
                self.module.equal(&mut self.code, ty);
                self.compared(ty);
                if op == Ne {
                    self.code.sink().i32_eqz();
                }
                return;
            }
            In => return self.contains(a, b),
            _ => {}
        }
        self.value(a);
        self.value(b);
        match op {
            IntAdd => {
                self.code.sink().i64_add();
                self.whole(self.bounds(a).plus(self.bounds(b)));
            }
            IntSub => {
                self.code.sink().i64_sub();
                self.whole(self.bounds(a).minus(self.bounds(b)));
            }
            IntMul => {
                let product = self.bounds(a).times(self.bounds(b));
                if product.is_safe() {
                    self.code.sink().i64_mul();
                } else {
                    self.multiply();
                }
            }
            IntDiv | IntRem => self.divide(op == IntRem, self.bounds(a), self.bounds(b)),
            NumAdd => {
                self.code.sink().f64_add();
                self.finite();
            }
            NumSub => {
                self.code.sink().f64_sub();
                self.finite();
            }
            NumMul => {
                self.code.sink().f64_mul();
                self.finite();
            }
            NumDiv | NumRem => {
                let by = self.code.local(F64);
                self.code.tee(by).get(by).sink().f64_const(0.0.into()).f64_eq();
                self.trap_if(Code::DivisionByZero);
                if op == NumRem {
                    self.code.call(IMPORT_REMAINDER);
                } else {
                    self.code.sink().f64_div();
                }
                self.finite();
            }
            IntLt => {
                self.code.sink().i64_lt_s();
            }
            IntLe => {
                self.code.sink().i64_le_s();
            }
            NumLt => {
                self.code.sink().f64_lt();
            }
            NumLe => {
                self.code.sink().f64_le();
            }
            StrLt | StrLe => {
                let (id, x, y) = (self.module.rt.str_cmp, self.code.local(I32), self.code.local(I32));
                let bytes = self.code.local(I32);
                self.code.set(y).tee(x).load(Mem::Ptr, 4).get(y).load(Mem::Ptr, 4);
                self.code.get(x).load(Mem::Ptr, 4).get(y).load(Mem::Ptr, 4).sink().i32_lt_u().select().local_set(bytes);
                self.read_bytes(bytes);
                self.code.get(x).get(y).call(id).i32(u32::from(op == StrLe)).sink().i32_lt_s();
            }
            Concat => {
                let (id, site, spent) =
                    (self.module.rt.concat, self.site(Code::StringLength), self.site(Code::OutOfFuel));
                self.code.i32(site).i32(spent);
                if self.module.fast {
                    // A freshly allocated text has no other owner.
                    let own = matches!(a.kind, ExprKind::Binary(Concat, ..) | ExprKind::Builtin(Builtin::Join, _));
                    self.code.i32(u32::from(own));
                }
                self.code.call(id);
            }
            Eq | Ne | In => {}
        }
    }

    /// The known range of an integer.
    pub fn bounds(&self, e: &Expr) -> Bounds {
        range_of(self.module.known_functions(), &self.facts, e).unwrap_or(Bounds::ALL)
    }

    /// The integer that a local, or a part of a constant in one, can be alone.
    pub fn known(&self, e: &Expr) -> Option<i64> {
        let plain = |ty: &Ty| rep(ty) == Rep::Int && !matches!(ty, Ty::Opt(_) | Ty::Packed(_));
        let one = match &e.kind {
            ExprKind::Local(id) if plain(&self.function.locals[id.0 as usize].ty) => {
                self.facts[id.0 as usize].bounds.one()
            }
            ExprKind::Index(..) | ExprKind::Field(..) | ExprKind::Load(_) => match constant(&self.facts, e)? {
                Const::Int(n) => Some(*n),
                _ => None,
            },
            ExprKind::Unary(Unary::IntNeg, a) => self.known(a).map(|it| -it),
            _ => None,
        };
        one.filter(|_| plain(&e.ty))
    }

    /// Multiplies the integers on the stack, with a check for overflow.
    pub fn multiply(&mut self) {
        let (x, y) = (self.code.local(I64), self.code.local(I64));
        self.code.set(y).set(x);
        // The product may be far beyond 64 bits: doubles are precise enough to detect that.
        for n in [x, y] {
            self.code.get(n).sink().f64_convert_i64_s();
        }
        self.code.sink().f64_mul().f64_abs().f64_const((INT_MAX as f64 * 2.0).into()).f64_gt();
        self.trap_if(Code::Overflow);
        self.code.get(x).get(y).sink().i64_mul();
        self.whole(Bounds::ALL.plus(Bounds::ALL));
    }

    /// The whole number below the double on the stack.
    pub fn floor(&mut self) {
        let n = self.code.local(F64);
        self.code.sink().f64_floor().local_tee(n).f64_abs().f64_const((INT_MAX as f64).into()).f64_le().i32_eqz();
        self.trap_if(Code::Overflow);
        self.code.get(n).sink().i64_trunc_sat_f64_s();
    }

    /// Stops if the double on the stack is one that JSON has no word for.
    pub fn finite(&mut self) {
        let n = self.code.local(F64);
        self.code.tee(n).sink().f64_abs().f64_const(f64::INFINITY.into()).f64_lt().i32_eqz();
        self.trap_if(Code::Overflow);
        self.code.get(n);
    }

    /// Stops if the integer on the stack is out of range.
    pub fn whole(&mut self, known: Bounds) {
        if known.is_safe() {
            return;
        }
        let n = self.code.local(I64);
        self.code.tee(n);
        if known.low >= -INT_MAX {
            self.code.i64(INT_MAX).sink().i64_gt_s();
        } else if known.high <= INT_MAX {
            self.code.i64(-INT_MAX).sink().i64_lt_s();
        } else {
            self.code.i64(INT_MAX).sink().i64_add().i64_const(2 * INT_MAX).i64_gt_u();
        }
        self.trap_if(Code::Overflow);
        self.code.get(n);
    }

    fn divide(&mut self, remainder: bool, of: Bounds, by: Bounds) {
        let (a, b, rest) = (self.code.local(I64), self.code.local(I64), self.code.local(I64));
        self.code.set(b).set(a);
        if by.low <= 0 && by.high >= 0 {
            self.code.get(b).sink().i64_eqz();
            self.trap_if_with(Code::DivisionByZero, a, &|it| {
                it.i64(0);
            });
        }
        if of.low >= 0 && by.low > 0 {
            self.code.get(a).get(b);
            let mut sink = self.code.sink();
            if remainder {
                sink.i64_rem_s()
            } else {
                sink.i64_div_s()
            };
            return;
        }
        self.code.get(a).get(b).sink().i64_rem_s().local_set(rest);
        let below = |it: &mut Self| {
            it.code.get(rest).sink().i64_eqz().i32_eqz();
            it.code.get(rest).get(b).sink().i64_xor().i64_const(0).i64_lt_s().i32_and();
        };
        if remainder {
            self.code.get(rest).get(b).sink().i64_add();
            self.code.get(rest);
            below(self);
            self.code.sink().select();
        } else {
            self.code.get(a).get(b).sink().i64_div_s();
            below(self);
            self.code.sink().i64_extend_i32_u().i64_sub();
        }
    }

    /// Bounds of a list of consecutive integer constants that is searched, if iterating it takes no steps.
    pub fn row_of(&self, a: &Expr, b: &Expr) -> Option<(i64, i64)> {
        let ExprKind::Const(Const::List(items)) = &b.kind else { return None };
        let free = !matches!(b.ty, Ty::List(_) | Ty::Array(..)) || gone_through(items.len()) == 0;
        let fits = free && !matches!(b.ty, Ty::Map(..)) && rep(&a.ty) == Rep::Int;
        row(items).filter(|_| fits && items.iter().all(|it| matches!(it, Const::Int(_))))
    }

    /// The first of two operands, as a compatible type; evaluating the second does not change it.
    fn first(&mut self, a: &'p Expr, ty: &Ty, b: &'p Expr) {
        self.value_as(a, ty);
        if !self.is_quiet(b) {
            self.keep_value(ty);
        }
    }

    /// `a in b`
    pub fn contains(&mut self, a: &'p Expr, b: &'p Expr) {
        if let ExprKind::Const(Const::List(items)) = &b.kind
            && !matches!(b.ty, Ty::Map(..))
            && (items.len() < 8 || row(items).is_some())
            && rep(&a.ty) == Rep::Int
            && items.iter().all(|it| matches!(it, Const::Int(_)))
        {
            let n = self.code.local(I64);
            self.value(a);
            if let Some((low, high)) = row(items) {
                if matches!(b.ty, Ty::List(_) | Ty::Array(..)) {
                    self.spend(gone_through(items.len()) as u32);
                }
                let known = self.bounds(a);
                if low <= known.low && known.high <= high && !matches!(a.ty, Ty::Opt(_)) {
                    self.code.sink().drop();
                    self.code.i32(1);
                    return;
                }
                self.code.i64(low).sink().i64_sub().i64_const(high - low).i64_le_u();
                return;
            }
            self.code.set(n).i32(0);
            for it in items {
                if let Const::Int(it) = it {
                    self.code.get(n).i64(*it).sink().i64_eq().i32_or();
                }
            }
            return;
        }
        if matches!(b.ty, Ty::Set(_) | Ty::Map(..)) {
            let of = b.ty.element().unwrap_or(&Ty::Any);
            let x = self.temp(of);
            self.first(a, of, b);
            self.code.set(x);
            self.value(b);
            let (at, _) = self.search(&b.ty, x);
            self.code.get(at).i32(0).sink().i32_ge_s();
            return;
        }
        let b = as_it_stands(b);
        let all = Ty::Any.list();
        let (of, list) = match (b.ty.element(), &b.ty) {
            (Some(of), _) => (of, &b.ty),
            (None, Ty::Opt(list)) => (list.element().unwrap_or(&Ty::Any), &**list),
            (None, _) => (&Ty::Any, &all),
        };
        let (x, base) = (self.temp(of), self.code.local(I32));
        self.first(a, of, b);
        self.code.set(x);
        if b.ty == Ty::Any {
            let (id, site) = (self.module.helper_for(Helper::FromAny, &all), self.site(Code::BadCast));
            self.value(b);
            self.code.i32(site).call(id);
        } else {
            self.value(b);
        }
        self.code.set(base);
        self.find(list, of, base, x);
        self.code.i64(0).sink().i64_ge_s();
    }

    /// The index of the first element that is equal to a value, or −1.
    pub fn find(&mut self, list: &Ty, of: &Ty, base: Local, x: Local) {
        let program = self.module.program;
        let (i, len) = (self.code.local(I32), self.code.local(I32));
        let (stride, first) = match list {
            Ty::Array(_, index) => {
                self.code.i32(program.count(*index) as u32).set(len);
                (layout::size(program, of), 0)
            }
            _ => {
                self.code.get(base).load(Mem::Ptr, LEN).set(len);
                (layout::size(program, of), ITEMS)
            }
        };
        let found = self.code.local(I64);
        self.gone_through(len);
        self.code.i32(0).set(i).i64(-1).set(found);
        if self.module.fast && stride == 1 && self.module.is_integer(of) {
            self.find_byte([base, i, len, x, found], first);
            self.code.get(found);
            return;
        }
        self.each(i, len, |this, done| {
            this.code.get(base).get(i).i32(stride).sink().i32_mul().i32_add();
            load(program, &mut this.code, of, first);
            this.code.get(x);
            this.module.equal(&mut this.code, of);
            this.code.if_(|it| {
                it.get(i).sink().i64_extend_i32_u().local_set(found);
                it.br(done);
            });
        });
        self.compared(of);
        self.code.get(found);
    }
}

impl FunctionCompiler<'_, '_> {
    /// The index of the first of bytes that is an integer, eight at a time; `found` is −1 before.
    fn find_byte(&mut self, [base, i, len, x, found]: [Local; 5], first: u32) {
        const ONES: i64 = 0x0101_0101_0101_0101;
        let (all, word, end) = (self.code.local(I64), self.code.local(I64), self.code.local(I32));
        self.code.get(x).i64(0xff).sink().i64_and().i64_const(ONES).i64_mul().local_set(all);
        self.code.get(base).get(len).sink().i32_add().local_set(end);
        self.code.get(base).set(i);
        let is_it = |it: &mut CodeBuilder| {
            it.get(i).load(Mem::Int(1), first).get(x).sink().i64_eq();
            it.if_(|it| {
                it.get(i).get(base).sink().i32_sub().i64_extend_i32_u().local_set(found);
            });
        };
        self.code.block(|it, done| {
            it.block_loop(|it, few, again| {
                it.get(i).plus(8).get(end).sink().i32_gt_u();
                it.br_if(few);
                // A byte is the one that is sought where this leaves none of it: the first such has its highest bit set.
                it.get(i).load(Mem::Int(8), first).get(all).sink().i64_xor().local_tee(word);
                it.i64(ONES).sink().i64_sub().local_get(word).i64_const(-1).i64_xor().i64_and();
                it.i64(ONES << 7).sink().i64_and().local_tee(word).i64_eqz();
                it.if_(|it| {
                    it.get(i).plus(8).set(i);
                    it.br(again);
                });
                it.get(i).get(word).sink().i64_ctz().i64_const(3).i64_shr_u().i32_wrap_i64().i32_add().local_set(i);
                // One that is no byte has the lowest bits of some that is.
                is_it(it);
                it.br(done);
            });
            it.block_loop(|it, _, again| {
                it.get(i).get(end).sink().i32_ge_u();
                it.br_if(done);
                is_it(it);
                it.get(found).i64(0).sink().i64_ge_s();
                it.br_if(done);
                it.get(i).plus(1).set(i);
                it.br(again);
            });
        });
    }
}

/// The first and the last of integers that follow one another.
fn row(items: &[Const]) -> Option<(i64, i64)> {
    let Some(Const::Int(low)) = items.first() else { return None };
    let follows = |(i, it): (usize, &Const)| matches!(it, Const::Int(n) if *n - *low == i as i64);
    items.iter().enumerate().all(follows).then_some((*low, *low + items.len() as i64 - 1))
}

/// The operand compared with none.
fn beside_none<'e>(a: &'e Expr, b: &'e Expr) -> Option<&'e Expr> {
    match (&a.kind, &b.kind) {
        (_, ExprKind::Const(Const::None)) => Some(a),
        (ExprKind::Const(Const::None), _) => Some(b),
        _ => None,
    }
}
