//! Tokens to a syntax tree, by chumsky, with recovery.
//!
//! Invariant: linear time. Brackets and `if … end` are balanced already, so a broken statement is skipped to its end in
//! one go, and no alternative rereads more than a few tokens of another.

mod error;
mod expr;
mod item;
mod stmt;
mod tile;

use super::ast::*;
use super::lex::{self, Tok, Token};
use chumsky::prelude::*;
use diag::{Problems, Span};
use error::{Expect, Unexpected};
use front::choice;
use front::parsing::{self, Pos, span};

pub use item::file;

type P<'t, 's, O> = parsing::Rule<'t, Tok<'s>, O, Unexpected<'s>>;

fn sign<'t, 's: 't>(sign: &'static str) -> P<'t, 's, ()> {
    just(Tok::Sign(sign)).ignored().boxed()
}

fn word<'t, 's: 't>(word: &'static str) -> P<'t, 's, ()> {
    just(Tok::Word(word)).ignored().boxed()
}

fn name<'t, 's: 't>() -> P<'t, 's, Name<'s>> {
    select! { Tok::Name(text) = e => Name { text, span: span(e.span()) } }.labelled(Expect::Name).boxed()
}

/// A name, or any text in quotes.
fn title<'t, 's: 't>() -> P<'t, 's, Name<'s>> {
    select! { Tok::Name(text) | Tok::Str(text) = e => Name { text, span: span(e.span()) } }
        .labelled(Expect::Name)
        .boxed()
}

fn quoted<'t, 's: 't>() -> P<'t, 's, &'s str> {
    select! { Tok::Str(text) => text }.boxed()
}

fn number<'t, 's: 't>() -> P<'t, 's, Number> {
    select! { Tok::Int(value) = e => Number { value, span: span(e.span()) } }.labelled(Expect::Number).boxed()
}

/// `{ … }`: as many as there are, each on its line or with semicolons between them.
fn block<'t, 's: 't, O: 't>(each: P<'t, 's, O>) -> P<'t, 's, Vec<O>> {
    let more = just(Tok::Close(b'}')).not();
    separators()
        .ignore_then(more.ignore_then(each).then_ignore(separators()).repeated().collect())
        .delimited_by(just(Tok::Open(b'{')), just(Tok::Close(b'}')))
        .boxed()
}

/// Ends of lines and semicolons.
fn separators<'t, 's: 't>() -> P<'t, 's, ()> {
    choice((just(Tok::Newline), just(Tok::Semi))).repeated().boxed()
}

fn newlines<'t, 's: 't>() -> P<'t, 's, ()> {
    just(Tok::Newline).repeated().boxed()
}

/// A possible end of a line; consumes nothing.
fn line_end<'t, 's: 't>() -> P<'t, 's, ()> {
    let stops = [Tok::Newline, Tok::Semi, Tok::Close(b'}')];
    choice((one_of(stops).ignored().rewind(), end())).boxed()
}

/// A possible end of a statement in an `if`; consumes nothing.
fn inner_end<'t, 's: 't>() -> P<'t, 's, ()> {
    let stops = [Tok::Newline, Tok::Semi, Tok::Word("else"), Tok::Word("end")];
    one_of(stops).ignored().rewind().boxed()
}

/// A statement up to its end; a broken one is skipped.
fn whole<'t, 's: 't>(stmt: P<'t, 's, Stmt<'s>>, end: P<'t, 's, ()>) -> P<'t, 's, Stmt<'s>> {
    let missing = skip_until(tree(), end.clone(), || Stmt { kind: StmtKind::Missing, span: Span::default() });
    stmt.then_ignore(end).recover_with(missing).boxed()
}

fn tree<'t, 's: 't>() -> P<'t, 's, ()> {
    parsing::tree(lex::nest)
}
