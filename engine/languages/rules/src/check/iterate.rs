//! Iteration: loops, comprehensions, quantifiers.

use super::sort::{Sort, Typed, none};
use super::{Checker, ast};
use ast::{BinaryOp, ExprKind as Ast, Name, Round};
use diag::Span;
use ir::{Binary, BoardOp, Builtin, Const, Expr, ExprKind, LocalId, Place, PlaceOp, Root, Stmt, StmtKind, Ty};

/// An iterable.
pub enum Many {
    /// From the first to the last, both included.
    Range(Expr, Expr),
    /// The elements, or the keys of a map.
    Each(Expr, Ty),
}

impl Many {
    pub fn element(&self) -> Ty {
        match self {
            Many::Range(..) => Ty::Int,
            Many::Each(_, ty) => ty.clone(),
        }
    }

    pub fn each(self, var: LocalId, body: Vec<Stmt>, span: Span) -> Stmt {
        let kind = match self {
            Many::Range(from, last) => StmtKind::ForRange(var, from, last, body),
            Many::Each(list, _) => StmtKind::ForEach(var, list, body),
        };
        Stmt { kind, span }
    }
}

impl<'s> Checker<'_, '_, 's> {
    /// The iterable of a loop; `None` if it is not one.
    pub fn many(&mut self, it: &ast::Expr<'s>) -> Option<Many> {
        let span = it.span;
        let int = |value: i64| Expr { kind: ExprKind::Const(Const::Int(value)), ty: Ty::Int, span };
        if let Ast::Binary(op @ (BinaryOp::Until | BinaryOp::To), _, from, last) = &it.kind {
            let (from, last) = (self.expr_as(from, &Ty::Int), self.expr_as(last, &Ty::Int));
            // `1 to n` may well be empty; a range that counts down is a slip.
            if let (BinaryOp::To, ExprKind::Const(Const::Int(low)), ExprKind::Const(Const::Int(high))) =
                (op, &from.kind, &last.kind)
                && *low > high.saturating_add(1)
            {
                self.problems.counts_up(span, *low, *high);
            }
            return Some(Many::Range(from, inclusive(last, *op)));
        }
        if let Some(board) = self.chosen_cells(it) {
            let _noted = self.expr(it, None);
            self.is_cell(span, board);
            return Some(Many::Range(int(0), inclusive(self.size_of(board, span), BinaryOp::Until)));
        }
        let mut typed = self.expr(it, None);
        if let ExprKind::Builtin(Builtin::Indices, args) = &mut typed.expr.kind {
            let args = std::mem::take(args);
            let counted = args.first().and_then(|it| self.counted_seats(it));
            let len = counted.unwrap_or(Expr { kind: ExprKind::Builtin(Builtin::Len, args), ty: Ty::Int, span });
            return Some(Many::Range(int(0), inclusive(len, BinaryOp::Until)));
        }
        // Every number from 0: the rows of a board.
        if let ExprKind::Const(Const::List(all)) = &typed.expr.kind
            && typed.sort == Sort::Of(Ty::Int.list())
            && !all.is_empty()
            && all.iter().enumerate().all(|(i, it)| *it == Const::Int(i as i64))
        {
            return Some(Many::Range(int(0), int(all.len() as i64 - 1)));
        }
        if let ExprKind::Board(BoardOp::Cells, id, _) = typed.expr.kind {
            let last = self.program.boards[id.index()].cells.len() as i64 - 1;
            self.is_cell(span, id);
            return Some(Many::Range(int(0), int(last)));
        }
        match typed.sort {
            Sort::Poison => return None,
            Sort::Empty => {
                let list = Ty::Any.list();
                return Some(Many::Each(self.coerce(typed, &list), Ty::Any));
            }
            _ => {}
        }
        let (expr, ty) = self.settle(typed);
        let expr = self.seated(expr);
        match ty {
            Ty::Any => {
                let list = Ty::Any.list();
                let list = self.coerce(Typed { expr, sort: Sort::Of(Ty::Any) }, &list);
                Some(Many::Each(list, Ty::Any))
            }
            ty => match ty.element().cloned() {
                Some(element) => Some(Many::Each(expr, element)),
                None => {
                    let shown = self.show(&ty);
                    self.problems.not_a_collection(span, &shown);
                    None
                }
            },
        }
    }

