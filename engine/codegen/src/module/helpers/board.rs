//! Boards: routines computed on demand: paths, distances, connected cells.

use crate::layout::access::new_list;
use crate::layout::boards::{Part, Tables};
use crate::layout::memory::{HEAP_ENTRY, NOWHERE};
use crate::layout::memory::{ITEMS, LEN, SHARED};
use crate::layout::{self};
use crate::module::ModuleBuilder;
use crate::module::symbols::Helper;
use crate::wasm::{CodeBuilder, Emit, I32, I64, Local, Mem, Routine};
use ir::{COST_MAX, Ty};

/// The direction and distance from a cell to another, where rays proceed by adding to the cell: no two directions reach
/// the same cell.
fn towards_along(it: &mut Routine, tables: &Tables) {
    let (from, to) = (0, 1);
    let [direction, end, at, stride, left, steps] = std::array::from_fn(|_| it.local(I32));
    it.i32(tables.directions).set(end);
    it.each(direction, end, |it, _| {
        it.get(from).i32(tables.directions).sink().i32_mul().local_get(direction).i32_add();
        it.load(Mem::Int(1), tables.ray_lengths.at()).sink().i32_wrap_i64().local_set(left);
        it.get(direction).i32(2).sink().i32_shl();
        it.load(Mem::Int(4), tables.ray_strides.at()).sink().i32_wrap_i64().local_set(stride);
        it.get(from).set(at).i32(0).set(steps);
        it.block_loop(|it, walked, again| {
            it.get(steps).get(left).sink().i32_eq();
            it.br_if(walked);
            it.get(steps).plus(1).set(steps);
            it.get(at).get(stride).sink().i32_add().local_tee(at).local_get(to).i32_ne();
            it.br_if(again);
            it.get(steps).i32(8).sink().i32_shl().local_get(direction).i32_or().return_();
        });
    });
    it.i32(NOWHERE);
}

