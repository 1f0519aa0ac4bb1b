//! Calls of functions, and of what belongs to a board.

use super::body::Tail;
use super::sort::{Sort, Typed, cast, none};
use super::{Checker, Def, Param, ast};
use ast::{ExprKind as Ast, Name};
use diag::Span;
use ir::{Arg, Binary, BoardId, BoardKind, Builtin, Cast, Const, Expr, ExprKind, PlaceOp, Stmt, StmtKind, Ty};

impl<'s> Checker<'_, '_, 's> {
    pub fn call_expr(&mut self, callee: &ast::Expr<'s>, args: &[ast::Expr<'s>], span: Span) -> Typed {
        match &callee.kind {
            Ast::Name(name) => self.call_name(Name { text: name, span: callee.span }, args, span),
            Ast::Field(base, method) => {
                if let Ast::Name(name) = base.kind
                    && let Some(Def::Board(id)) = self.names.get(name).map(|it| it.def)
                {
                    return self.board_call(id, *method, args, span);
                }
                self.problems.no_methods(callee.span, method.text, &[]);
                self.ignore(args, span)
            }
            Ast::Missing => self.ignore(args, span),
            _ => {
                self.problems.not_callable(callee.span);
                self.ignore(args, span)
            }
        }
    }

    /// Checks arguments for their own sake.
    fn ignore(&mut self, args: &[ast::Expr<'s>], span: Span) -> Typed {
        for it in args {
            self.expr(it, None);
        }
        Typed::poison(span)
    }

    fn call_name(&mut self, name: Name<'s>, args: &[ast::Expr<'s>], span: Span) -> Typed {
        if let Some(Def::Function(at)) = self.names.get(name.text).map(|it| it.def) {
            return self.call_function(at, name, args, span);
        }
        if let Some(op) = PlaceOp::named(name.text) {
            return match self.place_op(op, name, args, span) {
                Some((place, args, result)) => Typed::of(ExprKind::PlaceOp(op, Box::new(place), args), result, span),
                None => Typed::poison(span),
            };
        }
        if let Some(builtin) = Builtin::named(name.text) {
            return self.builtin(builtin, name, args, span);
        }
        if let Some(form) = ir::Form::named(name.text) {
            return self.form(form, name, args, span);
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
            self.problems.not_constant(span);
            return Typed::poison(span);
        }
        let function = &self.functions[at];
        let (id, params, result) = (function.id, function.params.clone(), function.result.clone());
        let tail = self.body.tail;
        self.flow_call(id, span, tail, name.text);
        let args = self.arguments(name, &params, args, span);
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
                None => {
                    let value = param.default.clone().unwrap_or(Const::None);
                    Arg::Value(Expr { kind: ExprKind::Const(value), ty: param.ty.clone(), span })
                }
            });
        }
        for it in args.iter().skip(params.len()) {
            self.expr(it, None);
        }
        self.body.tail = outer;
        out
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

    /// `grid.cells`, `grid.rows`, `grid.columns`, `grid.size`
    pub fn board_list(&mut self, id: BoardId, field: Name<'s>, span: Span) -> Typed {
        let BoardKind::Square { rows, columns } = self.program.boards[id.index()].kind;
        let count = match field.text {
            "cells" => i64::from(rows) * i64::from(columns),
            "rows" => i64::from(rows),
            "columns" => i64::from(columns),
            "size" => return Typed::int(i64::from(rows) * i64::from(columns), span),
            "row" | "column" | "cell" | "at" => {
                self.problems.function_not_called(span, field.text);
                return Typed::poison(span);
            }
            _ => {
                let name = self.program.boards[id.index()].name.clone();
                self.problems.unknown_field(field.span, field.text, &name, BOARD_PARTS);
                return Typed::poison(span);
            }
        };
        let all = (0..count).map(Const::Int).collect();
        Typed::of(ExprKind::Const(Const::List(all)), Ty::Int.list(), span)
    }

    /// `grid.row(cell)`, `grid.column(cell)`, `grid.cell(row, column)`, `grid.at(row, column)`
    fn board_call(&mut self, id: BoardId, method: Name<'s>, args: &[ast::Expr<'s>], span: Span) -> Typed {
        let BoardKind::Square { rows, columns } = self.program.boards[id.index()].kind;
        let (rows, columns) = (i64::from(rows), i64::from(columns));
        let count = match method.text {
            "row" | "column" => 1,
            "cell" | "at" => 2,
            _ => {
                let name = self.program.boards[id.index()].name.clone();
                self.problems.no_methods(method.span, method.text, &[&name]);
                return self.ignore(args, span);
            }
        };
        if args.len() != count {
            self.problems.argument_count(span, method.text, count, args.len());
            return self.ignore(args, span);
        }
        let args: Vec<Expr> = args.iter().map(|it| self.expr_as(it, &Ty::Int)).collect();
        let int = |value: i64| Box::new(Expr { kind: ExprKind::Const(Const::Int(value)), ty: Ty::Int, span });
        let make = |kind, ty: &Ty| Expr { kind, ty: ty.clone(), span };
        let cell = |row: Expr, column: Expr| {
            let start = make(ExprKind::Binary(Binary::IntMul, Box::new(row), int(columns)), &Ty::Int);
            make(ExprKind::Binary(Binary::IntAdd, Box::new(start), Box::new(column)), &Ty::Int)
        };
        let mut args = args.into_iter();
        let (first, second) = (args.next().unwrap_or(none(span)), args.next());
        let within = |it: Expr, count: i64| {
            let ty = Ty::Range(0, count - 1);
            cast(Cast::Check, cast(Cast::Check, it, ty), Ty::Int)
        };
        match (method.text, second) {
            ("cell", Some(second)) => {
                Typed { expr: cell(within(first, rows), within(second, columns)), sort: Sort::Of(Ty::Int) }
            }
            (_, Some(second)) => {
                // `at`: none beyond the edge.
                let (row, column) = (self.body.temporary(Ty::Int), self.body.temporary(Ty::Int));
                let local = |id| make(ExprKind::Local(id), &Ty::Int);
                let inside = |id, count: i64| {
                    let low = make(ExprKind::Binary(Binary::IntLe, int(0), Box::new(local(id))), &Ty::Bool);
                    let high = make(ExprKind::Binary(Binary::IntLt, Box::new(local(id)), int(count)), &Ty::Bool);
                    make(ExprKind::And(Box::new(low), Box::new(high)), &Ty::Bool)
                };
                let ty = Ty::Int.opt();
                let found = cast(Cast::Some, cell(local(row), local(column)), ty.clone());
                let test = ExprKind::And(Box::new(inside(row, rows)), Box::new(inside(column, columns)));
                let nothing = make(ExprKind::Const(Const::None), &ty);
                let test = make(test, &Ty::Bool);
                let either = make(ExprKind::If(Box::new(test), Box::new(found), Box::new(nothing)), &ty);
                let set = |id, it| Stmt { kind: StmtKind::Set(id, it), span };
                Typed::of(ExprKind::Block(vec![set(row, first), set(column, second)], Box::new(either)), ty, span)
            }
            (name, None) => {
                let cell = Box::new(within(first, rows * columns));
                let op = if name == "row" { Binary::IntDiv } else { Binary::IntRem };
                Typed::of(ExprKind::Binary(op, cell, int(columns)), Ty::Int, span)
            }
        }
    }
}

/// What there is on a board.
const BOARD_PARTS: &[&str] = &["cells", "rows", "columns", "size", "row", "column", "cell", "at"];
