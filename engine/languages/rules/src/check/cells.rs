//! Queries of a board: `grid.cells`, `grid.a1`, `grid.neighbours(c)`, `grid.path(a, b, x: e)`.

use super::board::{FIELDS, field_named};
use super::sort::{Sort, Typed};
use super::{Checker, Def, ast};
use ast::{ExprKind as Ast, Name, Round};
use diag::Span;
use ir::{Board, BoardId, BoardKind, BoardOp, Const, Expr, ExprKind, Part, Ty};

/// Maximum cell names considered for suggestions.
const NAMES_KNOWN: usize = 400;

impl<'s> Checker<'_, '_, 's> {
    /// The board of that name here, if there is one.
    pub fn board_named(&self, base: &ast::Expr<'s>) -> Option<Def> {
        match base.kind {
            Ast::Name(name) if self.body.find(name).is_none() => {
                self.names.get(name).map(|it| it.def).filter(|it| matches!(it, Def::Board(_) | Def::Broken))
            }
            _ => None,
        }
    }

    /// `grid.cells`, `grid.rows`, `grid.n`, `grid.a1`
    pub fn board_field(&mut self, id: BoardId, field: Name<'s>, span: Span) -> Typed {
        if self.probed(field.span) {
            self.probe_board(id);
        }
        let board = &self.program.boards[id.index()];
        let graph = board.kind == BoardKind::Graph;
        let known = field_named(field.text);
        if graph && known.is_some_and(|it| !(it.on)(board.kind)) {
            self.problems.wrong_board(field.span, field.text, &board.name, "graph");
            return Typed::poison(span);
        }
        if let Some(known) = known.filter(|it| (it.on)(board.kind)) {
            self.note_board_field(id, known, field.span);
        }
        let count: fn(&Board) -> u16 = match field.text {
            "cells" => {
                self.note_board_op(id, BoardOp::Cells, field.span);
                let all = |_: &Board, id, args| Expr {
                    kind: ExprKind::Board(BoardOp::Cells, id, args),
                    ty: Ty::Int.list(),
                    span,
                };
                return typed(self.by_form(id, Vec::new(), span, &all));
            }
            "size" => return typed(self.size_of(id, span)),
            "rows" => |board: &Board| board.rows,
            "columns" => |board: &Board| board.columns,
            text => {
                if let Some(list) = self.direction_list(id, text, span) {
                    return list;
                }
                if let Some(direction) = self.direction(id, text, span) {
                    self.note_board_part(id, field, &direction.expr.ty, "A direction.");
                    return direction;
                }
                return self.cell_named(id, field, span);
            }
        };
        let all = |board: &Board, _, _| {
            let all = (0..i64::from(count(board))).map(Const::Int).collect();
            Expr { kind: ExprKind::Const(Const::List(all)), ty: Ty::Int.list(), span }
        };
        typed(self.by_form(id, Vec::new(), span, &all))
    }

    fn cell_named(&mut self, id: BoardId, field: Name<'s>, span: Span) -> Typed {
        let forms = self.program.chosen(id).map_or(vec![id], |it| it.forms.clone());
        if forms.iter().any(|it| self.cell_names[it.index()].contains_key(field.text)) {
            self.note_board_part(id, field, &Ty::Int, "A cell, by its name.");
            self.is_cell(span, id);
            // A fault if the board of this game has no such cell.
            let make = |board: &Board, id: BoardId, _| match board.cells.iter().position(|it| it.name == field.text) {
                Some(cell) => Typed::int(cell as i64, span).expr,
                None => {
                    let name = Expr { kind: ExprKind::Const(Const::Str(field.text.into())), ty: Ty::Str, span };
                    let kind = ExprKind::Board(BoardOp::Named, id, vec![name]);
                    let found = Expr { kind, ty: Ty::Int.opt(), span };
                    Expr { kind: ExprKind::Unwrap(Box::new(found)), ty: Ty::Int, span }
                }
            };
            return typed(self.by_form(id, Vec::new(), span, &make));
        }
        if BoardOp::named(field.text).is_some() {
            self.problems.function_not_called(span, field.text);
            return Typed::poison(span);
        }
        let board = &self.program.boards[id.index()];
        let mut known: Vec<&str> =
            BoardOp::ALL.iter().map(|it| it.name()).chain(FIELDS.iter().map(|it| it.name)).collect();
        known.extend(board.directions());
        known.extend(board.cells.iter().take(NAMES_KNOWN).map(|it| it.name.as_str()));
        self.problems.no_cell(field.span, field.text, &board.name, &known);
        Typed::poison(span)
    }

