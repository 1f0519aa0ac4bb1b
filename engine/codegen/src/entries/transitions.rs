//! Transitions: frames on and off the stack, the hooks of states, and the procedures in between.

use crate::entries::state::{DIRECT_PROMPTS_MAX, appear};
use crate::layout::memory::{
    FRAME_BELOW, FRAME_DEPTH, FRAME_KEYS, FRAME_LAST, FRAME_LAST_KEY, FRAME_NEXT, FRAME_ROW, KEY_L,
};
use crate::layout::memory::{flow, global};
use crate::layout::rep;
use crate::layout::state::State;
use crate::module::ModuleBuilder;
use crate::module::output::Site;
use crate::module::sites::{NO_FRAME, TRANSITION_SITES};
use crate::wasm::{CodeBuilder, Emit, I32, Local, Mem, Routine};
use diag::{Code, Span};
use ir::steps::TRANSITION;
use ir::{Effects, FnId, FrameKind};

impl ModuleBuilder<'_> {
    /// The table of frames, once the functions are declared: for each its kind, its function or its hooks, and its
    /// number of fields.
    pub fn frame_table(&mut self) {
        let program = self.program;
        let direct = self.prompts().len() <= DIRECT_PROMPTS_MAX;
        let mut rows = Vec::new();
        for frame in &program.frames {
            let fields = frame.fields.len() as u32;
            let row: [u32; 8] = match &frame.kind {
                FrameKind::State(it) => {
                    let hooks = [it.begin, it.resume, it.leave]
                        .map(|it| it.map_or(0, |id| self.tabled_routine(|this, it| this.run_hook(it, id))));
                    let looked_up = it.prompt.filter(|_| !direct);
                    let prompt = looked_up.map_or(0, |id| {
                        self.tabled_routine(|this, it| {
                            this.enter(it, id);
                            this.run(it, id);
                        })
                    });
                    [0, 0, 0, hooks[0], hooks[1], hooks[2], prompt, fields]
                }
                FrameKind::Procedure(body) => [1, self.tabled_procedure(body, frame.span), 0, 0, 0, 0, 0, fields],
                FrameKind::Plain(function) => [1, self.tabled_plain(*function), 0, 0, 0, 0, 0, fields],
            };
            rows.extend(row.iter().flat_map(|it| it.to_le_bytes()));
        }
        self.state.frames = self.data(&rows);
    }

    /// Adds a function to the table, and returns its index there.
    fn tabled_routine(&mut self, write: impl FnOnce(&mut Self, &mut Routine)) -> u32 {
        let mut it = self.begin(&[], &[]);
        write(self, &mut it);
        let id = self.define(it);
        self.tabled(id)
    }

    /// Runs a procedure that is a single function; it must make a transition.
    fn tabled_plain(&mut self, id: FnId) -> u32 {
        let nowhere = Site { code: Code::NoTransition, span: Some(self.program.function(id).span) };
        let nowhere = self.site_of(nowhere);
        self.tabled_routine(|this, it| {
            this.run_hook(it, id);
            it.sink().global_get(global::FLOW).i32_eqz();
            it.if_(|it| {
                it.i32(nowhere).call(this.rt.trap);
            });
        })
    }

    /// Runs a procedure from its next instruction on, until one makes a transition. Past the last it ends.
    fn tabled_procedure(&mut self, body: &[FnId], span: Span) -> u32 {
        let program = self.program;
        let ends = self.transition_sites(span);
        let at = self.state.top;
        self.tabled_routine(|this, it| {
            let (top, next) = (it.local(I32), it.local(I32));
            it.i32(at).load(Mem::Ptr, 0).tee(top).load(Mem::Ptr, FRAME_NEXT).set(next);
            it.loop_(|it, again| {
                it.switch(next, body.len() as u32, |it, k| {
                    let id = body[k as usize];
                    let effects = program.function(id).effects;
                    it.get(top).i32(k + 1).store(Mem::Ptr, FRAME_NEXT);
                    this.enter(it, id);
                    this.run(it, id);
                    if effects.has(Effects::FLOW) {
                        it.sink().global_get(global::FLOW);
                        it.if_(|it| {
                            it.sink().return_();
                        });
                    }
                    if effects.has(Effects::WRITE) {
                        // It may have set the next instruction.
                        it.i32(at).load(Mem::Ptr, 0).tee(top).load(Mem::Ptr, FRAME_NEXT).tee(next);
                        it.i32(k + 1).sink().i32_ne();
                        it.br_if(again);
                    }
                });
            });
            it.i32(0).sink().global_set(global::NEXT).i32_const(flow::END as i32).global_set(global::FLOW);
            it.i32(ends).sink().global_set(global::SITE);
        })
    }

    /// Runs the function that a transition leads to.
    fn run_hook(&mut self, it: &mut CodeBuilder, id: FnId) {
        self.follow_to(it, id);
        self.run(it, id);
    }

    /// Calls a function for its effects; its arguments are on the stack.
    pub fn run(&self, it: &mut CodeBuilder, id: FnId) {
        it.call(self.functions[id.index()]);
        if rep(&self.program.function(id).result).val().is_some() {
            it.sink().drop();
        }
    }

    pub fn define_flow(&mut self, state: &State) {
        let rt = self.rt;
        let plain = self.plain_type();
        let row = |it: &mut Routine, frame: Local, offset: u32| {
            it.get(frame).load(Mem::Ptr, 0).i32(FRAME_ROW).sink().i32_mul();
            it.load(Mem::Ptr, state.frames + offset);
        };
        let stop_if = |it: &mut Routine, first: Local, code: Code| {
            let which = TRANSITION_SITES.iter().take_while(|it| **it != code).count() as u32;
            it.if_(|it| {
                it.get(first).plus(which).call(rt.trap);
            });
        };

        let mut it = self.reopen(state.run_transitions);
        let (kind, next, hook, below, depth) =
            (it.local(I32), it.local(I32), it.local(I32), it.local(I32), it.local(I32));
        let (top, site) = (it.local(I32), it.local(I32));
        it.loop_(|it, again| {
            it.sink().global_get(global::SITE).local_tee(site).i32_const(TRANSITION as i32);
            it.call(rt.spend);
            it.sink().global_get(global::FLOW).local_set(kind).global_get(global::NEXT).local_set(next);
            it.i32(0).sink().global_set(global::FLOW);
            it.i32(state.top).load(Mem::Ptr, 0).tee(below).set(top);
            it.get(kind).i32(flow::CALL).sink().i32_ne();
            it.if_(|it| {
                // The frame on top is left.
                it.get(top).sink().i32_eqz();
                stop_if(it, site, Code::NoFrame);
                row(it, top, 20);
                it.tee(hook);
                it.if_(|it| {
                    it.get(hook).sink().call_indirect(0, plain);
                    it.i32(0).sink().global_set(global::FLOW);
                    it.i32(state.top).load(Mem::Ptr, 0).tee(top).sink().i32_eqz();
                    stop_if(it, site, Code::NoFrame);
                });
                it.get(top).load(Mem::Ptr, FRAME_BELOW).set(below);
            });
            it.get(kind).i32(flow::END).sink().i32_eq();
            it.if_(|it| {
                it.get(below).sink().i32_eqz();
                it.if_(|it| {
                    it.get(site).plus(NO_FRAME).i64(1).i64(0).call(rt.trap_with);
                });
                it.get(next);
                it.if_(|it| {
                    it.get(below).load(Mem::Ptr, FRAME_LAST).sink().i32_eqz();
                    it.if_(|it| {
                        it.get(below).get(below).load(Mem::Ptr, FRAME_KEYS).i32(1).sink().i32_add();
                        it.store(Mem::Ptr, FRAME_KEYS);
                        it.get(below).get(below).load(Mem::Ptr, FRAME_KEYS).store(Mem::Ptr, FRAME_LAST_KEY);
                    });
                    it.get(below).get(next).store(Mem::Ptr, FRAME_LAST);
                });
                it.i32(state.top).get(below).store(Mem::Ptr, 0);
                row(it, below, 16);
                it.set(hook);
            })
            .else_(|it| {
                it.i32(1).set(depth);
                it.get(below);
                it.if_(|it| {
                    it.get(below).load(Mem::Ptr, FRAME_DEPTH).i32(1).sink().i32_add().local_set(depth);
                });
                it.get(depth).i32(self.limits.frames as u32).sink().i32_gt_u();
                stop_if(it, site, Code::StackDepth);
                it.get(next).get(below).store(Mem::Ptr, FRAME_BELOW);
                it.get(next).get(depth).store(Mem::Ptr, FRAME_DEPTH);
                if let Some(counters) = &self.counters {
                    let frame = it.local(I32);
                    it.get(next).load(Mem::Ptr, 0).set(frame);
                    self.tick_at(it, counters.frames, frame);
                }
                it.i32(state.top).get(next).store(Mem::Ptr, 0);
                it.i32(state.kind).i32(1).store(Mem::Ptr, 0);
                appear(it, state.keys, KEY_L);
                row(it, next, 12);
                it.set(hook);
            });
            it.get(hook);
            it.if_(|it| {
                it.get(hook).sink().call_indirect(0, plain);
                it.sink().global_get(global::FLOW).i32_const(1).i32_sub().i32_const(flow::END as i32).i32_lt_u();
                it.br_if(again);
            });
        });
        it.i32(0).sink().global_set(global::FLOW);
        self.define(it);

        let mut it = self.reopen(state.proceed);
        if !self.program.frames.iter().all(|it| matches!(it.kind, FrameKind::State(_))) {
            let top = it.local(I32);
            it.block_loop(|it, done, again| {
                it.i32(state.top).load(Mem::Ptr, 0).tee(top).sink().i32_eqz();
                it.br_if(done);
                row(it, top, 0);
                it.sink().i32_eqz();
                it.br_if(done);
                row(it, top, 4);
                it.sink().call_indirect(0, plain);
                self.follow(it);
                it.br(again);
            });
        }
        self.define(it);
    }

    /// Makes the transition that the function just called has asked for.
    pub fn follow(&mut self, it: &mut CodeBuilder) {
        let run = self.state.run_transitions;
        it.sink().global_get(global::FLOW).i32_const(1).i32_sub().i32_const(flow::END as i32).i32_lt_u();
        it.if_(|it| {
            it.call(run);
        });
        it.i32(0).sink().global_set(global::FLOW);
    }
}