impl ModuleBuilder<'_> {
    pub fn towards(&mut self, it: &mut Routine, board: u16) {
        let tables = self.tables(board);
        let (from, to) = (0, 1);
        if self.fast && tables.strides.is_some() {
            return towards_along(it, &tables);
        }
        let (direction, end, at, steps, best) =
            (it.local(I32), it.local(I32), it.local(I32), it.local(I32), it.local(I32));
        it.i32(NOWHERE).set(best);
        it.i32(tables.directions).set(end);
        it.each(direction, end, |it, _| {
            it.get(from).set(at);
            it.i32(0).set(steps);
            it.block_loop(|it, walked, again| {
                self.step(it, &tables, (at, direction, from));
                it.get(at).i32(0).sink().i32_lt_s();
                it.br_if(walked);
                it.get(steps).i32(1).sink().i32_add().local_set(steps);
                it.get(at).get(to).sink().i32_ne();
                it.br_if(again);
                // The nearest, of equal ones the first.
                it.get(best).i32(8).sink().i32_shr_u().local_get(steps).i32_gt_u();
                it.if_(|it| {
                    it.get(steps).i32(8).sink().i32_shl().local_get(direction).i32_or().local_set(best);
                });
            });
        });
        it.get(best);
    }

    /// Tests if the cell in a local may be entered. `allowed`: a list with a bool for each cell, or empty.
    fn may_enter(&self, it: &mut CodeBuilder, allowed: Local, cell: Local) {
        it.get(allowed).load(Mem::Ptr, LEN).sink().i32_eqz();
        it.if_value(Some(I32), |it| {
            it.i32(1);
        })
        .else_(|it| {
            it.get(cell).get(allowed).load(Mem::Ptr, LEN).sink().i32_lt_u();
            it.if_value(Some(I32), |it| {
                it.get(allowed).get(cell).sink().i32_add();
                it.load(Mem::Bool, ITEMS);
            })
            .else_(|it| {
                it.i32(0);
            });
        });
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
        it.block_loop(|it, done, again| {
            it.get(n).get(end).sink().i32_ge_u();
            it.br_if(done);
            it.get(n).i32(2).sink().i32_shl();
            it.load(Mem::Ptr, leads).set(to);
            act(self, it);
            it.get(n).i32(1).sink().i32_add().local_set(n);
            it.br(again);
        });
    }

    pub fn fill_table(&self, it: &mut CodeBuilder, at: u32, byte: u32, count: u32) {
        it.i32(at).i32(byte).i32(4 * count).sink().memory_fill(0);
    }

    /// Reads or writes a word of a table for the cell in a local.
    pub fn slot(&self, it: &mut CodeBuilder, cell: Local) {
        it.get(cell).i32(2).sink().i32_shl();
    }

    pub fn spread(&mut self, it: &mut Routine, board: u16) {
        let tables = self.tables(board);
        let (starts, allowed) = (0, 1);
        let (i, len, at, to, n) = (it.local(I32), it.local(I32), it.local(I32), it.local(I32), it.local(I32));
        let (cost, next, order, entry) = (it.local(I32), it.local(I32), it.local(I32), it.local(I32));
        let (push, pop) = (self.helper(Helper::HeapPush), self.helper(Helper::HeapPop));
        self.fill_table(it, tables.best, 0xFF, tables.count);
        self.fill_table(it, tables.before, 0xFF, tables.count);
        // The content of a heap is released with the rest of the memory.
        it.i32(tables.heap).i64(0).store(Mem::Int(8), 4);
        it.get(starts).load(Mem::Ptr, LEN).set(len);
        it.each(i, len, |it, _| {
            it.nth(starts, i, 8).load(Mem::Int(8), ITEMS).sink().i32_wrap_i64().local_set(at);
            self.slot(it, at);
            it.i32(0).store(Mem::Ptr, tables.best);
            it.i32(tables.heap).i64(0).get(order).get(at).call(push);
            it.get(order).i32(1).sink().i32_add().local_set(order);
        });
        it.block_loop(|it, done, again| {
            it.i32(tables.heap).load(Mem::Ptr, 4).sink().i32_eqz();
            it.br_if(done);
            it.i32(tables.heap).call(pop).tee(entry).load(Mem::Int(8), 0).sink().i32_wrap_i64().local_set(cost);
            it.get(entry).load(Mem::Ptr, 12).set(at);
            it.get(cost);
            self.slot(it, at);
            it.load(Mem::Ptr, tables.best).sink().i32_gt_u();
            it.br_if(again);
            let [begins, leads, weights] = tables.links.each_ref().map(Part::at);
            self.each_link(it, [begins, leads], (at, to, n), &mut |module, it| {
                it.get(cost).get(n).i32(2).sink().i32_shl();
                it.load(Mem::Ptr, weights).sink().i32_add().local_set(next);
                it.get(next);
                module.slot(it, to);
                it.load(Mem::Ptr, tables.best).sink().i32_lt_u();
                it.if_(|it| {
                    module.may_enter(it, allowed, to);
                    it.if_(|it| {
                        module.slot(it, to);
                        it.get(next).store(Mem::Ptr, tables.best);
                        module.slot(it, to);
                        it.get(at).store(Mem::Ptr, tables.before);
                        it.i32(tables.heap).get(next).sink().i64_extend_i32_u();
                        it.get(order).get(to).call(push);
                        it.get(order).i32(1).sink().i32_add().local_set(order);
                    });
                });
            });
            it.br(again);
        });
    }

    /// A list of this cell only.
    pub fn list_of_one(&self, it: &mut CodeBuilder, cell: Local) -> Local {
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
        let (spread, empty) = (self.helper(Helper::Spread(board)), self.empty_list());
        let (row, i, end) = (it.local(I32), it.local(I32), it.local(I32));
        if let Some(kept) = tables.distances {
            let row_size = 4 * tables.count;
            it.get(from).i32(row_size).sink().i32_mul().local_tee(row);
            self.slot(it, to);
            it.sink().i32_add();
            it.load(Mem::Ptr, kept).sink().i32_eqz();
            it.if_(|it| {
                let starts = self.list_of_one(it, from);
                it.get(starts).i32(empty).call(spread);
                it.i32(tables.count).set(end);
                it.each(i, end, |it, _| {
                    it.nth(row, i, 4);
                    self.slot(it, i);
                    // No way is −1: one more than the most, and none at all.
                    it.load(Mem::Ptr, tables.best).i32(1).sink().i32_add();
                    it.i32(NOWHERE);
                    self.slot(it, i);
                    it.load(Mem::Ptr, tables.best).i32(NOWHERE).sink().i32_ne().select();
                    it.store(Mem::Ptr, kept);
                });
            });
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
        let spread = self.helper(Helper::Spread(board));
        let starts = self.list_of_one(it, from);
        it.get(starts).get(allowed).call(spread);
        // First the number of cells, then the cells from the end.
        for write in [false, true] {
            if write {
                new_list(it, self.rt.alloc, list, len, 8);
                it.get(list).get(len).store(Mem::Ptr, LEN);
                it.get(len).set(place);
            }
            it.get(to).set(at);
            it.block_loop(|it, done, again| {
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
                it.if_(|it| {
                    it.i32(0).sink().return_();
                });
                it.br(again);
            });
        }
        it.get(list);
    }

    /// Marks are numbers: cells get the mark that is given; a negative one goes against one-way links too.
    pub fn flood(&mut self, it: &mut Routine, board: u16) {
        let tables = self.tables(board);
        let (starts, allowed, mark) = (0, 1, 2);
        let (i, len, at, to, n) = (it.local(I32), it.local(I32), it.local(I32), it.local(I32), it.local(I32));
        let count = it.local(I32);
        let add = |module: &Self, it: &mut Routine, cell: Local| {
            module.slot(it, cell);
            it.load(Mem::Ptr, tables.seen).sink().i32_eqz();
            it.if_(|it| {
                module.slot(it, cell);
                it.get(mark).store(Mem::Ptr, tables.seen);
                module.slot(it, count);
                it.get(cell).store(Mem::Ptr, tables.queue + 4);
                it.get(count).i32(1).sink().i32_add().local_set(count);
            });
        };
        it.get(starts).load(Mem::Ptr, LEN).set(len);
        it.each(i, len, |it, _| {
            it.nth(starts, i, 8).load(Mem::Int(8), ITEMS).sink().i32_wrap_i64().local_set(at);
            add(self, it, at);
        });
        it.block(|it, done| {
            it.i32(0).set(i);
            it.loop_(|it, again| {
                it.get(i).get(count).sink().i32_ge_u();
                it.br_if(done);
                self.slot(it, i);
                it.load(Mem::Ptr, tables.queue + 4).set(at);
                it.get(mark).i32(0).sink().i32_lt_s();
                let mut add_linked = |it: &mut Routine, links: &[Part]| {
                    let links = [links[0].at(), links[1].at()];
                    self.each_link(it, links, (at, to, n), &mut |module, it| {
                        module.may_enter(it, allowed, to);
                        it.if_(|it| {
                            add(module, it, to);
                        });
                    });
                };
                it.if_(|it| add_linked(it, &tables.around)).else_(|it| add_linked(it, &tables.links));
                it.get(i).i32(1).sink().i32_add().local_set(i);
                it.br(again);
            });
        });
        it.i32(tables.queue).get(count).store(Mem::Ptr, 0);
    }

    pub fn parts(&mut self, it: &mut Routine, board: u16) {
        let tables = self.tables(board);
        let (allowed, ints) = (0, Ty::Int.list());
        let (flood, sort, push) = (
            self.helper(Helper::Flood(board)),
            self.helper_for(Helper::Sort, &ints),
            self.helper_for(Helper::Append, &ints),
        );
        let (cell, end, list, part, len, i, mark) =
            (it.local(I32), it.local(I32), it.local(I32), it.local(I32), it.local(I32), it.local(I32), it.local(I32));
        let slot = self.reserve(8);
        self.fill_table(it, tables.seen, 0, tables.count);
        it.i32(tables.count).set(end);
        new_list(it, self.rt.alloc, list, end, 4);
        it.each(cell, end, |it, _| {
            self.slot(it, cell);
            it.load(Mem::Ptr, tables.seen).sink().i32_eqz();
            it.if_(|it| {
                self.may_enter(it, allowed, cell);
                it.if_(|it| {
                    it.get(mark).i32(1).sink().i32_sub().local_set(mark);
                    let starts = self.list_of_one(it, cell);
                    it.get(starts).get(allowed).get(mark).call(flood);
                    it.i32(tables.queue).load(Mem::Ptr, 0).set(len);
                    new_list(it, self.rt.alloc, part, len, 8);
                    it.get(part).get(len).store(Mem::Ptr, LEN);
                    it.each(i, len, |it, _| {
                        it.nth(part, i, 8);
                        self.slot(it, i);
                        it.load(Mem::Ptr, tables.queue + 4).sink().i64_extend_i32_u();
                        it.store(Mem::Int(8), ITEMS);
                    });
                    it.get(part).call(sort);
                    it.i32(slot).get(part).store(Mem::Ptr, 0);
                    it.get(list).i32(slot).i32(1).call(push);
                    // The added list is not stored elsewhere.
                    it.get(part).i32(0).store(Mem::Ptr, SHARED);
                });
            });
        });
        it.get(list);
    }

    pub fn costs(&mut self, it: &mut Routine, board: u16) {
        let tables = self.tables(board);
        let (starts, given, site) = (0, 1, 2);
        let none = layout::none(8);
        let (list, i, len, at, to, n) =
            (it.local(I32), it.local(I32), it.local(I32), it.local(I32), it.local(I32), it.local(I32));
        let (sum, cost, entry) = (it.local(I64), it.local(I64), it.local(I32));
        let (push, pop, trap) = (self.helper(Helper::HeapPush), self.helper(Helper::HeapPop), self.rt.trap_with);
        it.get(given).load(Mem::Ptr, LEN).set(len);
        it.each(i, len, |it, _| {
            it.nth(given, i, 8).load(Mem::Int(8), ITEMS).tee(cost).i64(none).sink().i64_ne();
            it.get(cost).i64(COST_MAX).sink().i64_gt_u().i32_and();
            it.if_(|it| {
                it.get(site).get(cost).i64(0).call(trap);
            });
        });
        it.i32(tables.count).set(len);
        new_list(it, self.rt.alloc, list, len, 8);
        it.get(list).get(len).store(Mem::Ptr, LEN);
        it.each(i, len, |it, _| {
            it.nth(list, i, 8).i64(none).store(Mem::Int(8), ITEMS);
        });
        it.i32(tables.heap).i64(0).store(Mem::Int(8), 4);
        it.get(starts).load(Mem::Ptr, LEN).set(len);
        it.each(i, len, |it, _| {
            it.nth(starts, i, 8).load(Mem::Int(8), ITEMS).sink().i32_wrap_i64().local_set(at);
            it.nth(list, at, 8).i64(0).store(Mem::Int(8), ITEMS);
            it.i32(tables.heap).i64(0).get(at).get(at).call(push);
        });
        it.block_loop(|it, done, again| {
            it.i32(tables.heap).load(Mem::Ptr, 4).sink().i32_eqz();
            it.br_if(done);
            it.i32(tables.heap).call(pop).tee(entry).load(Mem::Int(8), 0).set(sum);
            it.get(entry).load(Mem::Ptr, 12).set(at);
            it.nth(list, at, 8).load(Mem::Int(8), ITEMS).get(sum).sink().i64_lt_s();
            it.br_if(again);
            let [begins, leads, weights] = tables.links.each_ref().map(Part::at);
            self.each_link(it, [begins, leads], (at, to, n), &mut |_, it| {
                it.get(to).get(given).load(Mem::Ptr, LEN).sink().i32_lt_u();
                it.if_value(Some(I64), |it| {
                    it.nth(given, to, 8).load(Mem::Int(8), ITEMS);
                })
                .else_(|it| {
                    it.get(n).i32(2).sink().i32_shl();
                    it.load(Mem::Ptr, weights).sink().i64_extend_i32_u();
                });
                it.tee(cost).i64(none).sink().i64_ne();
                it.if_(|it| {
                    it.get(sum).get(cost).sink().i64_add().local_set(cost);
                    it.nth(list, to, 8).load(Mem::Int(8), ITEMS).i64(none).sink().i64_eq();
                    it.get(cost);
                    it.nth(list, to, 8).load(Mem::Int(8), ITEMS).sink().i64_lt_s().i32_or();
                    it.if_(|it| {
                        it.nth(list, to, 8).get(cost).store(Mem::Int(8), ITEMS);
                        it.i32(tables.heap).get(cost).get(to).get(to).call(push);
                    });
                });
            });
            it.br(again);
        });
        it.get(list);
    }

    /// Compares the entries at two addresses.
    fn comes_before(&self, it: &mut CodeBuilder, a: Local, b: Local) {
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
        it.if_(|it| {
            it.get(len).i32(2).sink().i32_mul().i32_const(64).i32_add().local_set(up);
            it.get(up).i32(1).sink().i32_add().i32_const(HEAP_ENTRY as i32).i32_mul();
            it.call(self.rt.alloc).tee(first).get(heap).load(Mem::Ptr, 0).get(len).i32(HEAP_ENTRY).sink().i32_mul();
            it.sink().memory_copy(0, 0);
            it.get(heap).get(first).store(Mem::Ptr, 0);
            it.get(heap).get(up).store(Mem::Ptr, 8);
        });
        it.get(heap).get(len).i32(1).sink().i32_add();
        it.store(Mem::Ptr, 4);
        it.get(heap).load(Mem::Ptr, 0).set(first);
        it.nth(first, len, HEAP_ENTRY).tee(here).get(cost).store(Mem::Int(8), 0);
        it.get(here).get(order).store(Mem::Ptr, 8);
        it.get(here).get(cell).store(Mem::Ptr, 12);
        it.get(len).set(at);
        it.block_loop(|it, done, again| {
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
        });
    }

    /// Exchanges the entries at two addresses.
    fn exchange(&self, it: &mut CodeBuilder, heap: Local, a: Local, b: Local) {
        let spare = it.local(I32);
        it.get(heap).load(Mem::Ptr, 0).get(heap).load(Mem::Ptr, 8).i32(HEAP_ENTRY).sink().i32_mul().i32_add();
        it.set(spare);
        it.get(spare).get(a).copy(HEAP_ENTRY);
        it.get(a).get(b).copy(HEAP_ENTRY);
        it.get(b).get(spare).copy(HEAP_ENTRY);
    }

    /// The removed entry stays behind the last one until the next push.
    pub fn heap_pop(&mut self, it: &mut Routine) {
        let heap = 0;
        let (len, first, at, down, here, below, last) =
            (it.local(I32), it.local(I32), it.local(I32), it.local(I32), it.local(I32), it.local(I32), it.local(I32));
        it.get(heap).get(heap).load(Mem::Ptr, 4).i32(1).sink().i32_sub().local_tee(len);
        it.store(Mem::Ptr, 4);
        it.get(heap).load(Mem::Ptr, 0).set(first);
        it.nth(first, len, HEAP_ENTRY).set(last);
        self.exchange(it, heap, first, last);
        it.block_loop(|it, done, again| {
            it.get(at).i32(2).sink().i32_mul().i32_const(1).i32_add().local_tee(down).local_get(len).i32_ge_u();
            it.br_if(done);
            it.nth(first, down, HEAP_ENTRY).set(below);
            // The smaller of the two below.
            it.get(down).i32(1).sink().i32_add().local_get(len).i32_lt_u();
            it.if_(|it| {
                it.get(below).plus(HEAP_ENTRY).set(here);
                self.comes_before(it, here, below);
                it.if_(|it| {
                    it.get(down).i32(1).sink().i32_add().local_set(down);
                    it.get(here).set(below);
                });
            });
            it.nth(first, at, HEAP_ENTRY).set(here);
            self.comes_before(it, below, here);
            it.sink().i32_eqz();
            it.br_if(done);
            self.exchange(it, heap, here, below);
            it.get(down).set(at);
            it.br(again);
        });
        it.get(last);
    }
}
