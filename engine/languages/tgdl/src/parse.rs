//! Tokens to a syntax tree, by chumsky, with recovery.
//!
//! Invariant: linear time. Brackets are balanced already, so a broken part is skipped in one go. No alternative rereads
//! another's tokens: the first tokens decide ([`ahead`]). Nothing fails once a block in it was read, since the block
//! would be read again.

mod action;
mod attribute;
mod board;
mod error;
mod expr;
mod item;
mod rows;
mod stmt;

use super::ast::*;
use super::lex::{self, BLOCK, Tok, Token, begins_line};
use chumsky::prelude::*;
use diag::{Problems, Span};
use error::{Expect, Note, Unexpected, Whole};
use front::choice;
use front::parsing::{self, Pos, span};
use std::cell::Cell;
use std::rc::Rc;

pub use item::file;

type P<'t, 's, O> = parsing::Rule<'t, Tok<'s>, O, Unexpected<'s>>;
type Input<'t, 's> = parsing::Input<'t, Tok<'s>>;
type Extra<'s> = parsing::Extra<Unexpected<'s>>;

/// The parsers that rules consist of, built once.
#[derive(Clone)]
struct Parts<'t, 's> {
    text: &'s str,
    expr: P<'t, 's, Expr<'s>>,
    ty: P<'t, 's, Type<'s>>,
    stmt: P<'t, 's, Ended<'s>>,
    /// `{ … }`, or one statement.
    body: P<'t, 's, Body<'s>>,
    /// `{ … }`
    block: P<'t, 's, Body<'s>>,
    /// Only an input.
    input: P<'t, 's, Input1<'s>>,
    /// An input in a block of inputs.
    listed: P<'t, 's, Input1<'s>>,
}

/// A statement, and where its `;` is missing if the block around it ends there.
type Ended<'s> = (Stmt<'s>, Option<Pos>);

type Input1<'s> = super::ast::Input<'s>;

fn sign<'t, 's: 't>(sign: &'static str) -> P<'t, 's, ()> {
    just(Tok::Sign(sign)).ignored().boxed()
}

/// A reserved word.
fn word<'t, 's: 't>(word: &'static str) -> P<'t, 's, ()> {
    just(Tok::Word(word)).ignored().boxed()
}

/// A word that is one only here.
fn soft<'t, 's: 't>(text: &'static str) -> P<'t, 's, ()> {
    just(Tok::Name(text)).ignored().boxed()
}

/// One of several words that are such only here.
fn soft_of<'t, 's: 't>(texts: &'static [&'static str]) -> P<'t, 's, &'s str> {
    any()
        .filter(|it| matches!(it, Tok::Name(text) if texts.contains(text)))
        .map(|it| if let Tok::Name(text) = it { text } else { "" })
        .boxed()
}

fn name<'t, 's: 't>() -> P<'t, 's, Name<'s>> {
    select! { Tok::Name(text) = e => Name { text, span: span(e.span()) } }.labelled(Expect::Name).boxed()
}

fn quoted<'t, 's: 't>() -> P<'t, 's, Name<'s>> {
    select! { Tok::Str(text) = e => Name { text, span: span(e.span()) } }.labelled(Expect::Text).boxed()
}

fn number<'t, 's: 't>() -> P<'t, 's, Number> {
    select! { Tok::Num(text) = e if is_whole(text) => Number { value: text.parse().unwrap_or(0), span: span(e.span()) } }
        .labelled(Expect::Number)
        .boxed()
}

/// Numbers that are too large were reported by the lexer.
fn is_whole(text: &str) -> bool {
    !text.contains('.')
}

fn between<'t, 's: 't, O: 't>(
    open: u8,
    close: u8,
    inner: impl Parser<'t, Input<'t, 's>, O, Extra<'s>> + Clone + 't,
) -> P<'t, 's, O> {
    inner.delimited_by(just(Tok::Open(open)), just(Tok::Close(close))).boxed()
}

/// `{ … }` with any number of items. Each must consume something wherever there is a token.
fn block<'t, 's: 't, O: 't>(each: P<'t, 's, O>) -> P<'t, 's, Vec<O>> {
    let more = just(Tok::Close(b'}')).not();
    between(
        BLOCK,
        b'}',
        semis().ignore_then(more.ignore_then(each).then_ignore(semis()).repeated().collect::<Vec<_>>()),
    )
}

