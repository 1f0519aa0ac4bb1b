//! Calls of builtins, generated from the types in their rows: a new row automatically has calls here.

use super::expr::has_key;
use super::maker::{Maker, int};
use ir::{Bound, Builtin, Effects, Expr, ExprKind, Place, PlaceOp, Shape, StmtKind, Ty, Typing};

impl Maker {
    /// A builtin that gives a value of a type; not one whose calls are typed by a rule of their own.
    pub fn builtin(&mut self, ty: &Ty, depth: usize) -> Option<ExprKind> {
        let random = self.may(Effects::RANDOM);
        let all = Builtin::ALL.iter().filter(|it| random || !it.effects().has(Effects::RANDOM));
        let plain = all.filter(|it| matches!(it.row().typing, Typing::Plain | Typing::Member | Typing::Joined));
        let fitting: Vec<(Builtin, Bound)> =
            plain.filter_map(|it| Some((*it, gives(it.signature().result()?, ty)?))).collect();
        let (op, mut bound) = self.one_of(fitting)?;
        let params = op.signature().params();
        let args = params.iter().map(|it| self.argument(&it.shape, &mut bound, depth)).collect::<Option<_>>()?;
        self.does(op.effects());
        Some(ExprKind::Builtin(op, args))
    }

    /// A builtin that changes a place, and gives a value of a type.
    pub fn taken(&mut self, ty: &Ty, depth: usize) -> Option<ExprKind> {
        let fitting: Vec<(PlaceOp, Bound)> =
            PlaceOp::ALL.iter().filter_map(|it| Some((*it, gives(it.signature().result()?, ty)?))).collect();
        let (op, bound) = self.one_of(fitting)?;
        if may_fail(op) && !self.dares(2) {
            return None;
        }
        let shape = op.signature().params().first()?.shape;
        let place = self.place(&|it| bound.clone().fits(&shape, it), true)?;
        let args = self.changing(op, &place, depth)?;
        Some(ExprKind::PlaceOp(op, Box::new(place), args))
    }

    /// A builtin that changes a place.
    pub fn change(&mut self) -> Option<StmtKind> {
        let collection = |it: &Ty| matches!(it, Ty::List(_) | Ty::Set(_) | Ty::Map(..) | Ty::Array(..));
        let place = self.place(&collection, true)?;
        let random = self.may(Effects::RANDOM);
        let all = PlaceOp::ALL.iter().copied().filter(|it| random || !it.effects().has(Effects::RANDOM));
        let goes_with = |it: &PlaceOp| {
            it.signature().params().first().is_some_and(|it| Bound::default().fits(&it.shape, &place.ty))
        };
        let op = self.one_of(all.filter(goes_with).collect())?;
        match &place.ty {
            Ty::List(of) if may_fail(op) && !self.dares(3) => {
                let of = (**of).clone();
                return Some(self.put_in(place, &of));
            }
            _ => {}
        }
        let args = self.changing(op, &place, 2)?;
        self.does(op.effects());
        Some(StmtKind::PlaceOp(op, place, args))
    }

    /// With an index that is always valid: at the start.
    fn put_in(&mut self, place: Place, of: &Ty) -> StmtKind {
        let (op, count) = if self.one_in(2) { (PlaceOp::Insert, 1) } else { (PlaceOp::InsertPair, 2) };
        let items = (0..count).map(|_| self.expr(of, 1));
        StmtKind::PlaceOp(op, place, [int(0)].into_iter().chain(items).collect())
    }

    /// The arguments after the place.
    fn changing(&mut self, op: PlaceOp, place: &Place, depth: usize) -> Option<Vec<Expr>> {
        let (first, params) = op.signature().params().split_first()?;
        let mut bound = Bound::default();
        assert!(bound.fits(&first.shape, &place.ty), "`{}` does not go with {:?}", op.name(), place.ty);
        let argument = |it: &ir::Param| match (&it.shape, &place.ty) {
            (Shape::Index, Ty::Array(_, index)) => {
                let count = self.program.count(*index) as i64;
                Some(self.below(count, 1))
            }
            (shape, _) => self.argument(shape, &mut bound, depth),
        };
        params.iter().map(argument).collect()
    }

