//! Transitions: how frames get on and off the stack, in the code of functions and of routines.
//!
//! A frame that is on the stack at most once has a fixed place, so to put it there is a few stores. Where no caller has
//! to be left and no hook goes on to another frame, a function makes its transition itself; otherwise it leaves the
//! number of the transition in `FLOW`, and its callers are left first.

use crate::layout::access::appear;
use crate::layout::memory::{
    FRAME_BELOW, FRAME_DEPTH, FRAME_KEYS, FRAME_LAST, FRAME_LAST_KEY, KEY_L, LEFT, SLOT, SLOT_SET, SLOTS, global,
};
use crate::layout::rep;
use crate::layout::state::slot;
use crate::module::ModuleBuilder;
use crate::module::sites::{NO_FRAME, STACK_DEPTH};
use crate::wasm::{CodeBuilder, Emit, I32, Local, Mem, Routine};
use ir::steps::TRANSITION;
use ir::{FnId, FrameKind};

/// Up to this many frames are compared one by one.
const COMPARED_MAX: usize = 2;

/// The way a frame ends.
#[derive(Clone, Copy)]
pub struct Ending {
    /// No callers have to be left.
    pub first: bool,
    /// The frame may have a hook that runs before.
    pub leaves: bool,
    /// With a value.
    pub value: bool,
}