/// Semicolons that say nothing.
fn semis<'t, 's: 't>() -> P<'t, 's, ()> {
    custom(|input| {
        while input.peek() == Some(Tok::Semi) {
            input.skip();
        }
        Ok(())
    })
    .boxed()
}

fn tree<'t, 's: 't>() -> P<'t, 's, ()> {
    parsing::tree(lex::nest)
}

/// An unreadable bracket, skipped with its content.
fn skipped<'t, 's: 't>(open: u8) -> P<'t, 's, Span> {
    just(Tok::Open(open)).rewind().ignore_then(tree()).map_with(|_, e| span(e.span())).boxed()
}

/// A broken part: up to its `;` or the end of its block.
fn skipped_part<'t, 's: 't>(text: &'s str) -> P<'t, 's, ()> {
    let tree = tree();
    custom(move |input| {
        let mut taken = false;
        loop {
            match input.peek() {
                Some(Tok::Semi) => {
                    input.skip();
                    return Ok(());
                }
                Some(tok) if lex::nest(tok) != parsing::Nest::Closes => {
                    input.parse(&tree)?;
                    taken = true;
                    if tok == Tok::Open(BLOCK) {
                        return Ok(());
                    }
                }
                _ if taken => return Ok(()),
                _ => return Err(Unexpected::expected(here(text, input), Expect::Part)),
            }
        }
    })
    .boxed()
}

/// A token, and whether it is the first of its line.
type Next<'s> = (Tok<'s>, bool);

/// Number of tokens of lookahead in most places.
const FEW: usize = 6;

type State<'t, 'p, 's> = chumsky::input::InputRef<'t, 'p, Input<'t, 's>, Extra<'s>>;

/// The result of `judge` for at most `most` following tokens, and the place of the first; consumes nothing.
fn look<'t, 's: 't, R>(
    text: &'s str,
    input: &mut State<'t, '_, 's>,
    most: usize,
    judge: impl FnOnce(&[Next<'s>]) -> R,
) -> (Pos, R) {
    let before = input.save();
    let mut at = Pos::from(text.len()..text.len());
    let (mut few, mut many) = ([(Tok::Semi, false); FEW], Vec::new());
    let mut count = 0;
    while count < most {
        let cursor = input.cursor();
        let Some(tok) = input.next() else { break };
        let pos: Pos = input.span_since(&cursor);
        let next = (tok, begins_line(text, pos.start));
        if count == 0 {
            at = pos;
        }
        if most <= FEW {
            few[count] = next;
        } else {
            many.push(next);
        }
        count += 1;
    }
    input.rewind(before);
    (at, judge(if most <= FEW { &few[..count] } else { &many }))
}

/// Succeeds if `judge` accepts at most `most` following tokens; consumes nothing.
fn ahead<'t, 's: 't>(text: &'s str, most: usize, judge: impl Fn(&[Next<'s>]) -> bool + 't) -> P<'t, 's, ()> {
    custom(move |input| {
        let (at, found) = look(text, input, most, &judge);
        if found { Ok(()) } else { Err(parsing::Trouble::here(at)) }
    })
    .boxed()
}

/// One of several rules, chosen by `which` from at most this many tokens, [`FEW`] at most; the others are not tried.
fn picked<'t, 's: 't, O: 't>(
    text: &'s str,
    most: usize,
    rules: Vec<P<'t, 's, O>>,
    which: impl Fn(&[Next<'s>]) -> usize + 't,
) -> P<'t, 's, O> {
    // The one that is picked takes it out, so that after it no other is.
    const NONE: usize = usize::MAX;
    let last = rules.len() - 1;
    let chosen = Rc::new(Cell::new((NONE, Pos::from(0..0))));
    let guarded = |(i, rule): (usize, P<'t, 's, O>)| {
        let chosen = Rc::clone(&chosen);
        let guard = custom(move |_: &mut State<'t, '_, 's>| match chosen.get() {
            (found, at) if found == i => {
                chosen.set((NONE, at));
                Ok(())
            }
            (_, at) => Err(parsing::Trouble::here(at)),
        });
        guard.ignore_then(rule).boxed()
    };
    let rules: Vec<_> = rules.into_iter().enumerate().map(guarded).collect();
    custom(move |input| {
        let (at, found) = look(text, input, most, &which);
        chosen.set((found.min(last), at));
        Ok(())
    })
    .ignore_then(choice(rules))
    .boxed()
}

/// The place of the next token.
fn here<'t, 's: 't>(text: &'s str, input: &mut State<'t, '_, 's>) -> Pos {
    look(text, input, 1, |_| ()).0
}

/// Succeeds if the next token begins a line, or there is none; consumes nothing.
fn new_line<'t, 's: 't>(text: &'s str) -> P<'t, 's, ()> {
    ahead(text, 1, |it| it.first().is_none_or(|it| it.1))
}

fn same_line<'t, 's: 't>(text: &'s str) -> P<'t, 's, ()> {
    ahead(text, 1, |it| it.first().is_some_and(|it| !it.1))
}

