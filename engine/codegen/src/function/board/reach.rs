//! What is reached over cells for which a condition holds, which is worked out for the cells that are come to, and no others.
//!
//! What must stay true: fuel is taken as if the condition had been worked out for every cell first; where there is too little
//! left for that, it is.

use crate::function::FunctionCompiler;
use crate::layout::access::new_list;
use crate::layout::boards::Tables;
use crate::layout::memory::{ITEMS, LEN};
use crate::layout::{Rep, rep};
use crate::wasm::{I32, I64, Local, Mem};
use ir::{Const, Expr, ExprKind, LocalId, PlaceOp, Root, Stmt, StmtKind};

/// Cells of one word of marks.
const WORD: u32 = 64;

/// A condition over the cells of a board, as a list of what it is for each.
pub struct CellCondition<'p> {
    cell: LocalId,
    condition: &'p Expr,
    /// Fuel for working it out for all cells.
    fuel: u32,
}

impl<'p> FunctionCompiler<'_, 'p> {
    /// Such a list, if its condition neither fails, nor takes fuel, nor changes anything.
    pub fn cell_condition(&self, e: &'p Expr, tables: &Tables) -> Option<CellCondition<'p>> {
        let ExprKind::Block(body, value) = &e.kind else { return None };
        let ExprKind::Local(list) = value.kind else { return None };
        let [Stmt { kind: StmtKind::Set(begun, empty), .. }, each] = body.as_slice() else { return None };
        let StmtKind::ForRange(cell, from, last, body) = &each.kind else { return None };
        let [Stmt { kind: StmtKind::PlaceOp(PlaceOp::Push, place, items), .. }] = body.as_slice() else { return None };
        let [condition] = items.as_slice() else { return None };
        let is_empty = match &empty.kind {
            ExprKind::Const(Const::List(items)) => items.is_empty(),
            ExprKind::Make(items) => items.is_empty(),
            _ => false,
        };
        let whole = |e: &Expr, n: i64| e.kind == ExprKind::Const(Const::Int(n));
        let all_cells = whole(from, 0) && whole(last, i64::from(tables.count) - 1);
        let gathers = *begun == list && place.root == Root::Local(list) && place.path.is_empty();
        let plain = rep(&self.function.locals[cell.0 as usize].ty) == Rep::Int && rep(&condition.ty) == Rep::Bool;
        let fuel = u64::from(self.round(each)) * u64::from(tables.count - 1);
        let fits = is_empty && all_cells && gathers && plain && tables.count as usize <= self.module.limits.list;
        (fits && self.is_speculatable(condition)).then_some(CellCondition {
            cell: *cell,
            condition,
            fuel: u32::try_from(fuel).ok().filter(|it| *it <= i32::MAX as u32)?,
        })
    }

    /// Leaves whether there is fuel for the condition on all cells, and takes it if so: `then` goes by the cells that are come
    /// to, `otherwise` by the list. Each leaves an `i32`.
    pub fn by_cells(
        &mut self,
        it: &CellCondition<'p>,
        then: impl FnOnce(&mut Self),
        otherwise: impl FnOnce(&mut Self),
    ) {
        self.code.fuel_left().i32(it.fuel).sink().i32_ge_s();
        self.code.if_gives(Some(I32));
        self.spend(it.fuel);
        then(self);
        self.code.else_();
        otherwise(self);
        self.code.end();
    }

    /// Marks the cells that are reached from those in a list, a bit for each; gives a local with how many there are.
    pub fn flood_where(&mut self, tables: &Tables, starts: Local, it: &CellCondition<'p>) -> Local {
        let [cell, count, at, end, n, len] = std::array::from_fn(|_| self.code.local(I32));
        let words = tables.count.div_ceil(WORD);
        self.code.clear(tables.seen, 8 * words);
        self.code.i32(0).set(count).get(starts).load(Mem::Ptr, LEN).set(len);
        let each = self.code.each(n, len);
        self.code.nth(starts, n, 8).load(Mem::Int(8), ITEMS).sink().i32_wrap_i64().local_set(cell);
        let known = self.code.block();
        self.mark_cell(tables, cell, count, known, |_| {});
        self.code.end();
        self.code.next(each);
        let [begins, leads] = [tables.links[0].at(), tables.links[1].at()];
        self.code.i32(0).set(at);
        let done = self.code.block();
        let again = self.code.loop_();
        self.code.get(at).get(count).sink().i32_ge_u();
        self.code.br_if(done);
        self.module.slot(&mut self.code, at);
        self.code.load(Mem::Ptr, tables.queue + 4).i32(2).sink().i32_shl().local_tee(n);
        self.code.load(Mem::Ptr, begins + 4).i32(2).sink().i32_shl().local_set(end);
        self.code.get(n).load(Mem::Ptr, begins).i32(2).sink().i32_shl().local_set(n);
        self.code.get(at).i32(1).sink().i32_add().local_set(at);
        let links = self.code.loop_();
        self.code.get(n).get(end).sink().i32_ge_u();
        self.code.br_if(again);
        self.code.get(n).load(Mem::Ptr, leads).set(cell);
        self.code.get(n).plus(4).set(n);
        let to = self.locals[it.cell.0 as usize];
        self.mark_cell(tables, cell, count, links, |this| {
            this.code.get(cell).sink().i64_extend_i32_u().local_set(to);
            this.value(it.condition);
            this.code.sink().i32_eqz();
            this.code.br_if(links);
        });
        self.code.br(links);
        self.code.end();
        self.code.end();
        self.code.end();
        count
    }

    /// Marks the cell in a local and puts it at the end of the queue; goes on at `known` if it was marked before. `asked`
    /// stands before the mark.
    fn mark_cell(&mut self, tables: &Tables, cell: Local, count: Local, known: u32, asked: impl FnOnce(&mut Self)) {
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
    pub fn marked_cells(&mut self, tables: &Tables, count: Local) {
        let [list, to, word] = std::array::from_fn(|_| self.code.local(I32));
        let (marks, base) = (self.code.local(I64), self.code.local(I64));
        new_list(&mut self.code, self.module.rt.alloc, list, count, 8);
        self.code.get(list).get(count).store(Mem::Ptr, LEN);
        self.code.get(list).plus(ITEMS).set(to).i32(0).set(word).i64(0).set(base);
        let words = self.code.loop_();
        self.code.get(word).load(Mem::Int(8), tables.seen).set(marks);
        let empty = self.code.block();
        let bits = self.code.loop_();
        self.code.get(marks).sink().i64_eqz();
        self.code.br_if(empty);
        self.code.get(to).get(base).get(marks).sink().i64_ctz().i64_add();
        self.code.store(Mem::Int(8), 0).get(to).plus(8).set(to);
        self.code.get(marks).get(marks).i64(1).sink().i64_sub().i64_and().local_set(marks);
        self.code.br(bits);
        self.code.end();
        self.code.end();
        self.code.get(base).i64(i64::from(WORD)).sink().i64_add().local_set(base);
        self.code.get(word).plus(8).tee(word).i32(8 * tables.count.div_ceil(WORD)).sink().i32_lt_u();
        self.code.br_if(words);
        self.code.end();
        self.code.get(list);
    }

    /// Leaves whether the cell in a local is marked.
    pub fn is_marked(&mut self, tables: &Tables, cell: Local) {
        self.code.get(cell).i32(3).sink().i32_shr_u().i32_const(!7).i32_and();
        self.code.load(Mem::Int(8), tables.seen).get(cell).sink().i64_extend_i32_u().i64_shr_u().i32_wrap_i64();
        self.code.i32(1).sink().i32_and();
    }
}