impl ModuleBuilder<'_> {
    /// The places of frames, and the table of their sizes.
    pub fn place_frames(&mut self) {
        let size = |fields: usize| SLOTS + SLOT * fields as u32;
        let sizes: Vec<u32> = self.program.frames.iter().map(|it| size(it.fields.len())).collect();
        let bytes: Vec<u8> = sizes.iter().flat_map(|it| it.to_le_bytes()).collect();
        self.state.frames = self.data(&bytes);
        // Code for each frame takes more room than code for all.
        let fixed = |id: usize| self.fast && self.stack.alone[id];
        let fixed: Vec<bool> = (0..sizes.len()).map(fixed).collect();
        self.state.homes = (0..sizes.len()).map(|id| fixed[id].then(|| self.reserve(sizes[id]))).collect();
        self.state.homes_end = self.reserve(0);
    }

    /// Runs a case for the frame at an address, if there is one for it.
    pub fn by_frame<T: Copy>(
        &mut self,
        it: &mut Routine,
        frame: Local,
        cases: &[(usize, T)],
        mut case: impl FnMut(&mut Self, &mut Routine, T),
    ) {
        let frames = self.program.frames.len();
        if let ([(_, one)], 1) = (cases, frames) {
            return case(self, it, *one);
        }
        let id = it.local(I32);
        if cases.is_empty() {
            return;
        }
        it.get(frame).load(Mem::Ptr, 0).set(id);
        if cases.len() <= COMPARED_MAX {
            for (frame, of) in cases {
                it.get(id).i32(*frame as u32).sink().i32_eq();
                it.if_(|it| case(self, it, *of));
            }
            return;
        }
        let mut ways = vec![None; frames];
        for (k, (frame, _)) in cases.iter().enumerate() {
            ways[*frame] = Some(k as u32);
        }
        it.choose(id, &ways, cases.len() as u32, |it, k| case(self, it, cases[k as usize].1));
    }

    /// Ends the frame on top, whose address `frame` leaves; its value, if there is one, is in `NEXT`. Gives what `FLOW`
    /// is then: the transition is made here, unless callers have to be left first or a hook goes on.
    pub fn end_frame(&mut self, it: &mut CodeBuilder, how: Ending, frame: impl FnOnce(&mut CodeBuilder)) -> u32 {
        let later = !how.first || self.stack.resume_flows;
        if !later && self.fast && !how.leaves && !self.stack.resumes {
            let (below, value) = (it.local(I32), how.value.then(|| it.local(I32)));
            self.pay(it, TRANSITION);
            frame(it);
            it.load(Mem::Ptr, FRAME_BELOW).set(below);
            if let Some(value) = value {
                it.sink().global_get(global::NEXT).local_set(value);
            }
            self.take_off(it, below, value);
            return LEFT;
        }
        if !how.value {
            it.i32(0).sink().global_set(global::NEXT);
        }
        if later {
            return self.transition(None, None, |this, it| {
                it.call(this.state.end);
            });
        }
        it.call(self.state.end);
        LEFT
    }

    /// Takes the frame on top off the one below it, with a value if that is not 0.
    pub fn take_off(&self, it: &mut CodeBuilder, below: Local, value: Option<Local>) {
        it.get(below).sink().i32_eqz();
        it.if_(|it| {
            it.sink().global_get(global::SITE);
            it.plus(NO_FRAME).i64(1).i64(0).call(self.rt.trap_with);
        });
        if let Some(value) = value {
            it.get(value);
            it.if_(|it| {
                it.get(below).load(Mem::Ptr, FRAME_LAST).sink().i32_eqz();
                it.if_(|it| {
                    it.get(below).get(below).load(Mem::Ptr, FRAME_KEYS).i32(1).sink().i32_add();
                    it.store(Mem::Ptr, FRAME_KEYS);
                    it.get(below).get(below).load(Mem::Ptr, FRAME_KEYS).store(Mem::Ptr, FRAME_LAST_KEY);
                });
                it.get(below).get(value).store(Mem::Ptr, FRAME_LAST);
            });
        }
        it.i32(self.state.top).get(below).store(Mem::Ptr, 0);
    }

    /// The number of the transition to a frame, which stands on the present one or, if it `goes`, in its place.
    pub fn transition_to(&mut self, id: usize, goes: bool) -> u32 {
        let home = self.state.homes[id];
        self.transition(Some(goes), home.map(|_| id), |this, it| {
            let top = it.local(I32);
            this.pay(it, TRANSITION);
            it.i32(this.state.top).load(Mem::Ptr, 0).set(top);
            if goes {
                this.must_stand(it, top);
                this.leave_top(it);
                it.get(top).load(Mem::Ptr, FRAME_BELOW).set(top);
            }
            match home {
                Some(home) => this.push(it, (id, home), top),
                None => this.push_next(it, top),
            }
        })
    }

    fn transition(
        &mut self,
        goes: Option<bool>,
        id: Option<usize>,
        write: impl FnOnce(&mut Self, &mut Routine),
    ) -> u32 {
        if let Some(number) = self.state.transitions.get(&(goes, id)) {
            return *number;
        }
        let mut it = self.begin(&[], &[]);
        write(self, &mut it);
        let routine = self.define(it);
        let number = self.tabled(routine);
        self.state.transitions.insert((goes, id), number);
        number
    }

    /// Stops if there is no frame.
    pub fn must_stand(&self, it: &mut CodeBuilder, frame: Local) {
        it.get(frame).sink().i32_eqz();
        it.if_(|it| {
            it.sink().global_get(global::SITE);
            it.plus(NO_FRAME).call(self.rt.trap);
        });
    }

    /// Runs the hook of the frame that is left, if any frame has one.
    pub fn leave_top(&self, it: &mut CodeBuilder) {
        if self.stack.leaves.contains(&true) {
            it.call(self.state.leave);
        }
    }

    /// Takes steps at the site of the transition.
    pub fn pay(&self, it: &mut CodeBuilder, steps: u32) {
        if self.fast {
            it.spend(steps);
            it.if_(|it| {
                it.sink().global_get(global::SITE);
                it.call(self.rt.trap);
                it.sink().unreachable();
            });
        } else {
            it.sink().global_get(global::SITE);
            it.i32(steps).call(self.rt.spend);
        }
    }

    /// Runs the function that a transition leads to.
    pub fn run_hook(&mut self, it: &mut CodeBuilder, id: FnId) {
        let steps = self.steps.entry(id);
        self.pay(it, steps);
        self.run(it, id);
    }

    /// Calls a function for its effects; its arguments are on the stack.
    pub fn run(&self, it: &mut CodeBuilder, id: FnId) {
        it.call(self.functions[id.index()]);
        if rep(&self.program.function(id).result).val().is_some() {
            it.sink().drop();
        }
    }

    /// Puts a frame on another, in a local. It is at its place, where its arguments are already.
    pub fn push(&mut self, it: &mut CodeBuilder, (id, home): (usize, u32), below: Local) {
        let frame = &self.program.frames[id];
        let to = it.local(I32);
        it.i32(home).tee(to).i64(id as i64).store(Mem::Int(8), 0);
        for i in 0..frame.fields.len() {
            let given = i < usize::from(frame.params);
            it.get(to).i32(u32::from(given)).store(Mem::Ptr, slot(i) + SLOT_SET);
        }
        self.put_on_top(it, to, below);
        if let FrameKind::State(of) = &frame.kind
            && let Some(hook) = of.begin
        {
            self.run_hook(it, hook);
        }
    }

    /// The same for the frame at `NEXT`.
    fn push_next(&mut self, it: &mut Routine, below: Local) {
        let to = it.local(I32);
        it.sink().global_get(global::NEXT).local_set(to);
        self.put_on_top(it, to, below);
        let homes = self.state.homes.clone();
        let mut hooks = self.hooks(|it| it.begin);
        hooks.retain(|it| homes[it.0].is_none());
        self.by_frame(it, to, &hooks, |this, it, hook| this.run_hook(it, hook));
    }

    /// The hooks of states.
    pub fn hooks(&self, which: fn(&ir::State) -> Option<FnId>) -> Vec<(usize, FnId)> {
        let frames = self.program.frames.iter().enumerate();
        let hook = |(id, it): (usize, &ir::Frame)| match &it.kind {
            FrameKind::State(it) => Some((id, which(it)?)),
            FrameKind::Procedure(_) | FrameKind::Plain(_) => None,
        };
        frames.filter_map(hook).collect()
    }

    fn put_on_top(&mut self, it: &mut CodeBuilder, frame: Local, below: Local) {
        let (state, depth) = (&self.state, it.local(I32));
        // With nothing below, the start of the memory is read.
        it.get(below).load(Mem::Ptr, FRAME_DEPTH).i32(1).sink().i32_add();
        it.tee(depth).i32(self.limits.frames as u32).sink().i32_gt_u();
        it.if_(|it| {
            it.sink().global_get(global::SITE);
            it.plus(STACK_DEPTH).call(self.rt.trap);
        });
        // With what is next to them: no result, no keys.
        it.get(frame).get(below).sink().i64_extend_i32_u();
        it.store(Mem::Int(8), FRAME_BELOW);
        it.get(frame).get(depth).sink().i64_extend_i32_u();
        it.store(Mem::Int(8), FRAME_DEPTH);
        if self.program.ends_with_values() {
            it.get(frame).i32(0).store(Mem::Ptr, FRAME_LAST_KEY);
        }
        if let Some(counters) = &self.counters {
            let id = it.local(I32);
            it.get(frame).load(Mem::Ptr, 0).set(id);
            self.tick_at(it, counters.frames, id);
        }
        it.i32(state.top).get(frame).store(Mem::Ptr, 0);
        it.i32(state.kind).load(Mem::Ptr, 0).i32(1).sink().i32_ne();
        it.if_(|it| {
            it.i32(state.kind).i32(1).store(Mem::Ptr, 0);
            appear(it, state.keys, KEY_L);
        });
    }
}
