//! Tokens to a syntax tree, by chumsky, with recovery.
//!
//! What must stay true: linear time. Brackets are balanced already, so a broken statement or part is
//! skipped to its end in one go; no alternative reads what another has read unless the first few
//! tokens differ; and nothing inside a recovered bracket is tried twice.

mod error;
mod expr;
mod item;
mod script;
mod stmt;
mod test;

use super::ast::*;
use super::lex::{Sign, Tok, Token, Word};
use chumsky::input::{Input as _, MappedInput};
use chumsky::prelude::*;
use diag::{Problems, Span};
use error::{Expect, Unexpected};

type Pos = SimpleSpan<usize>;
type Input<'t, 's> = MappedInput<'t, Tok<'s>, Pos, &'t [(Tok<'s>, Pos)]>;
type Extra<'s> = extra::Err<Unexpected<'s>>;
type P<'t, 's, O> = Boxed<'t, 't, Input<'t, 's>, O, Extra<'s>>;

/// The tree of a file, as whole as it could be made.
pub fn file<'s>(text: &'s str, tokens: &[Token<'s>], problems: &mut Problems) -> File<'s> {
    let positions: Vec<(Tok<'s>, Pos)> = tokens.iter().map(|(tok, it)| (*tok, Pos::from(it.range()))).collect();
    let end = Pos::from(text.len()..text.len());
    let (items, errors) = item::items().parse(positions[..].split_token_span(end)).into_output_errors();
    for it in errors {
        it.report(text, problems);
    }
    File { items: items.unwrap_or_default() }
}

fn span(pos: Pos) -> Span {
    Span::new(pos.start, pos.end)
}

fn sign<'t, 's: 't>(sign: Sign) -> impl Parser<'t, Input<'t, 's>, (), Extra<'s>> + Clone {
    just(Tok::Sign(sign)).ignored()
}

/// A word that is reserved only here.
fn soft<'t, 's: 't>(text: &'static str) -> impl Parser<'t, Input<'t, 's>, Span, Extra<'s>> + Clone {
    just(Tok::Name(text)).map_with(|_, e| span(e.span()))
}

fn name<'t, 's: 't>() -> impl Parser<'t, Input<'t, 's>, Name<'s>, Extra<'s>> + Clone {
    select! { Tok::Name(text) = e => Name { text, span: span(e.span()) } }.labelled(Expect::Name)
}

/// A name where reserved words are names too: after a dot, before a colon.
fn key<'t, 's: 't>() -> impl Parser<'t, Input<'t, 's>, Name<'s>, Extra<'s>> + Clone {
    select! {
        Tok::Name(text) = e => Name { text, span: span(e.span()) },
        Tok::Word(word) = e => Name { text: word.text(), span: span(e.span()) },
    }
    .labelled(Expect::Name)
}

fn text<'t, 's: 't>() -> impl Parser<'t, Input<'t, 's>, Text<'s>, Extra<'s>> + Clone {
    select! { Tok::Str(raw) = e => Text { raw, span: span(e.span()) } }.labelled(Expect::Text)
}

fn newlines<'t, 's: 't>() -> impl Parser<'t, Input<'t, 's>, (), Extra<'s>> + Clone {
    choice((just(Tok::Newline).ignored(), sign(Sign::Semi))).repeated()
}

/// A comma, or the end of a line where one is as good.
fn comma_or_line<'t, 's: 't>() -> impl Parser<'t, Input<'t, 's>, (), Extra<'s>> + Clone {
    choice((sign(Sign::Comma), sign(Sign::Semi), just(Tok::Newline).ignored())).repeated().at_least(1)
}

fn between<'t, 's: 't, O: 't>(
    open: u8,
    close: u8,
    inner: impl Parser<'t, Input<'t, 's>, O, Extra<'s>> + Clone + 't,
) -> P<'t, 's, O> {
    inner.delimited_by(just(Tok::Open(open)), just(Tok::Close(close))).boxed()
}

/// A token, or a bracket with all that is in it: what recovery skips at once. Never a closing bracket.
fn tree<'t, 's: 't>() -> impl Parser<'t, Input<'t, 's>, (), Extra<'s>> + Clone {
    custom(|input| {
        let start = input.cursor();
        let mut depth = 0;
        loop {
            match input.peek() {
                Some(Tok::Open(_) | Tok::HoleStart | Tok::TemplateStart) => depth += 1,
                Some(Tok::Close(_) | Tok::HoleEnd | Tok::TemplateEnd) if depth > 0 => depth -= 1,
                Some(Tok::Close(_) | Tok::HoleEnd | Tok::TemplateEnd) | None => {
                    return Err(Unexpected::here(input.span_since(&start)));
                }
                Some(_) => {}
            }
            input.skip();
            if depth == 0 {
                return Ok(());
            }
        }
    })
}

/// Whatever is in a bracket that could not be read: the bracket, skipped.
fn skipped<'t, 's: 't>(open: u8) -> impl Parser<'t, Input<'t, 's>, Span, Extra<'s>> + Clone {
    just(Tok::Open(open)).rewind().ignore_then(tree()).map_with(|_, e| span(e.span()))
}
