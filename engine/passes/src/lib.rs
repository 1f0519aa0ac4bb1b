//! Passes: from a verified program to one that does the same with less. All executors run what comes out.
//!
//! What must stay true: functions keep their numbers, new ones stand behind them; what is new has the spans of what it stands
//! for; in each pass a program grows to at most twice its size.

mod demand;
mod free;
mod fuse;
mod inline;
mod invariants;
mod leave;
mod mentions;
mod parts;
mod reasons;
mod settled;
mod value;

use ir::Program;

/// Which passes run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passes {
    /// Optional values that are only asked whether they are none are not made.
    pub reasons: bool,
    /// Small functions stand where they are called.
    pub inline: bool,
    /// What a loop works out again and again, though nothing it depends on changes, is worked out once.
    pub invariants: bool,
    /// Lists that are only asked whether they are empty are not made.
    pub demand: bool,
    /// Lists that are only gone through once are not made.
    pub fuse: bool,
}

impl Default for Passes {
    fn default() -> Passes {
        Passes::ALL
    }
}

impl Passes {
    pub const ALL: Passes = Passes { reasons: true, inline: true, invariants: true, demand: true, fuse: true };
    pub const NONE: Passes = Passes { reasons: false, inline: false, invariants: false, demand: false, fuse: false };

    /// The program after the passes.
    pub fn run(self, program: &Program) -> Program {
        let mut program = program.clone();
        if self.reasons {
            reasons::run(&mut program);
        }
        if self.inline {
            inline::run(&mut program);
        }
        if self.invariants {
            invariants::run(&mut program);
        }
        if self.demand {
            demand::run(&mut program);
        }
        if self.fuse {
            fuse::run(&mut program);
        }
        program
    }
}
