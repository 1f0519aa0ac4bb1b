//! Assigns questions to actions. If a callable, a verb or a trigger asks, several actions may reach the same question.
//! Since an answer then does not identify the action, each is begun by a button first.

use super::Checker;
use super::facts::{AFTER, Mark, SETTLE};
use super::look::Choice;
use std::collections::BTreeSet;

impl<'b, 'a, 's> Checker<'b, 'a, 's> {
    /// Sets for each choice the questions that it may reach, and which of them are its own: asked in its text, and
    /// reached by no other choice.
    pub fn share_questions(&mut self, choices: &mut [Choice]) {
        let reached: Vec<BTreeSet<u32>> = choices.iter().map(|it| self.asked_in(self.actions[it.action].key)).collect();
        for question in 0..self.questions.len() as i64 {
            let at = self.questions[question as usize].at;
            let mut come = (0..choices.len()).filter(|i| reached[*i].contains(&at));
            let only = come.next().filter(|_| come.next().is_none());
            let action = self.action_around(at);
            let owner = choices.iter().position(|it| Some(it.action) == action).or(only);
            // A question that no known action reaches may be asked anywhere.
            let known = reached.iter().any(|it| it.contains(&at));
            for (i, it) in choices.iter_mut().enumerate() {
                if owner == Some(i) {
                    it.questions.insert(it.begins, question);
                    it.begins += 1;
                } else if !known || reached[i].contains(&at) {
                    it.questions.push(question);
                }
            }
            if owner.is_some_and(|it| self.is_of_many(choices[it].action)) {
                self.of_one.insert(question);
            }
        }
    }

    /// The declarations of the questions that a body may reach, through its calls and triggers.
    fn asked_in(&self, key: u32) -> BTreeSet<u32> {
        let none = BTreeSet::new();
        // Key 0 is the code that runs with every choice.
        let mut open = vec![key, 0, AFTER];
        let (mut seen, mut out) = (BTreeSet::new(), BTreeSet::new());
        while let Some(key) = open.pop() {
            if !seen.insert(key) {
                continue;
            }
            for it in self.facts.marks.get(&key).map_or(&[][..], Vec::as_slice) {
                match it {
                    Mark::Ask(at, _) => drop(out.insert(*at)),
                    Mark::Body(inner) if *inner != SETTLE => open.push(*inner),
                    Mark::Body(_) | Mark::Fail => {}
                }
            }
            open.extend(self.facts.sets_off.get(&key).unwrap_or(&none));
        }
        out
    }

    /// The action, or phase that waits for something of its own, in whose text a place is.
    fn action_around(&self, at: u32) -> Option<usize> {
        let around = self.actions.iter().enumerate().filter(|it| it.1.ast.span.is_around(at as usize));
        around.min_by_key(|it| it.1.ast.span.end - it.1.ast.span.start).map(|it| it.0)
    }
}
