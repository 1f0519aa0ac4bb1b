//! Transitions: frames on and off the stack, the hooks of states, and the procedures in between.

use crate::entries::state::appear;
use crate::layout::memory::{
    FRAME_BELOW, FRAME_DEPTH, FRAME_KEYS, FRAME_LAST, FRAME_LAST_KEY, FRAME_NEXT, FRAME_ROW, KEY_L,
};
use crate::layout::memory::{flow, global};
use crate::layout::state::State;
use crate::module::ModuleBuilder;
use crate::module::output::Site;
use crate::module::sites::TRANSITION_SITES;
use crate::wasm::{CodeBuilder, Emit, I32, Local, Mem, Routine};
use diag::Code;
use ir::FrameKind;
use ir::steps::TRANSITION;

impl ModuleBuilder<'_> {
    /// For each frame the sites of what happens at its end.
    fn end_sites(&mut self) -> u32 {
        let program = self.program;
        let sites = program.frames.iter().flat_map(|frame| {
            let first = self.transition_sites(frame.span);
            if let FrameKind::Plain(function) = &frame.kind {
                self.sites.push(Site { code: Code::NoTransition, span: Some(program.function(*function).span) });
            }
            first.to_le_bytes()
        });
        let sites: Vec<u8> = sites.collect();
        self.data(&sites)
    }

    pub fn define_flow(&mut self, state: &State) {
        let rt = self.rt;
        let ends = self.end_sites();
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
                stop_if(it, site, Code::NoFrame);
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
        let (top, kind, next, site) = (it.local(I32), it.local(I32), it.local(I32), it.local(I32));
        it.block_loop(|it, done, again| {
            it.i32(state.top).load(Mem::Ptr, 0).tee(top).sink().i32_eqz();
            it.br_if(done);
            row(it, top, 0);
            it.tee(kind).sink().i32_eqz();
            it.br_if(done);
            it.get(top).load(Mem::Ptr, FRAME_NEXT).set(next);
            it.get(top).load(Mem::Ptr, 0).i32(4).sink().i32_mul();
            it.load(Mem::Ptr, ends).set(site);
            row(it, top, 8);
            it.get(next).sink().i32_le_u();
            it.if_(|it| {
                // Past its last instruction a procedure ends.
                it.i32(0).sink().global_set(global::NEXT).i32_const(flow::END as i32).global_set(global::FLOW);
                it.get(site).sink().global_set(global::SITE);
            })
            .else_(|it| {
                it.get(kind).i32(1).sink().i32_eq();
                it.if_(|it| {
                    it.get(top).get(next).i32(1).sink().i32_add();
                    it.store(Mem::Ptr, FRAME_NEXT);
                });
                row(it, top, 4);
                it.get(next).i32(2).sink().i32_shl().i32_add();
                it.load(Mem::Ptr, 0).sink().call_indirect(0, plain);
                it.get(kind).i32(2).sink().i32_eq().global_get(global::FLOW).i32_eqz().i32_and();
                stop_if(it, site, Code::NoTransition);
            });
            self.follow(it);
            it.br(again);
        });
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
