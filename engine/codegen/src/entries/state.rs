//! The state in memory: its layout, and code that reads and changes it as a whole. Offers, undo and transitions are in
//! `offers.rs`, `undo.rs`, `transitions.rs`.

use crate::layout::access::{appear, new_list, next_key};
use crate::layout::memory::{FRAME_KEYS, KEY_GLOBALS, KEY_L, KEY_RESULT, OFFER_ROW, SLOT, SLOT_KEY, SLOT_SET};
use crate::layout::memory::{ITEMS, LEN, global, tag};
use crate::layout::state::{Said, State, Texts, slot};
use crate::layout::{self, rep};
use crate::module::ModuleBuilder;
use crate::module::symbols::Helper;
use crate::wasm::{CodeBuilder, Emit, I32, I64, Local, Mem, Routine};
use ir::Ty;

/// Up to this many prompts are called without the table.
pub const DIRECT_PROMPTS_MAX: usize = 8;

impl ModuleBuilder<'_> {
    /// Puts the state into the memory and declares its routines.
    pub fn declare_state(&mut self) {
        let program = self.program;
        let mut it = State::default();
        let count = program.globals.len() as u32;
        let types: Vec<&Ty> = program.globals.iter().map(|it| &it.ty).collect();
        let (offsets, size, _) = layout::place(program, types.iter().copied());
        let keys = 48;
        let present = keys + KEY_GLOBALS + 4 * count;
        let globals = (present + 4 * count).next_multiple_of(8);
        it.size = (globals + size).next_multiple_of(8);
        it.start = self.reserve(it.size);
        it.active = it.start;
        it.seed = it.start + 16;
        it.top = it.start + 24;
        it.kind = it.start + 28;
        it.message = it.start + 32;
        it.result = it.start + 36;
        it.keys = it.start + keys;
        it.present = it.start + present;
        it.globals = offsets.iter().map(|offset| it.start + globals + offset).collect();
        it.log_list = self.reserve(8);
        it.undo = self.reserve(8);

        let types = program.view_fields.iter().map(|it| &it.ty);
        let (offsets, size, _) = layout::place(program, types);
        let view = self.reserve(size);
        it.view = offsets.iter().map(|offset| view + offset).collect();
        it.view_present = self.reserve(4 * program.view_fields.len() as u32 + 8);
        it.prompt = self.reserve(8);
        let actions = self.rows.len() as u32;
        it.buttons = self.reserve(4 * actions);
        it.offered = self.reserve(OFFER_ROW * actions);
        it.named = self.reserve(4 + 4 * actions);
        it.arguments = self.rows.iter().map(|it| it.types.clone()).collect();
        it.offers = it
            .arguments
            .iter()
            .map(|types| {
                let mut params: Vec<_> = types.iter().filter_map(|ty| rep(ty).val()).collect();
                params.extend([I32, I32, I32]);
                self.declare(&params, &[])
            })
            .collect();
        for which in [Said::Why, Said::Label] {
            let put = it.arguments.iter().map(|types| {
                let mut params: Vec<_> = types.iter().filter_map(|ty| rep(ty).val()).collect();
                params.extend([I32, I32]);
                self.declare(&params, &[])
            });
            let put = put.collect();
            let texts = Texts { rows: self.reserve(OFFER_ROW * actions), named: self.reserve(4 + 4 * actions), put };
            *it.said_mut(which) = texts;
        }

        it.button = self.declare(&[I32, I32], &[]);
        it.finish = self.declare(&[I32, I32, I32], &[]);
        it.unset = self.declare(&[I32, I32], &[]);
        it.log = self.declare(&[I32, I32], &[]);
        it.log_blank = self.declare(&[I32], &[]);
        it.push_undo = self.declare(&[I32, I32], &[]);
        it.make_frame = self.declare(&[I32], &[I32]);
        it.procedures = program.frames.iter().map(|_| self.declare(&[I32], &[])).collect();
        it.leave = self.declare(&[], &[]);
        it.end = self.declare(&[], &[]);
        it.active_any = self.declare(&[], &[I32]);
        it.one_active = self.declare(&[I32], &[I64]);
        it.active_roles = self.declare(&[], &[I32]);
        it.global_appears = self.declare(&[I32], &[]);
        it.view_appears = self.declare(&[I32], &[]);
        it.field_appears = self.declare(&[I32, I32], &[]);
        it.run_transitions = self.declare(&[], &[]);
        it.proceed = self.declare(&[], &[]);
        it.reset_offers = self.declare(&[], &[]);
        it.json = self.declare(&[I32], &[I32]);
        it.answer = self.declare(&[I32], &[]);
        it.whole_frame = self.declare(&[], &[I32]);
        it.whole_state = self.declare(&[], &[I32]);
        it.frame_named = self.declare(&[I32, I32, I32], &[I32]);
        it.pop_undo = self.declare(&[], &[]);
        it.set_active = self.declare(&[I32, I32], &[]);
        it.keep = self.declare(&[], &[I32]);
        it.copy_frames = self.declare(&[I32], &[I32]);
        it.commit = self.declare(&[], &[]);
        it.all_fit = self.declare(&[], &[]);
        it.collect_garbage = self.declare(&[], &[]);
        if self.features.trial {
            it.trial = self.reserve(8);
            it.barrier = self.reserve(8);
            it.failures = it.barrier + 4;
        }
        if self.features.failure {
            it.failed = self.reserve(8);
            it.failure = self.declare(&[], &[I64]);
        }
        it.begin_trial = self.declare(&[I32], &[]);
        it.end_trial = self.declare(&[], &[I32]);
        it.give_up = self.declare(&[], &[]);
        it.attempt = self.declare(&[I32, I32], &[I32]);
        self.state = it;
    }

    pub fn define_state(&mut self) {
        let state = self.state.clone();
        self.define_finish(&state);
        self.define_unset(&state);
        self.define_log(&state);
        self.define_undo(&state);
        self.define_trial(&state);
        self.define_make_frame(&state);
        self.define_active_any(&state);
        self.define_active_roles(&state);
        self.define_one_active(&state);
        self.define_appears(&state);
        self.define_set_active(&state);
        self.define_frame_named(&state);
        self.define_flow(&state);
        self.define_offers(&state);
    }

    /// `finish(result any, message string, site)`
    fn define_finish(&mut self, state: &State) {
        let mut it = self.reopen(state.finish);
        let (result, message, site) = (0, 1, 2);
        it.i32(state.active).i32(0).store(Mem::Ptr, 0);
        it.i32(state.active).i64(-1).store(Mem::Int(8), 8);
        it.i32(state.top).i32(0).store(Mem::Ptr, 0);
        it.i32(state.kind).i32(2).store(Mem::Ptr, 0);
        it.i32(state.message).get(message).store(Mem::Ptr, 0);
        let name = self.role_name(&mut it, result);
        it.i32(state.result).get(name).store(Mem::Ptr, 0);
        for key in [KEY_RESULT, KEY_L] {
            appear(&mut it, state.keys, key);
        }
        // Entries are counted where games are, whether they are read or not.
        it.i32(u32::from(self.counters.is_some())).sink().global_get(global::LOGGING).i32_or();
        it.if_(|it| {
            it.get(site).call(state.log_blank);
            it.get(message);
            it.if_(|it| {
                it.get(message).get(site).call(state.log);
            });
        });
        self.define(it);
    }

    /// `unset(frame, field)`
    fn define_unset(&mut self, state: &State) {
        let mut it = self.reopen(state.unset);
        it.get(0).get(1).i32(SLOT).sink().i32_mul().i32_add();
        it.i32(0).store(Mem::Ptr, slot(0) + SLOT_SET);
        self.define(it);
    }

    /// `log(any, site)`, and `log_blank(site)`: unless there is one already, or nothing before it.
    fn define_log(&mut self, state: &State) {
        // log(any, site)
        let mut it = self.reopen(state.log);
        let (list, len) = (it.local(I32), it.local(I32));
        it.i32(state.log_list).load(Mem::Ptr, 0).tee(list).load(Mem::Ptr, LEN).tee(len);
        it.i32(self.limits.log as u32).sink().i32_ge_u();
        it.if_(|it| {
            it.get(1).call(self.rt.trap);
        });
        let own = self.helper_for(Helper::Own, &Ty::Str.list());
        it.get(list).get(len).i32(1).sink().i32_add();
        it.call(own).set(list);
        it.i32(state.log_list).get(list).store(Mem::Ptr, 0);
        it.get(list).get(len).i32(4).sink().i32_mul().i32_add();
        it.get(0).store(Mem::Ptr, ITEMS);
        it.get(list).get(len).i32(1).sink().i32_add();
        it.store(Mem::Ptr, LEN);
        self.define(it);

        // log_blank(site): unless there is one already, or nothing before it
        let empty = self.string("");
        let mut it = self.reopen(state.log_blank);
        let (list, len, last) = (it.local(I32), it.local(I32), it.local(I32));
        it.i32(state.log_list).load(Mem::Ptr, 0).tee(list).load(Mem::Ptr, LEN).tee(len);
        it.if_(|it| {
            it.get(list).get(len).i32(4).sink().i32_mul().i32_add();
            it.load(Mem::Ptr, ITEMS - 4).tee(last).load(Mem::Ptr, 0).i32(tag::STR).sink().i32_ne();
            it.get(last).load(Mem::Ptr, 4).sink().i32_or();
            it.if_(|it| {
                it.i32(empty).get(0).call(state.log);
            });
        });
        self.define(it);
    }

    /// `make_frame(id)` → a frame with nothing in it, for those that have no fixed place
    fn define_make_frame(&mut self, state: &State) {
        let mut it = self.reopen(state.make_frame);
        let (to, size) = (it.local(I32), it.local(I32));
        it.get(0).i32(2).sink().i32_shl();
        it.load(Mem::Ptr, state.frames).tee(size).call(self.rt.alloc).tee(to).i32(0).get(size).sink().memory_fill(0);
        it.get(to).get(0).store(Mem::Ptr, 0);
        it.get(to);
        self.define(it);
    }

    /// `active_any()` → an index, a list of indices, or −1, as `Any`
    fn define_active_any(&mut self, state: &State) {
        let (list_any, int_any) =
            (self.helper_for(Helper::ToAny, &Ty::Int.list()), self.helper_for(Helper::ToAny, &Ty::Int));
        let mut it = self.reopen(state.active_any);
        it.i32(state.active).load(Mem::Ptr, 0);
        it.if_value(Some(I32), |it| {
            it.i32(state.active).load(Mem::Ptr, 0).call(list_any);
        })
        .else_(|it| {
            it.i32(state.active).load(Mem::Int(8), 8).call(int_any);
        });
        self.define(it);
    }

    /// `active_roles()` → a list of the roles that are active
    fn define_active_roles(&mut self, state: &State) {
        let roles = self.program.roles.len() as i64;
        let mut it = self.reopen(state.active_roles);
        let (list, to, room, n) = (it.local(I32), it.local(I32), it.local(I32), it.local(I64));
        let (at, end) = (it.local(I32), it.local(I32));
        it.i32(state.active).load(Mem::Ptr, 0).tee(list);
        it.if_value(Some(I32), |it| {
            it.get(list).load(Mem::Ptr, LEN);
        })
        .else_(|it| {
            it.i32(1);
        });
        it.set(room);
        new_list(&mut it, self.rt.alloc, to, room, 8);
        let add = |it: &mut CodeBuilder| {
            it.get(n).i64(roles).sink().i64_lt_u();
            it.if_(|it| {
                it.get(to).get(to).load(Mem::Ptr, LEN).i32(8).sink().i32_mul().i32_add();
                it.get(n).store(Mem::Int(8), ITEMS);
                it.get(to).get(to).load(Mem::Ptr, LEN).i32(1).sink().i32_add();
                it.store(Mem::Ptr, LEN);
            });
        };
        it.get(list);
        it.if_(|it| {
            it.get(list).plus(ITEMS).tee(at).get(room).i32(8).sink().i32_mul().i32_add().local_set(end);
            it.block_loop(|it, done, again| {
                it.get(at).get(end).sink().i32_ge_u();
                it.br_if(done);
                it.get(at).load(Mem::Int(8), 0).set(n);
                add(it);
                it.get(at).plus(8).set(at);
                it.br(again);
            });
        })
        .else_(|it| {
            it.i32(state.active).load(Mem::Int(8), 8).set(n);
            add(it);
        });
        it.get(to);
        self.define(it);
    }

    /// `one_active(site)` → the only active role
    fn define_one_active(&mut self, state: &State) {
        let roles = self.program.roles.len() as i64;
        let mut it = self.reopen(state.one_active);
        let list = it.local(I32);
        it.i32(state.active).load(Mem::Ptr, 0).sink().i32_eqz();
        it.i32(state.active).load(Mem::Int(8), 8).i64(roles).sink().i64_lt_u().i32_and();
        it.if_(|it| {
            it.i32(state.active).load(Mem::Int(8), 8).sink().return_();
        });
        it.call(state.active_roles).tee(list).load(Mem::Ptr, LEN).i32(1).sink().i32_ne();
        it.if_(|it| {
            it.get(0).get(list).load(Mem::Ptr, LEN).sink().i64_extend_i32_u();
            it.i64(0).call(self.rt.trap_with);
        });
        it.get(list).load(Mem::Int(8), ITEMS);
        self.define(it);
    }

    /// `global_appears(global)`, `view_appears(field)`, `field_appears(field, late)`: gives a key that is set for the
    /// first time its place.
    fn define_appears(&mut self, state: &State) {
        // global_appears(global)
        let mut it = self.reopen(state.global_appears);
        it.get(0).i32(2).sink().i32_shl().local_set(0);
        it.get(0).load(Mem::Ptr, state.present).sink().i32_eqz();
        it.if_(|it| {
            it.get(0).i32(1).store(Mem::Ptr, state.present);
            it.get(0).load(Mem::Ptr, state.keys + KEY_GLOBALS).sink().i32_eqz();
            it.if_(|it| {
                let next = next_key(it, state.keys);
                it.get(0).get(next).store(Mem::Ptr, state.keys + KEY_GLOBALS);
            });
        });
        self.define(it);

        // view_appears(field): 0 not set, or its place among the fields
        let fields = self.program.view_fields.len() as u32;
        let mut it = self.reopen(state.view_appears);
        it.get(0).i32(2).sink().i32_shl().local_set(0);
        it.get(0).load(Mem::Ptr, state.view_present).sink().i32_eqz();
        it.if_(|it| {
            let next = next_key(it, state.view_present + 4 * fields);
            it.get(0).get(next).store(Mem::Ptr, state.view_present);
        });
        self.define(it);

        // field_appears(field, late)
        let mut it = self.reopen(state.field_appears);
        let (frame, at) = (it.local(I32), it.local(I32));
        it.i32(state.top).load(Mem::Ptr, 0).tee(frame).get(0).i32(SLOT).sink().i32_mul().i32_add().local_tee(at);
        it.load(Mem::Ptr, slot(0) + SLOT_SET).sink().i32_eqz();
        it.if_(|it| {
            it.get(at).i32(1).store(Mem::Ptr, slot(0) + SLOT_SET);
            it.get(1);
            it.if_(|it| {
                it.get(frame).get(frame).load(Mem::Ptr, FRAME_KEYS).i32(1).sink().i32_add();
                it.store(Mem::Ptr, FRAME_KEYS);
                it.get(at).get(frame).load(Mem::Ptr, FRAME_KEYS).store(Mem::Ptr, slot(0) + SLOT_KEY);
            });
        });
        self.define(it);
    }

    /// `frame_named(name, site, goes)` → the transition to a frame. If there is none, reports the name, and whether that frame has arguments.
    fn define_frame_named(&mut self, state: &State) {
        let mut it = self.reopen(state.frame_named);
        let takes = it.local(I64);
        for (id, frame) in self.program.frames.iter().enumerate().filter(|(_, it)| it.params == 0) {
            let name = self.string(&frame.name);
            it.get(0).i32(name).call(self.rt.str_eq);
            it.if_(|it| {
                if state.homes[id].is_none() {
                    it.i32(id as u32).call(state.make_frame).sink().global_set(global::NEXT);
                }
                let [call, goto] = [false, true].map(|goes| self.transition_to(id, goes));
                it.i32(goto).i32(call).get(2).sink().select().return_();
            });
        }
        for frame in self.program.frames.iter().filter(|it| it.params > 0) {
            let name = self.string(&frame.name);
            it.get(0).i32(name).call(self.rt.str_eq);
            it.if_(|it| {
                it.i64(1).set(takes);
            });
        }
        it.get(1).get(0).sink().i64_extend_i32_u().local_get(takes);
        it.call(self.rt.trap_with);
        it.sink().unreachable();
        self.define(it);
    }

    /// `set_active(any, site)`
    fn define_set_active(&mut self, state: &State) {
        let (any, site) = (0, 1);
        let trap = self.rt.trap;
        let mut it = self.reopen(state.set_active);
        let (kind, n, list, len, i, item) =
            (it.local(I32), it.local(I64), it.local(I32), it.local(I32), it.local(I32), it.local(I32));
        // A value that is no number means nobody.
        let index = |it: &mut CodeBuilder, any: Local| {
            it.i64(-1).set(n);
            it.get(any).load(Mem::Ptr, 0).i32(tag::INT).sink().i32_eq();
            it.if_(|it| {
                it.get(any).load(Mem::Int(8), 8).set(n);
            });
        };
        it.get(any).load(Mem::Ptr, 0).tee(kind).i32(tag::ARRAY).sink().i32_eq();
        it.if_(|it| {
            it.get(any).load(Mem::Ptr, 4).set(len);
            new_list(it, self.rt.alloc, list, len, 8);
            it.get(list).get(len).store(Mem::Ptr, LEN);
            it.each(i, len, |it, _| {
                it.nth(any, i, 4).load(Mem::Ptr, 8).set(item);
                index(it, item);
                it.nth(list, i, 8).get(n).store(Mem::Int(8), ITEMS);
            });
            it.i32(state.active).get(list).store(Mem::Ptr, 0);
            it.sink().return_();
        });
        it.get(kind).i32(0).sink().i32_ne();
        it.get(kind).i32(tag::INT).sink().i32_ne().i32_and();
        it.if_(|it| {
            it.get(site).call(trap);
        });
        index(&mut it, any);
        it.i32(state.active).i32(0).store(Mem::Ptr, 0);
        it.i32(state.active).get(n).store(Mem::Int(8), 8);
        self.define(it);
    }

    /// Replaces the index of a role by its name, and any other value that is no text by −1.
    fn role_name(&mut self, it: &mut Routine, any: Local) -> Local {
        let program = self.program;
        let names = self.strings(program.roles.iter().map(String::as_str));
        let minus = self.data(&[u64::from(tag::INT).to_le_bytes(), (-1_i64).to_le_bytes()].concat());
        let to = it.local(I32);
        it.get(any).i32(minus).get(any).load(Mem::Ptr, 0).i32(tag::STR).sink().i32_eq().select().local_set(to);
        it.get(any).load(Mem::Ptr, 0).i32(tag::INT).sink().i32_eq();
        it.if_(|it| {
            it.get(any).load(Mem::Int(8), 8).i64(program.roles.len() as i64).sink().i64_lt_u();
            it.if_(|it| {
                it.i32(names).get(any).load(Mem::Int(8), 8).sink().i32_wrap_i64().i32_const(2).i32_shl().i32_add();
                it.load(Mem::Ptr, 0).set(to);
            });
        });
        to
    }
}
