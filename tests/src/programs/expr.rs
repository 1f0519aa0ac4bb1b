//! Random expressions of a type: those that may have any type. Expressions of specific types are in `values.rs`,
//! `texts.rs` and their like.

use super::maker::{Maker, e, int, s};
use ir::{Arg, Binary, Builtin, Cast, Const, Effects, Expr, ExprKind, PlaceOp, RecordId, StmtKind, Ty};

impl Maker {
    /// An expression of a type, at most this many levels deep.
    pub fn expr(&mut self, ty: &Ty, depth: usize) -> Expr {
        if depth == 0 || self.one_in(5) {
            return self.leaf(ty);
        }
        for _ in 0..4 {
            let made = if self.one_in(3) { self.general(ty, depth - 1) } else { self.special(ty, depth - 1) };
            if let Some(kind) = made {
                return e(self.spoiled(kind), ty);
            }
        }
        self.leaf(ty)
    }

    pub fn boxed(&mut self, ty: &Ty, depth: usize) -> Box<Expr> {
        Box::new(self.expr(ty, depth))
    }

    /// A constant, or the value of a place.
    pub fn leaf(&mut self, ty: &Ty) -> Expr {
        if self.draw.below(3) > 0
            && let Some(place) = self.place(&|it| it == ty, false)
        {
            return self.loaded(place);
        }
        if let Some(at) = self.program.data.iter().position(|it| it.ty == *ty)
            && self.one_in(3)
        {
            return e(ExprKind::Data(ir::DataId(at as u16)), ty);
        }
        let it = self.constant(ty);
        e(ExprKind::Const(it), ty)
    }

    pub fn loaded(&self, place: ir::Place) -> Expr {
        let ty = place.ty.clone();
        match (place.root, place.path.as_slice()) {
            (ir::Root::Local(id), []) => e(ExprKind::Local(id), &ty),
            _ => e(ExprKind::Load(Box::new(place)), &ty),
        }
    }

    /// An expression that may have any type.
    fn general(&mut self, ty: &Ty, depth: usize) -> Option<ExprKind> {
        Some(match self.draw.below(18) {
            0 => ExprKind::If(self.boxed(&Ty::Bool, depth), self.boxed(ty, depth), self.boxed(ty, depth)),
            1 => {
                let opt = if self.one_in(4) { ty.clone() } else { ty.clone().opt() };
                if !matches!(opt, Ty::Opt(_) | Ty::Any) {
                    return None;
                }
                ExprKind::Else(self.boxed(&opt, depth), self.boxed(ty, depth))
            }
            2 if self.risky() && !matches!(ty, Ty::Opt(_) | Ty::Any) => {
                ExprKind::Unwrap(self.boxed(&ty.clone().opt(), depth))
            }
            2 if !matches!(ty, Ty::Opt(_) | Ty::Any) => self.tested(ty, depth),
            3 => self.after_statements(depth.min(1), |it| it.expr(ty, depth)),
            4..=5 => return self.call(ty, depth),
            6 => return self.element(ty, depth),
            7 => return self.field(ty, depth),
            8..=9 => return self.taken(ty, depth),
            10 => ExprKind::Cast(Cast::Reveal, self.boxed(ty, depth)),
            11 if *ty != Ty::Any => {
                let any = if self.risky() {
                    self.boxed(&Ty::Any, depth)
                } else {
                    let inner = self.boxed(ty, depth);
                    Box::new(e(ExprKind::Cast(Cast::ToAny, inner), &Ty::Any))
                };
                ExprKind::Cast(Cast::FromAny, any)
            }
            12 => return self.builtin(ty, depth),
            13 => {
                let list = self.expr(&ty.clone().list(), depth);
                let (at, missing) = (self.expr(&Ty::Int, depth), self.expr(ty, depth));
                ExprKind::Builtin(Builtin::Get, vec![list, at, missing])
            }
            14 => {
                let key = self.key_type();
                let map = self.expr(&Ty::Map(Box::new(key.clone()), Box::new(ty.clone())), depth);
                let (at, missing) = (self.expr(&key, depth), self.expr(ty, depth));
                ExprKind::Builtin(Builtin::MapGet, vec![map, at, missing])
            }
            15 => self.trial(ty, depth)?,
            16 => self.part_of_trial(ty)?,
            // In a prompt there is a role.
            17 if *ty == Ty::Role && (self.risky() || self.scope.allowed.has(Effects::OFFER)) => {
                ExprKind::Cast(Cast::Check, Box::new(e(ExprKind::Seat, &Ty::Int)))
            }
            _ => return None,
        })
    }

    /// An optional, tested before it is asked.
    fn tested(&mut self, ty: &Ty, depth: usize) -> ExprKind {
        let opt = ty.clone().opt();
        let value = self.expr(&opt, depth);
        let held = self.local(&opt);
        let asked = || Box::new(e(ExprKind::Local(held), &opt));
        let none = Box::new(e(ExprKind::Const(Const::None), &opt));
        let is_there = Box::new(e(ExprKind::Binary(Binary::Ne, asked(), none), &Ty::Bool));
        let there = Box::new(e(ExprKind::Unwrap(asked()), ty));
        let chosen = ExprKind::If(is_there, there, self.boxed(ty, depth));
        ExprKind::Block(vec![s(StmtKind::Set(held, value))], Box::new(e(chosen, ty)))
    }

    /// A list with something in it.
    pub fn some(&mut self, of: &Ty, depth: usize) -> Expr {
        let items = (0..1 + self.draw.below(3)).map(|_| self.expr(of, depth)).collect();
        e(ExprKind::Make(items), &of.clone().list())
    }

