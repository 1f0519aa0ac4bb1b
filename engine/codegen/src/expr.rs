//! The functions of a program: expressions.

use crate::asm::{F64, I32, I64, Local, Mem};
use crate::bounds::Bounds;
use crate::builtin::as_it_stands;
use crate::facts::{constant, within};
use crate::func::{Fx, copied_out, is_fresh};
use crate::layout::{self, NO_NUM, Rep, rep};
use crate::module::{IMPORT_REMAINDER, global, tag};
use crate::state;
use crate::typed::{BOXED, ITEMS, LEN, SHARED, What, bare, is_none, load};
use diag::Code;
use ir::steps::{COPIED_SHIFT, copies, gone_through, is_list};
use ir::way;
use ir::{Arg, Binary, Cast, Const, Effects, Expr, ExprKind, FnId, INT_MAX, Place, PlaceOp, Ty, Unary};

/// An argument that has been computed.
pub struct Given<'p> {
    pub e: &'p Expr,
    /// Where its value is.
    pub at: Local,
}

impl<'p> Fx<'_, 'p> {
    /// Leaves a value on the stack. What stands behind a pointer may be somebody else's.
    pub fn value(&mut self, e: &'p Expr) {
        let outer = std::mem::replace(&mut self.span, e.span);
        self.expr(e);
        self.span = outer;
    }

    /// The same where it is only looked into: what stands in place may stay where a small function found it.
    fn looked(&mut self, e: &'p Expr) {
        match &e.kind {
            ExprKind::Call(id, args) => {
                let outer = std::mem::replace(&mut self.span, e.span);
                self.call(*id, args, true);
                self.convert(&self.gen_.program.function(*id).result, &e.ty);
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
            ExprKind::If(condition, a, b) => {
                self.value(condition);
                self.body.if_gives(rep(ty).val());
                let known = self.learn(condition, |mut visit| ir::walk_expr(a, &mut visit));
                self.value_as(a, ty);
                self.forget(known);
                self.body.else_();
                self.value_as(b, ty);
                self.body.end();
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

    /// Computes values one after the other, as types that they go for, into locals.
    pub fn operands(&mut self, args: &'p [Expr], types: &[Ty]) -> Vec<Given<'p>> {
        let mut all = Vec::with_capacity(args.len());
        for (i, (e, ty)) in args.iter().zip(types).enumerate() {
            let at = self.temp(ty);
            self.value_as(e, ty);
            if !is_fresh(e) && !args[i + 1..].iter().all(|it| self.is_quiet(it)) {
                self.keep_value(ty);
            }
            self.body.set(at);
            all.push(Given { e, at });
        }
        all
    }

    /// The value on the stack stays as it is, whatever happens to where it comes from.
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
                let at = self.body.local(I32);
                self.body.tee(at).i32(1).store(Mem::Ptr, SHARED).get(at);
            }
            Ty::Opt(of) if list(of) || rep(of) == Rep::Inline && !layout::is_small(self.gen_.program, of) => {
                let at = self.body.local(I32);
                self.body.tee(at);
                self.body.if_();
                self.body.get(at).i32(1).store(Mem::Ptr, SHARED);
                self.body.end();
                self.body.get(at);
            }
            _ => {}
        }
    }

    /// The value on the stack as one of another type.
    pub fn convert(&mut self, from: &Ty, to: &Ty) {
        if from == to {
            return;
        }
        let program = self.gen_.program;
        match (from, to) {
            (_, Ty::Unit) if rep(from) != Rep::Unit => {
                self.body.sink().drop();
            }
            (_, Ty::Unit) | (Ty::Any, Ty::Opt(_)) => {}
            (Ty::Unit, _) => {
                self.body.sink().unreachable();
            }
            (_, Ty::Any) => {
                let id = self.gen_.typed(What::ToAny, from);
                self.body.call(id);
            }
            (Ty::Opt(a), Ty::Opt(b)) => match rep(a) {
                Rep::Int | Rep::Bool => {
                    let (a, b) = (layout::width(program, a), layout::width(program, b));
                    if a != b {
                        let n = self.body.local(I64);
                        self.body
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
                    let at = self.body.local(I32);
                    self.body.tee(at);
                    self.body.if_gives(Some(I32));
                    self.body.get(at);
                    self.convert(a, b);
                    self.body.else_();
                    self.body.i32(0);
                    self.body.end();
                }
                _ => {}
            },
            (_, Ty::Opt(of)) => {
                self.convert(from, of);
                match rep(of) {
                    Rep::Bool => {
                        self.body.sink().i64_extend_i32_u();
                    }
                    Rep::Inline => {
                        let size = layout::size(program, of);
                        let (at, to) = (self.body.local(I32), self.body.local(I32));
                        self.body.set(at).i32(size + BOXED).call(self.gen_.rt.alloc).tee(to);
                        self.body.i32(tag::BOX).store(Mem::Ptr, 0);
                        self.body.get(to).i32(0).store(Mem::Ptr, SHARED);
                        self.body.get(to).plus(BOXED).get(at).copy(size);
                        self.body.get(to).plus(BOXED);
                        self.gen_.share_at(&mut self.body, of);
                        self.body.get(to);
                    }
                    _ => {}
                }
            }
            (Ty::Array(of, index), Ty::List(to)) => {
                let count = program.count(*index) as u32;
                let (base, stride, at) = (self.body.local(I32), layout::size(program, of), self.body.local(I32));
                self.body.set(base).i32(0).set(at);
                self.collect(
                    to,
                    &|it, room| {
                        it.body.i32(count).set(room);
                    },
                    &mut |it, next, done| {
                        it.body.get(at).i32(count).sink().i32_ge_u();
                        it.body.br_if(done);
                        it.body.get(next);
                        it.body.get(base).get(at).i32(stride).sink().i32_mul().i32_add();
                        load(program, &mut it.body, of, 0);
                        it.convert(of, to);
                        it.body.get(at).i32(1).sink().i32_add().local_set(at);
                    },
                );
            }
            (Ty::List(of) | Ty::Set(of), Ty::List(to) | Ty::Set(to))
                if !same(of, to) || layout::mem(program, of) != layout::mem(program, to) =>
            {
                let (base, stride, at) = (self.body.local(I32), layout::size(program, of), self.body.local(I32));
                self.body.set(base).i32(0).set(at);
                self.collect(
                    to,
                    &|it, room| {
                        it.body.get(base).load(Mem::Ptr, LEN).set(room);
                    },
                    &mut |it, next, done| {
                        it.body.get(at).get(base).load(Mem::Ptr, LEN).sink().i32_ge_u();
                        it.body.br_if(done);
                        it.body.get(next);
                        it.body.get(base).plus(ITEMS).get(at).i32(stride).sink().i32_mul().i32_add();
                        load(program, &mut it.body, of, 0);
                        it.convert(of, to);
                        it.body.get(at).i32(1).sink().i32_add().local_set(at);
                    },
                );
            }
            _ if rep(from) == rep(to)
                && (rep(from) == Rep::Int || layout::size(program, from) == layout::size(program, to)) => {}
            _ => {
                self.gen_.unsupported(&format!("{from:?} as {to:?}"));
                self.body.sink().unreachable();
            }
        }
    }

    /// A new list: `room` sets a local to how many there will be at most, `each` leaves an address (given) and
    /// the next value on the stack, or jumps to the given end.
    pub fn collect(&mut self, of: &Ty, room: &dyn Fn(&mut Self, Local), each: &mut dyn FnMut(&mut Self, Local, u32)) {
        let program = self.gen_.program;
        let stride = layout::size(program, of);
        let (list, most, next) = (self.body.local(I32), self.body.local(I32), self.body.local(I32));
        room(self, most);
        crate::typed::new_list(&mut self.body, self.gen_.rt.alloc, list, most, stride);
        self.body.get(list).plus(ITEMS).set(next);
        let done = self.body.block();
        let again = self.body.loop_();
        each(self, next, done);
        self.put(of, 0);
        self.body.get(next).plus(stride).set(next);
        self.body.br(again);
        self.body.end();
        self.body.end();
        self.body.get(list).get(next).get(list).plus(ITEMS).sink().i32_sub().i32_const(stride as i32).i32_div_u();
        self.body.store(Mem::Ptr, LEN);
        self.body.get(list);
    }

    /// Address and value on the stack: the value goes there.
    pub fn put(&mut self, ty: &Ty, offset: u32) {
        let program = self.gen_.program;
        match rep(ty) {
            Rep::Inline => {
                let from = self.body.local(I32);
                self.body.set(from).plus(offset).get(from).copy(layout::size(program, ty));
            }
            Rep::Unit => {
                self.body.sink().drop();
            }
            _ => {
                self.body.store(layout::mem(program, ty), offset);
            }
        }
    }

    /// A value to keep, at an address that a local and an offset give.
    pub fn put_at(&mut self, at: Local, offset: u32, e: &'p Expr, ty: &Ty) {
        self.body.get(at);
        self.owned_as(e, ty);
        self.kept(e, ty);
        self.guard(e, ty);
        self.put(ty, offset);
        if rep(ty) == Rep::Inline && !is_fresh(e) {
            self.body.get(at).plus(offset);
            self.gen_.share_at(&mut self.body, ty);
        }
    }

    pub fn constant(&mut self, it: &Const, ty: &Ty) {
        let program = self.gen_.program;
        match (it, rep(ty)) {
            (Const::None, Rep::Int) => {
                self.body.i64(layout::none(layout::width(program, ty)));
            }
            (Const::None, Rep::Num) => {
                self.body.sink().f64_const(f64::from_bits(NO_NUM).into());
            }
            (Const::None, Rep::Ptr) if *ty == Ty::Any => {
                let none = self.gen_.none();
                self.body.i32(none);
            }
            (Const::None, Rep::Ptr | Rep::Inline) => {
                self.body.i32(0);
            }
            (Const::Int(n), Rep::Int) => {
                self.body.i64(*n);
            }
            (Const::Int(n), Rep::Num) => {
                self.body.sink().f64_const((*n as f64).into());
            }
            (Const::Bool(b), Rep::Bool) => {
                self.body.i32(u32::from(*b));
            }
            (Const::Bool(b), Rep::Int) => {
                self.body.i64(i64::from(*b));
            }
            (Const::Num(bits), Rep::Num) => {
                self.body.sink().f64_const(f64::from_bits(*bits).into());
            }
            (_, Rep::Unit) => {}
            _ => {
                let at = match self.gen_.static_value(it, ty) {
                    Some(at) => at,
                    None => {
                        self.gen_.unsupported("such a constant");
                        0
                    }
                };
                self.body.i32(at);
            }
        }
    }

    fn expr(&mut self, e: &'p Expr) {
        let program = self.gen_.program;
        if let Some(n) = self.known(e) {
            self.body.i64(n);
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
                let at = self.gen_.data_of(*id);
                self.body.i32(at);
                load(program, &mut self.body, &data.ty, 0);
                self.convert(&data.ty, &e.ty);
            }
            ExprKind::Local(id) => {
                self.body.get(self.locals[id.0 as usize]);
                self.convert(&self.function.locals[id.0 as usize].ty, &e.ty);
            }
            ExprKind::Load(place) => {
                self.read(place);
                self.convert(&place.ty, &e.ty);
            }
            ExprKind::Index(base, index) => {
                self.looked(base);
                self.index_value(&base.ty, index);
                if let Some(of) = element(&base.ty) {
                    self.convert(of, &e.ty);
                }
            }
            ExprKind::Field(base, field) => {
                self.looked(base);
                let of = self.field_address(&base.ty, *field);
                load(program, &mut self.body, of, 0);
                self.convert(of, &e.ty);
            }
            ExprKind::Unary(op, a) => {
                if *op == Unary::IntNeg {
                    self.body.i64(0);
                }
                self.value(a);
                match op {
                    Unary::Not => self.body.sink().i32_eqz(),
                    Unary::IntNeg => self.body.sink().i64_sub(),
                    Unary::NumNeg => self.body.sink().f64_neg(),
                };
            }
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b),
            ExprKind::Or(a, b) if self.is_quick(b) => {
                self.value(a);
                self.value(b);
                self.body.sink().i32_or();
            }
            ExprKind::And(a, b) => {
                self.value(a);
                if self.is_quick(b) {
                    self.value(b);
                    self.body.sink().i32_and();
                    return;
                }
                let known = self.learn(a, |mut visit| ir::walk_expr(b, &mut visit));
                if self.is_quick(b) {
                    self.value_if(b);
                } else {
                    self.body.if_gives(Some(I32));
                    self.value(b);
                    self.body.else_();
                    self.body.i32(0);
                    self.body.end();
                }
                self.forget(known);
            }
            ExprKind::Or(a, b) => {
                self.value(a);
                self.body.if_gives(Some(I32));
                self.body.i32(1);
                self.body.else_();
                self.value(b);
                self.body.end();
            }
            ExprKind::If(..) => self.value_as(e, &e.ty),
            ExprKind::Else(a, b) => {
                // What may be anything may be none too.
                let of = match &a.ty {
                    Ty::Opt(of) => of,
                    other => other,
                };
                if a.ty == *of && *of != Ty::Any {
                    return self.value_as(a, &e.ty);
                }
                let at = self.temp(&a.ty);
                self.value(a);
                self.body.tee(at);
                is_none(program, &mut self.body, of);
                self.body.if_gives(rep(&e.ty).val());
                self.value_as(b, &e.ty);
                self.body.else_();
                self.body.get(at);
                if matches!(e.ty, Ty::Opt(_)) {
                    self.convert(&a.ty, &e.ty);
                } else {
                    bare(&mut self.body, of);
                    self.convert(of, &e.ty);
                }
                self.body.end();
            }
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
                self.call(*id, args, false);
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
            ExprKind::Trial(a) => self.trial(a, &e.ty),
            ExprKind::Cast(cast, a) => self.cast(*cast, a, e),
            ExprKind::Seat => {
                self.body.sink().global_get(global::SEAT);
            }
            ExprKind::Active => {
                let id = self.gen_.state.active_any;
                self.body.call(id);
            }
            ExprKind::Shown(field) => {
                let at = self.gen_.state.view_present + 4 * u32::from(field.0);
                self.body.i32(at).load(Mem::Ptr, 0).i32(0).sink().i32_ne();
            }
            ExprKind::Last => {
                let (top, none, at) = (self.gen_.state.top, self.gen_.none(), self.body.local(I32));
                self.body.i32(top).load(Mem::Ptr, 0).load(Mem::Ptr, state::FRAME_LAST).tee(at);
                self.body.i32(none).get(at).sink().select();
            }
            ExprKind::AnyField(base, key) => {
                let (key, id) = (self.gen_.string(key), self.gen_.rt.any_field);
                self.value(base);
                let (site, spent) = (self.site(Code::BadCast), self.site(Code::OutOfFuel));
                self.body.i32(key).i32(site).i32(spent).call(id);
            }
            ExprKind::Board(op, board, args) => {
                self.board(*op, board.index() as u16, args);
                self.convert(&op.result(&program.boards[board.index()]), &e.ty);
            }
            ExprKind::MakeMap(pairs) => self.make_map(pairs, &e.ty),
            ExprKind::MakeObject(entries) => self.make_object(entries),
            ExprKind::Fill(value, count) => self.fill(value, count, &e.ty),
            ExprKind::WholeFrame | ExprKind::WholeState => {
                let whole = matches!(e.kind, ExprKind::WholeState);
                let id = if whole { self.gen_.state.whole_state } else { self.gen_.state.whole_frame };
                self.body.call(id);
                self.parts_here(&Ty::Any);
            }
        }
    }

    /// The optional on the stack must not be none.
    pub fn unwrap(&mut self, of: &Ty) {
        let program = self.gen_.program;
        let at = self.temp(&of.clone().opt());
        self.body.tee(at);
        is_none(program, &mut self.body, of);
        self.trap_if(Code::NoValue);
        self.body.get(at);
        bare(&mut self.body, of);
    }

    fn make(&mut self, items: &'p [Expr], ty: &'p Ty) {
        let program = self.gen_.program;
        // What takes steps when it is put there takes them each time.
        let takes_steps = |it: &Expr| match &it.kind {
            ExprKind::Const(Const::List(all)) if copies(it) && all.len() >= 1 << COPIED_SHIFT => true,
            _ => self.gen_.steps.nests(&it.ty),
        };
        if matches!(ty, Ty::List(_) | Ty::Array(..) | Ty::Record(_))
            && !items.iter().any(takes_steps)
            && let Some(all) = constants(items)
            && let Some(at) = self.gen_.static_value(&Const::List(all), ty)
        {
            self.body.i32(at);
            return;
        }
        let to = self.body.local(I32);
        match ty {
            Ty::Record(id) => {
                self.body.i32(layout::size(program, ty)).call(self.gen_.rt.alloc).set(to);
                for (i, item) in items.iter().enumerate() {
                    let of = &program.records[id.index()].fields[i].ty;
                    self.put_at(to, layout::field(program, *id, i), item, of);
                }
            }
            Ty::Array(of, _) => {
                let stride = layout::size(program, of);
                self.body.i32(layout::size(program, ty)).call(self.gen_.rt.alloc).set(to);
                for (i, item) in items.iter().enumerate() {
                    self.put_at(to, stride * i as u32, item, of);
                }
            }
            Ty::Any => {
                self.body.i32(8 + 4 * items.len() as u32).call(self.gen_.rt.alloc).tee(to);
                self.body.i32(tag::ARRAY).store(Mem::Ptr, 0);
                self.body.get(to).i32(items.len() as u32).store(Mem::Ptr, 4);
                for (i, item) in items.iter().enumerate() {
                    self.body.get(to);
                    self.as_any(item);
                    self.guard(item, &Ty::Any);
                    self.body.store(Mem::Ptr, 8 + 4 * i as u32);
                }
            }
            Ty::List(of) | Ty::Set(of) => {
                let (stride, room) = (layout::size(program, of), self.body.local(I32));
                self.body.i32(items.len() as u32).set(room);
                crate::typed::new_list(&mut self.body, self.gen_.rt.alloc, to, room, stride);
                for (i, item) in items.iter().enumerate() {
                    self.put_at(to, ITEMS + stride * i as u32, item, of);
                }
                self.body.get(to).get(room).store(Mem::Ptr, LEN);
            }
            _ => {}
        }
        self.body.get(to);
        if matches!(ty, Ty::Set(_)) {
            self.as_set(ty);
        }
    }

    /// The list on the stack, of entries in no order, becomes a set or a map.
    fn as_set(&mut self, ty: &Ty) {
        let (sort, dedup, list) =
            (self.gen_.typed(What::Sort, ty), self.gen_.typed(What::Dedup, ty), self.body.local(I32));
        let count = self.body.local(I32);
        self.body.tee(list).load(Mem::Ptr, LEN).set(count);
        self.order(list, ty, count);
        self.body.get(list).call(sort).get(list).call(dedup).get(list);
    }

    fn make_map(&mut self, pairs: &'p [(Expr, Expr)], ty: &'p Ty) {
        let Ty::Map(key, of) = ty else { return };
        let (offsets, stride) = self.gen_.entry(&[key, of]);
        let (to, room) = (self.body.local(I32), self.body.local(I32));
        self.body.i32(pairs.len() as u32).set(room);
        crate::typed::new_list(&mut self.body, self.gen_.rt.alloc, to, room, stride);
        for (i, (k, v)) in pairs.iter().enumerate() {
            let at = ITEMS + stride * i as u32;
            self.put_at(to, at + offsets[0], k, key);
            self.put_at(to, at + offsets[1], v, of);
        }
        self.body.get(to).get(room).store(Mem::Ptr, LEN).get(to);
        self.as_set(ty);
    }

    fn make_object(&mut self, entries: &'p [(String, Expr)]) {
        let to = self.body.local(I32);
        let size = 8 + 8 * entries.len() as u32;
        self.body.i32(size).call(self.gen_.rt.alloc).tee(to).i32(tag::OBJECT).store(Mem::Ptr, 0);
        self.body.get(to).i32(entries.len() as u32).store(Mem::Ptr, 4);
        let mut order: Vec<usize> = (0..entries.len()).collect();
        order.sort_by_key(|i| ir::array_index(&entries[*i].0).map_or(u64::MAX, u64::from));
        for (i, (key, e)) in entries.iter().enumerate() {
            let at = 8 + 8 * order.iter().position(|it| *it == i).unwrap_or(i) as u32;
            let key = self.gen_.string(key);
            self.body.get(to).i32(key).store(Mem::Ptr, at);
            self.body.get(to);
            self.as_any(e);
            self.guard(e, &Ty::Any);
            self.body.store(Mem::Ptr, at + 4);
        }
        self.body.get(to);
    }

    fn fill(&mut self, value: &'p Expr, count: &'p Expr, ty: &'p Ty) {
        let program = self.gen_.program;
        let Some(of) = ty.element() else { return };
        let (item, n, left) = (self.temp(of), self.body.local(I64), self.body.local(I32));
        self.value_as(value, of);
        self.kept(value, of);
        self.guard(value, of);
        if rep(of) == Rep::Inline && !self.is_quiet(count) {
            self.keep_inline(of);
        }
        self.keep(of);
        self.body.set(item);
        self.value(count);
        self.body.tee(n).i64(0).sink().i64_lt_s();
        self.trap_if_with(Code::BadCount, n, &|it| {
            it.i64(0);
        });
        self.body.get(n).i64(self.gen_.limits.list as i64).sink().i64_gt_s();
        self.trap_if(Code::ListLength);
        self.body.get(n).sink().i32_wrap_i64().local_set(left);
        self.gone_through(left);
        let collects = matches!(ty, Ty::List(_));
        if collects {
            self.collect(
                of,
                &|it, room| {
                    it.body.get(left).set(room);
                },
                &mut |it, next, done| {
                    it.body.get(left).sink().i32_eqz();
                    it.body.br_if(done);
                    it.body.get(left).i32(1).sink().i32_sub().local_set(left);
                    it.body.get(next).get(item);
                },
            );
            return;
        }
        let (to, at, stride) = (self.body.local(I32), self.body.local(I32), layout::size(program, of));
        self.body.i32(layout::size(program, ty)).call(self.gen_.rt.alloc).tee(to).set(at);
        let done = self.body.block();
        let again = self.body.loop_();
        self.body.get(left).sink().i32_eqz();
        self.body.br_if(done);
        self.body.get(at).get(item);
        self.put(of, 0);
        self.body.get(at);
        self.gen_.share_at(&mut self.body, of);
        self.body.get(at).plus(stride).set(at);
        self.body.get(left).i32(1).sink().i32_sub().local_set(left);
        self.body.br(again);
        self.body.end();
        self.body.end();
        self.body.get(to);
    }

    fn binary(&mut self, op: Binary, a: &'p Expr, b: &'p Expr) {
        use Binary::*;
        match op {
            Eq | Ne => {
                // Of two types that go for one another, the wider.
                let ty = if matches!(a.ty, Ty::Opt(_) | Ty::Any) || rep(&b.ty) != Rep::Ptr { &a.ty } else { &b.ty };
                let ty = if matches!(b.ty, Ty::Opt(_)) && !matches!(a.ty, Ty::Opt(_) | Ty::Any) { &b.ty } else { ty };
                let ty = if b.ty == Ty::Any { &b.ty } else { ty };
                if let Some(other) = beside_none(a, b)
                    && rep(ty) == Rep::Ptr
                    && *ty != Ty::Any
                {
                    self.value_as(other, ty);
                    self.body.sink().i32_eqz();
                    if op == Ne {
                        self.body.sink().i32_eqz();
                    }
                    return;
                }
                self.value_as(a, ty);
                if !self.is_quiet(b) {
                    self.share_value(ty);
                }
                self.value_as(b, ty);
                self.gen_.equal(&mut self.body, ty);
                self.compared(ty);
                if op == Ne {
                    self.body.sink().i32_eqz();
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
                self.body.sink().i64_add();
                self.whole(self.bounds(a).plus(self.bounds(b)));
            }
            IntSub => {
                self.body.sink().i64_sub();
                self.whole(self.bounds(a).minus(self.bounds(b)));
            }
            IntMul => {
                let product = self.bounds(a).times(self.bounds(b));
                if product.is_safe() {
                    self.body.sink().i64_mul();
                } else {
                    self.multiply();
                }
            }
            IntDiv | IntRem => self.divide(op == IntRem, self.bounds(a), self.bounds(b)),
            NumAdd => {
                self.body.sink().f64_add();
            }
            NumSub => {
                self.body.sink().f64_sub();
            }
            NumMul => {
                self.body.sink().f64_mul();
            }
            NumDiv => {
                self.body.sink().f64_div();
            }
            NumRem => {
                self.body.call(IMPORT_REMAINDER);
            }
            IntLt => {
                self.body.sink().i64_lt_s();
            }
            IntLe => {
                self.body.sink().i64_le_s();
            }
            NumLt => {
                self.body.sink().f64_lt();
            }
            NumLe => {
                self.body.sink().f64_le();
            }
            StrLt | StrLe => {
                let (id, x, y) = (self.gen_.rt.str_cmp, self.body.local(I32), self.body.local(I32));
                let bytes = self.body.local(I32);
                self.body.set(y).tee(x).load(Mem::Ptr, 4).get(y).load(Mem::Ptr, 4);
                self.body.get(x).load(Mem::Ptr, 4).get(y).load(Mem::Ptr, 4).sink().i32_lt_u().select().local_set(bytes);
                self.read_bytes(bytes);
                self.body.get(x).get(y).call(id).i32(u32::from(op == StrLe)).sink().i32_lt_s();
            }
            Concat => {
                let (id, site, spent) =
                    (self.gen_.rt.concat, self.site(Code::StringLength), self.site(Code::OutOfFuel));
                self.body.i32(site).i32(spent).call(id);
            }
            Eq | Ne | In => {}
        }
    }

    /// Between what an integer is known to be.
    pub fn bounds(&self, e: &Expr) -> Bounds {
        within(self.gen_.known(), &self.facts, e).unwrap_or(Bounds::ALL)
    }

    /// The integer that a local, or a part of a constant in one, can be alone.
    pub fn known(&self, e: &Expr) -> Option<i64> {
        let plain = |ty: &Ty| rep(ty) == Rep::Int && !matches!(ty, Ty::Opt(_));
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

    /// Multiplies the integers on the stack, whatever they are.
    pub fn multiply(&mut self) {
        let (x, y) = (self.body.local(I64), self.body.local(I64));
        self.body.set(y).set(x);
        // Far beyond what 64 bits hold: doubles are good enough to tell.
        for n in [x, y] {
            self.body.get(n).sink().f64_convert_i64_s();
        }
        self.body.sink().f64_mul().f64_abs().f64_const((INT_MAX as f64 * 2.0).into()).f64_gt();
        self.trap_if(Code::Overflow);
        self.body.get(x).get(y).sink().i64_mul();
        self.whole(Bounds::ALL.plus(Bounds::ALL));
    }

    /// The whole number below the double on the stack.
    pub fn floor(&mut self) {
        let n = self.body.local(F64);
        self.body.sink().f64_floor().local_tee(n).f64_abs().f64_const((INT_MAX as f64).into()).f64_le().i32_eqz();
        self.trap_if(Code::Overflow);
        self.body.get(n).sink().i64_trunc_sat_f64_s();
    }

    /// Stops if the integer on the stack is beyond what an integer may be.
    pub fn whole(&mut self, known: Bounds) {
        if known.is_safe() {
            return;
        }
        let n = self.body.local(I64);
        self.body.tee(n);
        if known.low >= -INT_MAX {
            self.body.i64(INT_MAX).sink().i64_gt_s();
        } else if known.high <= INT_MAX {
            self.body.i64(-INT_MAX).sink().i64_lt_s();
        } else {
            self.body.i64(INT_MAX).sink().i64_add().i64_const(2 * INT_MAX).i64_gt_u();
        }
        self.trap_if(Code::Overflow);
        self.body.get(n);
    }

    fn divide(&mut self, remainder: bool, of: Bounds, by: Bounds) {
        let (a, b, rest) = (self.body.local(I64), self.body.local(I64), self.body.local(I64));
        self.body.set(b).set(a);
        if by.low <= 0 && by.high >= 0 {
            self.body.get(b).sink().i64_eqz();
            self.trap_if_with(Code::DivisionByZero, a, &|it| {
                it.i64(0);
            });
        }
        if of.low >= 0 && by.low > 0 {
            self.body.get(a).get(b);
            let mut sink = self.body.sink();
            if remainder {
                sink.i64_rem_s()
            } else {
                sink.i64_div_s()
            };
            return;
        }
        self.body.get(a).get(b).sink().i64_rem_s().local_set(rest);
        let below = |it: &mut Self| {
            it.body.get(rest).sink().i64_eqz().i32_eqz();
            it.body.get(rest).get(b).sink().i64_xor().i64_const(0).i64_lt_s().i32_and();
        };
        if remainder {
            self.body.get(rest).get(b).sink().i64_add();
            self.body.get(rest);
            below(self);
            self.body.sink().select();
        } else {
            self.body.get(a).get(b).sink().i64_div_s();
            below(self);
            self.body.sink().i64_extend_i32_u().i64_sub();
        }
    }

    /// The first and the last of the integers among which another is looked for, if they are a row of constants
    /// through which it takes no steps to go.
    pub fn row_of(&self, a: &Expr, b: &Expr) -> Option<(i64, i64)> {
        let ExprKind::Const(Const::List(items)) = &b.kind else { return None };
        let free = !matches!(b.ty, Ty::List(_) | Ty::Array(..)) || gone_through(items.len()) == 0;
        let fits = free && !matches!(b.ty, Ty::Map(..)) && rep(&a.ty) == Rep::Int;
        row(items).filter(|_| fits && items.iter().all(|it| matches!(it, Const::Int(_))))
    }

    /// `a in b`
    pub fn contains(&mut self, a: &'p Expr, b: &'p Expr) {
        if let ExprKind::Const(Const::List(items)) = &b.kind
            && !matches!(b.ty, Ty::Map(..))
            && (items.len() < 8 || row(items).is_some())
            && rep(&a.ty) == Rep::Int
            && items.iter().all(|it| matches!(it, Const::Int(_)))
        {
            let n = self.body.local(I64);
            self.value(a);
            if let Some((low, high)) = row(items) {
                if matches!(b.ty, Ty::List(_) | Ty::Array(..)) {
                    self.spend(gone_through(items.len()) as u32);
                }
                let known = self.bounds(a);
                if low <= known.low && known.high <= high && !matches!(a.ty, Ty::Opt(_)) {
                    self.body.sink().drop();
                    self.body.i32(1);
                    return;
                }
                self.body.i64(low).sink().i64_sub().i64_const(high - low).i64_le_u();
                return;
            }
            self.body.set(n).i32(0);
            for it in items {
                if let Const::Int(it) = it {
                    self.body.get(n).i64(*it).sink().i64_eq().i32_or();
                }
            }
            return;
        }
        if matches!(b.ty, Ty::Set(_) | Ty::Map(..)) {
            let of = b.ty.element().unwrap_or(&Ty::Any);
            let x = self.temp(of);
            self.value_as(a, of);
            self.body.set(x);
            self.value(b);
            let (at, _) = self.search(&b.ty, x);
            self.body.get(at).i32(0).sink().i32_ge_s();
            return;
        }
        let b = as_it_stands(b);
        let all = Ty::Any.list();
        let (of, list) = match (b.ty.element(), &b.ty) {
            (Some(of), _) => (of, &b.ty),
            (None, Ty::Opt(list)) => (list.element().unwrap_or(&Ty::Any), &**list),
            (None, _) => (&Ty::Any, &all),
        };
        let (x, base) = (self.temp(of), self.body.local(I32));
        self.value_as(a, of);
        self.body.set(x);
        if b.ty == Ty::Any {
            let (id, site) = (self.gen_.typed(What::FromAny, &all), self.site(Code::BadCast));
            self.value(b);
            self.body.i32(site).call(id);
        } else {
            self.value(b);
        }
        self.body.set(base);
        self.find(list, of, base, x);
        self.body.i64(0).sink().i64_ge_s();
    }

    /// The index of the first element that is equal to a value, or −1.
    pub fn find(&mut self, list: &Ty, of: &Ty, base: Local, x: Local) {
        let program = self.gen_.program;
        let (i, len) = (self.body.local(I32), self.body.local(I32));
        let (stride, first) = match list {
            Ty::Array(_, index) => {
                self.body.i32(program.count(*index) as u32).set(len);
                (layout::size(program, of), 0)
            }
            _ => {
                self.body.get(base).load(Mem::Ptr, LEN).set(len);
                (layout::size(program, of), ITEMS)
            }
        };
        let found = self.body.local(I64);
        self.gone_through(len);
        self.body.i32(0).set(i).i64(-1).set(found);
        let each = self.body.each(i, len);
        self.body.get(base).get(i).i32(stride).sink().i32_mul().i32_add();
        load(program, &mut self.body, of, first);
        self.body.get(x);
        self.gen_.equal(&mut self.body, of);
        self.body.if_();
        self.body.get(i).sink().i64_extend_i32_u().local_set(found);
        self.body.br(each.done);
        self.body.end();
        self.body.next(each);
        self.compared(of);
        self.body.get(found);
    }

    fn call(&mut self, id: FnId, args: &'p [Arg], looked: bool) {
        let program = self.gen_.program;
        let callee = program.function(id);
        let mut places = Vec::new();
        for (i, arg) in args.iter().enumerate() {
            let ty = &callee.locals[i].ty;
            match arg {
                Arg::Value(e) => {
                    self.value_as(e, ty);
                    self.kept(e, ty);
                    let later = args[i + 1..].iter().all(|it| matches!(it, Arg::Value(e) if self.is_quiet(e)));
                    if !is_fresh(e)
                        && (!later || callee.effects.has(Effects::WRITE.with(Effects::TRIAL)) || assigned(callee, i))
                    {
                        self.share_value(ty);
                        if !later && rep(ty) == Rep::Inline {
                            self.keep_inline(ty);
                        }
                    }
                }
                Arg::InOut(place) => {
                    let address = self.address(place);
                    self.load_from(&address, ty);
                    if is_list(&place.ty) {
                        let list = self.body.local(I32);
                        self.body.tee(list);
                        self.copied_local(list, ty);
                    }
                    if rep(ty) == Rep::Inline {
                        self.keep_inline(ty);
                        let at = self.body.local(I32);
                        self.body.tee(at);
                        places.push((i, address, Some(at)));
                    } else {
                        self.share_value(ty);
                        places.push((i, address, None));
                    }
                }
            }
        }
        let counted = self.gen_.depths.is_counted(id);
        if self.gen_.depths.is_checked(id) {
            let most = self.gen_.limits.calls as i32;
            self.body.sink().global_get(global::DEPTH).i32_const(1).i32_add().i32_const(most).i32_ge_s();
            self.trap_if(Code::CallDepth);
        }
        self.spend(self.gen_.steps.call(id));
        if self.is_written_out(id) {
            let bounds = |it: &Arg| match it {
                Arg::Value(e) => self.bounds(e),
                Arg::InOut(_) => Bounds::ALL,
            };
            let given: Vec<Bounds> = args.iter().map(bounds).collect();
            return self.write_out(id, &given, looked);
        }
        if counted {
            self.body.sink().global_get(global::DEPTH).i32_const(1).i32_add().global_set(global::DEPTH);
        }
        self.body.call(self.gen_.functions[id.index()]);
        if counted {
            self.body.sink().global_get(global::DEPTH).i32_const(1).i32_sub().global_set(global::DEPTH);
        }
        let outs: Vec<usize> = copied_out(callee).collect();
        let mut results = vec![None; args.len()];
        for i in outs.iter().rev() {
            let to = self.temp(&callee.locals[*i].ty);
            self.body.set(to);
            results[*i] = Some(to);
        }
        if callee.effects.has(Effects::FLOW) {
            // Nothing is copied out of a function that was left for good, and its result is of no use.
            let result = rep(&callee.result).val().map(|ty| self.body.local(ty));
            if let Some(to) = result {
                self.body.set(to);
            }
            self.unwind(callee.effects);
            if let Some(to) = result {
                self.body.get(to);
            }
        }
        for (i, address, inline) in places {
            let ty = &callee.locals[i].ty;
            if let Some(from) = inline.or(results[i]) {
                if !address.is_whole() && self.gen_.steps.nests(ty) {
                    self.guard_local(from, ty);
                }
                self.store_to(&address, ty, from);
            }
        }
    }

    /// Reads a place.
    fn read(&mut self, place: &'p Place) {
        let address = self.address(place);
        self.load_from(&address, &place.ty);
    }

    fn cast(&mut self, cast: Cast, a: &'p Expr, e: &'p Expr) {
        let program = self.gen_.program;
        match cast {
            Cast::Some | Cast::Reveal => self.value_as(a, &e.ty),
            Cast::ToAny => {
                if matches!(a.ty.inner(), Ty::Record(_) | Ty::List(_) | Ty::Array(..) | Ty::Set(_) | Ty::Map(..)) {
                    self.value(a);
                    self.parts_here(&a.ty);
                    self.convert(&a.ty, &Ty::Any);
                } else {
                    self.as_any(a);
                }
            }
            Cast::IntToNum => {
                self.value(a);
                self.body.sink().f64_convert_i64_s();
            }
            Cast::Floor => {
                self.value(a);
                self.floor();
            }
            Cast::Check => {
                self.value(a);
                let (low, high) = range(program, &e.ty);
                if let (Ty::Opt(from), Ty::Opt(to)) = (&a.ty, &e.ty) {
                    // None stays none, which may be another number.
                    let n = self.body.local(I64);
                    let (low, high) = range(program, to);
                    let [none, other] = [from, to].map(|it| layout::none(layout::width(program, it)));
                    self.body.tee(n).i64(none).sink().i64_eq();
                    self.body.if_gives(Some(I64));
                    self.body.i64(other);
                    self.body.else_();
                    if **to != Ty::Int {
                        self.body.get(n).i64(low).sink().i64_sub().i64_const(high - low).i64_gt_u();
                        self.trap_if_with(Code::NotInRange, n, &|it| {
                            it.i64(0);
                        });
                    }
                    self.body.get(n);
                    self.body.end();
                    return;
                }
                let known = self.bounds(a);
                if matches!(e.ty, Ty::Int) || (low <= known.low && known.high <= high) {
                    return;
                }
                let n = self.body.local(I64);
                self.body.tee(n).i64(low).sink().i64_sub().i64_const(high - low).i64_gt_u();
                self.trap_if_with(Code::NotInRange, n, &|it| {
                    it.i64(0);
                });
                self.body.get(n);
            }
            Cast::ToStr => {
                self.value(a);
                if a.ty != Ty::Str {
                    let id = self.gen_.typed(What::Show, &a.ty);
                    self.body.call(id);
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
            Cast::SeatToRole => {
                let n = self.body.local(I64);
                self.value(a);
                self.body.set(n).i64(layout::none(layout::width(program, &e.ty))).get(n);
                self.body.get(n).i64(0).sink().i64_lt_s().select();
            }
            Cast::ActiveToRole => {
                // What is cast is `G.active` itself.
                let (id, site) = (self.gen_.state.one_active, self.site(Code::NotOneActive));
                self.body.i32(site).call(id);
            }
            Cast::ActiveToRoles => {
                let id = self.gen_.state.active_roles;
                self.body.call(id);
                self.convert(&Ty::Int.list(), &e.ty);
            }
            Cast::FromAny => {
                self.value(a);
                if e.ty == Ty::Any {
                    return;
                }
                self.guard(a, &Ty::Any);
                let (id, site) = (self.gen_.typed(What::FromAny, &e.ty), self.site(Code::BadCast));
                self.body.i32(site).call(id);
            }
        }
    }
}

/// What the elements of a list, set or array are, or the values of a map.
pub fn element(ty: &Ty) -> Option<&Ty> {
    match ty {
        Ty::Opt(of) => element(of),
        Ty::Map(_, of) => Some(of),
        other => other.element(),
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

/// The first and the last of integers that follow one another.
fn row(items: &[Const]) -> Option<(i64, i64)> {
    let Some(Const::Int(low)) = items.first() else { return None };
    let follows = |(i, it): (usize, &Const)| matches!(it, Const::Int(n) if *n - *low == i as i64);
    items.iter().enumerate().all(follows).then_some((*low, *low + items.len() as i64 - 1))
}

/// Whether two types are the same in memory behind a pointer.
fn same(a: &Ty, b: &Ty) -> bool {
    a == b
}

fn assigned(function: &ir::Function, local: usize) -> bool {
    let mut found = false;
    let here = |place: &Place| matches!(place.root, ir::Root::Local(id) if id.0 as usize == local);
    ir::walk(&function.body, &mut |node| match node {
        ir::Node::Stmt(it) => match &it.kind {
            ir::StmtKind::Assign(place, _) | ir::StmtKind::PlaceOp(_, place, _) => found |= here(place),
            _ => {}
        },
        ir::Node::Expr(it) => match &it.kind {
            ExprKind::PlaceOp(_, place, _) => found |= here(place),
            ExprKind::Call(_, args) => found |= args.iter().any(|it| matches!(it, Arg::InOut(place) if here(place))),
            _ => {}
        },
        ir::Node::Place(_) => {}
    });
    found
}

/// The lowest and highest integer of a type.
pub fn range(program: &ir::Program, ty: &Ty) -> (i64, i64) {
    match ty {
        Ty::Range(low, high) => (*low, *high),
        Ty::Role => (0, program.roles.len() as i64 - 1),
        Ty::Enum(id) => (0, program.enums[id.index()].members.len() as i64 - 1),
        _ => (-INT_MAX, INT_MAX),
    }
}

/// What is compared with none.
fn beside_none<'e>(a: &'e Expr, b: &'e Expr) -> Option<&'e Expr> {
    match (&a.kind, &b.kind) {
        (_, ExprKind::Const(Const::None)) => Some(a),
        (ExprKind::Const(Const::None), _) => Some(b),
        _ => None,
    }
}
