//! The lab's games: random play from setup to end, with counts. Data without a counter is reported as events.
//!
//! Invariant: counts equal those of the lab on the interpreter (`lab/tally.rs`) exactly; an unsound game is not
//! counted, but left to the host.

use crate::entries::play::Entries;
use crate::layout::access::load;
use crate::layout::memory::lab::{self, Event, closely, stop};
use crate::layout::memory::{FAULT, MISFIT, NO_SITE, STR, global, tag};
use crate::module::ModuleBuilder;
use crate::module::counted::{Counters, arrival_range};
use crate::module::output::{LabMap, Wanted};
use crate::wasm::{CodeBuilder, Emit, I32, I64, Local, Mem, Routine};

const _: () = assert!(closely::EVERY.is_power_of_two(), "which positions those are is told by a mask");

/// Bytes for the position of a token.
pub const STOOD: u32 = 16;

/// Maximum bytes for the game in which each role last reached each counter.
const LAST_MADE_MAX: u32 = 1 << 20;

/// The outcome of a position.
mod went {
    pub const ON: u32 = 0;
    pub const OVER: u32 = 1;
    pub const WRONG: u32 = 2;
}

/// The lab's part of the memory, and its routines.
pub struct Lab {
    pub block: u32,
    deals: u32,
    /// The active roles, the number of moves of each, and the roles active in the position before: each array of roles
    /// follows its length.
    now: u32,
    counts: u32,
    before: u32,
    /// For each role, a flag if the position of its token is known, and the position.
    pub stood: u32,
    /// The counters as they were before the game; those of code, as they were before it ran once more.
    kept: u32,
    aside: u32,
    events: u32,
    /// `(kind, a, b, address, bytes)`
    pub tell: u32,
    /// `(kind, a, b, any)`
    pub tell_any: u32,
    /// `(role, counter)`: a role has made the counted move. Recorded once per game.
    pub made: u32,
    /// The number of the game that is played, from 1 on.
    game: u32,
    /// By table: `(place) → number` of a card.
    pub cards: Vec<u32>,
}

impl Lab {
    /// The address of a field of the block.
    pub fn at(&self, field: u32) -> u32 {
        self.block + field
    }
}

