//! Operators with two operands.

use super::access::path_text;
use super::sort::{Sort, Typed, cast};
use super::{Checker, ast};
use ast::{BinaryOp, ExprKind as Ast};
use diag::Span;
use ir::{Binary, Cast, Const, Expr, ExprKind, Stmt, StmtKind, Ty};

impl<'s> Checker<'_, '_, 's> {
    pub fn binary(&mut self, op: BinaryOp, at: Span, a: &ast::Expr<'s>, b: &ast::Expr<'s>, span: Span) -> Typed {
        match op {
            BinaryOp::And | BinaryOp::Or => {
                let first = self.condition(a);
                let depth = self.body.narrowed.len();
                self.learn(a, op == BinaryOp::And);
                let second = self.condition(b);
                self.body.narrowed.truncate(depth);
                let (first, second) = (Box::new(first), Box::new(second));
                let kind = match op {
                    BinaryOp::And => ExprKind::And(first, second),
                    _ => ExprKind::Or(first, second),
                };
                Typed::of(kind, Ty::Bool, span)
            }
            BinaryOp::Eq | BinaryOp::Ne => self.equality(op, at, a, b, span),
            BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => self.comparison(op, at, a, b, span),
            BinaryOp::In => self.membership(a, b, span),
            BinaryOp::NotIn => {
                let inside = self.membership(a, b, span);
                let inside = self.coerce(inside, &Ty::Bool);
                Typed::of(ExprKind::Unary(ir::Unary::Not, Box::new(inside)), Ty::Bool, span)
            }
            BinaryOp::Until | BinaryOp::To => self.range_list(a, b, op, span),
            BinaryOp::Else => self.otherwise(a, b, span),
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem => {
                let role = path_text(b);
                let a = self.expr(a, None);
                let b = self.expr(b, None);
                // `1 - R`, as the framework counts them.
                if let (BinaryOp::Sub, Some(role)) = (op, role)
                    && matches!(b.sort, Sort::Of(Ty::Role) | Sort::Seat | Sort::Active)
                    && a.expr.kind == ExprKind::Const(Const::Int(1))
                    && self.program.roles.len() == 2
                {
                    self.problems.other_role(span, &role);
                    return Typed::poison(span);
                }
                self.arithmetic(op, at, a, b, span)
            }
        }
    }

    /// `+ - * / %` on numbers, `+` on strings.
    pub fn arithmetic(&mut self, op: BinaryOp, at: Span, a: Typed, b: Typed, span: Span) -> Typed {
        if a.sort == Sort::Poison || b.sort == Sort::Poison {
            return Typed::poison(span);
        }
        let text = |it: &Typed| it.sort == Sort::Of(Ty::Str);
        if op == BinaryOp::Add && (text(&a) || text(&b)) {
            let (a, b) = (self.text_of(a), self.text_of(b));
            return Typed::of(ExprKind::Binary(Binary::Concat, Box::new(a), Box::new(b)), Ty::Str, span);
        }
        let number = |it: &Typed| matches!(it.sort, Sort::Of(Ty::Int | Ty::Range(..) | Ty::Num));
        let dynamic = |it: &Typed| it.sort == Sort::Of(Ty::Any);
        if !(number(&a) && (number(&b) || dynamic(&b)) || dynamic(&a) && number(&b)) {
            let (first, second) = (self.show_sort(&a.sort), self.show_sort(&b.sort));
            let lists = [&a, &b].iter().all(|it| matches!(it.sort, Sort::Of(Ty::List(_))));
            self.problems.no_arithmetic(at, sign(op), (a.expr.span, &first), (b.expr.span, &second), lists);
            return Typed::poison(span);
        }
        let num = [&a, &b].iter().any(|it| it.sort == Sort::Of(Ty::Num));
        let ty = if num { Ty::Num } else { Ty::Int };
        let (a, b) = (self.coerce(a, &ty), self.coerce(b, &ty));
        let op = match (op, num) {
            (BinaryOp::Add, false) => Binary::IntAdd,
            (BinaryOp::Sub, false) => Binary::IntSub,
            (BinaryOp::Mul, false) => Binary::IntMul,
            (BinaryOp::Div, false) => Binary::IntDiv,
            (_, false) => Binary::IntRem,
            (BinaryOp::Add, true) => Binary::NumAdd,
            (BinaryOp::Sub, true) => Binary::NumSub,
            (BinaryOp::Mul, true) => Binary::NumMul,
            (BinaryOp::Div, true) => Binary::NumDiv,
            (_, true) => Binary::NumRem,
        };
        Typed::of(ExprKind::Binary(op, Box::new(a), Box::new(b)), ty, span)
    }

