//! The names that a machine tells things by, made once for a program.

use crate::value::Value;
use ir::Program;
use std::rc::Rc;

/// The names of roles and scenarios, and the keys of what is made for every prompt and view, made once.
pub(crate) struct Names {
    pub roles: Vec<Rc<String>>,
    pub scenarios: Vec<Rc<String>>,
    pub actions: Vec<Rc<String>>,
    pub view_fields: Vec<Rc<String>>,
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
            log: name("log"),
            prompt: name("prompt"),
            offers: name("actions"),
            undo: name("undo"),
            why: name("why"),
            labels: name("labels"),
        }
    }

    pub fn scenario(&self, name: &str) -> Value {
        let known = self.scenarios.iter().find(|it| it.as_str() == name);
        known.map_or_else(|| Value::str(name), |it| Value::Str(it.clone()))
    }
}