    /// A direction of a board by its name.
    fn direction(&self, id: BoardId, name: &str, span: Span) -> Option<Typed> {
        let board = &self.program.boards[id.index()];
        let at = board.directions().iter().position(|it| *it == name)?;
        Some(Typed::of(ExprKind::Const(Const::Int(at as i64)), Part::Direction.ty(board), span))
    }

    /// `directions`: those that connect; `all`, and of squares `orthogonal` and `diagonal`.
    fn direction_list(&mut self, id: BoardId, name: &str, span: Span) -> Option<Typed> {
        let list = |board: &Board| -> Option<Vec<usize>> {
            let all = 0..board.directions().len();
            let square = matches!(board.kind, BoardKind::Square { .. });
            Some(match name {
                "directions" => board.connected(),
                "all" => all.collect(),
                "orthogonal" if square => all.step_by(2).collect(),
                "diagonal" if square => all.skip(1).step_by(2).collect(),
                _ => return None,
            })
        };
        list(&self.program.boards[id.index()])?;
        let made = |board: &Board, _, _| {
            let all = list(board).unwrap_or_default().into_iter().map(|it| Const::Int(it as i64)).collect();
            Expr { kind: ExprKind::Const(Const::List(all)), ty: Part::Directions.ty(board), span }
        };
        Some(typed(self.by_form(id, Vec::new(), span, &made)))
    }

