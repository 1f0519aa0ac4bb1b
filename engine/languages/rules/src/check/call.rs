//! Calls of functions and of board functions.

use super::body::Tail;
use super::library::ActiveChange;
use super::sort::{Sort, Typed, cast, none};
use super::{Checker, Def, Param, ast};
use ast::{ExprKind as Ast, Name};
use diag::Span;
use ir::{Arg, Builtin, Cast, Const, Expr, ExprKind, PlaceOp, Ty};
use std::rc::Rc;

impl<'s> Checker<'_, '_, 's> {
    pub fn call_expr(&mut self, callee: &ast::Expr<'s>, args: &[ast::Expr<'s>], span: Span) -> Typed {
        match &callee.kind {
            Ast::Name(name) => self.call_name(Name { text: name, span: callee.span }, args, span),
            Ast::Field(base, method) => self.method(base, *method, args, None, span),
            Ast::Missing => self.ignore(args, span),
            _ => {
                self.problems.not_callable(callee.span);
                self.ignore(args, span)
            }
        }
    }

    /// `grid.path(a, b, x: e)`
    pub fn each_call(
        &mut self,
        callee: &ast::Expr<'s>,
        args: &[ast::Expr<'s>],
        each: (Name<'s>, &ast::Expr<'s>),
        span: Span,
    ) -> Typed {
        match &callee.kind {
            Ast::Field(base, method) => self.method(base, *method, args, Some(each), span),
            _ => self.ignore(args, span),
        }
    }

    fn method(
        &mut self,
        base: &ast::Expr<'s>,
        method: Name<'s>,
        args: &[ast::Expr<'s>],
        each: Option<(Name<'s>, &ast::Expr<'s>)>,
        span: Span,
    ) -> Typed {
        match self.board_named(base) {
            Some(Def::Board(id)) => {
                if let ast::ExprKind::Name(name) = base.kind {
                    self.note_def(name, base.span);
                }
                self.board_call((id, base), method, args, each, span)
            }
            Some(_) => self.ignore(args, span),
            None if self.is_function(method.text) => {
                let first = args.first().map(|it| it.span.start);
                self.problems.method_function(base.span.to(method.span), base.span, method.text, first, span);
                self.ignore(args, span)
            }
            None => {
                self.problems.no_methods(base.span.to(method.span), method.text);
                self.ignore(args, span)
            }
        }
    }

    /// `true` if a function or a builtin has that name.
    fn is_function(&self, name: &str) -> bool {
        matches!(self.names.get(name).map(|it| it.def), Some(Def::Function(_))) || ir::Entry::named(name).is_some()
    }

    /// Checks arguments for their own sake.
    pub fn ignore(&mut self, args: &[ast::Expr<'s>], span: Span) -> Typed {
        for it in args {
            self.expr(it, None);
        }
        Typed::poison(span)
    }

    fn call_name(&mut self, name: Name<'s>, args: &[ast::Expr<'s>], span: Span) -> Typed {
        if self.probed(name.span) {
            self.probe_names();
        }
        if let Some(Def::Function(at)) = self.names.get(name.text).map(|it| it.def) {
            self.note_def(name.text, name.span);
            return self.call_function(at, name, args, span);
        }
        if self.names_members(name.text) {
            return self.numbered(name, args, span);
        }
        if let Some(ActiveChange { stmts, given }) = self.change_active(name, args, span) {
            let Some((value, ty)) = given else {
                self.problems.statement_only(span, name.text);
                return Typed::poison(span);
            };
            let value = Expr { kind: ExprKind::Local(value), ty: ty.clone(), span };
            return Typed::of(ExprKind::Block(stmts, Box::new(value)), ty, span);
        }
        self.note_builtin(name);
        if let Some(op) = PlaceOp::named(name.text) {
            return match self.place_op(op, name, args, span) {
                Some((place, rest, result)) => {
                    // Its result is read from there.
                    if let Some(Ast::Name(from)) = args.first().map(|it| &it.kind) {
                        self.body.touch(from);
                        self.use_variable(from, true);
                    }
                    Typed::of(ExprKind::PlaceOp(op, Box::new(place), rest), result, span)
                }
                None => Typed::poison(span),
            };
        }
        if let Some(builtin) = Builtin::named(name.text) {
            return self.builtin(builtin, name, args, span);
        }
        if let Some(form) = ir::Form::named(name.text) {
            return self.form(form, name, args, span);
        }
        if name.text == "range" && self.body.find("range").is_none() {
            let simple = |it: &ast::Expr| {
                matches!(it.kind, Ast::Int(_) | Ast::Name(_) | Ast::Field(..) | Ast::Index(..) | Ast::Call(..))
            };
            let ends: Vec<Span> = args.iter().map(|it| it.span).filter(|_| args.iter().all(simple)).collect();
            self.problems.range_function(span, &ends);
            return self.ignore(args, span);
        }
        let frame = self.frame_names.contains_key(name.text);
        let mut known: Vec<&str> = self.functions.iter().map(|it| it.name.text).collect();
        known.extend(ir::Entry::all().map(|it| it.name));
        self.problems.unknown_function(name.span, name.text, &known, frame);
        self.ignore(args, span)
    }

    fn call_function(&mut self, at: usize, name: Name<'s>, args: &[ast::Expr<'s>], span: Span) -> Typed {
        self.functions[at].used = true;
        if self.body.kind == super::BodyKind::Constant {
            self.problems.not_constant(span, None);
            return self.ignore(args, span);
        }
        let function = &self.functions[at];
        let (id, params, result) = (function.id, Rc::clone(&function.params), function.result.clone());
        let tail = self.body.tail;
        self.flow_call(id, span, tail, name.text);
        let args = self.arguments(name, &params, args, span);
        if self.functions[at].broken {
            return Typed::poison(span);
        }
        let result = result.unwrap_or_else(|| {
            // Only for functions that need one another's results.
            let written = self.functions[at].name.span;
            self.problems.result_unknown(span, name.text, written);
            self.functions[at].result = Some(Ty::Any);
            Ty::Any
        });
        Typed::of(ExprKind::Call(id, args), result, span)
    }

    /// Arguments for parameters, missing ones by their defaults.
    fn arguments(&mut self, name: Name<'s>, params: &[Param<'s>], args: &[ast::Expr<'s>], span: Span) -> Vec<Arg> {
        if self.is_full() {
            self.ignore(args, span);
            return Vec::new();
        }
        self.check_count(name, params, args, span);
        let outer = std::mem::replace(&mut self.body.tail, Tail::Inside(span));
        let mut out = Vec::new();
        for (i, param) in params.iter().enumerate() {
            out.push(match args.get(i) {
                Some(it) if param.inout => match self.place(it) {
                    Some(place) if place.ty == param.ty => {
                        // The function may read it.
                        if let Ast::Name(name) = it.kind {
                            self.body.touch(name);
                            self.use_variable(name, true);
                        }
                        Arg::InOut(place)
                    }
                    Some(place) => {
                        let (want, got) = (self.show(&param.ty), self.show(&place.ty));
                        self.problems.inout_type(it.span, &want, &got);
                        Arg::Value(none(it.span))
                    }
                    None => Arg::Value(none(it.span)),
                },
                Some(it) => Arg::Value(self.expr_as(it, &param.ty)),
                None => Arg::Value(self.left_out(param, span)),
            });
        }
        for it in args.iter().skip(params.len()) {
            self.expr(it, None);
        }
        self.body.tail = outer;
        out
    }

    /// The argument for a parameter that a call leaves out.
    pub fn left_out(&mut self, param: &Param<'s>, span: Span) -> Expr {
        let value = match &param.default {
            Some(it) => self.copy_of(it, span),
            // It is missing, which is already reported.
            None => {
                self.has_room(1, span);
                Const::None
            }
        };
        Expr { kind: ExprKind::Const(value), ty: param.ty.clone(), span }
    }

    pub fn check_count(&mut self, name: Name<'s>, params: &[Param<'s>], args: &[ast::Expr<'s>], span: Span) {
        let needed = params.iter().filter(|it| it.default.is_none()).count();
        if args.len() < needed {
            let missing = params[args.len()].name.text;
            self.problems.missing_argument(span, name.text, missing, params[args.len()].name.span);
        } else if args.len() > params.len() {
            self.problems.argument_too_many(args[params.len()].span, name.text, params.len());
        }
    }

    /// `reveal(e)`: the value, from here on no secret.
    pub fn reveal(&mut self, name: Name<'s>, args: &[ast::Expr<'s>], span: Span) -> Typed {
        let [arg] = args else {
            self.problems.argument_count(span, name.text, 1, args.len());
            return self.ignore(args, span);
        };
        let it = self.expr(arg, None);
        match it.sort.clone() {
            Sort::Of(ty) => Typed { expr: Expr { span, ..cast(Cast::Reveal, it.expr, ty) }, sort: it.sort },
            _ => it,
        }
    }

    /// `true` if a name is a type with members: `Role` or an enum.
    fn names_members(&self, name: &str) -> bool {
        name == "Role" || matches!(self.names.get(name).map(|it| it.def), Some(Def::Enum(_)))
    }

    /// `Role(i)`, `Gem(i)`: the role or the member of a number.
    fn numbered(&mut self, name: Name<'s>, args: &[ast::Expr<'s>], span: Span) -> Typed {
        let (ty, count) = match self.names.get(name.text).map(|it| it.def) {
            Some(Def::Enum(id)) => {
                self.note_def(name.text, name.span);
                (Ty::Enum(id), self.program.enums[id.index()].members.len())
            }
            _ => (Ty::Role, self.program.roles.len()),
        };
        let [arg] = args else {
            self.problems.argument_count(span, name.text, 1, args.len());
            return self.ignore(args, span);
        };
        let number = self.expr(arg, Some(&Ty::Int));
        let number = self.coerce(number, &Ty::Int);
        if let ExprKind::Const(Const::Int(value)) = number.kind
            && !(0..count as i64).contains(&value)
        {
            self.problems.constant_out_of_range(arg.span, value, 0, count as i64 - 1);
        }
        let expr = Expr { span, ..cast(Cast::Check, number, ty.clone()) };
        Typed { expr, sort: Sort::Of(ty) }
    }

    /// `int(x)`, `num(x)`, `string(x)`, `bool(x)`
    pub fn conversion(&mut self, name: Name<'s>, args: &[ast::Expr<'s>], span: Span) -> Typed {
        let [arg] = args else {
            self.problems.argument_count(span, name.text, 1, args.len());
            return self.ignore(args, span);
        };
        let it = self.expr(arg, None);
        if it.sort == Sort::Poison {
            return it;
        }
        let integral = it.ty().is_some_and(Ty::is_integral);
        let (expr, ty) = match (name.text, &it.sort) {
            ("string", _) => (self.text_of(it), Ty::Str),
            ("int", Sort::Of(Ty::Num)) => (cast(Cast::Floor, it.expr, Ty::Int), Ty::Int),
            ("int", _) if integral => (cast(Cast::Check, it.expr, Ty::Int), Ty::Int),
            ("int", _) => (self.coerce(it, &Ty::Int), Ty::Int),
            ("num", _) if integral => {
                let int = cast(Cast::Check, it.expr, Ty::Int);
                (cast(Cast::IntToNum, int, Ty::Num), Ty::Num)
            }
            ("num", _) => (self.coerce(it, &Ty::Num), Ty::Num),
            (_, _) => (self.coerce(it, &Ty::Bool), Ty::Bool),
        };
        Typed { expr: Expr { span, ..expr }, sort: Sort::Of(ty) }
    }
}
