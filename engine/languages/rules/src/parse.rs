//! Tokens to a syntax tree, by chumsky, with recovery.
//!
//! Invariant: linear time. Brackets are balanced already, so a broken statement or part is skipped to its end in one
//! go; no alternative rereads another's tokens beyond the first few; and nothing inside a recovered bracket is tried
//! twice.

mod error;
mod expr;
mod item;
mod script;
mod stmt;
mod test;

use super::ast::*;
use super::lex::{self, Sign, Tok, Token, Word};
use chumsky::prelude::*;
use diag::{Problems, Span};
use error::{Expect, Unexpected};
use front::choice;
use front::parsing::{self, Pos, Trouble as _, span};

pub use item::file;

type P<'t, 's, O> = parsing::Rule<'t, Tok<'s>, O, Unexpected<'s>>;
type Input<'t, 's> = parsing::Input<'t, Tok<'s>>;
type Extra<'s> = parsing::Extra<Unexpected<'s>>;

fn sign<'t, 's: 't>(sign: Sign) -> P<'t, 's, ()> {
    just(Tok::Sign(sign)).ignored().boxed()
}

/// A word that is reserved only here.
fn soft<'t, 's: 't>(text: &'static str) -> P<'t, 's, Span> {
    just(Tok::Name(text)).map_with(|_, e| span(e.span())).boxed()
}

fn name<'t, 's: 't>() -> P<'t, 's, Name<'s>> {
    select! { Tok::Name(text) = e => Name { text, span: span(e.span()) } }.labelled(Expect::Name).boxed()
}

/// A name where reserved words are names too: after a dot, before a colon.
fn key<'t, 's: 't>() -> P<'t, 's, Name<'s>> {
    select! {
        Tok::Name(text) = e => Name { text, span: span(e.span()) },
        Tok::Word(word) = e => Name { text: word.text(), span: span(e.span()) },
    }
    .labelled(Expect::Name)
    .boxed()
}

fn text<'t, 's: 't>() -> P<'t, 's, Text<'s>> {
    select! { Tok::Str(raw) = e => Text { raw, span: span(e.span()) } }.labelled(Expect::Text).boxed()
}

fn newlines<'t, 's: 't>() -> P<'t, 's, ()> {
    choice((just(Tok::Newline).ignored(), sign(Sign::Semi))).repeated().boxed()
}

/// A comma, or the end of a line where one is as good.
fn comma_or_line<'t, 's: 't>() -> P<'t, 's, ()> {
    choice((sign(Sign::Comma), sign(Sign::Semi), just(Tok::Newline).ignored())).repeated().at_least(1).boxed()
}

fn between<'t, 's: 't, O: 't>(
    open: u8,
    close: u8,
    inner: impl Parser<'t, Input<'t, 's>, O, Extra<'s>> + Clone + 't,
) -> P<'t, 's, O> {
    inner.delimited_by(just(Tok::Open(open)), just(Tok::Close(close))).boxed()
}

fn tree<'t, 's: 't>() -> P<'t, 's, ()> {
    parsing::tree(lex::nest)
}

/// An unreadable bracket, skipped with its content.
fn skipped<'t, 's: 't>(open: u8) -> P<'t, 's, Span> {
    just(Tok::Open(open)).rewind().ignore_then(tree()).map_with(|_, e| span(e.span())).boxed()
}
