//! Writes the recording of running code, if one is requested.

use super::Run;
use crate::op::{Code, Reg};
use crate::trace::Recorder;
use crate::value::Value;
use ir::FnId;

impl Run<'_> {
    #[cold]
    pub(super) fn tell_step(&self, at: u32, code: &Code, regs: &[Value]) {
        if let Some(recorder) = &mut *self.machine.recorder.borrow_mut() {
            // States within a trial are no states of the game.
            if matches!(recorder, Recorder::States { .. }) && !self.trials.is_empty() {
                return;
            }
            let told = (FnId(code.function as u16), &code.told);
            recorder.step(told, at, self.memory.callers.len(), regs, self.state);
        }
    }

    #[cold]
    pub(super) fn tell_condition(&self, at: u32, a: Reg, code: &Code, regs: &mut [Value]) {
        let (mut outcome, mut asked) = (regs[a as usize].bool(), false);
        if let Some(recorder) = &mut *self.machine.recorder.borrow_mut() {
            let told = (FnId(code.function as u16), &code.told);
            (outcome, asked) = recorder.decide(told, at, self.memory.callers.len(), regs, outcome);
        }
        regs[a as usize] = Value::Bool(outcome);
        regs[a as usize + 1] = Value::Bool(asked);
    }

    #[cold]
    pub(super) fn tell_part(&self, at: u32, part: u8, code: &Code, value: &Value) {
        if let Some(recorder) = &mut *self.machine.recorder.borrow_mut() {
            recorder.part(&code.told, at, part, value);
        }
    }
}
