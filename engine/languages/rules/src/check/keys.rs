//! Elements in the order of their keys, grouped by them, or with the greatest.

use super::iterate::{Many, empty, local, push, set};
use super::sort::Typed;
use super::{Checker, ast};
use ast::{ExprKind as Ast, Round};
use diag::Span;
use ir::{Binary, Builtin, Const, Expr, ExprKind, LocalId, Signature, Stmt, StmtKind, Ty};

const SORTED: Signature = Signature::Text("sorted(x in xs: key)");
const GROUPED: Signature = Signature::Text("group_by(x in xs: key)");

/// For each element: the list that holds it, and the type of that list's elements.
type Kept = (LocalId, Ty);

impl<'s> Checker<'_, '_, 's> {
    /// `sorted(x in xs where c: key)`, `group_by(x in xs where c: key)`
    #[inline(never)]
    pub fn many_by_key(&mut self, kind: &str, round: &Round<'s>, key: &ast::Expr<'s>, span: Span) -> Typed {
        let sorts = kind == "sorted";
        let keys = if sorts { self.keys_of(key) } else { vec![(key, false)] };
        let Some((start, items, kept)) = self.with_keys(round, &keys, span) else { return Typed::poison(span) };
        let all = |it: &Kept| local(it.0, &it.1.clone().list(), span);
        let mut stmts = start;
        if let ([(_, false)], [only]) = (&keys[..], &kept[..]) {
            let (builtin, signature) = if sorts { (Builtin::SortBy, SORTED) } else { (Builtin::MapGroupBy, GROUPED) };
            let Some(made) = self.keyed(builtin, signature, all(&items), all(only), key.span) else {
                return Typed::poison(span);
            };
            let ty = made.expr.ty.clone();
            return Typed::of(ExprKind::Block(stmts, Box::new(made.expr)), ty, span);
        }
        // Indices of the elements, sorted by the last key first; the sort is stable.
        let numbers = Ty::Int.list();
        let order = self.body.temporary(numbers.clone());
        let at = self.body.temporary(Ty::Int);
        let here = || local(at, &Ty::Int, span);
        let places = || local(order, &numbers, span);
        let length = Expr { kind: ExprKind::Builtin(Builtin::Len, vec![all(&items)]), ty: Ty::Int, span };
        let last = ExprKind::Binary(Binary::IntSub, Box::new(length), Box::new(Typed::int(1, span).expr));
        let count = Many::Range(Typed::int(0, span).expr, Expr { kind: last, ty: Ty::Int, span });
        stmts.push(set(order, empty(numbers.clone(), span)));
        stmts.push(count.each(at, vec![push(order, &numbers, here())], span));
        let mut fine = true;
        for ((key, descending), kept) in keys.iter().zip(&kept).rev() {
            let turned =
                || Expr { kind: ExprKind::Builtin(Builtin::Reverse, vec![places()]), ty: numbers.clone(), span };
            if *descending {
                stmts.push(set(order, turned()));
            }
            let list = kept.1.clone().list();
            let now = self.body.temporary(list.clone());
            let of = |it: &Kept| {
                let kind = ExprKind::Index(Box::new(all(it)), Box::new(here()));
                Expr { kind, ty: it.1.clone(), span }
            };
            stmts.push(set(now, empty(list.clone(), span)));
            stmts.push(Many::Each(places(), Ty::Int).each(at, vec![push(now, &list, of(kept))], span));
            match self.keyed(Builtin::SortBy, SORTED, places(), local(now, &list, span), key.span) {
                Some(made) => stmts.push(set(order, made.expr)),
                None => fine = false,
            }
            if *descending {
                stmts.push(set(order, turned()));
            }
        }
        if !fine {
            return Typed::poison(span);
        }
        let list = items.1.clone().list();
        let out = self.body.temporary(list.clone());
        let item = ExprKind::Index(Box::new(all(&items)), Box::new(here()));
        let item = Expr { kind: item, ty: items.1.clone(), span };
        stmts.push(set(out, empty(list.clone(), span)));
        stmts.push(Many::Each(places(), Ty::Int).each(at, vec![push(out, &list, item)], span));
        Typed::of(ExprKind::Block(stmts, Box::new(local(out, &list, span))), list, span)
    }

