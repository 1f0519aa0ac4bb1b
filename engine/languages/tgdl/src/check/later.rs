//! Questions after which something may still fail: only their answers must be tried to the end.

use super::Checker;
use super::facts::Mark;
use std::collections::BTreeSet;

impl<'b, 'a, 's> Checker<'b, 'a, 's> {
    pub fn mark(&mut self, mark: Mark) {
        self.ctx.marks.push(mark);
    }

    /// Marks of a loop's body: everything before also comes after. Each once is enough, so that nested loops do not
    /// double them again and again.
    pub fn again(&mut self, from: usize) {
        let all: BTreeSet<Mark> = self.ctx.marks.iter().skip(from).copied().collect();
        self.ctx.marks.extend(all);
    }
}
