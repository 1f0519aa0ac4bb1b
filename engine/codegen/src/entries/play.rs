//! Playing: setup, the moves that a prompt offers, random games.

use crate::entries::state::DIRECT_PROMPTS_MAX;
use crate::layout::access::new_list;
use crate::layout::memory::{ITEMS, LEN, global, tag};
use crate::layout::state::slot_mem;
use crate::module::ModuleBuilder;
use crate::module::output::Site;
use crate::wasm::{Emit, I32, I64, Local, Mem, Routine};
use diag::Code;
use ir::{ChoiceKind, FrameKind};

/// Result of a step of random play.
pub mod outcome {
    /// A move was made.
    pub const MOVED: u32 = 0;
    /// The game is over.
    pub const OVER: u32 = 1;
    /// Somebody is active and may do nothing.
    pub const STUCK: u32 = 2;
}

/// Routines behind exports.
pub struct Entries {
    pub setup: u32,
    pub prompt: u32,
    pub make: u32,
    pub draw: u32,
    pub draws: u32,
    /// `(most) → moves`: plays on at random.
    pub playout: u32,
    pub release: u32,
    /// `(seat)`: runs the view block, or as much of it as the lab looks at.
    pub show: u32,
    pub view: u32,
    pub check: u32,
    pub save: u32,
    pub restore: u32,
    pub load: u32,
}

