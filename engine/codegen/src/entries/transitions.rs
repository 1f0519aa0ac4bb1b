//! Transitions that were left to the caller, the hooks of states, and the procedures in between.

use crate::layout::memory::{FRAME_BELOW, global};
use crate::layout::state::State;
use crate::module::ModuleBuilder;
use crate::module::output::Site;
use crate::wasm::{CodeBuilder, Emit, I32, Mem};
use diag::Code;
use ir::FrameKind;
use ir::steps::TRANSITION;

impl ModuleBuilder<'_> {
    pub fn define_flow(&mut self, state: &State) {
        let (plain, program) = (self.plain_type(), self.program);
        let mut it = self.reopen(state.leave);
        let top = it.local(I32);
        it.i32(state.top).load(Mem::Ptr, 0).set(top);
        self.by_frame(&mut it, top, &self.hooks(|it| it.leave), |this, it, hook| this.run_hook(it, hook));
        self.define(it);

        let mut it = self.reopen(state.end);
        let (below, next) = (it.local(I32), it.local(I32));
        self.pay(&mut it, TRANSITION);
        it.i32(state.top).load(Mem::Ptr, 0).set(below);
        self.must_stand(&mut it, below);
        self.leave_top(&mut it);
        it.get(below).load(Mem::Ptr, FRAME_BELOW).set(below);
        it.sink().global_get(global::NEXT).local_set(next);
        self.take_off(&mut it, below, Some(next).filter(|_| program.ends_with_values()));
        self.by_frame(&mut it, below, &self.hooks(|it| it.resume), |this, it, hook| this.run_hook(it, hook));
        self.define(it);

        let mut it = self.reopen(state.run_transitions);
        let number = it.local(I32);
        it.loop_(|it, again| {
            it.sink().global_get(global::FLOW).local_set(number).i32_const(0).global_set(global::FLOW);
            it.get(number).sink().call_indirect(0, plain).global_get(global::FLOW).i32_const(0).i32_gt_s();
            it.br_if(again);
        });
        self.define(it);
        self.define_proceed(state);
    }

    fn define_proceed(&mut self, state: &State) {
        let program = self.program;
        let mut procedures = Vec::new();
        for (id, frame) in program.frames.iter().enumerate() {
            match &frame.kind {
                FrameKind::State(_) => {}
                FrameKind::Procedure(_) => procedures.push((id, Ok(state.procedures[id]))),
                FrameKind::Plain(function) => procedures.push((id, Err(*function))),
            }
        }
        let mut it = self.reopen(state.proceed);
        let top = it.local(I32);
        it.block_loop(|it, done, again| {
            it.i32(state.top).load(Mem::Ptr, 0).tee(top).sink().i32_eqz();
            it.br_if(done);
            self.by_frame(it, top, &procedures, |this, it, runs| {
                match runs {
                    Ok(routine) => {
                        it.get(top).call(routine);
                    }
                    Err(function) => {
                        let nowhere = Site { code: Code::NoTransition, span: Some(program.function(function).span) };
                        let nowhere = this.site_of(nowhere);
                        this.run_hook(it, function);
                        it.sink().global_get(global::FLOW).i32_eqz();
                        it.if_(|it| {
                            it.i32(nowhere).call(this.rt.trap);
                        });
                    }
                }
                this.follow(it);
                it.br(again);
            });
        });
        self.define(it);
    }

    /// Makes the transition that the function just called has asked for.
    pub fn follow(&mut self, it: &mut CodeBuilder) {
        let run = self.state.run_transitions;
        it.sink().global_get(global::FLOW).i32_const(0).i32_gt_s();
        it.if_(|it| {
            it.call(run);
        });
        it.i32(0).sink().global_set(global::FLOW);
    }
}
