//! Boards: what is known before a game stands in tables, the rest is found when it is asked for.

use crate::asm::{Body, I32, I64, Local, Mem, Routine};
use crate::bounds::Bounds;
use crate::expr::Given;
use crate::func::Fx;
use crate::layout;
use crate::module::{Gen, tag};
use crate::typed::{ITEMS, LEN, What, new_list};
use diag::Code;
use ir::steps::gone_through;
use ir::{BoardOp, COST_MAX, Expr, Geometry, Ty};
use std::cell::Cell;
use std::rc::Rc;

/// Distances are kept on boards of at most so many cells.
const CELLS_KEPT: usize = 1024;

/// Where a board's tables stand. Cells in them take four bytes, −1 is none.
#[derive(Clone, Debug)]
pub struct Tables {
    geometry: Geometry,
    directions: u32,
    count: u32,
    steps: Part,
    /// For each cell where its links begin, and one more; then where they lead and what they cost.
    links: [Part; 3],
    /// The same against one-way links too, without costs.
    around: [Part; 2],
    /// For each cell, while looking for ways: the least cost, the cell before it, whether it was seen,
    /// and a list of cells that were seen with its length before it.
    best: u32,
    before: u32,
    seen: u32,
    queue: u32,
    /// For `HeapPush`: entries, how many, room for how many.
    heap: u32,
    /// For each pair of cells the distance plus one, 0 if it was not asked for yet.
    distances: Option<u32>,
    /// What looking at every cell and link costs.
    size: u32,
}

/// A table that is written only if something asks where it stands.
#[derive(Clone, Debug)]
struct Part {
    at: u32,
    bytes: Rc<Vec<u8>>,
    asked: Rc<Cell<bool>>,
}

impl Part {
    fn new(gen_: &mut Gen<'_>, bytes: Vec<u8>) -> Part {
        Part { at: gen_.room(bytes.len() as u32), bytes: Rc::new(bytes), asked: Rc::default() }
    }

    fn at(&self) -> u32 {
        self.asked.set(true);
        self.at
    }
}

const NOWHERE: u32 = u32::MAX;
/// An entry of a heap: cost, order, cell.
const HEAP_ENTRY: u32 = 16;

fn words(items: impl IntoIterator<Item = u32>) -> Vec<u8> {
    items.into_iter().flat_map(u32::to_le_bytes).collect()
}

fn cells(items: &[Option<u16>]) -> Vec<u8> {
    words(items.iter().map(|it| it.map_or(NOWHERE, u32::from)))
}

