//! Runs the steps of tests on a state.

use crate::fault::Fault;
use crate::machine::Machine;
use crate::run::{Outcome, Run};
use crate::state::State;
use crate::value::Value;
use ir::FnId;

impl Machine {
    /// The result of a test's function: [`Value::None`] if it returns nothing. `vars`: the variables there.
    pub fn ask(&self, state: &State, function: FnId, vars: &[Value]) -> Result<Value, Fault> {
        let mut state = state.clone();
        let mut run = Run::new(self, &mut state, -1);
        let result = run.exec(function, &mut vars.to_vec()).and_then(|outcome| match outcome {
            Outcome::Done(value) => self.fits(&value).map(|()| value),
            Outcome::Flow(_) | Outcome::Finished => Ok(Value::None),
        });
        self.end(run, result)
    }

    /// Runs the second function of [`ir::TestStepKind::Sees`]: the view block first, then the assertions.
    pub fn look(&self, state: &State, seat: i64, function: FnId, vars: &[Value]) -> Result<(), Fault> {
        let mut state = state.clone();
        let mut run = Run::new(self, &mut state, seat).for_view();
        let view = self.show(&mut run, self.program.view);
        let result = view.and_then(|()| run.exec(function, &mut vars.to_vec()).map(drop));
        self.end(run, result)
    }

    /// Changes a state as [`ir::TestStepKind::Given`] does; clears the undo stack.
    pub fn given(&self, mut state: State, function: FnId, vars: &[Value]) -> Result<State, Fault> {
        let mut run = Run::new(self, &mut state, -1);
        run.clear_undo();
        let result = run.enter(function, &mut vars.to_vec()).and_then(|()| run.proceed()).and_then(|()| {
            self.settle(&mut run)?;
            self.bound(run.state, run.spent(), &Value::None)
        });
        self.end(run, result).map(|()| state)
    }
}