impl ModuleBuilder<'_> {
    pub fn define_entries(&mut self) {
        self.define_commit();
        let setup = self.define_setup();
        let prompt = self.define_prompt();
        let make = self.define_make();
        let draw = self.define_draw();
        self.export("below", draw);
        let step = self.define_step(prompt, make, draw);
        self.export("step", step);
        let [draws, playout, release] = self.define_playouts(setup, step);
        let active = self.define_is_active();
        let [show, view] = self.define_views(active, prompt);
        self.define_acting(active, prompt, make);
        let check = self.define_check();
        let [save, restore] = self.define_save();
        let load = self.define_load();
        self.define_gc();
        let entries =
            Entries { setup, prompt, make, draw, draws, playout, release, show, view, check, save, restore, load };
        if self.counters.is_some() {
            self.define_lab(&entries);
        }
        if let Some(block) = self.playout_block {
            self.define_playing_on(block, &entries);
        }
        if let Some(block) = self.line_block {
            self.define_lines(block, &entries);
        }
    }

    /// `setup(seed, scenario, options)`: 0 for the options as they are by themselves.
    fn define_setup(&mut self) -> u32 {
        let program = self.program;
        let state = self.state.clone();
        let scenarios = self.strings(program.scenarios.iter().map(String::as_str));
        let options: Vec<u32> = (0..program.scenarios.len()).map(|it| self.default_options(it)).collect();
        let options = self.data(&options.iter().flat_map(|it| it.to_le_bytes()).collect::<Vec<u8>>());
        let empty = self.empty_list();
        let mut it = self.begin(&[I64, I32, I32], &[]);
        let (seed, scenario, chosen) = (0, 1, 2);
        it.call(self.rt.refuel);
        it.i64(-1).sink().global_set(global::SEAT);
        it.clear(state.start, state.size);
        it.i32(state.undo).i32(0).store(Mem::Ptr, 0);
        it.i32(state.log_list).i32(empty).store(Mem::Ptr, 0);
        it.i32(state.active).i64(-1).store(Mem::Int(8), 8);
        it.i32(state.seed).get(seed).store(Mem::Int(8), 0);
        if let Some(init) = program.init {
            self.enter(&mut it, init);
            it.call(self.functions[init.index()]);
        }
        if let Some(setup) = program.setup {
            self.enter(&mut it, setup);
            it.i32(scenarios).get(scenario).i32(2).sink().i32_shl().i32_add();
            it.load(Mem::Ptr, 0).get(chosen);
            it.i32(options).get(scenario).i32(2).sink().i32_shl().i32_add();
            it.load(Mem::Ptr, 0).get(chosen).sink().select();
            it.call(self.functions[setup.index()]);
            self.follow(&mut it);
        }
        it.call(state.proceed);
        it.call(state.commit);
        let id = self.define(it);
        self.export("setup", id);
        id
    }

    /// The options of a scenario as they are by themselves, an object of `Any`.
    fn default_options(&mut self, scenario: usize) -> u32 {
        let program = self.program;
        let usual =
            program.seats.as_ref().and_then(|it| Some((usize::from(it.option), it.ranges.get(scenario)?.usual)));
        let entries: Vec<u8> = program
            .options
            .iter()
            .enumerate()
            .flat_map(|(i, it)| {
                let kind = match (usual, &it.kind) {
                    (Some((option, usual)), &ChoiceKind::Int { min, max, .. }) if option == i => {
                        ChoiceKind::Int { min, max, default: usual.into() }
                    }
                    (_, kind) => kind.clone(),
                };
                let value = match &kind {
                    ChoiceKind::Bool { default } => {
                        self.data(&[tag::BOOL.to_le_bytes(), u32::from(*default).to_le_bytes()].concat())
                    }
                    ChoiceKind::Int { default, .. } => {
                        self.data(&[u64::from(tag::INT).to_le_bytes(), default.to_le_bytes()].concat())
                    }
                    ChoiceKind::One { of, default } => self.string(&of[*default]),
                };
                [self.string(&it.name).to_le_bytes(), value.to_le_bytes()].concat()
            })
            .collect();
        let count = self.program.options.len() as u32;
        self.data(&[&tag::OBJECT.to_le_bytes()[..], &count.to_le_bytes(), &entries].concat())
    }

    /// A value that is no role becomes nobody.
    pub fn normalise(&mut self, it: &mut Routine) {
        let (active, roles) = (self.state.active, self.program.roles.len() as i64);
        let (list, i, len, made) = (it.local(I32), it.local(I32), it.local(I32), it.local(I32));
        it.i32(active).load(Mem::Ptr, 0).tee(list);
        it.if_(|it| {
            it.get(list).load(Mem::Ptr, LEN).set(len);
            it.each(i, len, |it, _| {
                it.nth(list, i, 8).load(Mem::Int(8), ITEMS).i64(roles).sink().i64_ge_u();
                it.if_(|it| {
                    // Others may hold the list too.
                    it.get(made).sink().i32_eqz();
                    it.if_(|it| {
                        new_list(it, self.rt.alloc, made, len, 8);
                        it.get(made).get(len).store(Mem::Ptr, LEN);
                        it.get(made)
                            .plus(ITEMS)
                            .get(list)
                            .plus(ITEMS)
                            .get(len)
                            .i32(8)
                            .sink()
                            .i32_mul()
                            .memory_copy(0, 0);
                        it.i32(active).get(made).tee(list).store(Mem::Ptr, 0);
                    });
                    it.nth(list, i, 8).i64(-1).store(Mem::Int(8), ITEMS);
                });
            });
        })
        .else_(|it| {
            it.i32(active).load(Mem::Int(8), 8).i64(roles).sink().i64_ge_u();
            it.if_(|it| {
                it.i32(active).i64(-1).store(Mem::Int(8), 8);
            });
        });
    }

    /// The active roles, in two locals: a list or 0, and an index.
    pub fn active_before(&self, it: &mut Routine) -> [Local; 2] {
        let (list, one) = (it.local(I32), it.local(I64));
        it.i32(self.state.active).load(Mem::Ptr, 0).set(list);
        it.i32(self.state.active).load(Mem::Int(8), 8).set(one);
        [list, one]
    }

    /// Undo lasts as long as one role is active alone.
    pub fn forget(&self, it: &mut Routine, [list, one]: [Local; 2]) {
        let (active, undo) = (self.state.active, self.state.undo);
        it.get(list).i32(active).load(Mem::Ptr, 0).sink().i32_or();
        it.get(one).i32(active).load(Mem::Int(8), 8).sink().i64_ne().i32_or();
        it.if_(|it| {
            it.i32(undo).i32(0).store(Mem::Ptr, 0);
        });
    }

    /// `prompt(role)`: fills the offers; gives how many there are.
    fn define_prompt(&mut self) -> u32 {
        let state = self.state.clone();
        let nowhere = self.site_of(Site { code: Code::NoState, span: None });
        let mut it = self.begin(&[I64], &[I32]);
        let (top, hook, count) = (it.local(I32), it.local(I32), it.local(I32));
        it.call(self.rt.refuel);
        it.get(0).sink().global_set(global::SEAT);
        it.call(state.reset_offers);
        it.i32(state.kind).load(Mem::Ptr, 0).sink().i32_eqz();
        it.if_(|it| {
            it.i32(nowhere).call(self.rt.trap);
        });
        it.i32(state.top).load(Mem::Ptr, 0).tee(top);
        it.if_(|it| {
            self.by_frame(it, top, &self.hooks(|it| it.prompt), |this, it, prompt| {
                this.enter(it, prompt);
                this.run(it, prompt);
            });
        });
        let actions = state.arguments.len();
        if actions <= DIRECT_PROMPTS_MAX {
            it.i32(0);
            for action in 0..actions {
                it.i32(action as u32).set(hook);
                self.moves_of(&mut it, hook, self.features.button[action]);
                it.sink().i32_add();
            }
        } else {
            let (k, end) = (it.local(I32), it.local(I32));
            it.i32(state.named).load(Mem::Ptr, 0).set(end);
            it.each(k, end, |it, _| {
                self.nth_named(it, k, hook);
                self.moves_of(it, hook, true);
                it.get(count).sink().i32_add().local_set(count);
            });
            it.get(count);
        }
        self.define(it)
    }

    /// The action of the k-th offered row.
    pub fn nth_named(&self, it: &mut Routine, k: Local, action: Local) {
        it.get(k).i32(2).sink().i32_shl();
        it.load(Mem::Ptr, self.state.named + 4).set(action);
    }

    /// Number of moves of an action, which may be a `button` or never is one.
    pub fn moves_of(&self, it: &mut Routine, action: Local, button: bool) {
        let state = &self.state;
        it.get(action).i32(4).sink().i32_shl();
        it.load(Mem::Ptr, state.offered + 4);
        if button {
            it.get(action).i32(2).sink().i32_shl();
            it.load(Mem::Ptr, state.buttons).i32(2).sink().i32_eq().i32_add();
        }
    }

    /// `make(action, n)`: makes the n-th move of an action that is offered.
    fn define_make(&mut self) -> u32 {
        let program = self.program;
        let state = self.state.clone();
        let mut it = self.begin(&[I32, I32], &[]);
        let (which, n, top, at) = (0, 1, it.local(I32), it.local(I32));
        let unknown = self.site_of(Site { code: Code::UnknownAction, span: None });
        it.call(self.rt.refuel);
        let before = self.active_before(&mut it);
        it.i32(state.top).load(Mem::Ptr, 0).load(Mem::Ptr, 0).set(top);
        it.block(|it, done| {
            for (action, types) in state.arguments.iter().enumerate() {
                let offered = state.offered + 16 * action as u32;
                it.get(which).i32(action as u32).sink().i32_eq();
                it.if_(|it| {
                    it.i32(offered)
                        .load(Mem::Ptr, 0)
                        .get(n)
                        .i32(8 * types.len() as u32)
                        .sink()
                        .i32_mul()
                        .i32_add()
                        .local_set(at);
                    for (id, handler) in self.rows[action].handlers.clone() {
                        it.get(top).i32(id as u32).sink().i32_eq();
                        it.if_(|it| {
                            self.enter(it, handler.function);
                            for (i, ty) in types.iter().enumerate() {
                                it.get(at).load(slot_mem(ty).unwrap_or(Mem::Ptr), 8 * i as u32);
                            }
                            self.run(it, handler.function);
                            it.br(done);
                        });
                    }
                    it.i32(unknown).call(self.rt.trap);
                });
            }
        });
        self.follow(&mut it);
        // If all frames are states, a state is on top.
        if !program.frames.iter().all(|it| matches!(it.kind, FrameKind::State(_))) {
            it.call(state.proceed);
        }
        it.call(state.commit);
        self.forget(&mut it, before);
        self.define(it)
    }

    /// `perform(n)`: makes the n-th move offered.
    fn define_perform(&mut self, make: u32) -> u32 {
        let state = self.state.clone();
        let mut it = self.begin(&[I32], &[]);
        let (n, which) = (0, it.local(I32));
        if state.arguments.len() == 1 {
            it.i32(0).get(n).call(make);
            return self.define(it);
        }
        self.find_move(&mut it, n, which);
        it.get(which).get(n).call(make);
        self.define(it)
    }

    /// The row that the n-th move offered is in goes to a local, and `n` becomes its number there.
    pub fn find_move(&self, it: &mut Routine, n: Local, which: Local) {
        let (count, k, end) = (it.local(I32), it.local(I32), it.local(I32));
        it.i32(self.state.named).load(Mem::Ptr, 0).set(end);
        it.each(k, end, |it, done| {
            self.nth_named(it, k, which);
            self.moves_of(it, which, true);
            it.tee(count).get(n).sink().i32_gt_u();
            it.br_if(done);
            it.get(n).get(count).sink().i32_sub().local_set(n);
        });
    }

    /// Goes through those who are active, each in a local.
    pub fn each_active(&self, it: &mut Routine, one: Local, body: &dyn Fn(&mut Routine)) {
        let (list, i, len) = (it.local(I32), it.local(I32), it.local(I32));
        it.i32(self.state.active).load(Mem::Ptr, 0).tee(list);
        it.if_(|it| {
            it.get(list).load(Mem::Ptr, LEN).set(len);
            it.each(i, len, |it, _| {
                it.nth(list, i, 8).load(Mem::Int(8), ITEMS).set(one);
                body(it);
            });
        })
        .else_(|it| {
            it.i32(self.state.active).load(Mem::Int(8), 8).set(one);
            body(it);
        });
    }

    /// `step() → outcome`: one random move of all moves of the active roles.
    fn define_step(&mut self, prompt: u32, make: u32, draw: u32) -> u32 {
        let state = self.state.clone();
        let perform = self.define_perform(make);
        let mut it = self.begin(&[], &[I32]);
        let (list, before, total, n, at) = (it.local(I32), it.local(I64), it.local(I32), it.local(I32), it.local(I32));
        let (len, counts, count) = (it.local(I32), it.local(I32), it.local(I32));
        let role = it.local(I64);
        let role_at = |it: &mut Routine| {
            it.nth(list, at, 8).load(Mem::Int(8), ITEMS).tee(role);
        };
        it.i32(state.active).load(Mem::Int(8), 8).set(before);
        it.i32(state.active).load(Mem::Ptr, 0).tee(list);
        it.if_(|it| {
            // Several: how many moves each has, and all together.
            it.get(list).load(Mem::Ptr, LEN).tee(len).i32(2).sink().i32_shl();
            it.call(self.rt.alloc).set(counts);
            it.each(at, len, |it, _| {
                it.nth(counts, at, 4);
                // An invalid role has no offers.
                role_at(it);
                it.i64(0).sink().i64_lt_s();
                it.if_value(Some(I32), |it| {
                    it.i32(0);
                })
                .else_(|it| {
                    it.get(role).call(prompt);
                });
                it.tee(count).store(Mem::Ptr, 0);
                it.get(total).get(count).sink().i32_add().local_set(total);
            });
        })
        .else_(|it| {
            it.get(before).i64(0).sink().i64_lt_s();
            it.if_(|it| {
                it.i32(outcome::OVER).sink().return_();
            });
            it.get(before).call(prompt).set(total);
        });
        it.get(total).sink().i32_eqz();
        it.if_(|it| {
            it.i32(outcome::STUCK).sink().return_();
        });
        it.get(total).call(draw).set(n);
        it.get(list);
        it.if_(|it| {
            // The mover: unless it is the last role, the offers are other roles' by now.
            it.i32(0).set(at);
            it.block_loop(|it, found, again| {
                it.nth(counts, at, 4).load(Mem::Ptr, 0).tee(count).get(n).sink().i32_gt_u();
                it.br_if(found);
                it.get(n).get(count).sink().i32_sub().local_set(n);
                it.get(at).i32(1).sink().i32_add().local_set(at);
                it.br(again);
            });
            it.get(at).i32(1).sink().i32_add().local_get(len).i32_ne();
            it.if_(|it| {
                role_at(it);
                it.call(prompt).sink().drop();
            });
        });
        it.get(n).call(perform);
        it.call(state.collect_garbage);
        it.i32(outcome::MOVED);
        self.define(it)
    }

    /// `(n) → 0..n`, from the numbers of random play.
    fn define_draw(&mut self) -> u32 {
        let mut it = self.begin(&[I32], &[I32]);
        let s = it.local(I64);
        it.sink().global_get(global::DRAW).local_tee(s).local_get(s).i64_const(13).i64_shl().i64_xor().local_tee(s);
        it.get(s).i64(7).sink().i64_shr_u().i64_xor().local_tee(s);
        it.get(s).i64(17).sink().i64_shl().i64_xor().local_tee(s).global_set(global::DRAW);
        it.get(s).i64(0x2545_f491_4f6c_dd1d).sink().i64_mul().i64_const(32).i64_shr_u().i32_wrap_i64();
        it.get(0).sink().i32_rem_u();
        self.define(it)
    }

    /// `draws(seed)` sets the numbers of random play; `playout(most) → moves` plays on; `logging(bool)`.
    fn define_playouts(&mut self, setup: u32, step: u32) -> [u32; 3] {
        let mut it = self.begin(&[I64], &[]);
        it.get(0).i64(1).sink().i64_add().i64_const(0x9e37_79b9_7f4a_7c15_u64 as i64).i64_mul();
        it.i64(1).sink().i64_or().global_set(global::DRAW);
        let draws = self.define(it);
        self.export("draws", draws);

        let mut it = self.begin(&[I32], &[]);
        it.get(0).sink().global_set(global::LOGGING);
        let id = self.define(it);
        self.export("logging", id);

        let mut it = self.begin(&[I32], &[I32]);
        let (most, moves) = (0, it.local(I32));
        it.each(moves, most, |it, done| {
            it.call(step);
            it.br_if(done);
        });
        it.get(moves);
        let playout = self.define(it);
        self.export("playout", playout);

        // The heap as before: `mark() → top`, `release(top)`.
        let mut it = self.begin(&[], &[I32]);
        it.sink().global_get(global::TOP);
        let id = self.define(it);
        self.export("mark", id);
        let release = self.define_release();
        self.export("release", release);
        self.define_many([draws, setup, playout, release]);

        let mut it = self.begin(&[], &[I32]);
        it.sink().global_get(global::FUEL);
        let id = self.define(it);
        self.export("fuel", id);
        let alloc = self.rt.alloc;
        self.export("alloc", alloc);
        [draws, playout, release]
    }

    /// `(top)`: sets the end of the heap, and clears the offers, which are invalid then.
    fn define_release(&mut self) -> u32 {
        let mut it = self.begin(&[I32], &[]);
        it.get(0).sink().global_set(global::TOP);
        for row in self.offer_rows() {
            it.i32(row).i32(0).store(Mem::Ptr, 0);
            it.i32(row).i32(0).store(Mem::Ptr, 8);
        }
        self.define(it)
    }

    /// `playouts(seed, games, most) → moves`: plays this many games from their setup to their end, with consecutive
    /// seeds, each of at most `most` moves.
    fn define_many(&mut self, [draws, setup, playout, release]: [u32; 4]) {
        let mut it = self.begin(&[I64, I32, I32], &[I32]);
        let (seed, games, most) = (0, 1, 2);
        let (moves, n, mark) = (it.local(I32), it.local(I32), it.local(I32));
        it.get(seed).call(draws);
        it.sink().global_get(global::TOP).local_set(mark);
        it.each(n, games, |it, _| {
            it.get(seed).get(n).sink().i64_extend_i32_u().i64_add();
            it.i32(0).i32(0).call(setup);
            it.get(most).call(playout).get(moves).sink().i32_add().local_set(moves);
            it.get(mark).call(release);
        });
        it.get(moves);
        let id = self.define(it);
        self.export("playouts", id);
    }
}
