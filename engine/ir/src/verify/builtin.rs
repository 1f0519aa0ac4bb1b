//! Types of builtins: by their rows, or by a rule of their own ([`Typing`]).

use super::body::Verifier;
use super::broken::{Broken, Verified};
use super::types::compares;
use crate::{Bound, Builtin, Expr, Place, PlaceOp, Row, Shape, Span, Ty, Typing};

/// A call of a builtin.
struct Given<'v, 'p> {
    verifier: &'v Verifier<'p>,
    row: &'static Row,
    args: &'v [Expr],
    span: Span,
}

impl Given<'_, '_> {
    fn require(&self, holds: bool, what: impl FnOnce() -> String) -> Verified {
        self.verifier.require(holds, self.span, || format!("`{}` {}", self.row.name, what()))
    }

    fn count(&self, params: usize) -> Verified {
        self.require(self.args.len() == params, || format!("with {} arguments", self.args.len()))
    }

    fn ty(&self, i: usize) -> &Ty {
        self.args.get(i).map_or(&Ty::Unit, |it| &it.ty)
    }

    /// An argument goes for a type.
    fn takes(&self, i: usize, ty: &Ty) -> Verified {
        self.flows(self.ty(i), ty)
    }

    fn all_take(&self, ty: &Ty) -> Verified {
        (0..self.args.len()).try_for_each(|i| self.takes(i, ty))
    }

    fn flows(&self, from: &Ty, to: &Ty) -> Verified {
        self.verifier.flows(from, to, self.span)
    }

    /// A value is compared with values of a type.
    fn compares(&self, a: &Ty, b: &Ty) -> Verified {
        let holds = compares(self.verifier.program, a, b);
        self.require(holds, || format!("compares {a:?} with {b:?}"))
    }

    /// The element of an argument that is a list, a set or an array.
    fn list(&self, i: usize) -> Result<&Ty, Broken> {
        self.listed(self.ty(i))
    }

    fn listed<'t>(&self, ty: &'t Ty) -> Result<&'t Ty, Broken> {
        match ty {
            Ty::List(of) | Ty::Set(of) | Ty::Array(of, _) => Ok(of),
            other => self.require(false, || format!("goes through {other:?}")).map(|()| &Ty::Unit),
        }
    }

    fn map(&self, i: usize) -> Result<(&Ty, &Ty), Broken> {
        match self.ty(i) {
            Ty::Map(key, of) => Ok((key, of)),
            other => self.misfit("a map", other).map(|()| (&Ty::Unit, &Ty::Unit)),
        }
    }

    fn misfit(&self, meant: &str, ty: &Ty) -> Verified {
        self.require(false, || format!("takes {ty:?} for {meant}"))
    }

    fn integral(&self, ty: &Ty) -> Verified {
        self.require(ty.is_integral(), || format!("takes {ty:?} for a whole number"))
    }

    /// Requires that a value of a type fits a shape. No executor relies on elements having an order.
    fn fits(&self, shape: &Shape, ty: &Ty, bound: &mut Bound) -> Verified {
        match shape {
            // Every value goes for it.
            Shape::Any => return Ok(()),
            Shape::Like(of) if let Some(of) = of.ty(bound) => return self.compares(ty, &of),
            Shape::List(of) if of.is_known() => {
                return self.require(shape.ty(bound).as_ref() == Some(ty), || format!("takes {ty:?} for {shape}"));
            }
            _ if let Some(wanted) = shape.ty(bound) => return self.flows(ty, &wanted),
            _ => {}
        }
        match (shape, ty) {
            (Shape::Number, Ty::Num) | (Shape::T | Shape::K | Shape::V | Shape::Ordered, _) => bound.bind(shape, ty),
            (Shape::Number, _) => {
                self.integral(ty)?;
                bound.bind(shape, &Ty::Int);
            }
            (Shape::NonEmpty(of), _) | (Shape::TextOrMany(of), Ty::Str) => self.fits(of, ty, bound)?,
            (Shape::Many(of) | Shape::TextOrMany(of), _) => self.fits(of, self.listed(ty)?, bound)?,
            (Shape::List(of), Ty::List(ty))
            | (Shape::Sequence(of), Ty::List(ty) | Ty::Array(ty, _))
            | (Shape::Set(of), Ty::Set(ty)) => self.fits(of, ty, bound)?,
            (Shape::Map(key, of) | Shape::Pairs(key, of), Ty::Map(k, v)) => {
                self.fits(key, k, bound)?;
                self.fits(of, v, bound)?;
            }
            (Shape::Pairs(key, of), Ty::Any) => {
                bound.bind(key, &Ty::Str);
                bound.bind(of, &Ty::Any);
            }
            (Shape::Sized | Shape::Growing, _) if bound.fits(shape, ty) => {}
            _ => self.misfit(&shape.to_string(), ty)?,
        }
        Ok(())
    }

    /// All arguments go for the parameters.
    fn all_fit(&self, params: &[crate::Param], bound: &mut Bound) -> Verified {
        params.iter().zip(self.args).try_for_each(|(param, arg)| self.fits(&param.shape, &arg.ty, bound))
    }

    /// The type that it gives, no more and no less.
    fn gives(&self, ty: &Ty, is: &Ty) -> Verified {
        self.require(is == ty, || format!("gives {ty:?}, not {is:?}"))
    }

    /// Requires that arguments and result fit the row.
    fn plain(&self, is: &Ty) -> Verified {
        let mut bound = Bound::default();
        self.all_fit(self.row.signature.params(), &mut bound)?;
        let Some(result) = self.row.signature.result() else { return self.gives(&Ty::Unit, is) };
        let ty = |shape: &Shape| shape.ty(&bound).unwrap_or(Ty::Unit);
        match &result {
            // The result may be none.
            Shape::Opt(of) if self.row.shares => {
                let may = matches!(is, Ty::Opt(_) | Ty::Any);
                self.require(may, || format!("gives {is:?}, which is never none"))?;
                self.flows(&ty(of), is)
            }
            Shape::As(of) => self.flows(&ty(of), is),
            of if self.row.shares => self.flows(&ty(of), is),
            of => self.gives(&ty(of), is),
        }
    }

    /// Requires numbers as arguments; `true` if all are whole.
    fn numbers(&self) -> Result<bool, Broken> {
        let number = |it: &Expr| it.ty.is_integral() || it.ty == Ty::Num;
        self.require(self.args.iter().all(number), || "takes something else for a number".into())?;
        Ok(self.args.iter().all(|it| it.ty.is_integral()))
    }
}

