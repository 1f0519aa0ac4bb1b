//! Random play: one of all moves that are offered, without keeping what the others are.

use crate::fault::Fault;
use crate::machine::Machine;
use crate::run::Offers;
use crate::state::State;
use crate::value::Value;
use ir::ActionId;
use std::slice;

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
    /// One of the moves that are offered to the active roles, by its number among them: `pick` gives a number below how many
    /// there are, and is not asked if there is none. The state stays as it is.
    pub fn choose(&self, state: &mut State, pick: impl FnOnce(usize) -> usize) -> Result<Option<Played>, Fault> {
        let mut memory = self.offered.take();
        let chosen = self.choose_with(state, &mut memory, pick);
        self.offered.set(memory);
        chosen
    }

    fn choose_with(
        &self,
        state: &mut State,
        memory: &mut Vec<Offers>,
        pick: impl FnOnce(usize) -> usize,
    ) -> Result<Option<Played>, Fault> {
        let active = state.body.active.clone();
        let active = if let Value::List(all) = &active { all.as_slice() } else { slice::from_ref(&active) };
        let roles = || active.iter().filter_map(|it| usize::try_from(it.int()).ok());
        memory.resize_with(memory.len().max(active.len()), Offers::default);
        let mut count = 0;
        for (role, offers) in roles().zip(memory.iter_mut()) {
            self.offers_into(state, role, offers)?;
            count += offers.len();
        }
        if count == 0 {
            return Ok(None);
        }
        let mut number = pick(count);
        for (role, offers) in roles().zip(memory.iter()) {
            match offers.nth(number) {
                Ok((action, argument)) => return Ok(Some(Played { role, action, argument })),
                Err(rest) => number = rest,
            }
        }
        Ok(None)
    }
}
