//! The parts of a file.

use super::super::seconds::{self, Cost};
use super::error::Expect;
use super::*;

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
        just(Tok::Name("about"))
            .ignore_then(quoted().separated_by(newlines()).at_least(1).collect())
            .map_with(|lines, e| GamePart::About(lines, span(e.span()))),
        word("maxDiceValue").ignore_then(number()).map(GamePart::MaxDice),
        just(Tok::Name("dice")).ignore_then(number()).map(GamePart::Dice),
        word("numTokens").ignore_then(number()).map(GamePart::NumTokens),
        word("endCondition").ignore_then(expr.clone()).map(GamePart::EndCondition),
        stmt::declaration(expr).map(GamePart::Var),
    ]
    .labelled(Expect::Setting)
    .boxed()
}

/// `{ … }`: kinds of steps with their seconds.
fn times<'t, 's: 't>() -> P<'t, 's, Vec<(Cost, f64)>> {
    let what = select! { Tok::Name(text) | Tok::Word(text) if seconds::named(text).is_some() => seconds::named(text) };
    let what = what.labelled(Expect::Time).map(|it| it.unwrap_or(Cost::Roll));
    // Keeps the number of digits after the point.
    let part = sign(".").ignore_then(number()).or_not();
    let seconds = number().then(part).map(|(whole, part)| {
        let part = part.map(|it| format!(".{:0width$}", it.value, width = it.span.range().len()));
        format!("{}{}", whole.value, part.unwrap_or_default()).parse().unwrap_or_default()
    });
    let time = what.then(seconds).map(Some).then_ignore(line_end());
    let time = time.recover_with(skip_until(tree(), line_end(), || None));
    block(time.boxed()).map(|all| all.into_iter().flatten().collect()).boxed()
}