impl Verifier<'_> {
    pub(super) fn builtin(&self, op: Builtin, args: &[Expr], e: &Expr) -> Verified {
        let it = Given { verifier: self, row: op.row(), args, span: e.span };
        it.count(op.signature().arity().1)?;
        // The element type must flow into the type of the result.
        let passes = |of: &Ty| it.flows(of, &e.ty);
        match (op.row().typing, op) {
            (Typing::Plain | Typing::Member, _) => it.plain(&e.ty),
            (Typing::Unified, _) => it.gives(if it.numbers()? { &Ty::Int } else { &Ty::Num }, &e.ty),
            (Typing::Joined, _) => {
                it.require(matches!(e.ty, Ty::List(_)), || format!("gives {:?}", e.ty))?;
                it.list(0).and(it.list(1)).and(it.all_take(&e.ty))
            }
            (Typing::Lookup, Builtin::MapGet) => {
                let (key, of) = it.map(0)?;
                it.compares(it.ty(1), key).and(it.takes(2, &e.ty)).and(passes(of))
            }
            (Typing::Lookup, _) => it.takes(1, &Ty::Int).and(it.takes(2, &e.ty)).and(passes(it.list(0)?)),
            (Typing::ByKey, Builtin::MapGroupBy) => match &e.ty {
                Ty::Map(key, of) => {
                    it.flows(it.list(1)?, key)?;
                    it.flows(&it.list(0)?.clone().list(), of)
                }
                other => it.require(false, || format!("gives {other:?}")),
            },
            (Typing::ByKey, Builtin::ObjectGroupBy) => {
                it.list(0).and(it.list(1)).and(it.all_take(&Ty::Any)).and(it.gives(&Ty::Any, &e.ty))
            }
            (Typing::ByKey, _) => it.list(1).and(passes(&it.list(0)?.clone().list())),
            (Typing::Turn, Builtin::Other) => it.takes(0, &Ty::Role).and(it.integral(&e.ty)).and(passes(&Ty::Role)),
            (Typing::Turn, _) => {
                let of = it.list(1)?;
                it.integral(it.ty(0)).and(it.integral(of)).and(it.integral(&e.ty)).and(passes(of))
            }
        }
    }

    /// `wanted`: the type as which the result is used.
    pub(super) fn place_op(
        &self,
        op: PlaceOp,
        place: &Place,
        args: &[Expr],
        wanted: Option<&Ty>,
        span: Span,
    ) -> Verified {
        let it = Given { verifier: self, row: op.row(), args, span };
        let Some((first, params)) = op.signature().params().split_first() else {
            return it.require(false, || "changes nothing".into());
        };
        it.count(params.len())?;
        let dynamic = Ty::Any.list();
        let container = if place.ty == Ty::Any { &dynamic } else { place.ty.inner() };
        let mut bound = Bound::default();
        if it.fits(&first.shape, container, &mut bound).is_err() {
            return it.require(false, || format!("changes {:?}", place.ty));
        }
        it.all_fit(params, &mut bound)?;
        let given = op.signature().result().and_then(|it| it.ty(&bound)).unwrap_or(Ty::Unit);
        wanted.map_or(Ok(()), |ty| self.flows(&given, ty, span))
    }
}
