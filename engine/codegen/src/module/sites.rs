//! Places in the source where something can go wrong.

use crate::module::ModuleBuilder;
use crate::module::output::Site;
use diag::{Code, Span};

/// Faults of a transition, in the order of their sites; after those of a plain procedure, the one for no transition.
pub const TRANSITION_SITES: [Code; 3] = [Code::OutOfFuel, Code::StackDepth, Code::NoFrame];

/// Index of the fault for too many frames.
pub const STACK_DEPTH: u32 = 1;
/// Index of the fault for a transition with an empty stack. With the number 1, if there was nothing below the ended
/// frame.
pub const NO_FRAME: u32 = 2;

impl ModuleBuilder<'_> {
    /// The first of the sites of a transition.
    pub fn transition_sites(&mut self, span: Span) -> u32 {
        let first = self.sites.len() as u32;
        self.sites.extend(TRANSITION_SITES.map(|code| Site { code, span: Some(span) }));
        first
    }

    /// A place in the source where something can go wrong.
    pub fn site(&mut self, code: Code, span: Span) -> u32 {
        self.site_of(Site { code, span: Some(span) })
    }

    /// The same once more if it is among the last.
    pub fn site_of(&mut self, site: Site) -> u32 {
        let at = self.sites.iter().rev().take(64).position(|it| *it == site);
        let at = at.map(|back| self.sites.len() - 1 - back).unwrap_or_else(|| {
            self.sites.push(site);
            self.sites.len() - 1
        });
        at as u32
    }
}