impl ModuleBuilder<'_> {
    /// Makes room for the counts of the lab.
    pub fn declare_lab(&mut self, wanted: Wanted) {
        self.wanted = wanted;
        self.declare_counters();
    }

    /// `lab() → why it stopped`: plays the games of the deals; `lab_leave()`: after a trap, the game is left to the
    /// host.
    pub fn define_lab(&mut self, entries: &Entries) {
        let lab = self.lab_memory();
        let counters = self.counters.clone().unwrap_or_default();
        let begin = self.lab_begin(&lab, &counters, entries);
        let position = self.lab_position(&lab, &counters, entries);
        let end = self.lab_end(&lab, entries);
        let leave = self.lab_leave(&lab, &counters, entries);
        self.export("lab_leave", leave);

        let mut it = self.begin(&[], &[I32]);
        let went = it.local(I32);
        it.i32(lab.at(lab::TOLD)).i32(lab.events).store(Mem::Ptr, 0);
        it.loop_(|it, again| {
            it.i32(lab.at(lab::PLAYING)).load(Mem::Ptr, 0).sink().i32_eqz();
            it.if_(|it| {
                it.i32(lab.at(lab::DEAL)).load(Mem::Ptr, 0).i32(lab.at(lab::DEALS)).load(Mem::Ptr, 0);
                it.sink().i32_ge_u();
                it.if_(|it| {
                    it.i32(stop::DONE).sink().return_();
                });
                it.call(begin);
            });
            it.call(position).tee(went).i32(went::WRONG).sink().i32_eq();
            it.if_(|it| {
                it.call(leave).i32(stop::LEFT).sink().return_();
            });
            it.get(went).i32(went::OVER).sink().i32_eq();
            it.if_(|it| {
                it.call(end);
            });
            it.i32(lab.at(lab::TOLD)).load(Mem::Ptr, 0).i32(lab.events + lab::TOLD_SIZE / 2).sink().i32_lt_u();
            it.br_if(again);
        });
        it.i32(stop::FULL);
        let id = self.define(it);
        self.export("lab", id);
        self.lab = Some(self.lab_map(&lab, &counters));
    }

    fn lab_memory(&mut self) -> Lab {
        let roles = self.program.roles.len() as u32;
        let counters = self.counters.as_ref().map_or(0, |it| it.count);
        let of_code = self.counters.as_ref().map_or(0, Counters::of_code);
        let block = self.reserve(self.lab_made_at() + 4 * lab::MADE_MAX);
        let events = self.reserve(lab::TOLD_SIZE);
        let [tell, tell_any] = self.lab_tellers(events, block + lab::TOLD);
        let game = self.reserve(4);
        let made = self.lab_made(block, tell, game, counters);
        let tables = self.counters.as_ref().map_or(Vec::new(), |it| it.cards.clone());
        let cards = tables.iter().enumerate().map(|(i, it)| self.lab_card(i, it, tell_any)).collect();
        Lab {
            block,
            deals: self.reserve(lab::DEAL_SIZE * lab::DEALS_MAX),
            now: self.reserve(4 + 4 * roles),
            counts: self.reserve(4 * roles),
            before: self.reserve(4 + 4 * roles),
            stood: self.reserve(STOOD * roles),
            kept: self.reserve(8 * counters),
            aside: self.reserve(8 * of_code),
            events,
            tell,
            tell_any,
            made,
            game,
            cards,
        }
    }

    /// Offset of the made moves in the block.
    fn lab_made_at(&self) -> u32 {
        let roles = self.program.roles.len() as u32;
        lab::ROLES + 8 * roles + lab::MEASURE * self.wanted.measures.len() as u32
    }

    /// Records a made move, once per game, or each time if there is no memory for the game of the last time.
    fn lab_made(&mut self, block: u32, tell: u32, game: u32, counters: u32) -> u32 {
        let roles = self.program.roles.len() as u32;
        let bytes = 4 * roles * counters;
        let last = if bytes <= LAST_MADE_MAX { self.reserve(bytes) } else { 0 };
        let (many_at, first) = (block + lab::MADE, block + self.lab_made_at());
        let mut it = self.begin(&[I32, I32], &[]);
        let (word, many, at) = (it.local(I32), it.local(I32), it.local(I32));
        it.get(1).i32(roles).sink().i32_mul().local_get(0).i32_add().local_set(word);
        if bytes <= LAST_MADE_MAX {
            it.get(word).i32(2).sink().i32_shl().local_tee(at);
            it.load(Mem::Ptr, last).i32(game).load(Mem::Ptr, 0).sink().i32_eq();
            it.if_(|it| {
                it.sink().return_();
            });
            it.get(at).i32(game).load(Mem::Ptr, 0).store(Mem::Ptr, last);
        }
        it.i32(many_at).load(Mem::Ptr, 0).tee(many).i32(lab::MADE_MAX).sink().i32_eq();
        it.if_(|it| {
            it.i32(Event::Made.number()).i32(0).i32(0).i32(first).i32(4 * lab::MADE_MAX).call(tell);
            it.i32(0).set(many);
        });
        it.get(many).i32(2).sink().i32_shl();
        it.get(word).store(Mem::Ptr, first);
        it.i32(many_at).get(many).i32(1).sink().i32_add();
        it.store(Mem::Ptr, 0);
        self.define(it)
    }

    fn lab_map(&mut self, lab: &Lab, counters: &Counters) -> LabMap {
        let least = arrival_range(self.program).map_or(0, |it| it.0);
        let fields = self.program.counted.arrivals.iter().flat_map(|it| &it.fields);
        let of_fields = |first: u32| fields.clone().map(|it| first as usize + (it - least) as usize).collect();
        LabMap {
            block: lab.block,
            deals: lab.deals,
            options: self.reserve(lab::OPTIONS_SIZE),
            told: lab.events,
            counters: counters.start,
            count: counters.count as usize,
            statements: counters.statements.iter().map(|it| it.map(|it| it as usize)).collect(),
            frames: counters.frames as usize,
            arrivals: of_fields(counters.arrivals),
            stands: of_fields(counters.stands),
            choices: (counters.choices as usize, counters.choices_end as usize),
            rows: self.row_maps(counters),
        }
    }

    /// `()`: the game of the next deal, before its first move.
    fn lab_begin(&mut self, lab: &Lab, counters: &Counters, entries: &Entries) -> u32 {
        let roles = self.program.roles.len() as u32;
        let mut it = self.begin(&[], &[]);
        let deal = it.local(I32);
        it.i32(lab.kept).i32(counters.start).i32(8 * counters.count).sink().memory_copy(0, 0);
        it.i32(lab.at(lab::HEAP)).sink().global_get(global::TOP);
        it.store(Mem::Ptr, 0);
        it.clear(lab.at(lab::MOVES), lab::ROLES + 8 * roles - lab::MOVES);
        it.i32(lab.before).i32(0).store(Mem::Ptr, 0);
        it.clear(lab.stood, STOOD * roles);
        it.i32(lab.game).i32(lab.game).load(Mem::Ptr, 0).i32(1).sink().i32_add();
        it.store(Mem::Ptr, 0);
        it.i32(lab.at(lab::PLAYING)).i32(1).store(Mem::Ptr, 0);
        self.deal(&mut it, lab, deal);
        // Only games checked closely need their texts.
        it.get(deal).load(Mem::Ptr, lab::DEAL_CLOSELY).sink().global_set(global::LOGGING);
        it.get(deal).load(Mem::Int(8), 0).get(deal).load(Mem::Ptr, lab::DEAL_SCENARIO);
        it.get(deal).load(Mem::Ptr, lab::DEAL_OPTIONS).call(entries.setup);
        it.get(deal).load(Mem::Int(8), lab::DEAL_DRAWS).call(entries.draws);
        self.define(it)
    }

    /// The address of the deal that is played.
    fn deal(&self, it: &mut Routine, lab: &Lab, to: Local) {
        it.i32(lab.at(lab::DEAL)).load(Mem::Ptr, 0).i32(lab::DEAL_SIZE).sink().i32_mul();
        it.plus(lab.deals).set(to);
    }

    /// `()`: nothing of the game counts, and the next deal comes.
    fn lab_leave(&mut self, lab: &Lab, counters: &Counters, entries: &Entries) -> u32 {
        let mut it = self.begin(&[], &[]);
        it.i32(counters.start).i32(lab.kept).i32(8 * counters.count).sink().memory_copy(0, 0);
        self.nothing_tried(&mut it);
        it.i32(FAULT).i32(NO_SITE).store(Mem::Ptr, 0);
        it.i32(MISFIT).i32(0).store(Mem::Ptr, 0);
        self.lab_next(&mut it, lab, entries);
        self.define(it)
    }

    /// Ends the game, and restores the memory from before it.
    fn lab_next(&mut self, it: &mut Routine, lab: &Lab, entries: &Entries) {
        it.i32(lab.at(lab::PLAYING)).i32(0).store(Mem::Ptr, 0);
        it.i32(lab.at(lab::DEAL)).i32(lab.at(lab::DEAL)).load(Mem::Ptr, 0).i32(1).sink().i32_add();
        it.store(Mem::Ptr, 0);
        it.i32(lab.at(lab::HEAP)).load(Mem::Ptr, 0).call(entries.release);
    }

    /// `()`: reports a game that is over.
    fn lab_end(&mut self, lab: &Lab, entries: &Entries) -> u32 {
        let roles = self.program.roles.len() as u32;
        let state = self.state.clone();
        let none = self.string("None");
        let mut it = self.begin(&[], &[]);
        let (result, deal) = (it.local(I32), it.local(I32));
        it.i32(lab.at(lab::SITTING));
        self.sitting(&mut it);
        it.store(Mem::Ptr, 0);
        self.lab_measures(&mut it, lab.at(lab::ROLES + 8 * roles));
        // A result that is no text means nobody.
        it.i32(state.result).load(Mem::Ptr, 0).i32(none);
        it.i32(state.result).load(Mem::Ptr, 0).load(Mem::Ptr, 0).i32(tag::STR).sink().i32_eq().select();
        it.tee(result).i32(lab.at(lab::RESULT)).load(Mem::Ptr, 0).sink().i32_ne();
        it.get(result).i32(lab.at(lab::HEAP)).load(Mem::Ptr, 0).sink().i32_ge_u().i32_or();
        it.if_(|it| {
            it.i32(Event::Result.number())
                .i32(0)
                .i32(0)
                .get(result)
                .plus(STR)
                .get(result)
                .load(Mem::Ptr, 4)
                .call(lab.tell);
        });
        self.deal(&mut it, lab, deal);
        it.get(deal).load(Mem::Ptr, lab::DEAL_CLOSELY);
        it.if_(|it| {
            it.i32(Event::State.number()).i32(0).i32(0).i32(1).call(state.whole).call(lab.tell_any);
        });
        it.i32(Event::Game.number()).i32(lab.at(lab::DEAL)).load(Mem::Ptr, 0).i32(0).i32(lab.at(lab::MOVES));
        it.i32(lab.at(lab::MADE)).load(Mem::Ptr, 0).i32(2).sink().i32_shl();
        it.plus(self.lab_made_at() - lab::MOVES).call(lab.tell);
        it.i32(lab.at(lab::RESULT)).get(result).store(Mem::Ptr, 0);
        self.lab_next(&mut it, lab, entries);
        self.define(it)
    }

    /// `() → how it went`: a position, and the move that is drawn in it.
    fn lab_position(&mut self, lab: &Lab, counters: &Counters, entries: &Entries) -> u32 {
        let state = self.state.clone();
        let (gather, turn) = (self.lab_active(lab), self.lab_turn(lab));
        let (look, count) = (self.lab_closely(entries), self.lab_count(lab, counters, entries));
        let tokens = self.lab_tokens(lab, counters, entries);
        let take = self.lab_take(lab, counters, entries);
        let without = (!self.wanted.without.is_empty()).then(|| self.lab_others());
        let (attempt, looks) = (self.features.attempt, !self.wanted.cards.is_empty());
        let mut it = self.begin(&[], &[I32]);
        let [deal, many, i, total, n, moves, first, likely, failed] = std::array::from_fn(|_| it.local(I32));
        let (role, undo) = (it.local(I64), it.local(I32));
        let wrong = |it: &mut Routine| {
            it.if_(|it| {
                it.i32(went::WRONG).sink().return_();
            });
        };
        let role_at = |it: &mut Routine| {
            it.get(i).i32(2).sink().i32_shl();
            it.load(Mem::Ptr, lab.now + 4).sink().i64_extend_i32_u().local_set(role);
        };
        if attempt {
            // Failed trials of the setup or of the last move.
            it.i32(state.failures).load(Mem::Ptr, 0).set(failed);
        }
        if !self.program.invariants.is_empty() {
            it.call(entries.check);
        }
        it.call(gather);
        wrong(&mut it);
        self.deal(&mut it, lab, deal);
        it.get(deal).load(Mem::Ptr, lab::DEAL_CLOSELY);
        it.i32(lab.at(lab::MOVES)).load(Mem::Ptr, 0).tee(moves).i32(closely::FIRST as u32).sink().i32_lt_u();
        it.get(moves).i32(closely::LAST as u32).sink().i32_lt_u();
        it.get(moves).i32(closely::EVERY as u32 - 1).sink().i32_and().i32_eqz().i32_and().i32_or().i32_and();
        it.if_(|it| {
            it.call(look);
            wrong(it);
        });
        if let Some(tokens) = tokens {
            it.call(tokens);
        }
        it.i32(lab.now).load(Mem::Ptr, 0).tee(many).sink().i32_eqz();
        it.if_(|it| {
            // Nobody is active: it is over, and has a result.
            it.i32(state.result).load(Mem::Ptr, 0).sink().i32_eqz();
            wrong(it);
            if attempt {
                it.i32(state.kind).load(Mem::Ptr, 0).i32(2).sink().i32_ne();
                it.get(failed).sink().i32_or();
                wrong(it);
            }
            it.i32(went::OVER).sink().return_();
        });
        if attempt {
            self.lab_tried(&mut it, entries, i);
            wrong(&mut it);
        }
        it.each(i, many, |it, _| {
            role_at(it);
            it.get(i).i32(2).sink().i32_shl();
            it.get(role).call(entries.prompt).tee(n).store(Mem::Ptr, lab.counts);
            it.get(total).get(n).sink().i32_add().local_set(total);
            it.get(role).call(count);
            if let Some([others, _]) = without {
                it.get(i).i32(2).sink().i32_shl();
                it.get(role).get(n).call(others).tee(n).store(Mem::Ptr, lab.counts);
                it.get(likely).get(n).sink().i32_add().local_set(likely);
            }
        });
        it.get(total).sink().i32_eqz();
        wrong(&mut it);
        // Only the roles that made the last move may take it back. The host checks lists.
        it.i32(state.undo).load(Mem::Ptr, 0).tee(undo);
        it.if_(|it| {
            let at = 16 + state.active - state.start;
            it.get(undo).load(Mem::Ptr, at).i32(state.active).load(Mem::Ptr, 0).sink().i32_or();
            it.get(undo).load(Mem::Int(8), at + 8).i32(state.active).load(Mem::Int(8), 8).sink().i64_ne().i32_or();
            wrong(it);
        });
        it.get(moves).i32(lab.at(lab::LIMIT)).load(Mem::Ptr, 0).sink().i32_ge_u();
        wrong(&mut it);
        it.call(turn);
        it.i32(lab.at(lab::CHOICES)).i32(lab.at(lab::CHOICES)).load(Mem::Int(8), 0);
        it.get(total).sink().i64_extend_i32_u().i64_add();
        it.store(Mem::Int(8), 0);
        it.i32(lab.at(lab::REAL)).i32(lab.at(lab::REAL)).load(Mem::Ptr, 0);
        it.get(total).i32(1).sink().i32_gt_u().i32_add();
        it.store(Mem::Ptr, 0);
        it.get(total).i32(counters.choices_end).sink().i32_lt_u();
        it.if_(|it| {
            self.tick_at(it, counters.choices, total);
        })
        .else_(|it| {
            it.i32(Event::Choices.number()).get(total).i32(0).i32(0).i32(0).call(lab.tell);
        });
        // The mover: unless it is the last role, the offers are other roles' by now.
        it.get(if without.is_some() { likely } else { total }).call(entries.draw).set(n);
        it.i32(0).set(i);
        it.block_loop(|it, found, again| {
            it.get(i).i32(2).sink().i32_shl();
            it.load(Mem::Ptr, lab.counts).tee(first).get(n).sink().i32_gt_u();
            it.br_if(found);
            it.get(n).get(first).sink().i32_sub().local_set(n);
            it.get(i).i32(1).sink().i32_add().local_set(i);
            it.br(again);
        });
        role_at(&mut it);
        it.get(i).i32(1).sink().i32_add().local_get(many).i32_ne();
        it.if_(|it| {
            let bytes = 8 * counters.of_code();
            it.i32(lab.aside).i32(counters.start).i32(bytes).sink().memory_copy(0, 0);
            it.get(role).call(entries.prompt).sink().drop();
            if looks {
                it.get(role).call(entries.show);
            }
            it.i32(counters.start).i32(lab.aside).i32(bytes).sink().memory_copy(0, 0);
        });
        if let Some([_, nth_other]) = without {
            it.get(role).get(n).call(nth_other).set(n);
        }
        it.get(role).get(n).call(take);
        it.i32(lab.at(lab::MOVES)).get(moves).i32(1).sink().i32_add();
        it.store(Mem::Ptr, 0);
        it.call(state.collect_garbage);
        it.i32(went::ON);
        self.define(it)
    }

    /// Counts and selects the current offers of a role for a random draw: `(role, all) → number`, without the actions
    /// it must do without, or all if there are no others; `(role, n) → index among all` of the n-th.
    fn lab_others(&mut self) -> [u32; 2] {
        let named = self.state.named;
        let rows: Vec<(usize, u32)> = self
            .wanted
            .without
            .iter()
            .flat_map(|(role, action)| {
                let rows = self.rows.iter().enumerate().filter(move |it| it.1.action == *action);
                rows.map(move |it| (*role, it.0 as u32))
            })
            .collect();
        let is_left_out = |it: &mut Routine, which: Local| {
            it.i32(0);
            for (role, row) in &rows {
                it.get(0)
                    .i64(*role as i64)
                    .sink()
                    .i64_eq()
                    .local_get(which)
                    .i32_const(*row as i32)
                    .i32_eq()
                    .i32_and()
                    .i32_or();
            }
        };
        let mut it = self.begin(&[I64, I32], &[I32]);
        let [k, end, which, count] = std::array::from_fn(|_| it.local(I32));
        it.i32(named).load(Mem::Ptr, 0).set(end);
        it.each(k, end, |it, _| {
            self.nth_named(it, k, which);
            is_left_out(it, which);
            it.sink().i32_eqz();
            it.if_(|it| {
                self.moves_of(it, which, true);
                it.get(count).sink().i32_add().local_set(count);
            });
        });
        it.get(count).get(1).get(count).sink().select();
        let others = self.define(it);

        let mut it = self.begin(&[I64, I32], &[I32]);
        let [k, end, which, count, before] = std::array::from_fn(|_| it.local(I32));
        it.get(0).i32(0).call(others).sink().i32_eqz();
        it.if_(|it| {
            it.get(1).sink().return_();
        });
        it.i32(named).load(Mem::Ptr, 0).set(end);
        it.each(k, end, |it, _| {
            self.nth_named(it, k, which);
            self.moves_of(it, which, true);
            it.set(count);
            is_left_out(it, which);
            it.get(1).get(before).sink().i32_ge_u().i32_and();
            it.if_(|it| {
                it.get(1).get(count).sink().i32_add().local_set(1);
            });
            it.get(before).get(count).sink().i32_add().local_set(before);
        });
        it.get(1);
        [others, self.define(it)]
    }

    /// `() → left to the host`: the active roles now, in their order.
    fn lab_active(&mut self, lab: &Lab) -> u32 {
        let roles = self.program.roles.len() as i64;
        let mut it = self.begin(&[], &[I32]);
        let (many, one, k) = (it.local(I32), it.local(I64), it.local(I32));
        self.each_active(&mut it, one, &|it| {
            it.get(one).i64(roles).sink().i64_lt_u();
            it.if_(|it| {
                // A role listed twice is visited once.
                it.each(k, many, |it, _| {
                    it.get(k).i32(2).sink().i32_shl();
                    it.load(Mem::Ptr, lab.now + 4).sink().i64_extend_i32_u().local_get(one).i64_eq();
                    it.if_(|it| {
                        it.i32(1).sink().return_();
                    });
                });
                it.get(many).i32(2).sink().i32_shl();
                it.get(one).sink().i32_wrap_i64();
                it.store(Mem::Ptr, lab.now + 4);
                it.get(many).i32(1).sink().i32_add().local_set(many);
            });
        });
        it.i32(lab.now).get(many).store(Mem::Ptr, 0);
        it.i32(0);
        self.define(it)
    }

    /// `()`: where others are active than before, it is another turn.
    fn lab_turn(&mut self, lab: &Lab) -> u32 {
        let plays = lab.at(lab::ROLES) + 4 * self.program.roles.len() as u32;
        let mut it = self.begin(&[], &[]);
        let (i, many, role) = (it.local(I32), it.local(I32), it.local(I32));
        it.i32(lab.now).load(Mem::Ptr, 0).set(many);
        it.block(|it, other| {
            it.get(many).i32(lab.before).load(Mem::Ptr, 0).sink().i32_ne();
            it.br_if(other);
            it.each(i, many, |it, _| {
                it.get(i).i32(2).sink().i32_shl();
                it.load(Mem::Ptr, lab.now + 4);
                it.get(i).i32(2).sink().i32_shl();
                it.load(Mem::Ptr, lab.before + 4).sink().i32_ne();
                it.br_if(other);
            });
            it.sink().return_();
        });
        it.i32(lab.at(lab::TURNS)).i32(lab.at(lab::TURNS)).load(Mem::Ptr, 0).i32(1).sink().i32_add();
        it.store(Mem::Ptr, 0);
        it.i32(lab.before).get(many).store(Mem::Ptr, 0);
        it.each(i, many, |it, _| {
            it.get(i).i32(2).sink().i32_shl();
            it.load(Mem::Ptr, lab.now + 4).set(role);
            it.get(i).i32(2).sink().i32_shl();
            it.get(role).store(Mem::Ptr, lab.before + 4);
            it.get(role).i32(2).sink().i32_shl();
            it.i32(1).store(Mem::Ptr, plays);
        });
        self.define(it)
    }

    /// Pushes the number of roles with a seat.
    fn sitting(&self, it: &mut CodeBuilder) {
        let roles = self.program.roles.len() as u32;
        match &self.program.seats {
            None => drop(it.i32(roles)),
            Some(seats) => {
                let ty = &self.program.globals[seats.global.index()].ty;
                let (many, all) = (it.local(I64), i64::from(roles));
                it.i32(self.state.globals[seats.global.index()]);
                load(self.program, it, ty, 0);
                it.tee(many).i64(all).get(many).i64(all).sink().i64_lt_u().select().i32_wrap_i64();
            }
        }
    }

    /// Leaves whether anything fails that a prompt tries for anybody.
    fn lab_tried(&mut self, it: &mut Routine, entries: &Entries, i: Local) {
        let (sitting, failed) = (it.local(I32), it.local(I32));
        self.sitting(it);
        it.set(sitting);
        it.i32(0).set(failed);
        let failures = self.state.failures;
        it.each(i, sitting, |it, _| {
            it.get(i).sink().i64_extend_i32_u();
            it.call(entries.prompt).sink().drop();
            it.get(failed).i32(failures).load(Mem::Ptr, 0).sink().i32_or().local_set(failed);
        });
        it.get(failed);
    }

    /// `() → wrong`: every view, and whether the state survives being written and read.
    fn lab_closely(&mut self, entries: &Entries) -> u32 {
        let (state, same) = (self.state.clone(), self.lab_same());
        let mut it = self.begin(&[], &[I32]);
        let [i, sitting, before, first, second] = std::array::from_fn(|_| it.local(I32));
        self.sitting(&mut it);
        it.set(sitting);
        it.each(i, sitting, |it, _| {
            it.get(i).sink().i64_extend_i32_u();
            it.call(entries.view);
        });
        it.i64(-1).call(entries.view);
        it.call(entries.save).set(before);
        it.i32(1).call(state.whole).tee(first).call(entries.load);
        it.i32(1).call(state.whole).set(second);
        it.get(before).call(entries.restore);
        it.get(first).get(second).call(same);
        it.if_value(Some(I32), |it| {
            it.i32(0);
        })
        .else_(|it| {
            it.get(first).call(state.json).get(second).call(state.json).call(self.rt.str_eq).sink().i32_eqz();
        });
        self.define(it)
    }

    /// `(any, any) → bool`: whether they are made of the same in the same order, so that their JSON is the same too.
    fn lab_same(&mut self) -> u32 {
        let id = self.declare(&[I32, I32], &[I32]);
        let mut it = self.reopen(id);
        let (a, b, kind, i, len) = (0, 1, it.local(I32), it.local(I32), it.local(I32));
        let answer_unless = |it: &mut Routine, answer: u32| {
            it.sink().i32_eqz();
            it.if_(|it| {
                it.i32(answer).sink().return_();
            });
        };
        it.get(a).get(b).sink().i32_ne();
        answer_unless(&mut it, 1);
        it.get(a).load(Mem::Ptr, 0).tee(kind).get(b).load(Mem::Ptr, 0).sink().i32_eq();
        answer_unless(&mut it, 0);
        it.get(kind).i32(tag::NONE).sink().i32_ne();
        answer_unless(&mut it, 1);
        let is = |it: &mut Routine, what: u32| {
            it.get(kind).i32(what).sink().i32_eq();
        };
        is(&mut it, tag::STR);
        it.if_(|it| {
            it.get(a).get(b).call(self.rt.str_eq).sink().return_();
        });
        is(&mut it, tag::INT);
        is(&mut it, tag::NUM);
        it.sink().i32_or();
        it.if_(|it| {
            it.get(a).load(Mem::Int(8), 8).get(b).load(Mem::Int(8), 8).sink().i64_eq().return_();
        });
        // Of truth values, which they are; of the rest, how many there are.
        it.get(a).load(Mem::Ptr, 4).tee(len).get(b).load(Mem::Ptr, 4).sink().i32_eq();
        answer_unless(&mut it, 0);
        for (what, stride) in [(tag::ARRAY, 4), (tag::OBJECT, 8)] {
            is(&mut it, what);
            it.if_(|it| {
                it.each(i, len, |it, _| {
                    if what == tag::OBJECT {
                        it.nth(a, i, stride).load(Mem::Ptr, 8).nth(b, i, stride).load(Mem::Ptr, 8).call(id);
                        answer_unless(it, 0);
                    }
                    it.nth(a, i, stride)
                        .load(Mem::Ptr, stride + 4)
                        .nth(b, i, stride)
                        .load(Mem::Ptr, stride + 4)
                        .call(id);
                    answer_unless(it, 0);
                });
            });
        }
        it.i32(1);
        self.define(it)
    }

    /// The routines that report events: `(kind, a, b, address, bytes)`, and `(kind, a, b, any)` for the JSON of a
    /// value.
    fn lab_tellers(&mut self, events: u32, end_at: u32) -> [u32; 2] {
        let mut it = self.begin(&[I32; 5], &[]);
        let (at, len, next) = (it.local(I32), 4, it.local(I32));
        it.i32(end_at).load(Mem::Ptr, 0).tee(at).get(len).sink().i32_add();
        it.plus(lab::TOLD_HEAD + 7).i32(-8_i32 as u32).sink().i32_and().local_tee(next);
        // A game with too many events is left to the host.
        it.i32(events + lab::TOLD_SIZE).sink().i32_gt_u();
        it.get(len).i32(lab::TOLD_SIZE).sink().i32_gt_u().i32_or();
        it.if_(|it| {
            it.sink().unreachable();
        });
        for (i, from) in [0, 1, 2, len].into_iter().enumerate() {
            it.get(at).get(from).store(Mem::Ptr, 4 * i as u32);
        }
        it.get(at).plus(lab::TOLD_HEAD).get(3).get(len).sink().memory_copy(0, 0);
        it.i32(end_at).get(next).store(Mem::Ptr, 0);
        let tell = self.define(it);

        let mut it = self.begin(&[I32; 4], &[]);
        let (mark, text) = (it.local(I32), it.local(I32));
        it.sink().global_get(global::TOP).local_set(mark);
        it.get(3).call(self.state.json).set(text);
        it.get(0).get(1).get(2).get(text).plus(STR).get(text).load(Mem::Ptr, 4).call(tell);
        it.get(mark).sink().global_set(global::TOP);
        [tell, self.define(it)]
    }
}
