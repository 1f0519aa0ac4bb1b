//! Types of the builtins: as their rows say, or by a rule of their own ([`Typing`]).

use super::sort::{Sort, Typed, cast, none};
use super::{Checker, ast};
use ast::Name;
use diag::Span;
use ir::{Bound, Builtin, Cast, Const, Effects, Expr, ExprKind, Param, Shape, Signature, Ty, Typing};

impl<'s> Checker<'_, '_, 's> {
    pub fn builtin(&mut self, builtin: Builtin, name: Name<'s>, args: &[ast::Expr<'s>], span: Span) -> Typed {
        if builtin.effects() != Effects::NONE {
            self.effect(builtin.effects(), span, format!("calls `{}`", name.text));
        }
        match builtin {
            Builtin::Min if args.len() == 1 => return self.builtin(Builtin::Least, name, args, span),
            Builtin::Max if args.len() == 1 => return self.builtin(Builtin::Greatest, name, args, span),
            _ => {}
        }
        let signature = builtin.signature();
        if !self.right_count(signature, args, span) {
            return Typed::poison(span);
        }
        let made = match builtin.row().typing {
            Typing::Plain | Typing::Joined => self.plain(builtin, args, span),
            Typing::Unified => self.unified(builtin, args, span),
            Typing::Member => return self.contains(args, span),
            Typing::Lookup => self.get(builtin, args, span),
            Typing::ByKey => self.by_key(builtin, args, span),
            Typing::Turn if builtin == Builtin::Other => self.other(args, span),
            Typing::Turn => self.next(builtin, args, span),
        };
        made.unwrap_or(Typed::poison(span))
    }

    /// Checks the number of arguments of a builtin; reports a wrong one.
    pub fn right_count(&mut self, signature: Signature, args: &[ast::Expr<'s>], span: Span) -> bool {
        let (least, most) = signature.arity();
        if (least..=most).contains(&args.len()) {
            return true;
        }
        self.problems.builtin_arguments(span, &signature.to_string(), args.len());
        for it in args {
            self.expr(it, None);
        }
        false
    }

    /// A call that is typed as its row says.
    fn plain(&mut self, builtin: Builtin, args: &[ast::Expr<'s>], span: Span) -> Option<Typed> {
        let signature = builtin.signature();
        let mut bound = Bound::default();
        // `repeat(none, 3)` where an `int?[]` is wanted.
        if let (Some(want), Some(result)) = (self.wanted.take(), signature.result()) {
            let mut wanted = Bound::default();
            if wanted.fits(&result, &want) {
                bound = wanted;
            }
        }
        let args = self.operands(signature.params(), args, &mut bound, (signature, span))?;
        match args.first().filter(|_| builtin == Builtin::Len).and_then(|it| self.counted_seats(it)) {
            Some(count) => Some(Typed { expr: count, sort: Sort::Of(Ty::Int) }),
            None => {
                let result = signature.result().and_then(|it| it.ty(&bound)).unwrap_or(Ty::Unit);
                Some(Typed::of(ExprKind::Builtin(builtin, args), result, span))
            }
        }
    }

    /// Arguments for parameters, in their order: types found for variables by an earlier one apply to the later ones.
    pub fn operands(
        &mut self,
        params: &[Param],
        args: &[ast::Expr<'s>],
        bound: &mut Bound,
        (signature, span): (Signature, Span),
    ) -> Option<Vec<Expr>> {
        let mut out = Vec::with_capacity(params.len());
        for (i, param) in params.iter().enumerate() {
            out.push(match args.get(i) {
                Some(it) => self.operand(it, &param.shape, bound, signature)?,
                // The initial value of its type.
                None => {
                    let ty = param.shape.ty(bound)?;
                    Expr { kind: ExprKind::Const(self.first_value(&ty, span)), ty, span }
                }
            });
        }
        Some(out)
    }

    fn operand(&mut self, it: &ast::Expr<'s>, shape: &Shape, bound: &mut Bound, signature: Signature) -> Option<Expr> {
        if let Some(ty) = shape.ty(bound) {
            return Some(self.expr_as(it, &ty));
        }
        let (expr, ty) = self.value(it)?;
        let shape = if let Shape::NonEmpty(of) = shape { of } else { shape };
        match shape {
            Shape::Many(of) | Shape::TextOrMany(of) if ty != Ty::Str || matches!(shape, Shape::Many(_)) => {
                let (list, element) = self.as_items(expr, ty, signature)?;
                if !bound.fits(of, &element) {
                    return self.misfit(it.span, signature, &element.list());
                }
                Some(list)
            }
            _ if !bound.fits(shape, &ty) => self.misfit(it.span, signature, &ty),
            Shape::Sized => Some(self.seated(expr)),
            _ => Some(expr),
        }
    }

    /// `min(a, b)`, `max(a, b)`
    fn unified(&mut self, builtin: Builtin, args: &[ast::Expr<'s>], span: Span) -> Option<Typed> {
        let (a, b) = (self.expr(&args[0], None), self.expr(&args[1], None));
        let both = args[0].span.to(args[1].span);
        if a.sort == Sort::Poison && b.sort == Sort::Poison {
            return None;
        }
        let (mut a, mut b, mut ty) = self.unify(a, b, None, both);
        if let Ty::Range(..) = ty {
            [a, b] = [a, b].map(|it| cast(Cast::Check, it, Ty::Int));
            ty = Ty::Int;
        }
        if !matches!(ty, Ty::Int | Ty::Num) {
            return self.misfit(both, builtin.signature(), &ty);
        }
        Some(Typed::of(ExprKind::Builtin(builtin, vec![a, b]), ty, span))
    }

    /// `other(r)`
    fn other(&mut self, args: &[ast::Expr<'s>], span: Span) -> Option<Typed> {
        if self.program.roles.len() != 2 {
            self.problems.other_of_two(args[0].span, self.program.roles.len());
        }
        self.plain(Builtin::Other, args, span)
    }

    /// `contains(xs, x)`: a part of a text, else `x in xs`.
    fn contains(&mut self, args: &[ast::Expr<'s>], span: Span) -> Typed {
        let typed = self.expr(&args[0], None);
        if typed.sort != Sort::Of(Ty::Str) {
            return self.member_of(&args[1], typed, span);
        }
        let part = self.expr_as(&args[1], &Ty::Str);
        Typed::of(ExprKind::Builtin(Builtin::Contains, vec![typed.expr, part]), Ty::Bool, span)
    }

    /// `get(xs, i, missing)`, `map_get(m, k, missing)`
    fn get(&mut self, builtin: Builtin, args: &[ast::Expr<'s>], span: Span) -> Option<Typed> {
        let (container, ty) = self.value(&args[0])?;
        let (builtin, container, by, value) = match ty {
            Ty::Map(key, value) => (Builtin::MapGet, container, *key, *value),
            ty if builtin == Builtin::MapGet => return self.misfit(args[0].span, builtin.signature(), &ty),
            ty => {
                let (list, element) = self.as_items(container, ty, builtin.signature())?;
                (builtin, list, Ty::Int, element)
            }
        };
        let at = self.expr_as(&args[1], &by);
        let none = || Typed { expr: Expr { ty: Ty::Any, ..none(span) }, sort: Sort::None };
        let missing = args.get(2).map_or_else(none, |it| self.expr(it, Some(&value)));
        let ty = if missing.sort == Sort::None { value.opt() } else { value };
        let missing = self.coerce(missing, &ty);
        Some(Typed::of(ExprKind::Builtin(builtin, vec![container, at, missing]), ty, span))
    }

    /// `next(r)`, `next(r, among)`
    fn next(&mut self, builtin: Builtin, args: &[ast::Expr<'s>], span: Span) -> Option<Typed> {
        let typed = self.expr(&args[0], None);
        let (here, ty) = match typed.sort {
            Sort::Poison => return None,
            // One role is active, or it is a fault.
            Sort::Active | Sort::Seat => (self.coerce(typed, &Ty::Role), Ty::Role),
            _ => self.settle(typed),
        };
        let count = match ty {
            Ty::Role => self.program.roles.len(),
            Ty::Enum(id) => self.program.enums[id.index()].members.len(),
            ty => return self.misfit(args[0].span, builtin.signature(), &ty),
        };
        let among = match args.get(1) {
            Some(it) => self.expr_as(it, &ty.clone().list()),
            None => {
                let all = (0..count as i64).map(Const::Int).collect();
                let all = Expr { kind: ExprKind::Const(Const::List(all)), ty: ty.clone().list(), span };
                if ty == Ty::Role { self.first_seats(all) } else { all }
            }
        };
        Some(Typed::of(ExprKind::Builtin(builtin, vec![here, among]), ty, span))
    }

    /// A value of any settled type; absent if it was not understood.
    pub fn value(&mut self, it: &ast::Expr<'s>) -> Option<(Expr, Ty)> {
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

    /// A list, or a value that can be used as one; with the type of its elements.
    pub fn items(&mut self, it: &ast::Expr<'s>, signature: Signature) -> Option<(Expr, Ty)> {
        let (expr, ty) = self.value(it)?;
        self.as_items(expr, ty, signature)
    }

    fn as_items(&mut self, expr: Expr, ty: Ty, signature: Signature) -> Option<(Expr, Ty)> {
        match ty {
            Ty::List(element) => Some((expr, *element)),
            Ty::Array(element, _) | Ty::Set(element) => {
                let list = element.clone().list();
                Some((self.elements(expr, list), *element))
            }
            Ty::Any => {
                let list = Ty::Any.list();
                Some((cast(Cast::FromAny, expr, list), Ty::Any))
            }
            ty => self.misfit(expr.span, signature, &ty),
        }
    }

    pub fn misfit<T>(&mut self, span: Span, signature: Signature, ty: &Ty) -> Option<T> {
        let shown = self.show(ty);
        self.problems.builtin_type(span, &signature.to_string(), &shown);
        None
    }
}
