//! Tests of a game, as its author wrote them: steps, which are data and functions.

use crate::{Const, FnId};
use diag::{Code, Span};

/// A test: a game that is set up and played, with assertions on the way.
#[derive(Clone, Debug, PartialEq)]
pub struct Test {
    pub name: String,
    /// The first is a setup.
    pub steps: Vec<TestStep>,
    /// Of its name.
    pub span: Span,
    /// The numbers of all functions that its text has made.
    pub code: std::ops::Range<u16>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct TestStep {
    pub kind: TestStepKind,
    pub span: Span,
}

/// All functions take the variables of the steps around and before them, and change nothing but in [`TestStepKind::Given`].
#[derive(Clone, Debug, PartialEq)]
pub enum TestStepKind {
    /// Starts a game anew. Without a scenario: the first.
    Setup { seed: u64, scenario: Option<String>, options: Vec<(String, Const)> },
    /// A move that is made.
    Move(TestMove),
    /// A move that is refused; with a text that the refusal holds.
    Refuse(TestMove, Option<String>),
    /// A move that is offered, and not made.
    Offer(TestMove),
    /// An action that is offered with some arguments and no others. The function gives a list (`Any`):
    /// the role's index, then the list of arguments.
    OfferAll { action: String, function: FnId },
    /// Changes the game as `setup` would: to make a position.
    Given(FnId),
    /// The function gives a list (`Any`): whether it holds, and perhaps the two sides of a comparison as
    /// texts.
    Assert(FnId),
    /// The view of a role. The first function returns its index or none (`Any`); the second asserts, and reads the view
    /// of that role.
    Sees(FnId, FnId),
    /// At most that many random moves, to the end of the game.
    Play(u32),
    /// A variable for the steps after it.
    Let(FnId),
    /// The function gives a list; the steps are taken for each element, as a variable.
    For(FnId, Vec<TestStep>),
    /// A mistake in the text of the test, with its code and in its words: it fails.
    Fails(Code, String),
    /// The function gives whether the first steps are taken, or the others.
    If(FnId, Vec<TestStep>, Vec<TestStep>),
}

/// A move of a test. The function gives a list (`Any`): the role's index, then the arguments.
#[derive(Clone, Debug, PartialEq)]
pub struct TestMove {
    pub action: String,
    pub function: FnId,
}

impl Test {
    /// The functions of its steps, each with whether it may change the game.
    pub fn functions(&self) -> Vec<(FnId, bool)> {
        self.steps.iter().flat_map(TestStep::functions).collect()
    }
}

impl TestStep {
    /// Those of a step and of the steps in it.
    pub fn functions(&self) -> Vec<(FnId, bool)> {
        let inner = |steps: &[TestStep]| steps.iter().flat_map(TestStep::functions).collect::<Vec<_>>();
        match &self.kind {
            TestStepKind::Setup { .. } | TestStepKind::Play(_) | TestStepKind::Fails(..) => vec![],
            TestStepKind::Move(it) | TestStepKind::Refuse(it, _) | TestStepKind::Offer(it) => {
                vec![(it.function, false)]
            }
            TestStepKind::OfferAll { function, .. } | TestStepKind::Assert(function) | TestStepKind::Let(function) => {
                vec![(*function, false)]
            }
            TestStepKind::Given(function) => vec![(*function, true)],
            TestStepKind::Sees(role, function) => vec![(*role, false), (*function, false)],
            TestStepKind::For(function, steps) => [vec![(*function, false)], inner(steps)].concat(),
            TestStepKind::If(function, then, other) => [vec![(*function, false)], inner(then), inner(other)].concat(),
        }
    }
}
