//! What is worth counting over many games, where the rest of the program does not show it. The machine plays without it.

use crate::walk::{Node, walk};
use crate::{Expr, ExprKind, FnId, GlobalId, Span, Stmt, StmtKind};
use std::collections::BTreeSet;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Counted {
    /// The numbers that tell at its end how a game went. If there are none here, all those among the globals do.
    pub measures: Vec<Measure>,
    pub arrivals: Option<Arrivals>,
    /// Functions whose value stands where they are called, somewhere: what is reached of them is not counted there.
    pub inlined: BTreeSet<FnId>,
}

/// The statements of a body that are counted when they are reached, in the order of the text. Those that an expression consists
/// of, as a `count(..)` does, are none of the author's: what they stand for is in its span, or nowhere.
pub fn statements(body: &[Stmt]) -> Vec<&Stmt> {
    let (mut found, mut made) = (Vec::new(), BTreeSet::new());
    walk(body, &mut |node| match node {
        Node::Expr(Expr { kind: ExprKind::Block(body, _), span, .. }) => within(body, *span, &mut made),
        Node::Stmt(it) if !made.contains(&std::ptr::from_ref(it)) => found.push(it),
        _ => {}
    });
    found
}

/// Those of a block that are in its span, or nowhere.
fn within(body: &[Stmt], span: Span, made: &mut BTreeSet<*const Stmt>) {
    for it in body {
        if span.start <= it.span.start && it.span.end <= span.end || it.span.is_empty() {
            made.insert(it);
        }
        match &it.kind {
            StmtKind::If(_, yes, no) => [yes, no].into_iter().for_each(|it| within(it, span, made)),
            StmtKind::While(_, body) | StmtKind::ForRange(.., body) | StmtKind::ForEach(.., body) => {
                within(body, span, made);
            }
            _ => {}
        }
    }
}

/// A number in the state, or one for each role.
#[derive(Clone, Debug, PartialEq)]
pub struct Measure {
    /// As the author calls it.
    pub name: String,
    pub global: GlobalId,
    /// The way from the global to it.
    pub path: Vec<Inside>,
}

/// A step of such a way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inside {
    /// A field of a record.
    Field(u16),
    /// The elements of an array by role, or the first of a list for each role; each is a number of its own.
    Roles,
}

/// A function that is called whenever a token comes to a field of the track that is shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Arrivals {
    /// Its first argument, an int, says which field.
    pub function: FnId,
    /// By field, in the order of the track: what that argument is.
    pub fields: Vec<i64>,
    /// The global, and the way from there, to the field that each role's token stands on: the same numbers, or none.
    pub stands: (GlobalId, Vec<Inside>),
}
