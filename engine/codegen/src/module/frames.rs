//! Fields of the frames that a function runs with.

use crate::module::ModuleBuilder;
use ir::{Function, Ty};

impl ModuleBuilder<'_> {
    /// `true` if a field of the current frame is a parameter in every frame that a function may run with.
    pub fn is_parameter(&self, function: &Function, field: u16) -> bool {
        self.owners_of(function).iter().all(|id| field < self.program.frame(*id).params)
    }

    pub fn is_late(&self, function: &Function, field: u16) -> bool {
        self.owners_of(function).iter().any(|id| self.program.frame(*id).fields[usize::from(field)].late)
    }

    pub fn frame_field(&self, function: &Function, field: u16) -> Ty {
        let owner = self.owners_of(function).first();
        owner.map_or(Ty::Any, |id| self.program.frame(*id).fields[usize::from(field)].ty.clone())
    }

    pub fn owners_of(&self, _function: &Function) -> &[ir::FrameId] {
        self.current.and_then(|it| self.owners.get(it)).map_or(&[], Vec::as_slice)
    }
}
