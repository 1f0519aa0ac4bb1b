//! The library: builtins that change a place, those that are composed of others, and keys for grouping and sorting.

use super::body::Tail;
use super::iterate::{empty, local, push, set};
use super::sort::{Sort, Typed, cast};
use super::{Checker, Def, ast};
use ast::{ExprKind as Ast, Name};
use diag::Span;
use ir::{Arg, Binary, Bound, Builtin, Cast, Const, Effects, Expr, ExprKind, Form, LocalId, Place, PlaceOp};
use ir::{Signature, Stmt, StmtKind, Ty};

/// `G.active`, changed in place.
#[derive(Default)]
pub struct ActiveChange {
    pub stmts: Vec<Stmt>,
    /// The local for the builtin's result, if it has one.
    pub given: Option<(LocalId, Ty)>,
}

impl<'s> Checker<'_, '_, 's> {
    /// A builtin that changes its first argument: the place, the other arguments, and its result.
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
        if !self.right_count(signature, args, span) {
            return None;
        }
        let place = self.place(&args[0])?;
        let (args, result) = self.place_op_args(op, &place.ty, args, signature)?;
        Some((place, args, result))
    }

    /// `push(G.active, Black)`, `set_delete(G.active, R)` and their kin: changes the active roles as a list or a set,
    /// and sets them again. Absent if the call is something else.
    pub fn change_active(&mut self, name: Name<'s>, args: &[ast::Expr<'s>], span: Span) -> Option<ActiveChange> {
        if !args.first().is_some_and(|it| self.is_active(it)) || self.names.contains_key(name.text) {
            return None;
        }
        let (op, signature) = match (PlaceOp::named(name.text), Form::named(name.text)) {
            (Some(op), _) => (op, op.signature()),
            (None, Some(form)) => {
                let op = match form {
                    Form::Add => PlaceOp::SetAdd,
                    Form::Remove => PlaceOp::SetDelete,
                    Form::Toggle => PlaceOp::SetToggle,
                    Form::SetClear => PlaceOp::Clear,
                    Form::InsertAt => PlaceOp::Insert,
                    _ => return None,
                };
                (op, form.signature())
            }
            _ => return None,
        };
        self.note_builtin(name);
        self.effect(Effects::WRITE, span, "changes `G.active`".into());
        if op.effects() != Effects::NONE {
            self.effect(op.effects(), span, format!("calls `{}`", name.text));
        }
        if !self.right_count(signature, args, span) {
            return Some(ActiveChange::default());
        }
        let at = args[0].span;
        let roles = Ty::Role.list();
        let as_set = matches!(op, PlaceOp::SetAdd | PlaceOp::SetDelete | PlaceOp::SetToggle);
        let ty = if as_set || name.text == "set_clear" { Ty::Set(Box::new(Ty::Role)) } else { roles.clone() };
        let Some((rest, result)) = self.place_op_args(op, &ty, args, signature) else {
            return Some(ActiveChange::default());
        };
        let active = Expr { kind: ExprKind::Active, ty: Ty::Any, span: at };
        let mut before = cast(Cast::ActiveToRoles, active, roles.clone());
        if ty != roles {
            before = cast(Cast::Elements, before, ty.clone());
        }
        let kept = self.body.temporary(ty.clone());
        let place = Place { root: ir::Root::Local(kept), path: Vec::new(), ty: ty.clone(), span: at };
        let mut out = vec![Stmt { kind: StmtKind::Set(kept, before), span }];
        let given = if result == Ty::Unit {
            out.push(Stmt { kind: StmtKind::PlaceOp(op, place, rest), span });
            None
        } else {
            let value = self.body.temporary(result.clone());
            let change = ExprKind::PlaceOp(op, Box::new(place), rest);
            out.push(Stmt { kind: StmtKind::Set(value, Expr { kind: change, ty: result.clone(), span }), span });
            Some((value, result))
        };
        out.extend(self.activate(Typed::of(ExprKind::Local(kept), ty, at), at, span));
        Some(ActiveChange { stmts: out, given })
    }

    /// The arguments after the place, and the result of the builtin.
    fn place_op_args(
        &mut self,
        op: PlaceOp,
        ty: &Ty,
        args: &[ast::Expr<'s>],
        signature: Signature,
    ) -> Option<(Vec<Expr>, Ty)> {
        let (place, params) = op.signature().params().split_first()?;
        let mut bound = Bound::default();
        if !bound.fits(&place.shape, ty) {
            return self.misfit(args[0].span, signature, ty);
        }
        let rest = self.operands(params, &args[1..], &mut bound, (signature, args[0].span))?;
        Some((rest, op.signature().result().and_then(|it| it.ty(&bound)).unwrap_or(Ty::Unit)))
    }

    /// A builtin that is composed of others, as a value.
    pub fn form(&mut self, form: Form, name: Name<'s>, args: &[ast::Expr<'s>], span: Span) -> Typed {
        let signature = form.signature();
        match form {
            Form::Int | Form::Num | Form::Bool | Form::String => return self.conversion(name, args, span),
            Form::Reveal => return self.reveal(name, args, span),
            Form::Any | Form::All | Form::Count | Form::Best => {
                return match args {
                    [of] => self.of_bools(form, name, of, span),
                    _ => {
                        self.problems.builtin_arguments(span, &signature.to_string(), args.len());
                        Typed::poison(span)
                    }
                };
            }
            _ => {}
        }
        if !self.right_count(signature, args, span) {
            return Typed::poison(span);
        }
        if form.effects() != Effects::NONE {
            self.effect(form.effects(), span, format!("calls `{}`", name.text));
        }
        self.form_value(form, name, args, span).unwrap_or(Typed::poison(span))
    }

    /// `any(G.kept)` and `all(G.kept)` for a list of truth values.
    fn of_bools(&mut self, form: Form, name: Name<'s>, of: &ast::Expr<'s>, span: Span) -> Typed {
        let all = self.expr(of, None);
        if all.sort == Sort::Poison {
            return all;
        }
        let bools = all.ty().and_then(Ty::element).is_some_and(|it| *it == Ty::Bool);
        if matches!(form, Form::Count | Form::Best) || !bools {
            self.problems.quantifier_body(span, name.text);
            return Typed::poison(span);
        }
        let wanted = ast::Expr { kind: Ast::Bool(form == Form::Any), span };
        let found = self.member_of(&wanted, all, span);
        if form == Form::Any {
            return found;
        }
        let found = self.coerce(found, &Ty::Bool);
        Typed::of(ExprKind::Unary(ir::Unary::Not, Box::new(found)), Ty::Bool, span)
    }

    fn form_value(&mut self, form: Form, name: Name<'s>, args: &[ast::Expr<'s>], span: Span) -> Option<Typed> {
        let int = |value: i64| Expr { kind: ExprKind::Const(Const::Int(value)), ty: Ty::Int, span };
        Some(match form {
            Form::Floor => {
                let x = self.expr_as(&args[0], &Ty::Num);
                Typed { expr: cast(Cast::Floor, x, Ty::Int), sort: Sort::Of(Ty::Int) }
            }
            Form::Take | Form::Drop => {
                let (list, element) = self.items(&args[0], form.signature())?;
                let n = self.expr_as(&args[1], &Ty::Int);
                let (from, end) = if form == Form::Take { (int(0), n) } else { (n, int(ir::INT_MAX)) };
                Typed::of(ExprKind::Builtin(Builtin::Slice, vec![list, from, end]), element.list(), span)
            }
            Form::Repeat => {
                // `repeat(none, 3)` where an `int?[]` is wanted.
                let of = self.wanted.take().and_then(|it| it.element().cloned());
                let (value, ty) = match of {
                    Some(of) => (self.expr_as(&args[0], &of), of),
                    None => self.value(&args[0])?,
                };
                let n = self.expr_as(&args[1], &Ty::Int);
                Typed::of(ExprKind::Fill(Box::new(value), Box::new(n)), ty.list(), span)
            }
            Form::Has => self.membership(&args[1], &args[0], span),
            Form::Roll => {
                let sides = self.expr_as(&args[0], &Ty::Int);
                let random = Expr { kind: ExprKind::Builtin(Builtin::Random, vec![sides]), ty: Ty::Int, span };
                Typed::of(ExprKind::Binary(Binary::IntAdd, Box::new(random), Box::new(int(1))), Ty::Int, span)
            }
            Form::GroupBy => self.by_key(Builtin::MapGroupBy, args, span)?,
            Form::ObjectCopy => self.expr(&args[0], None),
            Form::ObjectDiff => self.differ(&args[0], &args[1], span),
            Form::Add | Form::Remove | Form::InsertAt | Form::Toggle | Form::SetClear | Form::MapClear => {
                let (op, place, args, result) = self.form_place(form, args)?;
                Typed::of(ExprKind::PlaceOp(op, Box::new(place), args), result, span)
            }
            Form::Plural => self.plural(args, span),
            Form::Listed => self.listed(args, span)?,
            Form::Amounts => self.amounts(args, span)?,
            Form::WorthOfLead => self.worth_of_lead(args, span),
            Form::Descending => {
                self.problems.descending_alone(span);
                self.expr(&args[0], None);
                return None;
            }
            _ => {
                self.problems.statement_only(span, name.text);
                return None;
            }
        })
    }

    /// `level + (if lead > 0 then 100 - level else level) * lead / (abs(lead) + half)`, where `level` is 100 divided by
    /// the number of roles, and 50 for one alone.
    #[inline(never)]
    fn worth_of_lead(&mut self, args: &[ast::Expr<'s>], span: Span) -> Typed {
        let num = |kind| Expr { kind, ty: Ty::Num, span };
        let constant = |it: f64| num(ExprKind::Const(Const::Num(it.to_bits())));
        let binary = |op, a, b| num(ExprKind::Binary(op, Box::new(a), Box::new(b)));
        let lead = self.expr_as(&args[0], &Ty::Num);
        let half = self.expr_as(&args[1], &Ty::Num);
        let roles = self.roles(span).expr;
        let int = |kind| Expr { kind, ty: Ty::Int, span };
        let number = int(ExprKind::Builtin(Builtin::Len, vec![roles]));
        let number = int(ExprKind::Builtin(Builtin::Max, vec![Typed::int(2, span).expr, number]));
        let (kept, level) = (self.body.temporary(Ty::Num), self.body.temporary(Ty::Num));
        let stmts = vec![
            set(kept, lead),
            set(level, binary(Binary::NumDiv, constant(100.0), cast(Cast::IntToNum, number, Ty::Num))),
        ];
        let (lead, level) = (local(kept, &Ty::Num, span), local(level, &Ty::Num, span));
        let ahead = ExprKind::Binary(Binary::NumLt, Box::new(constant(0.0)), Box::new(lead.clone()));
        let ahead = Box::new(Expr { kind: ahead, ty: Ty::Bool, span });
        let up = Box::new(binary(Binary::NumSub, constant(100.0), level.clone()));
        let room = num(ExprKind::If(ahead, up, Box::new(level.clone())));
        let size = num(ExprKind::Builtin(Builtin::Abs, vec![lead.clone()]));
        let share = binary(Binary::NumDiv, binary(Binary::NumMul, room, lead), binary(Binary::NumAdd, size, half));
        let value = binary(Binary::NumAdd, level, share);
        Typed::of(ExprKind::Block(stmts, Box::new(value)), Ty::Num, span)
    }

    /// A short form that changes a place: the operation depends on the type of the place.
    fn form_place(&mut self, form: Form, args: &[ast::Expr<'s>]) -> Option<(PlaceOp, Place, Vec<Expr>, Ty)> {
        let place = self.place(&args[0])?;
        let op = match (form, &place.ty) {
            (Form::Add, Ty::Set(_)) => PlaceOp::SetAdd,
            (Form::Add, _) => PlaceOp::Push,
            (Form::Remove, Ty::Set(_)) => PlaceOp::SetDelete,
            (Form::Remove, Ty::Map(..)) => PlaceOp::MapDelete,
            (Form::Remove, _) => PlaceOp::DeleteItem,
            (Form::InsertAt, _) => PlaceOp::Insert,
            (Form::Toggle, _) => PlaceOp::SetToggle,
            (Form::SetClear, Ty::Set(_)) | (Form::MapClear, Ty::Map(..)) => PlaceOp::Clear,
            (_, ty) => {
                let ty = ty.clone();
                return self.misfit(args[0].span, form.signature(), &ty);
            }
        };
        let (args, result) = self.place_op_args(op, &place.ty, args, form.signature())?;
        Some((op, place, args, result))
    }

    /// A builtin that is only allowed as a statement; returns `true` if it was one.
    pub fn form_stmt(
        &mut self,
        form: Form,
        name: Name<'s>,
        args: &[ast::Expr<'s>],
        span: Span,
        tail: Tail,
        out: &mut Vec<Stmt>,
    ) -> bool {
        let undo = match form {
            Form::PushUndo => Some(StmtKind::PushUndo),
            Form::ClearUndo => Some(StmtKind::ClearUndo),
            Form::PopUndo => Some(StmtKind::PopUndo),
            Form::MapForEach | Form::CallOrGoto => None,
            _ => return false,
        };
        if !self.right_count(form.signature(), args, span) {
            return true;
        }
        match form {
            Form::PopUndo => self.may_transition(span, form.name(), tail),
            Form::CallOrGoto => self.call_or_goto(args, span, tail, out),
            Form::MapForEach => out.extend(self.map_for_each(args, span)),
            _ => self.effect(form.effects(), span, format!("calls `{}`", name.text)),
        }
        out.extend(undo.map(|kind| Stmt { kind, span }));
        true
    }

    /// `if c { call f(x) } else { goto f(x) }`
    fn call_or_goto(&mut self, args: &[ast::Expr<'s>], span: Span, tail: Tail, out: &mut Vec<Stmt>) {
        let test = self.condition(&args[0]);
        self.may_transition(span, "call_or_goto", tail);
        let target = |it: &ast::Expr<'s>| match &it.kind {
            Ast::Name(text) => Some(Name { text, span: it.span }),
            _ => None,
        };
        let (name, given) = match &args[1].kind {
            Ast::Call(callee, given) => (target(callee), &given[..]),
            _ => (target(&args[1]), &[][..]),
        };
        let mut made = Vec::new();
        for _ in 0..2 {
            made.push(match name {
                Some(name) => self.target_named(name, given, span),
                None => {
                    let name = self.expr_as(&args[1], &Ty::Str);
                    self.any_frame_called = true;
                    Some((ir::Target::Named(Box::new(name)), Vec::new()))
                }
            });
        }
        if let (Some(Some(goto)), Some(Some(call))) = (made.pop(), made.pop()) {
            let call = vec![Stmt { kind: StmtKind::Call(call.0, call.1), span }];
            let goto = vec![Stmt { kind: StmtKind::Goto(goto.0, goto.1), span }];
            out.push(Stmt { kind: StmtKind::If(test, call, goto), span });
        }
    }

    /// `for k in m { f(k, m[k]) }`
    fn map_for_each(&mut self, args: &[ast::Expr<'s>], span: Span) -> Option<Stmt> {
        let signature = Form::MapForEach.signature();
        let (map, ty) = self.value(&args[0])?;
        let Ty::Map(key, value) = ty.clone() else { return self.misfit(args[0].span, signature, &ty) };
        let (kept, var) = (self.body.temporary(ty.clone()), self.body.temporary((*key).clone()));
        let whole = Box::new(local(kept, &ty, span));
        let at = Box::new(local(var, &key, span));
        let item = Typed::of(ExprKind::Index(whole.clone(), at.clone()), *value, span);
        let key = Typed { sort: Sort::Of((*key).clone()), expr: *at };
        let call = self.call_with(&args[1], vec![key, item], signature)?;
        let call = Stmt { kind: StmtKind::Expr(call.expr), span };
        let each = Stmt { kind: StmtKind::ForEach(var, *whole, vec![call]), span };
        let always = Expr { kind: ExprKind::Const(Const::Bool(true)), ty: Ty::Bool, span };
        Some(Stmt { kind: StmtKind::If(always, vec![set(kept, map), each], Vec::new()), span })
    }

    /// Calls the function that an argument names.
    fn call_with(&mut self, function: &ast::Expr<'s>, given: Vec<Typed>, signature: Signature) -> Option<Typed> {
        let span = function.span;
        let found = match function.kind {
            Ast::Name(text) => match self.names.get(text).map(|it| it.def) {
                Some(Def::Function(at)) => Some((text, at)),
                _ => None,
            },
            _ => None,
        };
        let Some((name, at)) = found else {
            self.problems.not_a_function(span, &signature.to_string());
            return None;
        };
        self.note_def(name, span);
        self.functions[at].used = true;
        let function = &self.functions[at];
        let (id, params, result) = (function.id, function.params.clone(), function.result.clone());
        self.flow_call(id, span, Tail::Inside(span), name);
        if params.len() != given.len() || params.iter().any(|it| it.inout) {
            self.problems.function_shape(span, name, given.len());
            return None;
        }
        let args =
            given.into_iter().zip(params.iter()).map(|(it, param)| Arg::Value(self.coerce(it, &param.ty))).collect();
        Some(Typed::of(ExprKind::Call(id, args), result.unwrap_or(Ty::Any), span))
    }

    /// `sort_by(xs, key)` and its like: the key is a function, the name of a field, or a list of keys.
    pub fn by_key(&mut self, builtin: Builtin, args: &[ast::Expr<'s>], span: Span) -> Option<Typed> {
        let (items, element) = self.items(&args[0], builtin.signature())?;
        let list = items.ty.clone();
        let (kept, var) = (self.body.temporary(list.clone()), self.body.temporary(element.clone()));
        let item = Typed::of(ExprKind::Local(var), element.clone(), span);
        let key = match &args[1].kind {
            Ast::Str(field) => {
                let field = Name { text: field, span: args[1].span };
                let super::access::Access::Value(key) = self.select(super::access::Access::Value(item), field, span)
                else {
                    return None;
                };
                Some(key)
            }
            Ast::Name(text)
                if self.body.find(text).is_none()
                    && matches!(self.names.get(text).map(|it| it.def), Some(Def::Function(_))) =>
            {
                Some(self.call_with(&args[1], vec![item], builtin.signature())?)
            }
            _ => None,
        };
        let mut stmts = vec![set(kept, items)];
        let all = local(kept, &list, span);
        let keys = match key {
            Some(key) if key.sort == Sort::Poison => return None,
            Some(key) => {
                let (key, ty) = self.settle(key);
                let out = self.body.temporary(ty.clone().list());
                let push = push(out, &ty.clone().list(), key);
                stmts.push(set(out, empty(ty.clone().list(), span)));
                stmts.push(Stmt { kind: StmtKind::ForEach(var, all.clone(), vec![push]), span });
                local(out, &ty.list(), span)
            }
            None => self.items(&args[1], builtin.signature())?.0,
        };
        let made = self.keyed(builtin, builtin.signature(), all, keys, args[1].span)?;
        let ty = made.expr.ty.clone();
        Some(Typed::of(ExprKind::Block(stmts, Box::new(made.expr)), ty, span))
    }

    /// Elements with their keys, as many, ordered or grouped.
    pub fn keyed(
        &mut self,
        builtin: Builtin,
        signature: Signature,
        items: Expr,
        keys: Expr,
        span: Span,
    ) -> Option<Typed> {
        let (Ty::List(element), Ty::List(key)) = (items.ty.clone(), keys.ty.clone()) else { return None };
        if !key.has_order() && *key != Ty::Any {
            let lists = matches!(*key, Ty::List(_) | Ty::Array(..)) && builtin == Builtin::SortBy;
            self.problems.key_order(span, &signature.to_string(), &self.show(&key), lists);
            return None;
        }
        let dynamic = |it: Expr| cast(Cast::FromAny, cast(Cast::ToAny, it, Ty::Any), Ty::Any.list());
        let (args, ty) = match builtin {
            Builtin::ObjectGroupBy => (vec![dynamic(items), dynamic(keys)], Ty::Any),
            Builtin::MapGroupBy => (vec![items, keys], Ty::Map(key, Box::new(element.list()))),
            _ => (vec![items, keys], element.list()),
        };
        Some(Typed::of(ExprKind::Builtin(builtin, args), ty, span))
    }
}
