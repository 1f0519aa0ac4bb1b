//! The requests about a text, and the conversion of a wrong answer into a problem.

use super::{Input, Problem, editor, play, texts};
use crate::support::{Draw, hash, running};
use game::{Compiled, Rules};
use std::cell::{OnceCell, RefCell};
use std::panic::AssertUnwindSafe;
use std::time::Duration;

/// The longest that an answer may take, for each begun hundred thousand bytes.
const SLOW: Duration = Duration::from_secs(1);
const BYTES: usize = 100_000;

/// A text with known facts about it.
pub struct Case<'i> {
    pub input: &'i Input,
    /// `true` to ask questions at all places, not at a few.
    pub everywhere: bool,
    compiled: OnceCell<Compiled>,
    draw: RefCell<Draw>,
}

/// One question.
pub struct Question {
    pub name: &'static str,
    /// Of how many texts one is asked it: most are only compiled and played, which is soon done.
    pub every: usize,
    pub ask: fn(&Case) -> Result<(), Problem>,
}

/// All questions, in order: if one fails, later ones are not asked.
pub const QUESTIONS: &[Question] = &[
    Question { name: "compile", every: 1, ask: texts::compiles },
    Question { name: "draw", every: 4, ask: texts::is_drawn },
    Question { name: "fixes", every: 16, ask: texts::fixes },
    Question { name: "highlight", every: 6, ask: editor::highlight },
    Question { name: "outline", every: 10, ask: editor::outline },
    Question { name: "complete", every: 10, ask: editor::complete },
    Question { name: "hover", every: 10, ask: editor::hover },
    Question { name: "rename", every: 12, ask: editor::rename },
    Question { name: "format", every: 6, ask: editor::format },
    Question { name: "play", every: 1, ask: play::play },
    Question { name: "executors", every: 16, ask: play::executors },
];

impl<'i> Case<'i> {
    pub fn new(input: &'i Input, everywhere: bool) -> Case<'i> {
        let seed = hash(&input.text) | 1;
        Case { input, everywhere, compiled: OnceCell::new(), draw: RefCell::new(Draw(seed)) }
    }

    pub fn below(&self, end: usize) -> usize {
        self.draw.borrow_mut().below(end)
    }

    pub fn compiled(&self) -> &Compiled {
        self.compiled.get_or_init(|| compile(self.input, &self.input.text))
    }

    pub fn rules(&self) -> Option<&Rules> {
        self.compiled().rules.as_ref()
    }

    pub fn language(&self) -> &'static str {
        self.input.language.about().ending
    }

    /// Some offsets in UTF-16 units, or all of them and one that is beyond the end.
    pub fn offsets(&self, some: usize) -> Vec<u32> {
        let units = self.input.text.encode_utf16().count();
        if self.everywhere {
            return (0..=units as u32 + 1).collect();
        }
        (0..some).map(|_| self.below(units + 2) as u32).collect()
    }
}

/// Another text in the place of an input's, compiled.
pub fn compile(input: &Input, text: &str) -> Compiled {
    let name = format!("game.{}", input.language.about().ending);
    game::compile_with(text, input.language, &name, &input.files)
}

/// Asks one question. A panic, or a long time, is a problem too.
pub fn asked(question: &Question, case: &Case) -> Result<(), Problem> {
    let start = running();
    let answer = std::panic::catch_unwind(AssertUnwindSafe(|| (question.ask)(case)));
    let took = running() - start;
    match answer {
        Ok(Ok(())) if took > limit(case) && is_slow(question, case) => {
            let skeleton = format!("{} of {}", question.name, case.language());
            Err(Problem::of(&format!("slow-{}", question.name), skeleton, format!("{took:?}")))
        }
        Ok(answer) => answer,
        Err(_) => {
            let (place, message) = super::worker::last_panic();
            let skeleton = format!("{place}: {}", super::skeleton(&message));
            Err(Problem::of(&format!("panic-{}", question.name), skeleton, format!("{place}: {message}")))
        }
    }
}

fn limit(case: &Case) -> Duration {
    let files: usize = case.input.files.iter().map(|it| it.1.len()).sum();
    // Asking at every place counts as more than one question.
    let places = if case.everywhere { 3 } else { 1 };
    SLOW * places * ((case.input.text.len() + files) / BYTES + 1) as u32
}

/// Something else may have made it slow: it is only if it is slow again and again.
fn is_slow(question: &Question, case: &Case) -> bool {
    (0..3).all(|_| {
        let again = Case::new(case.input, case.everywhere);
        let start = running();
        let _ = (question.ask)(&again);
        running() - start > limit(case)
    })
}

/// Sends the requests for an input's number, or all; returns the first problem.
pub fn all(input: &Input, number: Option<u64>, before: &mut dyn FnMut(&str)) -> Option<(&'static Question, Problem)> {
    let case = Case::new(input, number.is_none());
    let mut turn = Draw(super::mutate::mixed(number.unwrap_or(0) ^ 0x5a5a));
    for question in QUESTIONS {
        if number.is_some() && turn.below(question.every) != 0 {
            continue;
        }
        before(question.name);
        if let Err(problem) = asked(question, &case) {
            return Some((question, problem));
        }
    }
    None
}
