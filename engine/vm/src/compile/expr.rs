//! Expressions.

use super::{Compiler, Use, constant, is_inout};
use crate::op::{Hop, NumOp, Op, PathRoot, Reg};
use ir::steps::is_list;
use ir::{Arg, Binary, Builtin, Cast, Const, Expr, ExprKind, FnId, Root, Step, Ty, Unary};
use std::rc::Rc;

impl Compiler<'_, '_> {
    /// Strips conversions that change nothing from an expression.
    pub(super) fn plain<'e>(&self, e: &'e Expr) -> &'e Expr {
        match &e.kind {
            ExprKind::Cast(cast, inner) if is_free(*cast, inner, e) => self.plain(inner),
            _ => e,
        }
    }

    /// The register that holds the value: a local's own, or a new temporary.
    pub(super) fn expr(&mut self, e: &Expr) -> Reg {
        match &e.kind {
            ExprKind::Local(id) => self.local(*id),
            ExprKind::Cast(cast, inner) if is_free(*cast, inner, e) => self.expr(inner),
            ExprKind::Block(body, value) if matches!(value.kind, ExprKind::Local(_)) => {
                self.stmts(body);
                self.expr(value)
            }
            _ => {
                let reg = self.temp();
                self.expr_to(e, reg);
                reg
            }
        }
    }

    /// As [`Compiler::expr`], and protected from later code unless that is `quiet`.
    pub(super) fn operand(&mut self, e: &Expr, quiet: bool) -> Reg {
        let reg = self.expr(e);
        if quiet || !self.is_local(reg) {
            return reg;
        }
        let to = self.temp();
        self.emit(Op::Move { to, from: reg });
        to
    }

    /// Evaluates into a register, which is written last: a local may be both operand and target. (Code that writes
    /// earlier uses a temporary: see [`Compiler::set_local`].)
    pub(super) fn expr_to(&mut self, e: &Expr, to: Reg) {
        let outer = std::mem::replace(&mut self.span, e.span);
        let mark = self.top;
        self.expr_kind(e, to);
        self.top = mark;
        self.span = outer;
    }

    fn expr_kind(&mut self, e: &Expr, to: Reg) {
        match &e.kind {
            ExprKind::Const(it) => match it {
                Const::Int(n) if i32::try_from(*n).is_ok() => self.emit(Op::Int { to, value: *n as i32 }),
                other => {
                    let at = self.constant(constant(other));
                    self.emit(Op::Const { to, at });
                }
            },
            ExprKind::Data(id) => {
                let at = self.data(*id);
                self.emit(Op::Const { to, at });
            }
            ExprKind::Local(id) => {
                let from = self.local(*id);
                if from != to {
                    self.emit(Op::Move { to, from });
                }
            }
            ExprKind::Load(_) | ExprKind::Index(..) | ExprKind::Field(..) | ExprKind::AnyField(..) => {
                self.load_to(e, to);
            }
            ExprKind::Unary(op, a) => {
                let a = self.expr(a);
                self.emit(match op {
                    Unary::Not => Op::Not { to, a },
                    Unary::IntNeg => Op::Neg { to, a },
                    Unary::NumNeg => Op::NumNeg { to, a },
                });
            }
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b, to),
            ExprKind::And(a, b) | ExprKind::Or(a, b) => {
                let end = self.label();
                self.expr_to(a, to);
                let and = matches!(e.kind, ExprKind::And(..));
                self.emit(if and { Op::IfNot { a: to, to: end } } else { Op::If { a: to, to: end } });
                self.expr_to(b, to);
                self.place_label(end);
            }
            ExprKind::If(condition, yes, no) => {
                let (other, end) = (self.label(), self.label());
                self.branch(condition, false, other);
                self.expr_to(yes, to);
                self.emit(Op::Jump { to: end });
                self.place_label(other);
                self.expr_to(no, to);
                self.place_label(end);
            }
            ExprKind::Else(a, b) => {
                let end = self.label();
                self.expr_to(a, to);
                self.emit(Op::IfSome { a: to, to: end });
                self.expr_to(b, to);
                self.place_label(end);
            }
            ExprKind::Unwrap(inner) => {
                let a = self.expr(inner);
                self.emit(Op::Unwrap { to, a });
                if a != to {
                    self.done(a, &inner.ty);
                }
            }
            ExprKind::Make(items) => {
                let args = self.row(items, Use::Put);
                let count = items.len() as u16;
                self.emit(match e.ty {
                    Ty::Set(_) => Op::MakeSet { to, args, count },
                    _ => Op::Make { to, args, count },
                });
            }
            ExprKind::MakeMap(pairs) => {
                let args = self.row(pairs.iter().flat_map(|(key, value)| [key, value]), Use::Put);
                self.emit(Op::MakeMap { to, args, count: (pairs.len() * 2) as u16 });
            }
            ExprKind::MakeObject(entries) => {
                let args = self.row(entries.iter().map(|(_, value)| value), Use::Put);
                self.code.keys.push(entries.iter().map(|(key, _)| Rc::new(key.clone())).collect());
                self.emit(Op::MakeObject { to, args, keys: (self.code.keys.len() - 1) as u16 });
            }
            ExprKind::Fill(value, count) => {
                let args = self.row([&**value], Use::Put);
                let count = self.expr(count);
                self.emit(Op::Fill { to, value: args, count });
            }
            ExprKind::Call(id, args) => self.call(*id, args, to),
            ExprKind::Builtin(op, args) => self.builtin(*op, args, to),
            ExprKind::Board(op, id, args) => {
                let args = self.row(args, Use::Read);
                self.emit(Op::Board { op: *op, board: id.0, args, to });
            }
            ExprKind::PlaceOp(op, place, args) => self.place_op(*op, place, args, to),
            ExprKind::Block(body, value) => {
                self.stmts(body);
                self.expr_to(value, to);
            }
            ExprKind::Trial(a, None) => {
                self.emit(Op::Try);
                self.expr_to(a, to);
                self.emit(Op::Tried);
            }
            ExprKind::Trial(a, Some(otherwise)) => {
                let (failed, end) = (self.label(), self.label());
                // Verified: this is a call whose arguments are known values.
                let ExprKind::Call(id, args) = &a.kind else { return };
                let first = self.top as Reg;
                for arg in args {
                    let reg = self.temp();
                    self.argument(arg, None, reg);
                }
                self.emit(Op::Attempt { to: failed, from: first });
                self.span = a.span;
                self.emit(Op::Call { function: id.0, args: first, to });
                self.span = e.span;
                self.emit(Op::Attempted);
                self.emit(Op::Jump { to: end });
                self.place_label(failed);
                self.expr_to(otherwise, to);
                self.place_label(end);
            }
            ExprKind::Cast(cast, inner) => self.cast(*cast, inner, e, to),
            ExprKind::Seat if e.ty == Ty::Role => self.emit(Op::Role { to }),
            ExprKind::Seat => self.emit(Op::Seat { to }),
            ExprKind::Failure => self.emit(Op::Failure { to }),
            ExprKind::Active => self.emit(Op::Active { to }),
            ExprKind::Shown(id) => self.emit(Op::Shown { to, field: id.0 }),
            ExprKind::Last => self.emit(Op::Last { to }),
            ExprKind::WholeFrame => self.emit(Op::WholeFrame { to }),
            ExprKind::WholeState => self.emit(Op::WholeState { to }),
            ExprKind::Top(frame, field) => self.emit(Op::Top { to, frame: frame.0, field: field.0 }),
        }
    }

    fn binary(&mut self, op: Binary, left: &Expr, right: &Expr, to: Reg) {
        let constant = |e: &Expr| match &e.kind {
            ExprKind::Const(Const::Int(n)) => i32::try_from(*n).ok().filter(|n| *n != i32::MIN),
            _ => None,
        };
        let by = match op {
            Binary::IntAdd => constant(right).map(|by| (left, by)).or_else(|| constant(left).map(|by| (right, by))),
            Binary::IntSub => constant(right).map(|by| (left, -by)),
            _ => None,
        };
        if let Some((operand, by)) = by {
            let a = self.expr(operand);
            return self.emit(Op::AddInt { to, a, by });
        }
        if op == Binary::IntMul
            && let Some((operand, by)) =
                constant(right).map(|by| (left, by)).or_else(|| constant(left).map(|by| (right, by)))
        {
            let a = self.expr(operand);
            return self.emit(Op::MulInt { to, a, by });
        }
        let a = self.operand(left, self.is_quiet(right));
        let b = self.expr(right);
        let num = |op| Op::Num { op, to, a, b };
        let op = match op {
            Binary::IntAdd => Op::Add { to, a, b },
            Binary::IntSub => Op::Sub { to, a, b },
            Binary::IntMul => Op::Mul { to, a, b },
            Binary::IntDiv => Op::Div { to, a, b },
            Binary::IntRem => Op::Rem { to, a, b },
            Binary::NumAdd => num(NumOp::Add),
            Binary::NumSub => num(NumOp::Sub),
            Binary::NumMul => num(NumOp::Mul),
            Binary::NumDiv => num(NumOp::Div),
            Binary::NumRem => num(NumOp::Rem),
            Binary::IntLt => Op::Lt { to, a, b },
            Binary::IntLe => Op::Le { to, a, b },
            Binary::NumLt => Op::NumLt { to, a, b },
            Binary::NumLe => Op::NumLe { to, a, b },
            Binary::StrLt => Op::StrLt { to, a, b },
            Binary::StrLe => Op::StrLe { to, a, b },
            Binary::Eq => Op::Eq { to, a, b },
            Binary::Ne => Op::Ne { to, a, b },
            Binary::Concat => Op::Concat { to, a, b },
            Binary::In => match right.ty {
                Ty::Set(_) => Op::InSorted { to, a, list: b, step: 1 },
                Ty::Map(..) => Op::InSorted { to, a, list: b, step: 2 },
                _ => Op::In { to, a, list: b },
            },
        };
        self.emit(op);
        if matches!(op, Op::Concat { .. }) {
            return; // uses up its operands
        }
        for (reg, e) in [(a, left), (b, right)] {
            if reg != to {
                self.done(reg, &e.ty);
            }
        }
    }

    fn call(&mut self, id: FnId, args: &[Arg], to: Reg) {
        let callee = self.context.program.function(id);
        // The indices of places stay below the arguments.
        let quiet = args.iter().all(|arg| matches!(arg, Arg::Value(e) if self.is_quiet(e)));
        let late = self.come_late(args);
        let mut places: Vec<_> = Vec::with_capacity(args.len());
        let mut given = Vec::new();
        for arg in args {
            let place = match arg {
                Arg::InOut(place) => Some(self.place(place, quiet)),
                Arg::Value(_) => None,
            };
            if late {
                let reg = self.temp();
                self.argument(arg, place.as_ref(), reg);
                given.push(reg);
            }
            places.push(place);
        }
        let first = self.top as Reg;
        for (i, arg) in args.iter().enumerate() {
            let reg = self.temp();
            match given.get(i) {
                Some(from) => self.emit(Op::Take { to: reg, from: *from }),
                None => self.argument(arg, places[i].as_ref(), reg),
            }
        }
        // The result uses a temporary: an `inout` argument may be copied out to the same local.
        let copies_out = places.iter().any(Option::is_some);
        let result = if copies_out { self.temp() } else { to };
        self.emit(Op::Call { function: id.0, args: first, to: result });
        for (i, place) in places.iter_mut().enumerate().filter(|(i, _)| is_inout(callee, *i)) {
            if let Some((root, hops)) = place.take() {
                let reg = first + i as Reg;
                if !hops.is_empty() {
                    self.guard(reg, &callee.locals[i].ty);
                }
                self.write(root, hops, reg);
            }
        }
        if copies_out {
            self.emit(Op::Take { to, from: result });
        }
    }

    /// `true` if evaluating the indices of places before the arguments to their left makes a difference.
    fn come_late(&self, args: &[Arg]) -> bool {
        let nothing = |it: &Arg| match it {
            Arg::Value(e) => match e.kind {
                ExprKind::Const(_) => !is_list(&e.ty),
                ExprKind::Local(_) => e.ty.is_scalar(),
                _ => false,
            },
            Arg::InOut(it) => matches!(it.root, Root::Local(_)) && it.path.is_empty() && !is_list(&it.ty),
        };
        let quiet = |it: &Arg| matches!(it, Arg::Value(e) if self.is_quiet(e));
        args.iter().enumerate().any(|(i, arg)| {
            let Arg::InOut(place) = arg else { return false };
            let before = &args[..i];
            let mut indices = place.path.iter().filter_map(|it| match it {
                Step::Index(e) => Some(&e.kind),
                Step::Field(_) | Step::AnyField(_) => None,
            });
            !before.iter().all(nothing)
                && indices.any(|it| match it {
                    ExprKind::Const(_) => false,
                    ExprKind::Local(_) => !before.iter().all(quiet),
                    _ => true,
                })
        })
    }

    /// Loads an argument into a register: the value, or the content of the place.
    fn argument(&mut self, arg: &Arg, place: Option<&(PathRoot, Vec<Hop>)>, reg: Reg) {
        match (arg, place) {
            (Arg::Value(e), _) => {
                self.expr_to(e, reg);
                self.copied(reg, e);
            }
            (Arg::InOut(it), Some((root, hops))) => {
                self.read_place(*root, hops, reg);
                if is_list(&it.ty) {
                    self.emit(Op::Copied { at: reg });
                }
            }
            (Arg::InOut(_), None) => {}
        }
    }

    fn builtin(&mut self, op: Builtin, args: &[Expr], to: Reg) {
        if let (Builtin::Other, 2, [role]) = (op, self.context.program.roles.len(), args) {
            let a = self.expr(role);
            return self.emit(Op::Other { to, a });
        }
        match (op, args) {
            (Builtin::Len, [list]) if self.len_to(list, to) => return,
            (Builtin::Get, [list, index, Expr { kind: ExprKind::Const(Const::None), .. }])
                if matches!(list.ty, Ty::List(_)) =>
            {
                return self.get_to(list, index, to);
            }
            _ => {}
        }
        let groups = matches!(op, Builtin::MapGroupBy | Builtin::ObjectGroupBy);
        let first = self.row(args, if groups { Use::Group } else { Use::Read });
        let ty = args.first().map_or(Ty::Unit, |it| it.ty.clone());
        let ty = self.ty(&ty);
        self.emit(Op::Builtin { op, args: first, to, ty });
    }

    fn cast(&mut self, cast: Cast, inner: &Expr, e: &Expr, to: Reg) {
        if is_free(cast, inner, e) {
            return self.expr_to(inner, to);
        }
        if let (Cast::Check, ExprKind::Seat, Ty::Role) = (cast, &inner.kind, &e.ty) {
            return self.emit(Op::Role { to });
        }
        let a = self.expr(inner);
        let op = match cast {
            Cast::IntToNum => Op::IntToNum { to, a },
            Cast::Floor => Op::Floor { to, a },
            Cast::Check => {
                let (low, high) = bounds(self.context.program, &e.ty);
                self.code.ranges.push((low, high, e.ty.clone()));
                Op::Check { to, a, range: (self.code.ranges.len() - 1) as u16 }
            }
            Cast::Some | Cast::Held | Cast::Reveal | Cast::Elements => Op::ToSet { to, a },
            Cast::ToAny => Op::ToAny { counted: true, to, a, ty: self.ty(&inner.ty) },
            Cast::FromAny => Op::FromAny { to, a, ty: self.ty(&e.ty) },
            Cast::ToArray => Op::ToArray { to, a, ty: self.ty(&e.ty) },
            Cast::ToStr => Op::ToStr { to, a, ty: self.ty(&inner.ty) },
            Cast::SeatToRole => Op::SeatToRole { to, a },
            Cast::ActiveToRole => Op::ActiveToRole { to, a },
            Cast::ActiveToRoles => Op::ActiveToRoles { to, a },
        };
        self.emit(op);
        if a != to {
            self.done(a, &inner.ty);
        }
    }
}

