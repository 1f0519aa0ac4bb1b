//! Random play: one of all offered moves, without storing the others.

use crate::fault::Fault;
use crate::machine::Machine;
use crate::offers::Offers;
use crate::run::Run;
use crate::state::State;
use crate::value::Value;
use ir::ActionId;

/// A move that was chosen.
#[derive(Clone, Debug)]
pub struct Played {
    /// The index of the role.
    pub role: usize,
    pub action: ActionId,
    /// `Any`; absent for none.
    pub argument: Value,
}

impl Machine {
    /// Makes one of the moves that are offered to the active roles, on a state that nobody goes on with if that fails: `pick`
    /// gives a number below how many there are, and is not asked if there is none. Tells whether there was one.
    pub fn play_one(&self, state: &mut State, pick: impl FnOnce(usize) -> usize) -> Result<bool, Fault> {
        let Value::Int(role) = state.body.active else {
            let mut memory = self.offered.take();
            let chosen = self.choose(state, &mut memory, pick);
            self.offered.set(memory);
            let Some(it) = chosen? else { return Ok(false) };
            return self.act_on(state, it.role, it.action, &it.argument).map(|()| true);
        };
        if role < 0 {
            return Ok(false);
        }
        let mut run = Run::new(self, state, role);
        let prompted = self.prompt(&mut run);
        let count = run.memory.offers.len();
        let chosen = prompted.map(|()| if count > 0 { run.memory.offers.nth(pick(count)).ok() } else { None });
        run.memory.offers.clear();
        match chosen {
            Ok(Some((action, argument))) => self.act_in(run, action, &argument).map(|()| true),
            other => self.end(run, other.map(|_| false)),
        }
    }

    /// One of the moves offered to several roles. Leaves the state unchanged.
    fn choose(
        &self,
        state: &mut State,
        memory: &mut Vec<Offers>,
        pick: impl FnOnce(usize) -> usize,
    ) -> Result<Option<Played>, Fault> {
        let active = state.active();
        memory.resize_with(memory.len().max(active.len()), Offers::default);
        let mut count = 0;
        for (role, offers) in active.iter().zip(memory.iter_mut()) {
            self.offers_into(state, *role, offers)?;
            count += offers.len();
        }
        if count == 0 {
            return Ok(None);
        }
        let mut number = pick(count);
        for (role, offers) in active.into_iter().zip(memory.iter()) {
            match offers.nth(number) {
                Ok((action, argument)) => return Ok(Some(Played { role, action, argument })),
                Err(rest) => number = rest,
            }
        }
        Ok(None)
    }
}
