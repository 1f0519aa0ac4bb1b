//! After which questions something may still fail: only there what can be chosen has to be tried to its end.

use super::Checker;
use super::facts::Mark;
use std::collections::BTreeSet;

impl<'b, 'a, 's> Checker<'b, 'a, 's> {
    pub fn mark(&mut self, mark: Mark) {
        self.ctx.marks.push(mark);
    }

    /// Marks of a loop's body: what comes before comes after, too. Each once is enough, so that loops in loops do not
    /// double them again and again.
    pub fn again(&mut self, from: usize) {
        let all: BTreeSet<Mark> = self.ctx.marks.iter().skip(from).copied().collect();
        self.ctx.marks.extend(all);
    }
}
