//! Facts about locals from a condition, while it holds.

use crate::analysis::bounds::Bounds;
use crate::analysis::ranges::{holds, sets};
use crate::function::FunctionCompiler;
use ir::{Expr, Node};

impl<'p> FunctionCompiler<'_, 'p> {
    /// Assumes a condition for the code that `goes` visits, except for locals assigned there. Returns the earlier
    /// facts, for [`FunctionCompiler::restore`].
    pub fn refine(&mut self, condition: &Expr, goes: impl Fn(&mut dyn FnMut(Node<'p>))) -> Vec<(usize, Bounds)> {
        let mut found = Vec::new();
        holds(self.module.known_functions(), &self.facts, condition, &mut found);
        let mut known = Vec::new();
        for (i, bounds) in found {
            let mut set = false;
            goes(&mut |node| set |= sets(node, i));
            if !set {
                known.push((i, self.facts[i].bounds));
                self.facts[i].bounds = self.facts[i].bounds.and(bounds);
            }
        }
        known
    }

    /// The condition may no longer hold.
    pub fn restore(&mut self, known: Vec<(usize, Bounds)>) {
        for (i, bounds) in known.into_iter().rev() {
            self.facts[i].bounds = bounds;
        }
    }
}
