//! Random trials, and uses of their results.

use super::maker::{Maker, e, int, s};
use super::places;
use super::program::CHANGE;
use ir::{Arg, Builtin, Cast, Effects, Expr, ExprKind, Place, PlaceOp, Root, Stmt, StmtKind, Ty};

impl Maker {
    /// Something that is tried: mostly with changes.
    pub fn trial(&mut self, ty: &Ty, depth: usize) -> Option<ExprKind> {
        if !self.affords(10) {
            return None;
        }
        let form = self.draw.below(5);
        if form == 4
            && let Some(attempt) = self.attempt(ty, depth)
        {
            return Some(attempt);
        }
        let value = self.within_trial(|it| match form {
            0 => it.expr(ty, depth),
            1 => match it.call(ty, depth) {
                Some(call) => e(call, ty),
                None => it.expr(ty, depth),
            },
            _ => {
                let count = 1 + it.draw.below(3);
                let body = it.body(count, depth.min(1));
                e(ExprKind::Block(body, it.boxed(ty, depth)), ty)
            }
        });
        Some(ExprKind::Trial(Box::new(value), None))
    }

    /// A call that may fail, with a result for failure.
    fn attempt(&mut self, ty: &Ty, depth: usize) -> Option<ExprKind> {
        let call = self.within_trial(|it| it.call(ty, 0))?;
        let known = |it: &Arg| match it {
            Arg::Value(it) => matches!(it.kind, ExprKind::Const(_) | ExprKind::Local(_)),
            Arg::InOut(_) => false,
        };
        if !matches!(&call, ExprKind::Call(_, args) if args.iter().all(known)) {
            return None;
        }
        let otherwise = match ty {
            Ty::Int if self.draw.below(2) == 0 => Box::new(e(ExprKind::Failure, ty)),
            _ => self.boxed(ty, depth),
        };
        Some(ExprKind::Trial(Box::new(e(call, ty)), Some(otherwise)))
    }

    /// A trial may change anything.
    fn within_trial<T>(&mut self, made: impl FnOnce(&mut Self) -> T) -> T {
        let outer = (self.scope.allowed, self.scope.effects, self.scope.loops, self.scope.readable.len());
        self.scope.allowed = CHANGE;
        (self.scope.loops, self.scope.blocks) = (0, self.scope.blocks + 1);
        let value = made(self);
        self.scope.blocks -= 1;
        self.scope.readable.truncate(outer.3);
        (self.scope.allowed, self.scope.effects, self.scope.loops) = (outer.0, outer.1, outer.2);
        self.does(Effects::TRIAL);
        value
    }

    /// A trial that changes a place, and returns its new value.
    fn tried_place(&mut self, wanted: &dyn Fn(&Ty) -> bool) -> Option<(Place, Expr)> {
        if !self.affords(10) {
            return None;
        }
        // Its indices are evaluated in the trial and after it.
        let allowed = self.scope.allowed;
        self.scope.allowed = Effects(allowed.0 & CHANGE.0);
        let place = self.place(wanted, false);
        self.scope.allowed = allowed;
        let place = place?;
        let fixed = |it| self.scope.fixed.contains(&it);
        if matches!(place.root, Root::View(_)) || matches!(place.root, Root::Local(it) if fixed(it)) {
            return None;
        }
        let ty = place.ty.clone();
        let tried = self.within_trial(|it| {
            let count = it.draw.below(2);
            let mut body = it.body(count, 1);
            for _ in 0..1 + it.draw.below(2) {
                body.extend(it.changed(&place));
            }
            let value = e(ExprKind::Block(body, Box::new(it.loaded(place.clone()))), &ty);
            e(ExprKind::Trial(Box::new(value), None), &ty)
        });
        Some((place, tried))
    }

    /// Part of the result of a trial.
    pub fn part_of_trial(&mut self, ty: &Ty) -> Option<ExprKind> {
        let records = self.program.records.clone();
        let field = |it: &Ty| match it {
            Ty::Record(id) => records[id.index()].fields.iter().position(|it| it.ty == *ty),
            _ => None,
        };
        let has = |it: &Ty| field(it).is_some() || matches!(it, Ty::List(of) | Ty::Array(of, _) if **of == *ty);
        let (_, tried) = self.tried_place(&has)?;
        Some(match tried.ty.clone() {
            Ty::Array(_, index) => {
                let count = self.program.count(index) as i64;
                ExprKind::Index(Box::new(tried), Box::new(self.below(count, 1)))
            }
            Ty::List(_) => {
                let (at, missing) = (int(self.draw.below(3) as i64), self.leaf(ty));
                ExprKind::Builtin(Builtin::Get, vec![tried, at, missing])
            }
            of => ExprKind::Field(Box::new(tried), field(&of)? as u16),
        })
    }

    /// A change of a place, or of something in it.
    pub fn changed(&mut self, place: &Place) -> Option<Stmt> {
        let mut place = place.clone();
        if let Ty::Record(id) = place.ty
            && self.draw.below(3) > 0
        {
            let fields = &self.program.records[id.index()].fields;
            let field = self.draw.below(fields.len());
            place.ty = fields[field].ty.clone();
            place.path.push(ir::Step::Field(field as u16));
        }
        Some(s(match place.ty.clone() {
            Ty::List(of) if self.draw.below(4) > 0 => {
                let item = self.expr(&of, 1);
                StmtKind::PlaceOp(PlaceOp::Push, place, vec![item])
            }
            Ty::Set(of) if self.draw.below(4) > 0 => {
                let item = self.expr(&of, 1);
                StmtKind::PlaceOp(PlaceOp::SetToggle, place, vec![item])
            }
            Ty::Map(key, of) if self.draw.below(4) > 0 => {
                let args = vec![self.expr(&key, 1), self.expr(&of, 1)];
                StmtKind::PlaceOp(PlaceOp::MapSet, place, args)
            }
            ty => {
                let value = self.expr(&ty, 2);
                StmtKind::Assign(place, value)
            }
        }))
    }

    /// Stores the result of a trial, then changes it or the tried value: neither may affect the other.
    pub fn kept_trial(&mut self) -> Option<Vec<Stmt>> {
        let worth =
            |it: &Ty| matches!(it, Ty::Record(_) | Ty::List(_) | Ty::Array(..) | Ty::Set(_) | Ty::Map(..) | Ty::Str);
        let (place, tried) = self.tried_place(&worth)?;
        let ty = tried.ty.clone();
        let [before, kept] = [self.local(&ty), self.local(&ty)];
        let mut made = vec![s(StmtKind::Set(before, self.loaded(place.clone()))), s(StmtKind::Set(kept, tried))];
        self.scope.readable.extend([before, kept]);
        for id in [kept, before] {
            if self.one_in(2) {
                made.extend(self.changed(&places::local(id, &ty)));
            }
        }
        let local = matches!(place.root, Root::Local(_));
        if self.one_in(2) && self.may(Effects::WRITE) && !local {
            self.does(Effects::WRITE);
            made.extend(self.changed(&place));
        }
        if self.may(Effects::WRITE) {
            self.does(Effects::WRITE);
            let items = [before, kept].map(|id| e(ExprKind::Local(id), &ty)).to_vec();
            let both = e(ExprKind::Make(items), &ty.list());
            made.push(s(StmtKind::Log(Some(e(ExprKind::Cast(Cast::ToAny, Box::new(both)), &Ty::Any)))));
        }
        Some(made)
    }
}
