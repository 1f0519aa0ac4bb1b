//! Taking up a state that the host gives as a value of `Any`: everything is checked against the rules.
//!
//! Invariant: the checks, their order and the refusals are the same as in the interpreter (`vm/resume.rs`). The host
//! finds the path of a misfit by its address, so no value has two addresses.

use crate::layout::access::new_list;
use crate::layout::memory::{
    FRAME_BELOW, FRAME_DEPTH, FRAME_KEYS, FRAME_LAST, FRAME_LAST_KEY, FRAME_NEXT, KEY_GLOBALS, KEY_L, KEY_RESULT,
    KEY_UNDO, SLOT_KEY, SLOT_SET,
};
use crate::layout::memory::{ITEMS, LEN, WHOLE, global, tag};
use crate::layout::state::{slot, slot_mem};
use crate::layout::{self, rep};
use crate::module::ModuleBuilder;
use crate::module::helpers::convert::number;
use crate::module::output::Site;
use crate::module::symbols::Helper;
use crate::wasm::{CodeBuilder, Emit, I32, I64, Local, Mem, Routine};
use diag::Code;
use ir::{FrameKind, Ty};

/// Seeds lie below.
const SEED_END: i64 = 1 << 53;

impl ModuleBuilder<'_> {
    /// `load(any)`: the state becomes this. If it does not fit these rules, the state is undefined afterwards.
    pub fn define_load(&mut self) -> u32 {
        // The misfit's own code replaces this one.
        let site = self.site_of(Site { code: Code::WrongType, span: None });
        let body = self.load_body(site);
        let state = self.state.clone();
        let rt = self.rt;
        let find = self.helper(Helper::AnyFind);
        let read_log = self.helper_for(Helper::FromAny, &Ty::Any.list());
        let mut it = self.begin(&[I32], &[]);
        let (any, log, undo, count) = (0, it.local(I32), it.local(I32), it.local(I32));
        let (i, to, item, given) = (it.local(I32), it.local(I32), it.local(I32), it.local(I32));
        let (logged, below) = (it.local(I64), it.local(I32));
        it.call(state.reset_offers);
        self.nothing_tried(&mut it);
        it.i32(state.undo).i32(0).store(Mem::Ptr, 0);
        self.must_be(&mut it, any, tag::OBJECT, "an object", site);
        self.need(&mut it, any, "log", site);
        it.tee(given).i32(site).call(read_log).set(log);
        it.i32(state.log_list).get(log).store(Mem::Ptr, 0);
        it.get(log).load(Mem::Ptr, LEN).i32(self.limits.log as u32).sink().i32_gt_u();
        self.misfit_if(&mut it, given, WHOLE + number(Code::OutOfBounds), "there are too many entries", site);
        self.need(&mut it, any, "undo", site);
        it.set(undo);
        self.must_be(&mut it, undo, tag::ARRAY, "an array", site);
        it.get(undo).load(Mem::Ptr, 4).tee(count).i32(self.limits.undo as u32).sink().i32_gt_u();
        self.misfit_if(&mut it, undo, WHOLE + number(Code::OutOfBounds), "there are too many entries", site);
        it.each(i, count, |it, _| {
            it.nth(undo, i, 4).load(Mem::Ptr, 8).tee(item).i32(0).call(body);
            it.i32(16 + state.size).call(rt.alloc).tee(to).get(below).store(Mem::Ptr, 4);
            let name = self.string("log");
            it.get(item).i32(name).call(find).load(Mem::Ptr, 0);
            // The log never was longer than it was afterwards.
            let expected = "a whole number: no less than before, no more than entries";
            self.whole(it, expected, site, Some(logged), &|it| {
                it.get(log).load(Mem::Ptr, LEN).sink().i64_extend_i32_u();
            });
            it.set(logged);
            it.get(to).get(logged).sink().i32_wrap_i64();
            it.store(Mem::Ptr, 8);
            it.get(to).get(i).i32(1).sink().i32_add();
            it.store(Mem::Ptr, 12);
            it.get(to).plus(16).i32(state.start).copy(state.size);
            it.get(to).set(below);
        });
        it.get(any).i32(1).call(body);
        it.i32(state.undo).get(below).store(Mem::Ptr, 0);
        let id = self.define(it);
        self.export("load", id);
        id
    }

    /// `(object, rest)`: reads a state at rest, or the state of a snapshot.
    fn load_body(&mut self, site: u32) -> u32 {
        let (stack, active) = (self.load_stack(site), self.load_active(site));
        let state = self.state.clone();
        let (program, misfit) = (self.program, self.rt.misfit);
        let mut it = self.begin(&[I32, I32], &[]);
        let (any, rest, at, known) = (0, 1, it.local(I32), it.local(I32));
        let (others, result, lacks, undo) = (it.local(I32), it.local(I32), it.local(I32), it.local(I32));
        self.must_be(&mut it, any, tag::OBJECT, "an object", site);
        it.i32(state.start).i32(0).i32(state.size).sink().memory_fill(0);
        it.i32(state.keys).get(any).load(Mem::Ptr, 4).store(Mem::Ptr, 0);
        it.i32(3).get(rest).sink().i32_add().local_set(others);
        self.need(&mut it, any, "active", site);
        it.get(rest).call(active);
        it.i32(state.seed);
        self.need(&mut it, any, "seed", site);
        self.whole(&mut it, &format!("a whole number from 0 to {}", SEED_END - 1), site, None, &|it| {
            it.i64(SEED_END - 1);
        });
        it.store(Mem::Int(8), 0);
        self.need(&mut it, any, "log", site);
        it.sink().drop();
        // If `undo` is not among the first keys, it came late.
        self.at_key(&mut it, any, "undo", at);
        it.i32(0).sink().i32_ne();
        it.get(rest).sink().i32_and();
        it.if_(|it| {
            place_of(it, any, at);
            it.tee(at).i32(4).sink().i32_gt_u();
            it.if_(|it| {
                it.i32(state.keys).get(at).store(Mem::Ptr, KEY_UNDO);
            });
        });
        let found = |it: &mut Routine, count: Local, key: Option<u32>| {
            it.get(count).i32(1).sink().i32_add().local_set(count);
            if let Some(key) = key {
                it.i32(state.keys);
                place_of(it, any, at);
                it.store(Mem::Ptr, key);
            }
        };
        self.at_key(&mut it, any, "L", at);
        it.if_(|it| {
            it.get(at).load(Mem::Ptr, 0).call(stack);
            found(it, others, Some(KEY_L));
        });
        self.at_key(&mut it, any, "result", at);
        it.if_(|it| {
            it.i32(state.result).get(at).load(Mem::Ptr, 0).tee(result).store(Mem::Ptr, 0);
            // A string, or −1.
            it.get(result).load(Mem::Ptr, 0).i32(tag::STR).sink().i32_ne();
            it.if_(|it| {
                it.get(result).load(Mem::Ptr, 0).i32(tag::INT).sink().i32_ne();
                it.get(result).load(Mem::Int(8), 8).i64(-1).sink().i64_ne().i32_or();
                self.misfit_if(it, result, number(Code::WrongType), "a result: a string or -1", site);
            });
            found(it, others, Some(KEY_RESULT));
        });
        // Once, and again if something had to be made first that the state has not.
        it.loop_(|it, again| {
            it.get(others).set(known);
            for (i, global) in program.globals.iter().enumerate() {
                self.at_key(it, any, &global.name, at);
                let found_there = it.if_(|it| {
                    it.i32(state.globals[i]).get(at).load(Mem::Ptr, 0).i32(site);
                    self.store_fitted(it, &global.ty);
                    it.i32(state.present + 4 * i as u32).i32(1).store(Mem::Ptr, 0);
                    found(it, known, global.late.then_some(KEY_GLOBALS + 4 * i as u32));
                });
                if !global.late {
                    found_there.else_(|it| {
                        if program.init.is_some() {
                            it.get(lacks).i32(1).sink().i32_or().local_set(lacks);
                        } else {
                            let name = self.string(&global.name);
                            it.i32(site).get(any).i32(number(Code::MissingField)).i32(name).call(misfit);
                        }
                    });
                }
            }
            it.get(known).get(any).load(Mem::Ptr, 4).sink().i32_ne();
            it.if_(|it| {
                let own = ["active", "seed", "log", "L", "result"].into_iter();
                let names: Vec<&str> = own.chain(program.globals.iter().map(|it| it.name.as_str())).collect();
                let at_rest: Vec<&str> = names.iter().copied().chain(["undo"]).collect();
                let local = it.local(I32);
                it.i32(site).set(local).get(rest);
                it.if_(|it| {
                    self.stranger(it, any, &at_rest, "G", local);
                });
                self.stranger(it, any, &names, "G", local);
            });
            if let Some(init) = program.init {
                it.get(lacks).i32(1).sink().i32_eq();
                it.if_(|it| {
                    // The random numbers that `init` takes are put back.
                    let seed = it.local(I64);
                    it.i32(state.seed).load(Mem::Int(8), 0).set(seed);
                    it.i32(state.undo).load(Mem::Ptr, 0).set(undo);
                    it.call(self.rt.refuel);
                    it.i64(-1).sink().global_set(global::SEAT);
                    self.enter(it, init);
                    it.call(self.functions[init.index()]);
                    it.i32(state.seed).get(seed).store(Mem::Int(8), 0);
                    it.i32(state.undo).get(undo).store(Mem::Ptr, 0);
                    it.i32(2).set(lacks).br(again);
                });
            }
        });
        self.only_who_sits(&mut it, any, at, site);
        // A state that no move could have made must not be accepted.
        it.call(state.all_fit);
        self.define(it)
    }

    /// Refuses active roles that do not play.
    fn only_who_sits(&mut self, it: &mut Routine, any: Local, at: Local, site: u32) {
        let Some(seats) = &self.program.seats else { return };
        let roles = self.program.roles.len() as i64;
        let global = seats.global.index();
        let (players, mem) = (self.state.globals[global], layout::mem(self.program, &self.program.globals[global].ty));
        let (sitting, one) = (it.local(I64), it.local(I64));
        let found = it.local(I32);
        it.i32(players).load(mem, 0).set(sitting);
        let stands = |it: &mut Routine| {
            it.get(one).get(sitting).sink().i64_ge_s();
            it.get(one).i64(roles).sink().i64_lt_s().i32_and();
            it.get(found).sink().i32_or().local_set(found);
        };
        it.i32(0).set(found);
        self.each_active(it, one, &stands);
        it.get(found);
        it.if_(|it| {
            self.at_key(it, any, "active", at);
            it.sink().drop();
            it.get(at).load(Mem::Ptr, 0).set(at).i32(1);
            let text = "somebody is active who does not play in this game";
            self.misfit_if(it, at, WHOLE + number(Code::OutOfBounds), text, site);
        });
    }

    /// Address, `Any` and site on the stack: the value of a type goes there.
    fn store_fitted(&mut self, it: &mut Routine, ty: &Ty) {
        let id = self.helper_for(Helper::FromAny, ty);
        it.call(id);
        match rep(ty) {
            layout::Rep::Inline => drop(it.copy(layout::size(self.program, ty))),
            layout::Rep::Unit => drop(it.sink().drop().drop()),
            _ => drop(it.store(layout::mem(self.program, ty), 0)),
        }
    }

    /// `(any, rest)`: the active roles: by name at rest, by index in a snapshot.
    fn load_active(&mut self, site: u32) -> u32 {
        let state = self.state.clone();
        let rt = self.rt;
        let nobody = self.string("None");
        let roles: Vec<u32> = self.program.roles.iter().map(|it| self.string(it)).collect();
        let mut it = self.begin(&[I32, I32, I32], &[I64]);
        let (any, rest, inner) = (0, 1, 2);
        it.get(rest).sink().i32_eqz();
        it.if_(|it| {
            it.get(any).load(Mem::Ptr, 0).sink().i32_eqz();
            it.if_(|it| {
                it.i64(-1).sink().return_();
            });
            self.must_be(it, any, tag::INT, "the index of a role", site);
            it.get(any).load(Mem::Int(8), 8).sink().return_();
        });
        // In an array nobody is null.
        it.get(inner).get(any).load(Mem::Ptr, 0).sink().i32_eqz().i32_and();
        it.if_(|it| {
            it.i64(-1).sink().return_();
        });
        self.must_be(&mut it, any, tag::STR, "the name of a role", site);
        for (i, name) in roles.into_iter().enumerate() {
            it.get(any).i32(name).call(rt.str_eq);
            it.if_(|it| {
                it.i64(i as i64).sink().return_();
            });
        }
        it.get(any).i32(nobody).call(rt.str_eq).get(inner).sink().i32_gt_u().i32_eqz();
        self.misfit_if(&mut it, any, number(Code::WrongType), "the name of a role", site);
        it.i64(-1);
        let index = self.define(it);

        let mut it = self.begin(&[I32, I32], &[]);
        let (list, len, i) = (it.local(I32), it.local(I32), it.local(I32));
        it.get(any).load(Mem::Ptr, 0).i32(tag::ARRAY).sink().i32_eq();
        it.if_(|it| {
            it.get(any).load(Mem::Ptr, 4).set(len);
            new_list(it, rt.alloc, list, len, 8);
            it.get(list).get(len).store(Mem::Ptr, LEN);
            it.each(i, len, |it, _| {
                it.nth(list, i, 8)
                    .nth(any, i, 4)
                    .load(Mem::Ptr, 8)
                    .get(rest)
                    .i32(1)
                    .call(index)
                    .store(Mem::Int(8), ITEMS);
            });
            it.i32(state.active).get(list).store(Mem::Ptr, 0);
        })
        .else_(|it| {
            it.i32(state.active).get(any).get(rest).i32(0).call(index).store(Mem::Int(8), 8);
        });
        self.define(it)
    }

    /// `(any)`: `L`.
    fn load_stack(&mut self, site: u32) -> u32 {
        let frame = self.load_frame(site);
        let state = self.state.clone();
        let mut it = self.begin(&[I32], &[]);
        let (any, at, depth, place, made) = (0, it.local(I32), it.local(I32), it.local(I32), it.local(I32));
        it.get(any).load(Mem::Ptr, 0).sink().i32_eqz();
        it.if_(|it| {
            it.sink().return_();
        });
        self.must_be(&mut it, any, tag::OBJECT, "an object", site);
        self.at_key(&mut it, any, "P", at);
        it.sink().i32_eqz();
        it.if_(|it| {
            // The game is over: a message at most.
            it.i32(state.kind).i32(2).store(Mem::Ptr, 0);
            self.at_key(it, any, "message", at);
            it.i32(0).sink().i32_ne().local_get(any);
            it.load(Mem::Ptr, 4).sink().i32_lt_u();
            it.if_(|it| {
                self.need(it, any, "P", site);
                it.sink().drop();
            });
            it.get(at);
            it.if_(|it| {
                it.get(at).load(Mem::Ptr, 0).set(made);
                self.must_be(it, made, tag::STR, "a string", site);
                it.i32(state.message).get(made).store(Mem::Ptr, 0);
            });
            it.sink().return_();
        });
        it.i32(state.kind).i32(1).store(Mem::Ptr, 0);
        // The depth of the stack, then the frames from the top on.
        it.get(any).set(at);
        it.loop_(|it, counting| {
            it.get(depth).i32(1).sink().i32_add().local_tee(depth);
            it.i32(self.limits.frames as u32).sink().i32_gt_u();
            let most = format!("more than {} frames", self.limits.frames);
            self.misfit_if(it, at, WHOLE + number(Code::TooDeep), &most, site);
            self.must_be(it, at, tag::OBJECT, "an object", site);
            self.need(it, at, "L", site);
            it.tee(at).load(Mem::Ptr, 0);
            it.br_if(counting);
        });
        it.i32(state.top).set(place);
        it.loop_(|it, again| {
            it.get(any).call(frame).set(made);
            it.get(place).get(made).store(Mem::Ptr, 0);
            it.get(made).get(depth).store(Mem::Ptr, FRAME_DEPTH);
            it.get(made).plus(FRAME_BELOW).set(place);
            self.need(it, any, "L", site);
            it.set(any);
            it.get(depth).i32(1).sink().i32_sub().local_tee(depth);
            it.br_if(again);
        });
        self.define(it)
    }

    /// `(object) → frame`
    fn load_frame(&mut self, site: u32) -> u32 {
        let (state, program) = (self.state.clone(), self.program);
        let mut it = self.begin(&[I32], &[I32]);
        let (any, name, at, known, to) = (0, it.local(I32), it.local(I32), it.local(I32), it.local(I32));
        let from = it.local(I32);
        let limits = self.limits;
        let too_large =
            format!("a value nested more than {} deep, or of more than {} parts", 2 * limits.depth, limits.size);
        it.i32(site).set(from);
        self.need(&mut it, any, "P", site);
        it.set(name);
        self.must_be(&mut it, name, tag::STR, "the name of a state or procedure", site);
        for (id, frame) in program.frames.iter().enumerate() {
            let named = self.string(&frame.name);
            it.get(name).i32(named).call(self.rt.str_eq);
            it.if_(|it| {
                it.i32(id as u32).call(state.make_frame).set(to);
                it.get(to).get(any).load(Mem::Ptr, 4).store(Mem::Ptr, FRAME_KEYS);
                it.get(to);
                self.need(it, any, "I", site);
                let last = if let FrameKind::Procedure(body) = &frame.kind { body.len() } else { 0 };
                self.whole(it, &format!("a whole number from 0 to {last}"), site, None, &|it| {
                    it.i64(last as i64);
                });
                it.sink().i32_wrap_i64();
                it.store(Mem::Ptr, FRAME_NEXT);
                it.i32(3).set(known);
                self.at_key(it, any, "$", at);
                it.if_(|it| {
                    it.get(known).i32(1).sink().i32_add().local_set(known);
                    let last = it.local(I32);
                    it.get(at).load(Mem::Ptr, 0).set(last);
                    if program.ends_with_values() {
                        it.get(last);
                        self.is_large(it, &Ty::Any);
                        self.misfit_if(it, last, WHOLE + number(Code::StateSize), &too_large, site);
                    }
                    it.get(to).get(last).store(Mem::Ptr, FRAME_LAST);
                    it.get(to);
                    place_of(it, any, at);
                    it.store(Mem::Ptr, FRAME_LAST_KEY);
                });
                for (i, field) in frame.fields.iter().enumerate() {
                    let read = self.helper_for(Helper::FromAny, &field.ty);
                    self.at_key(it, any, &field.name, at);
                    let found = it.if_(|it| {
                        it.get(known).i32(1).sink().i32_add().local_set(known);
                        it.get(to).get(at).load(Mem::Ptr, 0).i32(site).call(read);
                        match slot_mem(&field.ty) {
                            Some(mem) => drop(it.store(mem, slot(i))),
                            None => drop(it.sink().drop().drop()),
                        }
                        it.get(to).i32(1).store(Mem::Ptr, slot(i) + SLOT_SET);
                        it.get(to);
                        place_of(it, any, at);
                        it.store(Mem::Ptr, slot(i) + SLOT_KEY);
                    });
                    if !field.late {
                        found.else_(|it| {
                            let name = self.string(&field.name);
                            it.i32(site).get(any).i32(number(Code::MissingField)).i32(name).call(self.rt.misfit);
                        });
                    }
                }
                it.get(known).get(any).load(Mem::Ptr, 4).sink().i32_ne();
                it.if_(|it| {
                    let own = ["P", "I", "L", "$"].into_iter();
                    let names: Vec<&str> = own.chain(frame.fields.iter().map(|it| it.name.as_str())).collect();
                    self.stranger(it, any, &names, &frame.name, from);
                });
                it.get(to).sink().return_();
            });
        }
        let unknown = self.string("there is no such state or procedure");
        it.i32(site).get(name).i32(WHOLE + number(Code::StateFrame)).i32(unknown).call(self.rt.misfit);
        it.sink().unreachable();
        self.define(it)
    }

    /// Pushes the address of a key's value, 0 if missing; also into a local.
    fn at_key(&mut self, it: &mut Routine, object: Local, key: &str, at: Local) {
        let (name, find) = (self.string(key), self.helper(Helper::AnyFind));
        it.get(object).i32(name).call(find).tee(at);
    }

    /// Leaves the value of a key that must be there.
    fn need(&mut self, it: &mut Routine, object: Local, key: &str, site: u32) {
        let (name, need) = (self.string(key), self.helper(Helper::AnyNeed));
        it.get(object).i32(name).i32(site).call(need);
    }

    fn must_be(&mut self, it: &mut Routine, any: Local, what: u32, expected: &str, site: u32) {
        let (expected, must_be) = (self.string(expected), self.helper(Helper::AnyMustBe));
        it.get(any).i32(what).i32(expected).i32(site).call(must_be);
    }

    /// Checks that the `Any` on the stack is a whole number, at least that in a local (0 without one) and at most the
    /// number that `most` leaves; leaves it.
    fn whole(
        &mut self,
        it: &mut Routine,
        expected: &str,
        site: u32,
        least: Option<Local>,
        most: &dyn Fn(&mut CodeBuilder),
    ) {
        let (any, n) = (it.local(I32), it.local(I64));
        it.set(any);
        self.must_be(it, any, tag::INT, expected, site);
        it.get(any).load(Mem::Int(8), 8).tee(n);
        most(it);
        it.sink().i64_gt_u();
        if let Some(least) = least {
            it.get(n).get(least).sink().i64_lt_s().i32_or();
        }
        self.misfit_if(it, any, number(Code::OutOfBounds), expected, site);
        it.get(n);
    }

    /// Stops if the condition on the stack holds: a value does not fit.
    fn misfit_if(&mut self, it: &mut Routine, any: Local, kind: u32, text: &str, site: u32) {
        let text = self.string(text);
        it.if_(|it| {
            it.i32(site).get(any).i32(kind).i32(text).call(self.rt.misfit);
        });
    }
}

/// Index, from 1, of the object's key whose value has an address.
fn place_of(it: &mut CodeBuilder, object: Local, at: Local) {
    it.get(at).get(object).sink().i32_sub().i32_const(4).i32_sub().i32_const(3).i32_shr_u();
}
