//! Moves requested by the host: refused unless they were offered to that role. Also the other requests about a game:
//! undo, end it, ask it, check it, keep a position and go back to it.

use crate::layout::access::held;
use crate::layout::memory::OFFER_ROW;
use crate::layout::memory::{SHARED, global, tag};
use crate::layout::rep;
use crate::layout::state::slot_mem;
use crate::module::ModuleBuilder;
use crate::module::helpers::convert::number;
use crate::module::output::Site;
use crate::module::symbols::Helper;
use crate::wasm::{Emit, I32, I64, Local, Mem, Routine};
use diag::Code;
use ir::{FrameKind, Handler, Ty};

/// Why a move is refused, as sites.
struct Refused {
    inactive: u32,
    over: u32,
    no_undo: u32,
    unknown: u32,
    disabled: u32,
    not_offered: u32,
    argument: u32,
    refused: u32,
}

impl ModuleBuilder<'_> {
    pub fn define_acting(&mut self, active: u32, prompt: u32, make: u32) {
        self.define_act(active, prompt, make);
        self.define_questions();
    }

    /// `act(seat, name, argument)`: a string and an `Any`, 0 for none. A move that is not offered to that seat stops at
    /// a site of HR06; a move that fails leaves the state as it is at the failure.
    fn define_act(&mut self, active: u32, prompt: u32, make: u32) {
        let is_open = self.program.frames.iter().any(|it| handlers(it).any(|it| it.open.is_some()));
        let mut site = |code| self.site_of(Site { code, span: None });
        let refused = Refused {
            inactive: site(Code::NotActive),
            over: site(Code::GameOver),
            no_undo: site(Code::NothingToUndo),
            unknown: site(Code::UnknownAction),
            disabled: site(Code::Disabled),
            not_offered: site(Code::NotOffered),
            argument: site(Code::BadArgument),
            refused: if is_open { site(Code::Refused) } else { 0 },
        };
        let state = self.state.clone();
        let undo_name = self.string("undo");
        let trap = self.rt.trap;
        let mut it = self.begin(&[I64, I32, I32], &[]);
        let (seat, name, argument, top, bare) = (0, 1, 2, it.local(I32), it.local(I32));
        // Undo is also open to those who wait, once the game is over.
        it.get(seat).call(active);
        it.if_(|it| {
            it.get(seat).call(prompt).sink().drop();
        })
        .else_(|it| {
            it.call(state.reset_offers);
            it.i32(state.active).load(Mem::Ptr, 0).sink().i32_eqz();
            it.i32(state.active).load(Mem::Int(8), 8).i64(0).sink().i64_lt_s().i32_and();
            it.if_(|it| {
                it.get(name)
                    .i32(undo_name)
                    .call(self.rt.str_eq)
                    .i32(state.undo)
                    .load(Mem::Ptr, 0)
                    .i32(0)
                    .sink()
                    .i32_ne();
                it.sink().i32_and().i32_eqz();
                stop_if(it, trap, refused.over);
            })
            .else_(|it| {
                if is_open {
                    self.stop_unless_open(it, name, refused.inactive);
                    it.get(seat).sink().global_set(global::SEAT);
                } else {
                    it.i32(refused.inactive).call(trap);
                }
            });
        });
        it.get(argument).sink().i32_eqz();
        it.if_(|it| {
            it.i32(self.none()).set(argument);
        });
        it.get(argument).load(Mem::Ptr, 0).sink().i32_eqz().local_set(bare);
        it.i32(state.top).load(Mem::Ptr, 0).tee(top);
        it.if_(|it| {
            it.get(top).load(Mem::Ptr, 0).set(top);
            for action in 0..self.rows.len() {
                let handlers = self.rows[action].handlers.clone();
                let (open, closed): (Vec<_>, Vec<_>) = handlers.into_iter().partition(|it| it.1.open.is_some());
                for frames in [closed, open].into_iter().filter(|it| !it.is_empty()) {
                    let named = self.string(self.row_name(action));
                    is_one_of(it, top, frames.iter().map(|it| it.0));
                    it.if_(|it| {
                        it.get(name).i32(named).call(self.rt.str_eq);
                        it.if_(|it| {
                            if frames.iter().any(|it| it.1.open.is_some()) {
                                self.act_open(it, action, [argument, bare, top], &refused, make);
                            } else {
                                self.act_on(it, action, [argument, bare], &refused, make);
                            }
                            it.sink().return_();
                        });
                    });
                }
            }
        });
        it.get(name).i32(undo_name).call(self.rt.str_eq);
        it.if_(|it| {
            it.i32(state.undo).load(Mem::Ptr, 0).sink().i32_eqz();
            stop_if(it, trap, refused.no_undo);
            it.get(bare).sink().i32_eqz();
            stop_if(it, trap, refused.argument);
            let before = self.active_before(it);
            it.call(state.pop_undo);
            self.normalise(it);
            self.forget(it, before);
            it.sink().return_();
        });
        it.i32(refused.unknown).call(trap);
        let id = self.define(it);
        self.export("act", id);
    }

    /// Makes the move if it is offered.
    fn act_on(&mut self, it: &mut Routine, action: usize, [argument, bare]: [Local; 2], no: &Refused, make: u32) {
        let (state, trap) = (self.state.clone(), self.rt.trap);
        let types = state.arguments[action].clone();
        let row = OFFER_ROW * action as u32;
        self.load_button(it, action);
        it.i32(1).sink().i32_eq();
        stop_if(it, trap, no.disabled);
        self.load_button(it, action);
        it.if_(|it| {
            it.get(bare).sink().i32_eqz();
            stop_if(it, trap, no.argument);
            it.i32(action as u32).i32(0).call(make).sink().return_();
        });
        it.i32(row + state.offered).load(Mem::Ptr, 12).sink().i32_eqz();
        it.if_(|it| {
            if self.features.withheld[action] {
                it.i32(row + state.why.rows).load(Mem::Ptr, 12).sink().i32_eqz();
            } else {
                it.i32(1);
            }
            stop_if(it, trap, no.unknown);
        });
        if types.is_empty() {
            it.get(bare).sink().i32_eqz().i32_const((row + state.offered) as i32);
            it.load(Mem::Ptr, 4).sink().i32_eqz().i32_or();
            stop_if(it, trap, no.not_offered);
            it.i32(action as u32).i32(0).call(make);
            return;
        }
        let at = it.local(I32);
        let to = self.given(it, argument, &types, no.argument);
        self.offered_at(it, action, to);
        it.tee(at).i32(0).sink().i32_lt_s();
        stop_if(it, trap, no.not_offered);
        it.i32(action as u32).get(at).call(make);
    }

    /// Stops unless an action of this name is open in the state on top.
    fn stop_unless_open(&mut self, it: &mut Routine, name: Local, inactive: u32) {
        let (frame, top, may) = (it.local(I32), it.local(I32), it.local(I32));
        it.i32(self.state.top).load(Mem::Ptr, 0).tee(frame).load(Mem::Ptr, 0).set(top);
        for action in 0..self.rows.len() {
            let handlers = self.rows[action].handlers.iter();
            let open: Vec<usize> = handlers.filter(|it| it.1.open.is_some()).map(|it| it.0).collect();
            if open.is_empty() {
                continue;
            }
            let named = self.string(self.row_name(action));
            is_one_of(it, top, open.into_iter());
            it.get(name).i32(named).call(self.rt.str_eq).sink().i32_and().local_get(may).i32_or().local_set(may);
        }
        it.get(may).sink().i32_eqz().local_get(frame).i32_eqz().i32_or();
        stop_if(it, self.rt.trap, inactive);
    }

    /// Makes the move if it is offered, or if the rules allow it.
    fn act_open(
        &mut self,
        it: &mut Routine,
        action: usize,
        [argument, bare, top]: [Local; 3],
        no: &Refused,
        make: u32,
    ) {
        let (state, trap) = (self.state.clone(), self.rt.trap);
        let types = state.arguments[action].clone();
        let row = OFFER_ROW * action as u32 + state.offered;
        self.load_button(it, action);
        it.i32(2).sink().i32_eq().local_get(bare).i32_and();
        it.if_(|it| {
            it.i32(action as u32).i32(0).call(make).sink().return_();
        });
        let to = if types.is_empty() {
            it.get(bare).sink().i32_eqz();
            stop_if(it, trap, no.argument);
            it.i32(row).load(Mem::Ptr, 4);
            it.if_(|it| {
                it.i32(action as u32).i32(0).call(make).sink().return_();
            });
            None
        } else {
            let at = it.local(I32);
            let to = self.given(it, argument, &types, no.argument);
            self.offered_at(it, action, to);
            it.tee(at).i32(0).sink().i32_ge_s();
            it.if_(|it| {
                it.i32(action as u32).get(at).call(make).sink().return_();
            });
            Some(to)
        };
        let why = it.local(I32);
        it.call(self.rt.refuel);
        let handlers = self.rows[action].handlers.clone();
        for (frame, open) in handlers.into_iter().filter_map(|(frame, it)| Some((frame, it.open?))) {
            it.get(top).i32(frame as u32).sink().i32_eq();
            it.if_(|it| {
                self.enter(it, open);
                for (i, ty) in types.iter().enumerate() {
                    it.get(to.unwrap_or_default()).load(slot_mem(ty).unwrap_or(Mem::Ptr), 8 * i as u32);
                }
                it.call(self.functions[open.index()]).set(why);
            });
        }
        it.get(why);
        it.if_(|it| {
            it.i32(no.refused).get(why).sink().i64_extend_i32_u();
            it.i64(0).call(self.rt.trap_with);
        });
        if let Some(to) = to {
            // As if it were offered.
            it.i32(row).get(to).store(Mem::Ptr, 0);
            it.i32(row).i32(1).store(Mem::Ptr, 8);
        }
        it.i32(action as u32).i32(0).call(make);
    }

    /// An argument as it travels becomes an entry as those that are offered: a local becomes its address.
    fn given(&mut self, it: &mut Routine, argument: Local, types: &[Ty], wrong: u32) -> Local {
        let to = it.local(I32);
        it.i32(8 * types.len() as u32).call(self.rt.alloc).set(to);
        if types.len() > 1 {
            let expected = self.string(&format!("an array of {} arguments", types.len()));
            it.get(argument).load(Mem::Ptr, 0).i32(tag::ARRAY).sink().i32_ne();
            it.get(argument).load(Mem::Ptr, 4).i32(types.len() as u32).sink().i32_ne().i32_or();
            it.if_(|it| {
                it.i32(wrong).get(argument).i32(number(Code::WrongType)).i32(expected).call(self.rt.misfit);
            });
        }
        for (i, ty) in types.iter().enumerate() {
            let (read, value) = (self.helper_for(Helper::FromAny, ty), it.local(held(ty)));
            it.get(argument);
            if types.len() > 1 {
                it.load(Mem::Ptr, 8 + 4 * i as u32);
            }
            it.i32(wrong).call(read).set(value);
            it.get(to).get(value).store(slot_mem(ty).unwrap_or(Mem::Ptr), 8 * i as u32);
        }
        to
    }

    /// `query(seat, any)`, its answer where `IO` says; `finish(result, message)`: strings.
    fn define_questions(&mut self) {
        let program = self.program;
        let no_query = self.site_of(Site { code: Code::NoQuery, span: None });
        let nowhere = self.site_of(Site { code: Code::LogLength, span: None });
        let mut it = self.begin(&[I64, I32], &[]);
        it.call(self.rt.refuel);
        it.get(0).sink().global_set(global::SEAT);
        match program.query {
            Some(query) => {
                self.enter(&mut it, query);
                let result = &program.function(query).result;
                let any = self.helper_for(Helper::ToAny, result);
                let (much, answer) = (self.too_large(), it.local(held(result)));
                it.get(1).call(self.functions[query.index()]).set(answer);
                if self.may_be_large(result) {
                    it.get(answer);
                    self.stop_if_large(&mut it, result, much);
                }
                it.get(answer).call(any);
                it.call(self.state.answer);
            }
            None => drop(it.i32(no_query).call(self.rt.trap)),
        }
        let id = self.define(it);
        self.export("query", id);

        let mut it = self.begin(&[I32, I32], &[]);
        it.call(self.rt.refuel);
        it.i64(-1).sink().global_set(global::SEAT);
        it.get(0).get(1).i32(nowhere).call(self.state.finish);
        let id = self.define(it);
        self.export("finish", id);
    }

    /// `check()`: the invariants.
    pub fn define_check(&mut self) -> u32 {
        let program = self.program;
        let mut it = self.begin(&[], &[]);
        it.call(self.rt.refuel);
        it.i64(-1).sink().global_set(global::SEAT);
        for invariant in &program.invariants {
            self.enter(&mut it, *invariant);
            it.call(self.functions[invariant.index()]);
            if rep(&program.function(*invariant).result).val().is_some() {
                it.sink().drop();
            }
        }
        let id = self.define(it);
        self.export("check", id);
        id
    }

    /// `save() → position`, `restore(position)`: as often as wanted, until memory is given back.
    pub fn define_save(&mut self) -> [u32; 2] {
        let state = self.state.clone();
        let mut it = self.begin(&[], &[I32]);
        let to = it.local(I32);
        // The next writer of the log copies it first.
        it.i32(state.log_list).load(Mem::Ptr, 0).i32(1).store(Mem::Ptr, SHARED);
        it.call(state.keep).tee(to).i32(state.undo).load(Mem::Ptr, 0).store(Mem::Ptr, 4);
        it.get(to).i32(state.log_list).load(Mem::Ptr, 0).store(Mem::Ptr, 8);
        it.get(to);
        let save = self.define(it);
        self.export("save", save);

        let mut it = self.begin(&[I32], &[]);
        it.i32(state.start).get(0).plus(16).copy(state.size);
        it.i32(state.top).get(0).load(Mem::Ptr, 16 + (state.top - state.start)).call(state.copy_frames);
        it.store(Mem::Ptr, 0);
        it.i32(state.undo).get(0).load(Mem::Ptr, 4).store(Mem::Ptr, 0);
        it.i32(state.log_list).get(0).load(Mem::Ptr, 8).store(Mem::Ptr, 0);
        self.nothing_tried(&mut it);
        let restore = self.define(it);
        self.export("restore", restore);
        [save, restore]
    }
}

fn handlers(frame: &ir::Frame) -> impl Iterator<Item = &Handler> {
    let state = if let FrameKind::State(it) = &frame.kind { Some(it) } else { None };
    state.into_iter().flat_map(|it| &it.handlers)
}

/// Leaves whether a frame is one of these.
fn is_one_of(it: &mut Routine, top: Local, frames: impl Iterator<Item = usize>) {
    it.i32(0);
    for id in frames {
        it.get(top).i32(id as u32).sink().i32_eq().i32_or();
    }
}

fn stop_if(it: &mut Routine, trap: u32, site: u32) {
    it.if_(|it| {
        it.i32(site).call(trap);
    });
}