    fn equality(&mut self, op: BinaryOp, at: Span, a: &ast::Expr<'s>, b: &ast::Expr<'s>, span: Span) -> Typed {
        self.check_scenario(a, b);
        let (a, b) = match (&a.kind, &b.kind) {
            // A test for none uses the declared type, without facts from earlier conditions.
            (Ast::None, _) | (_, Ast::None) => {
                let tested = [self.path_key(a), self.path_key(b)];
                let learnt = self.body.narrowed.iter_mut().enumerate();
                let learnt = learnt.filter(|(_, it)| tested.iter().flatten().any(|text| text == *it));
                let learnt: Vec<(usize, String)> = learnt.map(|(i, it)| (i, std::mem::take(it))).collect();
                let mut side = |it: &ast::Expr<'s>| match it.kind {
                    Ast::Name("R") if self.body.find("R").is_none() => self.maybe_seat(it.span),
                    _ => self.expr(it, None),
                };
                let both = (side(a), side(b));
                for (i, text) in learnt {
                    self.body.narrowed[i] = text;
                }
                both
            }
            // Written out, a list of optionals may have none of its values.
            _ if lacks_type(a) || matches!(a.kind, Ast::List(_)) => {
                let b = self.expr(b, None);
                let lacks = lacks_type(a);
                let want = b.ty().filter(|it| lacks || holds_optionals(it)).cloned();
                (self.expr(a, want.as_ref()), b)
            }
            _ if lacks_type(b) || matches!(b.kind, Ast::List(_)) => {
                let a = self.expr(a, None);
                let lacks = lacks_type(b);
                let want = a.ty().filter(|it| lacks || holds_optionals(it)).cloned();
                let b = self.expr(b, want.as_ref());
                (a, b)
            }
            _ => (self.expr(a, None), self.expr(b, None)),
        };
        for (x, y) in [(&a, &b), (&b, &a)] {
            if y.sort == Sort::None
                && self.body.kind == super::BodyKind::Sees
                && let Some(test) = self.is_hidden(x, op == BinaryOp::Eq, span)
            {
                return test;
            }
            if y.sort == Sort::None
                && let Sort::Of(ty) = &x.sort
                && !matches!(ty, Ty::Opt(_) | Ty::Any)
            {
                let shown = self.show(ty);
                self.problems.never_none(x.expr.span, &shown);
                return Typed::poison(span);
            }
        }
        // Nobody is active: −1, as the framework has it.
        let nobody = |it: &Typed| Typed {
            expr: cast(Cast::ToAny, Typed::int(-1, it.expr.span).expr, Ty::Any),
            sort: Sort::Active,
        };
        let (a, b) = match (&a.sort, &b.sort) {
            (Sort::Active, Sort::None) => {
                let nobody = nobody(&b);
                (a, nobody)
            }
            (Sort::None, Sort::Active) => (nobody(&a), b),
            (Sort::Active, Sort::Empty) => (self.settled(a), b),
            (Sort::Empty, Sort::Active) => (a, self.settled(b)),
            _ => (a, b),
        };
        let joined = self.join(&a.sort, &b.sort);
        let ty = match joined {
            Some(Sort::Of(ty)) => ty,
            Some(Sort::Seat) => Ty::Role.opt(),
            Some(Sort::Active | Sort::None | Sort::Empty) => Ty::Any,
            Some(Sort::Poison) => return Typed::poison(span),
            None => {
                for (text, other) in [(&a, &b), (&b, &a)] {
                    if let Some(want) = other.ty()
                        && let Some(name) = self.named_by_text(text, want)
                    {
                        let want = self.show(want.inner());
                        self.problems.quoted_name(text.expr.span, &want, &name);
                        return Typed::poison(span);
                    }
                }
                let (first, second) = (self.show_sort(&a.sort), self.show_sort(&b.sort));
                self.problems.never_equal(at, (a.expr.span, &first), (b.expr.span, &second));
                return Typed::poison(span);
            }
        };
        let (a, b) = (self.coerce(a, &ty), self.coerce(b, &ty));
        let op = if op == BinaryOp::Eq { Binary::Eq } else { Binary::Ne };
        Typed::of(ExprKind::Binary(op, Box::new(a), Box::new(b)), Ty::Bool, span)
    }

    /// `object_diff(a, b)`
    pub fn differ(&mut self, a: &ast::Expr<'s>, b: &ast::Expr<'s>, span: Span) -> Typed {
        self.equality(BinaryOp::Ne, span, a, b, span)
    }

    /// A scenario is compared with a text: it should be one there is.
    fn check_scenario(&mut self, a: &ast::Expr<'s>, b: &ast::Expr<'s>) {
        for (x, y) in [(a, b), (b, a)] {
            if let (Ast::Name("scenario"), Ast::Str(text)) = (&x.kind, &y.kind)
                && self.body.kind == super::BodyKind::Setup
                && !self.program.scenarios.iter().any(|it| it == text)
            {
                let known: Vec<&str> = self.program.scenarios.iter().map(String::as_str).collect();
                self.problems.unknown_scenario(y.span, text, &known);
            }
        }
    }

    fn comparison(&mut self, op: BinaryOp, at: Span, a: &ast::Expr<'s>, b: &ast::Expr<'s>, span: Span) -> Typed {
        let (a, b) = (self.expr(a, None), self.expr(b, None));
        if a.sort == Sort::Poison || b.sort == Sort::Poison {
            return Typed::poison(span);
        }
        let sorts = [&a.sort, &b.sort];
        let all = |fits: fn(&Ty) -> bool| sorts.iter().all(|it| matches!(it, Sort::Of(ty) if fits(ty)));
        let known = sorts.iter().any(|it| **it != Sort::Of(Ty::Any));
        let ty = if known && all(|it| matches!(it, Ty::Int | Ty::Range(..) | Ty::Any)) {
            Ty::Int
        } else if known && all(|it| matches!(it, Ty::Int | Ty::Range(..) | Ty::Num | Ty::Any)) {
            Ty::Num
        } else if known && all(|it| matches!(it, Ty::Str | Ty::Any)) {
            Ty::Str
        } else if a.sort == b.sort && all(|it| matches!(it, Ty::Enum(_))) {
            // Members are in the order in which the enum lists them.
            Ty::Int
        } else {
            let (first, second) = (self.show_sort(&a.sort), self.show_sort(&b.sort));
            self.problems.no_arithmetic(at, sign(op), (a.expr.span, &first), (b.expr.span, &second), false);
            return Typed::poison(span);
        };
        let mut side = |it: Typed| match it.sort {
            Sort::Of(Ty::Enum(_)) => cast(Cast::Check, it.expr, Ty::Int),
            _ => self.coerce(it, &ty),
        };
        let (a, b) = (side(a), side(b));
        let less = matches!(op, BinaryOp::Lt | BinaryOp::Gt);
        let operation = match (ty, less) {
            (Ty::Int, true) => Binary::IntLt,
            (Ty::Int, false) => Binary::IntLe,
            (Ty::Num, true) => Binary::NumLt,
            (Ty::Num, false) => Binary::NumLe,
            (_, true) => Binary::StrLt,
            (_, false) => Binary::StrLe,
        };
        // `a > b` is `b < a`; constants and names have no effects that could come in another order.
        let (a, b) = if matches!(op, BinaryOp::Gt | BinaryOp::Ge) { self.swapped(a, b) } else { (a, b) };
        Typed::of(ExprKind::Binary(operation, Box::new(a), Box::new(b)), Ty::Bool, span)
    }

    /// Two operands the other way round, evaluated in the order they are written.
    fn swapped(&mut self, a: Expr, b: Expr) -> (Expr, Expr) {
        if !has_effects(&a) || !has_effects(&b) {
            return (b, a);
        }
        let kept = self.body.temporary(a.ty.clone());
        let span = a.span;
        let again = Expr { kind: ExprKind::Local(kept), ty: a.ty.clone(), span };
        let set = Stmt { kind: StmtKind::Set(kept, a), span };
        let b = Expr { ty: b.ty.clone(), span: b.span, kind: ExprKind::Block(vec![set], Box::new(b)) };
        (b, again)
    }

    /// `x in xs`
    pub fn membership(&mut self, a: &ast::Expr<'s>, b: &ast::Expr<'s>, span: Span) -> Typed {
        if let Ast::Binary(op @ (BinaryOp::Until | BinaryOp::To), _, from, last) = &b.kind {
            return self.within(a, from, last, *op, span);
        }
        let container = self.expr(b, None);
        self.member_of(a, container, span)
    }

    /// Membership test of a value in an already checked container.
    pub fn member_of(&mut self, a: &ast::Expr<'s>, container: Typed, span: Span) -> Typed {
        let at = container.expr.span;
        if container.sort == Sort::Poison {
            self.expr(a, None);
            return container;
        }
        let (container, ty) = match container.sort {
            Sort::Empty => return Typed::of(ExprKind::Const(Const::Bool(false)), Ty::Bool, span),
            _ => self.settle(container),
        };
        let container = self.seated(container);
        let Some(element) = ty.element().cloned() else {
            let shown = self.show(&ty);
            self.problems.not_a_collection(at, &shown);
            return Typed::poison(span);
        };
        let item = self.expr(a, Some(&element));
        // An optional may be searched for among values: none is never found.
        let (item, container) = match &item.sort {
            Sort::Of(Ty::Opt(inner)) if **inner == element => {
                return self.optional_in(item, container, span);
            }
            Sort::Seat if element == Ty::Role => {
                let (expr, ty) = self.settle(item);
                return self.optional_in(Typed { expr, sort: Sort::Of(ty) }, container, span);
            }
            _ => (self.coerce(item, &element), container),
        };
        Typed::of(ExprKind::Binary(Binary::In, Box::new(item), Box::new(container)), Ty::Bool, span)
    }

    fn optional_in(&mut self, item: Typed, container: Expr, span: Span) -> Typed {
        let Sort::Of(ty @ Ty::Opt(inner)) = &item.sort else { return item };
        let kept = self.body.temporary(ty.clone());
        let local = Expr { kind: ExprKind::Local(kept), ty: ty.clone(), span };
        let value = Expr { kind: ExprKind::Unwrap(Box::new(local.clone())), ty: (**inner).clone(), span };
        let none = Expr { kind: ExprKind::Const(Const::None), ty: ty.clone(), span };
        let there = Expr { kind: ExprKind::Binary(Binary::Ne, Box::new(local), Box::new(none)), ty: Ty::Bool, span };
        let inside = ExprKind::Binary(Binary::In, Box::new(value), Box::new(container));
        let inside = Expr { kind: inside, ty: Ty::Bool, span };
        let both = Expr { kind: ExprKind::And(Box::new(there), Box::new(inside)), ty: Ty::Bool, span };
        let set = Stmt { kind: StmtKind::Set(kept, item.expr), span };
        Typed::of(ExprKind::Block(vec![set], Box::new(both)), Ty::Bool, span)
    }

    /// `x in a to b`: two comparisons, `x` evaluated once.
    fn within(
        &mut self,
        a: &ast::Expr<'s>,
        from: &ast::Expr<'s>,
        last: &ast::Expr<'s>,
        op: BinaryOp,
        span: Span,
    ) -> Typed {
        let value = self.expr_as(a, &Ty::Int);
        let (from, last) = (self.expr_as(from, &Ty::Int), self.expr_as(last, &Ty::Int));
        let kept = self.body.temporary(Ty::Int);
        let local = || Box::new(Expr { kind: ExprKind::Local(kept), ty: Ty::Int, span });
        let bool = |kind| Box::new(Expr { kind, ty: Ty::Bool, span });
        let low = bool(ExprKind::Binary(Binary::IntLe, Box::new(from), local()));
        let compare = if op == BinaryOp::To { Binary::IntLe } else { Binary::IntLt };
        let high = bool(ExprKind::Binary(compare, local(), Box::new(last)));
        let set = Stmt { kind: StmtKind::Set(kept, value), span };
        Typed::of(ExprKind::Block(vec![set], bool(ExprKind::And(low, high))), Ty::Bool, span)
    }

    /// `a ?? b`
    fn otherwise(&mut self, a: &ast::Expr<'s>, b: &ast::Expr<'s>, span: Span) -> Typed {
        let a = self.expr(a, None);
        let inner = match &a.sort {
            Sort::Of(Ty::Opt(inner)) => (**inner).clone(),
            Sort::Of(Ty::Any) => Ty::Any,
            Sort::Seat => Ty::Role,
            Sort::Poison => {
                self.expr(b, None);
                return Typed::poison(span);
            }
            sort => {
                let shown = self.show_sort(sort);
                self.problems.never_none(a.expr.span, &shown);
                return Typed::poison(span);
            }
        };
        let (a, _) = self.settle(a);
        let b = self.expr(b, Some(&inner));
        // The result is an optional again if the other value may be none too.
        let ty = match self.join(&Sort::Of(inner.clone()), &b.sort) {
            Some(Sort::Of(ty)) => ty,
            _ => inner,
        };
        let b = self.coerce(b, &ty);
        let a = match (&a.ty, &ty) {
            (Ty::Opt(have), _) if **have == ty || **have == Ty::Role => a,
            (have, Ty::Opt(_)) if *have == ty => a,
            (Ty::Any, _) => a,
            _ => {
                // If the type differs from the optional's, convert the value.
                let opt = ty.clone().opt();
                self.coerce(Typed { sort: Sort::Of(a.ty.clone()), expr: a }, &opt)
            }
        };
        Typed::of(ExprKind::Else(Box::new(a), Box::new(b)), ty, span)
    }
}

