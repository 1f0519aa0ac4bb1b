//! Tokens to a syntax tree, by chumsky, with recovery.
//!
//! What must stay true: linear time. Brackets and `if … end` are balanced already, so a broken statement
//! is skipped to its end in one go, and no alternative reads more than a few tokens that another has read.

mod error;
mod expr;
mod stmt;
mod tile;

use super::ast::*;
use super::lex::{Tok, Token};
use super::seconds::{self, Cost};
use chumsky::input::{Input as _, MappedInput};
use chumsky::prelude::*;
use diag::{Problems, Span};
use error::{Expect, Unexpected};

type Pos = SimpleSpan<usize>;
type Input<'t, 's> = MappedInput<'t, Tok<'s>, Pos, &'t [(Tok<'s>, Pos)]>;
type Extra<'s> = extra::Err<Unexpected<'s>>;
type P<'t, 's, O> = Boxed<'t, 't, Input<'t, 's>, O, Extra<'s>>;

/// The tree of a text, as whole as it could be made.
pub fn file<'s>(text: &'s str, tokens: &[Token<'s>], problems: &mut Problems) -> File<'s> {
    let positions: Vec<(Tok<'s>, Pos)> = tokens.iter().map(|(tok, it)| (*tok, Pos::from(it.range()))).collect();
    let last = Pos::from(text.len()..text.len());
    let (items, errors) = items().parse(positions[..].split_token_span(last)).into_output_errors();
    for it in errors {
        it.report(text, problems);
    }
    File { items: items.unwrap_or_default() }
}

/// The whole file.
fn items<'t, 's: 't>() -> P<'t, 's, Vec<Item<'s>>> {
    let expr = expr::expr();
    let stmt = stmt::stmt(&expr);
    let part =
        game_part(&expr).then_ignore(line_end()).recover_with(skip_until(tree(), line_end(), || GamePart::Missing));
    let more = just(Tok::Close(b'}')).not();
    let parts = separators()
        .ignore_then(more.ignore_then(part).then_ignore(separators()).repeated().collect::<Vec<_>>())
        .delimited_by(just(Tok::Open(b'{')), just(Tok::Close(b'}')))
        .boxed();
    let kind = choice((
        word("game")
            .ignore_then(quoted().or_not())
            .then_ignore(separators())
            .then(parts.clone())
            .map(|(title, parts)| ItemKind::Game(title, parts)),
        number()
            .then_ignore(word("players"))
            .then_ignore(separators())
            .then(parts)
            .map(|(count, parts)| ItemKind::Players(count, parts)),
        sign("---").to(()).map(|()| ItemKind::Rule),
        just(Tok::Name("tile")).ignore_then(title()).then(tile::body(&stmt)).map(|(name, it)| ItemKind::Tile(name, it)),
        just(Tok::Name("seconds")).then_ignore(separators()).ignore_then(times()).map(ItemKind::Seconds),
        just(Tok::Name("use"))
            .ignore_then(select! { Tok::Str(text) = e => Name { text, span: span(e.span()) } })
            .map(ItemKind::Use),
        just(Tok::Name("world")).ignore_then(tile::world()).map(ItemKind::World),
        stmt.map(ItemKind::Stmt),
    ));
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
    choice((
        word("maxDiceValue").ignore_then(number()).map(GamePart::MaxDice),
        word("numTokens").ignore_then(number()).map(GamePart::NumTokens),
        word("endCondition").ignore_then(expr.clone()).map(GamePart::EndCondition),
        stmt::declaration(expr).map(GamePart::Var),
    ))
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
    let more = just(Tok::Close(b'}')).not();
    let time = what.then(seconds).map(Some).then_ignore(line_end());
    let time = time.recover_with(skip_until(tree(), line_end(), || None));
    separators()
        .ignore_then(more.ignore_then(time).then_ignore(separators()).repeated().collect::<Vec<_>>())
        .delimited_by(just(Tok::Open(b'{')), just(Tok::Close(b'}')))
        .map(|all| all.into_iter().flatten().collect())
        .boxed()
}

fn span(pos: Pos) -> Span {
    Span::new(pos.start, pos.end)
}

fn sign<'t, 's: 't>(sign: &'static str) -> impl Parser<'t, Input<'t, 's>, (), Extra<'s>> + Clone {
    just(Tok::Sign(sign)).ignored()
}

fn word<'t, 's: 't>(word: &'static str) -> impl Parser<'t, Input<'t, 's>, (), Extra<'s>> + Clone {
    just(Tok::Word(word)).ignored()
}

