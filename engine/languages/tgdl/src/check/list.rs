//! Lists and their functions: values, so that assigning one copies it.

use super::types::{T, Val};
use super::{Checker, ast};
use ast::{Argument, Name};
use diag::Span;
use ir::{Binary, Builtin, Cast, Expr, ExprKind, Place, PlaceOp, Stmt, StmtKind, Ty};

impl<'b, 'a, 's> Checker<'b, 'a, 's> {
    /// `{ a, b }` where elements of a type are wanted.
    pub fn list_of(&mut self, span: Span, items: &'a [ast::Expr<'s>], of: &T) -> Val {
        let mut all = Vec::with_capacity(items.len());
        for it in items {
            let value = self.expr_for(it, of);
            all.push(self.element(value));
        }
        let t = of.clone().list();
        let ty = self.rep(&t);
        // An empty list is one that is added to.
        let constants: Option<Vec<ir::Const>> = all.iter().map(constant).collect();
        let kind = match constants {
            Some(all) if !all.is_empty() => ExprKind::Const(ir::Const::List(all)),
            _ => ExprKind::Make(all),
        };
        self.val(Expr { kind, ty, span }, t)
    }

    /// A value as an element of a list.
    pub fn element(&mut self, it: Val) -> Expr {
        if it.none {
            self.found.list_none = true;
        }
        if self.facts.list_none { self.optional(it) } else { self.strict(it) }
    }

    /// A list; one that was never set is empty.
    pub fn strict_list(&mut self, it: Val) -> Expr {
        if !it.none {
            return it.e;
        }
        let ty = it.e.ty.inner().clone();
        let empty = self.b().expr(ExprKind::Make(Vec::new()), ty.clone());
        self.b().expr(ExprKind::Else(Box::new(it.e), Box::new(empty)), ty)
    }

    /// The list in a place where there is one.
    pub fn list_in(&self, place: &Place) -> Expr {
        let list = self.b().load(place.clone());
        let Ty::Opt(ty) = &place.ty else { return list };
        self.b().expr(ExprKind::Unwrap(Box::new(list)), (**ty).clone())
    }

    /// A list of whole numbers that the program made, as lists hold them.
    pub fn elements(&mut self, e: Expr) -> Expr {
        if !self.facts.list_none || e.ty != Ty::Int.list() {
            return e;
        }
        let id = match self.helpers.elements {
            Some(id) => id,
            None => {
                let mut b = front::make::Body::default();
                let (list, out) = (b.local("list", Ty::Int.list()), b.local("out", Ty::Int.opt().list()));
                let each = b.local("each", Ty::Int);
                let place = b.place(ir::Root::Local(out), Vec::new(), Ty::Int.opt().list());
                let some = b.cast(Cast::Some, b.get(each), Ty::Int.opt());
                let push = b.stmt(StmtKind::PlaceOp(PlaceOp::Push, place, vec![some]));
                let empty = b.expr(ExprKind::Make(Vec::new()), Ty::Int.opt().list());
                let copy = b.stmt(StmtKind::ForEach(each, b.get(list), vec![push]));
                let body = vec![b.set(out, empty), copy, b.give(b.get(out))];
                let id = self.function("elements", b, 1, Ty::Int.opt().list(), body);
                self.helpers.elements = Some(id);
                id
            }
        };
        self.b().call(id, vec![e], Ty::Int.opt().list())
    }

    /// `list[i] = value`: appends at the end; beyond it, fills the gap with none.
    pub fn set_element(&mut self, place: Place, t: &T, index: Expr, value: Val, at_end: bool) -> Vec<Stmt> {
        let value = self.fit(value, &t.element());
        let value = self.element(value);
        let ty = value.ty.clone();
        let push = |this: &Self, e: Expr| this.b().stmt(StmtKind::PlaceOp(PlaceOp::Push, place.clone(), vec![e]));
        if at_end {
            return vec![push(self, value)];
        }
        self.found.list_none = true;
        let (i, set_i) = self.temp("index", index);
        let (v, set_v) = self.temp("value", value);
        let b = self.b();
        let len = || b.builtin(Builtin::Len, vec![self.list_in(&place)], Ty::Int);
        let mut inner = place.clone();
        inner.path.push(ir::Step::Index(b.get(i)));
        inner.ty = ty.clone();
        let assign = b.assign(inner, b.get(v));
        let mut grow = Vec::new();
        if matches!(ty, Ty::Opt(_)) {
            let fill = vec![push(self, self.zero(&ty))];
            grow.push(b.stmt(StmtKind::While(b.less(len(), b.get(i)), fill)));
        }
        grow.push(push(self, b.get(v)));
        let within = b.less(b.get(i), len());
        vec![set_i, set_v, b.stmt(StmtKind::If(within, vec![assign], grow))]
    }

    /// A function of a list; `None` if it has none of that name. Functions that change the list need its place.
    pub fn list_call(
        &mut self,
        list: Val,
        place: Option<Place>,
        name: Name<'s>,
        args: &'a [Argument<'s>],
    ) -> Option<(Vec<Stmt>, Val)> {
        let t = list.t.clone();
        let of = t.element();
        let ty = self.rep(&t);
        let unit = |this: &Self| this.val(this.b().int(0), T::Bad);
        let first = args.first().map(|it| &it.value);
        let change = |this: &Self, op: PlaceOp, args: Vec<Expr>| match &place {
            Some(place) => vec![this.b().stmt(StmtKind::PlaceOp(op, place.clone(), args))],
            None => Vec::new(),
        };
        Some(match (name.text, first) {
            ("append" | "addRange" | "push", Some(other)) => {
                let value = self.expr(other);
                if matches!(value.t, T::List(_)) && (!matches!(of, T::List(_)) || self.fits(&value.t, &t)) {
                    let value = self.fit(value, &t);
                    let value = self.strict_list(value);
                    (change(self, PlaceOp::Append, vec![value]), unit(self))
                } else {
                    let value = self.fit(value, &of);
                    let value = self.element(value);
                    (change(self, PlaceOp::Push, vec![value]), unit(self))
                }
            }
            ("add", Some(item)) => {
                let value = self.expr_for(item, &of);
                let value = self.element(value);
                (change(self, PlaceOp::Push, vec![value]), unit(self))
            }
            ("clear", None) => (change(self, PlaceOp::Clear, Vec::new()), unit(self)),
            ("shuffle", None) => {
                self.chance();
                (change(self, PlaceOp::Shuffle, Vec::new()), unit(self))
            }
            ("contains", Some(item)) => {
                let value = self.expr_for(item, &of);
                let list = self.strict_list(list);
                // None is in no list.
                if value.none && !self.facts.list_none {
                    let (local, set) = self.temp("item", value.e);
                    let ty = self.rep(&of);
                    let b = self.b();
                    let there = b.not(b.equal(b.get(local), b.none(ty.clone().opt())));
                    let item = b.expr(ExprKind::Unwrap(Box::new(b.get(local))), ty);
                    let e = b.block(vec![set], b.and(there, self.is_in(item, list)));
                    return Some((Vec::new(), self.val(e, T::Bool)));
                }
                let item = self.element(value);
                let e = self.is_in(item, list);
                (Vec::new(), self.val(e, T::Bool))
            }
            ("find", Some(item)) => {
                let value = self.expr_for(item, &of);
                let item = self.element(value);
                let list = self.strict_list(list);
                let e = self.b().builtin(Builtin::IndexOf, vec![list, item], Ty::Int.opt());
                if self.facts.fraction {
                    let (local, set) = self.temp("found", e);
                    let b = self.b();
                    let there = b.equal(b.get(local), b.none(Ty::Int.opt()));
                    let index = b.expr(ExprKind::Unwrap(Box::new(b.get(local))), Ty::Int);
                    let index = b.cast(Cast::Some, b.cast(Cast::IntToNum, index, Ty::Num), Ty::Num.opt());
                    let e = b.block(vec![set], b.either(there, b.none(Ty::Num.opt()), index));
                    return Some((Vec::new(), self.maybe(e, T::Dec)));
                }
                (Vec::new(), self.maybe(e, T::Dec))
            }
            ("removeAt", Some(index)) => {
                let index = self.number(index);
                let index = self.whole(index);
                (change(self, PlaceOp::Delete, vec![index]), unit(self))
            }
            ("remove", Some(item)) => {
                let value = self.expr_for(item, &of);
                let item = self.element(value);
                (change(self, PlaceOp::DeleteItem, vec![item]), unit(self))
            }
            ("removeRange", Some(other)) => {
                let other = self.expr_for(other, &t);
                let other = self.strict_list(other);
                let each = self.ctx.b.local("each", ty.element().cloned().unwrap_or(Ty::Int));
                let one = change(self, PlaceOp::DeleteItem, vec![self.b().get(each)]);
                (vec![self.b().stmt(StmtKind::ForEach(each, other, one))], unit(self))
            }
            ("copy", None) => {
                let e = self.strict_list(list);
                (Vec::new(), self.val(e, t))
            }
            ("length" | "lenght" | "count", None) => {
                let e = self.strict_list(list);
                let len = self.b().builtin(Builtin::Len, vec![e], Ty::Int);
                (Vec::new(), self.dec(len))
            }
            _ => return None,
        })
    }

    /// The element at an index; none if there is none.
    pub fn get(&self, list: Expr, at: Expr, ty: Ty) -> Expr {
        let none = self.b().none(ty.clone());
        self.b().builtin(Builtin::Get, vec![list, at, none], ty)
    }

    /// One less.
    pub fn less_one(&self, e: Expr) -> Expr {
        if let ExprKind::Const(ir::Const::Int(n)) = e.kind {
            return self.b().int(n - 1);
        }
        self.b().binary(Binary::IntSub, e, self.b().int(1))
    }
}

/// The compile-time value of an expression, if known.
fn constant(e: &Expr) -> Option<ir::Const> {
    match &e.kind {
        ExprKind::Const(it) => Some(it.clone()),
        ExprKind::Cast(Cast::Some, e) => constant(e),
        _ => None,
    }
}
