//! A file from its declarations to its program.

use super::super::ast;
use super::super::files::Beside;
use super::super::lex::Token;
use super::sort::Sort;
use super::{Checker, Study, computed, order, stmt};
use diag::{Problems, Span};
use ir::{Const, Program, Ty};
use std::rc::Rc;

/// Maximum number of things of a kind, as ids have fixed width.
const MOST: usize = u16::MAX as usize;

/// Checks a file, and collects facts for an editor. The program may only run if no error was reported.
///
/// `text`: the whole text, the files it uses included.
pub fn file<'s>(
    file: &ast::File<'s>,
    tokens: &[Token<'s>],
    beside: &Beside,
    text: &'s str,
    problems: &mut Problems,
    study: &mut Study,
) -> Program {
    let mut checker = Checker::new(beside, text, problems);
    checker.study = std::mem::take(study);
    checker.callers = computed::callers(file, tokens);
    checker.declare(file);
    checker.bodies(tokens);
    checker.note_declarations();
    *study = std::mem::take(&mut checker.study);
    checker.finish()
}

impl<'s> Checker<'_, '_, 's> {
    /// Checks everything that runs.
    fn bodies(&mut self, tokens: &[Token<'s>]) {
        self.find_asked(tokens);
        self.init_body();
        // Functions' offers are checked against the handlers.
        self.meant_handlers(tokens);
        self.frame_headers();
        for at in order::functions(&self.functions, tokens) {
            self.function_body(at);
        }
        self.computed_constants();
        self.asked_handlers();
        // The view block determines the types of the fields of `V` that prompts set too.
        self.view_body();
        self.state_bodies();
        self.setup_body();
        self.query_body();
        self.worth_body();
        self.invariant_bodies();
        let procedures = order::procedures(&self.frames, &self.frame_names, tokens);
        // The result of one that needs itself is not known while it is checked.
        for id in &procedures {
            self.frames[id.index()].result = Some(Sort::Of(Ty::Any));
        }
        for id in procedures {
            self.procedure_body(id);
        }
        if let Some(at) = self.labels_field.filter(|_| self.labelled) {
            self.problems.reserved_view_field(at, stmt::LABELS);
        }
        self.show_all();
        self.test_bodies();
        self.check_unused_variables();
        // Ids that overflow are ambiguous.
        if !self.has_too_many() {
            self.implied_shows();
            self.check_flow();
        }
        self.part_prompts();
    }

    /// `true` if there are more things than ids.
    fn has_too_many(&self) -> bool {
        let counts = [self.program.functions.len(), self.program.view_fields.len(), self.program.actions.len()];
        let fields = self.program.frames.iter().map(|it| it.fields.len()).max().unwrap_or(0);
        counts.into_iter().chain([fields]).any(|it| it > MOST)
    }

    /// The program, unless it has too many things for their numbers.
    fn finish(mut self) -> Program {
        let firsts = std::mem::take(&mut self.record_defaults);
        let values = |it: Vec<Option<Rc<Const>>>| it.into_iter().map(|it| it.map(Rc::unwrap_or_clone)).collect();
        self.program.record_firsts = firsts.into_iter().map(values).collect();
        if self.has_too_many() {
            self.problems.too_many(Span::default(), MOST);
        }
        self.program
    }
}
