//! After which questions something may still fail: only there what can be chosen has to be tried to its end.

use super::Checker;
use super::facts::Mark;

impl<'b, 'a, 's> Checker<'b, 'a, 's> {
    pub fn mark(&mut self, mark: Mark) {
        self.ctx.marks.push(mark);
    }

    /// Marks of what is done again and again: what comes before comes after, too.
    pub fn again(&mut self, from: usize) {
        let all = self.ctx.marks.get(from..).map_or(Vec::new(), <[Mark]>::to_vec);
        self.ctx.marks.extend(all);
    }
}
