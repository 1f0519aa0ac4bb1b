//! The names in an interpreter's output, made once for a program.

use crate::fit::{self, Keys};
use crate::value::Value;
use ir::{Program, Ty};
use std::rc::Rc;

/// Bytes of a name that is copied wherever it is shown.
const SHORT: usize = 64;

/// The names of roles and scenarios, and the keys of every prompt and view, allocated once.
pub(crate) struct Names {
    pub roles: Vec<Rc<String>>,
    pub scenarios: Vec<Rc<String>>,
    pub actions: Vec<Rc<String>>,
    pub view_fields: Vec<Rc<String>>,
    /// By record.
    pub fields: Keys,
    /// By enum.
    pub members: Vec<Vec<Rc<String>>>,
    pub log: Rc<String>,
    pub prompt: Rc<String>,
    /// `actions`
    pub offers: Rc<String>,
    pub undo: Rc<String>,
    pub why: Rc<String>,
    pub labels: Rc<String>,
}

impl Names {
    pub fn new(program: &Program) -> Names {
        let name = |it: &str| Rc::new(it.to_owned());
        Names {
            roles: program.roles.iter().map(|it| name(it)).collect(),
            scenarios: program.scenarios.iter().map(|it| name(it)).collect(),
            actions: program.actions.iter().map(|it| name(it)).collect(),
            view_fields: program.view_fields.iter().map(|it| name(&it.name)).collect(),
            fields: fit::keys(program),
            members: program.enums.iter().map(|it| it.members.iter().map(|it| name(it)).collect()).collect(),
            log: name("log"),
            prompt: name("prompt"),
            offers: name("actions"),
            undo: name("undo"),
            why: name("why"),
            labels: name("labels"),
        }
    }

    /// The name of a role or of a member of an enum, where it is too long to be written anew each time.
    pub fn long(&self, value: &Value, ty: &Ty) -> Option<Value> {
        let all = match ty.inner() {
            Ty::Role => &self.roles,
            Ty::Enum(id) => self.members.get(id.index())?,
            _ => return None,
        };
        let Value::Int(n) = value else { return None };
        let name = all.get(usize::try_from(*n).ok()?)?;
        (name.len() > SHORT).then(|| Value::Str(name.clone()))
    }

    pub fn scenario(&self, name: &str) -> Value {
        let known = self.scenarios.iter().find(|it| it.as_str() == name);
        known.map_or_else(|| Value::str(name), |it| Value::Str(it.clone()))
    }
}
