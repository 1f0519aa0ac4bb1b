//! Classes, the families that they are in, and their attributes.

use super::super::ast::{Attribute, Construct, ConstructKind};
use super::types::{ClassId, T};
use diag::Span;
use ir::{GlobalId, RecordId};

/// A construct of the author's, or a built-in one.
pub struct Class<'a, 's> {
    pub name: &'s str,
    pub kind: Option<ConstructKind>,
    pub base: Option<ClassId>,
    pub construct: Option<&'a Construct<'s>>,
    pub family: FamilyId,
    /// Value of `kind` in its instances.
    pub tag: i64,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FamilyId(pub usize);

/// Instances that are stored in one list: those of a class and of all that inherit from it.
pub struct Family<'a, 's> {
    pub record: RecordId,
    pub global: GlobalId,
    /// `true` for exactly one instance, without a list.
    pub single: bool,
    pub fields: Vec<FieldInfo<'a, 's>>,
    /// The field that says of which class an instance is; none where there is one.
    pub tagged: Option<u16>,
    /// Number of instances at the start.
    pub start: i64,
}

/// A field of a family.
#[derive(Clone, Debug)]
pub struct FieldInfo<'a, 's> {
    pub name: &'s str,
    pub t: T,
    pub none: bool,
    /// The class that declares it; none for attributes of all classes.
    pub class: Option<ClassId>,
    pub declared: Option<&'a Attribute<'s>>,
}

#[derive(Default)]
pub struct Classes<'a, 's> {
    pub list: Vec<Class<'a, 's>>,
    pub families: Vec<Family<'a, 's>>,
}

impl<'a, 's> Classes<'a, 's> {
    pub fn get(&self, id: ClassId) -> &Class<'a, 's> {
        &self.list[id.0]
    }

    pub fn family(&self, id: ClassId) -> &Family<'a, 's> {
        &self.families[self.list[id.0].family.0]
    }

    pub fn is_a(&self, class: ClassId, base: ClassId) -> bool {
        let mut at = Some(class);
        let mut left = self.list.len();
        while let Some(id) = at {
            if id == base {
                return true;
            }
            left -= 1;
            if left == 0 {
                return false;
            }
            at = self.get(id).base;
        }
        false
    }

    /// Every class that is one of a class, itself included.
    pub fn below(&self, base: ClassId) -> Vec<ClassId> {
        (0..self.list.len()).map(ClassId).filter(|it| self.is_a(*it, base)).collect()
    }
}
