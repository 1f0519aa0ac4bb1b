//! Random play: one of all moves that are offered, without keeping what the others are.

use crate::fault::Fault;
use crate::machine::Machine;
use crate::run::Offers;
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
    /// One of the moves that are offered to the active roles, by its number among them: `pick` gives a number below how many
    /// there are, and is not asked if there is none. The state stays as it is.
    pub fn choose(&self, state: &mut State, pick: impl FnOnce(usize) -> usize) -> Result<Option<Played>, Fault> {
        if let Value::Int(role) = state.body.active {
            let Ok(role) = usize::try_from(role) else { return Ok(None) };
            return self.offered_to(state, role, |offers| {
                let number = Some(offers.len()).filter(|it| *it > 0).map(pick);
                let chosen = number.and_then(|it| offers.nth(it).ok());
                chosen.map(|(action, argument)| Played { role, action, argument })
            });
        }
        let mut memory = self.offered.take();
        let chosen = self.choose_of_several(state, &mut memory, pick);
        self.offered.set(memory);
        chosen
    }

    fn choose_of_several(
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
