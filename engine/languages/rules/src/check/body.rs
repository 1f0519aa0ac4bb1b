//! Facts about the body being checked.

use super::super::ast::Name;
use diag::Span;
use ir::{FnId, FrameId, LocalId, Named, Ty};
use std::collections::BTreeMap;

/// Kind of a body, which decides what its code may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BodyKind {
    /// Values known when compiling.
    Constant,
    /// First values of globals.
    Init,
    Setup,
    View,
    Query,
    /// The worth of the game to `R`, which is a role.
    Worth,
    Invariant,
    /// A step of a test that asks.
    Test,
    /// The view of a role, in a test.
    Sees,
    /// The setup of a position, in a test.
    Given,
    Prompt,
    /// `on`.
    Handler,
    /// `begin`, `resume`, `leave`: the actor may be no role (in setup).
    Hook,
    Function,
    /// An instruction of a procedure.
    Procedure,
    Plain,
}

/// The code after this point, which decides if a transition is allowed here.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Tail {
    /// Nothing runs after.
    Last,
    /// This runs after.
    Then(Span),
    /// This runs after a block that falls through; `goto` and `end` also leave the code around the block.
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
    /// `true` if it was assigned after its declaration.
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
    /// Paths known not to be none, as written; a stack.
    pub narrowed: Vec<String>,
    /// Result of `return`: written, or inferred from the first.
    pub result: Option<Ty>,
    /// `true` if it returns a value at every end.
    pub valued: bool,
    /// Something that it gives was not understood.
    pub broken: bool,
    /// Inside how many loops.
    pub loops: usize,
    pub tail: Tail,
}

impl Tail {
    /// The tail of a block, from that of its statement.
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

    /// Declares a variable in the innermost scope; returns the span of the variable it hides in the same scope.
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

    /// `true` if this code inspects a waiting game from outside of its states.
    pub fn looks_on(&self) -> bool {
        matches!(self.kind, BodyKind::View | BodyKind::Query | BodyKind::Worth | BodyKind::Invariant)
    }

    /// `true` for part of a test.
    pub fn testing(&self) -> bool {
        matches!(self.kind, BodyKind::Test | BodyKind::Sees | BodyKind::Given)
    }

    /// `true` if `R` is certainly a role.
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
