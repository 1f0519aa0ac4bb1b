//! The turn of a role: its moves since it became active.

use std::rc::Rc;
use vm::{Machine, Played, State};

/// Moves of a turn that are remembered: the last ones.
const LONGEST: usize = 64;

/// Maximum moves of others that are repeated from earlier positions.
const AGAIN: usize = 1_000;

/// The moves since the last change of the active roles.
#[derive(Clone, Default)]
pub(crate) struct Turn(Rc<Vec<Rc<Step>>>);

struct Step {
    before: State,
    made: Played,
}

impl Turn {
    /// Continues after a move. If none of the previously active roles is active, a new turn begins.
    pub fn go_on(&mut self, before: State, made: Played, after: &State) {
        if !before.active().into_iter().any(|role| after.is_active(role)) {
            return self.forget();
        }
        let steps = Rc::make_mut(&mut self.0);
        if steps.len() == LONGEST {
            steps.remove(0);
        }
        steps.push(Rc::new(Step { before, made }));
    }

    pub fn forget(&mut self) {
        if !self.0.is_empty() {
            self.0 = Rc::default();
        }
    }

    /// The positions in which a role made the moves of its turn, the latest first, each with later moves of others, and
    /// `true` if the role has not drawn random numbers since.
    pub fn positions(&self, machine: &Machine, now: &State, role: usize) -> Vec<(State, bool)> {
        let (mut found, mut others, mut drawn) = (Vec::new(), Vec::new(), false);
        let (mut after, mut again) = (now, 0);
        for step in self.0.iter().rev() {
            if !step.before.is_active(role) {
                break;
            }
            if step.made.role != role {
                others.push(&step.made);
            } else {
                drawn |= step.before.seed() != after.seed();
                again += others.len();
                if again > AGAIN {
                    break;
                }
                let with = |state: State, made: &&Played| {
                    machine.act(state, made.role, made.action, made.argument.clone()).ok()
                };
                // Moves of other roles may not have been possible before.
                let Some(position) = others.iter().rev().try_fold(step.before.clone(), with) else { break };
                found.push((position, drawn));
            }
            after = &step.before;
        }
        found
    }
}
