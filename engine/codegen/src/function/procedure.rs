//! Procedures: all instructions of one are a function, which goes on from the instruction of its frame.
//!
//! The number of the next instruction is a local. It is in the frame while something runs that may look at it: a
//! transition, undo, a trial, `L` as a whole.

use super::{Exit, FunctionCompiler, Step};
use crate::layout::memory::{FRAME_NEXT, global};
use crate::module::ModuleBuilder;
use crate::module::transitions::Ending;
use crate::wasm::{Emit, I32, Local, Mem, Routine};
use diag::Span;
use ir::{Effects, FnId, FrameKind, calls};

/// Writes the functions of all procedures: `(frame)`, which runs until a transition.
pub fn define_all(module: &mut ModuleBuilder<'_>) {
    let program = module.program;
    for (id, frame) in program.frames.iter().enumerate() {
        if let FrameKind::Procedure(body) = &frame.kind {
            let routine = module.state.procedures[id];
            define(module, routine, body, frame.span);
        }
    }
}

/// Runs a procedure from its next instruction on, until one makes a transition. Past the last it ends.
fn define(module: &mut ModuleBuilder<'_>, routine: u32, body: &[FnId], span: Span) {
    let ends = module.transition_sites(span);
    let mut it = module.reopen(routine);
    let (frame, next) = (0, it.local(I32));
    if module.fast {
        it.hold_fuel(module.fuel_free());
    }
    it.get(frame).load(Mem::Ptr, FRAME_NEXT).set(next);
    it.loop_(|it, again| {
        it.switch(next, body.len() as u32, |it, k| {
            let jumps = module.stack.jumps[body[k as usize].index()];
            step(module, it, (body[k as usize], k + 1), [frame, next]);
            if jumps {
                it.get(next).i32(k + 1).sink().i32_ne();
                it.br_if(again);
            }
        });
    });
    it.i32(ends).sink().global_set(global::SITE);
    let how = Ending { first: true, leaves: false, value: false };
    let number = module.end_frame(&mut it, how, |it| {
        it.get(frame);
    });
    it.i32(number).sink().global_set(global::FLOW);
    it.leave();
    module.define(it);
}

/// Runs an instruction; the next one is in a local afterwards, if it may jump.
fn step(module: &mut ModuleBuilder<'_>, it: &mut Routine, (id, after): (FnId, u32), [frame, next]: [Local; 2]) {
    let function = module.program.function(id);
    let inline = module.stack.instruction[id.index()];
    let jumps = |id: FnId| module.stack.jumps[id.index()];
    // Functions that it calls only know the frame.
    let elsewhere = if inline { calls(function).into_iter().any(jumps) } else { jumps(id) };
    let leaves = Effects::FLOW.with(Effects::UNDO).with(Effects::TRIAL);
    let kept = elsewhere || function.effects.has(leaves) || module.stack.looks[id.index()];
    if kept {
        it.get(frame).i32(after).store(Mem::Ptr, FRAME_NEXT);
    }
    if jumps(id) {
        it.i32(after).set(next);
    }
    module.enter(it, id);
    if inline {
        let code = std::mem::take(&mut it.code);
        let mut compiler = FunctionCompiler::new(module, id, code);
        compiler.block(|this, end| {
            this.exit = Some(Exit::Step(Step { end, frame, next, kept }));
            this.enter(Some(&[]));
            this.stmts(&function.body);
        });
        it.code = compiler.code;
        module.current = None;
    } else {
        module.run(it, id);
        if function.effects.has(Effects::FLOW) {
            it.sink().global_get(global::FLOW);
            it.if_(|it| it.leave());
        }
    }
    if elsewhere {
        it.get(frame).load(Mem::Ptr, FRAME_NEXT).set(next);
    }
}
