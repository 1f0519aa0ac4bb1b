//! Passes: from a verified program to an equivalent, cheaper one. All executors run the result.
//!
//! Invariant: functions keep their numbers, new ones follow them; new code has the spans of the code it replaces; each
//! pass at most doubles the size of a program.

mod demand;
mod enough;
mod fold;
mod free;
mod fuse;
mod held;
mod inline;
mod invariants;
mod leave;
mod lengths;
mod literals;
mod mentions;
mod reasons;
mod roles;
mod seats;
mod settled;
pub mod slice;
mod value;

use ir::Program;

/// The passes to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passes {
    /// `R` is not checked where it is a role.
    pub seats: bool,
    /// Optional values that are only asked whether they are none are not made.
    pub reasons: bool,
    /// Inline small functions.
    pub inline: bool,
    /// Prompts that ask for which role they are have a function for each.
    pub roles: bool,
    /// Fold constants.
    pub fold: bool,
    /// Hoist loop invariants.
    pub invariants: bool,
    /// Sets that are only asked how many elements they have are not kept.
    pub lengths: bool,
    /// Lists that are only asked whether they are empty are not made.
    pub demand: bool,
    /// Fuse lists that are consumed once.
    pub fuse: bool,
    /// Questions about a number stop where the answer is known.
    pub enough: bool,
    /// Optionals that were tested are not tested again.
    pub held: bool,
    /// Evaluate queries of list literals in place.
    pub literals: bool,
}

impl Default for Passes {
    fn default() -> Passes {
        Passes::ALL
    }
}

impl Passes {
    pub const ALL: Passes = Passes {
        seats: true,
        reasons: true,
        inline: true,
        roles: true,
        fold: true,
        invariants: true,
        lengths: true,
        demand: true,
        fuse: true,
        enough: true,
        held: true,
        literals: true,
    };
    pub const NONE: Passes = Passes {
        seats: false,
        reasons: false,
        inline: false,
        roles: false,
        fold: false,
        invariants: false,
        lengths: false,
        demand: false,
        fuse: false,
        enough: false,
        held: false,
        literals: false,
    };

    /// The program after the passes.
    pub fn run(self, program: &Program) -> Program {
        let mut program = program.clone();
        if self.seats {
            seats::run(&mut program);
        }
        if self.reasons {
            reasons::run(&mut program);
        }
        if self.inline {
            inline::run(&mut program);
        }
        if self.roles {
            roles::run(&mut program);
        }
        if self.fold {
            fold::run(&mut program);
        }
        if self.invariants {
            invariants::run(&mut program);
        }
        if self.lengths {
            lengths::run(&mut program);
        }
        if self.demand {
            demand::run(&mut program);
        }
        if self.fuse {
            fuse::run(&mut program);
        }
        if self.enough {
            enough::run(&mut program);
        }
        if self.held {
            held::run(&mut program);
        }
        if self.literals {
            literals::run(&mut program);
        }
        program
    }
}