impl Gen<'_> {
    fn tables(&mut self, board: u16) -> Tables {
        let at = usize::from(board);
        if let Some(it) = self.boards.get(&board) {
            return it.clone();
        }
        let shape = &self.program.boards[at];
        let geometry = Geometry::new(shape);
        let count = shape.cells.len() as u32;
        let begins = |lists: &mut dyn Iterator<Item = usize>| {
            let mut sum = 0;
            let ends: Vec<u32> = lists
                .map(|len| {
                    sum += len as u32;
                    sum
                })
                .collect();
            words(std::iter::once(0).chain(ends))
        };
        let links = geometry.links.iter().flatten();
        let tables = Tables {
            directions: shape.directions().len() as u32,
            count,
            steps: Part::new(self, cells(&geometry.steps)),
            links: [
                begins(&mut geometry.links.iter().map(Vec::len)),
                words(links.clone().map(|it| u32::from(it.0))),
                words(links.map(|it| it.1)),
            ]
            .map(|it| Part::new(self, it)),
            around: [
                begins(&mut geometry.around.iter().map(Vec::len)),
                words(geometry.around.iter().flatten().map(|it| u32::from(*it))),
            ]
            .map(|it| Part::new(self, it)),
            best: self.room(4 * count),
            before: self.room(4 * count),
            seen: self.room(4 * count),
            queue: self.room(4 * count + 4),
            heap: self.room(16),
            distances: (shape.cells.len() <= CELLS_KEPT).then(|| self.room(4 * count * count)),
            size: count + geometry.links.iter().map(Vec::len).sum::<usize>() as u32,
            geometry,
        };
        self.boards.insert(board, tables.clone());
        tables
    }

    /// Writes the tables of boards that were asked for.
    pub fn write_boards(&mut self) {
        let boards = self.boards.values();
        let parts = boards.flat_map(|it| [&it.steps].into_iter().chain(&it.links).chain(&it.around));
        let asked: Vec<_> = parts.filter(|it| it.asked.get()).map(|it| (it.at, it.bytes.clone())).collect();
        for (at, bytes) in asked {
            self.overwrite(at, &bytes);
        }
    }

    /// A list of cells that never changes.
    fn static_cells(&mut self, cells: impl IntoIterator<Item = u16>) -> u32 {
        let items: Vec<u8> = cells.into_iter().flat_map(|it| i64::from(it).to_le_bytes()).collect();
        let count = (items.len() / 8) as u32;
        let head = words([tag::LIST, 1, count, count]);
        self.data(&[head, items].concat())
    }

    /// A table made of a value for each cell, made once.
    fn table(&mut self, board: u16, what: BoardOp) -> u32 {
        if let Some(at) = self.board_tables.get(&(board, what as u8)) {
            return *at;
        }
        let shape = &self.program.boards[usize::from(board)];
        let tables = self.tables(board);
        let geometry = &tables.geometry;
        let bytes = match what {
            BoardOp::Row => words(shape.cells.iter().map(|it| u32::from(it.row))),
            BoardOp::Column => words(shape.cells.iter().map(|it| u32::from(it.column))),
            BoardOp::At => cells(&geometry.places),
            BoardOp::Name => words(shape.cells.iter().map(|it| self.string(&it.name))),
            BoardOp::Sign => words(shape.cells.iter().map(|it| self.string(&it.sign.to_string()))),
            BoardOp::Neighbours => words(geometry.links.iter().map(|it| self.static_cells(it.iter().map(|it| it.0)))),
            BoardOp::Ray => {
                let directions = tables.directions as usize;
                let rays = (0..tables.count as u16).flat_map(|cell| (0..directions).map(move |it| (cell, it)));
                words(rays.map(|(cell, it)| self.static_cells(geometry.outward(cell, it, directions))))
            }
            _ => words([self.static_cells(0..tables.count as u16)]),
        };
        let at = self.data(&bytes);
        self.board_tables.insert((board, what as u8), at);
        at
    }

    /// One step: the cell in a local goes on in a direction in another; −1 where it ends, or back at `from`.
    fn step(&self, it: &mut Body, tables: &Tables, (at, direction, from): (Local, Local, Local)) {
        it.get(at).i32(tables.directions).sink().i32_mul();
        it.get(direction).sink().i32_add().i32_const(2).i32_shl();
        it.load(Mem::Ptr, tables.steps.at()).set(at);
        it.i32(NOWHERE).get(at).get(at).get(from).sink().i32_eq().select().local_set(at);
    }

    pub fn towards(&mut self, it: &mut Routine, board: u16) {
        let tables = self.tables(board);
        let (from, to) = (0, 1);
        let (direction, end, at, steps, best) =
            (it.local(I32), it.local(I32), it.local(I32), it.local(I32), it.local(I32));
        it.i32(NOWHERE).set(best);
        it.i32(tables.directions).set(end);
        let each = it.each(direction, end);
        it.get(from).set(at);
        it.i32(0).set(steps);
        let walked = it.block();
        let again = it.loop_();
        self.step(it, &tables, (at, direction, from));
        it.get(at).i32(0).sink().i32_lt_s();
        it.br_if(walked);
        it.get(steps).i32(1).sink().i32_add().local_set(steps);
        it.get(at).get(to).sink().i32_ne();
        it.br_if(again);
        // The nearest, of equal ones the first.
        it.get(best).i32(8).sink().i32_shr_u().local_get(steps).i32_gt_u();
        it.if_();
        it.get(steps).i32(8).sink().i32_shl().local_get(direction).i32_or().local_set(best);
        it.end();
        it.end();
        it.end();
        it.next(each);
        it.get(best);
    }

    /// Whether the cell in a local may be entered, `allowed` being a list with a bool for each cell, or empty.
    fn may_enter(&self, it: &mut Body, allowed: Local, cell: Local) {
        it.get(allowed).load(Mem::Ptr, LEN).sink().i32_eqz();
        it.if_gives(Some(I32));
        it.i32(1);
        it.else_();
        it.get(cell).get(allowed).load(Mem::Ptr, LEN).sink().i32_lt_u();
        it.if_gives(Some(I32));
        it.get(allowed).get(cell).sink().i32_add();
        it.load(Mem::Bool, ITEMS);
        it.else_();
        it.i32(0);
        it.end();
        it.end();
    }

    /// Goes through the links from the cell in a local: `to` is where one leads, `n` which link it is.
    fn each_link(
        &mut self,
        it: &mut Routine,
        [begins, leads]: [u32; 2],
        (at, to, n): (Local, Local, Local),
        act: &mut dyn FnMut(&mut Self, &mut Routine),
    ) {
        let end = it.local(I32);
        it.get(at).i32(2).sink().i32_shl().local_tee(n);
        it.load(Mem::Ptr, begins + 4).set(end);
        it.get(n).load(Mem::Ptr, begins).set(n);
        let done = it.block();
        let again = it.loop_();
        it.get(n).get(end).sink().i32_ge_u();
        it.br_if(done);
        it.get(n).i32(2).sink().i32_shl();
        it.load(Mem::Ptr, leads).set(to);
        act(self, it);
        it.get(n).i32(1).sink().i32_add().local_set(n);
        it.br(again);
        it.end();
        it.end();
    }

    fn fill_table(&self, it: &mut Body, at: u32, byte: u32, count: u32) {
        it.i32(at).i32(byte).i32(4 * count).sink().memory_fill(0);
    }

    /// Reads or writes a word of a table for the cell in a local.
    fn slot(&self, it: &mut Body, cell: Local) {
        it.get(cell).i32(2).sink().i32_shl();
    }

    pub fn spread(&mut self, it: &mut Routine, board: u16) {
        let tables = self.tables(board);
        let (starts, allowed) = (0, 1);
        let (i, len, at, to, n) = (it.local(I32), it.local(I32), it.local(I32), it.local(I32), it.local(I32));
        let (cost, next, order, entry) = (it.local(I32), it.local(I32), it.local(I32), it.local(I32));
        let (push, pop) = (self.helper(What::HeapPush), self.helper(What::HeapPop));
        self.fill_table(it, tables.best, 0xFF, tables.count);
        self.fill_table(it, tables.before, 0xFF, tables.count);
        // What a heap had is forgotten with the rest of the memory.
        it.i32(tables.heap).i64(0).store(Mem::Int(8), 4);
        it.get(starts).load(Mem::Ptr, LEN).set(len);
        let each = it.each(i, len);
        it.nth(starts, i, 8).load(Mem::Int(8), ITEMS).sink().i32_wrap_i64().local_set(at);
        self.slot(it, at);
        it.i32(0).store(Mem::Ptr, tables.best);
        it.i32(tables.heap).i64(0).get(order).get(at).call(push);
        it.get(order).i32(1).sink().i32_add().local_set(order);
        it.next(each);
        let done = it.block();
        let again = it.loop_();
        it.i32(tables.heap).load(Mem::Ptr, 4).sink().i32_eqz();
        it.br_if(done);
        it.i32(tables.heap).call(pop).tee(entry).load(Mem::Int(8), 0).sink().i32_wrap_i64().local_set(cost);
        it.get(entry).load(Mem::Ptr, 12).set(at);
        it.get(cost);
        self.slot(it, at);
        it.load(Mem::Ptr, tables.best).sink().i32_gt_u();
        it.br_if(again);
        let [begins, leads, weights] = tables.links.each_ref().map(Part::at);
        self.each_link(it, [begins, leads], (at, to, n), &mut |gen_, it| {
            it.get(cost).get(n).i32(2).sink().i32_shl();
            it.load(Mem::Ptr, weights).sink().i32_add().local_set(next);
            it.get(next);
            gen_.slot(it, to);
            it.load(Mem::Ptr, tables.best).sink().i32_lt_u();
            it.if_();
            gen_.may_enter(it, allowed, to);
            it.if_();
            gen_.slot(it, to);
            it.get(next).store(Mem::Ptr, tables.best);
            gen_.slot(it, to);
            it.get(at).store(Mem::Ptr, tables.before);
            it.i32(tables.heap).get(next).sink().i64_extend_i32_u();
            it.get(order).get(to).call(push);
            it.get(order).i32(1).sink().i32_add().local_set(order);
            it.end();
            it.end();
        });
        it.br(again);
        it.end();
        it.end();
    }

    /// A list of one cell.
    fn list_of_one(&self, it: &mut Body, cell: Local) -> Local {
        let (list, room) = (it.local(I32), it.local(I32));
        it.i32(1).set(room);
        new_list(it, self.rt.alloc, list, room, 8);
        it.get(list).i32(1).store(Mem::Ptr, LEN);
        it.get(list).get(cell).sink().i64_extend_i32_u();
        it.store(Mem::Int(8), ITEMS);
        list
    }

    pub fn distance(&mut self, it: &mut Routine, board: u16) {
        let tables = self.tables(board);
        let (from, to) = (0, 1);
        let (spread, empty) = (self.helper(What::Spread(board)), self.empty_list());
        let (row, i, end) = (it.local(I32), it.local(I32), it.local(I32));
        if let Some(kept) = tables.distances {
            let row_size = 4 * tables.count;
            it.get(from).i32(row_size).sink().i32_mul().local_tee(row);
            self.slot(it, to);
            it.sink().i32_add();
            it.load(Mem::Ptr, kept).sink().i32_eqz();
            it.if_();
            let starts = self.list_of_one(it, from);
            it.get(starts).i32(empty).call(spread);
            it.i32(tables.count).set(end);
            let each = it.each(i, end);
            it.nth(row, i, 4);
            self.slot(it, i);
            // No way is −1: one more than the most, and none at all.
            it.load(Mem::Ptr, tables.best).i32(1).sink().i32_add();
            it.i32(NOWHERE);
            self.slot(it, i);
            it.load(Mem::Ptr, tables.best).i32(NOWHERE).sink().i32_ne().select();
            it.store(Mem::Ptr, kept);
            it.next(each);
            it.end();
            it.i32(NOWHERE).get(row);
            self.slot(it, to);
            it.sink().i32_add();
            it.load(Mem::Ptr, kept).tee(end).i32(1).sink().i32_sub();
            it.get(end).i32(NOWHERE).sink().i32_eq().select();
        } else {
            let starts = self.list_of_one(it, from);
            it.get(starts).i32(empty).call(spread);
            self.slot(it, to);
            it.load(Mem::Ptr, tables.best);
        }
    }

    pub fn path(&mut self, it: &mut Routine, board: u16) {
        let tables = self.tables(board);
        let (from, to, allowed) = (0, 1, 2);
        let (list, len, at, place) = (it.local(I32), it.local(I32), it.local(I32), it.local(I32));
        let spread = self.helper(What::Spread(board));
        let starts = self.list_of_one(it, from);
        it.get(starts).get(allowed).call(spread);
        // How many cells, then the cells from the end.
        for write in [false, true] {
            if write {
                new_list(it, self.rt.alloc, list, len, 8);
                it.get(list).get(len).store(Mem::Ptr, LEN);
                it.get(len).set(place);
            }
            it.get(to).set(at);
            let done = it.block();
            let again = it.loop_();
            if write {
                it.get(place).i32(1).sink().i32_sub().local_set(place);
                it.nth(list, place, 8).get(at).sink().i64_extend_i32_u();
                it.store(Mem::Int(8), ITEMS);
            } else {
                it.get(len).i32(1).sink().i32_add().local_set(len);
            }
            it.get(at).get(from).sink().i32_eq();
            it.br_if(done);
            self.slot(it, at);
            it.load(Mem::Ptr, tables.before).tee(at).i32(NOWHERE).sink().i32_eq();
            it.if_();
            it.i32(0).sink().return_();
            it.end();
            it.br(again);
            it.end();
            it.end();
        }
        it.get(list);
    }

    /// Marks are numbers: cells get the mark that is given; a negative one goes against one-way links too.
    pub fn flood(&mut self, it: &mut Routine, board: u16) {
        let tables = self.tables(board);
        let (starts, allowed, mark) = (0, 1, 2);
        let (i, len, at, to, n) = (it.local(I32), it.local(I32), it.local(I32), it.local(I32), it.local(I32));
        let count = it.local(I32);
        let add = |gen_: &Self, it: &mut Routine, cell: Local| {
            gen_.slot(it, cell);
            it.load(Mem::Ptr, tables.seen).sink().i32_eqz();
            it.if_();
            gen_.slot(it, cell);
            it.get(mark).store(Mem::Ptr, tables.seen);
            gen_.slot(it, count);
            it.get(cell).store(Mem::Ptr, tables.queue + 4);
            it.get(count).i32(1).sink().i32_add().local_set(count);
            it.end();
        };
        it.get(starts).load(Mem::Ptr, LEN).set(len);
        let each = it.each(i, len);
        it.nth(starts, i, 8).load(Mem::Int(8), ITEMS).sink().i32_wrap_i64().local_set(at);
        add(self, it, at);
        it.next(each);
        let done = it.block();
        it.i32(0).set(i);
        let again = it.loop_();
        it.get(i).get(count).sink().i32_ge_u();
        it.br_if(done);
        self.slot(it, i);
        it.load(Mem::Ptr, tables.queue + 4).set(at);
        it.get(mark).i32(0).sink().i32_lt_s();
        it.if_();
        for around in [true, false] {
            let links = if around { &tables.around[..] } else { &tables.links[..2] };
            let links = [links[0].at(), links[1].at()];
            self.each_link(it, links, (at, to, n), &mut |gen_, it| {
                gen_.may_enter(it, allowed, to);
                it.if_();
                add(gen_, it, to);
                it.end();
            });
            if around {
                it.else_();
            }
        }
        it.end();
        it.get(i).i32(1).sink().i32_add().local_set(i);
        it.br(again);
        it.end();
        it.end();
        it.i32(tables.queue).get(count).store(Mem::Ptr, 0);
    }

    pub fn parts(&mut self, it: &mut Routine, board: u16) {
        let tables = self.tables(board);
        let (allowed, ints) = (0, Ty::Int.list());
        let (flood, sort, push) =
            (self.helper(What::Flood(board)), self.typed(What::Sort, &ints), self.typed(What::Append, &ints));
        let (cell, end, list, part, len, i, mark) =
            (it.local(I32), it.local(I32), it.local(I32), it.local(I32), it.local(I32), it.local(I32), it.local(I32));
        let slot = self.room(8);
        self.fill_table(it, tables.seen, 0, tables.count);
        it.i32(tables.count).set(end);
        new_list(it, self.rt.alloc, list, end, 4);
        let each = it.each(cell, end);
        self.slot(it, cell);
        it.load(Mem::Ptr, tables.seen).sink().i32_eqz();
        it.if_();
        self.may_enter(it, allowed, cell);
        it.if_();
        it.get(mark).i32(1).sink().i32_sub().local_set(mark);
        let starts = self.list_of_one(it, cell);
        it.get(starts).get(allowed).get(mark).call(flood);
        it.i32(tables.queue).load(Mem::Ptr, 0).set(len);
        new_list(it, self.rt.alloc, part, len, 8);
        it.get(part).get(len).store(Mem::Ptr, LEN);
        let members = it.each(i, len);
        it.nth(part, i, 8);
        self.slot(it, i);
        it.load(Mem::Ptr, tables.queue + 4).sink().i64_extend_i32_u();
        it.store(Mem::Int(8), ITEMS);
        it.next(members);
        it.get(part).call(sort);
        it.i32(slot).get(part).store(Mem::Ptr, 0);
        it.get(list).i32(slot).i32(1).call(push);
        // What was added is kept nowhere else.
        it.get(part).i32(0).store(Mem::Ptr, crate::typed::SHARED);
        it.end();
        it.end();
        it.next(each);
        it.get(list);
    }

    pub fn costs(&mut self, it: &mut Routine, board: u16) {
        let tables = self.tables(board);
        let (starts, given, site) = (0, 1, 2);
        let none = layout::none(8);
        let (list, i, len, at, to, n) =
            (it.local(I32), it.local(I32), it.local(I32), it.local(I32), it.local(I32), it.local(I32));
        let (sum, cost, entry) = (it.local(I64), it.local(I64), it.local(I32));
        let (push, pop, trap) = (self.helper(What::HeapPush), self.helper(What::HeapPop), self.rt.trap_with);
        it.get(given).load(Mem::Ptr, LEN).set(len);
        let each = it.each(i, len);
        it.nth(given, i, 8).load(Mem::Int(8), ITEMS).tee(cost).i64(none).sink().i64_ne();
        it.get(cost).i64(COST_MAX).sink().i64_gt_u().i32_and();
        it.if_();
        it.get(site).get(cost).i64(0).call(trap);
        it.end();
        it.next(each);
        it.i32(tables.count).set(len);
        new_list(it, self.rt.alloc, list, len, 8);
        it.get(list).get(len).store(Mem::Ptr, LEN);
        let each = it.each(i, len);
        it.nth(list, i, 8).i64(none).store(Mem::Int(8), ITEMS);
        it.next(each);
        it.i32(tables.heap).i64(0).store(Mem::Int(8), 4);
        it.get(starts).load(Mem::Ptr, LEN).set(len);
        let each = it.each(i, len);
        it.nth(starts, i, 8).load(Mem::Int(8), ITEMS).sink().i32_wrap_i64().local_set(at);
        it.nth(list, at, 8).i64(0).store(Mem::Int(8), ITEMS);
        it.i32(tables.heap).i64(0).get(at).get(at).call(push);
        it.next(each);
        let done = it.block();
        let again = it.loop_();
        it.i32(tables.heap).load(Mem::Ptr, 4).sink().i32_eqz();
        it.br_if(done);
        it.i32(tables.heap).call(pop).tee(entry).load(Mem::Int(8), 0).set(sum);
        it.get(entry).load(Mem::Ptr, 12).set(at);
        it.nth(list, at, 8).load(Mem::Int(8), ITEMS).get(sum).sink().i64_lt_s();
        it.br_if(again);
        let [begins, leads, weights] = tables.links.each_ref().map(Part::at);
        self.each_link(it, [begins, leads], (at, to, n), &mut |_, it| {
            it.get(to).get(given).load(Mem::Ptr, LEN).sink().i32_lt_u();
            it.if_gives(Some(I64));
            it.nth(given, to, 8).load(Mem::Int(8), ITEMS);
            it.else_();
            it.get(n).i32(2).sink().i32_shl();
            it.load(Mem::Ptr, weights).sink().i64_extend_i32_u();
            it.end();
            it.tee(cost).i64(none).sink().i64_ne();
            it.if_();
            it.get(sum).get(cost).sink().i64_add().local_set(cost);
            it.nth(list, to, 8).load(Mem::Int(8), ITEMS).i64(none).sink().i64_eq();
            it.get(cost);
            it.nth(list, to, 8).load(Mem::Int(8), ITEMS).sink().i64_lt_s().i32_or();
            it.if_();
            it.nth(list, to, 8).get(cost).store(Mem::Int(8), ITEMS);
            it.i32(tables.heap).get(cost).get(to).get(to).call(push);
            it.end();
            it.end();
        });
        it.br(again);
        it.end();
        it.end();
        it.get(list);
    }

    /// Whether the entry at the first address comes before the one at the second.
    fn comes_before(&self, it: &mut Body, a: Local, b: Local) {
        it.get(a).load(Mem::Int(8), 0).get(b).load(Mem::Int(8), 0).sink().i64_lt_s();
        it.get(a).load(Mem::Int(8), 0).get(b).load(Mem::Int(8), 0).sink().i64_eq();
        it.get(a).load(Mem::Ptr, 8).get(b).load(Mem::Ptr, 8).sink().i32_lt_u().i32_and().i32_or();
    }

    /// A heap: the address of its entries, how many, room for how many; one entry more is for exchanging.
    pub fn heap_push(&mut self, it: &mut Routine) {
        let (heap, cost, order, cell) = (0, 1, 2, 3);
        let (len, first, at, up, here, above) =
            (it.local(I32), it.local(I32), it.local(I32), it.local(I32), it.local(I32), it.local(I32));
        it.get(heap).load(Mem::Ptr, 4).tee(len).get(heap).load(Mem::Ptr, 8).sink().i32_ge_u();
        it.if_();
        it.get(len).i32(2).sink().i32_mul().i32_const(64).i32_add().local_set(up);
        it.get(up).i32(1).sink().i32_add().i32_const(HEAP_ENTRY as i32).i32_mul();
        it.call(self.rt.alloc).tee(first).get(heap).load(Mem::Ptr, 0).get(len).i32(HEAP_ENTRY).sink().i32_mul();
        it.sink().memory_copy(0, 0);
        it.get(heap).get(first).store(Mem::Ptr, 0);
        it.get(heap).get(up).store(Mem::Ptr, 8);
        it.end();
        it.get(heap).get(len).i32(1).sink().i32_add();
        it.store(Mem::Ptr, 4);
        it.get(heap).load(Mem::Ptr, 0).set(first);
        it.nth(first, len, HEAP_ENTRY).tee(here).get(cost).store(Mem::Int(8), 0);
        it.get(here).get(order).store(Mem::Ptr, 8);
        it.get(here).get(cell).store(Mem::Ptr, 12);
        it.get(len).set(at);
        let done = it.block();
        let again = it.loop_();
        it.get(at).sink().i32_eqz();
        it.br_if(done);
        it.get(at).i32(1).sink().i32_sub().i32_const(1).i32_shr_u().local_set(up);
        it.nth(first, at, HEAP_ENTRY).set(here);
        it.nth(first, up, HEAP_ENTRY).set(above);
        self.comes_before(it, here, above);
        it.sink().i32_eqz();
        it.br_if(done);
        self.exchange(it, heap, here, above);
        it.get(up).set(at);
        it.br(again);
        it.end();
        it.end();
    }

    /// Exchanges the entries at two addresses.
    fn exchange(&self, it: &mut Body, heap: Local, a: Local, b: Local) {
        let spare = it.local(I32);
        it.get(heap).load(Mem::Ptr, 0).get(heap).load(Mem::Ptr, 8).i32(HEAP_ENTRY).sink().i32_mul().i32_add();
        it.set(spare);
        it.get(spare).get(a).copy(HEAP_ENTRY);
        it.get(a).get(b).copy(HEAP_ENTRY);
        it.get(b).get(spare).copy(HEAP_ENTRY);
    }

    /// What is taken stays behind the last entry until the next is pushed.
    pub fn heap_pop(&mut self, it: &mut Routine) {
        let heap = 0;
        let (len, first, at, down, here, below, last) =
            (it.local(I32), it.local(I32), it.local(I32), it.local(I32), it.local(I32), it.local(I32), it.local(I32));
        it.get(heap).get(heap).load(Mem::Ptr, 4).i32(1).sink().i32_sub().local_tee(len);
        it.store(Mem::Ptr, 4);
        it.get(heap).load(Mem::Ptr, 0).set(first);
        it.nth(first, len, HEAP_ENTRY).set(last);
        self.exchange(it, heap, first, last);
        let done = it.block();
        let again = it.loop_();
        it.get(at).i32(2).sink().i32_mul().i32_const(1).i32_add().local_tee(down).local_get(len).i32_ge_u();
        it.br_if(done);
        it.nth(first, down, HEAP_ENTRY).set(below);
        // The smaller of the two below.
        it.get(down).i32(1).sink().i32_add().local_get(len).i32_lt_u();
        it.if_();
        it.get(below).plus(HEAP_ENTRY).set(here);
        self.comes_before(it, here, below);
        it.if_();
        it.get(down).i32(1).sink().i32_add().local_set(down);
        it.get(here).set(below);
        it.end();
        it.end();
        it.nth(first, at, HEAP_ENTRY).set(here);
        self.comes_before(it, below, here);
        it.sink().i32_eqz();
        it.br_if(done);
        self.exchange(it, heap, here, below);
        it.get(down).set(at);
        it.br(again);
        it.end();
        it.end();
        it.get(last);
    }
}

