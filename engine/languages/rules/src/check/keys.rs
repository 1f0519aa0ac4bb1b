//! Elements in the order of their keys, or grouped by them.

use super::iterate::{Many, empty, local, push, set};
use super::sort::Typed;
use super::{Checker, ast};
use ast::{ExprKind as Ast, Round};
use diag::Span;
use ir::{Binary, Builtin, Expr, ExprKind, LocalId, Signature, Stmt, Ty};

const SORTED: Signature = Signature::Text("sorted(x in xs: key)");
const GROUPED: Signature = Signature::Text("group_by(x in xs: key)");

/// For each element: the list that holds it, and the type of that list's elements.
type Kept = (LocalId, Ty);

impl<'s> Checker<'_, '_, 's> {
    /// `sorted(x in xs where c: key)`, `group_by(x in xs where c: key)`
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
