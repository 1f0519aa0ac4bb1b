//! Tiles and the grid they lie in.

use super::*;

/// `{ … }` of a tile.
pub fn body<'t, 's: 't>(stmt: &P<'t, 's, Stmt<'s>>) -> P<'t, 's, Vec<TilePart<'s>>> {
    let int = sign("-").or_not().then(number()).map(|(minus, it)| if minus.is_some() { -it.value } else { it.value });
    let run = number().then(just(Tok::Name("to")).ignore_then(number()).or_not());
    let runs = run.separated_by(sign(",")).at_least(1).collect::<Vec<_>>().boxed();
    let path = just(Tok::Name("path")).ignore_then(runs.clone()).map(TilePartKind::Path);
    let side = select! {
        Tok::Name(text @ ("left" | "right" | "top" | "bottom")) = e => Name { text, span: span(e.span()) }
    }
    .labelled(Expect::Side);
    let border = just(Tok::Name("border"))
        .ignore_then(number())
        .then(side)
        .then(just(Tok::Name("at")).ignore_then(int.clone()).or_not())
        .then(sign("->").ignore_then(number()).or_not())
        .map(|(((id, side), val), next)| TilePartKind::Border(Border { id, side, val: val.unwrap_or(0), next }));
    let jump = number().then_ignore(sign("=>")).then(number()).map(|(from, to)| TilePartKind::Jump(from, to));
    let stmt = whole(stmt.clone(), line_end());
    // The text of a field without braces ends with its line.
    let line_ends = choice((just(Tok::Newline).ignored(), just(Tok::Close(b'}')).ignored())).not();
    let line = sign(":").ignore_then(just(Tok::Semi).repeated()).ignore_then(
        line_ends.ignore_then(stmt.clone()).then_ignore(just(Tok::Semi).repeated()).repeated().collect::<Vec<_>>(),
    );
    let field = runs
        .then(quoted().or_not())
        .then(just(Tok::Name("at")).ignore_then(int.clone()).then_ignore(sign(",")).then(int).or_not())
        .then(choice((line, block(stmt))).or_not())
        .map(|(((ids, label), at), body)| {
            TilePartKind::Field(Field { ids, label, at, body: body.unwrap_or_default() })
        });
    let part = choice![path, border, jump, field]
        .then_ignore(line_end())
        .labelled(Expect::Part)
        .recover_with(skip_until(tree(), line_end(), || TilePartKind::Missing))
        .map_with(|kind, e| TilePart { kind, span: span(e.span()) });
    block(part.boxed())
}

/// `{ … }` of the world: a row of tiles a line, `.` for a gap.
pub fn world<'t, 's: 't>() -> P<'t, 's, Vec<Vec<Option<Name<'s>>>>> {
    let place = choice((title().map(Some), sign(".").map(|()| None)));
    let row = place.repeated().at_least(1).collect::<Vec<_>>().then_ignore(line_end());
    block(row.boxed())
}
