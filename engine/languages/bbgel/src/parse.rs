//! Tokens to a syntax tree, by chumsky, with recovery.
//!
//! What must stay true: linear time. Brackets and `if … end` are balanced already, so a broken statement
//! is skipped to its end in one go, and no alternative reads more than a few tokens that another has read.

mod error;
mod expr;
mod stmt;
mod tile;

use super::ast::*;
use super::lex::{self, Tok, Token};
use super::seconds::{self, Cost};
use chumsky::prelude::*;
use diag::{Problems, Span};
use error::{Expect, Unexpected};
use front::choice;
use front::parsing::{self, Pos, span};

type P<'t, 's, O> = parsing::Rule<'t, Tok<'s>, O, Unexpected<'s>>;

/// The tree of a text, as whole as it could be made.
pub fn file<'s>(text: &'s str, tokens: &[Token<'s>], problems: &mut Problems) -> File<'s> {
    let tokens = parsing::placed(tokens);
    File { items: parsing::parsed(&items(), &tokens, text, problems) }
}

/// The whole file.
fn items<'t, 's: 't>() -> P<'t, 's, Vec<Item<'s>>> {
    let expr = expr::expr();
    let stmt = stmt::stmt(&expr);
    let part =
        game_part(&expr).then_ignore(line_end()).recover_with(skip_until(tree(), line_end(), || GamePart::Missing));
    let parts = block(part.boxed());
    let kind = choice![
        word("game")
            .ignore_then(quoted().or_not())
            .then_ignore(separators())
            .then(parts.clone())
            .map(|(title, parts)| ItemKind::Game(title, parts)),
        number()
            .then(just(Tok::Name("to")).ignore_then(number()).or_not())
            .then_ignore(word("players"))
            .then_ignore(separators())
            .then(parts)
            .map(|((least, most), parts)| ItemKind::Players(least, most, parts)),
        sign("---").to(()).map(|()| ItemKind::Rule),
        just(Tok::Name("tile")).ignore_then(title()).then(tile::body(&stmt)).map(|(name, it)| ItemKind::Tile(name, it)),
        just(Tok::Name("seconds")).then_ignore(separators()).ignore_then(times()).map(ItemKind::Seconds),
        just(Tok::Name("use"))
            .ignore_then(select! { Tok::Str(text) = e => Name { text, span: span(e.span()) } })
            .map(ItemKind::Use),
        just(Tok::Name("world")).ignore_then(tile::world()).map(ItemKind::World),
        stmt.map(ItemKind::Stmt),
    ];
    let item = kind
        .then_ignore(line_end())
        .recover_with(skip_until(tree(), line_end(), || ItemKind::Missing))
        .map_with(|kind, e| Item { kind, span: span(e.span()) });
    let more = any().ignored().rewind();
    separators()
        .ignore_then(more.ignore_then(item).then_ignore(separators()).repeated().collect())
        .then_ignore(end())
        .boxed()
}

/// A line of `game` or `players`.
fn game_part<'t, 's: 't>(expr: &P<'t, 's, Expr<'s>>) -> P<'t, 's, GamePart<'s>> {
    choice![
        word("maxDiceValue").ignore_then(number()).map(GamePart::MaxDice),
        just(Tok::Name("dice")).ignore_then(number()).map(GamePart::Dice),
        word("numTokens").ignore_then(number()).map(GamePart::NumTokens),
        word("endCondition").ignore_then(expr.clone()).map(GamePart::EndCondition),
        stmt::declaration(expr).map(GamePart::Var),
    ]
    .labelled(Expect::Setting)
    .boxed()
}

/// `{ … }`: what takes how many seconds.
fn times<'t, 's: 't>() -> P<'t, 's, Vec<(Cost, f64)>> {
    let what = select! { Tok::Name(text) | Tok::Word(text) if seconds::named(text).is_some() => seconds::named(text) };
    let what = what.labelled(Expect::Time).map(|it| it.unwrap_or(Cost::Roll));
    // As many digits after the point as were written.
    let part = sign(".").ignore_then(number()).or_not();
    let seconds = number().then(part).map(|(whole, part)| {
        let part = part.map(|it| format!(".{:0width$}", it.value, width = it.span.range().len()));
        format!("{}{}", whole.value, part.unwrap_or_default()).parse().unwrap_or_default()
    });
    let time = what.then(seconds).map(Some).then_ignore(line_end());
    let time = time.recover_with(skip_until(tree(), line_end(), || None));
    block(time.boxed()).map(|all| all.into_iter().flatten().collect()).boxed()
}

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

/// Where a line may end; takes nothing.
fn line_end<'t, 's: 't>() -> P<'t, 's, ()> {
    let stops = [Tok::Newline, Tok::Semi, Tok::Close(b'}')];
    choice((one_of(stops).ignored().rewind(), end())).boxed()
}

/// Where a statement in an `if` may end; takes nothing.
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
