//! Finds the calls whose depth must be counted: those in recursion.

use ir::{FnId, Program, calls};

/// Facts about each function.
pub struct Recursion {
    /// A call of it may be one too many.
    checked: Vec<bool>,
    /// A call of it is counted: it is checked, or leads to such.
    counted: Vec<bool>,
}

impl Recursion {
    /// At most `most` functions may be running, each called by the one before.
    pub fn new(program: &Program, most: usize) -> Recursion {
        let callees: Vec<Vec<FnId>> = program.functions.iter().map(calls).collect();
        let mut waits = vec![0; callees.len()];
        for it in callees.iter().flatten() {
            waits[it.index()] += 1;
        }
        // Callers before callees; the rest is in a cycle, or below one.
        let mut height = vec![1; callees.len()];
        let mut todo: Vec<usize> = (0..waits.len()).filter(|i| waits[*i] == 0).collect();
        while let Some(i) = todo.pop() {
            for it in callees[i].iter().map(|it| it.index()) {
                height[it] = height[it].max(height[i] + 1);
                waits[it] -= 1;
                if waits[it] == 0 {
                    todo.push(it);
                }
            }
        }
        let checked: Vec<bool> = (0..waits.len()).map(|i| waits[i] > 0 || height[i] > most).collect();
        let mut counted = checked.clone();
        let mut callers = vec![Vec::new(); callees.len()];
        for (i, all) in callees.iter().enumerate() {
            for it in all {
                callers[it.index()].push(i);
            }
        }
        let mut todo: Vec<usize> = (0..counted.len()).filter(|i| counted[*i]).collect();
        while let Some(i) = todo.pop() {
            for caller in &callers[i] {
                if !std::mem::replace(&mut counted[*caller], true) {
                    todo.push(*caller);
                }
            }
        }
        Recursion { checked, counted }
    }

    pub fn is_checked(&self, id: FnId) -> bool {
        self.checked[id.index()]
    }

    pub fn is_counted(&self, id: FnId) -> bool {
        self.counted[id.index()]
    }
}
