//! Variables of procedures: fields of `L`, with the scopes that variables have everywhere.
//!
//! Invariant: a name means the variable of the innermost block that declares it, as in functions. Two variables in
//! scope at once are two fields. A variable that goes out of scope leaves its field to the next of its name and type,
//! so fields have the framework's names unless one variable hides another.

use super::super::ast::Name;
use super::Checker;
use super::scopes::{Block, FrameField, Variables};
use ir::{Field, FieldId, FrameId, Ty};
use std::collections::BTreeMap;

/// Prefixes reserved by the framework.
const RESERVED: &[&str] = &["P", "I", "L", "$"];

impl<'s> Checker<'_, '_, 's> {
    /// Starts a procedure: its parameters are in scope.
    pub fn begin_variables(&mut self, frame: FrameId) {
        let fields = self.program.frames[frame.index()].fields.iter().enumerate();
        let fields: BTreeMap<String, FieldId> = fields.map(|(i, it)| (it.name.clone(), FieldId(i as u16))).collect();
        self.variables = Variables { blocks: Vec::new(), taken: fields.values().copied().collect(), fields };
    }

    pub fn enter_variables(&mut self) {
        self.variables.blocks.push(Block::default());
    }

    /// Ends a block: its names get their outer meanings back.
    pub fn exit_variables(&mut self, frame: FrameId) {
        let Some(block) = self.variables.blocks.pop() else { return };
        for it in &block.taken {
            self.variables.taken.remove(it);
        }
        for (name, outer) in block.declared {
            let visible = &mut self.frames[frame.index()].fields;
            let inner = match outer {
                Some(outer) => visible.insert(name.to_string(), outer),
                None => visible.remove(name),
            };
            if let Some(it) = inner.filter(|it| !it.read && !name.starts_with('_')) {
                self.unused_variables.push((frame, Name { text: name, span: it.span }, it.assigned));
            }
        }
    }

    /// A variable of the innermost block. `fixed`: it is a loop's and not assigned.
    pub fn declare_variable(&mut self, frame: FrameId, name: Name<'s>, ty: Ty, fixed: Option<&'static str>) -> FieldId {
        let before = self.frames[frame.index()].fields.get(name.text).copied();
        let outermost = self.variables.blocks.len() == 1;
        let params = self.program.frames[frame.index()].params;
        if let Some(before) = before
            && (self.variables.blocks.last().is_some_and(|it| it.declared.contains_key(name.text))
                || outermost && before.id.0 < params)
        {
            self.problems.twice(name.span, name.text, before.span);
            return before.id;
        }
        if RESERVED.contains(&name.text) {
            self.problems.reserved_local(name.span, name.text);
        }
        let broken = ty == Ty::Unit;
        let id = self.free_field(frame, name.text, ty.clone());
        self.note(name.span, front::NameKind::Variable, Some(name.span), |this| {
            (format!("{}: {}", name.text, this.show(&ty)), "")
        });
        let it = FrameField { id, span: name.span, fixed, read: broken, assigned: false };
        let outer = self.frames[frame.index()].fields.insert(name.text.to_string(), it);
        if let Some(block) = self.variables.blocks.last_mut() {
            block.declared.insert(name.text, outer);
        }
        id
    }

    /// A field of `L` that is there from here to the end of the procedure: made by `set L.x` and by loops over `L.x`.
    pub fn declare_field(&mut self, frame: FrameId, name: Name<'s>, ty: Ty) -> FieldId {
        if RESERVED.contains(&name.text) {
            self.problems.reserved_local(name.span, name.text);
        }
        let id = self.free_field(frame, name.text, ty);
        if let Some(block) = self.variables.blocks.last_mut() {
            block.taken.retain(|it| *it != id);
        }
        let it = FrameField { id, span: name.span, fixed: None, read: true, assigned: false };
        self.frames[frame.index()].fields.insert(name.text.to_string(), it);
        id
    }

    /// A field of that name, or of a similar one, that no variable in scope uses.
    pub fn free_field(&mut self, frame: FrameId, name: &str, ty: Ty) -> FieldId {
        let mut text = name.to_string();
        let mut more = 1;
        let id = loop {
            let fields = &mut self.program.frames[frame.index()].fields;
            match self.variables.fields.get(&text) {
                Some(id) if !self.variables.taken.contains(id) && fields[id.0 as usize].ty == ty => break *id,
                Some(_) => {
                    more += 1;
                    text = format!("{name}${more}");
                }
                None => {
                    let id = FieldId(fields.len().min(u16::MAX as usize) as u16);
                    fields.push(Field { name: text.clone(), ty, late: true });
                    self.variables.fields.insert(text, id);
                    break id;
                }
            }
        };
        self.variables.taken.insert(id);
        if let Some(block) = self.variables.blocks.last_mut() {
            block.taken.push(id);
        }
        id
    }

    /// Marks a variable of a procedure as read, or as assigned.
    pub fn use_variable(&mut self, name: &str, read: bool) {
        let Some(frame) = self.body.frame else { return };
        if let Some(it) = self.frames[frame.index()].fields.get_mut(name) {
            it.read |= read;
            it.assigned |= !read;
        }
    }

    /// Variables of procedures that nothing reads, unless a test may.
    pub fn check_unused_variables(&mut self) {
        for (frame, name, assigned) in std::mem::take(&mut self.unused_variables) {
            if !self.whole_frames.contains(&frame) && !self.asked_of_frames.contains(name.text) {
                self.problems.unused_local(name.span, name.text, assigned);
            }
        }
    }
}
