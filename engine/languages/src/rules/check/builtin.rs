//! Types of the builtins.

use super::sort::{Sort, Typed, cast};
use super::{Checker, ast};
use ast::Name;
use diag::Span;
use ir::{Builtin, Cast, Effects, Expr, ExprKind, Place, PlaceOp, Ty};

impl<'s> Checker<'_, '_, 's> {
    pub fn builtin(&mut self, builtin: Builtin, name: Name<'s>, args: &[ast::Expr<'s>], span: Span) -> Typed {
        if builtin.effects() != Effects::NONE {
            self.effect(builtin.effects(), span, format!("calls `{}`", name.text));
        }
        let count = arity(builtin.signature());
        if args.len() != count {
            self.problems.builtin_arguments(span, builtin.signature(), args.len());
            for it in args {
                self.expr(it, None);
            }
            return Typed::poison(span);
        }
        let Some((args, result)) = self.builtin_args(builtin, args) else {
            return Typed::poison(span);
        };
        Typed::of(ExprKind::Builtin(builtin, args), result, span)
    }

    fn builtin_args(&mut self, builtin: Builtin, args: &[ast::Expr<'s>]) -> Option<(Vec<Expr>, Ty)> {
        let signature = builtin.signature();
        Some(match builtin {
            Builtin::Len | Builtin::Empty => {
                let (expr, ty) = self.value(&args[0])?;
                let sized = ty.element().is_some() || matches!(ty, Ty::Str | Ty::Any);
                if !sized {
                    return self.misfit(args[0].span, signature, &ty);
                }
                (vec![expr], if builtin == Builtin::Len { Ty::Int } else { Ty::Bool })
            }
            Builtin::Abs => {
                let (expr, ty) = self.number(&args[0], signature)?;
                (vec![expr], ty)
            }
            Builtin::Min | Builtin::Max => {
                let (a, b) = (self.expr(&args[0], None), self.expr(&args[1], None));
                let span = args[0].span.to(args[1].span);
                let (a, b, ty) = self.unify(a, b, None, span);
                if !matches!(ty, Ty::Int | Ty::Num) {
                    return self.misfit(span, signature, &ty);
                }
                (vec![a, b], ty)
            }
            Builtin::Sum => {
                let (list, element) = self.items(&args[0], signature)?;
                match element {
                    Ty::Num => (vec![list], Ty::Num),
                    Ty::Int | Ty::Range(..) => (vec![list], Ty::Int),
                    other => return self.misfit(args[0].span, signature, &other.list()),
                }
            }
            Builtin::Indices => (vec![self.items(&args[0], signature)?.0], Ty::Int.list()),
            Builtin::Without | Builtin::IndexOf => {
                let (list, element) = self.items(&args[0], signature)?;
                let item = self.expr_as(&args[1], &element);
                let result = if builtin == Builtin::Without { element.list() } else { Ty::Int.opt() };
                (vec![list, item], result)
            }
            Builtin::Concat => {
                let (a, element) = self.items(&args[0], signature)?;
                let list = element.list();
                let b = self.expr_as(&args[1], &list);
                (vec![a, b], list)
            }
            Builtin::Reverse | Builtin::Sorted => {
                let (list, element) = self.items(&args[0], signature)?;
                if builtin == Builtin::Sorted && !(element.is_integral() || matches!(element, Ty::Num | Ty::Str)) {
                    return self.misfit(args[0].span, signature, &element.list());
                }
                (vec![list], element.list())
            }
            Builtin::Slice => {
                let (list, element) = self.items(&args[0], signature)?;
                let (from, end) = (self.expr_as(&args[1], &Ty::Int), self.expr_as(&args[2], &Ty::Int));
                (vec![list, from, end], element.list())
            }
            Builtin::Join => {
                let list = self.expr_as(&args[0], &Ty::Str.list());
                (vec![list, self.expr_as(&args[1], &Ty::Str)], Ty::Str)
            }
            Builtin::Other => {
                if self.program.roles.len() != 2 {
                    self.problems.other_of_two(args[0].span, self.program.roles.len());
                }
                (vec![self.expr_as(&args[0], &Ty::Role)], Ty::Role)
            }
            Builtin::Keys | Builtin::Values | Builtin::MapGet | Builtin::MapHas => {
                let (map, ty) = self.value(&args[0])?;
                let Ty::Map(key, value) = &ty else { return self.misfit(args[0].span, signature, &ty) };
                let mut out = vec![map];
                if args.len() > 1 {
                    out.push(self.expr_as(&args[1], key));
                }
                let result = match builtin {
                    Builtin::Keys => (**key).clone().list(),
                    Builtin::Values => (**value).clone().list(),
                    Builtin::MapHas => Ty::Bool,
                    _ => {
                        let missing = self.expr(&args[2], Some(value));
                        let ty = if missing.sort == Sort::None { (**value).clone().opt() } else { (**value).clone() };
                        out.push(self.coerce(missing, &ty));
                        ty
                    }
                };
                (out, result)
            }
            Builtin::SetHas => {
                let (set, ty) = self.value(&args[0])?;
                let Ty::Set(element) = &ty else { return self.misfit(args[0].span, signature, &ty) };
                (vec![set, self.expr_as(&args[1], element)], Ty::Bool)
            }
            Builtin::Json => {
                let typed = self.expr(&args[0], Some(&Ty::Any));
                (vec![self.coerce(typed, &Ty::Any)], Ty::Str)
            }
            Builtin::Random | Builtin::RandomBigint => (vec![self.expr_as(&args[0], &Ty::Int)], Ty::Int),
        })
    }

    /// A value of any settled type; absent if it was not understood.
    fn value(&mut self, it: &ast::Expr<'s>) -> Option<(Expr, Ty)> {
        let typed = self.expr(it, None);
        match typed.sort {
            Sort::Poison => None,
            Sort::Empty => {
                let list = Ty::Any.list();
                Some((self.coerce(typed, &list), list))
            }
            _ => Some(self.settle(typed)),
        }
    }

    fn number(&mut self, it: &ast::Expr<'s>, signature: &str) -> Option<(Expr, Ty)> {
        let (expr, ty) = self.value(it)?;
        match ty {
            Ty::Int | Ty::Num => Some((expr, ty)),
            ty => self.misfit(it.span, signature, &ty),
        }
    }

    /// A list, or what is as good as one; with the type of its elements.
    fn items(&mut self, it: &ast::Expr<'s>, signature: &str) -> Option<(Expr, Ty)> {
        let (expr, ty) = self.value(it)?;
        match ty {
            Ty::List(element) => Some((expr, *element)),
            Ty::Array(element, _) | Ty::Set(element) => {
                let list = element.clone().list();
                Some((cast(Cast::Elements, expr, list), *element))
            }
            Ty::Any => {
                let list = Ty::Any.list();
                Some((cast(Cast::FromAny, expr, list), Ty::Any))
            }
            ty => self.misfit(it.span, signature, &ty),
        }
    }

    fn misfit<T>(&mut self, span: Span, signature: &str, ty: &Ty) -> Option<T> {
        let shown = self.show(ty);
        self.problems.builtin_type(span, signature, &shown);
        None
    }

    /// A builtin that changes its first argument: the place, the other arguments, and what it gives.
    pub fn place_op(
        &mut self,
        op: PlaceOp,
        name: Name<'s>,
        args: &[ast::Expr<'s>],
        span: Span,
    ) -> Option<(Place, Vec<Expr>, Ty)> {
        if op.effects() != Effects::NONE {
            self.effect(op.effects(), span, format!("calls `{}`", name.text));
        }
        let signature = op.signature();
        if args.len() != arity(signature) {
            self.problems.builtin_arguments(span, signature, args.len());
            return None;
        }
        let place = self.place(&args[0])?;
        let rest = &args[1..];
        let ty = place.ty.clone();
        let (args, result) = match (op, &ty) {
            (PlaceOp::Push, Ty::List(it)) => (vec![self.expr_as(&rest[0], it)], Ty::Unit),
            (PlaceOp::Pop | PlaceOp::Shift, Ty::List(it)) => (Vec::new(), (**it).clone()),
            (PlaceOp::Insert, Ty::List(it)) => {
                (vec![self.expr_as(&rest[0], &Ty::Int), self.expr_as(&rest[1], it)], Ty::Unit)
            }
            (PlaceOp::Delete, Ty::List(_)) => (vec![self.expr_as(&rest[0], &Ty::Int)], Ty::Unit),
            (PlaceOp::DeleteItem, Ty::List(it)) => (vec![self.expr_as(&rest[0], it)], Ty::Unit),
            (PlaceOp::Clear, Ty::List(_) | Ty::Set(_) | Ty::Map(..)) => (Vec::new(), Ty::Unit),
            (PlaceOp::Shuffle | PlaceOp::ShuffleBigint, Ty::List(_) | Ty::Array(..)) => (Vec::new(), Ty::Unit),
            (PlaceOp::SetAdd | PlaceOp::SetDelete | PlaceOp::SetToggle, Ty::Set(it)) => {
                (vec![self.expr_as(&rest[0], it)], Ty::Unit)
            }
            (PlaceOp::MapSet, Ty::Map(k, v)) => (vec![self.expr_as(&rest[0], k), self.expr_as(&rest[1], v)], Ty::Unit),
            (PlaceOp::MapDelete, Ty::Map(k, _)) => (vec![self.expr_as(&rest[0], k)], Ty::Unit),
            (_, ty) => return self.misfit(args[0].span, signature, ty),
        };
        Some((place, args, result))
    }
}

/// How many parameters a signature names.
fn arity(signature: &str) -> usize {
    let inner = signature.split_once('(').and_then(|it| it.1.split_once(')')).map_or("", |it| it.0);
    if inner.is_empty() { 0 } else { inner.split(',').count() }
}
