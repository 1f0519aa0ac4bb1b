//! Reachability over cells with a condition. If the condition can neither fail, nor takes fuel, nor changes anything,
//! it is evaluated only for the cells reached.
//!
//! Invariant: fuel is charged as if the condition had been evaluated for every cell first; with too little fuel left,
//! it is.

use crate::function::FunctionCompiler;
use crate::function::expr::Given;
use crate::layout::access::new_list;
use crate::layout::boards::Tables;
use crate::layout::memory::{ITEMS, LEN};
use crate::layout::{Rep, rep};
use crate::module::symbols::Helper;
use crate::wasm::{Emit, I32, I64, Label, Local, Mem};
use ir::{BoardOp, Const, Expr, ExprKind, LocalId, PlaceOp, Root, Stmt, StmtKind, Ty};

/// Cells of one word of marks.
const WORD: u32 = 64;

/// A condition on the cells of a board, written as a list of its values for each cell.
pub(super) struct CellCondition<'p> {
    cell: LocalId,
    condition: &'p Expr,
    /// Fuel for working it out for all cells.
    fuel: u32,
    /// The statements that make the list, the one last that is reached for each cell.
    stmts: [&'p Stmt; 3],
}

impl<'p> FunctionCompiler<'_, 'p> {
    /// Pushes the reached cells, or whether a cell is reached, if a condition can be evaluated on the way; returns
    /// `true` then.
    pub(super) fn reached_where(&mut self, op: BoardOp, board: u16, args: &'p [Expr], parts: &[Ty]) -> bool {
        let tables = self.module.tables(board);
        let Some((condition, others)) = args.split_last() else { return false };
        let by = match op {
            BoardOp::Reach | BoardOp::Connected => self.cell_condition(condition, &tables),
            _ => None,
        };
        let Some(by) = by else { return false };
        let others = self.operands(others, &parts[..others.len()]);
        self.code.fuel_left().i32(by.fuel).sink().i32_ge_s();
        self.if_value(Some(I32), |this| {
            this.spend(by.fuel);
            let [begin, each, push] = by.stmts;
            let counter = this.counted(begin, None);
            this.counted(each, counter);
            this.counted_times(push, &|it| {
                it.i64(i64::from(tables.count));
            });
            this.reached(op, board, &others, &tables, (Some(&by), 0));
        })
        .else_(|this| {
            let allowed = this.code.local(I32);
            this.value_as(condition, &parts[others.len()]);
            this.code.set(allowed);
            this.reached(op, board, &others, &tables, (None, allowed));
        });
        true
    }

    /// The condition of such a list, if it can be evaluated at any time.
    fn cell_condition(&self, e: &'p Expr, tables: &Tables) -> Option<CellCondition<'p>> {
        let ExprKind::Block(body, value) = &e.kind else { return None };
        let ExprKind::Local(list) = value.kind else { return None };
        let [begin @ Stmt { kind: StmtKind::Set(begun, empty), .. }, each] = body.as_slice() else { return None };
        let StmtKind::ForRange(cell, from, last, body) = &each.kind else { return None };
        let [push @ Stmt { kind: StmtKind::PlaceOp(PlaceOp::Push, place, items), .. }] = body.as_slice() else {
            return None;
        };
        let [condition] = items.as_slice() else { return None };
        let is_empty = match &empty.kind {
            ExprKind::Const(Const::List(items)) => items.is_empty(),
            ExprKind::Make(items) => items.is_empty(),
            _ => false,
        };
        let is = |e: &Expr, n: i64| e.kind == ExprKind::Const(Const::Int(n));
        let all_cells = is(from, 0) && is(last, i64::from(tables.count) - 1);
        let gathers = *begun == list && place.root == Root::Local(list) && place.path.is_empty();
        let plain = rep(&self.function.locals[cell.0 as usize].ty) == Rep::Int && rep(&condition.ty) == Rep::Bool;
        let few = tables.count as usize <= self.module.limits.list;
        if !(is_empty && all_cells && gathers && plain && few && self.is_speculatable(condition)) {
            return None;
        }
        let fuel = self.round(each).checked_mul(tables.count - 1).filter(|it| *it <= i32::MAX as u32)?;
        Some(CellCondition { cell: *cell, condition, fuel, stmts: [begin, each, push] })
    }

    /// Leaves whether there is a way between two cells, or which cells are reached from some: over cells for which a condition
    /// holds, or by a list in a local.
    pub(super) fn reached(
        &mut self,
        op: BoardOp,
        board: u16,
        args: &[Given<'p>],
        tables: &Tables,
        (by, allowed): (Option<&CellCondition<'p>>, Local),
    ) {
        let to = self.code.local(I32);
        let starts = if op == BoardOp::Connected {
            let from = self.code.local(I32);
            self.two_cells(args, tables);
            self.code.set(to).set(from);
            self.spend(tables.size);
            self.module.list_of_one(&mut self.code, from)
        } else {
            self.starts(args[0].at, tables);
            self.spend(tables.size);
            args[0].at
        };
        match by {
            Some(by) => {
                let count = self.mark_reached(tables, starts, by);
                if op == BoardOp::Connected {
                    self.is_marked(tables, to);
                } else {
                    self.marked_cells(tables, count);
                }
            }
            None => {
                let flood = self.module.helper(Helper::Flood(board));
                self.module.fill_table(&mut self.code, tables.seen, 0, tables.count);
                self.code.get(starts).get(allowed).i32(1).call(flood);
                if op == BoardOp::Connected {
                    self.module.slot(&mut self.code, to);
                    self.code.load(Mem::Ptr, tables.seen);
                } else {
                    self.seen_cells(tables);
                }
            }
        }
    }

    /// Leaves a list of the cells that were seen, ascending.
    fn seen_cells(&mut self, tables: &Tables) {
        let (to, i, end) = (self.code.local(I32), self.code.local(I32), self.code.local(I32));
        self.code.i32(tables.count).set(end);
        new_list(&mut self.code, self.module.rt.alloc, to, end, 8);
        self.each(i, end, |this, _| {
            this.module.slot(&mut this.code, i);
            this.code.load(Mem::Ptr, tables.seen);
            this.code.if_(|it| {
                it.get(to).get(to).load(Mem::Ptr, LEN).i32(8).sink().i32_mul().i32_add();
                it.get(i).sink().i64_extend_i32_u();
                it.store(Mem::Int(8), ITEMS);
                it.get(to).get(to).load(Mem::Ptr, LEN).i32(1).sink().i32_add();
                it.store(Mem::Ptr, LEN);
            });
        });
        self.code.get(to);
    }

    /// Marks the cells that are reached from those in a list, a bit for each; gives a local with how many there are.
    fn mark_reached(&mut self, tables: &Tables, starts: Local, by: &CellCondition<'p>) -> Local {
        let [cell, count, at, end, n, len] = std::array::from_fn(|_| self.code.local(I32));
        let [begins, leads] = [tables.links[0].at(), tables.links[1].at()];
        let asked = self.locals[by.cell.0 as usize];
        self.code.clear(tables.seen, 8 * tables.count.div_ceil(WORD));
        self.code.i32(0).set(count).get(starts).load(Mem::Ptr, LEN).set(len);
        self.each(n, len, |this, _| {
            this.code.nth(starts, n, 8).load(Mem::Int(8), ITEMS).sink().i32_wrap_i64().local_set(cell);
            this.block(|this, known| this.mark_cell(tables, (cell, count), known, |_| {}));
        });
        self.code.i32(0).set(at);
        self.block_loop(|this, done, next| {
            this.code.get(at).get(count).sink().i32_ge_u();
            this.code.br_if(done);
            this.module.slot(&mut this.code, at);
            this.code.load(Mem::Ptr, tables.queue + 4).i32(2).sink().i32_shl().local_tee(n);
            this.code.load(Mem::Ptr, begins + 4).i32(2).sink().i32_shl().local_set(end);
            this.code.get(n).load(Mem::Ptr, begins).i32(2).sink().i32_shl().local_set(n);
            this.code.get(at).i32(1).sink().i32_add().local_set(at);
            this.loop_(|this, link| {
                this.code.get(n).get(end).sink().i32_ge_u();
                this.code.br_if(next);
                this.code.get(n).load(Mem::Ptr, leads).set(cell);
                this.code.get(n).plus(4).set(n);
                this.mark_cell(tables, (cell, count), link, |this| {
                    this.code.get(cell).sink().i64_extend_i32_u().local_set(asked);
                    this.value(by.condition);
                    this.code.sink().i32_eqz();
                    this.code.br_if(link);
                });
                this.code.br(link);
            });
        });
        count
    }

    /// Marks the cell in a local and puts it at the end of the queue; goes on at `known` if it was marked before. `asked` comes
    /// before the mark.
    fn mark_cell(
        &mut self,
        tables: &Tables,
        (cell, count): (Local, Local),
        known: Label,
        asked: impl FnOnce(&mut Self),
    ) {
        let (word, bit, marks) = (self.code.local(I32), self.code.local(I64), self.code.local(I64));
        self.code.get(cell).i32(3).sink().i32_shr_u().i32_const(!7).i32_and().local_tee(word);
        self.code.load(Mem::Int(8), tables.seen).set(marks);
        self.code.i64(1).get(cell).sink().i64_extend_i32_u().i64_shl().local_set(bit);
        self.code.get(marks).get(bit).sink().i64_and().i64_eqz().i32_eqz();
        self.code.br_if(known);
        asked(self);
        self.code.get(word).get(marks).get(bit).sink().i64_or();
        self.code.store(Mem::Int(8), tables.seen);
        self.module.slot(&mut self.code, count);
        self.code.get(cell).store(Mem::Ptr, tables.queue + 4);
        self.code.get(count).i32(1).sink().i32_add().local_set(count);
    }

    /// Leaves a list of the cells that are marked, ascending, as many as a local says.
    fn marked_cells(&mut self, tables: &Tables, count: Local) {
        let [list, to, word] = std::array::from_fn(|_| self.code.local(I32));
        let (marks, base) = (self.code.local(I64), self.code.local(I64));
        new_list(&mut self.code, self.module.rt.alloc, list, count, 8);
        self.code.get(list).get(count).store(Mem::Ptr, LEN);
        self.code.get(list).plus(ITEMS).set(to).i32(0).set(word).i64(0).set(base);
        self.code.loop_(|it, next| {
            it.get(word).load(Mem::Int(8), tables.seen).set(marks);
            it.block_loop(|it, empty, bit| {
                it.get(marks).sink().i64_eqz();
                it.br_if(empty);
                it.get(to).get(base).get(marks).sink().i64_ctz().i64_add();
                it.store(Mem::Int(8), 0).get(to).plus(8).set(to);
                it.get(marks).get(marks).i64(1).sink().i64_sub().i64_and().local_set(marks);
                it.br(bit);
            });
            it.get(base).i64(i64::from(WORD)).sink().i64_add().local_set(base);
            it.get(word).plus(8).tee(word).i32(8 * tables.count.div_ceil(WORD)).sink().i32_lt_u();
            it.br_if(next);
        });
        self.code.get(list);
    }

    /// Leaves whether the cell in a local is marked.
    fn is_marked(&mut self, tables: &Tables, cell: Local) {
        self.code.get(cell).i32(3).sink().i32_shr_u().i32_const(!7).i32_and();
        self.code.load(Mem::Int(8), tables.seen).get(cell).sink().i64_extend_i32_u().i64_shr_u().i32_wrap_i64();
        self.code.i32(1).sink().i32_and();
    }
}
