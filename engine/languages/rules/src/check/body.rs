//! What is known while one body of code is checked.

use super::super::ast::Name;
use diag::Span;
use ir::{FnId, FrameId, LocalId, Named, Ty};
use std::collections::BTreeMap;

/// Where code stands: what it may do depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BodyKind {
    /// Values known when compiling.
    Constant,
    /// First values of globals.
    Init,
    Setup,
    View,
    Query,
    /// What the game is worth to `R`, who is a role.
    Worth,
    Invariant,
    /// A step of a test that asks.
    Test,
    /// What a role sees, in a test.
    Sees,
    /// What makes a position, in a test.
    Given,
    Prompt,
    /// `on`.
    Handler,
    /// `begin`, `resume`, `leave`: whoever acted may be no role (in setup).
    Hook,
    Function,
    /// An instruction of a procedure.
    Procedure,
    Plain,
}

/// Whether a transition may stand here.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Tail {
    /// Nothing runs after.
    Last,
    /// This runs after.
    Then(Span),
    /// This runs after a block that comes to its end; `goto` and `end` leave what is around the block too.
    After(Span),
    /// Inside an expression whose value is still needed.
    Inside(Span),
}

/// A variable of a function.
#[derive(Clone, Debug)]
pub struct Local {
    pub id: LocalId,
    pub ty: Ty,
    /// Loop variables and parameters are not assigned.
    pub fixed: Option<&'static str>,
    pub span: Span,
    pub read: bool,
    pub assigned: bool,
}

/// A variable that was never read.
#[derive(Debug)]
pub struct Unused<'s> {
    pub name: Name<'s>,
    /// It was assigned after it was declared.
    pub assigned: bool,
}

#[derive(Debug)]
pub struct Body<'s> {
    pub kind: BodyKind,
    pub id: FnId,
    pub frame: Option<FrameId>,
    pub params: u16,
    pub locals: Vec<Named>,
    scopes: Vec<BTreeMap<&'s str, Local>>,
    /// Variables that were never read.
    pub unused: Vec<Unused<'s>>,
    /// What is known not to be none, as it is written; a stack.
    pub narrowed: Vec<String>,
    /// What `return` gives: written, or inferred from the first.
    pub result: Option<Ty>,
    /// It gives a value wherever it comes to its end.
    pub valued: bool,
    /// Something that it gives was not understood.
    pub broken: bool,
    /// Inside how many loops.
    pub loops: usize,
    pub tail: Tail,
}

impl Tail {
    /// What runs after a block, by what runs after the statement that it belongs to.
    pub fn of_block(self) -> Tail {
        match self {
            Tail::Then(next) => Tail::After(next),
            other => other,
        }
    }
}

impl<'s> Body<'s> {
    pub fn new(kind: BodyKind, id: FnId) -> Body<'s> {
        Body {
            kind,
            id,
            frame: None,
            params: 0,
            locals: Vec::new(),
            scopes: vec![BTreeMap::new()],
            unused: Vec::new(),
            narrowed: Vec::new(),
            result: None,
            valued: false,
            broken: false,
            loops: 0,
            tail: Tail::Last,
        }
    }

    /// A register without a name.
    pub fn temporary(&mut self, ty: Ty) -> LocalId {
        self.locals.push(Named { name: String::new(), ty });
        LocalId(self.locals.len() as u32 - 1)
    }

    /// A variable in the innermost scope; what it hides, if it stands in the same scope.
    pub fn declare(&mut self, name: Name<'s>, ty: Ty, fixed: Option<&'static str>) -> (LocalId, Option<Span>) {
        self.locals.push(Named { name: name.text.to_string(), ty: ty.clone() });
        let id = LocalId(self.locals.len() as u32 - 1);
        // Of one that was not understood enough was said.
        let read = fixed == Some("parameter") || ty == Ty::Unit || name.text.starts_with('_');
        let local = Local { id, ty, fixed, span: name.span, read, assigned: false };
        // The outermost block is the scope of the parameters too.
        let param = if self.scopes.len() == 2 { self.scopes[0].get(name.text).map(|it| it.span) } else { None };
        let hidden = self.scopes.last_mut().and_then(|it| it.insert(name.text, local)).map(|it| it.span);
        (id, hidden.or(param))
    }

    pub fn param(&mut self, name: Name<'s>, ty: Ty, inout: bool) {
        self.declare(name, ty, if inout { None } else { Some("parameter") });
        if inout {
            self.touch(name.text);
        }
        self.params += 1;
    }

    pub fn find(&self, name: &str) -> Option<&Local> {
        self.scopes.iter().rev().find_map(|it| it.get(name))
    }

    /// Marks a variable as read.
    pub fn touch(&mut self, name: &str) {
        if let Some(local) = self.scopes.iter_mut().rev().find_map(|it| it.get_mut(name)) {
            local.read = true;
        }
    }

    /// Marks a variable as assigned.
    pub fn assign(&mut self, name: &str) {
        if let Some(local) = self.scopes.iter_mut().rev().find_map(|it| it.get_mut(name)) {
            local.assigned = true;
        }
    }

    pub fn visible(&self) -> Vec<&'s str> {
        self.scopes.iter().flat_map(|it| it.keys().copied()).collect()
    }

    pub fn enter(&mut self) {
        self.scopes.push(BTreeMap::new());
    }

    pub fn exit(&mut self) {
        for (name, local) in self.scopes.pop().unwrap_or_default() {
            if !local.read {
                let name = Name { text: name, span: local.span };
                self.unused.push(Unused { name, assigned: local.assigned });
            }
        }
    }

    /// Whether this looks at a game that waits, from outside of its states.
    pub fn looks_on(&self) -> bool {
        matches!(self.kind, BodyKind::View | BodyKind::Query | BodyKind::Worth | BodyKind::Invariant)
    }

    /// Whether this is a part of a test.
    pub fn testing(&self) -> bool {
        matches!(self.kind, BodyKind::Test | BodyKind::Sees | BodyKind::Given)
    }

    /// Whether `R` stands for a role without a doubt.
    pub fn seated(&self) -> bool {
        matches!(
            self.kind,
            BodyKind::Prompt
                | BodyKind::Worth
                | BodyKind::Handler
                | BodyKind::Hook
                | BodyKind::Function
                | BodyKind::Procedure
                | BodyKind::Plain
        )
    }
}
