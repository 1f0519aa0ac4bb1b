//! Boards: facts known before a game are in tables, others are computed on request.

mod ray;
mod reach;

use crate::analysis::bounds::Bounds;
use crate::function::FunctionCompiler;
use crate::function::expr::Given;
use crate::layout::access::{load, new_list};
use crate::layout::boards::{Part, Tables};
use crate::layout::memory::NOWHERE;
use crate::layout::memory::{ITEMS, LEN};
use crate::layout::packing::value_range;
use crate::layout::{self};
use crate::module::symbols::Helper;
use crate::wasm::{CodeBuilder, Emit, I32, I64, Local, Mem};
use diag::Code;
use ir::steps::gone_through;
use ir::{BoardOp, Expr, Ty};

impl<'p> FunctionCompiler<'_, 'p> {
    /// Leaves the result of a board operation.
    pub fn board(&mut self, op: BoardOp, board: u16, args: &'p [Expr]) {
        let tables = self.module.tables(board);
        let parts = op.parts().iter().map(|it| it.ty(&self.module.program.boards[usize::from(board)]));
        let parts: Vec<Ty> = parts.collect();
        if self.reached_where(op, board, args, &parts) {
            return;
        }
        let args: &[Given<'p>] = &self.operands(args, &parts);
        match op {
            BoardOp::Cells => {
                let at = self.module.table(board, op);
                self.code.i32(at).load(Mem::Ptr, 0);
            }
            BoardOp::Row | BoardOp::Column => {
                let at = self.module.table(board, op);
                self.cell_slot(&args[0], &tables);
                self.code.load(Mem::Ptr, at).sink().i64_extend_i32_u();
            }
            BoardOp::Name | BoardOp::Sign | BoardOp::Neighbours => {
                let at = self.module.table(board, op);
                self.cell_slot(&args[0], &tables);
                self.code.load(Mem::Ptr, at);
            }
            BoardOp::Cell | BoardOp::At => self.place(op == BoardOp::At, board, args),
            BoardOp::Named => {
                let (name, i, end, find) =
                    (self.code.local(I32), self.code.local(I32), self.code.local(I32), self.code.local(I64));
                let (names, equal) = (self.module.table(board, BoardOp::Name), self.module.rt.str_eq);
                self.code.get(args[0].at).set(name);
                self.spend(gone_through(tables.count as usize) as u32);
                self.code.i32(tables.count).set(end);
                self.code.i64(layout::none(8)).set(find);
                self.code.each(i, end, |it, _| {
                    it.get(i).i32(2).sink().i32_shl();
                    it.load(Mem::Ptr, names).get(name).call(equal);
                    it.if_(|it| {
                        it.get(i).sink().i64_extend_i32_u().local_set(find);
                    });
                });
                self.code.get(find);
            }
            BoardOp::Neighbour => {
                self.cell_and_direction(args, &tables);
                self.code.load(Mem::Ptr, tables.steps.at());
                self.optional();
            }
            BoardOp::Ray => {
                let table = self.ray_slot(board, args, &tables);
                self.code.load(Mem::Ptr, table);
            }
            BoardOp::Rays => self.rays(board, args, &tables),
            BoardOp::Turn | BoardOp::Opposite => {
                let count = i64::from(tables.directions.max(1));
                let half = Bounds::new(count / 2, count / 2);
                let mut known = self.bounds(args[0].e).plus(half);
                self.code.get(args[0].at);
                match args.get(1) {
                    Some(steps) => {
                        self.code.get(steps.at).i64(count).sink().i64_rem_s().i64_add();
                        known = Bounds::ALL;
                    }
                    None => drop(self.code.i64(count / 2).sink().i64_add()),
                }
                self.turned(&tables, known);
            }
            BoardOp::Direction => {
                let (id, found) = (self.module.helper(Helper::Towards(board)), self.code.local(I32));
                self.two_cells(args, &tables);
                self.spend(tables.geometry.longest as u32);
                let none = layout::none(1);
                self.code.call(id).set(found).i64(none);
                self.code.get(found).i32(0xFF).sink().i32_and().i64_extend_i32_u();
                self.code.get(found).i32(0).sink().i32_lt_s().select();
            }
            BoardOp::Distance => {
                let id = self.module.helper(Helper::Distance(board));
                self.two_cells(args, &tables);
                self.spend(if tables.distances.is_some() { 0 } else { tables.size });
                self.code.call(id);
                self.optional();
            }
            BoardOp::Weight => self.weight(args, &tables),
            BoardOp::Line | BoardOp::Between => self.line(op == BoardOp::Line, board, args, &tables),
            BoardOp::Path => {
                let id = self.module.helper(Helper::Path(board));
                self.two_cells(args, &tables);
                self.spend(tables.size);
                self.code.get(args[2].at).call(id);
            }
            BoardOp::Connected | BoardOp::Reach => {
                let last = args.len() - 1;
                self.reached(op, board, &args[..last], &tables, (None, args[last].at));
            }
            BoardOp::Parts => {
                let id = self.module.helper(Helper::Parts(board));
                self.spend(tables.size);
                self.code.get(args[0].at).call(id);
            }
            BoardOp::Costs => {
                let (id, site) = (self.module.helper(Helper::Costs(board)), self.site(Code::BadCost));
                let (starts, given, len) = (args[0].at, args[1].at, self.code.local(I32));
                self.code.get(given).load(Mem::Ptr, LEN).set(len);
                self.starts(starts, &tables);
                self.gone_through(len);
                self.spend(tables.size);
                self.code.get(starts).get(given).i32(site).call(id);
            }
        }
    }

    /// A cell, which must be there, as an `i32`.
    fn cell(&mut self, given: &Given<'p>, tables: &Tables) {
        let (n, count) = (given.at, i64::from(tables.count));
        let known = self.bounds(given.e);
        if known.low < 0 || known.high >= count {
            self.code.get(n).i64(count).sink().i64_ge_u();
            self.trap_if_with(Code::NoCell, n, &|it| {
                it.i64(count);
            });
        }
        self.code.get(n);
        self.mask_index();
        self.code.sink().i32_wrap_i64();
    }

    /// `true` if an integer is known to be a cell of a board.
    pub fn is_cell(&self, shape: &ir::Board, cell: &Expr) -> bool {
        self.bounds(cell).is_index(shape.cells.len() as i64)
    }

    fn cell_slot(&mut self, given: &Given<'p>, tables: &Tables) {
        self.cell(given, tables);
        self.code.i32(2).sink().i32_shl();
    }

    fn two_cells(&mut self, args: &[Given<'p>], tables: &Tables) {
        self.cell(&args[0], tables);
        self.cell(&args[1], tables);
    }

    /// Pushes an index into a table of cells by directions.
    fn cell_and_direction(&mut self, args: &[Given<'p>], tables: &Tables) {
        self.cell(&args[0], tables);
        self.code.i32(tables.directions).sink().i32_mul();
        self.code.get(args[1].at);
        let known = self.bounds(args[1].e);
        self.turned(tables, known);
        self.code.sink().i32_wrap_i64().i32_add().i32_const(2).i32_shl();
    }

    /// Turns the number on the stack, within the known bounds, into a direction.
    fn turned(&mut self, tables: &Tables, known: Bounds) {
        let (count, n) = (i64::from(tables.directions.max(1)), self.code.local(I64));
        if known.low >= 0 && known.high < count {
            return;
        }
        if known.low >= 0 {
            self.code.i64(count).sink().i64_rem_u();
            return;
        }
        self.code.i64(count).sink().i64_rem_s().local_tee(n).i64_const(count).i64_add();
        self.code.get(n).get(n).i64(0).sink().i64_lt_s().select();
    }

    /// An `i32` that is −1 for none as an optional integer.
    fn optional(&mut self) {
        let n = self.code.local(I32);
        self.code.set(n).i64(layout::none(8)).get(n).sink().i64_extend_i32_u();
        self.code.get(n).i32(0).sink().i32_lt_s().select();
    }

    /// `true` if a row and a column are known to be on a board without blanks.
    pub fn is_on_board(&self, shape: &ir::Board, [row, column]: [&Expr; 2]) -> bool {
        let inside = |e: &Expr, count: u16| self.bounds(e).is_index(i64::from(count));
        is_full(shape) && inside(row, shape.rows) && inside(column, shape.columns)
    }

    fn place(&mut self, optional: bool, board: u16, args: &[Given<'p>]) {
        let shape = &self.module.program.boards[usize::from(board)];
        let (rows, columns) = (i64::from(shape.rows), i64::from(shape.columns));
        let at = self.module.table(board, BoardOp::At);
        let (row, column, cell) = (args[0].at, args[1].at, self.code.local(I32));
        let full = is_full(shape);
        let inside = |it: &mut CodeBuilder| {
            it.get(row).i64(rows).sink().i64_lt_u();
            it.get(column).i64(columns).sink().i64_lt_u().i32_and();
        };
        // Without blanks the cells follow one another.
        if full && optional {
            self.code.get(row).i64(columns).sink().i64_mul().local_get(column).i64_add();
            self.code.i64(layout::none(8));
            inside(&mut self.code);
            self.code.sink().select();
            return;
        }
        let known = full && self.is_on_board(shape, [args[0].e, args[1].e]);
        if !known {
            inside(&mut self.code);
        }
        if full {
            if !known {
                self.code.sink().i32_eqz();
                self.trap_if_with(Code::NoCell, row, &|it| {
                    it.get(column);
                });
            }
            self.code.get(row).i64(columns).sink().i64_mul().local_get(column).i64_add();
            return;
        }
        self.code
            .if_value(Some(I32), |it| {
                it.get(row).i64(columns).sink().i64_mul().local_get(column).i64_add().i32_wrap_i64();
                it.i32(2).sink().i32_shl();
                it.load(Mem::Ptr, at);
            })
            .else_(|it| {
                it.i32(NOWHERE);
            });
        if optional {
            self.optional();
        } else {
            self.code.tee(cell).i32(0).sink().i32_lt_s();
            self.trap_if_with(Code::NoCell, row, &|it| {
                it.get(column);
            });
            self.code.get(cell).sink().i64_extend_i32_u();
        }
    }

    /// Pushes the offset of a ray's list in a table; returns the table's address.
    fn ray_slot(&mut self, board: u16, args: &[Given<'p>], tables: &Tables) -> u32 {
        let table = self.module.table(board, BoardOp::Ray);
        self.cell_and_direction(args, tables);
        self.spend(gone_through(tables.geometry.longest) as u32);
        table
    }

    fn rays(&mut self, board: u16, args: &[Given<'p>], tables: &Tables) {
        let at = self.module.table(board, BoardOp::Ray);
        let (cell, to, i) = (self.code.local(I32), self.code.local(I32), self.code.local(I32));
        let of = args[1].e.ty.element().cloned().unwrap_or(Ty::Int);
        self.cell(&args[0], tables);
        self.code.i32(tables.directions).sink().i32_mul().local_set(cell);
        self.code.get(args[1].at);
        let given = self.items_of(&of.clone().list());
        let steps = self.code.local(I32);
        self.code
            .get(given.len)
            .i32(1 + gone_through(tables.geometry.longest) as u32)
            .sink()
            .i32_mul()
            .local_set(steps);
        self.spend_all(steps);
        new_list(&mut self.code, self.module.rt.alloc, to, given.len, 4);
        self.code.get(to).get(given.len).store(Mem::Ptr, LEN);
        self.each(i, given.len, |this, _| {
            this.code.nth(to, i, 4).get(cell).nth(given.first, i, given.stride);
            load(this.module.program, &mut this.code, &of, 0);
            let (low, high) = value_range(this.module.program, &of);
            this.turned(tables, Bounds::new(low, high));
            this.code.sink().i32_wrap_i64().i32_add().i32_const(2).i32_shl();
            this.code.load(Mem::Ptr, at).store(Mem::Ptr, ITEMS);
        });
        self.code.get(to);
    }

    fn weight(&mut self, args: &[Given<'p>], tables: &Tables) {
        let (from, wanted, n, end) =
            (self.code.local(I32), self.code.local(I32), self.code.local(I32), self.code.local(I32));
        let found = self.code.local(I32);
        self.two_cells(args, tables);
        self.code.set(wanted).i32(2).sink().i32_shl().local_set(from);
        let [begins, leads, weights] = tables.links.each_ref().map(Part::at);
        self.code.get(from).load(Mem::Ptr, begins + 4).set(end);
        self.code.i32(NOWHERE).set(found);
        self.code.get(from).load(Mem::Ptr, begins).set(n);
        self.block_loop(|this, done, again| {
            this.code.get(n).get(end).sink().i32_ge_u();
            this.code.br_if(done);
            this.module.slot(&mut this.code, n);
            this.code.load(Mem::Ptr, leads).get(wanted).sink().i32_eq();
            this.if_(|this| {
                this.module.slot(&mut this.code, n);
                this.code.load(Mem::Ptr, weights).set(found);
                this.code.br(done);
            });
            this.code.get(n).i32(1).sink().i32_add().local_set(n);
            this.code.br(again);
        });
        self.code.get(found);
        self.optional();
    }

    /// The cells straight from one to another: both included, or neither.
    fn line(&mut self, ends: bool, board: u16, args: &[Given<'p>], tables: &Tables) {
        let (from, to, way, direction, at) = (
            self.code.local(I32),
            self.code.local(I32),
            self.code.local(I32),
            self.code.local(I32),
            self.code.local(I32),
        );
        let (list, len, i) = (self.code.local(I32), self.code.local(I32), self.code.local(I32));
        let towards = self.module.helper(Helper::Towards(board));
        self.two_cells(args, tables);
        self.spend(tables.geometry.longest as u32);
        self.code.set(to).tee(from).get(to).call(towards).tee(way).i32(0xFF).sink().i32_and().local_set(direction);
        // The number of steps; with both ends one cell more, without them one less; a cell is in line with itself.
        self.code.get(way).i32(0).sink().i32_lt_s();
        self.code
            .if_value(Some(I32), |it| {
                it.get(from).get(to).sink().i32_eq();
                if !ends {
                    it.i32(0).sink().i32_and();
                }
            })
            .else_(|it| {
                it.get(way).i32(8).sink().i32_shr_u();
                if ends {
                    it.i32(1).sink().i32_add();
                } else {
                    it.i32(1).sink().i32_sub();
                }
            });
        self.code.set(len);
        new_list(&mut self.code, self.module.rt.alloc, list, len, 8);
        self.code.get(list).get(len).store(Mem::Ptr, LEN);
        self.code.get(from).set(at);
        self.each(i, len, |this, _| {
            let step = |it: &mut Self| it.module.step(&mut it.code, tables, (at, direction, from));
            if !ends {
                step(this);
            }
            this.code.nth(list, i, 8).get(at).sink().i64_extend_i32_u();
            this.code.store(Mem::Int(8), ITEMS);
            if ends {
                step(this);
            }
        });
        self.code.get(list);
    }

    /// Cells to start from, all of which must be there.
    fn starts(&mut self, list: Local, tables: &Tables) {
        let (i, len, n) = (self.code.local(I32), self.code.local(I32), self.code.local(I64));
        let count = i64::from(tables.count);
        self.code.get(list).load(Mem::Ptr, LEN).set(len);
        self.gone_through(len);
        self.each(i, len, |this, _| {
            this.code.nth(list, i, 8).load(Mem::Int(8), ITEMS).tee(n).i64(count).sink().i64_ge_u();
            this.trap_if_with(Code::NoCell, n, &|it| {
                it.i64(count);
            });
        });
    }
}

/// `true` if a board has no blanks, so its cells are consecutive.
pub fn is_full(shape: &ir::Board) -> bool {
    shape.cells.len() == usize::from(shape.rows) * usize::from(shape.columns)
}
