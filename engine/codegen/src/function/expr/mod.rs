//! The functions of a program: expressions.

mod binary;
mod call;
mod cast;
mod make;

use crate::function::{FunctionCompiler, Use, is_fresh};
use crate::layout::access::{bare, is_none, load};
use crate::layout::memory::{FRAME_LAST, SHARED, SLOT_SET, global};
use crate::layout::state;
use crate::layout::{self, NO_NUM, Rep, packing, rep};
use crate::wasm::{Emit, I32, Local, Mem};
use diag::Code;
use ir::way;
use ir::{Cast, Const, Expr, ExprKind, FieldId, FrameId, Place, PlaceOp, Ty, Unary};

/// An argument that has been computed.
pub struct Given<'p> {
    pub e: &'p Expr,
    /// The local with its value.
    pub at: Local,
}

impl<'p> FunctionCompiler<'_, 'p> {
    /// Pushes a value. Objects behind its pointers may have other owners.
    pub fn value(&mut self, e: &'p Expr) {
        let outer = std::mem::replace(&mut self.span, e.span);
        self.expr(e);
        self.span = outer;
    }

    /// As `value`, for reading only: a value in place may stay where an inlined function found it.
    fn borrowed_value(&mut self, e: &'p Expr) {
        match &e.kind {
            ExprKind::Call(id, args) => {
                let outer = std::mem::replace(&mut self.span, e.span);
                self.call(*id, args, Use::Look);
                self.convert(&self.module.program.function(*id).result, &e.ty);
                self.span = outer;
            }
            _ => self.value(e),
        }
    }

    /// The same as a value of another type that it goes for.
    pub fn value_as(&mut self, e: &'p Expr, ty: &Ty) {
        match &e.kind {
            // A record is an object in `any`, and its constant does not say that it is one.
            ExprKind::Const(it) if *ty != Ty::Any || e.ty == Ty::Any => self.constant(it, ty),
            ExprKind::If(condition, a, b) if self.select([condition, a, b], ty) => {}
            ExprKind::If(condition, a, b) => {
                self.value(condition);
                self.if_value(rep(ty).val(), |this| {
                    let known = this.refine(condition, |mut visit| ir::walk_expr(a, &mut visit));
                    this.value_as(a, ty);
                    this.restore(known);
                })
                .else_(|this| {
                    this.value_as(b, ty);
                });
            }
            ExprKind::Cast(Cast::Some, inner) => self.value_as(inner, ty),
            _ => {
                self.value(e);
                self.convert(&e.ty, ty);
            }
        }
    }

    /// A value to keep: nobody else changes it.
    pub fn owned_as(&mut self, e: &'p Expr, ty: &Ty) {
        self.value_as(e, ty);
        if !is_fresh(e) {
            self.share_value(ty);
        }
    }

    pub fn as_any(&mut self, e: &'p Expr) {
        self.value_as(e, &Ty::Any);
    }

    /// Computes values one after the other, as compatible types, into locals.
    pub fn operands(&mut self, args: &'p [Expr], types: &[Ty]) -> Vec<Given<'p>> {
        let mut all = Vec::with_capacity(args.len());
        for (i, (e, ty)) in args.iter().zip(types).enumerate() {
            let at = self.temp(ty);
            self.value_as(e, ty);
            if !is_fresh(e) && !args[i + 1..].iter().all(|it| self.is_quiet(it)) {
                self.keep_value(ty);
            }
            self.code.set(at);
            all.push(Given { e, at });
        }
        all
    }

    /// Protects the value on the stack from later changes of its source.
    pub fn keep_value(&mut self, ty: &Ty) {
        if rep(ty) == Rep::Inline {
            self.keep_inline(ty);
        } else {
            self.share_value(ty);
        }
    }

    /// Marks the value on the stack as kept twice.
    pub fn share_value(&mut self, ty: &Ty) {
        let list = |ty: &Ty| matches!(ty, Ty::List(_) | Ty::Set(_) | Ty::Map(..));
        match ty {
            _ if list(ty) => {
                let at = self.code.local(I32);
                self.code.tee(at).i32(1).store(Mem::Ptr, SHARED).get(at);
            }
            Ty::Opt(of) if list(of) || rep(of) == Rep::Inline && !layout::is_small(self.module.program, of) => {
                let at = self.code.local(I32);
                self.code.tee(at);
                self.code.if_(|it| {
                    it.get(at).i32(1).store(Mem::Ptr, SHARED);
                });
                self.code.get(at);
            }
            _ => {}
        }
    }

    pub fn constant(&mut self, it: &Const, ty: &Ty) {
        let program = self.module.program;
        match (it, rep(ty)) {
            (Const::None, Rep::Int) => {
                self.code.i64(layout::none(layout::width(program, ty)));
            }
            (Const::None, Rep::Num) => {
                self.code.sink().f64_const(f64::from_bits(NO_NUM).into());
            }
            (Const::None, Rep::Ptr) if *ty == Ty::Any => {
                let none = self.module.none();
                self.code.i32(none);
            }
            (Const::None, Rep::Ptr | Rep::Inline) => {
                self.code.i32(0);
            }
            (Const::Int(n), Rep::Int) => {
                self.code.i64(*n);
            }
            (Const::Int(n), Rep::Num) => {
                self.code.sink().f64_const((*n as f64).into());
            }
            (Const::List(_), Rep::Int) => match ir::record_of(ty).and_then(|id| packing::number(program, id, it)) {
                Some(n) => drop(self.code.i64(n)),
                None => self.module.broken("such a constant"),
            },
            (Const::Bool(b), Rep::Bool) => {
                self.code.i32(u32::from(*b));
            }
            (Const::Bool(b), Rep::Int) => {
                self.code.i64(i64::from(*b));
            }
            (Const::Num(bits), Rep::Num) => {
                self.code.sink().f64_const(f64::from_bits(*bits).into());
            }
            (_, Rep::Unit) => {}
            _ => {
                let at = match self.module.static_value(it, ty) {
                    Some(at) => at,
                    None => {
                        self.module.broken("such a constant");
                        0
                    }
                };
                self.code.i32(at);
            }
        }
    }

    fn expr(&mut self, e: &'p Expr) {
        let program = self.module.program;
        if let Some(n) = self.known(e) {
            self.code.i64(n);
            return;
        }
        if matches!(e.kind, ExprKind::Index(..) | ExprKind::Field(..) | ExprKind::AnyField(..))
            && let Some(way) = way::of(program, e)
        {
            let address = self.along(way);
            return self.load_from(&address, &e.ty);
        }
        match &e.kind {
            ExprKind::Const(it) => self.constant(it, &e.ty),
            ExprKind::Data(id) => {
                let data = &program.data[id.index()];
                let at = self.module.data_of(*id);
                self.code.i32(at);
                load(program, &mut self.code, &data.ty, 0);
                self.convert(&data.ty, &e.ty);
            }
            ExprKind::Local(id) => {
                self.code.get(self.locals[id.0 as usize]);
                self.convert(&self.function.locals[id.0 as usize].ty, &e.ty);
            }
            ExprKind::Load(place) => {
                self.read(place);
                self.convert(&place.ty, &e.ty);
            }
            ExprKind::Index(base, index) => {
                self.borrowed_value(base);
                self.index_value(&base.ty, index);
                if let Some(of) = element(&base.ty) {
                    self.convert(of, &e.ty);
                }
            }
            ExprKind::Field(base, field) => {
                self.borrowed_value(base);
                let of = self.field_value(&base.ty, *field);
                self.convert(of, &e.ty);
            }
            ExprKind::Unary(op, a) => {
                if *op == Unary::IntNeg {
                    self.code.i64(0);
                }
                self.value(a);
                match op {
                    Unary::Not => self.code.sink().i32_eqz(),
                    Unary::IntNeg => self.code.sink().i64_sub(),
                    Unary::NumNeg => self.code.sink().f64_neg(),
                };
            }
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b),
            ExprKind::And(a, b) => self.and(a, b),
            ExprKind::Or(a, b) => self.or(a, b),
            ExprKind::If(..) => self.value_as(e, &e.ty),
            ExprKind::Else(a, b) => self.or_else(a, b, &e.ty),
            ExprKind::Unwrap(a) => {
                self.value(a);
                match &a.ty {
                    Ty::Opt(of) => {
                        self.unwrap(of);
                        self.convert(of, &e.ty);
                    }
                    Ty::Any => {
                        self.unwrap(&Ty::Any);
                        self.convert(&Ty::Any, &e.ty);
                    }
                    other => self.convert(other, &e.ty),
                }
            }
            ExprKind::Make(items) => self.make(items, &e.ty),
            ExprKind::Call(id, args) => {
                self.call(*id, args, Use::Keep);
                self.convert(&program.function(*id).result, &e.ty);
            }
            ExprKind::Builtin(op, args) => self.builtin(*op, args, e),
            ExprKind::PlaceOp(op, place, args) => {
                self.place_op(*op, place, args, true);
                let given = match (op, place.ty.inner()) {
                    (PlaceOp::Draw, ty) => ty.element().cloned().unwrap_or(Ty::Any).list(),
                    (PlaceOp::MapGetSet, Ty::Map(_, of)) => of.as_ref().clone(),
                    (PlaceOp::Pop | PlaceOp::Shift | PlaceOp::RemoveAt, ty) => ty.element().cloned().unwrap_or(Ty::Any),
                    _ => Ty::Unit,
                };
                self.convert(&given, &e.ty);
            }
            ExprKind::Block(body, value) => {
                self.stmts(body);
                self.value_as(value, &e.ty);
            }
            ExprKind::Trial(a, None) => self.trial(a, &e.ty),
            ExprKind::Trial(a, Some(otherwise)) => self.attempt(a, otherwise, &e.ty),
            ExprKind::Cast(cast, a) => self.cast(*cast, a, e),
            ExprKind::Seat => {
                self.code.sink().global_get(global::SEAT);
            }
            ExprKind::Failure => {
                let id = self.module.state.failure;
                self.code.call(id);
            }
            ExprKind::Active => {
                let id = self.module.state.active_any;
                self.code.call(id);
            }
            ExprKind::Shown(field) => {
                let at = self.module.state.view_present + 4 * u32::from(field.0);
                self.code.i32(at).load(Mem::Ptr, 0).i32(0).sink().i32_ne();
            }
            ExprKind::Last => {
                let (none, at) = (self.module.none(), self.code.local(I32));
                self.frame_on_top().load(Mem::Ptr, FRAME_LAST).tee(at);
                self.code.i32(none).get(at).sink().select();
            }
            ExprKind::AnyField(base, key) => {
                let (key, id) = (self.module.string(key), self.module.rt.any_field);
                self.value(base);
                let (site, spent) = (self.site(Code::BadCast), self.site(Code::OutOfFuel));
                self.code.i32(key).i32(site).i32(spent).call(id);
            }
            ExprKind::Board(op, board, args) => {
                self.board(*op, board.index() as u16, args);
                self.convert(&op.result(&program.boards[board.index()]), &e.ty);
            }
            ExprKind::MakeMap(pairs) => self.make_map(pairs, &e.ty),
            ExprKind::MakeObject(entries) => self.make_object(entries),
            ExprKind::Fill(value, count) => self.fill(value, count, &e.ty),
            ExprKind::Top(frame, field) => self.top(*frame, *field, &e.ty),
            ExprKind::WholeFrame | ExprKind::WholeState => {
                let whole = matches!(e.kind, ExprKind::WholeState);
                let id = if whole { self.module.state.whole_state } else { self.module.state.whole_frame };
                self.code.call(id);
                self.parts_here(&Ty::Any);
            }
        }
    }

    fn and(&mut self, a: &'p Expr, b: &'p Expr) {
        self.value(a);
        if self.can_speculate(b) {
            self.value(b);
            self.code.sink().i32_and();
            return;
        }
        let known = self.refine(a, |mut visit| ir::walk_expr(b, &mut visit));
        if self.can_speculate(b) {
            self.speculated_value(b);
        } else {
            self.if_value(Some(I32), |this| {
                this.value(b);
            })
            .else_(|this| {
                this.code.i32(0);
            });
        }
        self.restore(known);
    }

    fn or(&mut self, a: &'p Expr, b: &'p Expr) {
        self.value(a);
        if self.can_speculate(b) {
            self.value(b);
            self.code.sink().i32_or();
            return;
        }
        self.if_value(Some(I32), |this| {
            this.code.i32(1);
        })
        .else_(|this| {
            this.value(b);
        });
    }

    /// Leaves `a else b`.
    fn or_else(&mut self, a: &'p Expr, b: &'p Expr, ty: &Ty) {
        let program = self.module.program;
        // `Any` may be none too.
        let of = match &a.ty {
            Ty::Opt(of) => of,
            other => other,
        };
        if a.ty == *of && *of != Ty::Any {
            return self.value_as(a, ty);
        }
        let at = self.temp(&a.ty);
        self.value(a);
        self.code.tee(at);
        is_none(program, &mut self.code, of);
        self.if_value(rep(ty).val(), |this| {
            this.value_as(b, ty);
        })
        .else_(|this| {
            this.code.get(at);
            if matches!(ty, Ty::Opt(_)) {
                this.convert(&a.ty, ty);
            } else {
                bare(&mut this.code, of);
                this.convert(of, ty);
            }
        });
    }

    /// A field of the frame on top, if it is this one and the field is set.
    fn top(&mut self, frame: FrameId, field: FieldId, ty: &Ty) {
        let held = &self.module.program.frame(frame).fields[usize::from(field.0)].ty;
        let slot = state::slot(usize::from(field.0));
        let at = self.code.local(I32);
        // Without a frame, the start of the memory is read and ignored.
        self.code.i32(self.module.state.top).load(Mem::Ptr, 0).tee(at).i32(0).sink().i32_ne();
        self.code.get(at).load(Mem::Ptr, 0).i32(u32::from(frame.0)).sink().i32_eq().i32_and();
        self.code.get(at).load(Mem::Ptr, slot + SLOT_SET).i32(0).sink().i32_ne().i32_and();
        self.if_value(rep(ty).val(), |this| {
            if let Some(mem) = state::slot_mem(held) {
                this.code.get(at).load(mem, slot);
            }
            this.convert(held, ty);
        })
        .else_(|this| this.constant(&Const::None, ty));
    }

    /// Reads a place.
    fn read(&mut self, place: &'p Place) {
        if self.cell_of_ray(place) {
            return;
        }
        let address = self.address(place);
        self.load_from(&address, &place.ty);
    }
}

/// Type of the elements of a list, set or array, or of the values of a map.
pub fn element(ty: &Ty) -> Option<&Ty> {
    match ty {
        Ty::Opt(of) => element(of),
        Ty::Map(_, of) => Some(of),
        other => other.element(),
    }
}