/// `true` if a conversion changes nothing.
fn is_free(cast: Cast, inner: &Expr, e: &Expr) -> bool {
    match cast {
        Cast::Some | Cast::Held | Cast::Reveal => true,
        Cast::ToAny => !has_parts(&inner.ty),
        Cast::FromAny => e.ty == Ty::Any,
        Cast::ToStr => inner.ty == Ty::Str,
        Cast::Elements => !matches!(e.ty, Ty::Set(_)) || matches!(inner.ty, Ty::Set(_)),
        Cast::Check => match (&inner.ty, &e.ty) {
            (_, Ty::Int) => true,
            (Ty::Range(a, b), Ty::Range(low, high)) => low <= a && b <= high,
            (Ty::Opt(_), Ty::Opt(to)) if **to == Ty::Int => true,
            (a, b) => a == b,
        },
        _ => false,
    }
}

/// `true` if values of a type have parts, which are converted for `Any`.
fn has_parts(ty: &Ty) -> bool {
    matches!(ty.inner(), Ty::Record(_) | Ty::List(_) | Ty::Array(..) | Ty::Set(_) | Ty::Map(..))
}

/// The lowest and highest integer of a type.
fn bounds(program: &ir::Program, ty: &Ty) -> (i64, i64) {
    match ty {
        Ty::Range(low, high) => (*low, *high),
        Ty::Role => (0, program.roles.len() as i64 - 1),
        Ty::Enum(id) => (0, program.enums[id.index()].members.len() as i64 - 1),
        Ty::Opt(of) => bounds(program, of),
        _ => (-ir::INT_MAX, ir::INT_MAX),
    }
}