    /// `best(x in xs where c: key)`: the elements with the greatest key so far, and that key.
    #[inline(never)]
    pub fn best(&mut self, round: &Round<'s>, key: &ast::Expr<'s>, span: Span) -> Typed {
        let keys = match &key.kind {
            Ast::List(items) if !items.is_empty() => &items[..],
            _ => std::slice::from_ref(key),
        };
        let out = self.body.temporary(Ty::Any.list());
        let mut item = Ty::Unit;
        let mut greatest = Vec::new();
        let stmt = self.rounds(std::slice::from_ref(round), |this| {
            let mut body = Vec::new();
            let bool = |kind| Expr { kind, ty: Ty::Bool, span };
            let binary = |op, a, b| bool(ExprKind::Binary(op, Box::new(a), Box::new(b)));
            let (mut better, mut equal): (Option<Expr>, Option<Expr>) = (None, None);
            for key in keys {
                let Some((value, ty)) = this.number(key) else { return Vec::new() };
                let (now, most) = (this.body.temporary(ty.clone()), this.body.temporary(ty.clone()));
                let less = if ty == Ty::Num { Binary::NumLt } else { Binary::IntLt };
                let greater = binary(less, local(most, &ty, span), local(now, &ty, span));
                let same = binary(Binary::Eq, local(now, &ty, span), local(most, &ty, span));
                let and = |a: Expr, b: Expr| bool(ExprKind::And(Box::new(a), Box::new(b)));
                better = Some(match (better, equal.clone()) {
                    (Some(better), Some(equal)) => bool(ExprKind::Or(Box::new(better), Box::new(and(equal, greater)))),
                    _ => greater,
                });
                equal = Some(equal.map_or(same.clone(), |it| and(it, same)));
                body.push(set(now, value));
                greatest.push((now, most, ty));
            }
            let Some(var) = this.body.find(round.var.text).cloned() else { return Vec::new() };
            this.body.touch(round.var.text);
            item = var.ty.clone();
            let (list, one) = (var.ty.clone().list(), local(var.id, &var.ty, span));
            let length =
                Expr { kind: ExprKind::Builtin(Builtin::Len, vec![local(out, &list, span)]), ty: Ty::Int, span };
            let first = binary(Binary::Eq, length, Typed::int(0, span).expr);
            let better = better.map_or(first.clone(), |it| bool(ExprKind::Or(Box::new(first), Box::new(it))));
            let mut anew: Vec<Stmt> =
                greatest.iter().map(|(now, most, ty)| set(*most, local(*now, ty, span))).collect();
            anew.push(set(out, Expr { kind: ExprKind::Make(vec![one.clone()]), ty: list.clone(), span }));
            let also = equal.map(|it| Stmt { kind: StmtKind::If(it, vec![push(out, &list, one)], Vec::new()), span });
            body.push(Stmt { kind: StmtKind::If(better, anew, also.into_iter().collect()), span });
            body
        });
        let (Some(stmt), false) = (stmt, item == Ty::Unit) else { return Typed::poison(span) };
        let list = item.list();
        self.body.locals[out.0 as usize].ty = list.clone();
        let mut stmts = vec![set(out, empty(list.clone(), span))];
        for (_, most, ty) in greatest {
            let zero = if ty == Ty::Num { Const::Num(0) } else { Const::Int(0) };
            stmts.push(set(most, Expr { kind: ExprKind::Const(zero), ty, span }));
        }
        stmts.push(stmt);
        Typed::of(ExprKind::Block(stmts, Box::new(local(out, &list, span))), list, span)
    }

    /// The keys that are written, each with whether the greatest comes first: `[a, descending(b)]` are two.
    fn keys_of<'e>(&self, key: &'e ast::Expr<'s>) -> Vec<(&'e ast::Expr<'s>, bool)> {
        let all = match &key.kind {
            Ast::List(items) if !items.is_empty() => items.iter().collect(),
            _ => vec![key],
        };
        let hidden = self.names.contains_key("descending");
        let one = |it: &'e ast::Expr<'s>| match &it.kind {
            Ast::Call(callee, args) if args.len() == 1 && !hidden && matches!(callee.kind, Ast::Name("descending")) => {
                (&args[0], true)
            }
            _ => (it, false),
        };
        all.into_iter().map(one).collect()
    }

    /// Collects the elements, and their keys beside them.
    fn with_keys(
        &mut self,
        round: &Round<'s>,
        keys: &[(&ast::Expr<'s>, bool)],
        span: Span,
    ) -> Option<(Vec<Stmt>, Kept, Vec<Kept>)> {
        let mut items = (self.body.temporary(Ty::Any.list()), Ty::Unit);
        let mut kept: Vec<Kept> = keys.iter().map(|_| (self.body.temporary(Ty::Any.list()), Ty::Unit)).collect();
        let stmt = self.rounds(std::slice::from_ref(round), |this| {
            let mut body = Vec::new();
            for ((key, _), kept) in keys.iter().zip(&mut kept) {
                let typed = this.expr(key, None);
                let (key, ty) = this.settle(typed);
                body.push(push(kept.0, &ty.clone().list(), key));
                kept.1 = ty;
            }
            let Some(var) = this.body.find(round.var.text).cloned() else { return Vec::new() };
            this.body.touch(round.var.text);
            items.1 = var.ty.clone();
            body.insert(0, push(items.0, &var.ty.clone().list(), local(var.id, &var.ty, span)));
            body
        });
        let all = || std::iter::once(&items).chain(&kept);
        if all().any(|it| it.1 == Ty::Unit) {
            return None;
        }
        let mut start = Vec::new();
        for (id, ty) in all() {
            self.body.locals[id.0 as usize].ty = ty.clone().list();
            start.push(set(*id, empty(ty.clone().list(), span)));
        }
        start.push(stmt?);
        Some((start, items, kept))
    }
}
