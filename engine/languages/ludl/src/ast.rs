//! The syntax tree, with holes for unreadable parts.
//!
//! The tree is built twice: first with the words of each expression in order ([`Run`]), since the number of a word's
//! arguments is known only with all definitions; then with expressions.

use super::lex::Token;
use super::words::Prim;
use diag::Span;
pub use front::common::Name;

/// The words of an expression, not yet read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Run<'s> {
    pub tokens: Vec<Token<'s>>,
    /// Its end: `;` or `:`; `None` if it just stops.
    pub end: Option<char>,
}

#[derive(Debug)]
pub struct File<'s, E> {
    pub items: Vec<Item<'s, E>>,
}

impl<E> Default for File<'_, E> {
    fn default() -> Self {
        File { items: Vec::new() }
    }
}

#[derive(Debug)]
pub struct Item<'s, E> {
    pub kind: ItemKind<'s, E>,
    pub span: Span,
}

#[derive(Debug)]
pub enum ItemKind<'s, E> {
    /// `DEF name $a $b: … END_DEF`, or the same with `RECEIVE`.
    Define(Define<'s, E>),
    /// `OFFER place_token CONTAINERS;`: the candidates for each parameter of a receiver.
    Offer(Offer<'s, E>),
    /// `TITLE 'Tic-tac-toe';`
    Title(Name<'s>),
    /// `ABOUT 'line' 'line';`
    About(Vec<Name<'s>>),
    /// `STATE: … END_STATE`, and the other blocks of JSON, by the word they begin with.
    Json {
        word: &'static str,
        at: Span,
        text: Name<'s>,
    },
    Missing,
}

#[derive(Debug)]
pub struct Define<'s, E> {
    pub receiver: bool,
    pub name: Name<'s>,
    pub params: Vec<Name<'s>>,
    pub body: Vec<Stmt<'s, E>>,
    /// Span of its closer.
    pub end: Span,
}

#[derive(Debug)]
pub struct Offer<'s, E> {
    pub receiver: Name<'s>,
    /// Read: one for each parameter. Not yet read: all in the first.
    pub values: Vec<E>,
}

#[derive(Debug, PartialEq)]
pub struct Stmt<'s, E> {
    pub kind: StmtKind<'s, E>,
    pub span: Span,
}

#[derive(Debug, PartialEq)]
pub enum StmtKind<'s, E> {
    Return(E),
    /// With the words after it until expressions are read, which allow none.
    Accept(Option<E>),
    Reject(E),
    If(E, Vec<Stmt<'s, E>>, Option<Vec<Stmt<'s, E>>>),
    While(E, Vec<Stmt<'s, E>>),
    /// `FOR 'x' list: … END_FOR`. Not yet read: name and list are in one.
    For(Option<Name<'s>>, E, Vec<Stmt<'s, E>>),
    /// A call.
    Call(E),
    Missing,
}

#[derive(Debug, PartialEq)]
pub struct Expr<'s> {
    pub kind: ExprKind<'s>,
    pub span: Span,
}

#[derive(Debug, PartialEq)]
pub enum ExprKind<'s> {
    Num(f64),
    Str(&'s str),
    Var(&'s str),
    Prim(Prim, Vec<Expr<'s>>),
    /// A function of the file.
    Call(Name<'s>, Vec<Expr<'s>>),
    Missing,
}

impl<'s, E> Stmt<'s, E> {
    /// Goes over this statement and those in it.
    pub fn walk<'a>(&'a self, visit: &mut impl FnMut(&'a Self)) {
        visit(self);
        match &self.kind {
            StmtKind::If(_, yes, no) => yes.iter().chain(no.iter().flatten()).for_each(|it| it.walk(visit)),
            StmtKind::While(_, body) | StmtKind::For(_, _, body) => body.iter().for_each(|it| it.walk(visit)),
            _ => {}
        }
    }

    /// The expression that this statement itself evaluates.
    pub fn expr(&self) -> Option<&E> {
        match &self.kind {
            StmtKind::Return(e)
            | StmtKind::Reject(e)
            | StmtKind::If(e, ..)
            | StmtKind::While(e, _)
            | StmtKind::For(_, e, _)
            | StmtKind::Call(e) => Some(e),
            StmtKind::Accept(_) | StmtKind::Missing => None,
        }
    }
}

impl<'s> Expr<'s> {
    /// Visits this expression and its parts, from the outside in, from left to right.
    pub fn walk<'a>(&'a self, visit: &mut impl FnMut(&'a Expr<'s>)) {
        visit(self);
        if let ExprKind::Prim(_, args) | ExprKind::Call(_, args) = &self.kind {
            args.iter().for_each(|it| it.walk(visit));
        }
    }
}

impl<'s> Define<'s, Expr<'s>> {
    /// Goes over all expressions of the body, outermost first.
    pub fn exprs<'a>(&'a self, visit: &mut impl FnMut(&'a Expr<'s>)) {
        for stmt in &self.body {
            stmt.walk(&mut |it| {
                if let Some(e) = it.expr() {
                    e.walk(visit);
                }
            });
        }
    }
}