    /// `true` for a value that is the same at all times: of constants, and of the number of those who sit.
    pub fn is_fixed(&self, it: &Expr) -> bool {
        if self.sitting(it.span).is_some_and(|seats| seats == *it) {
            return true;
        }
        let mut fixed = match &it.kind {
            ExprKind::Builtin(name, _) => name.effects() == ir::Effects::NONE,
            ExprKind::Const(_)
            | ExprKind::Data(_)
            | ExprKind::Field(..)
            | ExprKind::Index(..)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::If(..)
            | ExprKind::Make(_)
            | ExprKind::Board(..)
            | ExprKind::Cast(..) => true,
            _ => false,
        };
        ir::expr_children(it, &mut |child| fixed &= matches!(child, ir::Child::Expr(it) if self.is_fixed(it)));
        fixed
    }

    /// `a to b` as a value.
    pub fn range_list(&mut self, from: &ast::Expr<'s>, last: &ast::Expr<'s>, op: BinaryOp, span: Span) -> Typed {
        let (from, last) = (self.expr_as(from, &Ty::Int), self.expr_as(last, &Ty::Int));
        let list = Ty::Int.list();
        let out = self.body.temporary(list.clone());
        let var = self.body.temporary(Ty::Int);
        let item = Expr { kind: ExprKind::Local(var), ty: Ty::Int, span };
        let stmts = vec![
            set(out, empty(list.clone(), span)),
            Many::Range(from, inclusive(last, op)).each(var, vec![push(out, &list, item)], span),
        ];
        Typed::of(ExprKind::Block(stmts, Box::new(local(out, &list, span))), list, span)
    }