impl<'p> Fx<'_, 'p> {
    /// Leaves what a board knows.
    pub fn board(&mut self, op: BoardOp, board: u16, args: &'p [Expr]) {
        let tables = self.gen_.tables(board);
        let parts = op.parts().iter().map(|it| it.ty(&self.gen_.program.boards[usize::from(board)]));
        let parts: Vec<Ty> = parts.collect();
        let args: &[Given<'p>] = &self.operands(args, &parts);
        match op {
            BoardOp::Cells => {
                let at = self.gen_.table(board, op);
                self.body.i32(at).load(Mem::Ptr, 0);
            }
            BoardOp::Row | BoardOp::Column => {
                let at = self.gen_.table(board, op);
                self.cell_slot(&args[0], &tables);
                self.body.load(Mem::Ptr, at).sink().i64_extend_i32_u();
            }
            BoardOp::Name | BoardOp::Sign | BoardOp::Neighbours => {
                let at = self.gen_.table(board, op);
                self.cell_slot(&args[0], &tables);
                self.body.load(Mem::Ptr, at);
            }
            BoardOp::Cell | BoardOp::At => self.place(op == BoardOp::At, board, args),
            BoardOp::Named => {
                let (name, i, end, find) =
                    (self.body.local(I32), self.body.local(I32), self.body.local(I32), self.body.local(I64));
                let (names, equal) = (self.gen_.table(board, BoardOp::Name), self.gen_.rt.str_eq);
                self.body.get(args[0].at).set(name);
                self.spend(gone_through(tables.count as usize) as u32);
                self.body.i32(tables.count).set(end);
                self.body.i64(layout::none(8)).set(find);
                let each = self.body.each(i, end);
                self.body.get(i).i32(2).sink().i32_shl();
                self.body.load(Mem::Ptr, names).get(name).call(equal);
                self.body.if_();
                self.body.get(i).sink().i64_extend_i32_u().local_set(find);
                self.body.end();
                self.body.next(each);
                self.body.get(find);
            }
            BoardOp::Neighbour => {
                self.cell_and_direction(args, &tables);
                self.body.load(Mem::Ptr, tables.steps.at());
                self.optional();
            }
            BoardOp::Ray => {
                let at = self.gen_.table(board, op);
                self.cell_and_direction(args, &tables);
                self.spend(gone_through(tables.geometry.longest) as u32);
                self.body.load(Mem::Ptr, at);
            }
            BoardOp::Rays => self.rays(board, args, &tables),
            BoardOp::Turn | BoardOp::Opposite => {
                let count = i64::from(tables.directions.max(1));
                self.body.get(args[0].at);
                match args.get(1) {
                    Some(steps) => {
                        self.body.get(steps.at).i64(count).sink().i64_rem_s().i64_add();
                    }
                    None => drop(self.body.i64(count / 2).sink().i64_add()),
                }
                self.turned(&tables, Bounds::ALL);
            }
            BoardOp::Direction => {
                let (id, found) = (self.gen_.helper(What::Towards(board)), self.body.local(I32));
                self.two_cells(args, &tables);
                self.spend(tables.geometry.longest as u32);
                let none = layout::none(1);
                self.body.call(id).set(found).i64(none);
                self.body.get(found).i32(0xFF).sink().i32_and().i64_extend_i32_u();
                self.body.get(found).i32(0).sink().i32_lt_s().select();
            }
            BoardOp::Distance => {
                let id = self.gen_.helper(What::Distance(board));
                self.two_cells(args, &tables);
                self.spend(if tables.distances.is_some() { 0 } else { tables.size });
                self.body.call(id);
                self.optional();
            }
            BoardOp::Weight => self.weight(args, &tables),
            BoardOp::Line | BoardOp::Between => self.line(op == BoardOp::Line, board, args, &tables),
            BoardOp::Path => {
                let id = self.gen_.helper(What::Path(board));
                self.two_cells(args, &tables);
                self.spend(tables.size);
                self.body.get(args[2].at).call(id);
            }
            BoardOp::Connected => {
                let (from, to, allowed) = (self.body.local(I32), self.body.local(I32), self.body.local(I32));
                self.two_cells(args, &tables);
                self.body.set(to).set(from);
                self.body.get(args[2].at).set(allowed);
                self.spend(tables.size);
                let starts = self.gen_.list_of_one(&mut self.body, from);
                self.flood(board, &tables, starts, allowed);
                self.gen_.slot(&mut self.body, to);
                self.body.load(Mem::Ptr, tables.seen);
            }
            BoardOp::Reach => {
                let (starts, allowed, i, end, to) = (
                    self.body.local(I32),
                    self.body.local(I32),
                    self.body.local(I32),
                    self.body.local(I32),
                    self.body.local(I32),
                );
                self.body.get(args[0].at).set(starts);
                self.body.get(args[1].at).set(allowed);
                self.starts(starts, &tables);
                self.spend(tables.size);
                self.flood(board, &tables, starts, allowed);
                self.body.i32(tables.count).set(end);
                new_list(&mut self.body, self.gen_.rt.alloc, to, end, 8);
                let each = self.body.each(i, end);
                self.gen_.slot(&mut self.body, i);
                self.body.load(Mem::Ptr, tables.seen);
                self.body.if_();
                self.body.get(to).get(to).load(Mem::Ptr, LEN).i32(8).sink().i32_mul().i32_add();
                self.body.get(i).sink().i64_extend_i32_u();
                self.body.store(Mem::Int(8), ITEMS);
                self.body.get(to).get(to).load(Mem::Ptr, LEN).i32(1).sink().i32_add();
                self.body.store(Mem::Ptr, LEN);
                self.body.end();
                self.body.next(each);
                self.body.get(to);
            }
            BoardOp::Parts => {
                let id = self.gen_.helper(What::Parts(board));
                self.spend(tables.size);
                self.body.get(args[0].at).call(id);
            }
            BoardOp::Costs => {
                let (id, site) = (self.gen_.helper(What::Costs(board)), self.site(Code::BadCost));
                let (starts, given, len) = (args[0].at, args[1].at, self.body.local(I32));
                self.body.get(given).load(Mem::Ptr, LEN).set(len);
                self.starts(starts, &tables);
                self.gone_through(len);
                self.spend(tables.size);
                self.body.get(starts).get(given).i32(site).call(id);
            }
        }
    }

    /// A cell, which must be there, as an `i32`.
    fn cell(&mut self, given: &Given<'p>, tables: &Tables) {
        let (n, count) = (given.at, i64::from(tables.count));
        let known = self.bounds(given.e);
        if known.low < 0 || known.high >= count {
            self.body.get(n).i64(count).sink().i64_ge_u();
            self.trap_if_with(Code::NoCell, n, &|it| {
                it.i64(count);
            });
        }
        self.body.get(n).sink().i32_wrap_i64();
    }

    fn cell_slot(&mut self, given: &Given<'p>, tables: &Tables) {
        self.cell(given, tables);
        self.body.i32(2).sink().i32_shl();
    }

    fn two_cells(&mut self, args: &[Given<'p>], tables: &Tables) {
        self.cell(&args[0], tables);
        self.cell(&args[1], tables);
    }

    /// Where in a table of cells by directions.
    fn cell_and_direction(&mut self, args: &[Given<'p>], tables: &Tables) {
        self.cell(&args[0], tables);
        self.body.i32(tables.directions).sink().i32_mul();
        self.body.get(args[1].at);
        let known = self.bounds(args[1].e);
        self.turned(tables, known);
        self.body.sink().i32_wrap_i64().i32_add().i32_const(2).i32_shl();
    }

    /// The number on the stack, between what is known of it, as a direction.
    fn turned(&mut self, tables: &Tables, known: Bounds) {
        let (count, n) = (i64::from(tables.directions.max(1)), self.body.local(I64));
        if known.low >= 0 && known.high < count {
            return;
        }
        self.body.i64(count).sink().i64_rem_s().local_tee(n).i64_const(count).i64_add();
        self.body.get(n).get(n).i64(0).sink().i64_lt_s().select();
    }

    /// An `i32` that is −1 for none as an optional integer.
    fn optional(&mut self) {
        let n = self.body.local(I32);
        self.body.set(n).i64(layout::none(8)).get(n).sink().i64_extend_i32_u();
        self.body.get(n).i32(0).sink().i32_lt_s().select();
    }

    /// Whether a row and a column are known to be among those of a board without blanks.
    pub fn is_on_board(&self, shape: &ir::Board, [row, column]: [&Expr; 2]) -> bool {
        let inside = |e: &Expr, count: u16| self.bounds(e).is_index(i64::from(count));
        is_full(shape) && inside(row, shape.rows) && inside(column, shape.columns)
    }

    fn place(&mut self, optional: bool, board: u16, args: &[Given<'p>]) {
        let shape = &self.gen_.program.boards[usize::from(board)];
        let (rows, columns) = (i64::from(shape.rows), i64::from(shape.columns));
        let at = self.gen_.table(board, BoardOp::At);
        let (row, column, cell) = (args[0].at, args[1].at, self.body.local(I32));
        let full = !optional && is_full(shape);
        let known = full && self.is_on_board(shape, [args[0].e, args[1].e]);
        if !known {
            self.body.get(row).i64(rows).sink().i64_lt_u();
            self.body.get(column).i64(columns).sink().i64_lt_u().i32_and();
        }
        if full {
            // Without blanks the cells follow one another.
            if !known {
                self.body.sink().i32_eqz();
                self.trap_if_with(Code::NoCell, row, &|it| {
                    it.get(column);
                });
            }
            self.body.get(row).i64(columns).sink().i64_mul().local_get(column).i64_add();
            return;
        }
        self.body.if_gives(Some(I32));
        self.body.get(row).i64(columns).sink().i64_mul().local_get(column).i64_add().i32_wrap_i64();
        self.body.i32(2).sink().i32_shl();
        self.body.load(Mem::Ptr, at);
        self.body.else_();
        self.body.i32(NOWHERE);
        self.body.end();
        if optional {
            self.optional();
        } else {
            self.body.tee(cell).i32(0).sink().i32_lt_s();
            self.trap_if_with(Code::NoCell, row, &|it| {
                it.get(column);
            });
            self.body.get(cell).sink().i64_extend_i32_u();
        }
    }

    fn rays(&mut self, board: u16, args: &[Given<'p>], tables: &Tables) {
        let at = self.gen_.table(board, BoardOp::Ray);
        let (cell, to, i) = (self.body.local(I32), self.body.local(I32), self.body.local(I32));
        let of = args[1].e.ty.element().cloned().unwrap_or(Ty::Int);
        self.cell(&args[0], tables);
        self.body.i32(tables.directions).sink().i32_mul().local_set(cell);
        self.body.get(args[1].at);
        let given = self.items_of(&of.clone().list());
        let steps = self.body.local(I32);
        self.body
            .get(given.len)
            .i32(1 + gone_through(tables.geometry.longest) as u32)
            .sink()
            .i32_mul()
            .local_set(steps);
        self.spend_all(steps);
        new_list(&mut self.body, self.gen_.rt.alloc, to, given.len, 4);
        self.body.get(to).get(given.len).store(Mem::Ptr, LEN);
        let each = self.body.each(i, given.len);
        self.body.nth(to, i, 4).get(cell).nth(given.first, i, given.stride);
        crate::typed::load(self.gen_.program, &mut self.body, &of, 0);
        let (low, high) = crate::expr::range(self.gen_.program, &of);
        self.turned(tables, Bounds::new(low, high));
        self.body.sink().i32_wrap_i64().i32_add().i32_const(2).i32_shl();
        self.body.load(Mem::Ptr, at).store(Mem::Ptr, ITEMS);
        self.body.next(each);
        self.body.get(to);
    }

    fn weight(&mut self, args: &[Given<'p>], tables: &Tables) {
        let (from, wanted, n, end) =
            (self.body.local(I32), self.body.local(I32), self.body.local(I32), self.body.local(I32));
        let found = self.body.local(I32);
        self.two_cells(args, tables);
        self.body.set(wanted).i32(2).sink().i32_shl().local_set(from);
        let [begins, leads, weights] = tables.links.each_ref().map(Part::at);
        self.body.get(from).load(Mem::Ptr, begins + 4).set(end);
        self.body.i32(NOWHERE).set(found);
        self.body.get(from).load(Mem::Ptr, begins).set(n);
        let done = self.body.block();
        let again = self.body.loop_();
        self.body.get(n).get(end).sink().i32_ge_u();
        self.body.br_if(done);
        self.gen_.slot(&mut self.body, n);
        self.body.load(Mem::Ptr, leads).get(wanted).sink().i32_eq();
        self.body.if_();
        self.gen_.slot(&mut self.body, n);
        self.body.load(Mem::Ptr, weights).set(found);
        self.body.br(done);
        self.body.end();
        self.body.get(n).i32(1).sink().i32_add().local_set(n);
        self.body.br(again);
        self.body.end();
        self.body.end();
        self.body.get(found);
        self.optional();
    }

    /// The cells straight from one to another: both included, or neither.
    fn line(&mut self, ends: bool, board: u16, args: &[Given<'p>], tables: &Tables) {
        let (from, to, way, direction, at) = (
            self.body.local(I32),
            self.body.local(I32),
            self.body.local(I32),
            self.body.local(I32),
            self.body.local(I32),
        );
        let (list, len, i) = (self.body.local(I32), self.body.local(I32), self.body.local(I32));
        let towards = self.gen_.helper(What::Towards(board));
        self.two_cells(args, tables);
        self.spend(tables.geometry.longest as u32);
        self.body.set(to).tee(from).get(to).call(towards).tee(way).i32(0xFF).sink().i32_and().local_set(direction);
        // So many steps, and with both ends one cell more, without them one less; a cell is in line with itself.
        self.body.get(way).i32(0).sink().i32_lt_s();
        self.body.if_gives(Some(I32));
        self.body.get(from).get(to).sink().i32_eq();
        if !ends {
            self.body.i32(0).sink().i32_and();
        }
        self.body.else_();
        self.body.get(way).i32(8).sink().i32_shr_u();
        if ends {
            self.body.i32(1).sink().i32_add();
        } else {
            self.body.i32(1).sink().i32_sub();
        }
        self.body.end();
        self.body.set(len);
        new_list(&mut self.body, self.gen_.rt.alloc, list, len, 8);
        self.body.get(list).get(len).store(Mem::Ptr, LEN);
        self.body.get(from).set(at);
        let each = self.body.each(i, len);
        let step = |it: &mut Self| it.gen_.step(&mut it.body, tables, (at, direction, from));
        if !ends {
            step(self);
        }
        self.body.nth(list, i, 8).get(at).sink().i64_extend_i32_u();
        self.body.store(Mem::Int(8), ITEMS);
        if ends {
            step(self);
        }
        self.body.next(each);
        self.body.get(list);
    }

    /// Cells to start from, all of which must be there.
    fn starts(&mut self, list: Local, tables: &Tables) {
        let (i, len, n) = (self.body.local(I32), self.body.local(I32), self.body.local(I64));
        let count = i64::from(tables.count);
        self.body.get(list).load(Mem::Ptr, LEN).set(len);
        self.gone_through(len);
        let each = self.body.each(i, len);
        self.body.nth(list, i, 8).load(Mem::Int(8), ITEMS).tee(n).i64(count).sink().i64_ge_u();
        self.trap_if_with(Code::NoCell, n, &|it| {
            it.i64(count);
        });
        self.body.next(each);
    }

    fn flood(&mut self, board: u16, tables: &Tables, starts: Local, allowed: Local) {
        let id = self.gen_.helper(What::Flood(board));
        self.gen_.fill_table(&mut self.body, tables.seen, 0, tables.count);
        self.body.get(starts).get(allowed).i32(1).call(id);
    }
}

/// Whether a board has no blanks: its cells follow one another.
fn is_full(shape: &ir::Board) -> bool {
    shape.cells.len() == usize::from(shape.rows) * usize::from(shape.columns)
}
