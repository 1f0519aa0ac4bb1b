//! Counts of moves for the lab: offered ones, and the one made.

use crate::entries::lab::Lab;
use crate::entries::play::Entries;
use crate::layout::access::{is_none, load};
use crate::layout::memory::lab::{self, Event};
use crate::layout::memory::{self, LEN, OFFER_ROW, global, tag};
use crate::layout::{self, Rep, packed, packing, rep};
use crate::module::ModuleBuilder;
use crate::module::counted::{Arguments, CARDS, CARDS_MAX, CardTable, Counted, CountedCard, Counters, RowCounters};
use crate::module::output::{ArgumentMap, CardClick, CardMap, RowMap};
use crate::module::symbols::Helper;
use crate::wasm::{CodeBuilder, Emit, I32, I64, Label, Local, Mem, Routine};
use ir::Ty;

/// An entry of a row of offers, and the event for it.
#[derive(Clone, Copy)]
struct Entry {
    /// The kind of event for it.
    kind: Event,
    /// Locals with whose it is, and with its address.
    role: Local,
    at: Local,
    row: usize,
}

impl Entry {
    /// Offset of its counter within a pair.
    fn further(self) -> u32 {
        u32::from(self.kind == Event::Taken)
    }
}

/// No card, in the place of a card's number.
const NO_CARD: u32 = u32::MAX;