    /// `[e for x in xs where c for …]`
    pub fn comprehension(
        &mut self,
        value: &ast::Expr<'s>,
        rounds: &[Round<'s>],
        want: Option<&Ty>,
        span: Span,
    ) -> Typed {
        let hint = match want {
            Some(Ty::List(it) | Ty::Set(it) | Ty::Array(it, _)) => Some((**it).clone()),
            _ => None,
        };
        let out = self.body.temporary(Ty::Any.list());
        let mut element = Ty::Any;
        let innermost = |this: &mut Self| {
            let typed = this.expr(value, hint.as_ref());
            // The variable may be unused: `[0 for r in Role]`.
            rounds.iter().for_each(|it| this.body.touch(it.var.text));
            let (item, ty) = match &hint {
                Some(hint) => (this.coerce(typed, hint), hint.clone()),
                None => this.settle(typed),
            };
            element = ty;
            vec![push(out, &item.ty.clone().list(), item)]
        };
        let stmts = self.rounds(rounds, innermost);
        if element == Ty::Unit {
            return Typed::poison(span);
        }
        let list = element.list();
        self.body.locals[out.0 as usize].ty = list.clone();
        let stmts = match stmts {
            Some(stmt) => vec![set(out, empty(list.clone(), span)), stmt],
            None => return Typed::poison(span),
        };
        let made = Typed::of(ExprKind::Block(stmts, Box::new(local(out, &list, span))), list, span);
        match want {
            Some(Ty::Set(_)) => match self.fit(made.clone(), want.unwrap_or(&Ty::Any)) {
                Some(expr) => Typed { sort: Sort::Of(expr.ty.clone()), expr },
                None => made,
            },
            Some(ty @ Ty::Array(..)) => {
                // The number of elements of a fixed array is checked when it is made.
                let list = match ty {
                    Ty::Array(_, ir::Index::Role) => self.for_all_roles(made.expr),
                    _ => made.expr,
                };
                Typed { expr: super::sort::cast(ir::Cast::ToArray, list, ty.clone()), sort: Sort::Of(ty.clone()) }
            }
            _ => made,
        }
    }

    /// Loops inside loops.
    pub fn rounds(&mut self, rounds: &[Round<'s>], innermost: impl FnOnce(&mut Self) -> Vec<Stmt>) -> Option<Stmt> {
        // One after another, so that a long row of rounds is no deep recursion.
        let mut open = Vec::new();
        let depth = self.body.narrowed.len();
        let mut broken = false;
        for it in rounds {
            let many = self.many(&it.iter);
            let element = many.as_ref().map_or(Ty::Unit, Many::element);
            broken |= many.is_none();
            self.body.enter();
            let (var, _) = self.declare_local(it.var, element, Some("loop variable"));
            let cond = it.cond.as_ref().map(|it| self.condition(it));
            if let Some(cond) = &it.cond {
                self.learn(cond, true);
            }
            open.push((many, var, cond, it.var.span.to(it.iter.span)));
        }
        let mut body = innermost(self);
        for _ in rounds {
            self.body.exit();
        }
        self.body.narrowed.truncate(depth);
        while let Some((many, var, cond, span)) = open.pop() {
            if let Some(cond) = cond {
                let span = cond.span;
                body = vec![Stmt { kind: StmtKind::If(cond, body, Vec::new()), span }];
            }
            if let Some(many) = many {
                body = vec![many.each(var, body, span)];
            }
        }
        if broken { None } else { body.pop() }
    }

    /// `any all count sum min max first` over `x in xs where c: e`
    pub fn quantifier(&mut self, name: Name<'s>, round: &Round<'s>, body: Option<&ast::Expr<'s>>, span: Span) -> Typed {
        let kind = name.text;
        self.note_builtin(name);
        if round.var.text.is_empty() {
            self.problems.quantifier_variable(round.iter.span, kind);
            return Typed::poison(span);
        }
        if let (Some(_), Some(board)) = (BoardOp::named(kind), self.program.boards.first()) {
            // For the cells of a board, the operation is on that board.
            let of = match &round.iter.kind {
                Ast::Field(base, cells) if cells.text == "cells" => match base.kind {
                    Ast::Name(name) if self.program.boards.iter().any(|it| it.name == name) => Some(name),
                    _ => None,
                },
                _ => None,
            };
            let name_of = of.unwrap_or(&board.name).to_owned();
            let cells =
                of.filter(|_| body.is_some() && round.cond.is_none()).map(|_| (round.var.span, round.iter.span));
            self.problems.asked_of_board(name.span, kind, &name_of, cells);
            return Typed::poison(span);
        }
        if !["any", "all", "count", "sum", "min", "max", "first", "best", "sorted", "group_by"].contains(&kind) {
            self.problems.not_a_quantifier(name.span, kind);
            return Typed::poison(span);
        }
        if body.is_none() && matches!(kind, "all" | "sum" | "min" | "max" | "best" | "sorted" | "group_by") {
            self.problems.quantifier_body(span, kind);
            return Typed::poison(span);
        }
        match (kind, body) {
            ("sorted" | "group_by", Some(key)) => return self.many_by_key(kind, round, key, span),
            ("best", Some(key)) => return self.best(round, key, span),
            _ => {}
        }
        let out = self.body.temporary(Ty::Any);
        let var_ty = std::cell::RefCell::new(Ty::Any);
        let mut result = match kind {
            "any" | "all" => Ty::Bool,
            _ => Ty::Int,
        };
        let mut start = match kind {
            "any" => Const::Bool(false),
            "all" => Const::Bool(true),
            "count" | "sum" => Const::Int(0),
            _ => Const::None,
        };
        let int = |value| Expr { kind: ExprKind::Const(Const::Int(value)), ty: Ty::Int, span };
        let bool = |value| Expr { kind: ExprKind::Const(Const::Bool(value)), ty: Ty::Bool, span };
        let stop = Stmt { kind: StmtKind::Break, span };
        let one = std::slice::from_ref(round);
        let stmt = self.rounds(one, |this| {
            let when = |cond: Option<Expr>, then: Vec<Stmt>| match cond {
                Some(cond) => vec![Stmt { kind: StmtKind::If(cond, then, Vec::new()), span }],
                None => then,
            };
            match kind {
                "any" => {
                    let cond = body.map(|it| this.condition(it));
                    when(cond, vec![set(out, bool(true)), stop])
                }
                "all" => {
                    let cond = body.map_or(bool(true), |it| this.condition(it));
                    let not = Expr { kind: ExprKind::Unary(ir::Unary::Not, Box::new(cond)), ty: Ty::Bool, span };
                    when(Some(not), vec![set(out, bool(false)), stop])
                }
                "count" => {
                    if body.is_none() {
                        this.body.touch(round.var.text);
                    }
                    let cond = body.map(|it| this.condition(it));
                    let more = ExprKind::Binary(Binary::IntAdd, Box::new(local(out, &Ty::Int, span)), Box::new(int(1)));
                    when(cond, vec![set(out, Expr { kind: more, ty: Ty::Int, span })])
                }
                "first" => {
                    let cond = body.map(|it| this.condition(it));
                    let Some(var) = this.body.find(round.var.text).cloned() else { return Vec::new() };
                    this.body.touch(round.var.text);
                    *var_ty.borrow_mut() = var.ty.clone();
                    let opt = var.ty.clone().opt();
                    let found = local(var.id, &var.ty, span);
                    let found = if matches!(var.ty, Ty::Opt(_) | Ty::Any) {
                        found
                    } else {
                        super::sort::cast(ir::Cast::Some, found, opt)
                    };
                    when(cond, vec![set(out, found), stop])
                }
                _ => {
                    let Some((value, ty)) = body.and_then(|it| this.number(it)) else { return Vec::new() };
                    *var_ty.borrow_mut() = ty.clone();
                    this.fold(kind, out, value, ty, span)
                }
            }
        });
        match kind {
            "first" | "min" | "max" => result = var_ty.into_inner().opt(),
            "sum" => {
                result = var_ty.into_inner();
                if result == Ty::Num {
                    start = Const::Num(0f64.to_bits());
                }
            }
            _ => {}
        }
        let Some(stmt) = stmt else { return Typed::poison(span) };
        self.body.locals[out.0 as usize].ty = result.clone();
        let start = Expr { kind: ExprKind::Const(start), ty: result.clone(), span };
        let value = local(out, &result, span);
        Typed::of(ExprKind::Block(vec![set(out, start), stmt], Box::new(value)), result, span)
    }

    /// A value that is compared or added: a number, or else that is reported.
    #[inline(never)]
    pub fn number(&mut self, it: &ast::Expr<'s>) -> Option<(Expr, Ty)> {
        let typed = self.expr(it, None);
        let poison = typed.sort == Sort::Poison;
        let (value, ty) = self.settle(typed);
        if matches!(ty, Ty::Int | Ty::Num) {
            return Some((value, ty));
        }
        if !poison {
            let shown = self.show(&ty);
            self.problems.not_a_number(value.span, &shown);
        }
        None
    }

    /// One step of a sum, a minimum or a maximum.
    #[inline(never)]
    fn fold(&mut self, kind: &str, out: LocalId, value: Expr, ty: Ty, span: Span) -> Vec<Stmt> {
        let num = ty == Ty::Num;
        if kind == "sum" {
            let add = if num { Binary::NumAdd } else { Binary::IntAdd };
            let sum = ExprKind::Binary(add, Box::new(local(out, &ty, span)), Box::new(value));
            return vec![set(out, Expr { kind: sum, ty, span })];
        }
        let kept = self.body.temporary(ty.clone());
        let opt = ty.clone().opt();
        let less = if num { Binary::NumLt } else { Binary::IntLt };
        let new = local(kept, &ty, span);
        let old = local(out, &opt, span);
        let none = Expr { kind: ExprKind::Const(Const::None), ty: opt.clone(), span };
        let first = ExprKind::Binary(Binary::Eq, Box::new(old.clone()), Box::new(none));
        let old = Expr { kind: ExprKind::Unwrap(Box::new(old)), ty: ty.clone(), span };
        let (a, b) = if kind == "min" { (new.clone(), old) } else { (old, new.clone()) };
        let better = ExprKind::Binary(less, Box::new(a), Box::new(b));
        let bool = |kind| Box::new(Expr { kind, ty: Ty::Bool, span });
        let test = *bool(ExprKind::Or(bool(first), bool(better)));
        let take = set(out, super::sort::cast(ir::Cast::Some, new, opt));
        vec![set(kept, value), Stmt { kind: StmtKind::If(test, vec![take], Vec::new()), span }]
    }
}

fn inclusive(last: Expr, op: BinaryOp) -> Expr {
    if op == BinaryOp::To {
        return last;
    }
    let span = last.span;
    if let ExprKind::Const(Const::Int(value)) = last.kind {
        return Expr { kind: ExprKind::Const(Const::Int(value - 1)), ty: Ty::Int, span };
    }
    let one = Expr { kind: ExprKind::Const(Const::Int(1)), ty: Ty::Int, span };
    Expr { kind: ExprKind::Binary(Binary::IntSub, Box::new(last), Box::new(one)), ty: Ty::Int, span }
}

pub fn local(id: LocalId, ty: &Ty, span: Span) -> Expr {
    Expr { kind: ExprKind::Local(id), ty: ty.clone(), span }
}

pub fn set(id: LocalId, value: Expr) -> Stmt {
    Stmt { span: value.span, kind: StmtKind::Set(id, value) }
}

pub fn empty(list: Ty, span: Span) -> Expr {
    Expr { kind: ExprKind::Const(Const::List(Vec::new())), ty: list, ..none(span) }
}

pub fn push(out: LocalId, list: &Ty, item: Expr) -> Stmt {
    let span = item.span;
    let place = Place { root: Root::Local(out), path: Vec::new(), ty: list.clone(), span };
    Stmt { kind: StmtKind::PlaceOp(PlaceOp::Push, place, vec![item]), span }
}