/// `true` if an operand begins with a token, and nothing else does.
fn begins_operand(tok: Tok) -> bool {
    matches!(
        tok,
        Tok::Num(_)
            | Tok::Name(_)
            | Tok::Str(_)
            | Tok::TemplateStart
            | Tok::Word("true" | "false" | "none" | "null" | "this" | "new")
    )
}

/// `true` if a word introduces something here, rather than being a name in an expression.
fn leads(next: &[Next]) -> bool {
    match next.get(1).map(|it| it.0) {
        Some(Tok::Sign(sign)) => matches!(sign, "-" | "+" | "!"),
        Some(Tok::Open(b'[')) => false,
        _ => true,
    }
}

/// The end of a construct.
#[derive(Clone, Copy, PartialEq)]
enum End {
    /// With its `;`.
    Semi,
    /// With its line.
    Line,
    /// With the block around it.
    Block,
}

fn ending<'t, 's: 't>(text: &'s str) -> P<'t, 's, End> {
    custom(move |input| {
        let (at, next) = look(text, input, 1, |it| it.first().copied());
        match next {
            Some((Tok::Semi, _)) => {
                input.skip();
                Ok(End::Semi)
            }
            None | Some((Tok::Close(b'}'), _)) => Ok(End::Block),
            Some((_, true)) => Ok(End::Line),
            Some(_) => Err(Unexpected::expected(at, Expect::Semi)),
        }
    })
    .boxed()
}

/// As above, where `;` is required: a missing one is reported.
fn ended<'t, 's: 't, O: 't>(text: &'s str, rule: P<'t, 's, O>) -> P<'t, 's, O> {
    rule.map_with(|it, e| (it, e.span()))
        .then(ending(text))
        .validate(|((it, pos), end), _, emitter| {
            if end != End::Semi {
                emitter.emit(Unexpected::note(after(pos), Note::Semicolon));
            }
            it
        })
        .boxed()
}

/// The place right after another.
fn after(pos: Pos) -> Pos {
    Pos::from(pos.end..pos.end)
}

/// A number, a name, or any expression in parentheses: for places where a longer expression would include the next
/// part.
fn count<'t, 's: 't>(expr: &P<'t, 's, Expr<'s>>) -> P<'t, 's, Expr<'s>> {
    choice((
        select! { Tok::Num(text) => ExprKind::Number(text), Tok::Name(text) => ExprKind::Name(text) }
            .map_with(|kind, e| Expr { kind, span: span(e.span()) }),
        between(b'(', b')', expr.clone()),
    ))
    .boxed()
}

/// `for a`
fn belongs<'t, 's: 't>() -> P<'t, 's, Option<Name<'s>>> {
    soft("for").ignore_then(name()).or_not().boxed()
}

/// `information { … }`: passed over.
fn information<'t, 's: 't>(text: &'s str) -> P<'t, 's, ()> {
    let opens = |it: &[Next]| matches!(it, [(Tok::Name("information"), _), (Tok::Open(BLOCK), _), ..]);
    ahead(text, 2, opens).then(soft("information")).then(tree()).then(just(Tok::Semi).or_not()).ignored().boxed()
}