impl ModuleBuilder<'_> {
    /// Descriptions of the rows for the host.
    pub fn row_maps(&self, counters: &Counters) -> Vec<RowMap> {
        let pair = |(count, first): (u32, u32)| (count as usize, first as usize);
        let argument = |it: &Counted| ArgumentMap {
            numbers: pair(it.numbers),
            cards: it
                .card
                .as_ref()
                .map(|it| CardMap { numbers: pair((counters.cards[it.table].numbers(), it.first)), table: it.table }),
        };
        let plain = |numbers, cards| ArgumentMap { numbers: pair(numbers), cards };
        let rows = self.rows.iter().zip(&counters.rows).map(|(row, it)| RowMap {
            action: row.action.index(),
            offered: it.offered as usize,
            arguments: match &it.arguments {
                Arguments::Told => Vec::new(),
                Arguments::Each(all) => all.iter().map(argument).collect(),
                Arguments::Items(numbers, first) => {
                    (0..lab::ITEMS).map(|i| plain((*numbers, first + 2 * numbers * i), None)).collect()
                }
                Arguments::Any(numbers, first) => vec![plain((*numbers, *first), None)],
            },
        });
        rows.collect()
    }

    /// `(role)`: counts the offers to a role, as its prompt has just left them.
    pub fn lab_count(&mut self, lab: &Lab, counters: &Counters, entries: &Entries) -> u32 {
        let state = self.state.clone();
        let rows = 0..self.rows.len();
        let count: Vec<u32> = rows.clone().map(|row| self.lab_count_row(lab, counters, row)).collect();
        let is_clicked = |row: &usize| self.wanted.cards.iter().any(|it| it.action == self.rows[*row].action.index());
        let clicked: Vec<usize> = rows.clone().filter(is_clicked).collect();
        let is_told = |row: &usize| matches!(counters.rows[*row].arguments, Arguments::Told);
        let fields: Vec<usize> = self.wanted.cards.iter().map(|it| it.field).collect();
        let view = match clicked.iter().any(is_told) {
            true => Some(self.define_view(entries.show, &|field| fields.contains(&field))),
            false => None,
        };
        let mut it = self.begin(&[I64], &[]);
        if !clicked.is_empty() {
            it.i32(0);
            for row in clicked {
                it.i32(state.offered + OFFER_ROW * row as u32).load(Mem::Ptr, 12).sink().i32_or();
            }
            it.if_(|it| match view {
                Some(view) => self.tell_view(it, lab, (view, Event::View), 0),
                None => drop(it.get(0).call(entries.show)),
            });
        }
        for row in rows {
            let (which, moves) = (it.local(I32), it.local(I32));
            it.i32(row as u32).set(which);
            self.moves_of(&mut it, which, self.features.button[row]);
            it.tee(moves);
            it.if_(|it| {
                it.get(0).get(moves).call(count[row]);
            });
        }
        self.define(it)
    }

    /// `(role, moves)`: counts the offers in a row.
    fn lab_count_row(&mut self, lab: &Lab, counters: &Counters, row: usize) -> u32 {
        let types = self.state.arguments[row].clone();
        let counted = counters.rows[row].clone();
        let (len_at, entries_at) = self.entries_of(row);
        let stride = 8 * types.len() as u32;
        let mut it = self.begin(&[I64, I32], &[]);
        let (role, moves, len, i) = (0, 1, it.local(I32), it.local(I32));
        let (entry, list, mark) = (it.local(I32), it.local(I32), it.local(I32));
        self.tick(&mut it, counted.offered);
        self.tick_by(&mut it, counted.offered + 2, &|it| {
            it.get(moves).sink().i64_extend_i32_u();
        });
        if types.is_empty() {
            return self.define(it);
        }
        it.i32(len_at).load(Mem::Ptr, 0).tee(len);
        it.if_(|it| {
            it.i32(entries_at).load(Mem::Ptr, 0).set(entry);
            if !matches!(counted.arguments, Arguments::Told) {
                it.each(i, len, |it, _| {
                    let given = Entry { kind: Event::OneOffered, role, at: entry, row };
                    self.count_entry(it, lab, &counted.arguments, given);
                    it.get(entry).plus(stride).set(entry);
                });
                return;
            }
            it.sink().global_get(global::TOP).local_set(mark);
            it.get(len).i32(2).sink().i32_shl().i32_const(8).i32_add();
            it.call(self.rt.alloc).tee(list).i32(tag::ARRAY).store(Mem::Ptr, 0);
            it.get(list).get(len).store(Mem::Ptr, 4);
            it.each(i, len, |it, _| {
                it.nth(list, i, 4).get(entry);
                self.travelling(it, &types);
                it.store(Mem::Ptr, 8);
                it.get(entry).plus(stride).set(entry);
            });
            it.i32(Event::Offered.number()).get(role).sink().i32_wrap_i64();
            it.i32(row as u32).get(list).call(lab.tell_any);
            it.get(mark).sink().global_set(global::TOP);
        });
        self.define(it)
    }

    /// Counts the arguments of an entry. Others are reported as events.
    fn count_entry(&mut self, it: &mut Routine, lab: &Lab, arguments: &Arguments, entry: Entry) {
        it.block(|it, done| {
            it.block(|it, other| {
                match arguments {
                    Arguments::Told => drop(it.br(other)),
                    Arguments::Each(all) => self.count_each(it, lab, all, entry, other),
                    Arguments::Items(numbers, first) => self.count_items(it, lab, (*numbers, *first), entry, other),
                    Arguments::Any(numbers, first) => {
                        let (any, number) = (it.local(I32), it.local(I32));
                        it.get(entry.at).load(Mem::Ptr, 0).tee(any).load(Mem::Ptr, 0).i32(tag::INT).sink().i32_ne();
                        it.br_if(other);
                        it.get(any).load(Mem::Int(8), 8);
                        self.small_number(it, *numbers, number, other);
                        self.tick_pair(it, lab, *first, number, entry);
                    }
                }
                it.br(done);
            });
            let has_cards = match arguments {
                Arguments::Each(all) => all.iter().any(|it| it.card.is_some()),
                Arguments::Told | Arguments::Items(..) | Arguments::Any(..) => false,
            };
            if has_cards {
                // The cards were not reported: the game is left to the host.
                it.sink().unreachable();
                return;
            }
            self.tell_entry(it, lab, entry);
        });
    }

    /// The number on the stack goes to a local, if there are counters for it.
    fn small_number(&self, it: &mut CodeBuilder, numbers: u32, to: Local, other: Label) {
        let number = it.local(I64);
        it.tee(number).i64(i64::from(numbers)).sink().i64_ge_u();
        it.br_if(other);
        it.get(number).sink().i32_wrap_i64().local_set(to);
    }

    /// Increments a counter, in the pair of the number in a local, from the first pair on; reports the role that made
    /// such a move.
    fn tick_pair(&self, it: &mut CodeBuilder, lab: &Lab, first: u32, number: Local, entry: Entry) {
        let (twice, first) = (it.local(I32), first + entry.further());
        it.get(number).i32(1).sink().i32_shl().local_set(twice);
        self.tick_at(it, first, twice);
        if entry.kind == Event::Taken {
            it.get(entry.role).sink().i32_wrap_i64();
            it.get(twice).plus(first).call(lab.made);
        }
    }

    fn count_each(&mut self, it: &mut Routine, lab: &Lab, all: &[Counted], entry: Entry, other: Label) {
        let types = self.state.arguments[entry.row].clone();
        // Each as a number, in 64 bits where it can be large.
        let given: Vec<Local> = all.iter().map(|_| it.local(I64)).collect();
        for (i, ty) in types.iter().enumerate() {
            it.get(entry.at).load(if *ty == Ty::Bool { Mem::Int(1) } else { Mem::Int(8) }, 8 * i as u32).set(given[i]);
        }
        let mut found = Vec::new();
        for (i, counted) in all.iter().enumerate() {
            let (number, card) = (it.local(I32), it.local(I32));
            if let Some(clicked) = &counted.card {
                self.find_card(it, lab, clicked, &given, (entry.role, i), card);
                it.get(card).i32(NO_CARD).sink().i32_eq();
                it.if_(|it| {
                    it.get(given[i]);
                    self.small_number(it, counted.numbers.0, number, other);
                });
            } else {
                it.get(given[i]);
                self.small_number(it, counted.numbers.0, number, other);
            }
            found.push((number, card));
        }
        for (counted, (number, card)) in all.iter().zip(found) {
            let Some(clicked) = &counted.card else {
                self.tick_pair(it, lab, counted.numbers.1, number, entry);
                continue;
            };
            it.get(card).i32(NO_CARD).sink().i32_eq();
            it.if_(|it| {
                self.tick_pair(it, lab, counted.numbers.1, number, entry);
            })
            .else_(|it| {
                self.tick_pair(it, lab, clicked.first, card, entry);
            });
        }
    }

    /// Counts the first items of a list, each by its place.
    fn count_items(&mut self, it: &mut Routine, lab: &Lab, (numbers, first): (u32, u32), entry: Entry, other: Label) {
        let ty = &self.state.arguments[entry.row][0].clone();
        let (list, len, i, number) = (it.local(I32), it.local(I32), it.local(I32), it.local(I32));
        let (of, stride) = (self.element(ty), self.stride(ty));
        it.get(entry.at).load(Mem::Ptr, 0).tee(list).load(Mem::Ptr, LEN).tee(len);
        it.i32(lab::ITEMS).get(len).i32(lab::ITEMS).sink().i32_lt_u().select().local_set(len);
        let nth = |it: &mut Routine| {
            it.nth(list, i, stride).plus(memory::ITEMS);
            load(self.program, it, of, 0);
            if *of == Ty::Bool {
                it.sink().i64_extend_i32_u();
            }
        };
        for counts in [false, true] {
            it.each(i, len, |it, _| {
                nth(it);
                self.small_number(it, numbers, number, other);
                if counts {
                    it.get(i).i32(numbers).sink().i32_mul().local_get(number).i32_add().local_set(number);
                    self.tick_pair(it, lab, first, number, entry);
                }
            });
        }
    }

    /// Finds the card that the numbered argument denotes, in the last view of the role.
    fn find_card(
        &mut self,
        it: &mut Routine,
        lab: &Lab,
        card: &CountedCard,
        given: &[Local],
        (role, argument): (Local, usize),
        to: Local,
    ) {
        it.i32(NO_CARD).set(to);
        for click in &card.clicks {
            let table = lab.cards[card.table];
            if click.seats && click.seat.is_none() && click.number.is_some() {
                // The number is searched in each seat's row.
                let (n, roles, seat) = (it.local(I32), it.local(I32), it.local(I64));
                it.i32(self.program.roles.len() as u32).set(roles);
                it.each(n, roles, |it, _| {
                    it.get(n).sink().i64_extend_i32_u();
                    it.set(seat);
                    self.find_in_row(it, click, (given[argument], seat), table, to);
                });
            } else {
                let seat = click.seat.map_or(role, |it| given[it]);
                self.find_in_row(it, click, (given[argument], seat), table, to);
            }
        }
    }

    /// The same in one row: the number or place, and whose row it is, are in locals.
    fn find_in_row(
        &mut self,
        it: &mut Routine,
        click: &CardClick,
        (given, seat): (Local, Local),
        table: u32,
        to: Local,
    ) {
        it.block(|it, done| {
            let (ty, at) = self.card_row(it, click, seat, done);
            let (len, i, found) = (it.local(I32), it.local(I32), it.local(I32));
            let stride = self.stride(ty);
            if let Ty::Array(_, index) = ty {
                it.i32(self.program.count(*index) as u32).set(len);
            } else {
                it.get(at).load(Mem::Ptr, LEN).set(len);
                it.get(at).plus(memory::ITEMS).set(at);
            }
            let same = |it: &mut Routine, next: Label| {
                it.get(found).i32(NO_CARD).sink().i32_eq();
                it.br_if(next);
                // One of several that are not the same: the host says whether they are called the same.
                it.get(to).i32(NO_CARD).sink().i32_ne().local_get(to).local_get(found).i32_ne().i32_and();
                it.if_(|it| {
                    it.sink().unreachable();
                });
                it.get(found).set(to);
            };
            match &click.number {
                None => {
                    it.get(given).get(len).sink().i64_extend_i32_u().i64_ge_u();
                    it.br_if(done);
                    it.get(given).sink().i32_wrap_i64().local_set(i);
                    it.nth(at, i, stride).call(table).set(found);
                    same(it, done);
                }
                Some(field) => it.each(i, len, |it, _| {
                    it.block(|it, next| {
                        let place = it.local(I32);
                        it.nth(at, i, stride).set(place);
                        self.card_number(it, ty, field, place, next);
                        it.get(given).sink().i64_ne();
                        it.br_if(next);
                        it.get(place).call(table).set(found);
                        same(it, next);
                    });
                }),
            }
        });
    }

    /// The row of clickable cards, and a local with its address. Jumps to `none` without one.
    fn card_row<'t>(&self, it: &mut CodeBuilder, click: &CardClick, seat: Local, none: Label) -> (&'t Ty, Local)
    where
        Self: 't,
    {
        let program = self.program;
        let mut ty = &program.view_fields[click.field].ty;
        let at = it.local(I32);
        it.i32(self.state.view_present + 4 * click.field as u32).load(Mem::Ptr, 0).sink().i32_eqz();
        it.br_if(none);
        it.i32(self.state.view[click.field]).set(at);
        self.held_at(it, &mut ty, at, none);
        if let (true, Ty::Array(row, _)) = (click.seats, ty) {
            it.get(seat).i64(program.roles.len() as i64).sink().i64_ge_u();
            it.br_if(none);
            it.get(at).get(seat).sink().i32_wrap_i64();
            it.i32(layout::size(program, row)).sink().i32_mul().i32_add().local_set(at);
            ty = row;
            self.held_at(it, &mut ty, at, none);
        }
        (ty, at)
    }

    /// Replaces the address in a local by that of the value there. If the value is optional and none, goes on at
    /// `none`.
    fn held_at(&self, it: &mut CodeBuilder, ty: &mut &Ty, at: Local, none: Label) {
        if rep(ty) == Rep::Ptr {
            it.get(at).load(Mem::Ptr, 0).tee(at).sink().i32_eqz();
            it.br_if(none);
        }
        if let Ty::Opt(of) = *ty {
            if rep(of) == Rep::Inline {
                it.get(at).plus(memory::BOXED).set(at);
            }
            *ty = of;
        }
    }

    /// Leaves the field of a card, whose place is in a local, that is its number.
    fn card_number(&mut self, it: &mut CodeBuilder, row: &Ty, field: &str, place: Local, none: Label) {
        let (program, at) = (self.program, it.local(I32));
        let of = self.element(row);
        let (Ty::Packed(id) | Ty::Record(id)) = of.inner() else { return self.broken("a card that is no record") };
        let fields = &program.records[id.index()].fields;
        let Some((i, ty)) = fields.iter().position(|it| it.name == field).map(|i| (i, &fields[i].ty)) else {
            return self.broken("a card without its number");
        };
        if let Ty::Packed(_) = of.inner() {
            let card = it.local(I64);
            it.get(place);
            load(program, it, of, 0);
            it.set(card);
            if let Ty::Opt(of) = of {
                it.get(card);
                is_none(program, it, of);
                it.br_if(none);
            }
            it.get(card);
            return packed::take(program, it, ty, packing::slot(program, *id, i));
        }
        it.get(place).set(at);
        self.held_at(it, &mut { of }, at, none);
        it.get(at);
        load(program, it, ty, layout::field(program, *id, i));
    }

    /// `(place) → number` of the card there, reported at its first occurrence; −1 for none.
    pub fn lab_card(&mut self, table: usize, cards: &CardTable, tell_any: u32) -> u32 {
        let program = self.program;
        let any = self.helper_for(Helper::ToAny, cards.of.inner());
        let mut it = self.begin(&[I32], &[I32]);
        let (at, entry, number, mark) = (0, it.local(I32), it.local(I32), it.local(I32));
        it.block(|it, none| {
            if let Ty::Opt(of) = &cards.of {
                if rep(of) == Rep::Inline {
                    self.held_at(it, &mut &cards.of, at, none);
                } else {
                    it.get(at);
                    load(program, it, &cards.of, 0);
                    is_none(program, it, of);
                    it.br_if(none);
                }
            }
            if let (Some(_), [(offset, ty)]) = (cards.integers, cards.parts.as_slice()) {
                it.get(at);
                load(program, it, ty, *offset);
                it.sink().i32_wrap_i64().local_tee(number).i32_const(2).i32_shl();
                it.plus(cards.at).tee(entry).load(Mem::Ptr, 0);
                it.if_(|it| {
                    it.get(number).sink().return_();
                });
                it.get(entry).i32(1).store(Mem::Ptr, 0);
            } else {
                self.look_up_card(it, cards, at, number);
            }
            it.sink().global_get(global::TOP).local_set(mark);
            it.i32(Event::Card.number()).i32(table as u32).get(number).get(at);
            load(program, it, cards.of.inner(), 0);
            it.call(any).call(tell_any);
            it.get(mark).sink().global_set(global::TOP);
            it.get(number).sink().return_();
        });
        it.i32(NO_CARD);
        self.define(it)
    }

    /// Looks up the number of the card at an address, into a local: returns it if known, and stores the card otherwise.
    fn look_up_card(&self, it: &mut Routine, cards: &CardTable, at: Local, number: Local) {
        let program = self.program;
        let (entry, hash, size) = (it.local(I32), it.local(I64), cards.size());
        let parts: Vec<Local> = cards.parts.iter().map(|_| it.local(I64)).collect();
        for ((offset, ty), part) in cards.parts.iter().zip(&parts) {
            it.get(at);
            load(program, it, ty, *offset);
            match rep(ty) {
                Rep::Num => drop(it.sink().i64_reinterpret_f64()),
                Rep::Bool => drop(it.sink().i64_extend_i32_u()),
                // A text that was made may be the same as another, and may be another one later.
                Rep::Ptr => {
                    it.tee(entry).sink().global_get(global::HEAP).i32_ge_u();
                    it.if_(|it| {
                        it.sink().unreachable();
                    });
                    it.get(entry).sink().i64_extend_i32_u();
                }
                Rep::Int | Rep::Inline | Rep::Unit => {}
            }
            it.set(*part);
            it.get(hash).get(*part).sink().i64_xor().i64_const(0x9e37_79b9_7f4a_7c15_u64 as i64).i64_mul();
            it.set(hash);
        }
        it.get(hash).i64(i64::from(u64::BITS - CARDS.ilog2())).sink().i64_shr_u().i32_wrap_i64().local_set(number);
        it.block_loop(|it, fresh, again| {
            it.get(number).i32(size).sink().i32_mul();
            it.plus(cards.at).tee(entry).load(Mem::Ptr, 0).sink().i32_eqz();
            it.br_if(fresh);
            it.block(|it, other| {
                for (i, part) in parts.iter().enumerate() {
                    it.get(entry).load(Mem::Int(8), 8 + 8 * i as u32).get(*part).sink().i64_ne();
                    it.br_if(other);
                }
                it.get(number).sink().return_();
            });
            it.get(number).i32(1).sink().i32_add().i32_const(CARDS as i32 - 1).i32_and().local_set(number);
            it.br(again);
        });
        // There are too many cards: all games are left to the host.
        it.i32(cards.count).load(Mem::Ptr, 0).i32(CARDS_MAX).sink().i32_ge_u();
        it.if_(|it| {
            it.sink().unreachable();
        });
        it.i32(cards.count).i32(cards.count).load(Mem::Ptr, 0).i32(1).sink().i32_add();
        it.store(Mem::Ptr, 0);
        it.get(entry).i32(1).store(Mem::Ptr, 0);
        for (i, part) in parts.iter().enumerate() {
            it.get(entry).get(*part).store(Mem::Int(8), 8 + 8 * i as u32);
        }
    }

    /// Tells an entry.
    fn tell_entry(&mut self, it: &mut Routine, lab: &Lab, entry: Entry) {
        let types = self.state.arguments[entry.row].clone();
        let mark = it.local(I32);
        it.sink().global_get(global::TOP).local_set(mark);
        it.i32(entry.kind.number()).get(entry.role).sink().i32_wrap_i64();
        it.i32(entry.row as u32).get(entry.at);
        self.travelling(it, &types);
        it.call(lab.tell_any);
        it.get(mark).sink().global_set(global::TOP);
    }

    /// `(role, n)`: makes the n-th move that is offered to it, and counts it.
    pub fn lab_take(&mut self, lab: &Lab, counters: &Counters, entries: &Entries) -> u32 {
        let state = self.state.clone();
        let (order, roles) = (lab.at(lab::ROLES), lab.at(lab::MOVED));
        let mut it = self.begin(&[I64, I32], &[]);
        let (role, n) = (0, 1);
        let [who, many, i, which, entry] = std::array::from_fn(|_| it.local(I32));
        it.get(role).sink().i32_wrap_i64().local_set(who);
        it.block(|it, known| {
            it.i32(roles).load(Mem::Ptr, 0).set(many);
            it.each(i, many, |it, _| {
                it.get(i).i32(2).sink().i32_shl();
                it.load(Mem::Ptr, order).get(who).sink().i32_eq();
                it.br_if(known);
            });
            it.get(many).i32(2).sink().i32_shl();
            it.get(who).store(Mem::Ptr, order);
            it.i32(roles).get(many).i32(1).sink().i32_add();
            it.store(Mem::Ptr, 0);
        });
        self.find_move(&mut it, n, which);
        let rows = self.rows.len() as u32;
        it.block(|it, counted| {
            it.switch(which, rows, |it, row| {
                let RowCounters { offered, arguments } = counters.rows[row as usize].clone();
                let types = state.arguments[row as usize].clone();
                let (len_at, entries_at) = self.entries_of(row as usize);
                self.tick(it, offered + 1);
                it.get(who).i32(offered + 1).call(lab.made);
                if !types.is_empty() {
                    it.i32(len_at).load(Mem::Ptr, 0);
                    it.if_(|it| {
                        it.i32(entries_at).load(Mem::Ptr, 0).get(n).i32(8 * types.len() as u32).sink().i32_mul();
                        it.sink().i32_add().local_set(entry);
                        let given = Entry { kind: Event::Taken, role, at: entry, row: row as usize };
                        self.count_entry(it, lab, &arguments, given);
                    });
                }
                it.br(counted);
            });
        });
        it.get(which).get(n).call(entries.make);
        self.define(it)
    }
}
