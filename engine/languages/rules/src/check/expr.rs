//! Expressions.

use super::super::lex::unescape;
use super::operator::lacks_type;
use super::sort::{Sort, Typed, cast, none};
use super::{Checker, Def, ast};
use ast::{BinaryOp, ExprKind as Ast, Name, Piece, UnaryOp};
use diag::Span;
use ir::{Binary, Cast, Const, Expr, ExprKind, Ty, Unary};

impl<'s> Checker<'_, '_, 's> {
    /// An expression of a wanted type.
    pub fn expr_as(&mut self, it: &ast::Expr<'s>, want: &Ty) -> Expr {
        let typed = self.expr(it, Some(want));
        self.coerce(typed, want)
    }

    /// A condition.
    pub fn condition(&mut self, it: &ast::Expr<'s>) -> Expr {
        let typed = self.expr(it, Some(&Ty::Bool));
        if let Sort::Of(ty) = &typed.sort
            && !matches!(ty, Ty::Bool | Ty::Any)
        {
            let shown = self.show(ty);
            let simple = matches!(it.kind, Ast::Name(_) | Ast::Field(..) | Ast::Index(..) | Ast::Call(..));
            self.problems.not_a_condition(it.span, &shown, matches!(ty, Ty::Opt(_)), simple);
            return Expr { ty: Ty::Bool, ..none(it.span) };
        }
        self.coerce(typed, &Ty::Bool)
    }

    /// An expression; `want` guides literals and is not enforced.
    pub fn expr(&mut self, it: &ast::Expr<'s>, want: Option<&Ty>) -> Typed {
        let span = it.span;
        let constant = |value: Const, ty: Ty| Typed::of(ExprKind::Const(value), ty, span);
        // An expected optional means its value is expected.
        let want = match want {
            Some(Ty::Opt(inner)) => Some(&**inner),
            other => other,
        };
        match &it.kind {
            Ast::None => Typed { expr: Expr { ty: Ty::Any, ..none(span) }, sort: Sort::None },
            Ast::Bool(value) => constant(Const::Bool(*value), Ty::Bool),
            Ast::Int(value) => constant(Const::Int(*value), Ty::Int),
            Ast::Num(value) => constant(Const::Num(value.to_bits()), Ty::Num),
            Ast::Str(raw) => {
                self.check_plain(raw, span);
                constant(Const::Str(unescape(raw)), Ty::Str)
            }
            Ast::Template(pieces) => self.template(pieces, span),
            Ast::Name(name) if is_role(want) && self.is_unknown(name) && self.is_no_slip(name) => {
                if self.probed(span) {
                    self.probe_names();
                }
                self.problems.unknown_role(span, name, &self.program.role_words());
                Typed::poison(span)
            }
            Ast::Name(_) | Ast::Field(..) | Ast::Index(..) => self.read(it),
            Ast::Call(callee, args) => {
                let wanted = std::mem::replace(&mut self.wanted, want.filter(|_| args.iter().any(lacks_type)).cloned());
                let made = self.call_expr(callee, args, span);
                self.wanted = wanted;
                made
            }
            Ast::Each(callee, args, var, each) => self.each_call(callee, args, (*var, each), span),
            Ast::Unary(op, at, operand) => self.unary(*op, *at, operand, span),
            Ast::Binary(op, at, a, b) => self.binary(*op, *at, a, b, span),
            Ast::If(cond, a, b) => self.conditional(cond, a, b, want, span),
            Ast::List(items) => self.list(items, want, span),
            Ast::Map(pairs) => self.map(pairs, want, span),
            Ast::Comprehension(value, rounds) => self.comprehension(value, rounds, want, span),
            Ast::Quantifier(name, round, body) => self.quantifier(*name, round, body.as_deref(), span),
            Ast::Record(name, fields) => self.record(*name, fields, span),
            Ast::Object(entries) => {
                let entries =
                    entries.iter().map(|(name, it)| (name.text.to_string(), self.expr_as(it, &Ty::Any))).collect();
                Typed::of(ExprKind::MakeObject(entries), Ty::Any, span)
            }
            Ast::Ternary(it, question, colon) => {
                if let Ast::If(cond, ..) = &it.kind {
                    self.problems.ternary(cond.span, *question, *colon);
                }
                self.expr(it, want)
            }
            Ast::Waits(flow) => {
                self.target(flow);
                self.problems.call_inside(span, self.body.kind == super::BodyKind::Procedure);
                Typed::poison(span)
            }
            Ast::Missing => Typed::poison(span),
        }
    }

