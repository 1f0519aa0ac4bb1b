//! What each builtin takes and gives. A new one does not compile until it stands here.

use super::body::Verifier;
use super::broken::{Broken, Verified};
use super::types::compares;
use crate::{Builtin, Expr, Place, PlaceOp, Span, Ty, arity};

/// A call of a builtin.
struct Given<'v, 'p> {
    verifier: &'v Verifier<'p>,
    name: &'static str,
    args: &'v [Expr],
    span: Span,
}

impl Given<'_, '_> {
    fn require(&self, holds: bool, what: impl FnOnce() -> String) -> Verified {
        self.verifier.require(holds, self.span, || format!("`{}` {}", self.name, what()))
    }

    fn count(&self, signature: &str, more: usize) -> Verified {
        let arity = arity(signature).1 - more;
        self.require(self.args.len() == arity, || format!("with {} arguments", self.args.len()))
    }

    fn ty(&self, i: usize) -> &Ty {
        self.args.get(i).map_or(&Ty::Unit, |it| &it.ty)
    }

    /// An argument goes for a type.
    fn takes(&self, i: usize, ty: &Ty) -> Verified {
        self.verifier.flows(self.ty(i), ty, self.span)
    }

    fn all_take(&self, ty: &Ty) -> Verified {
        (0..self.args.len()).try_for_each(|i| self.takes(i, ty))
    }

    /// An argument is compared with values of a type.
    fn compares(&self, i: usize, ty: &Ty) -> Verified {
        let holds = compares(self.verifier.program, self.ty(i), ty);
        self.require(holds, || format!("compares {:?} with {ty:?}", self.ty(i)))
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
            other => self.require(false, || format!("takes {other:?} for a map")).map(|()| (&Ty::Unit, &Ty::Unit)),
        }
    }

    fn integral(&self, ty: &Ty) -> Verified {
        self.require(ty.is_integral(), || format!("takes {ty:?} for a whole number"))
    }

    /// Whether all arguments are numbers, and all whole.
    fn numbers(&self) -> Result<bool, Broken> {
        let number = |it: &Expr| it.ty.is_integral() || it.ty == Ty::Num;
        self.require(self.args.iter().all(number), || "takes something else for a number".into())?;
        Ok(self.args.iter().all(|it| it.ty.is_integral()))
    }
}