    /// `grid.neighbours(c)`, and with an expression for each cell, `grid.reach(c, x: e)`.
    pub fn board_call(
        &mut self,
        (id, base): (BoardId, &ast::Expr<'s>),
        method: Name<'s>,
        args: &[ast::Expr<'s>],
        each: Option<(Name<'s>, &ast::Expr<'s>)>,
        span: Span,
    ) -> Typed {
        if self.probed(method.span) {
            self.probe_board(id);
        }
        let board = &self.program.boards[id.index()];
        let Some(op) = BoardOp::named(method.text).filter(|it| *it != BoardOp::Cells) else {
            if method.text == "cells" || field_named(method.text).is_some() {
                self.problems.not_callable(method.span);
            } else {
                let known: Vec<&str> = BoardOp::ALL.iter().map(|it| it.name()).collect();
                self.problems.no_board_part(method.span, method.text, &board.name, &known);
            }
            return self.ignore(args, span);
        };
        self.note_board_op(id, op, method.span);
        let board = &self.program.boards[id.index()];
        if !op.is_on(board.kind) {
            self.problems.wrong_board(method.span, method.text, &board.name, "graph");
            return Typed::poison(span);
        }
        let parts = op.parts();
        let most = parts.iter().filter(|it| !it.each()).count();
        let least = parts.iter().filter(|it| !it.each() && **it != Part::Directions).count();
        if !(least..=most).contains(&args.len()) {
            self.problems.builtin_arguments(span, &op.signature().to_string(), args.len());
            return self.ignore(args, span);
        }
        if let Some((var, _)) = each
            && !parts.iter().any(|it| it.each())
        {
            self.problems.each_cell(var.span, &op.signature().to_string());
            return self.ignore(args, span);
        }
        let (result, types) = (op.result(board), parts.iter().map(|it| it.ty(board)).collect::<Vec<_>>());
        let mut given = args.iter();
        let mut out = Vec::new();
        for (part, ty) in parts.iter().zip(types) {
            let made = match part {
                Part::Allowed | Part::Costs => each.map(|(var, it)| self.for_each_cell(base, var, it, &ty, span)),
                part => given.next().map(|it| self.board_argument(id, *part, it, &ty)),
            };
            out.push(made.unwrap_or_else(|| {
                let missing = match part {
                    Part::Directions => self.direction_list(id, "directions", span).map(|it| it.expr),
                    _ => None,
                };
                missing.unwrap_or(Expr { kind: ExprKind::Const(Const::List(Vec::new())), ty, span })
            }));
        }
        let make = |_: &Board, id, args| Expr { kind: ExprKind::Board(op, id, args), ty: result.clone(), span };
        typed(self.by_form(id, out, span, &make))
    }

    fn board_argument(&mut self, id: BoardId, part: Part, it: &ast::Expr<'s>, ty: &Ty) -> Expr {
        if let Some(bare) = self.bare_direction(id, part, it) {
            return bare;
        }
        if let (Part::Directions, Ast::List(items)) = (part, &it.kind) {
            let one = Part::Direction.ty(&self.program.boards[id.index()]);
            let items = items.iter().map(|it| self.board_argument(id, Part::Direction, it, &one)).collect();
            return Expr { kind: ExprKind::Make(items), ty: ty.clone(), span: it.span };
        }
        if part == Part::Cells {
            let typed = self.expr(it, Some(ty));
            let one = match &typed.sort {
                Sort::Of(Ty::Opt(of)) => of.is_integral(),
                Sort::Of(of) => of.is_integral(),
                _ => false,
            };
            if !one {
                return self.coerce(typed, ty);
            }
            let cell = self.coerce(typed, &Ty::Int);
            let span = cell.span;
            return Expr { kind: ExprKind::Make(vec![cell]), ty: ty.clone(), span };
        }
        let made = self.expr_as(it, ty);
        if let (Part::Cell, ExprKind::Const(Const::Int(cell))) = (part, &made.kind) {
            let last = self.cells_at_most(id) as i64 - 1;
            if !(0..=last).contains(cell) {
                self.problems.constant_out_of_range(it.span, *cell, 0, last);
            }
        }
        made
    }

    /// A direction by its bare name, where one is expected and the name has no other meaning.
    fn bare_direction(&mut self, id: BoardId, part: Part, it: &ast::Expr<'s>) -> Option<Expr> {
        let Ast::Name(name) = it.kind else { return None };
        if self.body.find(name).is_some() || self.frame_field(name).is_some() || self.names.contains_key(name) {
            return None;
        }
        let ty = part.ty(&self.program.boards[id.index()]);
        let found = match part {
            Part::Direction => self.direction(id, name, it.span),
            Part::Directions => self.direction_list(id, name, it.span),
            _ => return None,
        };
        if found.is_none() && !["G", "L", "R", "V", "Role"].contains(&name) {
            let board = &self.program.boards[id.index()];
            self.problems.unknown_direction(it.span, name, &board.name, board.directions());
            return Some(Expr { ty, ..super::sort::none(it.span) });
        }
        found.map(|it| it.expr)
    }

    /// The values of an expression for each cell, as a list.
    fn for_each_cell(&mut self, base: &ast::Expr<'s>, var: Name<'s>, it: &ast::Expr<'s>, ty: &Ty, span: Span) -> Expr {
        let Ast::Name(board) = base.kind else { return super::sort::none(span) };
        let base = Box::new(ast::Expr { kind: Ast::Name(board), span: base.span });
        let cells = Ast::Field(base, Name { text: "cells", span: var.span });
        let round = Round { var, iter: ast::Expr { kind: cells, span: var.span }, cond: None };
        let made = self.comprehension(it, std::slice::from_ref(&round), Some(ty), span);
        self.coerce(made, ty)
    }
}

fn typed(expr: Expr) -> Typed {
    Typed { sort: Sort::Of(expr.ty.clone()), expr }
}