    /// A call of a function with that result.
    pub fn call(&mut self, ty: &Ty, depth: usize) -> Option<ExprKind> {
        let helpers: Vec<_> = (0..self.helpers.len())
            .filter(|i| {
                let it = &self.helpers[*i];
                let function = self.program.function(it.id);
                let more = function.effects.0 & !self.scope.allowed.with(Effects::TRIAL).0;
                function.result == *ty && more == 0 && it.frame.is_none_or(|of| Some(of) == self.scope.frame)
            })
            .collect();
        if helpers.is_empty() {
            return None;
        }
        let helper = self.helpers[helpers[self.draw.below(helpers.len())]].clone();
        if !self.affords(helper.cost) {
            return None;
        }
        let function = self.program.function(helper.id).clone();
        let mut args = Vec::new();
        for (i, inout) in function.inout.iter().enumerate() {
            let ty = &function.locals[i].ty;
            args.push(if helper.recursive && i == 0 {
                let deep = if self.risky() { 300 } else { 5 };
                Arg::Value(int(self.draw.below(deep) as i64))
            } else if *inout {
                Arg::InOut(self.place(&|it| it == ty, true)?)
            } else {
                Arg::Value(self.expr(ty, depth))
            });
        }
        self.does(function.effects);
        Some(ExprKind::Call(helper.id, args))
    }

    /// An element of something with elements.
    fn element(&mut self, ty: &Ty, depth: usize) -> Option<ExprKind> {
        let of = Box::new(ty.clone());
        Some(match self.draw.below(5) {
            0..=1 => {
                let index = self.index();
                let count = self.program.count(index) as i64;
                let array = self.boxed(&Ty::Array(of, index), depth);
                ExprKind::Index(array, Box::new(self.below(count, depth)))
            }
            2 if self.risky() => ExprKind::Index(self.boxed(&Ty::List(of), depth), self.boxed(&Ty::Int, depth)),
            3 if self.risky() && *ty == Ty::Any => {
                let index = self.expr(&Ty::Int, depth);
                let index = e(ExprKind::Cast(Cast::ToAny, Box::new(index)), &Ty::Any);
                ExprKind::Index(self.boxed(&Ty::Any, depth), Box::new(index))
            }
            3 if self.risky() && (has_key(ty)) => {
                ExprKind::Index(self.boxed(&Ty::Set(of), depth), self.boxed(&Ty::Int, depth))
            }
            4 if self.risky() => {
                let key = self.key_type();
                let map = self.boxed(&Ty::Map(Box::new(key.clone()), of), depth);
                ExprKind::Index(map, self.boxed(&key, depth))
            }
            _ => {
                let list = self.some(ty, depth);
                let Expr { kind: ExprKind::Make(items), .. } = &list else { return None };
                let index = self.draw.below(items.len()) as i64;
                ExprKind::Index(Box::new(list), Box::new(int(index)))
            }
        })
    }

    /// A whole number from 0 on, below another.
    pub fn below(&mut self, count: i64, depth: usize) -> Expr {
        if self.risky() {
            return self.expr(&Ty::Int, depth);
        }
        if self.one_in(2) {
            return int(self.draw.below(count as usize) as i64);
        }
        let of = self.boxed(&Ty::Int, depth);
        e(ExprKind::Binary(Binary::IntRem, of, Box::new(int(count))), &Ty::Int)
    }

    fn field(&mut self, ty: &Ty, depth: usize) -> Option<ExprKind> {
        let records = self.program.records.iter().enumerate();
        let fields = records.flat_map(|(id, it)| it.fields.iter().enumerate().map(move |(i, it)| (id, i, it)));
        let found: Vec<_> = fields.filter(|it| it.2.ty == *ty).map(|it| (it.0, it.1)).collect();
        if found.is_empty() {
            return None;
        }
        let (id, field) = found[self.draw.below(found.len())];
        Some(ExprKind::Field(self.boxed(&Ty::Record(RecordId(id as u16)), depth), field as u16))
    }

    /// A list made by a loop.
    pub fn comprehension(&mut self, of: &Ty, depth: usize) -> Option<ExprKind> {
        let from = self.usual();
        let (list, var) = (of.clone().list(), self.local(&from));
        let out = self.local(&list);
        let items = self.expr(&from.clone().list(), depth);
        let empty = e(ExprKind::Const(Const::List(Vec::new())), &list);
        let before = (self.scope.readable.len(), self.scope.times);
        if !self.affords(10) {
            return None;
        }
        self.scope.times = before.1.max(1) * 4;
        self.scope.readable.push(var);
        let value = self.expr(of, depth);
        self.scope.readable.truncate(before.0);
        self.scope.times = before.1;
        let place = super::places::local(out, &list);
        let push = s(StmtKind::PlaceOp(PlaceOp::Push, place, vec![value]));
        let body = vec![s(StmtKind::Set(out, empty)), s(StmtKind::ForEach(var, items, vec![push]))];
        Some(ExprKind::Block(body, Box::new(e(ExprKind::Local(out), &list))))
    }

    /// A value after statements that only it sees.
    pub fn after_statements(&mut self, depth: usize, value: impl FnOnce(&mut Self) -> Expr) -> ExprKind {
        let (before, loops) = (self.scope.readable.len(), self.scope.loops);
        let count = 1 + self.draw.below(2);
        (self.scope.loops, self.scope.blocks) = (0, self.scope.blocks + 1);
        let body = self.body(count, depth);
        let value = value(self);
        (self.scope.loops, self.scope.blocks) = (loops, self.scope.blocks - 1);
        self.scope.readable.truncate(before);
        ExprKind::Block(body, Box::new(value))
    }
}

/// `true` if sets may contain values of a type.
pub fn has_key(ty: &Ty) -> bool {
    ty.has_order() || *ty == Ty::Any
}