impl Verifier<'_> {
    pub(super) fn builtin(&self, op: Builtin, args: &[Expr], e: &Expr) -> Verified {
        let it = Given { verifier: self, name: op.name(), args, span: e.span };
        it.count(op.signature(), 0)?;
        // The type that it gives, no more and no less.
        let gives = |ty: &Ty| it.require(e.ty == *ty, || format!("gives {ty:?}, not {:?}", e.ty));
        // What stands in a value, as a type that it goes for.
        let passes = |of: &Ty| self.flows(of, &e.ty, e.span);
        // The same, or none.
        let may_pass = |of: &Ty| {
            it.require(matches!(e.ty, Ty::Opt(_) | Ty::Any), || format!("gives {:?}, which is never none", e.ty))?;
            passes(of)
        };
        match op {
            Builtin::Abs | Builtin::Min | Builtin::Max => gives(if it.numbers()? { &Ty::Int } else { &Ty::Num }),
            Builtin::Sign => it.numbers().and(gives(&Ty::Int)),
            Builtin::Clamp | Builtin::Pow | Builtin::Random | Builtin::RandomBigint => {
                it.all_take(&Ty::Int).and(gives(&Ty::Int))
            }
            Builtin::Ceil | Builtin::Round => it.takes(0, &Ty::Num).and(gives(&Ty::Int)),
            Builtin::Sqrt => it.takes(0, &Ty::Num).and(gives(&Ty::Num)),
            Builtin::Least | Builtin::Greatest | Builtin::First | Builtin::Last => may_pass(it.list(0)?),
            Builtin::Sum => match it.list(0)? {
                Ty::Num => gives(&Ty::Num),
                of => it.integral(of).and(gives(&Ty::Int)),
            },

            Builtin::Upper | Builtin::Lower | Builtin::Trim | Builtin::Replace => {
                it.all_take(&Ty::Str).and(gives(&Ty::Str))
            }
            Builtin::Split => it.all_take(&Ty::Str).and(gives(&Ty::Str.list())),
            Builtin::Join => {
                it.require(*it.ty(0) == Ty::Str.list(), || format!("takes {:?} for a list of texts", it.ty(0)))?;
                it.takes(1, &Ty::Str).and(gives(&Ty::Str))
            }
            Builtin::StartsWith | Builtin::EndsWith => it.all_take(&Ty::Str).and(gives(&Ty::Bool)),
            Builtin::Substring => {
                it.takes(0, &Ty::Str).and(it.takes(1, &Ty::Int)).and(it.takes(2, &Ty::Int)).and(gives(&Ty::Str))
            }
            Builtin::ToInt => it.takes(0, &Ty::Str).and(gives(&Ty::Int.opt())),
            Builtin::ToNum => it.takes(0, &Ty::Str).and(gives(&Ty::Num.opt())),
            // Every value has a text.
            Builtin::Json => gives(&Ty::Str),

            Builtin::Len | Builtin::Empty => {
                let sized = it.ty(0).element().is_some() || matches!(it.ty(0), Ty::Str | Ty::Any);
                it.require(sized, || format!("counts {:?}", it.ty(0)))?;
                gives(if op == Builtin::Len { &Ty::Int } else { &Ty::Bool })
            }
            Builtin::Indices => it.list(0).and(gives(&Ty::Int.list())),
            Builtin::Get => it.takes(1, &Ty::Int).and(it.takes(2, &e.ty)).and(passes(it.list(0)?)),
            Builtin::Contains | Builtin::IndexOf => {
                match it.ty(0) {
                    Ty::Str => it.takes(1, &Ty::Str)?,
                    _ => it.compares(1, it.list(0)?)?,
                }
                gives(&if op == Builtin::Contains { Ty::Bool } else { Ty::Int.opt() })
            }
            Builtin::Slice => it.takes(1, &Ty::Int).and(it.takes(2, &Ty::Int)).and(gives(&it.list(0)?.clone().list())),
            Builtin::Without => {
                let of = it.list(0)?;
                it.compares(1, of).and(gives(&of.clone().list()))
            }
            Builtin::Concat => {
                it.require(matches!(e.ty, Ty::List(_)), || format!("gives {:?}", e.ty))?;
                it.list(0).and(it.list(1)).and(it.all_take(&e.ty))
            }
            Builtin::Flatten => gives(&it.listed(it.list(0)?)?.clone().list()),
            Builtin::Reverse | Builtin::Sorted | Builtin::Unique | Builtin::Shuffled => {
                gives(&it.list(0)?.clone().list())
            }
            Builtin::SortBy => it.list(1).and(passes(&it.list(0)?.clone().list())),

            Builtin::SetHas => match it.ty(0) {
                Ty::Set(of) => it.compares(1, of).and(gives(&Ty::Bool)),
                other => it.require(false, || format!("takes {other:?} for a set")),
            },
            Builtin::Keys | Builtin::Values => {
                let (key, of) = if *it.ty(0) == Ty::Any { (&Ty::Str, &Ty::Any) } else { it.map(0)? };
                passes(&if op == Builtin::Keys { key } else { of }.clone().list())
            }
            Builtin::MapHas => it.compares(1, it.map(0)?.0).and(gives(&Ty::Bool)),
            Builtin::MapGet => {
                let (key, of) = it.map(0)?;
                it.compares(1, key).and(it.takes(2, &e.ty)).and(passes(of))
            }
            Builtin::MapGroupBy => match &e.ty {
                Ty::Map(key, of) => {
                    self.flows(it.list(1)?, key, e.span)?;
                    self.flows(&it.list(0)?.clone().list(), of, e.span)
                }
                other => it.require(false, || format!("gives {other:?}")),
            },
            Builtin::ObjectGroupBy => it.list(0).and(it.list(1)).and(it.all_take(&Ty::Any)).and(gives(&Ty::Any)),

            Builtin::Dice => it.all_take(&Ty::Int).and(gives(&Ty::Int.list())),
            Builtin::Pick => passes(it.list(0)?),
            Builtin::Other => it.takes(0, &Ty::Role).and(it.integral(&e.ty)).and(passes(&Ty::Role)),
            Builtin::Next | Builtin::Previous => {
                let of = it.list(1)?;
                it.integral(it.ty(0)).and(it.integral(of)).and(it.integral(&e.ty)).and(passes(of))
            }
        }
    }

    /// `wanted`: the type that what it gives is wanted as.
    pub(super) fn place_op(
        &self,
        op: PlaceOp,
        place: &Place,
        args: &[Expr],
        wanted: Option<&Ty>,
        span: Span,
    ) -> Verified {
        let it = Given { verifier: self, name: op.name(), args, span };
        it.count(op.signature(), 1)?;
        let dynamic = Ty::Any.list();
        let container = if place.ty == Ty::Any { &dynamic } else { place.ty.inner() };
        let misfit = || it.require(false, || format!("changes {:?}", place.ty));
        let list = || match container {
            Ty::List(of) => Ok(&**of),
            _ => misfit().map(|()| &Ty::Unit),
        };
        let row = || match container {
            Ty::List(of) | Ty::Array(of, _) => Ok(&**of),
            _ => misfit().map(|()| &Ty::Unit),
        };
        let set = || match container {
            Ty::Set(of) => Ok(&**of),
            _ => misfit().map(|()| &Ty::Unit),
        };
        let map = || match container {
            Ty::Map(key, of) => Ok((&**key, &**of)),
            _ => misfit().map(|()| (&Ty::Unit, &Ty::Unit)),
        };
        let given = match op {
            PlaceOp::Push => it.takes(0, list()?).map(|()| Ty::Unit)?,
            PlaceOp::Pop | PlaceOp::Shift => list()?.clone(),
            PlaceOp::Append => it.takes(0, &list()?.clone().list()).map(|()| Ty::Unit)?,
            PlaceOp::RemoveAt => it.takes(0, &Ty::Int).and(list())?.clone(),
            PlaceOp::Swap => it.all_take(&Ty::Int).and(row()).map(|_| Ty::Unit)?,
            PlaceOp::Sort | PlaceOp::Shuffle | PlaceOp::ShuffleBigint => row().map(|_| Ty::Unit)?,
            PlaceOp::Fill => it.takes(0, row()?).map(|()| Ty::Unit)?,
            PlaceOp::Clear => match container {
                Ty::List(_) | Ty::Set(_) | Ty::Map(..) => Ty::Unit,
                _ => misfit().map(|()| Ty::Unit)?,
            },
            PlaceOp::Insert => it.takes(0, &Ty::Int).and(it.takes(1, list()?)).map(|()| Ty::Unit)?,
            PlaceOp::InsertPair => {
                it.takes(0, &Ty::Int).and(it.takes(1, list()?)).and(it.takes(2, list()?)).map(|()| Ty::Unit)?
            }
            PlaceOp::Delete | PlaceOp::DeletePair => it.takes(0, &Ty::Int).and(list()).map(|_| Ty::Unit)?,
            PlaceOp::DeleteItem => it.compares(0, list()?).map(|()| Ty::Unit)?,
            PlaceOp::SetAdd | PlaceOp::SetToggle => it.takes(0, set()?).map(|()| Ty::Unit)?,
            PlaceOp::SetDelete => it.compares(0, set()?).map(|()| Ty::Unit)?,
            PlaceOp::MapSet => it.takes(0, map()?.0).and(it.takes(1, map()?.1)).map(|()| Ty::Unit)?,
            PlaceOp::MapDelete => it.compares(0, map()?.0).map(|()| Ty::Unit)?,
            PlaceOp::MapGetSet => it.takes(0, map()?.0).and(it.takes(1, map()?.1)).and(map())?.1.clone(),
            PlaceOp::Draw => it.takes(0, &Ty::Int).and(list())?.clone().list(),
        };
        wanted.map_or(Ok(()), |ty| self.flows(&given, ty, span))
    }
}
