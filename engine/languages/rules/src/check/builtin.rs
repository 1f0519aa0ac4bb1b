//! Types of the builtins.

use super::sort::{Sort, Typed, cast, none};
use super::{Checker, ast};
use ast::Name;
use diag::Span;
use ir::{Builtin, Cast, Const, Effects, Expr, ExprKind, Ty, arity};

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
        if !self.right_count(builtin.signature(), args, span) {
            return Typed::poison(span);
        }
        let made = match builtin {
            Builtin::Contains => return self.contains(args, span),
            Builtin::Get | Builtin::MapGet => self.get(builtin, args, span),
            Builtin::SortBy | Builtin::MapGroupBy | Builtin::ObjectGroupBy => self.by_key(builtin, args, span),
            Builtin::Next | Builtin::Previous => self.next(builtin, args, span),
            _ => self.builtin_args(builtin, args).map(|(args, result)| {
                match args.first().filter(|_| builtin == Builtin::Len).and_then(|it| self.counted_seats(it)) {
                    Some(count) => Typed { expr: count, sort: Sort::Of(Ty::Int) },
                    None => Typed::of(ExprKind::Builtin(builtin, args), result, span),
                }
            }),
        };
        made.unwrap_or(Typed::poison(span))
    }

    /// Whether a builtin gets as many arguments as it takes; a complaint if it does not.
    pub fn right_count(&mut self, signature: &str, args: &[ast::Expr<'s>], span: Span) -> bool {
        let (least, most) = arity(signature);
        if (least..=most).contains(&args.len()) {
            return true;
        }
        self.problems.builtin_arguments(span, signature, args.len());
        for it in args {
            self.expr(it, None);
        }
        false
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
                (vec![self.seated(expr)], if builtin == Builtin::Len { Ty::Int } else { Ty::Bool })
            }
            Builtin::Abs => {
                let (expr, ty) = self.number(&args[0], signature)?;
                (vec![expr], ty)
            }
            Builtin::Sign => (vec![self.number(&args[0], signature)?.0], Ty::Int),
            Builtin::Clamp => (args.iter().map(|it| self.expr_as(it, &Ty::Int)).collect(), Ty::Int),
            Builtin::Pow => (args.iter().map(|it| self.expr_as(it, &Ty::Int)).collect(), Ty::Int),
            Builtin::Ceil | Builtin::Round => (vec![self.expr_as(&args[0], &Ty::Num)], Ty::Int),
            Builtin::Sqrt => (vec![self.expr_as(&args[0], &Ty::Num)], Ty::Num),
            Builtin::Least | Builtin::Greatest => {
                let (list, element) = self.ordered(&args[0], signature)?;
                (vec![list], element.opt())
            }
            Builtin::Min | Builtin::Max => {
                let (a, b) = (self.expr(&args[0], None), self.expr(&args[1], None));
                let span = args[0].span.to(args[1].span);
                if a.sort == Sort::Poison && b.sort == Sort::Poison {
                    return None;
                }
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
            Builtin::First | Builtin::Last => {
                let (list, element) = self.items(&args[0], signature)?;
                (vec![list], element.opt())
            }
            Builtin::Without => {
                let (list, element) = self.items(&args[0], signature)?;
                (vec![list, self.expr_as(&args[1], &element)], element.list())
            }
            Builtin::IndexOf => {
                let (xs, ty) = self.value(&args[0])?;
                let (xs, part) = if ty == Ty::Str { (xs, ty) } else { self.as_items(xs, ty, signature)? };
                (vec![xs, self.expr_as(&args[1], &part)], Ty::Int.opt())
            }
            Builtin::Concat => {
                let (a, element) = self.items(&args[0], signature)?;
                let list = element.list();
                let b = self.expr_as(&args[1], &list);
                (vec![a, b], list)
            }
            Builtin::Reverse | Builtin::Unique | Builtin::Shuffled | Builtin::Pick => {
                let (list, element) = self.items(&args[0], signature)?;
                (vec![list], if builtin == Builtin::Pick { element } else { element.list() })
            }
            Builtin::Sorted => {
                let (list, element) = self.ordered(&args[0], signature)?;
                (vec![list], element.list())
            }
            Builtin::Flatten => {
                let (list, element) = self.items(&args[0], signature)?;
                let (Ty::List(inner) | Ty::Array(inner, _) | Ty::Set(inner)) = element.clone() else {
                    return self.misfit(args[0].span, signature, &element.list());
                };
                (vec![list], inner.list())
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
            Builtin::Keys | Builtin::Values | Builtin::MapHas => {
                let (map, ty) = self.value(&args[0])?;
                let Ty::Map(key, value) = &ty else { return self.misfit(args[0].span, signature, &ty) };
                let mut out = vec![map];
                if args.len() > 1 {
                    out.push(self.expr_as(&args[1], key));
                }
                let result = match builtin {
                    Builtin::Keys => (**key).clone().list(),
                    Builtin::Values => (**value).clone().list(),
                    _ => Ty::Bool,
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
            Builtin::Dice => (args.iter().map(|it| self.expr_as(it, &Ty::Int)).collect(), Ty::Int.list()),
            Builtin::Upper | Builtin::Lower | Builtin::Trim => (vec![self.expr_as(&args[0], &Ty::Str)], Ty::Str),
            Builtin::ToInt => (vec![self.expr_as(&args[0], &Ty::Str)], Ty::Int.opt()),
            Builtin::ToNum => (vec![self.expr_as(&args[0], &Ty::Str)], Ty::Num.opt()),
            Builtin::Split => (args.iter().map(|it| self.expr_as(it, &Ty::Str)).collect(), Ty::Str.list()),
            Builtin::StartsWith | Builtin::EndsWith => {
                (args.iter().map(|it| self.expr_as(it, &Ty::Str)).collect(), Ty::Bool)
            }
            Builtin::Replace => (args.iter().map(|it| self.expr_as(it, &Ty::Str)).collect(), Ty::Str),
            Builtin::Substring => {
                let text = self.expr_as(&args[0], &Ty::Str);
                (vec![text, self.expr_as(&args[1], &Ty::Int), self.expr_as(&args[2], &Ty::Int)], Ty::Str)
            }
            // What looks at its arguments by itself: see `builtin`.
            Builtin::Contains
            | Builtin::Get
            | Builtin::MapGet
            | Builtin::SortBy
            | Builtin::MapGroupBy
            | Builtin::ObjectGroupBy
            | Builtin::Next
            | Builtin::Previous => return None,
        })
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

    fn number(&mut self, it: &ast::Expr<'s>, signature: &str) -> Option<(Expr, Ty)> {
        let (expr, ty) = self.value(it)?;
        match ty {
            Ty::Int | Ty::Num => Some((expr, ty)),
            ty => self.misfit(it.span, signature, &ty),
        }
    }

    /// A list, or what is as good as one; with the type of its elements.
    pub fn items(&mut self, it: &ast::Expr<'s>, signature: &str) -> Option<(Expr, Ty)> {
        let (expr, ty) = self.value(it)?;
        self.as_items(expr, ty, signature)
    }

    fn as_items(&mut self, expr: Expr, ty: Ty, signature: &str) -> Option<(Expr, Ty)> {
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

    /// A list whose elements have an order.
    fn ordered(&mut self, it: &ast::Expr<'s>, signature: &str) -> Option<(Expr, Ty)> {
        let (list, element) = self.items(it, signature)?;
        if !has_order(&element) {
            return self.misfit(it.span, signature, &element.list());
        }
        Some((list, element))
    }

    pub fn misfit<T>(&mut self, span: Span, signature: &str, ty: &Ty) -> Option<T> {
        let shown = self.show(ty);
        self.problems.builtin_type(span, signature, &shown);
        None
    }
}

/// Whether values of a type can be put in order.
pub fn has_order(ty: &Ty) -> bool {
    ty.is_integral() || matches!(ty, Ty::Num | Ty::Str)
}