    /// A text in plain quotes with `${…}` in it was probably meant as a template.
    fn check_plain(&mut self, raw: &str, span: Span) {
        let hole = raw.find("${").filter(|at| !raw[..*at].ends_with('\\') && raw[*at..].contains('}'));
        if hole.is_some() {
            self.problems.plain_template(span, !raw.contains('`'));
        }
    }

    /// `true` if a name is not close to any name known here.
    fn is_no_slip(&self, name: &str) -> bool {
        !diag::is_near(name, &self.known_names()) && Self::foreign_value(name).is_none()
    }

    fn template(&mut self, pieces: &[Piece<'s>], span: Span) -> Typed {
        let mut whole: Option<Expr> = None;
        for piece in pieces {
            let piece = match piece {
                Piece::Text(raw) => Expr { kind: ExprKind::Const(Const::Str(unescape(raw))), ty: Ty::Str, span },
                Piece::Expr(it) => {
                    let typed = self.expr(it, None);
                    self.text_of(typed)
                }
            };
            whole = Some(match whole {
                None => piece,
                Some(before) => {
                    let kind = ExprKind::Binary(Binary::Concat, Box::new(before), Box::new(piece));
                    Expr { kind, ty: Ty::Str, span }
                }
            });
        }
        match whole {
            Some(expr) => Typed { expr, sort: Sort::Of(Ty::Str) },
            None => Typed::of(ExprKind::Const(Const::Str(String::new())), Ty::Str, span),
        }
    }

    fn unary(&mut self, op: UnaryOp, at: Span, operand: &ast::Expr<'s>, span: Span) -> Typed {
        match op {
            UnaryOp::Not => {
                let operand = self.condition(operand);
                Typed::of(ExprKind::Unary(Unary::Not, Box::new(operand)), Ty::Bool, span)
            }
            UnaryOp::Neg => {
                let it = self.expr(operand, None);
                match &it.sort {
                    Sort::Of(Ty::Num) => Typed::of(ExprKind::Unary(Unary::NumNeg, Box::new(it.expr)), Ty::Num, span),
                    Sort::Poison => it,
                    _ => {
                        if let ExprKind::Const(Const::Int(value)) = it.expr.kind {
                            return Typed::int(-value, span);
                        }
                        let operand = self.coerce(it, &Ty::Int);
                        Typed::of(ExprKind::Unary(Unary::IntNeg, Box::new(operand)), Ty::Int, span)
                    }
                }
            }
            UnaryOp::Unwrap => {
                let it = self.expr(operand, None);
                match &it.sort {
                    Sort::Of(Ty::Opt(_)) | Sort::Seat => {
                        let mut it = self.unwrap(it);
                        it.expr.span = span;
                        it
                    }
                    Sort::Poison => it,
                    sort => {
                        let shown = self.show_sort(sort);
                        self.problems.needless_insist(at, &shown);
                        it
                    }
                }
            }
        }
    }

    fn conditional(
        &mut self,
        cond: &ast::Expr<'s>,
        a: &ast::Expr<'s>,
        b: &ast::Expr<'s>,
        want: Option<&Ty>,
        span: Span,
    ) -> Typed {
        let test = self.condition(cond);
        let depth = self.body.narrowed.len();
        self.learn(cond, true);
        let first = a;
        let a = self.expr(first, want);
        self.body.narrowed.truncate(depth);
        self.learn(cond, false);
        // A literal takes the type of the other branch.
        let other = a.ty().cloned();
        let b = match (&first.kind, &b.kind) {
            // One word is enough for both.
            (Ast::Waits(_), Ast::Waits(flow)) => {
                self.target(flow);
                Typed::poison(span)
            }
            _ => self.expr(b, want.or(other.as_ref())),
        };
        self.body.narrowed.truncate(depth);
        if a.sort == Sort::Poison && b.sort == Sort::Poison {
            return Typed::poison(span);
        }
        let (a, b, ty) = self.unify(a, b, want, span);
        Typed::of(ExprKind::If(Box::new(test), Box::new(a), Box::new(b)), ty, span)
    }

    /// Two values as one type.
    pub fn unify(&mut self, a: Typed, b: Typed, want: Option<&Ty>, span: Span) -> (Expr, Expr, Ty) {
        let sort = match (self.join(&a.sort, &b.sort), want) {
            (Some(Sort::Of(ty)), _) => ty,
            (Some(Sort::None | Sort::Empty), Some(want)) => want.clone(),
            (Some(Sort::Seat), _) => Ty::Role.opt(),
            (Some(Sort::Poison), _) => Ty::Any,
            (Some(_), _) => {
                return {
                    let (a, ty) = self.settle(a);
                    let b = self.coerce(b, &ty);
                    (a, b, ty)
                };
            }
            (None, _) => {
                let (first, second) = (self.show_sort(&a.sort), self.show_sort(&b.sort));
                self.problems.no_common_type(span, (a.expr.span, &first), (b.expr.span, &second));
                return (none(span), none(span), Ty::Any);
            }
        };
        let a = self.coerce(a, &sort);
        let b = self.coerce(b, &sort);
        (a, b, sort)
    }

    fn list(&mut self, items: &[ast::Expr<'s>], want: Option<&Ty>, span: Span) -> Typed {
        if items.is_empty() {
            return match want {
                Some(ty @ (Ty::List(_) | Ty::Set(_) | Ty::Map(..))) => {
                    Typed::of(ExprKind::Const(Const::List(Vec::new())), ty.clone(), span)
                }
                _ => Typed { expr: none(span), sort: Sort::Empty },
            };
        }
        let element = match want {
            Some(Ty::List(it) | Ty::Set(it)) => Some((**it).clone()),
            Some(Ty::Array(it, index)) => {
                let count = self.program.count(*index);
                if count != items.len() {
                    let want = self.show(&Ty::Array(it.clone(), *index));
                    self.problems.array_length(span, &want, count, items.len());
                    return Typed::poison(span);
                }
                Some((**it).clone())
            }
            Some(Ty::Any) => Some(Ty::Any),
            _ => None,
        };
        if let Some(element) = element {
            let items: Vec<Expr> = items.iter().map(|it| self.expr_as(it, &element)).collect();
            let ty = match want {
                Some(Ty::Any) | None => element.list(),
                Some(want) => want.clone(),
            };
            let list = Typed::of(ExprKind::Make(items), ty, span);
            return if want == Some(&Ty::Any) {
                Typed { expr: cast(Cast::ToAny, list.expr, Ty::Any), sort: Sort::Of(Ty::Any) }
            } else {
                list
            };
        }
        let items: Vec<Typed> = items.iter().map(|it| self.expr(it, None)).collect();
        let mut sort = items[0].sort.clone();
        for it in &items[1..] {
            match self.join(&sort, &it.sort) {
                Some(joined) => sort = joined,
                None => {
                    let (first, second) = (self.show_sort(&sort), self.show_sort(&it.sort));
                    self.problems.no_common_type(span, (items[0].expr.span, &first), (it.expr.span, &second));
                    return Typed::poison(span);
                }
            }
        }
        let element = match sort {
            Sort::Of(Ty::Range(..)) => Ty::Int,
            Sort::Of(ty) => ty,
            Sort::Poison => return Typed::poison(span),
            Sort::Seat => Ty::Role.opt(),
            Sort::Active => Ty::Role,
            Sort::None | Sort::Empty => Ty::Any,
        };
        let items = items.into_iter().map(|it| self.coerce(it, &element)).collect();
        Typed::of(ExprKind::Make(items), element.list(), span)
    }

    fn map(&mut self, pairs: &[(ast::Expr<'s>, ast::Expr<'s>)], want: Option<&Ty>, span: Span) -> Typed {
        // Each pair is checked once, or nested maps would be checked again and again.
        let (mut made, rest, key, value) = match (want, pairs) {
            (Some(Ty::Map(k, v)), _) => (Vec::new(), pairs, (**k).clone(), (**v).clone()),
            (_, []) => return Typed { expr: none(span), sort: Sort::Empty },
            (_, [(k, v), rest @ ..]) => {
                let (k, v) = (self.expr(k, None), self.expr(v, None));
                let ((k, key), (v, value)) = (self.settle(k), self.settle(v));
                if key == Ty::Unit || value == Ty::Unit {
                    return self.map_rest(rest, span);
                }
                (vec![(k, v)], rest, key, value)
            }
        };
        made.extend(rest.iter().map(|(k, v)| (self.expr_as(k, &key), self.expr_as(v, &value))));
        let pairs = made;
        Typed::of(ExprKind::MakeMap(pairs), Ty::Map(Box::new(key), Box::new(value)), span)
    }

    /// The other pairs of a map of which the first was not understood.
    fn map_rest(&mut self, pairs: &[(ast::Expr<'s>, ast::Expr<'s>)], span: Span) -> Typed {
        for (k, v) in pairs {
            self.expr(k, None);
            self.expr(v, None);
        }
        Typed::poison(span)
    }

    fn record(&mut self, name: Name<'s>, given: &[(Name<'s>, ast::Expr<'s>)], span: Span) -> Typed {
        let Some(Def::Record(id)) = self.names.get(name.text).map(|it| it.def) else {
            let known: Vec<&str> = self.program.records.iter().map(|it| it.name.as_str()).collect();
            self.problems.unknown_record(name.span, name.text, &known);
            return Typed::poison(span);
        };
        if self.is_full() {
            given.iter().for_each(|(_, value)| drop(self.expr(value, None)));
            return Typed::poison(span);
        }
        let record = self.program.records[id.index()].clone();
        let known: Vec<&str> = record.fields.iter().map(|it| it.name.as_str()).collect();
        for (i, (field, _)) in given.iter().enumerate() {
            if !known.contains(&field.text) {
                self.problems.unknown_field(field.span, field.text, &record.name, &known);
            }
            if let Some((first, _)) = given[..i].iter().find(|it| it.0.text == field.text) {
                self.problems.twice(field.span, field.text, first.span);
            }
        }
        let mut missing = Vec::new();
        let mut fields = Vec::new();
        for (at, field) in record.fields.iter().enumerate() {
            let value = match given.iter().find(|it| it.0.text == field.name) {
                Some((_, value)) => self.expr_as(value, &field.ty),
                None => match self.record_defaults[id.index()][at].clone() {
                    Some(value) => {
                        Expr { kind: ExprKind::Const(self.copy_of(&value, span)), ty: field.ty.clone(), span }
                    }
                    None => {
                        missing.push(field.name.as_str());
                        self.has_room(1, span);
                        none(span)
                    }
                },
            };
            fields.push(value);
        }
        if given.iter().any(|it| !known.contains(&it.0.text)) {
            return Typed::poison(span);
        }
        if missing.iter().any(|it| self.default_comes_later(id, it, span)) {
            return Typed::poison(span);
        }
        if !missing.is_empty() {
            let optional =
                record.fields.iter().find(|it| missing.contains(&it.name.as_str()) && matches!(it.ty, Ty::Opt(_)));
            let optional = optional.map(|it| (it.name.as_str(), self.show(&it.ty)));
            let optional = optional.as_ref().map(|(name, ty)| (*name, ty.as_str()));
            self.problems.missing_fields(span, &record.name, &missing, optional);
            return Typed::poison(span);
        }
        Typed::of(ExprKind::Make(fields), Ty::Record(id), span)
    }

    /// `true` if a name is a role, or a variable that always holds one.
    fn is_a_role(&self, name: &str) -> bool {
        match self.body.find(name) {
            Some(local) => local.ty == Ty::Role,
            None => match self.frame_field(name) {
                Some((_, ty)) => ty == Ty::Role,
                None => matches!(self.names.get(name).map(|it| it.def), Some(Def::Role(_))),
            },
        }
    }

    /// Records the facts about optionals that follow if a condition is `holds`.
    pub fn learn(&mut self, cond: &ast::Expr<'s>, holds: bool) {
        match &cond.kind {
            Ast::Binary(BinaryOp::And, _, a, b) if holds => {
                self.learn(a, true);
                self.learn(b, true);
            }
            Ast::Binary(BinaryOp::Or, _, a, b) if !holds => {
                self.learn(a, false);
                self.learn(b, false);
            }
            Ast::Unary(UnaryOp::Not, _, it) => self.learn(it, !holds),
            Ast::Binary(op @ (BinaryOp::Eq | BinaryOp::Ne), _, a, b) => {
                let tested = match (&a.kind, &b.kind) {
                    (_, Ast::None) => a,
                    (Ast::None, _) => b,
                    // A role is not none.
                    (Ast::Name("R"), Ast::Name(role)) | (Ast::Name(role), Ast::Name("R")) => {
                        if (*op == BinaryOp::Eq) == holds && self.is_a_role(role) && self.body.find("R").is_none() {
                            self.body.narrowed.push("R".to_owned());
                        }
                        return;
                    }
                    _ => return,
                };
                if (*op == BinaryOp::Ne) == holds
                    && let Some(text) = self.path_key(tested)
                {
                    self.body.narrowed.push(text);
                }
            }
            _ => {}
        }
    }
}

/// `true` if a role, or several, are expected.
fn is_role(want: Option<&Ty>) -> bool {
    match want {
        Some(Ty::List(of) | Ty::Set(of)) => **of == Ty::Role,
        Some(it) => *it == Ty::Role,
        None => false,
    }
}