/// `true` if evaluation has effects, faults aside.
fn has_effects(it: &Expr) -> bool {
    match &it.kind {
        ExprKind::Const(_)
        | ExprKind::Data(_)
        | ExprKind::Local(_)
        | ExprKind::Seat
        | ExprKind::Active
        | ExprKind::Shown(_)
        | ExprKind::Last => false,
        ExprKind::Unary(_, a) | ExprKind::Unwrap(a) | ExprKind::Cast(_, a) | ExprKind::Field(a, _) => has_effects(a),
        ExprKind::Binary(_, a, b) | ExprKind::Index(a, b) => has_effects(a) || has_effects(b),
        ExprKind::Load(place) => place.path.iter().any(|it| matches!(it, ir::Step::Index(it) if has_effects(it))),
        ExprKind::Builtin(it, args) => it.effects() != ir::Effects::NONE || args.iter().any(has_effects),
        _ => true,
    }
}

fn sign(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::Div => "/",
        BinaryOp::Rem => "%",
        BinaryOp::Lt => "<",
        BinaryOp::Le => "<=",
        BinaryOp::Gt => ">",
        BinaryOp::Ge => ">=",
        BinaryOp::Eq => "==",
        BinaryOp::Ne => "!=",
        BinaryOp::And => "and",
        BinaryOp::Or => "or",
        BinaryOp::In => "in",
        BinaryOp::NotIn => "not in",
        BinaryOp::Until => "..",
        BinaryOp::To => "to",
        BinaryOp::Else => "??",
    }
}

/// `true` if a literal needs its type from the context: `none`, `[]`, and literals made of them.
pub fn lacks_type(it: &ast::Expr<'_>) -> bool {
    match &it.kind {
        Ast::None => true,
        Ast::List(items) => items.iter().all(lacks_type),
        Ast::Call(callee, args) => matches!(callee.kind, Ast::Name("repeat")) && args.first().is_some_and(lacks_type),
        _ => false,
    }
}

fn holds_optionals(ty: &Ty) -> bool {
    matches!(ty, Ty::List(of) | Ty::Array(of, _) if matches!(**of, Ty::Opt(_)))
}