fn name<'t, 's: 't>() -> impl Parser<'t, Input<'t, 's>, Name<'s>, Extra<'s>> + Clone {
    select! { Tok::Name(text) = e => Name { text, span: span(e.span()) } }.labelled(Expect::Name)
}

/// A name, or any text in quotes.
fn title<'t, 's: 't>() -> impl Parser<'t, Input<'t, 's>, Name<'s>, Extra<'s>> + Clone {
    select! { Tok::Name(text) | Tok::Str(text) = e => Name { text, span: span(e.span()) } }.labelled(Expect::Name)
}

fn quoted<'t, 's: 't>() -> impl Parser<'t, Input<'t, 's>, &'s str, Extra<'s>> + Clone {
    select! { Tok::Str(text) => text }
}

fn number<'t, 's: 't>() -> impl Parser<'t, Input<'t, 's>, Number, Extra<'s>> + Clone {
    select! { Tok::Int(value) = e => Number { value, span: span(e.span()) } }.labelled(Expect::Number)
}

/// Ends of lines and semicolons.
fn separators<'t, 's: 't>() -> impl Parser<'t, Input<'t, 's>, (), Extra<'s>> + Clone {
    choice((just(Tok::Newline), just(Tok::Semi))).repeated()
}

fn newlines<'t, 's: 't>() -> impl Parser<'t, Input<'t, 's>, (), Extra<'s>> + Clone {
    just(Tok::Newline).repeated()
}

/// Where a line may end; takes nothing.
fn line_end<'t, 's: 't>() -> impl Parser<'t, Input<'t, 's>, (), Extra<'s>> + Clone {
    let stops = [Tok::Newline, Tok::Semi, Tok::Close(b'}')];
    choice((one_of(stops).ignored().rewind(), end()))
}

/// Where a statement in an `if` may end; takes nothing.
fn inner_end<'t, 's: 't>() -> impl Parser<'t, Input<'t, 's>, (), Extra<'s>> + Clone {
    let stops = [Tok::Newline, Tok::Semi, Tok::Word("else"), Tok::Word("end")];
    one_of(stops).ignored().rewind()
}

/// A statement up to its end; a broken one is skipped.
fn whole<'t, 's: 't>(
    stmt: impl Parser<'t, Input<'t, 's>, Stmt<'s>, Extra<'s>> + Clone + 't,
    end: impl Parser<'t, Input<'t, 's>, (), Extra<'s>> + Clone + 't,
) -> P<'t, 's, Stmt<'s>> {
    let missing = skip_until(tree(), end.clone(), || Stmt { kind: StmtKind::Missing, span: Span::default() });
    stmt.then_ignore(end).recover_with(missing).boxed()
}

/// A token, or a bracket or `if` with all that is in it: what recovery skips at once.
fn tree<'t, 's: 't>() -> impl Parser<'t, Input<'t, 's>, (), Extra<'s>> + Clone {
    custom(|input| {
        let start = input.cursor();
        let mut depth = 0;
        loop {
            match input.peek() {
                Some(Tok::Open(_) | Tok::Word("if")) => depth += 1,
                Some(Tok::Close(_) | Tok::Word("end")) if depth > 0 => depth -= 1,
                Some(Tok::Close(_) | Tok::Word("end")) | None => {
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