    fn one_of<T>(&mut self, mut items: Vec<T>) -> Option<T> {
        if items.is_empty() { None } else { Some(items.swap_remove(self.draw.below(items.len()))) }
    }

    /// A value for a parameter, mostly one that does not stop the game.
    fn argument(&mut self, shape: &Shape, bound: &mut Bound, depth: usize) -> Option<Expr> {
        if !self.risky() {
            match shape {
                Shape::Within(low, high) => return Some(int(low + self.draw.below((high - low + 1) as usize) as i64)),
                Shape::Num => return Some(self.tame(depth)),
                Shape::NonEmpty(Shape::Many(of)) => {
                    let of = self.shaped_type(of, bound)?;
                    return Some(self.some(&of, depth));
                }
                _ => {}
            }
        } else if let Shape::Pairs(key, of) = shape
            && bound.fits(key, &Ty::Str)
            && bound.fits(of, &Ty::Any)
        {
            return Some(self.expr(&Ty::Any, depth));
        }
        let ty = self.shaped_type(shape, bound)?;
        Some(self.expr(&ty, depth))
    }

    /// A type of a shape.
    fn shaped_type(&mut self, shape: &Shape, bound: &mut Bound) -> Option<Ty> {
        if let Some(ty) = shape.ty(bound) {
            return Some(if *shape == Shape::Number && ty == Ty::Int && self.one_in(3) { self.range() } else { ty });
        }
        let ty = match shape {
            Shape::T | Shape::V => self.usual(),
            Shape::K => self.key_type(),
            Shape::Ordered => self.one_of(vec![Ty::Int, Ty::Num, Ty::Str, Ty::Role])?,
            Shape::Number => self.one_of(vec![Ty::Int, Ty::Num])?,
            Shape::NonEmpty(of) => self.shaped_type(of, bound)?,
            Shape::Many(of) => {
                let of = self.shaped_type(of, bound)?;
                match self.draw.below(8) {
                    0 if has_key(&of) => Ty::Set(Box::new(of)),
                    1 => Ty::Array(Box::new(of), self.index()),
                    _ => of.list(),
                }
            }
            Shape::TextOrMany(of) if self.one_in(3) && bound.fits(of, &Ty::Str) => Ty::Str,
            Shape::TextOrMany(of) => self.shaped_type(of, bound)?.list(),
            Shape::List(of) => self.shaped_type(of, bound)?.list(),
            Shape::Set(of) => {
                let key = self.key_type();
                bound.fits(of, &key);
                Ty::Set(Box::new(of.ty(bound).filter(has_key)?))
            }
            Shape::Map(key, of) | Shape::Pairs(key, of) => {
                let key = self.shaped_type(key, bound).filter(has_key)?;
                Ty::Map(Box::new(key), Box::new(self.shaped_type(of, bound)?))
            }
            Shape::Sized => match self.draw.below(5) {
                0 => Ty::Str,
                1 => Ty::Map(Box::new(self.key_type()), Box::new(self.usual())),
                2 => Ty::Set(Box::new(self.key_type())),
                3 if self.risky() => Ty::Any,
                _ => self.usual().list(),
            },
            _ => return None,
        };
        if shape.is_variable() {
            bound.bind(shape, &ty);
        }
        Some(ty)
    }
}

/// Types of variables for a result of a type.
fn gives(result: Shape, ty: &Ty) -> Option<Bound> {
    let mut bound = Bound::default();
    (bound.fits(&result, ty) && result.ty(&bound).is_some_and(|it| it == *ty)).then_some(bound)
}

/// `true` if it stops the game when there are too few elements.
fn may_fail(op: PlaceOp) -> bool {
    op.signature().params().iter().any(|it| matches!(it.shape, Shape::Index | Shape::NonEmpty(_)))
}
